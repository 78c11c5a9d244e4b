// SPDX-License-Identifier: Apache-2.0
#include "human/motion/treadmill.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "mocap.h"
#include "walk_probe.h"

using namespace probe;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// A walk of the parametric gait as if it had been captured, along any heading.
std::vector<human::Posture> captured(double speed, double seconds, double frame_time, double yaw = 0.0) {
  human::GaitStyle style;
  style.liveliness = 0.0;
  std::vector<human::Posture> frames;
  for (double t = 0.0; t < seconds; t += frame_time) {
    human::Posture p = human::straight_walk(man(), style, speed, t);
    p.world_from_pelvis = math::standing_at({2.0, 0.0, 1.0}, yaw) * p.world_from_pelvis;
    frames.push_back(p);
  }
  return frames;
}

/// Exactly one cycle in `count` frames, and the frame after.
std::vector<human::Posture> one_cycle(double speed, int count, double& frame_time, double yaw = 0.0) {
  const human::Stride stride = human::stride_at(man(), speed, speed > human::jog_speed(man()) ? 1.0 : 0.0);
  frame_time = stride.cycle / count;
  return captured(speed, (count + 0.5) * frame_time, frame_time, yaw);
}

human::TreadmillClip made_clip(double speed, int count = 64) {
  double frame_time = 0.0;
  const auto frames = one_cycle(speed, count, frame_time, 0.8);
  return human::factor_cycle(man(), "made", frames, frame_time).value();
}

double rotation_difference(const human::Posture& a, const human::Posture& b) {
  double worst = math::angle_between(a.world_from_pelvis.rotation, b.world_from_pelvis.rotation);
  for (std::size_t i = 1; i < human::kJointCount; ++i) {
    worst = std::max(worst, math::angle_between(a.rotations[i], b.rotations[i]));
  }
  return worst;
}

/// Worst travel of the ball of a standing foot per step, base driven straight.
double locked_slide(const human::ClipGait& gait, double speed) {
  human::ClipGaitState state;
  human::Posture posture;
  std::array<Vec3, 2> before{};
  std::array<double, 2> slid{};
  double worst = 0.0;
  for (int i = 0; i < 700; ++i) {
    const math::Pose base{math::kIdentity, i * kDt * speed * math::kForward};
    const auto locked = std::array{state.feet[0].locked, state.feet[1].locked};
    human::advance_clip_gait(man(), gait, base, speed, kDt, state, posture);
    human::Frames<double> frames;
    human::forward_kinematics(man().skeleton, posture, frames);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec3 p = frames.position(side == 0 ? human::Joint::LeftToes : human::Joint::RightToes);
      if (state.feet[side].locked && locked[side] && i > 200) {
        slid[side] += std::hypot(p.x - before[side].x, p.z - before[side].z);
        worst = std::max(worst, slid[side]);
      } else {
        slid[side] = 0.0;
      }
      before[side] = p;
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("treadmill factoring: base times offset is the captured root, and the cycle closes") {
  double frame_time = 0.0;
  for (const double speed : {0.9, 1.4, 2.8}) {
    const auto frames = one_cycle(speed, 64, frame_time, 0.8);
    const human::TreadmillClip clip = human::factor_cycle(man(), "made", frames, frame_time).value();
    CHECK_THAT(clip.speed, WithinRel(speed, 1e-9));
    CHECK(clip.seam_metres < 1e-9);
    CHECK(clip.seam_radians < 1e-6);
    const Vec3 b0(frames[0].world_from_pelvis.position.x, 0.0, frames[0].world_from_pelvis.position.z);
    double drift = 0.0;
    for (std::size_t i = 0; i < clip.frames.size(); ++i) {
      const double t = i * frame_time;
      const math::Pose base = math::standing_at(b0 + t * speed * human::forward_of(0.8), 0.8);
      const math::Pose root = base * clip.frames[i].world_from_pelvis;
      CHECK(glm::length(root.position - frames[i].world_from_pelvis.position) < 1e-9);
      CHECK(math::angle_between(root.rotation, frames[i].world_from_pelvis.rotation) < 1e-6);
      drift += clip.frames[i].world_from_pelvis.position.z;
    }
    CHECK(std::abs(drift / clip.frames.size()) < 0.05);
    // Driving the base at the clip's speed reproduces it, between the frames as well.
    for (const double phase : {0.0, 0.31, 0.77, 3.31}) {
      human::Posture expected = human::straight_walk(
          man(),
          [] {
            human::GaitStyle s;
            s.liveliness = 0.0;
            return s;
          }(),
          speed, (phase - std::floor(phase)) * clip.cycle);
      human::Posture seen = human::at_phase(clip, phase);
      // Both in the direction of travel.
      CHECK_THAT(seen.world_from_pelvis.position.y, WithinAbs(expected.world_from_pelvis.position.y, 0.002));
      CHECK(rotation_difference(seen, expected) < 0.06);
    }
  }
}

TEST_CASE("an unclosed cycle is closed by spreading the seam") {
  double frame_time = 0.0;
  auto frames = one_cycle(1.2, 50, frame_time);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const double t = double(i) / 50.0;
    frames[i].world_from_pelvis.position.y += 0.008 * t;
    frames[i][human::Joint::Head] = frames[i][human::Joint::Head] * math::from_axis_angle(math::kUp, 0.03 * t);
  }
  const human::TreadmillClip clip = human::factor_cycle(man(), "open", frames, frame_time).value();
  CHECK_THAT(clip.seam_metres, WithinAbs(0.008, 1e-6));
  CHECK_THAT(clip.seam_radians, WithinAbs(0.03, 1e-6));
  const human::Posture a = human::at_phase(clip, 1.0 - 1e-9), b = human::at_phase(clip, 0.0);
  CHECK(glm::length(a.world_from_pelvis.position - b.world_from_pelvis.position) < 1e-6);
  CHECK(rotation_difference(a, b) < 1e-6);
}

TEST_CASE("the cycle is found in a longer clip") {
  for (const double speed : {0.8, 1.4}) {
    const auto frames = captured(speed, 4.2, 1.0 / 120.0, 2.0);
    const human::FrameRange range = human::find_cycle(man(), frames, 1.0 / 120.0).value();
    const double cycle = (range.end - range.first) / 120.0;
    CHECK_THAT(cycle, WithinAbs(human::stride_at(man(), speed, 0.0).cycle, 0.02));
  }
  const std::vector<human::Posture> still(300, human::zero_posture(man().skeleton));
  CHECK_FALSE(human::find_cycle(man(), still, 0.01));
  CHECK_FALSE(human::factor_cycle(man(), "still", still, 0.01));
  CHECK_FALSE(human::factor_cycle(man(), "short", std::span(still).first(3), 0.01));
}

TEST_CASE("speed table: feet slide less, the share grows from 0 to 1") {
  const human::ClipGait gait = human::make_clip_gait(man(), {made_clip(1.4)}).value();
  CHECK(human::at_speed(gait, 0.0).share == 0.0);
  CHECK(human::at_speed(gait, 0.0).rate == 0.0);
  CHECK_THAT(human::at_speed(gait, gait.clips[0].speed).share, WithinAbs(1.0, 1e-9));
  double before = 0.0;
  for (double v = 0.0; v < 1.4; v += 0.02) {
    const human::SpeedEntry entry = human::at_speed(gait, v);
    CHECK(entry.share >= before - 1e-12);
    before = entry.share;
  }
  // Half speed: at most half of the sliding of the untouched clip (K-15).
  const double half = 0.5 * gait.clips[0].speed;
  const double plain = human::foot_slide(man(), gait, half, {1.0, 1.0 / gait.clips[0].cycle});
  const double tabled = human::foot_slide(man(), gait, half, human::at_speed(gait, half));
  INFO("plain " << plain << " m, with the table " << tabled << " m per step");
  CHECK(tabled <= 0.5 * plain);
  // With the feet locked by the legs: next to nothing.
  for (const double v : {0.3, 0.7, 1.0, 1.4}) CHECK(locked_slide(gait, v) <= 0.03);
}

TEST_CASE("several clips: each is met at its speed, between them the walk is between") {
  const human::ClipGait gait = human::make_clip_gait(man(), {made_clip(1.6), made_clip(0.8), made_clip(2.8)}).value();
  CHECK(gait.clips[0].speed < gait.clips[1].speed);
  for (const human::TreadmillClip& clip : gait.clips) {
    CHECK(rotation_difference(human::blended(gait, clip.speed, 0.4), human::at_phase(clip, 0.4)) < 1e-6);
    CHECK_THAT(human::at_speed(gait, clip.speed).rate, WithinRel(1.0 / clip.cycle, 1e-6));
  }
  double rate = 0.0;
  for (double v = 0.0; v < 3.4; v += 0.1) {
    CHECK(human::at_speed(gait, v).rate >= rate - 1e-9);
    rate = human::at_speed(gait, v).rate;
    if (v > 0.3 && v < 2.8) CHECK(locked_slide(gait, v) <= 0.03);
  }
}

TEST_CASE("captured walks of the CMU library become a gait") {
  const std::filesystem::path folder = fh::test::mocap_folder();
  for (const char* file : {"02_01.bvh", "07_01.bvh", "07_12.bvh", "08_04.bvh"}) {
    INFO(file);
    const auto clip = human::load_clip(folder / file, {.drop_first_frame = true});
    REQUIRE(clip);
    const std::vector<human::Posture> frames = human::clip_postures(man(), *clip);
    const auto range = human::find_cycle(man(), frames, clip->frame_time);
    REQUIRE(range);
    const auto cycle = human::factor_cycle(
        man(), file, std::span(frames).subspan(range->first, range->end - range->first + 1), clip->frame_time);
    REQUIRE(cycle);
    CHECK(cycle->speed > 0.5);
    CHECK(cycle->speed < 2.5);
    CHECK(cycle->cycle > 0.8);
    CHECK(cycle->cycle < 1.6);
    const auto gait = human::make_clip_gait(man(), {*cycle});
    REQUIRE(gait);
    CHECK(locked_slide(*gait, cycle->speed) <= 0.03);
    CHECK(locked_slide(*gait, 0.5 * cycle->speed) <= 0.03);
    for (const human::Posture& p : cycle->frames) {
      CHECK(p.world_from_pelvis.position.y > 0.8 * man().hip_height);
      CHECK(p.world_from_pelvis.position.y < 1.08 * man().hip_height);
    }
  }
}
