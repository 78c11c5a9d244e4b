// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can be known of a thing by recognising it: its name, nature and shape, never where it is. Everybody's common
// sense; made once for a place and constant afterwards. Where things are, agents learn with their eyes.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ids.h"
#include "language/relations.h"
#include "math/shapes.h"

namespace fh::scene {
struct Object;
struct Scene;
}  // namespace fh::scene

namespace fh::mind {

struct ThingKind {
  std::string name;                        // as the scenario calls it
  bool is_static = true;                   // cannot be moved
  bool movable = false, openable = false;  // may be carried or pushed; may be opened
  bool locked = false;                     // known by the sign on it
  double mass = 0.0;                       // kg, as one guesses; 0: immovable
  math::Aabb bounds;                       // object space
  bool see_through = false;                // glass
  language::Whereabouts where;             // its nature as relations ask; box and pose are not set
  math::Aabb swept;                        // object space: what it takes up on its joint, from end to end
  // Of a door: where it hangs, its far edge, and where that goes when it opens (none: it slides); object space.
  math::Vec3 hinge{0.0}, edge{0.0}, opens{0.0};
  std::vector<std::pair<std::string, math::Vec3>> sites;  // named places on it, object space
  std::vector<math::Vec3> holds;  // where a hand may take it, object space; its middle when nothing is marked
};

/// A door or hatch that people go through: what is taller than 1.8 m and opens.
inline bool is_way_through(const ThingKind& thing) {
  constexpr double kDoorHeight = 1.8;  // m
  return thing.openable && thing.bounds.size().y > kDoorHeight;
}

/// Where somebody sits on a thing. World frame.
struct SeatPlace {
  math::Vec3 on{0.0};     // m, on its surface, where the hips go
  math::Vec3 front{0.0};  // unit, level: where who sits faces
  double edge = 0.0;      // m from there to the thing's outline along the front
  bool faces = false;     // it has a back: there is one front only
};
inline constexpr double kNearestToSeat = 0.16;  // m from the thing's outline to the axis of a body that sits down

/// As it stands; `towards`: level, the front of what has none. None: it is no seat. What has a site `seat` is one, and
/// what is so low, broad and heavy that people sit on it.
std::optional<SeatPlace> seat_on(const ThingKind& thing, const math::Pose& world_from_thing, const math::Vec3& towards);

class Catalogue {
 public:
  /// `people` are the names of the bodies 1 … n; the first `users` of them are users.
  Catalogue(const scene::Scene& scene, std::vector<std::string> people, std::size_t users);

  /// Things that come into the place later, in the order of their ids.
  void add(const scene::Scene& scene, const scene::Object& object);

  const ThingKind& thing(core::ObjectId id) const { return things_[id.value - 1]; }
  std::size_t thing_count() const { return things_.size(); }
  /// Invalid ids for unknown names.
  core::ObjectId thing_named(const std::string& name) const;
  core::BodyId person_named(const std::string& name) const;
  const std::string& person(core::BodyId id) const { return people_[id.value - 1]; }
  /// Users are the bodies 1 … user_count().
  std::size_t user_count() const { return users_; }
  bool is_user(core::BodyId id) const { return id.valid() && id.value <= users_; }

 private:
  std::vector<ThingKind> things_;  // by id - 1
  std::vector<std::string> people_;
  std::size_t users_;
};

}  // namespace fh::mind
