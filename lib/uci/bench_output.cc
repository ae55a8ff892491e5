#include "lib/uci/bench_output.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace coherent::uci {
namespace {

using Words = std::vector<absl::string_view>;

// "N nodes M nps" and nothing else in the line.
std::optional<BenchTotal> ParseSentence(const Words& words) {
  BenchTotal total;
  u64 nps;
  if (words.size() != 4 || words[1] != "nodes" || words[3] != "nps" ||
      !absl::SimpleAtoi(words[0], &total.nodes) || !absl::SimpleAtoi(words[2], &nps)) {
    return std::nullopt;
  }
  total.nps = nps;
  return total;
}

// The number in "label: number", where the label is one of those given, in lower case.
std::optional<u64> ParseLabelled(absl::string_view line, const std::vector<std::string>& labels) {
  const std::vector<absl::string_view> halves = absl::StrSplit(line, absl::MaxSplits(':', 1));
  if (halves.size() != 2) return std::nullopt;
  const Words words = absl::StrSplit(halves[0], absl::ByAnyChar(" \t"), absl::SkipEmpty());
  const std::string label = absl::AsciiStrToLower(absl::StrJoin(words, " "));
  u64 number;
  for (const std::string& wanted : labels) {
    if (label == wanted && absl::SimpleAtoi(halves[1], &number)) return number;
  }
  return std::nullopt;
}

}  // namespace

absl::StatusOr<BenchTotal> ParseBenchOutput(absl::string_view output) {
  std::optional<BenchTotal> total;
  std::optional<u64> nps;
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    const Words words = absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    std::optional<BenchTotal> found = ParseSentence(words);
    if (const auto nodes = ParseLabelled(line, {"nodes searched", "nodes"}); nodes.has_value()) {
      found = BenchTotal{*nodes, std::nullopt};
    }
    if (found.has_value() && total.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "two node totals in the output of bench: ", total->nodes, " and ", found->nodes));
    }
    if (found.has_value()) total = found;
    if (const auto rate = ParseLabelled(line, {"nodes/second", "nps"}); rate.has_value()) {
      nps = rate;
    }
  }
  if (!total.has_value()) return absl::NotFoundError("no node total in the output of bench");
  if (!total->nps.has_value()) total->nps = nps;
  return *total;
}

}  // namespace coherent::uci
