// SPDX-License-Identifier: Apache-2.0
#include "app/stages/body_uploads.h"

namespace fh::app {

std::vector<render::SkinMesh> skins_of(const world::World& world) {
  using human::Joint;
  std::vector<render::SkinMesh> skins;
  for (const auto& person : world.people()) {
    render::SkinMesh skin;
    skin.mesh = person.skin.levels[0];
    skin.coarser.assign(person.skin.levels.begin() + 1, person.skin.levels.end());
    for (const Joint joint : {Joint::Neck, Joint::Head, Joint::LeftEye, Joint::RightEye}) {
      skin.head_segments.push_back(static_cast<std::uint16_t>(human::index_of(joint)));
    }
    skins.push_back(std::move(skin));
  }
  return skins;
}

core::Result<> renew_place(const world::World& world, gpu::Device& device, const render::RenderSettings& settings,
                           std::unique_ptr<render::Renderer>& renderer, std::uint64_t& version) {
  if (version == world.place_version()) return {};
  FH_TRY_VOID(device.wait_idle());
  FH_TRY(made, render::Renderer::create(device, world.scenario().scene, skins_of(world), settings));
  renderer = std::move(made);
  version = world.place_version();
  return {};
}

core::Result<> renew_skins(const world::World& world, render::Renderer& renderer, std::uint64_t& version) {
  if (version == world.body_version()) return {};
  version = world.body_version();
  return renderer.set_skins(skins_of(world));
}

}  // namespace fh::app
