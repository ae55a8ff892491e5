// The frame around every tool's main: flags, signals and exit codes.
#ifndef COHERENT_LIB_BASE_RUN_TOOL_H_
#define COHERENT_LIB_BASE_RUN_TOOL_H_

#include <CLI/CLI.hpp>
#include <functional>

#include "absl/status/status.h"

namespace coherent {

// Parses the flags, calls `run`, reports an error on stderr, and returns the exit code: 0 yes or
// done; 1 a clear no (FailedPrecondition); 3 technical failure (Internal, Unavailable,
// DeadlineExceeded, Aborted, or results that stdout did not take, without a word if its reader has
// left); 2 bad usage or input (any other error). SIGINT, SIGTERM and SIGHUP kill all children,
// remove unfinished files and end the process with 128 + the signal's number, whatever `run` is
// doing.
//
// To be called first thing in main, before any thread is started.
int RunTool(CLI::App& app, int argc, char** argv, const std::function<absl::Status()>& run);

// What a signal does first, on a thread of its own, while `run` goes on: to finish what is worth
// keeping. It must not take long. One at a time; an empty function ends it.
void SetSignalAction(std::function<void()> action);

// The exit code for `status`, as above.
int ExitCodeFor(const absl::Status& status);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_RUN_TOOL_H_
