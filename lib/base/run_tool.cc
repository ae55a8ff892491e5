#include "lib/base/run_tool.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>

#include "lib/base/check.h"
#include "lib/base/file.h"
#include "lib/base/subprocess.h"

namespace coherent {
namespace {

constexpr int kBadUsage = 2;
constexpr int kReaderLeft = 3;

// Set before the children are killed: what `run` then makes of their deaths is no result.
std::atomic<bool> ending = false;

struct SignalAction {
  std::mutex mutex;
  std::function<void()> action;
};

// Never destroyed: a signal may come while the process exits.
SignalAction& GetSignalAction() {
  static auto& signal_action = *new SignalAction;
  return signal_action;
}

// An ordinary thread waits for the signals: unlike in a handler, there it may do anything.
void EndOnSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
  // Threads inherit the mask, so that none of them takes the signal instead.
  CHECK(pthread_sigmask(SIG_BLOCK, &signals, nullptr) == 0);
  std::thread([signals] {
    int number = 0;
    while (sigwait(&signals, &number) != 0) {
    }
    ending = true;
    {
      SignalAction& first = GetSignalAction();
      const std::lock_guard lock(first.mutex);
      if (first.action) first.action();
    }
    KillAllSubprocesses();
    RemoveUnfinishedFiles();
    _exit(128 + number);
  }).detach();
}

absl::Status RunCatching(const std::function<absl::Status()>& run) {
  try {
    return run();
  } catch (const std::exception& error) {  // The standard library's: out of memory, for one.
    return absl::InternalError(error.what());
  }
}

// Whether stdout is a pipe that nobody reads any more, as after `| head`.
bool HasReaderLeft() {
  pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

void SetSignalAction(std::function<void()> action) {
  SignalAction& first = GetSignalAction();
  const std::lock_guard lock(first.mutex);
  first.action = std::move(action);
}

int ExitCodeFor(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return 0;
    case absl::StatusCode::kFailedPrecondition:
      return 1;
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kAborted:
      return 3;
    default:
      return kBadUsage;
  }
}

int RunTool(CLI::App& app, int argc, char** argv, const std::function<absl::Status()>& run) {
  std::signal(SIGPIPE, SIG_IGN);  // A reader of stdout that leaves is an error below.
  EndOnSignals();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadUsage;  // 0: help was asked for.
  }
  absl::Status status = RunCatching(run);
  while (ending) pause();
  if (!std::cout.flush() && status.ok()) {
    if (HasReaderLeft()) return kReaderLeft;
    status = absl::UnavailableError("cannot write the result to standard output");
  }
  if (!status.ok()) std::cerr << app.get_name() << ": " << status.message() << std::endl;
  return ExitCodeFor(status);
}

}  // namespace coherent
