// SPDX-License-Identifier: Apache-2.0
#include "audio/openal.h"

#include <dlfcn.h>

namespace fh::audio {
namespace {

core::Result<OpenAl> find_functions() {
  void* library = ::dlopen("libopenal.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return core::fail("sound needs OpenAL Soft ({}): install the package libopenal1", ::dlerror());
  OpenAl al;
  const char* missing = nullptr;
#define FH_OPENAL_FIND(name)                                              \
  al.name = reinterpret_cast<decltype(al.name)>(::dlsym(library, #name)); \
  if (!al.name) missing = #name;
  FH_OPENAL_FUNCTIONS(FH_OPENAL_FIND)
#undef FH_OPENAL_FIND
  if (missing) return core::fail("sound needs OpenAL Soft 1.19 or newer: the library found has no {}", missing);
  return al;
}

}  // namespace

core::Result<const OpenAl*> OpenAl::load() {
  static const core::Result<OpenAl> kLoaded = find_functions();
  if (!kLoaded) return tl::make_unexpected(kLoaded.error());
  return &*kLoaded;
}

}  // namespace fh::audio
