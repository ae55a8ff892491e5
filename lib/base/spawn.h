// Starting a child so that it cannot outlive this process; the part of Subprocess below the pipes.
#ifndef COHERENT_LIB_BASE_SPAWN_H_
#define COHERENT_LIB_BASE_SPAWN_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace coherent {

struct SpawnRequest {
  std::string path;
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // Complete, "NAME=VALUE" each.
  std::optional<int> cpu;
  bool fixed_addresses = false;  // The kernel does not randomise where things lie in memory.
  int input = -1;                // Become descriptors 0, 1 and 2.
  int output = -1;
  int error = -1;
};

// Starts the program in a process group of its own, named by the returned process id. Whoever
// spawned a child reaps it with ReapSpawned.
absl::StatusOr<int> Spawn(const SpawnRequest& request);

// Kills the child's whole group. Only before it is reaped: later the number may be another's.
void KillSpawned(int pid);

struct ReapedChild {
  int wait_status = 0;
  long cpu_time_us = 0;
  long peak_memory_kib = 0;
};

// Waits for the child's end, kills what is left of its group, and reaps it.
ReapedChild ReapSpawned(int pid);

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_SPAWN_H_
