// SPDX-License-Identifier: Apache-2.0
#pragma once
// Solid shapes as triangles: the vocabulary every part of a place is built from. Each function appends to a mesh, in
// the frame `pose`; triangles are counter-clockwise from outside, normals are unit, uvs are metres along the surface.
#include <span>

#include "math/mesh.h"

namespace fh::scene {

/// A box with edges rounded off by `bevel` metres (0 gives sharp edges). 44 triangles, or 12 when sharp. `grained`
/// turns the uvs of each face so that v runs along its longer edge, as the grain of a board does.
void append_box(math::TriMesh& mesh, const math::Pose& pose, const math::Vec3& half, double bevel = 0.0,
                bool grained = false);

/// A surface of revolution about +Y. `profile` holds (radius, y) from bottom to top, the outside on its right;
/// corners sharper than about 40 degrees stay hard. `segments` >= 3.
void append_lathe(math::TriMesh& mesh, const math::Pose& pose, std::span<const math::Vec2> profile, int segments);

/// About +Y, closed at both ends.
void append_cylinder(math::TriMesh& mesh, const math::Pose& pose, double radius, double half_length, int segments,
                     double bevel = 0.0);
void append_sphere(math::TriMesh& mesh, const math::Pose& pose, double radius, int segments);

/// A round bar along a polyline of at least two different points, closed at both ends.
void append_tube(math::TriMesh& mesh, const math::Pose& pose, std::span<const math::Vec3> path, double radius,
                 int segments);
/// A ring about +Y: `radius` to the middle of the bar, `bar` its radius.
void append_ring(math::TriMesh& mesh, const math::Pose& pose, double radius, double bar, int segments,
                 int bar_segments);

/// A simple polygon in the XY plane, counter-clockwise, extruded from z = -depth / 2 to +depth / 2.
void append_prism(math::TriMesh& mesh, const math::Pose& pose, std::span<const math::Vec2> outline, double depth);

/// A flat rectangle that faces +Z; uv runs from 0 to 1, (0, 0) at its upper left, as pictures do.
void append_picture(math::TriMesh& mesh, const math::Pose& pose, const math::Vec2& half);

/// The inscribed circle of such a picture.
void append_round_picture(math::TriMesh& mesh, const math::Pose& pose, double radius, int segments);

}  // namespace fh::scene
