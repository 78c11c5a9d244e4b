// SPDX-License-Identifier: Apache-2.0
#include "frame/eye_views.h"

namespace fh::frame {

Fov symmetric_fov(double vertical, double aspect) {
  const double horizontal = math::atan(math::tan(0.5 * vertical) * aspect);
  return {-horizontal, horizontal, 0.5 * vertical, -0.5 * vertical};
}

}  // namespace fh::frame
