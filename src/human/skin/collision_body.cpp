// SPDX-License-Identifier: Apache-2.0
#include "human/skin/collision_body.h"

#include <algorithm>

#include "human/skin/skinning.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

constexpr std::size_t kSamples = 300;

// A piece stands for the vertices of several segments, in the frame of the one it is fixed to.
struct Fit {
  Joint joint;
  std::vector<Joint> segments;
  double low_y = -1e9, high_y = 1e9;  // keeps only this part, joint frame
};

std::vector<Fit> fits() {
  std::vector<Fit> list{
      {Joint::Pelvis, {Joint::Pelvis}},
      {Joint::L4, {Joint::L5, Joint::L4, Joint::L3}},
      {Joint::L1, {Joint::L2, Joint::L1, Joint::T12}},
      {Joint::T10, {Joint::T11, Joint::T10, Joint::T9}},
      {Joint::T7, {Joint::T8, Joint::T7, Joint::T6}},
      {Joint::T4, {Joint::T5, Joint::T4, Joint::T3}},
      {Joint::T2, {Joint::T2, Joint::T1}},
      {Joint::Neck, {Joint::Neck}},
      {Joint::Head, {Joint::Head}},
  };
  {
    // The right side; the left is its mirror image.
    constexpr Side side = Side::Right;
    const auto at = [](Joint j) { return on_side(j, Side::Right); };
    for (const Joint j : {Joint::LeftClavicle, Joint::LeftUpperArm, Joint::LeftForearm, Joint::LeftForearmTwist,
                          Joint::LeftHand, Joint::LeftThigh, Joint::LeftShank}) {
      list.push_back({at(j), {at(j)}});
    }
    list.push_back({at(Joint::LeftFoot), {at(Joint::LeftFoot)}, -1e9, 0.02});
    list.push_back({at(Joint::LeftToes), {at(Joint::LeftToes)}});
    for (std::size_t i = fingers(side).first; i < fingers(side).end; ++i) list.push_back({joint_at(i), {joint_at(i)}});
  }
  return list;
}

double spread(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

// Signed distance of a point of the box's own frame.
double distance_from(const RoundedBox& shape, const Vec3& local) {
  const Vec3 q = glm::abs(local) - shape.half;
  const double inside = std::min(std::max({q.x, q.y, q.z}), 0.0);
  return glm::length(glm::max(q, Vec3(0.0))) + inside - shape.radius;
}

// Mean absolute distance of the points to the surface of a box with the joint's axes; something larger than `limit`,
// but no more exact, as soon as it is sure to be so.
double mean_error(const RoundedBox& shape, const std::vector<Vec3>& points, double limit) {
  const auto count = static_cast<double>(points.size());
  double sum = 0.0;
  for (const Vec3& p : points) {
    sum += std::abs(distance_from(shape, p - shape.joint_from_box.position));
    if (sum > limit * count) break;
  }
  return sum / count;
}

// Axes along the segment (the direction of largest extent) and the frame's own; start from the bounds and improve.
RoundedBox fitted(const std::vector<Vec3>& points) {
  Vec3 low, high;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> values;
    for (const Vec3& p : points) values.push_back(p[k]);
    low[k] = spread(values, 0.02);
    high[k] = spread(values, 0.98);
  }
  const Vec3 extent = 0.5 * (high - low);
  RoundedBox best;
  best.joint_from_box.position = 0.5 * (low + high);
  const double thinnest = std::min({extent.x, extent.y, extent.z});
  best.radius = 0.95 * thinnest;
  best.half = glm::max(extent - Vec3(best.radius), Vec3(0.0));
  double error = mean_error(best, points, 1e9);
  double step = 0.25 * thinnest;
  for (int pass = 0; pass < 60 && step > 2e-4; ++pass) {  // coordinate descent over centre, half sizes and radius
    bool better = false;
    for (int k = 0; k < 7; ++k) {
      for (const double sign : {-1.0, 1.0}) {
        RoundedBox trial = best;
        if (k < 3) trial.joint_from_box.position[k] += sign * step;
        if (k >= 3 && k < 6) trial.half[k - 3] = std::max(0.0, trial.half[k - 3] + sign * step);
        if (k == 6) trial.radius = std::max(0.002, trial.radius + sign * step);
        if (const double e = mean_error(trial, points, error); e < error - 1e-9) {
          best = trial;
          error = e;
          better = true;
        }
      }
    }
    if (!better) step *= 0.5;
  }
  return best;
}

bool in_list(const std::vector<Joint>& list, std::uint16_t segment) {
  return std::find(list.begin(), list.end(), joint_at(segment)) != list.end();
}

}  // namespace

double signed_distance(const RoundedBox& shape, const Vec3& point) {
  return distance_from(shape, math::inverse(shape.joint_from_box).point(point));
}

math::Capsule as_capsule(const RoundedBox& shape) {
  int longest = 0;
  for (int k = 1; k < 3; ++k) longest = shape.half[k] > shape.half[longest] ? k : longest;
  Vec3 along(0.0);
  along[longest] = shape.half[longest];
  double across = 0.0;
  for (int k = 0; k < 3; ++k) across += k == longest ? 0.0 : 0.5 * shape.half[k];
  return {{shape.joint_from_box.point(-along), shape.joint_from_box.point(along)}, shape.radius + across};
}

const RoundedBox* piece_of(const CollisionBody& body, Joint joint) {
  for (const CollisionPiece& piece : body.pieces) {
    if (piece.joint == joint) return &piece.shape;
  }
  return nullptr;
}

std::array<math::Capsule, 15> finger_capsules(const CollisionBody& body, Side side) {
  std::array<math::Capsule, 15> capsules;
  for (const CollisionPiece& piece : body.pieces) {
    const std::size_t joint = index_of(piece.joint);
    if (joint < fingers(side).first || joint >= fingers(side).end) continue;
    capsules[joint - fingers(side).first] = as_capsule(piece.shape);
  }
  return capsules;
}

CollisionBody build_collision_body(const Skeleton& skeleton, const Skin& skin) {
  Frames<double> bind;
  forward_kinematics(skeleton, bind_posture(skeleton), bind);
  const math::SkinnedMesh& mesh = skin.levels[0];
  CollisionBody body;
  for (const Fit& fit : fits()) {
    const math::Pose joint_from_rest = math::inverse(bind.pose(fit.joint));
    std::vector<Vec3> points;
    for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
      if (!in_list(fit.segments, mesh.segments[v])) continue;
      const Vec3 p = joint_from_rest.point(Vec3(mesh.mesh.positions[v]));
      if (p.y >= fit.low_y && p.y <= fit.high_y) points.push_back(p);
    }
    if (points.size() < 6) continue;
    std::vector<Vec3> sample;  // a few hundred points tell the shape
    const std::size_t stride = points.size() / kSamples + 1;
    for (std::size_t i = 0; i < points.size(); i += stride) sample.push_back(points[i]);
    CollisionPiece piece{fit.joint, fitted(sample)};
    if (mirrored(fit.joint) == fit.joint) piece.shape.joint_from_box.position.x = 0.0;
    body.pieces.push_back(piece);
    if (mirrored(fit.joint) == fit.joint) continue;
    piece.joint = mirrored(fit.joint);
    piece.shape.joint_from_box.position.x = -piece.shape.joint_from_box.position.x;
    body.pieces.push_back(piece);
  }
  return body;
}

FitQuality fit_quality(const Skeleton& skeleton, const Skin& skin, const CollisionBody& body) {
  Frames<double> bind;
  forward_kinematics(skeleton, bind_posture(skeleton), bind);
  const math::SkinnedMesh& mesh = skin.levels[0];
  std::vector<math::Pose> joint_from_rest;
  for (const CollisionPiece& piece : body.pieces) joint_from_rest.push_back(math::inverse(bind.pose(piece.joint)));
  std::vector<double> errors;
  for (const math::Vec3f& p : mesh.mesh.positions) {
    double deepest = 1e9;  // the union's signed distance
    for (std::size_t i = 0; i < body.pieces.size(); ++i) {
      deepest = std::min(deepest, signed_distance(body.pieces[i].shape, joint_from_rest[i].point(Vec3(p))));
    }
    errors.push_back(std::abs(deepest));
  }
  FitQuality quality;
  for (const double e : errors) {
    quality.mean += e / static_cast<double>(errors.size());
    quality.worst = std::max(quality.worst, e);
  }
  quality.p95 = spread(errors, 0.95);
  return quality;
}

}  // namespace fh::human
