// SPDX-License-Identifier: Apache-2.0
#include "world/object_card.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "world/tools/tool_mark.h"

namespace fh::world {
namespace {

std::string state_of(const World& world, const scene::Object& object) {
  const physics::World& physics = world.physics();
  std::vector<std::string> words;
  if (physics.has_joint(object.id)) {
    const double range = object.joint.maximum - object.joint.minimum;
    const double share = range > 0.0 ? (physics.joint_position(object.id) - object.joint.minimum) / range : 0.0;
    words.push_back(fmt::format("at {:.0f} % of its way", 100.0 * std::clamp(share, 0.0, 1.0)));
    if (physics.is_locked(object.id)) words.emplace_back("locked");
  } else if (object.is_static()) {
    words.emplace_back("fixed");
  } else {
    words.emplace_back(physics.is_asleep(object.id) ? "at rest" : "moves");
  }
  for (const User& user : world.users()) {
    for (std::uint32_t side = 0; side < frame::kHands; ++side) {
      if (physics.held_by({user.id, side}) == object.id) words.push_back("held by " + user.name);
    }
  }
  if (world.tools().lists().placement_of(object.id)) words.emplace_back("moved in this visit");
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

ObjectCard card_of(const World& world, core::ObjectId id) {
  const scene::Object& object = *world.scenario().scene.find(id);
  ObjectCard card;
  card.id = id;
  card.name = object.name;
  card.label = object.label;
  card.classes = object.classes;
  card.size = object.bounds.size();
  card.mass = world.physics().mass(id);
  card.state = state_of(world, object);
  for (const Agent& agent : world.agents()) {
    if (agent.percepts.find(senses::ItemId::of(id))) card.seen_by.push_back(agent.plan->name);
  }
  card.source = world.scenario().file.empty() ? world.scenario().name : world.scenario().file.filename().string();
  card.world_from_object = world.physics().pose(id);
  return card;
}

std::string text_of(const ObjectCard& card) {
  std::string text =
      card.label.empty() || card.label == card.name ? card.name : fmt::format("{} ({})", card.label, card.name);
  text += fmt::format("\n{}", card.classes.empty() ? "no class" : fmt::format("{}", fmt::join(card.classes, ", ")));
  text +=
      fmt::format("\n{:.0f} x {:.0f} x {:.0f} mm", 1000.0 * card.size.x, 1000.0 * card.size.y, 1000.0 * card.size.z);
  if (card.mass > 0.0) text += fmt::format(", {:.3g} kg", card.mass);
  text += "\n" + card.state;
  text += card.seen_by.empty() ? "\nseen by nobody" : fmt::format("\nseen by {}", fmt::join(card.seen_by, ", "));
  return text + "\nfrom " + card.source;
}

void draw_card(const ObjectCard& card, const math::Vec3& eyes, frame::Snapshot& snapshot) {
  // Between the eyes and the thing, at arm's length and a half: a card on a large thing would be inside of it.
  const math::Vec3 way = card.world_from_object.position - eyes;
  const double distance = std::max(glm::length(way), 0.1);
  draw_label(text_of(card), eyes + std::min(distance, 1.2) / distance * way, eyes, snapshot);
}

}  // namespace fh::world
