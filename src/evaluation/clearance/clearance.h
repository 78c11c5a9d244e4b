// SPDX-License-Identifier: Apache-2.0
#pragma once
// How near everybody's body, and what they carry, comes to the place, to things and to other people: the least distance
// of each segment with its pair of nearest points, headroom and the width of passages, at every tick. Distances are
// between collision solids (the body's are fitted to its skin), exact to 1e-5 m; floors are left out, because feet
// stand on them, and so is what a person carries.
#include <optional>

#include "evaluation/clearance/clearance_band.h"
#include "evaluation/observe/body_parts.h"
#include "evaluation/observe/carried_things.h"
#include "evaluation/observe/observer.h"
#include "human/body/joints.h"
#include "physics/queries.h"

namespace fh::evaluation {

inline constexpr double kClearanceRange = 0.5;  // m: what is farther is not looked for
inline constexpr double kApproachRange = 3.0;   // m: likewise, for things that checks guard

struct Gap {
  double distance = kClearanceRange;  // m; 0: touching
  core::ObjectId object;              // the other: a thing …
  core::BodyId body;                  // … or a person
  math::Vec3 on_body{0.0}, on_other{0.0};
  bool found() const { return object.valid() || body.valid(); }
};

/// How long it is free between two points.
struct FreeWay {
  double length = 1e9;  // m
  math::Vec3 from{0.0}, to{0.0};
};

/// The place as solids, and where its things are in a moment.
class SolidPlace {
 public:
  /// Null when the collision geometry cannot be used.
  static std::unique_ptr<SolidPlace> create(const scene::Scene& scene);
  void update(const frame::Moment& moment);

  /// The nearest thing to one piece of a body within `range`. `frames`: of the person.
  Gap nearest(const human::CollisionPiece& piece, std::span<const math::Pose> frames,
              std::span<const core::ObjectId> ignore, double range = kClearanceRange) const;
  /// The nearest other thing to a thing.
  Gap nearest(const scene::Object& thing, const math::Pose& world_from_thing,
              std::span<const core::ObjectId> ignore) const;
  /// Free height above a piece, from its top; at most `range`.
  FreeWay headroom(const human::CollisionPiece& piece, std::span<const math::Pose> frames, double range) const;
  /// Free width across a horizontal unit direction at a point; none when a side is open farther than `reach`.
  std::optional<FreeWay> width(const math::Vec3& at, const math::Vec3& along, double reach) const;
  /// Floors, and what else feet may stand on: stairs, ramps, things of no class.
  std::span<const core::ObjectId> floors() const { return floors_; }
  std::span<const core::ObjectId> walkable() const { return walkable_; }

 private:
  explicit SolidPlace(const scene::Scene& scene, physics::World world);

  const scene::Scene* scene_;
  physics::World world_;
  std::vector<core::ObjectId> floors_, walkable_;
  std::vector<std::vector<math::Vec3>> hulls_;  // corners of convex meshes, by mesh; empty: not one
};

/// Distance between two pieces of two people, with the points of the nearest pair; farther than `limit` may be told as
/// `limit`.
Gap between_pieces(const human::CollisionPiece& mine, std::span<const math::Pose> my_frames,
                   const human::CollisionPiece& theirs, std::span<const math::Pose> their_frames, double limit);

class Clearance final : public Observer {
 public:
  explicit Clearance(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;
  void tables(std::vector<Table>& out) const override;

  static constexpr core::Tick kSeriesTicks = 9;
  static constexpr std::size_t kGroups = kBodyParts + 1;  // the last one is what is carried

  struct Least {
    Gap gap;
    core::Tick tick = -1;
    Span band{1e9, 1e9};  // m, of the least that the true body may have had; of users
  };
  struct Row {
    core::Tick tick = 0;
    std::array<double, kGroups> gaps{};  // m, kClearanceRange: nothing nearer
  };
  struct Person {
    core::BodyId id;
    bool is_user = false;
    std::size_t row = 0;
    std::array<Least, human::kJointCount> segments;
    Least held;
    FreeWay headroom, passage;  // the least of the visit
    core::Tick headroom_tick = -1, passage_tick = -1;
    std::int64_t touching = 0;  // ticks in which a segment touches something
    math::Vec3 before{0.0};     // pelvis of the moment before
    std::vector<Row> series;
    /// The nearest of all segments; null when nothing ever came near.
    const Least* least(std::size_t* segment = nullptr) const;
  };
  std::span<const Person> people() const { return people_; }
  bool known() const { return place_ != nullptr; }

 private:
  void measure(const frame::Moment& moment, std::size_t index, Person& person);
  void measure_others(const frame::Moment& moment, std::size_t index, std::array<Gap, human::kJointCount>& now) const;
  void measure_way(std::span<const math::Pose> frames, core::Tick tick, Person& person) const;

  const Surroundings* surroundings_;
  std::unique_ptr<SolidPlace> place_;
  CarriedThings carried_;
  std::vector<Person> people_;
};

}  // namespace fh::evaluation
