// SPDX-License-Identifier: Apache-2.0
// Which numbers a whole-body search turns, and the posture that belongs to them.
#include <algorithm>

#include "core/assert.h"
#include "human/body/reflect.h"
#include "human/body/shoulder.h"
#include "human/ik/posture_rows.h"
#include "human/ik/rotation_slopes.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec3;

constexpr std::size_t kSpineVariable = 0, kNeckVariable = 3, kArmVariable = 6, kLegVariable = 24;
constexpr std::size_t kArmVariables = 9, kLegVariables = 7;
constexpr double kBent = 0.14;          // rad
constexpr double kUpperArmRange = 3.0;  // rad about the reference; the true limits are rows (shoulder_rows)

// Reluctance of a variable against a radian of forward bending, by group: the trunk bends forward rather than to the
// side (J-48), legs move after the trunk, the girdle shrugs late.
constexpr std::array<double, WholeBody::kVariables> kReluctance = {
    1.2, 2.0, 1.6,                                // spine
    0.5, 0.8, 0.5,                                // neck and head
    1.5, 1.5, 0.5, 0.5, 0.5, 0.4, 0.4, 0.6, 0.8,  // left arm: girdle, shoulder, elbow, forearm, wrist
    1.5, 1.5, 0.5, 0.5, 0.5, 0.4, 0.4, 0.6, 0.8,  // right arm
    1.0, 1.5, 1.5, 1.0, 1.0, 1.5, 1.5,            // left leg: hip, knee, ankle, toes
    1.0, 1.5, 1.5, 1.0, 1.0, 1.5, 1.5,            // right leg
};

BodyGroup group_of(std::size_t variable) {
  if (variable < kNeckVariable) return BodyGroup::Spine;
  if (variable < kArmVariable) return BodyGroup::Neck;
  if (variable < kLegVariable)
    return variable < kArmVariable + kArmVariables ? BodyGroup::LeftArm : BodyGroup::RightArm;
  return variable < kLegVariable + kLegVariables ? BodyGroup::LeftLeg : BodyGroup::RightLeg;
}

bool is_upper_arm(Joint joint) {
  return joint == Joint::LeftUpperArm || joint == Joint::RightUpperArm;
}
bool is_toes(Joint joint) {
  return joint == Joint::LeftToes || joint == Joint::RightToes;
}

}  // namespace

// The middle of the shoulder's range: nowhere in it is half a turn away.
Quat upper_arm_reference(Joint joint) {
  const Side side = joint == Joint::RightUpperArm ? Side::Right : Side::Left;
  return upper_arm_in_thorax(side, {math::radians(70.0), math::radians(50.0), 0.0});
}

void WholeBody::add_group(Joint first, std::size_t joints, std::size_t variable, std::array<double, 3> shares) {
  // Without given shares a joint takes as much as its range is of the group's.
  for (std::size_t k = 0; k < 3; ++k) {
    double whole = 0.0;
    const auto range_of = [&](std::size_t j) {
      const Limit& limit = skeleton_->limits[info(joint_at(index_of(first) + j)).first_dof + k];
      return limit.upper - limit.lower;
    };
    for (std::size_t j = 0; j < joints; ++j) whole += range_of(j);
    Limit total{-1e9, 1e9};
    for (std::size_t j = 0; j < joints; ++j) {
      const std::size_t dof = info(joint_at(index_of(first) + j)).first_dof + k;
      const double share = shares[j < 2 ? j : 2] > 0.0 ? shares[j < 2 ? j : 2] : range_of(j) / whole;
      shares_[dof] = {static_cast<std::uint8_t>(variable + k), share};
      total.lower = std::max(total.lower, skeleton_->limits[dof].lower / share);
      total.upper = std::min(total.upper, skeleton_->limits[dof].upper / share);
    }
    limits_[variable + k] = total;
  }
}

WholeBody::WholeBody(const Skeleton& skeleton, const MassModel& masses)
    : skeleton_(&skeleton), masses_(&masses), arms_{build_arm(skeleton, Side::Left), build_arm(skeleton, Side::Right)} {
  add_group(Joint::L5, kVertebraCount, kSpineVariable, {0.0, 0.0, 0.0});
  add_group(Joint::Neck, 2, kNeckVariable, {0.65, 0.35, 0.0});
  const auto add_chain = [this](Joint first, std::size_t joints, std::size_t variable) {
    for (std::size_t j = index_of(first); j < index_of(first) + joints; ++j) {
      const JointInfo& joint = info(joint_at(j));
      for (std::size_t k = 0; k < joint.dof_count; ++k, ++variable) {
        const std::size_t dof = joint.first_dof + k;
        shares_[dof] = {static_cast<std::uint8_t>(variable), 1.0};
        limits_[variable] = is_upper_arm(joint_at(j)) ? Limit{-kUpperArmRange, kUpperArmRange} : skeleton_->limits[dof];
      }
    }
  };
  add_chain(Joint::LeftClavicle, 5, kArmVariable);
  add_chain(Joint::RightClavicle, 5, kArmVariable + kArmVariables);
  add_chain(Joint::LeftThigh, 4, kLegVariable);
  add_chain(Joint::RightThigh, 4, kLegVariable + kLegVariables);
}

PostureRows::PostureRows(const WholeBody& body, const PostureProblem& problem) : body_(body), problem_(problem) {
  FH_ASSERT(problem.goals.size() <= kMostGoals, "more goals than a posture search takes");
  Frames<double> frames;
  forward_kinematics(body.skeleton(), problem.start, frames);
  world_from_root_ = frames.pose(problem.root);
  choose_unknowns();
  for (std::size_t g = 0; g < problem.goals.size(); ++g) chain_to(problem.goals[g].site.joint, chains_[g]);
  start_ = unknowns_of(problem.start);
  // A straight knee or elbow does not feel that bending would shorten the limb (J-65): the search begins a little bent.
  for (std::size_t u = 0; u < count_; ++u) {
    const Joint joint = joint_of_[u];
    const bool hinge = joint == Joint::LeftShank || joint == Joint::RightShank || joint == Joint::LeftForearm ||
                       joint == Joint::RightForearm;
    if (hinge) start_[u] = math::clamp(start_[u], lower_[u] + kBent, upper_[u]);
  }
}

// A joint turns the path from the root to a site; the centre of mass depends on all but the toes, which weigh nothing.
bool PostureRows::moves(Joint joint) const {
  const auto above = [joint](Joint site) {
    for (Joint j = site; j != Joint::Pelvis; j = parent_of(j)) {
      if (j == joint) return true;
    }
    return false;
  };
  const bool before_root = above(problem_.root);
  if ((problem_.support || problem_.balance_point) && (before_root || !is_toes(joint))) return true;
  return std::any_of(problem_.goals.begin(), problem_.goals.end(),
                     [&](const BodyGoal& goal) { return above(goal.site.joint) != before_root; });
}

void PostureRows::choose_unknowns() {
  unknown_of_.fill(kMostUnknowns);
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const JointInfo& joint = info(joint_at(i));
    if (joint.dof_count == 0 || body_.shares()[joint.first_dof].variable == WholeBody::kVariables) continue;
    if (!moves(joint_at(i))) continue;
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      const std::size_t variable = body_.shares()[joint.first_dof + k].variable;
      const double group = problem_.stiffness[static_cast<std::size_t>(group_of(variable))];
      if (unknown_of_[variable] != kMostUnknowns || !(group < kLockedGroup)) continue;
      unknown_of_[variable] = static_cast<std::uint8_t>(count_);
      variable_of_[count_] = static_cast<std::uint8_t>(variable);
      joint_of_[count_] = joint_at(i);
      lower_[count_] = body_.limit(variable).lower;
      upper_[count_] = body_.limit(variable).upper;
      stiffness_[count_] = kPosturePreference * group * kReluctance[variable];
      ++count_;
    }
  }
}

Unknowns PostureRows::unknowns_of(const Posture& posture) const {
  Unknowns x{};
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const Joint joint = joint_at(i);
    const JointInfo& joint_info = info(joint);
    std::array<double, 3> values{};
    if (is_upper_arm(joint)) {
      const Vec3 v = math::to_rotation_vector(math::conjugate(upper_arm_reference(joint)) * posture[joint]);
      values = {v.x, v.y, v.z};
    } else {
      joint_angles(joint, posture[joint], values.data());
    }
    // Shares of a group sum to one: its variable is the total.
    for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
      const std::size_t variable = body_.shares()[joint_info.first_dof + k].variable;
      if (variable < WholeBody::kVariables && unknown_of_[variable] < count_) x[unknown_of_[variable]] += values[k];
    }
  }
  for (std::size_t u = 0; u < count_; ++u) x[u] = math::clamp(x[u], lower_[u], upper_[u]);
  return x;
}

void PostureRows::pose(const Unknowns& x, Posture& posture) const {
  posture = problem_.start;
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const Joint joint = joint_at(i);
    const JointInfo& joint_info = info(joint);
    std::array<double, 3> values{};
    bool free = joint_info.dof_count > 0;
    for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
      const WholeBody::DofShare& share = body_.shares()[joint_info.first_dof + k];
      free = free && share.variable < WholeBody::kVariables && unknown_of_[share.variable] < count_;
      if (free) values[k] = share.share * x[unknown_of_[share.variable]];
    }
    if (!free) continue;
    posture[joint] = is_upper_arm(joint)
                         ? upper_arm_reference(joint) * math::from_rotation_vector({values[0], values[1], values[2]})
                         : joint_rotation(joint, values.data());
  }
  put_on_root(posture);
}

void PostureRows::put_on_root(Posture& posture) const {
  posture.world_from_pelvis = pelvis_for(body_.skeleton(), posture, problem_.root, world_from_root_);
}

void PostureRows::chain_to(Joint site, Chain& chain) const {
  std::array<std::int8_t, kJointCount> sense{};
  for (Joint j = site; j != Joint::Pelvis; j = parent_of(j)) sense[index_of(j)] = 1;
  for (Joint j = problem_.root; j != Joint::Pelvis; j = parent_of(j)) --sense[index_of(j)];
  chain.count = 0;
  for (std::size_t i = 1; i < kJointCount; ++i) {
    if (sense[i] == 0) continue;
    const JointInfo& joint = info(joint_at(i));
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      const WholeBody::DofShare& share = body_.shares()[joint.first_dof + k];
      if (share.variable == WholeBody::kVariables || unknown_of_[share.variable] >= count_) continue;
      chain.links[chain.count++] = {static_cast<std::uint8_t>(joint.first_dof + k), static_cast<std::uint8_t>(i),
                                    unknown_of_[share.variable], sense[i] * share.share};
    }
  }
}

double PostureRows::limit_margin(const Unknowns& x, const Posture& posture, Joint& tightest) const {
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double margin, Joint joint) {
    if (margin < least) least = margin, tightest = joint;
  };
  for (std::size_t u = 0; u < count_; ++u) {
    const Joint joint = joint_of_[u];
    if (!is_upper_arm(joint)) {
      offer(std::min(x[u] - lower_[u], upper_[u] - x[u]), joint);
      continue;
    }
    const Quat given = posture[parent_of(joint)] * posture[joint];
    const Quat right = joint == Joint::RightUpperArm ? given : reflected(given);
    const double turn = shoulder_turn(Side::Right, right);
    offer(std::min(turn - kShoulderTurn.lower, kShoulderTurn.upper - turn), joint);
    offer(math::asin(inside_reach(math::rotate(right, -math::kUp))), joint);
  }
  return std::max(0.0, least);
}

}  // namespace fh::human
