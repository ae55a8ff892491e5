#include "tools/gate/manifest.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/chess/position.h"

namespace coherent::gate {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kHash[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

Difference FieldDifference(absl::string_view name, absl::string_view base,
                           absl::string_view candidate) {
  return {Kind::kField,
          3,
          std::string(name),
          {std::string(base), 0, base.size()},
          {std::string(candidate), 0, candidate.size()},
          ""};
}

// Whether the one line of a manifest takes the difference.
bool Takes(absl::string_view line, absl::string_view id, std::optional<Stage> stage,
           const Difference& difference) {
  auto manifest = ParseManifest("m", line);
  EXPECT_THAT(manifest, IsOk());
  ManifestTally tally(*std::move(manifest));
  std::vector<Difference> differences = {difference};
  tally.TakeDeclared(id, stage, &differences);
  EXPECT_EQ(tally.occurred()[0], differences.empty() ? 1 : 0);
  return differences.empty();
}

TEST(ManifestTest, ReadsDeclarationsOfEveryKind) {
  const auto manifest = ParseManifest("m",
                                      "# the next margin\r\n"
                                      "\n"
                                      "* start greeting option name  Style type string\r\n"
                                      "* start version\n"
                                      "  g256.001 nodes move e2e4 -> d2d4\n"
                                      "\"line 4\" depth ponder\n"
                                      "* nodes score cp 11 -> cp 12 lowerbound\n"
                                      "* nodes line\n"
                                      "* depth field pv e2e4 e7e5 -> e2e4\n"
                                      "* depth count - -> 5\n"
                                      "* bench bench");
  ASSERT_THAT(manifest, IsOk());
  ASSERT_THAT(manifest->declarations, SizeIs(9));
  EXPECT_EQ(manifest->declarations[0].subject, "option name Style type string");
  EXPECT_EQ(manifest->declarations[0].line, 3);
  EXPECT_EQ(manifest->declarations[0].stage, std::nullopt);
  EXPECT_EQ(manifest->declarations[2].position, "g256.001");
  EXPECT_EQ(manifest->declarations[2].change, (Declaration::Change{"e2e4", "d2d4"}));
  EXPECT_EQ(manifest->declarations[3].position, "line 4");
  EXPECT_EQ(manifest->declarations[4].change, (Declaration::Change{"cp 11", "cp 12 lowerbound"}));
  EXPECT_EQ(manifest->declarations[6].subject, "pv");
  EXPECT_EQ(manifest->declarations[8].kind, Kind::kBench);
  EXPECT_THAT(manifest->determination_sha256, IsEmpty());
}

struct BadLine {
  const char* name;
  const char* text;
  const char* told;
};

class BadManifestTest : public testing::TestWithParam<BadLine> {};

TEST_P(BadManifestTest, IsRefusedWithFileLineAndColumn) {
  const auto manifest = ParseManifest("dir/m", GetParam().text);
  EXPECT_THAT(manifest.status(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(GetParam().told)));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadManifestTest,
    testing::Values(
        BadLine{"NoStage", "# x\n*", "dir/m:2:2: found the end of the line, expected start, nodes"},
        BadLine{"UnknownStage", "* time move", "dir/m:1:3: found \"time move\", expected start"},
        BadLine{"NoKind", "* nodes ", "dir/m:1:9: found the end of the line, expected a kind"},
        BadLine{"UnknownKind", " * nodes moves", "dir/m:1:10: found \"moves\", expected a kind"},
        BadLine{"Breach", "* nodes protocol", "dir/m:1:9: found \"protocol\", expected a kind"},
        BadLine{"Failure", "* nodes technical", "dir/m:1:9"},
        BadLine{"KindOfAnotherStage", "* start move", "of the stage: greeting, version"},
        BadLine{"BenchHasNoFields", "* bench field nodes", "dir/m:1:9"},
        BadLine{"BenchHasNoPositions", "g1 bench bench", "dir/m:1:1: found \"g1 bench bench\""},
        BadLine{"FieldWithoutName", "* nodes field", "dir/m:1:14: found the end of the line"},
        BadLine{"GreetingWithoutLine", "* start greeting", "dir/m:1:17"},
        BadLine{"TooMuch", "* nodes line x", "dir/m:1:14: found \"x\", expected the end"},
        BadLine{"NoArrow", "* nodes move e2e4", "dir/m:1:14: found \"e2e4\", expected the end"},
        BadLine{"NothingBeforeTheArrow", "* nodes move -> e2e4", "dir/m:1:14"},
        BadLine{"NothingAfterTheArrow", "* nodes move e2e4 ->", "dir/m:1:14"},
        BadLine{"TwoArrows", "* nodes move a -> b -> c", "dir/m:1:14"},
        BadLine{"OpenQuotes", "\"line 4 nodes move", "dir/m:1:1"},
        BadLine{"NoBlankAfterQuotes", "\"a\"b nodes move", "dir/m:1:4: found \"b nodes move\""},
        BadLine{"Twice", "* nodes move\n* nodes  move\n", "dir/m:2:1: found \"* nodes  move\""}),
    [](const auto& info) { return info.param.name; });

TEST(ManifestTest, AnEmptyOneIsRefusedUnlessItsOnlyLineNamesADetermination) {
  const std::string line = absl::StrCat("# festsetzung ", kHash);
  for (const std::string& text : {std::string(), std::string("\n \n"), std::string("# nothing\n"),
                                  absl::StrCat("# a determination: ", kHash)}) {
    EXPECT_THAT(ParseManifest("m", text).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("declares nothing")));
  }
  const auto manifest = ParseManifest("m", absl::StrCat("\n", line, "\n\n"));
  ASSERT_THAT(manifest, IsOk());
  EXPECT_EQ(manifest->determination_sha256, kHash);
  EXPECT_THAT(manifest->declarations, IsEmpty());
  for (const std::string& text :
       {absl::StrCat("# a remark\n", line), absl::StrCat(line, "\n", line),
        absl::StrCat(line, "\n* nodes move"), absl::StrCat("* nodes move\n", line)}) {
    EXPECT_THAT(ParseManifest("m", text).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no other line beside it")));
  }
  for (const char* const bad : {"# festsetzung", "# festsetzung 12", "# festsetzungen",
                                "# festsetzung  0123456789abcdef0123456789abcdef"}) {
    EXPECT_THAT(ParseManifest("m", bad).status(),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("m:1:1: found")));
  }
}

TEST(ManifestTest, WhatCannotOccurIsRefused) {
  const chess::Position start;
  const PositionSet positions = {"p.epd", "", {{"one", "", start}, {"two", "", start}}};
  Settings settings;
  const auto check = [&](absl::string_view text) {
    return CheckManifest(*ParseManifest("m", text), positions, settings);
  };
  EXPECT_THAT(check("two nodes move\n* start version\n"), IsOk());
  EXPECT_THAT(
      check("* nodes move\n  three nodes move\n"),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("m:2:3: \"three\" is no position")));
  settings.stages = {Stage::kDepth};
  EXPECT_THAT(check("one nodes move\n"), StatusIs(absl::StatusCode::kInvalidArgument,
                                                  HasSubstr("m:1:5: \"nodes\" is a stage")));
}

TEST(ManifestTest, TakesWhatIsDeclaredAndNothingElse) {
  const Difference seldepth = FieldDifference("seldepth", "5", "6");
  EXPECT_TRUE(Takes("* nodes field seldepth", "a", Stage::kNodes, seldepth));
  EXPECT_TRUE(Takes("a nodes field *", "a", Stage::kNodes, seldepth));
  EXPECT_TRUE(Takes("a nodes field seldepth 5 -> 6", "a", Stage::kNodes, seldepth));
  EXPECT_FALSE(Takes("a nodes field seldepth 5 -> 7", "a", Stage::kNodes, seldepth));
  EXPECT_FALSE(Takes("b nodes field seldepth", "a", Stage::kNodes, seldepth));
  EXPECT_FALSE(Takes("a depth field seldepth", "a", Stage::kNodes, seldepth));
  EXPECT_FALSE(Takes("a nodes field depth", "a", Stage::kNodes, seldepth));
  EXPECT_FALSE(Takes("a nodes score", "a", Stage::kNodes, seldepth));
  EXPECT_TRUE(
      Takes("* nodes field tbhits - -> 0", "a", Stage::kNodes, FieldDifference("tbhits", "", "0")));
  EXPECT_TRUE(Takes("* nodes field order", "a", Stage::kNodes,
                    FieldDifference("order of the fields", "info a", "info b")));
  Difference breach = seldepth;
  breach.is_breach = true;
  EXPECT_FALSE(Takes("* nodes field *", "a", Stage::kNodes, breach));
}

TEST(ManifestTest, AGreetingIsDeclaredLineByLine) {
  Difference line{Kind::kGreeting, 0, "greeting", {"option  name X", 0, 14}, {}, ""};
  EXPECT_TRUE(Takes("* start greeting option name X", "", std::nullopt, line));
  EXPECT_FALSE(Takes("* start greeting option name Y", "", std::nullopt, line));
  EXPECT_FALSE(Takes("* start greeting order", "", std::nullopt, line));
  line.field = "order of the greeting";
  EXPECT_TRUE(Takes("* start greeting order", "", std::nullopt, line));
}

TEST(ManifestTest, CountsEveryDeclarationThatCoversADifference) {
  ManifestTally tally(
      *ParseManifest("m", "* nodes field seldepth\na nodes field *\n* nodes move\n"));
  std::vector<Difference> differences = {FieldDifference("seldepth", "5", "6"),
                                         FieldDifference("pv", "a", "b"),
                                         FieldDifference("seldepth", "6", "7")};
  tally.TakeDeclared("a", Stage::kNodes, &differences);
  EXPECT_THAT(differences, IsEmpty());
  EXPECT_THAT(tally.occurred(), ElementsAre(2, 3, 0));
}

}  // namespace
}  // namespace coherent::gate
