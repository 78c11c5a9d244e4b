// SPDX-License-Identifier: Apache-2.0
#include "planning/reaching/person_arm.h"

#include <algorithm>

namespace fh::planning {
namespace {

using human::Joint;
using human::Side;
using math::Vec3;

constexpr std::array<Joint, 4> kJoints = {Joint::RightUpperArm, Joint::RightForearm, Joint::RightForearmTwist,
                                          Joint::RightHand};
constexpr std::size_t kBases = 17, kParts = 32;
constexpr double kLean = 1.0;     // rad that a whole lean counts for
constexpr double kInside = 0.02;  // m that sleeves may be in the trunk
constexpr double kSpacing = 0.9;  // of a radius between the spheres of a limb

std::uint8_t principal(const Vec3& axis) {
  return std::abs(axis.x) > 0.5 ? 0 : std::abs(axis.y) > 0.5 ? 1 : 2;
}

/// Spheres that cover a rounded box: in one layer across its thinnest half size, so that flat things stay flat.
void add_spheres(std::uint8_t link, const math::Pose& link_from_box, const Vec3& half, double radius, ArmModel& model) {
  constexpr int kMost = 40;
  const int thin = half.x <= half.y && half.x <= half.z ? 0 : half.y <= half.z ? 1 : 2;
  const int u = (thin + 1) % 3, v = (thin + 2) % 3;
  double r = std::max(radius + half[thin], 0.012);
  int rows = 1, columns = 1;
  const auto count = [&](int axis) {
    const double length = std::max(0.0, half[axis] + radius - r);
    return 1 + static_cast<int>(2.0 * length / (kSpacing * r) + 0.999);
  };
  for (rows = count(u), columns = count(v); rows * columns > kMost; rows = count(u), columns = count(v)) r *= 1.2;
  const auto place = [&](int axis, int i, int of) {
    const double length = std::max(0.0, half[axis] + radius - r);
    return of == 1 ? 0.0 : length * (2.0 * i / (of - 1) - 1.0);
  };
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k) {
      Vec3 at(0.0);
      at[u] = place(u, i, rows);
      at[v] = place(v, k, columns);
      model.spheres.push_back({link, link_from_box.point(at), r});
    }
  }
}

bool is_hand(Joint joint, Side side) {
  if (joint == human::on_side(Joint::RightHand, side)) return true;
  const human::JointRange fingers = human::fingers(side);
  return human::index_of(joint) >= fingers.first && human::index_of(joint) < fingers.end;
}

}  // namespace

ArmState arm_state_of(const human::Posture& posture, Side side) {
  ArmState state;
  std::size_t at = 0;
  for (const Joint right : kJoints) {
    const Joint joint = human::on_side(right, side);
    double angles[3] = {};
    human::joint_angles(joint, posture[joint], angles);
    for (std::size_t i = 0; i < human::info(joint).dof_count; ++i) state.q[at++] = static_cast<float>(angles[i]);
  }
  return state;
}

void set_arm_state(human::Posture& posture, Side side, const ArmState& state) {
  std::size_t at = 0;
  for (const Joint right : kJoints) {
    const Joint joint = human::on_side(right, side);
    double angles[3] = {};
    for (std::size_t i = 0; i < human::info(joint).dof_count; ++i) angles[i] = static_cast<double>(state.q[at++]);
    posture[joint] = human::joint_rotation(joint, angles);
  }
}

ArmModel person_arm(const human::Skeleton& skeleton, const human::CollisionBody& solids, Side side,
                    const human::Posture& from, const human::Posture& to) {
  ArmModel model;
  const ArmState a = arm_state_of(from, side), b = arm_state_of(to, side);
  std::size_t at = 0;
  std::array<std::uint8_t, 4> link{};
  for (std::size_t k = 0; k < kJoints.size(); ++k) {
    const Joint joint = human::on_side(kJoints[k], side);
    const human::JointInfo& info = human::info(joint);
    for (std::size_t i = 0; i < info.dof_count; ++i, ++at) {
      const Vec3 axis = info.dofs[i].axis;
      const human::Limit& limit = skeleton.limits[info.first_dof + i];
      ArmAxis& added = model.axes[at];
      added.axis = principal(axis);
      added.reversed = axis[added.axis] < 0.0;
      added.offset = i == 0 ? skeleton.offsets[human::index_of(joint)] : Vec3(0.0);
      const double qa = static_cast<double>(a.q[at]), qb = static_cast<double>(b.q[at]);
      added.lower = std::min({limit.lower, qa, qb});
      added.upper = std::max({limit.upper, qa, qb});
    }
    link[k] = static_cast<std::uint8_t>(at - 1);
  }
  // The shoulder's offset is that of the collar bone's frame: the base.
  for (const human::CollisionPiece& piece : solids.pieces) {
    for (std::size_t k = 0; k < kJoints.size(); ++k) {
      if (piece.joint == human::on_side(kJoints[k], side))
        add_spheres(link[k], piece.shape.joint_from_box, piece.shape.half, piece.shape.radius, model);
    }
  }
  human::Frames<double> zero;
  human::Posture still;  // fingers as they are on the way
  const human::JointRange fingers = human::fingers(side);
  for (std::size_t i = fingers.first; i < fingers.end; ++i) still.rotations[i] = from.rotations[i];
  human::forward_kinematics(skeleton, still, zero);
  const Joint hand = human::on_side(Joint::RightHand, side);
  for (const human::CollisionPiece& piece : solids.pieces) {
    if (piece.joint == hand || !is_hand(piece.joint, side)) continue;
    const math::Pose hand_from_joint = math::inverse(zero.pose(hand)) * zero.pose(piece.joint);
    add_spheres(link[3], hand_from_joint * piece.shape.joint_from_box, piece.shape.half, piece.shape.radius, model);
  }
  std::stable_sort(model.spheres.begin(), model.spheres.end(),
                   [](const ArmSphere& x, const ArmSphere& y) { return x.link < y.link; });
  model.hand_link = link[3] - 1;
  const Joint base = human::on_side(Joint::RightClavicle, side);
  // The collar bone also turns where it is, and shoulder and hand with it.
  const Vec3 hand_out = 4.0 * skeleton.offsets[human::index_of(human::on_side(Joint::RightUpperArm, side))];
  double moved = 0.0;
  human::Frames<double> frames;
  for (std::size_t i = 0; i < kBases; ++i) {
    human::forward_kinematics(skeleton, human::interpolate(from, to, static_cast<double>(i) / (kBases - 1)), frames);
    model.bases.push_back(frames.pose(base));
    moved = std::max({moved, glm::length(model.bases[i].position - model.bases[0].position),
                      glm::length(model.bases[i].point(hand_out) - model.bases[0].point(hand_out))});
  }
  constexpr double kStays = 0.005;  // m
  if (moved < kStays) model.bases = {model.bases.back()};
  model.base_length = moved < kStays ? 0.0 : kLean;
  return model;
}

void add_trunk(const human::CollisionBody& solids, Side side, const human::Frames<double>& frames,
               std::vector<ArmBox>& boxes) {
  const math::Pose base_from_world = math::inverse(frames.pose(human::on_side(Joint::RightClavicle, side)));
  for (const human::CollisionPiece& piece : solids.pieces) {
    const std::size_t joint = human::index_of(piece.joint);
    const bool trunk = piece.joint == Joint::Pelvis || piece.joint == Joint::Head ||
                       (joint >= human::kSpine.first && joint < human::kSpine.end);
    if (!trunk) continue;
    ArmBox& box = boxes.emplace_back();
    box.on_base = true;
    box.box.world_from_box = base_from_world * frames.pose(piece.joint) * piece.shape.joint_from_box;
    box.box.half = glm::max(piece.shape.half + Vec3(piece.shape.radius - kInside), Vec3(0.01));
  }
}

void carry(const math::Pose& hand_from_box, const Vec3& half, ArmModel& model) {
  // Cells along its faces, each inside its sphere: edges and corners are what is caught on things.
  constexpr double kLeast = 0.011;  // m, half of a cell
  constexpr int kMost = 90;
  std::array<int, 3> cells{};
  double cell = kLeast;
  const auto shell = [&] {
    for (int i = 0; i < 3; ++i) cells[static_cast<std::size_t>(i)] = 1 + static_cast<int>(half[i] / cell);
    const int inner = std::max(0, cells[0] - 2) * std::max(0, cells[1] - 2) * std::max(0, cells[2] - 2);
    return cells[0] * cells[1] * cells[2] - inner;
  };
  while (shell() > kMost) cell *= 1.15;
  const Vec3 part(half.x / cells[0], half.y / cells[1], half.z / cells[2]);
  const auto at_end = [&](int i, std::size_t axis) { return i == 0 || i + 1 == cells[axis]; };
  for (int x = 0; x < cells[0]; ++x) {
    for (int y = 0; y < cells[1]; ++y) {
      for (int z = 0; z < cells[2]; ++z) {
        if (!at_end(x, 0) && !at_end(y, 1) && !at_end(z, 2)) continue;
        const Vec3 at = part * Vec3(2 * x + 1, 2 * y + 1, 2 * z + 1) - half;
        model.spheres.push_back({6, hand_from_box.point(at), glm::length(part)});
      }
    }
  }
}

ArmState along_path(std::span<const ArmState> path, double share) {
  if (path.size() == 1) return path[0];
  const double at = math::clamp(share, 0.0, 1.0) * static_cast<double>(path.size() - 1);
  const std::size_t first = std::min(static_cast<std::size_t>(at), path.size() - 2);
  const auto t = static_cast<float>(at - static_cast<double>(first));
  ArmState state;
  for (std::size_t i = 0; i < 8; ++i) state.q[i] = path[first].q[i] + t * (path[first + 1].q[i] - path[first].q[i]);
  return state;
}

std::vector<ArmState> rounded(const ArmSpace& space, const std::vector<ArmState>& path) {
  std::vector<double> at{0.0};
  for (std::size_t i = 1; i < path.size(); ++i) at.push_back(at.back() + space.distance(path[i - 1], path[i]));
  const auto on = [&](double length) {
    const auto above = std::upper_bound(at.begin() + 1, at.end() - 1, length);
    const auto i = static_cast<std::size_t>(above - at.begin());
    const double part = at[i] - at[i - 1];
    return space.toward(path[i - 1], path[i], part > 0.0 ? math::clamp((length - at[i - 1]) / part, 0.0, 1.0) : 1.0);
  };
  // A mean over a window about each place, narrower near the ends, is a path without corners.
  for (const double window : {0.24, 0.12, 0.06, 0.0}) {
    constexpr int kMean = 8;
    std::vector<ArmState> even;
    for (std::size_t i = 0; i <= kParts; ++i) {
      const double middle = static_cast<double>(i) / kParts;
      const double half = 0.5 * std::min({window, 2.0 * middle, 2.0 * (1.0 - middle)});
      ArmState mean;
      for (int k = 0; k < kMean; ++k) {
        const ArmState one = on(at.back() * (middle + half * (2.0 * k / (kMean - 1) - 1.0)));
        for (std::size_t q = 0; q < 8; ++q) mean.q[q] += one.q[q] / static_cast<float>(kMean);
      }
      even.push_back(mean);
    }
    even.front() = path.front();
    even.back() = path.back();
    bool free = true;
    for (std::size_t i = 1; i < even.size() && free; ++i) free = space.is_surely_free(even[i - 1], even[i]);
    if (free) return even;
  }
  // Corners and all, in parts of about the same length.
  std::vector<ArmState> parts{path.front()};
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int count = 1 + static_cast<int>(kParts * (at[i] - at[i - 1]) / std::max(at.back(), 1e-9));
    for (int k = 1; k <= count; ++k)
      parts.push_back(space.toward(path[i - 1], path[i], static_cast<double>(k) / count));
  }
  return parts;
}

}  // namespace fh::planning
