// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which hand carries which thing, told from moments alone, so that it holds for any recording: a movable thing that has
// been moved up or down while a hand is told to hold it is carried until no hand does. Recordings of older programs
// tell no loads: there it is what moves together with a hand. Things that are pushed along a surface are not carried.
#include <array>
#include <span>
#include <vector>

#include "frame/moment.h"
#include "scene/place/scene.h"

namespace fh::evaluation {

/// One thing taken at a place and put down at another.
struct Lift {
  core::BodyId who;
  core::ObjectId what;
  double mass = 0.0;                            // kg
  std::array<bool, 2> hands{};                  // left, right took part
  core::Tick from_tick = 0, to_tick = -1;       // -1: still carried at the end
  math::Vec3 from_hands{0.0}, to_hands{0.0};    // between the grips of the hands that carry, at origin and end
  math::Vec3 from_ankles{0.0}, to_ankles{0.0};  // between the ankles
  math::Vec3 from_facing{0.0}, to_facing{0.0};  // of the pelvis, horizontal
  double from_ground = 0.0, to_ground = 0.0;    // m, under the feet
  bool from_bent = false, to_bent = false;      // is_bent() of the body
};

class CarriedThings {
 public:
  /// `scene` may be null (nothing is ever carried); not owned.
  void begin(const scene::Scene* scene, const frame::Moment& moment);
  void update(const frame::Moment& moment);

  /// kg in a hand; a thing held by both counts half in each.
  double load(core::BodyId who, std::size_t side) const;
  /// Lifts that ended, and those under way, in the order in which they began to be told.
  std::span<const Lift> lifts() const { return lifts_; }

 private:
  static constexpr std::size_t kPast = 9;  // ticks a movement is looked at over
  struct Hand {
    core::BodyId who;
    std::size_t side = 0;
    std::array<math::Pose, kPast> past;
  };
  struct Thing {
    core::ObjectId id;
    double mass = 0.0;
    math::Aabb bounds;  // object space
    std::array<math::Vec3, kPast> past;
    math::Vec3 rest{0.0};       // where it last lay still
    core::Tick rest_tick = 0;   // when
    std::int32_t lift = -1;     // under way; index of lifts_
    core::Tick held_until = 0;  // last tick with a hand on it, while under way
    core::Tick put_tick = 0;    // last tick it moved with a hand
  };
  bool is_told(const Thing& thing, const frame::MomentLoad& load, const math::Pose& world_from_thing);
  bool moves_with(const Thing& thing, const Hand& hand, const math::Pose& world_from_thing) const;
  void follow(const frame::Moment& moment, const frame::MomentObject& object, Thing& thing);
  void remember(const frame::Moment& moment);

  std::vector<Thing> things_;
  std::vector<Hand> hands_;
  std::vector<Lift> lifts_;
  bool loads_told_ = false;
  std::size_t filled_ = 0, slot_ = 0;  // of the rings
};

}  // namespace fh::evaluation
