// SPDX-License-Identifier: Apache-2.0
#include "world/users/calibration_watch.h"

#include <fmt/format.h>

#include "core/time.h"

namespace fh::world {
namespace {

constexpr double kStill = 0.025;           // m a held head or hand may sway
constexpr std::int64_t kShown = 4 * 90;    // ticks a result is shown
constexpr std::size_t kLongestSaid = 400;  // bytes, from a stream
constexpr const char* kHow = "stand straight, arms to the sides or forward, hold still";

bool is_seen(const frame::FrameInput& input) {
  const auto good = [](const frame::TrackedPose& pose) { return pose.valid && pose.tracked; };
  bool seen = good(input.head) && input.focus == frame::SessionFocus::Focused;
  for (const auto& hand : input.hands) seen = seen && hand.active && good(hand.grip);
  return seen;
}

human::CalibrationPose pose_of(const frame::FrameInput& input, bool seated) {
  human::CalibrationPose pose;
  pose.seated = seated;
  pose.world_from_eyes = input.head.pose;
  for (std::size_t side = 0; side < frame::kHands; ++side) pose.world_from_grip[side] = input.hands[side].grip.pose;
  pose.stance = human::stance_of(pose);
  return pose;
}

}  // namespace

void CalibrationWatch::ask() {
  ticks_left = kCalibrationPatience;
  still_ticks = 0;
  said = fmt::format("Calibration: {}", kHow);
  said_ticks = kShown;
}

std::optional<human::CalibrationPose> CalibrationWatch::advance(const frame::FrameInput& input, bool seated) {
  if (said_ticks > 0 && --said_ticks == 0) said.clear();
  if (ticks_left == 0) return std::nullopt;
  said_ticks = kShown;
  if (--ticks_left == 0) {
    said = "Calibration given up: ask again when you are ready";
    return std::nullopt;
  }
  if (!is_seen(input)) {
    refuse("headset and both controllers must be seen");
    return std::nullopt;
  }
  const human::CalibrationPose pose = pose_of(input, seated);
  if (const auto measured = human::measure_user(pose); !measured) {
    refuse(measured.error().message);
    return std::nullopt;
  }
  const std::array<math::Vec3, 3> now{pose.world_from_eyes.position, pose.world_from_grip[0].position,
                                      pose.world_from_grip[1].position};
  bool still = still_ticks > 0;
  for (std::size_t i = 0; i < now.size(); ++i) still = still && glm::length(now[i] - held[i]) < kStill;
  if (!still) {
    held = now;
    still_ticks = 0;
    said = "Calibration: good, hold still";
  }
  if (++still_ticks < kCalibrationStill) return std::nullopt;
  return pose;
}

void CalibrationWatch::conclude(const human::CalibratedUser& user) {
  ticks_left = still_ticks = 0;
  const auto& d = user.body.dimensions;
  said = fmt::format("Calibrated: eyes at {:.0f} cm, a body of {:.0f} cm with a span of {:.0f} cm",
                     100.0 * human::standing_eye_height(user), 100.0 * d[human::Dimension::Stature],
                     100.0 * d[human::Dimension::Span]);
  said_ticks = kShown;
}

void CalibrationWatch::refuse(const std::string& reason) {
  still_ticks = 0;
  said = fmt::format("Calibration: {}", reason);
}

void CalibrationWatch::visit(core::Archive& archive) {
  archive.field("ticks_left", ticks_left);
  archive.field("still_ticks", still_ticks);
  archive.field("held", held);
  archive.field("said_ticks", said_ticks);
  archive.field("said", said);
  const auto within = [](std::int64_t ticks, std::int64_t most) { return ticks >= 0 && ticks <= most; };
  if (archive.is_loading() && !(within(ticks_left, kCalibrationPatience) && within(said_ticks, kShown) &&
                                within(still_ticks, kCalibrationStill) && said.size() <= kLongestSaid)) {
    archive.reject();
  }
}

}  // namespace fh::world
