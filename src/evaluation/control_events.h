// SPDX-License-Identifier: Apache-2.0
#pragma once
// What was operated: doors, drawers, hatches, levers, valves, dials, switches and buttons, as named states with the
// moment, the position and whoever's hand was there. The position of a joint is read from the poses, so that it works
// over a motion track as well.
#include <optional>

#include "evaluation/observer.h"

namespace fh::evaluation {

/// Position 0 at an end of the way: Closed, Partly, Open. 0 in between (dials, levers, switches): Minimum, Between,
/// Maximum. Buttons: Released, Pressed.
enum class ControlState : std::uint8_t { Closed, Partly, Open, Minimum, Between, Maximum, Released, Pressed };
const char* text_of(ControlState state);

class ControlEvents final : public Observer {
 public:
  explicit ControlEvents(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  /// `events[]`: at_s, who, object, state, value, unit.
  void write(core::Json& report) const override;

  struct Event {
    core::Tick tick = 0;
    core::BodyId who;  // none: nobody's hand was near
    core::ObjectId object;
    ControlState state{};
    double position = 0.0;  // rad or m
  };
  std::span<const Event> events() const { return events_; }

 private:
  struct Control {
    core::ObjectId id;
    math::Pose parent_from_object;  // at position 0
    double position = 0.0;          // rad, whole turns counted; m
    ControlState state{};
    double told = 0.0;             // position of the last event
    double rest_at = 0.0;          // position since which it hardly moved …
    core::Tick rest_since = 0;     // … and since when
    core::BodyId last_hand;        // who was last there …
    core::Tick last_hand_at = -1;  // … and when
  };
  void note(const frame::Moment& moment, Control& control);

  const Surroundings* surroundings_;
  std::vector<Control> controls_;
  std::vector<Event> events_;
};

}  // namespace fh::evaluation
