#pragma once
// Names of OpenXR later than the oldest header this project builds with (1.0.20, Debian 12). Values from the registry.
#include <openxr/openxr.h>

namespace fh::xr {

inline constexpr auto kReferenceSpaceLocalFloor = static_cast<XrReferenceSpaceType>(1000426000);
inline constexpr const char* kExtLocalFloor = "XR_EXT_local_floor";
inline constexpr const char* kExtUserPresence = "XR_EXT_user_presence";
inline constexpr const char* kExtHandInteraction = "XR_EXT_hand_interaction";
inline constexpr auto kTypeEventUserPresence = static_cast<XrStructureType>(1000470000);
inline constexpr auto kTypeSystemUserPresence = static_cast<XrStructureType>(1000470001);

struct EventUserPresence {
  XrStructureType type;
  const void* next;
  XrSession session;
  XrBool32 is_user_present;
};

struct SystemUserPresence {
  XrStructureType type;
  void* next;
  XrBool32 supported;
};

}  // namespace fh::xr
