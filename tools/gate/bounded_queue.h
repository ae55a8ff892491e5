// Hands values from one thread to another, a limited number ahead.
#ifndef COHERENT_TOOLS_GATE_BOUNDED_QUEUE_H_
#define COHERENT_TOOLS_GATE_BOUNDED_QUEUE_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <utility>

namespace coherent::gate {

template <class T>
class BoundedQueue {
 public:
  explicit BoundedQueue(size_t capacity) : capacity_(capacity) {}

  // Waits for room. After Close it returns at once, and the value is lost.
  void Push(T value) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || values_.size() < capacity_; });
    if (closed_) return;
    values_.push_back(std::move(value));
    changed_.notify_all();
  }

  // Waits for a value: somebody has to push one.
  T Pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !values_.empty(); });
    T value = std::move(values_.front());
    values_.pop_front();
    changed_.notify_all();
    return value;
  }

  // From now on nothing waits for room.
  void Close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> values_;
  bool closed_ = false;
};

}  // namespace coherent::gate

#endif  // COHERENT_TOOLS_GATE_BOUNDED_QUEUE_H_
