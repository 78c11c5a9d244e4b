// SPDX-License-Identifier: Apache-2.0
#include "scene/place/solid_shells.h"

#include <cmath>
#include <cstdint>

#include "math/closed_mesh.h"

namespace fh::scene {
namespace {

using math::Triangle;
using math::Vec3;

constexpr double kMostOpen = 0.25;     // of the area: what has larger holes is a sheet, not a solid
                                       // tuned: a box without a bottom counts (tests/gpu/test_section_caps.cpp)
constexpr double kLeastVolume = 1e-3;  // of the area to the power of 3/2: a sheet closed by itself has less

enum class Closed : std::uint8_t { Unknown, No, Yes };

Vec3 area_of(std::span<const Triangle> triangles) {
  Vec3 sum(0.0);
  for (const Triangle& t : triangles) sum += 0.5 * t.normal();
  return sum;
}

class Shells {
 public:
  explicit Shells(const Scene& scene) : scene_(scene), closed_(scene.meshes.size()), shells_(scene.meshes.size()) {}

  void add(const Object& object) {
    std::vector<const Part*> open;
    double volume = 0.0;
    for (const Part& part : object.parts) {
      const Mesh& mesh = scene_.meshes[part.mesh];
      if (mesh.material < scene_.materials.size() && scene_.materials[mesh.material].glass) continue;
      if (closed_[part.mesh] == Closed::Unknown)
        closed_[part.mesh] = math::is_closed(mesh.geometry) ? Closed::Yes : Closed::No;
      if (closed_[part.mesh] == Closed::No) {
        open.push_back(&part);
        continue;
      }
      shells_[part.mesh].solid = true;
      volume += math::volume_of(placed(part));
    }
    if (!open.empty() && !shells_[open.front()->mesh].solid) volume += join(open);
    if (volume >= 0.0 || !may_be_room(object)) return;
    for (const Part& part : object.parts) shells_[part.mesh] = {};
  }
  std::vector<SolidShell> take() { return std::move(shells_); }

 private:
  std::vector<Triangle> placed(const Part& part) const {
    std::vector<Triangle> triangles = math::triangles_of(scene_.meshes[part.mesh].geometry);
    for (Triangle& t : triangles) {
      for (Vec3* p : {&t.a, &t.b, &t.c}) *p = part.object_from_mesh.point(part.scale * *p);
    }
    return triangles;
  }

  /// Whether open meshes of an object are a solid together, or with patches; their volume.
  double join(const std::vector<const Part*>& parts) {
    std::vector<Triangle> all;
    for (const Part* part : parts) {
      const std::vector<Triangle> more = placed(*part);
      all.insert(all.end(), more.begin(), more.end());
    }
    double area = 0.0, missing = 0.0;
    for (const Triangle& t : all) area += 0.5 * glm::length(t.normal());
    std::vector<Triangle> patches;
    for (const std::vector<Triangle>& cone : math::closing_cones(math::open_edges(all))) {
      missing += glm::length(area_of(cone));
      patches.insert(patches.end(), cone.begin(), cone.end());
    }
    all.insert(all.end(), patches.begin(), patches.end());
    const double volume = math::volume_of(all);
    const bool thick = std::abs(volume) > kLeastVolume * area * std::sqrt(area);
    // Faces that look inwards and leave much open are rooms without a ceiling.
    const double most = volume > 0.0 ? kMostOpen : 0.01;
    if (!thick || missing > most * area) return 0.0;
    for (const Part* part : parts) shells_[part->mesh].solid = true;
    const Part& first = *parts.front();
    const math::Pose mesh_from_object = math::inverse(first.object_from_mesh);
    for (Triangle& t : patches) {
      for (Vec3* p : {&t.a, &t.b, &t.c}) *p = mesh_from_object.point(*p) / first.scale;
    }
    shells_[first.mesh].patches = std::move(patches);
    return volume;
  }

  /// Another thing stands inside: then faces that look inwards are walls seen from the room.
  bool may_be_room(const Object& object) const {
    if (object.bounds.empty()) return false;
    const math::Aabb box = math::transformed(object.world_from_object, object.bounds);
    for (const Object& other : scene_.objects) {
      if (other.id == object.id || other.bounds.empty()) continue;
      if (box.contains(math::transformed(other.world_from_object, other.bounds).centre())) return true;
    }
    return false;
  }

  const Scene& scene_;
  std::vector<Closed> closed_;
  std::vector<SolidShell> shells_;
};

}  // namespace

std::vector<SolidShell> solid_shells(const Scene& scene, std::span<const Object> objects) {
  Shells shells(scene);
  for (const Object& object : objects) shells.add(object);
  return shells.take();
}

}  // namespace fh::scene
