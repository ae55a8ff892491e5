#include "tools/net/searches.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/progress.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/net/board.h"
#include "lib/net/format.h"
#include "lib/net/kernels/kernels.h"
#include "lib/net/prepared.h"
#include "lib/net/reference.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"
#include "lib/search/report.h"
#include "lib/search/search.h"

namespace coherent {
namespace {

using chess::Move;
using chess::Position;

constexpr int kHashMib = 16;

absl::StatusOr<std::vector<chess::EpdRecord>> ReadPositions(const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return chess::ParseEpdFile(path, text);
}

absl::StatusOr<std::shared_ptr<const net::PreparedNetwork>> ReadPrepared(
    const std::string& path, const net::RowChoice& choice) {
  ASSIGN_OR_RETURN(net::NetFile file, net::ReadNetwork(path));
  return std::make_shared<const net::PreparedNetwork>(
      net::Prepare(std::move(file.network), file.sections.zero_points, choice));
}

// One way of searching with a net.
struct Variant {
  std::string name;
  std::unique_ptr<search::Searcher<search::FixedParams>> searcher;
};

absl::StatusOr<Variant> MakeVariant(std::string name,
                                    std::shared_ptr<const net::PreparedNetwork> network,
                                    bool keep_values,
                                    const net::Kernels& kernels = net::ChosenKernels()) {
  Variant variant = {std::move(name), std::make_unique<search::Searcher<search::FixedParams>>()};
  RETURN_IF_ERROR(variant.searcher->SetHash(kHashMib));
  variant.searcher->SetNetwork(std::move(network), kernels);
  variant.searcher->KeepValues(keep_values);
  return variant;
}

// The first has everything on.
absl::StatusOr<std::vector<Variant>> MakeVariants(const std::string& path) {
  std::vector<Variant> variants;
  const auto add = [&](absl::StatusOr<Variant> variant) {
    RETURN_IF_ERROR(variant.status());
    variants.push_back(*std::move(variant));
    return absl::OkStatus();
  };
  ASSIGN_OR_RETURN(const auto whole, ReadPrepared(path, {}));
  RETURN_IF_ERROR(add(MakeVariant("everything on", whole, true)));
  RETURN_IF_ERROR(add(MakeVariant("no values kept", whole, false)));
  if (whole->architecture.has_threats()) {
    ASSIGN_OR_RETURN(const auto wide, ReadPrepared(path, {.rows8 = false}));
    RETURN_IF_ERROR(add(MakeVariant("rows in 16 bits", wide, true)));
    ASSIGN_OR_RETURN(const auto unfolded, ReadPrepared(path, {.fold = false}));
    RETURN_IF_ERROR(add(MakeVariant("rows not folded", unfolded, true)));
  }
  for (const net::Kernels* kernels : net::kAllKernels) {
    if (kernels == &net::ChosenKernels() || !net::CpuSupports(*kernels)) continue;
    RETURN_IF_ERROR(
        add(MakeVariant(absl::StrCat("kernels ", kernels->name), whole, true, *kernels)));
  }
  return variants;
}

// Everything that a search says and that no clock decides.
std::string Transcript(search::Searcher<search::FixedParams>& searcher, const Position& root,
                       u64 nodes) {
  std::string text;
  searcher.Clear();
  searcher.Begin({.nodes = nodes});
  const search::Result result =
      searcher.Run(root, chess::KeyHistory(root), [&](const search::Report& report) {
        absl::StrAppend(&text, "depth ", report.depth, " score ", report.score.value_or(0),
                        " nodes ", report.nodes, " pv");
        for (const Move move : report.pv) absl::StrAppend(&text, " ", move.bits());
        text += '\n';
      });
  return absl::StrCat(text, "nodes ", result.nodes, " best ", result.best.bits(), "\n");
}

// What kinds of nodes a search went through.
struct Kinds {
  u64 nodes = 0;
  u64 in_check = 0, captures = 0, promotions = 0, castlings = 0, en_passants = 0;
  u64 kept = 0;

  bool HasAll() const {
    return std::min({in_check, captures, promotions, castlings, en_passants}) > 0;
  }
};

// Looks on at a search: counts nodes, computes their values and hands them on.
class Onlooker {
 public:
  Onlooker(const net::Network& network, std::ostream* fens, std::ostream* values)
      : network_(network), fens_(fens), values_(values) {}

  const Kinds& kinds() const { return kinds_; }
  const absl::Status& status() const { return status_; }

  void Look(const Position& before, Move move, const Position& after, net::Evaluator& evaluator) {
    if (!status_.ok()) return;
    ++kinds_.nodes;
    kinds_.in_check += after.InCheck() ? 1 : 0;
    kinds_.captures += before.IsCapture(move) ? 1 : 0;
    kinds_.promotions += move.IsPromotion() ? 1 : 0;
    kinds_.castlings += move.IsCastling() ? 1 : 0;
    kinds_.en_passants += move.IsEnPassant() ? 1 : 0;
    const int value = evaluator.Compute(after);
    const int slow = net::ReferenceValue(network_, net::Board(after), after.side_to_move());
    Hold("the value by update", value, slow, after);
    if (const auto kept = evaluator.Kept(after)) {
      ++kinds_.kept;
      Hold("the value kept", *kept, slow, after);
    }
    if (fens_ != nullptr) *fens_ << chess::ToFen(after) << '\n';
    if (values_ != nullptr) *values_ << value << '\n';
  }

 private:
  void Hold(absl::string_view what, int found, int expected, const Position& position) {
    if (found == expected) return;
    status_ = absl::FailedPreconditionError(absl::StrCat(chess::ToFen(position), ": ", what,
                                                         ": found ", found, ", expected ", expected,
                                                         ", which is the slow path's"));
  }

  const net::Network& network_;
  std::ostream* fens_;
  std::ostream* values_;
  Kinds kinds_;
  absl::Status status_;
};

absl::StatusOr<const net::Kernels*> KernelsOf(const std::string& name) {
  if (name.empty()) return &net::ChosenKernels();
  if (const net::Kernels* kernels = net::FindKernels(name.c_str())) return kernels;
  return absl::InvalidArgumentError(absl::StrCat(
      "--kernel: found ", name, ", expected generic, avx2 or avx512, and a CPU for it"));
}

absl::Status SearchAll(const NetDumpOptions& options, const net::Kernels& kernels,
                       Onlooker& onlooker) {
  ASSIGN_OR_RETURN(const auto records, ReadPositions(options.fens));
  ASSIGN_OR_RETURN(auto network, ReadPrepared(options.net, {}));
  const auto searcher = std::make_unique<search::Searcher<search::WatchedParams>>();
  RETURN_IF_ERROR(searcher->SetHash(kHashMib));
  searcher->SetNetwork(std::move(network), kernels);
  searcher->Watch(
      [&](const Position& before, Move move, const Position& after, net::Evaluator& evaluator) {
        onlooker.Look(before, move, after, evaluator);
      });
  Progress progress(static_cast<i64>(records.size()), "positions");
  for (const chess::EpdRecord& record : records) {
    searcher->Clear();
    searcher->Begin({.nodes = options.nodes});
    searcher->Run(record.position, chess::KeyHistory(record.position),
                  [](const search::Report&) {});
    RETURN_IF_ERROR(onlooker.status());
    progress.Advance();
  }
  return absl::OkStatus();
}

// A file to be written, or nothing if it has no name.
absl::StatusOr<std::unique_ptr<std::ofstream>> OpenOutput(const std::string& path) {
  if (path.empty()) return nullptr;
  auto file = std::make_unique<std::ofstream>(path, std::ios::trunc);
  if (!*file) return absl::InvalidArgumentError(absl::StrCat(path, ": cannot be written"));
  return file;
}

absl::Status CloseOutput(const std::string& path, std::ofstream* file) {
  if (file == nullptr) return absl::OkStatus();
  file->close();
  return *file ? absl::OkStatus() : absl::InternalError(absl::StrCat(path, ": writing failed"));
}

}  // namespace

CLI::App& AddNetSearches(CLI::App& app, NetSearchesOptions& options) {
  CLI::App& command =
      *app.add_subcommand("searches", "does what makes the net fast leave searches as they are?");
  command.footer("Example: coherent-net searches --net my.net --fens positions.epd --count 10");
  command.add_option("--net", options.net, "a net file")->required();
  command.add_option("--fens", options.fens, "positions, FEN or EPD, one a line")->required();
  command.add_option("--nodes", options.nodes, "of each search")->capture_default_str();
  command.add_option("--count", options.count, "of the positions, from the first; 0: all");
  return command;
}

absl::Status NetSearches(const NetSearchesOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(auto records, ReadPositions(options.fens));
  if (options.count > 0 && options.count < records.size()) records.resize(options.count);
  ASSIGN_OR_RETURN(const std::vector<Variant> variants, MakeVariants(options.net));
  for (const Variant& variant : variants) out << "variant: " << variant.name << "\n";
  Progress progress(static_cast<i64>(records.size()), "positions");
  for (const chess::EpdRecord& record : records) {
    const std::string expected = Transcript(*variants[0].searcher, record.position, options.nodes);
    for (size_t i = 1; i < variants.size(); ++i) {
      const std::string found = Transcript(*variants[i].searcher, record.position, options.nodes);
      if (found == expected) continue;
      return absl::FailedPreconditionError(
          absl::StrCat(chess::ToFen(record.position), ": ", variants[i].name, ": found\n", found,
                       "expected, as with ", variants[0].name, "\n", expected));
    }
    progress.Advance();
  }
  out << records.size() << " searches of " << options.nodes << " nodes, " << variants.size()
      << " variants: equal\n";
  return absl::OkStatus();
}

CLI::App& AddNetDump(CLI::App& app, NetDumpOptions& options) {
  CLI::App& command = *app.add_subcommand("dump", "every node of searches, with its raw value");
  command.footer(
      "Example: coherent-net dump --net my.net --fens positions.epd --fens-out f.txt --values-out "
      "v.txt");
  command.add_option("--net", options.net, "a net file")->required();
  command.add_option("--fens", options.fens, "positions, FEN or EPD, one a line")->required();
  command.add_option("--nodes", options.nodes, "of each search")->capture_default_str();
  command.add_option("--kernel", options.kernel, "generic, avx2 or avx512; else as the engine");
  command.add_option("--fens-out", options.fens_out, "the nodes' positions, one a line");
  command.add_option("--values-out", options.values_out, "their values, one a line");
  return command;
}

absl::Status NetDump(const NetDumpOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::Kernels* kernels, KernelsOf(options.kernel));
  ASSIGN_OR_RETURN(const net::NetFile file, net::ReadNetwork(options.net));
  ASSIGN_OR_RETURN(const auto fens, OpenOutput(options.fens_out));
  ASSIGN_OR_RETURN(const auto values, OpenOutput(options.values_out));
  Onlooker onlooker(file.network, fens.get(), values.get());
  RETURN_IF_ERROR(SearchAll(options, *kernels, onlooker));
  RETURN_IF_ERROR(CloseOutput(options.fens_out, fens.get()));
  RETURN_IF_ERROR(CloseOutput(options.values_out, values.get()));
  const Kinds& kinds = onlooker.kinds();
  out << "kernels: " << kernels->name << "\nnodes: " << kinds.nodes
      << "\nin check: " << kinds.in_check << "\nafter captures: " << kinds.captures
      << "\nafter promotions: " << kinds.promotions << "\nafter castlings: " << kinds.castlings
      << "\nafter en passants: " << kinds.en_passants << "\nvalues kept: " << kinds.kept << "\n";
  if (!kinds.HasAll()) {
    return absl::FailedPreconditionError(
        "a kind of node did not occur: search longer, or other positions");
  }
  out << "all values equal\n";
  return absl::OkStatus();
}

}  // namespace coherent
