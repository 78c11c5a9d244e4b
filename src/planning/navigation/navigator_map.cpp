// SPDX-License-Identifier: Apache-2.0
// The navigator's map: believed obstacles and people in the way into it, and what a change means for the route.
#include <algorithm>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

constexpr double kBlockRange = 3.0;   // m: people farther away may have moved on by the time
constexpr double kUnmoved = 0.03;     // m
constexpr double kUnturned = 0.9996;  // cosine of half of 3 degrees

bool same(const Obstacle& a, const Obstacle& b) {
  return a.id == b.id && a.openable == b.openable && a.locked == b.locked && a.movable == b.movable &&
         a.unseen == b.unseen && a.world_from_object.position == b.world_from_object.position &&
         a.world_from_object.rotation == b.world_from_object.rotation;
}

/// A door that swings or slides: it is worth waiting on.
bool moves_on(const Obstacle& a, const Obstacle& b) {
  constexpr double kTurned = 0.99999;  // cosine of half of half a degree
  const double cosine = glm::dot(a.world_from_object.rotation, b.world_from_object.rotation);
  return std::abs(cosine) < kTurned || a.world_from_object.position != b.world_from_object.position;
}

/// The same thing in the same place, as far as it matters: it has not been opened or moved.
bool unmoved(const Obstacle& a, const Obstacle& b) {
  const Vec3 off = a.world_from_object.position - b.world_from_object.position;
  const double cosine = glm::dot(a.world_from_object.rotation, b.world_from_object.rotation);
  return glm::dot(off, off) < kUnmoved * kUnmoved && std::abs(cosine) > kUnturned;
}

void stamp(NavigatorData& nav, KnownObstacle& known, NavigatorScratch& scratch) {
  known.cells.clear();
  const Solids* solids = nav.solids->find(known.obstacle.id);
  if (!solids) return;
  project(*solids, known.obstacle.world_from_object, *nav.floor, nav.settings.body.band, scratch.footprint,
          known.cells);
  if (known.obstacle.unseen != 0) {
    const math::Pose object_from_world = math::inverse(known.obstacle.world_from_object);
    std::erase_if(known.cells, [&](const FootprintCell& entry) {
      const Vec2 centre = nav.map.frame().centre(entry.cell);
      const int piece = known.obstacle.pieces.at(object_from_world.point({centre.x, 0.0, centre.y}));
      return (known.obstacle.unseen >> piece & 1u) != 0;
    });
  }
  // What could be opened or moved hinders in its own way.
  const bool door = known.obstacle.openable && !known.obstacle.locked;
  if ((door || known.obstacle.movable) && !known.in_vain) {
    const std::uint8_t instead = bit(door ? Hindrance::Door : Hindrance::Movable);
    for (FootprintCell& entry : known.cells) {
      if (entry.hindrances & bit(Hindrance::Solid)) {
        entry.hindrances = static_cast<std::uint8_t>((entry.hindrances & ~bit(Hindrance::Solid)) | instead);
      }
    }
  }
  nav.map.add(known.cells);
}

void stamp(NavigatorData& nav, BlockingPerson& blocker) {
  // Somebody who stands in the way: a disc, grown by the map like any solid.
  const GridFrame& frame = nav.map.frame();
  const double radius = blocker.radius;
  const int reach = static_cast<int>(radius / frame.cell) + 1;
  const CellIndex own = frame.cell_at(blocker.at, blocker.layer);
  blocker.cells.clear();
  for (int dz = -reach; dz <= reach; ++dz) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const int x = frame.x_of(own) + dx, row = frame.row_of(own) + dz;
      if (x < 0 || row < 0 || x >= frame.width || row >= frame.rows()) continue;
      const CellIndex cell = frame.index(x, row);
      if (frame.layer_of(cell) != blocker.layer) continue;
      const Vec2 off = frame.centre(cell) - blocker.at;
      if (glm::dot(off, off) <= radius * radius) blocker.cells.push_back({cell, bit(Hindrance::Solid)});
    }
  }
  nav.map.add(blocker.cells);
}

/// Brings the map up to date; a route that may not be the best any more is searched again.
void take_changes(NavigatorData& nav, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  scratch.changes.clear();
  nav.map.update(scratch.changes);
  if (scratch.changes.empty()) return;
  if (state.status == NavStatus::GaveUp || state.status == NavStatus::Blocked) state.must_plan = state.has_goal;
  if (!state.has_goal || state.must_plan) return;
  const double grown = nav.settings.body.radius;
  for (const WalkChanges& change : scratch.changes) {
    bool suspect = judge(nav.map, state.route, change) == RouteVerdict::Suspect;
    // The path was pulled tight and runs beside its route.
    for (std::size_t i = 1; i < state.path.points.size() && !suspect && !change.dearer.empty(); ++i) {
      const GridFrame& frame = nav.map.frame();
      const Vec2 a = state.path.points[i - 1].at, b = state.path.points[i].at;
      const CellIndex low = frame.cell_at(glm::min(a, b) - Vec2(grown), state.path.points[i].layer);
      const CellIndex high = frame.cell_at(glm::max(a, b) + Vec2(grown), state.path.points[i].layer);
      suspect = frame.x_of(low) < change.dearer.x1 && frame.x_of(high) >= change.dearer.x0 &&
                frame.row_of(low) < change.dearer.row1 && frame.row_of(high) >= change.dearer.row0;
    }
    if (suspect) {
      state.must_plan = true;
      return;
    }
    ++state.counters.kept;
  }
}

void age_blockers(NavigatorData& nav, double dt, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  bool any = false;
  for (BlockingPerson& blocker : state.blockers) {
    blocker.time_left -= dt;
    if (blocker.time_left > 0.0) continue;
    nav.map.remove(blocker.cells);
    any = true;
  }
  if (!any) return;
  std::erase_if(state.blockers, [](const BlockingPerson& blocker) { return blocker.time_left <= 0.0; });
  const bool must_plan = state.must_plan;
  take_changes(nav, scratch);
  if (state.status != NavStatus::Walking || state.route.status != SearchStatus::Found) return;
  // A place that somebody stood on may be free again. Else nobody has seen the people go: a way round them that was
  // found is walked to its end, not given up for the crowd.
  state.must_plan = must_plan || state.goal_occupied;
}

/// Whether unseen ground counts otherwise than the true one: level and free at home, nowhere else any.
bool assumed_otherwise(const NavigatorData& nav, CellIndex cell) {
  if (nav.map.frame().on_rim(cell)) return false;
  return (nav.floor->height(cell) == kNoFloor) == (nav.map.frame().layer_of(cell) == nav.state.home);
}

/// The map of a mind that knows no ground yet, but for what the state says was seen.
void assume_ground(NavigatorData& nav) {
  std::vector<FootprintCell> open, shut;
  for (std::size_t i = 0; i < nav.map.frame().size(); ++i) {
    const auto cell = static_cast<CellIndex>(i);
    if (is_ground_known(nav.state, cell) || !assumed_otherwise(nav, cell)) continue;
    (nav.floor->height(cell) == kNoFloor ? open : shut).push_back({cell, bit(Hindrance::Solid)});
  }
  nav.map.remove(open);
  nav.map.add(shut);
}

/// Takes cells over into what is known of the ground.
class GroundLearner {
 public:
  explicit GroundLearner(NavigatorData& nav) : nav_(nav), frame_(nav.map.frame()) {}

  /// Feet and hips are in the middle of it.
  void feel(const Vec3& position) { know_disc({position.x, position.z}, nav_.map.layer_at(position), kFelt); }
  void see(const Vec3& point, const SeenGround& look) {
    const int layer = nav_.floor->layer_at(point);
    const Vec2 at{point.x, point.z};
    const float height = nav_.floor->height(frame_.cell_at(at, layer));
    // Ceilings are floors seen from below, and the fronts of stairs belong to the tread above.
    if (height == kNoFloor && look.eye.y > point.y) return know(frame_.cell_at(at, layer));  // the side of a drop
    if (height == kNoFloor || std::abs(height - point.y) > kSameGround || look.eye.y < height) return;
    know_disc(at, layer, std::min(look.spacing * glm::length(point - look.eye), 0.3));
  }
  void see_through(const Vec3& point) {
    const CellIndex cell = frame_.cell_at({point.x, point.z}, nav_.state.home);
    const float height = nav_.floor->height(cell);
    if (height == kNoFloor || height < point.y - kSameGround) know(cell);
  }
  void finish() {
    nav_.map.add(shut_);
    nav_.map.remove(open_);
  }

 private:
  static constexpr double kFelt = 0.5;         // m around the feet
  static constexpr double kSameGround = 0.12;  // m

  void know_disc(const Vec2& at, int layer, double radius) {
    const CellIndex own = frame_.cell_at(at, layer);
    const int reach = static_cast<int>(radius / frame_.cell);
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const int x = frame_.x_of(own) + dx, row = frame_.row_of(own) + dz;
        if (dx * dx + dz * dz > reach * reach || x < 0 || x >= frame_.width) continue;
        if (row < layer * frame_.depth || row >= (layer + 1) * frame_.depth) continue;
        know(frame_.index(x, row));
      }
    }
  }
  void know(CellIndex cell) {
    if (is_ground_known(nav_.state, cell)) return;
    const auto at = static_cast<std::size_t>(cell);
    nav_.state.ground_seen[at >> 6] |= std::uint64_t{1} << (at & 63);
    nav_.state.saw_more = true;
    if (!assumed_otherwise(nav_, cell)) return;
    (nav_.floor->height(cell) == kNoFloor ? shut_ : open_).push_back({cell, bit(Hindrance::Solid)});
  }

  NavigatorData& nav_;
  const GridFrame& frame_;
  std::vector<FootprintCell> open_, shut_;
};

}  // namespace

void DoorLeaf::visit(core::Archive& archive) {
  archive.field("hinge", hinge);
  archive.field("edge", edge);
  archive.field("opens", opens);
}

void Obstacle::visit(core::Archive& archive) {
  archive.field("id", id.value);
  archive.field("world_from_object", world_from_object);
  archive.field("openable", openable);
  archive.field("locked", locked);
  archive.field("movable", movable);
  archive.field("leaf", leaf);
}

void BlockingPerson::visit(core::Archive& archive) {
  archive.field("id", id.value);
  archive.field("at", at);
  archive.field("layer", layer);
  archive.field("radius", radius);
  archive.field("time_left", time_left);
}

void perceive(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s) {
  s.here = {{input.position.x, input.position.z}, nav.map.layer_at(input.position)};
  age_blockers(nav, input.dt, scratch);
}

void set_obstacles(NavigatorData& nav, std::span<const Obstacle> obstacles, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  std::vector<const Obstacle*> wanted;
  wanted.reserve(obstacles.size());
  for (const Obstacle& obstacle : obstacles) wanted.push_back(&obstacle);
  std::sort(wanted.begin(), wanted.end(), [](const Obstacle* a, const Obstacle* b) { return a->id < b->id; });
  std::vector<KnownObstacle> now;
  now.reserve(wanted.size());
  std::size_t old = 0;
  for (const Obstacle* obstacle : wanted) {
    while (old < state.known.size() && state.known[old].obstacle.id < obstacle->id)
      nav.map.remove(state.known[old++].cells);
    if (old < state.known.size() && state.known[old].obstacle.id == obstacle->id) {
      const bool in_vain = state.known[old].in_vain && unmoved(state.known[old].obstacle, *obstacle);
      if (in_vain || same(state.known[old].obstacle, *obstacle)) {
        now.push_back(std::move(state.known[old++]));
        continue;
      }
      if (obstacle->id == state.waiting_for && moves_on(state.known[old].obstacle, *obstacle)) state.waiting_time = 0.0;
      nav.map.remove(state.known[old++].cells);
    }
    now.push_back({*obstacle, {}, 0});
    stamp(nav, now.back(), scratch);
  }
  while (old < state.known.size()) nav.map.remove(state.known[old++].cells);
  state.known = std::move(now);
  take_changes(nav, scratch);
}

bool is_ground_known(const NavigatorState& state, CellIndex cell) {
  const auto at = static_cast<std::size_t>(cell);
  return state.ground_seen.empty() || (state.ground_seen[at >> 6] >> (at & 63) & 1u) != 0;
}

void forget_ground(NavigatorData& nav, const Vec3& start) {
  nav.state.ground_seen.assign((nav.map.frame().size() + 63) / 64, 0);
  nav.state.home = nav.floor->layer_at(start);
  rebuild_map(nav);
  NavigatorScratch scratch;
  learn_ground(nav, {}, start, scratch);
}

void learn_ground(NavigatorData& nav, const SeenGround& seen, const Vec3& position, NavigatorScratch& scratch) {
  if (nav.state.ground_seen.empty()) return;
  GroundLearner learner(nav);
  learner.feel(position);
  for (const Vec3& point : seen.surface) learner.see(point, seen);
  for (const Vec3& point : seen.through) learner.see_through(point);
  learner.finish();
  take_changes(nav, scratch);
}

void give_up_thing(NavigatorData& nav, core::ObjectId id, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  for (KnownObstacle& known : state.known) {
    if (known.obstacle.id != id) continue;
    nav.map.remove(known.cells);
    known.in_vain = 1;
    stamp(nav, known, scratch);
  }
  take_changes(nav, scratch);
}

void block_people(NavigatorData& nav, const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  NavigatorState& state = nav.state;
  for (const PerceivedPerson& person : input.people) {
    const Vec2 at{person.position.x, person.position.z};
    if (glm::length(person.velocity) > 0.2 || glm::length(at - here.at) > kBlockRange) continue;
    bool known = false;
    for (const BlockingPerson& blocker : state.blockers) known |= blocker.id == person.id;
    if (known) continue;
    BlockingPerson blocker;
    blocker.id = person.id;
    blocker.at = at;
    blocker.layer = here.layer;
    const double space = person.id == state.goal.person ? 0.0 : person.personal_space - nav.settings.body.side_radius;
    blocker.radius = std::max(person.radius, space);
    blocker.time_left = nav.settings.progress.reroute;
    stamp(nav, blocker);
    state.blockers.push_back(std::move(blocker));
  }
  take_changes(nav, scratch);
}

core::ObjectId obstacle_in(const NavigatorData& nav, CellIndex cell, Hindrance kind) {
  const NavigatorState& state = nav.state;
  for (const KnownObstacle& known : state.known) {
    const auto at = std::lower_bound(known.cells.begin(), known.cells.end(), cell,
                                     [](const FootprintCell& entry, CellIndex value) { return entry.cell < value; });
    if (at != known.cells.end() && at->cell == cell && (at->hindrances & bit(kind))) return known.obstacle.id;
  }
  return {};
}

void rebuild_map(NavigatorData& nav) {
  NavigatorState& state = nav.state;
  nav.map = WalkMap(*nav.floor, nav.settings.body, nav.settings.costs);
  NavigatorScratch scratch;
  if (!state.ground_seen.empty()) {
    // A damaged state must not reach beyond the map.
    state.ground_seen.resize((nav.map.frame().size() + 63) / 64, 0);
    state.home = math::clamp(state.home, 0, nav.map.frame().layers - 1);
    assume_ground(nav);
  }
  for (KnownObstacle& known : state.known) stamp(nav, known, scratch);
  for (BlockingPerson& blocker : state.blockers) stamp(nav, blocker);
  nav.map.update(scratch.changes);
}

}  // namespace fh::planning
