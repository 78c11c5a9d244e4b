// SPDX-License-Identifier: Apache-2.0
// What things look like, in words: colours from the linear base colours of their surfaces, materials from the names of
// the palette.
#include <algorithm>
#include <cmath>
#include <map>

#include "language/setting.h"

namespace fh::language {
namespace {

/// Colour words for a linear colour. A square root stands for the display's curve: only hue and rough lightness count.
std::vector<std::string> colour_words(const math::Vec4f& linear) {
  const double r = std::sqrt(double(linear.x)), g = std::sqrt(double(linear.y)), b = std::sqrt(double(linear.z));
  const double high = std::max({r, g, b}), low = std::min({r, g, b}), range = high - low;
  const double saturation = high > 0.0 ? range / high : 0.0;
  if (high < 0.2) return {"black", "dark"};
  if (high < 0.4 && saturation < 0.3) return {"dark", "grey", "gray", "black"};
  if (saturation < 0.15) {
    return high > 0.85 ? std::vector<std::string>{"white"} : std::vector<std::string>{"grey", "gray"};
  }
  double hue = high == r ? (g - b) / range : high == g ? 2.0 + (b - r) / range : 4.0 + (r - g) / range;
  hue = 60.0 * (hue < 0.0 ? hue + 6.0 : hue);
  if (hue < 15.0 || hue >= 345.0) return {"red"};
  if (hue < 48.0 && (saturation < 0.6 || high < 0.6)) return {"brown", "beige"};
  if (hue < 36.0) return {"orange"};
  if (hue < 42.0) return {"orange", "amber", "yellow"};
  if (hue < 70.0) return {"yellow"};
  if (hue < 170.0) return {"green"};
  if (hue < 195.0) return {"turquoise", "cyan"};
  if (hue < 260.0) return {"blue"};
  return hue < 320.0 ? std::vector<std::string>{"purple", "violet"} : std::vector<std::string>{"pink"};
}

std::vector<std::string> material_words(const scene::Material& material) {
  static constexpr std::pair<std::string_view, const char*> kMaterials[] = {
      {"wood", "wooden"},   {"cardboard", "cardboard"}, {"steel", "steel"},     {"steel", "metal"},
      {"chrome", "metal"},  {"aluminium", "metal"},     {"plastic", "plastic"}, {"concrete", "concrete"},
      {"brick", "brick"},   {"glass", "glass"},         {"copper", "copper"},   {"brass", "brass"},
      {"rubber", "rubber"}, {"cast_iron", "iron"}};
  std::vector<std::string> words;
  for (const auto& [part, word] : kMaterials) {
    if (material.name.find(part) != std::string::npos) words.emplace_back(word);
  }
  if (material.name.rfind("hazard", 0) == 0) return {"yellow", "black", "striped"};
  const auto colours = colour_words(material.base_colour);
  words.insert(words.end(), colours.begin(), colours.end());
  return words;
}

double area_of(const scene::Mesh& mesh, const math::Vec3& scale) {
  const auto& positions = mesh.geometry.positions;
  double area = 0.0;
  for (std::size_t i = 0; i + 2 < mesh.geometry.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return math::Vec3(positions[mesh.geometry.indices[i + k]]) * scale; };
    area += 0.5 * glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
  return area;
}

}  // namespace

std::vector<std::string> looks_of(const scene::Scene& scene, const scene::Object& object) {
  std::map<std::string, double> areas;  // by word
  double whole = 0.0;
  std::set<std::string> glowing;
  for (const scene::Part& part : object.parts) {
    const scene::Mesh& mesh = scene.meshes[part.mesh];
    const scene::Material& material = scene.materials[mesh.material];
    const double area = area_of(mesh, part.scale);
    whole += area;
    const bool glows = std::max({material.emissive.x, material.emissive.y, material.emissive.z}) > 0.2f;
    for (const std::string& word : material_words(material)) {
      areas[word] += area;
      if (glows) glowing.insert(word);
    }
  }
  std::vector<std::string> looks;
  for (const auto& [word, area] : areas) {
    if (area >= 0.3 * whole || glowing.contains(word)) looks.push_back(word);
  }
  return looks;
}

}  // namespace fh::language
