// SPDX-License-Identifier: Apache-2.0
#include "report/replay_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/time.h"
#include "evaluation/posture/posture_angles.h"
#include "math/trig.h"
#include "report/glb_document.h"

namespace fh::report {
namespace {

using core::Json;
using math::Pose;
using math::Vec3;
using Moments = std::span<const frame::Moment>;

constexpr std::size_t kMostTriangles = 150'000;  // of the place; above this the largest objects become boxes
constexpr std::size_t kMostMovers = 100;         // things with a draw call of their own
constexpr double kMoved = 1e-3;                  // m and, roughly, rad: less is standing still

/// Triangles with a colour per corner.
struct ColouredMesh {
  std::vector<float> positions;
  std::vector<std::uint8_t> colours;  // linear red, green, blue, 255
  std::vector<std::uint32_t> indices;

  std::uint32_t add_point(const Vec3& p, const std::array<std::uint8_t, 4>& colour) {
    for (int axis = 0; axis < 3; ++axis) positions.push_back(static_cast<float>(p[axis]));
    colours.insert(colours.end(), colour.begin(), colour.end());
    return static_cast<std::uint32_t>(positions.size() / 3 - 1);
  }
};

/// The colour of a material; of a texture its mean.
std::array<std::uint8_t, 4> colour_of(const scene::Scene& scene, const scene::Material& material) {
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
  std::array<std::uint8_t, 4> bytes{0, 0, 0, 255};
  for (int c = 0; c < 3; ++c)
    bytes[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>(255.0 * std::clamp(colour[c], 0.0, 1.0) + 0.5);
  return bytes;
}

void add_box(const math::Aabb& box, const Pose& pose, const std::array<std::uint8_t, 4>& colour, ColouredMesh& mesh) {
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

/// Objects to be shown as boxes, so that the rest has few enough triangles.
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

bool differ(const Pose& a, const Pose& b) {
  return glm::length(a.position - b.position) > kMoved ||
         std::abs(glm::dot(a.rotation, b.rotation)) < 1.0 - 0.5 * kMoved * kMoved;
}

class ReplayBuilder {
 public:
  ReplayBuilder(const evaluation::Surroundings& surroundings, Moments moments)
      : surroundings_(&surroundings), scene_(surroundings.scene), moments_(moments) {
    std::vector<float> times;
    for (const frame::Moment& moment : moments) times.push_back(static_cast<float>(core::seconds_of(moment.tick)));
    animation_ = {{"name", "visit"}, {"samplers", Json::array()}, {"channels", Json::array()}};
    times_ = document_.add_accessor(times, "SCALAR");
    document_["accessors"][times_]["min"] = {times.front()};
    document_["accessors"][times_]["max"] = {times.back()};
  }

  std::vector<std::byte> build() {
    add_place();
    for (std::size_t i = 0; i < surroundings_->people.size(); ++i) add_person(i);
    if (!animation_["channels"].empty()) document_["animations"].push_back(std::move(animation_));
    return document_.bytes();
  }

 private:
  std::size_t add_material(const char* name, const std::array<double, 4>& factor, bool blend = false) {
    Json material{
        {"name", name},
        {"pbrMetallicRoughness", {{"baseColorFactor", factor}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.9}}}};
    if (blend) material["alphaMode"] = "BLEND";
    document_["materials"].push_back(std::move(material));
    return document_["materials"].size() - 1;
  }

  std::size_t add_positions(const std::vector<float>& positions) {
    const std::size_t accessor = document_.add_accessor(positions, "VEC3", 5126, 3);
    std::array<float, 3> low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
    for (std::size_t i = 0; i < positions.size(); ++i) {
      low[i % 3] = std::min(low[i % 3], positions[i]);
      high[i % 3] = std::max(high[i % 3], positions[i]);
    }
    document_["accessors"][accessor]["min"] = low;
    document_["accessors"][accessor]["max"] = high;
    return accessor;
  }

  std::size_t add_mesh(const ColouredMesh& mesh, std::size_t material, const std::string& name) {
    const std::size_t positions = add_positions(mesh.positions);
    const std::size_t colours = document_.add_accessor(mesh.colours, "VEC4", 5121, 4);
    document_["accessors"][colours]["normalized"] = true;
    const Json primitive{{"attributes", {{"POSITION", positions}, {"COLOR_0", colours}}},
                         {"indices", document_.add_accessor(mesh.indices, "SCALAR", 5125)},
                         {"material", material}};
    document_["meshes"].push_back({{"name", name}, {"primitives", Json::array({primitive})}});
    return document_["meshes"].size() - 1;
  }

  std::size_t add_root(Json node) {
    const std::size_t index = document_.add_node(std::move(node));
    document_["scenes"][0]["nodes"].push_back(index);
    return index;
  }

  void channel(std::size_t node, const char* path, std::size_t values) {
    animation_["samplers"].push_back({{"input", times_}, {"output", values}, {"interpolation", "LINEAR"}});
    animation_["channels"].push_back(
        {{"sampler", animation_["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }

  /// Rotations in 16 bits, the shorter way from one to the next.
  std::size_t add_rotations(const std::vector<Pose>& poses) {
    std::vector<std::int16_t> values;
    math::Quat before = poses.front().rotation;
    for (const Pose& pose : poses) {
      math::Quat q = pose.rotation;
      if (glm::dot(before, q) < 0.0) q = -q;
      for (const double part : {q.x, q.y, q.z, q.w})
        values.push_back(static_cast<std::int16_t>(std::lround(32767.0 * std::clamp(part, -1.0, 1.0))));
      before = q;
    }
    const std::size_t accessor = document_.add_accessor(values, "VEC4", 5122, 4);
    document_["accessors"][accessor]["normalized"] = true;
    return accessor;
  }

  /// Pose of a node, and its tracks where it moves.
  void animate(std::size_t node, const std::vector<Pose>& poses) {
    const Pose& first = poses.front();
    Json& json = document_["nodes"][node];
    json["translation"] = {first.position.x, first.position.y, first.position.z};
    json["rotation"] = {first.rotation.x, first.rotation.y, first.rotation.z, first.rotation.w};
    bool shifts = false, turns = false;
    for (const Pose& pose : poses) {
      shifts |= glm::length(pose.position - first.position) > kMoved;
      turns |= std::abs(glm::dot(pose.rotation, first.rotation)) < 1.0 - 1e-7;
    }
    if (shifts) {
      std::vector<float> values;
      for (const Pose& pose : poses) {
        for (int axis = 0; axis < 3; ++axis) values.push_back(static_cast<float>(pose.position[axis]));
      }
      channel(node, "translation", document_.add_accessor(values, "VEC3", 5126, 3));
    }
    if (turns) channel(node, "rotation", add_rotations(poses));
  }

  void add_place() {
    const std::size_t solid = add_material("solid", {1, 1, 1, 1}), glass = add_material("glass", {1, 1, 1, 0.25}, true);
    const std::vector<std::uint8_t> as_box = boxed(*scene_);
    std::map<std::uint32_t, std::vector<Pose>> ways;  // by object id
    for (const frame::Moment& moment : moments_) {
      for (const frame::MomentObject& object : moment.objects)
        ways[object.id.value].push_back(object.world_from_object);
    }
    ColouredMesh still, still_glass;
    std::size_t movers = 0;
    for (std::size_t i = 0; i < scene_->objects.size(); ++i) {
      const scene::Object& object = scene_->objects[i];
      const auto way = ways.find(object.id.value);
      const bool known = way != ways.end() && way->second.size() == moments_.size();
      const bool moved = known && std::any_of(way->second.begin(), way->second.end(),
                                              [&](const Pose& p) { return differ(p, way->second.front()); });
      if (!moved || movers >= kMostMovers) {
        add_object(*scene_, object, known ? way->second.front() : object.world_from_object, as_box[i] != 0, still,
                   still_glass);
        continue;
      }
      ColouredMesh own;
      add_object(*scene_, object, Pose{}, as_box[i] != 0, own, own);
      if (own.indices.empty()) continue;
      ++movers;
      animate(add_root({{"name", object.name}, {"mesh", add_mesh(own, solid, object.name)}}), way->second);
    }
    if (!still.indices.empty()) add_root({{"name", "place"}, {"mesh", add_mesh(still, solid, "place")}});
    if (!still_glass.indices.empty()) add_root({{"name", "glass"}, {"mesh", add_mesh(still_glass, glass, "glass")}});
    const auto boxes = std::count(as_box.begin(), as_box.end(), std::uint8_t{1});
    document_["asset"]["extras"] = {{"objects_as_boxes", boxes},
                                    {"triangles", (still.indices.size() + still_glass.indices.size()) / 3},
                                    {"moving_things", movers}};
  }

  std::array<double, 4> person_colour(std::size_t index) const {
    std::size_t rank = 0;
    for (const auto& other : surroundings_->people) rank += other.name < surroundings_->people[index].name;
    const unsigned long rgb = std::stoul(kPeopleColours[rank % 6] + 1, nullptr, 16);
    const auto linear = [&](unsigned shift) {
      const double value = static_cast<double>(rgb >> shift & 255u) / 255.0;
      return value * value;
    };
    return {linear(16), linear(8), linear(0), 1.0};
  }

  /// Joint frames over time; people who are not there stay where the last moment, or the first to come, has them.
  std::vector<std::vector<Pose>> joints_over_time(std::size_t person) const {
    std::vector<std::vector<Pose>> joints(human::kJointCount);
    for (const frame::Moment& moment : moments_) {
      const auto frames = evaluation::frames_of(moment, moment.people[person]);
      if (frames.empty() && joints[0].empty()) continue;
      const std::size_t missing = static_cast<std::size_t>(&moment - moments_.data()) - joints[0].size();
      for (std::size_t j = 0; j < human::kJointCount; ++j) {
        const Pose now = frames.empty() ? joints[j].back() : frames[j];
        joints[j].insert(joints[j].end(), missing + 1, now);
      }
    }
    return joints;
  }

  /// Rounded boxes as directions of a ball pushed outwards by the half sizes, in the frames of their joints.
  std::size_t add_body_mesh(const human::CollisionBody& body, std::size_t material, const std::string& name) {
    constexpr int kAround = 8, kRings = 4;
    std::vector<float> positions, weights;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint16_t> indices;
    const auto add = [&](const human::CollisionPiece& piece, const Vec3& d) {
      const Vec3& half = piece.shape.half;
      Vec3 p = piece.shape.radius * d;
      for (int axis = 0; axis < 3; ++axis) p[axis] += d[axis] > 1e-9 ? half[axis] : d[axis] < -1e-9 ? -half[axis] : 0.0;
      p = piece.shape.joint_from_box.point(p);
      for (int axis = 0; axis < 3; ++axis) positions.push_back(static_cast<float>(p[axis]));
      joints.insert(joints.end(), {static_cast<std::uint8_t>(human::index_of(piece.joint)), 0, 0, 0});
      weights.insert(weights.end(), {1.0f, 0.0f, 0.0f, 0.0f});
    };
    for (const human::CollisionPiece& piece : body.pieces) {
      const auto first = static_cast<std::uint16_t>(positions.size() / 3);
      add(piece, {0, 1, 0});
      for (int ring = 0; ring < kRings; ++ring) {
        const math::SinCos tilt = math::sin_cos(math::kPi * (ring + 0.5) / kRings);
        for (int i = 0; i < kAround; ++i) {
          const math::SinCos turn = math::sin_cos(2.0 * math::kPi * (i + 0.5) / kAround);
          add(piece, {tilt.sin * turn.sin, tilt.cos, tilt.sin * turn.cos});
        }
      }
      add(piece, {0, -1, 0});
      const auto at = [&](int ring, int i) {
        if (ring < 0) return first;
        if (ring >= kRings) return static_cast<std::uint16_t>(first + 1 + kRings * kAround);
        return static_cast<std::uint16_t>(first + 1 + ring * kAround + i % kAround);
      };
      for (int ring = -1; ring < kRings; ++ring) {
        for (int i = 0; i < kAround; ++i) {
          if (ring >= 0) indices.insert(indices.end(), {at(ring, i), at(ring + 1, i), at(ring, i + 1)});
          if (ring + 1 < kRings) indices.insert(indices.end(), {at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)});
        }
      }
    }
    const Json primitive{{"attributes",
                          {{"POSITION", add_positions(positions)},
                           {"JOINTS_0", document_.add_accessor(joints, "VEC4", 5121, 4)},
                           {"WEIGHTS_0", document_.add_accessor(weights, "VEC4", 5126, 4)}}},
                         {"indices", document_.add_accessor(indices, "SCALAR", 5123)},
                         {"material", material}};
    document_["meshes"].push_back({{"name", name}, {"primitives", Json::array({primitive})}});
    return document_["meshes"].size() - 1;
  }

  void add_person(std::size_t index) {
    const auto& person = surroundings_->people[index];
    const auto frames = joints_over_time(index);
    if (!person.solids || frames[0].size() != moments_.size()) return;
    const std::size_t material = add_material(person.name.c_str(), person_colour(index));
    std::vector<std::size_t> nodes(human::kJointCount);
    for (std::size_t j = 0; j < human::kJointCount; ++j) {
      const std::string name = person.name + "." + std::string(human::info(human::joint_at(j)).name);
      const std::size_t above = human::index_of(human::parent_of(human::joint_at(j)));
      nodes[j] = j == 0 ? add_root({{"name", name}}) : document_.add_node({{"name", name}});
      if (j > 0) document_["nodes"][nodes[above]]["children"].push_back(nodes[j]);
      std::vector<Pose> local = frames[j];
      for (std::size_t i = 0; j > 0 && i < local.size(); ++i) local[i] = math::inverse(frames[above][i]) * local[i];
      animate(nodes[j], local);
    }
    document_["skins"].push_back({{"joints", nodes}});
    add_root({{"name", "body." + person.name},
              {"mesh", add_body_mesh(*person.solids, material, person.name)},
              {"skin", document_["skins"].size() - 1}});
    add_way(person.name, frames, material);
  }

  /// Where somebody went, on the ground.
  void add_way(const std::string& name, const std::vector<std::vector<Pose>>& frames, std::size_t material) {
    std::vector<float> positions;
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      double ground = frames[0][i].position.y;
      for (const auto& joint : frames) ground = std::min(ground, joint[i].position.y);
      const Vec3& at = frames[0][i].position;
      for (const double value : {at.x, ground + 0.02, at.z}) positions.push_back(static_cast<float>(value));
    }
    const Json primitive{{"attributes", {{"POSITION", add_positions(positions)}}}, {"mode", 3}, {"material", material}};
    document_["meshes"].push_back({{"name", "way." + name}, {"primitives", Json::array({primitive})}});
    add_root({{"name", "way." + name}, {"mesh", document_["meshes"].size() - 1}});
  }

  const evaluation::Surroundings* surroundings_;
  const scene::Scene* scene_;
  Moments moments_;
  GlbDocument document_;
  Json animation_;
  std::size_t times_ = 0;
};

}  // namespace

std::vector<std::byte> replay_scene(const evaluation::Surroundings& surroundings, Moments moments, std::size_t most) {
  std::vector<frame::Moment> kept(moments.begin(), moments.end());
  while (!kept.empty() && surroundings.scene && kept.front().people.size() == surroundings.people.size()) {
    std::vector<std::byte> bytes = ReplayBuilder(surroundings, kept).build();
    if (bytes.size() <= most) return bytes;
    if (kept.size() < 20) break;  // the place alone is too large
    for (std::size_t i = 1; 2 * i < kept.size(); ++i) kept[i] = std::move(kept[2 * i]);
    kept.resize((kept.size() + 1) / 2);
  }
  return {};
}

}  // namespace fh::report
