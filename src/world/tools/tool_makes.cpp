// SPDX-License-Identifier: Apache-2.0
// Things that come into the place and leave it: duplicates, parts, other sizes.
#include <algorithm>
#include <cmath>

#include "world/tools/tool_aim.h"
#include "world/tools/tool_call.h"

namespace fh::world {
namespace {

using frame::CommandId;
using math::Pose;
using math::Vec3;

constexpr double kGap = 0.05;        // m between a thing and its duplicate, at least
constexpr double kAsideStep = 0.05;  // m
constexpr double kAhead = 1.5;       // m: where a part stands when the hand aims at nothing

bool same(const scene::Addition& a, const scene::Addition& b) {
  return a.of == b.of && a.part == b.part && a.scale == b.scale;
}

bool is_usual(const Vec3& scale) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!(scale[axis] >= scene::kLeastScale && scale[axis] <= scene::kMostScale)) return false;
  }
  return true;
}

void take_way(ToolHand& hand, UserState& user, frame::CarryWay way) {
  hand.along = way;
  tell(user, notice_of_way(way));
}

}  // namespace

bool Tools::choose_way(const Call& call) {
  const frame::CarryWayRow* row = frame::find_carry_way(call.text);
  if (!row)
    tell(call.user.state, Notice::NoSuchWay);
  else
    take_way(call.hand, call.user.state, row->way);
  return row != nullptr;
}

bool Tools::is_here(core::ObjectId object) const {
  const Placement* placement = lists_.placement_of(object);
  return placement ? !is_outside(placement->to) : !is_made(object);
}

scene::Addition Tools::addition_of(core::ObjectId object) const {
  return is_made(object) ? made_[object.value - objects_ - 1].what : scene::Addition{object, {}, Vec3(1.0)};
}

core::ObjectId Tools::bring(const Call& call, const scene::Addition& what, const Pose& to) {
  std::size_t i = 0;
  const auto id_of = [&] { return core::ObjectId{static_cast<std::uint32_t>(objects_ + i + 1)}; };
  while (i < made_.size() && (is_here(id_of()) || !same(made_[i].what, what))) ++i;
  if (i == made_.size()) {
    if (made_.size() >= kMostMade) {
      tell(call.user.state, Notice::NoRoom);
      return {};
    }
    if (!call.place.make(what)) {
      tell(call.user.state, Notice::NoSuchPart);
      return {};
    }
    made_.push_back({what});
  }
  const core::ObjectId id = id_of();
  put(call, id, to);
  return id;
}

void Tools::take_out(const Call& call, core::ObjectId object) {
  const auto at = std::lower_bound(lists_.placements.begin(), lists_.placements.end(), object,
                                   [](const Placement& p, core::ObjectId id) { return p.object < id; });
  const bool placed = at != lists_.placements.end() && at->object == object;
  if (is_made(object)) {
    if (placed) lists_.placements.erase(at);
  } else if (placed) {
    at->to = outside_place(object);
  } else {
    lists_.placements.insert(at, {object, call.pose(object), outside_place(object)});
  }
}

void Tools::make(const Call& call) {
  const CommandId id = call.command.id;
  if (id == CommandId::SnapTo) {
    call.hand.snap = static_cast<SnapWay>((static_cast<int>(call.hand.snap) + 1) % 4);
    const auto first = static_cast<int>(Notice::SnapsToGrid);
    return tell(call.user.state, static_cast<Notice>(first + static_cast<int>(call.hand.snap)));
  }
  if (id == CommandId::CarryAlong) {
    const std::size_t next = static_cast<std::size_t>(call.hand.along) + 1;
    return take_way(call.hand, call.user.state, frame::kCarryWays[next % frame::kCarryWays.size()].way);
  }
  if (id == CommandId::AddPart) return add_part(call);
  if (id != CommandId::Duplicate && id != CommandId::Remove && id != CommandId::ScaleBy) return;
  if (call.hand.chosen.empty()) return tell(call.user.state, Notice::NothingChosen);
  if (id != CommandId::Duplicate && !call.can_move()) return tell(call.user.state, Notice::Stays);
  if (id == CommandId::ScaleBy) return scale(call, call.command.pose.position);
  if (id == CommandId::Remove) {
    for (const core::ObjectId object : call.hand.chosen) take_out(call, object);
    call.hand.chosen.clear();
    return;
  }
  const math::Aabb box = call.chosen_bounds();
  const double aside = box.empty() ? kGap : kAsideStep * std::ceil((box.size().x + kGap) / kAsideStep - 1e-9);
  std::vector<core::ObjectId> copies;
  for (const core::ObjectId object : call.hand.chosen) {
    Pose to = call.pose(object);
    to.position.x += aside;
    const core::ObjectId copy = bring(call, addition_of(object), to);
    if (copy.valid()) copies.push_back(copy);
  }
  std::sort(copies.begin(), copies.end());
  call.hand.chosen = std::move(copies);
}

void Tools::add_part(const Call& call) {
  const Pose aim = aim_of(call.user);
  const auto point = call.surface.along(ray_of(aim), kToolRange);
  const UserState& user = call.user.state;
  const Pose stand = math::standing_at(user.world_from_tracking.position, math::yaw_of(aim.rotation));
  Vec3 at = user.head.world_from_point.position + stand.direction({0.0, 0.0, -kAhead});
  at.y = user.world_from_tracking.position.y;
  if (point) at = point->at;
  // Its front, +Z, looks to the user.
  const core::ObjectId made = bring(call, {{}, std::string(call.text), Vec3(1.0)}, {stand.rotation, at});
  if (made.valid()) call.hand.chosen = {made};
}

void Tools::scale(const Call& call, const Vec3& factor) {
  for (const core::ObjectId object : call.hand.chosen) {
    const Standing stands = standing_of(call.pose(object), call.place.scene.find(object)->bounds);
    if (!is_usual(addition_of(object).scale * stands.own(factor))) return tell(call.user.state, Notice::NoRoom);
  }
  std::vector<core::ObjectId> chosen;
  for (const core::ObjectId object : std::vector<core::ObjectId>(call.hand.chosen)) {
    const scene::Object& thing = *call.place.scene.find(object);
    Pose to = call.pose(object);
    const Standing stands = standing_of(to, thing.bounds);
    const Vec3 own = stands.own(factor);
    to.position = to.point(stands.base) - math::rotate(to.rotation, own * stands.base);
    scene::Addition what = addition_of(object);
    what.scale = what.scale * own;
    // Back at its first size it is the thing itself again, where the scenario has one.
    const bool back = !what.part.empty() ? false : what.scale == Vec3(1.0) && !is_here(what.of);
    if (back) put(call, what.of, to);
    const core::ObjectId now = back ? what.of : bring(call, what, to);
    if (!now.valid()) continue;
    take_out(call, object);
    for (Annotation& note : lists_.notes) {
      if (note.object != object) continue;
      note.object = now;
      for (Vec3& p : note.object_points) p = own * p;
    }
    set_bits(lists_.looks, now, bits_of(lists_.looks, object));
    chosen.push_back(now);
  }
  std::sort(chosen.begin(), chosen.end());
  call.hand.chosen = std::move(chosen);
}

}  // namespace fh::world
