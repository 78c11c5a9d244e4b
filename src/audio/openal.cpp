// SPDX-License-Identifier: Apache-2.0
#include "audio/openal.h"

#include <dlfcn.h>

#include <cstdlib>

namespace fh::audio {
namespace {

void say_nothing(const char*, int, const char*, int, const char*, ...) {}

/// A machine without a sound card is no news: the libraries below us would print a dozen lines about it.
void quieten() {
  ::setenv("ALSOFT_LOGLEVEL", "0", 0);
  void* alsa = ::dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!alsa) return;
  using Handler = void (*)(const char*, int, const char*, int, const char*, ...);
  const auto set_handler = reinterpret_cast<int (*)(Handler)>(::dlsym(alsa, "snd_lib_error_set_handler"));
  if (set_handler) set_handler(&say_nothing);
}

core::Result<OpenAl> find_functions() {
  quieten();
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
