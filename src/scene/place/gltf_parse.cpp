// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf_parse.h"

#include <stb_image.h>

#include <cstring>

#include "core/files.h"
#include "core/hash.h"
#include "core/text.h"
#include "scene/place/gltf.h"
#include "scene/place/meshopt.h"

namespace fh::scene {
namespace fs = std::filesystem;

namespace {

/// What the parser's callbacks may do.
struct Warden {
  fs::path folder;
  std::uint64_t hash = 0;
  std::uint64_t image_bytes = 0;
  std::vector<std::string>& warnings;
  bool pictures = true;
};

/// The parser asks with the folder already in front, and also tries the working folder: both go through the same rule.
fs::path allowed(const Warden& warden, const std::string& path) {
  std::error_code error;
  const fs::path home = fs::weakly_canonical(warden.folder, error);
  const fs::path asked = fs::weakly_canonical(path, error);
  if (error || home.empty()) return {};
  const fs::path relative = asked.lexically_relative(home);
  if (relative.empty() || *relative.begin() == "..") return {};
  return file_of_uri(warden.folder, relative.string());
}

bool file_exists(const std::string& path, void* user) {
  std::error_code error;
  const fs::path file = allowed(*static_cast<Warden*>(user), path);
  return !file.empty() && fs::is_regular_file(file, error);
}

std::string as_it_is(const std::string& path, void*) {
  return path;
}

bool read_whole(std::vector<unsigned char>* out, std::string* error, const std::string& path, void* user) {
  auto& warden = *static_cast<Warden*>(user);
  const fs::path file = allowed(warden, path);
  if (file.empty()) return false;
  const auto bytes = core::read_file(file, kMostGltfBytes);
  if (!bytes) {
    if (error) *error = bytes.error().message;
    return false;
  }
  warden.hash = core::hash_bytes(*bytes, warden.hash);
  const auto* data = reinterpret_cast<const unsigned char*>(bytes->data());
  out->assign(data, data + bytes->size());
  return true;
}

bool write_nothing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

/// A picture that cannot be shown stays empty, and is told of; the model is shown without it.
bool decode_image(tinygltf::Image* image, const int index, std::string*, std::string*, int, int,
                  const unsigned char* bytes, int size, void* user) {
  auto& warden = *static_cast<Warden*>(user);
  if (!warden.pictures) return true;
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(bytes, size, &width, &height, &channels)) {
    warden.warnings.push_back(
        fmt::format("/images/{}: is neither PNG nor JPEG ({}): shown without it", index, stbi_failure_reason()));
    return true;
  }
  const std::uint64_t decoded = 4ull * static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height);
  if (width > int(kWidestImage) || height > int(kWidestImage) || warden.image_bytes + decoded > kMostImageBytes) {
    warden.warnings.push_back(fmt::format(
        "/images/{}: {} x {} pixels are too many (at most {} wide or high, {} MiB for all pictures): shown without it",
        index, width, height, kWidestImage, kMostImageBytes >> 20));
    return true;
  }
  warden.image_bytes += decoded;
  unsigned char* pixels = stbi_load_from_memory(bytes, size, &width, &height, &channels, 4);
  if (!pixels) {
    warden.warnings.push_back(
        fmt::format("/images/{}: cannot be decoded ({}): shown without it", index, stbi_failure_reason()));
    return true;
  }
  image->width = width;
  image->height = height;
  image->component = 4;
  image->bits = 8;
  image->pixel_type = TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE;
  image->image.assign(pixels, pixels + decoded);
  stbi_image_free(pixels);
  return true;
}

std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  if (text.size() > 300) text = text.substr(0, 300) + " …";
  return text;
}

/// Views that are packed get buffers of their own.
core::Result<> unpack_views(const core::Json& root, tinygltf::Model& model, const std::string& name) {
  constexpr std::uint64_t kMostUnpacked = 1ull << 28;  // bytes: few bytes may stand for many
  std::uint64_t unpacked = 0;
  for (std::size_t i = 0; i < model.bufferViews.size(); ++i) {
    const core::Json* packed = packed_part(root, root["bufferViews"][i]);
    if (!packed) continue;
    const MeshoptView view{packed->at("count").get<std::size_t>(), packed->at("byteStride").get<std::size_t>(),
                           *meshopt_mode(packed->value("mode", "")), *meshopt_filter(packed->value("filter", "NONE"))};
    const auto& source = model.buffers[packed->at("buffer").get<std::size_t>()].data;
    const auto offset = packed->value("byteOffset", std::size_t{0}),
               length = packed->at("byteLength").get<std::size_t>();
    unpacked += view.count * view.stride;
    if (unpacked > kMostUnpacked)
      return core::fail("{}: /bufferViews/{}: packed data unpacks to more than {} MiB", name, i, kMostUnpacked >> 20);
    std::optional<std::vector<std::uint8_t>> bytes;
    if (offset + length <= source.size()) bytes = unpack_meshopt(std::span(source).subspan(offset, length), view);
    if (!bytes) return core::fail("{}: /bufferViews/{}: packed data ({}) is damaged", name, i, kMeshopt);
    tinygltf::Buffer& own = model.buffers.emplace_back();
    own.data = std::move(*bytes);
    model.bufferViews[i].buffer = static_cast<int>(model.buffers.size()) - 1;
    model.bufferViews[i].byteOffset = 0;
  }
  return {};
}

}  // namespace

core::Result<tinygltf::Model> parse_gltf(const core::Json& checked_root, const GltfContainer& container,
                                         const std::string& name, const fs::path& folder, std::uint64_t& hash,
                                         std::vector<std::string>& warnings, bool pictures) {
  Warden warden{folder, hash, 0, warnings, pictures};
  tinygltf::TinyGLTF parser;
  parser.SetFsCallbacks({file_exists, as_it_is, read_whole, write_nothing, &warden});
  parser.SetImageLoader(decode_image, &warden);
  tinygltf::Model model;
  std::string error, warning;
  const std::string json = core::to_text(reduced_gltf(checked_root));
  bool good = false;
  try {
    if (container.is_glb) {
      // The reduced document as .glb again, with the original binary chunk.
      const auto glb = glb_container(json, container.binary);
      good = parser.LoadBinaryFromMemory(&model, &error, &warning, reinterpret_cast<const unsigned char*>(glb.data()),
                                         static_cast<unsigned>(glb.size()), folder.string());
    } else {
      good = parser.LoadASCIIFromString(&model, &error, &warning, json.data(), static_cast<unsigned>(json.size()),
                                        folder.string());
    }
  } catch (const std::exception& exception) {
    error = exception.what();
  }
  if (!good) return core::fail("{}: /: {}", name, error.empty() ? "cannot be read as glTF" : one_line(error));
  FH_TRY_VOID(unpack_views(checked_root, model, name));
  hash = warden.hash;
  return model;
}

}  // namespace fh::scene
