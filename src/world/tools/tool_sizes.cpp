// SPDX-License-Identifier: Apache-2.0
// Things that a hand makes larger and smaller: their outline follows the hand, and they take its size when let go.
#include <algorithm>
#include <cmath>

#include "physics/queries.h"
#include "world/tools/carry_guide.h"
#include "world/tools/tool_aim.h"
#include "world/tools/tool_call.h"

namespace fh::world {
namespace {

using math::Pose;
using math::Vec3;

constexpr double kGrid = 0.05, kFine = 0.001;  // m: steps of a length
constexpr double kFaceReach = 0.05;            // m: faces that are nearer attract
constexpr double kThinnest = 1e-4;             // m: what is thinner has no length to be changed
constexpr double kLeast = 0.05, kMost = 20.0;  // times

/// The length at which a thing of length `length` meets a face of another thing that is near: with both ends, or with
/// its top where the base stays. `out`: along the length, of height upwards.
double to_face(const Tools::Call& call, const Vec3& middle, const Vec3& out, bool height, double first, double length) {
  physics::QueryFilter filter{.layers = physics::kPlaceLayers, .ignore_objects = call.hand.chosen};
  filter.through_glass = false;
  const double to_end = height ? length - 0.5 * first : 0.5 * length;  // from the middle
  double best = length, nearest = kFaceReach;
  for (const double sign : {1.0, -1.0}) {
    if (height && sign < 0.0) continue;
    const Vec3 ray = sign * out;
    const auto hit = physics::cast_ray(call.place.physics, {middle, ray}, std::max(to_end, 0.0) + kFaceReach, filter);
    if (!hit || hit->distance <= 0.0 || std::fabs(glm::dot(hit->normal, ray)) < 0.999) continue;
    const double gap = hit->distance - to_end;
    if (std::fabs(gap) >= nearest) continue;
    nearest = std::fabs(gap);
    best = height ? length + gap : 2.0 * hit->distance;
  }
  return best;
}

}  // namespace

Standing standing_of(const Pose& world_from_thing, const math::Aabb& bounds) {
  Standing stands;
  int up = 1;
  double most = 0.5;  // an axis of its own that is less upright than this leaves the usual one
  for (const int axis : {1, 2, 0}) {
    Vec3 along(0.0);
    along[axis] = 1.0;
    const double upright = world_from_thing.direction(along).y;
    if (std::fabs(upright) <= most + 1e-9) continue;
    most = std::fabs(upright);
    up = axis;
    stands.upside_down = upright < 0.0;
  }
  if (up == 2) stands.axes = {0, 2, 1};
  if (up == 0) stands.axes = {1, 0, 2};
  if (bounds.empty()) return stands;
  stands.base = bounds.centre();
  stands.base[up] = stands.upside_down ? bounds.high[up] : bounds.low[up];
  return stands;
}

Vec3 Standing::own(const Vec3& factor) const {
  Vec3 along(1.0);
  for (int i = 0; i < 3; ++i) along[axes[static_cast<std::size_t>(i)]] = factor[i];
  return along;
}

void Tools::size(const Call& call) {
  ToolHand& hand = call.hand;
  const math::Aabb& box = call.place.scene.find(hand.chosen.front())->bounds;
  if (box.empty()) return;
  const Pose& thing = hand.bases.front();
  const Standing stands = standing_of(thing, box);
  const Guide guide{hand.along, thing.point(stands.base)};
  const bool all = hand.along == frame::CarryWay::Size;
  std::size_t side = 0;  // width, height, depth
  const auto length_of = [&](std::size_t i) { return box.size()[stands.axes[i]]; };
  if (!all) side = static_cast<std::size_t>(hand.along) - static_cast<std::size_t>(frame::CarryWay::SizeX);
  for (std::size_t i = 1; all && i < 3; ++i) side = length_of(i) > length_of(side) ? i : side;
  const double length = length_of(side);
  if (length < kThinnest) return;
  Vec3 along(0.0);
  along[stands.axes[side]] = side == 1 && stands.upside_down ? -1.0 : 1.0;
  along = thing.direction(along);
  const double stretch = guide.stretch(hand.start, aim_of(call.user), all ? nullptr : &along);
  const double step = hand.snap == SnapWay::Grid ? kGrid : kFine;
  const double asked = length + step * std::floor((stretch - 1.0) * length / step + 0.5);
  const double wanted = hand.snap == SnapWay::Faces && !all
                            ? to_face(call, thing.point(box.centre()), along, side == 1, length, asked)
                            : std::max(asked, step);
  const double factor = math::clamp(wanted / length, kLeast, kMost);
  hand.factor = Vec3(all ? factor : 1.0);
  hand.factor[static_cast<int>(side)] = factor;
}

}  // namespace fh::world
