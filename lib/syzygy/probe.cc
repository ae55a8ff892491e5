#include "lib/syzygy/probe.h"

#include <algorithm>

#include "lib/chess/movegen.h"

namespace coherent::syzygy {

using chess::Kind;
using chess::Move;
using chess::MoveList;
using chess::Position;

namespace {

Position After(const Position& position, Move move) {
  Position next = position;
  next.Make(move);
  return next;
}

// Whether the move sets the clock to 0.
bool IsZeroing(const Position& position, Move move) {
  return position.IsCapture(move) || position.Moved(move).kind() == Kind::kPawn;
}

bool IsMate(const Position& position) {
  return position.InCheck() && !chess::HasLegalMove(position);
}

int Sign(int value) { return (value > 0) - (value < 0); }

// The distance where a capture or pawn move, or the end, is next.
int ZeroingDtz(Wdl wdl) {
  switch (wdl) {
    case Wdl::kWin:
      return 1;
    case Wdl::kCursedWin:
      return 101;
    case Wdl::kBlessedLoss:
      return -101;
    case Wdl::kLoss:
      return -1;
    default:
      return 0;
  }
}

// The truth about a position, and whether the table had no say: then a capture is best, or all
// moves are captures.
struct Truth {
  Wdl wdl = Wdl::kDraw;
  bool by_capture = false;
};

// Tables know nothing of en passant, and may say anything less than what a capture is worth. Both
// are put right by trying all captures first. Only where there are none but captures must the table
// not be asked at all: it may believe in stalemate where there is a capture en passant.
std::optional<Truth> FindTruth(const Tables& tables, const Position& position) {
  const int pieces = position.occupied().Count();
  if (!position.castling().IsEmpty() || pieces > tables.max_pieces()) return std::nullopt;
  if (pieces == 2) return Truth();
  MoveList moves;
  chess::AppendNoisyMoves(position, moves);
  std::optional<Wdl> best;
  size_t captures = 0;
  for (const Move move : moves) {
    if (!position.IsCapture(move)) continue;
    ++captures;
    const std::optional<Truth> after = FindTruth(tables, After(position, move));
    if (!after) return std::nullopt;
    best = std::max(best, std::optional(-after->wdl));
    if (best == Wdl::kWin) return Truth{.wdl = Wdl::kWin, .by_capture = true};
  }
  if (captures > 0 && static_cast<size_t>(chess::CountLegalMoves(position)) == captures) {
    return Truth{.wdl = *best, .by_capture = true};
  }
  const Table* table = tables.Wdl(position);
  if (table == nullptr) return std::nullopt;
  const std::optional<Wdl> stored = table->WdlOf(position);
  if (!stored) return std::nullopt;
  // A capture that loses as well as any other move may still be the faster way.
  if (best >= stored) return Truth{.wdl = *best, .by_capture = *best > Wdl::kDraw};
  return Truth{.wdl = *stored};
}

// Whether a pawn move that takes nothing keeps what `wdl` says. Nullopt as for FindTruth.
std::optional<bool> IsPawnMoveBest(const Tables& tables, const Position& position, Wdl wdl) {
  for (const Move move : chess::LegalMoves(position)) {
    if (position.IsCapture(move) || position.Moved(move).kind() != Kind::kPawn) continue;
    const std::optional<Truth> after = FindTruth(tables, After(position, move));
    if (!after) return std::nullopt;
    if (-after->wdl == wdl) return true;
  }
  return false;
}

// The distance as seen from `position`, before `move`.
std::optional<int> DtzByMove(const Tables& tables, const Position& position, Move move) {
  const Position next = After(position, move);
  if (IsMate(next)) return 1;
  if (IsZeroing(position, move)) {
    const std::optional<Wdl> wdl = ProbeWdl(tables, next);
    if (!wdl) return std::nullopt;
    return ZeroingDtz(-*wdl);
  }
  const std::optional<int> dtz = ProbeDtz(tables, next);
  if (!dtz) return std::nullopt;
  return -*dtz - Sign(*dtz);
}

// By all moves: the winner takes the fastest, the loser the slowest, which has the least number
// too.
std::optional<int> DtzByMoves(const Tables& tables, const Position& position, Wdl wdl) {
  std::optional<int> least;
  for (const Move move : chess::LegalMoves(position)) {
    const std::optional<int> dtz = DtzByMove(tables, position, move);
    if (!dtz) return std::nullopt;
    if (Sign(*dtz) == Sign(static_cast<int>(wdl))) least = std::min(least.value_or(*dtz), *dtz);
  }
  return least.value_or(ZeroingDtz(wdl));  // mated
}

// The rank of a move to a position `dtz` plies from zeroing, seen from before the move.
int RankOf(int dtz, int clock, bool has_repeated) {
  constexpr int kCertain = 1'000;
  if (dtz > 0) {
    return dtz + clock <= 99 && !has_repeated ? kCertain : std::max(1, kCertain - (dtz + clock));
  }
  // A loss that is near the limit is worth prolonging; all others are alike.
  if (dtz < 0) return -2 * dtz + clock < 100 ? -kCertain : std::min(-1, -kCertain - dtz + clock);
  return 0;
}

// What a move is worth when `wdl` is the truth about it, `plies` before the clock is set to 0.
Wdl ResultOf(int sign, bool in_time, FiftyMoveRule rule) {
  if (sign == 0 || (rule == FiftyMoveRule::kCounts && !in_time)) return Wdl::kDraw;
  return sign > 0 ? Wdl::kWin : Wdl::kLoss;
}

std::optional<RankedMoves> RankByDistance(const Tables& tables, const Position& position,
                                          bool has_repeated, FiftyMoveRule rule) {
  const int clock = position.halfmove_clock();
  RankedMoves ranked{.by_distance = true};
  for (const Move move : chess::LegalMoves(position)) {
    const std::optional<int> dtz = DtzByMove(tables, position, move);
    if (!dtz) return std::nullopt;
    // A move that sets the clock to 0 needs none of it, unless it is cursed.
    const bool in_time =
        IsZeroing(position, move) ? std::abs(*dtz) <= 100 : std::abs(*dtz) + clock <= 100;
    ranked.moves.push_back({.move = move,
                            .rank = RankOf(*dtz, clock, has_repeated),
                            .result = ResultOf(Sign(*dtz), in_time, rule)});
  }
  return ranked;
}

std::optional<RankedMoves> RankByResult(const Tables& tables, const Position& position,
                                        FiftyMoveRule rule) {
  RankedMoves ranked;
  for (const Move move : chess::LegalMoves(position)) {
    const std::optional<Wdl> after = ProbeWdl(tables, After(position, move));
    if (!after) return std::nullopt;
    const int value = -static_cast<int>(*after);
    const bool is_certain = std::abs(value) == 2 || rule == FiftyMoveRule::kIgnored;
    ranked.moves.push_back({.move = move,
                            .rank = Sign(value) * (is_certain ? 1'000 : 899),
                            .result = ResultOf(Sign(value), is_certain, rule)});
  }
  return ranked;
}

}  // namespace

std::optional<Wdl> ProbeWdl(const Tables& tables, const Position& position) {
  const std::optional<Truth> truth = FindTruth(tables, position);
  if (!truth) return std::nullopt;
  return truth->wdl;
}

std::optional<int> ProbeDtz(const Tables& tables, const Position& position) {
  const std::optional<Truth> truth = FindTruth(tables, position);
  if (!truth) return std::nullopt;
  const Wdl wdl = truth->wdl;
  if (wdl == Wdl::kDraw) return 0;
  if (truth->by_capture) return ZeroingDtz(wdl);
  if (wdl > Wdl::kDraw) {
    const std::optional<bool> is_pawn_move = IsPawnMoveBest(tables, position, wdl);
    if (!is_pawn_move) return std::nullopt;
    if (*is_pawn_move) return ZeroingDtz(wdl);
  }
  const Table* table = tables.Dtz(position);
  if (table == nullptr) return std::nullopt;
  if (!table->Knows(position)) return DtzByMoves(tables, position, wdl);
  const std::optional<int> stored = table->DtzOf(position, wdl);
  if (!stored) return std::nullopt;
  return ZeroingDtz(wdl) + Sign(static_cast<int>(wdl)) * *stored;
}

std::optional<RankedMoves> RankMoves(const Tables& tables, const Position& position,
                                     bool has_repeated, FiftyMoveRule rule) {
  std::optional<RankedMoves> ranked = RankByDistance(tables, position, has_repeated, rule);
  return ranked ? ranked : RankByResult(tables, position, rule);
}

}  // namespace coherent::syzygy
