#include "tools/export/export.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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

TEST(ExportTest, WritesTheSectionsAskedFor) {
  ExportOptions options = Written(SmallNet(net::kThreatRows), "sections");
  const auto sections_of = [&options](std::vector<std::string> names) {
    options.sections = std::move(names);
    std::ostringstream out;
    EXPECT_THAT(ExportNet(options, out), IsOk());
    return net::ReadNetwork(options.out)->sections;
  };
  const net::Sections all = sections_of({"all"});
  EXPECT_TRUE(all.zero_points.has_value() && all.fold && all.rows8);
  EXPECT_EQ(sections_of({"none"}), net::Sections());
  EXPECT_EQ(sections_of({"int8"}), net::Sections{.rows8 = true});
  EXPECT_EQ(sections_of({"fold", "zero-point", "int8"}), all);
}

TEST(ExportTest, RefusesASectionThatIsNoneOrForThreats) {
  ExportOptions options = Written(SmallNet(0), "section");
  std::ostringstream out;
  options.sections = {"all"};
  ASSERT_THAT(ExportNet(options, out), IsOk());
  EXPECT_THAT(out.str(), ::testing::HasSubstr("sections: [\"zero-point\"]"));
  options.sections = {"zero-point", "fold"};
  EXPECT_THAT(ExportNet(options, out),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       ::testing::HasSubstr("--sections: found \"fold\", expected all, none")));
}

TEST(ExportTest, RefusesSumsThatMayLeave16BitsAndShowsWhere) {
  train::Checkpoint net = SmallNet(0);
  for (size_t bucket = 0; bucket < 8; ++bucket) {
    // Queens on d4: own ones count 32,640, the opponent's as much below zero; an own rook adds 510.
    net.weights.piece[(768 * bucket + size_t{64} * 4 + 27) * 32] = 128.0f;
    net.weights.piece[(768 * bucket + size_t{64} * 10 + 27) * 32] = -128.0f;
    net.weights.piece[(768 * bucket + size_t{64} * 3 + 28) * 32] = 2.0f;
  }
  ExportOptions options = Written(net, "range16");
  options.witness_steps = 10'000;
  std::ostringstream out;
  EXPECT_THAT(ExportNet(options, out),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       ::testing::AllOf(::testing::HasSubstr("neuron 0: range of sums: found "),
                                        ::testing::HasSubstr("expected at most 65534"),
                                        ::testing::HasSubstr("fit 16 bits; reached: sum "))));
  EXPECT_FALSE(std::filesystem::exists(options.out));
}

TEST(ExportTest, ReordersChecksAndWritesWhatElseIsAsked) {
  ExportOptions options = Written(SmallNet(net::kThreatRows), "positions");
  options.sections = {"all"};
  options.reorder = options.check = TestdataPath("bench.epd");
  options.report = TemporaryPath("report.json");
  options.embed = TemporaryPath("embedded.h");
  options.page = TemporaryPath("report.html");
  std::ostringstream out;
  ASSERT_THAT(ExportNet(options, out), IsOk());
  EXPECT_THAT(out.str(), ::testing::HasSubstr("checked: the engine's values are right in 50 "));
  const Json report = *ParseJson("report", *ReadFile(options.report));
  EXPECT_GE(report["reorder"]["zero_pairs_after"], report["reorder"]["zero_pairs_before"]);
  EXPECT_EQ(report["reorder"]["order"].size(), 32U);
  EXPECT_LT(report["check"]["mean_error_cp"].get<double>(), 10);
  EXPECT_EQ(report["sections"], Json({"zero-point", "fold", "int8"}));
  EXPECT_EQ(report["rows"]["folded_threat_rows"], 69'210);
  EXPECT_THAT(*ReadFile(options.embed),
              ::testing::HasSubstr(report["net_sha256"].get<std::string>()));
  EXPECT_THAT(*ReadFile(options.page),
              ::testing::HasSubstr("Neurons by how often they are active"));
}

TEST(ExportTest, WarnsOfALayerThatSaysNothing) {
  train::Checkpoint net = SmallNet(0);
  std::fill(net.weights.output_weights.begin(), net.weights.output_weights.end(), 0.0f);
  std::ostringstream out;
  ASSERT_THAT(ExportNet(Written(net, "constant"), out), IsOk());
  EXPECT_THAT(out.str(), ::testing::HasSubstr("warning: all weights of out.weight are equal"));
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
