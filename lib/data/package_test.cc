// Writer and reader of packages together: round trips, cuts, damage, continuing.
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/data/block.h"
#include "lib/data/reader.h"
#include "lib/data/record.h"
#include "lib/data/testing.h"
#include "lib/data/writer.h"

namespace coherent::data {
namespace {

using testing::HasSubstr;

const Json kManifest = {{"kind", "self-play"}, {"seed", 1}};

std::vector<Game> SomeGames(int count, int plies) {
  Random random(7);
  std::vector<Game> games;
  while (static_cast<int>(games.size()) < count) {
    games.push_back(RandomGame(chess::Position(), plies, random));
  }
  return games;
}

void Add(PackageWriter& writer, const std::vector<Game>& games, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) ASSERT_THAT(writer.Add(games[i]), IsOk());
}

// The bytes of a finished package.
std::string PackageOf(const std::vector<Game>& games) {
  const std::string path = TemporaryPath("whole.games");
  unlink(path.c_str());
  auto writer = PackageWriter::Create(path, kManifest);
  EXPECT_THAT(writer, IsOk());
  Add(*writer, games, 0, games.size());
  EXPECT_THAT(writer->Finish(), IsOk());
  return *ReadFile(path);
}

std::string Written(const std::string& bytes) {
  std::string path = TemporaryPath("test.games");
  unlink(path.c_str());
  // Not synced to disk: some tests write thousands of files.
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

// Games of all blocks that can be read, and the first error.
absl::Status ReadAll(const PackageReader& package, std::vector<Game>& games) {
  absl::Status first;
  for (size_t block = 0; block < package.blocks().size(); ++block) {
    auto read = package.ReadBlock(block);
    if (!read.ok()) {
      first.Update(read.status());
      continue;
    }
    games.insert(games.end(), read->begin(), read->end());
  }
  return first;
}

TEST(PackageTest, GamesComeBackInOrder) {
  const std::vector<Game> games = SomeGames(300, 200);
  const auto package = PackageReader::Open(Written(PackageOf(games)));
  ASSERT_THAT(package, IsOk());
  EXPECT_TRUE(package->is_finished());
  EXPECT_EQ(package->manifest(), kManifest);
  EXPECT_GT(package->blocks().size(), 2);
  EXPECT_EQ(package->games(), games.size());
  EXPECT_THAT(package->damage(), testing::IsEmpty());
  std::vector<Game> read;
  EXPECT_THAT(ReadAll(*package, read), IsOk());
  EXPECT_EQ(read, games);
}

TEST(PackageTest, AFileCutAnywhereLosesAtMostTheBlockItWasCutIn) {
  const std::vector<Game> games = SomeGames(200, 200);
  const std::string whole = PackageOf(games);
  const auto package = PackageReader::Open(Written(whole));
  ASSERT_THAT(package, IsOk());
  const std::vector<BlockInfo> blocks = package->blocks();
  const size_t data_begin = blocks.front().offset, data_end = package->data_end();
  for (size_t size = data_begin; size < whole.size();
       size += size + 40 < data_end && size > data_begin + 40 ? 4'999 : 1) {
    const auto cut = PackageReader::Open(Written(whole.substr(0, size)));
    ASSERT_THAT(cut, IsOk());
    EXPECT_FALSE(cut->is_finished());
    EXPECT_THAT(cut->damage(), testing::IsEmpty()) << size;
    size_t expected = 0;
    while (expected < blocks.size() && blocks[expected].end() <= size) ++expected;
    ASSERT_EQ(cut->blocks().size(), expected) << size;
    EXPECT_EQ(cut->unfinished_bytes(), size - cut->data_end());
  }
}

TEST(PackageTest, EveryFlippedBitIsFoundAndNamed) {
  std::string whole;
  const std::vector<Game> games = SomeGames(3, 10);
  // Three small blocks, which the writer would not make.
  whole = MakeHeader(kManifest);
  std::vector<BlockInfo> blocks;
  for (const Game& game : games) {
    std::string bytes;
    ASSERT_THAT(AppendGame(game, bytes), IsOk());
    const std::string block = MakeBlock(bytes, 1, static_cast<u32>(game.moves.size()));
    blocks.push_back({whole.size(), block.size(), 1, static_cast<u32>(game.moves.size())});
    whole += block;
  }
  whole += MakeIndex(blocks, whole.size());
  for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const std::string path = Written(damaged);
    const auto package = PackageReader::Open(path);
    if (bit / 8 < blocks[0].offset) {
      EXPECT_THAT(package.status().message(), HasSubstr(path)) << bit / 8;
      continue;
    }
    ASSERT_THAT(package, IsOk()) << bit / 8;
    std::vector<Game> read;
    std::string message(ReadAll(*package, read).message());
    for (const auto& damage : package->damage()) message += damage.message;
    EXPECT_THAT(message, HasSubstr(path + ": ")) << bit / 8;
    EXPECT_THAT(message, HasSubstr("at byte ")) << bit / 8;
    EXPECT_GE(read.size(), bit / 8 < package->data_end() ? 2 : 3) << bit / 8;
  }
}

TEST(PackageTest, WithoutItsIndexDamageInTheMiddleCostsOneBlock) {
  const std::vector<Game> games = SomeGames(200, 200);
  const std::string whole = PackageOf(games);
  const auto package = PackageReader::Open(Written(whole));
  ASSERT_THAT(package, IsOk());
  const std::vector<BlockInfo> blocks = package->blocks();
  ASSERT_GE(blocks.size(), 3);
  for (const size_t offset : {0, 9, 13, 17, 25, 40}) {
    std::string damaged = whole.substr(0, package->data_end());
    damaged[blocks[1].offset + offset] ^= 0x55;
    const auto read = PackageReader::Open(Written(damaged));
    ASSERT_THAT(read, IsOk());
    ASSERT_EQ(read->blocks().size(), blocks.size() - 1);
    ASSERT_EQ(read->damage().size(), 1);
    EXPECT_THAT(read->damage()[0].message,
                HasSubstr(absl::StrCat(": block 2 at byte ", blocks[1].offset, ": ")));
    EXPECT_THAT(read->damage()[0].message,
                HasSubstr(absl::StrCat("; ", blocks[1].bytes, " bytes lost")));
    EXPECT_THAT(PackageWriter::Continue(read->path(), kManifest),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("block 2")));
  }
}

TEST(PackageTest, ARunInterruptedAnywhereEndsInTheSameBytes) {
  const std::vector<Game> games = SomeGames(200, 200);
  const std::string whole = PackageOf(games);
  const size_t data_begin = MakeHeader(kManifest).size();
  for (size_t size = data_begin; size <= whole.size(); size += 1 + whole.size() / 20) {
    const std::string path = Written(whole.substr(0, size));
    for (int run = 0; run < 2; ++run) {  // the second one continues a finished package
      auto writer = PackageWriter::Continue(path, kManifest);
      ASSERT_THAT(writer, IsOk());
      ASSERT_LE(writer->games(), games.size());
      const size_t next = writer->games();
      Add(*writer, games, next, run == 0 ? (next + games.size()) / 2 : games.size());
      ASSERT_THAT(writer->Finish(), IsOk());
    }
    EXPECT_EQ(*ReadFile(path), whole) << size;
  }
}

TEST(PackageTest, ContinuesOnlyItsOwnRun) {
  const std::string path = Written(PackageOf(SomeGames(2, 20)));
  Json other = kManifest;
  other["seed"] = 2;
  EXPECT_THAT(PackageWriter::Continue(path, other),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("manifest: seed: found 1, expected 2")));
  EXPECT_THAT(PackageWriter::Create(path, kManifest),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr(path)));
  const auto first = PackageWriter::Continue(path, kManifest);
  ASSERT_THAT(first, IsOk());
  EXPECT_FALSE(PackageWriter::Continue(path, kManifest).ok()) << "two runs write one package";
}

TEST(PackageTest, EmptyAndForeignFilesAreRefused) {
  EXPECT_THAT(PackageReader::Open(Written("")),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("empty file")));
  EXPECT_THAT(PackageReader::Open(Written("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -")),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("expected a package")));
  EXPECT_FALSE(PackageReader::Open(TemporaryPath("absent.games")).ok());
  EXPECT_FALSE(PackageReader::Open("/").ok());
}

TEST(PackageTest, APackageWithoutAGameIsNotFinished) {
  const std::string path = TemporaryPath("empty.games");
  unlink(path.c_str());
  auto writer = PackageWriter::Create(path, kManifest);
  ASSERT_THAT(writer, IsOk());
  EXPECT_THAT(writer->Finish(), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(path)));
}

TEST(PackageTest, ReadsAFileThatMustNotBeWritten) {
  const std::string path = Written(PackageOf(SomeGames(2, 20)));
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  const auto package = PackageReader::Open(path);
  ASSERT_THAT(package, IsOk());
  std::vector<Game> games;
  EXPECT_THAT(ReadAll(*package, games), IsOk());
  EXPECT_EQ(games.size(), 2);
}

}  // namespace
}  // namespace coherent::data
