#include "lib/search/tt.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace coherent::search {
namespace {

constexpr size_t kHugePage = size_t{2} << 20;

size_t PhysicalMemory() {
  return static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

size_t RoundedUp(size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

}  // namespace

TranspositionTable::~TranspositionTable() { Free(); }

void TranspositionTable::Free() {
  if (blocks_ != nullptr) munmap(blocks_, RoundedUp(count_ * sizeof(Block)));
  blocks_ = nullptr;
  count_ = 0;
}

absl::Status TranspositionTable::Resize(size_t bytes) {
  const size_t count = std::max<size_t>(1, bytes / sizeof(Block));
  const size_t mapped = RoundedUp(count * sizeof(Block));
  // The kernel may promise more than there is and kill the process later: ask for less than all.
  void* memory = MAP_FAILED;
  if (mapped <= PhysicalMemory()) {
    memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  if (memory == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        absl::StrCat("hash table: no memory for ", bytes >> 20, " MiB"));
  }
  if (Has(Mechanism::kHugePages)) madvise(memory, mapped, MADV_HUGEPAGE);
  Free();
  blocks_ = static_cast<Block*>(memory);
  count_ = count;
  age_ = 0;
  return absl::OkStatus();
}

void TranspositionTable::Clear() {
  if (count_ > 0) std::memset(static_cast<void*>(blocks_), 0, count_ * sizeof(Block));
  age_ = 0;
}

std::optional<TableHit> TranspositionTable::Probe(u64 key, int ply) const {
  for (const Entry& entry : BlockOf(key).entries) {
    if (Load(entry.key) != static_cast<u16>(key)) continue;
    const State state = Load(entry.state);
    if (state.depth == 0) continue;
    const int score = Load(entry.score);
    return TableHit{.move = chess::Move::FromBits(Load(entry.move)),
                    .score = score == kNoScore ? kNoScore : FromTable(score, ply),
                    .eval = Load(entry.eval),
                    .depth = state.depth - kDepthOffset,
                    .bound = state.bound(),
                    .was_pv = state.was_pv()};
  }
  return std::nullopt;
}

void TranspositionTable::Store(u64 key, int ply, chess::Move move, int score, int eval, int depth,
                               Bound bound, bool is_pv) {
  Block& block = BlockOf(key);
  Entry* chosen = &block.entries[0];
  State chosen_state = Load(chosen->state);
  bool same = false;
  for (Entry& entry : block.entries) {
    const State state = Load(entry.state);
    same = Load(entry.key) == static_cast<u16>(key) && state.depth != 0;
    if (same || Rank(state) < Rank(chosen_state)) {
      chosen = &entry;
      chosen_state = state;
    }
    if (same) break;
  }
  // A much shallower bound does not replace what a deeper search of this age proved.
  if (same && bound != Bound::kExact && chosen_state.age() == age_ &&
      depth + kDepthOffset + 4 + 2 * static_cast<int>(is_pv) <= chosen_state.depth) {
    if (!move.IsNone()) Put(chosen->move, move.bits());
    return;
  }
  if (!same || !move.IsNone()) Put(chosen->move, move.bits());
  Put(chosen->key, static_cast<u16>(key));
  Put(chosen->score, static_cast<i16>(score == kNoScore ? kNoScore : ToTable(score, ply)));
  Put(chosen->eval, static_cast<i16>(eval));
  Put(chosen->state, State{.depth = static_cast<u8>(depth + kDepthOffset),
                           .flags = static_cast<u8>(age_ << 3 | static_cast<int>(is_pv) << 2 |
                                                    static_cast<int>(bound))});
}

int TranspositionTable::HashFull() const {
  const size_t sample = std::min<size_t>(count_, 1000);
  if (sample == 0) return 0;
  size_t used = 0;
  for (size_t i = 0; i < sample; ++i) {
    for (const Entry& entry : blocks_[i].entries) {
      const State state = Load(entry.state);
      used += state.depth != 0 && state.age() == age_;
    }
  }
  return static_cast<int>(used * 1000 / (sample * 3));
}

}  // namespace coherent::search
