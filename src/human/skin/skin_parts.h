// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a skin is put together; private to the skin's sources. The body, from the crown to the soles, is one closed cage:
// head, shirt, hands, trousers and shoes share their rings, and the edges of clothes are folds of the same surface.
// Only eyeballs and hanging hair are closed pieces of their own. All is in the bind posture; the right half is built,
// the left is its mirror image.
#include <functional>
#include <vector>

#include "human/body/kinematics.h"
#include "human/skin/cage.h"
#include "human/skin/skin.h"

namespace fh::human {

enum class SkinMaterial : std::uint8_t { Face, Hand, Shirt, Belt, Trousers, Sock, Shoe, Sole, Eye, Hair };
inline constexpr std::size_t kMaterialCount = 10;

/// What all pieces need to know.
struct SkinContext {
  const Dimensions& d;
  const Skeleton& skeleton;
  const Appearance& look;
  Frames<double> bind;
  std::array<math::Vec3, kJointCount> at;  // joint centres of the bind posture
  double scale;                            // stature over that of the median man, for what no dimension tells

  SkinContext(const Dimensions& dimensions, const Skeleton& skeleton_, const Appearance& look_);
  math::Vec3 joint(Joint j) const { return at[index_of(j)]; }
};

/// Half a surface (or a whole one that has a mirrored twin) as triangles with attributes.
struct Surface {
  std::vector<math::Vec3> positions, normals;
  std::vector<BoneWeights> weights;
  std::vector<SkinMaterial> materials;
  std::vector<math::Vec3f> colours;
  std::vector<std::uint32_t> triangles;
};

struct SkinPart {
  Cage cage;            // whole; its vertices lie on the surface when `smooth`
  bool smooth = true;   // interpolated and refined twice
  bool mirror = false;  // has a left copy; otherwise it straddles the middle and its left half is dropped
  /// Edges with both ends in here are split until they are shorter than kDetail; may be empty.
  std::function<bool(const math::Vec3&, SkinMaterial)> detailed;
  /// Moves and paints the finished vertices; may be empty.
  std::function<void(Surface&)> finish;
  std::array<std::size_t, kDetailLevels> triangles{};  // wanted, of what is kept (one half, or one of two copies)
};
inline constexpr double kDetail = 0.0020;

/// Triangles of a part: refined, detailed, moved, painted, with normals.
Surface finished_surface(const SkinPart& part, const std::array<math::Vec3f, kMaterialCount>& colours);

void set_material(Cage& cage, SkinMaterial material);

// Rings run downwards; half a ring runs from the front over the right side to the back. Each function goes on from the
// ring it is given.

/// Crown to neck; returns the lowest ring of the neck (kHeadHalf points).
Ring add_head(Cage& cage, const SkinContext& context);
/// Where the rings of the shirt go on: around the arm (ten points, from its top over the back) and at the waist.
struct ShirtEnds {
  Ring arm, waist;
};
ShirtEnds add_shirt(Cage& cage, const SkinContext& context, const Ring& neck);
/// From the cuff to the finger tips.
void add_hand(Cage& cage, const SkinContext& context, const Ring& cuff);
/// From the waist to the ankle; returns the ring of the sock (eight points, from the front's inner corner outwards).
Ring add_trousers(Cage& cage, const SkinContext& context, const Ring& waist);
void add_shoe(Cage& cage, const SkinContext& context, const Ring& sock);

/// The whole body.
SkinPart make_body_part(const SkinContext& context);
SkinPart make_eyeball(const SkinContext& context);
/// Bob or long hair, as a closed shell about the head.
SkinPart make_hanging_hair(const SkinContext& context);
SkinPart make_bun(const SkinContext& context);

/// Raises and paints nose, lids, lips, ears and hair on the finished head.
void finish_face(const SkinContext& context, Surface& surface);
/// Where the head has such details. Refers to the context.
std::function<bool(const math::Vec3&)> face_detail(const SkinContext& context);
/// The longest finger ends exactly where the span says.
void finish_hand(const SkinContext& context, Surface& surface);

/// Arm sections by station, 0 at the shoulder, 1 at the elbow, 2 at the wrist: half axes along local x (outwards when
/// the arm hangs) and z, and how far the section's middle lies outside the line of the bones.
math::Vec2 arm_radii(const SkinContext& context, double station);
double arm_offset(const SkinContext& context, double station);
BoneWeights arm_weights(double station);
math::Vec3 arm_point(const SkinContext& context, double station, double x, double z);
/// Ten points about the arm, from its top (the outside of a hanging arm) over the back.
Ring arm_ring(Cage& cage, const SkinContext& context, double station, double ease);

}  // namespace fh::human
