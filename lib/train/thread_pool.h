// Threads that share out numbered pieces of work.
#ifndef COHERENT_LIB_TRAIN_THREAD_POOL_H_
#define COHERENT_LIB_TRAIN_THREAD_POOL_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace coherent::train {

// All arithmetic of training runs on these threads: they take numbers too small for a normal float
// as zero. Moments of weights that are no longer used decay to such numbers, which are slow.
class ThreadPool {
 public:
  // `threads` is at least 1.
  explicit ThreadPool(int threads);
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool();

  int threads() const { return static_cast<int>(threads_.size()); }

  // Calls `work(i)` once for each i below `count`, in any order, on any of the threads, and waits.
  void For(int count, const std::function<void(int)>& work);

 private:
  void Run();

  std::mutex mutex_;
  std::condition_variable start_;
  std::condition_variable done_;
  const std::function<void(int)>* work_ = nullptr;
  int count_ = 0;
  std::atomic<int> next_ = 0;
  int busy_ = 0;  // threads that have not finished this round
  int round_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace coherent::train

#endif  // COHERENT_LIB_TRAIN_THREAD_POOL_H_
