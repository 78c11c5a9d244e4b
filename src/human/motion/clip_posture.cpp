// SPDX-License-Identifier: Apache-2.0
// A clip's 22 joints as a posture of ours.
#include <algorithm>

#include "human/body/kinematics.h"
#include "human/motion/treadmill.h"

namespace fh::human {
namespace {

using human::Joint;
using human::Posture;
using math::Quat;
using math::Vec3;

Quat between(const ClipFrame& frame, ClipJoint parent, ClipJoint joint) {
  return math::conjugate(frame[parent].rotation) * frame[joint].rotation;
}

// The spine's turn is shared evenly by the vertebrae of its part.
void share(Posture& out, Joint first, Joint last, const Quat& turn) {
  const double count = static_cast<double>(human::index_of(last) - human::index_of(first) + 1);
  const Quat part = math::from_rotation_vector(math::to_rotation_vector(turn) / count);
  for (std::size_t i = human::index_of(first); i <= human::index_of(last); ++i) out.rotations[i] = part;
}

void pose_limbs(const ClipFrame& f, Posture& out) {
  struct Side {
    ClipJoint clavicle, shoulder, elbow, wrist, hip, knee, ankle, toes;
    human::Side side;
  };
  constexpr Side kSides[] = {
      {ClipJoint::LeftClavicle, ClipJoint::LeftShoulder, ClipJoint::LeftElbow, ClipJoint::LeftWrist, ClipJoint::LeftHip,
       ClipJoint::LeftKnee, ClipJoint::LeftAnkle, ClipJoint::LeftToes, human::Side::Left},
      {ClipJoint::RightClavicle, ClipJoint::RightShoulder, ClipJoint::RightElbow, ClipJoint::RightWrist,
       ClipJoint::RightHip, ClipJoint::RightKnee, ClipJoint::RightAnkle, ClipJoint::RightToes, human::Side::Right}};
  for (const Side& s : kSides) {
    const auto at = [&](Joint left) -> Quat& { return out[human::on_side(left, s.side)]; };
    at(Joint::LeftClavicle) = between(f, ClipJoint::Spine3, s.clavicle);
    at(Joint::LeftUpperArm) = between(f, s.clavicle, s.shoulder);
    // The elbow's hinge, and what the wrist turns about the forearm's axis.
    const Quat elbow = between(f, s.shoulder, s.elbow);
    const math::SwingTwist parts = math::swing_twist(elbow, math::kUp);
    at(Joint::LeftForearm) = parts.swing;
    const math::SwingTwist wrist = math::swing_twist(between(f, s.elbow, s.wrist), math::kUp);
    at(Joint::LeftForearmTwist) = math::from_axis_angle(math::kUp, parts.twist + wrist.twist);
    at(Joint::LeftHand) = math::from_axis_angle(math::kUp, -wrist.twist) * between(f, s.elbow, s.wrist);
    at(Joint::LeftThigh) = between(f, ClipJoint::Pelvis, s.hip);
    at(Joint::LeftShank) = between(f, s.hip, s.knee);
    at(Joint::LeftFoot) = between(f, s.knee, s.ankle);
    at(Joint::LeftToes) = between(f, s.ankle, s.toes);
  }
}

Posture posture_of(const Walker& walker, const ClipFrame& f) {
  Posture out;
  share(out, Joint::L5, Joint::L1, between(f, ClipJoint::Pelvis, ClipJoint::Spine1));
  share(out, Joint::T12, Joint::T7, between(f, ClipJoint::Spine1, ClipJoint::Spine2));
  share(out, Joint::T6, Joint::T3, between(f, ClipJoint::Spine2, ClipJoint::Spine3));
  out[Joint::Neck] = between(f, ClipJoint::Spine3, ClipJoint::Neck);
  out[Joint::Head] = between(f, ClipJoint::Neck, ClipJoint::Head);
  pose_limbs(f, out);
  human::clamp_to_limits(walker.skeleton, out);
  return out;
}

// Height of an ankle whose foot stands: a tenth of the time the lower ankle is lower. Outliers do not count.
double standing_ankle(const Clip& clip) {
  std::vector<double> heights;
  for (const ClipFrame& f : clip.frames) {
    heights.push_back(std::min(f[ClipJoint::LeftAnkle].position.y, f[ClipJoint::RightAnkle].position.y));
  }
  if (heights.empty()) return 0.0;
  const auto at = heights.begin() + static_cast<std::ptrdiff_t>(heights.size() / 10);
  std::nth_element(heights.begin(), at, heights.end());
  return *at;
}

}  // namespace

std::vector<Posture> clip_postures(const Walker& walker, const Clip& clip) {
  const auto length = [&](ClipJoint a, ClipJoint b) {
    return glm::length(clip.rest[a].position - clip.rest[b].position);
  };
  const double legs =
      length(ClipJoint::LeftHip, ClipJoint::LeftKnee) + length(ClipJoint::LeftKnee, ClipJoint::LeftAnkle);
  const double scale = legs > 1e-6 ? walker.leg / legs : 1.0;
  const double ankle = standing_ankle(clip);
  std::vector<Posture> postures;
  for (const ClipFrame& f : clip.frames) {
    Posture& out = postures.emplace_back(posture_of(walker, f));
    const Vec3 hips = 0.5 * (f[ClipJoint::LeftHip].position + f[ClipJoint::RightHip].position);
    out.world_from_pelvis = {f[ClipJoint::Pelvis].rotation,
                             {scale * hips.x, walker.ankle + scale * (hips.y - ankle), scale * hips.z}};
  }
  return postures;
}

}  // namespace fh::human
