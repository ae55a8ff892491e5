#include "lib/base/progress.h"

#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace coherent {

std::string ProgressLine(i64 done, i64 total, absl::string_view unit, double elapsed_seconds) {
  constexpr i64 kWidth = 30;
  done = std::clamp<i64>(done, 0, total);
  const i64 filled = total > 0 ? kWidth * done / total : kWidth;
  std::string line = absl::StrCat("[", std::string(filled, '='), std::string(kWidth - filled, ' '),
                                  "] ", done, "/", total, " ", unit);
  if (done > 0 && done < total) {
    const double left =
        elapsed_seconds * static_cast<double>(total - done) / static_cast<double>(done);
    absl::StrAppend(&line, absl::StrFormat(", %.0f s left", left));
  }
  return line;
}

Progress::Progress(i64 total, absl::string_view unit)
    : total_(total), unit_(unit), visible_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (visible_) std::fputs("\r\033[K", stderr);
}

void Progress::Advance(i64 steps) {
  const std::lock_guard lock(mutex_);
  done_ += steps;
  const Clock::time_point now = Clock::now();
  // Seldom enough not to disturb what is measured.
  if (!visible_ || now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(200);
  const std::chrono::duration<double> elapsed = now - start_;
  std::fprintf(stderr, "\r%s\033[K", ProgressLine(done_, total_, unit_, elapsed.count()).c_str());
}

}  // namespace coherent
