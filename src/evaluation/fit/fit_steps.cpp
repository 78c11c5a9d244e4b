// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_steps.h"

#include "evaluation/posture/posture_angles.h"
#include "evaluation/posture/rula_bins.h"

namespace fh::evaluation {
namespace {

core::Json table_json(const StepTable& table) {
  return {{"counts", table.counts}, {"agreement", table.agreement()}};
}

void add_table(const StepTable& from, StepTable& to) {
  for (std::size_t truth = 0; truth < 4; ++truth) {
    for (std::size_t made = 0; made < 4; ++made) to.counts[truth][made] += from.counts[truth][made];
  }
}

}  // namespace

RulaSteps rula_steps(const human::Frames<double>& frames) {
  std::array<math::Pose, human::kJointCount> poses;
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = frames.pose(static_cast<human::Joint>(i));
  const PostureAngles angles = posture_angles(poses);
  return {{upper_arm_step(angles.arms[0].flexion), upper_arm_step(angles.arms[1].flexion)},
          rula_trunk_step(angles.trunk),
          rula_neck_step(angles.neck)};
}

int StepTable::total() const {
  int sum = 0;
  for (const auto& row : counts) {
    for (const int count : row) sum += count;
  }
  return sum;
}

double StepTable::agreement() const {
  int same = 0;
  for (std::size_t step = 0; step < counts.size(); ++step) same += counts[step][step];
  return total() > 0 ? static_cast<double>(same) / total() : 1.0;
}

void RulaConfusion::add(const RulaSteps& truth, const RulaSteps& made) {
  for (std::size_t s = 0; s < 2; ++s) upper_arm.add(truth.upper_arms[s], made.upper_arms[s]);
  trunk.add(truth.trunk, made.trunk);
  neck.add(truth.neck, made.neck);
}

void RulaConfusion::add(const RulaConfusion& other) {
  add_table(other.upper_arm, upper_arm);
  add_table(other.trunk, trunk);
  add_table(other.neck, neck);
}

core::Json to_json(const RulaConfusion& confusion) {
  return {{"upper_arm", table_json(confusion.upper_arm)},
          {"trunk", table_json(confusion.trunk)},
          {"neck", table_json(confusion.neck)}};
}

}  // namespace fh::evaluation
