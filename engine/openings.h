// The openings that OpenBench has engines make, `genfens`. docs/uci.md describes them from outside.
#ifndef COHERENT_ENGINE_OPENINGS_H_
#define COHERENT_ENGINE_OPENINGS_H_

#include <atomic>
#include <memory>

#include "absl/status/status.h"
#include "lib/net/prepared.h"
#include "lib/uci/command.h"
#include "lib/uci/server.h"

namespace coherent {

// One run. Like the bench it has a searcher of its own, so that openings depend on the request and
// the network alone.
class OpeningMaker {
 public:
  // `network` judges the balance, or piece-square rules if it is null.
  OpeningMaker(uci::MakeOpenings request, std::shared_ptr<const net::PreparedNetwork> network);

  // Prints each opening once it is found. Cancelled if stopped before the end.
  absl::Status Run(const uci::PrintLine& print);

  // From any thread.
  void Stop() { stopped_ = true; }

 private:
  const uci::MakeOpenings request_;
  const std::shared_ptr<const net::PreparedNetwork> network_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace coherent

#endif  // COHERENT_ENGINE_OPENINGS_H_
