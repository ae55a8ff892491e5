#include "lib/chess/repetition.h"

#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/chess/fen.h"
#include "lib/chess/movegen.h"
#include "lib/chess/testing.h"

namespace coherent::chess {
namespace {

// A game: the last position and all keys.
struct Game {
  explicit Game(absl::string_view fen, absl::string_view moves = "")
      : position(PositionOf(fen)), history(position) {
    for (const absl::string_view move : absl::StrSplit(moves, ' ', absl::SkipEmpty())) Play(move);
  }
  void Play(absl::string_view move) {
    position.Make(MoveOf(position, move));
    history.Push(position);
  }
  // How often the last position has occurred.
  int Occurrences() const {
    if (!history.IsDrawByRepetition(10'000)) return 1;
    return history.IsDrawByRepetition(0) ? 3 : 2;
  }

  Position position;
  KeyHistory history;
};

constexpr absl::string_view kKnights = "g1f3 g8f6 f3g1 f6g8";

TEST(RepetitionTest, BeforeTheRootTheThirdOccurrenceIsADraw) {
  Game game(kStartFen, kKnights);
  EXPECT_FALSE(game.history.IsDrawByRepetition(0));
  for (const absl::string_view move : absl::StrSplit(kKnights, ' ')) game.Play(move);
  EXPECT_TRUE(game.history.IsDrawByRepetition(0));
}

TEST(RepetitionTest, InTheTreeOneRepetitionIsADraw) {
  const Game game(kStartFen, kKnights);
  EXPECT_FALSE(game.history.IsDrawByRepetition(3));  // the first one is before the root
  EXPECT_TRUE(game.history.IsDrawByRepetition(4));   // ... is the root
  EXPECT_TRUE(game.history.IsDrawByRepetition(5));   // ... is in the tree
}

TEST(RepetitionTest, TakingBackForgets) {
  Game game(kStartFen, kKnights);
  game.history.Pop();
  EXPECT_EQ(game.Occurrences(), 1);
  EXPECT_EQ(game.history.size(), 4);
}

TEST(RepetitionTest, AnEnPassantSquareWithoutALegalCaptureDoesNotCount) {
  const Game game("r7/8/8/8/kp5R/8/2P5/6K1 w - - 0 1",
                  "c2c4 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1");
  EXPECT_EQ(game.Occurrences(), 3);
}

TEST(RepetitionTest, AnEnPassantSquareWithALegalCaptureCounts) {
  const Game game("r7/8/8/8/1p5R/k7/2P5/6K1 w - - 0 1",
                  "c2c4 a8b8 g1h1 b8a8 h1g1 a8b8 g1h1 b8a8 h1g1");
  EXPECT_EQ(game.Occurrences(), 2);
}

TEST(RepetitionTest, ALostCastlingRightMakesAnotherPosition) {
  Game game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 e8e7 h2h1 e7e8");
  EXPECT_EQ(game.Occurrences(), 1);
  for (const absl::string_view move : {"h1h2", "e8e7", "h2h1", "e7e8"}) game.Play(move);
  EXPECT_EQ(game.Occurrences(), 2);
}

TEST(RepetitionTest, NothingIsRepeatedAcrossANullMove) {
  Position position = PositionOf("4k3/8/8/8/8/8/8/4K2R w - - 20 30");
  KeyHistory history(position);
  const auto play = [&](absl::string_view move) {
    position.Make(MoveOf(position, move));
    history.Push(position);
  };
  play("h1h2");
  position.MakeNull();
  history.PushNull(position);
  play("h2h1");
  position.MakeNull();
  history.PushNull(position);
  EXPECT_FALSE(history.IsDrawByRepetition(10));
}

// The slow twin: plays every legal move.
bool HasUpcomingRepetitionByPlaying(const Position& position, const KeyHistory& history, int ply) {
  for (const Move move : LegalMoves(position)) {
    const Position after = After(position, move);
    KeyHistory longer = history;
    longer.Push(after);
    if (longer.IsDrawByRepetition(ply + 1)) return true;
  }
  return false;
}

// The slow twin of IsDrawByRepetition: compares whole positions.
bool IsDrawByComparing(const std::vector<Position>& game, int ply) {
  const Position& last = game.back();
  const auto fen_without_counters = [](const Position& position) {
    const std::vector<std::string> fields = absl::StrSplit(ToFen(position), ' ');
    return fields[0] + fields[1] + fields[2] + fields[3];
  };
  int earlier = 0;
  for (size_t back = 1; back < game.size(); ++back) {
    const Position& other = game[game.size() - 1 - back];
    if (other.key() != last.key()) continue;
    EXPECT_EQ(fen_without_counters(other), fen_without_counters(last));
    ++earlier;
    if (static_cast<int>(back) <= ply) return true;
  }
  return earlier >= 2;
}

// Positions in which random games repeat often.
constexpr absl::string_view kQuietPositions[] = {
    "8/8/8/3k4/8/8/3K4/8 w - - 0 1",           "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "b3k3/8/8/8/8/8/8/4K2N w - - 0 1",         "k7/p7/P7/8/8/7p/7P/K7 w - - 0 1",
    "q3k3/8/8/8/8/8/8/4K2Q w - - 0 1",         "1k6/1p6/1P6/8/8/8/8/1K1R4 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",    "kb6/p1p5/P1P5/8/8/1p1p4/1P1P4/BK6 w - - 0 1",
    "k7/1n6/p1p5/P1P5/8/8/1N6/K7 b - - 12 40",
};

TEST(RepetitionTest, AgreesWithComparingPositions) {
  Random random(3);
  int draws = 0;
  for (const absl::string_view fen : kQuietPositions) {
    std::vector<Position> game = {PositionOf(fen)};
    KeyHistory history(game.front());
    PlayRandomly(game.front(), 300, random, [&](const Position&, Move, const Position& after) {
      game.push_back(after);
      history.Push(after);
      for (const int ply : {0, 3, 8, 20, 1'000}) {
        ASSERT_EQ(history.IsDrawByRepetition(ply), IsDrawByComparing(game, ply)) << ToFen(after);
        draws += history.IsDrawByRepetition(ply) ? 1 : 0;
      }
    });
  }
  EXPECT_GT(draws, 100);
}

TEST(RepetitionTest, UpcomingRepetitionAgreesWithPlayingEveryMove) {
  Random random(4);
  int found = 0, not_found = 0;
  for (int round = 0; round < 8; ++round) {
    for (const absl::string_view fen : kQuietPositions) {
      const Position start = PositionOf(fen);
      KeyHistory history(start);
      PlayRandomly(start, 150, random, [&](const Position&, Move, const Position& after) {
        history.Push(after);
        for (const int ply : {0, 2, 3, 5, 12, 1'000}) {
          const bool expected = HasUpcomingRepetitionByPlaying(after, history, ply);
          ASSERT_EQ(history.HasUpcomingRepetition(after, ply), expected)
              << ToFen(after) << " ply " << ply;
          ++(expected ? found : not_found);
        }
      });
    }
  }
  EXPECT_GT(found, 1'000);
  EXPECT_GT(not_found, 1'000);
}

TEST(RepetitionTest, UpcomingRepetitionAgreesInWholeGames) {
  Random random(5);
  for (const EpdRecord& record : ReadPerftSuites()) {
    KeyHistory history(record.position);
    PlayRandomly(record.position, 12, random, [&](const Position&, Move, const Position& after) {
      history.Push(after);
      ASSERT_EQ(history.HasUpcomingRepetition(after, 1'000),
                HasUpcomingRepetitionByPlaying(after, history, 1'000))
          << ToFen(after);
    });
  }
}

TEST(FiftyMovesTest, AHundredPliesAreADraw) {
  EXPECT_FALSE(IsDrawByFiftyMoves(PositionOf("8/8/4k3/8/8/4K3/4R3/8 w - - 99 90")));
  EXPECT_TRUE(IsDrawByFiftyMoves(PositionOf("8/8/4k3/8/8/4K3/4R3/8 w - - 100 90")));
}

TEST(FiftyMovesTest, MateGoesBeforeTheCount) {
  Game game("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "g1h1");
  EXPECT_EQ(game.position.halfmove_clock(), 100);
  EXPECT_FALSE(IsDrawByFiftyMoves(game.position));
  game = Game("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "g1g2");
  EXPECT_TRUE(IsDrawByFiftyMoves(game.position));
}

TEST(DeadMaterialTest, OnlyWhereNoMateIsPossible) {
  const auto is_dead = [](absl::string_view board) {
    return IsDeadMaterial(PositionOf(std::string(board) + " w - - 0 1"));
  };
  EXPECT_TRUE(is_dead("8/8/4k3/8/8/4K3/8/8"));
  EXPECT_TRUE(is_dead("8/8/4k3/8/8/4K3/8/6N1"));
  EXPECT_TRUE(is_dead("8/8/4k3/8/8/4K3/8/6b1"));
  EXPECT_TRUE(is_dead("8/8/4k3/2b5/8/8/4K3/B7"));
  EXPECT_TRUE(is_dead("8/8/4k3/2b5/8/8/4K3/B1B5"));
  EXPECT_FALSE(IsDeadMaterial(PositionOf("kb6/8/1K6/3B4/8/8/8/8 b - - 0 1")));
  EXPECT_FALSE(is_dead("8/8/4k3/8/8/4K3/8/5NN1"));
  EXPECT_FALSE(is_dead("8/8/4k3/2n5/8/4K3/8/6N1"));
  EXPECT_FALSE(is_dead("8/8/4k3/2n5/8/4K3/8/6B1"));
  EXPECT_FALSE(is_dead("8/8/4k3/8/8/4K3/8/5BB1"));
  for (const absl::string_view piece : {"P", "R", "Q"}) {
    EXPECT_FALSE(is_dead("8/8/4k3/8/8/4K3/6" + std::string(piece) + "1/8"));
  }
}

}  // namespace
}  // namespace coherent::chess
