// SPDX-License-Identifier: Apache-2.0
#pragma once
// Jolt's jobs on the program's own pool of threads. Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Core/FixedSizeFreeList.h>
#include <Jolt/Core/JobSystemWithBarrier.h>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "core/jobs.h"

namespace fh::physics {

/// During run() one thread of the pool does the work, which makes jobs and waits for them, and the others help with
/// the jobs. Outside of run() jobs wait until someone waits for them.
class PooledJobs final : public JPH::JobSystemWithBarrier {
 public:
  /// The pool must outlive it.
  explicit PooledJobs(core::JobPool& pool);
  ~PooledJobs() override;

  /// Returns when the work is done. Not from inside a loop of the pool.
  void run(const std::function<void()>& work);

  int GetMaxConcurrency() const override { return static_cast<int>(pool_.workers()); }
  JPH::JobHandle CreateJob(const char* name, JPH::ColorArg colour, const JobFunction& function,
                           JPH::uint32 dependencies) override;

 protected:
  void QueueJob(Job* job) override;
  void QueueJobs(Job** jobs, JPH::uint count) override;
  void FreeJob(Job* job) override;

 private:
  /// Takes jobs until the work is done.
  void help();

  core::JobPool& pool_;
  JPH::FixedSizeFreeList<Job> jobs_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Job*> queue_;  // guarded by mutex_, as all below; oldest first from next_
  std::size_t next_ = 0;
  bool working_ = false;
};

}  // namespace fh::physics
