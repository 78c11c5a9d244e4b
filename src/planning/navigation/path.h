// SPDX-License-Identifier: Apache-2.0
#pragma once
// A way through a place as a polyline of planar points, made from a grid route by pulling it tight (K-20 gives grid
// paths; peers walk straight lines). Every leg keeps the body's radius from what is solid.
#include <span>
#include <vector>

#include "planning/navigation/search.h"

namespace fh::planning {

struct PathPoint {
  Vec2 at{0.0};
  std::int32_t layer = 0;

  void visit(core::Archive& archive) {
    archive.field("at", at);
    archive.field("layer", layer);
  }
};

struct Path {
  std::vector<PathPoint> points;  // from where it was planned to the goal; empty = no path

  bool empty() const { return points.empty(); }
  double length() const;
  void visit(core::Archive& archive) { archive.field("points", points); }
};

struct SmoothSettings {
  double comfort = 0.12;  // m beyond the body's radius that corners keep where there is room
};

/// From a route of cells; `from` and `to` replace the centres of the first and last cell where the way to them is
/// clear.
void make_path(const WalkMap& map, std::span<const CellIndex> route, const Vec2& from, const Vec2& to,
               const SmoothSettings& settings, Path& path);

/// A place on a path: leg i runs from point i to point i + 1.
struct PathPlace {
  std::int32_t leg = 0;
  double along = 0.0;  // m from the leg's first point

  void visit(core::Archive& archive) {
    archive.field("leg", leg);
    archive.field("along", along);
  }
};

/// The nearest place not before `from` and at most `window` metres after it: monotone, so a hairpin behind a thin wall
/// is never mistaken for the present leg (K-23).
PathPlace nearest_place(const Path& path, const PathPlace& from, const Vec2& point, double window);
PathPlace advanced(const Path& path, const PathPlace& from, double metres);
PathPoint point_at(const Path& path, const PathPlace& place);
/// Metres from a place to the end.
double remaining(const Path& path, const PathPlace& place);

}  // namespace fh::planning
