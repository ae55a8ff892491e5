#include "tools/net/verify.h"

#include <sstream>

#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "tools/net/net.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string WriteRandom(const std::string& shape) {
  std::string path = TemporaryPath(shape + ".net");
  std::ostringstream out;
  EXPECT_THAT(NetRandom({.shape = shape, .seed = 1, .out = path, .sections = {"zero-points"}}, out),
              IsOk());
  return path;
}

TEST(VerifyTest, EveryWayEqualsTheSlowPath) {
  for (const char* const shape : {"32,8,plain,16,32,153", "32,8,threats,16,32,153"}) {
    std::ostringstream out;
    ASSERT_THAT(
        NetVerify({.net = WriteRandom(shape), .fens = TestdataPath("gate/256.epd"), .plies = 1},
                  out),
        IsOk());
    EXPECT_THAT(out.str(), HasSubstr("way: generic"));
    EXPECT_THAT(out.str(), HasSubstr("all values equal"));
  }
}

}  // namespace
}  // namespace coherent
