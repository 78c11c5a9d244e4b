// SPDX-License-Identifier: Apache-2.0
// Eyeballs with pupil, iris and white: closed, because they turn in their sockets.
#include "human/skin/skin_head.h"
#include "math/trig.h"

namespace fh::human {

using math::Vec3;
using math::Vec3f;

SkinPart make_eyeball(const SkinContext& c) {
  constexpr std::size_t kAround = 16;
  const Vec3 eye = c.joint(Joint::RightEye);
  const double r = kEyeballRadius;
  const BoneWeights weight{{bone_of(Joint::RightEye), 1.0f}};
  // Rings about the looking direction: pupil, iris, white; doubled at the colours' borders.
  const std::array<double, 9> angles_deg = {6.0, 11.0, 12.0, 20.0, 28.0, 29.5, 50.0, 90.0, 135.0};
  Cage cage;
  Ring ring;
  for (std::size_t i = 0; i < angles_deg.size(); ++i) {
    const math::SinCos a = math::sin_cos(math::radians(angles_deg[i]));
    Ring next;
    for (std::size_t k = 0; k < kAround; ++k) {  // right-handed about the way back (+Z)
      const math::SinCos sc = math::sin_cos(math::kTau * static_cast<double>(k) / kAround);
      // The cornea bulges.
      const double bulge = angles_deg[i] < 30.0 ? 1.0 + 0.035 * (1.0 - angles_deg[i] / 30.0) : 1.0;
      next.push_back(cage.add(eye + r * bulge * Vec3(a.sin * sc.cos, a.sin * sc.sin, -a.cos), weight));
    }
    if (i == 0) {
      cap(cage, next, eye + Vec3(0.0, 0.0, -1.035 * r), weight, false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, eye + Vec3(0.0, 0.0, r), weight, true, true);
  SkinPart part;
  part.cage = cage;
  part.cage.materials.assign(part.cage.quads.size(), static_cast<std::uint8_t>(SkinMaterial::Eye));
  part.smooth = false;
  part.mirror = true;
  part.triangles = {200, 80, 0};
  const Vec3f iris = c.look.iris;
  part.finish = [eye, iris](Surface& s) {
    for (std::size_t v = 0; v < s.positions.size(); ++v) {
      const Vec3 d = glm::normalize(s.positions[v] - eye);
      const double angle = math::degrees(math::acos(-d.z));
      s.colours[v] = Vec3f(0.70f, 0.67f, 0.63f);
      if (angle < 28.5) s.colours[v] = angle < 21.0 ? iris : iris * 0.45f;
      if (angle < 11.5) s.colours[v] = Vec3f(0.004f);
    }
  };
  return part;
}

}  // namespace fh::human
