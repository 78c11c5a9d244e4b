// SPDX-License-Identifier: Apache-2.0
#include "human/motion/gait_style.h"

#include "core/rng.h"
#include "math/trig.h"

namespace fh::human {

using math::radians;

namespace {

void add_manner(GaitManner manner, GaitStyle& s) {
  switch (manner) {
    case GaitManner::Natural:
      return;
    case GaitManner::March:
      s.cadence *= 1.03;
      s.arm_swing *= 1.6;
      s.stoop -= radians(2.0);
      s.bounce *= 1.2;
      s.sway *= 0.8;
      s.liveliness *= 0.3;
      return;
    case GaitManner::Stroll:
      s.cadence *= 0.9;
      s.arm_swing *= 0.8;
      s.sway *= 1.2;
      s.liveliness *= 1.5;
      return;
    case GaitManner::Shuffle:
      s.cadence *= 1.12;
      s.arm_swing *= 0.35;
      s.stoop += radians(6.0);
      s.bounce *= 0.7;
      s.step_width *= 1.2;
      return;
  }
}

}  // namespace

GaitStyle gait_style(GaitMood mood, std::uint64_t seed, GaitManner manner) {
  GaitStyle s;
  switch (mood) {
    case GaitMood::Neutral:
      break;
    case GaitMood::Brisk:
      s.cadence = 1.04;
      s.arm_swing = 1.35;
      s.elbow = radians(8.0);
      s.bounce = 1.1;
      break;
    case GaitMood::Tired:
      s.cadence = 0.94;
      s.arm_swing = 0.6;
      s.stoop = radians(7.0);
      s.bounce = 0.75;
      s.sway = 1.25;
      s.liveliness = 0.5;
      break;
    case GaitMood::Cautious:
      s.cadence = 1.08;
      s.arm_swing = 0.5;
      s.elbow = radians(12.0);
      s.stoop = radians(4.0);
      s.step_width = 1.3;
      break;
    case GaitMood::Proud:
      s.cadence = 0.97;
      s.stoop = radians(-3.0);
      s.arm_swing = 1.15;
      s.bounce = 1.15;
      break;
  }
  add_manner(manner, s);
  core::Rng rng(seed, 0, "gait-style");
  s.cadence *= rng.uniform(0.96, 1.04);
  s.arm_swing *= rng.uniform(0.75, 1.25);
  s.elbow += radians(rng.uniform(-4.0, 6.0));
  s.stoop += radians(rng.uniform(-2.0, 2.0));
  s.sway *= rng.uniform(0.85, 1.15);
  s.bounce *= rng.uniform(0.9, 1.1);
  s.step_width *= rng.uniform(0.85, 1.2);
  s.toe_out += radians(rng.uniform(-3.0, 4.0));
  s.seed = seed;
  return s;
}

}  // namespace fh::human
