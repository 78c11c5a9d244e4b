// SPDX-License-Identifier: Apache-2.0
#pragma once
// A clip as training data: what tools/body_prior learns from is what `fit` measures against, by the same code.
#include <filesystem>

#include "core/result.h"
#include "human/body/population.h"
#include "human/motion/clip.h"

namespace fh::evaluation {

/// Writes FOLDER/NAME.clip: one line of JSON (clip, rate, frames, columns, level_pitch, ankle_height, landmarks with
/// the clip joint that carries each and where on it), then `frames` rows of `columns` 32-bit floats, little-endian:
/// position and rotation (x y z, w x y z) of the 22 joints, height of the ground under both ankles, and for both feet
/// whether they stand (0, 1). Metres, world space of clip.h.
core::Result<void> export_clip(const human::Clip& clip, const human::Population& population,
                               const std::filesystem::path& folder);

}  // namespace fh::evaluation
