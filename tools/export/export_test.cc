#include "tools/export/export.h"

#include <filesystem>
#include <sstream>
#include <string>

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"
#include "lib/export/quantise.h"
#include "lib/net/format.h"
#include "lib/net/threats.h"
#include "lib/train/checkpoint.h"
#include "lib/train/testing.h"

namespace coherent {
namespace {

train::Checkpoint SmallNet(int threat_rows) {
  const train::Shape shape = train::SmallShape(32, threat_rows, true);
  return {.shape = shape, .weights = train::RandomWeights(shape, 1)};
}

ExportOptions Written(const train::Checkpoint& net, const std::string& name) {
  ExportOptions options = {.checkpoint = TemporaryPath(name + ".safetensors"),
                           .out = TemporaryPath(name + ".net")};
  EXPECT_THAT(train::WriteCheckpoint(options.checkpoint, net), IsOk());
  std::filesystem::remove(options.out);
  return options;
}

TEST(ExportTest, WritesANetTheEngineReads) {
  for (const int threat_rows : {0, net::kThreatRows}) {
    const train::Checkpoint checkpoint = SmallNet(threat_rows);
    const ExportOptions options = Written(checkpoint, "good");
    std::ostringstream out;
    ASSERT_THAT(ExportNet(options, out), IsOk());
    EXPECT_THAT(out.str(), ::testing::HasSubstr("output scale 153"));
    const auto file = net::ReadNetwork(options.out);
    ASSERT_THAT(file, IsOk());
    EXPECT_EQ(file->network.architecture, checkpoint.shape.architecture);
    const auto expected = exporting::Quantise("x", checkpoint, exporting::OutOfRange::kRefuse);
    EXPECT_EQ(net::SerializeNetwork(file->network, file->sections),
              net::SerializeNetwork(expected->network, net::Sections()));
  }
}

TEST(ExportTest, ReportsAsJson) {
  ExportOptions options = Written(SmallNet(0), "json");
  options.output_scale = 138;
  options.json = true;
  std::ostringstream out;
  ASSERT_THAT(ExportNet(options, out), IsOk());
  const Json report = *ParseJson("report", out.str());
  EXPECT_EQ(report["net_sha256"], *Sha256HexOfFile(options.out));
  EXPECT_EQ(report["shape"]["output_scale"], 138);
  EXPECT_EQ(net::ReadNetwork(options.out)->network.architecture.output_scale, 138);
}

TEST(ExportTest, RefusesAWeightThatDoesNotFitAndClipsIfAsked) {
  train::Checkpoint net = SmallNet(0);
  net.weights.input_bias[4] = 1e3f;
  ExportOptions options = Written(net, "range");
  std::ostringstream out;
  EXPECT_THAT(ExportNet(options, out), StatusIs(absl::StatusCode::kFailedPrecondition,
                                                ::testing::HasSubstr("ft.bias, row 0, column 4")));
  EXPECT_FALSE(std::filesystem::exists(options.out));
  options.clip = true;
  ASSERT_THAT(ExportNet(options, out), IsOk());
  EXPECT_THAT(out.str(), ::testing::HasSubstr("ft.bias, row 0, column 4: 255000"));
  EXPECT_EQ(net::ReadNetwork(options.out)->network.input_bias[4], 32767);
}

TEST(ExportTest, RefusesSumsThatMayLeave32Bits) {
  train::Checkpoint net = SmallNet(0);
  net.weights.hidden2_bias[3] = 514.0f;  // just below the end of 32 bits
  const ExportOptions options = Written(net, "sums");
  std::ostringstream out;
  EXPECT_THAT(ExportNet(options, out),
              StatusIs(absl::StatusCode::kFailedPrecondition, ::testing::HasSubstr("3")));
  EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST(ExportTest, RefusesAScaleThatIsNone) {
  ExportOptions options = Written(SmallNet(0), "scale");
  options.output_scale = 0;
  std::ostringstream out;
  EXPECT_THAT(ExportNet(options, out), StatusIs(absl::StatusCode::kInvalidArgument,
                                                ::testing::HasSubstr("output scale: found 0")));
}

}  // namespace
}  // namespace coherent
