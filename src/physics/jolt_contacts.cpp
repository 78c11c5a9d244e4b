// SPDX-License-Identifier: Apache-2.0
#include "physics/jolt_contacts.h"

#include <Jolt/Physics/Body/Body.h>

#include <algorithm>
#include <cmath>
#include <compare>

#include "core/time.h"
#include "physics/jolt_convert.h"
#include "physics/jolt_shapes.h"

namespace fh::physics {
namespace {

/// Orders as Touching does; body ids and segments are below 65536.
std::uint64_t key_of(const Touching& side) {
  return (static_cast<std::uint64_t>(side.object.value) << 32) |
         (side.object.valid() ? side.part : (side.body.value << 16) | side.segment);
}

/// Orders rows of one pair of parts, the strongest first, so that the choice among them does not depend on the threads.
/// A total order, also of what is not a number.
bool row_before(const Contact& a, const Contact& b) {
  if (const auto by = std::strong_order(b.impulse, a.impulse); by != 0) return by < 0;
  if (const auto by = std::strong_order(b.depth, a.depth); by != 0) return by < 0;
  for (int i = 0; i < 3; ++i) {
    if (const auto by = std::strong_order(a.point[i], b.point[i]); by != 0) return by < 0;
  }
  for (int i = 0; i < 3; ++i) {
    if (const auto by = std::strong_order(a.normal[i], b.normal[i]); by != 0) return by < 0;
  }
  return false;
}

double inverse_mass(const JPH::Body& body) {
  return body.IsDynamic() ? body.GetMotionProperties()->GetInverseMassUnchecked() : 0.0;
}

bool is_leg(const JPH::Body& body) {
  return static_cast<Layer>(body.GetObjectLayer()) == Layer::Leg;
}

/// Of the velocity of `thing` at a point along `normal`, per N·s there.
double give(const JPH::Body& thing, JPH::Vec3Arg point, JPH::Vec3Arg normal) {
  const JPH::Vec3 turning = (point - thing.GetCenterOfMassPosition()).Cross(normal);
  return inverse_mass(thing) + turning.Dot(thing.GetInverseInertia().Multiply3x3(turning));
}

/// N·s from a leg to a thing along `out`, which points from one to the other: until the thing leaves as fast as the leg
/// comes, or with the force of a leg. What comes flying is stopped by whatever that takes.
double leg_impulse(const JPH::Body& leg, const JPH::Body& thing, JPH::Vec3Arg point, JPH::Vec3Arg out, double depth) {
  constexpr double kForce = 150.0;                       // N
  constexpr double kNear = 0.005;                        // m: what is farther is not touched
  constexpr double kMoves = 0.05;                        // m/s: a leg that stands pushes nothing out of itself
  constexpr double kPart = 20.0, kFastestParting = 1.0;  // 1/s of the depth; m/s
  if (depth < -kNear) return 0.0;
  const double yields = give(thing, point, out);
  if (yields <= 0.0) return 0.0;
  const double leaves = thing.GetPointVelocity(point).Dot(out), comes = leg.GetPointVelocity(point).Dot(out);
  const double parts = comes > kMoves ? std::clamp(kPart * (depth - kNear), 0.0, kFastestParting) : 0.0;
  const double wanted = comes + parts;
  const double most = kForce * core::kTickSeconds + std::max(0.0, -leaves) / yields;
  return std::clamp((wanted - leaves) / yields, 0.0, most);
}

}  // namespace

Touching touching_of(const JPH::Body& body, const JPH::SubShapeID& leaf) {
  const std::uint64_t bits = body.GetUserData();
  if (bits >> 63) {
    return {
        {}, core::BodyId{static_cast<std::uint32_t>(bits >> 32) & 0x7fffffffu}, static_cast<std::uint32_t>(bits), 0};
  }
  const LeafTag tag = LeafTag::unpacked(body.GetShape()->GetSubShapeUserData(leaf));
  return {tag.object, {}, 0, tag.part};
}

void ContactGatherer::note(const JPH::Body& a, const JPH::Body& b, const JPH::ContactManifold& manifold,
                           JPH::ContactSettings& settings) {
  const bool leg = is_leg(a) || is_leg(b);
  const bool nudges = leg && (a.IsDynamic() || b.IsDynamic());
  if (nudges) {
    settings.mIsSensor = true;        // Jolt would push with any force
    constexpr float kUpright = 0.7f;  // steeper normals lift or press down: people stand on what lies underfoot
    if (std::abs(manifold.mWorldSpaceNormal.GetY()) > kUpright) return;
  }
  const std::size_t index = count_.fetch_add(1, std::memory_order_relaxed);
  if (index >= rows_.size()) return pairs_.give_up();
  Contact& row = rows_[index];
  row.first = touching_of(a, manifold.mSubShapeID1);
  row.second = touching_of(b, manifold.mSubShapeID2);
  JPH::Vec3 sum = JPH::Vec3::sZero();
  const JPH::uint points = manifold.mRelativeContactPointsOn1.size();
  for (JPH::uint i = 0; i < points; ++i) sum += manifold.mRelativeContactPointsOn1[i];
  const JPH::Vec3 middle = manifold.mBaseOffset + sum / static_cast<float>(std::max(points, 1u));
  const JPH::Vec3 closing = a.GetPointVelocity(middle) - b.GetPointVelocity(middle);
  row.point = from_jolt(middle);
  row.normal = from_jolt(manifold.mWorldSpaceNormal);
  row.depth = manifold.mPenetrationDepth;
  const double both = inverse_mass(a) + inverse_mass(b);
  const double speed = closing.Dot(manifold.mWorldSpaceNormal);
  row.impulse = both > 0.0 && speed > 0.0 && (nudges || !settings.mIsSensor) ? speed / both : 0.0;
  row.nudge = 0.0;
  if (nudges) {
    const JPH::Vec3 out = is_leg(a) ? manifold.mWorldSpaceNormal : -manifold.mWorldSpaceNormal;
    row.nudge = leg_impulse(is_leg(a) ? a : b, is_leg(a) ? b : a, middle, out, row.depth);
  }
  row.began = false;
  if (row.second < row.first) {
    std::swap(row.first, row.second);
    row.normal = -row.normal;
  }
}

void ContactGatherer::take(std::vector<Contact>& out, const std::vector<std::pair<Touching, Touching>>& before) {
  const std::size_t count = std::min(count_.load(std::memory_order_relaxed), rows_.size());
  keys_.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    keys_.push_back({key_of(rows_[i].first), key_of(rows_[i].second), i});
  }
  std::sort(keys_.begin(), keys_.end(), [this](const Key& a, const Key& b) {
    if (a.first != b.first) return a.first < b.first;
    return a.second != b.second ? a.second < b.second : row_before(rows_[a.row], rows_[b.row]);
  });
  out.clear();
  out.reserve(count);
  std::size_t then = 0;
  for (const Key& key : keys_) {
    const Contact& row = rows_[key.row];
    if (!out.empty() && out.back().first == row.first && out.back().second == row.second) continue;
    out.push_back(row);
    const std::pair pair(row.first, row.second);
    while (then < before.size() && before[then] < pair) ++then;  // both lists are sorted
    out.back().began = then == before.size() || before[then] != pair;
  }
}

}  // namespace fh::physics
