// What an engine says: the lines of the protocol from engine to GUI as types, parsed and printed.
// `info` has a file of its own.
#ifndef COHERENT_LIB_UCI_REPLY_H_
#define COHERENT_LIB_UCI_REPLY_H_

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/int.h"
#include "lib/uci/info.h"

namespace coherent::uci {

// "id name X", "id author Y".
struct Id {
  std::string field;
  std::string text;

  friend bool operator==(const Id&, const Id&) = default;
};

// One option an engine offers.
struct OptionOffer {
  enum class Type : u8 { kCheck, kSpin, kCombo, kButton, kString };

  std::string name;
  Type type = Type::kString;
  std::optional<std::string> default_value;  // as printed: "true", "16", "<empty>"
  std::optional<i64> min;                    // of a spin
  std::optional<i64> max;
  std::vector<std::string> choices;  // of a combo

  // Whether `setoption` may carry the value; an error says what would be allowed. A button takes
  // the empty value only.
  absl::Status Accepts(absl::string_view value) const;
  friend bool operator==(const OptionOffer&, const OptionOffer&) = default;
};

struct UciOk {
  friend bool operator==(const UciOk&, const UciOk&) = default;
};

struct ReadyOk {
  friend bool operator==(const ReadyOk&, const ReadyOk&) = default;
};

struct BestMove {
  std::string move;
  std::optional<std::string> ponder;

  // "(none)" or "0000": the answer where there is no legal move.
  bool IsNull() const { return move == "(none)" || move == "0000"; }
  friend bool operator==(const BestMove&, const BestMove&) = default;
};

// A line the protocol does not know, a blank one too: trimmed, otherwise as it stands.
struct Unknown {
  std::string text;

  friend bool operator==(const Unknown&, const Unknown&) = default;
};

using Reply = std::variant<Id, OptionOffer, UciOk, ReadyOk, Info, BestMove, Unknown>;

// An error for a line that begins with a known word and goes on in a way the protocol does not
// have; it says what was expected.
absl::StatusOr<Reply> ParseReply(absl::string_view line);

// Lines without an end of line. Print gives back a parsed line whose words were separated by single
// blanks as it was.
std::string Print(const Id& id);
std::string Print(const OptionOffer& option);
std::string Print(const BestMove& best_move);
std::string Print(const Reply& reply);

}  // namespace coherent::uci

#endif  // COHERENT_LIB_UCI_REPLY_H_
