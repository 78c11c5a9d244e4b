// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fills the shaders' global values for one view.
#include <vector>

#include "frame/snapshot.h"
#include "render/settings.h"
#include "render/view/shader_data.h"
#include "render/view/shadow_fit.h"
#include "render/view/view.h"

namespace fh::render {

struct CapFace;

GlobalsData globals_of(const frame::Snapshot& snapshot, const View& view, const Viewport& rect, const ShadowFit& fit,
                       const RenderSettings& settings, bool casts_shadows);
/// The faces of the section that some eye can see from the side that was cut away.
void add_cap_faces(const frame::Section& section, const View& view, std::vector<CapFace>& faces);

}  // namespace fh::render
