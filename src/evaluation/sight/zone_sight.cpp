// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/zone_sight.h"

#include <algorithm>
#include <cmath>

namespace fh::evaluation {
namespace {

constexpr std::uint32_t kZoneWindow = 64;  // samples across the thing

double seen_from(const StandingEyes& eyes, const math::Vec3& eye, const scene::Target& target) {
  if (!target.site) return eyes.fraction(eye, target.object->id, kZoneWindow);
  const math::Vec3 point = target.object->world_from_object.point(target.site->object_from_site.position);
  return eyes.in_sight(eye, point) ? 1.0 : 0.0;
}

/// Evenly over the extent, both ends included.
double place_along(double extent, std::size_t index, std::size_t count) {
  return count < 2 ? 0.0 : extent * (static_cast<double>(index) / static_cast<double>(count - 1) - 0.5);
}

}  // namespace

std::optional<ZoneSight> zone_sight(const StandingEyes& eyes, const scene::Check& check, const scene::Target& target,
                                    const human::Dimensions& body) {
  const double height = StandingEyes::eye_height(body, check.seat);
  const auto count = [](double extent) { return 1 + static_cast<std::size_t>(std::ceil(extent / kZoneCell)); };
  const std::size_t wide = count(check.zone.x), deep = count(check.zone.y);
  ZoneSight found;
  for (std::size_t i = 0; i < wide * deep; ++i) {
    math::Vec3 at = check.from + math::Vec3(place_along(check.zone.x, i % wide, wide), 0.0,
                                            place_along(check.zone.y, i / wide, deep));
    const double floor = eyes.floor_at(at.x, at.z);
    if (!std::isfinite(floor)) continue;
    at.y = floor;
    // A seat is part of the place: whoever sits there has room.
    if (check.seat <= 0.0 && !eyes.is_free(at, height)) continue;
    const auto seen = [&](double up) { return seen_from(eyes, at + math::Vec3(0.0, height + up, 0.0), target); };
    const double now = seen(0.0), lower = seen(-kEyesMayBe), higher = seen(kEyesMayBe);
    if (found.places == 0 || now < found.least) {
      found.least = now;
      found.worst_at = at;
    }
    ++found.places;
    found.met += now >= check.limit ? 1 : 0;
    found.best = std::max(found.best, now);
    found.low = std::min({found.low, now, lower, higher});
    found.high = std::min(found.high, std::max({now, lower, higher}));
  }
  if (found.places == 0) return {};
  return found;
}

}  // namespace fh::evaluation
