// SPDX-License-Identifier: Apache-2.0
#include "scene/import/import_pictures.h"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>

#include "core/files.h"
#include "scene/place/gltf_check.h"

namespace fh::scene {
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kWidest = 2048;                      // pixels: larger ones are halved until they fit
constexpr std::uint64_t kLargestPictureFile = 256ull << 20;  // bytes

/// Each pixel the mean of four.
std::vector<std::uint8_t> halved(const std::vector<std::uint8_t>& rgba, std::uint32_t& width, std::uint32_t& height) {
  const std::uint32_t w = std::max(width / 2, 1u), h = std::max(height / 2, 1u);
  std::vector<std::uint8_t> out(std::size_t{4} * w * h);
  for (std::uint32_t y = 0; y < h; ++y) {
    for (std::uint32_t x = 0; x < w; ++x) {
      for (std::size_t c = 0; c < 4; ++c) {
        std::uint32_t sum = 2;
        for (std::uint32_t k = 0; k < 4; ++k) {
          const std::size_t i = std::min(2 * x + k % 2, width - 1), j = std::min(2 * y + k / 2, height - 1);
          sum += rgba[4 * (j * width + i) + c];
        }
        out[4 * (std::size_t{y} * w + x) + c] = static_cast<std::uint8_t>(sum / 4);
      }
    }
  }
  width = w;
  height = h;
  return out;
}

}  // namespace

std::int32_t ImportPictures::texture(const std::string& name) {
  const auto known = known_.find(name);
  return known != known_.end() ? known->second : known_[name] = load(name);
}

std::int32_t ImportPictures::load(const std::string& name) {
  if (name.starts_with('*')) {
    const std::size_t index = name.size() > 1 && name.size() < 8 ? std::strtoul(name.c_str() + 1, nullptr, 10) : ~0ull;
    return index < source_.mNumTextures ? embedded(*source_.mTextures[index], name) : kNoTexture;
  }
  std::string path = name;
  std::replace(path.begin(), path.end(), '\\', '/');
  // Where the file lay on another machine says little: its name beside the model, or in a folder of textures there.
  const std::string file = fs::path(path).filename().string();
  for (const std::string& wanted : {path, file, "textures/" + file}) {
    if (wanted.empty() || fs::path(wanted).is_absolute()) continue;
    const auto inside = core::file_within(folder_, wanted);
    std::error_code error;
    if (!inside || !fs::is_regular_file(*inside, error)) continue;
    const auto bytes = core::read_file(*inside, kLargestPictureFile);
    if (bytes) return decoded(*bytes, file);
  }
  problems_.push_back(fmt::format("the picture {} is missing: shown without it", file));
  return kNoTexture;
}

std::int32_t ImportPictures::embedded(const aiTexture& picture, const std::string& name) {
  const auto* data = reinterpret_cast<const std::byte*>(picture.pcData);
  if (!data || picture.mWidth == 0) return kNoTexture;
  if (picture.mHeight == 0) return decoded({data, data + picture.mWidth}, name);
  const std::uint64_t pixels = std::uint64_t{picture.mWidth} * picture.mHeight;
  if (picture.mWidth > kWidestImage || picture.mHeight > kWidestImage) return kNoTexture;
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * pixels);
  for (std::uint64_t i = 0; i < pixels; ++i) {
    const aiTexel& t = picture.pcData[i];
    rgba.insert(rgba.end(), {t.r, t.g, t.b, t.a});
  }
  return add(name, picture.mWidth, picture.mHeight, std::move(rgba));
}

std::int32_t ImportPictures::decoded(const std::vector<std::byte>& bytes, const std::string& name) {
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto size = static_cast<int>(bytes.size());
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_memory(data, size, &width, &height, &channels)) {
    problems_.push_back(fmt::format("the picture {} is neither PNG nor JPEG: shown without it", name));
    return kNoTexture;
  }
  if (width > int(kWidestImage) || height > int(kWidestImage)) {
    problems_.push_back(
        fmt::format("the picture {} has more than {} pixels a side: shown without it", name, kWidestImage));
    return kNoTexture;
  }
  unsigned char* pixels = stbi_load_from_memory(data, size, &width, &height, &channels, 4);
  if (!pixels) {
    problems_.push_back(
        fmt::format("the picture {} cannot be decoded ({}): shown without it", name, stbi_failure_reason()));
    return kNoTexture;
  }
  std::vector<std::uint8_t> rgba(pixels, pixels + std::size_t{4} * std::size_t(width) * std::size_t(height));
  stbi_image_free(pixels);
  return add(name, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), std::move(rgba));
}

std::int32_t ImportPictures::add(const std::string& name, std::uint32_t width, std::uint32_t height,
                                 std::vector<std::uint8_t> rgba) {
  while (std::max(width, height) > kWidest) rgba = halved(rgba, width, height);
  if (bytes_ + rgba.size() > kMostImageBytes) {
    problems_.push_back(fmt::format("the picture {} is one too many: shown without it", name));
    return kNoTexture;
  }
  bytes_ += rgba.size();
  scene_.textures.push_back({name, width, height, std::move(rgba), true});
  return static_cast<std::int32_t>(scene_.textures.size()) - 1;
}

}  // namespace fh::scene
