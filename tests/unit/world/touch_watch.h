// SPDX-License-Identifier: Apache-2.0
#pragma once
// Watches from frames and physics alone that nothing is moved that nobody touches.
#include "agent_stage.h"
#include "physics/queries.h"

namespace fh::test {

inline constexpr double kTouching = 0.02;  // m

/// Watches that nothing is set going, or kept going, that nobody touches.
class TouchWatch {
 public:
  explicit TouchWatch(const world::World& world) : world_(world) {
    for (const auto& object : world.scenario().scene.objects) {
      if (world.physics().is_moving_kind(object.id)) things_.push_back({&object, corners(object)});
    }
  }

  /// After each tick; `judges`: what moves must be touched.
  void look(bool judges) {
    for (Thing& thing : things_) {
      const auto now = corners(*thing.object);
      double moved = 0.0;
      for (std::size_t i = 0; i < now.size(); ++i) moved = std::max(moved, glm::length(now[i] - thing.corners[i]));
      thing.corners = now;
      thing.gains = moved > thing.moved + kGain;
      thing.moved = moved > kStill ? moved : 0.0;
    }
    for (Thing& thing : things_) {
      if (!judges || thing.moved <= 0.0) continue;
      if (is_touched(thing)) {
        thing.untouched = 0.0;
        touched_ = true;
      } else if (thing.gains) {  // what was set going may swing on by itself, ever slower
        thing.untouched += thing.moved;
      }
      if (thing.untouched > farthest_) {
        farthest_ = thing.untouched;
        name_ = thing.object->name;
      }
    }
  }

  double farthest() const { return farthest_; }
  const std::string& name() const { return name_; }
  bool touched() const { return touched_; }

 private:
  static constexpr double kStill = 1e-4;  // m in a tick
  static constexpr double kGain = 5e-5;   // m in a tick, by which a thing must not become faster by itself

  struct Thing {
    const scene::Object* object;
    std::array<math::Vec3, 8> corners;
    double untouched = 0.0;  // m on its own
    double moved = 0.0;      // m in this tick
    bool gains = false;      // it became faster
  };

  std::array<math::Vec3, 8> corners(const scene::Object& object) const {
    const math::Pose pose = world_.physics().pose(object.id);
    std::array<math::Vec3, 8> out;
    for (std::size_t i = 0; i < 8; ++i) {
      out[i] = pose.point({(i & 1 ? object.bounds.high : object.bounds.low).x,
                           (i & 2 ? object.bounds.high : object.bounds.low).y,
                           (i & 4 ? object.bounds.high : object.bounds.low).z});
    }
    return out;
  }

  bool is_touched(const Thing& thing) const {
    for (const world::Agent& agent : world_.agents()) {
      for (const auto& piece : agent.person->solids.pieces) {
        const math::Capsule limb = human::as_capsule(piece.shape);
        const math::Pose joint = agent.frames.pose(piece.joint);
        const auto part = physics::make_capsule({{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius});
        if (physics::nearest_on(world_.physics(), thing.object->id, part, kTouching)) return true;
      }
      for (const core::ObjectId held : agent.handling.feel.held) {
        if (held == thing.object->id) return true;
      }
    }
    for (const physics::Contact& contact : world_.physics().contacts()) {
      const bool first = contact.first.object == thing.object->id;
      if (!first && contact.second.object != thing.object->id) continue;
      const core::ObjectId other = first ? contact.second.object : contact.first.object;
      for (const Thing& by : things_) {
        if (by.object->id == other && by.moved > 0.0) return true;
      }
    }
    return false;
  }

  const world::World& world_;
  std::vector<Thing> things_;
  double farthest_ = 0.0;
  std::string name_;
  bool touched_ = false;
};

}  // namespace fh::test
