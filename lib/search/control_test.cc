#include "lib/search/control.h"

#include <chrono>
#include <thread>

#include "gtest/gtest.h"
#include "lib/base/int.h"
#include "lib/search/limits.h"
#include "lib/search/params.h"

namespace coherent::search {
namespace {

TEST(ControlTest, MeetsANodeLimitExactly) {
  Control control;
  control.Begin({.nodes = 5'000}, SearchParams());
  for (u64 nodes = 0; nodes < 5'000; ++nodes) ASSERT_FALSE(control.ShouldAbort(nodes));
  EXPECT_TRUE(control.ShouldAbort(5'000));
}

TEST(ControlTest, LooksAtTheClockSoonerWhereNodesTakeLong) {
  Control control;
  control.Begin({.move_time_ms = 20, .move_overhead_ms = 0}, SearchParams());
  u64 nodes = 0;
  while (!control.ShouldAbort(nodes)) {
    ++nodes;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(nodes, 40);  // at 1 ms or more each
}

TEST(ControlTest, HearsAStopWithin1024Nodes) {
  Control control;
  control.Begin({}, SearchParams());
  u64 nodes = 0;
  while (nodes < 10'000 && !control.ShouldAbort(nodes)) ++nodes;
  ASSERT_EQ(nodes, 10'000);
  control.Stop();
  while (!control.ShouldAbort(nodes)) ++nodes;
  EXPECT_LE(nodes, 10'000 + 1'024);
}

}  // namespace
}  // namespace coherent::search
