#include "lib/train/safetensors.h"

#include <limits>

#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "lib/base/bytes.h"
#include "lib/base/testing.h"

namespace coherent::train {
namespace {

using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TensorFile SmallFile() {
  return {
      .metadata = {{"what", "a test"}},
      .tensors = {{"b", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"a", {1}, {-0.5f}}, {"none", {0, 7}, {}}}};
}

// A file with this header, before `floats` zeros.
std::string FileOf(const std::string& header, int floats) {
  std::string bytes;
  PutLittleEndian<u64>(bytes, header.size());
  return bytes + header + std::string(sizeof(float) * floats, '\0');
}

TEST(SafetensorsTest, ReadsWhatItWrote) {
  const auto file = ParseTensors("x", SerializeTensors(SmallFile()));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(*file, SmallFile());
}

TEST(SafetensorsTest, AlignsTheDataToEightBytes) {
  const std::string bytes = SerializeTensors(SmallFile());
  EXPECT_EQ(GetLittleEndian<u64>(bytes, 0) % 8, 0);
}

TEST(SafetensorsTest, ReadsTensorsWhoseOrderInTheDataDiffersFromTheHeaders) {
  const auto file = ParseTensors("x", FileOf(R"({
      "a": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]},
      "b": {"dtype": "F32", "shape": [], "data_offsets": [0, 4]}})",
                                             3));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ(file->tensors[0].values.size(), 2u);
  EXPECT_EQ(file->tensors[1].values.size(), 1u);
}

TEST(SafetensorsTest, RefusesEveryTruncation) {
  const std::string bytes = SerializeTensors(SmallFile());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ParseTensors("x", bytes.substr(0, size)).ok()) << size;
  }
  EXPECT_THAT(ParseTensors("x", bytes + "y"), StatusIs(kInvalid, HasSubstr("x: data: found 29")));
}

TEST(SafetensorsTest, NamesTheTensorThatIsWrong) {
  TensorFile file = SmallFile();
  file.tensors[0].values[4] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(ParseTensors("x", SerializeTensors(file)),
              StatusIs(kInvalid, "x: b: value 4 of [2, 3] is not finite"));
  struct Case {
    std::string header;
    std::string message;
  };
  const Case cases[] = {
      {R"({"a": {"dtype": "F16", "shape": [1], "data_offsets": [0, 4]}})", "x: a: dtype: found"},
      {R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}})", "x: a: found 4 bytes"},
      {R"({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}})", "x: a: shape: found"},
      {R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}})", "x: a: begins at"},
      {R"({"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 36]}})", "x: a: ends at"},
      {R"({"a": {"dtype": "F32", "shape": [4611686018427387904, 4],
           "data_offsets": [0, 0]}})",
       "x: a: found 0 bytes"},
      {R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
           "b": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}})",
       "x: b: begins at"},
      {R"({"a": {"shape": [1], "data_offsets": [0, 4]}})", "x: a: expected an object"},
      {R"({"__metadata__": {"a": 1}})", "x: __metadata__: a: expected a string"},
      {R"([])", "x: header: expected an object"},
  };
  for (const auto& [header, message] : cases) {
    EXPECT_THAT(ParseTensors("x", FileOf(header, 1)), StatusIs(kInvalid, HasSubstr(message)));
  }
}

}  // namespace
}  // namespace coherent::train
