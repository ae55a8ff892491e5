#include "tools/label/label.h"

#include <unistd.h>

#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"
#include "lib/data/testing.h"
#include "lib/data/writer.h"

namespace coherent {
namespace {

using data::Game;
using data::ScoredMove;
using testing::HasSubstr;

std::string New(absl::string_view name) {
  std::string path = TemporaryPath(name);
  unlink(path.c_str());
  return path;
}

std::string Source(int games) {
  std::string path = New("source.games");
  auto writer = data::PackageWriter::Create(path, {{"kind", "self-play"}, {"seed", 7}});
  EXPECT_THAT(writer, IsOk());
  Random random(1);
  for (int i = 0; i < games; ++i) {
    EXPECT_THAT(writer->Add(data::RandomGame(chess::Position(), 12, random)), IsOk());
  }
  EXPECT_THAT(writer->Finish(), IsOk());
  return path;
}

LabelOptions Small(const std::string& source, absl::string_view name) {
  LabelOptions options;
  options.source = source;
  options.package = New(name);
  options.nodes = 100;
  options.hash_mib = 4;
  options.threads = 1;
  return options;
}

std::string Label(const LabelOptions& options) {
  std::ostringstream out;
  EXPECT_THAT(LabelGames(options, out), IsOk());
  return out.str();
}

std::vector<Game> GamesOf(const std::string& path) {
  const auto package = data::PackageReader::Open(path);
  EXPECT_THAT(package, IsOk());
  std::vector<Game> games;
  EXPECT_THAT(data::ForEachGame(*package,
                                [&](const Game& game) {
                                  games.push_back(game);
                                  return absl::OkStatus();
                                }),
              IsOk());
  return games;
}

TEST(LabelTest, ScoresAreNewAndAllElseIsKept) {
  const std::string source = Source(5);
  const LabelOptions options = Small(source, "labels.games");
  EXPECT_THAT(Label(options), HasSubstr("60 labelled"));
  const std::vector<Game> before = GamesOf(source), after = GamesOf(options.package);
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].start, before[i].start);
    EXPECT_EQ(after[i].outcome, before[i].outcome);
    ASSERT_EQ(after[i].moves.size(), before[i].moves.size());
    for (size_t ply = 0; ply < after[i].moves.size(); ++ply) {
      EXPECT_EQ(after[i].moves[ply].move, before[i].moves[ply].move);
      EXPECT_TRUE(after[i].moves[ply].has_score());
    }
  }
  const auto package = data::PackageReader::Open(options.package);
  EXPECT_EQ(package->manifest()["source"]["manifest"]["seed"], 7);
}

TEST(LabelTest, ThreadsAndInterruptionsDoNotMatter) {
  const std::string source = Source(6);
  const LabelOptions one = Small(source, "one.games");
  LabelOptions four = Small(source, "four.games");
  four.threads = 4;
  Label(one);
  Label(four);
  EXPECT_EQ(*ReadFile(one.package), *ReadFile(four.package));
  Label(four);  // nothing left to do
  EXPECT_EQ(*ReadFile(one.package), *ReadFile(four.package));
}

TEST(LabelTest, PositionsOfTestSetsGetNoScore) {
  const std::string source = Source(3);
  LabelOptions options = Small(source, "held.games");
  options.held = {TemporaryPath("held.epd")};
  // Counters do not make it another position.
  ASSERT_THAT(WriteFileAtomically(options.held[0],
                                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"),
              IsOk());
  Label(options);
  for (const Game& game : GamesOf(options.package)) {
    for (size_t ply = 0; ply < game.moves.size(); ++ply) {
      EXPECT_EQ(game.moves[ply].has_score(), ply > 0);
    }
  }
}

TEST(LabelTest, QuietOnlyLeavesOutWhatTheFilterDrops) {
  const std::string source = Source(5);
  LabelOptions options = Small(source, "quiet.games");
  options.quiet_only = true;
  Label(options);
  for (const Game& game : GamesOf(options.package)) {
    data::ForEachPosition(game, [](const chess::Position& position, const ScoredMove& played) {
      EXPECT_EQ(played.has_score(), !position.InCheck() && position.IsQuiet(played.move));
    });
  }
}

TEST(LabelTest, AnUnfinishedSourceIsRefused) {
  const std::string source = Source(3);
  const std::string bytes = *ReadFile(source);
  ASSERT_THAT(WriteFileAtomically(source, bytes.substr(0, bytes.size() - 5)), IsOk());
  std::ostringstream out;
  EXPECT_THAT(LabelGames(Small(source, "none.games"), out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("unfinished")));
}

}  // namespace
}  // namespace coherent
