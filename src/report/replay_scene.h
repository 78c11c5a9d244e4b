// SPDX-License-Identifier: Apache-2.0
#pragma once
// A visit for showing it again in a page, as glTF with few draw calls: what stands still is one mesh, everything that
// moved one mesh each, every person one skinned mesh of the body's collision pieces, ways and lines of sight as lines,
// where people were as a layer (heat_layers.h), and one animation.
#include "evaluation/observe/observer.h"

namespace fh::report {

/// A .glb of at most `most` bytes where fewer moments can bring it there; empty without moments. Of large places the
/// objects with most triangles are shown as boxes (asset.extras says how many).
std::vector<std::byte> replay_scene(const evaluation::Surroundings& surroundings,
                                    std::span<const frame::Moment> moments, std::size_t most);

}  // namespace fh::report
