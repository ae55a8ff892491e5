// An engine that searches nothing, for tests of the protocol around it.
#ifndef COHERENT_LIB_UCI_FAKE_DRIVER_H_
#define COHERENT_LIB_UCI_FAKE_DRIVER_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/uci/command.h"
#include "lib/uci/options.h"
#include "lib/uci/server.h"

namespace coherent::uci {

// Answers with the first move it may. A search with a limit ends at once, one without when it is
// told to; so does a bench without one.
class FakeDriver : public Driver {
 public:
  FakeDriver();

  std::string name() const override { return "Fake 1.2.3"; }
  std::string author() const override { return "nobody"; }
  const OptionTable& options() const override { return options_; }
  chess::CastlingStyle castling_style() const override { return style_; }
  void NewGame() override { ++games_; }
  std::string Evaluate(const chess::Position&) override { return "no idea"; }
  std::function<SearchResult(const PrintLine&)> PlanSearch(SearchRequest request) override;
  std::function<absl::Status(const PrintLine&)> PlanBench(const Bench& bench) override;
  std::function<absl::Status(const PrintLine&)> PlanOpenings(const MakeOpenings& openings) override;
  void Stop() override;
  void PonderHit() override;

  int games() const { return games_; }
  i64 hash_mib() const { return hash_mib_; }

 private:
  SearchResult Answer(const SearchRequest& request, const PrintLine& print);
  void WaitForStop();

  OptionTable options_;
  chess::CastlingStyle style_ = chess::CastlingStyle::kKingMoves;
  int games_ = 0;
  i64 hash_mib_ = 64;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
};

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_FAKE_DRIVER_H_
