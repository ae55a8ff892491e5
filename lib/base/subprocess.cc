#include "lib/base/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/check.h"
#include "lib/base/spawn.h"
#include "lib/base/status_macros.h"

namespace coherent {
namespace {

constexpr size_t kTailBytes = 4096;
// The buffer stops growing here; a child that prints more than this unasked has to wait.
constexpr size_t kMaxBufferBytes = size_t{16} << 20;

struct Pipe {
  UniqueFd out;  // Read from here.
  UniqueFd in;   // Written to here.
};

// A pipe away from descriptors 0 to 2, which the child's ends are copied to.
absl::StatusOr<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return absl::ErrnoToStatus(errno, "cannot make a pipe");
  Pipe pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
  for (UniqueFd* end : {&pipe.out, &pipe.in}) {
    if (end->get() > 2) continue;
    UniqueFd moved(fcntl(end->get(), F_DUPFD_CLOEXEC, 3));
    if (!moved.open()) return absl::ErrnoToStatus(errno, "cannot make a pipe");
    *end = std::move(moved);
  }
  return pipe;
}

void SetNonblocking(const UniqueFd& fd) {
  CHECK(fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK) == 0);
}

bool IsProgram(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

// This process's environment with the overrides in it.
std::vector<std::string> EnvironmentWith(const std::vector<std::string>& overrides) {
  std::vector<std::string> result;
  const auto name_of = [](absl::string_view entry) { return entry.substr(0, entry.find('=')); };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const bool overridden =
        std::any_of(overrides.begin(), overrides.end(),
                    [&](const std::string& other) { return name_of(other) == name_of(*entry); });
    if (!overridden) result.emplace_back(*entry);
  }
  result.insert(result.end(), overrides.begin(), overrides.end());
  return result;
}

// Readable once the process has ended. (glibc 2.36 declares its wrapper without extern "C".)
int OpenPidFd(int pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

int PollTimeout(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<i64>(left, 0, INT_MAX));
}

}  // namespace

std::string ExitStatus::ToString() const {
  if (signal == 0) return absl::StrCat("exited with code ", code);
  return absl::StrCat("was killed by signal ", signal, " (", strsignal(signal), ")");
}

absl::StatusOr<std::string> FindProgram(absl::string_view name) {
  std::string path(name);
  if (path.find('/') != std::string::npos) {
    if (IsProgram(path)) return path;
    if (access(path.c_str(), F_OK) != 0) {
      return absl::NotFoundError(absl::StrCat(name, ": no such file"));
    }
    return absl::InvalidArgumentError(absl::StrCat(name, ": not an executable file"));
  }
  const char* const directories = std::getenv("PATH");
  for (const absl::string_view directory :
       absl::StrSplit(directories == nullptr ? "" : directories, ':')) {
    path = absl::StrCat(directory.empty() ? "." : directory, "/", name);
    if (IsProgram(path)) return path;
  }
  return absl::NotFoundError(absl::StrCat(name, ": no such program in PATH"));
}

absl::StatusOr<std::unique_ptr<Subprocess>> Subprocess::Start(const Options& options) {
  if (options.argv.empty()) return absl::InvalidArgumentError("no program given");
  ASSIGN_OR_RETURN(std::string path, FindProgram(options.argv[0]));
  ASSIGN_OR_RETURN(Pipe input, MakePipe());
  ASSIGN_OR_RETURN(Pipe output, MakePipe());
  ASSIGN_OR_RETURN(Pipe error, MakePipe());
  ASSIGN_OR_RETURN(const int pid,
                   Spawn({.path = std::move(path),
                          .argv = options.argv,
                          .environment = options.environment.has_value()
                                             ? *options.environment
                                             : EnvironmentWith(options.environment_overrides),
                          .cpu = options.cpu,
                          .fixed_addresses = options.fixed_addresses,
                          .input = input.out.get(),
                          .output = output.in.get(),
                          .error = error.in.get()}));
  std::unique_ptr<Subprocess> child(new Subprocess);  // From here on it is killed if we fail.
  child->name_ = options.argv[0];
  child->pid_ = pid;
  child->input_ = std::move(input.in);
  child->output_ = std::move(output.out);
  child->stderr_ = std::move(error.out);
  for (const UniqueFd* fd : {&child->input_, &child->output_, &child->stderr_}) {
    SetNonblocking(*fd);
  }
  child->pid_fd_ = UniqueFd(OpenPidFd(pid));
  child->stop_draining_ = UniqueFd(eventfd(0, EFD_CLOEXEC));
  if (!child->pid_fd_.open() || !child->stop_draining_.open()) {
    return absl::ErrnoToStatus(errno, absl::StrCat(child->name_, ": cannot watch"));
  }
  child->drainer_ = std::thread([raw = child.get()] { raw->KeepStderrTail(); });
  return child;
}

Subprocess::~Subprocess() { Kill(); }

// Waits for the wanted ends of the pipes, or for the child's end if none is wanted. Takes what the
// child prints meanwhile, so that a child that first writes and then reads is not stuck.
absl::Status Subprocess::WaitUntilReady(Deadline deadline, bool want_input, bool want_output) {
  while (true) {
    const bool take_output = !output_ended_ && (want_output || !BufferFull());
    std::array<pollfd, 3> polled = {{
        {want_input ? input_.get() : -1, POLLOUT, 0},
        {take_output ? output_.get() : -1, POLLIN, 0},
        {want_input || want_output ? -1 : pid_fd_.get(), POLLIN, 0},
    }};
    const int ready = poll(polled.data(), polled.size(), PollTimeout(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return absl::ErrnoToStatus(errno, absl::StrCat(name_, ": cannot poll"));
    if (ready == 0) return absl::DeadlineExceededError(absl::StrCat(name_, ": too late"));
    if (polled[1].revents != 0) RETURN_IF_ERROR(FillBuffer());
    if (want_output && polled[1].revents != 0) return absl::OkStatus();
    if (polled[0].revents != 0 || polled[2].revents != 0) return absl::OkStatus();
  }
}

absl::Status Subprocess::FillBuffer() {
  std::array<char, 65536> piece;
  const ssize_t got = read(output_.get(), piece.data(), piece.size());
  if (got > 0) {
    buffer_.append(piece.data(), got);
  } else if (got == 0) {
    output_ended_ = true;
  } else if (errno != EAGAIN && errno != EINTR) {
    return absl::ErrnoToStatus(errno, absl::StrCat(name_, ": cannot read its output"));
  }
  return absl::OkStatus();
}

bool Subprocess::BufferFull() const { return buffer_.size() - line_start_ >= kMaxBufferBytes; }

absl::Status Subprocess::Write(absl::string_view text, Deadline deadline) {
  while (!text.empty()) {
    if (!input_.open()) return absl::UnavailableError(absl::StrCat(name_, ": input is closed"));
    const ssize_t written = write(input_.get(), text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(written);
    } else if (errno == EAGAIN) {
      RETURN_IF_ERROR(WaitUntilReady(deadline, /*want_input=*/true, /*want_output=*/false));
    } else if (errno == EPIPE) {
      return absl::UnavailableError(absl::StrCat(name_, ": has closed its input"));
    } else if (errno != EINTR) {
      return absl::ErrnoToStatus(errno, absl::StrCat(name_, ": cannot write to it"));
    }
  }
  return absl::OkStatus();
}

std::optional<std::string> Subprocess::TakeLine() {
  const size_t newline = buffer_.find('\n', searched_);
  if (newline == std::string::npos) {
    buffer_.erase(0, line_start_);
    line_start_ = 0;
    searched_ = buffer_.size();
    return std::nullopt;
  }
  size_t end = newline;
  if (end > line_start_ && buffer_[end - 1] == '\r') --end;
  std::string line = buffer_.substr(line_start_, end - line_start_);
  line_start_ = searched_ = newline + 1;
  return line;
}

absl::Status Subprocess::EndOfOutput() const {
  const absl::string_view rest = absl::string_view(buffer_).substr(line_start_);
  if (rest.empty()) return absl::OutOfRangeError(absl::StrCat(name_, ": its output has ended"));
  return absl::OutOfRangeError(
      absl::StrCat(name_, ": its output has ended within the line \"", rest.substr(0, 200), "\""));
}

absl::StatusOr<std::string> Subprocess::ReadLine(Deadline deadline) {
  while (true) {
    std::optional<std::string> line = TakeLine();
    const size_t size = line.has_value() ? line->size() : buffer_.size();
    if (size > kMaxLineBytes) {
      return absl::InternalError(
          absl::StrCat(name_, ": a line of more than ", kMaxLineBytes, " bytes"));
    }
    if (line.has_value()) return *std::move(line);
    if (output_ended_) return EndOfOutput();
    RETURN_IF_ERROR(WaitUntilReady(deadline, /*want_input=*/false, /*want_output=*/true));
  }
}

void Subprocess::CloseInput() { input_.Close(); }

absl::StatusOr<ExitStatus> Subprocess::Wait(Deadline deadline) {
  if (!exit_status_.has_value()) {
    RETURN_IF_ERROR(WaitUntilReady(deadline, /*want_input=*/false, /*want_output=*/false));
    Reap();
  }
  return *exit_status_;
}

void Subprocess::Kill() {
  if (exit_status_.has_value()) return;
  KillSpawned(pid_);
  Reap();
}

void Subprocess::Reap() {
  const ReapedChild reaped = ReapSpawned(pid_);
  ExitStatus status;
  if (WIFSIGNALED(reaped.wait_status)) status.signal = WTERMSIG(reaped.wait_status);
  if (WIFEXITED(reaped.wait_status)) status.code = WEXITSTATUS(reaped.wait_status);
  status.cpu_time = std::chrono::microseconds(reaped.cpu_time_us);
  status.peak_memory_kib = reaped.peak_memory_kib;
  exit_status_ = status;
  input_.Close();
  if (drainer_.joinable()) {
    const u64 one = 1;
    CHECK(write(stop_draining_.get(), &one, sizeof(one)) == sizeof(one));
    drainer_.join();
  }
  // What the pipe still holds; a process that left the group may keep it open, so no waiting.
  size_t before = 0;
  do {
    before = buffer_.size();
    if (!FillBuffer().ok()) break;
  } while (buffer_.size() > before && !BufferFull());
  output_ended_ = true;
}

// The drainer's thread: takes stderr as it comes, so that the child is never stuck writing it.
void Subprocess::KeepStderrTail() {
  std::array<pollfd, 2> polled = {{
      {stderr_.get(), POLLIN, 0},
      {stop_draining_.get(), POLLIN, 0},
  }};
  std::array<char, 65536> piece;
  // Once told to stop: what a pipe can hold, and no more, for a process that has left the group
  // may still be writing.
  int reads_left = 16;
  while (true) {
    if (poll(polled.data(), polled.size(), -1) < 0) continue;  // EINTR
    const bool stopping = polled[1].revents != 0;
    const ssize_t got = read(stderr_.get(), piece.data(), piece.size());
    if (got > 0) {
      const std::lock_guard lock(tail_mutex_);
      tail_.append(piece.data(), got);
      if (tail_.size() > kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
    }
    if (stopping && (got <= 0 || --reads_left == 0)) return;
    if (got == 0) polled[0].fd = -1;  // Closed: only the order to stop is left to wait for.
  }
}

std::string Subprocess::stderr_tail() const {
  const std::lock_guard lock(tail_mutex_);
  return tail_;
}

absl::StatusOr<std::chrono::nanoseconds> Subprocess::CpuTime() const {
  if (exit_status_.has_value()) return exit_status_->cpu_time;
  clockid_t clock = {};
  timespec time = {};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    return absl::UnavailableError(absl::StrCat(name_, ": no CPU time to read"));
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace coherent
