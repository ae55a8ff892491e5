#include "lib/data/pgn.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "lib/base/int.h"
#include "lib/base/status_macros.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/position.h"
#include "lib/chess/repetition.h"
#include "lib/chess/types.h"
#include "lib/data/ending.h"
#include "lib/data/record.h"

namespace coherent::data {
namespace {

using chess::Color;
using chess::Position;

enum class TokenKind { kTag, kComment, kWord, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  absl::string_view text = {};  // a tag's line, a comment's inside, a word
  int line = 1;
};

// Cuts the text into tags, comments and words; variations, glyphs and escaped lines are passed
// over.
class Lexer {
 public:
  explicit Lexer(absl::string_view text) : text_(text) {
    if (absl::StartsWith(text_, "\xEF\xBB\xBF")) at_ = 3;
  }

  // InvalidArgument for a comment or a variation without an end.
  absl::StatusOr<Token> Next();
  int line() const { return line_; }

 private:
  bool AtEnd() const { return at_ >= text_.size(); }
  bool AtLineStart() const { return at_ == 0 || text_[at_ - 1] == '\n'; }
  absl::string_view Take(size_t size) {
    const absl::string_view taken = text_.substr(at_, size);
    line_ += static_cast<int>(std::count(taken.begin(), taken.end(), '\n'));
    at_ += taken.size();
    return taken;
  }
  absl::string_view TakeLine() { return Take(text_.find('\n', at_) - at_); }
  absl::string_view TakeWord() { return Take(text_.find_first_of(" \t\r\n\v\f{}();", at_) - at_); }
  absl::StatusOr<absl::string_view> TakeComment();
  absl::Status SkipVariation();

  absl::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
};

absl::StatusOr<Token> Lexer::Next() {
  while (!AtEnd()) {
    const char c = text_[at_];
    const int line = line_;
    if (absl::ascii_isspace(c)) {
      Take(1);
    } else if ((c == '%' && AtLineStart()) || c == ';') {
      TakeLine();
    } else if (c == '[') {
      return Token{TokenKind::kTag, absl::StripAsciiWhitespace(TakeLine()), line};
    } else if (c == '{') {
      ASSIGN_OR_RETURN(const absl::string_view comment, TakeComment());
      return Token{TokenKind::kComment, comment, line};
    } else if (c == '(') {
      RETURN_IF_ERROR(SkipVariation());
    } else if (c == ')' || c == '}') {
      return absl::InvalidArgumentError(
          absl::StrCat(line, ": found ", std::string(1, c), " without its beginning"));
    } else {
      return Token{TokenKind::kWord, TakeWord(), line};
    }
  }
  return Token{TokenKind::kEnd, {}, line_};
}

absl::StatusOr<absl::string_view> Lexer::TakeComment() {
  const int line = line_;
  const size_t end = text_.find('}', at_);
  if (end == absl::string_view::npos) {
    return absl::InvalidArgumentError(absl::StrCat(line, ": a comment has no end"));
  }
  absl::string_view comment = Take(end + 1 - at_);
  comment.remove_prefix(1);
  comment.remove_suffix(1);
  return comment;
}

absl::Status Lexer::SkipVariation() {
  const int line = line_;
  int depth = 0;
  while (!AtEnd()) {
    const char c = text_[at_];
    if (c == '{') {
      RETURN_IF_ERROR(TakeComment().status());
      continue;
    }
    Take(1);
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(line, ": a variation has no end"));
}

// What a comment says of the position before its move, from White's view.
i16 ScoreOf(absl::string_view comment, Color mover) {
  const int sign = mover == Color::kWhite ? 1 : -1;
  // lichess: White's view, pawns or moves to mate.
  if (const size_t at = comment.find("[%eval "); at != absl::string_view::npos) {
    absl::string_view text = comment.substr(at + 7);
    text = text.substr(0, text.find_first_of(",] "));
    int moves = 0;
    if (absl::ConsumePrefix(&text, "#")) {
      if (!absl::SimpleAtoi(text, &moves) || std::abs(moves) > 400) return kNoScore;
      const int mate = kMateScore - 2 * std::abs(moves);
      return static_cast<i16>(moves < 0 ? -mate : mate);
    }
    double pawns = 0;
    if (!absl::SimpleAtod(text, &pawns) || std::abs(pawns) > 300) return kNoScore;
    return static_cast<i16>(std::lround(100 * pawns));
  }
  // fastchess and cutechess: the mover's view, pawns or plies to mate, a slash, the depth.
  absl::string_view text = absl::StripLeadingAsciiWhitespace(comment);
  const size_t slash = text.find('/');
  if (slash == absl::string_view::npos) return kNoScore;
  text = text.substr(0, slash);
  const bool is_mate = absl::StartsWith(text, "+M") || absl::StartsWith(text, "-M");
  if (is_mate) {
    int plies = 0;
    if (!absl::SimpleAtoi(text.substr(2), &plies) || plies < 0 || plies > 800) return kNoScore;
    return static_cast<i16>((text[0] == '+' ? sign : -sign) * (kMateScore - plies));
  }
  double pawns = 0;
  const bool is_score = absl::StrContains(text, '.') && absl::SimpleAtod(text, &pawns);
  if (!is_score || std::abs(pawns) > 300) return kNoScore;
  return static_cast<i16>(sign * std::lround(100 * pawns));
}

// A word without the move number before it: empty if there is nothing else.
absl::string_view WithoutNumber(absl::string_view word) {
  const size_t digits = word.find_first_not_of("0123456789");
  if (digits == absl::string_view::npos) return {};
  if (word[digits] != '.') return word;
  const size_t dots = word.find_first_not_of('.', digits);
  return dots == absl::string_view::npos ? absl::string_view() : word.substr(dots);
}

struct Result {
  bool is_result = false;
  std::optional<Outcome> outcome = {};  // nullopt for '*'
};

Result ParseResult(absl::string_view text) {
  if (text == "1-0") return {true, Outcome::kWhiteWins};
  if (text == "0-1") return {true, Outcome::kBlackWins};
  if (text == "1/2-1/2") return {true, Outcome::kDraw};
  return {.is_result = text == "*"};
}

Ending EndingOf(absl::string_view termination, Outcome outcome) {
  const std::string text = absl::AsciiStrToLower(termination);
  if (absl::StrContains(text, "adjudication")) {
    return outcome == Outcome::kDraw ? Ending::kAdjudicatedDraw : Ending::kAdjudicatedWin;
  }
  return text.empty() || text == "normal" || text == "unterminated" ? Ending::kUnknown
                                                                    : Ending::kForfeit;
}

// Collects one game after the other from the tokens.
class Importer {
 public:
  Importer(absl::string_view text, const GameSink& sink) : lexer_(text), sink_(sink) {}

  absl::StatusOr<ImportCounts> Run() {
    while (true) {
      ASSIGN_OR_RETURN(const Token token, lexer_.Next());
      line_ = token.line;
      switch (token.kind) {
        case TokenKind::kTag:
          // The movetext before it had no result at its end.
          if (in_moves_) RETURN_IF_ERROR(EndGame(ParseResult(tags_["Result"]).outcome));
          RETURN_IF_ERROR(AddTag(token.text));
          break;
        case TokenKind::kComment:
          AddComment(token.text);
          break;
        case TokenKind::kWord:
          RETURN_IF_ERROR(AddWord(token.text));
          break;
        case TokenKind::kEnd:
          if (in_moves_ || !tags_.empty()) {
            RETURN_IF_ERROR(EndGame(ParseResult(tags_["Result"]).outcome));
          }
          return counts_;
      }
    }
  }

 private:
  template <class... Parts>
  absl::Status Bad(const Parts&... parts) const {
    return absl::InvalidArgumentError(absl::StrCat(line_, ": game ", number_, ": ", parts...));
  }

  // [Name "value"], where the value may hold quotes, escaped or not.
  absl::Status AddTag(absl::string_view text) {
    const size_t first = text.find('"'), last = text.rfind('"');
    if (first == last || text.back() != ']') {
      return Bad("found ", text, ", expected [Name \"value\"]");
    }
    const absl::string_view name = absl::StripAsciiWhitespace(text.substr(1, first - 1));
    // A second game's first tag: the game before it has no moves.
    if (name == "Event" && tags_.contains("Event")) RETURN_IF_ERROR(EndGame(std::nullopt));
    tags_[std::string(name)] = absl::StrReplaceAll(text.substr(first + 1, last - first - 1),
                                                   {{"\\\"", "\""}, {"\\\\", "\\"}});
    return absl::OkStatus();
  }

  void AddComment(absl::string_view text) {
    if (game_.moves.empty()) return;
    ScoredMove& played = game_.moves.back();
    if (!played.has_score()) played.score = ScoreOf(text, !position_.side_to_move());
  }

  absl::Status AddWord(absl::string_view word) {
    if (!in_moves_) RETURN_IF_ERROR(BeginMoves());
    if (const Result result = ParseResult(word); result.is_result) return EndGame(result.outcome);
    word = WithoutNumber(word);
    if (word.empty() || word[0] == '$' || word.find_first_not_of("!?+-=") == word.npos) {
      return absl::OkStatus();
    }
    const size_t ply = game_.moves.size() + 1;
    // Some programs castle with zeros.
    const std::string castling =
        absl::StartsWith(word, "0-0") ? absl::StrReplaceAll(word, {{"0", "O"}}) : "";
    if (!castling.empty()) word = castling;
    absl::StatusOr<chess::Move> move = chess::ParseSan(position_, word);
    if (!move.ok()) {
      // fastchess can be told to write long or UCI moves.
      const auto uci = chess::ParseUciMove(position_, word);
      if (!uci.ok()) return Bad("ply ", ply, ": ", move.status().message());
      move = uci;
    }
    game_.moves.push_back({*move, kNoScore});
    position_.Make(*move);
    keys_.Push(position_);
    return absl::OkStatus();
  }

  absl::Status BeginMoves() {
    in_moves_ = true;
    position_ = Position();
    if (const auto fen = tags_.find("FEN"); fen != tags_.end()) {
      const absl::StatusOr<Position> position = chess::ParseFen(fen->second);
      if (!position.ok()) return Bad("FEN: ", position.status().message());
      position_ = *position;
    }
    game_ = {.start = position_};
    keys_.Reset(position_);
    return absl::OkStatus();
  }

  absl::Status EndGame(std::optional<Outcome> outcome) {
    if (!in_moves_) RETURN_IF_ERROR(BeginMoves());
    RETURN_IF_ERROR(Emit(outcome));
    ++number_;
    in_moves_ = false;
    tags_.clear();
    return absl::OkStatus();
  }

  absl::Status Emit(std::optional<Outcome> outcome) {
    if (game_.moves.empty()) {
      ++counts_.without_moves;
      return absl::OkStatus();
    }
    const std::optional<Verdict> verdict = VerdictOfRules(position_, keys_);
    const bool is_over =
        verdict && (verdict->ending == Ending::kCheckmate || verdict->ending == Ending::kStalemate);
    if (!outcome && !is_over) {
      ++counts_.without_result;
      return absl::OkStatus();
    }
    game_.outcome = outcome.value_or(is_over ? verdict->outcome : Outcome::kDraw);
    if (is_over && game_.outcome != verdict->outcome) {
      return Bad("the result is not what ", ToText(verdict->ending), " on the board gives");
    }
    game_.ending = verdict && verdict->outcome == game_.outcome
                       ? verdict->ending
                       : EndingOf(tags_["Termination"], game_.outcome);
    ++counts_.games;
    return sink_(game_);
  }

  Lexer lexer_;
  const GameSink& sink_;
  ImportCounts counts_;
  int number_ = 1;
  int line_ = 1;
  std::map<std::string, std::string> tags_;
  bool in_moves_ = false;
  Game game_;
  Position position_;
  chess::KeyHistory keys_{Position()};
};

}  // namespace

absl::StatusOr<ImportCounts> ImportPgn(absl::string_view name, absl::string_view text,
                                       const GameSink& sink) {
  // What the sink says is not the file's fault.
  absl::Status sink_status;
  const GameSink guarded = [&](const Game& game) { return sink_status = sink(game); };
  absl::StatusOr<ImportCounts> counts = Importer(text, guarded).Run();
  if (!sink_status.ok()) return sink_status;
  if (!counts.ok()) {
    return absl::InvalidArgumentError(absl::StrCat(name, ":", counts.status().message()));
  }
  if (counts->games == 0) {
    return absl::InvalidArgumentError(absl::StrCat(name, ": found no game"));
  }
  return counts;
}

}  // namespace coherent::data
