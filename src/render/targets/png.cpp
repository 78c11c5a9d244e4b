// SPDX-License-Identifier: Apache-2.0
#include "render/targets/png.h"

#include <png.h>

#include "core/files.h"
#include "gpu/check.h"

namespace fh::render {

core::Result<> write_png(const std::filesystem::path& file, const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = picture.width;
  image.height = picture.height;
  // Pictures are opaque: without alpha any viewer shows the same.
  image.format = PNG_FORMAT_RGB;
  std::vector<std::uint8_t> rgb(std::size_t{3} * picture.width * picture.height);
  for (std::size_t i = 0; i < rgb.size() / 3; ++i) {
    for (std::size_t c = 0; c < 3; ++c) rgb[3 * i + c] = picture.rgba[4 * i + c];
  }
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(size);
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, rgb.data(), 0, nullptr)) {
    return core::fail("{}: picture cannot be coded as PNG: {}", file.string(), image.message);
  }
  bytes.resize(size);
  return core::write_file(file, bytes);
}

core::Result<Picture> read_png(const std::filesystem::path& file) {
  FH_TRY(bytes, core::read_file(file, 256ull << 20));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size())) {
    return core::fail("{}: not a readable PNG file: {}", file.string(), image.message);
  }
  image.format = PNG_FORMAT_RGBA;
  Picture picture{image.width, image.height, {}};
  picture.rgba.resize(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr)) {
    return core::fail("{}: damaged PNG file: {}", file.string(), image.message);
  }
  return picture;
}

}  // namespace fh::render
