// SPDX-License-Identifier: Apache-2.0
#pragma once
// The connection to the OpenXR runtime: version, extensions, the headset, the runtime's messages.
#include <openxr/openxr.h>

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/result.h"

namespace fh::xr {

struct InstanceOptions {
  bool headless = false;      // input only: no picture is ever shown (XR_MND_headless)
  bool validation = false;    // the core validation layer, when installed
  bool hand_tracking = true;  // false: controllers only, for visitors who never used bare hands
};

class Instance {
 public:
  /// Asks for OpenXR 1.1 and takes 1.0 where that is all there is. Fails with cause and remedy.
  static core::Result<std::unique_ptr<Instance>> create(const InstanceOptions& options);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  XrInstance get() const { return instance_; }
  XrSystemId system() const { return system_; }
  bool is_headless() const { return headless_; }
  bool is_1_1() const { return version_ >= XR_MAKE_VERSION(1, 1, 0); }
  bool has(const std::string& extension) const { return enabled_.count(extension) > 0; }
  bool can_track_hands() const { return hand_tracking_; }
  const std::string& runtime() const { return runtime_; }
  const std::string& headset() const { return headset_; }
  /// Warnings and errors of the runtime and the validation layer since the start; tests require 0 errors.
  int error_count() const { return errors_.load(); }

  /// An extension's function, or null.
  template <class Function>
  Function function(const char* name) const {
    PFN_xrVoidFunction found = nullptr;
    if (XR_FAILED(xrGetInstanceProcAddr(instance_, name, &found))) return nullptr;
    return reinterpret_cast<Function>(found);
  }
  /// The text of a path; empty for XR_NULL_PATH.
  std::string text_of(XrPath path) const;
  XrPath path_of(const char* text) const;

 private:
  Instance() = default;
  core::Result<> open(const InstanceOptions& options);
  core::Result<> find_headset();
  void listen();
  static XRAPI_ATTR XrBool32 XRAPI_CALL on_message(XrDebugUtilsMessageSeverityFlagsEXT severity,
                                                   XrDebugUtilsMessageTypeFlagsEXT types,
                                                   const XrDebugUtilsMessengerCallbackDataEXT* data, void* self);

  XrInstance instance_ = XR_NULL_HANDLE;
  XrSystemId system_ = XR_NULL_SYSTEM_ID;
  XrDebugUtilsMessengerEXT messenger_ = XR_NULL_HANDLE;
  XrVersion version_ = 0;
  bool headless_ = false;
  bool hand_tracking_ = false;
  std::set<std::string> enabled_;
  std::string runtime_, headset_;
  std::atomic<int> errors_{0};
};

}  // namespace fh::xr
