#include "lib/data/shuffle.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/data/testing.h"
#include "lib/data/writer.h"

namespace coherent::data {
namespace {

using testing::HasSubstr;

constexpr FilterRules kAll = {
    .keep_in_check = true, .keep_noisy = true, .max_score_cp = 32'767, .min_pieces = 0};

// Two packages of several blocks each.
std::vector<std::string> SomePackages() {
  std::vector<std::string> paths;
  Random random(1);
  for (const char* name : {"a.games", "b.games"}) {
    paths.push_back(TemporaryPath(name));
    unlink(paths.back().c_str());
    auto writer = PackageWriter::Create(paths.back(), {{"kind", "self-play"}});
    EXPECT_THAT(writer, IsOk());
    for (int i = 0; i < 200; ++i) {
      Game game = RandomGame(chess::Position(), 150, random);
      for (ScoredMove& played : game.moves) {
        if (!played.has_score()) played.score = 0;
      }
      EXPECT_THAT(writer->Add(game), IsOk());
    }
    EXPECT_THAT(writer->Finish(), IsOk());
  }
  return paths;
}

std::vector<PackedSample> ReadAll(ShuffledReader& reader, size_t batch) {
  std::vector<PackedSample> all, samples(batch);
  while (true) {
    const auto got = reader.Read(std::span(samples));
    EXPECT_THAT(got, IsOk());
    all.insert(all.end(), samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(*got));
    if (*got < batch) return all;
  }
}

ShuffledReader Open(const ShuffleOptions& options) {
  auto reader = ShuffledReader::Open(SomePackages(), options);
  EXPECT_THAT(reader, IsOk());
  return *std::move(reader);
}

void Sort(std::vector<PackedSample>& samples) {
  std::sort(samples.begin(), samples.end(), [](const PackedSample& a, const PackedSample& b) {
    return std::memcmp(&a, &b, sizeof(a)) < 0;
  });
}

TEST(ShuffleTest, AnEpochHasEveryPositionOnce) {
  for (const size_t buffer : {1'000, 1'000'000}) {
    ShuffledReader reader = Open({.buffer_samples = buffer, .filter = kAll});
    std::vector<PackedSample> expected;
    for (const PackageReader& package : reader.packages()) {
      FilterCounts counts;
      ASSERT_THAT(ForEachGame(package,
                              [&](const Game& game) {
                                AppendSamples(game, kAll, expected, counts);
                                return absl::OkStatus();
                              }),
                  IsOk());
    }
    EXPECT_EQ(reader.positions(), expected.size());
    std::vector<PackedSample> shuffled = ReadAll(reader, 777);
    EXPECT_NE(shuffled, expected);
    Sort(shuffled);
    Sort(expected);
    EXPECT_EQ(shuffled, expected);
    EXPECT_EQ(reader.counts().kept, expected.size());
  }
}

TEST(ShuffleTest, SeedAndEpochDecideTheOrderBatchesDoNot) {
  const ShuffleOptions options = {.seed = 5, .buffer_samples = 5'000};
  ShuffledReader one = Open(options), two = Open(options);
  const std::vector<PackedSample> first = ReadAll(one, 4'096);
  EXPECT_EQ(ReadAll(two, 100), first);
  one.BeginEpoch(1);
  const std::vector<PackedSample> second = ReadAll(one, 4'096);
  EXPECT_EQ(second.size(), first.size());
  EXPECT_NE(second, first);
  one.BeginEpoch(0);
  EXPECT_EQ(ReadAll(one, 4'096), first);
  ShuffledReader other = Open({.seed = 6, .buffer_samples = 5'000});
  EXPECT_NE(ReadAll(other, 4'096), first);
}

TEST(ShuffleTest, SkippingIsReadingWithoutLooking) {
  ShuffledReader reader = Open({.buffer_samples = 5'000});
  const std::vector<PackedSample> all = ReadAll(reader, 4'096);
  reader.BeginEpoch(0);
  ASSERT_THAT(reader.Skip(3'333), IsOk());
  EXPECT_EQ(ReadAll(reader, 4'096), std::vector(all.begin() + 3'333, all.end()));
  reader.BeginEpoch(0);
  EXPECT_THAT(reader.Skip(all.size() + 1), StatusIs(absl::StatusCode::kOutOfRange, HasSubstr("")));
}

TEST(ShuffleTest, UnfinishedPackagesAreReadAndDamagedOnesRefused) {
  const std::string path = SomePackages().front();
  const auto package = PackageReader::Open(path);
  ASSERT_THAT(package, IsOk());
  const std::vector<BlockInfo> blocks = package->blocks();
  ASSERT_GE(blocks.size(), 2);
  std::string bytes = *ReadFile(path);
  const std::string cut = TemporaryPath("cut.games");
  ASSERT_THAT(WriteFileAtomically(cut, bytes.substr(0, blocks[1].offset + 100)), IsOk());
  const auto reader = ShuffledReader::Open({cut}, {});
  ASSERT_THAT(reader, IsOk());
  EXPECT_EQ(reader->positions(), blocks[0].positions);

  bytes[blocks[0].offset + 100] ^= 1;
  ASSERT_THAT(WriteFileAtomically(cut, bytes), IsOk());
  auto damaged = ShuffledReader::Open({cut}, {});
  ASSERT_THAT(damaged, IsOk());
  std::vector<PackedSample> samples(100'000);
  EXPECT_THAT(damaged->Read(std::span(samples)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("block 1 at byte")));
  EXPECT_FALSE(ShuffledReader::Open({}, {}).ok());
}

}  // namespace
}  // namespace coherent::data
