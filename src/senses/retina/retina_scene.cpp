// SPDX-License-Identifier: Apache-2.0
#include "senses/retina/retina_scene.h"

#include <algorithm>

#include "core/assert.h"

namespace fh::senses {
namespace {

bool same(const math::Pose& a, const math::Pose& b) {
  return a.position == b.position && a.rotation == b.rotation;
}

}  // namespace

RetinaScene::RetinaScene(const scene::Scene& scene, std::span<const math::Pose> poses) {
  std::vector<SourceTriangle> still;
  objects_.resize(scene.objects.size());
  for (const scene::Object& object : scene.objects)
    add_object(scene, object, poses.empty() ? object.world_from_object : poses[object.id.value - 1], still);
  static_tree_ = build_tree(still);
  settle();
}

void RetinaScene::add_object(const scene::Scene& scene, const scene::Object& object,
                             const math::Pose& world_from_object, std::vector<SourceTriangle>& still) {
  std::vector<SourceTriangle> own;
  for (const scene::Part& part : object.parts) {
    const scene::Mesh& mesh = scene.meshes[part.mesh];
    const scene::Material& material = scene.materials[mesh.material];
    if (material.glass) continue;
    for (std::size_t t = 0; t < mesh.geometry.triangle_count(); ++t) {
      const math::Triangle local = mesh.geometry.triangle(t);
      const auto place = [&](const math::Vec3& p) { return part.object_from_mesh.point(p * part.scale); };
      const math::Triangle placed{place(local.a), place(local.b), place(local.c)};
      if (!(glm::length(placed.normal()) > 0.0)) continue;
      const std::uint32_t label = material.mirror ? mirror_label(object.id, placed) : label_of(object.id);
      const auto put = [&](const math::Pose& pose) {
        return SourceTriangle{
            {math::Vec3f(pose.point(placed.a)), math::Vec3f(pose.point(placed.b)), math::Vec3f(pose.point(placed.c))},
            label,
            material.double_sided};
      };
      own.push_back(put(object.is_static() ? world_from_object : math::Pose{}));
      if (object.is_static()) still.push_back(own.back());
    }
  }
  ObjectShape& shape = objects_[object.id.value - 1];
  shape.world_from_object = world_from_object;
  shape.drawn = !own.empty();
  shape.pieces = scene::piece_grid(object.bounds, object.is_static());
  shape.own = build_tree(own);
  if (object.is_static()) return;
  shape.mover = static_cast<std::uint32_t>(movers_.size());
  Mover& mover = movers_.emplace_back();
  mover.item = ItemId::of(object.id);
  mover.placed = shape.own;
  place_tree(shape.own, shape.world_from_object, mover.placed);
}

std::uint32_t RetinaScene::mirror_label(core::ObjectId object, const math::Triangle& triangle) {
  const math::Vec3 normal = glm::normalize(triangle.normal());
  const math::Plane plane{normal, glm::dot(normal, triangle.a)};
  for (std::size_t i = 0; i < mirrors_.size(); ++i) {
    const Mirror& known = mirrors_[i];
    if (known.object == object && glm::dot(known.plane.normal, normal) > 1.0 - 1e-9 &&
        std::abs(known.plane.offset - plane.offset) < 1e-5) {
      return kMirrorBit | static_cast<std::uint32_t>(i);
    }
  }
  mirrors_.push_back({object, plane});
  return kMirrorBit | static_cast<std::uint32_t>(mirrors_.size() - 1);
}

math::Plane RetinaScene::world_mirror(std::size_t index) const {
  const math::Plane& plane = mirrors_[index].plane;
  const math::Pose& world = pose(mirrors_[index].object);
  const math::Vec3 normal = world.direction(plane.normal);
  return {normal, glm::dot(normal, world.point(plane.offset * plane.normal))};
}

void RetinaScene::place_object(core::ObjectId id, const math::Pose& world_from_object) {
  FH_ASSERT(id.valid() && id.value <= objects_.size() && !is_static(id), "only objects that can move are placed");
  ObjectShape& shape = objects_[id.value - 1];
  if (same(shape.world_from_object, world_from_object)) return;
  shape.world_from_object = world_from_object;
  place_tree(shape.own, world_from_object, movers_[shape.mover].placed);
}

void RetinaScene::show_object(core::ObjectId id, bool shown) {
  FH_ASSERT(id.valid() && id.value <= objects_.size() && !is_static(id), "only objects that can move are hidden");
  movers_[objects_[id.value - 1].mover].shown = shown;
}

void RetinaScene::add_body(core::BodyId id, const human::CollisionBody& body, const human::Frames<double>& frames) {
  FH_ASSERT(id.valid() && id.value < (1u << 22) && RetinaScene::body(id) == nullptr, "a body is added once");
  Mover mover;
  mover.item = ItemId::of(id);
  mover.body = make_body_shape(id, body);
  body_movers_.push_back(static_cast<std::uint32_t>(movers_.size()));
  seen_bodies_.push_back({id, {}, math::Vec3(0.0), true});
  body_order_.push_back(static_cast<std::uint32_t>(body_order_.size()));
  std::sort(body_order_.begin(), body_order_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return seen_bodies_[a].id.value < seen_bodies_[b].id.value; });
  movers_.push_back(std::move(mover));
  place_body(id, frames);
}

void RetinaScene::replace_body(core::BodyId id, const human::CollisionBody& body, const human::Frames<double>& frames) {
  const std::size_t at = place_of(id);
  FH_ASSERT(at < seen_bodies_.size(), "no such body");
  movers_[body_movers_[at]].body = make_body_shape(id, body);
  place_body(id, frames);
}

void RetinaScene::place_body(core::BodyId id, const human::Frames<double>& frames) {
  const std::size_t at = place_of(id);
  FH_ASSERT(at < seen_bodies_.size(), "no such body");
  Mover& mover = movers_[body_movers_[at]];
  place_body_shape(frames, mover.body);
  mover.shown = true;
  SeenBody& seen = seen_bodies_[at];
  seen.present = true;
  seen.world_from_pelvis = frames.pose(human::Joint::Pelvis);
  seen.head = 0.5 * (frames.position(human::Joint::LeftEye) + frames.position(human::Joint::RightEye));
}

void RetinaScene::remove_body(core::BodyId id) {
  const std::size_t at = place_of(id);
  if (at >= seen_bodies_.size()) return;
  movers_[body_movers_[at]].shown = false;
  seen_bodies_[at].present = false;
}

void RetinaScene::settle() {
  boxes_.clear();
  for (const Mover& mover : movers_) boxes_.push_back(mover.shown ? mover.bounds() : math::Aabb{});
  build_box_tree(boxes_, mover_boxes_);
}

std::size_t RetinaScene::place_of(core::BodyId id) const {
  const auto at =
      std::lower_bound(body_order_.begin(), body_order_.end(), id,
                       [&](std::uint32_t place, core::BodyId b) { return seen_bodies_[place].id.value < b.value; });
  return at != body_order_.end() && seen_bodies_[*at].id == id ? *at : seen_bodies_.size();
}

const SeenBody* RetinaScene::body(core::BodyId id) const {
  const std::size_t at = place_of(id);
  return at < seen_bodies_.size() ? &seen_bodies_[at] : nullptr;
}

bool RetinaScene::is_static(core::ObjectId id) const {
  return objects_[id.value - 1].mover == kEmptyChild;
}

bool RetinaScene::has(ItemId item) const {
  if (item.is_body()) {
    const SeenBody* seen = body(item.body());
    return seen != nullptr && seen->present;
  }
  if (!item.valid() || item.value > objects_.size()) return false;
  const ObjectShape& shape = objects_[item.value - 1];
  return shape.mover == kEmptyChild || movers_[shape.mover].shown;
}

const RetinaScene::Mover* RetinaScene::mover_of(ItemId item) const {
  if (!has(item)) return nullptr;
  if (item.is_body()) return &movers_[body_movers_[place_of(item.body())]];
  const ObjectShape& shape = objects_[item.value - 1];
  return shape.mover == kEmptyChild ? nullptr : &movers_[shape.mover];
}

math::Aabb RetinaScene::bounds(ItemId item) const {
  if (!has(item)) return {};
  if (const Mover* mover = mover_of(item)) return mover->bounds();
  const ObjectShape& shape = objects_[item.value - 1];
  return shape.own.bounds;
}

std::size_t RetinaScene::triangle_count() const {
  std::size_t count = 0;
  const auto add = [&](const TriTree& tree) {
    for (const TriBlock& block : tree.blocks) {
      for (std::size_t i = 0; i < 8; ++i) count += block.label[i] == 0 ? 0 : block.is_quad(i) ? 2 : 1;
    }
  };
  add(static_tree_);
  for (const Mover& mover : movers_) {
    if (mover.shown) add(mover.placed);
  }
  return count;
}

}  // namespace fh::senses
