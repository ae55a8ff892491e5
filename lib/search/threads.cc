#include "lib/search/threads.h"

#include <thread>
#include <utility>

#include "lib/base/check.h"

namespace coherent::search {

template <class Params>
SearchThreads<Params>::SearchThreads() {
  searchers_.push_back(std::make_unique<Searcher<Params>>());
}

template <class Params>
void SearchThreads<Params>::SetThreads(int count) {
  CHECK(count >= 1);
  searchers_.resize(1);
  for (int i = 1; i < count; ++i) {
    auto helper = std::make_unique<Searcher<Params>>(params_);
    helper->Help(main(), helper_nodes_);
    helper->SetNetwork(network_);
    helper->KeepValues(keeps_values_);
    helper->SetEndgameTables(endgame_tables_);
    searchers_.push_back(std::move(helper));
  }
}

template <class Params>
void SearchThreads<Params>::SetNetwork(std::shared_ptr<const net::PreparedNetwork> network) {
  network_ = std::move(network);
  for (const auto& searcher : searchers_) searcher->SetNetwork(network_);
}

template <class Params>
void SearchThreads<Params>::SetParams(const Params& params) {
  params_ = params;
  for (const auto& searcher : searchers_) searcher->SetParams(params_);
}

template <class Params>
void SearchThreads<Params>::KeepValues(bool keep) {
  keeps_values_ = keep;
  for (const auto& searcher : searchers_) searcher->KeepValues(keep);
}

template <class Params>
void SearchThreads<Params>::SetEndgameTables(std::shared_ptr<EndgameTables> tables) {
  endgame_tables_ = std::move(tables);
  for (const auto& searcher : searchers_) searcher->SetEndgameTables(endgame_tables_);
}

template <class Params>
void SearchThreads<Params>::Clear() {
  for (const auto& searcher : searchers_) searcher->Clear();
}

template <class Params>
void SearchThreads<Params>::Begin(const Limits& limits) {
  helper_nodes_ = 0;
  main().Begin(limits);
  // Helpers go on until they are stopped.
  for (size_t i = 1; i < searchers_.size(); ++i) {
    searchers_[i]->Begin({.search_moves = limits.search_moves});
  }
}

template <class Params>
Result SearchThreads<Params>::Run(const chess::Position& root, const chess::KeyHistory& game,
                                  const ReportFunction& report) {
  std::vector<std::jthread> helpers;
  for (size_t i = 1; i < searchers_.size(); ++i) {
    helpers.emplace_back(
        [&, i] { searchers_[i]->Run(root, game, /*report=*/[](const Report&) {}); });
  }
  Result result = main().Run(root, game, report);
  for (size_t i = 1; i < searchers_.size(); ++i) searchers_[i]->Stop();
  helpers.clear();
  result.nodes += helper_nodes_;
  return result;
}

template class SearchThreads<FixedParams>;
template class SearchThreads<TunableParams>;

}  // namespace coherent::search
