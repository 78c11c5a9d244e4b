// SPDX-License-Identifier: Apache-2.0
#pragma once
// What joints had to hold during a visit (J-39): the static torque of the body's weight and of what the hands carry
// about the axes of each joint, the largest by group of joints. The ground bears the whole weight under the centre of
// mass, shared by the feet by the lever rule; without feet on the ground legs are not told. Motion adds to the truth.
#include <array>

#include "evaluation/observe/observer.h"
#include "evaluation/posture/low_back.h"
#include "human/body/balance.h"
#include "human/body/masses.h"

namespace fh::evaluation {

class JointTorques final : public Observer {
 public:
  enum Group : std::size_t { kBack, kNeck, kShoulder, kElbow, kWrist, kHip, kKnee, kAnkle, kGroups };

  explicit JointTorques(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  struct Most {
    double torque = -1.0;  // N m; negative: never told
    core::Tick at = 0;
    human::Joint joint = human::Joint::Pelvis;
    std::uint8_t axis = 0;
    double held = 0.0;  // kg then
  };
  struct Tally {
    bool is_user = false;
    std::array<Most, kGroups> most;
    LowBack back;               // when its compression is largest
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
