// SPDX-License-Identifier: Apache-2.0
#include "frame/snapshot.h"

namespace fh::frame {

void Snapshot::clear() {
  objects.clear();
  bodies.clear();
  skinning.clear();
  lights.clear();
  overlay.clear();
  section = {};
  fade = 0.0f;
  vignette = 0.0f;
}

}  // namespace fh::frame
