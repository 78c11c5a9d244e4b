// SPDX-License-Identifier: Apache-2.0
#include "world/tools/measure_mark.h"

#include <fmt/format.h>

#include "world/tools/tool_mark.h"

namespace fh::world {
namespace {

using math::Vec3;

const frame::Colour kLineColour{1.0f, 0.55f, 0.02f, 1.0f}, kEndColour{1.0f, 0.95f, 0.8f, 1.0f};

std::string metres(double value) {
  return value < 1.0 ? fmt::format("{:.0f} mm", 1000.0 * value) : fmt::format("{:.3f} m", value);
}

std::string label_of(const Measurement& m) {
  if (m.kind != frame::MeasureKind::Distance) return fmt::format("{} {}", frame::row_of(m.kind).label, text_of(m));
  return fmt::format("{}\nhorizontal {}, vertical {}", text_of(m), metres(m.horizontal()), metres(m.vertical()));
}

void draw_ends(const std::vector<MeasuredPoint>& points, frame::Snapshot& snapshot) {
  for (const MeasuredPoint& point : points)
    snapshot.overlay.points.push_back({point.at, 0.012f, kEndColour, frame::Occlusion::AlwaysSeen});
}

void draw_lines(const std::vector<MeasuredPoint>& points, frame::Snapshot& snapshot) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    frame::OverlayLine line;
    line.a = points[i - 1].at;
    line.b = points[i].at;
    line.colour = kLineColour;
    line.width = 0.008f;
    line.occlusion = frame::Occlusion::AlwaysSeen;
    snapshot.overlay.lines.push_back(line);
  }
}

Vec3 middle_of(const Measurement& m) {
  return m.kind == frame::MeasureKind::Angle ? m.points[1].at : 0.5 * (m.points[0].at + m.points[1].at);
}

}  // namespace

std::string text_of(const Measurement& m) {
  return m.kind == frame::MeasureKind::Angle ? fmt::format("{:.1f}°", m.value) : metres(m.value);
}

void draw(const Measurements& measurements, const Vec3& eyes, frame::Snapshot& snapshot) {
  for (const Measurement& m : measurements.done()) {
    draw_lines(m.points, snapshot);
    draw_ends(m.points, snapshot);
    draw_label(label_of(m), middle_of(m), eyes, snapshot);
  }
  for (const MeasureTool& tool : measurements.tools()) {
    draw_lines(tool.points, snapshot);
    draw_ends(tool.points, snapshot);
  }
}

}  // namespace fh::world
