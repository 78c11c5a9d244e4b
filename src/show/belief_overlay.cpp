// SPDX-License-Identifier: Apache-2.0
#include "show/belief_overlay.h"

#include <fmt/ranges.h>

namespace fh::show {
namespace {

using frame::Colour;
using math::Vec3;

constexpr double kFresh = 0.4;  // s: seen now, as far as a look in every tenth of a second can tell

Colour colour_of(std::size_t agent, float alpha) {
  static const std::array<math::Vec3f, 6> kColours = {math::Vec3f{0.95f, 0.45f, 0.10f},
                                                      {0.15f, 0.55f, 0.95f},
                                                      {0.25f, 0.80f, 0.35f},
                                                      {0.85f, 0.25f, 0.70f},
                                                      {0.95f, 0.85f, 0.20f},
                                                      {0.30f, 0.85f, 0.85f}};
  const auto& c = kColours[agent % kColours.size()];
  return {c.x, c.y, c.z, alpha};
}

frame::OverlayText& add_label(const std::string& text, const Vec3& at, const Colour& colour,
                              frame::Snapshot& snapshot) {
  frame::OverlayText label;
  label.text = text;
  label.world_from_text.position = at;
  label.height = 0.05f;
  label.colour = colour;
  label.background = {0.02f, 0.02f, 0.02f, 0.7f};
  label.facing = frame::TextFacing::Viewer;
  label.occlusion = frame::Occlusion::AlwaysSeen;
  snapshot.overlay.texts.push_back(label);
  return snapshot.overlay.texts.back();
}

void add_line(const Vec3& a, const Vec3& b, const Colour& colour, float width, frame::Snapshot& snapshot) {
  frame::OverlayLine line;
  line.a = a;
  line.b = b;
  line.colour = colour;
  line.width = width;
  line.occlusion = frame::Occlusion::Faint;
  snapshot.overlay.lines.push_back(line);
}

/// Letters legible from the ceiling, north up.
void lay_flat(frame::OverlayText& label) {
  label.height = 0.13f;
  label.facing = frame::TextFacing::Fixed;
  label.world_from_text.rotation = math::from_axis_angle({1.0, 0.0, 0.0}, -0.5 * math::kPi);
}

/// A box of twelve lines.
void add_box(const math::Pose& world_from_box, const math::Aabb& box, const Colour& colour, frame::Snapshot& snapshot) {
  std::array<Vec3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i) {
    corners[i] = world_from_box.point(
        {(i & 1) ? box.high.x : box.low.x, (i & 2) ? box.high.y : box.low.y, (i & 4) ? box.high.z : box.low.z});
  }
  for (std::size_t i = 0; i < 8; ++i) {
    for (const std::size_t bit : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
      if (!(i & bit)) add_line(corners[i], corners[i | bit], colour, 0.008f, snapshot);
    }
  }
}

/// A person as remembered: a ring on the floor, a stroke to the head.
void add_ghost(const world::World& world, const senses::Observation& seen, const Colour& colour,
               frame::Snapshot& snapshot) {
  const Vec3 pelvis = senses::Memory::believed_position(seen, world.simulated());
  const Vec3 head = pelvis + seen.reach_vector();
  const Vec3 feet(pelvis.x, pelvis.y - 0.92, pelvis.z);
  snapshot.overlay.discs.push_back(
      {feet + Vec3(0.0, 0.02, 0.0), math::kUp, 0.28f, 0.22f, colour, frame::Occlusion::Faint});
  add_line(feet, head, colour, 0.02f, snapshot);
  snapshot.overlay.points.push_back({head, 0.1f, colour, frame::Occlusion::Faint});
}

}  // namespace

void draw_way(const world::World& world, std::size_t index, frame::Snapshot& snapshot, bool from_above) {
  const world::Agent& agent = world.agents()[index];
  const Colour colour = colour_of(index, 0.9f);
  const auto points = agent.mind.navigator().path_points();
  const bool going = agent.mind.task().stage == mind::Stage::Going;
  if (going) {
    for (std::size_t i = 1; i < points.size(); ++i) {
      add_line(points[i - 1] + Vec3(0.0, 0.04, 0.0), points[i] + Vec3(0.0, 0.04, 0.0), colour, 0.05f, snapshot);
    }
    if (!points.empty()) {
      snapshot.overlay.discs.push_back(
          {points.back() + Vec3(0.0, 0.05, 0.0), math::kUp, 0.18f, 0.1f, colour, frame::Occlusion::Faint});
    }
  }
  const Vec3 head = agent.frames.position(human::Joint::Head);
  auto& label = add_label(fmt::format("{}\n{}", agent.plan->name, agent.mind.why()), head + Vec3(0.0, 0.4, 0.0), colour,
                          snapshot);
  if (from_above) lay_flat(label);
}

void draw_beliefs(const world::World& world, std::size_t agent, frame::Snapshot& snapshot) {
  draw_way(world, agent, snapshot);
  draw_ghosts(world, agent, snapshot);
}

void draw_ghosts(const world::World& world, std::size_t index, frame::Snapshot& snapshot, bool from_above,
                 std::optional<core::BodyId> viewer) {
  const world::Agent& agent = world.agents()[index];
  for (const auto& seen : agent.mind.memory().observations()) {
    if (!seen.moves || seen.known_from > world.simulated()) continue;
    if (viewer && seen.kind == senses::Kind::Person && seen.item.body() == *viewer) continue;
    const double age = core::seconds_of(world.simulated() - seen.seen);
    const bool fresh = age < kFresh;
    const Colour colour = fresh ? Colour{0.3f, 0.95f, 0.4f, 0.8f} : Colour{1.0f, 0.75f, 0.2f, 0.6f};
    const auto add_name = [&](const std::string& name, const Vec3& at) {
      auto& label = add_label(fresh ? name : fmt::format("{} {:.0f} s ago", name, age), at, colour, snapshot);
      if (from_above) lay_flat(label);
    };
    const Vec3 place = senses::Memory::believed_position(seen, world.simulated());
    if (seen.kind == senses::Kind::Person) {
      add_ghost(world, seen, colour, snapshot);
      add_name(world.people()[seen.item.body().value - 1].name, place + seen.reach_vector() + Vec3(0.0, 0.25, 0.0));
    } else if (seen.kind == senses::Kind::Obstacle) {
      snapshot.overlay.points.push_back({place, 0.04f, colour, frame::Occlusion::Faint});
      // What was seen without being recognised is too much to name.
      if (seen.source == senses::Source::Touch) add_name("felt", place + Vec3(0.0, 0.15, 0.0));
      if (seen.source == senses::Source::Hearing) add_name("heard", place + Vec3(0.0, 0.15, 0.0));
    } else if (seen.kind == senses::Kind::Object && !fresh) {
      add_box(seen.pose, world.scenario().scene.find(seen.item.object())->bounds, colour, snapshot);
    }
  }
}

core::Result<std::size_t> agent_named(const world::World& world, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& agent : world.agents()) {
    if (agent.plan->name == name) return names.size();
    names.push_back(agent.plan->name);
  }
  if (names.empty()) return core::fail("there is no agent \"{}\": {} has none", name, world.scenario().name);
  return core::fail("there is no agent \"{}\"; there are {}", name, fmt::join(names, ", "));
}

std::vector<std::string> who_sees_whom(const world::World& world) {
  std::vector<std::string> lines;
  for (const auto& agent : world.agents()) {
    std::string sees, remembers;
    for (const auto& seen : agent.mind.memory().observations()) {
      if (seen.kind != senses::Kind::Person || seen.known_from > world.simulated()) continue;
      const auto& name = world.people()[seen.item.body().value - 1].name;
      const double age = core::seconds_of(world.simulated() - seen.seen);
      if (age < kFresh)
        sees += (sees.empty() ? "" : ", ") + name;
      else
        remembers += fmt::format("{}{} ({:.0f} s ago)", remembers.empty() ? "" : ", ", name, age);
    }
    lines.push_back(fmt::format("{} sees {}{}{}; {}", agent.plan->name, sees.empty() ? "nobody" : sees,
                                remembers.empty() ? "" : "; remembers ", remembers, agent.mind.why()));
  }
  return lines;
}

}  // namespace fh::show
