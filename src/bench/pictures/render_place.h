// SPDX-License-Identifier: Apache-2.0
#pragma once
// A furnished room and people in it, made in code, for the renderer's benchmark.
#include <cstdint>

#include "frame/snapshot.h"
#include "render/skin_upload.h"
#include "scene/place/scene.h"

namespace fh::bench {

/// A hall of 12 × 10 m with 40 kinds of furniture meshes (boxes and columns of about 200 triangles).
scene::Scene render_hall();
/// `objects` pieces of furniture and `bodies` people spread over the hall.
frame::Snapshot furnished(const scene::Scene& hall, std::uint32_t objects, std::uint32_t bodies);
/// A person of six capsules, about 4 000 triangles.
render::SkinMesh capsule_person();

}  // namespace fh::bench
