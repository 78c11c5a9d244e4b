// SPDX-License-Identifier: Apache-2.0
// Looks from a seed: colours and hair.
#include "core/rng.h"
#include "human/skin/skin.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3f;

Vec3f linear(int r, int g, int b) {  // from sRGB as painters know it
  const auto f = [](int v) {
    const double s = v / 255.0;
    return static_cast<float>(s <= 0.04045 ? s / 12.92 : math::pow((s + 0.055) / 1.055, 2.4));
  };
  return {f(r), f(g), f(b)};
}

}  // namespace

Appearance appearance_from_seed(std::uint64_t seed, Sex sex) {
  core::Rng rng(seed, 0, "appearance");
  const std::array skins = {linear(236, 196, 172), linear(222, 176, 148), linear(201, 152, 120),
                            linear(172, 122, 90),  linear(132, 88, 62),   linear(92, 60, 44)};
  const std::array hairs = {linear(28, 22, 20),  linear(52, 36, 26), linear(84, 58, 38),
                            linear(128, 92, 56), linear(24, 20, 22), linear(96, 92, 90)};
  const std::array irises = {linear(84, 56, 34), linear(60, 40, 26), linear(92, 110, 120), linear(92, 98, 66)};
  const std::array shirts = {linear(96, 128, 168),  linear(176, 178, 176), linear(122, 58, 54),  linear(74, 104, 82),
                             linear(198, 188, 164), linear(62, 70, 96),    linear(158, 120, 66), linear(104, 128, 132)};
  const std::array trousers = {linear(44, 50, 66), linear(62, 60, 58), linear(96, 88, 72), linear(38, 42, 46),
                               linear(60, 74, 100)};
  const std::array shoes = {linear(36, 32, 30), linear(72, 50, 36), linear(58, 60, 64), linear(34, 40, 52)};
  const auto pick = [&rng](const auto& list) { return list[rng.below(static_cast<std::uint32_t>(list.size()))]; };
  Appearance look;
  const std::uint32_t tone = rng.below(static_cast<std::uint32_t>(skins.size()));
  look.skin = skins[tone] * static_cast<float>(rng.uniform(0.93, 1.05));
  look.hair = tone >= 3 ? hairs[4] : pick(hairs);
  look.iris = tone >= 3 ? irises[1] : pick(irises);
  look.shirt = pick(shirts) * static_cast<float>(rng.uniform(0.85, 1.1));
  look.trousers = pick(trousers);
  look.shoes = pick(shoes);
  look.short_sleeves = rng.below(3) == 0;
  const std::uint32_t style = rng.below(3);
  if (sex == Sex::Female)
    look.hair_style = style == 0 ? HairStyle::Bob : (style == 1 ? HairStyle::Long : HairStyle::Bun);
  return look;
}

}  // namespace fh::human
