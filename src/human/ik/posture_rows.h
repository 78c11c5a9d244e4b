// SPDX-License-Identifier: Apache-2.0
#pragma once
// The least-squares problem behind solve_posture(): unknowns, bounds, residuals and their slopes. Private to the
// whole-body search and its tests.
#include "human/ik/bounded_step.h"
#include "human/ik/whole_body.h"

namespace fh::human {

/// Weights against a position goal of weight 1: residuals are metres.
inline constexpr double kRadianMetres = 0.3;        // a radian of orientation or aim
inline constexpr double kFirmness = 30.0;           // contacts, balance, the shoulder's limits
inline constexpr double kPosturePreference = 5e-3;  // a radian off the start: settles what the goals leave open

/// A degree of freedom that moves a site: the unknown it belongs to, and its share of it. Negative: it lies between
/// pelvis and root, so that the rest of the body moves against it.
struct ChainLink {
  std::uint8_t dof, joint, unknown;
  double share;
};
struct Chain {
  std::size_t count = 0;
  std::array<ChainLink, kDofCount> links;
};

class PostureRows {
 public:
  PostureRows(const WholeBody& body, const PostureProblem& problem);

  std::size_t count() const { return count_; }
  const Unknowns& lower() const { return lower_; }
  const Unknowns& upper() const { return upper_; }
  /// The start, brought within the limits.
  const Unknowns& start() const { return start_; }
  /// The unknowns of another posture with the same locked joints.
  Unknowns unknowns_of(const Posture& posture) const;

  /// The posture of some unknowns, its root where it belongs.
  void pose(const Unknowns& x, Posture& posture) const;
  /// Moves a posture so that its root is where it belongs.
  void put_on_root(Posture& posture) const;
  /// Instead of kFirmness, for the beginning of a search.
  void set_firmness(double firmness) { firmness_ = firmness; }
  double cost(const Unknowns& x) const;
  /// Cost, gradient and Gauss-Newton hessian.
  void linearise(const Unknowns& x, QuadraticModel& model) const;

  /// m or rad by which a goal is missed.
  double gap(const BodyGoal& goal, const Frames<double>& frames) const;
  /// The least distance of an unknown to its limit, and whose.
  double limit_margin(const Unknowns& x, const Posture& posture, Joint& tightest) const;

 private:
  struct State;  // one set of unknowns, evaluated
  void evaluate(const Unknowns& x, State& state, bool slopes) const;
  void chain_to(Joint joint, Chain& chain) const;
  double goal_rows(std::size_t index, const State& state, QuadraticModel* model) const;
  double balance_rows(const State& state, QuadraticModel* model) const;
  double shoulder_rows(Side side, const State& state, QuadraticModel* model) const;
  double posture_rows(const Unknowns& x, QuadraticModel* model) const;
  double all_rows(const Unknowns& x, const State& state, QuadraticModel* model) const;
  bool moves(Joint joint) const;
  void choose_unknowns();

  const WholeBody& body_;
  const PostureProblem& problem_;
  math::Pose world_from_root_;
  std::size_t count_ = 0;
  double firmness_ = kFirmness;
  std::array<std::uint8_t, WholeBody::kVariables> unknown_of_{};  // by variable; kMostUnknowns: none
  std::array<std::uint8_t, kMostUnknowns> variable_of_{};
  std::array<Joint, kMostUnknowns> joint_of_{};
  Unknowns lower_, upper_, start_, stiffness_;
  std::array<Chain, kMostGoals> chains_;
};

}  // namespace fh::human
