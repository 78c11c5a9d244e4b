// SPDX-License-Identifier: Apache-2.0
#pragma once
// The values of a scenario's drives (scene/scenario/drives.h), and how gauges and lamps show them.
#include <span>
#include <vector>

#include "core/archive.h"
#include "frame/snapshot.h"
#include "physics/world.h"
#include "scene/scenario/scenario.h"

namespace fh::world {

class Drives {
 public:
  /// `scenario` must outlive it.
  explicit Drives(const scene::Scenario& scenario);

  /// After each step of the place: 1/90 s goes by.
  void advance(const physics::World& physics);
  /// Where each value is in its range, 0 … 1, in the order of the scenario.
  std::span<const double> shares() const { return shares_; }
  bool empty() const { return shares_.empty(); }

  /// Turns needles and darkens lamps that are not lit. `mesh`: of a part of the object, as it will be drawn.
  void show(const scene::Object& object, const scene::Part& part, frame::DrawObject& mesh) const;

  void visit(core::Archive& archive);

 private:
  /// What an object shows; -1: nothing.
  struct Shown {
    std::int32_t drive = -1;
    std::int32_t lamp = -1;  // of the drive; -1: it is a gauge
  };
  const scene::Scenario* scenario_;
  std::vector<Shown> shown_;                 // by object
  std::vector<double> shares_;               // by drive
  std::vector<scene::ControlState> states_;  // of the controls of all changes, in their order
};

}  // namespace fh::world
