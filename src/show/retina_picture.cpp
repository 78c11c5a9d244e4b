// SPDX-License-Identifier: Apache-2.0
#include "show/retina_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fh::show {
namespace {

using Pixel = frame::Inset::Pixel;

constexpr double kPixelsPerDegree = 2.0;
constexpr math::Vec3f kPerson{255.0f, 150.0f, 25.0f}, kUnknown{150.0f, 150.0f, 150.0f};
constexpr Pixel kNothing{10, 12, 16};

/// Muted, from green over blue to violet: never near the colour of people. Neighbouring ids differ much.
math::Vec3f colour_of(core::ObjectId object) {
  constexpr double kGolden = 0.6180339887498949;
  const double turn = kGolden * object.value;
  const double hue = 1.7 + 3.4 * (turn - std::floor(turn));  // of 6: yellow-green … magenta
  const double saturation = 0.30 + 0.25 * static_cast<double>(object.value % 3) / 2.0, value = 225.0;
  const auto channel = [&](double offset) {
    const double h = std::fmod(hue + offset, 6.0);
    const double share = std::clamp(std::abs(h - 3.0) - 1.0, 0.0, 1.0);
    return static_cast<float>(value * (1.0 - saturation * (1.0 - share)));
  };
  return {channel(0.0), channel(4.0), channel(2.0)};
}

/// What the agent took an item for in this look.
math::Vec3f colour_of(const senses::Percepts& percepts, senses::ItemId item) {
  if (!percepts.find(item)) return kUnknown;
  return item.is_body() ? kPerson : colour_of(item.object());
}

Pixel shaded(const math::Vec3f& colour, float nearness) {
  constexpr float kHalf = 8.0f, kSteps = 12.0f;                            // m at which half the light is left
  const float near = kHalf * nearness / (1.0f + kHalf * nearness);         // 1 at the eye … 0
  const float light = 0.25f + 0.75f * std::floor(kSteps * near) / kSteps;  // in steps, like lines of equal height
  const auto channel = [&](float c) { return static_cast<std::uint8_t>(c * light + 0.5f); };
  return {channel(colour.x), channel(colour.y), channel(colour.z)};
}

/// Neighbours mostly show the same thing, so its colour is looked up at changes only.
void colour_samples(const senses::Retina& retina, const senses::Percepts& percepts, std::vector<Pixel>& samples) {
  samples.assign(retina.labels.size(), kNothing);
  senses::ItemId last;
  math::Vec3f colour{0.0f};
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (retina.labels[i] == 0) continue;
    const senses::ItemId item = senses::item_of(retina.labels[i]);
    if (item != last) colour = colour_of(percepts, item);
    last = item;
    samples[i] = shaded(colour, retina.nearness[i]);
  }
}

/// The columns (or rows) of the field that evenly spread angles fall into.
std::vector<std::size_t> even_angles(std::uint32_t count, double extent, const senses::Field& field, bool across) {
  std::vector<std::size_t> places(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = extent * ((i + 0.5) / count - 0.5);
    const double s = math::sin(angle), c = math::cos(angle);
    const auto sample = field.sample_at(across ? math::Vec3(s, 0.0, -c) : math::Vec3(0.0, -s, -c));
    places[i] = across ? *sample % field.columns() : *sample / field.columns();
  }
  return places;
}

}  // namespace

void draw_eye(const world::World& world, std::size_t index, frame::Inset& inset) {
  const world::Agent& agent = world.agents()[index];
  const senses::Retina& retina = world.retina(index);
  const senses::FieldSettings human;
  const auto pixels = [](double angle) {
    return static_cast<std::uint32_t>(kPixelsPerDegree * math::degrees(angle) + 0.5);
  };
  inset.columns = pixels(human.width);
  inset.rows = pixels(human.height);
  inset.pixels.assign(std::size_t{inset.columns} * inset.rows, kNothing);
  inset.words = agent.mind.why();
  inset.title = fmt::format("{} has not looked yet", agent.plan->name);
  if (retina.labels.empty()) return;
  inset.title = fmt::format("seen by {}, {:.2f} s ago", agent.plan->name,
                            core::seconds_of(world.simulated() - agent.percepts.time));
  std::vector<Pixel> samples;
  colour_samples(retina, agent.percepts, samples);
  const senses::Field& field = *retina.field;
  const auto columns = even_angles(inset.columns, human.width, field, true);
  const auto rows = even_angles(inset.rows, human.height, field, false);
  auto pixel = inset.pixels.begin();
  for (const std::size_t row : rows) {
    for (const std::size_t column : columns) *pixel++ = samples[row * field.columns() + column];
  }
}

}  // namespace fh::show
