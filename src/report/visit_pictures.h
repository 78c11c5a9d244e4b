// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pictures of the moments that matter in a visit: worst postures, least clearances with the line between the nearest
// points, near misses. The camera is the one of several around the moment that sees most of the person and of the line.
#include "core/json.h"
#include "report/motion/coloured_mesh.h"

namespace fh::report {

struct VisitPicture {
  std::string who, caption;  // the caption says what is to be seen, without the time
  core::Json at_s;
  core::Json points;  // six coordinates of the line, or empty
  std::vector<std::byte> png;
};

inline constexpr std::size_t kMostPictures = 9;  // of a visit

/// `moments`: evaluation::MotionSamples; between two of them bodies are drawn where they pass. `measures`:
/// evaluation::Observers::report() with the users' names.
std::vector<VisitPicture> visit_pictures(const evaluation::Surroundings& surroundings,
                                         std::span<const frame::Moment> moments, const core::Json& measures);

}  // namespace fh::report
