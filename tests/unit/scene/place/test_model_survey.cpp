// SPDX-License-Identifier: Apache-2.0
// What is guessed of a model without a word: unit, up and floor.
#include "scene/place/model_survey.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "scene/place/scene_builder.h"

namespace fh::scene {
namespace {

using math::Vec3;

/// Boxes by centre and half extents, in the file's unit and axes.
Scene boxes(std::initializer_list<std::pair<Vec3, Vec3>> list) {
  Scene scene;
  SceneBuilder builder(scene);
  ObjectBuilder object(builder, "model", "", {}, {});
  for (const auto& [centre, half] : list) object.box(builder.material("concrete"), centre, half, 0.0);
  object.finish();
  return scene;
}

/// A room of 4 x 3 m, 2.5 m high, with a cupboard, Z up, scaled.
Scene room_z_up(double scale) {
  return boxes({{scale * Vec3(2, 1.5, -0.05), scale * Vec3(2, 1.5, 0.05)},
                {scale * Vec3(0.05, 1.5, 1.25), scale * Vec3(0.05, 1.5, 1.25)},
                {scale * Vec3(2, 2.95, 1.25), scale * Vec3(2, 0.05, 1.25)},
                {scale * Vec3(3.5, 2.5, 1.0), scale * Vec3(0.3, 0.3, 1.0)}});
}

}  // namespace

TEST_CASE("a room in millimetres with Z up is told as such, with its floor") {
  for (const auto& [scale, unit] : {std::pair(1000.0, "mm"), std::pair(1.0, "m")}) {
    const ModelSurvey survey = survey_model(room_z_up(scale), {});
    INFO(unit);
    CHECK(survey.unit == unit);
    CHECK(survey.unit_guessed);
    CHECK(survey.z_up);
    CHECK(survey.has_floor);
    CHECK(std::abs(survey.floor_height) < 0.06);
    CHECK(glm::length(survey.bounds.size() - Vec3(4.0, 2.6, 3.0)) < 1e-6);
  }
}

TEST_CASE("a chair that stands is not turned over, and has no floor") {
  const Scene chair = boxes({{{0, 0.45, 0}, {0.22, 0.02, 0.22}},
                             {{0, 0.7, -0.2}, {0.2, 0.2, 0.02}},
                             {{0.2, 0.22, 0.2}, {0.02, 0.22, 0.02}},
                             {{-0.2, 0.22, 0.2}, {0.02, 0.22, 0.02}},
                             {{0.2, 0.22, -0.2}, {0.02, 0.22, 0.02}},
                             {{-0.2, 0.22, -0.2}, {0.02, 0.22, 0.02}}});
  const ModelSurvey survey = survey_model(chair, {});
  CHECK(survey.unit == "m");
  CHECK_FALSE(survey.z_up);
  CHECK_FALSE(survey.has_floor);
  CHECK(std::abs(survey.floor_height - survey.bounds.low.y) < 1e-9);
}

TEST_CASE("what the user or the format says is not guessed") {
  ModelHints hints;
  hints.unit = "cm";
  hints.z_up = false;
  ModelSurvey survey = survey_model(room_z_up(1000.0), hints);
  CHECK(survey.unit == "cm");
  CHECK_FALSE(survey.z_up);
  CHECK_FALSE((survey.unit_guessed || survey.up_guessed));
  hints = {};
  hints.metres = true;
  survey = survey_model(boxes({{Vec3(0.0), Vec3(0.002)}}), hints);
  CHECK(survey.unit == "m");
  CHECK_FALSE(survey.unit_guessed);
  survey = survey_model(Scene{}, {});
  CHECK(survey.bounds.empty());
}

}  // namespace fh::scene
