// SPDX-License-Identifier: Apache-2.0
#include "core/jobs.h"

#include <algorithm>
#include <atomic>

namespace fh::core {

struct JobPool::Loop {
  const std::function<void(std::size_t, std::size_t)>& body;
  std::size_t count;
  std::size_t grain;
  std::atomic<std::size_t> next{0};
};

JobPool::JobPool(unsigned workers) {
  if (workers == 0) workers = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned i = 1; i < workers; ++i) threads_.emplace_back([this] { run_worker(); });
}

JobPool::~JobPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_ready_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void JobPool::take_ranges(Loop& loop) {
  for (;;) {
    const std::size_t begin = loop.next.fetch_add(loop.grain, std::memory_order_relaxed);
    if (begin >= loop.count) return;
    loop.body(begin, std::min(begin + loop.grain, loop.count));
  }
}

void JobPool::parallel_for(std::size_t count, std::size_t grain,
                           const std::function<void(std::size_t, std::size_t)>& body) {
  if (count == 0) return;
  Loop loop{body, count, std::max<std::size_t>(grain, 1)};
  if (threads_.empty() || count <= loop.grain) {
    take_ranges(loop);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    loop_ = &loop;
    ++loop_number_;
  }
  work_ready_.notify_all();
  take_ranges(loop);
  std::unique_lock lock(mutex_);
  loop_ = nullptr;  // no worker may join any more
  work_done_.wait(lock, [this] { return busy_ == 0; });
}

void JobPool::run_worker() {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    work_ready_.wait(lock, [&] { return stopping_ || (loop_ && loop_number_ != seen); });
    if (stopping_) return;
    seen = loop_number_;
    Loop& loop = *loop_;
    ++busy_;
    lock.unlock();
    take_ranges(loop);
    lock.lock();
    if (--busy_ == 0) work_done_.notify_one();
  }
}

}  // namespace fh::core
