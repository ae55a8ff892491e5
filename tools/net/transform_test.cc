#include "tools/net/transform.h"

#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/net/format.h"
#include "tools/net/diff.h"
#include "tools/net/net.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string WriteRandom(const std::string& shape, std::vector<std::string> sections) {
  std::string path = TemporaryPath(shape + ".net");
  std::ostringstream out;
  EXPECT_THAT(
      NetRandom({.shape = shape, .seed = 1, .out = path, .sections = std::move(sections)}, out),
      IsOk());
  return path;
}

std::string WriteThreatNet(std::vector<std::string> sections) {
  return WriteRandom("64,8,threats,16,32,150", std::move(sections));
}

// What diff says of the values on some positions.
std::string Difference(const std::string& a, const std::string& b) {
  std::ostringstream out;
  EXPECT_THAT(NetDiff({.a = a, .b = b, .fens = TestdataPath("bench.epd")}, out),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("differ")));
  return out.str();
}

TEST(TransformTest, FoldAddsASectionAndUnfoldTakesItAway) {
  const std::string net = WriteThreatNet({"zero-point", "int8"});
  const std::string folded = TemporaryPath("folded.net"), unfolded = TemporaryPath("unfolded.net");
  std::ostringstream out;
  ASSERT_THAT(NetFold({.net = net, .out = folded}, out), IsOk());
  EXPECT_TRUE(net::ReadNetwork(folded)->sections.fold);
  ASSERT_THAT(NetUnfold({.net = folded, .out = unfolded}, out), IsOk());
  EXPECT_NE(*ReadFile(folded), *ReadFile(net));
  EXPECT_EQ(*ReadFile(unfolded), *ReadFile(net));
  EXPECT_THAT(Difference(net, folded), HasSubstr("sections differ\nvalues: 50 of 50 equal\n"));
}

TEST(TransformTest, FoldRefusesANetWithoutThreats) {
  std::ostringstream out;
  EXPECT_THAT(NetFold({.net = WriteRandom("64,8,plain,16,32,150", {}), .out = "x"}, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("threat rows: found 0")));
}

TEST(TransformTest, WidenKeepsEveryValueAndTheSections) {
  const std::string net = WriteThreatNet({"zero-point", "fold", "int8"});
  const std::string wide = TemporaryPath("wide.net");
  std::ostringstream out;
  ASSERT_THAT(NetWiden({.net = net, .width = 128, .seed = 1, .out = wide}, out), IsOk());
  const auto file = net::ReadNetwork(wide);
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->network.architecture.width, 128);
  EXPECT_TRUE(file->sections.zero_points && file->sections.fold && file->sections.rows8);
  EXPECT_THAT(Difference(net, wide), HasSubstr("values: 50 of 50 equal\n"));
}

TEST(TransformTest, PruneTakesAwayWhatWidenAdded) {
  const std::string net = WriteRandom("64,8,plain,16,32,150", {"zero-point"});
  const std::string wide = TemporaryPath("wide.net"), pruned = TemporaryPath("pruned.net");
  std::ostringstream out;
  ASSERT_THAT(NetWiden({.net = net, .width = 96, .seed = 1, .out = wide}, out), IsOk());
  ASSERT_THAT(
      NetPrune({.net = wide, .width = 64, .fens = TestdataPath("bench.epd"), .out = pruned}, out),
      IsOk());
  EXPECT_THAT(out.str(), HasSubstr("neurons dropped: 64 65 "));
  EXPECT_THAT(out.str(), HasSubstr("values: 50 of 50 equal\n"));
  EXPECT_EQ(*ReadFile(pruned), *ReadFile(net));
}

TEST(TransformTest, PruneSaysWhatItDoesToValues) {
  const std::string net = WriteRandom("64,8,plain,16,32,150", {});
  std::ostringstream out;
  ASSERT_THAT(NetPrune({.net = net,
                        .width = 32,
                        .fens = TestdataPath("bench.epd"),
                        .out = TemporaryPath("half.net")},
                       out),
              IsOk());
  EXPECT_THAT(out.str(), HasSubstr("centipawns apart on average"));
}

TEST(TransformTest, RefusesAWidthOnTheWrongSideOrNotOfAShape) {
  const std::string net = WriteRandom("64,8,plain,16,32,150", {});
  const std::string fens = TestdataPath("bench.epd");
  std::ostringstream out;
  const auto invalid = [](absl::string_view message) {
    return StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message)));
  };
  EXPECT_THAT(NetWiden({.net = net, .width = 32, .out = "x"}, out),
              invalid("--width: found 32, expected at least 64"));
  EXPECT_THAT(NetWiden({.net = net, .width = 100, .out = "x"}, out),
              invalid("--width: width: found 100"));
  EXPECT_THAT(NetPrune({.net = net, .width = 96, .fens = fens, .out = "x"}, out),
              invalid("--width: found 96, expected at most 64"));
}

}  // namespace
}  // namespace coherent
