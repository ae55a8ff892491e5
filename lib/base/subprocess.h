// Child processes that talk over pipes: every wait has a deadline, and no child outlives the tool.
#ifndef COHERENT_LIB_BASE_SUBPROCESS_H_
#define COHERENT_LIB_BASE_SUBPROCESS_H_

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/file.h"
#include "lib/base/int.h"

namespace coherent {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

inline Deadline In(std::chrono::milliseconds wait) { return Clock::now() + wait; }

// How a process ended, and what it used.
struct ExitStatus {
  int code = 0;    // If no signal ended it.
  int signal = 0;  // 0: it exited by itself.
  std::chrono::microseconds cpu_time = {};
  i64 peak_memory_kib = 0;

  bool ok() const { return code == 0 && signal == 0; }
  // "exited with code 3", "was killed by signal 11 (Segmentation fault)"
  std::string ToString() const;
};

// The file that running `name` starts: `name` itself if it has a slash, else the first match in
// PATH.
absl::StatusOr<std::string> FindProgram(absl::string_view name);

// A running child in a process group of its own. When the child ends or is killed, what is left of
// the group is killed with it, and the child is reaped. The kernel kills the child when this
// process dies in whatever way (but not the child's own children then).
//
// For one thread at a time; several objects may be used by several threads.
class Subprocess {
 public:
  struct Options {
    std::vector<std::string> argv;  // argv[0] is found by FindProgram.
    std::optional<int> cpu = {};    // Runs on this one alone.
    // "NAME=VALUE" each; the rest of the environment is inherited.
    std::vector<std::string> environment_overrides = {};
    // The whole environment instead; nothing is inherited then.
    std::optional<std::vector<std::string>> environment = {};
    // The kernel puts stack, heap, libraries and the program where it always does.
    bool fixed_addresses = false;
  };

  static absl::StatusOr<std::unique_ptr<Subprocess>> Start(const Options& options);

  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;
  // Kills what is still there.
  ~Subprocess();

  int pid() const { return pid_; }

  // Unavailable if the child has closed its input or ended, DeadlineExceeded if it does not read.
  absl::Status Write(absl::string_view text, Deadline deadline);

  // The next line of the child's stdout without its "\n" or "\r\n". DeadlineExceeded while it is
  // not complete (it may be read later), OutOfRange at the end of the output, Internal for a line
  // of more than kMaxLineBytes. What the end cuts off is no line: the OutOfRange error shows it.
  absl::StatusOr<std::string> ReadLine(Deadline deadline);
  static constexpr size_t kMaxLineBytes = size_t{1} << 20;

  // The child sees the end of its input.
  void CloseInput();

  // Waits for the child's end; its unread output stays readable (up to some MiB). Kills nothing at
  // the deadline: DeadlineExceeded.
  absl::StatusOr<ExitStatus> Wait(Deadline deadline);

  // Kills the group and reaps the child. Wait then tells how it ended.
  void Kill();

  // The last 4 KiB of stderr; complete once Wait or Kill is through.
  std::string stderr_tail() const;

  // What the child itself (its threads, not its children) has used until now.
  absl::StatusOr<std::chrono::nanoseconds> CpuTime() const;

 private:
  Subprocess() = default;

  absl::Status WaitUntilReady(Deadline deadline, bool want_input, bool want_output);
  absl::Status FillBuffer();
  std::optional<std::string> TakeLine();
  absl::Status EndOfOutput() const;
  bool BufferFull() const;
  void KeepStderrTail();
  void Reap();

  std::string name_;
  int pid_ = -1;
  std::optional<ExitStatus> exit_status_;
  UniqueFd pid_fd_;
  UniqueFd input_;
  UniqueFd output_;
  UniqueFd stderr_;

  std::string buffer_;  // Output not yet taken: from line_start_ on.
  size_t line_start_ = 0;
  size_t searched_ = 0;  // No '\n' between line_start_ and here.
  bool output_ended_ = false;

  mutable std::mutex tail_mutex_;
  std::string tail_;
  UniqueFd stop_draining_;
  std::thread drainer_;
};

// Kills every child of this process started as a Subprocess and reaps them all: for a
// process that then ends, on a signal for instance. From here on whoever starts a child or waits
// for one's end is held for ever, so that nobody takes the killing for a crash and reports it.
void KillAllSubprocesses();

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_SUBPROCESS_H_
