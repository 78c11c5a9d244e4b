// SPDX-License-Identifier: Apache-2.0
#include <stb_image_write.h>

#include <cstring>
#include <map>

#include "core/files.h"
#include "core/json.h"
#include "core/text.h"
#include "scene/place/gltf.h"

namespace fh::scene {
namespace {

using core::Json;
using math::Pose;
using math::Vec3;

Json list_of(const Vec3& v) {
  return {v.x, v.y, v.z};
}
Json list_of(const math::Quat& q) {
  return {q.x, q.y, q.z, q.w};
}
void put_pose(Json& json, const Pose& pose) {
  json["at"] = list_of(pose.position);
  json["rotation"] = list_of(pose.rotation);
}

bool is_identity(const Part& part) {
  return part.object_from_mesh.position == Vec3(0.0) && part.object_from_mesh.rotation == math::kIdentity &&
         part.scale == Vec3(1.0);
}

Json joint_of(const ObjectJoint& joint) {
  static constexpr const char* kKinds[] = {"none", "hinge", "slider", "dial", "button"};
  const bool angular = joint.kind == JointKind::Hinge || joint.kind == JointKind::Dial;
  const double unit = angular ? math::degrees(1.0) : 1.0;
  Json json;
  json["kind"] = kKinds[static_cast<std::size_t>(joint.kind)];
  json["anchor"] = list_of(joint.anchor);
  json["axis"] = list_of(joint.axis);
  json[angular ? "range_deg" : "range"] = {joint.minimum * unit, joint.maximum * unit};
  json[angular ? "initial_deg" : "initial"] = joint.initial * unit;
  json["friction"] = joint.friction;
  json["spring"] = joint.spring;
  return json;
}

Json meaning_of(const Object& object) {
  Json extras;
  extras["name"] = object.name;
  extras["label"] = object.label;
  extras["classes"] = object.classes;
  extras["mass"] = object.mass;
  extras["friction"] = object.friction;
  extras["restitution"] = object.restitution;
  extras["movable"] = object.movable;
  extras["openable"] = object.openable;
  extras["locked"] = object.locked;
  if (object.joint.kind != JointKind::None) extras["joint"] = joint_of(object.joint);
  for (const auto& site : object.sites) {
    Json entry{{"name", site.name}};
    put_pose(entry, site.object_from_site);
    extras["sites"].push_back(std::move(entry));
  }
  for (const auto& grasp : object.grasps) {
    Json entry{{"name", grasp.name}, {"opening", grasp.opening}};
    put_pose(entry, grasp.object_from_hand);
    extras["grasps"].push_back(std::move(entry));
  }
  return extras;
}

class Writer {
 public:
  explicit Writer(const Scene& scene) : scene_(scene) {}

  std::vector<std::byte> run() {
    root_["asset"] = {{"version", "2.0"}, {"generator", "Firsthand"}};
    root_["scene"] = 0;
    root_["scenes"] = Json::array({{{"nodes", Json::array()}}});
    add_textures();
    add_materials();
    for (const auto& object : scene_.objects) add_object(object);
    for (const auto& object : scene_.objects) {
      const Object* parent = scene_.find(object.parent);
      Json& list = parent ? root_["nodes"][parent->id.value - 1]["children"] : root_["scenes"][0]["nodes"];
      list.push_back(object.id.value - 1);
    }
    for (Json& node : loose_) root_["nodes"].push_back(std::move(node));
    if (!binary_.empty()) root_["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    return glb_container(core::to_text(root_), binary_);
  }

 private:
  std::size_t add_view(const void* data, std::size_t size, int target) {
    binary_.resize((binary_.size() + 3) / 4 * 4);
    const std::size_t offset = binary_.size();
    binary_.resize(offset + size);
    std::memcpy(binary_.data() + offset, data, size);
    Json view{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}};
    if (target) view["target"] = target;
    root_["bufferViews"].push_back(std::move(view));
    return root_["bufferViews"].size() - 1;
  }
  std::size_t add_accessor(const void* data, std::size_t count, std::size_t element, int component, const char* type) {
    const std::size_t view = add_view(data, count * element, component == 5125 ? 34963 : 34962);
    root_["accessors"].push_back(
        {{"bufferView", view}, {"componentType", component}, {"count", count}, {"type", type}});
    return root_["accessors"].size() - 1;
  }

  void add_textures() {
    for (const auto& texture : scene_.textures) {
      std::vector<std::byte> png;
      stbi_write_png_to_func(
          [](void* out, void* data, int size) {
            auto& bytes = *static_cast<std::vector<std::byte>*>(out);
            const auto* first = static_cast<const std::byte*>(data);
            bytes.insert(bytes.end(), first, first + size);
          },
          &png, static_cast<int>(texture.width), static_cast<int>(texture.height), 4, texture.rgba.data(),
          static_cast<int>(texture.width) * 4);
      const std::size_t view = add_view(png.data(), png.size(), 0);
      root_["images"].push_back({{"name", texture.name}, {"mimeType", "image/png"}, {"bufferView", view}});
      root_["textures"].push_back({{"source", root_["images"].size() - 1}});
    }
  }

  void add_materials() {
    for (const auto& m : scene_.materials) {
      Json pbr{{"baseColorFactor", {m.base_colour.r, m.base_colour.g, m.base_colour.b, m.base_colour.a}},
               {"metallicFactor", m.metallic},
               {"roughnessFactor", m.roughness}};
      if (m.base_colour_texture >= 0) pbr["baseColorTexture"]["index"] = m.base_colour_texture;
      if (m.metallic_roughness_texture >= 0) pbr["metallicRoughnessTexture"]["index"] = m.metallic_roughness_texture;
      Json material{{"name", m.name}, {"pbrMetallicRoughness", std::move(pbr)}};
      if (m.normal_texture >= 0) material["normalTexture"]["index"] = m.normal_texture;
      material["emissiveFactor"] = {m.emissive.r, m.emissive.g, m.emissive.b};
      material["doubleSided"] = m.double_sided;
      if (m.glass) material["alphaMode"] = "BLEND";
      if (m.glass) material["extras"]["glass"] = true;
      if (m.mirror) material["extras"]["mirror"] = true;
      root_["materials"].push_back(std::move(material));
    }
  }

  Json primitive(std::uint32_t index) {
    const auto known = primitives_.find(index);
    if (known != primitives_.end()) return known->second;
    const Mesh& mesh = scene_.meshes[index];
    const auto& g = mesh.geometry;
    Json result;
    const std::size_t positions = add_accessor(g.positions.data(), g.positions.size(), 12, 5126, "VEC3");
    Json& accessor = root_["accessors"][positions];
    accessor["min"] = list_of(mesh.bounds.low);
    accessor["max"] = list_of(mesh.bounds.high);
    result["attributes"]["POSITION"] = positions;
    if (!g.normals.empty()) {
      result["attributes"]["NORMAL"] = add_accessor(g.normals.data(), g.normals.size(), 12, 5126, "VEC3");
    }
    if (!g.uvs.empty()) result["attributes"]["TEXCOORD_0"] = add_accessor(g.uvs.data(), g.uvs.size(), 8, 5126, "VEC2");
    result["indices"] = add_accessor(g.indices.data(), g.indices.size(), 4, 5125, "SCALAR");
    result["material"] = mesh.material;
    return primitives_[index] = result;
  }

  /// One glTF mesh for parts that need no transform of their own; equal lists are shared.
  std::size_t mesh_of(const std::vector<std::uint32_t>& parts) {
    const auto known = meshes_.find(parts);
    if (known != meshes_.end()) return known->second;
    Json mesh{{"name", scene_.meshes[parts.front()].name}};
    for (const std::uint32_t part : parts) mesh["primitives"].push_back(primitive(part));
    root_["meshes"].push_back(std::move(mesh));
    return meshes_[parts] = root_["meshes"].size() - 1;
  }

  void add_object(const Object& object) {
    const Object* parent = scene_.find(object.parent);
    const Pose local =
        parent ? math::inverse(parent->world_from_object) * object.world_from_object : object.world_from_object;
    Json node{{"name", object.name},
              {"translation", list_of(local.position)},
              {"rotation", list_of(local.rotation)},
              {"extras", meaning_of(object)}};
    std::vector<std::uint32_t> plain;
    for (const auto& part : object.parts) {
      if (scene_.meshes[part.mesh].geometry.indices.empty()) continue;
      if (is_identity(part)) {
        plain.push_back(part.mesh);
        continue;
      }
      // Nodes of the objects come first; these follow, so their numbers are known now.
      node["children"].push_back(scene_.objects.size() + loose_.size());
      loose_.push_back({{"name", object.name + " part"},
                        {"translation", list_of(part.object_from_mesh.position)},
                        {"rotation", list_of(part.object_from_mesh.rotation)},
                        {"scale", list_of(part.scale)},
                        {"mesh", mesh_of({part.mesh})}});
    }
    if (!plain.empty()) node["mesh"] = mesh_of(plain);
    root_["nodes"].push_back(std::move(node));
  }

  const Scene& scene_;
  Json root_;
  std::vector<std::byte> binary_;
  std::vector<Json> loose_;
  std::map<std::uint32_t, Json> primitives_;
  std::map<std::vector<std::uint32_t>, std::size_t> meshes_;
};

}  // namespace

std::vector<std::byte> glb_container(std::string json, std::span<const std::byte> binary) {
  while (json.size() % 4 != 0) json += ' ';
  const std::size_t padded = (binary.size() + 3) / 4 * 4;
  std::vector<std::byte> bytes;
  bytes.reserve(28 + json.size() + padded);
  const auto put = [&](std::size_t word) {
    for (int i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(word >> (8 * i)));
  };
  put(0x46546C67);
  put(2);
  put(20 + json.size() + (binary.empty() ? 0 : 8 + padded));
  put(json.size());
  put(0x4E4F534A);
  const auto text = std::as_bytes(std::span(json));
  bytes.insert(bytes.end(), text.begin(), text.end());
  if (binary.empty()) return bytes;
  put(padded);
  put(0x004E4942);
  bytes.insert(bytes.end(), binary.begin(), binary.end());
  bytes.resize(28 + json.size() + padded);
  return bytes;
}

std::vector<std::byte> glb_bytes(const Scene& scene) {
  return Writer(scene).run();
}

core::Result<> save_glb(const Scene& scene, const std::filesystem::path& file) {
  const auto bytes = glb_bytes(scene);
  if (bytes.size() > 0xFFFFFFFFull) return core::fail("{}: a .glb holds at most 4 GiB", file.string());
  return core::write_file(file, bytes);
}

}  // namespace fh::scene
