// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the world looks like at one moment, as plain values: all that a renderer may know. Geometry is referred to by
// index into the lists the renderer was given once (scene meshes and materials, body skins).
#include <array>
#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "core/time.h"
#include "frame/overlay.h"
#include "math/mesh.h"
#include "math/pose.h"
#include "math/shapes.h"

namespace fh::frame {

/// One piece of an object with one mesh.
struct DrawObject {
  core::ObjectId id;
  std::uint32_t mesh = 0;  // index into scene::Scene::meshes
  math::Pose world_from_mesh;
  math::Vec3f scale{1.0f};
  Colour highlight{0.0f, 0.0f, 0.0f, 0.0f};  // mixed over the surface by its alpha
  bool casts_shadow = true;
  bool visible = true;
  bool see_through = false;  // x-ray: drawn like a pane, whatever its material
};

struct SegmentHighlight {
  std::uint16_t segment = 0;
  Colour colour{0.0f, 0.0f, 0.0f, 0.0f};
};

struct DrawBody {
  core::BodyId id;
  std::uint32_t skin = 0;          // index into the skins the renderer was given
  std::uint32_t first_matrix = 0;  // into Snapshot::skinning
  std::uint32_t matrix_count = 0;
  math::Vec3 position{0.0};  // about the pelvis, for culling and level of detail
  bool hide_head = false;    // first person: the head is not drawn but casts its shadow
  std::vector<SegmentHighlight> highlights;
};

struct Sun {
  math::Vec3 direction_to_sun{0.35, 0.8, 0.25};  // any length
  math::Vec3f colour{1.0f, 0.95f, 0.86f};        // linear
  float illuminance = 3.2f;                      // relative; 0 switches it off
};

struct LocalLight {
  math::Vec3 position{0.0};
  math::Vec3f colour{1.0f};
  float intensity = 1.0f;  // relative radiant intensity
  float range = 6.0f;      // metres; falls smoothly to zero there
};

/// The part of the world on the negative side of the plane, or inside the box, is kept; cuts are capped.
struct Section {
  enum class Kind : std::uint8_t { None, Plane, Box };
  Kind kind = Kind::None;
  math::Plane plane;
  math::Box box;
  Colour cap{0.75f, 0.18f, 0.12f, 1.0f};
};

struct Snapshot {
  core::Tick tick = 0;
  std::vector<DrawObject> objects;
  std::vector<DrawBody> bodies;
  std::vector<math::SkinningMatrix> skinning;
  Sun sun;
  math::Vec3f sky_zenith{0.28f, 0.45f, 0.80f};  // linear radiance of the procedural sky
  math::Vec3f sky_horizon{0.75f, 0.82f, 0.90f};
  math::Vec3f ground{0.30f, 0.28f, 0.26f};
  float ambient = 1.0f;            // scale of the sky's light on surfaces
  std::vector<LocalLight> lights;  // at most 16 are used, the strongest at the viewer first
  Overlay overlay;
  Section section;
  float fade = 0.0f;      // 0 clear … 1 black (teleport, head in a wall)
  float vignette = 0.0f;  // 0 none … 1 strong (comfort while sliding)

  /// Empties the lists but keeps their memory: no allocation per frame after warm-up.
  void clear();
};

}  // namespace fh::frame
