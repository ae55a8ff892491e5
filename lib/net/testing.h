// What tests of the net share: boards to try things on.
#ifndef COHERENT_LIB_NET_TESTING_H_
#define COHERENT_LIB_NET_TESTING_H_

#include "absl/strings/string_view.h"
#include "lib/base/random.h"
#include "lib/net/architecture.h"
#include "lib/net/board.h"

namespace coherent::net {

inline constexpr absl::string_view kExampleFen = "6k1/8/5n2/3q4/2B1P3/8/8/3R2K1 w - - 0 1";

Board BoardOf(absl::string_view fen);

// One king a side, up to 15 other pieces a side, anywhere they may stand; rarely legal chess.
Board RandomBoard(Random& random);

// Colours swapped, upside down.
Board Reversed(const Board& board);

// A small net of this width, 8 buckets, hidden layers of 16 and 32.
Architecture SmallArchitecture(int width, int threat_rows);

}  // namespace coherent::net

#endif  // COHERENT_LIB_NET_TESTING_H_
