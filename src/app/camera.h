#pragma once
// Where pictures of a visit are taken from.
#include <string>

#include "frame/eye_views.h"
#include "world/world.h"

namespace fh::app {

enum class CameraKind { Eye, Stereo, Third, Top };

/// One of "eye", "stereo", "third", "top".
CameraKind camera_kind(const std::string& word);
/// `aspect` = width / height of one eye's picture. Stereo gives two eyes 63 mm apart, the others one.
frame::EyeViews camera_views(CameraKind kind, const world::World& world, double aspect);

}  // namespace fh::app
