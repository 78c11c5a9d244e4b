// SPDX-License-Identifier: Apache-2.0
// The world's side of the tools: what they move, and how they show the place.
#include <algorithm>
#include <functional>

#include "world/object_card.h"
#include "world/tools/tool_mark.h"
#include "world/world.h"

namespace fh::world {
namespace {

const frame::Colour kChosen{0.10f, 0.45f, 1.0f, 0.35f}, kHighlighted{1.0f, 0.72f, 0.05f, 0.6f};
const frame::Colour kCutColour{0.72f, 0.16f, 0.10f, 1.0f};  // of the cut: no material of the bundled places has it

}  // namespace

const frame::FrameInput* World::menu_input(const User& user, const frame::FrameInput& given, bool first_of_frame) {
  const std::size_t index = user.id.value - 1;
  if (!tools_.hands()[index].menu.picked) return nullptr;
  with_menu_ = given;
  if (!first_of_frame) {  // the frame's own have acted already
    with_menu_.commands = {};
    with_menu_.change = {};
    with_menu_.space_change = {};
  }
  return tools_.add_picked(index, with_menu_) ? &with_menu_ : nullptr;
}

void World::use_tools(User& user, const frame::FrameInput& input, bool first_of_frame) {
  const std::size_t index = user.id.value - 1;
  // The scene grows in place: what refers to it while commands act stays good.
  if (!grown_ && first_of_frame && tools_.may_make(input.commands)) {
    grown_ = std::make_unique<scene::Scenario>(*scenario_);
    scenario_ = grown_.get();
  }
  const std::function<bool(const scene::Addition&)> make = [this](const scene::Addition& what) {
    return make_thing(what);
  };
  const ToolPlace place{scenario_->scene, physics_, tick_, make};
  if (first_of_frame) tools_.apply(input.commands, index, user, place);
  tools_.follow(index, user, place);
  bool structure = false;
  for (const Placement& move : tools_.take_moves()) {
    if (is_outside(move.to))
      physics_.put_away(move.object, move.to);
    else
      physics_.place(move.object, move.to);
    structure |= scenario_->scene.find(move.object)->is_static();
  }
  if (structure) renew_senses();
}

bool World::make_thing(const scene::Addition& what) {
  if (const std::size_t next = tools_.made().size(); next < things_.size()) {
    // Left over from a later state of the same visit.
    const scene::Addition& other = things_[next];
    return other.of == what.of && other.part == what.part && other.scale == what.scale;
  }
  return append_thing(what);
}

bool World::append_thing(const scene::Addition& what) {
  scene::Scene& scene = grown_->scene;
  const std::size_t meshes = scene.meshes.size();
  // In the scene it stands where its original does, so that the place has the same extent.
  const scene::Object* of = scene.find(what.of);
  const math::Pose at = of ? of->world_from_object : math::Pose{};
  const auto made = scene::append(scene, what, scene::name_of_addition(scene, what), at);
  if (!made) return false;
  if (!physics_.add_fixed(scene, *made)) {
    scene.objects.pop_back();
    scene.meshes.resize(meshes);
    return false;
  }
  physics_.place(*made, outside_place(*made));
  if (knowledge_) {
    knowledge_->catalogue.add(scene, scene.objects.back());
    knowledge_->solids.put(*made, planning::make_solids(scene, scene.objects.back()));
  }
  things_.push_back(what);
  ++place_version_;
  return true;
}

bool World::make_again() {
  const std::vector<MadeThing>& made = tools_.made();
  const std::size_t known = things_.size();
  if (made.size() <= known) return true;  // of a later state of the same visit: they wait outside
  if (!grown_) {
    grown_ = std::make_unique<scene::Scenario>(*scenario_);
    scenario_ = grown_.get();
  }
  for (std::size_t i = known; i < made.size(); ++i) {
    if (made[i].what.of.value > given_objects_ || !append_thing(made[i].what)) return false;
  }
  renew_senses();
  return true;
}

void World::place_statics() {
  bool moved = false;
  for (const scene::Object& object : scenario_->scene.objects) {
    if (!object.is_static()) continue;
    const Placement* placement = tools_.lists().placement_of(object.id);
    const math::Pose to = placement                          ? placement->to
                          : object.id.value > given_objects_ ? outside_place(object.id)
                                                             : object.world_from_object;
    const math::Pose is = physics_.pose(object.id);
    if (is.position == to.position && is.rotation == to.rotation) continue;
    physics_.place(object.id, to);
    moved = true;
  }
  static_cast<void>(tools_.take_moves());
  if (moved) renew_senses();
}

/// Eyes keep immovable things in one tree: it is made anew from where things are, not from where they were.
void World::renew_senses() {
  if (!senses_) return;
  std::vector<math::Pose> poses;
  poses.reserve(scenario_->scene.objects.size());
  for (const scene::Object& object : scenario_->scene.objects) poses.push_back(physics_.pose(object.id));
  senses_ = std::make_unique<Senses>(scenario_->scene, poses);
  for (const User& user : users_)
    senses_->add(person_of(user), user.avatar.present() ? user.avatar.fit().frames : standing_frames(person_of(user)));
  for (const Agent& agent : agents_) senses_->add(*agent.person, agent.frames);
}

void World::draw_place(std::size_t viewer, frame::Snapshot& snapshot) const {
  const scene::Scene& scene = scenario_->scene;
  const ToolLists& lists = tools_.lists();
  const ToolHand* hand = viewer < users_.size() ? &tools_.hands()[viewer] : nullptr;
  for (const auto& object : scene.objects) {
    if (!tools_.is_here(object.id)) continue;
    const math::Pose world_from_object = physics_.pose(object.id);
    const std::uint8_t look = lists.looks.empty() ? 0 : bits_of(lists.looks, object.id);
    const bool chosen = hand && std::binary_search(hand->chosen.begin(), hand->chosen.end(), object.id);
    for (const auto& part : object.parts) {
      frame::DrawObject draw;
      draw.id = object.id;
      draw.mesh = part.mesh;
      draw.world_from_mesh = world_from_object * part.object_from_mesh;
      draw.scale = math::Vec3f(part.scale);
      draw.casts_shadow = !scene.materials[scene.meshes[part.mesh].material].glass;
      drives_.show(object, part, draw);
      if (look != 0) {
        draw.visible = (look & kLookHidden) == 0;
        draw.see_through = (look & kLookSeeThrough) != 0;
        draw.casts_shadow &= !draw.see_through;
        if (look & kLookHighlighted) draw.highlight = kHighlighted;
      }
      if (chosen) draw.highlight = kChosen;
      snapshot.objects.push_back(draw);
    }
  }
  if (const frame::Section* section = lists.section()) {
    snapshot.section = *section;
    snapshot.section.cap = kCutColour;
  }
  const math::Vec3 eyes =
      viewer < users_.size() ? users_[viewer].state.head.world_from_point.position : math::Vec3(0.0, 1.6, 0.0);
  draw_marks(tools_, scene, physics_, eyes, snapshot);
  if (hand) draw(hand->menu, users_[viewer], snapshot);
  if (hand && hand->inspects && !hand->chosen.empty()) draw_card(card_of(*this, hand->chosen.front()), eyes, snapshot);
}

}  // namespace fh::world
