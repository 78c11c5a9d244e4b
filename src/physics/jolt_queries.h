// SPDX-License-Identifier: Apache-2.0
#pragma once
// Filters shared by the queries. Private to physics.
#include <Jolt/Jolt.h>
// Jolt.h comes first.
#include <Jolt/Physics/Body/BodyFilter.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayer.h>
#include <Jolt/Physics/Collision/ObjectLayer.h>
#include <Jolt/Physics/Collision/ShapeFilter.h>

#include <algorithm>

#include "physics/jolt_world.h"
#include "physics/queries.h"

namespace fh::physics {

class TreeFilter final : public JPH::BroadPhaseLayerFilter {
 public:
  explicit TreeFilter(std::uint32_t layers) {
    for (std::size_t i = 0; i < kLayers; ++i) {
      if (layers & (1u << i)) trees_ |= 1u << LayerTables::tree_of(static_cast<Layer>(i));
    }
  }
  bool ShouldCollide(JPH::BroadPhaseLayer tree) const override {
    return (trees_ >> static_cast<JPH::BroadPhaseLayer::Type>(tree)) & 1u;
  }

 private:
  std::uint32_t trees_ = 0;
};

class LayerFilter final : public JPH::ObjectLayerFilter {
 public:
  explicit LayerFilter(std::uint32_t layers) : layers_(layers) {}
  bool ShouldCollide(JPH::ObjectLayer layer) const override { return (layers_ >> layer) & 1u; }

 private:
  std::uint32_t layers_;
};

/// Whether a whole solid is left out.
inline bool ignores(const QueryFilter& filter, const Solid& solid) {
  if (solid.human.valid()) return solid.human == filter.ignore_body;
  return std::find(filter.ignore_objects.begin(), filter.ignore_objects.end(), solid.object) !=
         filter.ignore_objects.end();
}

/// Whether one piece of a solid is left out: glass, or an ignored object fixed to another.
inline bool ignores(const QueryFilter& filter, const LeafTag& tag) {
  if (filter.through_glass && tag.glass) return true;
  return tag.object.valid() && std::find(filter.ignore_objects.begin(), filter.ignore_objects.end(), tag.object) !=
                                   filter.ignore_objects.end();
}

inline bool looks_at_pieces(const QueryFilter& filter) {
  return filter.through_glass || !filter.ignore_objects.empty();
}

class SolidFilter final : public JPH::BodyFilter {
 public:
  SolidFilter(const World::Impl& world, const QueryFilter& filter) : world_(world), filter_(filter) {}
  bool ShouldCollide(const JPH::BodyID& id) const override { return !ignores(filter_, world_.solids[id.GetIndex()]); }

 private:
  const World::Impl& world_;
  const QueryFilter& filter_;
};

class PieceFilter final : public JPH::ShapeFilter {
 public:
  explicit PieceFilter(const QueryFilter& filter) : filter_(filter), active_(looks_at_pieces(filter)) {}
  bool ShouldCollide(const JPH::Shape* shape, const JPH::SubShapeID&) const override { return sees(shape); }
  bool ShouldCollide(const JPH::Shape*, const JPH::SubShapeID&, const JPH::Shape* shape,
                     const JPH::SubShapeID&) const override {
    return sees(shape);
  }

 private:
  /// Compounds carry no tag (0) and pass; their leaves are asked in turn.
  bool sees(const JPH::Shape* shape) const {
    return !active_ || !ignores(filter_, LeafTag::unpacked(shape->GetUserData()));
  }

  const QueryFilter& filter_;
  bool active_;
};

/// The triangle's index in its mesh, for leaves that are meshes.
std::uint32_t triangle_of(const JPH::Shape& root, const JPH::SubShapeID& leaf);

}  // namespace fh::physics
