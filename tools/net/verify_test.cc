#include "tools/net/verify.h"

#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"
#include "tools/net/net.h"

namespace coherent {
namespace {

using testing::HasSubstr;

std::string WriteRandom(const std::string& shape) {
  std::string path = TemporaryPath(shape + ".net");
  std::ostringstream out;
  EXPECT_THAT(NetRandom({.shape = shape, .seed = 1, .out = path, .sections = {"zero-point"}}, out),
              IsOk());
  return path;
}

// What NetVerify prints for a small net of each kind.
std::vector<std::string> Verify(absl::string_view positions, int plies) {
  std::vector<std::string> reports;
  for (const char* const shape : {"32,8,plain,16,32,153", "32,8,threats,16,32,153"}) {
    std::ostringstream out;
    EXPECT_THAT(
        NetVerify({.net = WriteRandom(shape), .fens = TestdataPath(positions), .plies = plies},
                  out),
        IsOk());
    reports.push_back(out.str());
  }
  return reports;
}

TEST(VerifyTest, EveryWayEqualsTheSlowPath) {
  for (const std::string& report : Verify("gate/256.epd", 1)) {
    EXPECT_THAT(report, HasSubstr("way: generic"));
    EXPECT_THAT(report, HasSubstr("all values equal"));
  }
}

TEST(VerifyTest, ChosenPositionsReachEveryKindOfMove) {
  for (const std::string& report : Verify("net/chosen.fen", 4)) {
    EXPECT_THAT(report, HasSubstr("all values equal"));
    for (const auto* const kind :
         {"checks", "captures", "promotions", "castlings", "en passant", "passes"}) {
      EXPECT_THAT(report, testing::Not(HasSubstr(absl::StrCat("\n", kind, ": 0\n"))));
    }
  }
}

}  // namespace
}  // namespace coherent
