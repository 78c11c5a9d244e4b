// SPDX-License-Identifier: Apache-2.0
#pragma once
// What may be traded between speed and looks.
#include <cstdint>

namespace fh::render {

/// How the two eyes are drawn.
enum class Stereo : std::uint8_t {
  Automatic,  // in one pass where the driver does that right, otherwise one after the other
  OnePass,    // multiview
  TwoPasses,
};

struct RenderSettings {
  Stereo stereo = Stereo::Automatic;
  bool shadows = true;               // of the sun
  std::uint32_t shadow_size = 2048;  // texels, side of each of the two maps
  bool occlusion = true;             // ambient occlusion: things stand on what they stand on
  std::uint32_t mirrors = 2;  // of one view that reflect the room, nearest first (at most 2); others show the sky
  std::uint32_t texture_size = 512;  // most texels on a side
};

}  // namespace fh::render
