// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a gait and measures what the eye would notice, from forward kinematics alone.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <vector>

#include "human/body/kinematics.h"
#include "human/motion/gait.h"

namespace probe {

using namespace fh;
using math::Vec3;

inline constexpr double kDt = 1.0 / 90.0;

inline const human::Population& ansur() {
  static const human::Population population = [] {
    auto loaded = human::load_population(std::filesystem::path(FH_SOURCE_DIR) / "assets/anthropometry/ansur2.json");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return population;
}

inline human::Body body(human::Sex sex, double percentile) {
  return human::make_body(
             ansur(),
             {.person = {.sex = sex, .percentiles = {{human::Dimension::Stature, percentile}}, .measured = {}}})
      .value();
}

inline const human::Walker& man() {
  static const human::Walker walker = human::walker_of(body(human::Sex::Male, 0.5));
  return walker;
}

/// What is seen of one foot: heel, ball and toe tip at the sole.
inline std::array<Vec3, 3> sole_points(const human::Walker& w, const human::Frames<double>& frames, human::Side side) {
  const math::Pose foot = frames.pose(on_side(human::Joint::LeftFoot, side));
  const math::Pose toes = frames.pose(on_side(human::Joint::LeftToes, side));
  return {foot.point({0.0, -w.ankle, w.heel}), foot.point({0.0, -w.ankle, -w.ball}),
          toes.point({0.0, -w.ball_height, -w.toe})};
}

struct Measures {
  double skate = 0.0;                               // m: worst travel of a supporting foot during one stance
  double deepest = 0.0;                             // m: how far a sole went under the ground
  double limit_excess = 0.0;                        // rad
  double gap = 0.0;                                 // m: ankle to where the gait wants it
  double lowest = 1e9, highest = -1e9, mean = 0.0;  // pelvis over the root's ground, m
  double aside = 0.0;                               // m, range of the pelvis beside the root
  double jerk = 0.0;                                // m: worst change of the pelvis' step from tick to tick
  double knee_least = 1e9, knee_most = -1e9;        // rad of flexion
  int steps = 0;
  double seconds = 0.0;
  double flight = 0.0;  // share of ticks without a foot on the ground
  double cadence() const { return 60.0 * steps / seconds; }
  std::vector<Vec3> holds;  // where feet were set
};

class Walk {
 public:
  Walk(const human::Walker& walker, const human::Ground& ground, double yaw = 0.0, Vec3 at = Vec3(0.0))
      : walker_(walker), ground_(ground), state(human::standing_gait(walker, at, yaw, ground)) {}

  /// One tick; measured when asked for.
  void tick(const human::GaitCommand& command, bool measured) {
    std::array<bool, 2> stood{state.feet.feet[0].planted, state.feet.feet[1].planted};
    human::advance_gait(walker_, command, ground_, kDt, state, posture);
    human::Frames<double> frames;
    human::forward_kinematics(walker_.skeleton, posture, frames);
    const std::array<std::array<Vec3, 3>, 2> soles{sole_points(walker_, frames, human::Side::Left),
                                                   sole_points(walker_, frames, human::Side::Right)};
    if (measured && ticks_ > 0) measure(frames, soles, stood);
    soles_ = soles;
    pelvis_before_ = pelvis_;
    pelvis_ = posture.world_from_pelvis.position;
    ++ticks_;
  }
  void run(double seconds, const human::GaitCommand& command, bool measured = false) {
    for (int i = 0; i < static_cast<int>(seconds / kDt + 0.5); ++i) tick(command, measured);
  }

 private:
  void measure(const human::Frames<double>& frames, const std::array<std::array<Vec3, 3>, 2>& soles,
               const std::array<bool, 2>& stood) {
    bool support = false;
    for (std::size_t i = 0; i < 2; ++i) {
      const auto side = i == 0 ? human::Side::Left : human::Side::Right;
      const human::Footfall& f = state.feet.feet[i];
      double moved = 1e9;
      for (std::size_t k = 0; k < 3; ++k) {
        const double floor =
            ground_.height(soles[i][k].x, soles[i][k].z, f.planted ? f.hold.position.y : soles[i][k].y);
        m.deepest = std::max(m.deepest, floor - soles[i][k].y);
        const Vec3 d = soles[i][k] - soles_[i][k];
        const bool down = soles[i][k].y - floor < 0.003 && std::abs(d.y) < 0.003;
        if (down) moved = std::min(moved, std::sqrt(d.x * d.x + d.z * d.z));
      }
      support |= f.planted;
      if (f.planted && stood[i]) {
        if (moved > 1e8) moved = 0.0;
        slid_[i] += moved;
        m.skate = std::max(m.skate, slid_[i]);
      }
      if (f.planted && !stood[i]) {
        slid_[i] = 0.0;
        ++m.steps;
        m.holds.push_back(f.hold.position);
      }
      m.gap = std::max(
          m.gap, glm::length(frames.position(on_side(human::Joint::LeftFoot, side)) - f.foot.world_from_foot.position));
      double knee = 0.0;
      human::joint_angles(on_side(human::Joint::LeftShank, side), posture[on_side(human::Joint::LeftShank, side)],
                          &knee);
      m.knee_least = std::min(m.knee_least, knee);
      m.knee_most = std::max(m.knee_most, knee);
    }
    const double excess = human::limit_excess(walker_.skeleton, posture);
    m.limit_excess = std::max(m.limit_excess, excess);
    const Vec3 p = posture.world_from_pelvis.position;
    const double h = p.y - state.root.y;
    m.lowest = std::min(m.lowest, h);
    m.highest = std::max(m.highest, h);
    sum_ += h;
    ++count_;
    m.mean = sum_ / count_;
    if (ticks_ > 1) m.jerk = std::max(m.jerk, glm::length((p - pelvis_) - (pelvis_ - pelvis_before_)));
    const double aside = glm::dot(p - state.root, human::right_of(state.yaw));
    least_aside_ = std::min(least_aside_, aside);
    most_aside_ = std::max(most_aside_, aside);
    m.aside = most_aside_ - least_aside_;
    m.seconds += kDt;
    flights_ += support ? 0 : 1;
    m.flight = flights_ / double(count_);
  }

  const human::Walker& walker_;
  const human::Ground& ground_;
  std::array<std::array<Vec3, 3>, 2> soles_;
  std::array<double, 2> slid_{};
  Vec3 pelvis_{0.0}, pelvis_before_{0.0};
  int ticks_ = 0, count_ = 0, flights_ = 0;
  double sum_ = 0.0, least_aside_ = 1e9, most_aside_ = -1e9;

 public:
  human::GaitState state;
  human::Posture posture;
  Measures m;
};

/// Stairs along -Z: flat, `count` steps from z = -2 on, then flat again.
class Stairs final : public human::Ground {
 public:
  Stairs(double riser, double tread, int count) : riser_(riser), tread_(tread), count_(count) {}
  double height(double, double z, double) const override {
    const double along = -z - 2.0;
    if (along < 0.0) return 0.0;
    return riser_ * std::min(count_, static_cast<int>(along / tread_) + 1);
  }

 private:
  double riser_, tread_;
  int count_;
};

inline human::GaitCommand ahead(double speed, double yaw = 0.0) {
  human::GaitCommand command;
  command.velocity = speed * human::forward_of(yaw);
  command.facing = human::forward_of(yaw);
  return command;
}

/// A circle to the left of radius r, walked for some seconds after two of settling in.
inline Measures circle(const human::Walker& walker, double speed, double radius, double seconds) {
  const human::FlatGround flat;
  Walk walk(walker, flat);
  double yaw = 0.0;
  for (int i = 0; i < static_cast<int>((2.0 + seconds) / kDt); ++i) {
    yaw += speed / radius * kDt;
    walk.tick(ahead(speed, yaw), i > static_cast<int>(2.0 / kDt));
  }
  return walk.m;
}

}  // namespace probe
