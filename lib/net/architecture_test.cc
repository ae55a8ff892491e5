#include "lib/net/architecture.h"

#include <functional>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "lib/net/testing.h"

namespace coherent::net {
namespace {

using testing::HasSubstr;

Architecture Shape(int width, int buckets, int threat_rows, int hidden2, int hidden3) {
  return {width, buckets, threat_rows, hidden2, hidden3, 153, DefaultBuckets(buckets)};
}

TEST(ArchitectureTest, CountsParametersAndBytesOfTheKnownShapes) {
  EXPECT_EQ(CountParameters(Shape(768, 4, 0, 16, 32)), 2'385'233U);
  EXPECT_EQ(CountParameters(Shape(768, 8, 0, 16, 32)), 4'744'529U);
  EXPECT_EQ(CountParameters(Shape(1024, 8, 0, 16, 32)), 6'325'841U);
  EXPECT_EQ(CountParameters(Shape(1536, 8, kThreatRows, 64, 64)), 142'976'705U);
  EXPECT_EQ(CountParameters(Shape(3072, 8, kThreatRows, 64, 64)), 285'949'121U);
  EXPECT_EQ(PayloadBytes(Shape(768, 4, 0, 16, 32)), 4'770'564U);
  EXPECT_EQ(PayloadBytes(Shape(1536, 8, kThreatRows, 64, 64)), 285'953'780U - 112U);
}

TEST(ArchitectureTest, RefusesWhatTheDocumentDoesNotAllowAndSaysWhat) {
  struct Case {
    std::function<void(Architecture&)> change;
    std::string message;
  };
  const std::vector<Case> cases = {
      {[](Architecture& a) { a.width = 0; },
       "n: width: found 0, expected 32 to 4096, a multiple of 32"},
      {[](Architecture& a) { a.width = 48; }, "width: found 48"},
      {[](Architecture& a) { a.width = 4128; }, "width: found 4128"},
      {[](Architecture& a) { a.buckets = 0; }, "buckets: found 0, expected 1 to 32"},
      {[](Architecture& a) { a.hidden2 = 12; }, "hidden 2: found 12"},
      {[](Architecture& a) { a.hidden3 = 136; }, "hidden 3: found 136"},
      {[](Architecture& a) { a.output_scale = 0; }, "output scale: found 0"},
      {[](Architecture& a) { a.threat_rows = 1; }, "threat rows: found 1, expected 0 or 86808"},
      {[](Architecture& a) { a.bucket_table[31] = 8; },
       "bucket table, entry 31: found 8, expected below 8"},
  };
  for (const Case& c : cases) {
    Architecture architecture = SmallArchitecture(64, 0);
    EXPECT_THAT(CheckArchitecture("n", architecture), IsOk());
    c.change(architecture);
    EXPECT_THAT(CheckArchitecture("n", architecture),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.message)));
  }
}

TEST(ArchitectureTest, EveryNumberOfBucketsHasATableThatUsesAll) {
  for (int buckets = 1; buckets <= 32; ++buckets) {
    const Architecture architecture = Shape(32, buckets, 0, 8, 8);
    EXPECT_THAT(CheckArchitecture("n", architecture), IsOk());
    EXPECT_EQ(architecture.bucket_table[0], 0);
    EXPECT_EQ(architecture.bucket_table[31], buckets - 1);
  }
}

}  // namespace
}  // namespace coherent::net
