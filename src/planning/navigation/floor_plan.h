// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where there is floor to walk on, and how high it lies: the part of a place that everybody knows. Stairs, ramps and
// platforms are cells of rising height; a floor over another is a layer of its own, joined to the one below by links.
// Built once per place and shared by all agents; constant during a run.
#include <limits>
#include <span>
#include <vector>

#include "planning/navigation/footprint.h"
#include "planning/navigation/grid.h"

// Declared only: minds include this header and must not see the place (tests/lint/information_wall.py).
namespace fh::scene {
struct Object;
struct Scene;
}  // namespace fh::scene

namespace fh::planning {

inline constexpr float kNoFloor = -std::numeric_limits<float>::infinity();

/// Floors, steps, platforms and ramps, and static things of no class at all (imported places): what people walk on.
bool is_floor(const scene::Object& object);

struct FloorSettings {
  double cell = 0.1;        // m
  double margin = 0.5;      // m of grid around the floor
  double max_step = 0.25;   // m between neighbouring cells that a foot can climb
  double headroom = 1.2;    // m: lower surfaces are not floor (nobody crawls)
  double max_slope = 0.58;  // rise over run: 30 degrees
};

/// The same piece of floor listed in two layers: standing in one cell is standing in the other. Layers overlap by
/// 1.5 m where they join, so that a body fits through the seam.
struct LayerLink {
  CellIndex a = kNoCell, b = kNoCell;
};

class FloorPlan {
 public:
  /// A level floor of the given extent (x, z). The rim of one cell around it is added.
  static FloorPlan flat(const Vec2& low, const Vec2& high, double height = 0.0, double cell = 0.1);
  /// From the upward surfaces of the structure of a place: objects of the classes floor, stairs, platform and ramp, and
  /// static objects of no class at all (imported places). Cells at a drop higher than max_step are no floor.
  static FloorPlan from_scene(const scene::Scene& scene, const SolidLibrary& solids, const FloorSettings& settings);

  const GridFrame& frame() const { return frame_; }
  /// Height of the floor in a cell, or kNoFloor.
  float height(CellIndex cell) const { return heights_[static_cast<std::size_t>(cell)]; }
  /// The layer whose floor at (x, z) is nearest to a given height.
  int layer_at(const Vec3& position) const;
  CellIndex cell_at(const Vec3& position) const { return frame_.cell_at({position.x, position.z}, layer_at(position)); }
  Vec3 point(CellIndex cell) const {
    const Vec2 centre = frame_.centre(cell);
    return {centre.x, static_cast<double>(height(cell)), centre.y};
  }
  std::span<const LayerLink> links() const { return links_; }
  /// The links that start in a cell.
  std::span<const LayerLink> links_of(CellIndex cell) const;
  /// Of all floor; 0 when there is none.
  float lowest() const { return lowest_; }
  float highest() const { return highest_; }

 private:
  friend class FloorBuilder;
  void measure();

  GridFrame frame_;
  std::vector<float> heights_;
  std::vector<LayerLink> links_;  // sorted by a, then b; both directions are listed
  float lowest_ = 0.0f, highest_ = 0.0f;
};

/// Whether there is floor within `within` metres of a point, at most 0.4 m above or below it. The map's edge is no
/// floor, and points outside the map have none.
bool has_floor(const FloorPlan& floor, const Vec3& point, double within);

}  // namespace fh::planning
