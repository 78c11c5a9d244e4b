// SPDX-License-Identifier: Apache-2.0
#pragma once
// What joints had to hold during a visit (posture/joint_loads.h): the largest of each group of joints, and of the low
// back. Users' bodies are rebuilt from head and hands: their figures carry the band of posture/load_band.h.
#include <array>

#include "evaluation/observe/observer.h"
#include "evaluation/posture/load_band.h"

namespace fh::evaluation {

class JointTorques final : public Observer {
 public:
  explicit JointTorques(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  struct Most {
    JointLoad load;  // negative: never told
    Span band;       // N m
    core::Tick at = 0;
    double held = 0.0;  // kg then
  };
  struct Tally {
    bool is_user = false;
    std::array<Most, kLoadGroups> most;  // by LoadGroup
    LowBack back;                        // when its compression is largest
    Span back_band, shear_band;
    core::Tick back_tick = -1;  // -1: never told
    double back_held = 0.0;     // kg then
  };
  /// By id.
  std::span<const Tally> people() const { return people_; }

 private:
  void take(const frame::Moment& moment, const frame::MomentPerson& person, const human::Body& body, Tally& tally);

  const Surroundings* surroundings_;
  std::vector<Tally> people_;
};

}  // namespace fh::evaluation
