#include "lib/data/record.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/bytes.h"
#include "lib/base/int.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/epd.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/chess/types.h"
#include "lib/data/testing.h"

namespace coherent::data {
namespace {

using chess::Move;
using chess::MoveOf;
using chess::Position;
using chess::PositionOf;
using testing::HasSubstr;

absl::StatusOr<Game> ReadOne(absl::string_view bytes) {
  ByteReader reader("test", bytes);
  return ReadGame(reader);
}

Game GameOf(const Position& start, const std::vector<std::string>& moves, Outcome outcome) {
  Game game = {.start = start, .outcome = outcome};
  Position position = start;
  for (const std::string& text : moves) {
    game.moves.push_back({MoveOf(position, text), 0});
    position.Make(game.moves.back().move);
  }
  return game;
}

TEST(RecordTest, EveryPositionComesBack) {
  for (const chess::EpdRecord& record : chess::ReadPerftSuites()) {
    const PackedPosition packed = PackPosition(record.position);
    const auto back = UnpackPosition(packed);
    ASSERT_THAT(back, IsOk()) << ToFen(record.position);
    EXPECT_EQ(*back, record.position) << ToFen(record.position);
    EXPECT_EQ(UnpackTrusted(packed), record.position) << ToFen(record.position);
  }
}

TEST(RecordTest, RandomGamesComeBackInTheBytesStated) {
  Random random(1);
  for (const chess::EpdRecord& record : chess::ReadPositions("perft/chess960.epd")) {
    const Game game = RandomGame(record.position, 60, random);
    std::string bytes;
    ASSERT_THAT(AppendGame(game, bytes), IsOk());
    EXPECT_EQ(bytes.size(), GameBytes(game.moves.size()));
    const auto back = ReadOne(bytes);
    ASSERT_THAT(back, IsOk()) << ToFen(record.position);
    EXPECT_EQ(*back, game) << ToFen(record.position);
  }
}

// The example of the format's own description.
TEST(RecordTest, ReadsAndWritesViriformat) {
  constexpr u8 kBytes[] = {0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0x16, 0x42, 0x25, 0x61,
                           0x00, 0x00, 0x00, 0x00, 0x88, 0x88, 0x88, 0x88, 0x9e, 0xca, 0xad, 0xe9,
                           0x40, 0x00, 0x01, 0x00, 0x00, 0x00, 0x02, 0x00, 0x0c, 0x07, 0x0a, 0x00,
                           0x34, 0x09, 0x14, 0x00, 0xc3, 0x09, 0xe2, 0xff, 0x3c, 0x0d, 0xff, 0x7f,
                           0x27, 0x09, 0xff, 0x7f, 0x00, 0x00, 0x00, 0x00};
  const std::string bytes(reinterpret_cast<const char*>(kBytes), sizeof(kBytes));
  const auto game = ReadOne(bytes);
  ASSERT_THAT(game, IsOk());
  Game expected = GameOf(Position(), {"e2e4", "e7e5", "d1h5", "e8e7", "h5e5"}, Outcome::kWhiteWins);
  constexpr i16 kScores[] = {10, 20, -30, kNoScore, kNoScore};
  for (size_t i = 0; i < 5; ++i) expected.moves[i].score = kScores[i];
  EXPECT_EQ(*game, expected);
  std::string back;
  ASSERT_THAT(AppendGame(*game, back), IsOk());
  EXPECT_EQ(back, bytes);
}

TEST(RecordTest, KeepsPromotionCastlingAndEnPassant) {
  const Game games[] = {
      GameOf(PositionOf("4k3/P7/8/8/8/8/8/4K2R w K - 0 1"), {"a7a8n", "e8d8", "e1h1"},
             Outcome::kDraw),
      GameOf(PositionOf("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1"), {"a2a4", "b4a3"}, Outcome::kDraw)};
  for (const Game& game : games) {
    std::string bytes;
    ASSERT_THAT(AppendGame(game, bytes), IsOk());
    EXPECT_THAT(ReadOne(bytes), IsOk());
    EXPECT_EQ(*ReadOne(bytes), game);
  }
}

TEST(RecordTest, RefusesAnIllegalMoveAndNamesThePly) {
  std::string bytes;
  const Game good = GameOf(Position(), {"e2e4", "e7e5"}, Outcome::kDraw);
  ASSERT_THAT(AppendGame(good, bytes), IsOk());
  bytes[36] = 0x0c;  // e2e4 once more
  bytes[37] = 0x07;
  EXPECT_THAT(ReadOne(bytes), StatusIs(absl::StatusCode::kInvalidArgument,
                                       HasSubstr("ply 2: e2e4 is not legal in ")));
  Game bad = good;
  bad.moves.push_back({Move::None(), 0});
  std::string unchanged;
  EXPECT_THAT(AppendGame(bad, unchanged),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("ply 3: ")));
  EXPECT_EQ(unchanged, "");
}

TEST(RecordTest, RefusesAMoveAfterMateAndAfterStalemate) {
  for (const char* fen : {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    Game game = {.start = PositionOf(fen)};
    game.moves.push_back(
        {Move(*chess::Square::FromText('h', '8'), *chess::Square::FromText('g', '8'))});
    std::string bytes;
    EXPECT_THAT(AppendGame(game, bytes), StatusIs(absl::StatusCode::kInvalidArgument,
                                                  HasSubstr("expected the game to be over")));
  }
}

TEST(RecordTest, RefusesAGameWithoutAMove) {
  std::string bytes;
  EXPECT_THAT(AppendGame({}, bytes),
              StatusIs(absl::StatusCode::kInvalidArgument, "a game without a move"));
}

TEST(RecordTest, EveryCutGivesTheByte) {
  std::string bytes;
  ASSERT_THAT(AppendGame(GameOf(Position(), {"e2e4", "e7e5"}, Outcome::kDraw), bytes), IsOk());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(ReadOne(absl::string_view(bytes).substr(0, size)),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("at byte")));
  }
}

TEST(RecordTest, DamagedStartsAreRefusedOrRead) {
  std::string bytes;
  Random random(2);
  ASSERT_THAT(AppendGame(RandomGame(Position(), 30, random), bytes), IsOk());
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const auto game = ReadOne(damaged);  // must not crash
    EXPECT_TRUE(game.ok() || !game.status().message().empty());
  }
}

}  // namespace
}  // namespace coherent::data
