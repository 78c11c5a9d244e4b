// SPDX-License-Identifier: Apache-2.0
#pragma once
// The surfaces of the place as they are drawn, where its things are now: where rays meet them, which is near a point,
// and where their edges and corners are. What a section cuts away or a user hides is not there; where a section cuts a
// closed solid, the cut is a face of it. Every triangle is looked at: for single questions, not for every tick.
// Metres, world space. Surfaces are met from both sides; people are not part of the place.
#include <optional>
#include <vector>

#include "physics/world.h"
#include "world/tools/kept_region.h"
#include "world/tools/tool_lists.h"

namespace fh::world {

/// What a point was snapped to.
enum class SnapTo : std::uint8_t { Nothing, Face, Edge, Vertex };
inline constexpr double kSnapDistance = 0.015;  // m: edges and vertices that are nearer attract a point
inline constexpr double kBevel =
    0.010;  // m from a sharp corner to the broken one: rounds of 7 mm and less count as sharp
inline constexpr double kFaceDistance = 0.05;  // m: faces that are nearer attract a given point
const char* word_of(SnapTo snap);

struct SurfacePoint {
  math::Vec3 at{0.0};
  math::Vec3 normal = math::kUp;  // unit, out of the surface, of the face
  SnapTo snapped = SnapTo::Face;
  core::ObjectId object;
};

/// Which surfaces count: those whose normal is more level (upright surfaces) or more upright than 45 degrees.
enum class Facing : std::uint8_t { Any, Upright, Level };
bool faces(const math::Vec3& normal, Facing facing);

class PlaceSurface {
 public:
  /// None of them is kept beyond the questions. `looks`, `section`: null for a place that is seen whole.
  PlaceSurface(const scene::Scene& scene, const physics::World& physics, const Looks* looks = nullptr,
               const frame::Section* section = nullptr)
      : scene_(scene), physics_(physics), looks_(looks), kept_(section ? KeptRegion(*section) : KeptRegion()) {}

  /// The first face that a ray meets farther than 0.1 mm away, so that it may begin on one; of equally far ones the
  /// first in the scene. The normal is against the ray.
  std::optional<SurfacePoint> along(const math::Ray& ray, double range) const;
  /// The nearest point of a face within `radius`. The normal is towards `p`, or outwards when `p` is on the face.
  std::optional<SurfacePoint> near(const math::Vec3& p, double radius, Facing facing) const;
  /// The nearest vertex within kSnapDistance, else the nearest point of an edge, else the point itself. Edges are open
  /// or bent by more than 25 degrees: joints between flat triangles are none. Meshes with more than 2000 triangles
  /// around the point are too fine to have edges. Where faces are joined by a bevel, the edge or corner is where the
  /// faces would meet, as a drawing has it.
  SurfacePoint snapped(const SurfacePoint& point) const;

 private:
  struct Near {
    math::Triangle triangle;  // world
    math::Vec3 normal;        // unit
    core::ObjectId object;
  };
  std::vector<Near> triangles_near(const math::Vec3& p) const;
  /// The cut that a ray meets as it comes into what is kept, m along it from `stretch.first` on.
  std::optional<SurfacePoint> cap_along(const math::Ray& ray, const KeptStretch& stretch) const;
  /// The nearest point of a cut.
  std::optional<SurfacePoint> cap_near(const math::Vec3& p, double radius, Facing facing) const;
  /// The first closed solid in the scene that a point is in, looking from it along a ray.
  core::ObjectId solid_at(const math::Ray& from) const;
  /// The end of a cut goes straight on in the next triangle: no corner.
  bool goes_on(const std::vector<Near>& around, const Near& of, const math::Segment& side, const math::Vec3& end) const;
  static void sharpen(const std::vector<Near>& around, const math::Vec3& wanted, SurfacePoint& point);
  static bool is_edge(const std::vector<Near>& around, const Near& of, const math::Segment& side);
  template <class Visit>
  void for_each_part(Visit visit) const;

  const scene::Scene& scene_;
  const physics::World& physics_;
  const Looks* looks_;
  KeptRegion kept_;
};

}  // namespace fh::world
