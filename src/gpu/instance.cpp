// SPDX-License-Identifier: Apache-2.0
#include "gpu/instance.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/log.h"
#include "gpu/check.h"

namespace fh::gpu {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool has_layer(const char* name) {
  std::uint32_t count = 0;
  vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  vkEnumerateInstanceLayerProperties(&count, layers.data());
  return std::any_of(layers.begin(), layers.end(), [&](const auto& l) { return std::strcmp(l.layerName, name) == 0; });
}

bool has_extension(const char* name) {
  std::uint32_t count = 0;
  vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  vkEnumerateInstanceExtensionProperties(nullptr, &count, all.data());
  return std::any_of(all.begin(), all.end(), [&](const auto& e) { return std::strcmp(e.extensionName, name) == 0; });
}

core::Result<> check_loader() {
  std::uint32_t version = 0;
  vkEnumerateInstanceVersion(&version);
  if (version >= VK_API_VERSION_1_3) return {};
  return core::fail("Vulkan 1.3 is needed, the installed loader offers {}.{}; update the graphics driver",
                    VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version));
}

}  // namespace

core::Result<std::unique_ptr<Instance>> Instance::create(const InstanceOptions& options) {
  FH_TRY_VOID(check_loader());
  std::unique_ptr<Instance> made(new Instance);
  made->hooks_ = options.hooks;
  made->validation_active_ = options.validation && has_layer(kValidationLayer);
  if (options.validation && !made->validation_active_) {
    core::log_warning("Vulkan validation was asked for, but {} is not installed", kValidationLayer);
  }

  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = options.application.c_str();
  application.pEngineName = "Firsthand";
  application.apiVersion = VK_API_VERSION_1_3;

  const bool debug_utils = has_extension(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  std::vector<const char*> extensions;
  for (const auto& name : options.extensions) extensions.push_back(name.c_str());
  if (debug_utils) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  std::vector<const char*> layers;
  if (made->validation_active_) {
    layers.push_back(kValidationLayer);
    extensions.push_back(VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
  }

  const VkValidationFeatureEnableEXT enabled[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkValidationFeaturesEXT features{VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT};
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = enabled;
  VkDebugUtilsMessengerCreateInfoEXT messenger = made->messages_.create_info();
  if (made->validation_active_) messenger.pNext = &features;

  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pNext = debug_utils ? &messenger : nullptr;
  info.pApplicationInfo = &application;
  info.enabledLayerCount = static_cast<std::uint32_t>(layers.size());
  info.ppEnabledLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  if (made->hooks_.create_instance) {
    FH_VK(made->hooks_.create_instance(info, made->instance_));
  } else {
    FH_VK(vkCreateInstance(&info, nullptr, &made->instance_));
  }
  if (debug_utils) {
    const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(made->instance_, "vkCreateDebugUtilsMessengerEXT"));
    messenger.pNext = nullptr;
    if (create) FH_VK(create(made->instance_, &messenger, nullptr, &made->messenger_));
  }
  return made;
}

Instance::~Instance() {
  if (messenger_ != VK_NULL_HANDLE) {
    const auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
    if (destroy) destroy(instance_, messenger_, nullptr);
  }
  if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

}  // namespace fh::gpu
