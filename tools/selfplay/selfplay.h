// Plays games against itself, on all cores, and keeps them as a package. Specified by
// docs/selfplay.md.
#ifndef COHERENT_TOOLS_SELFPLAY_SELFPLAY_H_
#define COHERENT_TOOLS_SELFPLAY_SELFPLAY_H_

#include <optional>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/match/adjudicate.h"
#include "lib/match/opening.h"

namespace coherent {

struct SelfplayOptions {
  std::string package;
  u64 games = 0;            // in the package at the end; 0: until stopped
  std::optional<u64> seed;  // otherwise the package's, or a random one
  int threads = 0;          // 0: one for each allowed CPU
  u64 nodes = 5'000;        // soft limit
  u64 hard_factor = 8;
  int hash_mib = 8;
  std::string net;  // a net file; empty: piece-square rules
  std::string book;
  int min_random_plies = 8;
  int max_random_plies = 9;
  int max_opening_score_cp = 600;
  u64 opening_nodes = match::kOpeningNodes;
  match::AdjudicationRules adjudication;
  int play_out_pct = 5;
  std::string note;
  bool json = false;
};

// Creates the package or continues it, and sums it up on `out`. Game i depends on the options and i
// alone, whatever the threads, the interruptions and the games before it. A signal writes what is
// complete before it ends the process.
absl::Status PlayGames(const SelfplayOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_SELFPLAY_SELFPLAY_H_
