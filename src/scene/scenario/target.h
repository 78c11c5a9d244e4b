// SPDX-License-Identifier: Apache-2.0
#pragma once
// An object or a site of one, as users name them.
#include <string>

#include "core/result.h"
#include "scene/place/scene.h"

namespace fh::scene {

/// Points into the scene.
struct Target {
  std::string name;  // "bench.panel.start", or "bench.handle" for the site "handle" of "bench"
  const Object* object = nullptr;
  const Site* site = nullptr;  // null: the object itself
};
/// Fails when there is no object or site of that name.
core::Result<Target> find_target(const Scene& scene, const std::string& name);

}  // namespace fh::scene
