#include "lib/base/spawn.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <set>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/file.h"
#include "lib/base/subprocess.h"

namespace coherent {
namespace {

// The children that live or are not reaped. A child is reaped under the mutex, so that a process
// id in the set never belongs to a stranger.
struct Children {
  std::mutex mutex;
  std::set<int> pids;
};

Children& GetChildren() {
  static auto& children = *new Children;
  return children;
}

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The child between fork and exec: only async-signal-safe calls, since other threads may have held
// locks. Returns (with errno) only if the program cannot be started.
void BecomeProgram(const SpawnRequest& request, char* const* argv, char* const* environment,
                   int parent) {
  if (setpgid(0, 0) != 0) return;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return;
  if (getppid() != parent) _exit(127);  // It died before the line above.
  if (request.cpu.has_value()) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(*request.cpu, &cpus);
    if (sched_setaffinity(0, sizeof(cpus), &cpus) != 0) return;
  }
  if (request.fixed_addresses && personality(ADDR_NO_RANDOMIZE) == -1) return;
  // Ignored signals and the mask survive exec; programs expect the defaults.
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (dup2(request.input, 0) < 0 || dup2(request.output, 1) < 0 || dup2(request.error, 2) < 0) {
    return;
  }
  execve(request.path.c_str(), argv, environment);
}

// Forks; the errno of a failure, or 0 with the child in `pid`.
int ForkAndExec(const SpawnRequest& request, int& pid) {
  std::vector<char*> argv = Pointers(request.argv);
  std::vector<char*> environment = Pointers(request.environment);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  UniqueFd failure_in(ends[0]);
  UniqueFd failure_out(ends[1]);
  const int parent = getpid();
  pid = fork();
  if (pid < 0) return errno;
  if (pid == 0) {
    // The pipe must not be where the child's 0, 1 and 2 will be.
    const int report = fcntl(failure_out.get(), F_DUPFD_CLOEXEC, 3);
    BecomeProgram(request, argv.data(), environment.data(), parent);
    const int error = errno;
    static_cast<void>(!write(report, &error, sizeof(error)));
    _exit(127);
  }
  setpgid(pid, pid);  // Whoever is first; afterwards the group exists for sure.
  failure_out.Close();
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(failure_in.get(), &error, sizeof(error));
  } while (got < 0 && errno == EINTR);
  if (got == 0) return 0;
  waitpid(pid, nullptr, 0);
  return error == 0 ? EIO : error;
}

// The kernel ties "die with your parent" to the thread that forked. So all forks happen in one
// thread that lives as long as the process.
class ForkingThread {
 public:
  static ForkingThread& Get() {
    static auto& thread = *new ForkingThread;
    return thread;
  }

  int Run(const SpawnRequest& request, int& pid) {
    const std::lock_guard one_at_a_time(callers_);
    std::unique_lock lock(mutex_);
    request_ = &request;
    changed_.notify_all();
    changed_.wait(lock, [&] { return request_ == nullptr; });
    pid = pid_;
    return error_;
  }

 private:
  ForkingThread() {
    std::thread([this] { Loop(); }).detach();
  }

  void Loop() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return request_ != nullptr; });
      error_ = ForkAndExec(*request_, pid_);
      request_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex callers_;
  std::mutex mutex_;
  std::condition_variable changed_;
  const SpawnRequest* request_ = nullptr;
  int pid_ = -1;
  int error_ = 0;
};

}  // namespace

absl::StatusOr<int> Spawn(const SpawnRequest& request) {
  static std::once_flag signals_set;
  std::call_once(signals_set, [] {
    std::signal(SIGPIPE, SIG_IGN);  // A child that ends early is an error of write(), not our end.
    std::signal(SIGCHLD,
                SIG_DFL);  // Ignored by whoever started us, children could not be waited for.
  });
  Children& children = GetChildren();
  const std::lock_guard lock(children.mutex);
  int pid = -1;
  if (const int error = ForkingThread::Get().Run(request, pid); error != 0) {
    return absl::ErrnoToStatus(error, absl::StrCat(request.path, ": cannot start"));
  }
  children.pids.insert(pid);
  return pid;
}

void KillSpawned(int pid) { kill(-pid, SIGKILL); }

ReapedChild ReapSpawned(int pid) {
  siginfo_t info;
  // ECHILD: reaped by KillAllSubprocesses, so the lock is never got.
  while (waitid(P_PID, pid, &info, WEXITED | WNOWAIT) != 0 && errno != ECHILD) {
    CHECK(errno == EINTR);
  }
  Children& children = GetChildren();
  const std::lock_guard lock(children.mutex);
  KillSpawned(pid);  // Not reaped yet, so the group is still the child's.
  ReapedChild reaped;
  rusage usage = {};
  while (wait4(pid, &reaped.wait_status, 0, &usage) < 0) CHECK(errno == EINTR);
  children.pids.erase(pid);
  reaped.cpu_time_us = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1'000'000 +
                       usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  reaped.peak_memory_kib = usage.ru_maxrss;
  return reaped;
}

void KillAllSubprocesses() {
  Children& children = GetChildren();
  children.mutex.lock();  // For good: from here on nobody starts or reaps a child.
  for (const int pid : children.pids) KillSpawned(pid);
  // A killed process may take a moment to be gone. Reaped here, for not every init does.
  for (const int pid : children.pids) {
    while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace coherent
