// How far a long run has come: a bar on stderr, and only if that is a terminal.
#ifndef COHERENT_LIB_BASE_PROGRESS_H_
#define COHERENT_LIB_BASE_PROGRESS_H_

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>

#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent {

// The line without its end: "[=====     ] 128/256 positions, 12 s left".
std::string ProgressLine(i64 done, i64 total, absl::string_view unit, double elapsed_seconds);

// May be used by several threads. Disappears from the terminal when destroyed.
class Progress {
 public:
  Progress(i64 total, absl::string_view unit);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void Advance(i64 steps = 1);

 private:
  using Clock = std::chrono::steady_clock;

  const i64 total_;
  const std::string unit_;
  const bool visible_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  i64 done_ = 0;
  Clock::time_point next_draw_ = start_;
};

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_PROGRESS_H_
