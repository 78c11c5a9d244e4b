// SPDX-License-Identifier: Apache-2.0
#include "xr/runtime_probe.h"

#include <dlfcn.h>
#include <openxr/openxr.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/files.h"
#include "core/json.h"

namespace fh::xr {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The places the OpenXR loader looks at on Linux, in its order (OpenXR loader specification, "Linux").
std::vector<std::string> manifest_places() {
  std::vector<std::string> places;
  if (const auto direct = environment("XR_RUNTIME_JSON"); !direct.empty()) return {direct};
  const char* name = "openxr/1/active_runtime.json";
  const std::string home = environment("HOME"), config = environment("XDG_CONFIG_HOME");
  if (!config.empty())
    places.push_back(config + "/" + name);
  else if (!home.empty())
    places.push_back(home + "/.config/" + name);
  const std::string shared = environment("XDG_CONFIG_DIRS");
  for (std::size_t at = 0; at < shared.size();) {
    const std::size_t end = std::min(shared.find(':', at), shared.size());
    if (end > at) places.push_back(shared.substr(at, end - at) + "/" + name);
    at = end + 1;
  }
  if (shared.empty()) places.push_back(std::string("/etc/xdg/") + name);
  places.push_back(std::string("/usr/local/etc/") + name);
  places.push_back(std::string("/etc/") + name);
  return places;
}

/// Empty when the manifest names a library; else what is wrong with it.
std::string manifest_complaint(const std::string& path) {
  const auto json = core::JsonFile::read(path);
  if (!json) return json.error().message;
  const auto& root = json->root();
  if (!root.is_object() || !root.contains("runtime") || !root["runtime"].is_object())
    return path + ": has no \"runtime\"";
  const auto& runtime = root["runtime"];
  if (!runtime.contains("library_path") || !runtime["library_path"].is_string())
    return path + ": has no \"library_path\"";
  const fs::path library = runtime["library_path"].get<std::string>();
  if (!library.has_parent_path()) return "";  // found by the system's library search
  const fs::path full = library.is_absolute() ? library : fs::path(path).parent_path() / library;
  std::error_code ignored;
  return fs::exists(full, ignored) ? "" : fmt::format("{}: names {}, which does not exist", path, full.string());
}

std::string version_text(XrVersion version) {
  return fmt::format("{}.{}.{}", XR_VERSION_MAJOR(version), XR_VERSION_MINOR(version), XR_VERSION_PATCH(version));
}

/// The loader has no function that tells; the name of its file does.
std::string loader_version() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&xrCreateInstance), &info) == 0 || info.dli_fname == nullptr) return "";
  std::error_code ignored;
  const std::string name = fs::canonical(info.dli_fname, ignored).filename().string();
  const std::size_t at = name.find(".so.");
  return at == std::string::npos ? "" : name.substr(at + 4);
}

XrResult create_instance(XrInstance& instance) {
  XrInstanceCreateInfo info{XR_TYPE_INSTANCE_CREATE_INFO};
  std::strcpy(info.applicationInfo.applicationName, "Firsthand");
  XrResult result = XR_ERROR_RUNTIME_FAILURE;
  for (const XrVersion version : {XR_MAKE_VERSION(1, 1, 0), XR_MAKE_VERSION(1, 0, 0)}) {
    info.applicationInfo.apiVersion = version;
    result = xrCreateInstance(&info, &instance);
    if (result != XR_ERROR_API_VERSION_UNSUPPORTED) break;
  }
  return result;
}

void ask_headset(XrInstance instance, RuntimeProbe& probe) {
  XrInstanceProperties properties{XR_TYPE_INSTANCE_PROPERTIES};
  if (XR_SUCCEEDED(xrGetInstanceProperties(instance, &properties))) {
    probe.runtime = fmt::format("{} {}", properties.runtimeName, version_text(properties.runtimeVersion));
  }
  XrSystemGetInfo wanted{XR_TYPE_SYSTEM_GET_INFO};
  wanted.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  const XrResult found = xrGetSystem(instance, &wanted, &system);
  if (XR_FAILED(found)) {
    probe.availability = Availability::NoHeadset;
    probe.cause = fmt::format("the runtime {} runs, but no headset is connected", probe.runtime);
    probe.remedy = "connect the headset, switch it on and start again";
    return;
  }
  XrSystemProperties system_properties{XR_TYPE_SYSTEM_PROPERTIES};
  if (XR_SUCCEEDED(xrGetSystemProperties(instance, system, &system_properties))) {
    probe.headset = system_properties.systemName;
  }
  probe.availability = Availability::Ready;
  probe.cause = fmt::format("{} is ready on {}", probe.headset, probe.runtime);
}

void list_extensions(RuntimeProbe& probe) {
  std::uint32_t count = 0;
  if (XR_FAILED(xrEnumerateInstanceExtensionProperties(nullptr, 0, &count, nullptr))) return;
  std::vector<XrExtensionProperties> properties(count, {XR_TYPE_EXTENSION_PROPERTIES});
  if (XR_FAILED(xrEnumerateInstanceExtensionProperties(nullptr, count, &count, properties.data()))) return;
  for (const auto& property : properties) probe.extensions.emplace_back(property.extensionName);
}

}  // namespace

RuntimeProbe probe_runtime() {
  RuntimeProbe probe;
  probe.loader_version = loader_version();
  probe.header_version = version_text(XR_CURRENT_API_VERSION);
  probe.looked_in = manifest_places();
  std::error_code ignored;
  for (const auto& place : probe.looked_in) {
    if (probe.manifest.empty() && fs::exists(place, ignored)) probe.manifest = place;
  }
  if (probe.manifest.empty()) {
    probe.availability = Availability::NoManifest;
    probe.cause = fmt::format("no active OpenXR runtime (looked for {})", fmt::join(probe.looked_in, ", "));
    probe.remedy = "install a runtime (SteamVR, Monado, WiVRn …) and make it the active one, or set XR_RUNTIME_JSON";
    return probe;
  }
  if (const std::string wrong = manifest_complaint(probe.manifest); !wrong.empty()) {
    probe.availability = Availability::BadManifest;
    probe.cause = "the active OpenXR runtime manifest is not usable: " + wrong;
    probe.remedy = "reinstall the runtime or make another one active";
    return probe;
  }
  list_extensions(probe);
  XrInstance instance = XR_NULL_HANDLE;
  const XrResult made = create_instance(instance);
  if (XR_FAILED(made)) {
    probe.availability = Availability::RuntimeFailed;
    probe.cause = fmt::format("the OpenXR runtime of {} does not start (xrCreateInstance gives {})", probe.manifest,
                              static_cast<int>(made));
    probe.remedy = "start the runtime's service or application (for Monado: monado-service), then try again";
    return probe;
  }
  ask_headset(instance, probe);
  xrDestroyInstance(instance);
  return probe;
}

}  // namespace fh::xr
