// SPDX-License-Identifier: Apache-2.0
#pragma once
// The named surfaces of scenarios ("wood", "steel_dark", "hazard"): colour, shine and texture.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/place/texture_kit.h"

namespace fh::scene {

struct PaletteEntry {
  const char* name;
  const char* colour;  // sRGB "#rrggbb"; multiplies the pattern
  float metallic;
  float roughness;
  std::optional<Pattern> pattern;
  float opacity = 1.0f;  // below 1: glass
  float glow = 0.0f;     // emissive, in units of the colour
  bool mirror = false;
};

const PaletteEntry* find_palette_entry(std::string_view name);
std::vector<std::string> palette_names();

}  // namespace fh::scene
