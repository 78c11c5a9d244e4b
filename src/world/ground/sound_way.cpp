// SPDX-License-Identifier: Apache-2.0
#include "world/ground/sound_way.h"

#include <algorithm>
#include <array>

#include "math/trig.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kLeafHeight = 1.8;                              // m: lower things that open are lids and drawers
constexpr std::array<double, 3> kAlong = {0.25, 0.5, 0.75};      // of the straight line: where a way round may bend
constexpr std::array<double, 4> kBeside = {0.6, 1.2, 1.8, 2.4};  // m beside it

double loss_between(const physics::World& physics, const scene::Scene& scene, const Vec3& from, const Vec3& to,
                    std::vector<physics::RayHit>& hits) {
  const double length = glm::length(to - from);
  if (length < 1e-3) return 0.0;
  hits.clear();
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Jointed);
  physics::all_hits(physics, {from, (to - from) / length}, length, hits, filter);
  // A wall is hit where the ray enters and, as a mesh, once more where it leaves: every object counts once.
  double loss = 0.0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const core::ObjectId id = hits[i].what.object;
    const auto before = hits.begin() + static_cast<std::ptrdiff_t>(i);
    if (!id.valid() || std::any_of(hits.begin(), before, [&](const auto& hit) { return hit.what.object == id; }))
      continue;
    const scene::Object* object = scene.find(id);
    if (!object) continue;
    if (object->is_static())
      loss += kWallLossDb;
    else if (object->openable && object->bounds.size().y > kLeafHeight)
      loss += kDoorLossDb;
  }
  return loss;
}

double level_of(const senses::SoundWay& way) {
  constexpr double kLn10 = 2.302585092994045684;
  return -way.loss_db - 20.0 * math::log(std::max(0.1, way.length)) / kLn10;
}

}  // namespace

senses::SoundWay sound_way(const physics::World& physics, const scene::Scene& scene, const Vec3& from, const Vec3& to,
                           std::vector<physics::RayHit>& hits) {
  senses::SoundWay best{glm::length(to - from), loss_between(physics, scene, from, to, hits)};
  if (best.loss_db <= kCornerLossDb) return best;
  const Vec3 way = to - from;
  const Vec3 aside = math::normalized_or(Vec3(-way.z, 0.0, way.x), Vec3(1.0, 0.0, 0.0));
  for (const double along : kAlong) {
    for (const double beside : kBeside) {
      for (const double side : {-1.0, 1.0}) {
        const Vec3 bend = from + along * way + side * beside * aside;
        senses::SoundWay round{glm::length(bend - from) + glm::length(to - bend), kCornerLossDb};
        if (level_of(round) <= level_of(best)) continue;
        round.loss_db += loss_between(physics, scene, from, bend, hits);
        if (level_of(round) <= level_of(best)) continue;
        round.loss_db += loss_between(physics, scene, bend, to, hits);
        if (level_of(round) > level_of(best)) best = round;
      }
    }
  }
  return best;
}

}  // namespace fh::world
