// SPDX-License-Identifier: Apache-2.0
// How near everybody comes to the things that checks guard ("nobody within 1 m of the press while its hatch moves"), at
// every tick in which the guard holds: always, or while a named part moves.
#include <algorithm>

#include "evaluation/clearance/clearance.h"
#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

constexpr double kMoves = 0.01;     // m/s of a corner of the part: slower is standing still; our choice
constexpr double kKeepsOn = 0.5;    // s that a guard holds after the part has come to rest
constexpr double kBodyReach = 1.3;  // m from the pelvis to any part of a body

struct Approach {
  Gap gap;  // the least; its distance is kApproachRange while nobody was nearer
  core::Tick tick = -1;
  human::Joint segment = human::Joint::Pelvis;
  BodyDoes does = BodyDoes::Stands;
};

class Approaches final : public Observer {
 public:
  explicit Approaches(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override {
    guards_.clear();
    people_ = moment.people.size();
    before_.assign(people_, math::Vec3(0.0));
    users_.assign(people_, false);
    if (!surroundings_->scene || surroundings_->guarded.empty()) return;
    place_ = SolidPlace::create(*surroundings_->scene);
    for (const auto& [object, mover] : surroundings_->guarded) {
      Guard guard{object, mover, {}, {}, 0, 0, std::vector<Approach>(people_)};
      for (Approach& approach : guard.by_person) approach.gap.distance = kApproachRange;
      for (const scene::Object& other : surroundings_->scene->objects) {
        if (other.id != object) guard.others.push_back(other.id);
      }
      guard.before = pose_of(moment, mover);
      guards_.push_back(std::move(guard));
    }
  }

  void observe(const frame::Moment& moment) override {
    if (!place_ || surroundings_->people.size() != moment.people.size()) return;
    place_->update(moment);
    for (Guard& guard : guards_) {
      if (!holds(moment, guard)) continue;
      ++guard.ticks;
      for (std::size_t i = 0; i < people_; ++i) measure(moment, i, guard);
    }
    for (std::size_t i = 0; i < people_; ++i) {
      const auto frames = frames_of(moment, moment.people[i]);
      before_[i] = frames.empty() ? math::Vec3(0.0) : frames[0].position;
      users_[i] = moment.people[i].is_user != 0;
    }
  }

  void write(core::Json& report) const override {
    if (guards_.empty()) return;
    core::Json rows = core::Json::array();
    for (const Guard& guard : guards_) {
      for (std::size_t i = 0; i < people_; ++i) rows.push_back(row_of(guard, i));
    }
    report["approaches"] = {{"within_m", kApproachRange}, {"to", std::move(rows)}};
  }

 private:
  struct Guard {
    core::ObjectId object, mover;        // mover: none: the guard always holds
    std::vector<core::ObjectId> others;  // everything but the object
    math::Pose before;                   // of the mover
    std::int64_t ticks = 0;              // in which it held
    core::Tick until = 0;                // it holds to this tick
    std::vector<Approach> by_person;
  };

  math::Pose pose_of(const frame::Moment& moment, core::ObjectId id) const {
    for (const frame::MomentObject& object : moment.objects) {
      if (object.id == id) return object.world_from_object;
    }
    const scene::Object* object = surroundings_->scene->find(id);
    return object ? object->world_from_object : math::Pose{};
  }

  bool holds(const frame::Moment& moment, Guard& guard) const {
    if (!guard.mover.valid()) return true;
    const math::Pose now = pose_of(moment, guard.mover);
    const math::Aabb& bounds = surroundings_->scene->find(guard.mover)->bounds;
    double way = 0.0;
    for (const math::Vec3& corner : {bounds.low, bounds.high})
      way = std::max(way, glm::length(now.point(corner) - guard.before.point(corner)));
    guard.before = now;
    if (way > kMoves * core::kTickSeconds) guard.until = moment.tick + core::ticks_of(kKeepsOn);
    return moment.tick < guard.until;
  }

  void measure(const frame::Moment& moment, std::size_t person, Guard& guard) const {
    const auto frames = frames_of(moment, moment.people[person]);
    const human::CollisionBody* body = surroundings_->people[person].solids;
    if (frames.empty() || !body) return;
    const math::Pose object_from_world = math::inverse(pose_of(moment, guard.object));
    const math::Aabb& bounds = surroundings_->scene->find(guard.object)->bounds;
    const auto to_bounds = [&](const math::Vec3& world) {
      const math::Vec3 p = object_from_world.point(world);
      return glm::length(p - glm::clamp(p, bounds.low, bounds.high));
    };
    Approach& least = guard.by_person[person];
    if (to_bounds(frames[0].position) - kBodyReach >= least.gap.distance) return;
    for (const human::CollisionPiece& piece : body->pieces) {
      const math::Pose& joint = frames[human::index_of(piece.joint)];
      const double size = glm::length(piece.shape.half) + piece.shape.radius;
      if (to_bounds(joint.point(piece.shape.joint_from_box.position)) - size >= least.gap.distance) continue;
      const Gap gap = place_->nearest(piece, frames, guard.others, least.gap.distance);
      if (!gap.found() || gap.distance >= least.gap.distance) continue;
      least = {gap, moment.tick, piece.joint, doing(frames, surroundings_->people[person].body, before_[person])};
    }
  }

  core::Json row_of(const Guard& guard, std::size_t person) const {
    const scene::Object* mover = surroundings_->scene->find(guard.mover);
    const Approach& least = guard.by_person[person];
    core::Json row = {{"object", surroundings_->scene->find(guard.object)->name},
                      {"while_moves", mover ? core::Json(mover->name) : core::Json()},
                      {"who", surroundings_->people[person].name},
                      {"held_s", core::seconds_of(guard.ticks)},
                      {"least_m", maybe(least.gap.distance, guard.ticks > 0)},
                      {"at_s", least.tick < 0 ? core::Json() : core::Json(core::seconds_of(least.tick))}};
    if (least.tick < 0) return row;
    const Span band = users_[person] ? clearance_band(least.gap.distance, least.segment, least.does)
                                     : Span{least.gap.distance, least.gap.distance};
    row["low_m"] = band.low;
    row["high_m"] = band.high;
    for (const auto& [key, p] : {std::pair{"on_body_m", least.gap.on_body}, {"on_other_m", least.gap.on_other}})
      row[key] = core::Json::array({p.x, p.y, p.z});
    return row;
  }

  const Surroundings* surroundings_;
  std::unique_ptr<SolidPlace> place_;
  std::vector<Guard> guards_;
  std::size_t people_ = 0;
  std::vector<math::Vec3> before_;  // pelvis of the tick before, by person
  std::vector<bool> users_;
};

}  // namespace

std::unique_ptr<Observer> make_approaches(const Surroundings& surroundings) {
  return std::make_unique<Approaches>(surroundings);
}

}  // namespace fh::evaluation
