#include "lib/export/page.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "lib/base/int.h"
#include "lib/net/rows8.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

constexpr int kWidth = 900, kLeft = 60, kBarHeight = 150, kBase = kBarHeight + 20;

struct Bar {
  std::string label;
  i64 count;
};

std::string Escaped(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

// Bars on a logarithmic scale, each with its count: one of ten can be seen beside one of a million.
std::string BarChart(const std::vector<Bar>& bars) {
  i64 most = 1;
  for (const Bar& bar : bars) most = std::max(most, bar.count);
  std::string svg =
      absl::StrFormat("<svg viewBox='0 0 %d %d' font-size='11'>\n", kWidth, kBase + 25);
  const double step = 1.0 * (kWidth - kLeft) / static_cast<double>(bars.size());
  for (size_t i = 0; i < bars.size(); ++i) {
    const double x = kLeft + step * static_cast<double>(i), middle = x + step / 2;
    const double height = kBarHeight * std::log1p(static_cast<double>(bars[i].count)) /
                          std::log1p(static_cast<double>(most));
    absl::StrAppendFormat(&svg,
                          "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#1f77b4'/>"
                          "<text x='%.1f' y='%.1f' text-anchor='middle'>%d</text>"
                          "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
                          x + 1, kBase - height, step - 2, height, middle, kBase - height - 4,
                          bars[i].count, middle, kBase + 15, Escaped(bars[i].label));
  }
  return absl::StrCat(svg, "</svg>\n");
}

// Weights by magnitude: 0, 1, 2 to 3, 4 to 7, and so on.
std::vector<Bar> Magnitudes(std::span<const i16> weights) {
  std::array<i64, 17> counts = {};
  for (const i16 weight : weights) ++counts[std::bit_width(static_cast<u32>(std::abs(weight)))];
  std::vector<Bar> bars = {{"0", counts[0]}, {"1", counts[1]}};
  for (size_t bits = 2; bits < counts.size(); ++bits) {
    bars.push_back({absl::StrCat(1 << (bits - 1), "+"), counts[bits]});
  }
  return bars;
}

// From the lower to the upper bound, a line a neuron, and the zero point on it.
std::string BoundsChart(const net::ZeroPoints& points) {
  constexpr int kHeight = 300;
  const i32 low = *std::min_element(points.lower.begin(), points.lower.end());
  const i32 high = *std::max_element(points.upper.begin(), points.upper.end());
  const double step = 1.0 * (kWidth - kLeft) / static_cast<double>(points.zero.size());
  const auto y = [&](i32 value) { return 10 + 1.0 * kHeight * (high - value) / (high - low + 1); };
  std::string svg =
      absl::StrFormat("<svg viewBox='0 0 %d %d' font-size='11'>\n", kWidth, kHeight + 20);
  for (size_t j = 0; j < points.zero.size(); ++j) {
    const double x = kLeft + step * static_cast<double>(j);
    absl::StrAppendFormat(&svg,
                          "<rect x='%.2f' y='%.1f' width='%.2f' height='%.1f' fill='#9ecae1'/>"
                          "<rect x='%.2f' y='%.1f' width='%.2f' height='2' fill='#d62728'/>\n",
                          x, y(points.upper[j]), step, y(points.lower[j]) - y(points.upper[j]), x,
                          y(points.zero[j]) - 1, step);
  }
  for (const i32 value : {high, 0, low}) {
    absl::StrAppendFormat(&svg, "<text x='%d' y='%.1f' text-anchor='end'>%d</text>\n", kLeft - 6,
                          y(value) + 4, value);
  }
  return absl::StrCat(svg, "</svg>\n");
}

std::vector<Bar> WideRowsByAttacker(const net::Network& network) {
  std::array<i64, net::Piece::kCount> counts = {};
  for (int row = 0; row < network.architecture.threat_rows; ++row) {
    if (net::IsNarrow(network.ThreatRow(row))) continue;
    ++counts[net::AllThreatPairs()[row].attacker.index()];
  }
  constexpr std::array<absl::string_view, 6> kNames = {"pawn", "knight", "bishop",
                                                       "rook", "queen",  "king"};
  std::vector<Bar> bars;
  for (size_t i = 0; i < counts.size(); ++i) {
    bars.push_back({absl::StrCat(i < 6 ? "own " : "other ", kNames[i % 6]), counts[i]});
  }
  return bars;
}

// Neurons by the share of views in which they are active, in steps of a twentieth.
std::vector<Bar> Density(const Activity& activity) {
  constexpr int kSteps = 20;
  std::vector<Bar> bars;
  bars.reserve(kSteps);
  for (int i = 0; i < kSteps; ++i) bars.push_back({absl::StrCat(100 / kSteps * i, " %"), 0});
  for (size_t neuron = 0; neuron < activity.active.size(); ++neuron) {
    const i64 active = activity.CountActive(static_cast<int>(neuron));
    ++bars[std::min<i64>(kSteps - 1, kSteps * active / activity.views())].count;
  }
  return bars;
}

// A row for each leaf of the report but long lists.
void AppendRows(const std::string& prefix, const Json& json, std::string& html) {
  for (const auto& [key, value] : json.items()) {
    const std::string name = prefix.empty() ? key : absl::StrCat(prefix, ".", key);
    if (value.is_object()) {
      AppendRows(name, value, html);
    } else if (!value.is_array() || value.size() <= net::BucketTable().size()) {
      absl::StrAppend(&html, "<tr><td>", Escaped(name), "<td>",
                      Escaped(value.is_string() ? value.get<std::string>() : value.dump()), "\n");
    }
  }
}

}  // namespace

std::string ReportPage(absl::string_view title, const Json& report, const net::Network& network,
                       const net::ZeroPoints& points, const Activity* activity) {
  std::string html =
      absl::StrCat("<!doctype html>\n<meta charset='utf-8'>\n<title>", Escaped(title),
                   "</title>\n<style>body{font-family:sans-serif;max-width:60em;margin:1em auto}"
                   "td{padding:0 1em 0 0;vertical-align:top;word-break:break-all}</style>\n<h1>",
                   Escaped(title), "</h1>\n<table>\n");
  AppendRows("", report, html);
  absl::StrAppend(&html, "</table>\n<p>The heights of bars are logarithmic.</p>\n");
  const auto add = [&html](absl::string_view heading, const std::string& picture) {
    absl::StrAppend(&html, "<h2>", heading, "</h2>\n", picture);
  };
  add("Bounds by neuron: sums of rows, and zero points", BoundsChart(points));
  const std::pair<absl::string_view, std::span<const i16>> layers[] = {
      {"piece rows", network.piece_rows.span()},   {"threat rows", network.threat_rows.span()},
      {"hidden layer 2", network.hidden2_weights}, {"hidden layer 3", network.hidden3_weights},
      {"output", network.output_weights},
  };
  for (const auto& [name, weights] : layers) {
    if (weights.empty()) continue;
    add(absl::StrCat("Weights by magnitude: ", name), BarChart(Magnitudes(weights)));
  }
  if (network.architecture.has_threats()) {
    add("Threat rows outside 8 bits, by attacker", BarChart(WideRowsByAttacker(network)));
  }
  if (activity != nullptr) {
    add("Neurons by how often they are active", BarChart(Density(*activity)));
  }
  return html;
}

}  // namespace coherent::exporting
