#include "lib/base/sha256.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

TEST(Sha256Test, EqualsThePublishedValues) {
  EXPECT_EQ(Sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256Test, AFileHashesAsItsBytes) {
  const std::string path = TemporaryPath("hashed");
  const std::string bytes(3'000'001, 'x');
  ASSERT_THAT(WriteFileAtomically(path, bytes), IsOk());
  EXPECT_EQ(*Sha256HexOfFile(path), Sha256Hex(bytes));
}

TEST(Sha256Test, AMissingFileIsNamed) {
  EXPECT_THAT(Sha256HexOfFile("/nonexistent/x"),
              StatusIs(absl::StatusCode::kNotFound, ::testing::HasSubstr("/nonexistent/x")));
}

}  // namespace
}  // namespace coherent
