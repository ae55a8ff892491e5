#include "lib/chess/repetition.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lib/chess/attacks.h"
#include "lib/chess/bitboard.h"
#include "lib/chess/movegen.h"
#include "lib/chess/types.h"
#include "lib/chess/zobrist.h"

namespace coherent::chess {
namespace {

// Not PieceAttacks: its tables may not be there yet when the table below is made.
Bitboard EmptyBoardAttacks(Kind kind, Square from) {
  switch (kind) {
    case Kind::kKnight:
      return KnightAttacks(from);
    case Kind::kBishop:
      return BishopReach(from);
    case Kind::kRook:
      return RookReach(from);
    case Kind::kQueen:
      return BishopReach(from) | RookReach(from);
    default:
      return KingAttacks(from);
  }
}

// All reversible moves by the difference they make to a key, in a cuckoo hash table: an entry lies
// in one of two places, so that a miss costs two looks. After M. van Kervinck, "The design and
// implementation of the Rookie 2.0 chess playing program", 2002.
class CuckooTable {
 public:
  struct Entry {
    u64 difference = 0;  // never 0 for a move
    Square from;
    Square to;
  };

  CuckooTable() {
    for (const Color color : kColors) {
      for (const Kind kind : kKinds) {
        if (kind != Kind::kPawn) AddMovesOf(Piece(color, kind));
      }
    }
    CHECK(count_ == kReversibleMoves);
  }

  // Null if no move makes this difference.
  const Entry* Find(u64 difference) const {
    const Entry& first = entries_[FirstPlace(difference)];
    if (first.difference == difference) return &first;
    const Entry& second = entries_[SecondPlace(difference)];
    return second.difference == difference ? &second : nullptr;
  }

 private:
  static constexpr int kSize = 8'192;
  static int FirstPlace(u64 difference) { return static_cast<int>(difference & (kSize - 1)); }
  static int SecondPlace(u64 difference) {
    return static_cast<int>(difference >> 16 & (kSize - 1));
  }

  void AddMovesOf(Piece piece) {
    for (int from = 0; from < Square::kCount; ++from) {
      const Square a = Square::FromIndex(from);
      for (const Square b : EmptyBoardAttacks(piece.kind(), a)) {
        if (a < b) Add({PieceKey(piece, a) ^ PieceKey(piece, b) ^ kZobrist.black_to_move, a, b});
      }
    }
  }

  // Who is thrown out goes to its other place.
  void Add(Entry entry) {
    ++count_;
    int place = FirstPlace(entry.difference);
    while (true) {
      std::swap(entries_[place], entry);
      if (entry.difference == 0) return;
      place = FirstPlace(entry.difference) ^ SecondPlace(entry.difference) ^ place;
    }
  }

  std::array<Entry, kSize> entries_;
  int count_ = 0;
};

const CuckooTable kReversibleMoveTable;

}  // namespace

void KeyHistory::Reset(const Position& start) {
  entries_.clear();
  entries_.push_back({start.key(), 0, 0, false});
}

void KeyHistory::Push(const Position& position) {
  Entry entry = {position.key(), 0, 0, false};
  entry.reversible = std::min(entries_.back().reversible + 1, position.halfmove_clock());
  // The same side moves every second ply, and no position comes back in two.
  const size_t now = entries_.size();
  for (int back = 4; back <= entry.reversible; back += 2) {
    const Entry& earlier = entries_[now - back];
    if (earlier.key != entry.key) continue;
    entry.repeats = static_cast<u16>(back);
    entry.is_third = earlier.repeats != 0;
    break;
  }
  entries_.push_back(entry);
}

void KeyHistory::PushNull(const Position& position) {
  entries_.push_back({position.key(), 0, 0, false});
}

bool KeyHistory::HasRepetition() const {
  const auto since = entries_.end() - 1 - entries_.back().reversible;
  return std::any_of(since, entries_.end(), [](const Entry& entry) { return entry.repeats != 0; });
}

bool KeyHistory::FindUpcomingRepetition(const Position& position, int ply) const {
  const Entry* last = &entries_.back();
  // What the opponent's moves since the earlier position did: only where they cancel each other out
  // can a move of ours bring it back.
  u64 theirs = last->key ^ (last - 1)->key ^ kZobrist.black_to_move;
  for (int back = 3; back <= last->reversible; back += 2) {
    const Entry& earlier = *(last - back);
    theirs ^= (last - back + 1)->key ^ earlier.key ^ kZobrist.black_to_move;
    if (theirs != 0) continue;
    const CuckooTable::Entry* move = kReversibleMoveTable.Find(last->key ^ earlier.key);
    if (move == nullptr || (Between(move->from, move->to) & position.occupied()).Any()) continue;
    if (back <= ply || earlier.repeats != 0) return true;
  }
  return false;
}

bool IsDrawByFiftyMoves(const Position& position) {
  return position.halfmove_clock() >= 100 && (!position.InCheck() || HasLegalMove(position));
}

bool IsDeadMaterial(const Position& position) {
  constexpr Bitboard kDarkSquares(0xAA55AA55AA55AA55);
  const Bitboard bishops = position.Pieces(Kind::kBishop);
  const Bitboard knights = position.Pieces(Kind::kKnight);
  const Bitboard kings = position.Pieces(Kind::kKing);
  if (position.occupied() != (kings | bishops | knights)) return false;
  if (!(bishops | knights).HasMoreThanOne()) return true;
  return knights.IsEmpty() &&
         ((bishops & kDarkSquares).IsEmpty() || (bishops & ~kDarkSquares).IsEmpty());
}

}  // namespace coherent::chess
