// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline_cache.h"

#include <cstring>
#include <vector>

#include "core/files.h"
#include "core/hash.h"
#include "core/log.h"
#include "gpu/check.h"

namespace fh::gpu {
namespace {

// Drivers differ in how they take a broken blob, so it is sealed with our own length and checksum.
struct Seal {
  char magic[8];
  std::uint64_t bytes;
  std::uint64_t hash;
};
constexpr char kMagic[8] = {'F', 'H', 'P', 'I', 'P', 'E', '0', '1'};
constexpr std::uint64_t kMostBytes = 256ull << 20;

bool fits_device(const std::byte* blob, std::size_t size, VkPhysicalDevice physical) {
  VkPipelineCacheHeaderVersionOne header;
  if (size < sizeof header) return false;
  std::memcpy(&header, blob, sizeof header);
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(physical, &properties);
  return header.vendorID == properties.vendorID && header.deviceID == properties.deviceID &&
         std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

std::vector<std::byte> load(const std::filesystem::path& file, VkPhysicalDevice physical) {
  std::error_code ignored;
  if (file.empty() || !std::filesystem::exists(file, ignored)) return {};
  auto bytes = core::read_file(file, kMostBytes);
  if (!bytes || bytes->size() < sizeof(Seal)) return {};
  Seal seal;
  std::memcpy(&seal, bytes->data(), sizeof seal);
  const std::byte* blob = bytes->data() + sizeof seal;
  const std::size_t size = bytes->size() - sizeof seal;
  const bool whole = std::memcmp(seal.magic, kMagic, sizeof kMagic) == 0 && seal.bytes == size &&
                     seal.hash == core::hash_bytes({blob, size});
  if (!whole || !fits_device(blob, size, physical)) {
    core::log_info("{}: ignored (damaged or made for another driver)", file.string());
    return {};
  }
  return {blob, blob + size};
}

}  // namespace

core::Result<> PipelineCache::open(VkDevice device, VkPhysicalDevice physical, const std::filesystem::path& file) {
  device_ = device;
  file_ = file;
  const std::vector<std::byte> blob = load(file, physical);
  loaded_hash_ = blob.empty() ? 0 : core::hash_bytes(blob);
  VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  info.initialDataSize = blob.size();
  info.pInitialData = blob.empty() ? nullptr : blob.data();
  FH_VK(vkCreatePipelineCache(device_, &info, nullptr, &cache_));
  return {};
}

void PipelineCache::close() {
  if (cache_ == VK_NULL_HANDLE) return;
  std::size_t size = 0;
  if (!file_.empty() && vkGetPipelineCacheData(device_, cache_, &size, nullptr) == VK_SUCCESS && size > 0) {
    std::vector<std::byte> bytes(sizeof(Seal) + size);
    if (vkGetPipelineCacheData(device_, cache_, &size, bytes.data() + sizeof(Seal)) == VK_SUCCESS) {
      bytes.resize(sizeof(Seal) + size);
      Seal seal{};
      std::memcpy(seal.magic, kMagic, sizeof kMagic);
      seal.bytes = size;
      seal.hash = core::hash_bytes({bytes.data() + sizeof seal, size});
      std::memcpy(bytes.data(), &seal, sizeof seal);
      if (seal.hash != loaded_hash_) {
        if (const auto written = core::write_file(file_, bytes); !written) {
          core::log_debug("pipeline cache not kept: {}", written.error().message);
        }
      }
    }
  }
  vkDestroyPipelineCache(device_, cache_, nullptr);
  cache_ = VK_NULL_HANDLE;
}

std::filesystem::path default_pipeline_cache_file() {
  return core::cache_folder() / "pipelines.bin";
}

}  // namespace fh::gpu
