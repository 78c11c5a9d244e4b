// SPDX-License-Identifier: Apache-2.0
#include "scene/parts/part.h"
#include "scene/place/lettering.h"

namespace fh::scene {
namespace {

using math::Vec3;

struct SignSpec {
  std::string text = "SIGN";
  double width = 0.6, height = 0.3;
  std::string background = "#f0be1c", ink = "#101010";
  bool border = true;
};

math::Vec3f srgb_of(const std::string& hex, const math::Vec3f& fallback) {
  math::Vec3f linear;
  if (!parse_colour(hex, linear)) return fallback;
  const auto byte = [&](int i) { return float(std::stoi(hex.substr(1 + 2 * i, 2), nullptr, 16)) / 255.0f; };
  return {byte(0), byte(1), byte(2)};
}

void add_sign(SceneBuilder& builder, const Placement& place, const SignSpec& spec) {
  ObjectBuilder sign(builder, place.name, label_or(place, "Sign"), {"sign"}, place.world_from_part);
  const SignStyle style{srgb_of(spec.background, math::Vec3f(1.0f)), srgb_of(spec.ink, math::Vec3f(0.0f)), spec.border};
  const std::uint32_t face = builder.picture(make_sign(spec.text, spec.width / spec.height, style));
  sign.box(builder.material("aluminium"), Vec3(0.0, 0.0, 0.002), {0.5 * spec.width, 0.5 * spec.height, 0.002}, 0.0);
  append_picture(sign.surface(face), {math::kIdentity, {0.0, 0.0, 0.0045}}, {0.5 * spec.width, 0.5 * spec.height});
  sign.site("text", Vec3(0.0, 0.0, 0.005));
  const double capital = spec.height * capital_share(spec.text, spec.width / spec.height, style);
  if (capital > 0.0) {
    sign.site(kLetterLow, Vec3(0.0, -0.5 * capital, 0.005));
    sign.site(kLetterHigh, Vec3(0.0, 0.5 * capital, 0.005));
  }
  sign.finish();
}

}  // namespace

void read_sign(PlaceReader& reader, KeyReader& keys, const Placement& place) {
  SignSpec spec;
  keys.text("text", spec.text, "Lines separated by \\n", 200, Need::Required);
  keys.number("width", spec.width, "Width, m", {0.01, 50.0});
  keys.number("height", spec.height, "Height, m", {0.01, 50.0});
  keys.colour("background", spec.background, "Behind the letters");
  keys.colour("ink", spec.ink, "Of the letters");
  keys.boolean("border", spec.border, "A line around the text");
  add_sign(reader.builder, place, spec);
}

}  // namespace fh::scene
