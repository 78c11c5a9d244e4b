// SPDX-License-Identifier: Apache-2.0
#pragma once
// The loader's side of an API layer (OpenXR loader specification, "API Layer Interaction"); older packages lack its
// header.
#include <openxr/openxr.h>

#include <cstddef>
#include <cstdint>

extern "C" {
struct LoaderInfo {
  std::uint32_t type, version;
  std::size_t size;
  std::uint32_t min_interface, max_interface;
  XrVersion min_api, max_api;
};
struct LayerCreateInfo;
using CreateLayerInstance = XrResult(XRAPI_PTR*)(const XrInstanceCreateInfo*, const LayerCreateInfo*, XrInstance*);
struct LayerRequest {
  std::uint32_t type, version;
  std::size_t size;
  std::uint32_t interface_version;
  XrVersion api_version;
  PFN_xrGetInstanceProcAddr get_proc;
  CreateLayerInstance create;
};
struct NextInfo {
  std::uint32_t type, version;
  std::size_t size;
  char name[XR_MAX_API_LAYER_NAME_SIZE];
  PFN_xrGetInstanceProcAddr get_proc;
  CreateLayerInstance create;
  NextInfo* next;
};
struct LayerCreateInfo {
  std::uint32_t type, version;
  std::size_t size;
  XrInstance loader_instance;
  char settings[512];
  NextInfo* next;
};
}

/// Defines the one function that the loader looks for in a layer's library.
#define FH_OFFER_LAYER(GET_PROC, CREATE)                                                         \
  extern "C" __attribute__((visibility("default"))) XrResult xrNegotiateLoaderApiLayerInterface( \
      const LoaderInfo*, const char*, LayerRequest* out) {                                       \
    out->interface_version = 1;                                                                  \
    out->api_version = XR_MAKE_VERSION(1, 0, 0); /* any loader takes it */                       \
    out->get_proc = GET_PROC;                                                                    \
    out->create = CREATE;                                                                        \
    return XR_SUCCESS;                                                                           \
  }
