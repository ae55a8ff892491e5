// A number that changes from step to step: a learning rate, the result's share of the target. Built
// from pieces, one after the other.
#ifndef COHERENT_LIB_TRAIN_SCHEDULE_H_
#define COHERENT_LIB_TRAIN_SCHEDULE_H_

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "lib/base/int.h"

namespace coherent::train {

enum class Curve : u8 { kLinear, kCosine };

// From `from` before its first step to `to` at its last: a linear piece of 4 steps from 0 to 1 is
// 0.25, 0.5, 0.75, 1.
struct SchedulePiece {
  i64 steps = 0;
  Curve curve = Curve::kLinear;
  double from = 0;
  double to = 0;

  friend bool operator==(const SchedulePiece&, const SchedulePiece&) = default;
};

class Schedule {
 public:
  // At least one piece; after the last its end is kept.
  explicit Schedule(std::vector<SchedulePiece> pieces) : pieces_(std::move(pieces)) {}
  static Schedule Constant(double value) { return Schedule({{.from = value, .to = value}}); }

  // The value in step `step`, from 1.
  double At(i64 step) const {
    for (const SchedulePiece& piece : pieces_) {
      if (step <= piece.steps) return Within(piece, static_cast<double>(step) / piece.steps);
      step -= piece.steps;
    }
    return pieces_.back().to;
  }

 private:
  static double Within(const SchedulePiece& piece, double part) {
    if (piece.curve == Curve::kCosine) part = (1 - std::cos(std::numbers::pi * part)) / 2;
    return piece.from + (piece.to - piece.from) * part;
  }

  std::vector<SchedulePiece> pieces_;
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_SCHEDULE_H_
