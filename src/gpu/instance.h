// SPDX-License-Identifier: Apache-2.0
#pragma once
// The connection to Vulkan: layers, instance extensions, messages.
#include <vulkan/vulkan.h>

#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "gpu/creation_hooks.h"
#include "gpu/validation_log.h"

namespace fh::gpu {

struct InstanceOptions {
  std::string application = "Firsthand";
  bool validation = false;              // core and synchronization checks, when the layer is installed
  std::vector<std::string> extensions;  // e.g. what a window needs (glfwGetRequiredInstanceExtensions)
  CreationHooks hooks;
};

class Instance {
 public:
  static core::Result<std::unique_ptr<Instance>> create(const InstanceOptions& options);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  VkInstance get() const { return instance_; }
  const CreationHooks& hooks() const { return hooks_; }
  const ValidationLog& messages() const { return messages_; }
  /// False when validation was asked for but its layer is not installed.
  bool validation_active() const { return validation_active_; }

 private:
  Instance() = default;

  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  ValidationLog messages_;
  CreationHooks hooks_;
  bool validation_active_ = false;
};

}  // namespace fh::gpu
