// SPDX-License-Identifier: Apache-2.0
#include "world/ground/slide_move.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kSkin = 0.005;    // m kept from what is met
constexpr double kFreedBy = 0.01;  // m that an outline is moved out of something in a tick, at most
constexpr double kTouch = 1e-4;    // m by which it is then clear
constexpr double kSteep = 0.3;     // level share of a normal: less is met from above or below
constexpr int kSlides = 4;
constexpr int kCorners = 8;

/// An elliptic cylinder as a hull.
std::array<Vec3, 2 * kCorners> hull_of(const BodyOutline& outline) {
  std::array<Vec3, 2 * kCorners> points;
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2.0 * math::kPi * i / kCorners;
    const double x = outline.half_breadth * math::cos(angle), z = outline.half_depth * math::sin(angle);
    points[static_cast<std::size_t>(2 * i)] = {x, outline.from, z};
    points[static_cast<std::size_t>(2 * i + 1)] = {x, outline.to, z};
  }
  return points;
}

/// What the outline is in at a place: `deep` metres at the most, and the level way out of all of it.
struct Inside {
  double deep = 0.0;
  Vec3 out{0.0};
};

Inside inside_of(const physics::World& physics, const physics::ConvexPart& part, const physics::QueryFilter& filter) {
  Inside inside;
  std::vector<physics::Overlap> rows;
  physics::overlaps(physics, part, rows, filter);
  for (const physics::Overlap& row : rows) {
    inside.deep = std::max(inside.deep, row.depth);
    const Vec3 level(row.normal.x, 0.0, row.normal.z);
    const double flat = glm::length(level);
    if (flat < kSteep) continue;  // met from above or below
    const Vec3 way = level / flat;
    inside.out += std::max(0.0, row.depth / flat - glm::dot(inside.out, way)) * way;
  }
  return inside;
}

/// What the body's own hands hold comes along: it does not stop the body.
std::array<core::ObjectId, 2> held_by(const physics::World& physics, core::BodyId self) {
  return {physics.held_by({self, 0}), physics.held_by({self, 1})};
}

physics::QueryFilter place_filter(core::BodyId self, const std::array<core::ObjectId, 2>& held) {
  physics::QueryFilter filter;
  filter.layers = physics::kPlaceLayers;
  filter.ignore_body = self;
  filter.ignore_objects = held;
  return filter;
}

}  // namespace

BumperResult move_outline(const physics::World& physics, const BodyOutline& outline, const Vec3& from, const Vec3& to,
                          double yaw, core::BodyId self) {
  const auto points = hull_of(outline);
  const auto held = held_by(physics, self);
  const physics::QueryFilter filter = place_filter(self, held);
  BumperResult result;
  result.root = from;
  Vec3 left = to - from;
  left.y = 0.0;
  bool freed = false;
  for (int i = 0; i < kSlides && glm::dot(left, left) > 1e-12; ++i) {
    const auto part = physics::make_hull(math::standing_at(result.root, yaw), points);
    const auto hit = physics::sweep(physics, part, left, filter);
    if (!hit) {
      result.root += left;
      return result;
    }
    const double length = glm::length(left);
    result.stopped = true;
    if (hit->what.object.valid()) result.touched = hit->what.object;
    result.point = hit->point;
    Vec3 normal(hit->normal.x, 0.0, hit->normal.z);
    const double flat = glm::length(normal);
    if (flat < 1e-6) return result;  // met from above
    if (hit->distance <= 0.0 && !freed) {
      // It turned into something, or something moved into it. It comes out first: a sweep from inside leads nowhere.
      freed = true;
      const Inside inside = inside_of(physics, part, filter);
      const double far = glm::length(inside.out);
      if (far > 0.0) {
        const Vec3 out = inside.out * (std::min(far + kTouch, kFreedBy) / far);
        const auto there = physics::make_hull(math::standing_at(result.root + out, yaw), points);
        if (inside_of(physics, there, filter).deep < inside.deep) {
          result.root += out;
          left -= std::min(0.0, glm::dot(left, out) / glm::dot(out, out)) * out;
          continue;
        }
      }
    }
    normal /= flat;
    const double gone = std::max(0.0, hit->distance - kSkin);
    const Vec3 way = left / length;
    result.root += gone * way;
    left -= gone * way;
    const double into = glm::dot(left, normal);
    if (into < 0.0) left -= into * normal;
  }
  return result;
}

Vec3 caught_before(const physics::World& physics, const BodyOutline& outline, const Vec3& from, const Vec3& to,
                   double yaw, const Vec3& wanted, double dt, core::BodyId self) {
  constexpr double kNear = 0.08, kOwnWill = 0.1;  // m; m/s
  constexpr double kCatch = 5.0;                  // m/s² by a foot or a hand against the fall
  const auto held = held_by(physics, self);
  const physics::QueryFilter filter = place_filter(self, held);
  const auto points = hull_of(outline);  // the part points into it
  const auto part = physics::make_hull(math::standing_at(from, yaw), points);
  const auto near = physics::nearest(physics, part, kNear, filter);
  if (!near) return to;
  const Vec3 across(near->on_place.x - near->on_part.x, 0.0, near->on_place.z - near->on_part.z);
  const double gap = glm::length(across);
  if (gap < 1e-4) return to;
  const Vec3 into = across / gap;
  const double most = std::sqrt(2.0 * kCatch * std::max(0.0, gap - 2.0 * kSkin)) * dt;
  const double moved = glm::dot(to - from, into);
  return moved > most && glm::dot(wanted, into) < kOwnWill ? to - (moved - most) * into : to;
}

bool may_turn(const physics::World& physics, const BodyOutline& outline, const Vec3& root, double from_yaw,
              double to_yaw, core::BodyId self) {
  constexpr double kRoom = 2.0 * kSkin;
  const auto points = hull_of(outline);
  const auto held = held_by(physics, self);
  const physics::QueryFilter filter = place_filter(self, held);
  // Less than nothing: so deep inside.
  const auto room = [&](double yaw) {
    const auto part = physics::make_hull(math::standing_at(root, yaw), points);
    const auto near = physics::nearest(physics, part, kRoom, filter);
    if (!near) return kRoom;
    return near->distance > 0.0 ? near->distance : -inside_of(physics, part, filter).deep;
  };
  const double then = room(to_yaw);
  return then >= kRoom || then >= room(from_yaw);
}

}  // namespace fh::world
