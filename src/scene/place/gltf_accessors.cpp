// SPDX-License-Identifier: Apache-2.0
#include "scene/place/gltf_accessors.h"

#include <algorithm>
#include <cstring>

namespace fh::scene {
namespace {

constexpr int kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123, kUnsignedInt = 5125;

std::size_t size_of(int type) {
  return type == kByte || type == kUnsignedByte ? 1 : type == kShort || type == kUnsignedShort ? 2 : 4;
}

template <class T>
float number_as(const unsigned char* from, bool normalised, float largest) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return normalised ? std::max(static_cast<float>(value) / largest, -1.0f) : static_cast<float>(value);
}

/// One number of an accessor's component type; glTF 2.0, 3.11 tells what normalised ones mean.
float number_at(const unsigned char* from, int type, bool normalised) {
  switch (type) {
    case kByte:
      return number_as<std::int8_t>(from, normalised, 127.0f);
    case kUnsignedByte:
      return number_as<std::uint8_t>(from, normalised, 255.0f);
    case kShort:
      return number_as<std::int16_t>(from, normalised, 32767.0f);
    case kUnsignedShort:
      return number_as<std::uint16_t>(from, normalised, 65535.0f);
    case kUnsignedInt:
      return number_as<std::uint32_t>(from, normalised, 4294967295.0f);
    default:
      return number_as<float>(from, false, 1.0f);
  }
}

std::uint32_t index_at(const unsigned char* from, int type) {
  std::uint32_t value = 0;
  std::memcpy(&value, from, size_of(type));
  return value;
}

}  // namespace

bool GltfAccessors::spend(std::uint64_t bytes, const std::string& at) {
  decoded_ += bytes;
  if (decoded_ <= kMostGltfBytes) return true;
  problems_.add(at, fmt::format("the meshes decode to more than {} bytes", kMostGltfBytes));
  return false;
}

/// Bounds were checked on the document; the buffer's true size is checked again here.
std::optional<GltfAccessors::View> GltfAccessors::view(std::size_t buffer_view, std::size_t offset, std::size_t element,
                                                       std::size_t count, const std::string& at) {
  const auto& v = model_.bufferViews[buffer_view];
  const auto& buffer = model_.buffers[static_cast<std::size_t>(v.buffer)];
  const std::size_t stride = v.byteStride > 0 ? v.byteStride : element;
  const std::size_t from = v.byteOffset + offset;
  if (count == 0 || from + stride * (count - 1) + element > buffer.data.size()) {
    problems_.add(at, "reads beyond the end of its buffer");
    return std::nullopt;
  }
  return View{buffer.data.data() + from, stride};
}

bool GltfAccessors::read_numbers(int index, std::size_t columns, const std::string& at, std::vector<float>& out) {
  const auto& accessor = model_.accessors[static_cast<std::size_t>(index)];
  if (!spend(accessor.count * columns * sizeof(float), at)) return false;
  out.assign(accessor.count * columns, 0.0f);
  if (accessor.bufferView >= 0) {
    const std::size_t size = size_of(accessor.componentType);
    const auto data =
        view(static_cast<std::size_t>(accessor.bufferView), accessor.byteOffset, columns * size, accessor.count, at);
    if (!data) return false;
    for (std::size_t i = 0; i < accessor.count; ++i) {
      for (std::size_t c = 0; c < columns; ++c) {
        out[i * columns + c] =
            number_at(data->data + i * data->stride + c * size, accessor.componentType, accessor.normalized);
      }
    }
  }
  return apply_sparse(index, columns, at, out);
}

bool GltfAccessors::apply_sparse(int index, std::size_t columns, const std::string& at, std::vector<float>& out) {
  const core::Json& raw = root_["accessors"][static_cast<std::size_t>(index)];
  const auto sparse = raw.find("sparse");
  if (sparse == raw.end()) return true;
  const auto& accessor = model_.accessors[static_cast<std::size_t>(index)];
  const auto count = (*sparse)["count"].get<std::size_t>();
  const core::Json &indices = (*sparse)["indices"], &values = (*sparse)["values"];
  const int index_type = indices["componentType"].get<int>();
  const std::size_t size = size_of(accessor.componentType);
  const auto where = view(indices["bufferView"].get<std::size_t>(), indices.value("byteOffset", std::size_t{0}),
                          size_of(index_type), count, at);
  const auto what = view(values["bufferView"].get<std::size_t>(), values.value("byteOffset", std::size_t{0}),
                         columns * size, count, at);
  if (!where || !what) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t element = index_at(where->data + i * where->stride, index_type);
    if (element >= accessor.count) {
      problems_.add(at, fmt::format("sparse index {} is {}, there are {} elements", i, element, accessor.count));
      return false;
    }
    for (std::size_t c = 0; c < columns; ++c) {
      out[element * columns + c] =
          number_at(what->data + i * what->stride + c * size, accessor.componentType, accessor.normalized);
    }
  }
  return true;
}

bool GltfAccessors::read_indices(int index, std::size_t vertices, const std::string& at,
                                 std::vector<std::uint32_t>& out) {
  const auto& accessor = model_.accessors[static_cast<std::size_t>(index)];
  if (!spend(accessor.count * sizeof(std::uint32_t), at)) return false;
  out.assign(accessor.count, 0);
  if (accessor.bufferView < 0) return true;
  const auto data = view(static_cast<std::size_t>(accessor.bufferView), accessor.byteOffset,
                         size_of(accessor.componentType), accessor.count, at);
  if (!data) return false;
  for (std::size_t i = 0; i < accessor.count; ++i) {
    out[i] = index_at(data->data + i * data->stride, accessor.componentType);
    if (out[i] < vertices) continue;
    problems_.add(at, fmt::format("index {} is {}, the mesh has {} vertices", i, out[i], vertices));
    return false;
  }
  return true;
}

}  // namespace fh::scene
