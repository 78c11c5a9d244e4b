// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place as plain data: geometry for eyes and collision, and what things mean. Built once by the loaders, constant
// during a run; what moves (poses, joint positions) belongs to physics and world.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "math/mesh.h"
#include "math/pose.h"
#include "math/shapes.h"

namespace fh::scene {

struct Texture {
  std::string name;
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> rgba;  // 8 bits per channel, top row first
  bool srgb = true;                // colour data; false for normals, roughness
};

inline constexpr std::int32_t kNoTexture = -1;

/// Metallic-roughness surface, glTF 2.0 meaning; colours are linear.
struct Material {
  std::string name;
  math::Vec4f base_colour{0.8f, 0.8f, 0.8f, 1.0f};
  float metallic = 0.0f;
  float roughness = 0.8f;
  math::Vec3f emissive{0.0f};
  std::int32_t base_colour_texture = kNoTexture;
  std::int32_t metallic_roughness_texture = kNoTexture;
  std::int32_t normal_texture = kNoTexture;
  bool double_sided = false;
  bool glass = false;   // seen through; base_colour.a is its opacity
  bool mirror = false;  // reflects when asked
};

/// Triangles of one material.
struct Mesh {
  std::string name;
  math::TriMesh geometry;      // with normals
  std::uint32_t material = 0;  // index into Scene::materials
  math::Aabb bounds;           // of geometry, mesh space
};

/// A mesh at its place in an object.
struct Part {
  std::uint32_t mesh = 0;
  math::Pose object_from_mesh;
  math::Vec3 scale{1.0};
};

enum class ShapeKind : std::uint8_t { Box, Sphere, Capsule, Cylinder, ConvexHull, TriangleMesh };

/// Collision geometry; static objects may use triangle meshes, moving ones only convex kinds (several make a compound).
struct CollisionShape {
  ShapeKind kind = ShapeKind::Box;
  math::Pose object_from_shape;
  math::Vec3 half{0.5};    // Box; Capsule and Cylinder: y is half the length of the axis (without caps)
  double radius = 0.0;     // Sphere, Capsule, Cylinder
  std::uint32_t mesh = 0;  // ConvexHull, TriangleMesh: index into Scene::meshes
  math::Vec3 mesh_scale{1.0};
};

enum class JointKind : std::uint8_t { None, Hinge, Slider, Dial, Button };

/// How an object may move against its parent (or the world): hinges and dials turn about the axis, sliders and buttons
/// move along it. Position 0 is where the object stands in the scenario.
struct ObjectJoint {
  JointKind kind = JointKind::None;
  math::Vec3 anchor{0.0};               // object space
  math::Vec3 axis = math::kUp;          // object space, unit
  double minimum = 0.0, maximum = 0.0;  // rad or m
  double friction = 0.0;                // N·m or N that must be overcome
  double spring = 0.0;                  // N·m/rad or N/m towards 0 (buttons spring back)
  double initial = 0.0;                 // position at the start
  int detents = 0;                      // equal steps from minimum to maximum that it clicks into; 0: none
};

/// The step of a joint with detents that is nearest to a position: 0 … detents.
int nearest_detent(const ObjectJoint& joint, double position);

/// A named place on an object ("handle", "seat", "gauge"): where to look, stand or put things.
struct Site {
  std::string name;
  math::Pose object_from_site;
  bool snaps = false;  // a thing that is let go near it comes to rest there: its origin in the site's
};

/// What of a grasp's frame a hand keeps to (J-80): the rest is as the hand comes.
enum class HandShape : std::uint8_t {
  Power,  // round a handle: the handle's line and the place on it
  Flat,   // the palm on a face: which way the palm looks, and the place
  Pinch,  // fingertips: the place only
};

/// How a hand may hold an object. The hand frame is the grip pose of a controller in a right hand: -Z leaves the fist
/// at the thumb, the palm looks along -X.
struct Grasp {
  std::string name;
  math::Pose object_from_hand;
  double opening = 0.05;  // metres between thumb and fingers
  HandShape shape = HandShape::Power;
};

struct Object {
  core::ObjectId id;                 // index in Scene::objects + 1
  std::string name;                  // unique, stable: "bench.panel.start"
  std::string label;                 // for people: "Start button"
  std::vector<std::string> classes;  // from special to general: {"drawer", "container", "furniture"}
  core::ObjectId parent;             // joints act against it; invalid = the world
  math::Pose world_from_object;
  double mass = 0.0;  // kg; 0 = immovable structure
  double friction = 0.6;
  double restitution = 0.1;
  bool movable = false;  // may be carried or pushed
  bool openable = false;
  bool locked = false;
  double shuts_after = 0.0;  // s after which it closes and stays locked; 0: never
  ObjectJoint joint;
  std::vector<Part> parts;
  std::vector<CollisionShape> collision;
  std::vector<Site> sites;
  std::vector<Grasp> grasps;
  math::Aabb bounds;  // of all parts, object space

  bool is_static() const { return !movable && joint.kind == JointKind::None; }
  bool is_a(std::string_view name_of_class) const;
};

struct Light {
  math::Vec3 position{0.0};
  math::Vec3f colour{1.0f};
  float intensity = 1.0f;
  float range = 6.0f;
};

struct Sky {
  math::Vec3 direction_to_sun{0.35, 0.8, 0.25};
  float sun = 3.2f;  // illuminance, relative
  float ambient = 1.0f;
};

struct Scene {
  std::vector<Texture> textures;
  std::vector<Material> materials;
  std::vector<Mesh> meshes;
  std::vector<Object> objects;
  std::vector<Light> lights;
  Sky sky;

  const Object* find(core::ObjectId id) const {
    return id.valid() && id.value <= objects.size() ? &objects[id.value - 1] : nullptr;
  }
  const Object* find(std::string_view name) const;
  std::size_t triangle_count() const;  // of all parts of all objects
  math::Aabb bounds() const;           // world space
};

/// A file that a scenario names.
struct NamedFile {
  std::string name;        // as in the scenario
  std::uint64_t hash = 0;  // of its content and of the files that it names
};

}  // namespace fh::scene
