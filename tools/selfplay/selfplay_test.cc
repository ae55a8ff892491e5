#include "tools/selfplay/selfplay.h"

#include <unistd.h>

#include <csignal>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/subprocess.h"
#include "lib/base/testing.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"

namespace coherent {
namespace {

using testing::HasSubstr;

// Few nodes and short games: what is tested here does not depend on them.
SelfplayOptions Small(absl::string_view name) {
  SelfplayOptions options;
  options.package = TemporaryPath(name);
  options.games = 6;
  options.nodes = 50;
  options.opening_nodes = 50;
  options.hash_mib = 4;
  options.adjudication.max_plies = 30;
  options.threads = 1;
  unlink(options.package.c_str());
  return options;
}

std::string Play(const SelfplayOptions& options) {
  std::ostringstream out;
  EXPECT_THAT(PlayGames(options, out), IsOk());
  return out.str();
}

std::vector<data::Game> GamesOf(const std::string& path) {
  const auto package = data::PackageReader::Open(path);
  EXPECT_THAT(package, IsOk());
  std::vector<data::Game> games;
  EXPECT_THAT(data::ForEachGame(*package,
                                [&](const data::Game& game) {
                                  games.push_back(game);
                                  return absl::OkStatus();
                                }),
              IsOk());
  return games;
}

TEST(SelfplayTest, EqualSeedsGiveEqualBytesWhateverTheThreads) {
  SelfplayOptions one = Small("one.games"), four = Small("four.games");
  one.seed = four.seed = 1;
  four.threads = 4;
  Play(one);
  Play(four);
  EXPECT_EQ(*ReadFile(one.package), *ReadFile(four.package));
}

TEST(SelfplayTest, NoTwoGamesOfARunAreAlike) {
  SelfplayOptions options = Small("alike.games");
  options.seed = 1;
  options.threads = 4;
  const std::string summary = Play(options);
  std::set<u64> starts;
  for (const data::Game& game : GamesOf(options.package)) starts.insert(game.start.key());
  EXPECT_EQ(starts.size(), 6);
  EXPECT_THAT(summary, HasSubstr("6 distinct openings"));
  EXPECT_THAT(summary, HasSubstr("% seen before"));
}

TEST(SelfplayTest, WithoutASeedEveryRunIsAnotherAndSaysWhich) {
  SelfplayOptions one = Small("random_one.games"), two = Small("random_two.games");
  one.json = true;
  const Json summary = Json::parse(Play(one));
  Play(two);
  EXPECT_NE(GamesOf(one.package), GamesOf(two.package));
  SelfplayOptions again = Small("random_again.games");
  again.seed = summary["seed"].get<u64>();
  Play(again);
  EXPECT_EQ(GamesOf(one.package), GamesOf(again.package));
}

TEST(SelfplayTest, AContinuedRunEndsInTheSameBytes) {
  SelfplayOptions whole = Small("whole.games"), parts = Small("parts.games");
  whole.seed = parts.seed = 5;
  Play(whole);
  parts.games = 2;
  Play(parts);
  parts.games = 6;
  parts.seed.reset();  // the package knows it
  Play(parts);
  EXPECT_EQ(*ReadFile(whole.package), *ReadFile(parts.package));
  Play(parts);  // nothing left to do
  EXPECT_EQ(*ReadFile(whole.package), *ReadFile(parts.package));
}

TEST(SelfplayTest, ARunWithOtherOptionsDoesNotContinueAPackage) {
  SelfplayOptions options = Small("other.games");
  options.seed = 1;
  Play(options);
  options.nodes = 51;
  std::ostringstream out;
  EXPECT_THAT(PlayGames(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("manifest: soft_nodes: found 50, expected 51")));
  options.hash_mib = 1;
  EXPECT_FALSE(PlayGames(options, out).ok());
}

TEST(SelfplayTest, OptionsOutOfRangeAreRefused) {
  SelfplayOptions options = Small("range.games");
  options.max_random_plies = 7;
  std::ostringstream out;
  EXPECT_THAT(PlayGames(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("--max-random-plies: found 7, expected 8 to 100")));
  EXPECT_NE(access(options.package.c_str(), F_OK), 0);
}

TEST(SelfplayTest, EveryPositionHasAScoreAndNoGameIsOverBeforeItsEnd) {
  SelfplayOptions options = Small("scores.games");
  options.seed = 3;
  options.adjudication.max_plies = 400;
  Play(options);
  for (const data::Game& game : GamesOf(options.package)) {
    EXPECT_NE(game.ending, data::Ending::kUnknown);
    for (const data::ScoredMove& played : game.moves) EXPECT_TRUE(played.has_score());
  }
}

TEST(SelfplayTest, ASignalKeepsTheGamesThatAreComplete) {
  const std::string path = TemporaryPath("stopped.games");
  unlink(path.c_str());
  auto child = Subprocess::Start(
      {.argv = {"tools/selfplay/coherent-selfplay", path, "--seed", "1", "--threads", "2",
                "--nodes", "50", "--opening-nodes", "50", "--max-plies", "30"}});
  ASSERT_THAT(child, IsOk());
  std::this_thread::sleep_for(std::chrono::seconds(2));
  kill((*child)->pid(), SIGINT);
  const auto status = (*child)->Wait(In(std::chrono::seconds(30)));
  ASSERT_THAT(status, IsOk());
  EXPECT_EQ(status->ToString(), "exited with code 130");
  const auto package = data::PackageReader::Open(path);
  ASSERT_THAT(package, IsOk());
  EXPECT_TRUE(package->is_finished());
  EXPECT_GT(package->games(), 0);
}

}  // namespace
}  // namespace coherent
