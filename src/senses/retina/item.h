// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names for what can be seen. A label is what one sample shows, in the numbers of the GPU's id pass; an item is the
// whole thing it belongs to: an object of the place or a human body.
#include <compare>
#include <cstdint>

#include "core/archive.h"
#include "core/ids.h"

namespace fh::senses {

struct ItemId {
  static constexpr std::uint32_t kBodyBit = 0x80000000u;
  static constexpr std::uint32_t kNamelessBit = 0x40000000u;
  std::uint32_t value = 0;  // 0 none; an object's id; or kBodyBit | a body's id

  static constexpr ItemId of(core::ObjectId id) { return {id.value}; }
  static constexpr ItemId of(core::BodyId id) { return {id.value | kBodyBit}; }
  constexpr bool valid() const { return value != 0; }
  /// The handle of something seen but not recognised: it can be followed from look to look, but who it is must not be
  /// read from it. named() is for this module.
  constexpr ItemId nameless() const { return {value | kNamelessBit}; }
  constexpr ItemId named() const { return {value & ~kNamelessBit}; }
  constexpr bool is_nameless() const { return (value & kNamelessBit) != 0; }
  constexpr bool is_body() const { return (value & kBodyBit) != 0; }
  constexpr core::ObjectId object() const { return {is_body() || is_nameless() ? 0u : value}; }
  constexpr core::BodyId body() const { return {is_body() && !is_nameless() ? value & ~kBodyBit : 0u}; }
  constexpr auto operator<=>(const ItemId&) const = default;
};

/// Labels: 0 nothing; an object's id; or kBodyBit | body << 8 | segment (human::Joint).
constexpr std::uint32_t label_of(core::ObjectId id) {
  return id.value;
}
constexpr std::uint32_t label_of(core::BodyId id, std::uint8_t segment) {
  return ItemId::kBodyBit | (id.value << 8) | segment;
}
constexpr ItemId item_of(std::uint32_t label) {
  const bool body = (label & ItemId::kBodyBit) != 0;
  return {body ? ItemId::kBodyBit | ((label & ~ItemId::kBodyBit) >> 8) : label};
}
constexpr std::uint8_t segment_of(std::uint32_t label) {
  return static_cast<std::uint8_t>(label & 0xff);
}

}  // namespace fh::senses

template <>
struct fh::core::IsPlainBytes<fh::senses::ItemId> : std::true_type {};
