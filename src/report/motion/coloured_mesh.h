// SPDX-License-Identifier: Apache-2.0
#pragma once
// The place and its people as triangles of plain colours, for the replay and the pictures of a report.
#include <array>
#include <vector>

#include "evaluation/observe/observer.h"

namespace fh::report {

using Colour = std::array<std::uint8_t, 4>;  // linear red, green, blue, 255

/// Triangles with a colour per corner.
struct ColouredMesh {
  std::vector<float> positions;  // m
  std::vector<std::uint8_t> colours;
  std::vector<std::uint32_t> indices;

  std::uint32_t add_point(const math::Vec3& p, const Colour& colour) {
    for (int axis = 0; axis < 3; ++axis) positions.push_back(static_cast<float>(p[axis]));
    colours.insert(colours.end(), colour.begin(), colour.end());
    return static_cast<std::uint32_t>(positions.size() / 3 - 1);
  }
};

/// One object at a pose, or the box around it.
void add_object(const scene::Scene& scene, const scene::Object& object, const math::Pose& pose, bool as_box,
                ColouredMesh& solid, ColouredMesh& glass);
/// By object: 1 for those to be shown as boxes, the largest first, so that at most kMostTriangles are left.
std::vector<std::uint8_t> boxed(const scene::Scene& scene);
inline constexpr std::size_t kMostTriangles = 150'000;

/// One piece of a body in the frame of its joint: a ball of few faces pushed outwards by the half sizes.
struct PieceMesh {
  std::vector<math::Vec3> points;
  std::vector<std::uint16_t> indices;
};
PieceMesh piece_mesh(const human::CollisionPiece& piece);

/// Colours of people by the order of their names, as in the plots; told apart by everybody (Okabe and Ito's palette).
inline constexpr const char* kPeopleColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
/// "#rrggbb" as the page shows it, in the numbers of a mesh.
Colour linear_colour(const char* hex);
/// Of the person with this index.
Colour person_colour(const evaluation::Surroundings& surroundings, std::size_t index);

}  // namespace fh::report
