#include "tools/net/diff.h"

#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/net/format.h"
#include "tools/net/net.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string WriteRandom(absl::string_view name, u64 seed) {
  std::string path = TemporaryPath(name);
  std::ostringstream out;
  EXPECT_THAT(NetRandom({.shape = "32,8,plain,16,32,150", .seed = seed, .out = path}, out), IsOk());
  return path;
}

TEST(DiffTest, FindsNothingInEqualFilesAndTheFirstPlaceInOthers) {
  const std::string a = WriteRandom("diff_a.net", 1), b = WriteRandom("diff_b.net", 2);
  std::ostringstream same, other;
  EXPECT_THAT(NetDiff({.a = a, .b = a}, same), IsOk());
  EXPECT_EQ(same.str(), "");
  EXPECT_THAT(NetDiff({.a = a, .b = b}, other),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("differ")));
  EXPECT_THAT(other.str(), HasSubstr("piece rows: "));
  EXPECT_THAT(other.str(), HasSubstr("first row 0, column 0: "));
}

TEST(DiffTest, SaysWhichLayerMovesTheValues) {
  const std::string a = WriteRandom("layers_a.net", 1), b = TemporaryPath("layers_b.net");
  auto file = net::ReadNetwork(a);
  ASSERT_THAT(file, IsOk());
  file->network.output_bias += 100 * 255 * 16'384 / 150;
  ASSERT_THAT(WriteFileAtomically(b, net::SerializeNetwork(file->network, {})), IsOk());
  std::ostringstream out;
  EXPECT_THAT(NetDiff({.a = a, .b = b, .fens = TestdataPath("bench.epd")}, out),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("differ")));
  EXPECT_THAT(out.str(), HasSubstr("output bias: "));
  EXPECT_THAT(out.str(), HasSubstr("values: 0 of 50 equal, "));
  EXPECT_THAT(out.str(), HasSubstr("values with the second net's first layer: 50 of 50 equal\n"));
  EXPECT_THAT(out.str(), HasSubstr("values with the second net's output: 0 of 50 equal, "));
}

}  // namespace
}  // namespace coherent
