#include "tools/net/verify.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/progress.h"
#include "lib/base/random.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/movegen.h"
#include "lib/net/format.h"
#include "lib/net/net_evaluator.h"
#include "lib/net/reference.h"

namespace coherent {
namespace {

using chess::Move;
using chess::Position;

// One way of computing values.
struct Way {
  std::string name;
  std::unique_ptr<net::NetEvaluator> evaluator;
};

absl::StatusOr<std::vector<Way>> AllWays(const std::string& path) {
  std::vector<Way> ways;
  for (const net::RowChoice& choice :
       {net::RowChoice{false, false}, {false, true}, {true, false}, {true, true}}) {
    // Read again: preparing takes the network over.
    ASSIGN_OR_RETURN(net::NetFile file, net::ReadNetwork(path));
    const bool has_threats = file.network.architecture.has_threats();
    const auto prepared = std::make_shared<net::PreparedNetwork>(
        net::Prepare(std::move(file.network), file.sections.zero_points, choice));
    for (const net::Kernels* kernels : net::kAllKernels) {
      if (!net::CpuSupports(*kernels)) continue;
      const std::string rows = !has_threats ? ""
                                            : absl::StrCat(choice.fold ? ", folded" : ", unfolded",
                                                           choice.rows8 ? ", 8 bits" : ", 16 bits");
      ways.push_back({absl::StrCat(kernels->name, rows),
                      std::make_unique<net::NetEvaluator>(prepared, *kernels)});
    }
    if (!has_threats) break;
  }
  return ways;
}

// What the positions reached by a move had in common with those of a search.
struct Counts {
  i64 positions = 0;
  i64 updates = 0;
  i64 checks = 0, captures = 0, promotions = 0, castlings = 0, en_passants = 0, passes = 0;
};

class Verifier {
 public:
  Verifier(const net::Network& network, std::vector<Way> ways, u64 seed)
      : network_(network), ways_(std::move(ways)), random_(seed) {}

  const Counts& counts() const { return counts_; }

  absl::Status Verify(const Position& start, int plies) {
    ++counts_.positions;
    for (const Way& way : ways_) way.evaluator->Reset(start);
    RETURN_IF_ERROR(Compare(start, "from scratch"));
    std::vector<Position> line = {start};
    for (int ply = 0; ply < plies; ++ply) {
      const std::optional<Position> next = PlayRandomly(line.back());
      if (!next) break;
      line.push_back(*next);
      ++counts_.updates;
      // Now and then a position is not asked for, and its sums are made later or never.
      if (random_.Below(4) != 0) RETURN_IF_ERROR(Compare(*next, "by update"));
    }
    while (line.size() > 1) {
      line.pop_back();
      for (const Way& way : ways_) way.evaluator->Pop();
      if (random_.Below(4) == 0) RETURN_IF_ERROR(Compare(line.back(), "after taking back"));
    }
    return absl::OkStatus();
  }

 private:
  std::optional<Position> PlayRandomly(const Position& before) {
    const chess::MoveList moves = chess::LegalMoves(before);
    if (moves.empty()) return std::nullopt;
    const bool pass = !before.InCheck() && random_.Below(20) == 0;
    const Move move = moves[random_.Below(moves.size())];
    Position after = before;
    for (const Way& way : ways_) {
      way.evaluator->Push();
      if (pass) continue;
      after = before;
      after.Make(move, *way.evaluator);
    }
    if (pass) {
      after.MakeNull();
      ++counts_.passes;
    } else {
      Count(before, move, after);
    }
    return after;
  }

  void Count(const Position& before, Move move, const Position& after) {
    counts_.checks += after.InCheck() ? 1 : 0;
    counts_.captures += before.IsCapture(move) ? 1 : 0;
    counts_.promotions += move.IsPromotion() ? 1 : 0;
    counts_.castlings += move.IsCastling() ? 1 : 0;
    counts_.en_passants += move.IsEnPassant() ? 1 : 0;
  }

  absl::Status Compare(const Position& position, absl::string_view how) {
    const int expected =
        net::ReferenceValue(network_, net::Board(position), position.side_to_move());
    for (const Way& way : ways_) {
      const int found = way.evaluator->Evaluate(position);
      if (found == expected) continue;
      return absl::FailedPreconditionError(absl::StrCat(chess::ToFen(position), ": ", way.name,
                                                        ", ", how, ": found ", found, ", expected ",
                                                        expected));
    }
    return absl::OkStatus();
  }

  const net::Network& network_;
  std::vector<Way> ways_;
  Random random_;
  Counts counts_;
};

}  // namespace

CLI::App& AddNetVerify(CLI::App& app, NetVerifyOptions& options) {
  CLI::App& command = *app.add_subcommand("verify", "holds the engine's path to the slow path");
  command.footer("Example: coherent-net verify --net my.net --fens positions.epd");
  command.add_option("--net", options.net, "a net file")->required();
  command.add_option("--fens", options.fens, "positions, FEN or EPD, one a line")->required();
  command.add_option("--plies", options.plies, "random moves from each position")
      ->capture_default_str();
  command.add_option("--seed", options.seed, "of the random moves")->capture_default_str();
  return command;
}

absl::Status NetVerify(const NetVerifyOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::NetFile file, net::ReadNetwork(options.net));
  ASSIGN_OR_RETURN(const std::string text, ReadFile(options.fens));
  ASSIGN_OR_RETURN(const std::vector<chess::EpdRecord> records,
                   chess::ParseEpdFile(options.fens, text));
  ASSIGN_OR_RETURN(std::vector<Way> ways, AllWays(options.net));
  for (const Way& way : ways) out << "way: " << way.name << "\n";
  Verifier verifier(file.network, std::move(ways), options.seed);
  Progress progress(static_cast<i64>(records.size()), "positions");
  for (const chess::EpdRecord& record : records) {
    RETURN_IF_ERROR(verifier.Verify(record.position, options.plies));
    progress.Advance();
  }
  const Counts& counts = verifier.counts();
  out << "positions: " << counts.positions << "\nmoves: " << counts.updates
      << "\nchecks: " << counts.checks << "\ncaptures: " << counts.captures
      << "\npromotions: " << counts.promotions << "\ncastlings: " << counts.castlings
      << "\nen passant: " << counts.en_passants << "\npasses: " << counts.passes
      << "\nall values equal\n";
  return absl::OkStatus();
}

}  // namespace coherent
