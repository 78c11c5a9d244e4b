// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scene/place/gltf.h"

namespace fh::scene {
namespace {

struct Unit {
  const char* name;
  const char* plural;
  double metres;
};
constexpr Unit kUnits[] = {{"m", "metres", 1.0},       {"cm", "centimetres", 0.01}, {"mm", "millimetres", 0.001},
                           {"km", "kilometres", 1000}, {"in", "inches", 0.0254},    {"ft", "feet", 0.3048}};
// Wider than the largest hall, narrower than any place to walk in.
constexpr double kWidest = 1000.0, kNarrowest = 0.02;

}  // namespace

double metres_per(std::string_view unit) {
  for (const auto& known : kUnits) {
    if (unit == known.name) return known.metres;
  }
  return 0.0;
}

const std::vector<std::string>& unit_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const auto& unit : kUnits) names.emplace_back(unit.name);
    return names;
  }();
  return kNames;
}

std::string unit_warning(const math::Aabb& bounds, double metres_per_unit) {
  if (bounds.empty()) return {};
  const math::Vec3 size = bounds.size();
  const double widest = std::max({size.x, size.y, size.z});
  if (widest <= kWidest && (widest >= kNarrowest || widest <= 0.0)) return {};
  const std::string width = widest >= 1.0 ? fmt::format("{:.0f} m", widest) : fmt::format("{:.3g} mm", widest * 1000.0);
  for (const char* name : {"mm", "cm", "in", "ft", "m", "km"}) {
    const double metres = metres_per(name);
    const double would_be = widest / metres_per_unit * metres;
    if (metres == metres_per_unit || would_be < 1.0 || would_be > 200.0) continue;
    const auto unit =
        std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& u) { return u.metres == metres; });
    return fmt::format(
        "the model is {} wide; are its lengths {}? \"unit\": \"{}\" in the scenario or --unit {} makes it {:.3g} m",
        width, unit->plural, name, name, would_be);
  }
  return fmt::format("the model is {} wide, which is no place to walk in; \"unit\" or --unit scales it", width);
}

}  // namespace fh::scene
