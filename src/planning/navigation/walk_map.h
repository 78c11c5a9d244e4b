// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one agent believes about walking: obstacles, clearance and the cost of every cell for its body. Changing one
// obstacle recomputes only what lies within its reach.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "planning/navigation/distance_field.h"
#include "planning/navigation/occupancy.h"

namespace fh::planning {

/// Cost of a cell relative to open floor; 1..63. An edge costs its length times the mean of its two cells, so K-19's
/// pruning keeps its guarantee (K-19 [D]).
struct WalkCosts {
  std::uint8_t narrow = 3;     // only sideways: a gap between shoulder breadth and body depth
  std::uint8_t step_over = 4;  // per cell: a 0.2 m thing costs as much as 0.6 m more of way
  std::uint8_t duck = 4;
  std::uint8_t door = 15;     // a leaf is 1 or 2 cells: 1.5 to 3 m of way
  std::uint8_t movable = 12;  // with the body's radius about 8 cells: 9 m of way
};

struct WalkBody {
  double radius = 0.30;       // m: shoulders and swinging arms, K-12
  double side_radius = 0.15;  // m: half the depth of the body and a little, when side-stepping
  double margin = 0.01;       // m: covers the chord between cell centres, cell² / (4 radius)
  HeightBand band;
};

/// Cells whose weights an update changed, for the replanner.
struct WalkChanges {
  CellRect dearer, cheaper;  // tight; dearer includes newly blocked
  bool any() const { return !dearer.empty() || !cheaper.empty(); }
};

class WalkMap {
 public:
  WalkMap() = default;
  /// Free but for the floor plan's own limits. The floor plan must outlive the map.
  WalkMap(const FloorPlan& floor, const WalkBody& body, const WalkCosts& costs);

  /// Footprints as project() makes them, with hindrances as the body will meet them.
  void add(std::span<const FootprintCell> cells);
  void remove(std::span<const FootprintCell> cells);
  /// Brings clearance and weights up to date; appends one entry per changed region. No cost when nothing changed.
  void update(std::vector<WalkChanges>& changes);

  /// 0 = blocked for this body.
  std::uint8_t weight(CellIndex cell) const { return weights_[static_cast<std::size_t>(cell)]; }
  bool is_free(CellIndex cell) const { return weight(cell) != 0; }
  bool is_narrow(CellIndex cell) const { return is_free(cell) && distance_.squared(cell) < full_; }
  bool has(Hindrance kind, CellIndex cell) const { return occupancy_.has(kind, cell); }
  /// Whether there ever were doors or movable things.
  bool has_soft() const {
    return !occupancy_.counts(Hindrance::Door).empty() || !occupancy_.counts(Hindrance::Movable).empty();
  }
  /// Whether there is nothing but open floor within `radius` of a point, for a body of less than the field's reach; may
  /// say no when something is only near. Cheap for any radius.
  bool is_plain(const Vec2& point, double radius, int layer) const {
    return occupancy_.only_solids() && distance_.is_open(point, radius, layer);
  }
  /// The layer a body stands in: where floors of two layers are one (at a seam), the one with more room around.
  int layer_at(const Vec3& position) const;
  const DistanceField& distance() const { return distance_; }
  const GridFrame& frame() const { return floor_->frame(); }
  const FloorPlan& floor() const { return *floor_; }
  /// The middle of a cell on its floor; at the height `unseen` where the map takes floor for granted and there is none.
  Vec3 point(CellIndex cell, double unseen) const {
    const Vec2 centre = frame().centre(cell);
    const float height = floor_->height(cell);
    return {centre.x, height == kNoFloor ? unseen : static_cast<double>(height), centre.y};
  }
  const WalkBody& body() const { return body_; }

  /// Free cells, and cells next to something else than open floor, a wall or a link (where jumps must stop).
  const BitMap& free_bits() const { return free_; }
  const BitMap& special_bits() const { return special_; }
  /// Cells at which a straight run ends: blocked, special, or beside the end of a wall. Rows for runs along x, columns
  /// for runs along z.
  const BitMap& stops(bool forward) const { return forward ? stops_forward_ : stops_back_; }

  /// Whether a disc of the body's radius may go straight from a to b in one layer: enough clearance all along and
  /// nothing on the way but open floor. `radius` defaults to the body's.
  bool is_clear(const Vec2& a, const Vec2& b, int layer, double radius) const;
  bool is_clear(const Vec2& a, const Vec2& b, int layer) const { return is_clear(a, b, layer, body_.radius); }

 private:
  void mark(std::span<const FootprintCell> cells);
  void refresh(const CellRect& changed, std::vector<WalkChanges>& changes);
  /// Weights of a part of a row, into row_.
  void weigh_row(int row, int x0, int x1);
  std::uint8_t weight_of(int x, int row) const;
  void find_ridges(const CellRect& rect);
  void find_special(const CellRect& rect);
  void find_stops(const CellRect& rect);
  bool is_gap(int x, int row) const;
  bool near_movable(int x, int row) const;

  const FloorPlan* floor_ = nullptr;
  WalkBody body_;
  WalkCosts costs_;
  std::uint16_t full_ = 0, side_ = 0;  // thresholds of the distance field
  int movable_reach_ = 0;              // cells
  Occupancy occupancy_;
  DistanceField distance_;
  std::vector<std::uint8_t> weights_;
  std::vector<std::uint8_t> ridges_;        // 1 = between two solids, where narrow
  std::vector<std::uint8_t> row_, column_;  // scratch: values of one row
  BitMap free_, special_, stops_forward_, stops_back_;
  std::vector<CellRect> dirty_;
};

/// Exact distance from a point to the nearest solid cell of a layer, at most DistanceField::kReach cells; 0 inside one.
double solid_distance(const WalkMap& map, const Vec2& point, int layer);

}  // namespace fh::planning
