// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text on a dark board as pixels, drawn by the CPU: what a headset shows before its renderer exists.
#include <string>

#include "render/targets/png.h"

namespace fh::app {

/// Centred lines; the first one is larger. Text that is too wide for the board is made smaller.
render::Picture sign_picture(std::uint32_t width, std::uint32_t height, const std::vector<std::string>& lines);

}  // namespace fh::app
