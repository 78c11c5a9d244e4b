// SPDX-License-Identifier: Apache-2.0
// Choosing things, how they look, sections and saved views.
#include <algorithm>
#include <cmath>

#include "world/tools/tool_aim.h"
#include "world/tools/tool_call.h"
#include "world/users/physics_landing.h"

namespace fh::world {
namespace {

using frame::CommandId;
using math::Vec3;

constexpr double kLeastBox = 0.01, kMostBox = 1000.0;  // m: half side of a section box
constexpr double kFloorNormal = 0.9;                   // upward part of the normal of a floor to stand on

bool is_part_of(const scene::Scene& scene, const scene::Object& object, core::ObjectId whole) {
  core::ObjectId at = object.id;
  for (std::size_t depth = 0; at.valid() && depth <= scene.objects.size(); ++depth) {
    if (at == whole) return true;
    at = scene.find(at)->parent;
  }
  return false;
}

/// "rack.west", "rack.*", or a class.
bool is_meant(const scene::Object& object, std::string_view text) {
  if (text.ends_with('*')) return std::string_view(object.name).starts_with(text.substr(0, text.size() - 1));
  return object.name == text || object.is_a(text);
}

void add_with_parts(const scene::Scene& scene, core::ObjectId whole, std::vector<core::ObjectId>& chosen) {
  for (const scene::Object& object : scene.objects) {
    if (is_part_of(scene, object, whole)) chosen.push_back(object.id);
  }
}

frame::Section plane_section(const Vec3& normal, const Vec3& through) {
  frame::Section section;
  section.kind = frame::Section::Kind::Plane;
  section.plane = {normal, glm::dot(normal, through)};
  return section;
}

frame::Section box_section(const math::Aabb& box) {
  frame::Section section;
  section.kind = frame::Section::Kind::Box;
  section.box.world_from_box.position = box.centre();
  section.box.half = glm::max(0.5 * box.size(), Vec3(kLeastBox));
  return section;
}

}  // namespace

void Tools::choose(const Call& call) {
  if (call.command.id == CommandId::SelectNamed) return choose_named(call);
  if (call.command.id != CommandId::Select) return;
  call.hand.chosen.clear();
  const auto point = call.surface.along(ray_of(aim_of(call.user)), kToolRange);
  if (!point) return tell(call.user.state, Notice::NothingAimedAt);
  add_with_parts(call.place.scene, point->object, call.hand.chosen);
}

void Tools::choose_named(const Call& call) {
  std::vector<core::ObjectId>& chosen = call.hand.chosen;
  chosen.clear();
  for (const scene::Object& object : call.place.scene.objects) {
    if (!call.text.empty() && is_here(object.id) && is_meant(object, call.text))
      add_with_parts(call.place.scene, object.id, chosen);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  if (chosen.empty()) tell(call.user.state, Notice::NoSuchThing);
}

void Tools::look(const Call& call) {
  const CommandId id = call.command.id;
  if (id == CommandId::ShowAll) lists_.looks.clear();
  if (id != CommandId::Hide && id != CommandId::Isolate && id != CommandId::Highlight && id != CommandId::XRay) return;
  const std::vector<core::ObjectId>& chosen = call.hand.chosen;
  if (chosen.empty()) return tell(call.user.state, Notice::NothingChosen);
  if (id == CommandId::Isolate) {
    for (const scene::Object& object : call.place.scene.objects) {
      const std::uint8_t bits = bits_of(lists_.looks, object.id);
      const bool stays = std::binary_search(chosen.begin(), chosen.end(), object.id);
      set_bits(lists_.looks, object.id, static_cast<std::uint8_t>(stays ? bits & ~kLookHidden : bits | kLookHidden));
    }
    return;
  }
  const std::uint8_t bit = id == CommandId::Hide        ? kLookHidden
                           : id == CommandId::Highlight ? kLookHighlighted
                                                        : kLookSeeThrough;
  // A second time the thing gets its usual look back; what is hidden cannot be aimed at and comes back with the others.
  const bool back = id != CommandId::Hide && (bits_of(lists_.looks, chosen.front()) & bit) != 0;
  for (const core::ObjectId object : chosen) {
    const std::uint8_t bits = bits_of(lists_.looks, object);
    set_bits(lists_.looks, object, static_cast<std::uint8_t>(back ? bits & ~bit : bits | bit));
  }
}

void Tools::cut(const Call& call) {
  const frame::Command& command = call.command;
  if (command.id == CommandId::SectionPlane) {
    lists_.cuts = {{plane_section(command.pose.direction(math::kForward), command.pose.position)}};
  } else if (command.id == CommandId::SectionBox) {
    if (!call.hand.corner) {
      call.hand.corner = command.pose.position;
      return tell(call.user.state, Notice::CornerTaken);
    }
    math::Aabb box;
    box.add(*call.hand.corner);
    box.add(command.pose.position);
    call.hand.corner.reset();
    lists_.cuts = {{box_section(box)}};
  } else if (command.id == CommandId::SectionAround) {
    const math::Aabb box = call.chosen_bounds();
    if (box.empty()) return tell(call.user.state, Notice::NothingChosen);
    lists_.cuts = {{box_section(box.grown(math::clamp(command.number, 0.0, kMostBox)))}};
  } else if (command.id == CommandId::SectionMove) {
    if (lists_.cuts.empty()) return tell(call.user.state, Notice::NoSection);
    frame::Section& section = lists_.cuts.front().section;
    const double by = math::clamp(command.number, -kMostBox, kMostBox);
    section.plane.offset = math::clamp(section.plane.offset + by, -1e5, 1e5);
    section.box.half = glm::clamp(section.box.half + Vec3(by), Vec3(kLeastBox), Vec3(kMostBox));
  } else if (command.id == CommandId::SectionOff) {
    lists_.cuts.clear();
  }
}

void Tools::view(const Call& call) {
  const CommandId id = call.command.id;
  if (id == CommandId::GoThere) return go_there(call);
  if (id == CommandId::SaveView) {
    save_view(call, call.text);
  } else if (id == CommandId::GoToView) {
    const auto found = std::find_if(lists_.views.begin(), lists_.views.end(),
                                    [&](const SavedView& saved) { return saved.name == call.text; });
    if (found == lists_.views.end()) return tell(call.user.state, Notice::NoSuchView);
    call.hand.view = static_cast<std::uint32_t>(found - lists_.views.begin()) + 1;
    go_to(call, SavedView(*found));
  } else if (id == CommandId::NextView) {
    if (lists_.views.empty()) return save_view(call, "view 1");
    if (call.hand.view >= lists_.views.size()) call.hand.view = 0;
    go_to(call, SavedView(lists_.views[call.hand.view++]));
  }
}

void Tools::go_there(const Call& call) {
  const auto point = call.surface.along(ray_of(aim_of(call.user)), kToolRange);
  const PhysicsLanding landing(call.place.physics, call.user.id);
  if (!point || point->normal.y < kFloorNormal || !landing.body_fits(point->at))
    return tell(call.user.state, Notice::NoFloorThere);
  teleport_to(call.user.state, point->at, call.user.settings);
}

void Tools::save_view(const Call& call, std::string_view name) {
  const UserState& user = call.user.state;
  const Vec3& head = user.head.world_from_point.position;
  SavedView view;
  view.name = name;
  view.stand = math::standing_at({head.x, user.world_from_tracking.position.y, head.z},
                                 math::yaw_of(user.head.world_from_point.rotation));
  view.cuts = lists_.cuts;
  view.looks = lists_.looks;
  const auto found = std::find_if(lists_.views.begin(), lists_.views.end(),
                                  [&](const SavedView& saved) { return saved.name == name; });
  if (found != lists_.views.end()) {
    *found = std::move(view);
  } else if (lists_.views.size() < kMostViews) {
    lists_.views.push_back(std::move(view));
  } else {
    return tell(call.user.state, Notice::NoRoom);
  }
  tell(call.user.state, Notice::ViewSaved);
}

void Tools::go_to(const Call& call, const SavedView& view) {
  UserState& user = call.user.state;
  turn_about_head(user, math::yaw_of(view.stand.rotation) - math::yaw_of(user.head.world_from_point.rotation));
  teleport_to(user, view.stand.position, call.user.settings);
  lists_.cuts = view.cuts;
  lists_.looks = view.looks;
}

}  // namespace fh::world
