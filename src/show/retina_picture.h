// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent saw in its last look, as a picture: the ids of its retina as colours (K-29), with what it made of them.
// For display only.
#include "frame/inset.h"
#include "world/world.h"

namespace fh::show {

/// Longitude and latitude about the gaze, evenly, two pixels to a degree: blocks grow towards the edge as acuity falls.
/// Recognised objects have a colour each, by their id; people are orange; what is seen but not recognised is grey; what
/// is farther looks darker; nothing within sight is black. Black all over before the first look. The title is name and
/// age of the look, the words are why the agent acts.
void draw_eye(const world::World& world, std::size_t agent, frame::Inset& inset);

}  // namespace fh::show
