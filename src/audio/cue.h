// SPDX-License-Identifier: Apache-2.0
#pragma once
// Something that can be heard, as plain values: what a mixer needs to play it. Metres, decibels, world space.
#include <cstdint>
#include <string>

#include "math/vector.h"

namespace fh::audio {

enum class CueKind : std::uint8_t {
  Footstep,  // a sole comes down
  Impact,    // two solids meet
  Latch,     // a door, drawer or lever arrives at the end of its way
  Click,     // a button goes in
  Voice,     // somebody speaks
  Siren,     // a second of an alarm
};

/// How a surface sounds when it is struck.
enum class Stuff : std::uint8_t { Stone, Wood, Metal, Glass, Plastic, Soft };
inline constexpr std::size_t kStuffs = 6;

struct Cue {
  CueKind kind = CueKind::Impact;
  Stuff stuff = Stuff::Stone;   // of what rings
  std::uint32_t variation = 0;  // no two steps are alike; the same number sounds the same
  math::Vec3 position{0.0};
  double level_db = 60.0;  // at one metre in the open
  double loss_db = 0.0;    // on the way to the listener, besides the distance: walls, doors, corners
  std::string words;       // of a voice that is to be understood; `variation` is who speaks
};

}  // namespace fh::audio
