// SPDX-License-Identifier: Apache-2.0
#include "scene/place/scene_builder.h"

#include <cstring>

#include "core/hash.h"

namespace fh::scene {
namespace {

template <class T>
std::uint64_t hash_of(const std::vector<T>& values, std::uint64_t seed) {
  return core::hash_bytes(std::as_bytes(std::span(values)), seed);
}

bool same(const math::TriMesh& a, const math::TriMesh& b) {
  return a.positions == b.positions && a.indices == b.indices && a.normals == b.normals && a.uvs == b.uvs;
}

}  // namespace

std::int32_t SceneBuilder::pattern_texture(Pattern pattern) {
  const auto known = patterns_.find(pattern);
  if (known != patterns_.end()) return known->second;
  scene_.textures.push_back(make_pattern(pattern));
  return patterns_[pattern] = static_cast<std::int32_t>(scene_.textures.size()) - 1;
}

std::uint32_t SceneBuilder::material(const Finish& finish) {
  const std::string key = finish.material + finish.colour;
  const auto known = materials_.find(key);
  if (known != materials_.end()) return known->second;
  const PaletteEntry* entry = find_palette_entry(finish.material);
  if (!entry) entry = find_palette_entry("paint_grey");
  math::Vec3f colour(0.5f);
  if (!parse_colour(finish.colour, colour)) parse_colour(entry->colour, colour);
  Material material;
  material.name = key;
  material.base_colour = math::Vec4f(colour, entry->opacity);
  material.metallic = entry->metallic;
  material.roughness = entry->roughness;
  material.emissive = entry->glow * colour;
  material.glass = entry->opacity < 1.0f;
  material.double_sided = material.glass;
  material.mirror = entry->mirror;
  if (entry->pattern) material.base_colour_texture = pattern_texture(*entry->pattern);
  tiles_.resize(scene_.materials.size(), 0.0);
  tiles_.push_back(entry->pattern ? pattern_size(*entry->pattern) : 1.0);
  if (entry->pattern == Pattern::Wood) grained_.insert(static_cast<std::uint32_t>(scene_.materials.size()));
  scene_.materials.push_back(std::move(material));
  return materials_[key] = static_cast<std::uint32_t>(scene_.materials.size()) - 1;
}

std::uint32_t SceneBuilder::picture(Texture texture, float glow) {
  Material material;
  material.name = texture.name;
  material.base_colour = math::Vec4f(1.0f);
  material.roughness = 0.6f;
  material.emissive = math::Vec3f(glow);
  material.base_colour_texture = static_cast<std::int32_t>(scene_.textures.size());
  scene_.textures.push_back(std::move(texture));
  tiles_.resize(scene_.materials.size(), 0.0);
  tiles_.push_back(0.0);
  scene_.materials.push_back(std::move(material));
  return static_cast<std::uint32_t>(scene_.materials.size()) - 1;
}

double SceneBuilder::tile_size(std::uint32_t material) const {
  return material < tiles_.size() ? tiles_[material] : 0.0;
}

std::uint32_t SceneBuilder::add_mesh(std::string name, math::TriMesh geometry, std::uint32_t material) {
  const std::uint64_t hash = hash_of(geometry.indices, hash_of(geometry.positions, material));
  const auto [first, last] = meshes_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Mesh& mesh = scene_.meshes[it->second];
    if (mesh.material == material && same(mesh.geometry, geometry)) return it->second;
  }
  const auto index = static_cast<std::uint32_t>(scene_.meshes.size());
  Mesh mesh{std::move(name), std::move(geometry), material, {}};
  mesh.bounds = mesh.geometry.bounds();
  scene_.meshes.push_back(std::move(mesh));
  meshes_.emplace(hash, index);
  return index;
}

core::ObjectId SceneBuilder::add_object(Object object) {
  object.id = core::ObjectId{static_cast<std::uint32_t>(scene_.objects.size() + 1)};
  scene_.objects.push_back(std::move(object));
  return scene_.objects.back().id;
}

ObjectBuilder::ObjectBuilder(SceneBuilder& builder, std::string name, std::string label,
                             std::vector<std::string> classes, const math::Pose& world_from_object)
    : builder_(builder) {
  object.name = std::move(name);
  object.label = std::move(label);
  object.classes = std::move(classes);
  object.world_from_object = world_from_object;
}

void ObjectBuilder::box(std::uint32_t material, const math::Pose& pose, const math::Vec3& half, double bevel,
                        Solid solid) {
  append_box(surfaces_[material], pose, half, bevel, builder_.is_grained(material));
  if (solid == Solid::SeenAndFelt) feel_box(pose, half);
}

void ObjectBuilder::cylinder(std::uint32_t material, const math::Pose& pose, double radius, double half_length,
                             int segments, double bevel, Solid solid) {
  append_cylinder(surfaces_[material], pose, radius, half_length, segments, bevel);
  if (solid == Solid::SeenAndFelt) feel_cylinder(pose, radius, half_length);
}

void ObjectBuilder::hull(std::uint32_t material, const math::TriMesh& geometry, Solid solid) {
  math::TriMesh& all = surfaces_[material];
  const auto first = static_cast<std::uint32_t>(all.positions.size());
  all.positions.insert(all.positions.end(), geometry.positions.begin(), geometry.positions.end());
  all.normals.insert(all.normals.end(), geometry.normals.begin(), geometry.normals.end());
  all.uvs.insert(all.uvs.end(), geometry.uvs.begin(), geometry.uvs.end());
  for (const std::uint32_t index : geometry.indices) all.indices.push_back(first + index);
  if (solid != Solid::SeenAndFelt) return;
  CollisionShape shape;
  shape.kind = ShapeKind::ConvexHull;
  shape.mesh = builder_.add_mesh(object.name + " hull", geometry, material);
  object.collision.push_back(shape);
}

void ObjectBuilder::feel_box(const math::Pose& pose, const math::Vec3& half) {
  CollisionShape shape;
  shape.kind = ShapeKind::Box;
  shape.object_from_shape = pose;
  shape.half = half;
  object.collision.push_back(shape);
}

void ObjectBuilder::feel_cylinder(const math::Pose& pose, double radius, double half_length) {
  CollisionShape shape;
  shape.kind = ShapeKind::Cylinder;
  shape.object_from_shape = pose;
  shape.half = {radius, half_length, radius};
  shape.radius = radius;
  object.collision.push_back(shape);
}

void ObjectBuilder::movable(double mass, double friction) {
  object.movable = true;
  object.mass = mass;
  object.friction = friction;
}

void ObjectBuilder::hinge(const math::Vec3& anchor, const math::Vec3& axis, double minimum, double maximum,
                          double friction) {
  object.joint.kind = JointKind::Hinge;
  object.joint.anchor = anchor;
  object.joint.axis = axis;
  object.joint.minimum = minimum;
  object.joint.maximum = maximum;
  object.joint.friction = friction;
}

void ObjectBuilder::slider(const math::Vec3& axis, double minimum, double maximum, double friction) {
  hinge({}, axis, minimum, maximum, friction);
  object.joint.kind = JointKind::Slider;
}

core::ObjectId ObjectBuilder::finish() {
  for (auto& [material, geometry] : surfaces_) {
    if (geometry.indices.empty()) continue;
    if (const double tile = builder_.tile_size(material); tile > 0.0) {
      for (auto& uv : geometry.uvs) uv /= static_cast<float>(tile);
    }
    Part part;
    part.mesh = builder_.add_mesh(object.name, std::move(geometry), material);
    object.bounds.add(builder_.scene().meshes[part.mesh].bounds);
    object.parts.push_back(part);
    if (feel_triangles_) {
      CollisionShape shape;
      shape.kind = ShapeKind::TriangleMesh;
      shape.mesh = part.mesh;
      object.collision.push_back(shape);
    }
  }
  return builder_.add_object(std::move(object));
}

math::Pose hand_at(const math::Vec3& at, const math::Vec3& thumb, const math::Vec3& palm) {
  return {math::from_matrix(math::Mat3(-palm, glm::cross(thumb, palm), -thumb)), at};
}

math::Pose along(const math::Vec3& axis, const math::Vec3& at) {
  return {math::from_to(math::kUp, axis), at};
}

}  // namespace fh::scene
