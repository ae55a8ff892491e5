// Games as bytes and back: the payload of a package. Specified by docs/data_format.md, "Games".
#ifndef COHERENT_LIB_DATA_RECORD_H_
#define COHERENT_LIB_DATA_RECORD_H_

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "lib/base/bytes.h"
#include "lib/base/int.h"
#include "lib/chess/position.h"
#include "lib/chess/types.h"

namespace coherent::data {

enum class Outcome : u8 { kBlackWins, kDraw, kWhiteWins };

// How a game ended; the values are those in the file.
enum class Ending : u8 {
  kUnknown,
  kCheckmate,
  kStalemate,
  kRepetition,
  kFiftyMoves,
  kDeadMaterial,
  kAdjudicatedWin,
  kAdjudicatedDraw,
  kLengthLimit,
  kForfeit,
};
inline constexpr int kEndings = 10;
absl::string_view ToText(Ending ending);

// Scores are centipawns. From here on a score is a mate, kMateScore less the plies to it.
inline constexpr int kMateFloor = 31'000;
inline constexpr int kMateScore = 32'000;
inline constexpr i16 kNoScore = std::numeric_limits<i16>::max();

// A move, and what the search that chose it said of the position before it.
struct ScoredMove {
  chess::Move move;
  i16 score = kNoScore;  // White's view, whoever moves

  bool has_score() const { return score != kNoScore; }
  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct Game {
  chess::Position start;
  Outcome outcome = Outcome::kDraw;
  Ending ending = Ending::kUnknown;
  std::vector<ScoredMove> moves;

  friend bool operator==(const Game&, const Game&) = default;
};

// Calls `visit(position, scored_move)` for each position in which a move was made.
template <class Visit>
void ForEachPosition(const Game& game, Visit visit) {
  chess::Position position = game.start;
  for (const ScoredMove& played : game.moves) {
    visit(static_cast<const chess::Position&>(position), played);
    position.Make(played.move);
  }
}

// Bytes of a game of so many moves.
constexpr size_t GameBytes(size_t moves) { return 32 + 4 * moves + 4; }

// A position as the start of a game has it; the last four bytes are the caller's, 0 at first.
using PackedPosition = std::array<u8, 32>;
// A halfmove clock above 255 is kept as 255.
PackedPosition PackPosition(const chess::Position& position);
// InvalidArgument if the bytes are no position of chess.
absl::StatusOr<chess::Position> UnpackPosition(const PackedPosition& packed);
// The same for what PackPosition has made: much faster, for nothing is checked.
chess::Position UnpackTrusted(const PackedPosition& packed);

// Appends the game to `bytes`. InvalidArgument, with `bytes` unchanged, if the game has no move, a
// start that the format cannot hold or an illegal move.
absl::Status AppendGame(const Game& game, std::string& bytes);

// Reads the next game. DataLoss or InvalidArgument says at which byte or ply what is wrong.
absl::StatusOr<Game> ReadGame(ByteReader& reader);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_RECORD_H_
