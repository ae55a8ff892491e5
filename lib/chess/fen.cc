#include "lib/chess/fen.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "lib/base/quoted.h"
#include "lib/base/status_macros.h"
#include "lib/chess/types.h"
#include "lib/chess/validate.h"

namespace coherent::chess {
namespace {

absl::Status FieldError(absl::string_view field, absl::string_view found,
                        absl::string_view expected) {
  return absl::InvalidArgumentError(
      absl::StrCat("FEN: ", field, ": found ", Quoted(found), ", expected ", expected));
}

absl::Status ParseRank(absl::string_view text, int rank, Setup& setup) {
  int file = 0;
  for (const char c : text) {
    if (c >= '1' && c <= '8') {
      file += c - '0';
    } else if (const std::optional<Piece> piece = Piece::FromLetter(c)) {
      if (file < 8) setup.board[Square(file, rank).index()] = *piece;
      ++file;
    } else {
      return FieldError(absl::StrCat("board: rank ", rank + 1), text,
                        "letters of PNBRQKpnbrqk and digits from 1 to 8");
    }
  }
  if (file == 8) return absl::OkStatus();
  return FieldError(absl::StrCat("board: rank ", rank + 1), text,
                    absl::StrCat("8 squares, not ", file));
}

absl::Status ParseBoard(absl::string_view text, Setup& setup) {
  const std::vector<absl::string_view> ranks = absl::StrSplit(text, '/');
  if (ranks.size() != 8) {
    return FieldError("board", text, absl::StrCat("8 ranks, not ", ranks.size()));
  }
  for (int i = 0; i < 8; ++i) RETURN_IF_ERROR(ParseRank(ranks[i], 7 - i, setup));
  return absl::OkStatus();
}

std::optional<Square> KingOnBackRank(const Setup& setup, Color color) {
  for (int file = 0; file < 8; ++file) {
    const Square square = Square(file, 0).For(color);
    if (setup.board[square.index()] == Piece(color, Kind::kKing)) return square;
  }
  return std::nullopt;
}

// The rook on the back rank that is farthest from the king on that wing.
template <class PieceAt>
std::optional<Square> OutermostRook(Color color, Wing wing, Square king, PieceAt piece_at) {
  const int edge = wing == Wing::kKingSide ? 7 : 0;
  const int step = wing == Wing::kKingSide ? -1 : 1;
  for (int file = edge; file != king.file(); file += step) {
    const Square square = Square(file, king.rank());
    if (piece_at(square) == Piece(color, Kind::kRook)) return square;
  }
  return std::nullopt;
}

// Adds the right that `letter` names. A right without its king and rook at home is dropped.
absl::Status ParseCastlingLetter(char letter, absl::string_view field, Setup& setup) {
  const Color color = absl::ascii_isupper(letter) ? Color::kWhite : Color::kBlack;
  const char upper = absl::ascii_toupper(letter);
  const std::optional<Square> king = KingOnBackRank(setup, color);
  if (!king) return absl::OkStatus();
  const auto piece_at = [&](Square square) { return setup.board[square.index()]; };
  std::optional<Square> rook;
  if (upper == 'K' || upper == 'Q') {
    rook = OutermostRook(color, upper == 'K' ? Wing::kKingSide : Wing::kQueenSide, *king, piece_at);
  } else if (const Square square(upper - 'A', king->rank());
             piece_at(square) == Piece(color, Kind::kRook)) {
    rook = square;
  }
  if (!rook) return absl::OkStatus();
  const Wing wing = *rook > *king ? Wing::kKingSide : Wing::kQueenSide;
  if (setup.castling.Has(color, wing)) {
    return FieldError("castling rights", field, "each right once");
  }
  setup.castling.Add(color, wing);
  setup.castling_rooks[Index(color)][Index(wing)] = *rook;
  return absl::OkStatus();
}

absl::Status ParseCastling(absl::string_view text, Setup& setup) {
  if (text == "-") return absl::OkStatus();
  if (text.find_first_not_of("KQABCDEFGHkqabcdefgh") != absl::string_view::npos) {
    return FieldError("castling rights", text, "\"-\" or letters of KQkq, A to H, a to h");
  }
  for (const char letter : text) RETURN_IF_ERROR(ParseCastlingLetter(letter, text, setup));
  return absl::OkStatus();
}

// A square that no pawn can just have passed is read as "-".
absl::Status ParseEnPassant(absl::string_view text, Setup& setup) {
  if (text == "-") return absl::OkStatus();
  const std::optional<Square> square =
      text.size() == 2 ? Square::FromText(text[0], text[1]) : std::nullopt;
  if (!square) return FieldError("en-passant square", text, "\"-\" or a square");
  if (IsPlausibleEnPassant(setup, *square)) setup.en_passant = square;
  return absl::OkStatus();
}

absl::StatusOr<int> ParseCounter(absl::string_view name, absl::string_view text) {
  int value = 0;
  if (!std::all_of(text.begin(), text.end(), absl::ascii_isdigit) ||
      !absl::SimpleAtoi(text, &value) || value > kMaxCounter) {
    return FieldError(name, text, absl::StrCat("a number from 0 to ", kMaxCounter));
  }
  return value;
}

std::string BoardText(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.PieceAt(Square(file, rank));
      if (piece.IsNone()) {
        ++empty;
        continue;
      }
      if (empty > 0) absl::StrAppend(&text, empty);
      empty = 0;
      text += piece.letter();
    }
    if (empty > 0) absl::StrAppend(&text, empty);
    if (rank > 0) text += '/';
  }
  return text;
}

char CastlingLetter(const Position& position, Color color, Wing wing, FenStyle style) {
  const Square rook = position.CastlingRook(color, wing);
  const auto piece_at = [&](Square square) { return position.PieceAt(square); };
  const bool by_wing = style == FenStyle::kXFen &&
                       OutermostRook(color, wing, position.King(color), piece_at) == rook;
  const char letter =
      by_wing ? (wing == Wing::kKingSide ? 'K' : 'Q') : static_cast<char>('A' + rook.file());
  return color == Color::kWhite ? letter : absl::ascii_tolower(letter);
}

std::string CastlingText(const Position& position, FenStyle style) {
  if (position.castling().IsEmpty()) return "-";
  std::string text;
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      if (position.castling().Has(color, wing)) {
        text += CastlingLetter(position, color, wing, style);
      }
    }
  }
  return text;
}

}  // namespace

absl::StatusOr<Position> ParseFen(absl::string_view text) {
  const std::vector<absl::string_view> fields =
      absl::StrSplit(text, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty());
  if (fields.size() < 2 || fields.size() > 6) {
    return FieldError("fields", text, absl::StrCat("2 to 6, not ", fields.size()));
  }
  const auto field_or = [&](size_t i, absl::string_view missing) {
    return i < fields.size() ? fields[i] : missing;
  };
  Setup setup;
  RETURN_IF_ERROR(ParseBoard(fields[0], setup));
  if (fields[1] != "w" && fields[1] != "b") {
    return FieldError("side to move", fields[1], "\"w\" or \"b\"");
  }
  setup.side_to_move = fields[1] == "w" ? Color::kWhite : Color::kBlack;
  RETURN_IF_ERROR(ParseCastling(field_or(2, "-"), setup));
  RETURN_IF_ERROR(ParseEnPassant(field_or(3, "-"), setup));
  ASSIGN_OR_RETURN(setup.halfmove_clock, ParseCounter("halfmove clock", field_or(4, "0")));
  ASSIGN_OR_RETURN(setup.fullmove_number, ParseCounter("move number", field_or(5, "1")));
  // Many files number the first move 0.
  setup.fullmove_number = std::max(setup.fullmove_number, 1);
  RETURN_IF_ERROR(ValidateSetup(setup));
  return Position::FromSetup(setup);
}

std::string ToFen(const Position& position, FenStyle style) {
  const std::optional<Square> en_passant = position.en_passant();
  return absl::StrCat(BoardText(position), position.side_to_move() == Color::kWhite ? " w " : " b ",
                      CastlingText(position, style), " ", en_passant ? en_passant->ToString() : "-",
                      " ", position.halfmove_clock(), " ", position.fullmove_number());
}

}  // namespace coherent::chess
