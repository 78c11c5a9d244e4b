// SPDX-License-Identifier: Apache-2.0
#include "reach_archive.h"

#include <fmt/format.h>

#include <cmath>

#include "human/body/named_postures.h"
#include "human/body/shoulder.h"
#include "human/ik/kneel.h"
#include "human/ik/leg.h"

using namespace fh;
using namespace fh::human;
using math::Vec3;

namespace {

constexpr double kFootPlace = 1.5e-3, kFootTurn = 0.02;  // m and rad that contacts of the solver may be off
constexpr double kKneeLow = kKneelingKnee - 4e-3, kKneeHigh = kKneelingKnee + 0.016;  // m
constexpr int kToeAngles = 24;

int bin_of(double metres) {
  return static_cast<int>(std::floor(metres / ReachArchive::kBin));
}

double turn_between(const math::Quat& a, const math::Quat& b) {
  return 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(a, b))));
}

bool is_leg(Joint joint) {
  return (joint >= Joint::LeftThigh && joint <= Joint::LeftToes) ||
         (joint >= Joint::RightThigh && joint <= Joint::RightToes);
}

bool is_upper_arm(Joint joint) {
  return joint == Joint::LeftUpperArm || joint == Joint::RightUpperArm;
}

}  // namespace

ReachArchive::ReachArchive(const Body& body, Stance stance)
    : body_(body),
      stance_(stance),
      whole_(body_.skeleton, body_.masses),
      palm_(palm_site(body_.dimensions, Side::Right)),
      start_(standing_posture(body_.skeleton)) {
  Frames<double> frames;
  forward_kinematics(body_.skeleton, start_, frames);
  soles_ = support_polygon(build_sole(body_.dimensions, Side::Left), {frames.pose(Joint::LeftFoot)},
                           build_sole(body_.dimensions, Side::Right), {frames.pose(Joint::RightFoot)});
  ground_ = frames.pose(Joint::LeftFoot).point(build_sole(body_.dimensions, Side::Left).whole[0]).y;
  if (stance == Stance::Kneeling) start_ = kneel_from(body_.skeleton, body_.dimensions, start_).start;
  forward_kinematics(body_.skeleton, start_, at_start_);
}

SupportPolygon ReachArchive::support_of(const Frames<double>& frames) const {
  return stance_ == Stance::Kneeling ? kneeling_support(body_.dimensions, frames) : soles_;
}

bool ReachArchive::put_legs(Posture& posture) const {
  for (const Side side : {Side::Left, Side::Right}) {
    const Leg leg = build_leg(body_.skeleton, side);
    const Joint foot = on_side(Joint::RightFoot, side), toes = on_side(Joint::RightToes, side);
    if (stance_ == Stance::Standing) {
      const LegSolution found = solve_leg(leg, posture.world_from_pelvis, at_start_.pose(foot));
      if (found.status != LimbStatus::Reached || found.gap > 1e-4 || found.turn_gap > 1e-3) return false;
      set_leg(posture, side, found);
      posture[toes] = start_[toes];
      continue;
    }
    // Toes stay where they are; how far they are bent decides how high the knee is.
    bool on_knee = false;
    for (int i = 0; i <= kToeAngles && !on_knee; ++i) {
      const double bent = leg.toes.upper * (1.0 - static_cast<double>(i) / kToeAngles);
      const math::Quat rotation = joint_rotation(toes, &bent);
      const math::Pose ankle = foot_over_toes(body_.skeleton, side, at_start_.pose(toes), rotation);
      const LegSolution found = solve_leg(leg, posture.world_from_pelvis, ankle);
      if (found.status != LimbStatus::Reached || found.gap > 1e-4 || found.turn_gap > 1e-3) continue;
      Posture tried = posture;
      set_leg(tried, side, found);
      tried[toes] = rotation;
      Frames<double> frames;
      forward_kinematics(body_.skeleton, tried, frames);
      const double knee = frames.position(on_side(Joint::RightShank, side)).y - ground_;
      on_knee = knee > kKneelingKnee && knee < kKneelingKnee + 0.012;
      if (on_knee) posture = tried;
    }
    if (!on_knee) return false;
  }
  return true;
}

bool ReachArchive::stands(const Posture& posture, const Frames<double>& frames) const {
  for (const Side side : {Side::Left, Side::Right}) {
    if (shoulder_excess(posture, side) > 1e-6) return false;
  }
  return balance_of(support_of(frames), centre_of_mass(body_.masses, frames)).margin >= 0.0;
}

bool ReachArchive::change(const Posture& from, double size, Posture& to) {
  const auto noise = [&] { return size * (rng_.uniform(-1.0, 1.0) + rng_.uniform(-1.0, 1.0)); };
  to = from;
  std::array<double, WholeBody::kVariables> changes{};
  const bool trunk = rng_.uniform() < 0.7, arms = rng_.uniform() < 0.8, pelvis = rng_.uniform() < 0.6;
  for (double& one : changes) one = rng_.uniform() < 0.5 ? noise() : 0.0;
  for (std::size_t i = 1; i < kJointCount; ++i) {
    const Joint joint = joint_at(i);
    const JointInfo& joint_info = info(joint);
    if (joint_info.dof_count == 0 || is_leg(joint) || is_upper_arm(joint)) continue;
    std::array<double, 3> angles{};
    joint_angles(joint, to[joint], angles.data());
    bool moved = false;
    for (std::size_t k = 0; k < joint_info.dof_count; ++k) {
      const std::size_t dof = joint_info.first_dof + k;
      const WholeBody::DofShare& share = whole_.shares()[dof];
      if (share.variable >= WholeBody::kVariables || !(share.variable < 6 ? trunk : arms)) continue;
      const Limit limit{share.share * whole_.limit(share.variable).lower,
                        share.share * whole_.limit(share.variable).upper};
      angles[k] = std::clamp(angles[k] + share.share * changes[share.variable], limit.lower, limit.upper);
      moved = true;
    }
    if (moved) to[joint] = joint_rotation(joint, angles.data());
  }
  for (const Joint joint : {Joint::LeftUpperArm, Joint::RightUpperArm}) {
    if (arms) to[joint] = math::normalized(to[joint] * math::from_rotation_vector({noise(), noise(), noise()}));
  }
  if (pelvis) {
    math::Pose& at = to.world_from_pelvis;
    at.position += 0.5 * Vec3(noise(), noise(), noise());
    at.rotation = math::normalized(math::from_rotation_vector({noise(), noise(), noise()}) * at.rotation);
    if (!put_legs(to)) return false;
  }
  return true;
}

bool ReachArchive::at_edge(const Cell& cell) const {
  return !reached(cell.first + 1, cell.second) || !reached(cell.first - 1, cell.second) ||
         !reached(cell.first, cell.second + 1) || !reached(cell.first, cell.second - 1);
}

void ReachArchive::grow(int count) {
  constexpr std::array kSizes{0.01, 0.03, 0.08, 0.2};
  constexpr double kLane = 0.06;  // m: postures beside the slice are kept too where there are none yet
  Frames<double> frames;
  Posture next;
  for (int i = 0; i < count; ++i) {
    const Posture* from = &start_;
    if (!order_.empty()) {
      Cell cell = order_[static_cast<std::size_t>(rng_.uniform() * static_cast<double>(order_.size()))];
      for (int t = 0; t < 6 && !at_edge(cell); ++t)
        cell = order_[static_cast<std::size_t>(rng_.uniform() * static_cast<double>(order_.size()))];
      from = &kept_.at(cell);
    }
    if (!change(*from, kSizes[static_cast<std::size_t>(rng_.uniform() * kSizes.size())] * (order_.empty() ? 3.0 : 1.0),
                next))
      continue;
    forward_kinematics(body_.skeleton, next, frames);
    const Vec3 at = (frames.pose(palm_.joint) * palm_.joint_from_site).position;
    if (order_.empty() && std::abs(at.x) > kLane) {
      if (std::abs(at.x) < 0.3 && stands(next, frames)) start_ = next;
      continue;
    }
    if (std::abs(at.x) > kSlice || at.z > 0.0 || !stands(next, frames)) continue;
    const Cell cell{bin_of(-at.z), bin_of(at.y - ground_)};
    const auto [entry, fresh] = kept_.insert_or_assign(cell, next);
    if (fresh) order_.push_back(cell);
  }
}

int ReachArchive::around(double ahead, double up, double nearest, double farthest) const {
  int count = 0;
  for (int i = -1; i <= 1; ++i) {
    for (int j = -1; j <= 1; ++j) {
      bool hit = false;
      for (double step = nearest; step <= farthest + 1e-9 && !hit; step += 0.5 * kBin)
        hit = reached(bin_of(ahead - step) + i, bin_of(up) + j);
      count += hit ? 1 : 0;
    }
  }
  return count;
}

std::optional<std::string> ReachArchive::wrong(const Posture& posture, double moved) const {
  Frames<double> frames;
  forward_kinematics(body_.skeleton, posture, frames);
  const Vec3 away(0.0, 0.0, -moved);
  for (const Side side : {Side::Left, Side::Right}) {
    const bool kneels = stance_ == Stance::Kneeling;
    const Joint held = on_side(kneels ? Joint::RightToes : Joint::RightFoot, side);
    const double off = glm::length(frames.position(held) - at_start_.position(held) - away);
    const double turned = turn_between(frames.rotation(held), at_start_.rotation(held));
    if (off > kFootPlace || turned > kFootTurn)
      return fmt::format("a foot is {:.4f} m and {:.4f} rad off", off, turned);
    const double knee = frames.position(on_side(Joint::RightShank, side)).y - ground_;
    if (kneels && (knee < kKneeLow || knee > kKneeHigh)) return fmt::format("a knee is at {:.4f} m", knee);
    if (shoulder_excess(posture, side) > 1e-4) return std::string("a shoulder is beyond its limit");
  }
  const Angles angles = angles_of(posture);
  for (std::size_t dof = 0; dof < kDofCount; ++dof) {
    const Joint joint = place_of_dof(dof).joint;
    if (is_upper_arm(joint)) continue;
    const Limit& limit = body_.skeleton.limits[dof];
    if (angles[dof] < limit.lower - 1e-3 || angles[dof] > limit.upper + 1e-3)
      return fmt::format("{} is at {:.4f} of {:.4f} to {:.4f}", info(joint).name, angles[dof], limit.lower,
                         limit.upper);
  }
  SupportPolygon support = support_of(frames);
  if (stance_ == Stance::Standing) {
    for (std::size_t i = 0; i < support.count; ++i) support.points[i].y -= moved;
  }
  const double margin = balance_of(support, centre_of_mass(body_.masses, frames)).margin;
  if (margin < -1e-6) return fmt::format("the centre of mass is {:.4f} m outside", -margin);
  return {};
}
