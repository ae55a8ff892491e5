#include "lib/net/load.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/file.h"
#include "lib/base/testing.h"
#include "lib/net/format.h"
#include "lib/net/synthetic.h"

namespace coherent::net {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr Architecture kShape = {
    .width = 32, .buckets = 1, .hidden2 = 8, .hidden3 = 8, .output_scale = 150};

std::string Written(const std::string& name, const Network& network) {
  std::string path = ::testing::TempDir() + name;
  EXPECT_TRUE(WriteFileAtomically(path, SerializeNetwork(network, {})).ok());
  return path;
}

TEST(LoadTest, SaysWhatItLoaded) {
  const auto loaded = LoadNetwork(Written("good.net", SyntheticNetwork(kShape, 1)));
  ASSERT_THAT(loaded, IsOk());
  EXPECT_EQ(loaded->network->architecture, kShape);
  EXPECT_THAT(Describe(*loaded), HasSubstr("width 32, 1 buckets, without threats"));
  EXPECT_THAT(Describe(*loaded), HasSubstr(loaded->hash.substr(0, 12)));
  EXPECT_THAT(Describe(*loaded), Not(HasSubstr("slow")));
}

TEST(LoadTest, SaysWhatMakesANetSlow) {
  Network network = SyntheticNetwork(kShape, 1);
  for (i16& weight : network.piece_rows) weight = 32'767;
  const auto loaded = LoadNetwork(Written("wide.net", network));
  ASSERT_THAT(loaded, IsOk());
  EXPECT_THAT(Describe(*loaded), HasSubstr("they take 32"));
}

TEST(LoadTest, NamesTheFileItCannotRead) {
  EXPECT_THAT(LoadNetwork("/nowhere/x.net"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("/nowhere/x.net")));
}

}  // namespace
}  // namespace coherent::net
