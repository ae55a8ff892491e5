#include "tools/gate/bounded_queue.h"

#include <atomic>
#include <memory>
#include <thread>

#include "gtest/gtest.h"

namespace coherent::gate {
namespace {

TEST(BoundedQueueTest, KeepsTheOrder) {
  BoundedQueue<std::unique_ptr<int>> queue(3);
  std::thread producer([&] {
    for (int i = 0; i < 100; ++i) queue.Push(std::make_unique<int>(i));
  });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(*queue.Pop(), i);
  producer.join();
}

TEST(BoundedQueueTest, IsNeverMoreThanItsCapacityAhead) {
  BoundedQueue<int> queue(3);
  std::atomic<int> pushed = 0;
  std::thread producer([&] {
    for (int i = 0; i < 100; ++i) {
      queue.Push(i);
      ++pushed;
    }
  });
  for (int i = 0; i < 100; ++i) {
    EXPECT_LE(pushed, i + 3);
    queue.Pop();
  }
  producer.join();
}

TEST(BoundedQueueTest, ClosedItHoldsNobodyUp) {
  BoundedQueue<int> queue(1);
  queue.Push(1);
  std::thread producer([&] { queue.Push(2); });
  queue.Close();
  producer.join();
  queue.Push(3);
}

}  // namespace
}  // namespace coherent::gate
