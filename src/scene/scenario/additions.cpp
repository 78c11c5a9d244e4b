// SPDX-License-Identifier: Apache-2.0
#include "scene/scenario/additions.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/parts/parts.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {
namespace {

using math::Pose;
using math::Vec3;
using math::Vec3f;

/// Physics leaves out triangles below half a square millimetre, all of a tiny mesh.
bool has_solid_triangles(const math::TriMesh& mesh) {
  constexpr double kTwiceSmallest = 1e-6;  // m²
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    const Vec3 a(mesh.positions[mesh.indices[3 * i]]), b(mesh.positions[mesh.indices[3 * i + 1]]),
        c(mesh.positions[mesh.indices[3 * i + 2]]);
    if (glm::length(glm::cross(b - a, c - a)) > 2.0 * kTwiceSmallest) return true;
  }
  return false;
}

/// The part's triangles in the object's space, stretched along its axes.
Mesh stretched(const Mesh& source, const Part& part, const Vec3& scale) {
  Mesh mesh = source;
  for (Vec3f& p : mesh.geometry.positions) p = Vec3f(scale * part.object_from_mesh.point(part.scale * Vec3(p)));
  for (Vec3f& n : mesh.geometry.normals)
    n = Vec3f(math::normalized_or(part.object_from_mesh.direction(Vec3(n) / part.scale) / scale, math::kUp));
  mesh.bounds = mesh.geometry.bounds();
  return mesh;
}

CollisionShape solid_of(const Mesh& mesh, std::uint32_t index) {
  constexpr double kThinnest = 5e-4;  // m, half
  CollisionShape shape;
  if (has_solid_triangles(mesh.geometry)) {
    shape.kind = ShapeKind::TriangleMesh;
    shape.mesh = index;
  } else {
    shape.object_from_shape.position = mesh.bounds.centre();
    shape.half = glm::max(0.5 * mesh.bounds.size(), Vec3(kThinnest));
  }
  return shape;
}

void stretch(Scene& scene, Object& object, const Vec3& scale) {
  object.collision.clear();
  object.bounds = {};
  for (Part& part : object.parts) {
    Mesh mesh = stretched(scene.meshes[part.mesh], part, scale);
    part = Part{static_cast<std::uint32_t>(scene.meshes.size()), {}, Vec3(1.0)};
    object.bounds.add(mesh.bounds);
    object.collision.push_back(solid_of(mesh, part.mesh));
    scene.meshes.push_back(std::move(mesh));
  }
  for (Site& site : object.sites) site.object_from_site.position = scale * site.object_from_site.position;
}

/// What is left of a thing that stands fast.
Object fixed(const Object& of) {
  Object object = of;
  object.parent = {};
  object.mass = 0.0;
  object.movable = object.openable = object.locked = false;
  object.shuts_after = 0.0;
  object.joint = {};
  object.grasps.clear();
  return object;
}

/// All objects of a part as one, with surfaces of its own at the end of the scene's.
core::Result<Object> merged_part(Scene& scene, const std::string& part) {
  const core::Json json{{"name", part}, {"users", core::Json::array()}, {"parts", {{{"part", part}, {"name", part}}}}};
  FH_TRY(made, parse_scenario(json.dump(), part, {}));
  if (made.scene.objects.empty()) return core::fail("\"{}\" is made of nothing", part);
  const auto textures = static_cast<std::int32_t>(scene.textures.size());
  const auto materials = static_cast<std::uint32_t>(scene.materials.size());
  const auto meshes = static_cast<std::uint32_t>(scene.meshes.size());
  for (Material& material : made.scene.materials) {
    for (std::int32_t* texture :
         {&material.base_colour_texture, &material.metallic_roughness_texture, &material.normal_texture})
      if (*texture != kNoTexture) *texture += textures;
  }
  for (Mesh& mesh : made.scene.meshes) mesh.material += materials;
  Object whole = fixed(made.scene.objects.front());
  whole.parts.clear();
  whole.collision.clear();
  whole.bounds = {};
  for (const Object& object : made.scene.objects) {
    const Pose whole_from_object = math::inverse(whole.world_from_object) * object.world_from_object;
    for (Part piece : object.parts) {
      piece.object_from_mesh = whole_from_object * piece.object_from_mesh;
      piece.mesh += meshes;
      whole.parts.push_back(piece);
    }
    for (CollisionShape shape : object.collision) {
      shape.object_from_shape = whole_from_object * shape.object_from_shape;
      shape.mesh += meshes;
      whole.collision.push_back(shape);
    }
    if (!object.bounds.empty()) whole.bounds.add(math::transformed(whole_from_object, object.bounds));
  }
  const auto append_all = [](auto& to, auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append_all(scene.textures, made.scene.textures);
  append_all(scene.materials, made.scene.materials);
  append_all(scene.meshes, made.scene.meshes);
  return whole;
}

}  // namespace

std::string name_of_addition(const Scene& scene, const Addition& addition) {
  const Object* of = scene.find(addition.of);
  const std::string base = of ? of->name : addition.part;
  for (int i = 2;; ++i) {
    std::string name = fmt::format("{}.{}", base, i);
    if (!scene.find(std::string_view(name))) return name;
  }
}

core::Result<core::ObjectId> append(Scene& scene, const Addition& addition, std::string name, const Pose& at) {
  Object object;
  if (const Object* of = scene.find(addition.of)) {
    object = fixed(*of);
  } else {
    FH_ASSIGN(object, merged_part(scene, addition.part));
  }
  if (addition.scale != Vec3(1.0)) stretch(scene, object, addition.scale);
  object.id = core::ObjectId{static_cast<std::uint32_t>(scene.objects.size() + 1)};
  object.name = std::move(name);
  object.world_from_object = at;
  scene.objects.push_back(std::move(object));
  return scene.objects.back().id;
}

}  // namespace fh::scene
