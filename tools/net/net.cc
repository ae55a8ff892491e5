#include "tools/net/net.h"

#include <algorithm>
#include <fstream>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/export/report.h"
#include "lib/net/format.h"
#include "lib/net/reference.h"
#include "lib/net/synthetic.h"
#include "lib/net/zero_point.h"
#include "tools/net/shape.h"

namespace coherent {
namespace {

using net::Architecture;
using net::Network;

Json InfoToJson(const net::NetFile& file) {
  Json sections = Json::array();
  if (file.sections.zero_points) sections.push_back("zero-point");
  if (file.sections.fold) sections.push_back("fold");
  if (file.sections.rows8) sections.push_back("int8");
  Json json = {{"sha256", file.hash},
               {"shape", exporting::ShapeToJson(file.network.architecture)},
               {"rows", exporting::RowsToJson(file.network)},
               {"sections", sections},
               {"derived_bounds", exporting::BoundsToJson(net::ChargeBounds(file.network))}};
  if (file.sections.zero_points)
    json["stated_bounds"] = exporting::BoundsToJson(*file.sections.zero_points);
  return json;
}

// "shape.width: 768", a line for each leaf.
void PrintPlain(const std::string& prefix, const Json& json, std::ostream& out) {
  if (!json.is_object()) {
    out << prefix << ": " << (json.is_string() ? json.get<std::string>() : json.dump()) << "\n";
    return;
  }
  for (const auto& [key, value] : json.items()) {
    PrintPlain(prefix.empty() ? key : absl::StrCat(prefix, ".", key), value, out);
  }
}

absl::Status EvaluateLines(const Network& network, absl::string_view name, std::istream& in,
                           std::ostream& out) {
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    const absl::StatusOr<chess::EpdRecord> record = chess::ParseEpd(line);
    if (!record.ok()) {
      return absl::Status(record.status().code(),
                          absl::StrCat(name, ":", number, ": ", record.status().message()));
    }
    const chess::Position& position = record->position;
    out << net::ReferenceValue(network, net::Board(position), position.side_to_move()) << "\n";
  }
  return absl::OkStatus();
}

absl::StatusOr<net::Sections> SectionsOf(const std::vector<std::string>& names,
                                         const Network& network) {
  net::Sections sections;
  for (const std::string& name : names) {
    if (name == "zero-point") {
      sections.zero_points = net::ChargeBounds(network);
    } else if (name == "fold" && network.architecture.has_threats()) {
      sections.fold = true;
    } else if (name == "int8" && network.architecture.has_threats()) {
      sections.rows8 = true;
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("--sections: found \"", name, "\", expected zero-point",
                       network.architecture.has_threats() ? ", fold or int8" : ""));
    }
  }
  return sections;
}

}  // namespace

CLI::App& AddNetInfo(CLI::App& app, NetInfoOptions& options) {
  CLI::App& command = *app.add_subcommand("info", "shape, hash, sections, rows, bounds of a file");
  command.footer("Example: coherent-net info testdata/nets/main.net");
  command.add_option("net", options.net, "a net file")->required();
  command.add_flag("--json", options.json, "one JSON object instead of text");
  return command;
}

absl::Status NetInfo(const NetInfoOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::NetFile file, net::ReadNetwork(options.net));
  const Json json = InfoToJson(file);
  if (options.json) {
    out << json.dump() << "\n";
  } else {
    PrintPlain("", json, out);
  }
  return absl::OkStatus();
}

CLI::App& AddNetEval(CLI::App& app, NetEvalOptions& options) {
  CLI::App& command = *app.add_subcommand("eval", "raw values of positions, one a line");
  command.footer("Example: coherent-net eval --net testdata/nets/main.net --fens positions.epd");
  command.add_option("--net", options.net, "a net file")->required();
  command.add_option("--fens", options.fens, "a file of positions; without it stdin");
  return command;
}

absl::Status NetEval(const NetEvalOptions& options, std::istream& in, std::ostream& out) {
  ASSIGN_OR_RETURN(const net::NetFile file, net::ReadNetwork(options.net));
  if (options.fens.empty()) return EvaluateLines(file.network, "stdin", in, out);
  RETURN_IF_ERROR(OpenForReading(options.fens).status());
  std::ifstream fens(options.fens);
  return EvaluateLines(file.network, options.fens, fens, out);
}

CLI::App& AddNetRandom(CLI::App& app, NetRandomOptions& options) {
  CLI::App& command = *app.add_subcommand("random", "writes a synthetic net");
  command.footer("Example: coherent-net random --shape main --seed 1 --out random.net");
  command.add_option("--shape", options.shape, ShapeNames())->required();
  command.add_option("--seed", options.seed, "equal seeds, equal bytes")->required();
  command.add_option("--out", options.out, "the file to be written")->required();
  command.add_option("--sections", options.sections, "of zero-point, int8, fold");
  return command;
}

absl::Status NetRandom(const NetRandomOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(const Architecture architecture, ParseShape(options.shape));
  const Network network = net::SyntheticNetwork(architecture, options.seed);
  ASSIGN_OR_RETURN(const net::Sections sections, SectionsOf(options.sections, network));
  const std::string bytes = net::SerializeNetwork(network, sections);
  RETURN_IF_ERROR(WriteFileAtomically(options.out, bytes));
  out << options.out << ": " << bytes.size() << " bytes, SHA-256 of the file " << Sha256Hex(bytes)
      << "\n";
  return absl::OkStatus();
}

}  // namespace coherent
