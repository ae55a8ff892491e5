#include "lib/data/import.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/random.h"
#include "lib/base/testing.h"
#include "lib/chess/epd.h"
#include "lib/chess/position.h"
#include "lib/chess/testing.h"
#include "lib/data/record.h"
#include "lib/data/testing.h"

namespace coherent::data {
namespace {

using testing::HasSubstr;

std::vector<Game> SomeGames() {
  Random random(1);
  std::vector<Game> games;
  for (const chess::EpdRecord& record : chess::ReadPositions("perft/chess960.epd")) {
    games.push_back(RandomGame(record.position, 20, random));
    if (games.size() == 100) break;
  }
  return games;
}

struct Imported {
  std::vector<Game> games;
  absl::StatusOr<ImportCounts> counts = ImportCounts();
};

template <class Import>
Imported ImportAll(Import import, absl::string_view bytes) {
  Imported imported;
  imported.counts = import("file", bytes, [&](const Game& game) {
    imported.games.push_back(game);
    return absl::OkStatus();
  });
  return imported;
}

TEST(ImportTest, ViriformatComesBack) {
  const std::vector<Game> games = SomeGames();
  std::string bytes;
  for (const Game& game : games) ASSERT_THAT(AppendGame(game, bytes), IsOk());
  const Imported imported = ImportAll(ImportViriformat, bytes);
  ASSERT_THAT(imported.counts, IsOk());
  EXPECT_EQ(imported.games, games);
}

TEST(ImportTest, ViriformatsExtensionsAndEmptyGamesArePassedOver) {
  std::string game;
  ASSERT_THAT(AppendGame(SomeGames()[0], game), IsOk());
  const std::string extension =
      std::string(8, '\0') + std::string("\x01\x00\x03\x00xyz", 7) + std::string(4, '\0');
  const std::string empty = game.substr(0, 32) + std::string(4, '\0');
  const Imported imported = ImportAll(ImportViriformat, extension + game + empty + extension);
  ASSERT_THAT(imported.counts, IsOk());
  EXPECT_EQ(imported.counts->games, 1);
  EXPECT_EQ(imported.counts->without_moves, 1);
}

TEST(ImportTest, ACutViriformatFileGivesTheByte) {
  std::string bytes;
  for (const Game& game : {SomeGames()[0], SomeGames()[1]}) {
    ASSERT_THAT(AppendGame(game, bytes), IsOk());
  }
  EXPECT_THAT(ImportAll(ImportViriformat, absl::string_view(bytes).substr(0, 200)).counts,
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("file: game at byte 116: ")));
  EXPECT_THAT(ImportAll(ImportViriformat, "").counts,
              StatusIs(absl::StatusCode::kInvalidArgument, "file: found no game"));
}

TEST(ImportTest, TextComesBackButForHowGamesEnded) {
  std::vector<Game> games = SomeGames();
  std::string text;
  for (Game& game : games) {
    game.ending = Ending::kUnknown;
    absl::StrAppend(&text, ToText(game));
  }
  Imported imported = ImportAll(ImportText, text);
  ASSERT_THAT(imported.counts, IsOk());
  for (Game& game : imported.games) game.ending = Ending::kUnknown;
  EXPECT_EQ(imported.games, games);
}

TEST(ImportTest, TextIsAsDocumentedAndKnowsMate) {
  Game game = {.start = chess::PositionOf("7k/5K2/8/8/8/8/8/6R1 w - - 99 80"),
               .outcome = Outcome::kWhiteWins,
               .ending = Ending::kCheckmate};
  game.moves.push_back({chess::MoveOf(game.start, "g1h1"), 31'999});
  EXPECT_EQ(ToText(game), "7k/5K2/8/8/8/8/8/6R1 w - - 99 80 | 31999 | 1.0 | g1h1\n\n");
  const Imported imported = ImportAll(ImportText, ToText(game));
  EXPECT_EQ(imported.games, std::vector{game});
}

TEST(ImportTest, BadTextNamesTheLine) {
  const std::string good = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 5 | 0.5 | e2e4\n";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 5 | 0.5", "file:2: found 3 fields"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | x | 0.5 | e2e4", "file:2: score: found x"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 5 | 0.6 | e2e4", "file:2: result: found 0.6"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 5 | 0.5 | e2e5", "file:2: "},
      {"4k3/8/8/8/8/8/4P3/4X3 w - - 0 1 | 5 | 0.5 | e2e4", "file:2: "},
  };
  for (const auto& [line, message] : bad) {
    EXPECT_THAT(ImportAll(ImportText, good + line).counts,
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(message)));
  }
}

}  // namespace
}  // namespace coherent::data
