// SPDX-License-Identifier: Apache-2.0
#pragma once
// The people of a world as the renderer wants them.
#include <memory>
#include <vector>

#include "render/renderer.h"
#include "world/world.h"

namespace fh::app {

/// In the order that DrawBody::skin counts.
std::vector<render::SkinMesh> skins_of(const world::World& world);
/// Makes the renderer anew where tools have made things since `version` (World::place_version()).
core::Result<> renew_place(const world::World& world, gpu::Device& device, const render::RenderSettings& settings,
                           std::unique_ptr<render::Renderer>& renderer, std::uint64_t& version);
/// Gives the renderer new skins where somebody has got another body since `version` (World::body_version()).
core::Result<> renew_skins(const world::World& world, render::Renderer& renderer, std::uint64_t& version);

}  // namespace fh::app
