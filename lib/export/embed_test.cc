#include "lib/export/embed.h"

#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/sha256.h"
#include "lib/base/testing.h"

namespace coherent::exporting {
namespace {

TEST(EmbedTest, WritesTheHeaderThatTheBuildUses) {
  const auto sha256 = Sha256HexOfFile(TestdataPath("nets/main.net"));
  ASSERT_THAT(sha256, IsOk());
  EXPECT_EQ(*ReadFile("lib/net/embedded_net_file.h"),
            EmbedHeader("testdata/nets/main.net", *sha256));
}

}  // namespace
}  // namespace coherent::exporting
