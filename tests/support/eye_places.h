// SPDX-License-Identifier: Apache-2.0
#pragma once
// Places and eyes for the vision tests.
#include <stdexcept>

#include "core/rng.h"
#include "frame/snapshot.h"
#include "human/skin/body.h"
#include "samples.h"
#include "scene/place/scene.h"
#include "scene/scenario/scenario.h"
#include "scene_snapshot.h"
#include "shapes.h"

namespace fh::test {

inline const scene::Scene& workshop() {
  static const scene::Scenario kScenario = [] {
    const auto file = scene::find_scenario("workshop");
    if (!file) throw std::runtime_error(file.error().message);
    auto scenario = scene::load_scenario(*file);
    if (!scenario) throw std::runtime_error(scenario.error().message);
    return std::move(*scenario);
  }();
  return kScenario.scene;
}

/// Somewhere in the middle of the place at eye height, looking about level.
inline math::Pose random_eye(const scene::Scene& scene, core::Rng& rng) {
  math::Aabb around = scene.bounds();
  around = around.grown(-0.15 * std::min(around.size().x, around.size().z));
  math::Pose eye;
  eye.position = {rng.uniform(around.low.x, around.high.x), rng.uniform(1.0, 1.8),
                  rng.uniform(around.low.z, around.high.z)};
  eye.rotation = math::from_yaw_pitch_roll(rng.uniform(-math::kPi, math::kPi), rng.uniform(-0.5, 0.2), 0.0);
  return eye;
}

}  // namespace fh::test
