#include "lib/base/bytes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent {
namespace {

TEST(BytesTest, TheLowByteComesFirst) {
  std::string bytes;
  PutLittleEndian<u32>(bytes, 0x04030201);
  PutLittleEndian<i16>(bytes, -2);
  EXPECT_EQ(bytes, "\x01\x02\x03\x04\xfe\xff");
  EXPECT_EQ(GetLittleEndian<u16>(bytes, 1), 0x0302);
  EXPECT_EQ(GetLittleEndian<i16>(bytes, 4), -2);
}

TEST(BytesTest, AReaderWalksOverNumbersAndBytes) {
  std::string bytes;
  PutLittleEndian<u8>(bytes, 7);
  bytes += "abc";
  PutLittleEndian<double>(bytes, 0.1);
  ByteReader reader("x", bytes);
  EXPECT_EQ(*reader.ReadNumber<u8>("count"), 7);
  EXPECT_EQ(*reader.Read(3, "text"), "abc");
  EXPECT_EQ(*reader.ReadNumber<double>("rate"), 0.1);
  EXPECT_EQ(reader.remaining(), 0U);
}

TEST(BytesTest, AReaderNeverPassesTheEndAndSaysWhatIsMissing) {
  ByteReader reader("net", "abcde");
  ASSERT_THAT(reader.Read(2, "magic"), IsOk());
  EXPECT_THAT(
      reader.ReadNumber<u32>("width"),
      StatusIs(absl::StatusCode::kDataLoss, "net: width at byte 2: found 3 bytes, expected 4"));
  EXPECT_FALSE(reader.Read(~u64{0}, "payload").ok());
  EXPECT_EQ(reader.offset(), 2U);
}

}  // namespace
}  // namespace coherent
