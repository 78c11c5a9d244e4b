#pragma once
// What may be traded between speed and looks.
#include <cstdint>

namespace fh::render {

struct RenderSettings {
  bool shadows = true;               // of the sun
  std::uint32_t shadow_size = 2048;  // texels, side of each of the two maps
  bool occlusion = true;             // ambient occlusion: things stand on what they stand on
  std::uint32_t texture_size = 512;  // most texels on a side
};

}  // namespace fh::render
