#include "tools/net/diff.h"

#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "lib/export/report.h"
#include "lib/net/format.h"
#include "lib/net/reference.h"

namespace coherent {
namespace {

using net::Architecture;
using net::Network;

// Counts what differs between two arrays and shows the first place.
template <class T>
bool PrintDifference(absl::string_view name, size_t row_size, std::span<const T> a,
                     std::span<const T> b, std::ostream& out) {
  size_t count = 0, first = 0;
  for (size_t i = a.size(); i-- > 0;) {
    if (a[i] == b[i]) continue;
    ++count;
    first = i;
  }
  if (count == 0) return false;
  out << name << ": " << count << " of " << a.size() << " differ, first row " << first / row_size
      << ", column " << first % row_size << ": " << a[first] << " and " << b[first] << "\n";
  return true;
}

bool PrintWeightDifferences(const Network& a, const Network& b, std::ostream& out) {
  const size_t width = a.architecture.width, hidden2 = a.architecture.hidden2;
  const auto print = [&out](absl::string_view name, size_t row_size, const auto& x, const auto& y) {
    return PrintDifference(name, row_size, std::span(x.data(), x.size()),
                           std::span(y.data(), y.size()), out);
  };
  bool differ = print("piece rows", width, a.piece_rows, b.piece_rows);
  differ |= print("threat rows", width, a.threat_rows, b.threat_rows);
  differ |= print("input bias", width, a.input_bias, b.input_bias);
  differ |= print("hidden 2 weights", 2 * width, a.hidden2_weights, b.hidden2_weights);
  differ |= print("hidden 2 bias", 1, a.hidden2_bias, b.hidden2_bias);
  differ |= print("hidden 3 weights", hidden2, a.hidden3_weights, b.hidden3_weights);
  differ |= print("hidden 3 bias", 1, a.hidden3_bias, b.hidden3_bias);
  differ |= print("output weights", 1, a.output_weights, b.output_weights);
  if (a.output_bias == b.output_bias) return differ;
  out << "output bias: " << a.output_bias << " and " << b.output_bias << "\n";
  return true;
}

bool PrintShapeDifferences(const Architecture& a, const Architecture& b, std::ostream& out) {
  const Json json_a = exporting::ShapeToJson(a), json_b = exporting::ShapeToJson(b);
  for (const auto& [key, value] : json_a.items()) {
    if (value != json_b[key]) out << key << ": " << value << " and " << json_b[key] << "\n";
  }
  return a != b;
}

// Whether all arrays have equal sizes.
bool HaveEqualArrays(const Architecture& a, const Architecture& b) {
  Architecture scaled = a;
  scaled.output_scale = b.output_scale;
  scaled.bucket_table = b.bucket_table;
  return scaled == b;
}

// Exchanges one layer of two nets.
struct Layer {
  absl::string_view name;
  void (*exchange)(Network& a, Network& b);
};
constexpr Layer kLayers[] = {
    {"first layer",
     [](Network& a, Network& b) {
       std::swap(a.piece_rows, b.piece_rows);
       std::swap(a.threat_rows, b.threat_rows);
       std::swap(a.input_bias, b.input_bias);
     }},
    {"hidden layer 2",
     [](Network& a, Network& b) {
       std::swap(a.hidden2_weights, b.hidden2_weights);
       std::swap(a.hidden2_bias, b.hidden2_bias);
     }},
    {"hidden layer 3",
     [](Network& a, Network& b) {
       std::swap(a.hidden3_weights, b.hidden3_weights);
       std::swap(a.hidden3_bias, b.hidden3_bias);
     }},
    {"output",
     [](Network& a, Network& b) {
       std::swap(a.output_weights, b.output_weights);
       std::swap(a.output_bias, b.output_bias);
     }},
};

using Positions = std::span<const chess::EpdRecord>;

std::vector<int> ValuesOf(const Network& network, Positions positions) {
  std::vector<int> values;
  for (const chess::EpdRecord& record : positions) {
    values.push_back(
        net::ReferenceValue(network, net::Board(record.position), record.position.side_to_move()));
  }
  return values;
}

ValueChange ChangeOf(const std::vector<int>& a, const std::vector<int>& b, Positions positions) {
  ValueChange change = {.positions = static_cast<i64>(positions.size())};
  i64 sum = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    const int difference = std::abs(a[i] - b[i]);
    change.equal += difference == 0 ? 1 : 0;
    sum += difference;
    if (difference <= change.largest_cp) continue;
    change.largest_cp = difference;
    change.worst = chess::ToFen(positions[i].position);
  }
  change.mean_cp = static_cast<double>(sum) / static_cast<double>(positions.size());
  return change;
}

// What the values of `a` become with all of `b`, then with one layer of it.
void PrintValueDifferences(Network& a, Network& b, Positions positions, std::ostream& out) {
  const std::vector<int> values = ValuesOf(a, positions);
  out << "values: " << ChangeOf(values, ValuesOf(b, positions), positions).ToString() << "\n";
  if (!HaveEqualArrays(a.architecture, b.architecture)) return;
  for (const Layer& layer : kLayers) {
    layer.exchange(a, b);
    out << "values with the second net's " << layer.name << ": "
        << ChangeOf(values, ValuesOf(a, positions), positions).ToString() << "\n";
    layer.exchange(a, b);
  }
}

}  // namespace

std::string ValueChange::ToString() const {
  std::string text = absl::StrFormat("%d of %d equal", equal, positions);
  if (equal == positions) return text;
  absl::StrAppendFormat(&text, ", %.2f centipawns apart on average, %d at most, in \"%s\"", mean_cp,
                        largest_cp, worst);
  return text;
}

ValueChange CompareValues(const Network& a, const Network& b, Positions positions) {
  return ChangeOf(ValuesOf(a, positions), ValuesOf(b, positions), positions);
}

CLI::App& AddNetDiff(CLI::App& app, NetDiffOptions& options) {
  CLI::App& command = *app.add_subcommand("diff", "what differs between two nets");
  command.footer("Example: coherent-net diff old.net new.net --fens positions.epd");
  command.add_option("a", options.a, "a net file")->required();
  command.add_option("b", options.b, "another")->required();
  command.add_option("--fens", options.fens, "positions whose values are compared");
  return command;
}

absl::Status NetDiff(const NetDiffOptions& options, std::ostream& out) {
  ASSIGN_OR_RETURN(net::NetFile a, net::ReadNetwork(options.a));
  ASSIGN_OR_RETURN(net::NetFile b, net::ReadNetwork(options.b));
  std::vector<chess::EpdRecord> positions;
  if (!options.fens.empty()) {
    ASSIGN_OR_RETURN(const std::string text, ReadFile(options.fens));
    ASSIGN_OR_RETURN(positions, chess::ParseEpdFile(options.fens, text));
  }
  bool differ = PrintShapeDifferences(a.network.architecture, b.network.architecture, out);
  if (HaveEqualArrays(a.network.architecture, b.network.architecture)) {
    differ |= PrintWeightDifferences(a.network, b.network, out);
  }
  if (!(a.sections == b.sections)) {
    out << "sections differ\n";
    differ = true;
  }
  if (!positions.empty()) PrintValueDifferences(a.network, b.network, positions, out);
  if (!differ) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(options.a, " and ", options.b, " differ"));
}

}  // namespace coherent
