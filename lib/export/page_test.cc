#include "lib/export/page.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/net/synthetic.h"
#include "lib/net/testing.h"
#include "lib/net/threats.h"

namespace coherent::exporting {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PageTest, ShowsTheReportAndAPictureForEachPart) {
  net::Network network(net::SmallArchitecture(32, net::kThreatRows));
  network.piece_rows[0] = -5;
  network.threat_rows[0] = 128;  // an own pawn attacks
  Activity activity;
  activity.positions = 1;
  activity.active.assign(32, {0});
  activity.active[3] = {0b11};
  const Json report = {{"net", "a<b.net"}, {"shape", {{"width", 32}}}};
  const std::string page =
      ReportPage("a<b.net", report, network, net::ChargeBounds(network), &activity);
  EXPECT_THAT(page, HasSubstr("<title>a&lt;b.net</title>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>shape.width<td>32\n"));
  EXPECT_THAT(page, HasSubstr("Bounds by neuron"));
  // 8 * 768 * 32 - 1 piece weights are 0, one lies in 4 ... 7.
  EXPECT_THAT(page, HasSubstr(">196607</text>"));
  EXPECT_THAT(page, HasSubstr(">1</text><text x='232.9' y='185' text-anchor='middle'>4+</text>"));
  EXPECT_THAT(page, HasSubstr(">1</text><text x='95.0' y='185' text-anchor='middle'>own pawn<"));
  EXPECT_THAT(page, HasSubstr(">31</text><text x='81.0' y='185' text-anchor='middle'>0 %<"));
  EXPECT_THAT(page, HasSubstr(">1</text><text x='879.0' y='185' text-anchor='middle'>95 %<"));
}

TEST(PageTest, LeavesOutWhatANetDoesNotHave) {
  const net::Network network(net::SmallArchitecture(32, 0));
  const std::string page =
      ReportPage("n", Json::object(), network, net::ChargeBounds(network), nullptr);
  EXPECT_THAT(page, Not(HasSubstr("threat")));
  EXPECT_THAT(page, Not(HasSubstr("active")));
}

}  // namespace
}  // namespace coherent::exporting
