// SPDX-License-Identifier: Apache-2.0
#pragma once
// Typed ids: a body is never mistaken for an object. Zero is "none" in every space.
#include <compare>
#include <cstdint>
#include <functional>

namespace fh::core {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr bool valid() const { return value != 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

/// An object of the place (door, box, wall); its index in the scenario plus one, so stable for one scenario file.
using ObjectId = Id<struct ObjectTag>;
/// A human body: the user's avatar or an agent.
using BodyId = Id<struct BodyTag>;

}  // namespace fh::core

template <class Tag>
struct std::hash<fh::core::Id<Tag>> {
  std::size_t operator()(fh::core::Id<Tag> id) const { return id.value; }
};
