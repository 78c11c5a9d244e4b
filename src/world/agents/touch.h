// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent's skin feels (K-37): it walked into something, was pushed, or a hand was laid on it. Contacts wait here
// until the agent next pays attention to its senses (CA-45); world/agents/sensing.h makes percepts of them.
#include <array>
#include <cstdint>
#include <span>

#include "core/archive.h"
#include "senses/perception/hearing_and_touch.h"

namespace fh::world {

struct Agent;
class Avatar;
struct UserState;

/// The contacts since the last look: one for each thing, the strongest; at most kMost things, the strongest again.
struct TouchState {
  static constexpr std::size_t kMost = 4;
  std::array<senses::TouchContact, kMost> contacts{};
  std::uint8_t count = 0;

  /// Leaves out what is too light to be felt (senses::kFeltImpulse).
  void add(const senses::TouchContact& contact);
  std::span<const senses::TouchContact> felt() const { return std::span(contacts).first(count); }
  void clear() { *this = {}; }
  void visit(core::Archive& archive);
};

/// The user's hands on the agents' bodies: a hand of 0.5 kg that arrives at the speed at which it moves against the
/// body. After the bodies were moved.
void touch_with_hands(core::BodyId who, const UserState& user, std::span<Agent> agents);

}  // namespace fh::world
