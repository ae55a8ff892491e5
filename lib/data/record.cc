#include "lib/data/record.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "lib/base/check.h"
#include "lib/base/status_macros.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/fen.h"
#include "lib/chess/move_text.h"
#include "lib/chess/movegen.h"
#include "lib/chess/validate.h"

namespace coherent::data {
namespace {

using chess::Bitboard;
using chess::Color;
using chess::Kind;
using chess::Move;
using chess::Piece;
using chess::Position;
using chess::Square;
using chess::Wing;

constexpr int kMaxHalfmoveClock = 255;
constexpr int kCastlingRook = 6;
constexpr int kBlackBit = 8;
constexpr int kNoEnPassant = 64;
constexpr int kBlackMoves = 128;

// The rook that may castle with this wing's right, if the right is there.
std::optional<Square> CastlingRook(const Position& position, Color color, Wing wing) {
  if (!position.castling().Has(color, wing)) return std::nullopt;
  return position.CastlingRook(color, wing);
}

int PieceCode(const Position& position, Square square) {
  const Piece piece = position.PieceAt(square);
  const Color color = piece.color();
  int code = Index(piece.kind());
  for (const Wing wing : chess::kWings) {
    if (CastlingRook(position, color, wing) == square) code = kCastlingRook;
  }
  return color == Color::kWhite ? code : code + kBlackBit;
}

// The move with type and promotion the other way round: from memory to file and back.
constexpr u16 Swapped(u16 bits) {
  return static_cast<u16>((bits & 0x0FFF) | (bits & 0x3000) << 2 | (bits & 0xC000) >> 2);
}
static_assert(Swapped(Swapped(0xB5A7)) == 0xB5A7);

// Puts the piece of one code into the setup; false if there is no such code.
bool Place(int code, Square square, std::array<bool, 2>& king_seen, chess::Setup& setup) {
  const Color color = (code & kBlackBit) == 0 ? Color::kWhite : Color::kBlack;
  const int kind = code & ~kBlackBit;
  if (kind > kCastlingRook) return false;
  bool& seen = king_seen[Index(color)];
  if (kind == kCastlingRook) {
    // Squares come in order: a rook after its king is the one on the king's side.
    const Wing wing = seen ? Wing::kKingSide : Wing::kQueenSide;
    if (setup.castling.Has(color, wing)) return false;
    setup.castling.Add(color, wing);
    setup.castling_rooks[Index(color)][Index(wing)] = square;
    setup.board[square.index()] = Piece(color, Kind::kRook);
    return true;
  }
  if (kind == Index(Kind::kKing)) seen = true;
  setup.board[square.index()] = Piece(color, static_cast<Kind>(kind));
  return true;
}

absl::Status BadCode(Square square) {
  return absl::InvalidArgumentError(
      absl::StrCat("position: code of the piece on ", square.ToString()));
}

// What the bytes say, whether it is chess or not.
absl::Status ReadSetup(const PackedPosition& packed, chess::Setup& setup) {
  u64 bits = 0;
  std::memcpy(&bits, packed.data(), sizeof(bits));
  const Bitboard occupied(bits);
  if (occupied.Count() > 32) {
    return absl::InvalidArgumentError(
        absl::StrCat("position: pieces: found ", occupied.Count(), ", expected at most 32"));
  }
  std::array<bool, 2> king_seen = {};
  int count = 0;
  for (const Square square : occupied) {
    const int pair = packed[8 + count / 2];
    if (!Place(pair >> (count % 2 * 4) & 15, square, king_seen, setup)) return BadCode(square);
    ++count;
  }
  const int side = packed[24];
  setup.side_to_move = (side & kBlackMoves) != 0 ? Color::kBlack : Color::kWhite;
  const int en_passant = side & ~kBlackMoves;
  if (en_passant > kNoEnPassant) {
    return absl::InvalidArgumentError(
        absl::StrCat("position: en-passant square: found ", en_passant, ", expected 0 to 64"));
  }
  // A square that no pawn can have passed must not reach the board.
  if (en_passant < kNoEnPassant &&
      chess::IsPlausibleEnPassant(setup, Square::FromIndex(en_passant))) {
    setup.en_passant = Square::FromIndex(en_passant);
  }
  setup.halfmove_clock = packed[25];
  // Other programs leave it at 0.
  setup.fullmove_number = std::max(1, packed[26] | packed[27] << 8);
  return absl::OkStatus();
}

absl::Status CheckMove(const Position& position, Move move, size_t ply) {
  if (position.IsLegal(move)) return absl::OkStatus();
  const std::string text = ToUci(move, chess::CastlingStyle::kKingTakesRook);
  if (!chess::HasLegalMove(position)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "ply ", ply + 1, ": found ", text, ", expected the game to be over in ", ToFen(position)));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("ply ", ply + 1, ": ", text, " is not legal in ", ToFen(position)));
}

}  // namespace

absl::string_view ToText(Ending ending) {
  static constexpr absl::string_view kTexts[kEndings] = {
      "unknown",       "checkmate",       "stalemate",        "repetition",   "fifty moves",
      "dead material", "adjudicated win", "adjudicated draw", "length limit", "forfeit"};
  return kTexts[static_cast<int>(ending)];
}

PackedPosition PackPosition(const Position& position) {
  PackedPosition packed = {};
  const u64 occupied = position.occupied().bits();
  std::memcpy(packed.data(), &occupied, sizeof(occupied));
  int count = 0;
  for (const Square square : position.occupied()) {
    packed[8 + count / 2] |= static_cast<u8>(PieceCode(position, square) << (count % 2 * 4));
    ++count;
  }
  const int en_passant = position.en_passant() ? position.en_passant()->index() : kNoEnPassant;
  const int side = position.side_to_move() == Color::kBlack ? kBlackMoves : 0;
  packed[24] = static_cast<u8>(en_passant | side);
  packed[25] = static_cast<u8>(std::min(position.halfmove_clock(), kMaxHalfmoveClock));
  const auto move_number = static_cast<u16>(position.fullmove_number());
  std::memcpy(&packed[26], &move_number, sizeof(move_number));
  return packed;
}

absl::StatusOr<Position> UnpackPosition(const PackedPosition& packed) {
  chess::Setup setup;
  RETURN_IF_ERROR(ReadSetup(packed, setup));
  RETURN_IF_ERROR(chess::ValidateSetup(setup));
  return Position::FromSetup(setup);
}

Position UnpackTrusted(const PackedPosition& packed) {
  chess::Setup setup;
  CHECK(ReadSetup(packed, setup).ok());
  return Position::FromSetup(setup);
}

absl::Status AppendGame(const Game& game, std::string& bytes) {
  if (game.moves.empty()) return absl::InvalidArgumentError("a game without a move");
  if (game.start.halfmove_clock() > kMaxHalfmoveClock) {
    return absl::InvalidArgumentError(absl::StrCat("halfmove clock: found ",
                                                   game.start.halfmove_clock(),
                                                   ", expected at most ", kMaxHalfmoveClock));
  }
  PackedPosition start = PackPosition(game.start);
  start[30] = static_cast<u8>(game.outcome);
  start[31] = static_cast<u8>(game.ending);
  std::string record(start.begin(), start.end());
  Position position = game.start;
  for (size_t ply = 0; ply < game.moves.size(); ++ply) {
    const ScoredMove& played = game.moves[ply];
    RETURN_IF_ERROR(CheckMove(position, played.move, ply));
    position.Make(played.move);
    PutLittleEndian<u16>(record, Swapped(played.move.bits()));
    PutLittleEndian<i16>(record, played.score);
  }
  PutLittleEndian<u32>(record, 0);
  bytes += record;
  return absl::OkStatus();
}

absl::StatusOr<Game> ReadGame(ByteReader& reader) {
  ASSIGN_OR_RETURN(const absl::string_view start,
                   reader.Read(sizeof(PackedPosition), "start of a game"));
  Game game;
  PackedPosition packed;
  std::memcpy(packed.data(), start.data(), packed.size());
  ASSIGN_OR_RETURN(game.start, UnpackPosition(packed));
  const int outcome = packed[30];
  if (outcome > static_cast<int>(Outcome::kWhiteWins)) {
    return absl::InvalidArgumentError(
        absl::StrCat("result: found ", outcome, ", expected 0, 1 or 2"));
  }
  game.outcome = static_cast<Outcome>(outcome);
  const int ending = packed[31];
  game.ending = ending < kEndings ? static_cast<Ending>(ending) : Ending::kUnknown;
  Position position = game.start;
  while (true) {
    ASSIGN_OR_RETURN(const u32 word, reader.ReadNumber<u32>("move"));
    if (word == 0) break;
    const Move move = Move::FromBits(Swapped(static_cast<u16>(word)));
    RETURN_IF_ERROR(CheckMove(position, move, game.moves.size()));
    position.Make(move);
    game.moves.push_back({move, static_cast<i16>(word >> 16)});
  }
  if (game.moves.empty()) return absl::InvalidArgumentError("a game without a move");
  return game;
}

}  // namespace coherent::data
