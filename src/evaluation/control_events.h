// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was operated: doors, drawers, hatches, levers, valves, dials, switches and buttons, as named states with the
// moment, the position and whoever's hand was there, and what that did to the values of drives and their lamps. The
// position of a joint is read from the poses, so that it works over a motion track as well.
#include <optional>

#include "evaluation/observe/observer.h"
#include "scene/scenario/drives.h"

namespace fh::evaluation {

using scene::ControlState;

class ControlEvents final : public Observer {
 public:
  explicit ControlEvents(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  /// `events[]`: at_s, who, object, state, value, unit.
  void write(core::Json& report) const override;

  struct Event {
    core::Tick tick = 0;
    core::BodyId who;       // none: nobody's hand was near
    core::ObjectId object;  // the control or lamp; none: the value of a drive
    ControlState state{};   // of controls and values; values are at Minimum, Between or Maximum
    double position = 0.0;  // rad or m; of values and lamps: the value
    std::int32_t drive = -1;
    std::uint8_t lit = 0;  // lamps
  };
  std::span<const Event> events() const { return events_; }

 private:
  /// Something that moves, comes to rest and is told again.
  struct Moving {
    double told = 0.0;          // position of the last event
    double rest_at = 0.0;       // position since which it hardly moved …
    core::Tick rest_since = 0;  // … and since when

    void start(core::Tick tick, double position);
    /// Whether it moves now.
    bool follow(core::Tick tick, double position, double way);
    /// It has just come to rest, away from where it was told last.
    bool rests(core::Tick tick, double position, double way) const;
  };
  struct Control {
    core::ObjectId id;
    math::Pose parent_from_object;  // at position 0
    double position = 0.0;          // rad, whole turns counted; m
    ControlState state{};
    Moving moving;
    core::BodyId last_hand;        // who was last there …
    core::Tick last_hand_at = -1;  // … and when
  };
  struct Value {
    ControlState state{};
    Moving moving;
    std::vector<std::uint8_t> lit;  // by lamp
  };
  void note(const frame::Moment& moment, Control& control);
  void note(const frame::Moment& moment, std::size_t drive);
  /// Whose hand is, or was a moment ago, at the control; none: nobody's.
  core::BodyId hand_of(const frame::Moment& moment, const Control& control) const;
  core::Json row_of(const Event& event) const;

  const Surroundings* surroundings_;
  std::vector<Control> controls_;
  std::vector<Value> values_;  // by drive
  std::vector<Event> events_;
};

}  // namespace fh::evaluation
