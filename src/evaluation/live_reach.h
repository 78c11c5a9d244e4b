// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a person reaches while a visit runs: from where it stands, or sitting where its eyes are as high over a thing's
// site "seat" as those of a body that sits there.
#include <atomic>
#include <future>
#include <memory>
#include <optional>

#include "evaluation/observe/observer.h"
#include "evaluation/reach/reach_field.h"

namespace fh::evaluation {

class LiveReach {
 public:
  /// What a body reaches takes seconds to work out. A thread of its own does it; it is told so many observed ticks
  /// after it was first asked for, waited for if need be, so that figures do not depend on how fast the machine is.
  static constexpr int kTicks = 540;

  /// `person`: index of the moment's people, with a body. `surroundings` must outlive it.
  LiveReach(const Surroundings& surroundings, std::size_t person);

  void observe(const frame::Moment& moment, std::span<const math::Pose> frames);
  /// Standing, or on the seat of now; null until it is told.
  const ReachField* field() const;
  /// m over the ground of the seat; 0: it stands.
  double seat() const { return seat_; }
  /// On the ground, between the ankles or under the seat: what the field counts from.
  const math::Vec3& origin() const { return origin_; }

 private:
  struct Seat {
    core::ObjectId thing;
    math::Pose thing_from_seat;
  };
  /// One field, worked out once.
  struct Work {
    double seat = 0.0;
    int ticks = 0;  // since it was asked for
    std::atomic<bool> stop = false;
    std::future<ReachField> making;
    std::optional<ReachField> field;
    ~Work() { stop = true; }  // the future waits for its thread
  };
  void find_seat(const frame::Moment& moment, std::span<const math::Pose> frames);
  void work_out(std::unique_ptr<Work>& work);

  const Surroundings* surroundings_;
  std::size_t person_;
  std::vector<Seat> seats_;
  double seat_ = 0.0;
  math::Vec3 origin_{0.0};
  std::unique_ptr<Work> standing_, sitting_;
};

}  // namespace fh::evaluation
