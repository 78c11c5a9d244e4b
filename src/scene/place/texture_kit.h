// SPDX-License-Identifier: Apache-2.0
#pragma once
// Small textures made by code at load: surfaces that repeat without a seam, near white so that a material's colour
// tints them. Integer noise only, so every machine makes the same picture.
#include <cstdint>

#include "scene/place/scene.h"

namespace fh::scene {

enum class Pattern : std::uint8_t { Wood, Concrete, Plaster, Brick, Metal, Cardboard, Fabric, Tiles, Hazard, Count };

/// Edge length of one repeat on the surface, metres.
double pattern_size(Pattern pattern);
/// 128 x 128, sRGB.
Texture make_pattern(Pattern pattern);

/// "#rrggbb" to linear RGB; false for anything else.
bool parse_colour(std::string_view text, math::Vec3f& linear);
float linear_from_srgb(double srgb);

}  // namespace fh::scene
