// SPDX-License-Identifier: Apache-2.0
#pragma once
// Questions to the physical place, as plain functions. All are const, allocate little and may run on many threads at
// once; answers are ordered and depend on the state of the world only (not on how it came to be). Metres, world space.
// Convex solids are solid, triangle meshes are surfaces seen from both sides.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/shapes.h"
#include "physics/world.h"

namespace fh::physics {

/// What a query does not see.
struct QueryFilter {
  std::uint32_t layers = kSolidLayers;                  // layer_bit()s to see
  std::span<const core::ObjectId> ignore_objects = {};  // few; not owned
  core::BodyId ignore_body = {};                        // all segments of this body
  bool through_glass = false;
};

inline constexpr std::uint32_t kNoTriangle = 0xffffffffu;

struct RayHit {
  Touching what;
  std::uint32_t triangle = kNoTriangle;  // of the collision mesh, for triangle meshes
  double distance = 0.0;                 // 0 when the ray starts inside a convex solid
  math::Vec3 point{0.0};
  math::Vec3 normal{0.0};  // unit, against the ray
};

/// The first thing hit within `range`; of equally far ones the smallest id.
std::optional<RayHit> cast_ray(const World& world, const math::Ray& ray, double range, const QueryFilter& filter = {});
/// Everything hit, by distance, then id: each convex solid once (where the ray enters), each triangle once.
void all_hits(const World& world, const math::Ray& ray, double range, std::vector<RayHit>& out,
              const QueryFilter& filter = {});

struct SweepHit {
  Touching what;
  std::uint32_t triangle = kNoTriangle;
  double distance = 0.0;   // moved until touching; 0 when it overlaps at the start
  math::Vec3 point{0.0};   // where it touches
  math::Vec3 normal{0.0};  // unit, of what was hit, against the motion
};

/// The first thing the part touches when it moves by `motion` without turning. Distances are good to 1e-4 m.
std::optional<SweepHit> sweep(const World& world, const ConvexPart& part, const math::Vec3& motion,
                              const QueryFilter& filter = {});

struct Overlap {
  Touching what;
  double depth = 0.0;      // how far the part must move to come free, metres, about 1e-3; 5e-3 at edges of boxes
  math::Vec3 point{0.0};   // deepest point of the part
  math::Vec3 normal{0.0};  // unit; moving the part along it comes free
};

/// Everything the part overlaps, one row per collision part or segment, sorted by id.
void overlaps(const World& world, const ConvexPart& part, std::vector<Overlap>& out, const QueryFilter& filter = {});
/// The same for all parts of a movable thing where it now is; joints hold what they hold: only free things are asked.
void overlaps(const World& world, core::ObjectId thing, std::vector<Overlap>& out);
bool any_overlap(const World& world, const ConvexPart& part, const QueryFilter& filter = {});

struct Near {
  Touching what;
  std::uint32_t triangle = kNoTriangle;
  double distance = 0.0;    // 0 when touching or overlapping (overlaps() knows how deep)
  math::Vec3 on_part{0.0};  // witness points: the nearest pair
  math::Vec3 on_place{0.0};
};

/// The nearest thing within `radius` of the part, exact to 1e-5 m at room scale (computed in double precision); of
/// equally near ones the smallest id. For clearances in reports, planners and reach.
std::optional<Near> nearest(const World& world, const ConvexPart& part, double radius, const QueryFilter& filter = {});
/// The same of one object that can move, with all that is fixed to it, and of nothing else.
std::optional<Near> nearest_on(const World& world, core::ObjectId object, const ConvexPart& part, double radius);
/// The nearest place of each object or segment within `radius`, by distance, then id.
void near(const World& world, const ConvexPart& part, double radius, std::vector<Near>& out,
          const QueryFilter& filter = {});

}  // namespace fh::physics
