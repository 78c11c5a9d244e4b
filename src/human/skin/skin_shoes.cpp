// SPDX-License-Identifier: Apache-2.0
// Shoes: upper, welt, flat sole; right side. The opening at the ankle goes on from the sock.
#include <algorithm>

#include "human/skin/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec2;
using math::Vec3;

constexpr std::size_t kOutline = 14;  // top, then down the outer side, the sole, and up the inner side

struct ShoeRing {
  double z, half_width, top, x_shift;  // z from the ankle, forward negative; top: height above the floor
};

// Heel to toe. Rings 1 … 3 frame the opening.
std::vector<ShoeRing> shoe_rings(const Dimensions& d, double ankle, double length, double heel) {
  const double ball = 0.5 * d[Dimension::FootBreadth] + 0.001, heel_w = 0.5 * d[Dimension::HeelBreadth] + 0.003;
  const double top = ankle - 0.006;
  return {{heel - 0.006, 0.66 * heel_w, 0.72 * top, 0.0},
          {heel - 0.026, 0.98 * heel_w, 1.00 * top, 0.0},
          {heel - 0.25 * length, 1.00 * heel_w, 0.88 * top, 0.0},
          {heel - 0.42 * length, 0.96 * heel_w, 1.06 * top, 0.001},
          {heel - 0.56 * length, 0.90 * ball, 0.86 * top, 0.003},
          {heel - 0.72 * length, 1.00 * ball, 0.64 * top, 0.003},
          {heel - 0.88 * length, 0.86 * ball, 0.50 * top, -0.002},
          {heel - 0.965 * length, 0.55 * ball, 0.40 * top, -0.005}};
}

// By the distance behind the joint of the toes.
BoneWeights shoe_weights(double behind_toes) {
  const float t = static_cast<float>(math::smooth_step(0.5 - behind_toes / 0.05));
  BoneWeights w;
  w.add(bone_of(Joint::RightFoot), 1.0f - t);
  w.add(bone_of(Joint::RightToes), t);
  return w;
}

// A ring of the shoe; `open` leaves out the top point, which lies in the opening.
Ring shoe_ring(Cage& cage, const Vec3& ankle, const ShoeRing& s, const BoneWeights& weight, bool open) {
  const double welt = 0.020, rand = 0.016;
  const std::array<Vec2, 8> half = {{{0.0, 1.0 * s.top},
                                     {0.66, 0.90 * s.top},
                                     {0.93, 0.40 * s.top + 0.010},
                                     {0.925, welt + 0.002},
                                     {0.92, welt},
                                     {0.97, rand},
                                     {0.95, 0.0},
                                     {0.0, 0.0}}};
  Ring ring(kOutline);
  for (std::size_t k = 0; k < kOutline; ++k) {
    const bool inner = k > 7;
    const Vec2 o = half[inner ? kOutline - k : k];
    if (open && k == 0) {
      ring[k] = 0xFFFFFFFFu;
      continue;
    }
    const double x = ankle.x + s.x_shift + (inner ? -1.0 : 1.0) * s.half_width * o.x;
    ring[k] = cage.add({x, o.y, ankle.z + s.z}, weight);
  }
  return ring;
}

void bridge_shoe(Cage& cage, const Ring& from, const Ring& to, bool open) {
  for (std::size_t k = 0; k < kOutline; ++k) {
    if (open && (k == 0 || k == kOutline - 1)) continue;
    set_material(cage, k >= 4 && k < 10 ? SkinMaterial::Sole : SkinMaterial::Shoe);
    cage.quad(from[k], from[(k + 1) % kOutline], to[(k + 1) % kOutline], to[k]);
  }
}

}  // namespace

void add_shoe(Cage& cage, const SkinContext& c, const Ring& sock) {
  const Dimensions& d = c.d;
  const Vec3 ankle = c.joint(Joint::RightFoot);
  const double length = d[Dimension::FootLength] + 0.008, heel = 0.25 * d[Dimension::FootLength] + 0.004;
  const double toe_z = c.joint(Joint::RightToes).z - ankle.z;
  const std::vector<ShoeRing> rows = shoe_rings(d, ankle.y, length, heel);
  std::vector<Ring> rings;
  const std::size_t heel_cap = cage.quads.size();
  set_material(cage, SkinMaterial::Shoe);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const BoneWeights weight = shoe_weights(rows[i].z - toe_z);
    rings.push_back(shoe_ring(cage, ankle, rows[i], weight, i == 2));
    if (i == 0) {
      cap(cage, rings[0], {ankle.x, 0.40 * rows[0].top, ankle.z + heel}, weight, false, true);
    } else {
      bridge_shoe(cage, rings[i - 1], rings[i], i == 2 || i == 3);
    }
  }
  set_material(cage, SkinMaterial::Shoe);
  cap(cage, rings.back(), {ankle.x - 0.005, 0.30 * ankle.y, ankle.z + heel - length}, shoe_weights(-1.0), true, true);
  // Caps have a quad per two points: those of the sole, of the toe now and of the heel.
  for (std::size_t k = 2; k <= 4; ++k) {
    for (const std::size_t first : {heel_cap, cage.quads.size() - kOutline / 2}) {
      cage.materials[first + k] = static_cast<std::uint8_t>(SkinMaterial::Sole);
    }
  }
  // The opening, in the order of the leg's rings; the sock goes down into it, turns, and comes out as the shoe's rim.
  const std::size_t in = kOutline - 1;
  const Ring rim{rings[3][in], rings[3][0], rings[3][1],  rings[2][1],
                 rings[1][1],  rings[1][0], rings[1][in], rings[2][in]};
  Ring inside;
  for (std::size_t k = 0; k < rim.size(); ++k) {
    const Vec3 edge = cage.positions[rim[k]];
    const Vec3 middle(ankle.x, edge.y, ankle.z + heel - 0.23 * length);
    inside.push_back(cage.add(edge + 0.10 * (middle - edge) - Vec3(0.0, 0.008, 0.0),
                              {{bone_of(Joint::RightFoot), 0.8f}, {half_of(Joint::RightFoot), 0.2f}}));
  }
  set_material(cage, SkinMaterial::Sock);
  bridge(cage, sock, inside, true);
  set_material(cage, SkinMaterial::Shoe);
  bridge(cage, inside, rim, true);
}

}  // namespace fh::human
