#include "lib/net/proof32.h"

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

using testing::HasSubstr;

TEST(Proof32Test, AcceptsSumsUpToTheLastValue) {
  // 256 inputs of 32767 * 255 = 8,355,585 each reach 2,139,029,760; the bias may add 8,453,887.
  Network network(SmallArchitecture(128, 0));
  for (int i = 0; i < 256; ++i) network.hidden2_weights[256 + i] = 32'767;
  network.hidden2_bias[1] = 8'453'887;
  EXPECT_THAT(ProveSumsFit32Bits("n", network), IsOk());
  network.hidden2_bias[1] += 1;
  EXPECT_THAT(ProveSumsFit32Bits("n", network),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("n: hidden layer 2, neuron 1: sums: found 0 to 2147483648")));
}

TEST(Proof32Test, CountsNegativeWeightsAndBiasesToo) {
  Network network(SmallArchitecture(128, 0));
  network.output_bias = -2'147'483'648;
  EXPECT_THAT(ProveSumsFit32Bits("n", network), IsOk());
  network.output_weights[0] = -1;
  EXPECT_THAT(ProveSumsFit32Bits("n", network),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("n: output, neuron 0")));
  network.output_weights[0] = 0;
  network.hidden3_bias[31] = -2'147'483'648;
  network.hidden3_weights[size_t{16} * 31] = -1;
  EXPECT_THAT(ProveSumsFit32Bits("n", network), StatusIs(absl::StatusCode::kFailedPrecondition,
                                                         HasSubstr("hidden layer 3, neuron 31")));
}

}  // namespace
}  // namespace coherent::net
