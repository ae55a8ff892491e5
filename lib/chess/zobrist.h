// Random numbers that make up a position's key, fixed once for all builds.
#ifndef COHERENT_LIB_CHESS_ZOBRIST_H_
#define COHERENT_LIB_CHESS_ZOBRIST_H_

#include <array>

#include "lib/base/int.h"
#include "lib/chess/types.h"

namespace coherent::chess {

struct Zobrist {
  std::array<std::array<u64, Square::kCount>, Piece::kCount> piece;
  std::array<u64, 16> castling;   // by CastlingRights::bits()
  std::array<u64, 8> en_passant;  // by file
  u64 black_to_move;
};

constexpr Zobrist MakeZobrist() {
  u64 state = 0x436F686572656E74;  // "Coherent"
  const auto next = [&state] {     // splitmix64
    u64 z = (state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  };
  Zobrist zobrist;
  for (auto& squares : zobrist.piece) {
    for (u64& key : squares) key = next();
  }
  for (u64& key : zobrist.castling) key = next();
  zobrist.castling[0] = 0;
  for (u64& key : zobrist.en_passant) key = next();
  zobrist.black_to_move = next();
  return zobrist;
}

inline constexpr Zobrist kZobrist = MakeZobrist();

inline u64 PieceKey(Piece piece, Square square) {
  return kZobrist.piece[piece.index()][square.index()];
}

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_ZOBRIST_H_
