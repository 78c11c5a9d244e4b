// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a model that comes without a word is likely to be: the unit of its lengths, which way is up, and where its floor
// is. Guesses, said to the user, who can overrule each.
#include <optional>
#include <string>

#include "scene/place/scene.h"

namespace fh::scene {

/// What the file's format says by itself, or the user.
struct ModelHints {
  std::string unit;          // see unit_names(); empty: guess
  std::optional<bool> z_up;  // none: guess
  bool small_units = false;  // the format is one of workshops (STL): rather millimetres than metres
  bool metres = false;       // the format says metres (glTF): believed unless that is absurd
};

struct ModelSurvey {
  std::string unit = "m";
  bool unit_guessed = false;
  bool z_up = false;
  bool up_guessed = false;
  math::Aabb bounds;          // m, Y up, not moved; empty for a model without triangles
  double floor_height = 0.0;  // m: of the lowest large level surface, else of the lowest point
  bool has_floor = false;     // that surface is there and large enough to stand on
};

/// Of all objects of a scene that was read with one metre per unit, and Y up.
ModelSurvey survey_model(const Scene& scene, const ModelHints& hints);

}  // namespace fh::scene
