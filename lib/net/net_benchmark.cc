// How long the net takes, and how many rows a move touches: one line a shape and kernel. Times are
// of this thread's processor time, the best of several rounds.
//
//   bazel run --config=opt //lib/net:net_benchmark -- $PWD/testdata/bench.epd
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

#include "lib/base/check.h"
#include "lib/base/file.h"
#include "lib/chess/epd.h"
#include "lib/chess/movegen.h"
#include "lib/net/net_evaluator.h"
#include "lib/net/synthetic.h"
#include "lib/net/threats.h"

namespace coherent::net {
namespace {

using chess::Move;
using chess::Position;

constexpr int kRounds = 7;

double Now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

// Nanoseconds for each of `count` things that `run` does, at best.
template <class Run>
double BestTime(size_t count, Run run) {
  double best = 1e18;
  for (int round = 0; round < kRounds; ++round) {
    const double start = Now();
    run();
    best = std::min(best, (Now() - start) / static_cast<double>(count));
  }
  return best;
}

// A position with its moves of one sort.
struct Node {
  Position position;
  std::vector<Move> moves;
};

template <class Accept>
std::vector<Node> NodesWith(const std::vector<chess::EpdRecord>& records, Accept accept) {
  std::vector<Node> nodes;
  for (const chess::EpdRecord& record : records) {
    Node node = {record.position, {}};
    for (const Move move : chess::LegalMoves(record.position)) {
      if (accept(record.position, move)) node.moves.push_back(move);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

size_t CountMoves(const std::vector<Node>& nodes) {
  size_t count = 0;
  for (const Node& node : nodes) count += node.moves.size();
  return count;
}

// Time of making a move with `observe` around it.
template <class Observe>
double TimeOfMoves(NetEvaluator& evaluator, const std::vector<Node>& nodes, Observe observe) {
  return BestTime(CountMoves(nodes), [&] {
    for (const Node& node : nodes) {
      evaluator.Reset(node.position);
      evaluator.Evaluate(node.position);
      for (const Move move : node.moves) {
        Position next = node.position;
        evaluator.Push();
        next.Make(move, evaluator);
        observe(next);
        evaluator.Pop();
      }
    }
  });
}

// Threat rows read for a move, a view.
double RowsAMove(const PreparedNetwork& network, const std::vector<Node>& nodes) {
  size_t rows = 0;
  for (const Node& node : nodes) {
    const Board before(node.position);
    for (const Move move : node.moves) {
      Position next = node.position;
      next.Make(move);
      const Board after(next);
      Bitboard changed;
      for (const Square square : Bitboard::All()) {
        if (before.PieceAt(square) != after.PieceAt(square)) changed |= Bitboard(square);
      }
      ThreatChanges changes;
      FindThreatChanges(before, after, changed, changes);
      const View view(Color::kWhite, after);
      for (const ThreatList* pairs : {&changes.removed, &changes.added}) {
        for (const ThreatPair& pair : *pairs) {
          network.threats.Visit(
              ThreatRow(Of(view, pair)), [&rows](const i16*) { ++rows; },
              [&rows](const i8*) { ++rows; });
        }
      }
    }
  }
  return static_cast<double>(rows) / static_cast<double>(CountMoves(nodes));
}

void Measure(const Architecture& shape, const std::vector<chess::EpdRecord>& records,
             const RowChoice& choice) {
  const auto network = std::make_shared<PreparedNetwork>(
      Prepare(SyntheticNetwork(shape, /*seed=*/1), std::nullopt, choice));
  const auto is_king = [](const Position& p, Move m) { return p.Moved(m).kind() == Kind::kKing; };
  const std::vector<Node> quiet =
      NodesWith(records, [&](const Position& p, Move m) { return p.IsQuiet(m) && !is_king(p, m); });
  const std::vector<Node> captures = NodesWith(
      records, [&](const Position& p, Move m) { return p.IsCapture(m) && !is_king(p, m); });
  const std::vector<Node> kings = NodesWith(records, is_king);
  for (const Kernels* kernels : kAllKernels) {
    if (!CpuSupports(*kernels)) continue;
    NetEvaluator evaluator(network, *kernels);
    const double scratch = BestTime(records.size(), [&] {
      for (const chess::EpdRecord& record : records) {
        evaluator.Reset(record.position);
        evaluator.Evaluate(record.position);
      }
    });
    const double head = BestTime(1000, [&] {
      for (int i = 0; i < 1000; ++i) evaluator.Evaluate(records.back().position);
    });
    std::printf("%5d %-7s %-6s %-7s %8.0f %8.0f", shape.width,
                shape.has_threats() ? "threats" : "plain",
                !shape.has_threats() ? "-"
                : choice.rows8       ? "8 bit"
                                     : "16 bit",
                kernels->name, scratch, head);
    for (const auto* nodes : {&quiet, &captures, &kings}) {
      const double made = TimeOfMoves(evaluator, *nodes, [](const Position&) {});
      const double evaluated =
          TimeOfMoves(evaluator, *nodes, [&](const Position& next) { evaluator.Evaluate(next); });
      std::printf(" %8.0f", evaluated - made - head);
      if (shape.has_threats()) std::printf(" (%4.1f)", RowsAMove(*network, *nodes));
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

void Run(const char* path) {
  const auto text = ReadFile(path);
  CHECK(text.ok());
  const auto records = chess::ParseEpdFile(path, *text);
  CHECK(records.ok());
  std::printf(
      "width rows    choice kernel   scratch     head    quiet  capture     king: ns (threat rows "
      "a view)\n");
  for (const int width : {256, 768, 1536}) {
    const int hidden = width == 1536 ? 64 : 16;
    for (const int threat_rows : {0, kThreatRows}) {
      const Architecture shape = {
          width, 8, threat_rows, hidden, width == 1536 ? 64 : 32, 153, DefaultBuckets(8)};
      Measure(shape, *records, {true, true});
      if (threat_rows > 0) Measure(shape, *records, {true, false});
    }
  }
}

}  // namespace
}  // namespace coherent::net

int main(int argc, char** argv) {
  CHECK(argc == 2);
  coherent::net::Run(argv[1]);
}
