// SPDX-License-Identifier: Apache-2.0
#pragma once
// A pinhole window whose tiles are made one by one, where they are needed: an evaluator aims one at every thing it
// looks at, and of long thin things few tiles are touched. The samples are those of Field::window(). Private to vision.
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
