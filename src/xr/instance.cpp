// SPDX-License-Identifier: Apache-2.0
#include "xr/instance.h"

#include <algorithm>
#include <cstring>

#include "core/log.h"
#include "xr/action_table.h"
#include "xr/check.h"

namespace fh::xr {
namespace {

constexpr const char* kValidationLayer = "XR_APILAYER_LUNARG_core_validation";

bool has_layer(const char* name) {
  std::uint32_t count = 0;
  if (XR_FAILED(xrEnumerateApiLayerProperties(0, &count, nullptr))) return false;
  std::vector<XrApiLayerProperties> layers(count, {XR_TYPE_API_LAYER_PROPERTIES});
  if (XR_FAILED(xrEnumerateApiLayerProperties(count, &count, layers.data()))) return false;
  return std::any_of(layers.begin(), layers.end(), [&](const auto& l) { return std::strcmp(l.layerName, name) == 0; });
}

core::Result<std::set<std::string>> offered_extensions() {
  std::uint32_t count = 0;
  FH_XR(xrEnumerateInstanceExtensionProperties(nullptr, 0, &count, nullptr));
  std::vector<XrExtensionProperties> properties(count, {XR_TYPE_EXTENSION_PROPERTIES});
  FH_XR(xrEnumerateInstanceExtensionProperties(nullptr, count, &count, properties.data()));
  std::set<std::string> names;
  for (const auto& property : properties) names.insert(property.extensionName);
  return names;
}

/// Used when offered; the visit goes on without them.
std::vector<std::string> wished_extensions(const InstanceOptions& options) {
  std::vector<std::string> names = {
      XR_EXT_DEBUG_UTILS_EXTENSION_NAME,     XR_EXT_LOCAL_FLOOR_EXTENSION_NAME,
      XR_EXT_USER_PRESENCE_EXTENSION_NAME,   XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME,
      XR_KHR_VISIBILITY_MASK_EXTENSION_NAME, XR_HTCX_VIVE_TRACKER_INTERACTION_EXTENSION_NAME};
  if (!options.headless) names.push_back(XR_KHR_COMPOSITION_LAYER_DEPTH_EXTENSION_NAME);
  if (options.hand_tracking) {
    names.push_back(XR_EXT_HAND_TRACKING_EXTENSION_NAME);
    names.push_back(XR_EXT_HAND_INTERACTION_EXTENSION_NAME);
    names.push_back(XR_MSFT_HAND_INTERACTION_EXTENSION_NAME);
  }
  for (const auto& profile : profiles()) {
    const bool is_hand = std::strstr(profile.path, "hand_interaction") != nullptr;
    if (*profile.extension && !is_hand) names.push_back(profile.extension);
  }
  return names;
}

std::vector<std::string> needed_extensions(const InstanceOptions& options) {
  if (options.headless) return {"XR_MND_headless", "XR_KHR_convert_timespec_time"};
  return {"XR_KHR_vulkan_enable2"};
}

}  // namespace

core::Result<std::unique_ptr<Instance>> Instance::create(const InstanceOptions& options) {
  std::unique_ptr<Instance> made(new Instance);
  FH_TRY_VOID(made->open(options));
  return made;
}

core::Result<> Instance::open(const InstanceOptions& options) {
  headless_ = options.headless;
  FH_TRY(offered, offered_extensions());
  for (const auto& name : needed_extensions(options)) {
    if (!offered.count(name)) return core::fail("the OpenXR runtime lacks {}; update it or use another one", name);
    enabled_.insert(name);
  }
  std::vector<std::string> missing;
  for (const auto& name : wished_extensions(options)) {
    if (offered.count(name))
      enabled_.insert(name);
    else
      missing.push_back(name);
  }
  core::log_debug("OpenXR: not offered by the runtime: {}", fmt::join(missing, " "));

  std::vector<const char*> names, layers;
  for (const auto& name : enabled_) names.push_back(name.c_str());
  if (options.validation && has_layer(kValidationLayer)) layers.push_back(kValidationLayer);
  if (options.validation && layers.empty()) core::log_warning("OpenXR: {} is not installed", kValidationLayer);
  XrInstanceCreateInfo info{XR_TYPE_INSTANCE_CREATE_INFO};
  std::strcpy(info.applicationInfo.applicationName, "Firsthand");
  std::strcpy(info.applicationInfo.engineName, "Firsthand");
  info.enabledExtensionCount = static_cast<std::uint32_t>(names.size());
  info.enabledExtensionNames = names.data();
  info.enabledApiLayerCount = static_cast<std::uint32_t>(layers.size());
  info.enabledApiLayerNames = layers.data();
  XrResult result = XR_ERROR_RUNTIME_FAILURE;
  for (const XrVersion version : {XR_MAKE_VERSION(1, 1, 0), XR_MAKE_VERSION(1, 0, 0)}) {
    info.applicationInfo.apiVersion = version_ = version;
    result = xrCreateInstance(&info, &instance_);
    if (result != XR_ERROR_API_VERSION_UNSUPPORTED) break;
  }
  if (XR_FAILED(result)) return tl::make_unexpected(failure(result, "xrCreateInstance"));
  listen();
  return find_headset();
}

core::Result<> Instance::find_headset() {
  XrInstanceProperties properties{XR_TYPE_INSTANCE_PROPERTIES};
  FH_XR(xrGetInstanceProperties(instance_, &properties));
  runtime_ = fmt::format("{} {}.{}.{}", properties.runtimeName, XR_VERSION_MAJOR(properties.runtimeVersion),
                         XR_VERSION_MINOR(properties.runtimeVersion), XR_VERSION_PATCH(properties.runtimeVersion));
  XrSystemGetInfo wanted{XR_TYPE_SYSTEM_GET_INFO};
  wanted.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  FH_XR(xrGetSystem(instance_, &wanted, &system_));
  XrSystemHandTrackingPropertiesEXT hands{XR_TYPE_SYSTEM_HAND_TRACKING_PROPERTIES_EXT};
  XrSystemProperties system{XR_TYPE_SYSTEM_PROPERTIES};
  if (has(XR_EXT_HAND_TRACKING_EXTENSION_NAME)) system.next = &hands;
  FH_XR(xrGetSystemProperties(instance_, system_, &system));
  headset_ = system.systemName;
  hand_tracking_ = hands.supportsHandTracking == XR_TRUE;
  core::log_info("headset: {} on {}, OpenXR 1.{}{}", headset_, runtime_, is_1_1() ? 1 : 0,
                 hand_tracking_ ? ", tracks hands" : "");
  return {};
}

void Instance::listen() {
  if (!has(XR_EXT_DEBUG_UTILS_EXTENSION_NAME)) return;
  const auto create = function<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT");
  if (!create) return;
  XrDebugUtilsMessengerCreateInfoEXT info{XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverities =
      XR_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT | XR_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT | XR_DEBUG_UTILS_MESSAGE_TYPE_CONFORMANCE_BIT_EXT;
  info.userCallback = on_message;
  info.userData = this;
  create(instance_, &info, &messenger_);
}

XrBool32 Instance::on_message(XrDebugUtilsMessageSeverityFlagsEXT severity, XrDebugUtilsMessageTypeFlagsEXT,
                              const XrDebugUtilsMessengerCallbackDataEXT* data, void* self) {
  const bool is_error = severity >= XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  if (is_error) ++static_cast<Instance*>(self)->errors_;
  core::log_line(is_error ? core::LogLevel::Error : core::LogLevel::Warning,
                 fmt::format("OpenXR: {}: {}", data->functionName ? data->functionName : "", data->message));
  return XR_FALSE;
}

std::string Instance::text_of(XrPath path) const {
  char text[XR_MAX_PATH_LENGTH] = {};
  std::uint32_t size = 0;
  if (path == XR_NULL_PATH || XR_FAILED(xrPathToString(instance_, path, sizeof text, &size, text))) return "";
  return text;
}

XrPath Instance::path_of(const char* text) const {
  XrPath path = XR_NULL_PATH;
  xrStringToPath(instance_, text, &path);
  return path;
}

Instance::~Instance() {
  if (instance_ == XR_NULL_HANDLE) return;
  if (messenger_ != XR_NULL_HANDLE) {
    const auto destroy = function<PFN_xrDestroyDebugUtilsMessengerEXT>("xrDestroyDebugUtilsMessengerEXT");
    if (destroy) destroy(messenger_);
  }
  xrDestroyInstance(instance_);
}

}  // namespace fh::xr
