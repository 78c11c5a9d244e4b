// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where pictures of a visit are taken from.
#include <string>

#include "frame/eye_views.h"
#include "world/world.h"

namespace fh::app {

enum class CameraKind { Eye, Stereo, Third, Top, Front, Plan, North, East, South, West, Agent };

/// A drawing: parallel lines of sight, and a scale bar.
inline bool is_drawing(CameraKind kind) {
  return kind >= CameraKind::Plan && kind <= CameraKind::West;
}

/// Of the user or an agent: that head is not drawn.
inline bool looks_through_eyes(CameraKind kind) {
  return kind == CameraKind::Eye || kind == CameraKind::Stereo || kind == CameraKind::Agent;
}

struct Camera {
  CameraKind kind = CameraKind::Eye;
  std::size_t user = 0;   // Eye, Stereo, Third, Front: of which user, an index into World::users()
  std::size_t agent = 0;  // Agent: whose eyes, an index into World::agents()
};

/// One of "eye", "stereo", "third", "front" (of the first user), "top", "plan", "north", "east", "south", "west", or
/// the name of a user or agent: through their eyes.
core::Result<Camera> camera_named(const std::string& word, const world::World& world);
/// Behind and above a head, looking over its right shoulder.
math::Pose over_the_shoulder(const math::Pose& head);
/// The same, but nearer to the head where a wall or a thing stands between: never from inside a wall.
math::Pose over_the_shoulder(const world::World& world, const math::Pose& head);
/// `aspect` = width / height of one eye's picture. Stereo gives two eyes 63 mm apart, the others one. Drawings have
/// parallel lines of sight: the distance at which the picture is as wide as the angles of view goes to `parallel_at`.
frame::EyeViews camera_views(const Camera& camera, const world::World& world, double aspect, double& parallel_at);
/// What a camera shows besides the place: from above the roof is cut off and the agents' ways are drawn; through an
/// agent's eyes, what it believes (show/belief_overlay.h).
void show_for(const Camera& camera, const world::World& world, frame::Snapshot& snapshot);
/// A bar of a round length in the lower left of a drawing.
void draw_scale_bar(const frame::EyeViews& eyes, double parallel_at, frame::Snapshot& snapshot);
/// Way, reason and ghosts of an agent's beliefs, as far as show_for() does not show them already; through somebody's
/// eyes without the ghost of that body.
void show_beliefs(std::size_t agent, const Camera& camera, const world::World& world, frame::Snapshot& snapshot);

}  // namespace fh::app
