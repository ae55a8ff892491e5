#include "lib/timing/counters.h"

#include <unistd.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "lib/base/testing.h"

namespace coherent::timing {
namespace {

TEST(CountersTest, CountsInstructionsOrSaysWhyNot) {
  const absl::Status possible = CanCount();
  if (!possible.ok()) {
    EXPECT_THAT(possible, StatusIs(absl::StatusCode::kUnavailable,
                                   ::testing::HasSubstr("perf_event_open: ")));
    GTEST_SKIP() << possible.message();
  }
  const absl::StatusOr<Counters> counters = Counters::Attach(getpid());
  ASSERT_THAT(counters, IsOk());
  const Counts before = *counters->Read();
  volatile int sink = 0;
  for (int i = 0; i < 1'000'000; ++i) sink = sink + i;
  const Counts spent = *counters->Read() - before;
  EXPECT_GT(spent.instructions, 1e6);
  EXPECT_GT(spent.cycles, 1e5);
}

TEST(CountersTest, AProcessThatIsNotThereIsAnError) {
  EXPECT_THAT(Counters::Attach(999'999'999), ::testing::Not(IsOk()));
}

}  // namespace
}  // namespace coherent::timing
