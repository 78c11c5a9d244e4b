// SPDX-License-Identifier: Apache-2.0
#include "session/record/motion_thread.h"

#include <time.h>

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "session/record/motion_track.h"

namespace fh::session {
namespace {

double thread_clock() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

struct MotionThread::State {
  struct Batch {
    std::array<frame::Moment, kMotionBatchTicks> moments;
    std::size_t count = 0;
  };

  Batch filling;                               // the caller's
  Batch working;                               // the thread's while it works
  std::vector<std::vector<std::byte>> coming;  // the thread's while it works: rows of `working`
  std::vector<std::vector<std::byte>> rows;    // handed out
  MotionEncoder encoder;                       // the thread's while it works
  double seconds = 0.0;

  std::mutex mutex;
  std::condition_variable changed;
  enum class Stage { Idle, Waiting, Working } stage = Stage::Idle;  // of `working`; guarded by mutex
  bool stopping = false;                                            // guarded by mutex
  std::thread thread;

  ~State() {
    if (!thread.joinable()) return;
    {
      const std::lock_guard lock(mutex);
      stopping = true;
    }
    changed.notify_all();
    thread.join();
  }

  void encode(const Batch& batch) {
    for (std::size_t i = 0; i < batch.count; ++i) {
      if (const auto row = encoder.add(batch.moments[i]); !row.empty()) coming.emplace_back(row.begin(), row.end());
    }
  }
  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return stage == Stage::Waiting || stopping; });
      if (stage != Stage::Waiting) return;
      stage = Stage::Working;
      lock.unlock();
      encode(working);
      lock.lock();
      seconds = thread_clock();
      stage = Stage::Idle;
      changed.notify_all();
    }
  }
  /// The rows of the batch before become those handed out; the thread is idle then. On a machine so busy that the
  /// thread has not begun, its work is done here: the tick does not wait for the scheduler.
  void collect() {
    std::unique_lock lock(mutex);
    if (stage == Stage::Waiting) {
      stage = Stage::Idle;
      lock.unlock();
      encode(working);
    } else {
      changed.wait(lock, [&] { return stage == Stage::Idle; });
    }
    rows.clear();
    std::swap(rows, coming);
  }
  void hand_over() {
    collect();
    std::swap(filling, working);
    filling.count = 0;
    {
      const std::lock_guard lock(mutex);
      stage = Stage::Waiting;
    }
    if (!thread.joinable()) thread = std::thread([this] { work(); });
    changed.notify_all();
  }
};

MotionThread::MotionThread() : state_(std::make_unique<State>()) {}
MotionThread::~MotionThread() = default;
MotionThread::MotionThread(MotionThread&&) noexcept = default;
MotionThread& MotionThread::operator=(MotionThread&&) noexcept = default;

frame::Moment& MotionThread::slot() {
  return state_->filling.moments[state_->filling.count];
}

MotionThread::Rows MotionThread::moment_done() {
  State& s = *state_;
  s.rows.clear();
  if (++s.filling.count == kMotionBatchTicks) s.hand_over();
  return s.rows;
}

MotionThread::Rows MotionThread::finish() {
  State& s = *state_;
  s.collect();
  std::swap(s.rows, s.coming);
  s.encode(s.filling);
  s.filling.count = 0;
  if (const auto row = s.encoder.flush(); !row.empty()) s.coming.emplace_back(row.begin(), row.end());
  s.rows.clear();
  std::swap(s.rows, s.coming);
  return s.rows;
}

double MotionThread::thread_seconds() const {
  return state_->seconds;
}

}  // namespace fh::session
