// SPDX-License-Identifier: Apache-2.0
// Notes, strokes and snapshots; things moved and turned.
#include <algorithm>
#include <cmath>

#include "physics/queries.h"
#include "world/tools/carry_guide.h"
#include "world/tools/tool_aim.h"
#include "world/tools/tool_call.h"

namespace fh::world {
namespace {

using frame::CommandId;
using math::Pose;
using math::Vec3;

constexpr double kGrid = 0.05;                          // m
constexpr double kTurnStep = math::radians(15.0);       // about the vertical
constexpr double kFine = 0.001;                         // m: steps without a grid
constexpr double kCutStep = 0.01;                       // m: of a section in the hand
constexpr double kFaceReach = 0.05, kSiteReach = 0.15;  // m: what is nearer attracts
constexpr double kBrushStep = 0.01;                     // m between points of a stroke
constexpr double kOutermost = 10000.0;                  // m from the origin
constexpr double kMostTurn = 3600.0;                    // degrees

double in_steps(double value, double step) {
  return step * std::floor(value / step + 0.5);
}

bool is_within(const Vec3& p) {
  return !is_outside({math::kIdentity, p}) && std::fabs(p.x) <= kOutermost && std::fabs(p.y) <= kOutermost &&
         std::fabs(p.z) <= kOutermost;
}

/// Turned about an upright or other axis through `pivot`, then moved.
Pose turned(const Pose& pose, const math::Quat& turn, const Vec3& pivot, const Vec3& by) {
  const Pose moved{turn, pivot + by - math::rotate(turn, pivot)};
  Pose out = moved * pose;
  out.rotation = math::normalized(out.rotation);
  return out;
}

Vec3 base_of(const math::Aabb& box) {
  const Vec3 middle = box.centre();
  return {middle.x, box.low.y, middle.z};
}

/// From a box to the faces that are near, along each axis: where rays out of its middle meet them.
Vec3 to_faces(const Tools::Call& call, const math::Aabb& box) {
  physics::QueryFilter filter{.layers = physics::kPlaceLayers, .ignore_objects = call.hand.chosen};
  filter.through_glass = false;
  Vec3 by(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    const double half = 0.5 * box.size()[axis];
    double nearest = kFaceReach;
    for (const double sign : {-1.0, 1.0}) {
      Vec3 way(0.0);
      way[axis] = sign;
      const auto hit = physics::cast_ray(call.place.physics, {box.centre(), way}, half + kFaceReach, filter);
      if (!hit || hit->distance <= 0.0 || std::fabs(hit->normal[axis]) < 0.999) continue;
      const double gap = hit->distance - half;
      if (std::fabs(gap) >= nearest) continue;
      nearest = std::fabs(gap);
      by[axis] = sign * gap;
    }
  }
  return by;
}

/// From the middle of a base to the nearest site of another thing.
Vec3 to_site(const Tools::Call& call, const Vec3& base) {
  Vec3 by(0.0);
  double nearest = kSiteReach * kSiteReach;
  for (const scene::Object& object : call.place.scene.objects) {
    if (object.sites.empty() || std::binary_search(call.hand.chosen.begin(), call.hand.chosen.end(), object.id))
      continue;
    const Pose pose = call.pose(object.id);
    for (const scene::Site& site : object.sites) {
      const Vec3 way = pose.point(site.object_from_site.position) - base;
      if (glm::dot(way, way) >= nearest) continue;
      nearest = glm::dot(way, way);
      by = way;
    }
  }
  return by;
}

}  // namespace

bool Tools::Call::can_move() const {
  for (const core::ObjectId id : hand.chosen) {
    const scene::Object& object = *place.scene.find(id);
    if (object.joint.kind != scene::JointKind::None) return false;
    for (std::uint32_t side = 0; side < frame::kHands; ++side) {
      if (place.physics.held_by({user.id, side}) == id) return false;
    }
  }
  return true;
}

Pose Tools::Call::pose(core::ObjectId object) const {
  const auto last = std::find_if(moves.rbegin(), moves.rend(), [&](const Placement& m) { return m.object == object; });
  return last == moves.rend() ? place.physics.pose(object) : last->to;
}

math::Aabb Tools::Call::chosen_bounds() const {
  math::Aabb box;
  for (const core::ObjectId id : hand.chosen) {
    const scene::Object& object = *place.scene.find(id);
    if (!object.bounds.empty()) box.add(math::transformed(pose(id), object.bounds));
  }
  return box;
}

void Tools::annotate(const Call& call) {
  const CommandId id = call.command.id;
  if (id == CommandId::NoteAt) {
    const auto near = call.surface.near(call.command.pose.position, kFaceDistance, Facing::Any);
    add_note(call, NoteKind::Text, near ? near->at : call.command.pose.position,
             near ? near->object : core::ObjectId{});
  } else if (id == CommandId::Flag || id == CommandId::Note || id == CommandId::VoiceNote) {
    const auto point = call.surface.along(ray_of(aim_of(call.user)), kToolRange);
    if (!point) return tell(call.user.state, Notice::NothingAimedAt);
    const NoteKind kind = id == CommandId::Flag   ? NoteKind::Flag
                          : id == CommandId::Note ? NoteKind::Text
                                                  : NoteKind::Voice;
    add_note(call, kind, point->at, point->object);
  } else if (id == CommandId::Inspect) {
    if (call.hand.chosen.empty()) {
      const auto point = call.surface.along(ray_of(aim_of(call.user)), kToolRange);
      if (!point) return tell(call.user.state, Notice::NothingAimedAt);
      call.hand.chosen = {point->object};
      call.hand.inspects = 0;
    }
    call.hand.inspects ^= 1;
  } else if (id == CommandId::Snapshot && snapshots_.size() < kMostSnapshots) {
    const User& user = call.user;
    snapshots_.push_back({call.place.now,
                          user.id,
                          user.state.head.world_from_point,
                          {user.state.hands[0].grip.world_from_point, user.state.hands[1].grip.world_from_point},
                          user.avatar.present() ? user.avatar.fit().balance_margin : 0.0});
    tell(call.user.state, Notice::PictureTaken);
  }
}

void Tools::add_note(const Call& call, NoteKind kind, const Vec3& at, core::ObjectId object) {
  if (lists_.notes.size() >= kMostNotes) return tell(call.user.state, Notice::NoRoom);
  const Vec3 point = object.valid() ? math::inverse(call.place.physics.pose(object)).point(at) : at;
  const bool says = kind == NoteKind::Text || kind == NoteKind::Voice;
  lists_.notes.push_back(
      {kind, says ? std::string(call.text) : std::string(), object, {point}, call.place.now, call.user.id});
  if (kind != NoteKind::Stroke) tell(call.user.state, Notice::Noted);
}

void Tools::paint(const Call& call) {
  Annotation& stroke = lists_.notes.back();
  const Vec3 at = aim_of(call.user).position, way = at - stroke.object_points.back();
  if (glm::dot(way, way) < kBrushStep * kBrushStep || stroke.object_points.size() >= kMostStrokePoints) return;
  stroke.object_points.push_back(at);
}

void Tools::change(const Call& call) {
  const frame::Command& command = call.command;
  if (command.id == CommandId::SaveAs) {
    saved_.push_back({std::string(call.text), call.place.now, lists_.placements});
    return tell(call.user.state, Notice::Saved);
  }
  if (command.id != CommandId::MoveBy && command.id != CommandId::TurnBy && command.id != CommandId::PutAt) return;
  if (call.hand.chosen.empty()) return tell(call.user.state, Notice::NothingChosen);
  if (!call.can_move()) return tell(call.user.state, Notice::Stays);
  const bool turns = command.id == CommandId::TurnBy;
  const double angle = math::radians(math::clamp(command.number, -kMostTurn, kMostTurn));
  const math::Quat turn =
      turns ? math::from_axis_angle(command.pose.direction(math::kForward), angle) : math::kIdentity;
  const Vec3 pivot = base_of(call.chosen_bounds());
  Vec3 by = turns ? Vec3(0.0) : command.pose.position;
  if (command.id == CommandId::PutAt) {
    const auto near = call.surface.near(by, kFaceDistance, Facing::Any);
    by = (near ? call.surface.snapped(*near).at : by) - pivot;
  }
  for (const core::ObjectId id : call.hand.chosen) put(call, id, turned(call.pose(id), turn, pivot, by));
}

void Tools::carry(const Call& call) {
  math::Aabb box;
  for (std::size_t i = 0; i < call.hand.bases.size(); ++i)
    box.add(math::transformed(call.hand.bases[i], call.place.scene.find(call.hand.chosen[i])->bounds));
  if (box.empty()) box.add(call.hand.bases.front().position);
  const Pose aim = aim_of(call.user);
  const Guide guide{call.hand.along, base_of(box)};
  const double yaw = guide.turn(call.hand.start, aim);
  const double turn = call.hand.snap == SnapWay::Nothing ? yaw : in_steps(yaw, kTurnStep);
  const Vec3 by = guide.mask() * snapped_way(call, box, guide.way(call.hand.start, aim));
  const std::vector<Placement> placed = lists_.placements;
  const math::Quat turned_by = turn != 0.0 ? math::from_axis_angle(guide.axis(), turn) : math::kIdentity;
  for (std::size_t i = 0; i < call.hand.bases.size(); ++i)
    put(call, call.hand.chosen[i], turned(call.hand.bases[i], turned_by, guide.pivot, by));
  list_moves(placed);
}

void Tools::carry_cut(const Call& call) {
  if (lists_.cuts.empty()) return;
  const Vec3 way = aim_of(call.user).position - call.hand.start.position;
  const Vec3 by(in_steps(way.x, kCutStep), in_steps(way.y, kCutStep), in_steps(way.z, kCutStep));
  frame::Section& section = lists_.cuts.front().section;
  const Vec3 at = call.hand.bases.front().position + by;
  if (!is_within(at)) return;
  if (section.kind == frame::Section::Kind::Plane)
    section.plane.offset = glm::dot(section.plane.normal, at);
  else
    section.box.world_from_box.position = at;
}

Vec3 Tools::snapped_way(const Call& call, const math::Aabb& box, const Vec3& way) const {
  const auto stepped = [&](double step) {
    return Vec3(in_steps(way.x, step), in_steps(way.y, step), in_steps(way.z, step));
  };
  switch (call.hand.snap) {
    case SnapWay::Grid:
      return stepped(kGrid);
    case SnapWay::Faces:
      return stepped(kFine) + to_faces(call, {box.low + stepped(kFine), box.high + stepped(kFine)});
    case SnapWay::Sites:
      return stepped(kFine) + to_site(call, base_of(box) + stepped(kFine));
    case SnapWay::Nothing:
      break;
  }
  return stepped(kFine);
}

void Tools::put(const Call& call, core::ObjectId object, const Pose& to) {
  if (!is_within(to.position)) return;
  const auto at = std::lower_bound(lists_.placements.begin(), lists_.placements.end(), object,
                                   [](const Placement& p, core::ObjectId id) { return p.object < id; });
  if (at != lists_.placements.end() && at->object == object)
    at->to = to;
  else
    lists_.placements.insert(at, {object, call.pose(object), to});
}

}  // namespace fh::world
