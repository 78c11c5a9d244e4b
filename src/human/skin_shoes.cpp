// Shoes and socks, right side.
#include <algorithm>

#include "human/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec2;
using math::Vec3;

struct ShoeRing {
  double z, half_width, top, x_shift;  // z from the ankle, forward negative; top: height above the floor
};

// Heel to toe.
std::vector<ShoeRing> shoe_rings(const Dimensions& d, double top, double length, double heel) {
  const double ball = 0.5 * d[Dimension::FootBreadth] + 0.003, heel_w = 0.5 * d[Dimension::HeelBreadth] + 0.003;
  return {{heel - 0.004, 0.62 * heel_w, 0.55 * top, 0.0},
          {heel - 0.022, 1.00 * heel_w, 1.02 * top, 0.0},
          {heel - 0.28 * length, 1.02 * heel_w, 1.12 * top, 0.0},
          {heel - 0.42 * length, 0.98 * heel_w, 1.02 * top, 0.002},
          {heel - 0.58 * length, 0.95 * ball, 0.80 * top, 0.004},
          {heel - 0.74 * length, 1.03 * ball, 0.60 * top, 0.003},
          {heel - 0.90 * length, 0.86 * ball, 0.46 * top, -0.002},
          {heel - 0.985 * length, 0.45 * ball, 0.36 * top, -0.005}};
}

// By the distance behind the joint of the toes.
BoneWeights shoe_weights(double behind_toes) {
  const float t = static_cast<float>(math::smooth_step(0.5 - behind_toes / 0.05));
  BoneWeights w;
  w.add(bone_of(Joint::RightFoot), 1.0f - t);
  w.add(bone_of(Joint::RightToes), t);
  return w;
}

Cage shoe_cage(const SkinContext& c) {
  const Dimensions& d = c.d;
  const Vec3 ankle = c.joint(Joint::RightFoot);
  const double length = d[Dimension::FootLength] + 0.012, heel = 0.25 * d[Dimension::FootLength] + 0.008;
  const double toe_z = c.joint(Joint::RightToes).z - ankle.z;
  Cage cage;
  Ring ring;
  const std::vector<ShoeRing> rings = shoe_rings(d, ankle.y, length, heel);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const ShoeRing& s = rings[i];
    Ring next;
    // Top, upper right, right, sole right, sole, sole left, left, upper left: a flat sole with square edges.
    const std::array<Vec2, 8> outline = {{{0.0, 1.08 * s.top},
                                          {0.78, 0.84 * s.top},
                                          {1.05, 0.38 * s.top},
                                          {1.02, -0.006},
                                          {0.0, -0.004},
                                          {-1.02, -0.006},
                                          {-1.05, 0.38 * s.top},
                                          {-0.78, 0.84 * s.top}}};
    for (const Vec2& o : outline) {
      const double x = ankle.x + s.x_shift + 1.06 * s.half_width * o.x;
      next.push_back(cage.add({x, o.y, ankle.z + s.z}, shoe_weights(s.z - toe_z)));
    }
    if (i == 0) {
      cap(cage, next, {ankle.x, 0.45 * s.top, ankle.z + heel + 0.003}, shoe_weights(s.z - toe_z), false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, {ankle.x - 0.005, 0.16 * ankle.y, ankle.z + heel - length - 0.004}, shoe_weights(-1.0), true, true);
  return cage;
}

}  // namespace

SkinPart make_shoe(const SkinContext& c) {
  SkinPart part;
  part.cage = shoe_cage(c);
  part.subdivisions = 1;
  part.colour = c.look.shoes;
  part.mirror = true;
  part.shape = [](std::vector<Vec3>& positions) {
    for (Vec3& p : positions) p.y = std::max(p.y, 0.0);
  };
  const math::Vec3f sole = 0.5f * c.look.shoes + math::Vec3f(0.10f), upper = c.look.shoes;
  part.paint = [sole, upper](const Vec3& p) { return p.y < 0.016 ? sole : upper; };
  return part;
}

SkinPart make_sock(const SkinContext& c) {
  Cage cage;
  const Vec3 ankle = c.joint(Joint::RightFoot), knee = c.joint(Joint::RightShank);
  const double r = c.d[Dimension::AnkleCircumference] / math::kTau * ring_growth(8);
  const std::uint16_t foot = bone_of(Joint::RightFoot), shank = bone_of(Joint::RightShank);
  const std::uint16_t half = half_of(Joint::RightFoot);
  struct Level {
    double y;
    BoneWeights weight;
  };
  const std::array<Level, 4> levels = {{{ankle.y + 0.30 * (knee.y - ankle.y), {{shank, 1.0f}}},
                                        {ankle.y + 0.07, {{shank, 0.9f}, {half, 0.1f}}},
                                        {ankle.y + 0.01, {{half, 0.8f}, {foot, 0.2f}}},
                                        {ankle.y - 0.025, {{foot, 1.0f}}}}};
  Ring ring;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    Ring next;
    for (int j = 0; j < 8; ++j) {
      const math::SinCos sc = math::sin_cos(math::radians(45.0 * j));
      next.push_back(
          cage.add({ankle.x + 0.92 * r * sc.sin, levels[i].y, ankle.z + 0.008 - 1.1 * r * sc.cos}, levels[i].weight));
    }
    if (i == 0) {
      cap(cage, next, {ankle.x, levels[i].y, ankle.z}, levels[i].weight, false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, {ankle.x, levels.back().y, ankle.z}, levels.back().weight, true, true);
  SkinPart part;
  part.cage = cage;
  part.subdivisions = 1;
  part.levels = 2;
  part.colour = 0.5f * c.look.trousers + math::Vec3f(0.01f);
  part.mirror = true;
  return part;
}

}  // namespace fh::human
