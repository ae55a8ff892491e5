#include "tools/export/export.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/progress.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/export/activity.h"
#include "lib/export/bounds.h"
#include "lib/export/embed.h"
#include "lib/export/float_net.h"
#include "lib/export/page.h"
#include "lib/export/quantise.h"
#include "lib/export/report.h"
#include "lib/export/reshape.h"
#include "lib/net/architecture.h"
#include "lib/net/format.h"
#include "lib/net/load.h"
#include "lib/net/net_evaluator.h"
#include "lib/net/proof32.h"
#include "lib/net/reference.h"
#include "lib/train/checkpoint.h"

namespace coherent {
namespace {

using exporting::Clip;
using exporting::OutOfRange;
using exporting::Quantised;

using Positions = std::vector<chess::EpdRecord>;

// No positions of no file.
absl::StatusOr<Positions> ReadPositions(const std::string& path) {
  if (path.empty()) return Positions();
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return chess::ParseEpdFile(path, text);
}

struct WantedSections {
  bool zero_points = false;
  bool fold = false;
  bool rows8 = false;
};

absl::StatusOr<WantedSections> ParseSections(const std::vector<std::string>& names,
                                             const net::Architecture& shape) {
  if (names == std::vector<std::string>{"none"}) return WantedSections();
  const bool threats = shape.has_threats();
  if (names == std::vector<std::string>{"all"}) return WantedSections{true, threats, threats};
  WantedSections wanted;
  for (const std::string& name : names) {
    if (name == "zero-point") {
      wanted.zero_points = true;
    } else if (name == "fold" && threats) {
      wanted.fold = true;
    } else if (name == "int8" && threats) {
      wanted.rows8 = true;
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("--sections: found \"", name, "\", expected all, none, or of zero-point",
                       threats ? ", int8, fold" : " (int8 and fold are for nets with threats)"));
    }
  }
  return wanted;
}

Json SectionsToJson(const net::Sections& sections) {
  Json list = Json::array();
  if (sections.zero_points) list.push_back("zero-point");
  if (sections.fold) list.push_back("fold");
  if (sections.rows8) list.push_back("int8");
  return list;
}

Json ClipsToJson(const std::vector<Clip>& clips) {
  Json list = Json::array();
  for (const Clip& clip : clips) {
    list.push_back({{"tensor", clip.tensor.data()},
                    {"row", clip.row},
                    {"column", clip.column},
                    {"value", clip.value}});
  }
  return list;
}

absl::Status Differs(const chess::EpdRecord& record, absl::string_view what, int found,
                     int expected) {
  return absl::InternalError(absl::StrCat(chess::ToFen(record.position), ": value ", what,
                                          ": found ", found, ", expected ", expected));
}

// Puts the first layer's neurons in the order the positions suggest, and holds the new net's values
// to the old one's on all of them.
absl::StatusOr<Json> Reorder(const std::string& path, net::Network& network) {
  ASSIGN_OR_RETURN(const Positions positions, ReadPositions(path));
  const exporting::Activity activity = exporting::MeasureActivity(network, positions);
  std::vector<int> old_order(network.architecture.width);
  std::iota(old_order.begin(), old_order.end(), 0);
  const std::vector<int> order = exporting::PairedOrder(activity);
  net::Network reordered = exporting::WithNeurons(network, order);
  Progress progress(static_cast<i64>(positions.size()), "positions held to the old order");
  for (const chess::EpdRecord& record : positions) {
    const net::Board board(record.position);
    const chess::Color side = record.position.side_to_move();
    const int found = net::ReferenceValue(reordered, board, side);
    const int expected = net::ReferenceValue(network, board, side);
    if (found != expected) return Differs(record, "reordered", found, expected);
    progress.Advance();
  }
  network = std::move(reordered);
  const auto share = [&](std::span<const int> neurons) {
    const exporting::PairCount count = exporting::CountZeroPairs(activity, neurons);
    return static_cast<double>(count.zero) / static_cast<double>(count.all);
  };
  return Json{{"fens", path},
              {"positions", positions.size()},
              {"zero_pairs_before", share(old_order)},
              {"zero_pairs_after", share(order)},
              {"order", order}};
}

// Holds what the engine makes of the file to the slow path, and says how far rounding has moved
// values.
absl::StatusOr<Json> Check(const std::string& path, const train::Checkpoint& checkpoint,
                           const net::Network& network, const std::string& net) {
  ASSIGN_OR_RETURN(const Positions positions, ReadPositions(path));
  ASSIGN_OR_RETURN(const net::LoadedNetwork loaded, net::LoadNetwork("the net written", net));
  net::NetEvaluator engine(loaded.network);
  Progress progress(static_cast<i64>(positions.size()), "positions checked");
  double sum = 0, worst = -1;
  const chess::EpdRecord* worst_record = nullptr;
  for (const chess::EpdRecord& record : positions) {
    const net::Board board(record.position);
    const chess::Color side = record.position.side_to_move();
    const int value = net::ReferenceValue(network, board, side);
    engine.Reset(record.position);
    const int found = engine.Evaluate(record.position);
    if (found != value) return Differs(record, "by the engine", found, value);
    const double error = std::abs(value - exporting::FloatValue(checkpoint, board, side));
    sum += error;
    if (error > worst) worst_record = &record;
    worst = std::max(worst, error);
    progress.Advance();
  }
  return Json{{"fens", path},
              {"positions", positions.size()},
              {"mean_error_cp", sum / static_cast<double>(positions.size())},
              {"max_error_cp", worst},
              {"worst", chess::ToFen(worst_record->position)}};
}

// With the neurons' activity on the positions there are.
absl::Status WritePage(const ExportOptions& options, const Json& report,
                       const net::Network& network, const net::ZeroPoints& points) {
  ASSIGN_OR_RETURN(const Positions positions,
                   ReadPositions(options.check.empty() ? options.reorder : options.check));
  const exporting::Activity activity = exporting::MeasureActivity(network, positions);
  return WriteFileAtomically(options.page,
                             exporting::ReportPage(options.out, report, network, points,
                                                   positions.empty() ? nullptr : &activity));
}

void PrintTests(const Json& report, std::ostream& out) {
  if (report.contains("reorder")) {
    const Json& reorder = report["reorder"];
    out << absl::StreamFormat(
        "reordered: %d positions with equal values, %.1f %% of pairs zero instead of %.1f\n",
        reorder["positions"].get<i64>(), 100 * reorder["zero_pairs_after"].get<double>(),
        100 * reorder["zero_pairs_before"].get<double>());
  }
  if (report.contains("check")) {
    const Json& check = report["check"];
    out << absl::StreamFormat(
        "checked: the engine's values are right in %d positions; from the float net they differ by "
        "%.1f centipawns on average, by %.1f at most, in \"%s\"\n",
        check["positions"].get<i64>(), check["mean_error_cp"].get<double>(),
        check["max_error_cp"].get<double>(), check["worst"].get<std::string>());
  }
}

void Print(const Json& report, const std::vector<Clip>& clips, std::ostream& out) {
  const Json& shape = report["shape"];
  const Json& bounds = report["bounds"];
  out << report["net"].get<std::string>() << ": " << report["net_bytes"] << " bytes, width "
      << shape["width"] << ", buckets " << shape["buckets"] << ", threat rows "
      << shape["threat_rows"] << ", hidden layers " << shape["hidden2"] << " and "
      << shape["hidden3"] << ", output scale " << shape["output_scale"] << "\n"
      << "sections: " << report["sections"].dump() << "\n"
      << "sha256 of the file: " << report["net_sha256"].get<std::string>() << "\n"
      << "sha256 of the checkpoint: " << report["checkpoint_sha256"].get<std::string>() << "\n"
      << "later sums fit 32 bits: proved\n"
      << "first sums fit 16 bits: proved, " << bounds["lower"] << " to " << bounds["upper"]
      << ", zero points " << bounds["zero_point_min"] << " to " << bounds["zero_point_max"] << "\n"
      << "threat rows outside 8 bits: " << report["rows"]["threat_rows_outside_8_bits"] << " of "
      << shape["threat_rows"] << ", folded " << report["rows"]["folded_threat_rows_outside_8_bits"]
      << " of " << report["rows"]["folded_threat_rows"] << "\n"
      << "weights clipped: " << clips.size() << "\n";
  for (const Clip& clip : clips) out << "  " << clip.ToString() << "\n";
  PrintTests(report, out);
  for (const Json& layer : report["constant_layers"]) {
    out << "warning: all weights of " << layer.get<std::string>() << " are equal\n";
  }
}

// What the checkpoint's file says, and its hash. The bytes themselves are not kept: with the
// numbers they are most of what this program needs of memory.
struct Source {
  train::Checkpoint checkpoint;
  std::string hash;
};

absl::StatusOr<Source> ReadSource(const ExportOptions& options) {
  ASSIGN_OR_RETURN(const std::string bytes, ReadFile(options.checkpoint));
  Source source;
  ASSIGN_OR_RETURN(source.checkpoint, train::ParseCheckpoint(options.checkpoint, bytes));
  source.hash = Sha256Hex(bytes);
  net::Architecture& shape = source.checkpoint.shape.architecture;
  shape.output_scale = options.output_scale.value_or(shape.output_scale);
  RETURN_IF_ERROR(net::CheckArchitecture(options.checkpoint, shape));
  return source;
}

}  // namespace

absl::Status ExportNet(const ExportOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(Source source, ReadSource(options));
  ASSIGN_OR_RETURN(const WantedSections wanted,
                   ParseSections(options.sections, source.checkpoint.shape.architecture));
  ASSIGN_OR_RETURN(Quantised quantised,
                   exporting::Quantise(options.checkpoint, source.checkpoint,
                                       options.clip ? OutOfRange::kClip : OutOfRange::kRefuse));
  if (options.check.empty()) source.checkpoint.weights = {};
  net::Network& network = quantised.network;
  RETURN_IF_ERROR(net::ProveSumsFit32Bits(options.checkpoint, network));
  Json report = {{"net", options.out},
                 {"checkpoint", options.checkpoint},
                 {"checkpoint_sha256", source.hash},
                 {"shape", exporting::ShapeToJson(network.architecture)},
                 {"clipped", ClipsToJson(quantised.clips)},
                 {"constant_layers", exporting::ConstantLayers(network)}};
  if (!options.reorder.empty()) {
    ASSIGN_OR_RETURN(report["reorder"], Reorder(options.reorder, network));
  }
  ASSIGN_OR_RETURN(
      const net::ZeroPoints points,
      exporting::ProveSumsFit16Bits(options.checkpoint, network, options.witness_steps));
  report["bounds"] = exporting::BoundsToJson(points);
  report["rows"] = exporting::RowsToJson(network);
  net::Sections sections = {.fold = wanted.fold, .rows8 = wanted.rows8};
  if (wanted.zero_points) sections.zero_points = points;
  report["sections"] = SectionsToJson(sections);
  const std::string net = net::SerializeNetwork(network, sections);
  report["net_bytes"] = net.size();
  report["net_sha256"] = Sha256Hex(net);
  if (!options.check.empty()) {
    ASSIGN_OR_RETURN(report["check"], Check(options.check, source.checkpoint, network, net));
  }
  RETURN_IF_ERROR(WriteFileAtomically(options.out, net));
  if (!options.embed.empty()) {
    const std::string header =
        exporting::EmbedHeader(options.out, report["net_sha256"].get<std::string>());
    RETURN_IF_ERROR(WriteFileAtomically(options.embed, header));
  }
  if (!options.report.empty()) {
    RETURN_IF_ERROR(WriteFileAtomically(options.report, report.dump(2) + "\n"));
  }
  if (!options.page.empty()) {
    RETURN_IF_ERROR(WritePage(options, report, network, points));
  }
  if (options.json) {
    out << report.dump() << "\n";
  } else {
    Print(report, quantised.clips, out);
  }
  return absl::OkStatus();
}

}  // namespace coherent
