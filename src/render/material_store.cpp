// SPDX-License-Identifier: Apache-2.0
#include "render/material_store.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "gpu/check.h"
#include "gpu/upload.h"
#include "render/view/shader_data.h"

namespace fh::render {
namespace {

struct Layers {
  std::vector<std::int32_t> layer_of;  // scene texture -> layer, or -1
  std::vector<const scene::Texture*> textures;
};

Layers collect(const scene::Scene& scene, bool srgb) {
  Layers layers;
  for (const scene::Texture& texture : scene.textures) {
    const bool usable = texture.width > 0 && texture.height > 0 &&
                        texture.rgba.size() >= std::size_t{4} * texture.width * texture.height;
    if (texture.srgb == srgb && usable) {
      layers.layer_of.push_back(static_cast<std::int32_t>(layers.textures.size()));
      layers.textures.push_back(&texture);
    } else {
      layers.layer_of.push_back(-1);
    }
  }
  return layers;
}

/// Bilinear, wrapping at the borders like the sampler does.
void scale_into(const scene::Texture& texture, std::uint32_t side, std::byte* out) {
  const auto at = [&](std::uint32_t x, std::uint32_t y, std::uint32_t c) {
    return static_cast<float>(texture.rgba[4 * (std::size_t{y} * texture.width + x) + c]);
  };
  for (std::uint32_t y = 0; y < side; ++y) {
    const float v =
        (static_cast<float>(y) + 0.5f) * static_cast<float>(texture.height) / static_cast<float>(side) - 0.5f;
    const float fy = v - std::floor(v);
    const auto y0 =
        static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(v)) + texture.height) % texture.height;
    const std::uint32_t y1 = (y0 + 1) % texture.height;
    for (std::uint32_t x = 0; x < side; ++x) {
      const float u =
          (static_cast<float>(x) + 0.5f) * static_cast<float>(texture.width) / static_cast<float>(side) - 0.5f;
      const float fx = u - std::floor(u);
      const auto x0 =
          static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(u)) + texture.width) % texture.width;
      const std::uint32_t x1 = (x0 + 1) % texture.width;
      for (std::uint32_t c = 0; c < 4; ++c) {
        const float top = at(x0, y0, c) * (1 - fx) + at(x1, y0, c) * fx;
        const float bottom = at(x0, y1, c) * (1 - fx) + at(x1, y1, c) * fx;
        *out++ = static_cast<std::byte>(std::lround(top * (1 - fy) + bottom * fy));
      }
    }
  }
}

core::Result<gpu::Image> make_array(gpu::Device& device, const Layers& layers, VkFormat format, std::uint32_t most) {
  std::uint32_t side = 1;
  for (const scene::Texture* t : layers.textures) side = std::max({side, t->width, t->height});
  side = std::min(std::bit_ceil(side), most);
  const std::size_t layer_bytes = std::size_t{4} * side * side;
  const std::size_t count = std::max<std::size_t>(layers.textures.size(), 1);
  std::vector<std::byte> bytes(layer_bytes * count, std::byte{0xff});
  for (std::size_t i = 0; i < layers.textures.size(); ++i) {
    scale_into(*layers.textures[i], side, bytes.data() + i * layer_bytes);
  }
  gpu::ImageShape shape;
  shape.format = format;
  shape.extent = {side, side};
  shape.layers = static_cast<std::uint32_t>(count);
  shape.levels = gpu::full_mip_levels(shape.extent);
  return gpu::make_texture(device, shape, bytes);
}

}  // namespace

core::Result<MaterialStore> MaterialStore::create(gpu::Device& device, const scene::Scene& scene,
                                                  std::uint32_t most_texture_size) {
  MaterialStore store;
  const Layers colours = collect(scene, true);
  const Layers data = collect(scene, false);
  const auto layer = [](const Layers& layers, std::int32_t texture) {
    const bool known = texture >= 0 && static_cast<std::size_t>(texture) < layers.layer_of.size();
    return known ? layers.layer_of[static_cast<std::size_t>(texture)] : -1;
  };
  std::vector<MaterialData> table;
  for (const scene::Material& m : scene.materials) {
    MaterialData d;
    d.base_colour = m.base_colour;
    d.emissive_metallic = math::Vec4f(m.emissive, m.metallic);
    d.surface = math::Vec4f(m.roughness, m.base_colour.a, 0.0f, 0.0f);
    d.textures = {layer(colours, m.base_colour_texture), layer(data, m.metallic_roughness_texture),
                  layer(data, m.normal_texture), (m.double_sided ? 1 : 0) | (m.glass ? 2 : 0)};
    table.push_back(d);
  }
  store.body_material_ = static_cast<std::uint32_t>(table.size());
  table.push_back({math::Vec4f(1.0f), math::Vec4f(0.0f), math::Vec4f(0.75f, 1.0f, 0.0f, 0.0f), {-1, -1, -1, 0}});
  FH_TRY(buffer, gpu::make_filled_buffer(device, std::as_bytes(std::span(table)), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT));
  store.materials_ = std::move(buffer);
  FH_TRY(colour_array, make_array(device, colours, VK_FORMAT_R8G8B8A8_SRGB, most_texture_size));
  store.colours_ = std::move(colour_array);
  FH_TRY(data_array, make_array(device, data, VK_FORMAT_R8G8B8A8_UNORM, most_texture_size));
  store.data_ = std::move(data_array);
  return store;
}

}  // namespace fh::render
