// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/files.h"
#include "scene/place/gltf_check.h"

namespace fh::scene {
namespace fs = std::filesystem;
using core::Json;

namespace {

constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

std::uint32_t word_at(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t word;
  std::memcpy(&word, bytes.data() + offset, 4);
  return word;
}

/// Copies the named keys that are present.
Json only(const Json& object, std::initializer_list<const char*> keys) {
  Json copy = Json::object();
  for (const char* key : keys) {
    const auto found = object.find(key);
    if (found != object.end()) copy[key] = *found;
  }
  return copy;
}

}  // namespace

core::Result<GltfContainer> open_container(std::span<const std::byte> bytes, const std::string& name) {
  GltfContainer container;
  if (bytes.size() < 4 || word_at(bytes, 0) != kMagic) {
    container.json.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return container;
  }
  container.is_glb = true;
  if (bytes.size() < 20) return core::fail("{}: byte {}: a .glb ends within its header", name, bytes.size());
  if (word_at(bytes, 4) != 2)
    return core::fail("{}: byte 4: glTF container version {}, not 2", name, word_at(bytes, 4));
  const std::size_t length = word_at(bytes, 8);
  if (length > bytes.size() || length < 20) {
    return core::fail("{}: byte 8: the header says {} bytes, the file has {}", name, length, bytes.size());
  }
  std::size_t at = 12;
  for (int chunk = 0; at + 8 <= length; ++chunk) {
    const std::size_t size = word_at(bytes, at);
    const std::uint32_t type = word_at(bytes, at + 4);
    if (size > length - at - 8) return core::fail("{}: byte {}: a chunk of {} bytes leaves the file", name, at, size);
    if (chunk == 0 && type != kJsonChunk) return core::fail("{}: byte {}: the first chunk is not JSON", name, at);
    if (chunk == 0) container.json.assign(reinterpret_cast<const char*>(bytes.data()) + at + 8, size);
    if (chunk == 1 && type == kBinaryChunk) container.binary = bytes.subspan(at + 8, size);
    at += 8 + (size + 3) / 4 * 4;
  }
  return container;
}

namespace {

/// A specular-glossiness material without the usual values gets them from its diffuse part.
void take_diffuse(const Json& material, Json& reduced) {
  if (material.contains("pbrMetallicRoughness") || !material.contains("extensions")) return;
  const Json& extensions = material["extensions"];
  if (!extensions.is_object() || !extensions.contains(kSpecularGlossiness)) return;
  const Json& glossy = extensions[kSpecularGlossiness];
  Json& pbr = reduced["pbrMetallicRoughness"];
  pbr = {{"metallicFactor", 0.0}, {"roughnessFactor", 1.0 - glossy.value("glossinessFactor", 1.0)}};
  if (glossy.contains("diffuseFactor")) pbr["baseColorFactor"] = glossy["diffuseFactor"];
  if (glossy.contains("diffuseTexture")) pbr["baseColorTexture"] = glossy["diffuseTexture"];
}

/// Data within the document under the one media type that the parser knows for it: any says the same.
void name_buffer_data(Json& reduced) {
  if (!reduced.contains("buffers")) return;
  for (Json& buffer : reduced["buffers"]) {
    if (!buffer.contains("uri")) continue;
    const auto uri = buffer["uri"].get<std::string>();
    const std::size_t data = uri.rfind("data:", 0) == 0 ? uri.find(";base64,") : std::string::npos;
    if (data != std::string::npos) buffer["uri"] = "data:application/octet-stream" + uri.substr(data);
  }
}

}  // namespace

bool is_stand_in(const Json& buffer) {
  if (buffer.contains("uri") || !buffer.contains("extensions") || !buffer["extensions"].is_object()) return false;
  const auto packing = buffer["extensions"].find(kMeshopt);
  return packing != buffer["extensions"].end() && packing->is_object() && packing->value("fallback", Json()) == true;
}

const Json* packed_part(const Json& root, const Json& view) {
  if (!is_stand_in(root["buffers"][view["buffer"].get<std::size_t>()])) return nullptr;
  if (!view.contains("extensions") || !view["extensions"].is_object()) return nullptr;
  const auto packed = view["extensions"].find(kMeshopt);
  return packed != view["extensions"].end() && packed->is_object() ? &*packed : nullptr;
}

Json reduced_gltf(const Json& root) {
  Json reduced = only(root, {"scene"});
  reduced["asset"] = {{"version", "2.0"}};
  const auto copy = [&](const char* section, std::initializer_list<const char*> keys) {
    const auto found = root.find(section);
    if (found == root.end()) return;
    reduced[section] = Json::array();
    for (const Json& element : *found) reduced[section].push_back(only(element, keys));
  };
  copy("buffers", {"byteLength", "uri"});
  name_buffer_data(reduced);
  for (std::size_t i = 0; reduced.contains("buffers") && i < reduced["buffers"].size(); ++i) {
    // The parser wants content: a byte. What is read of the views comes from elsewhere.
    if (is_stand_in(root["buffers"][i]))
      reduced["buffers"][i] = {{"byteLength", 1}, {"uri", "data:application/octet-stream;base64,AA=="}};
  }
  copy("bufferViews", {"buffer", "byteOffset", "byteLength", "byteStride"});
  copy("accessors", {"bufferView", "byteOffset", "componentType", "normalized", "count", "type"});
  copy("images", {"uri", "mimeType", "bufferView"});
  copy("textures", {"source"});
  copy("materials", {"name", "pbrMetallicRoughness", "normalTexture", "emissiveFactor", "alphaMode", "doubleSided"});
  copy("nodes", {"name", "mesh", "children", "matrix", "translation", "rotation", "scale"});
  copy("scenes", {"nodes"});
  copy("meshes", {"name", "primitives"});
  if (reduced.contains("meshes")) {
    for (Json& mesh : reduced["meshes"]) {
      for (Json& primitive : mesh["primitives"]) {
        Json kept = only(primitive, {"indices", "material", "mode"});
        kept["attributes"] = only(primitive["attributes"], {"POSITION", "NORMAL", kTextureSets[0], kTextureSets[1],
                                                            kTextureSets[2], kTextureSets[3]});
        primitive = std::move(kept);
      }
    }
  }
  if (reduced.contains("materials")) {
    for (std::size_t i = 0; i < reduced["materials"].size(); ++i) {
      Json& material = reduced["materials"][i];
      take_diffuse(root["materials"][i], material);
      if (material.contains("normalTexture")) material["normalTexture"] = only(material["normalTexture"], {"index"});
      if (!material.contains("pbrMetallicRoughness")) continue;
      Json& pbr = material["pbrMetallicRoughness"];
      pbr = only(pbr, {"baseColorFactor", "metallicFactor", "roughnessFactor", "baseColorTexture",
                       "metallicRoughnessTexture"});
      for (const char* key : {"baseColorTexture", "metallicRoughnessTexture"}) {
        if (pbr.contains(key)) pbr[key] = only(pbr[key], {"index"});
      }
    }
  }
  return reduced;
}

fs::path file_of_uri(const fs::path& folder, const std::string& uri) {
  std::string decoded;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const auto digit = [&](std::size_t at) {
      const char c = at < uri.size() ? uri[at] : '?';
      return c >= '0' && c <= '9'   ? c - '0'
             : c >= 'a' && c <= 'f' ? c - 'a' + 10
             : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                    : -1;
    };
    if (uri[i] == '%' && digit(i + 1) >= 0 && digit(i + 2) >= 0) {
      decoded += static_cast<char>(16 * digit(i + 1) + digit(i + 2));
      i += 2;
    } else {
      decoded += uri[i];
    }
  }
  if (folder.empty() || fs::path(decoded).is_absolute()) return {};
  const auto path = core::file_within(folder, decoded);
  return path ? *path : fs::path();
}

}  // namespace fh::scene
