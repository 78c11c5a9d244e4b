// SPDX-License-Identifier: Apache-2.0
#include "xr/fingers.h"

#include <utility>

#include "core/log.h"
#include "xr/tracking.h"

namespace fh::xr {
namespace {

using Joints = std::array<XrHandJointLocationEXT, XR_HAND_JOINT_COUNT_EXT>;

// Bends of a fist, summed over a finger's joints (knuckle 90, middle 100, end 70 degrees; thumb 60 and 80).
constexpr double kFingerFist = math::radians(260.0), kThumbFist = math::radians(140.0);
constexpr double kPinchOpen = 0.06, kPinchClosed = 0.015;  // m between the tips of thumb and index finger

math::Vec3 at(const Joints& joints, int joint) {
  const XrVector3f& p = joints[static_cast<std::size_t>(joint)].pose.position;
  return {p.x, p.y, p.z};
}

/// Sum of the angles between successive bones from `first` to `last`.
double bend(const Joints& joints, int first, int last) {
  double sum = 0.0;
  for (int joint = first + 1; joint < last; ++joint) {
    const math::Vec3 in = math::normalized_or(at(joints, joint) - at(joints, joint - 1), math::kForward);
    const math::Vec3 out = math::normalized_or(at(joints, joint + 1) - at(joints, joint), math::kForward);
    sum += math::acos(glm::dot(in, out));
  }
  return sum;
}

/// A bare hand as if it held a controller.
void stand_in(const Joints& joints, frame::HandInput& hand) {
  const XrHandJointLocationEXT& palm = joints[XR_HAND_JOINT_PALM_EXT];
  hand.active = 1;
  hand.grip.valid = 1;
  hand.grip.tracked = (palm.locationFlags & XR_SPACE_LOCATION_POSITION_TRACKED_BIT) ? 1 : 0;
  hand.grip.pose = to_pose(palm.pose);
  hand.aim = hand.grip;
  const double pinch = glm::length(at(joints, XR_HAND_JOINT_INDEX_TIP_EXT) - at(joints, XR_HAND_JOINT_THUMB_TIP_EXT));
  hand.trigger = math::clamp((kPinchOpen - pinch) / (kPinchOpen - kPinchClosed), 0.0, 1.0);
  hand.squeeze = (hand.curls[2] + hand.curls[3] + hand.curls[4]) / 3.0;
  if (hand.trigger > 0.9) hand.buttons |= frame::kButtonTrigger;
  if (hand.squeeze > 0.7) hand.buttons |= frame::kButtonSqueeze;
}

}  // namespace

std::array<double, 5> curls_of(const Joints& joints) {
  const auto share = [](double bent, double fist) { return math::clamp(bent / fist, 0.0, 1.0); };
  return {share(bend(joints, XR_HAND_JOINT_THUMB_METACARPAL_EXT, XR_HAND_JOINT_THUMB_TIP_EXT), kThumbFist),
          share(bend(joints, XR_HAND_JOINT_INDEX_METACARPAL_EXT, XR_HAND_JOINT_INDEX_TIP_EXT), kFingerFist),
          share(bend(joints, XR_HAND_JOINT_MIDDLE_METACARPAL_EXT, XR_HAND_JOINT_MIDDLE_TIP_EXT), kFingerFist),
          share(bend(joints, XR_HAND_JOINT_RING_METACARPAL_EXT, XR_HAND_JOINT_RING_TIP_EXT), kFingerFist),
          share(bend(joints, XR_HAND_JOINT_LITTLE_METACARPAL_EXT, XR_HAND_JOINT_LITTLE_TIP_EXT), kFingerFist)};
}

Fingers Fingers::create(const Instance& instance, XrSession session) {
  Fingers fingers;
  if (!instance.can_track_hands()) return fingers;
  const auto make = instance.function<PFN_xrCreateHandTrackerEXT>("xrCreateHandTrackerEXT");
  fingers.locate_ = instance.function<PFN_xrLocateHandJointsEXT>("xrLocateHandJointsEXT");
  fingers.destroy_ = instance.function<PFN_xrDestroyHandTrackerEXT>("xrDestroyHandTrackerEXT");
  if (!make || !fingers.locate_ || !fingers.destroy_) return fingers;
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
    XrHandTrackerCreateInfoEXT info{XR_TYPE_HAND_TRACKER_CREATE_INFO_EXT};
    info.hand = hand == frame::kLeft ? XR_HAND_LEFT_EXT : XR_HAND_RIGHT_EXT;
    info.handJointSet = XR_HAND_JOINT_SET_DEFAULT_EXT;
    if (XR_FAILED(make(session, &info, &fingers.trackers_[hand]))) core::log_warning("a hand cannot be tracked");
  }
  return fingers;
}

void Fingers::read(XrSpace floor, XrTime time, std::array<frame::HandInput, frame::kHands>& hands) const {
  for (std::size_t hand = 0; hand < frame::kHands; ++hand) {
    if (trackers_[hand] == XR_NULL_HANDLE) continue;
    Joints joints{};
    XrHandJointLocationsEXT locations{XR_TYPE_HAND_JOINT_LOCATIONS_EXT};
    locations.jointCount = static_cast<std::uint32_t>(joints.size());
    locations.jointLocations = joints.data();
    XrHandJointsLocateInfoEXT info{XR_TYPE_HAND_JOINTS_LOCATE_INFO_EXT};
    info.baseSpace = floor;
    info.time = time;
    if (XR_FAILED(locate_(trackers_[hand], &info, &locations)) || !locations.isActive) continue;
    hands[hand].curls = curls_of(joints);
    hands[hand].curls_valid = 1;
    if (!hands[hand].active) stand_in(joints, hands[hand]);
  }
}

Fingers::Fingers(Fingers&& other) noexcept
    : trackers_(std::exchange(other.trackers_, {})), locate_(other.locate_), destroy_(other.destroy_) {}

Fingers::~Fingers() {
  for (const XrHandTrackerEXT tracker : trackers_) {
    if (tracker != XR_NULL_HANDLE) destroy_(tracker);
  }
}

}  // namespace fh::xr
