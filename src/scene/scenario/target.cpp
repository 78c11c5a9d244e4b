// SPDX-License-Identifier: Apache-2.0
#include "scene/scenario/target.h"

namespace fh::scene {

core::Result<Target> find_target(const Scene& scene, const std::string& name) {
  Target target{name, scene.find(name), nullptr};
  if (target.object) return target;
  const std::size_t dot = name.rfind('.');
  target.object = dot == std::string::npos ? nullptr : scene.find(std::string_view(name).substr(0, dot));
  if (!target.object) return core::fail("the scenario has no object \"{}\"", name);
  for (const Site& site : target.object->sites) {
    if (site.name == name.substr(dot + 1)) target.site = &site;
  }
  if (!target.site) return core::fail("{} has no site \"{}\"", target.object->name, name.substr(dot + 1));
  return target;
}

}  // namespace fh::scene
