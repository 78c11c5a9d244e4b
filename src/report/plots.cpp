// SPDX-License-Identifier: Apache-2.0
#include "report/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "evaluation/clearance/clearance.h"
#include "report/html_parts.h"
#include "report/motion/coloured_mesh.h"

namespace fh::report {
namespace {

using core::Json;

/// With kPeopleColours.
constexpr const char* kDashes[] = {"none", "8 4", "2 3", "8 3 2 3", "12 4", "4 4"};

const evaluation::Table* table_named(const MeasuredVisit& visit, const char* name) {
  for (const evaluation::Table& table : visit.tables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

constexpr double kStep = 0.1, kHead = 1.6;  // m: lower things are stepped on, higher ones walked under

/// One line per key: points by the order of the rows.
using Lines = std::map<std::string, std::vector<std::pair<double, double>>>;

/// Where numbers stand on an axis: multiples of 1, 2 or 5 times a power of ten, at most about eight.
std::vector<double> ticks_between(double low, double high) {
  double step = 1e-6;
  for (int i = 0; (high - low) / step > 8.0; ++i) step *= i % 3 == 1 ? 2.5 : 2.0;
  std::vector<double> ticks;
  for (double at = step * std::ceil(low / step - 1e-9); at <= high + 1e-9 * step; at += step) ticks.push_back(at);
  return ticks;
}

struct PlotArea {
  double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;  // in the plot's numbers
  double width = 760.0, height = 200.0;                           // of the drawing
  double x(double value) const { return width * (value - low_x) / std::max(high_x - low_x, 1e-6); }
  double y(double value) const { return height - height * (value - low_y) / std::max(high_y - low_y, 1e-6); }
};

std::string axes(const PlotArea& area) {
  std::string text;
  for (const double at : ticks_between(area.low_x, area.high_x))
    text += fmt::format(
        "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\"/>"
        "<text text-anchor=\"middle\" x=\"{0:.1f}\" y=\"{2:.1f}\">{3:.4g}</text>\n",
        area.x(at), area.height, area.height + 16.0, at + 0.0);
  for (const double at : ticks_between(area.low_y, area.high_y))
    text += fmt::format(
        "<line class=\"grid\" x1=\"0\" x2=\"{1:.1f}\" y1=\"{0:.1f}\" y2=\"{0:.1f}\"/>"
        "<text text-anchor=\"end\" x=\"-6\" y=\"{2:.1f}\">{3:.4g}</text>\n",
        area.y(at), area.width, area.y(at) + 4.0, at + 0.0);
  return text;
}

/// Lines with numbers on the axes. `over_time`: across are seconds of the visit with this number, which the replay
/// marks; else both axes are metres.
std::string plot(const Lines& lines, const char* title, bool over_time, std::size_t number,
                 std::span<const math::Aabb> plan = {}) {
  PlotArea area;
  for (const math::Aabb& box : plan) {
    area.low_x = std::min(area.low_x, box.low.x), area.high_x = std::max(area.high_x, box.high.x);
    area.low_y = std::min(area.low_y, -box.high.z), area.high_y = std::max(area.high_y, -box.low.z);
  }
  for (const auto& [name, points] : lines) {
    for (const auto& [x, y] : points) {
      area.low_x = std::min(area.low_x, x), area.high_x = std::max(area.high_x, x);
      area.low_y = std::min(area.low_y, y), area.high_y = std::max(area.high_y, y);
    }
  }
  if (area.high_x < area.low_x) return {};
  if (!over_time)
    area.height =
        std::clamp(area.width * (area.high_y - area.low_y) / std::max(area.high_x - area.low_x, 1e-6), 100.0, 900.0);
  std::string text = fmt::format(
      "<figure><figcaption>{0}</figcaption><svg role=\"img\" aria-label=\"{0}\" viewBox=\"-50 -10 {1:.0f} "
      "{2:.0f}\"{3}>\n",
      title, area.width + 70.0, area.height + 60.0 + 16.0 * static_cast<double>(lines.size()),
      over_time ? fmt::format(" data-visit=\"{}\" data-from=\"{}\" data-to=\"{}\" data-left=\"0\" data-wide=\"{}\"",
                              number, area.low_x, area.high_x, area.width)
                : std::string());
  for (const math::Aabb& box : plan)
    fmt::format_to(std::back_inserter(text),
                   "<rect class=\"solid\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/>",
                   area.x(box.low.x), area.y(-box.low.z), area.x(box.high.x) - area.x(box.low.x),
                   area.y(-box.high.z) - area.y(-box.low.z));
  text += axes(area);
  if (over_time) text += fmt::format("<line class=\"now\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"{:.1f}\"/>\n", area.height);
  std::size_t index = 0;
  for (const auto& [name, points] : lines) {
    const char *colour = kPeopleColours[index % 6], *dash = kDashes[index % 6];
    text += fmt::format("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"{}\" stroke-dasharray=\"{}\" points=\"",
                        colour, dash);
    for (const auto& [x, y] : points) fmt::format_to(std::back_inserter(text), "{:.1f},{:.1f} ", area.x(x), area.y(y));
    const double line = area.height + 36.0 + 16.0 * static_cast<double>(index);
    text += fmt::format(
        "\"/><line x1=\"0\" x2=\"40\" y1=\"{0:.0f}\" y2=\"{0:.0f}\" stroke-width=\"2\" stroke=\"{1}\" "
        "stroke-dasharray=\"{2}\"/>"
        "<text x=\"48\" y=\"{3:.0f}\">{4}</text>\n",
        line, colour, dash, line + 4.0, escaped(name));
    ++index;
  }
  return text + "</svg></figure>\n";
}

/// In the shape's own frame.
math::Aabb shape_box(const scene::Scene& scene, const scene::CollisionShape& shape) {
  math::Aabb box;
  if (shape.kind == scene::ShapeKind::ConvexHull || shape.kind == scene::ShapeKind::TriangleMesh) {
    for (const math::Vec3f& p : scene.meshes[shape.mesh].geometry.positions) box.add(math::Vec3(p) * shape.mesh_scale);
    return box;
  }
  const double r = shape.radius;
  math::Vec3 half = shape.half;
  if (shape.kind == scene::ShapeKind::Sphere) half = math::Vec3(r);
  if (shape.kind == scene::ShapeKind::Capsule) half = {r, shape.half.y + r, r};
  if (shape.kind == scene::ShapeKind::Cylinder) half = {r, shape.half.y, r};
  box.add(half);
  box.add(-half);
  return box;
}

}  // namespace

std::vector<math::Aabb> standing_boxes(const scene::Scene& scene) {
  std::vector<math::Aabb> boxes;
  math::Aabb place;
  double ground = 1e30;  // the lowest floor
  for (const scene::Object& object : scene.objects) {
    if (object.bounds.empty()) continue;
    const math::Aabb box = math::transformed(object.world_from_object, object.bounds);
    place.add(box);
    if (object.is_a("floor")) ground = std::min(ground, box.high.y);
  }
  if (ground > 1e29) ground = place.low.y;
  for (const scene::Object& object : scene.objects) {
    if (!object.is_static() || object.is_a("floor")) continue;
    for (const scene::CollisionShape& shape : object.collision) {
      const math::Aabb box =
          math::transformed(object.world_from_object * shape.object_from_shape, shape_box(scene, shape));
      if (box.high.y > ground + kStep && box.low.y < ground + kHead) boxes.push_back(box);
    }
  }
  // The box of a whole building says nothing.
  std::erase_if(boxes, [&](const math::Aabb& box) {
    return (box.high.x - box.low.x) * (box.high.z - box.low.z) >
           0.3 * (place.high.x - place.low.x) * (place.high.z - place.low.z);
  });
  return boxes;
}

std::string plots(const MeasuredVisit& visit, std::size_t number) {
  std::string text;
  if (const evaluation::Table* ways = table_named(visit, "trajectories")) {
    std::map<double, std::string> names;
    double id = 1.0;
    for (const char* group : {"users", "agents"}) {
      for (const Json& person : visit.measures[group]) names[id++] = person.value("name", "");
    }
    Lines lines;
    for (std::size_t i = 0; i < ways->rows.size(); ++i) {
      const auto& row = ways->rows[i];
      if (static_cast<std::int64_t>(std::get<double>(row[1])) % 15 == 0)
        lines[names[std::get<double>(row[0])]].emplace_back(std::get<double>(row[2]), std::get<double>(row[3]));
    }
    text += plot(lines, "Where everybody went, seen from above, metres; grey: what stands on the ground", false, number,
                 visit.plan);
  }
  if (const evaluation::Table* posture = table_named(visit, "posture")) {
    Lines lines;
    for (const auto& row : posture->rows)
      lines[std::get<std::string>(row[1])].emplace_back(std::get<double>(row[0]),
                                                        std::max(std::get<double>(row[2]), std::get<double>(row[5])));
    text += plot(lines, "RULA score of the worse side (1 good, 7 bad) over seconds", true, number);
  }
  if (const evaluation::Table* clearance = table_named(visit, "clearance")) {
    Lines lines;
    for (const auto& row : clearance->rows) {
      double least = evaluation::kClearanceRange;
      for (std::size_t i = 2; i < row.size(); ++i) {
        if (const auto* gap = std::get_if<double>(&row[i])) least = std::min(least, *gap);
      }
      lines[std::get<std::string>(row[1])].emplace_back(std::get<double>(row[0]), least);
    }
    text += plot(
        lines,
        "Least distance of body and carried things to anything but floors, metres (0.5: nothing nearer), over seconds",
        true, number);
  }
  return text;
}

}  // namespace fh::report
