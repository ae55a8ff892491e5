#include "lib/data/make_games.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/position.h"
#include "lib/data/reader.h"
#include "lib/data/testing.h"

namespace coherent::data {
namespace {

using testing::HasSubstr;

const Json kManifest = {{"kind", "self-play"}};

absl::StatusOr<Game> Make(u64 number) {
  Random random(number);
  // Later games are done first.
  std::this_thread::sleep_for(std::chrono::microseconds(random.Below(3'000)));
  return RandomGame(chess::Position(), 100, random);
}

std::string New(absl::string_view name) {
  std::string path = TemporaryPath(name);
  unlink(path.c_str());
  return path;
}

absl::Status Fill(const std::string& path, u64 games, const std::vector<GameMaker>& makers) {
  auto writer = access(path.c_str(), F_OK) == 0 ? PackageWriter::Continue(path, kManifest)
                                                : PackageWriter::Create(path, kManifest);
  if (!writer.ok()) return writer.status();
  return MakeGames(*std::move(writer), games, makers);
}

TEST(MakeGamesTest, BytesDependNeitherOnThreadsNorOnInterruptions) {
  const std::string one = New("one.games"), four = New("four.games");
  ASSERT_THAT(Fill(one, 200, {Make}), IsOk());
  ASSERT_THAT(Fill(four, 77, {Make, Make, Make, Make}), IsOk());
  ASSERT_THAT(Fill(four, 200, {Make, Make, Make, Make}), IsOk());
  EXPECT_EQ(*ReadFile(one), *ReadFile(four));
}

TEST(MakeGamesTest, AnErrorEndsItAndKeepsWhatCameBefore) {
  const std::string path = New("error.games");
  const GameMaker failing = [](u64 number) -> absl::StatusOr<Game> {
    if (number == 30) return absl::InternalError("no idea");
    return Make(number);
  };
  EXPECT_THAT(Fill(path, 200, {failing, failing}),
              StatusIs(absl::StatusCode::kInternal, "no idea"));
  const auto package = PackageReader::Open(path);
  ASSERT_THAT(package, IsOk());
  EXPECT_TRUE(package->is_finished());
  EXPECT_LE(package->games(), 30);
}

TEST(MakeGamesTest, NothingIsLeftToDoInACompletePackage) {
  const std::string path = New("complete.games");
  ASSERT_THAT(Fill(path, 5, {Make}), IsOk());
  const std::string bytes = *ReadFile(path);
  std::atomic<int> calls = 0;
  ASSERT_THAT(Fill(path, 5, {[&calls](u64 number) {
                     ++calls;
                     return Make(number);
                   }}),
              IsOk());
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(*ReadFile(path), bytes);
}

}  // namespace
}  // namespace coherent::data
