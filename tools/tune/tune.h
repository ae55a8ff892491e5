// Tunes the search's parameters by games of the engine against itself, in this process. Specified
// by docs/tune.md.
#ifndef COHERENT_TOOLS_TUNE_TUNE_H_
#define COHERENT_TOOLS_TUNE_TUNE_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "lib/base/int.h"

namespace coherent {

struct TuneOptions {
  std::string run;  // the run's file
  std::string net;  // a net file; empty: piece-square rules
  i64 pairs = 20'000;
  u64 nodes = 4'000;  // a move
  double rate = 0.01;
  std::vector<std::string> only;    // parameters whose name begins so; empty: all but the clock's
  std::vector<std::string> except;  // and of these, not those whose name begins so
  u64 seed = 1;
  int threads = 0;     // 0: one for each allowed CPU
  i64 stop_after = 0;  // pairs of this call, rounded up to a batch; 0: plays to the end
};

// Plays the run to its end and shows it on `out`. Goes on with a run that is there, whose options
// must be the same. The result depends on the options alone, but for threads and stops. A
// signal loses at most the last batch, 32 pairs.
absl::Status Tune(const TuneOptions& options, std::ostream& out);

struct ShowTuningOptions {
  std::string run;
  bool json = false;
};

// The values so far beside the defaults.
absl::Status ShowTuning(const ShowTuningOptions& options, std::ostream& out);

struct TuningMatchOptions {
  std::string run;
  std::string net;
  i64 pairs = 500;
  u64 nodes = 4'000;
  u64 seed = 1'000'000;  // not the run's: other openings
  int threads = 0;
  bool json = false;
};

// Plays the run's values against the defaults.
absl::Status PlayTuningMatch(const TuningMatchOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_TUNE_TUNE_H_
