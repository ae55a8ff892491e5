#include "lib/train/loader.h"

#include <filesystem>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/testing.h"
#include "lib/data/writer.h"

namespace coherent::train {
namespace {

// A package of random games, each position's score its ply.
std::string WritePackage(const std::string& name, int games, u64 seed) {
  std::string path = TemporaryPath(name);
  std::filesystem::remove(path);
  auto writer = data::PackageWriter::Create(path, Json{{"kind", "import"}});
  EXPECT_THAT(writer, IsOk());
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    data::Game game = {.outcome = data::Outcome::kWhiteWins};
    chess::PlayRandomly(chess::Position(), 100, random,
                        [&](const chess::Position&, chess::Move move, const chess::Position&) {
                          const auto score = static_cast<i16>(game.moves.size());
                          game.moves.push_back({move, score});
                        });
    EXPECT_THAT(writer->Add(game), IsOk());
  }
  EXPECT_THAT(writer->Finish(), IsOk());
  return path;
}

constexpr data::FilterRules kKeepAll = {.keep_in_check = true, .keep_noisy = true, .min_pieces = 2};

TEST(LoaderTest, TakesEveryPositionOfEveryPackage) {
  const std::vector<std::string> paths = {WritePackage("a", 700, 1), WritePackage("b", 20, 2)};
  ThreadPool pool(3);
  const auto dataset = LoadPackages(paths, kKeepAll, pool);
  ASSERT_THAT(dataset, IsOk());
  ASSERT_EQ(dataset->packages().size(), 2u);
  EXPECT_EQ(dataset->packages()[0].name, paths[0]);
  EXPECT_GT(dataset->packages()[0].count, 60'000u);
  const auto positions = dataset->PositionsOf(dataset->packages()[0]);
  // White has won, and scores count up for White.
  EXPECT_EQ(positions[0], TrainingPosition(chess::Position(), 0, 2));
  EXPECT_EQ(positions[1].score_cp(), -1);
  EXPECT_EQ(positions[1].half_points(), 0);
  EXPECT_EQ(positions[2].score_cp(), 2);
}

TEST(LoaderTest, FiltersAndRefusesWhatLeavesNothing) {
  const std::vector<std::string> paths = {WritePackage("c", 20, 3)};
  ThreadPool pool(2);
  data::FilterRules filter = kKeepAll;
  const size_t all = LoadPackages(paths, filter, pool)->size();
  filter.max_score_cp = 50;
  const auto some = LoadPackages(paths, filter, pool);
  ASSERT_THAT(some, IsOk());
  EXPECT_LT(some->size(), all);
  filter.min_ply = 200;
  EXPECT_THAT(LoadPackages(paths, filter, pool),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       ::testing::HasSubstr("c: no position passes the filter")));
  EXPECT_FALSE(LoadPackages({TemporaryPath("absent")}, filter, pool).ok());
}

}  // namespace
}  // namespace coherent::train
