// SPDX-License-Identifier: Apache-2.0
#pragma once
// Measures as observers: they read one moment per tick and never write into the world, so that the same observer gives
// the same numbers in a visit, in its replay and over a recording made before the observer existed.
//
// To add a measure: write an Observer and its make_NAME in a source of its own, and add NAME to
// evaluation/observer_table.cpp.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/json.h"
#include "evaluation/observe/table.h"
#include "frame/moment.h"
#include "human/skin/body.h"
#include "human/skin/collision_body.h"
#include "planning/navigation/floor_plan.h"
#include "planning/navigation/navigator_io.h"
#include "scene/place/scene.h"
#include "scene/scenario/drives.h"

namespace fh::evaluation {

/// What does not change during a visit, but for the body that is worn. Pointers are not owned and must outlive the
/// observers.
struct Surroundings {
  struct Person {
    core::BodyId id;
    std::string name;
    planning::NavigatorSettings walking;           // agents: how this body gets about
    const human::Body* body = nullptr;             // that is worn now; null: masses are not known
    const human::CollisionBody* solids = nullptr;  // the body's shape; null: not known
  };
  const scene::Scene* scene = nullptr;
  std::span<const scene::Drive> drives;            // of the scenario
  const planning::FloorPlan* floor = nullptr;      // null: nobody walks by plan here
  const planning::SolidLibrary* solids = nullptr;  // null likewise
  std::vector<Person> people;                      // by id
  std::vector<core::ObjectId> watched;             // that checks ask to be seen, by everybody
  struct Guarded {
    core::ObjectId object, mover;  // nobody shall be near the object while the mover moves; none: ever
  };
  std::vector<Guarded> guarded;  // that checks ask people to keep away from
  bool keeps_series = true;      // rows over time for tables; a long visit does without them
};

class Observer {
 public:
  virtual ~Observer() = default;
  /// The moment before the first tick that is observed.
  virtual void begin(const frame::Moment& moment) = 0;
  /// After every tick, in order.
  virtual void observe(const frame::Moment& moment) = 0;
  /// Adds the figures to report["users"][i] and report["agents"][i] (see user_row, agent_row) or to a key of its own.
  virtual void write(core::Json& report) const = 0;
  /// Appends figures over time, for CSV files.
  virtual void tables(std::vector<Table>& out) const;
};

/// The row of the i-th user or agent, made where it is missing.
core::Json& user_row(core::Json& report, std::size_t index);
core::Json& agent_row(core::Json& report, std::size_t index);
/// The name of a person; empty for an unknown one.
std::string name_of(const Surroundings& surroundings, core::BodyId who);
/// Null where there is nothing to tell.
core::Json maybe(double value, bool known);

}  // namespace fh::evaluation
