// Instructions and cycles of a process, where the kernel lets them be counted.
#ifndef COHERENT_LIB_TIMING_COUNTERS_H_
#define COHERENT_LIB_TIMING_COUNTERS_H_

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/file.h"

namespace coherent::timing {

// What a process has done in user mode.
struct Counts {
  double instructions = 0;
  double cycles = 0;

  friend Counts operator-(Counts a, Counts b) {
    return {a.instructions - b.instructions, a.cycles - b.cycles};
  }
  Counts& operator+=(Counts other) {
    instructions += other.instructions;
    cycles += other.cycles;
    return *this;
  }
};

class Counters {
 public:
  // Counts from now on, in every thread that `pid` has now and in those that these make later.
  // Unavailable, with the reason, where the machine or the kernel does not count.
  static absl::StatusOr<Counters> Attach(int pid);

  absl::StatusOr<Counts> Read() const;

 private:
  Counters() = default;

  std::vector<UniqueFd> instructions_;
  std::vector<UniqueFd> cycles_;
};

// OK if this process may count its own instructions and cycles, else the reason.
absl::Status CanCount();

}  // namespace coherent::timing

#endif  // COHERENT_LIB_TIMING_COUNTERS_H_
