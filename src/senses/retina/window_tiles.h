// SPDX-License-Identifier: Apache-2.0
#pragma once
// A pinhole window whose tiles are made one by one, where they are needed: an evaluator aims one at every thing it
// looks at, and of long thin things few tiles are touched. Samples stand in the cells of a grid, but not in a lattice:
// each row is shifted along itself, and each column, by a fraction of a cell that fills the cell evenly from row to
// row. Where an edge runs along the grid the shares of its cells then add up to its true place, not to a whole cell.
// Private to vision.
#include "senses/retina/sample_field.h"

namespace fh::senses {

struct WindowTile : FieldTile {
  alignas(32) std::array<float, kTileSamples> solid_angle;  // steradians of each sample's cell, block by block
};

class WindowTiles {
 public:
  /// `side` samples each way, a multiple of 32.
  WindowTiles(const WindowTangents& tangents, std::uint32_t side);

  std::size_t size() const { return std::size_t{side_} * side_; }
  double cell_width() const { return across_; }
  double cell_height() const { return down_; }
  /// The cell that a point of the plane one metre ahead is in, row * side + column; none outside.
  std::optional<std::size_t> cell_at(double x, double y) const;
  /// The cell of a lane (0 … 255, block by block) of a tile.
  std::size_t cell_of(std::size_t tile, std::size_t lane) const;
  std::size_t tiles() const { return size() / kTileSamples; }
  /// Inward normals of planes through the eye that hold all samples of a tile, eye frame.
  std::array<math::Vec3f, 4> sides(std::size_t tile) const;
  void make(std::size_t tile, WindowTile& out) const;

 private:
  struct Edges {
    double left, top;  // tangents of the tile's corner
  };
  Edges corner(std::size_t tile) const;

  double left_, top_, across_, down_;  // of the window; of a cell, both > 0
  std::uint32_t side_;
};

}  // namespace fh::senses
