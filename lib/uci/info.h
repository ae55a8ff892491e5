// The `info` line of the protocol as an ordered list of fields: one type for reading what any
// engine prints and for printing what ours has to say.
#ifndef COHERENT_LIB_UCI_INFO_H_
#define COHERENT_LIB_UCI_INFO_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"

namespace coherent::uci {

// A value from the side to move's point of view. The bound is part of it: 26 and "at least 26" are
// different values.
struct Score {
  enum class Unit : u8 { kCentipawns, kMate };
  enum class Bound : u8 { kExact, kLower, kUpper };

  Unit unit = Unit::kCentipawns;
  int value = 0;  // centipawns, or full moves to mate, negative for the side that is mated
  Bound bound = Bound::kExact;

  // "cp 26 lowerbound"
  std::string ToString() const;
  friend bool operator==(const Score&, const Score&) = default;
};

// A name and the words after it, separated by single blanks; the text of `string` is as it stands.
struct InfoField {
  std::string name;
  std::string value;

  friend bool operator==(const InfoField&, const InfoField&) = default;
};

// Fields in the order of the line. A word the protocol does not know is a field too: it takes the
// word after it and the numbers after that, and ends at the latest where a known field begins.
class Info {
 public:
  const std::vector<InfoField>& fields() const { return fields_; }
  // The value of the first field so named.
  std::optional<absl::string_view> Find(absl::string_view name) const;
  bool Has(absl::string_view name) const { return Find(name).has_value(); }

  std::optional<i64> depth() const { return Number("depth"); }
  std::optional<i64> seldepth() const { return Number("seldepth"); }
  std::optional<i64> multipv() const { return Number("multipv"); }
  std::optional<i64> nodes() const { return Number("nodes"); }
  std::optional<i64> nps() const { return Number("nps"); }
  std::optional<i64> time_ms() const { return Number("time"); }
  std::optional<i64> hashfull_permille() const { return Number("hashfull"); }
  std::optional<i64> tbhits() const { return Number("tbhits"); }
  std::optional<i64> cpuload_permille() const { return Number("cpuload"); }
  std::optional<Score> score() const;
  // Win, draw and loss in permille.
  std::optional<std::array<int, 3>> wdl() const;
  std::optional<absl::string_view> currmove() const { return Find("currmove"); }
  // Empty without a `pv` field.
  std::vector<std::string> pv() const;
  std::optional<absl::string_view> text() const { return Find("string"); }

  // Each appends a field. `string` has to be the last one.
  Info& Add(absl::string_view name, absl::string_view value);
  Info& Add(absl::string_view name, i64 value);
  Info& Add(const Score& score);
  Info& AddWdl(const std::array<int, 3>& wdl);
  Info& AddPv(const std::vector<std::string>& moves);
  Info& AddText(absl::string_view text) { return Add("string", text); }

  friend bool operator==(const Info&, const Info&) = default;

 private:
  std::optional<i64> Number(absl::string_view name) const;

  std::vector<InfoField> fields_;
};

// Reads a line that begins with the word `info`. Blanks, tabs and line ends only separate. An error
// names the field: a number that is none, a score without a unit, a second line inside this one.
absl::StatusOr<Info> ParseInfo(absl::string_view line);

// The line, without an end of line. Gives back a parsed line whose words were separated by single
// blanks as it was.
std::string Print(const Info& info);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_INFO_H_
