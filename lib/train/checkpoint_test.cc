#include "lib/train/checkpoint.h"

#include <limits>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/train/testing.h"

namespace coherent::train {
namespace {

using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

Checkpoint SmallCheckpoint(bool shared = true) {
  const Shape shape = SmallShape(32, 0, shared);
  return {.shape = shape, .weights = RandomWeights(shape, 1)};
}

// The checkpoint's file, changed.
template <class Change>
std::string ChangedBytes(Change change) {
  TensorFile file = *ParseTensors("x", SerializeCheckpoint(SmallCheckpoint()));
  change(file);
  return SerializeTensors(file);
}

Tensor& TensorOf(TensorFile& file, const std::string& name) {
  for (Tensor& tensor : file.tensors) {
    if (tensor.name == name) return tensor;
  }
  return file.tensors.emplace_back();
}

TEST(CheckpointTest, ReadsWhatItWrote) {
  for (const bool shared : {false, true}) {
    const Checkpoint written = SmallCheckpoint(shared);
    const std::string path = TemporaryPath("net.safetensors");
    ASSERT_THAT(WriteCheckpoint(path, written), IsOk());
    const auto read = ReadCheckpoint(path);
    ASSERT_THAT(read, IsOk());
    EXPECT_EQ(*read, written);
  }
}

TEST(CheckpointTest, NamesTheTensorsOfANetWithThreats) {
  const Shape shape = SmallShape(64, net::kThreatRows, true);
  std::vector<std::string> lines;
  for (const TensorSpec& spec : TensorSpecs(shape)) {
    lines.push_back(std::string(spec.name) + ShapeText(spec.shape));
  }
  EXPECT_THAT(lines, ::testing::ElementsAre(
                         "ft.piece.weight[6144, 64]", "ft.piece.shared.weight[768, 64]",
                         "ft.threat.fine.weight[86808, 64]", "ft.threat.coarse.weight[9216, 64]",
                         "ft.bias[64]", "l2.weight[16, 128]", "l2.bias[16]", "l3.weight[32, 16]",
                         "l3.bias[32]", "out.weight[1, 32]", "out.bias[1]"));
}

TEST(CheckpointTest, StatesTheShapeInTheMetadata) {
  const TensorFile file = *ParseTensors("x", SerializeCheckpoint(SmallCheckpoint()));
  EXPECT_EQ(file.metadata.at("coherent.arch"),
            R"({"width":32,"buckets":8,"k2":16,"k3":32,"threats":0})");
  EXPECT_EQ(file.metadata.at("coherent.output_scale"), "153");
  EXPECT_EQ(file.metadata.at("coherent.bucket_table"),
            "[0,1,2,3,4,4,5,5,6,6,6,6,6,6,6,6,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7]");
}

TEST(CheckpointTest, TakesTheAbsenceOfThreatsAsATruthValueToo) {
  const auto read =
      ParseCheckpoint("x", ChangedBytes([](TensorFile& file) {
                        file.metadata["coherent.arch"] =
                            R"({"width": 32, "buckets": 8, "k2": 16, "k3": 32, "threats": false})";
                      }));
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(*read, SmallCheckpoint());
}

TEST(CheckpointTest, NamesWhatIsMissingExtraMisshapenOrNotFinite) {
  EXPECT_THAT(ParseCheckpoint("x", ChangedBytes([](TensorFile& file) {
                                std::erase_if(file.tensors,
                                              [](const Tensor& t) { return t.name == "l3.bias"; });
                              })),
              StatusIs(kInvalid, "x: l3.bias: missing"));
  EXPECT_THAT(ParseCheckpoint("x", ChangedBytes([](TensorFile& file) {
                                file.tensors.push_back({"ft.threat.fine.weight", {1}, {0}});
                              })),
              StatusIs(kInvalid, HasSubstr("x: ft.threat.fine.weight: a tensor that a net")));
  EXPECT_THAT(ParseCheckpoint("x", ChangedBytes([](TensorFile& file) {
                                TensorOf(file, "l3.weight").shape = {16, 32};
                              })),
              StatusIs(kInvalid, "x: l3.weight: shape: found [16, 32], expected [32, 16]"));
  EXPECT_THAT(ParseCheckpoint("x", ChangedBytes([](TensorFile& file) {
                                TensorOf(file, "ft.bias").values[3] =
                                    std::numeric_limits<float>::quiet_NaN();
                              })),
              StatusIs(kInvalid, "x: ft.bias: value 3 of [32] is not finite"));
}

TEST(CheckpointTest, RefusesMetadataThatIsMissingOrWrong) {
  struct Case {
    std::string key;
    std::string value;
    std::string message;
  };
  const Case cases[] = {
      {"coherent.arch", "{}", "x: coherent.arch: width: expected a whole number"},
      {"coherent.arch", "[1]", "x: coherent.arch: expected an object"},
      {"coherent.arch", R"({"width": 33, "buckets": 8, "k2": 16, "k3": 32, "threats": 0})",
       "x: width: found 33"},
      {"coherent.output_scale", "a", "x: coherent.output_scale: found \"a\""},
      {"coherent.bucket_table", "[1, 2]", "x: coherent.bucket_table: expected a list of 32"},
  };
  for (const Case& test : cases) {
    EXPECT_THAT(ParseCheckpoint("x", ChangedBytes([&](TensorFile& file) {
                                  file.metadata[test.key] = test.value;
                                })),
                StatusIs(kInvalid, HasSubstr(test.message)));
    EXPECT_THAT(ParseCheckpoint(
                    "x", ChangedBytes([&](TensorFile& file) { file.metadata.erase(test.key); })),
                StatusIs(kInvalid, HasSubstr("x: " + test.key + ": missing")));
  }
}

TEST(CheckpointTest, KeepsTheStateOfARun) {
  const Checkpoint net = SmallCheckpoint();
  const TrainingState written = {.net = net,
                                 .first_moments = RandomWeights(net.shape, 2),
                                 .second_moments = RandomWeights(net.shape, 3),
                                 .progress = R"({"step": 7})"};
  const std::string path = TemporaryPath("state.safetensors");
  ASSERT_THAT(WriteState(path, written), IsOk());
  const auto read = ReadState(path);
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(*read, written);
  EXPECT_THAT(ReadCheckpoint(path), StatusIs(kInvalid, HasSubstr("moment")));
}

TEST(CheckpointTest, NumbersCoarseRowsByAttackerTargetAndTargetSquare) {
  const auto row = [](int attacker, int from, int to, int target) {
    return CoarseThreatRow({net::Piece::FromIndex(attacker), net::Square::FromIndex(from),
                            net::Square::FromIndex(to), net::Piece::FromIndex(target)});
  };
  EXPECT_EQ(row(0, 8, 17, 0), 17);
  EXPECT_EQ(row(0, 10, 17, 0), 17);  // from another square
  EXPECT_EQ(row(4, 3, 59, 10), (4 * 12 + 10) * 64 + 59);
  EXPECT_EQ(row(11, 62, 63, 11), kCoarseThreatRows - 1);
}

}  // namespace
}  // namespace coherent::train
