// SPDX-License-Identifier: Apache-2.0
#include "evaluation/joint_torques.h"

#include <cmath>
#include <optional>

#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

human::Frames<double> body_frames(const frame::Moment& moment, const frame::MomentPerson& person) {
  human::Frames<double> frames;
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const math::Pose& joint = moment.world_from_joint[person.first_joint + i];
    frames.rotations[i] = {joint.rotation.x, joint.rotation.y, joint.rotation.z, joint.rotation.w};
    frames.positions[i] = {joint.position.x, joint.position.y, joint.position.z, 0.0};
  }
  return frames;
}

double rounded(double value, double steps) {
  return std::round(value * steps) / steps;
}

}  // namespace

void JointTorques::begin(const frame::Moment& moment) {
  people_.assign(moment.people.size(), {});
  for (std::size_t i = 0; i < people_.size(); ++i) people_[i].is_user = moment.people[i].is_user != 0;
}

void JointTorques::observe(const frame::Moment& moment) {
  for (std::size_t i = 0; i < people_.size() && i < moment.people.size(); ++i) {
    const frame::MomentPerson& person = moment.people[i];
    const human::Body* body = i < surroundings_->people.size() ? surroundings_->people[i].body : nullptr;
    if (body && person.present && person.joint_count == human::kJointCount) take(moment, person, *body, people_[i]);
  }
}

void JointTorques::take(const frame::Moment& moment, const frame::MomentPerson& person, const human::Body& body,
                        Tally& tally) {
  const human::Frames<double> frames = body_frames(moment, person);
  // In the midst of a step the ground cannot hold what is beyond it: of the legs nothing is told.
  const std::uint8_t bears = person.balance_margin >= 0.0 ? person.borne_by : std::uint8_t{0};
  const BodyLoads now = body_loads(body.masses, body.dimensions, frames, person.loads, bears);
  const double held = person.loads[0].mass + person.loads[1].mass;
  std::optional<LoadBand> band;  // worked out only where a figure grows
  const auto guess = [&]() -> const LoadBand& {
    if (!band) band = load_band(body.masses, frames_of(moment, person), held, person.is_user != 0);
    return *band;
  };
  if (tally.back_tick < 0 || now.back.compression > tally.back.compression) {
    tally.back = now.back;
    tally.back_band = guess().compression(now.back);
    tally.shear_band = guess().shear(now.back);
    tally.back_tick = moment.tick;
    tally.back_held = held;
  }
  for (std::size_t group = 0; group < kLoadGroups; ++group) {
    Most& most = tally.most[group];
    if (now.joints[group].torque <= most.load.torque) continue;
    most = {now.joints[group], guess().torque(static_cast<LoadGroup>(group), now.joints[group].torque), moment.tick,
            held};
  }
}

void JointTorques::write(core::Json& report) const {
  std::size_t users = 0, agents = 0;
  for (const Tally& tally : people_) {
    core::Json& row = tally.is_user ? user_row(report, users++) : agent_row(report, agents++);
    if (tally.back_tick >= 0) {
      const auto newtons = [](double value, const Span& band) -> core::Json {
        return {{"value", std::round(value)}, {"low", std::round(band.low)}, {"high", std::round(band.high)}};
      };
      const LowBack& back = tally.back;
      row["low_back"] = {{"source", kLowBackSource},
                         {"compression", newtons(back.compression, tally.back_band)},
                         {"shear", newtons(back.shear, tally.shear_band)},
                         {"compression_limit_n", 3400},
                         {"shear_limit_n", 500},
                         {"at_s", core::seconds_of(tally.back_tick)},
                         {"held_kg", tally.back_held}};
    }
    core::Json& out = row["joint_torques"];
    for (std::size_t group = 0; group < kLoadGroups; ++group) {
      const Most& most = tally.most[group];
      if (most.load.torque < 0.0) {
        out[kLoadGroupNames[group]] = core::Json();
        continue;
      }
      const human::JointInfo& joint = human::info(most.load.joint);
      out[kLoadGroupNames[group]] = {{"most_n_m", rounded(most.load.torque, 100.0)},
                                     {"low_n_m", rounded(most.band.low, 100.0)},
                                     {"high_n_m", rounded(most.band.high, 100.0)},
                                     {"joint", joint.name},
                                     {"axis", joint.dofs[most.load.axis].name},
                                     {"at_s", core::seconds_of(most.at)},
                                     {"held_kg", most.held}};
    }
  }
}

std::unique_ptr<Observer> make_joint_torques(const Surroundings& surroundings) {
  return std::make_unique<JointTorques>(surroundings);
}

}  // namespace fh::evaluation
