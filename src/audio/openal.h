// SPDX-License-Identifier: Apache-2.0
#pragma once
// OpenAL Soft, found at run time: a program without the library is silent and otherwise the same.
#define AL_ALEXT_PROTOTYPES
#include <AL/al.h>
#include <AL/alc.h>
#include <AL/alext.h>
#include <AL/efx.h>

#include "core/result.h"

namespace fh::audio {

// A list, not code.
// clang-format off
#define FH_OPENAL_FUNCTIONS(X) \
  X(alcOpenDevice) X(alcCloseDevice) X(alcCreateContext) X(alcDestroyContext) X(alcMakeContextCurrent) \
  X(alcCaptureOpenDevice) X(alcCaptureCloseDevice) X(alcCaptureStart) X(alcCaptureSamples) X(alcGetIntegerv) \
  X(alcLoopbackOpenDeviceSOFT) X(alcRenderSamplesSOFT) X(alGenSources) \
  X(alDeleteSources) X(alSourcei) X(alSourcef) X(alSource3f) X(alSourcePlay) X(alSourceStop) X(alGetSourcei) \
  X(alGenBuffers) X(alDeleteBuffers) X(alBufferData) X(alListenerf) X(alListener3f) X(alListenerfv) \
  X(alDistanceModel) X(alGenFilters) X(alDeleteFilters) X(alFilteri) X(alFilterf) X(alGetError)
// clang-format on

struct OpenAl {
#define FH_OPENAL_MEMBER(name) decltype(&::name) name = nullptr;
  FH_OPENAL_FUNCTIONS(FH_OPENAL_MEMBER)
#undef FH_OPENAL_MEMBER

  /// Opened once and kept for the life of the program.
  static core::Result<const OpenAl*> load();
};

}  // namespace fh::audio
