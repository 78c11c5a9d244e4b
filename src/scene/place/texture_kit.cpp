// SPDX-License-Identifier: Apache-2.0
#include "scene/place/texture_kit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/trig.h"

namespace fh::scene {
namespace {

constexpr int kSize = 128;

std::uint32_t mix(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t h = x * 0x85EBCA6Bu ^ y * 0xC2B2AE35u ^ seed * 0x27D4EB2Fu;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  h *= 0x297A2D39u;
  return h ^ (h >> 15);
}

double random_at(int x, int y, std::uint32_t seed) {
  return mix(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), seed) * 0x1.0p-32;
}

int wrapped(int value, int period) {
  const int rest = value % period;
  return rest < 0 ? rest + period : rest;
}

/// Value noise in [0, 1] that repeats after `cells_x` by `cells_y` cells; u and v run from 0 to 1.
double noise(double u, double v, int cells_x, int cells_y, std::uint32_t seed) {
  const double x = u * cells_x, y = v * cells_y;
  const int x0 = static_cast<int>(std::floor(x)), y0 = static_cast<int>(std::floor(y));
  const double fx = math::smooth_step(x - x0), fy = math::smooth_step(y - y0);
  const auto at = [&](int dx, int dy) { return random_at(wrapped(x0 + dx, cells_x), wrapped(y0 + dy, cells_y), seed); };
  const double low = at(0, 0) + fx * (at(1, 0) - at(0, 0));
  const double high = at(0, 1) + fx * (at(1, 1) - at(0, 1));
  return low + fy * (high - low);
}

using Rgb = std::array<double, 3>;
Rgb grey(double value) {
  return {value, value, value};
}

Rgb wood(double u, double v) {
  // Rings stretched along the grain (v), bent a little, with fine pores.
  const double bend = noise(u, v, 4, 2, 11) * 0.9 + noise(u, v, 8, 4, 12) * 0.35;
  const double phase = u * 6.0 + bend * 1.6;
  const double ring = std::abs(2.0 * (phase - std::floor(phase)) - 1.0);
  const double pores = noise(u, v, 96, 6, 13);
  const double tone = 0.72 + 0.2 * ring + 0.1 * pores;
  return {tone, tone * (0.965 + 0.03 * ring), tone * (0.92 + 0.06 * ring)};
}

Rgb concrete(double u, double v) {
  const double cloud = 0.5 * noise(u, v, 4, 4, 21) + 0.3 * noise(u, v, 9, 9, 22) + 0.2 * noise(u, v, 23, 23, 23);
  const double grain = noise(u, v, 120, 120, 24);
  const double pit = noise(u, v, 60, 60, 25) > 0.93 ? 0.10 : 0.0;
  return grey(0.78 + 0.16 * cloud + 0.06 * grain - pit);
}

Rgb plaster(double u, double v) {
  return grey(0.93 + 0.04 * noise(u, v, 18, 18, 31) + 0.03 * noise(u, v, 64, 64, 32));
}

Rgb brick(double u, double v) {
  const double rows = 12.0, columns = 4.0;
  const int row = static_cast<int>(v * rows);
  const double x = u * columns + (row % 2 ? 0.5 : 0.0), y = v * rows;
  const double fx = x - std::floor(x), fy = y - std::floor(y);
  const double edge = std::min({fx * 0.25, (1.0 - fx) * 0.25, fy * 0.0833, (1.0 - fy) * 0.0833});
  const double speck = 0.06 * noise(u, v, 90, 90, 41);
  if (edge < 0.006) return grey(0.80 + speck);
  const double shade = 0.78 + 0.22 * random_at(wrapped(static_cast<int>(std::floor(x)), 4), row, 42);
  return {0.86 * shade + speck, 0.55 * shade + speck, 0.45 * shade + speck};
}

Rgb metal(double u, double v) {
  const double brushed = noise(u, v, 4, 110, 51) * 0.5 + noise(u, v, 12, 64, 52) * 0.5;
  return grey(0.88 + 0.12 * brushed);
}

Rgb cardboard(double u, double v) {
  const double corrugation = 0.02 * std::abs(2.0 * (u * 32.0 - std::floor(u * 32.0)) - 1.0);
  const double fibre = 0.06 * noise(u, v, 30, 90, 61) + 0.05 * noise(u, v, 9, 9, 62);
  return grey(0.87 + corrugation + fibre);
}

Rgb fabric(double u, double v) {
  const int x = static_cast<int>(u * 64.0), y = static_cast<int>(v * 64.0);
  const double weave = (x + y) % 2 ? 0.06 : 0.0;
  return grey(0.84 + weave + 0.10 * noise(u, v, 50, 50, 71));
}

Rgb tiles(double u, double v) {
  const double x = u * 2.0 - std::floor(u * 2.0), y = v * 2.0 - std::floor(v * 2.0);
  const double edge = std::min({x, y, 1.0 - x, 1.0 - y});
  if (edge < 0.02) return grey(0.62);
  const double shade = random_at(static_cast<int>(u * 2.0), static_cast<int>(v * 2.0), 81);
  return grey(0.88 + 0.05 * shade + 0.05 * noise(u, v, 40, 40, 82));
}

Rgb hazard(double u, double v) {
  const double stripe = (u + v) * 2.0;
  const double wear = 0.10 * noise(u, v, 40, 40, 91);
  if (stripe - std::floor(stripe) < 0.5) return {0.97 - wear, 0.78 - wear, 0.08};
  return grey(0.09 + wear);
}

using Painter = Rgb (*)(double, double);
struct Recipe {
  const char* name;
  double size;
  Painter paint;
};
constexpr std::array<Recipe, static_cast<std::size_t>(Pattern::Count)> kRecipes{{{"wood", 0.8, wood},
                                                                                 {"concrete", 2.0, concrete},
                                                                                 {"plaster", 1.0, plaster},
                                                                                 {"brick", 1.0, brick},
                                                                                 {"metal", 0.5, metal},
                                                                                 {"cardboard", 0.5, cardboard},
                                                                                 {"fabric", 0.25, fabric},
                                                                                 {"tiles", 1.2, tiles},
                                                                                 {"hazard", 0.4, hazard}}};

}  // namespace

double pattern_size(Pattern pattern) {
  return kRecipes[static_cast<std::size_t>(pattern)].size;
}

Texture make_pattern(Pattern pattern) {
  const Recipe& recipe = kRecipes[static_cast<std::size_t>(pattern)];
  Texture texture{recipe.name, kSize, kSize, {}, true};
  texture.rgba.reserve(std::size_t{4} * kSize * kSize);
  for (int y = 0; y < kSize; ++y) {
    for (int x = 0; x < kSize; ++x) {
      const Rgb colour = recipe.paint((x + 0.5) / kSize, (y + 0.5) / kSize);
      for (const double c : colour) {
        texture.rgba.push_back(static_cast<std::uint8_t>(math::clamp(c, 0.0, 1.0) * 255.0 + 0.5));
      }
      texture.rgba.push_back(255);
    }
  }
  return texture;
}

float linear_from_srgb(double srgb) {
  return static_cast<float>(srgb <= 0.04045 ? srgb / 12.92 : math::pow((srgb + 0.055) / 1.055, 2.4));
}

bool parse_colour(std::string_view text, math::Vec3f& linear) {
  if (text.size() != 7 || text[0] != '#') return false;
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  for (int i = 0; i < 3; ++i) {
    const int high = digit(text[1 + 2 * i]), low = digit(text[2 + 2 * i]);
    if (high < 0 || low < 0) return false;
    linear[i] = linear_from_srgb((16 * high + low) / 255.0);
  }
  return true;
}

}  // namespace fh::scene
