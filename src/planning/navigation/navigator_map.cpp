// The navigator's beliefs: obstacles into the map, and what a change means for the route.
#include <algorithm>

#include "planning/navigation/navigator.h"

namespace fh::planning {
namespace {

constexpr double kBlockRange = 3.0;   // m: people farther away may have moved on by the time
constexpr double kUnmoved = 0.03;     // m
constexpr double kUnturned = 0.9996;  // cosine of half of 3 degrees

bool same(const Obstacle& a, const Obstacle& b) {
  return a.id == b.id && a.openable == b.openable && a.locked == b.locked && a.movable == b.movable &&
         a.world_from_object.position == b.world_from_object.position &&
         a.world_from_object.rotation == b.world_from_object.rotation;
}

/// The same thing in the same place, as far as it matters: it has not been opened or moved.
bool unmoved(const Obstacle& a, const Obstacle& b) {
  const Vec3 off = a.world_from_object.position - b.world_from_object.position;
  const double cosine = glm::dot(a.world_from_object.rotation, b.world_from_object.rotation);
  return glm::dot(off, off) < kUnmoved * kUnmoved && std::abs(cosine) > kUnturned;
}

}  // namespace

void Obstacle::visit(core::Archive& archive) {
  archive.field("id", id.value);
  archive.field("world_from_object", world_from_object);
  archive.field("openable", openable);
  archive.field("locked", locked);
  archive.field("movable", movable);
}

void Navigator::Blocker::visit(core::Archive& archive) {
  archive.field("id", id.value);
  archive.field("at", at);
  archive.field("layer", layer);
  archive.field("radius", radius);
  archive.field("time_left", time_left);
}

void Navigator::stamp(Known& known, NavigatorScratch& scratch) {
  known.cells.clear();
  const Solids* solids = solids_->find(known.obstacle.id);
  if (!solids) return;
  project(*solids, known.obstacle.world_from_object, *floor_, settings_.body.band, scratch.footprint, known.cells);
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
  map_.add(known.cells);
}

void Navigator::stamp(Blocker& blocker) {
  // Somebody who stands in the way: a disc, grown by the map like any solid.
  const GridFrame& frame = map_.frame();
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
  map_.add(blocker.cells);
}

void Navigator::take_changes(NavigatorScratch& scratch) {
  scratch.changes.clear();
  map_.update(scratch.changes);
  if (scratch.changes.empty()) return;
  if (status_ == NavStatus::GaveUp || status_ == NavStatus::Blocked) must_plan_ = has_goal_;
  if (!has_goal_ || must_plan_) return;
  const double grown = settings_.body.radius;
  for (const WalkChanges& change : scratch.changes) {
    bool suspect = judge(map_, route_, change) == RouteVerdict::Suspect;
    // The path was pulled tight and runs beside its route.
    for (std::size_t i = 1; i < path_.points.size() && !suspect && !change.dearer.empty(); ++i) {
      const GridFrame& frame = map_.frame();
      const Vec2 a = path_.points[i - 1].at, b = path_.points[i].at;
      const CellIndex low = frame.cell_at(glm::min(a, b) - Vec2(grown), path_.points[i].layer);
      const CellIndex high = frame.cell_at(glm::max(a, b) + Vec2(grown), path_.points[i].layer);
      suspect = frame.x_of(low) < change.dearer.x1 && frame.x_of(high) >= change.dearer.x0 &&
                frame.row_of(low) < change.dearer.row1 && frame.row_of(high) >= change.dearer.row0;
    }
    if (suspect) {
      must_plan_ = true;
      return;
    }
    ++counters_.kept;
  }
}

void Navigator::set_obstacles(std::span<const Obstacle> obstacles, NavigatorScratch& scratch) {
  std::vector<const Obstacle*> wanted;
  wanted.reserve(obstacles.size());
  for (const Obstacle& obstacle : obstacles) wanted.push_back(&obstacle);
  std::sort(wanted.begin(), wanted.end(), [](const Obstacle* a, const Obstacle* b) { return a->id < b->id; });
  std::vector<Known> now;
  now.reserve(wanted.size());
  std::size_t old = 0;
  for (const Obstacle* obstacle : wanted) {
    while (old < known_.size() && known_[old].obstacle.id < obstacle->id) map_.remove(known_[old++].cells);
    if (old < known_.size() && known_[old].obstacle.id == obstacle->id) {
      const bool in_vain = known_[old].in_vain && unmoved(known_[old].obstacle, *obstacle);
      if (in_vain || same(known_[old].obstacle, *obstacle)) {
        now.push_back(std::move(known_[old++]));
        continue;
      }
      map_.remove(known_[old++].cells);
    }
    now.push_back({*obstacle, {}, 0});
    stamp(now.back(), scratch);
  }
  while (old < known_.size()) map_.remove(known_[old++].cells);
  known_ = std::move(now);
  take_changes(scratch);
}

void Navigator::put_obstacle(const Obstacle& obstacle, NavigatorScratch& scratch) {
  auto at = std::lower_bound(known_.begin(), known_.end(), obstacle.id,
                             [](const Known& known, core::ObjectId id) { return known.obstacle.id < id; });
  if (at != known_.end() && at->obstacle.id == obstacle.id) {
    if ((at->in_vain && unmoved(at->obstacle, obstacle)) || same(at->obstacle, obstacle)) return;
    map_.remove(at->cells);
    at->obstacle = obstacle;
    at->in_vain = 0;
  } else {
    at = known_.insert(at, {obstacle, {}, 0});
  }
  stamp(*at, scratch);
  take_changes(scratch);
}

void Navigator::remove_obstacle(core::ObjectId id, NavigatorScratch& scratch) {
  const auto at = std::lower_bound(known_.begin(), known_.end(), id,
                                   [](const Known& known, core::ObjectId value) { return known.obstacle.id < value; });
  if (at == known_.end() || at->obstacle.id != id) return;
  map_.remove(at->cells);
  known_.erase(at);
  take_changes(scratch);
}

/// It does not open or go away: from now on it counts as solid, until it is seen elsewhere.
void Navigator::give_up_thing(core::ObjectId id, NavigatorScratch& scratch) {
  for (Known& known : known_) {
    if (known.obstacle.id != id) continue;
    map_.remove(known.cells);
    known.in_vain = 1;
    stamp(known, scratch);
  }
  take_changes(scratch);
}

NavReason Navigator::no_way_reason() const {
  for (const Known& known : known_) {
    if (known.in_vain && known.obstacle.openable) return NavReason::Door;
  }
  return NavReason::NoPath;
}

core::ObjectId Navigator::obstacle_in(CellIndex cell, Hindrance kind) const {
  for (const Known& known : known_) {
    const auto at = std::lower_bound(known.cells.begin(), known.cells.end(), cell,
                                     [](const FootprintCell& entry, CellIndex value) { return entry.cell < value; });
    if (at != known.cells.end() && at->cell == cell && (at->hindrances & bit(kind))) return known.obstacle.id;
  }
  return {};
}

void Navigator::block_people(const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  for (const PerceivedPerson& person : input.people) {
    const Vec2 at{person.position.x, person.position.z};
    if (glm::length(person.velocity) > 0.2 || glm::length(at - here.at) > kBlockRange) continue;
    bool known = false;
    for (const Blocker& blocker : blockers_) known |= blocker.id == person.id;
    if (known) continue;
    Blocker blocker;
    blocker.id = person.id;
    blocker.at = at;
    blocker.layer = here.layer;
    const double space = person.id == goal_.person ? 0.0 : person.personal_space - settings_.body.side_radius;
    blocker.radius = std::max(person.radius, space);
    blocker.time_left = settings_.progress.reroute;
    stamp(blocker);
    blockers_.push_back(std::move(blocker));
  }
  take_changes(scratch);
}

void Navigator::age_blockers(double dt, NavigatorScratch& scratch) {
  bool any = false;
  for (Blocker& blocker : blockers_) {
    blocker.time_left -= dt;
    if (blocker.time_left > 0.0) continue;
    map_.remove(blocker.cells);
    any = true;
  }
  if (!any) return;
  std::erase_if(blockers_, [](const Blocker& blocker) { return blocker.time_left <= 0.0; });
  take_changes(scratch);
}

void Navigator::rebuild() {
  map_ = WalkMap(*floor_, settings_.body, settings_.costs);
  NavigatorScratch scratch;
  for (Known& known : known_) stamp(known, scratch);
  for (Blocker& blocker : blockers_) stamp(blocker);
  map_.update(scratch.changes);
}

}  // namespace fh::planning
