// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf_surfaces.h"

#include <cmath>
#include <cstring>

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
  }
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

/// Bounds were checked on the document; the buffer's true size is checked again here.
std::optional<GltfSurfaces::View> GltfSurfaces::view(int index, std::size_t element, const std::string& at) {
  const auto& accessor = model_.accessors[static_cast<std::size_t>(index)];
  const auto& v = model_.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
  const auto& buffer = model_.buffers[static_cast<std::size_t>(v.buffer)];
  const std::size_t stride = v.byteStride > 0 ? v.byteStride : element;
  const std::size_t offset = v.byteOffset + accessor.byteOffset;
  if (accessor.count == 0 || offset + stride * (accessor.count - 1) + element > buffer.data.size()) {
    problems_.add(at, "reads beyond the end of its buffer");
    return std::nullopt;
  }
  decoded_ += accessor.count * std::max<std::size_t>(element, 4);
  if (decoded_ > kMostGltfBytes) {
    problems_.add(at, fmt::format("the meshes decode to more than {} bytes", kMostGltfBytes));
    return std::nullopt;
  }
  return View{buffer.data.data() + offset, stride, accessor.count};
}

bool GltfSurfaces::read_vectors(int accessor, const std::string& at, std::vector<Vec3f>& out) {
  const auto v = view(accessor, 12, at);
  if (!v) return false;
  out.resize(v->count);
  for (std::size_t i = 0; i < v->count; ++i) {
    std::memcpy(&out[i], v->data + i * v->stride, 12);
    // The comparison is false for NaN as well.
    if (std::abs(out[i].x) < 1e9f && std::abs(out[i].y) < 1e9f && std::abs(out[i].z) < 1e9f) continue;
    problems_.add(at, fmt::format("element {} is not a finite place", i));
    return false;
  }
  return true;
}

bool GltfSurfaces::read_uvs(int accessor, const std::string& at, std::vector<math::Vec2f>& out) {
  const int type = model_.accessors[static_cast<std::size_t>(accessor)].componentType;
  const std::size_t size = type == TINYGLTF_COMPONENT_TYPE_FLOAT            ? 4
                           : type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? 2
                                                                            : 1;
  const auto v = view(accessor, 2 * size, at);
  if (!v) return false;
  out.resize(v->count);
  for (std::size_t i = 0; i < v->count; ++i) {
    for (int c = 0; c < 2; ++c) {
      const unsigned char* p = v->data + i * v->stride + std::size_t(c) * size;
      if (size == 4) {
        float value;
        std::memcpy(&value, p, 4);
        out[i][c] = std::isfinite(value) ? value : 0.0f;
      } else if (size == 2) {
        std::uint16_t value;
        std::memcpy(&value, p, 2);
        out[i][c] = value / 65535.0f;
      } else {
        out[i][c] = *p / 255.0f;
      }
    }
  }
  return true;
}

bool GltfSurfaces::read_indices(int accessor, std::size_t vertices, const std::string& at,
                                std::vector<std::uint32_t>& out) {
  const int type = model_.accessors[static_cast<std::size_t>(accessor)].componentType;
  const std::size_t size = type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT     ? 4
                           : type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? 2
                                                                            : 1;
  const auto v = view(accessor, size, at);
  if (!v) return false;
  out.resize(v->count);
  for (std::size_t i = 0; i < v->count; ++i) {
    std::uint32_t value = 0;
    std::memcpy(&value, v->data + i * v->stride, size);
    if (value >= vertices) {
      problems_.add(at, fmt::format("index {} is {}, the mesh has {} vertices", i, value, vertices));
      return false;
    }
    out[i] = value;
  }
  return true;
}

bool GltfSurfaces::read_primitive(const tinygltf::Primitive& primitive, const std::string& at,
                                  math::TriMesh& geometry) {
  const auto& attributes = primitive.attributes;
  if (!read_vectors(attributes.at("POSITION"), at + "/attributes/POSITION", geometry.positions)) return false;
  const auto normals = attributes.find("NORMAL"), uvs = attributes.find("TEXCOORD_0");
  if (normals != attributes.end() && !read_vectors(normals->second, at + "/attributes/NORMAL", geometry.normals)) {
    return false;
  }
  if (uvs != attributes.end() && !read_uvs(uvs->second, at + "/attributes/TEXCOORD_0", geometry.uvs)) return false;
  if (primitive.indices >= 0) {
    if (!read_indices(primitive.indices, geometry.positions.size(), at + "/indices", geometry.indices)) return false;
  } else {
    geometry.indices.resize(geometry.positions.size());
    for (std::size_t i = 0; i < geometry.indices.size(); ++i) geometry.indices[i] = static_cast<std::uint32_t>(i);
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
    const std::string at = fmt::format("/meshes/{}/primitives/{}", index, p);
    if (primitive.mode != TINYGLTF_MODE_TRIANGLES && primitive.mode != -1) {
      warnings.push_back(fmt::format("{}: only triangles are read, mode {} is left out", at, primitive.mode));
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
  if (decoded_ > kMostGltfBytes) return std::nullopt;
  Mesh mesh = scene_.meshes[index];
  decoded_ += mesh.geometry.positions.size() * 24 + mesh.geometry.indices.size() * 4;
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
