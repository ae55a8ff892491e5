#include "lib/net/default_network.h"

#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent::net {
namespace {

TEST(DefaultNetworkTest, IsTheNetThatShips) {
  const auto shipped = LoadNetwork(TestdataPath("nets/main.net"));
  ASSERT_THAT(shipped, IsOk());
  EXPECT_EQ(DefaultNetwork().hash, shipped->hash);
}

TEST(DefaultNetworkTest, RunsWithFastSums) {
  EXPECT_TRUE(DefaultNetwork().network->sums_fit_16_bits);
}

}  // namespace
}  // namespace coherent::net
