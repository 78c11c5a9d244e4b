// SPDX-License-Identifier: Apache-2.0
// Exact distances: Jolt's broad phase finds candidates, our own double-precision geometry measures.
#include <cmath>

#include "physics/jolt_queries.h"

#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseQuery.h>

namespace fh::physics {
namespace {

constexpr double kRounding = 1e-3;  // metres: Jolt's boxes are floats and of its own mesh grid

struct Candidate {
  double gap;           // of the bounding boxes: no more than the distance
  std::uint32_t solid;  // index
};

double gap_between(const math::Aabb& a, const math::Aabb& b) {
  const math::Vec3 apart = glm::max(glm::max(b.low - a.high, a.low - b.high), math::Vec3(0.0));
  return glm::length(apart);
}

class CandidateCollector final : public JPH::CollideShapeBodyCollector {
 public:
  CandidateCollector(const World::Impl& world, const QueryFilter& filter, const math::Aabb& box, double radius,
                     std::vector<Candidate>& out)
      : world_(world), filter_(filter), box_(box), radius_(radius), out_(out) {}

  void AddHit(const JPH::BodyID& id) override {
    const Solid& solid = world_.solids[id.GetIndex()];
    if (ignores(filter_, solid)) return;
    const JPH::AABox& bounds = world_.system.GetBodyLockInterfaceNoLock().TryGetBody(id)->GetWorldSpaceBounds();
    const double gap = gap_between(box_, math::Aabb{from_jolt(bounds.mMin), from_jolt(bounds.mMax)}.grown(kRounding));
    if (gap <= radius_) out_.push_back({gap, id.GetIndex()});
  }

 private:
  const World::Impl& world_;
  const QueryFilter& filter_;
  const math::Aabb& box_;
  double radius_;
  std::vector<Candidate>& out_;
};

/// Nearest first; of equals the smaller index: the order does not depend on Jolt's trees.
void find_candidates(const World::Impl& w, const math::Aabb& box, double radius, const QueryFilter& filter,
                     std::vector<Candidate>& out) {
  out.clear();
  const math::Aabb reach = box.grown(radius + kRounding);
  CandidateCollector collector(w, filter, box, radius, out);
  w.system.GetBroadPhaseQuery().CollideAABox(JPH::AABox(to_jolt(reach.low), to_jolt(reach.high)), collector,
                                             TreeFilter(filter.layers), LayerFilter(filter.layers));
  std::sort(out.begin(), out.end(),
            [](const Candidate& a, const Candidate& b) { return a.gap != b.gap ? a.gap < b.gap : a.solid < b.solid; });
}

bool nearer(const Near& a, const Near& b) {
  if (a.distance != b.distance) return a.distance < b.distance;
  return a.what != b.what ? a.what < b.what : a.triangle < b.triangle;
}

Touching side_of(const Solid& solid, const LeafTag& tag) {
  if (solid.human.valid()) return {{}, solid.human, solid.segment, 0};
  return {tag.object, {}, 0, tag.part};
}

/// Calls found(Near) for each piece of a solid nearer than limit(), which may shrink meanwhile.
template <class Limit, class Found>
void measure(const World::Impl& w, const Solid& solid, const ConvexPart& part, const QueryFilter& filter,
             const Limit& limit, const Found& found) {
  const math::Pose world_from_solid = w.solid_pose(solid);
  const ConvexPart local = moved(math::inverse(world_from_solid), part);
  const math::Aabb box = solid.pieces.size() > 1 ? bounds(local) : math::Aabb{};
  for (const Piece& piece : solid.pieces) {
    if (ignores(filter, piece.tag)) continue;
    const double most = limit();
    if (solid.pieces.size() > 1 && gap_between(box, piece.bounds) > most) continue;
    math::Nearest pair;
    std::uint32_t triangle = kNoTriangle;
    if (piece.tree != nullptr) {
      const math::Pose solid_from_mesh = piece.convex.world_from_part;
      // Just above the limit, so that an equally near triangle of a smaller id is seen.
      const NearestTriangle in_mesh =
          piece.tree->nearest(moved(math::inverse(solid_from_mesh), local), std::nextafter(most, 1e30));
      if (!in_mesh.found) continue;
      pair = {solid_from_mesh.point(in_mesh.nearest.on_first), solid_from_mesh.point(in_mesh.nearest.on_second),
              in_mesh.nearest.distance};
      triangle = in_mesh.triangle;
    } else {
      pair = physics::nearest(local, piece.convex);
      if (pair.distance > most) continue;
    }
    found(Near{side_of(solid, piece.tag), triangle, pair.distance, world_from_solid.point(pair.on_first),
               world_from_solid.point(pair.on_second)});
  }
}

std::optional<Near> nearest_with(const World::Impl& w, const ConvexPart& part, double radius, const QueryFilter& filter,
                                 std::vector<Candidate>& candidates) {
  find_candidates(w, bounds(part), radius, filter, candidates);
  std::optional<Near> best;
  const auto limit = [&] { return best ? best->distance : radius; };
  for (const Candidate& candidate : candidates) {
    if (candidate.gap > limit()) break;
    measure(w, w.solids[candidate.solid], part, filter, limit, [&](const Near& near) {
      if (!best || nearer(near, *best)) best = near;
    });
  }
  return best;
}

}  // namespace

std::optional<Near> nearest(const World& world, const ConvexPart& part, double radius, const QueryFilter& filter) {
  std::vector<Candidate> candidates;
  return nearest_with(world.impl(), part, radius, filter, candidates);
}

std::optional<Near> nearest_on(const World& world, core::ObjectId object, const ConvexPart& part, double radius) {
  const World::Impl& w = world.impl();
  const ObjectEntry& entry = w.entry(object);
  if (!entry.moving) return {};
  std::optional<Near> best;
  measure(
      w, w.solids[static_cast<std::size_t>(entry.solid)], part, {}, [&] { return best ? best->distance : radius; },
      [&](const Near& near) {
        if (!best || nearer(near, *best)) best = near;
      });
  return best;
}

void near(const World& world, const ConvexPart& part, double radius, std::vector<Near>& out,
          const QueryFilter& filter) {
  const World::Impl& w = world.impl();
  std::vector<Candidate> candidates;
  find_candidates(w, bounds(part), radius, filter, candidates);
  out.clear();
  for (const Candidate& candidate : candidates) {
    const std::size_t first = out.size();
    measure(
        w, w.solids[candidate.solid], part, filter, [&] { return radius; },
        [&](const Near& near) {
          for (std::size_t i = first; i < out.size(); ++i) {  // one row per object, its nearest part
            if (out[i].what.object != near.what.object) continue;
            if (nearer(near, out[i])) out[i] = near;
            return;
          }
          out.push_back(near);
        });
  }
  std::sort(out.begin(), out.end(), nearer);
}

}  // namespace fh::physics
