// Fits a net to packages of games, and compares nets on packages held out. Specified by
// docs/training.md.
#ifndef COHERENT_TOOLS_TRAIN_TRAIN_H_
#define COHERENT_TOOLS_TRAIN_TRAIN_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace coherent {

struct TrainOptions {
  std::string recipe;
  std::vector<std::string> data;   // packages to train on
  std::vector<std::string> check;  // packages held out
  std::string out;                 // folder of the run
  std::string start_from;          // checkpoint; none: a new net of the recipe's shape
  std::string widen_from;          // checkpoint of a narrower net
  bool resume = false;
  int threads = 0;  // 0: one for each allowed CPU
  bool json = false;
};

// Trains, and keeps net, state and learning curve in the folder. What a run consists of is written
// whole at each check and when a signal ends it, so that it may end at any moment and be resumed.
absl::Status TrainNet(const TrainOptions& options, std::ostream& out);

struct CheckOptions {
  std::string recipe;  // its filter and its final result share count
  std::vector<std::string> nets;
  std::vector<std::string> check;
  int threads = 0;
  bool json = false;
};

// Errors of checkpoints on packages, with intervals; of each after the first also by how much its
// error is larger than the first's.
absl::Status CheckNets(const CheckOptions& options, std::ostream& out);

}  // namespace coherent

#endif  // COHERENT_TOOLS_TRAIN_TRAIN_H_
