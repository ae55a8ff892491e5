#include "lib/base/zstd.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

using ::testing::HasSubstr;

std::string Sample() {
  std::string text;
  for (unsigned int i = 0; i < 100'000; ++i) text += static_cast<char>(i * i >> 3);
  return text;
}

TEST(ZstdTest, RestoresWhatItPacked) {
  for (const std::string& text : {std::string(), std::string("a"), Sample()}) {
    EXPECT_EQ(*Decompress("x", Compress(text)), text);
  }
}

TEST(ZstdTest, EveryMissingEndIsFound) {
  const std::string packed = Compress("a short text, a short text");
  for (size_t size = 0; size < packed.size(); ++size) {
    EXPECT_THAT(Decompress("x.zst", packed.substr(0, size)),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("x.zst: ends early")));
  }
}

TEST(ZstdTest, AFlippedBitIsFound) {
  std::string packed = Compress(Sample());
  packed[packed.size() / 2] ^= 1;
  EXPECT_THAT(Decompress("x", packed), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("x: ")));
}

TEST(ZstdTest, TrailingBytesAreRefused) {
  EXPECT_FALSE(Decompress("x", Compress("text") + "text").ok());
}

}  // namespace
}  // namespace coherent
