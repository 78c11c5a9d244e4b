// SPDX-License-Identifier: Apache-2.0
#pragma once
// Captured walks that can replace the parametric one. A cycle is factored into a base that moves steadily and what
// the body does relative to it (treadmill frame, K-14); clips are blended by speed so that feet slide least (K-15),
// and what still slides is held by the legs' closed form (human/ik/leg.h).
#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/result.h"
#include "human/body/posture.h"
#include "human/motion/clip.h"
#include "human/motion/stride.h"

namespace fh::human {

/// A clip's postures on another body: rotations are carried over and kept within limits, ways and heights are scaled
/// with the length of the legs, so that standing feet stand on the floor.
std::vector<human::Posture> clip_postures(const Walker& walker, const Clip& clip);

struct FrameRange {
  std::size_t first = 0, end = 0;  // [first, end)
};
/// One cycle of a walk, from one left heel-strike to the next: of the successive moments at which the left foot is
/// furthest ahead, 0.45 to 2.2 s apart, the two whose postures differ least. Fails when there is none.
core::Result<FrameRange> find_cycle(const Walker& walker, std::span<const human::Posture> frames, double frame_time);

/// One cycle, seen from a base that moves at the cycle's mean speed along -Z.
struct TreadmillClip {
  std::string name;
  double speed = 0.0;  // m/s (V of K-14)
  double cycle = 1.0;  // s
  /// At equal times; the frame after the last is the first. world_from_pelvis holds base_from_pelvis.
  std::vector<human::Posture> frames;
  std::vector<std::array<bool, 2>> contacts;     // per frame: left, right foot on the ground
  double seam_metres = 0.0, seam_radians = 0.0;  // by which the cycle did not close; spread over all frames
};

/// K-14. `frames` is one whole cycle in world space and, as last one, the frame that begins the next cycle: at least
/// five. Fails when the root does not get on (less than 5 cm a second).
core::Result<TreadmillClip> factor_cycle(const Walker& walker, std::string name, std::span<const human::Posture> frames,
                                         double frame_time);

/// phase in any range; interpolated between frames; relative to the base.
human::Posture at_phase(const TreadmillClip& clip, double phase);

/// K-15: what a base speed asks of the clips.
struct SpeedEntry {
  double share = 0.0;  // of the stride: 0 standing … 1 the whole clip
  double rate = 0.0;   // cycles per second
};

/// Clips of one body, slowest first, and the table below the slowest.
struct ClipGait {
  human::Posture standing;  // base_from_pelvis
  std::vector<TreadmillClip> clips;
  static constexpr double kStep = 0.05;  // m/s between entries
  std::vector<SpeedEntry> table;         // 0, kStep, … up to the slowest clip's speed
};
core::Result<ClipGait> make_clip_gait(const Walker& walker, std::vector<TreadmillClip> clips);

/// Share and rate at a speed; above the fastest clip only the rate grows.
SpeedEntry at_speed(const ClipGait& gait, double speed);
/// Relative to the base.
human::Posture blended(const ClipGait& gait, double speed, double phase);
/// Mean distance (m) a standing foot travels per step at this base speed with this entry, without locking.
double foot_slide(const Walker& walker, const ClipGait& gait, double speed, const SpeedEntry& entry);

struct FootLock {
  bool locked = false;
  bool given_up = false;   // out of the leg's reach: not locked again in this stance
  math::Vec3 place{0.0};   // of the ball of the foot on the floor, world
  math::Vec3 offset{0.0};  // of a foot let go, fading

  void visit(core::Archive& archive) {
    archive.field("locked", locked);
    archive.field("given_up", given_up);
    archive.field("place", place);
    archive.field("offset", offset);
  }
};

struct ClipGaitState {
  double phase = 0.0;
  std::array<FootLock, 2> feet;

  void visit(core::Archive& archive) {
    archive.field("phase", phase);
    archive.field("feet", feet);
  }
};

/// One tick: the base is where the caller (planner, controller) has it, `speed` is its speed. Standing feet stay.
void advance_clip_gait(const Walker& walker, const ClipGait& gait, const math::Pose& world_from_base, double speed,
                       double dt, ClipGaitState& state, human::Posture& out);

}  // namespace fh::human
