// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compiled pipelines kept between runs, so that the second start shows a picture at once.
#include <vulkan/vulkan.h>

#include <filesystem>

#include "core/result.h"

namespace fh::gpu {

class PipelineCache {
 public:
  /// A missing, foreign or damaged file is ignored: the cache then starts empty. An empty path keeps nothing.
  core::Result<> open(VkDevice device, VkPhysicalDevice physical, const std::filesystem::path& file);
  /// Writes the file (best effort) and frees the cache.
  void close();
  VkPipelineCache get() const { return cache_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  VkPipelineCache cache_ = VK_NULL_HANDLE;
  std::filesystem::path file_;
  std::uint64_t loaded_hash_ = 0;
};

/// The usual place: pipelines.bin in the program's cache folder.
std::filesystem::path default_pipeline_cache_file();

}  // namespace fh::gpu
