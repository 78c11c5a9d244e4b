// SPDX-License-Identifier: Apache-2.0
#include "bench/sandbox/crowd_sandbox.h"

#include <algorithm>

#include "bench/sandbox/nearest.h"
#include "core/hash.h"

namespace fh::planning {
namespace {

/// The state of all agents does not fit into the cache: while one is computed, the next is fetched, and of the one
/// after that where to find it.
void prefetch(std::span<const SandboxWalker> next) {
  constexpr std::size_t kLine = 64;
  if (next.size() > 2 && next[2].navigator) {
    const auto* at = reinterpret_cast<const std::byte*>(next[2].navigator.get());
    for (std::size_t i = 0; i < sizeof(Navigator); i += kLine) __builtin_prefetch(at + i);
  }
  if (next.size() > 1 && next[1].navigator) {
    const Navigator& navigator = *next[1].navigator;
    if (!navigator.path().empty()) {
      __builtin_prefetch(&navigator.path().points.front());
      __builtin_prefetch(&navigator.path().points.back());
    }
    if (!navigator.goal().points.empty()) __builtin_prefetch(&navigator.goal().points.front());
  }
}

}  // namespace

SandboxWalker& Rehearsal::add(const Vec3& position, double facing, std::unique_ptr<Navigator> navigator) {
  SandboxWalker walker;
  walker.id = {static_cast<std::uint32_t>(walkers_.size()) + 1};
  walker.position = position;
  walker.facing = facing;
  if (navigator) walker.radius = navigator->settings().avoidance.radius;
  walker.yields = navigator != nullptr;
  walker.navigator = std::move(navigator);
  walkers_.push_back(std::move(walker));
  return walkers_.back();
}

void Rehearsal::perceive() {
  people_.clear();
  asks_.clear();
  spots_.clear();
  for (std::size_t i = 0; i < walkers_.size(); ++i) {
    const SandboxWalker& walker = walkers_[i];
    PerceivedPerson person;
    person.id = walker.id;
    person.position = walker.position;
    person.velocity = walker.velocity;
    person.radius = walker.radius;
    person.personal_space = walker.personal_space;
    person.facing = walker.facing;
    person.yields = walker.yields;
    people_.push_back(person);
    asks_.push_back(walker.out.hints.ask);
    spots_.push_back({walker.position.x, walker.position.z});
  }
  grid_.build(spots_, 0.5 * sight_);
}

void Rehearsal::gather(std::size_t self, std::vector<PerceivedPerson>& people) const {
  const Vec3& here = walkers_[self].position;
  Nearest<kAttention> nearest;
  grid_.for_each_near({here.x, here.z}, sight_, [&](std::uint32_t other, double squared) {
    if (other != self && std::abs(people_[other].position.y - here.y) <= sight_) nearest.add(squared, other);
  });
  people.clear();
  for (const std::uint32_t other : nearest.take()) people.push_back(people_[other]);
}

void Rehearsal::decide(std::size_t begin, std::size_t end, double dt, NavigatorScratch& scratch) {
  for (std::size_t i = begin; i < end; ++i) {
    SandboxWalker& walker = walkers_[i];
    if (!walker.navigator) continue;
    prefetch(std::span(walkers_).subspan(i, end - i));
    gather(i, scratch.people);
    NavigatorInput input;
    input.self = walker.id;
    input.position = walker.position;
    input.facing = walker.facing;
    input.velocity = walker.velocity;
    input.people = scratch.people;
    for (const PerceivedPerson& person : scratch.people) {
      if (asks_[person.id.value - 1] == walker.id) input.asked_by = person.id;
    }
    input.dt = dt;
    input.tick = tick_;
    walker.out = walker.navigator->step(input, scratch);
  }
}

void Rehearsal::move(double dt) {
  time_ += dt;
  ++tick_;
  for (SandboxWalker& walker : walkers_) {
    if (walker.navigator) {
      walker.velocity = walker.out.velocity;
      walker.facing = walker.out.facing;
      if (walker.out.status == NavStatus::Arrived && walker.arrived_at < 0.0) walker.arrived_at = time_;
    }
    walker.position += Vec3(walker.velocity.x, 0.0, walker.velocity.y) * dt;
    walker.travelled += glm::length(walker.velocity) * dt;
    if (walker.navigator) {
      const FloorPlan& floor = walker.navigator->map().floor();
      const float height = floor.height(floor.cell_at(walker.position));
      if (height != kNoFloor) walker.position.y = height;
    }
  }
}

void Rehearsal::step(double dt) {
  perceive();
  decide(0, walkers_.size(), dt, scratch_);
  move(dt);
  measure();
}

void Rehearsal::measure() {
  perceive();
  std::vector<PerceivedPerson> near;
  for (std::size_t i = 0; i < walkers_.size(); ++i) {
    const SandboxWalker& walker = walkers_[i];
    gather(i, near);
    for (const PerceivedPerson& other : near) {
      const double distance =
          glm::length(Vec2(other.position.x - walker.position.x, other.position.z - walker.position.z));
      if (walker.navigator && other.personal_space > 0.0 && distance < other.personal_space - 0.01 &&
          walker.navigator->goal().person != other.id && glm::length(other.velocity) < 0.05) {
        ++stats_.space_intrusions;
      }
      if (other.id < walker.id) continue;
      const double gap = distance - other.radius - walker.radius;
      stats_.least_gap = std::min(stats_.least_gap, gap);
      if (gap < -0.01) ++stats_.overlaps;
    }
    if (!walker.navigator) continue;
    const WalkMap& map = walker.navigator->map();
    const double room = solid_distance(map, {walker.position.x, walker.position.z}, map.layer_at(walker.position));
    stats_.least_wall_gap = std::min(stats_.least_wall_gap, room);
    if (room < map.body().side_radius - 0.01) ++stats_.wall_contacts;
  }
}

int Rehearsal::arrived() const {
  int count = 0;
  for (const SandboxWalker& walker : walkers_) count += walker.out.status == NavStatus::Arrived;
  return count;
}

std::uint64_t Rehearsal::hash() const {
  std::uint64_t hash = 0;
  for (const SandboxWalker& walker : walkers_) {
    const std::array<double, 6> values{walker.position.x, walker.position.y, walker.position.z,
                                       walker.velocity.x, walker.velocity.y, walker.facing};
    hash = core::hash_bytes(std::as_bytes(std::span(values)), hash);
  }
  return hash;
}

}  // namespace fh::planning
