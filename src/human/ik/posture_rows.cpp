// SPDX-License-Identifier: Apache-2.0
#include "human/ik/posture_rows.h"

#include "human/body/reflect.h"
#include "human/body/shoulder.h"
#include "human/ik/rotation_slopes.h"

namespace fh::human {
namespace {

using math::Quat;
using math::Vec2;
using math::Vec3;

using Columns = std::array<Vec3, kMostUnknowns>;

// Velocity of a world point, and angular velocity, per unit rate of each unknown.
void point_columns(const Frames<double>& frames, const std::array<Vec3, kDofCount>& axes, const Chain& chain,
                   const Vec3& point, Columns& columns) {
  for (std::size_t c = 0; c < chain.count; ++c) {
    const ChainLink& link = chain.links[c];
    columns[link.unknown] += link.share * glm::cross(axes[link.dof], point - frames.position(joint_at(link.joint)));
  }
}
void turn_columns(const std::array<Vec3, kDofCount>& axes, const Chain& chain, Columns& columns) {
  for (std::size_t c = 0; c < chain.count; ++c) {
    const ChainLink& link = chain.links[c];
    columns[link.unknown] += link.share * axes[link.dof];
  }
}

// Slots of the residuals: three of each goal, then these.
constexpr std::size_t kBalancePointSlot = 3 * kMostGoals, kShoulderSlot = kBalancePointSlot + 2,
                      kEdgeSlot = kShoulderSlot + 4;
static_assert(kEdgeSlot + SupportPolygon::kMost <= kMostRows);

// A residual along a direction of columns.
double add_along(std::size_t slot, double value, const Vec3& along, const Columns& columns, QuadraticModel* model,
                 bool only_positive = false) {
  if (model) {
    Unknowns& row = model->slopes[slot];
    for (std::size_t u = 0; u < model->count; ++u) row[u] = glm::dot(along, columns[u]);
    model->add_row(slot, value, only_positive);
  }
  return only_positive && value <= 0.0 ? 0.0 : 0.5 * value * value;
}

double add_vector(std::size_t slot, double weight, const Vec3& value, Columns& columns, QuadraticModel* model) {
  double cost = 0.0;
  for (int k = 0; k < 3; ++k) {
    Vec3 along(0.0);
    along[k] = weight;
    cost += add_along(slot + static_cast<std::size_t>(k), weight * value[k], along, columns, model);
  }
  return cost;
}

constexpr double kAnywhere = std::numeric_limits<double>::infinity();

struct PlaceMiss {
  Vec3 off;  // in the target's frame
};
PlaceMiss miss_of(const BodyGoal& goal, const Vec3& point) {
  const Vec3 local = math::inverse(goal.target).point(point);
  return {{math::beyond(local.x, goal.lower.x, goal.upper.x), math::beyond(local.y, goal.lower.y, goal.upper.y),
           math::beyond(local.z, goal.lower.z, goal.upper.z)}};
}

Vec3 turn_miss(const BodyGoal& goal, const Quat& site) {
  return math::to_rotation_vector(site * math::conjugate(goal.target.rotation));
}

Vec3 wanted_direction(const BodyGoal& goal, const Vec3& from) {
  if (goal.kind == GoalKind::Direction) return math::rotate(goal.target.rotation, math::kForward);
  return math::normalized_or(goal.target.position - from, math::kForward);
}

double weight_of(const BodyGoal& goal, double firmness) {
  return goal.weight * (goal.firm ? firmness : 1.0) * (goal.kind == GoalKind::Place ? 1.0 : kRadianMetres);
}

// The upper arm's turn of a right arm and its slope against a body-fixed angular rate.
Vec3 turn_slope(const Quat& thorax_from_upper_arm) {
  const Quat sideways = right_upper_arm(math::kRight, 0.0);
  const Quat q = math::conjugate(sideways) * thorax_from_upper_arm;
  const double square = q.w * q.w + q.y * q.y;
  // d(2 atan2(y, w)) with dq = q (0, rate) / 2.
  return Vec3(q.w * q.z + q.y * q.x, q.w * q.w + q.y * q.y, q.y * q.z - q.w * q.x) / square;
}

}  // namespace

struct PostureRows::State {
  Posture posture;
  Frames<double> frames;
  std::array<Vec3, kDofCount> axes;
};

void PostureRows::evaluate(const Unknowns& x, State& state, bool slopes) const {
  pose(x, state.posture);
  forward_kinematics(body_.skeleton(), state.posture, state.frames);
  if (!slopes) return;
  dof_axes(state.frames, state.axes);
  for (const Joint joint : {Joint::LeftUpperArm, Joint::RightUpperArm}) {
    const std::size_t first = info(joint).first_dof;
    const std::size_t unknown = unknown_of_[body_.shares()[first].variable];
    if (unknown >= count_) continue;
    const Vec3 v(x[unknown], x[unknown + 1], x[unknown + 2]);
    for (int k = 0; k < 3; ++k) {
      Vec3 unit(0.0);
      unit[k] = 1.0;
      state.axes[first + static_cast<std::size_t>(k)] =
          math::rotate(state.frames.rotation(joint), rate_of_vector(v, unit));
    }
  }
}

double PostureRows::goal_rows(std::size_t index, const State& state, QuadraticModel* model) const {
  const BodyGoal& goal = problem_.goals[index];
  const Chain& chain = chains_[index];
  const std::size_t slot = 3 * index;
  const math::Pose site = state.frames.pose(goal.site.joint) * goal.site.joint_from_site;
  const double weight = weight_of(goal, firmness_);
  Columns columns;
  if (model) std::fill_n(columns.begin(), count_, Vec3(0.0));
  double cost = 0.0;
  if (goal.kind == GoalKind::Place) {
    if (model) point_columns(state.frames, state.axes, chain, site.position, columns);
    const Vec3 local = math::inverse(goal.target).point(site.position);
    for (int k = 0; k < 3; ++k) {
      const bool region = goal.lower[k] != goal.upper[k];
      const double above = local[k] - goal.upper[k], below = goal.lower[k] - local[k];
      if (std::max(above, below) == -kAnywhere) continue;
      const double sense = region && below > above ? -1.0 : 1.0;  // of the nearer side
      Vec3 axis(0.0);
      axis[k] = weight * sense;
      cost += add_along(slot + static_cast<std::size_t>(k), weight * (sense > 0.0 ? above : below),
                        math::rotate(goal.target.rotation, axis), columns, model, region);
    }
    return cost;
  }
  if (model) turn_columns(state.axes, chain, columns);
  if (goal.kind == GoalKind::Orientation) {
    const Vec3 miss = turn_miss(goal, site.rotation);
    if (model) {
      for (std::size_t u = 0; u < count_; ++u) columns[u] = vector_rate(miss, columns[u]);
    }
    return add_vector(slot, weight, miss, columns, model);
  }
  const Vec3 looks = math::rotate(site.rotation, math::kForward), wanted = wanted_direction(goal, site.position);
  if (model) {
    for (std::size_t u = 0; u < count_; ++u) columns[u] = glm::cross(columns[u], looks);
    if (goal.kind == GoalKind::Aim) {
      Columns moved;
      std::fill_n(moved.begin(), count_, Vec3(0.0));
      point_columns(state.frames, state.axes, chain, site.position, moved);
      const double per = 1.0 / std::max(1e-6, glm::length(goal.target.position - site.position));
      for (std::size_t u = 0; u < count_; ++u) columns[u] += per * (moved[u] - glm::dot(moved[u], wanted) * wanted);
    }
  }
  return add_vector(slot, weight, looks - wanted, columns, model);
}

double PostureRows::balance_rows(const State& state, QuadraticModel* model) const {
  if (!problem_.support && !problem_.balance_point) return 0.0;
  const Vec3 centre = centre_of_mass(body_.masses(), state.frames, problem_.loads);
  Columns columns;
  if (model) {
    std::fill_n(columns.begin(), count_, Vec3(0.0));
    std::array<Vec3, kDofCount> all;
    com_jacobian(body_.masses(), state.frames, state.axes, all, problem_.loads);
    for (Joint j = problem_.root; j != Joint::Pelvis; j = parent_of(j)) {
      const JointInfo& joint = info(j);
      for (std::size_t k = joint.first_dof; k < joint.first_dof + std::size_t{joint.dof_count}; ++k) {
        all[k] -= glm::cross(state.axes[k], centre - state.frames.position(j));
      }
    }
    for (std::size_t k = 0; k < kDofCount; ++k) {
      const WholeBody::DofShare& share = body_.shares()[k];
      if (share.variable == WholeBody::kVariables || unknown_of_[share.variable] >= count_) continue;
      columns[unknown_of_[share.variable]] += share.share * all[k];
    }
  }
  double cost = 0.0;
  const Vec2 at(centre.x, centre.z);
  if (problem_.balance_point) {
    const Vec2 off = at - *problem_.balance_point;
    cost += add_along(kBalancePointSlot, off.x, {1.0, 0.0, 0.0}, columns, model);
    cost += add_along(kBalancePointSlot + 1, off.y, {0.0, 0.0, 1.0}, columns, model);
  }
  const std::size_t edges = problem_.support && problem_.support->count >= 3 ? problem_.support->count : 0;
  for (std::size_t i = 0; i < edges; ++i) {
    const Vec2 a = problem_.support->points[i], ab = problem_.support->points[(i + 1) % edges] - a;
    const double length = glm::length(ab);
    if (length < 1e-9) continue;
    const Vec2 outward = Vec2(ab.y, -ab.x) / length;
    const double over = glm::dot(outward, at - a) + problem_.inset;
    cost +=
        add_along(kEdgeSlot + i, firmness_ * over, firmness_ * Vec3(outward.x, 0.0, outward.y), columns, model, true);
  }
  return cost;
}

// The true limits of a shoulder are a polygon of directions and a range of turns (J-24): firm rows, since no box of
// three angles has that shape.
double PostureRows::shoulder_rows(Side side, const State& state, QuadraticModel* model) const {
  const Joint upper = on_side(Joint::RightUpperArm, side), clavicle = parent_of(upper);
  const JointInfo &upper_info = info(upper), &clavicle_info = info(clavicle);
  if (unknown_of_[body_.shares()[upper_info.first_dof].variable] >= count_) return 0.0;
  const double across = side == Side::Right ? 1.0 : -1.0;
  const Quat given = state.posture[clavicle] * state.posture[upper];
  const Quat right = side == Side::Right ? given : reflected(given);
  const Vec3 direction = math::rotate(right, -math::kUp);
  const double turn = shoulder_turn(Side::Right, right);
  const double turn_sense = turn > 0.5 * (kShoulderTurn.lower + kShoulderTurn.upper) ? 1.0 : -1.0;  // nearer end
  const double over_turn = turn_sense > 0.0 ? turn - kShoulderTurn.upper : kShoulderTurn.lower - turn;
  // Out of the polygon: away from its nearest point; inside: towards the edge that counts there.
  const double inside = inside_reach(direction);
  const Vec3 over_cone = inside < 0.0 ? direction - nearest_on_reach(direction) : Vec3(0.0);
  const double outside = inside < 0.0 ? glm::length(over_cone) : -inside;
  const Vec3 way_out = outside > 0.0 ? over_cone / outside : -reach_cone().inward[reach_edge(direction)];
  if (!model && over_turn <= 0.0 && outside <= 0.0) return 0.0;
  Columns columns;  // body-fixed angular rates of a right upper arm
  if (model) {
    std::fill_n(columns.begin(), count_, Vec3(0.0));
    const Quat back = math::conjugate(state.frames.rotation(upper));
    const auto add = [&](const JointInfo& joint) {
      for (std::size_t k = joint.first_dof; k < joint.first_dof + std::size_t{joint.dof_count}; ++k) {
        const Vec3 rate = math::rotate(back, state.axes[k]);
        columns[unknown_of_[body_.shares()[k].variable]] = {rate.x, across * rate.y, across * rate.z};
      }
    };
    add(upper_info);
    add(clavicle_info);
  }
  const std::size_t slot = kShoulderSlot + (side == Side::Right ? 2 : 0);
  double cost =
      add_along(slot, firmness_ * over_turn, turn_sense * firmness_ * turn_slope(right), columns, model, true);
  // rate of the direction = right (rate x -Y)
  const Vec3 out = math::rotate(math::conjugate(right), way_out);
  cost += add_along(slot + 1, firmness_ * outside, firmness_ * glm::cross(-math::kUp, out), columns, model, true);
  return cost;
}

double PostureRows::posture_rows(const Unknowns& x, QuadraticModel* model) const {
  double cost = 0.0;
  for (std::size_t u = 0; u < count_; ++u) {
    const double value = stiffness_[u] * (x[u] - start_[u]);
    cost += 0.5 * value * value;
    if (model) model->add_preference(u, value, stiffness_[u]);
  }
  return cost;
}

double PostureRows::all_rows(const Unknowns& x, const State& state, QuadraticModel* model) const {
  double cost = posture_rows(x, model);
  for (std::size_t g = 0; g < problem_.goals.size(); ++g) cost += goal_rows(g, state, model);
  cost += balance_rows(state, model);
  for (const Side side : {Side::Left, Side::Right}) cost += shoulder_rows(side, state, model);
  return cost;
}

double PostureRows::cost(const Unknowns& x) const {
  State state;
  evaluate(x, state, false);
  return all_rows(x, state, nullptr);
}

void PostureRows::linearise(const Unknowns& x, QuadraticModel& model) const {
  State state;
  evaluate(x, state, true);
  model.clear(count_);
  all_rows(x, state, &model);
}

double PostureRows::gap(const BodyGoal& goal, const Frames<double>& frames) const {
  const math::Pose site = frames.pose(goal.site.joint) * goal.site.joint_from_site;
  if (goal.kind == GoalKind::Place) return glm::length(miss_of(goal, site.position).off);
  if (goal.kind == GoalKind::Orientation) return glm::length(turn_miss(goal, site.rotation));
  const Vec3 looks = math::rotate(site.rotation, math::kForward), wanted = wanted_direction(goal, site.position);
  return math::atan2(glm::length(glm::cross(looks, wanted)), glm::dot(looks, wanted));
}

}  // namespace fh::human
