// SPDX-License-Identifier: Apache-2.0
#include "world/tools/tool_mark.h"

#include <fmt/format.h>

#include <algorithm>

#include "world/tools/carry_guide.h"
#include "world/tools/tool_call.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kLetter = 0.01396;                       // rad: 0.8 degrees
constexpr double kLeastLetter = 0.02, kMostLetter = 0.5;  // m: 0.8 degrees up to 35 m
constexpr double kPole = 0.25;                            // m: height of a flag
constexpr double kAxis = 1.5;                             // m of a guiding line to each side
constexpr double kSquare = 0.5;                           // m from the middle of a plane's square to its sides
constexpr float kWheel = 0.4f;                            // m: radius
const frame::Colour kFlagColour{0.95f, 0.20f, 0.05f, 1.0f}, kStrokeColour{0.95f, 0.12f, 0.55f, 1.0f},
    kBoxColour{0.72f, 0.16f, 0.10f, 1.0f};

void add_line(const Vec3& a, const Vec3& b, const frame::Colour& colour, float width, frame::Snapshot& snapshot) {
  frame::OverlayLine line;
  line.a = a;
  line.b = b;
  line.colour = colour;
  line.width = width;
  line.occlusion = frame::Occlusion::Faint;
  snapshot.overlay.lines.push_back(line);
}

void draw_note(const Annotation& note, const physics::World& physics, const Vec3& eyes, frame::Snapshot& snapshot) {
  const math::Pose world_from_points = note.object.valid() ? physics.pose(note.object) : math::Pose{};
  if (note.kind == NoteKind::Stroke) {
    for (std::size_t i = 1; i < note.object_points.size(); ++i)
      add_line(world_from_points.point(note.object_points[i - 1]), world_from_points.point(note.object_points[i]),
               kStrokeColour, 0.012f, snapshot);
    return;
  }
  const Vec3 at = world_from_points.point(note.object_points.front()), top = at + Vec3(0.0, kPole, 0.0);
  add_line(at, top, kFlagColour, 0.008f, snapshot);
  snapshot.overlay.points.push_back({top, 0.03f, kFlagColour, frame::Occlusion::Faint});
  if (note.kind == NoteKind::Text) draw_label(note.text, top, eyes, snapshot);
  if (note.kind == NoteKind::Voice) draw_label("voice: " + note.text, top, eyes, snapshot);
}

void draw_box(const math::Box& box, frame::Snapshot& snapshot) {
  const auto corner = [&](unsigned i) {
    const Vec3 sign{i & 1u ? 1.0 : -1.0, i & 2u ? 1.0 : -1.0, i & 4u ? 1.0 : -1.0};
    return box.world_from_box.point(sign * box.half);
  };
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned bit = 1; bit <= 4; bit *= 2) {
      if ((i & bit) == 0) add_line(corner(i), corner(i | bit), kBoxColour, 0.004f, snapshot);
    }
  }
}

/// Where the plane that follows a hand cuts.
void draw_plane(const ToolHand& hand, const frame::Section* section, const Vec3& at, frame::Snapshot& snapshot) {
  if (hand.follow != Follow::Section || !section) return;
  const math::Plane& plane = section->plane;
  snapshot.overlay.discs.push_back({at - plane.signed_distance(at) * plane.normal, plane.normal, 0.15f, 0.142f,
                                    kBoxColour, frame::Occlusion::AlwaysSeen});
}

/// What the things in a hand move along or in, or turn about: a line, a square, a wheel.
void draw_guide(const Guide& guide, const Vec3& at, frame::Snapshot& snapshot) {
  const Vec3 moves = guide.mask(), axis = guide.axis();
  const double axes = moves.x + moves.y + moves.z;
  if (axes == 1.0) add_line(at - kAxis * moves, at + kAxis * moves, kBoxColour, 0.004f, snapshot);
  if (axes == 2.0) {
    const Vec3 u = moves.x > 0.0 ? Vec3(1.0, 0.0, 0.0) : math::kUp, v = moves - u;
    for (const double side : {-1.0, 1.0}) {
      add_line(at + kSquare * (side * u - v), at + kSquare * (side * u + v), kBoxColour, 0.004f, snapshot);
      add_line(at + kSquare * (side * v - u), at + kSquare * (side * v + u), kBoxColour, 0.004f, snapshot);
    }
  }
  if (axes == 0.0 && axis != Vec3(0.0))
    snapshot.overlay.discs.push_back({at, axis, kWheel, kWheel - 0.008f, kBoxColour, frame::Occlusion::AlwaysSeen});
}

/// How far the things in a hand have come.
void draw_way(const ToolHand& hand, const physics::World& physics, const Vec3& eyes, frame::Snapshot& snapshot) {
  if (hand.follow != Follow::Things || hand.bases.empty() || frame::is_size(hand.along)) return;
  const math::Pose now = physics.pose(hand.chosen.front());
  const Vec3 by = now.position - hand.bases.front().position;
  const double turn = math::angle_between(hand.bases.front().rotation, now.rotation);
  draw_guide({hand.along, {}}, now.position, snapshot);
  draw_label(fmt::format("x {:+.0f}  y {:+.0f}  z {:+.0f} mm\nturned {:.0f}°", 1000.0 * by.x, 1000.0 * by.y,
                         1000.0 * by.z, math::degrees(turn)),
             now.position, eyes, snapshot);
}

/// How large the things in a hand will be.
void draw_sizes(const ToolHand& hand, const scene::Scene& scene, const Vec3& eyes, frame::Snapshot& snapshot) {
  if (hand.follow != Follow::Things || hand.bases.empty() || !frame::is_size(hand.along)) return;
  for (std::size_t i = 0; i < hand.chosen.size(); ++i) {
    const math::Aabb& box = scene.find(hand.chosen[i])->bounds;
    if (box.empty()) continue;
    const math::Pose& at = hand.bases[i];
    const Standing stands = standing_of(at, box);
    const Vec3 own = stands.own(hand.factor), size = own * box.size();
    const Vec3 middle = stands.base + own * (box.centre() - stands.base);
    draw_box({{at.rotation, at.point(middle)}, 0.5 * size}, snapshot);
    if (i > 0) continue;
    const Vec3 percent = 100.0 * hand.factor;
    const auto length = [&](std::size_t k) { return 1000.0 * size[stands.axes[k]]; };
    draw_label(fmt::format("{:.0f} x {:.0f} x {:.0f} mm\n{:.0f} x {:.0f} x {:.0f} %", length(0), length(1), length(2),
                           percent.x, percent.y, percent.z),
               at.point(2.0 * middle - stands.base), eyes, snapshot);
  }
}

/// How far a section in a hand has come.
void draw_cut_way(const ToolHand& hand, const frame::Section* section, const Vec3& eyes, frame::Snapshot& snapshot) {
  if (hand.follow != Follow::Cut || !section || hand.bases.empty()) return;
  const Vec3& from = hand.bases.front().position;
  if (section->kind == frame::Section::Kind::Plane) {
    const double by = section->plane.offset - glm::dot(section->plane.normal, from);
    return draw_label(fmt::format("section {:+.0f} mm", 1000.0 * by), hand.start.position, eyes, snapshot);
  }
  const Vec3 by = section->box.world_from_box.position - from;
  draw_label(fmt::format("section x {:+.0f}  y {:+.0f}  z {:+.0f} mm", 1000.0 * by.x, 1000.0 * by.y, 1000.0 * by.z),
             hand.start.position, eyes, snapshot);
}

}  // namespace

void draw_label(const std::string& words, const Vec3& at, const Vec3& eyes, frame::Snapshot& snapshot) {
  frame::OverlayText text;
  text.text = words;
  const double height = std::clamp(kLetter * glm::length(at - eyes), kLeastLetter, kMostLetter);
  text.world_from_text.position = at + Vec3(0.0, height, 0.0);
  text.height = static_cast<float>(height);
  text.anchor_y = 0.0f;
  text.background = {0.02f, 0.02f, 0.025f, 0.85f};
  text.facing = frame::TextFacing::Viewer;
  text.occlusion = frame::Occlusion::AlwaysSeen;
  snapshot.overlay.texts.push_back(std::move(text));
}

void draw_marks(const Tools& tools, const scene::Scene& scene, const physics::World& physics, const Vec3& eyes,
                frame::Snapshot& snapshot) {
  for (const Annotation& note : tools.lists().notes) draw_note(note, physics, eyes, snapshot);
  for (const ToolHand& hand : tools.hands()) {
    draw_way(hand, physics, eyes, snapshot);
    draw_sizes(hand, scene, eyes, snapshot);
    draw_cut_way(hand, tools.lists().section(), eyes, snapshot);
    draw_plane(hand, tools.lists().section(), hand.start.position, snapshot);
    if (hand.corner) snapshot.overlay.points.push_back({*hand.corner, 0.02f, kBoxColour, frame::Occlusion::AlwaysSeen});
  }
  const frame::Section* section = tools.lists().section();
  if (section && section->kind == frame::Section::Kind::Box) draw_box(section->box, snapshot);
}

}  // namespace fh::world
