// SPDX-License-Identifier: Apache-2.0
#include "senses/perception/hearing_and_touch.h"

#include <algorithm>

#include "core/assert.h"

namespace fh::senses {
namespace {

// Where the listener takes a sound to be: bearing and distance rounded to what ears resolve, height kept.
math::Vec3 heard_place(const math::Vec3& sound, const math::Vec3& ears, const HearingSettings& settings) {
  const math::Vec3 to = sound - ears;
  const double bearing_step = 2.0 * settings.bearing_error, distance_step = math::log(1.0 + settings.distance_error);
  const double bearing = bearing_step * std::floor(math::atan2(to.x, -to.z) / bearing_step + 0.5);
  const double level = std::max(0.1, math::sqrt(to.x * to.x + to.z * to.z));
  const double distance = math::exp(distance_step * std::floor(math::log(level) / distance_step + 0.5));
  const math::SinCos sc = math::sin_cos(bearing);
  return ears + math::Vec3(distance * sc.sin, to.y, -distance * sc.cos);
}

}  // namespace

double heard_level(const Sound& sound, const SoundWay& way) {
  constexpr double kLn10 = 2.302585092994045684;
  return sound.level_db - way.loss_db - 20.0 * math::log(std::max(0.1, way.length)) / kLn10;
}

void hear(std::span<const Sound> sounds, std::span<const SoundWay> ways, core::BodyId listener, const math::Vec3& ears,
          const HearingSettings& settings, std::vector<Percept>& out) {
  FH_ASSERT(ways.empty() || ways.size() == sounds.size(), "one way per sound");
  for (std::size_t i = 0; i < sounds.size(); ++i) {
    const Sound& sound = sounds[i];
    if (listener.valid() && sound.source == ItemId::of(listener)) continue;
    const double distance = std::max(0.1, glm::length(sound.position - ears));
    const SoundWay way = ways.empty() ? SoundWay{distance, 0.0} : ways[i];
    if (heard_level(sound, way) < settings.threshold_db) continue;
    Percept p;
    const bool person = sound.voice && sound.source.is_body();
    p.item = person ? sound.source : sound.source.nameless();
    p.kind = person ? Kind::Person : Kind::Obstacle;
    p.source = Source::Hearing;
    p.distance = static_cast<float>(distance);
    p.uncertainty = static_cast<float>(distance * std::max(math::sin(settings.bearing_error), settings.distance_error));
    p.nearest_point = heard_place(sound.position, ears, settings);
    p.pose.position = p.nearest_point;
    p.reach = person ? math::Vec3(0.0, 0.6, 0.0) : math::Vec3(0.2, 0.0, 0.0);
    out.push_back(p);
  }
}

void TouchContact::visit(core::Archive& archive) {
  archive.field("item", item);
  archive.field("point", point);
  archive.field("impulse", impulse);
}

void feel(std::span<const TouchContact> contacts, std::vector<Percept>& out) {
  for (const TouchContact& contact : contacts) {
    if (contact.impulse < kFeltImpulse) continue;
    Percept p;
    p.item = contact.item.nameless();
    p.source = Source::Touch;
    p.uncertainty = 0.02f;
    p.nearest_point = contact.point;
    p.pose.position = contact.point;
    p.reach = {0.1, 0.0, 0.0};
    out.push_back(p);
  }
}

}  // namespace fh::senses
