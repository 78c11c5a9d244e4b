// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pictures with writing: signs, labels and gauge faces. They are surfaces to look at: no shape of the physics.
#include <string>
#include <string_view>

#include "scene/place/scene.h"

namespace fh::scene {

struct SignStyle {
  math::Vec3f background{1.0f};  // sRGB, 0..1
  math::Vec3f ink{0.0f};         // sRGB, 0..1
  bool border = true;
};

/// Lines ('\n') of UTF-8 text, centred and as large as they fit; letters that the typeface lacks are an empty box.
/// The pixels are the same on every machine. `aspect` is width / height; the longer edge has 256 pixels.
Texture make_sign(std::string_view text, double aspect, const SignStyle& style);

/// Height of a capital letter of such a picture, in heights of the picture; 0 without text.
double capital_share(std::string_view text, double aspect, const SignStyle& style);
/// Sites at the foot and the head of a capital letter, for evaluators: how large text is seen. The side that is read is
/// their +Z.
inline constexpr const char* kLetterLow = "letter_low";
inline constexpr const char* kLetterHigh = "letter_high";

/// A round dial face with `ticks` marks over 270 degrees and a red end zone, `unit` written below the middle.
Texture make_gauge_face(std::string_view unit, int ticks);

}  // namespace fh::scene
