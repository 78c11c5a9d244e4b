// SPDX-License-Identifier: Apache-2.0
#include "scene/scenario/control_state.h"

#include <algorithm>
#include <cmath>

namespace fh::scene {
namespace {

constexpr double kEnd = 0.03, kLeft = 0.05;        // share of the way: at an end; no longer at it
constexpr double kPressed = 0.9, kReleased = 0.5;  // share of a button's way

bool opens_from_an_end(const ObjectJoint& joint) {
  const double way = joint.maximum - joint.minimum;
  return std::min(std::abs(joint.minimum), std::abs(joint.maximum)) < kEnd * way;
}

}  // namespace

const std::vector<std::string>& control_state_words() {
  static const std::vector<std::string> kWords = {"closed",  "partly open", "open",     "minimum",
                                                  "between", "maximum",     "released", "pressed"};
  return kWords;
}

const char* text_of(ControlState state) {
  return control_state_words()[static_cast<std::size_t>(state)].c_str();
}

ControlState state_of(const ObjectJoint& joint, double position, ControlState before) {
  const double way = joint.maximum - joint.minimum;
  const bool zero_low = std::abs(joint.minimum) <= std::abs(joint.maximum);
  const double share = (zero_low ? position - joint.minimum : joint.maximum - position) / way;
  if (joint.kind == JointKind::Button) {
    const bool pressed = share > (before == ControlState::Pressed ? kReleased : kPressed);
    return pressed ? ControlState::Pressed : ControlState::Released;
  }
  const bool opens = opens_from_an_end(joint);
  const ControlState low = opens ? ControlState::Closed : ControlState::Minimum;
  const ControlState high = opens ? ControlState::Open : ControlState::Maximum;
  const double from_low = opens ? share : (position - joint.minimum) / way;
  if (from_low < (before == low ? kLeft : kEnd)) return low;
  if (from_low > 1.0 - (before == high ? kLeft : kEnd)) return high;
  return opens ? ControlState::Partly : ControlState::Between;
}

bool can_be(const ObjectJoint& joint, ControlState state) {
  const bool button = state == ControlState::Released || state == ControlState::Pressed;
  if (joint.kind == JointKind::Button) return button;
  return !button && (state <= ControlState::Open) == opens_from_an_end(joint);
}

}  // namespace fh::scene
