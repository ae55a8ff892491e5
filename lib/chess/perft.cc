#include "lib/chess/perft.h"

#include "lib/chess/movegen.h"

namespace coherent::chess {
namespace {

Position After(const Position& position, Move move) {
  Position next = position;
  next.Make(move);
  return next;
}

}  // namespace

u64 Perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<u64>(CountLegalMoves(position));
  u64 nodes = 0;
  for (const Move move : LegalMoves(position)) nodes += Perft(After(position, move), depth - 1);
  return nodes;
}

u64 PerftByPlaying(const Position& position, int depth) {
  if (depth <= 0) return 1;
  u64 nodes = 0;
  for (const Move move : LegalMoves(position)) {
    nodes += PerftByPlaying(After(position, move), depth - 1);
  }
  return nodes;
}

std::vector<PerftLine> PerftDivide(const Position& position, int depth) {
  std::vector<PerftLine> lines;
  for (const Move move : LegalMoves(position)) {
    lines.push_back({move, Perft(After(position, move), depth - 1)});
  }
  return lines;
}

}  // namespace coherent::chess
