// The transposition table: what earlier searches found about a position.
// Threads may Probe and Store at once without locks: an entry may be mixed of two or belong to
// another position with the same 16 key bits, so a move from it must pass Position::IsLegal.
#ifndef COHERENT_LIB_SEARCH_TT_H_
#define COHERENT_LIB_SEARCH_TT_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

#include "absl/status/status.h"
#include "lib/base/int.h"
#include "lib/base/mechanism.h"
#include "lib/chess/types.h"
#include "lib/search/score.h"

namespace coherent::search {

// A copy to read.
struct TableHit {
  chess::Move move;  // or None
  int score;         // from the root, as FromTable gives it; kNoScore if none is stored
  int eval;          // raw evaluation, or kNoScore
  int depth;
  Bound bound;
  bool was_pv;
};

class TranspositionTable {
 public:
  TranspositionTable() = default;
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Makes a cleared table of at most so many bytes. ResourceExhausted, with the old table kept, if
  // that much memory is not to be had.
  absl::Status Resize(size_t bytes);
  void Clear();
  // A new search begins: entries of older ones lose rank.
  void NextAge() { age_ = (age_ + 1) & kAgeMask; }

  void Prefetch(u64 key) const {
    if (Has(Mechanism::kPrefetch)) __builtin_prefetch(&BlockOf(key));
  }
  std::optional<TableHit> Probe(u64 key, int ply) const;
  // Keeps a known move if `move` is None.
  void Store(u64 key, int ply, chess::Move move, int score, int eval, int depth, Bound bound,
             bool is_pv);

  // Per mille of a sample that this search has written.
  int HashFull() const;

 private:
  // What is known of an entry besides its key, move and values: 16 bits, depth 8 | age 5, pv 1,
  // bound 2.
  struct alignas(2) State {
    u8 depth;  // depth + kDepthOffset; 0 = empty
    u8 flags;

    Bound bound() const { return static_cast<Bound>(flags & 3); }
    bool was_pv() const { return (flags & 4) != 0; }
    int age() const { return flags >> 3; }
  };
  // Every part is read and written for itself: as cheap as if no other thread were there.
  struct Entry {
    std::atomic<u16> key;
    std::atomic<u16> move;
    std::atomic<i16> score;
    std::atomic<i16> eval;
    std::atomic<State> state;
  };
  static_assert(sizeof(Entry) == 10);
  template <class T>
  static T Load(const std::atomic<T>& part) {
    return part.load(std::memory_order_relaxed);
  }
  template <class T>
  static void Put(std::atomic<T>& part, T value) {
    part.store(value, std::memory_order_relaxed);
  }
  struct alignas(32) Block {
    std::array<Entry, 3> entries;
    u16 unused;
  };
  static_assert(sizeof(Block) == 32);

  static constexpr int kAgeMask = 31;
  static constexpr int kDepthOffset = 1;

  Block& BlockOf(u64 key) const {
    return blocks_[static_cast<size_t>((static_cast<unsigned __int128>(key) * count_) >> 64)];
  }
  // How much an entry is worth keeping: its depth, less 4 a search since it was written.
  int Rank(State state) const {
    return state.depth == 0 ? -1000 : state.depth - 4 * ((age_ - state.age()) & kAgeMask);
  }
  void Free();

  Block* blocks_ = nullptr;
  size_t count_ = 0;
  int age_ = 0;
};

}  // namespace coherent::search

#endif  // COHERENT_LIB_SEARCH_TT_H_
