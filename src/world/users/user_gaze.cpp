// SPDX-License-Identifier: Apache-2.0
#include "world/users/user_gaze.h"

#include <algorithm>

#include "math/trig.h"

namespace fh::world {
namespace {

using math::Vec3;

// Eyes stray so far from the middle of the head before it turns with them.
constexpr double kFaceOff = math::radians(18.0), kHandOff = math::radians(30.0), kKept = math::radians(6.0);
constexpr double kFarthestFace = 8.0;  // m
constexpr double kFarthest = 20.0;     // m: what is farther is looked at with parallel eyes
constexpr std::int64_t kDwell = 30;    // ticks

/// The nearest to the middle of the view within `most`, and how far off it is.
const Vec3* nearest_ahead(const math::Pose& eyes, std::span<const Vec3> points, double most, double farthest) {
  const Vec3 ahead = eyes.direction(math::kForward);
  const Vec3* best = nullptr;
  double most_ahead = math::cos(most);
  for (const Vec3& point : points) {
    const Vec3 way = point - eyes.position;
    const double distance = glm::length(way);
    if (distance < 0.1 || distance > farthest) continue;
    const double agrees = glm::dot(way, ahead) / distance;
    if (agrees <= most_ahead) continue;
    most_ahead = agrees;
    best = &point;
  }
  return best;
}

}  // namespace

void UserGaze::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("left", left);
}

Vec3 gaze_point(const physics::World& physics, const math::Pose& eyes, std::span<const Vec3> faces,
                std::span<const Vec3> hands, UserGaze& state) {
  // What is looked at is left a little later than it is taken, and not at once.
  const auto most = [&state](double off, std::uint8_t kind) { return off + (state.kind == kind ? kKept : 0.0); };
  const Vec3* face = nearest_ahead(eyes, faces, most(kFaceOff, 1), kFarthestFace);
  const Vec3* hand = nearest_ahead(eyes, hands, most(kHandOff, 2), kFarthest);
  std::uint8_t kind = face != nullptr ? 1 : hand != nullptr ? 2 : 0;
  if (state.left > 0) --state.left;
  if (kind != state.kind && state.left > 0 && state.kind == 2 && hand != nullptr) kind = 2;
  if (kind != state.kind) state.left = kDwell;
  state.kind = kind;
  if (kind == 1) return *face;
  if (kind == 2) return *hand;
  physics::QueryFilter filter;
  filter.layers = physics::layer_bit(physics::Layer::Static) | physics::layer_bit(physics::Layer::Dynamic) |
                  physics::layer_bit(physics::Layer::Jointed);
  const Vec3 ahead = eyes.direction(math::kForward);
  const auto hit = physics::cast_ray(physics, {eyes.position, ahead}, kFarthest, filter);
  return eyes.position + std::max(0.3, hit ? hit->distance : kFarthest) * ahead;
}

}  // namespace fh::world
