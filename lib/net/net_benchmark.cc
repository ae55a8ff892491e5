// What the net costs: an evaluation from scratch, the head alone, and the first layer's update
// after a move of each sort, by width, rows and kernel. Beside the times: rows and bytes of weights
// that are read, and how many bytes a second random rows of the same length allow at best.
//
//   bazel run --config=opt //lib/net:net_benchmark -- --benchmark_filter=/256/
#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "lib/base/check.h"
#include "lib/base/file.h"
#include "lib/base/huge_array.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/chess/epd.h"
#include "lib/chess/movegen.h"
#include "lib/net/accumulator.h"
#include "lib/net/net_evaluator.h"
#include "lib/net/synthetic.h"

namespace coherent::net {
namespace {

using benchmark::Counter;
using chess::Move;
using chess::Position;

constexpr char kPositions[] = "testdata/bench.epd";

// Weights read by updates, counted by a table of kernels that computes nothing.
struct Traffic {
  i64 rows = 0;
  i64 bytes = 0;
};
Traffic g_traffic;

void CountRows(i16*, const i16*, const RowList& added, const RowList& removed, int width) {
  for (const RowList* list : {&added, &removed}) {
    g_traffic.rows += list->wide_count + list->narrow_count;
    g_traffic.bytes += i64{width} * (2 * list->wide_count + list->narrow_count);
  }
}

constexpr Kernels kCountingKernels = {"counting", CountRows, nullptr, nullptr, nullptr};

// What a move does to the pieces, as an accumulator is told.
class Change {
 public:
  Change(const Position& position, Move move) {
    Position next = position;
    next.Make(move, *this);
  }
  void OnAdd(Piece piece, Square square) { steps_.push_back({piece, square, /*added=*/true}); }
  void OnRemove(Piece piece, Square square) { steps_.push_back({piece, square, /*added=*/false}); }

  void Tell(Accumulator& accumulator) const {
    for (const Step& step : steps_) {
      if (step.added) {
        accumulator.OnAdd(step.piece, step.square);
      } else {
        accumulator.OnRemove(step.piece, step.square);
      }
    }
  }

 private:
  struct Step {
    Piece piece;
    Square square;
    bool added;
  };
  std::vector<Step> steps_;
};

enum class Sort { kQuiet, kCapture, kKing };
constexpr Sort kSorts[] = {Sort::kQuiet, Sort::kCapture, Sort::kKing};
constexpr const char* kSortNames[] = {"quiet", "capture", "king"};

Sort SortOf(const Position& position, Move move) {
  if (position.Moved(move).kind() == Kind::kKing) return Sort::kKing;
  return position.IsCapture(move) ? Sort::kCapture : Sort::kQuiet;
}

// A position and its moves of one sort. A move is made, computed and taken back, as in a search.
class Node {
 public:
  Node(const Position& position, Sort sort, const PreparedNetwork& network, const Kernels& kernels)
      : accumulator_(network, kernels, /*max_moves=*/1) {
    for (const Move move : chess::LegalMoves(position)) {
      if (SortOf(position, move) == sort) changes_.emplace_back(position, move);
    }
    accumulator_.Reset(Board(position));
    accumulator_.Compute();
    // Fills the cache of piece sums, so that what follows is the steady state.
    ComputeAll();
  }

  void ComputeAll() {
    for (const Change& change : changes_) {
      accumulator_.Push();
      change.Tell(accumulator_);
      accumulator_.Compute();
      benchmark::DoNotOptimize(accumulator_.Sums(Color::kWhite));
      accumulator_.Pop();
    }
  }
  size_t size() const { return changes_.size(); }

 private:
  Accumulator accumulator_;
  std::vector<Change> changes_;
};

std::vector<std::unique_ptr<Node>> Nodes(const std::vector<chess::EpdRecord>& records, Sort sort,
                                         const PreparedNetwork& network, const Kernels& kernels) {
  std::vector<std::unique_ptr<Node>> nodes;
  nodes.reserve(records.size());
  for (const chess::EpdRecord& record : records) {
    nodes.push_back(std::make_unique<Node>(record.position, sort, network, kernels));
  }
  return nodes;
}

// Seconds for each of `count` things that an iteration does.
Counter TimeOfEach(size_t count) {
  return Counter(static_cast<double>(count), Counter::kIsIterationInvariantRate | Counter::kInvert);
}

// A net under measurement, and on what.
struct Subject {
  std::shared_ptr<const PreparedNetwork> network;
  const Kernels* kernels;
  const std::vector<chess::EpdRecord>* records;
};

void BM_Scratch(benchmark::State& state, const Subject& subject) {
  NetEvaluator evaluator(subject.network, *subject.kernels);
  for (auto _ : state) {
    for (const chess::EpdRecord& record : *subject.records) {
      evaluator.Reset(record.position);
      benchmark::DoNotOptimize(evaluator.Evaluate(record.position));
    }
  }
  state.counters["each"] = TimeOfEach(subject.records->size());
}

// Everything behind the first layer's sums.
void BM_Head(benchmark::State& state, const Subject& subject) {
  std::vector<std::unique_ptr<NetEvaluator>> evaluators;
  evaluators.reserve(subject.records->size());
  for (const chess::EpdRecord& record : *subject.records) {
    evaluators.push_back(std::make_unique<NetEvaluator>(subject.network, *subject.kernels));
    evaluators.back()->Reset(record.position);
  }
  for (auto _ : state) {
    for (size_t i = 0; i < evaluators.size(); ++i) {
      benchmark::DoNotOptimize(evaluators[i]->Evaluate((*subject.records)[i].position));
    }
  }
  state.counters["each"] = TimeOfEach(evaluators.size());
}

Traffic TrafficOf(const Subject& subject, Sort sort) {
  const auto nodes = Nodes(*subject.records, sort, *subject.network, kCountingKernels);
  g_traffic = {};
  for (const auto& node : nodes) node->ComputeAll();
  return g_traffic;
}

void BM_Update(benchmark::State& state, const Subject& subject, Sort sort) {
  const auto nodes = Nodes(*subject.records, sort, *subject.network, *subject.kernels);
  size_t moves = 0;
  for (const auto& node : nodes) moves += node->size();
  for (auto _ : state) {
    for (const auto& node : nodes) node->ComputeAll();
  }
  const Traffic traffic = TrafficOf(subject, sort);
  state.counters["each"] = TimeOfEach(moves);
  state.counters["rows"] = static_cast<double>(traffic.rows) / static_cast<double>(moves);
  state.counters["bytes"] = static_cast<double>(traffic.bytes) / static_cast<double>(moves);
  state.SetBytesProcessed(static_cast<i64>(state.iterations()) * traffic.bytes);
}

// As many rows as a folded threat table has, in 8 bits, read in random order: what memory gives to
// an update that nothing is known of.
void BM_RandomRows(benchmark::State& state, const Kernels& kernels, int width) {
  constexpr int kRows = 69'210, kRowsAtOnce = 8;
  HugeArray<i8> table(size_t{kRows} * width);
  std::memset(&table[0], 1, table.size());
  HugeArray<i16> sums(width);
  Random random(/*seed=*/1);
  const i8* rows[kRowsAtOnce];
  for (auto _ : state) {
    for (const i8*& row : rows) row = &table[random.Below(kRows) * width];
    kernels.update(&sums[0], &sums[0], {nullptr, 0, rows, kRowsAtOnce}, {}, width);
  }
  state.SetBytesProcessed(static_cast<i64>(state.iterations()) * kRowsAtOnce * width);
}

void RegisterNet(const std::string& name, const Subject& subject) {
  const auto register_as = [&name](const std::string& what, auto run) {
    benchmark::RegisterBenchmark((what + "/" + name).c_str(), run);
  };
  register_as("scratch", [subject](benchmark::State& state) { BM_Scratch(state, subject); });
  register_as("head", [subject](benchmark::State& state) { BM_Head(state, subject); });
  for (const Sort sort : kSorts) {
    register_as(kSortNames[static_cast<int>(sort)],
                [subject, sort](benchmark::State& state) { BM_Update(state, subject, sort); });
  }
}

Architecture Shape(int width, bool threats) {
  const bool teacher = width == 1536;
  return {width,
          8,
          threats ? kThreatRows : 0,
          teacher ? 64 : 16,
          teacher ? 64 : 32,
          /*scale=*/153,
          DefaultBuckets(8)};
}

void RegisterWidth(int width, const std::vector<chess::EpdRecord>& records) {
  struct Rows {
    const char* name;
    bool threats;
    RowChoice choice;
  };
  const Rows kinds[] = {{"plain", false, {}}, {"8bit", true, {}}, {"16bit", true, {true, false}}};
  for (const Rows& rows : kinds) {
    const auto network = std::make_shared<PreparedNetwork>(Prepare(
        SyntheticNetwork(Shape(width, rows.threats), /*seed=*/1), std::nullopt, rows.choice));
    for (const Kernels* kernels : kAllKernels) {
      if (!CpuSupports(*kernels)) continue;
      RegisterNet(absl::StrFormat("%d/%s/%s", width, rows.name, kernels->name),
                  {network, kernels, &records});
    }
  }
  benchmark::RegisterBenchmark(
      absl::StrFormat("random_rows/%d", width).c_str(),
      [width](benchmark::State& state) { BM_RandomRows(state, ChosenKernels(), width); });
}

std::vector<chess::EpdRecord> Positions() {
  const auto text = ReadFile(kPositions);
  CHECK(text.ok());
  auto records = chess::ParseEpdFile(kPositions, *text);
  CHECK(records.ok());
  return *std::move(records);
}

}  // namespace
}  // namespace coherent::net

int main(int argc, char** argv) {
  const auto records = coherent::net::Positions();
  for (const int width : {128, 256, 768, 1536}) coherent::net::RegisterWidth(width, records);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
