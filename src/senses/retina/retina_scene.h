// SPDX-License-Identifier: Apache-2.0
#pragma once
// The true geometry as eyes meet it: the place's static surfaces in one tree, every object that can move and every body
// in a tree of its own. Built once; what moved is placed again before a tick's eyes look. Glass is left out (it is seen
// through); mirrors are kept as planes.
#include <cstdint>
#include <span>
#include <vector>

#include "human/body/kinematics.h"
#include "human/skin/collision_body.h"
#include "scene/place/scene.h"
#include "scene/place/surface_pieces.h"
#include "senses/retina/body_shape.h"
#include "senses/retina/item.h"
#include "senses/retina/tri_tree.h"

namespace fh::senses {

/// A flat reflecting surface. Labels kMirrorBit | index stand for mirrors inside trees; a finished retina has none
/// left.
struct Mirror {
  core::ObjectId object;
  math::Plane plane;  // object space; the normal points to the reflecting side
};
inline constexpr std::uint32_t kMirrorBit = 0x40000000u;

/// A human body as seen: where it stands and which way it faces.
struct SeenBody {
  core::BodyId id;
  math::Pose world_from_pelvis;
  math::Vec3 head{0.0};  // centre of the head, world
  bool present = false;
};

class RetinaScene {
 public:
  /// Copies what it needs; `scene` may go away. `poses`: where the objects are, by id - 1; empty: as in the scene.
  explicit RetinaScene(const scene::Scene& scene, std::span<const math::Pose> poses = {});

  /// Objects that are not static (Object::is_static()): moved, hidden or shown again. Ids of static ones are a broken
  /// contract. An unchanged pose costs a comparison.
  void place_object(core::ObjectId id, const math::Pose& world_from_object);
  void show_object(core::ObjectId id, bool shown);

  /// Adds a person, seen as its collision pieces; `frames` is where it stands. Ids below 2^22, each once.
  void add_body(core::BodyId id, const human::CollisionBody& body, const human::Frames<double>& frames);
  /// A body of other dimensions under a known id; settle() follows.
  void replace_body(core::BodyId id, const human::CollisionBody& body, const human::Frames<double>& frames);
  void place_body(core::BodyId id, const human::Frames<double>& frames);
  void remove_body(core::BodyId id);

  /// To be called after changes and before see(): sorts what moves. Not while other threads look.
  void settle();

  // --- What percepts are made of (the truth: agents never get hold of a RetinaScene) ---
  bool has(ItemId item) const;
  bool is_static(core::ObjectId id) const;
  std::size_t object_count() const { return objects_.size(); }
  const math::Pose& pose(core::ObjectId id) const { return objects_[id.value - 1].world_from_object; }
  /// Null when there is no such body.
  const SeenBody* body(core::BodyId id) const;
  std::span<const SeenBody> bodies() const { return seen_bodies_; }
  /// Where among bodies() a body is; bodies().size() when there is no such body.
  std::size_t place_of(core::BodyId id) const;
  /// World bounds of an item's visible surfaces.
  math::Aabb bounds(ItemId item) const;
  /// Of objects that are shown; bodies have none.
  std::size_t triangle_count() const;

  // --- For the casting (see.cpp) ---
  struct Mover {
    ItemId item;
    TriTree placed;  // objects: world
    BodyShape body;  // bodies: world
    bool shown = true;

    const math::Aabb& bounds() const { return item.is_body() ? body.bounds : placed.bounds; }
  };
  struct ObjectShape {
    TriTree own;  // for placing and for casting it alone: object space, of static ones world space
    math::Pose world_from_object;
    std::uint32_t mover = kEmptyChild;  // index, or static
    bool drawn = true;                  // has something opaque
    scene::PieceGrid pieces;            // object space
  };
  const TriTree& static_tree() const { return static_tree_; }
  const BoxTree& mover_boxes() const { return mover_boxes_; }
  const std::vector<Mover>& movers() const { return movers_; }
  const ObjectShape& shape(core::ObjectId id) const { return objects_[id.value - 1]; }
  const std::vector<Mirror>& mirrors() const { return mirrors_; }
  math::Plane world_mirror(std::size_t index) const;
  /// Null for items that are not there.
  const Mover* mover_of(ItemId item) const;

 private:
  void add_object(const scene::Scene& scene, const scene::Object& object, const math::Pose& world_from_object,
                  std::vector<SourceTriangle>& still);
  std::uint32_t mirror_label(core::ObjectId object, const math::Triangle& triangle);

  TriTree static_tree_;
  std::vector<ObjectShape> objects_;  // by id - 1
  std::vector<Mover> movers_;         // objects that move, then bodies
  std::vector<SeenBody> seen_bodies_;
  std::vector<std::uint32_t> body_movers_;  // parallel to seen_bodies_
  std::vector<std::uint32_t> body_order_;   // places of seen_bodies_ by id
  std::vector<Mirror> mirrors_;
  BoxTree mover_boxes_;
  std::vector<math::Aabb> boxes_;  // scratch
};

}  // namespace fh::senses
