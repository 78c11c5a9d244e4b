// SPDX-License-Identifier: Apache-2.0
#include "evaluation/posture/posture_scores.h"

#include <fmt/format.h>

#include <algorithm>

#include "evaluation/posture/rula_bins.h"
#include "evaluation/posture/score_tables.h"

namespace fh::evaluation {
namespace {

bool turned_or_aside(double twist, double aside) {
  return size_of_angle(twist) > kTwisted || size_of_angle(aside) > kBentAside;
}

int upper_arm_of(const ArmAngles& arm) {
  return upper_arm_step(arm.flexion) + (arm.abduction > kAbducted ? 1 : 0);
}

/// 2 kg and 10 kg; held still for more than a minute counts one more.
int rula_force(double load, bool is_static) {
  if (load < 2.0) return 0;
  return (load <= 10.0 ? 1 : 2) + (is_static ? 1 : 0);
}

int reba_trunk(const PostureAngles& angles) {
  const double lean = angles.trunk;
  int score = 1;
  if (lean > kTrunkBent)
    score = 4;
  else if (lean > kTrunkSlight || lean < -kTrunkSlight)
    score = 3;
  else if (size_of_angle(lean) > kTrunkUpright)
    score = 2;
  return score + (turned_or_aside(angles.trunk_twist, angles.trunk_aside) ? 1 : 0);
}

int reba_legs(const PostureAngles& angles, const Exertion& exertion) {
  const bool one = exertion.on_one_foot && !exertion.walking && !angles.seated;
  const double knee = std::max(angles.knees[0], angles.knees[1]);
  const bool counts = !angles.seated && !exertion.walking;
  return (one ? 2 : 1) + (counts && knee > kKneeDeep ? 2 : counts && knee > kKneeBent ? 1 : 0);
}

int owas_legs(const PostureAngles& angles, const Exertion& exertion) {
  if (angles.seated) return 1;
  if (angles.kneeling) return 6;
  if (exertion.walking) return 7;
  const bool bent = std::max(angles.knees[0], angles.knees[1]) > kKneeBent;
  return (bent ? 4 : 2) + (exertion.on_one_foot ? 1 : 0);
}

}  // namespace

RulaScore rula(const PostureAngles& angles, std::size_t side, const Exertion& exertion) {
  const ArmAngles& arm = angles.arms[side];
  RulaScore s;
  s.upper_arm = upper_arm_of(arm);
  s.lower_arm = lower_arm_step(arm.elbow) + (arm.wrist_out < -kAcrossMidline || arm.outside > kOutToSide ? 1 : 0);
  s.wrist = rula_wrist_step(arm.wrist) + (size_of_angle(arm.deviation) > kWristDeviated ? 1 : 0);
  s.twist = size_of_angle(arm.pronation) > kForearmTwisted ? 2 : 1;
  s.neck = rula_neck_step(angles.neck) + (size_of_angle(angles.neck_twist) > kTwisted ? 1 : 0) +
           (size_of_angle(angles.neck_aside) > kBentAside ? 1 : 0);
  s.trunk = rula_trunk_step(angles.trunk) + (size_of_angle(angles.trunk_twist) > kTwisted ? 1 : 0) +
            (size_of_angle(angles.trunk_aside) > kBentAside ? 1 : 0);
  s.legs = exertion.on_one_foot && !exertion.walking && !angles.seated ? 2 : 1;
  s.table_a = kRulaArm[s.upper_arm - 1][s.lower_arm - 1][2 * (s.wrist - 1) + s.twist - 1];
  s.table_b = kRulaTrunk[s.neck - 1][2 * (s.trunk - 1) + s.legs - 1];
  s.muscle_a = exertion.arm_static[side] ? 1 : 0;
  s.muscle_b = exertion.body_static ? 1 : 0;
  s.force = rula_force(exertion.load[side], exertion.arm_static[side]);
  const int arm_total = std::min(s.table_a + s.muscle_a + s.force, 8);
  const int body_total = std::min(s.table_b + s.muscle_b + s.force, 7);
  s.grand = kRulaGrand[arm_total - 1][body_total - 1];
  return s;
}

RebaScore reba(const PostureAngles& angles, std::size_t side, const Exertion& exertion) {
  const ArmAngles& arm = angles.arms[side];
  RebaScore s;
  s.trunk = reba_trunk(angles);
  s.neck = (angles.neck > kNeckBent || angles.neck < kNeckExtended ? 2 : 1) +
           (turned_or_aside(angles.neck_twist, angles.neck_aside) ? 1 : 0);
  s.legs = reba_legs(angles, exertion);
  s.upper_arm = upper_arm_of(arm);
  s.lower_arm = lower_arm_step(arm.elbow);
  const bool off_line = size_of_angle(arm.deviation) > kWristDeviated || size_of_angle(arm.pronation) > kForearmTwisted;
  s.wrist = (size_of_angle(arm.wrist) > kWristBent ? 2 : 1) + (off_line ? 1 : 0);
  s.table_a = kRebaTrunk[s.trunk - 1][s.neck - 1][s.legs - 1];
  s.table_b = kRebaArm[s.upper_arm - 1][s.lower_arm - 1][s.wrist - 1];
  const double load = exertion.load[0] + exertion.load[1];
  s.load = load > 10.0 ? 2 : load >= 5.0 ? 1 : 0;
  s.table_c = kRebaGrand[s.table_a + s.load - 1][s.table_b - 1];
  s.activity = exertion.arm_static[side] || exertion.body_static ? 1 : 0;
  s.grand = s.table_c + s.activity;
  return s;
}

OwasScore owas(const PostureAngles& angles, const Exertion& exertion) {
  OwasScore s;
  const bool bent = size_of_angle(angles.trunk) > kOwasBack;
  const bool turned = size_of_angle(angles.trunk_twist) > kOwasBack || size_of_angle(angles.trunk_aside) > kOwasBack;
  s.back = 1 + (bent ? 1 : 0) + (turned ? 2 : 0);
  s.arms = 1 + (angles.arms[0].raised ? 1 : 0) + (angles.arms[1].raised ? 1 : 0);
  s.legs = owas_legs(angles, exertion);
  const double load = exertion.load[0] + exertion.load[1];
  s.load = load > 20.0 ? 3 : load > 10.0 ? 2 : 1;
  s.action = kOwasAction[s.back - 1][s.arms - 1][3 * (s.legs - 1) + s.load - 1];
  return s;
}

std::string row_text(const RulaScore& s) {
  return fmt::format(
      "table A (upper arm {}, lower arm {}, wrist {}, twist {}) {} + muscle {} + force {}; table B (neck {}, trunk {}, "
      "legs {}) {} + muscle {} + force {}; table C {}",
      s.upper_arm, s.lower_arm, s.wrist, s.twist, s.table_a, s.muscle_a, s.force, s.neck, s.trunk, s.legs, s.table_b,
      s.muscle_b, s.force, s.grand);
}

std::string row_text(const RebaScore& s) {
  return fmt::format(
      "table A (trunk {}, neck {}, legs {}) {} + load {}; table B (upper arm {}, lower arm {}, wrist {}) {} + coupling "
      "0; table C {} + activity {}",
      s.trunk, s.neck, s.legs, s.table_a, s.load, s.upper_arm, s.lower_arm, s.wrist, s.table_b, s.table_c, s.activity);
}

std::string row_text(const OwasScore& s) {
  return fmt::format("back {}, arms {}, legs {}, load {}", s.back, s.arms, s.legs, s.load);
}

}  // namespace fh::evaluation
