#include "tools/net/net.h"

#include <sstream>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string WriteRandom(absl::string_view name, u64 seed, std::vector<std::string> sections = {}) {
  std::string path = TemporaryPath(name);
  std::ostringstream out;
  EXPECT_THAT(NetRandom({.shape = "32,8,plain,16,32,150",
                         .seed = seed,
                         .out = path,
                         .sections = std::move(sections)},
                        out),
              IsOk());
  return path;
}

TEST(NetTest, RandomWritesTheSameFileForTheSameSeed) {
  const auto a = ReadFile(WriteRandom("a.net", 1)), b = ReadFile(WriteRandom("b.net", 1));
  const auto c = ReadFile(WriteRandom("c.net", 2));
  EXPECT_EQ(*a, *b);
  EXPECT_NE(*a, *c);
}

TEST(NetTest, InfoTellsShapeSectionsAndBounds) {
  const std::string path = WriteRandom("info.net", 1, {"zero-point"});
  std::ostringstream json_out, plain_out;
  ASSERT_THAT(NetInfo({.net = path, .json = true}, json_out), IsOk());
  const auto json = ParseJson("info", json_out.str());
  ASSERT_THAT(json, IsOk());
  EXPECT_EQ((*json)["shape"]["width"], 32);
  EXPECT_EQ((*json)["sections"], Json({"zero-point"}));
  EXPECT_EQ((*json)["derived_bounds"], (*json)["stated_bounds"]);
  EXPECT_EQ((*json)["derived_bounds"]["fits_16_bits"], true);
  ASSERT_THAT(NetInfo({.net = path}, plain_out), IsOk());
  EXPECT_THAT(plain_out.str(), HasSubstr("shape.width: 32\n"));
}

TEST(NetTest, EvalGivesOneValueAPosition) {
  std::istringstream in(
      "# both see the same\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
      "\n"
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n");
  std::ostringstream out;
  ASSERT_THAT(NetEval({.net = WriteRandom("eval.net", 1), .fens = ""}, in, out), IsOk());
  const std::string first = out.str().substr(0, out.str().find('\n') + 1);
  EXPECT_EQ(out.str(), first + first);
}

TEST(NetTest, EvalNamesTheLineOfABadPosition) {
  std::istringstream in("8/8/8/8/8/8/8/8 w - - 0 1\n");
  std::ostringstream out;
  EXPECT_THAT(NetEval({.net = WriteRandom("bad.net", 1), .fens = ""}, in, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("stdin:1: ")));
}

TEST(NetTest, RandomRefusesAnUnknownSection) {
  std::ostringstream out;
  EXPECT_THAT(NetRandom({.shape = "main", .seed = 1, .out = "x", .sections = {"fold"}}, out),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("--sections: found \"fold\", expected zero-point")));
}

}  // namespace
}  // namespace coherent
