// A set of squares in 64 bits.
#ifndef COHERENT_LIB_CHESS_BITBOARD_H_
#define COHERENT_LIB_CHESS_BITBOARD_H_

#include <bit>

#include "lib/base/int.h"
#include "lib/chess/types.h"

namespace coherent::chess {

class Bitboard {
 public:
  // Walks the squares of a set from a1 upwards.
  class Iterator {
   public:
    explicit constexpr Iterator(u64 bits) : bits_(bits) {}
    constexpr Square operator*() const { return Square::FromIndex(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    u64 bits_;
  };

  constexpr Bitboard() = default;
  explicit constexpr Bitboard(u64 bits) : bits_(bits) {}
  explicit constexpr Bitboard(Square square) : bits_(u64{1} << square.index()) {}
  static constexpr Bitboard File(int file) { return Bitboard(u64{0x0101010101010101} << file); }
  static constexpr Bitboard Rank(int rank) { return Bitboard(u64{0xFF} << (8 * rank)); }
  static constexpr Bitboard All() { return Bitboard(~u64{0}); }

  constexpr u64 bits() const { return bits_; }
  constexpr bool IsEmpty() const { return bits_ == 0; }
  constexpr bool Any() const { return bits_ != 0; }
  constexpr bool Contains(Square square) const { return (bits_ >> square.index() & 1) != 0; }
  constexpr int Count() const { return std::popcount(bits_); }
  constexpr bool HasMoreThanOne() const { return (bits_ & (bits_ - 1)) != 0; }
  // The lowest square; the set must not be empty.
  constexpr Square First() const { return Square::FromIndex(std::countr_zero(bits_)); }
  constexpr Square PopFirst() {
    const Square square = First();
    bits_ &= bits_ - 1;
    return square;
  }
  // Every square `by` indices further on; what leaves the board is lost, files are not checked.
  constexpr Bitboard Shifted(int by) const {
    return Bitboard(by >= 0 ? bits_ << by : bits_ >> -by);
  }
  // One rank towards `color`'s opponent.
  constexpr Bitboard Forward(Color color) const {
    return Bitboard(color == Color::kWhite ? bits_ << 8 : bits_ >> 8);
  }
  constexpr Bitboard East() const { return Bitboard((bits_ & ~u64{0x8080808080808080}) << 1); }
  constexpr Bitboard West() const { return Bitboard((bits_ & ~u64{0x0101010101010101}) >> 1); }

  friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ & b.bits_);
  }
  friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ | b.bits_);
  }
  friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
    return Bitboard(a.bits_ ^ b.bits_);
  }
  constexpr Bitboard operator~() const { return Bitboard(~bits_); }
  constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
  constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
  constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }
  friend constexpr bool operator==(Bitboard, Bitboard) = default;

  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  u64 bits_ = 0;
};
static_assert(sizeof(Bitboard) == 8);

}  // namespace coherent::chess

#endif  // COHERENT_LIB_CHESS_BITBOARD_H_
