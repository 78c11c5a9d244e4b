// SPDX-License-Identifier: Apache-2.0
#include "human/motion/captured_walk.h"

#include "human/body/kinematics.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr double kSlowestWalk = 0.25;  // m/s forward: below, the gait shifts its feet
constexpr double kSideStep = 0.25;     // of the forward speed: more sideways is a side-step
constexpr double kTurning = 1.2;       // rad/s
constexpr double kLevelGround = 0.06;  // rise over run
constexpr double kBlend = 0.35;        // s from one to the other
constexpr double kFaster = 1.25;       // times the clip's speed that it can be played at

/// Whether the clip can walk this.
bool suits(const ClipGait& walk, const GaitState& gait, const GaitCommand& command) {
  const double ahead = glm::dot(gait.velocity, forward_of(gait.yaw)),
               aside = glm::dot(gait.velocity, right_of(gait.yaw));
  return ahead > kSlowestWalk && std::abs(aside) < kSideStep * ahead && std::abs(gait.turn_rate) < kTurning &&
         std::abs(gait.slope) < kLevelGround && gait.duck <= 0.0 && command.step_over <= 0.0 &&
         ahead < kFaster * walk.clips.back().speed;
}

/// The head of `from` on the trunk of `out`.
void keep_head(const Walker& walker, const Posture& from, Posture& out) {
  Frames<double> wanted, now;
  forward_kinematics(walker.skeleton, from, wanted);
  forward_kinematics(walker.skeleton, out, now);
  out[Joint::Head] = math::normalized(math::conjugate(now.rotation(Joint::Neck)) * wanted.rotation(Joint::Head));
  for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) out[eye] = from[eye];
  clamp_to_limits(walker.skeleton, out);
}

}  // namespace

core::Result<ClipGait> load_captured_walk(const std::filesystem::path& file, const Walker& walker) {
  // The usual conversions put a T-pose first; any other capture loses one frame.
  auto clip = load_clip(file, {.drop_first_frame = true});
  if (!clip) return tl::make_unexpected(clip.error());
  const std::vector<Posture> frames = clip_postures(walker, *clip);
  const auto range = find_cycle(walker, frames, clip->frame_time);
  if (!range) return core::fail_within(file.string(), range.error());
  auto cycle = factor_cycle(walker, file.filename().string(),
                            std::span(frames).subspan(range->first, range->end - range->first + 1), clip->frame_time);
  if (!cycle) return core::fail_within(file.string(), cycle.error());
  std::vector<TreadmillClip> clips;
  clips.push_back(std::move(*cycle));
  return make_clip_gait(walker, std::move(clips));
}

void advance_captured_walk(const Walker& walker, const ClipGait& walk, const GaitState& gait,
                           const GaitCommand& command, double dt, CapturedWalkState& state, Posture& posture) {
  const double step = dt / kBlend;
  const bool wanted = suits(walk, gait, command);
  if (state.weight <= 0.0) {  // the clip sets in with the foot that the gait sets next
    state.clip = {};
    state.clip.phase = gait.feet.phase;
    if (!wanted) return;
  }
  state.weight = math::clamp(state.weight + (wanted ? step : -step), 0.0, 1.0);
  const double speed = std::max(0.0, glm::dot(gait.velocity, forward_of(gait.yaw)));
  Posture captured;
  advance_clip_gait(walker, walk, math::standing_at(gait.root, gait.yaw), speed, dt, state.clip, captured);
  const double w = state.weight * state.weight * (3.0 - 2.0 * state.weight);
  Posture out = interpolate(posture, captured, w);
  keep_head(walker, posture, out);
  posture = out;
}

}  // namespace fh::human
