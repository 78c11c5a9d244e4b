// SPDX-License-Identifier: Apache-2.0
#pragma once
// Puts a Scene together: surfaces from the palette, and objects made of solids that are seen and collided with alike.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scene/place/mesh_kit.h"
#include "scene/place/palette.h"
#include "scene/place/scene.h"

namespace fh::scene {

/// A material by name and, optionally, another colour ("" keeps the palette's).
struct Finish {
  std::string material = "paint_grey";
  std::string colour;
};

class SceneBuilder {
 public:
  explicit SceneBuilder(Scene& scene) : scene_(scene) {}

  Scene& scene() { return scene_; }
  /// Index of the material; made on first use. Unknown names (loaders have reported them) give "paint_grey".
  std::uint32_t material(const Finish& finish);
  std::uint32_t material(const char* name) { return material(Finish{name, ""}); }
  /// A surface that shows one picture; its uvs run from 0 to 1.
  std::uint32_t picture(Texture texture, float glow = 0.0f);
  /// Metres of surface that one repeat of the material's texture covers; 0 for pictures, whose uvs are left alone.
  double tile_size(std::uint32_t material) const;
  /// Whether the material has a grain that follows a board's length.
  bool is_grained(std::uint32_t material) const { return grained_.contains(material); }
  /// Adds a mesh, or finds an equal one: repeated furniture shares its triangles.
  std::uint32_t add_mesh(std::string name, math::TriMesh geometry, std::uint32_t material);
  /// Appends the object with the next id.
  core::ObjectId add_object(Object object);

 private:
  std::int32_t pattern_texture(Pattern pattern);

  Scene& scene_;
  std::map<std::string, std::uint32_t> materials_;
  std::map<Pattern, std::int32_t> patterns_;
  std::vector<double> tiles_;  // by material
  std::set<std::uint32_t> grained_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> meshes_;
};

enum class Solid : std::uint8_t { Seen, SeenAndFelt };

/// One object under construction. Solids go in object space; finish() hands the object to the scene.
class ObjectBuilder {
 public:
  ObjectBuilder(SceneBuilder& builder, std::string name, std::string label, std::vector<std::string> classes,
                const math::Pose& world_from_object);

  Object object;

  void box(std::uint32_t material, const math::Pose& pose, const math::Vec3& half, double bevel = 0.003,
           Solid solid = Solid::SeenAndFelt);
  void box(std::uint32_t material, const math::Vec3& centre, const math::Vec3& half, double bevel = 0.003,
           Solid solid = Solid::SeenAndFelt) {
    box(material, {math::kIdentity, centre}, half, bevel, solid);
  }
  void cylinder(std::uint32_t material, const math::Pose& pose, double radius, double half_length, int segments = 24,
                double bevel = 0.002, Solid solid = Solid::SeenAndFelt);
  /// Geometry of its own; felt as its convex hull.
  void hull(std::uint32_t material, const math::TriMesh& geometry, Solid solid = Solid::SeenAndFelt);
  /// Triangles to append to, seen only.
  math::TriMesh& surface(std::uint32_t material) { return surfaces_[material]; }

  void feel_box(const math::Pose& pose, const math::Vec3& half);
  void feel_cylinder(const math::Pose& pose, double radius, double half_length);
  /// Collision is the seen triangles (structure only).
  void feel_triangles() { feel_triangles_ = true; }

  void site(std::string name, const math::Pose& pose) { object.sites.push_back({std::move(name), pose}); }
  void site(std::string name, const math::Vec3& at) { site(std::move(name), math::Pose{math::kIdentity, at}); }
  void grasp(std::string name, const math::Pose& pose, double opening, HandShape shape = HandShape::Power) {
    object.grasps.push_back({std::move(name), pose, opening, shape});
  }
  void movable(double mass, double friction = 0.6);
  void hinge(const math::Vec3& anchor, const math::Vec3& axis, double minimum, double maximum, double friction);
  void slider(const math::Vec3& axis, double minimum, double maximum, double friction);

  core::ObjectId finish();

 private:
  SceneBuilder& builder_;
  std::map<std::uint32_t, math::TriMesh> surfaces_;  // by material
  bool feel_triangles_ = false;
};

/// The grip of a right hand (Grasp) at `at`, with the thumb along `thumb` and the palm looking along `palm`; unit, at
/// right angles.
math::Pose hand_at(const math::Vec3& at, const math::Vec3& thumb, const math::Vec3& palm);
/// Turns a solid that lies along +Y to lie along `axis` (unit) at `at`.
math::Pose along(const math::Vec3& axis, const math::Vec3& at);

}  // namespace fh::scene
