#pragma once
// Where pictures of a visit are taken from.
#include <string>

#include "frame/eye_views.h"
#include "world/world.h"

namespace fh::app {

enum class CameraKind { Eye, Stereo, Third, Top };

/// One of "eye", "stereo", "third", "top".
CameraKind camera_kind(const std::string& word);
/// Behind and above a head, looking over its right shoulder.
math::Pose over_the_shoulder(const math::Pose& head);
/// The same, but nearer to the head where a wall or a thing stands between: never from inside a wall.
math::Pose over_the_shoulder(const world::World& world, const math::Pose& head);
/// `aspect` = width / height of one eye's picture. Stereo gives two eyes 63 mm apart, the others one.
frame::EyeViews camera_views(CameraKind kind, const world::World& world, double aspect);

}  // namespace fh::app
