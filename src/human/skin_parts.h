#pragma once
// The pieces a skin is made of; private to the skin's sources. Every piece is a closed cage for the right side or for
// both halves, in the bind posture.
#include <functional>
#include <vector>

#include "human/cage.h"
#include "human/kinematics.h"
#include "human/skin.h"

namespace fh::human {

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

struct SkinPart {
  Cage cage;
  std::uint8_t subdivisions = 2;
  std::uint8_t levels = kDetailLevels;  // drawn in this many levels of detail
  double coarseness = 1.0;              // of the thinning, below 1 for what people look at
  math::Vec3f colour{0.0f};
  /// Moves the refined vertices (details, exact measures) before normals are taken; may be empty.
  std::function<void(std::vector<math::Vec3>&)> shape;
  /// Colour by position; empty: `colour`.
  std::function<math::Vec3f(const math::Vec3&)> paint;
  bool mirror = false;  // add a left copy
};

SkinPart make_shirt(const SkinContext& context);
SkinPart make_trousers(const SkinContext& context);
SkinPart make_shoe(const SkinContext& context);
SkinPart make_sock(const SkinContext& context);
SkinPart make_hand(const SkinContext& context);
/// Head and neck; face details included.
SkinPart make_head(const SkinContext& context);
/// Hair, ears, eyeballs, lids, brows and lips, which sit on the finished head.
std::vector<SkinPart> make_face_parts(const SkinContext& context, const Cage& head);

/// The finished fine mesh of a part: subdivided and shaped.
Cage finished(const SkinPart& part, std::size_t subdivisions);

/// Radius correction of a ring of n control points: the refined ring lies inside.
double ring_growth(std::size_t n);
/// Arm radii by station, 0 at the shoulder, 1 at the elbow, 2 at the wrist: {along local x, along local z}.
math::Vec2 arm_radii(const SkinContext& context, double station);
BoneWeights arm_weights(double station);
math::Vec3 arm_point(const SkinContext& context, double station, double x, double z);

}  // namespace fh::human
