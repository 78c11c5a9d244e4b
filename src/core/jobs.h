// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small pool for data-parallel loops. Results never depend on the number of workers: a loop body writes only what
// belongs to its own index, and nothing is reduced across threads in arrival order.
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace fh::core {

class JobPool {
 public:
  /// `workers` threads take part in each loop, the caller included; 1 means no extra thread, 0 one per core.
  explicit JobPool(unsigned workers = 0);
  ~JobPool();
  JobPool(const JobPool&) = delete;
  JobPool& operator=(const JobPool&) = delete;

  unsigned workers() const { return static_cast<unsigned>(threads_.size()) + 1; }

  /// Calls body(begin, end) for ranges of at most `grain` indices that cover [0, count); returns when all are done.
  /// Must not be called from inside a body. The body must not throw.
  void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& body);

 private:
  struct Loop;
  void run_worker();
  static void take_ranges(Loop& loop);

  std::mutex mutex_;
  std::condition_variable work_ready_;
  std::condition_variable work_done_;
  Loop* loop_ = nullptr;           // the loop under way; guarded by mutex_
  std::uint64_t loop_number_ = 0;  // so that a worker joins each loop once
  unsigned busy_ = 0;              // workers inside the current loop
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace fh::core
