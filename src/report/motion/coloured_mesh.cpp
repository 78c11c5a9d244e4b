// SPDX-License-Identifier: Apache-2.0
#include "report/motion/coloured_mesh.h"

#include <algorithm>
#include <string>

#include "math/trig.h"

namespace fh::report {
namespace {

using math::Pose;
using math::Vec3;

/// The colour of a material; of a texture its mean.
Colour colour_of(const scene::Scene& scene, const scene::Material& material) {
  Vec3 colour(material.base_colour.x, material.base_colour.y, material.base_colour.z);
  if (material.base_colour_texture >= 0) {
    const auto& pixels = scene.textures[static_cast<std::size_t>(material.base_colour_texture)].rgba;
    Vec3 sum(0.0);
    const std::size_t count = pixels.size() / 4;
    for (std::size_t i = 0; i < count; ++i) {
      for (int c = 0; c < 3; ++c) {
        const double value = pixels[4 * i + static_cast<std::size_t>(c)] / 255.0;
        sum[c] += value * value;  // near enough to linear
      }
    }
    if (count > 0) colour *= sum / static_cast<double>(count);
  }
  Colour bytes{0, 0, 0, 255};
  for (int c = 0; c < 3; ++c)
    bytes[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(255.0 * std::clamp(colour[c], 0.0, 1.0) + 0.5);
  return bytes;
}

void add_box(const math::Aabb& box, const Pose& pose, const Colour& colour, ColouredMesh& mesh) {
  std::array<std::uint32_t, 8> corner{};
  for (unsigned i = 0; i < 8; ++i)
    corner[i] = mesh.add_point(
        pose.point({i & 1 ? box.high.x : box.low.x, i & 2 ? box.high.y : box.low.y, i & 4 ? box.high.z : box.low.z}),
        colour);
  constexpr unsigned kSides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& side : kSides) {
    for (const unsigned i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(corner[side[i]]);
  }
}

std::size_t triangles_of(const scene::Scene& scene, const scene::Object& object) {
  std::size_t count = 0;
  for (const scene::Part& part : object.parts) count += scene.meshes[part.mesh].geometry.triangle_count();
  return count;
}

}  // namespace

void add_object(const scene::Scene& scene, const scene::Object& object, const Pose& pose, bool as_box,
                ColouredMesh& solid, ColouredMesh& glass) {
  if (as_box && !object.parts.empty())
    return add_box(object.bounds, pose, colour_of(scene, scene.materials[scene.meshes[object.parts[0].mesh].material]),
                   solid);
  for (const scene::Part& part : object.parts) {
    const scene::Mesh& source = scene.meshes[part.mesh];
    const scene::Material& material = scene.materials[source.material];
    ColouredMesh& mesh = material.glass ? glass : solid;
    const auto colour = colour_of(scene, material);
    const Pose world_from_mesh = pose * part.object_from_mesh;
    const auto first = static_cast<std::uint32_t>(mesh.positions.size() / 3);
    for (const math::Vec3f& p : source.geometry.positions)
      mesh.add_point(world_from_mesh.point(Vec3(p) * part.scale), colour);
    for (const std::uint32_t index : source.geometry.indices) mesh.indices.push_back(first + index);
  }
}

std::vector<std::uint8_t> boxed(const scene::Scene& scene) {
  std::vector<std::pair<std::size_t, std::size_t>> sizes;  // triangles, index
  std::size_t all = 0;
  for (std::size_t i = 0; i < scene.objects.size(); ++i) {
    sizes.emplace_back(triangles_of(scene, scene.objects[i]), i);
    all += sizes.back().first;
  }
  std::sort(sizes.rbegin(), sizes.rend());
  std::vector<std::uint8_t> result(scene.objects.size(), 0);
  for (const auto& [triangles, index] : sizes) {
    if (all <= kMostTriangles) break;
    result[index] = 1;
    all -= triangles;
  }
  return result;
}

PieceMesh piece_mesh(const human::CollisionPiece& piece) {
  constexpr int kAround = 8, kRings = 4;
  PieceMesh mesh;
  const auto add = [&](const Vec3& d) {
    Vec3 p = piece.shape.radius * d;
    for (int axis = 0; axis < 3; ++axis)
      p[axis] += d[axis] > 1e-9 ? piece.shape.half[axis] : d[axis] < -1e-9 ? -piece.shape.half[axis] : 0.0;
    mesh.points.push_back(piece.shape.joint_from_box.point(p));
  };
  add({0, 1, 0});
  for (int ring = 0; ring < kRings; ++ring) {
    const math::SinCos tilt = math::sin_cos(math::kPi * (ring + 0.5) / kRings);
    for (int i = 0; i < kAround; ++i) {
      const math::SinCos turn = math::sin_cos(2.0 * math::kPi * (i + 0.5) / kAround);
      add({tilt.sin * turn.sin, tilt.cos, tilt.sin * turn.cos});
    }
  }
  add({0, -1, 0});
  const auto at = [&](int ring, int i) {
    if (ring < 0) return std::uint16_t{0};
    if (ring >= kRings) return static_cast<std::uint16_t>(1 + kRings * kAround);
    return static_cast<std::uint16_t>(1 + ring * kAround + i % kAround);
  };
  for (int ring = -1; ring < kRings; ++ring) {
    for (int i = 0; i < kAround; ++i) {
      if (ring >= 0) mesh.indices.insert(mesh.indices.end(), {at(ring, i), at(ring + 1, i), at(ring, i + 1)});
      if (ring + 1 < kRings)
        mesh.indices.insert(mesh.indices.end(), {at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)});
    }
  }
  return mesh;
}

Colour linear_colour(const char* hex) {
  const unsigned long rgb = std::stoul(hex + 1, nullptr, 16);
  const auto linear = [&](unsigned shift) {
    const double value = static_cast<double>(rgb >> shift & 255u) / 255.0;
    return static_cast<std::uint8_t>(255.0 * value * value + 0.5);  // the replay shows square roots
  };
  return {linear(16), linear(8), linear(0), 255};
}

Colour person_colour(const evaluation::Surroundings& surroundings, std::size_t index) {
  std::size_t rank = 0;
  for (const auto& other : surroundings.people) rank += other.name < surroundings.people[index].name;
  return linear_colour(kPeopleColours[rank % 6]);
}

}  // namespace fh::report
