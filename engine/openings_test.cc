#include "engine/openings.h"

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/int.h"
#include "lib/base/testing.h"
#include "lib/chess/fen.h"
#include "lib/chess/position.h"
#include "lib/net/default_network.h"
#include "lib/uci/command.h"

namespace coherent {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr absl::string_view kPrefix = "info string genfens ";

struct Output {
  std::vector<std::string> lines;
  absl::Status status;
};

Output Make(const uci::MakeOpenings& request) {
  OpeningMaker maker(request, net::DefaultNetwork().network);
  Output output;
  output.status =
      maker.Run([&](absl::string_view line) { output.lines.push_back(std::string(line)); });
  return output;
}

std::string WriteBook(absl::string_view text) {
  std::string path = ::testing::TempDir() + "book.epd";
  EXPECT_THAT(WriteFileAtomically(path, text), IsOk());
  return path;
}

TEST(OpeningMakerTest, PrintsAsManyDifferentPositionsAsAskedFor) {
  const Output output = Make({.count = 8, .seed = 1});
  ASSERT_THAT(output.status, IsOk());
  EXPECT_THAT(output.lines, SizeIs(8));
  EXPECT_EQ(std::set<std::string>(output.lines.begin(), output.lines.end()).size(), 8);
  for (const std::string& line : output.lines) {
    ASSERT_THAT(line, StartsWith(std::string(kPrefix)));
    const std::string fen = line.substr(kPrefix.size());
    const auto position = chess::ParseFen(fen);
    ASSERT_THAT(position, IsOk());
    EXPECT_EQ(chess::ToFen(*position), fen);
    EXPECT_THAT(fen, EndsWith(" 5")) << "8 or 9 plies";
  }
}

TEST(OpeningMakerTest, EqualSeedsGiveEqualOpeningsAndOthersOthers) {
  const Output output = Make({.count = 3, .seed = 1});
  std::vector<std::string> longer = Make({.count = 4, .seed = 1}).lines;
  longer.pop_back();
  EXPECT_THAT(output.lines, ElementsAreArray(longer));
  EXPECT_NE(output.lines, Make({.count = 3, .seed = 2}).lines);
}

TEST(OpeningMakerTest, BeginsInTheBook) {
  const std::string book = WriteBook("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0; fmvn 31;\n");
  const Output output = Make({.count = 3, .seed = 1, .book = book});
  EXPECT_THAT(output.status, IsOk());
  EXPECT_THAT(output.lines, SizeIs(3));
  EXPECT_THAT(output.lines, Each(EndsWith(" 35"))) << "four moves after the 31st";
}

TEST(OpeningMakerTest, NamesTheLineOfABookThatIsNoPosition) {
  const std::string book = WriteBook("4k3/8/8/8/8/8/8/4K2R w K - 0 1\nnonsense\n");
  const Output output = Make({.book = book});
  EXPECT_THAT(output.status,
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(book + ":2: ")));
  EXPECT_THAT(output.lines, IsEmpty());
  EXPECT_THAT(Make({.book = "/nowhere.epd"}).status,
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nowhere.epd")));
}

TEST(OpeningMakerTest, ReadsAHundredThousandLinesOrSoOfALargerBook) {
  constexpr int kLines = 200'000;
  std::string text;
  for (int i = 0; i < kLines; ++i) text += i == 7 ? "nonsense\n" : "# nothing here\n";
  text += "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n";
  const std::string book = WriteBook(text);
  std::set<std::string> outcomes;
  for (u64 seed = 0; seed < 32; ++seed) {
    const absl::Status status = Make({.seed = seed, .book = book}).status;
    if (status.ok()) outcomes.insert("opening");
    if (absl::StrContains(status.message(), book + ":8: ")) outcomes.insert("bad line");
  }
  EXPECT_THAT(outcomes, Contains("opening")) << "the eighth line was not read";
  EXPECT_THAT(outcomes, Contains("bad line")) << "or read, and named";
}

TEST(OpeningMakerTest, SaysWhatItIgnoredInALineThatIsNoOpening) {
  EXPECT_THAT(Make({.seed = 1, .extra = "genfens x"}).lines,
              ElementsAre("info string ignored: \"genfens x\"", StartsWith(std::string(kPrefix))));
}

TEST(OpeningMakerTest, EndsWhenToldTo) {
  OpeningMaker maker({.count = 1'000'000}, net::DefaultNetwork().network);
  int lines = 0;
  EXPECT_THAT(maker.Run([&](absl::string_view) {
    if (++lines == 2) maker.Stop();
  }),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("genfens stopped")));
  EXPECT_EQ(lines, 2);
}

}  // namespace
}  // namespace coherent
