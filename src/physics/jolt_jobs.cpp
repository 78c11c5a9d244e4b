// SPDX-License-Identifier: Apache-2.0
#include "physics/jolt_jobs.h"

#include <Jolt/Physics/PhysicsSettings.h>

#include "core/assert.h"

namespace fh::physics {

PooledJobs::PooledJobs(core::JobPool& pool) : JPH::JobSystemWithBarrier(JPH::cMaxPhysicsBarriers), pool_(pool) {
  jobs_.Init(JPH::cMaxPhysicsJobs, JPH::cMaxPhysicsJobs);
  queue_.reserve(JPH::cMaxPhysicsJobs);
}

PooledJobs::~PooledJobs() {
  FH_ASSERT(next_ == queue_.size(), "Jolt left jobs behind");
}

void PooledJobs::run(const std::function<void()>& work) {
  {
    std::lock_guard lock(mutex_);
    working_ = true;
  }
  // The pool hands out indices from 0 upwards, so the work is under way or over before anyone helps.
  pool_.parallel_for(pool_.workers(), 1, [&](std::size_t begin, std::size_t) {
    if (begin != 0) return help();
    work();
    {
      std::lock_guard lock(mutex_);
      working_ = false;
    }
    changed_.notify_all();
  });
  // Whoever waits for jobs also does them: what is left in the queue has been done already.
  for (; next_ < queue_.size(); ++next_) queue_[next_]->Release();
  queue_.clear();
  next_ = 0;
}

void PooledJobs::help() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !working_ || next_ < queue_.size(); });
    if (!working_) return;
    Job* job = queue_[next_++];
    lock.unlock();
    job->Execute();  // does nothing when another thread was faster
    job->Release();
    lock.lock();
  }
}

JPH::JobHandle PooledJobs::CreateJob(const char* name, JPH::ColorArg colour, const JobFunction& function,
                                     JPH::uint32 dependencies) {
  const JPH::uint32 index = jobs_.ConstructObject(name, colour, this, function, dependencies);
  FH_ASSERT(index != JPH::FixedSizeFreeList<Job>::cInvalidObjectIndex, "Jolt makes more jobs than it announced");
  JPH::JobHandle handle(&jobs_.Get(index));
  if (dependencies == 0) QueueJob(handle.GetPtr());
  return handle;
}

void PooledJobs::QueueJob(Job* job) {
  QueueJobs(&job, 1);
}

void PooledJobs::QueueJobs(Job** jobs, JPH::uint count) {
  {
    std::lock_guard lock(mutex_);
    if (!working_) return;
    for (JPH::uint i = 0; i < count; ++i) {
      jobs[i]->AddRef();
      queue_.push_back(jobs[i]);
    }
  }
  if (count == 1) {
    changed_.notify_one();
  } else {
    changed_.notify_all();
  }
}

void PooledJobs::FreeJob(Job* job) {
  jobs_.DestructObject(job);
}

}  // namespace fh::physics
