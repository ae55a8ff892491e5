#include "lib/train/thread_pool.h"

#include <pmmintrin.h>

#include "lib/base/check.h"

namespace coherent::train {

ThreadPool::ThreadPool(int threads) {
  CHECK(threads >= 1);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  start_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::For(int count, const std::function<void(int)>& work) {
  std::unique_lock lock(mutex_);
  work_ = &work;
  count_ = count;
  next_ = 0;
  busy_ = threads();
  ++round_;
  start_.notify_all();
  done_.wait(lock, [this] { return busy_ == 0; });
}

void ThreadPool::Run() {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  int seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    start_.wait(lock, [&] { return ending_ || round_ != seen; });
    if (ending_) return;
    seen = round_;
    lock.unlock();
    for (int i = next_++; i < count_; i = next_++) (*work_)(i);
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace coherent::train
