// SPDX-License-Identifier: Apache-2.0
#pragma once
// Postures of the whole body for goals on any of its sites (J-43 … J-49): a bounded least-squares search over groups of
// joints, with exact derivatives, started from the closed form of the arms. Joint limits are bounds of the search, one
// joint stays where it is (J-16: a foot, a hand, the pelvis of a seated body), contacts persist (J-52), and the centre
// of mass stays over the support. Pure: the same question has the same answer; no allocation. World frame, metres,
// radians.
#include <cstdint>
#include <optional>
#include <span>

#include "human/body/balance.h"
#include "human/body/masses.h"
#include "human/ik/arm.h"

namespace fh::human {

/// Joints that a search moves or leaves as a whole (J-47). Fingers and eyes are never moved.
enum class BodyGroup : std::uint8_t { Spine, Neck, LeftArm, RightArm, LeftLeg, RightLeg };
inline constexpr std::size_t kBodyGroups = 6;

/// A frame fixed to a segment; its -Z is what aims.
struct BodySite {
  Joint joint = Joint::RightHand;
  math::Pose joint_from_site;
};
/// The middle of the palm; -Z looks out of it, -Y to the fingertips.
BodySite palm_site(const Dimensions& dimensions, Side side);
/// Between the fingertips of the stretched index and middle finger; axes as the palm's.
BodySite fingertip_site(const Dimensions& dimensions, Side side);
/// Between the eyes, looking ahead.
BodySite sight_site(const Skeleton& skeleton);

enum class GoalKind : std::uint8_t {
  Place,        // the site's origin within a box of the target's frame: point, line, plane, half-space, region (J-44)
  Orientation,  // the site's axes along the target's
  Direction,    // the site's -Z along the target's
  Aim,          // the site's -Z towards the target's origin
};

struct BodyGoal {
  GoalKind kind = GoalKind::Place;
  BodySite site;
  math::Pose target;
  math::Vec3 lower{0.0}, upper{0.0};  // Place: the box; infinite where any value will do
  double weight = 1.0;
  double tolerance = 1e-3;  // m or rad: what counts as met
  bool firm = false;        // a contact: given up after everything else
};
BodyGoal place_goal(const BodySite& site, const math::Vec3& point);
BodyGoal region_goal(const BodySite& site, const math::Pose& world_from_box, const math::Vec3& half);
BodyGoal orientation_goal(const BodySite& site, const math::Quat& rotation);
BodyGoal direction_goal(const BodySite& site, const math::Vec3& direction);
BodyGoal aim_goal(const BodySite& site, const math::Vec3& point);
/// Place and orientation of a segment as they are: two firm goals.
std::array<BodyGoal, 2> contact_goals(Joint joint, const math::Pose& world_from_joint);

inline constexpr std::size_t kMostGoals = 32;
inline constexpr double kLockedGroup = std::numeric_limits<double>::infinity();

struct PostureProblem {
  Posture start;                    // where the search begins and what it prefers; made to keep the limits
  Joint root = Joint::LeftFoot;     // keeps the place it has in `start`
  std::span<const BodyGoal> goals;  // at most kMostGoals
  /// How reluctant each group is: 1 as usual, kLockedGroup stays as it is.
  std::array<double, kBodyGroups> stiffness{1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  const SupportPolygon* support = nullptr;  // the centre of mass stays over it; none: balance is not asked for
  double inset = 0.005;                     // m that it keeps from the edge
  std::optional<math::Vec2> balance_point;  // (x, z) that it is led to (J-68)
  std::span<const HeldLoad> loads;
};

enum class PostureStatus : std::uint8_t {
  Reached,     // every goal within its tolerance, balance as asked
  NotReached,  // the nearest that was found; `gaps` say how far
};

struct PostureSolution {
  Posture posture;
  PostureStatus status = PostureStatus::NotReached;
  std::array<double, kMostGoals> gaps{};  // by goal, m or rad, measured on the posture
  double limit_margin = 0.0;              // rad, least distance of a moved joint to its limit
  Joint tightest = Joint::Pelvis;         // that joint
  double balance_margin = 0.0;            // m inside the support; 0 when not asked for
  double cost = 0.0;
  int rounds = 0;
};

/// What of a body the search needs; build once, keep. Refers to the skeleton and masses that it is built from.
class WholeBody {
 public:
  WholeBody(const Skeleton& skeleton, const MassModel& masses);

  static constexpr std::size_t kVariables = 38;
  /// The variable of a degree of freedom and its share of it; shares of the spine are in proportion to its ranges.
  struct DofShare {
    std::uint8_t variable = kVariables;  // kVariables: none
    double share = 0.0;
  };

  const Skeleton& skeleton() const { return *skeleton_; }
  const MassModel& masses() const { return *masses_; }
  const std::array<DofShare, kDofCount>& shares() const { return shares_; }
  const Limit& limit(std::size_t variable) const { return limits_[variable]; }
  const Arm& arm(Side side) const { return arms_[side == Side::Right ? 1 : 0]; }

 private:
  void add_group(Joint first, std::size_t joints, std::size_t variable, std::array<double, 3> shares);

  const Skeleton* skeleton_;
  const MassModel* masses_;
  std::array<DofShare, kDofCount> shares_{};
  std::array<Limit, kVariables> limits_{};
  std::array<Arm, 2> arms_;
};

PostureSolution solve_posture(const WholeBody& body, const PostureProblem& problem);

}  // namespace fh::human
