// SPDX-License-Identifier: Apache-2.0
#include "world/tools/measurements.h"

#include <algorithm>
#include <cmath>

#include "math/trig.h"
#include "world/tools/tool_aim.h"

namespace fh::world {
namespace {

using frame::CommandId;
using frame::MeasureKind;
using math::Vec3;

Facing facing_of(MeasureKind kind) {
  if (kind == MeasureKind::ClearWidth) return Facing::Upright;
  return kind == MeasureKind::ClearHeight ? Facing::Level : Facing::Any;
}

Notice notice_of(MeasureKind kind) {
  return static_cast<Notice>(static_cast<std::uint8_t>(Notice::KindDistance) + static_cast<std::uint8_t>(kind));
}

MeasureKind next(MeasureKind kind) {
  return static_cast<MeasureKind>((static_cast<std::size_t>(kind) + 1) % frame::kMeasureKinds.size());
}

/// A given point: on the surface near it, or where it is.
SurfacePoint given(const Vec3& at, MeasureKind kind, const PlaceSurface& place) {
  if (const auto near = place.near(at, kFaceDistance, facing_of(kind))) return *near;
  return {at, math::kUp, SnapTo::Nothing, {}};
}

/// Level out of an upright surface, or upright out of a level one.
Vec3 clear_way(const SurfacePoint& from, MeasureKind kind) {
  if (kind == MeasureKind::ClearHeight) return {0.0, from.normal.y > 0.0 ? 1.0 : -1.0, 0.0};
  const Vec3 level(from.normal.x, 0.0, from.normal.z);
  return level / std::sqrt(glm::dot(level, level));
}

double length(const Vec3& v) {
  return std::sqrt(glm::dot(v, v));
}

double value_of(MeasureKind kind, const std::vector<MeasuredPoint>& points) {
  if (kind != MeasureKind::Angle) return length(points[1].at - points[0].at);
  const Vec3 a = points[0].at - points[1].at, b = points[2].at - points[1].at;
  return math::degrees(math::atan2(length(glm::cross(a, b)), glm::dot(a, b)));
}

bool is_known(MeasureKind kind) {
  return static_cast<std::size_t>(kind) < frame::kMeasureKinds.size();
}

}  // namespace

double Measurement::horizontal() const {
  const Vec3 way = points[1].at - points[0].at;
  return std::sqrt(way.x * way.x + way.z * way.z);
}

double Measurement::vertical() const {
  return std::fabs(points[1].at.y - points[0].at.y);
}

void MeasuredPoint::visit(core::Archive& archive) {
  archive.field("at", at);
  archive.field("snapped", snapped);
  archive.field("object", object.value);
  if (archive.is_loading() && snapped > SnapTo::Vertex) archive.reject();
}

void Measurement::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("value", value);
  archive.field("points", points);
  archive.field("at", this->at);
  archive.field("who", who.value);
  if (archive.is_loading() && (!is_known(kind) || points.size() != (kind == MeasureKind::Angle ? 3u : 2u)))
    archive.reject();
}

void MeasureTool::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("points", points);
  if (archive.is_loading() && (!is_known(kind) || points.size() >= frame::row_of(kind).points)) archive.reject();
}

void Measurements::visit(core::Archive& archive) {
  const std::size_t users = tools_.size();
  archive.field("done", done_);
  archive.field("tools", tools_);
  if (archive.is_loading() && (tools_.size() != users || !fits())) archive.reject();
}

bool Measurements::fits() const {
  const auto known = [&](const Measurement& m) { return m.who.valid() && m.who.value <= tools_.size(); };
  return done_.size() <= kMostMeasurements && std::all_of(done_.begin(), done_.end(), known);
}

bool Measurements::drop_point(std::size_t index) {
  std::vector<MeasuredPoint>& points = tools_[index].points;
  if (points.empty()) return false;
  points.pop_back();
  return true;
}

void Measurements::apply(const frame::Command& command, std::size_t index, User& user, const PlaceSurface& place,
                         core::Tick now) {
  MeasureTool& tool = tools_[index];
  const auto choose = [&](MeasureKind kind) {
    if (kind != tool.kind) tool.points.clear();
    tool.kind = kind;
  };
  if (command.id == CommandId::Measure) {
    const auto point = place.along(ray_of(aim_of(user)), kToolRange);
    tell(user.state, point ? take(tool, *point, place, user.id, now) : Notice::NothingThere);
  } else if (command.id == CommandId::MeasureAt) {
    if (!(command.number >= 0.0 && command.number < static_cast<double>(frame::kMeasureKinds.size()))) return;
    choose(static_cast<MeasureKind>(static_cast<std::uint8_t>(command.number)));
    tell(user.state, take(tool, given(command.pose.position, tool.kind, place), place, user.id, now));
  } else if (command.id == CommandId::MeasureKind) {
    choose(next(tool.kind));
    tell(user.state, notice_of(tool.kind));
  } else if (command.id == CommandId::MeasureUndo) {
    undo(tool, user.id);
  }
}

Notice Measurements::take(MeasureTool& tool, const SurfacePoint& point, const PlaceSurface& place, core::BodyId who,
                          core::Tick now) {
  if (done_.size() >= kMostMeasurements) return Notice::ManyMeasurements;
  const Facing facing = facing_of(tool.kind);
  if (facing == Facing::Any) {
    const SurfacePoint on_it = point.snapped == SnapTo::Nothing ? point : place.snapped(point);
    tool.points.push_back({on_it.at, on_it.snapped, on_it.object});
    return tool.points.size() < frame::row_of(tool.kind).points ? Notice::PointTaken : finish(tool, who, now);
  }
  if (point.snapped == SnapTo::Nothing) return Notice::NothingThere;
  if (!faces(point.normal, facing)) return facing == Facing::Upright ? Notice::NotUpright : Notice::NotLevel;
  const auto opposite = place.along({point.at, clear_way(point, tool.kind)}, kToolRange);
  if (!opposite) return Notice::NothingOpposite;
  tool.points = {{point.at, point.snapped, point.object}, {opposite->at, opposite->snapped, opposite->object}};
  return finish(tool, who, now);
}

Notice Measurements::finish(MeasureTool& tool, core::BodyId who, core::Tick now) {
  const double value = value_of(tool.kind, tool.points);
  done_.push_back({tool.kind, value, std::move(tool.points), now, who});
  tool.points.clear();
  return Notice::None;
}

void Measurements::undo(MeasureTool& tool, core::BodyId who) {
  if (!tool.points.empty()) return tool.points.pop_back();
  const auto last = std::find_if(done_.rbegin(), done_.rend(), [&](const Measurement& m) { return m.who == who; });
  if (last != done_.rend()) done_.erase(std::next(last).base());
}

}  // namespace fh::world
