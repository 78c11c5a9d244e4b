// SPDX-License-Identifier: Apache-2.0
#pragma once
// A captured walk on a body that the parametric gait moves: where the way is level and leads straight ahead, the
// clip's cycle replaces the gait's posture (K-14, K-15); on stairs, sideways, backwards and while turning on the spot
// the parametric gait takes over again. The head keeps looking where the gait makes it look.
#include <filesystem>

#include "human/motion/gait.h"
#include "human/motion/treadmill.h"

namespace fh::human {

/// One cycle of the walk in a BVH file, fitted to a body. Fails, naming the file, when it holds no walking cycle.
core::Result<ClipGait> load_captured_walk(const std::filesystem::path& file, const Walker& walker);

struct CapturedWalkState {
  ClipGaitState clip;
  double weight = 0.0;  // 0 the parametric posture … 1 the captured one

  void visit(core::Archive& archive) {
    archive.field("clip", clip);
    archive.field("weight", weight);
  }
};

/// One tick, after advance_gait(): `posture` is that of the gait and becomes the captured one as far as the clip can
/// walk here.
void advance_captured_walk(const Walker& walker, const ClipGait& walk, const GaitState& gait,
                           const GaitCommand& command, double dt, CapturedWalkState& state, Posture& posture);

}  // namespace fh::human
