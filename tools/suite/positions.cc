#include "tools/suite/positions.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/file.h"
#include "lib/base/quoted.h"
#include "lib/base/sha256.h"
#include "lib/base/status_macros.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"

namespace coherent::suite {
namespace {

bool Contains(const std::vector<chess::Move>& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

absl::StatusOr<chess::Move> ParseMove(const chess::Position& position, absl::string_view text) {
  const absl::StatusOr<chess::Move> move = chess::ParseUciMove(position, text);
  return move.ok() ? move : chess::ParseSan(position, text);
}

absl::StatusOr<i64> ParsePoints(absl::string_view text) {
  i64 points = 0;
  if (absl::SimpleAtoi(text, &points) && points >= 0 && points <= 1'000'000) return points;
  return absl::InvalidArgumentError(
      absl::StrCat("found ", Quoted(text), ", expected points from 0 to 1000000"));
}

absl::StatusOr<std::vector<chess::Move>> ParseMoves(const chess::Position& position,
                                                    const std::string& text) {
  std::vector<chess::Move> moves;
  for (const absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" ,"), absl::SkipEmpty())) {
    ASSIGN_OR_RETURN(moves.emplace_back(), ParseMove(position, word));
  }
  if (moves.empty()) return absl::InvalidArgumentError("found nothing, expected moves");
  return moves;
}

absl::StatusOr<int> ParseMate(const std::string& text) {
  int mate = 0;
  if (absl::SimpleAtoi(text, &mate) && mate != 0 && mate >= -1000 && mate <= 1000) return mate;
  return absl::InvalidArgumentError(
      absl::StrCat("found ", Quoted(text), ", expected moves to mate, from 1 to 1000 or negative"));
}

// Two lists side by side: "10 2", "f4f5 d4e5".
absl::StatusOr<std::vector<MovePoints>> ParseLists(const chess::Position& position,
                                                   const std::string& points,
                                                   const std::string& moves) {
  const std::vector<std::string> numbers = absl::StrSplit(points, ' ', absl::SkipEmpty());
  const std::vector<std::string> names = absl::StrSplit(moves, ' ', absl::SkipEmpty());
  if (numbers.size() != names.size() || names.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("found ", numbers.size(), " points and ",
                                                   names.size(), " moves, expected one each"));
  }
  std::vector<MovePoints> list;
  for (size_t i = 0; i < names.size(); ++i) {
    ASSIGN_OR_RETURN(const chess::Move move, ParseMove(position, names[i]));
    ASSIGN_OR_RETURN(const i64 value, ParsePoints(numbers[i]));
    list.push_back({move, value});
  }
  return list;
}

// "f5=10, Be5+=2, e8=Q=1". Empty if it is a remark, as c0 is elsewhere: the first item is no pair.
absl::StatusOr<std::vector<MovePoints>> ParsePairs(const chess::Position& position,
                                                   const std::string& text) {
  std::vector<MovePoints> list;
  for (const absl::string_view item : absl::StrSplit(text, ',')) {
    const size_t equals = item.rfind('=');
    const bool is_pair = equals != absl::string_view::npos && equals + 1 < item.size() &&
                         absl::ascii_isdigit(static_cast<unsigned char>(item[equals + 1]));
    if (!is_pair && list.empty()) return list;
    if (!is_pair) {
      return absl::InvalidArgumentError(
          absl::StrCat("found ", Quoted(item), ", expected MOVE=POINTS"));
    }
    ASSIGN_OR_RETURN(const chess::Move move,
                     ParseMove(position, absl::StripAsciiWhitespace(item.substr(0, equals))));
    ASSIGN_OR_RETURN(const i64 points, ParsePoints(item.substr(equals + 1)));
    list.push_back({move, points});
  }
  return list;
}

template <class T>
absl::StatusOr<T> In(absl::string_view place, absl::StatusOr<T> value) {
  if (value.ok()) return value;
  return absl::Status(value.status().code(), absl::StrCat(place, ": ", value.status().message()));
}

absl::StatusOr<std::vector<MovePoints>> PointsFrom(const chess::EpdRecord& record) {
  const std::string* const points = record.Find("c8");
  const std::string* const moves = record.Find("c9");
  if (points != nullptr && moves != nullptr) {
    return In("c8 and c9", ParseLists(record.position, *points, *moves));
  }
  const std::string* const pairs = record.Find("c0");
  if (pairs == nullptr) return std::vector<MovePoints>();
  return In("c0", ParsePairs(record.position, *pairs));
}

absl::StatusOr<SuitePosition> PositionFrom(const chess::EpdRecord& record) {
  const std::string* const id = record.Find("id");
  SuitePosition entry;
  entry.id = id != nullptr ? *id : absl::StrCat("line ", record.line);
  entry.line = record.line;
  entry.fen = chess::ToFen(record.position);
  entry.position = record.position;
  if (const std::string* const text = record.Find("bm"); text != nullptr) {
    ASSIGN_OR_RETURN(entry.best, In("bm", ParseMoves(record.position, *text)));
  }
  if (const std::string* const text = record.Find("am"); text != nullptr) {
    ASSIGN_OR_RETURN(entry.avoid, In("am", ParseMoves(record.position, *text)));
  }
  if (const std::string* const text = record.Find("dm"); text != nullptr) {
    ASSIGN_OR_RETURN(entry.mate, In("dm", ParseMate(*text)));
  }
  ASSIGN_OR_RETURN(entry.points, PointsFrom(record));
  if (!entry.HasMoves() && entry.points.empty() && !entry.mate.has_value()) {
    return absl::InvalidArgumentError(
        "operations: found none of bm, am, dm, points (c0, or c8 and c9), expected at least one");
  }
  if (!entry.points.empty() && entry.MaxPoints() == 0) {
    return absl::InvalidArgumentError("points: found 0 for all moves, expected more for the best");
  }
  if (chess::LegalMoves(record.position).empty()) {
    return absl::InvalidArgumentError("position: found no legal move, expected one to search for");
  }
  return entry;
}

}  // namespace

bool SuitePosition::IsRight(chess::Move move) const {
  return (best.empty() || Contains(best, move)) && !Contains(avoid, move);
}

i64 SuitePosition::PointsOf(chess::Move move) const {
  for (const MovePoints& entry : points) {
    if (entry.move == move) return entry.points;
  }
  return 0;
}

i64 SuitePosition::MaxPoints() const {
  i64 max = 0;
  for (const MovePoints& entry : points) max = std::max(max, entry.points);
  return max;
}

absl::StatusOr<Suite> ReadSuite(absl::string_view path) {
  ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  ASSIGN_OR_RETURN(const std::vector<chess::EpdRecord> records, chess::ParseEpdFile(path, text));
  Suite suite;
  suite.path = std::string(path);
  suite.name = std::filesystem::path(suite.path).stem();
  suite.sha256 = Sha256Hex(text);
  for (const chess::EpdRecord& record : records) {
    ASSIGN_OR_RETURN(suite.positions.emplace_back(),
                     In(absl::StrCat(path, ":", record.line), PositionFrom(record)));
  }
  return suite;
}

}  // namespace coherent::suite
