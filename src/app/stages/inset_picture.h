// SPDX-License-Identifier: Apache-2.0
#pragma once
// An inset (frame/inset.h) laid into a picture.
#include "frame/inset.h"
#include "render/targets/png.h"

namespace fh::app {

/// Into the lower right corner, a third as wide as the picture, with title and words under it.
void paste(const frame::Inset& inset, render::Picture& picture);

}  // namespace fh::app
