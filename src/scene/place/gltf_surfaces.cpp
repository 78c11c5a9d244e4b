// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf_surfaces.h"

#include <cmath>

#include "math/trig.h"

namespace fh::scene {
using core::Json;
using math::Vec3;
using math::Vec3f;

namespace {

/// Without normals glTF asks for flat shading: corners are no longer shared.
void make_flat(math::TriMesh& mesh) {
  math::TriMesh flat;
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    const Vec3 n = math::normalized_or(mesh.triangle(i).normal(), math::kUp);
    for (int c = 0; c < 3; ++c) {
      const std::uint32_t from = mesh.indices[3 * i + std::size_t(c)];
      flat.positions.push_back(mesh.positions[from]);
      flat.normals.emplace_back(n);
      if (!mesh.uvs.empty()) flat.uvs.push_back(mesh.uvs[from]);
      flat.indices.push_back(static_cast<std::uint32_t>(flat.indices.size()));
    }
  }
  mesh = std::move(flat);
}

/// The triangles of a strip or a fan, all wound as the first one.
std::vector<std::uint32_t> single_triangles(const std::vector<std::uint32_t>& run, bool fan) {
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 2; i < run.size(); ++i) {
    const bool turned = !fan && i % 2 == 1;
    triangles.push_back(run[fan ? 0 : turned ? i - 1 : i - 2]);
    triangles.push_back(run[fan ? i - 1 : turned ? i - 2 : i - 1]);
    triangles.push_back(run[i]);
  }
  return triangles;
}

void tidy_normals(math::TriMesh& mesh) {
  for (Vec3f& n : mesh.normals) {
    const float length2 = glm::dot(n, n);
    if (std::abs(length2 - 1.0f) > 1e-4f) n = Vec3f(math::normalized_or(Vec3(n), math::kUp));
  }
}

}  // namespace

void GltfSurfaces::run() {
  add_materials();
  for (std::size_t i = 0; i < model_.meshes.size(); ++i) add_mesh(i);
}

std::int32_t GltfSurfaces::texture(int index, bool srgb) {
  if (index < 0) return kNoTexture;
  const int source = model_.textures[static_cast<std::size_t>(index)].source;
  if (source < 0) return kNoTexture;
  const auto known = textures_.find({source, srgb});
  if (known != textures_.end()) return known->second;
  const tinygltf::Image& image = model_.images[static_cast<std::size_t>(source)];
  Texture result{image.name, std::uint32_t(image.width), std::uint32_t(image.height), image.image, srgb};
  if (result.rgba.size() != std::size_t{4} * result.width * result.height || result.rgba.empty()) return kNoTexture;
  scene_.textures.push_back(std::move(result));
  return textures_[{source, srgb}] = static_cast<std::int32_t>(scene_.textures.size()) - 1;
}

void GltfSurfaces::add_materials() {
  first_material_ = static_cast<std::uint32_t>(scene_.materials.size());
  for (std::size_t i = 0; i < model_.materials.size(); ++i) {
    const tinygltf::Material& m = model_.materials[i];
    const auto& pbr = m.pbrMetallicRoughness;
    Material result;
    result.name = m.name;
    for (int c = 0; c < 4; ++c) result.base_colour[c] = static_cast<float>(pbr.baseColorFactor[std::size_t(c)]);
    result.metallic = static_cast<float>(pbr.metallicFactor);
    result.roughness = static_cast<float>(pbr.roughnessFactor);
    for (int c = 0; c < 3; ++c) result.emissive[c] = static_cast<float>(m.emissiveFactor[std::size_t(c)]);
    result.base_colour_texture = texture(pbr.baseColorTexture.index, true);
    result.metallic_roughness_texture = texture(pbr.metallicRoughnessTexture.index, false);
    result.normal_texture = texture(m.normalTexture.index, false);
    result.double_sided = m.doubleSided;
    const Json& raw = root_["materials"][i];
    const auto says = [&](const char* key) {
      const auto extras = raw.find("extras");
      return extras != raw.end() && extras->is_object() && extras->contains(key) && (*extras)[key] == true;
    };
    const auto extensions = raw.find("extensions");
    const bool transmits =
        extensions != raw.end() && extensions->is_object() && extensions->contains("KHR_materials_transmission");
    result.glass = says("glass") || transmits || (m.alphaMode == "BLEND" && result.base_colour.a < 1.0f);
    if (result.glass && transmits && result.base_colour.a > 0.5f) result.base_colour.a = 0.2f;
    result.mirror = says("mirror");
    scene_.materials.push_back(std::move(result));
    moves_.push_back(move_of(raw));
  }
}

GltfSurfaces::TextureMove GltfSurfaces::move_of(const Json& material) {
  TextureMove move;
  const Json empty = Json::object();
  const Json& pbr = material.contains("pbrMetallicRoughness") ? material["pbrMetallicRoughness"] : empty;
  if (!pbr.contains("baseColorTexture")) return move;
  const Json& use = pbr["baseColorTexture"];
  move.set = use.value("texCoord", 0u);
  if (!use.contains("extensions") || !use["extensions"].contains(kTextureTransform)) return move;
  const Json& said = use["extensions"][kTextureTransform];
  move.set = said.value("texCoord", move.set);
  const auto pair = [&](const char* key, float fallback) {
    return said.contains(key) ? math::Vec2f(said[key][0].get<float>(), said[key][1].get<float>())
                              : math::Vec2f(fallback);
  };
  const double turn = said.value("rotation", 0.0);
  const auto c = static_cast<float>(math::cos(turn)), s = static_cast<float>(math::sin(turn));
  const math::Vec2f scale = pair("scale", 1.0f);
  move.offset = pair("offset", 0.0f);
  move.x = math::Vec2f(c, -s) * scale.x;
  move.y = math::Vec2f(s, c) * scale.y;
  return move;
}

std::uint32_t GltfSurfaces::material(int index) {
  if (index >= 0) return first_material_ + static_cast<std::uint32_t>(index);
  if (!default_material_) {
    default_material_ = static_cast<std::uint32_t>(scene_.materials.size());
    scene_.materials.push_back({});
    scene_.materials.back().name = "default";
  }
  return *default_material_;
}

bool GltfSurfaces::read_vectors(int accessor, const std::string& at, std::vector<Vec3f>& out) {
  std::vector<float> numbers;
  if (!accessors_.read_numbers(accessor, 3, at, numbers)) return false;
  out.resize(numbers.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    // The comparison is false for NaN as well.
    if (std::abs(out[i].x) < 1e9f && std::abs(out[i].y) < 1e9f && std::abs(out[i].z) < 1e9f) continue;
    problems_.add(at, fmt::format("element {} is not a finite place", i));
    return false;
  }
  return true;
}

/// The texture coordinates that the base colour of the primitive's material asks for, moved as it says
/// (KHR_texture_transform): one set must do for all its pictures.
bool GltfSurfaces::read_uvs(const tinygltf::Primitive& primitive, const std::string& at,
                            std::vector<math::Vec2f>& out) {
  const TextureMove move =
      primitive.material >= 0 ? moves_[static_cast<std::size_t>(primitive.material)] : TextureMove{};
  const std::string key = fmt::format("TEXCOORD_{}", move.set);
  const auto found = primitive.attributes.find(key);
  if (found == primitive.attributes.end()) return true;
  std::vector<float> numbers;
  if (!accessors_.read_numbers(found->second, 2, fmt::format("{}/attributes/{}", at, key), numbers)) return false;
  out.resize(numbers.size() / 2);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const math::Vec2f uv(numbers[2 * i], numbers[2 * i + 1]);
    const math::Vec2f moved = move.offset + move.x * uv.x + move.y * uv.y;
    out[i] = std::isfinite(moved.x) && std::isfinite(moved.y) ? moved : math::Vec2f(0.0f);
  }
  return true;
}

bool GltfSurfaces::read_primitive(const tinygltf::Primitive& primitive, const std::string& at,
                                  math::TriMesh& geometry) {
  const auto& attributes = primitive.attributes;
  if (!read_vectors(attributes.at("POSITION"), at + "/attributes/POSITION", geometry.positions)) return false;
  const auto normals = attributes.find("NORMAL");
  if (normals != attributes.end() && !read_vectors(normals->second, at + "/attributes/NORMAL", geometry.normals)) {
    return false;
  }
  if (!read_uvs(primitive, at, geometry.uvs)) return false;
  if (primitive.indices >= 0) {
    if (!accessors_.read_indices(primitive.indices, geometry.positions.size(), at + "/indices", geometry.indices))
      return false;
  } else {
    geometry.indices.resize(geometry.positions.size());
    for (std::size_t i = 0; i < geometry.indices.size(); ++i) geometry.indices[i] = static_cast<std::uint32_t>(i);
  }
  if (primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP || primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN) {
    if (!accessors_.spend(3 * sizeof(std::uint32_t) * geometry.indices.size(), at)) return false;
    geometry.indices = single_triangles(geometry.indices, primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN);
  }
  geometry.indices.resize(geometry.indices.size() / 3 * 3);
  if (geometry.normals.empty()) make_flat(geometry);
  tidy_normals(geometry);
  return !geometry.indices.empty();
}

void GltfSurfaces::add_mesh(std::size_t index) {
  meshes_.emplace_back();
  const tinygltf::Mesh& mesh = model_.meshes[index];
  for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
    const auto& primitive = mesh.primitives[p];
    if (!primitive.attributes.contains("POSITION")) continue;  // said already
    const std::string at = fmt::format("/meshes/{}/primitives/{}", index, p);
    const bool has_faces = primitive.mode == -1 ||
                           (primitive.mode >= TINYGLTF_MODE_TRIANGLES && primitive.mode <= TINYGLTF_MODE_TRIANGLE_FAN);
    if (!has_faces) {
      warnings.push_back(fmt::format("{}: points and lines are left out (mode {})", at, primitive.mode));
      continue;
    }
    math::TriMesh geometry;
    if (!read_primitive(primitive, at, geometry)) continue;
    meshes_.back().push_back(static_cast<std::uint32_t>(scene_.meshes.size()));
    Mesh result{mesh.name, std::move(geometry), material(primitive.material), {}};
    result.bounds = result.geometry.bounds();
    scene_.meshes.push_back(std::move(result));
  }
}

std::optional<std::uint32_t> GltfSurfaces::baked(std::uint32_t index, const glm::dmat4& m) {
  const math::TriMesh& source = scene_.meshes[index].geometry;
  if (!accessors_.spend(source.positions.size() * 24 + source.indices.size() * 4, "/meshes")) return std::nullopt;
  Mesh mesh = scene_.meshes[index];
  const math::Mat3 linear(m);
  const math::Mat3 normal(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                          glm::cross(linear[0], linear[1]));
  const double sign = glm::dot(linear[0], normal[0]) < 0.0 ? -1.0 : 1.0;
  for (Vec3f& p : mesh.geometry.positions) p = Vec3f(Vec3(m * glm::dvec4(Vec3(p), 1.0)));
  for (Vec3f& n : mesh.geometry.normals) n = Vec3f(math::normalized_or(sign * (normal * Vec3(n)), math::kUp));
  if (sign < 0.0) {
    for (std::size_t i = 0; i + 2 < mesh.geometry.indices.size(); i += 3) {
      std::swap(mesh.geometry.indices[i + 1], mesh.geometry.indices[i + 2]);
    }
  }
  mesh.bounds = mesh.geometry.bounds();
  scene_.meshes.push_back(std::move(mesh));
  return static_cast<std::uint32_t>(scene_.meshes.size()) - 1;
}

}  // namespace fh::scene
