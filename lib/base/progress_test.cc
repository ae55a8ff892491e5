#include "lib/base/progress.h"

#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace coherent {
namespace {

TEST(ProgressTest, ShowsWhatIsDoneAndHowLongTheRestWillTake) {
  EXPECT_EQ(ProgressLine(64, 256, "positions", 2.0),
            "[=======                       ] 64/256 positions, 6 s left");
  EXPECT_EQ(ProgressLine(256, 256, "positions", 9.0),
            "[==============================] 256/256 positions");
}

TEST(ProgressTest, NothingToDoIsDone) {
  EXPECT_EQ(ProgressLine(0, 0, "runs", 0.0), "[==============================] 0/0 runs");
}

TEST(ProgressTest, PrintsNothingWhereThereIsNoTerminal) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress(400, "steps");
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int step = 0; step < 100; ++step) progress.Advance();
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace coherent
