// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/files.h"
#include "core/hash.h"
#include "scene/place/gltf_surfaces.h"
#include "scene/place/semantics.h"

namespace fh::scene {
namespace fs = std::filesystem;
using core::Json;
using math::Pose;
using math::Vec3;
using Matrix = glm::dmat4;

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

Matrix matrix_of(const tinygltf::Node& node) {
  if (node.matrix.size() == 16) {
    Matrix m;
    for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = node.matrix[static_cast<std::size_t>(i)];
    return m;
  }
  math::Quat q = math::kIdentity;
  if (node.rotation.size() == 4) {
    q = math::normalized({node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]});
  }
  const math::Mat3 r = math::to_matrix(q);
  const Vec3 s = node.scale.size() == 3 ? Vec3(node.scale[0], node.scale[1], node.scale[2]) : Vec3(1.0);
  const Vec3 t =
      node.translation.size() == 3 ? Vec3(node.translation[0], node.translation[1], node.translation[2]) : Vec3(0.0);
  return {glm::dvec4(r[0] * s.x, 0), glm::dvec4(r[1] * s.y, 0), glm::dvec4(r[2] * s.z, 0), glm::dvec4(t, 1)};
}

Matrix matrix_of(const Pose& pose) {
  const math::Mat3 r = math::to_matrix(pose.rotation);
  return {glm::dvec4(r[0], 0), glm::dvec4(r[1], 0), glm::dvec4(r[2], 0), glm::dvec4(pose.position, 1)};
}

struct PoseAndScale {
  Pose pose;
  Vec3 scale{1.0};
  bool exact = false;  // false: sheared, mirrored or flat, so that the vertices themselves have to be moved
};

PoseAndScale take_apart(const Matrix& m) {
  PoseAndScale result;
  result.pose.position = Vec3(m[3]);
  const Vec3 x(m[0]), y(m[1]), z(m[2]);
  const Vec3 length(glm::length(x), glm::length(y), glm::length(z));
  const double largest = std::max({length.x, length.y, length.z});
  if (!(std::min({length.x, length.y, length.z}) > 1e-9 * largest) || largest < 1e-12) return result;
  const Vec3 u = x / length.x, v = y / length.y, w = z / length.z;
  const bool square =
      std::abs(glm::dot(u, v)) < 1e-6 && std::abs(glm::dot(v, w)) < 1e-6 && std::abs(glm::dot(w, u)) < 1e-6;
  if (!square || glm::dot(glm::cross(u, v), w) < 0.0) return result;
  result.pose.rotation = math::normalized(math::from_matrix(math::Mat3(u, v, w)));
  result.scale = length;
  result.exact = true;
  return result;
}

/// Has the file said what the node means?
bool has_meaning(const Json& node) {
  static constexpr const char* kKeys[] = {"label",    "classes", "mass",  "friction", "restitution", "movable",
                                          "openable", "locked",  "joint", "sites",    "grasps"};
  const auto extras = node.find("extras");
  if (extras == node.end() || !extras->is_object()) return false;
  return std::any_of(std::begin(kKeys), std::end(kKeys), [&](const char* key) { return extras->contains(key); });
}

class GltfBuilder {
 public:
  GltfBuilder(Scene& scene, const Json& root, const tinygltf::Model& model, const GltfOptions& options,
              core::Problems& problems)
      : scene_(scene),
        root_(root),
        model_(model),
        options_(options),
        problems_(problems),
        surfaces_(scene, root, model, problems) {}

  void run() {
    for (const auto& object : scene_.objects) names_.insert(object.name);
    surfaces_.run();
    if (problems_.empty()) add_nodes();
  }
  const std::vector<std::string>& warnings() const { return surfaces_.warnings; }

 private:
  // --- objects
  std::string free_name(const std::string& wanted, std::size_t node) {
    std::string name;
    for (const char c : wanted.substr(0, 64)) {
      name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.' ? c : '_';
    }
    if (name.empty()) name = fmt::format("node{}", node);
    if (!options_.prefix.empty()) name = options_.prefix + "." + name;
    std::string candidate = name;
    for (int i = 2; names_.contains(candidate); ++i) candidate = fmt::format("{}.{}", name, i);
    names_.insert(candidate);
    return candidate;
  }

  void add_nodes() {
    struct Visit {
      std::size_t node;
      Matrix parent;
      std::size_t object;  // the object that takes meshes, or kNone
      std::size_t above;   // the nearest object above, or kNone
    };
    std::vector<Visit> open;
    Matrix base = matrix_of(options_.world_from_model);
    for (int c = 0; c < 3; ++c) base[c] *= options_.metres_per_unit;
    std::vector<int> roots;
    if (!model_.scenes.empty()) {
      roots = model_.scenes[model_.defaultScene >= 0 ? std::size_t(model_.defaultScene) : 0].nodes;
    } else {
      std::vector<bool> child(model_.nodes.size());
      for (const auto& node : model_.nodes) {
        for (const int c : node.children) child[std::size_t(c)] = true;
      }
      for (std::size_t i = 0; i < child.size(); ++i) {
        if (!child[i]) roots.push_back(int(i));
      }
    }
    std::set<int> once;
    for (auto it = roots.rbegin(); it != roots.rend(); ++it) {
      if (once.insert(*it).second) open.push_back({std::size_t(*it), base, kNone, kNone});
    }
    while (!open.empty()) {
      const Visit visit = open.back();
      open.pop_back();
      const auto& node = model_.nodes[visit.node];
      const Json& raw = root_["nodes"][visit.node];
      const Matrix world = visit.parent * matrix_of(node);
      const bool means = options_.extras && has_meaning(raw);
      std::size_t object = means ? kNone : visit.object;
      std::size_t above = visit.above;
      if (means || (object == kNone && node.mesh >= 0)) {
        const std::size_t made = add_object(visit.node, raw, world, above);
        above = made;
        // A node without meaning of its own stands for itself only.
        object = means ? made : kNone;
        if (node.mesh >= 0) add_parts(made, visit.node, std::size_t(node.mesh), world);
      } else if (node.mesh >= 0) {
        add_parts(object, visit.node, std::size_t(node.mesh), world);
      }
      for (auto it = node.children.rbegin(); it != node.children.rend(); ++it) {
        open.push_back({std::size_t(*it), world, object, above});
      }
    }
    for (std::size_t i = first_object_; i < scene_.objects.size(); ++i) finish_object(scene_.objects[i]);
  }

  std::size_t add_object(std::size_t node, const Json& raw, const Matrix& world, std::size_t above) {
    if (first_object_ == kNone) first_object_ = scene_.objects.size();
    Object object;
    object.id = core::ObjectId{static_cast<std::uint32_t>(scene_.objects.size() + 1)};
    object.world_from_object = take_apart(world).pose;
    std::string wanted = model_.nodes[node].name;
    const auto extras = raw.find("extras");
    if (options_.extras && extras != raw.end() && extras->is_object()) {
      core::JsonReader reader(*extras, problems_, fmt::format("/nodes/{}/extras", node));
      const auto named = extras->find("name");
      if (named != extras->end() && named->is_string()) wanted = named->get<std::string>();
      object.name = wanted;
      KeyReader keys(reader);
      read_semantics(keys, object, nullptr);
    }
    object.name = free_name(wanted, node);
    if (object.label.empty()) object.label = wanted.empty() ? object.name : wanted;
    // A joint acts against the object above; loose things hang on nothing.
    if (above != kNone && object.joint.kind != JointKind::None) object.parent = scene_.objects[above].id;
    scene_.objects.push_back(std::move(object));
    return scene_.objects.size() - 1;
  }

  void add_parts(std::size_t index, std::size_t node, std::size_t mesh, const Matrix& world) {
    Object& object = scene_.objects[index];
    const Matrix local = matrix_of(math::inverse(object.world_from_object)) * world;
    const PoseAndScale placed = take_apart(local);
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 4; ++r) {
        if (std::abs(local[c][r]) < 1e12) continue;
        problems_.add(fmt::format("/nodes/{}", node), "its transforms multiply to something not finite");
        return;
      }
    }
    for (const std::uint32_t source : surfaces_.meshes_of(mesh)) {
      Part part;
      part.mesh = source;
      if (placed.exact) {
        part.object_from_mesh = placed.pose;
        part.scale = placed.scale;
      } else if (const auto moved = surfaces_.baked(source, local)) {
        part.mesh = *moved;
      } else {
        problems_.add(fmt::format("/nodes/{}", node), "the meshes take too much memory");
        return;
      }
      object.parts.push_back(part);
    }
  }

  /// Whether physics can use the triangles: it leaves out those below half a square millimetre, all of a tiny model.
  bool has_solid_triangles(const Part& part) const {
    constexpr double kTwiceSmallest = 1e-6;  // m², as Jolt's mesh shapes
    const math::TriMesh& mesh = scene_.meshes[part.mesh].geometry;
    for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
      const auto corner = [&](std::size_t c) { return part.scale * Vec3(mesh.positions[mesh.indices[3 * i + c]]); };
      if (glm::length(glm::cross(corner(1) - corner(0), corner(2) - corner(0))) > 2.0 * kTwiceSmallest) return true;
    }
    return false;
  }

  /// Structure collides as its triangles, things that move as the hulls of their parts, tiny things as boxes.
  void finish_object(Object& object) {
    constexpr double kThinnest = 5e-4;  // m, half
    for (const Part& part : object.parts) {
      const math::Aabb& box = scene_.meshes[part.mesh].bounds;
      math::Aabb scaled{glm::min(box.low * part.scale, box.high * part.scale),
                        glm::max(box.low * part.scale, box.high * part.scale)};
      object.bounds.add(math::transformed(part.object_from_mesh, scaled));
      CollisionShape shape;
      if (!has_solid_triangles(part)) {
        shape.kind = ShapeKind::Box;
        shape.object_from_shape = part.object_from_mesh * Pose{math::kIdentity, scaled.centre()};
        shape.half = glm::max(0.5 * scaled.size(), Vec3(kThinnest));
        object.collision.push_back(shape);
        continue;
      }
      shape.kind = object.is_static() ? ShapeKind::TriangleMesh : ShapeKind::ConvexHull;
      shape.object_from_shape = part.object_from_mesh;
      shape.mesh = part.mesh;
      shape.mesh_scale = part.scale;
      object.collision.push_back(shape);
    }
  }

  Scene& scene_;
  const Json& root_;
  const tinygltf::Model& model_;
  const GltfOptions& options_;
  core::Problems& problems_;
  GltfSurfaces surfaces_;
  std::set<std::string> names_;
  std::size_t first_object_ = kNone;
};

/// Sizes of the scene's lists, to go back to when a file turns out broken.
struct Mark {
  explicit Mark(const Scene& s)
      : textures(s.textures.size()),
        materials(s.materials.size()),
        meshes(s.meshes.size()),
        objects(s.objects.size()) {}
  void restore(Scene& s) const {
    s.textures.resize(textures);
    s.materials.resize(materials);
    s.meshes.resize(meshes);
    s.objects.resize(objects);
  }
  std::size_t textures, materials, meshes, objects;
};

}  // namespace

core::Result<GltfSummary> append_gltf(Scene& scene, std::span<const std::byte> bytes, const std::string& name,
                                      const fs::path& folder, const GltfOptions& options) {
  FH_TRY(container, open_container(bytes, name));
  FH_TRY(file, core::JsonFile::parse(container.json, name));
  core::Problems problems(file);
  std::vector<std::string> warnings;
  check_gltf(file.root(), container, folder, problems, warnings);
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  GltfSummary summary;
  summary.content_hash = core::hash_bytes(bytes);
  FH_TRY(model, parse_gltf(file.root(), container, name, folder, summary.content_hash, warnings, options.pictures));
  const Mark before(scene);
  GltfBuilder builder(scene, file.root(), model, options, problems);
  builder.run();
  if (!problems.empty()) {
    before.restore(scene);
    return tl::make_unexpected(problems.as_error());
  }
  warnings.insert(warnings.end(), builder.warnings().begin(), builder.warnings().end());
  for (const auto& warning : warnings) summary.warnings.push_back(name + ": " + warning);
  summary.objects = scene.objects.size() - before.objects;
  for (std::size_t i = before.objects; i < scene.objects.size(); ++i) {
    const Object& object = scene.objects[i];
    for (const auto& part : object.parts) summary.triangles += scene.meshes[part.mesh].geometry.triangle_count();
    if (!object.bounds.empty()) summary.bounds.add(math::transformed(object.world_from_object, object.bounds));
  }
  if (summary.objects == 0) summary.warnings.push_back(name + ": holds no mesh");
  const std::string unit = unit_warning(summary.bounds, options.metres_per_unit);
  if (!unit.empty()) summary.warnings.push_back(name + ": " + unit);
  return summary;
}

core::Result<GltfSummary> append_gltf(Scene& scene, const fs::path& file, const GltfOptions& options) {
  FH_TRY(bytes, core::read_file(file, kMostGltfBytes));
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return append_gltf(scene, bytes, file.string(), folder, options);
}

}  // namespace fh::scene
