#include "lib/train/thread_pool.h"

#include <atomic>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace coherent::train {
namespace {

TEST(ThreadPoolTest, DoesEveryPieceOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (const int count : {0, 1, 3, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      pool.For(count, [&](int i) { ++calls[i]; });
      for (const auto& number : calls) EXPECT_EQ(number, 1);
    }
  }
}

TEST(ThreadPoolTest, TakesTinyNumbersAsZero) {
  ThreadPool pool(2);
  std::vector<float> results(8, 1.0f);
  volatile float tiny = std::numeric_limits<float>::min();
  pool.For(8, [&](int i) { results[i] = tiny * 0.5f; });
  EXPECT_EQ(results, std::vector<float>(8, 0.0f));
}

}  // namespace
}  // namespace coherent::train
