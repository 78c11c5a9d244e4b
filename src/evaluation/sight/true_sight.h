// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place and everybody in it as eyes meet them, in a moment. For observers, who may see everything.
#include "evaluation/observe/observer.h"
#include "human/body/kinematics.h"
#include "senses/retina/inspect.h"

namespace fh::evaluation {

inline constexpr core::Tick kSightTicks = 18;     // between two looks: five a second
inline constexpr double kFieldAside = 100.0;      // degrees to each side of the gaze …
inline constexpr double kFieldUp = 65.0;          // … and up and down that eyes see at all
inline constexpr std::uint32_t kWindowSide = 64;  // samples across an item that is looked at

class TrueSight {
 public:
  /// People without a shape are not seen.
  TrueSight(const Surroundings& surroundings, const frame::Moment& moment);
  void update(const frame::Moment& moment);

  const senses::RetinaScene& scene() const { return scene_; }
  /// The eye of a person, -Z along the gaze.
  static math::Pose eye_of(std::span<const math::Pose> frames);
  /// Degrees of a point from the gaze; and whether it is within the field.
  static double eccentricity(const math::Pose& eye, const math::Vec3& point);
  static bool in_field(const math::Pose& eye, const math::Vec3& point);

 private:
  struct Seen {
    bool added = false;
    std::uint32_t body_number = 0;
  };
  const Surroundings* surroundings_;
  senses::RetinaScene scene_;
  std::vector<Seen> people_;
  std::vector<std::uint8_t> moves_;  // by object id - 1
};

}  // namespace fh::evaluation
