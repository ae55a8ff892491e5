#include "lib/data/pgn.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/data/record.h"

namespace coherent::data {
namespace {

using chess::Position;
using testing::HasSubstr;

struct Imported {
  std::vector<Game> games;
  absl::StatusOr<ImportCounts> counts = ImportCounts();
};

Imported Import(absl::string_view text) {
  Imported imported;
  imported.counts = ImportPgn("file", text, [&](const Game& game) {
    imported.games.push_back(game);
    std::string bytes;
    return AppendGame(game, bytes);
  });
  return imported;
}

Imported ImportFile(absl::string_view name) {
  return Import(*ReadFile(TestdataPath(absl::StrCat("pgn/", name))));
}

std::string LastFen(const Game& game) {
  Position position = game.start;
  for (const ScoredMove& played : game.moves) position.Make(played.move);
  return ToFen(position);
}

TEST(PgnTest, TagsLikeMovesAndACommentBeforeTheFirstMoveAreNoGame) {
  const Imported imported = Import(
      "[Event \"x (y) 1...c5\"]\n[Result \"1/2-1/2\"]\n"
      "{ pre } 1. e4 { [%eval 0.2] } e5 2. Nf3 1/2-1/2");
  ASSERT_THAT(imported.counts, IsOk());
  ASSERT_EQ(imported.games.size(), 1);
  const Game& game = imported.games[0];
  EXPECT_EQ(game.moves.size(), 3);
  EXPECT_EQ(game.outcome, Outcome::kDraw);
  EXPECT_EQ(LastFen(game), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  EXPECT_EQ(game.moves[0].score, 20);
  EXPECT_FALSE(game.moves[1].has_score());
}

TEST(PgnTest, ReadsWhatFastchessWrites) {
  const struct {
    const char* name;
    size_t games;
    size_t plies;
    Ending ending;
    int without_score = 0;  // in all games: moves of a book
  } files[] = {
      {"own_fastchess_nodes_adjudicated.pgn", 2, 70, Ending::kAdjudicatedWin},
      {"own_fastchess_tc_all_fields.pgn", 4, 191, Ending::kRepetition},
      {"own_fastchess_timeloss.pgn", 2, 56, Ending::kForfeit},
      {"own_fastchess_uci_notation.pgn", 2, 76, Ending::kAdjudicatedDraw, 32},
      {"own_fastchess_dfrc_lan.pgn", 2, 100, Ending::kAdjudicatedDraw},
      {"own_cutechess_frc.pgn", 2, 80, Ending::kAdjudicatedDraw},
      {"own_cutechess_tc.pgn", 2, 144, Ending::kAdjudicatedWin, 32},
      {"fishtest_fastchess.pgn", 4, 61, Ending::kRepetition},
  };
  for (const auto& file : files) {
    const Imported imported = ImportFile(file.name);
    ASSERT_THAT(imported.counts, IsOk()) << file.name;
    ASSERT_EQ(imported.games.size(), file.games) << file.name;
    EXPECT_EQ(imported.games[0].moves.size(), file.plies) << file.name;
    EXPECT_EQ(imported.games[0].ending, file.ending) << file.name;
    int without_score = 0;
    for (const Game& game : imported.games) {
      for (const ScoredMove& played : game.moves) without_score += played.has_score() ? 0 : 1;
    }
    EXPECT_EQ(without_score, file.without_score) << file.name;
  }
}

TEST(PgnTest, ScoresAreTurnedToWhitesView) {
  const Imported imported = Import(
      "1. e4 {+0.45/10 0.014s} e5 {-0.30/9 0.1s} 2. Nf3 {0.00/5} Nc6 {+M5/12 0.1s} "
      "3. Bb5 {-M4/3 0s} a6 {1/2-1/2 agreed} 4. Ba4 {[%clk 0:01] [%eval #-3]} d6 {book} 1/2-1/2");
  ASSERT_THAT(imported.counts, IsOk());
  std::vector<int> scores;
  for (const ScoredMove& played : imported.games[0].moves) scores.push_back(played.score);
  EXPECT_THAT(scores,
              testing::ElementsAre(45, 30, 0, -31'995, -31'996, kNoScore, -31'994, kNoScore));
}

TEST(PgnTest, VariationsGlyphsAndEscapesArePassedOver) {
  const Imported imported = Import(
      "% escaped 1. d4\n1. e4 $1 (1. d4 d5 (1... Nf6 { :-) }) 2. c4) 1... e5!? 2.Nf3 ; no 3. d4\n"
      "Nc6 0-1");
  ASSERT_THAT(imported.counts, IsOk());
  EXPECT_EQ(imported.games[0].moves.size(), 4);
  EXPECT_EQ(imported.games[0].outcome, Outcome::kBlackWins);
}

TEST(PgnTest, AResultOnTheBoardNeedsNoTagAndContradictsNone) {
  EXPECT_EQ(Import("1. f3 e5 2. g4 Qh4#").games[0].outcome, Outcome::kBlackWins);
  EXPECT_EQ(Import("1. f3 e5 2. g4 Qh4# 0-1").games[0].ending, Ending::kCheckmate);
  EXPECT_THAT(Import("1. f3 e5 2. g4 Qh4# 1-0").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("file:1: game 1: ")));
}

TEST(PgnTest, GamesWithoutMovesOrResultAreCounted) {
  const Imported imported = Import("1. e4 *\n\n[Result \"1-0\"]\n1-0\n\n1. e4 e5 1-0\n");
  ASSERT_THAT(imported.counts, IsOk());
  EXPECT_EQ(imported.counts->games, 1);
  EXPECT_EQ(imported.counts->without_moves, 1);
  EXPECT_EQ(imported.counts->without_result, 1);
  EXPECT_THAT(Import("").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("file: found no game")));
}

TEST(PgnTest, AnIllegalMoveNamesLineGameAndPly) {
  EXPECT_THAT(Import("1. e4 e5 1-0\n\n1. e4 e5\n2. Ke3 1-0").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("file:4: game 2: ply 3: ")));
  EXPECT_THAT(ImportFile("edge/corrupted.pgn").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("file:")));
  // Castling with zeros is understood; here the queen stands between.
  EXPECT_THAT(ImportFile("edge/black2move.pgn").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("file:4: game 1: ply 1: ")));
  EXPECT_THAT(Import("1. e4 {no end").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a comment has no end")));
}

TEST(PgnTest, OddFilesAreReadOrRefusedWithCounts) {
  const struct {
    const char* name;
    u64 games, without_moves, without_result;
  } files[] = {
      {"backslash_header", 1, 0, 0},
      {"book", 1, 0, 0},
      {"castling", 1, 0, 0},
      {"comment_before_moves", 1, 0, 0},
      {"empty_body", 1, 1, 0},
      {"multiple", 4, 0, 0},
      {"newline", 1, 0, 0},
      {"no_moves_but_game_termination_multiple", 1, 1, 0},
      {"non_ascii", 1, 0, 0},
      {"skip", 2, 0, 0},
      {"square_bracket_in_header", 1, 0, 0},
      {"variations", 1, 0, 0},
  };
  for (const auto& file : files) {
    const Imported imported = ImportFile(absl::StrCat("edge/", file.name, ".pgn"));
    ASSERT_THAT(imported.counts, IsOk()) << file.name;
    EXPECT_EQ(imported.counts->games, file.games) << file.name;
    EXPECT_EQ(imported.counts->without_moves, file.without_moves) << file.name;
    EXPECT_EQ(imported.counts->without_result, file.without_result) << file.name;
  }
  for (const char* name :
       {"no_moves", "no_moves_but_game_termination", "no_moves_but_game_termination_multiple_2",
        "threefold_repetition", "unescaped_quote_header"}) {
    EXPECT_THAT(ImportFile(absl::StrCat("edge/", name, ".pgn")).counts,
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("found no game")))
        << name;
  }
}

}  // namespace
}  // namespace coherent::data
