// SPDX-License-Identifier: Apache-2.0
#include "report/heat_layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/time.h"
#include "evaluation/posture/posture_angles.h"

namespace fh::report {
namespace {

using math::Vec3;

constexpr double kLift = 0.015;         // m above the floor, so that it is not hidden in it
constexpr double kPresenceCell = 0.25;  // m

/// A parallelogram.
void add_face(const Vec3& corner, const Vec3& along, const Vec3& across, const char* colour, ColouredMesh& mesh) {
  const Colour bytes = linear_colour(colour);
  const std::uint32_t first = mesh.add_point(corner, bytes);
  mesh.add_point(corner + along, bytes);
  mesh.add_point(corner + along + across, bytes);
  mesh.add_point(corner + across, bytes);
  for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(first + i);
}

HeatLayer sight_layer(const evaluation::SightMap& map) {
  HeatLayer layer{fmt::format("from where {} can be seen, {}", map.object, map.body), {}};
  for (std::size_t row = 0; row < map.rows; ++row) {
    for (std::size_t column = 0; column < map.columns;) {
      const std::size_t cell = row * map.columns + column, left = map.columns - column;
      const float fraction = map.fractions[cell];
      std::size_t count = 1;  // equal neighbours are one face
      const auto same = [&](std::size_t other) {
        return map.fractions[other] >= 0.0f && sight_step(map.fractions[other]) == sight_step(fraction) &&
               map.heights[other] == map.heights[cell];
      };
      while (fraction >= 0.0f && count < left && same(cell + count)) ++count;
      if (fraction >= 0.0f)
        add_face({map.low_x + map.cell * static_cast<double>(column), static_cast<double>(map.heights[cell]) + kLift,
                  map.low_z + map.cell * static_cast<double>(row)},
                 {0.0, 0.0, map.cell}, {map.cell * static_cast<double>(count), 0.0, 0.0},
                 kHeatColours[sight_step(fraction)], layer.faces);
      column += count;
    }
  }
  for (std::size_t i = 0; i < kHeatColours.size(); ++i) layer.legend.emplace_back(kHeatColours[i], kSightWords[i]);
  return layer;
}

/// The slice of the reachable field where it is: upright, straight ahead of the body.
HeatLayer reach_layer(const evaluation::ReachField& field, const evaluation::ReachStand& stand) {
  using evaluation::ReachField;
  HeatLayer layer{fmt::format("what {} reaches, standing for “{}”", field.body, stand.check), {}};
  for (std::size_t i = 0; i < field.classes.size(); ++i) {
    const auto kind = static_cast<std::size_t>(field.classes[i]);
    if (field.classes[i] == scene::ReachEffort::No) continue;
    const double ahead = ReachField::kCell * static_cast<double>(i % ReachField::kColumns);
    const double up = ReachField::kCell * static_cast<double>(i / ReachField::kColumns);
    // A gap between cells, so that they can be counted; small: out of sight.
    const double side = stand.seen.empty() || stand.seen[i] ? ReachField::kCell - 0.01 : 0.4 * ReachField::kCell;
    const double inset = 0.5 * (ReachField::kCell - 0.01 - side);
    add_face(stand.at + (ahead + inset) * stand.ahead + Vec3(0.0, up + inset, 0.0), side * stand.ahead,
             {0.0, side, 0.0}, kReachColours[kind], layer.faces);
  }
  // From the body's right and a little from behind, so that the thing that is reached for is seen beside the slice.
  const Vec3 right = glm::cross(stand.ahead, math::kUp);
  const Vec3 middle = stand.at + 0.6 * stand.ahead + Vec3(0.0, 1.1, 0.0);
  layer.look = {middle, middle + 2.6 * right - 1.2 * stand.ahead + Vec3(0.0, 0.7, 0.0)};
  for (std::size_t i = 0; i + 1 < kReachColours.size(); ++i)
    layer.legend.emplace_back(kReachColours[i], kReachWords[i]);
  return layer;
}

/// The surfaces that bound what the body reaches with at most each effort. A small face: out of sight.
HeatLayer shell_layer(const evaluation::ReachField& field, const evaluation::ReachStand& stand) {
  HeatLayer layer{fmt::format("reach surface of {} for “{}”", field.body, stand.check), {}};
  layer.opacity = 0.4;
  for (std::size_t effort = 0; effort < stand.seen_faces.size(); ++effort) {
    const auto faces = field.shell(static_cast<scene::ReachEffort>(effort), stand.at, stand.ahead);
    if (!faces.empty()) layer.legend.emplace_back(kReachColours[effort], kReachWords[effort]);
    for (std::size_t i = 0; i < faces.size(); ++i) {
      const auto& [a, b, c, d] = faces[i];
      const Vec3 middle = 0.25 * (a + b + c + d);
      const bool seen = i >= stand.seen_faces[effort].size() || stand.seen_faces[effort][i];
      const double share = seen ? 0.95 : 0.4;
      const auto corner = [&](const Vec3& at) { return middle + share * (at - middle); };
      add_face(corner(a), corner(b) - corner(a), corner(d) - corner(a), kReachColours[effort], layer.faces);
    }
  }
  const Vec3 right = glm::cross(stand.ahead, math::kUp);
  const Vec3 middle = stand.at + Vec3(0.0, 1.0, 0.0);
  layer.look = {middle, middle + 2.4 * right - 2.6 * stand.ahead + Vec3(0.0, 1.4, 0.0)};
  return layer;
}

/// The step of kHeatColours for so many seconds.
std::size_t presence_step(double seconds) {
  constexpr std::array kSteps = {0.5, 1.0, 2.0, 5.0, 10.0};
  return static_cast<std::size_t>(std::upper_bound(kSteps.begin(), kSteps.end(), seconds) - kSteps.begin());
}

void add_time_legend(HeatLayer& layer) {
  constexpr std::array kWords = {"to 0.5 s", "to 1 s", "to 2 s", "to 5 s", "to 10 s", "longer"};
  for (std::size_t i = 0; i < kWords.size(); ++i) layer.legend.emplace_back(kHeatColours[i], kWords[i]);
}

}  // namespace

std::size_t sight_step(float fraction) {
  if (fraction <= 0.0f) return 0;
  return std::min<std::size_t>(kHeatColours.size() - 1, 1 + static_cast<std::size_t>(fraction * 4.999f));
}

HeatLayer presence_layer(std::span<const frame::Moment> moments) {
  struct Cell {
    double seconds = 0.0, ground = 1e9;
  };
  std::map<std::pair<long, long>, Cell> cells;
  for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
    const double held = core::seconds_of(moments[i + 1].tick - moments[i].tick);
    for (const frame::MomentPerson& person : moments[i].people) {
      const auto frames = evaluation::frames_of(moments[i], person);
      if (frames.empty()) continue;
      const Vec3& at = frames[0].position;
      Cell& cell =
          cells[{std::lround(std::floor(at.x / kPresenceCell)), std::lround(std::floor(at.z / kPresenceCell))}];
      cell.seconds += held;
      for (const math::Pose& joint : frames) cell.ground = std::min(cell.ground, joint.position.y);
    }
  }
  HeatLayer layer{fmt::format("where people were, on each {:.2f} m of the ground", kPresenceCell), {}};
  for (const auto& [place, cell] : cells)
    add_face({kPresenceCell * static_cast<double>(place.first), cell.ground + kLift,
              kPresenceCell * static_cast<double>(place.second)},
             {0.0, 0.0, kPresenceCell}, {kPresenceCell, 0.0, 0.0}, kHeatColours[presence_step(cell.seconds)],
             layer.faces);
  add_time_legend(layer);
  return layer;
}

HeatLayer seen_layer(const std::string& name, const evaluation::SeenSurfaces& seen) {
  using evaluation::SeenSurfaces;
  HeatLayer layer{fmt::format("surfaces that {} had in view, {:.0f} m²", name, seen.square_metres()), {}};
  for (const auto& [cell, found] : seen.cells) {
    math::Vec3 corner = SeenSurfaces::kCell * Vec3(cell.x, cell.y, cell.z);
    const int axis = cell.axis;
    corner[axis] = found.depth + kLift * cell.sign;
    Vec3 along(0.0), across(0.0);
    along[(axis + 1) % 3] = SeenSurfaces::kCell;
    across[(axis + 2) % 3] = SeenSurfaces::kCell;
    add_face(corner, along, across, kHeatColours[presence_step(found.seconds)], layer.faces);
  }
  add_time_legend(layer);
  return layer;
}

HeatLayer swept_layer(const std::string& name, const evaluation::SweptVolume& swept) {
  using evaluation::SweptVolume;
  HeatLayer layer{fmt::format("the room that {} took, {:.2f} m³", name, swept.cubic_metres()), {}};
  for (const SweptVolume::Cell& cell : swept.cells()) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {-1, 1}) {
        SweptVolume::Cell beside = cell;
        (axis == 0 ? beside.x : axis == 1 ? beside.y : beside.z) += side;
        if (swept.cells().contains(beside)) continue;
        Vec3 corner = SweptVolume::kCell * Vec3(cell.x, cell.y, cell.z), along(0.0), across(0.0);
        if (side > 0) corner[axis] += SweptVolume::kCell;
        along[(axis + 1) % 3] = SweptVolume::kCell;
        across[(axis + 2) % 3] = SweptVolume::kCell;
        add_face(corner, along, across, axis == 1 ? "#a19a75" : axis == 0 ? "#6b6d76" : "#8a8778", layer.faces);
      }
    }
  }
  layer.legend.emplace_back("#a19a75", fmt::format("cells of {:.2f} m that the body was in", SweptVolume::kCell));
  return layer;
}

void add_layer(GlbDocument& document, const HeatLayer& layer) {
  if (layer.faces.indices.empty()) return;
  core::Json legend = core::Json::array();
  for (const auto& [colour, words] : layer.legend) legend.push_back({colour, words});
  const std::size_t material = document.add_material("heat", {1, 1, 1, layer.opacity}, true);
  document["materials"][material]["doubleSided"] = true;
  const std::size_t mesh = document.add_mesh(layer.faces, material, layer.label);
  core::Json heat{{"label", layer.label}, {"legend", std::move(legend)}};
  for (const Vec3& point : layer.look) {
    for (int axis = 0; axis < 3; ++axis) heat["look"].push_back(point[axis]);
  }
  document.add_root({{"name", "heat." + layer.label}, {"mesh", mesh}, {"extras", {{"heat", std::move(heat)}}}});
}

PlaceLayers place_layers(const EvaluationReport& report) {
  if (report.maps.empty() && report.reach.empty()) return {};
  std::vector<HeatLayer> layers;
  for (const evaluation::ReachField& field : report.reach) {
    for (const evaluation::ReachStand& stand : field.stands) {
      layers.push_back(reach_layer(field, stand));
      layers.push_back(shell_layer(field, stand));
    }
  }
  for (const evaluation::SightMap& map : report.maps) layers.push_back(sight_layer(map));
  PlaceLayers result;
  GlbDocument document;
  std::size_t bytes = 0;
  for (const HeatLayer& layer : layers) {
    bytes += 4 * layer.faces.positions.size() + layer.faces.colours.size() + 4 * layer.faces.indices.size();
    if (bytes <= kMostLayerBytes)
      add_layer(document, layer);
    else
      ++result.left_out;
  }
  result.glb = document.bytes();
  return result;
}

}  // namespace fh::report
