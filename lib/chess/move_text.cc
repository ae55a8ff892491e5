#include "lib/chess/move_text.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "lib/base/quoted.h"
#include "lib/chess/fen.h"
#include "lib/chess/movegen.h"

namespace coherent::chess {
namespace {

char KindLetter(Kind kind) { return Piece(Color::kWhite, kind).letter(); }

absl::Status MoveError(absl::string_view text, absl::string_view problem) {
  return absl::InvalidArgumentError(absl::StrCat("move ", Quoted(text), ": ", problem));
}

bool LooksLikeUci(absl::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  if (!Square::FromText(text[0], text[1]) || !Square::FromText(text[2], text[3])) return false;
  return text.size() == 4 || absl::string_view("nbrq").find(text[4]) != absl::string_view::npos;
}

Wing WingOf(Move castling) {
  return castling.to() > castling.from() ? Wing::kKingSide : Wing::kQueenSide;
}

// What has to stand between the letter and the destination so that only `move` is meant.
std::string Disambiguation(const Position& position, Move move) {
  bool is_needed = false, shares_file = false, shares_rank = false;
  for (const Move other : LegalMoves(position)) {
    if (other == move || other.to() != move.to() || other.IsCastling() ||
        position.Moved(other) != position.Moved(move)) {
      continue;
    }
    is_needed = true;
    shares_file |= other.from().file() == move.from().file();
    shares_rank |= other.from().rank() == move.from().rank();
  }
  const std::string from = move.from().ToString();
  if (!is_needed) return "";
  if (!shares_file) return from.substr(0, 1);
  return shares_rank ? from : from.substr(1, 1);
}

std::string SanWithoutCheck(const Position& position, Move move) {
  if (move.IsCastling()) return WingOf(move) == Wing::kKingSide ? "O-O" : "O-O-O";
  const std::string to = move.to().ToString();
  const absl::string_view takes = position.IsCapture(move) ? "x" : "";
  const Kind kind = position.Moved(move).kind();
  if (kind != Kind::kPawn) {
    return absl::StrCat(std::string(1, KindLetter(kind)), Disambiguation(position, move), takes,
                        to);
  }
  std::string text = to;
  if (!takes.empty()) text = absl::StrCat(move.from().ToString().substr(0, 1), takes, to);
  if (move.IsPromotion()) absl::StrAppend(&text, "=", std::string(1, KindLetter(move.promotion())));
  return text;
}

// What a SAN text says about a move other than castling; what it leaves open is null.
struct SanPattern {
  Kind kind = Kind::kPawn;
  std::optional<char> from_file;
  std::optional<char> from_rank;
  Square to;
  std::optional<Kind> promotion;
};

std::optional<Kind> KindFromLetter(char letter) {
  const std::optional<Piece> piece = Piece::FromLetter(letter);
  if (!piece || piece->color() != Color::kWhite) return std::nullopt;
  return piece->kind();
}

// Takes "=Q", "=q" or "Q" off the end.
std::optional<Kind> ConsumePromotion(absl::string_view& text) {
  if (text.size() < 3) return std::nullopt;
  const bool has_sign = text[text.size() - 2] == '=';
  const char letter = has_sign ? absl::ascii_toupper(text.back()) : text.back();
  const std::optional<Kind> kind = KindFromLetter(letter);
  if (!kind || *kind == Kind::kPawn || *kind == Kind::kKing) return std::nullopt;
  text.remove_suffix(has_sign ? 2 : 1);
  return kind;
}

// Null if the text cannot be a move.
std::optional<SanPattern> ParsePattern(absl::string_view text) {
  SanPattern pattern;
  pattern.promotion = ConsumePromotion(text);
  if (text.size() < 2) return std::nullopt;
  const std::optional<Square> to = Square::FromText(text[text.size() - 2], text.back());
  if (!to) return std::nullopt;
  pattern.to = *to;
  text.remove_suffix(2);
  if (!text.empty()) {
    if (const std::optional<Kind> kind = KindFromLetter(text.front())) {
      pattern.kind = *kind;
      text.remove_prefix(1);
    }
  }
  if (!absl::ConsumeSuffix(&text, "x")) absl::ConsumeSuffix(&text, "-");
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'h') {
    pattern.from_file = text.front();
    text.remove_prefix(1);
  }
  if (!text.empty() && text.front() >= '1' && text.front() <= '8') {
    pattern.from_rank = text.front();
    text.remove_prefix(1);
  }
  if (!text.empty()) return std::nullopt;
  return pattern;
}

bool Fits(const Position& position, Move move, const SanPattern& pattern) {
  const std::string from = move.from().ToString();
  return !move.IsCastling() && move.to() == pattern.to &&
         position.Moved(move).kind() == pattern.kind &&
         (!pattern.from_file || *pattern.from_file == from[0]) &&
         (!pattern.from_rank || *pattern.from_rank == from[1]) &&
         (!pattern.promotion || (move.IsPromotion() && move.promotion() == *pattern.promotion));
}

std::optional<Wing> CastlingWing(absl::string_view text) {
  const std::string zeros = absl::StrReplaceAll(text, {{"O", "0"}, {"o", "0"}});
  if (zeros == "0-0") return Wing::kKingSide;
  if (zeros == "0-0-0") return Wing::kQueenSide;
  return std::nullopt;
}

// The one legal move that `fits` takes.
template <class Predicate>
absl::StatusOr<Move> TheOnlyMove(const Position& position, absl::string_view text, Predicate fits) {
  std::optional<Move> found;
  for (const Move move : LegalMoves(position)) {
    if (!fits(move)) continue;
    if (found) {
      return MoveError(text, absl::StrCat("ambiguous: ", ToSan(position, *found), " or ",
                                          ToSan(position, move), " in ", ToFen(position)));
    }
    found = move;
  }
  if (!found) return MoveError(text, absl::StrCat("not legal in ", ToFen(position)));
  return *found;
}

}  // namespace

std::string ToUci(Move move, CastlingStyle style) {
  if (move.IsNone()) return "0000";
  Square to = move.to();
  if (move.IsCastling() && style == CastlingStyle::kKingMoves) {
    const Color color = to.rank() == 0 ? Color::kWhite : Color::kBlack;
    to = CastledKing(color, WingOf(move));
  }
  std::string text = move.from().ToString() + to.ToString();
  if (move.IsPromotion()) text += absl::ascii_tolower(KindLetter(move.promotion()));
  return text;
}

absl::StatusOr<Move> ParseUciMove(const Position& position, absl::string_view text) {
  if (!LooksLikeUci(text)) return MoveError(text, "expected one like e2e4 or e7e8q");
  std::optional<Move> castling;
  for (const Move move : LegalMoves(position)) {
    if (ToUci(move, CastlingStyle::kKingTakesRook) == text) return move;
    if (move.IsCastling() && ToUci(move, CastlingStyle::kKingMoves) == text) castling = move;
  }
  if (castling) return *castling;
  return MoveError(text, absl::StrCat("not legal in ", ToFen(position)));
}

std::string ToSan(const Position& position, Move move) {
  std::string text = SanWithoutCheck(position, move);
  Position after = position;
  after.Make(move);
  if (after.InCheck()) text += HasLegalMove(after) ? '+' : '#';
  return text;
}

absl::StatusOr<Move> ParseSan(const Position& position, absl::string_view text) {
  absl::string_view bare = text;
  while (!bare.empty() && absl::string_view("+#!?").find(bare.back()) != absl::string_view::npos) {
    bare.remove_suffix(1);
  }
  absl::ConsumeSuffix(&bare, "e.p.");
  bare = absl::StripTrailingAsciiWhitespace(bare);
  if (const std::optional<Wing> wing = CastlingWing(bare)) {
    return TheOnlyMove(position, text,
                       [&](Move move) { return move.IsCastling() && WingOf(move) == *wing; });
  }
  const std::optional<SanPattern> pattern = ParsePattern(bare);
  if (!pattern) return MoveError(text, "expected one like e4, Nxf3, e8=Q or O-O");
  return TheOnlyMove(position, text, [&](Move move) { return Fits(position, move, *pattern); });
}

}  // namespace coherent::chess
