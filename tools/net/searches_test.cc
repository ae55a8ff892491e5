#include "tools/net/searches.h"

#include <algorithm>
#include <sstream>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "tools/net/net.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string WriteRandom(const std::string& shape) {
  std::string path = TemporaryPath(shape + ".net");
  std::ostringstream out;
  EXPECT_THAT(NetRandom({.shape = shape, .seed = 1, .out = path, .sections = {}}, out), IsOk());
  return path;
}

std::string WriteLines(const std::string& name, const std::string& lines) {
  std::string path = TemporaryPath(name);
  EXPECT_THAT(WriteFileAtomically(path, lines), IsOk());
  return path;
}

TEST(SearchesTest, NothingThatMakesANetFastChangesASearch) {
  for (const char* const shape : {"32,8,plain,16,32,153", "32,8,threats,16,32,153"}) {
    std::ostringstream out;
    ASSERT_THAT(NetSearches({.net = WriteRandom(shape),
                             .fens = TestdataPath("gate/256.epd"),
                             .nodes = 2'000,
                             .count = 12},
                            out),
                IsOk());
    EXPECT_THAT(out.str(), HasSubstr("variant: no values kept"));
    EXPECT_THAT(out.str(), HasSubstr("12 searches of 2000 nodes"));
  }
}

TEST(DumpTest, WritesAPositionAndAValueForEachNode) {
  const std::string start =
      WriteLines("start.fen",
                 "r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1\n4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n");
  const std::string fens = TemporaryPath("nodes.fen"), values = TemporaryPath("nodes.txt");
  std::ostringstream out;
  ASSERT_THAT(NetDump({.net = WriteRandom("32,8,threats,16,32,153"),
                       .fens = start,
                       .nodes = 20'000,
                       .fens_out = fens,
                       .values_out = values},
                      out),
              IsOk());
  EXPECT_THAT(out.str(), HasSubstr("all values equal"));
  const std::string fen_lines = *ReadFile(fens), value_lines = *ReadFile(values);
  const auto lines = std::count(fen_lines.begin(), fen_lines.end(), '\n');
  EXPECT_GT(lines, 10'000);
  EXPECT_EQ(lines, std::count(value_lines.begin(), value_lines.end(), '\n'));
  EXPECT_THAT(out.str(), HasSubstr("nodes: " + std::to_string(lines) + "\n"));
}

TEST(DumpTest, SaysIfAKindOfNodeDidNotOccur) {
  std::ostringstream out;
  EXPECT_THAT(NetDump({.net = WriteRandom("32,8,plain,16,32,153"),
                       .fens = WriteLines("kings.fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"),
                       .nodes = 1'000},
                      out),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("did not occur")));
}

TEST(DumpTest, RefusesAKernelThatIsNone) {
  std::ostringstream out;
  EXPECT_THAT(NetDump({.net = "x", .fens = "y", .kernel = "sse9"}, out),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("sse9")));
}

}  // namespace
}  // namespace coherent
