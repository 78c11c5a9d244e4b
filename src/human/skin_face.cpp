// What sits on the head: ears, eyeballs with iris and pupil, lids, brows, lips. Crisp borders between colours are
// borders between pieces.
#include <algorithm>

#include "human/skin_head.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;
using math::Vec3f;

BoneWeights on(Joint joint) {
  return {{bone_of(joint), 1.0f}};
}

// Depth of the finished face at (x, y): the foremost surface there.
double face_depth(const Cage& head, double x, double y) {
  double best = 0.0;
  for (const Cage::Quad& q : head.quads) {
    for (const auto& [i, j, k] : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
      const Vec3 a = head.positions[q[static_cast<std::size_t>(i)]], b = head.positions[q[static_cast<std::size_t>(j)]],
                 c = head.positions[q[static_cast<std::size_t>(k)]];
      const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
      if (std::abs(area) < 1e-14) continue;
      const double u = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
      const double v = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
      if (u < -1e-9 || v < -1e-9 || u + v > 1.0 + 1e-9) continue;
      best = std::min(best, a.z + u * (b.z - a.z) + v * (c.z - a.z));
    }
  }
  return best;
}

SkinPart make_eyeball(const SkinContext& c) {
  constexpr std::size_t kAround = 16;
  const Vec3 eye = c.joint(Joint::RightEye);
  const double r = 0.0122;
  const BoneWeights weight = on(Joint::RightEye);
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
  part.subdivisions = 0;
  part.coarseness = 0.02;  // rings carry the iris
  part.levels = 2;
  part.mirror = true;
  const Vec3f iris = c.look.iris;
  part.paint = [eye, iris](const Vec3& p) {
    const Vec3 d = glm::normalize(p - eye);
    const double angle = math::degrees(math::acos(-d.z));
    if (angle < 11.5) return Vec3f(0.004f);
    if (angle < 28.5) return angle < 21.0 ? iris : iris * 0.55f;
    return Vec3f(0.72f, 0.70f, 0.67f);
  };
  return part;
}

SkinPart make_lids(const SkinContext& c) {
  constexpr std::size_t kAround = 24;
  const Vec3 eye = c.joint(Joint::RightEye);
  const double r = 0.0122;
  const BoneWeights weight = on(Joint::Head);
  struct Level {
    double share, radius;  // between the opening (0) and the rim (1), of the eyeball's radius
  };
  const std::array<Level, 7> levels = {
      {{0.0, 1.012}, {0.02, 1.065}, {0.20, 1.085}, {0.5, 1.075}, {1.0, 1.0}, {1.0, 0.88}, {0.02, 0.93}}};
  Cage cage;
  std::array<Ring, 7> rings;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    for (std::size_t k = 0; k < kAround; ++k) {
      const math::SinCos sc = math::sin_cos(math::kTau * static_cast<double>(k) / kAround);
      // An almond: wide, its outer corner a little higher, the upper lid more curved than the lower one.
      const double up = sc.sin > 0.0 ? 23.5 : 19.0, wide = 60.0;
      const double open = 1.0 / math::sqrt(sc.cos * sc.cos / (wide * wide) + sc.sin * sc.sin / (up * up));
      const double tilt = 2.5 * sc.cos;
      const double angle = math::radians(open + levels[i].share * (88.0 - open));
      const math::SinCos a = math::sin_cos(angle), t = math::sin_cos(math::radians(tilt));
      Vec3 d(a.sin * sc.cos, a.sin * sc.sin, -a.cos);
      d = Vec3(d.x, d.y * t.cos - d.z * t.sin, d.y * t.sin + d.z * t.cos);
      rings[i].push_back(cage.add(eye + levels[i].radius * r * d, weight));
    }
  }
  for (std::size_t i = 0; i < rings.size(); ++i) bridge(cage, rings[i], rings[(i + 1) % rings.size()], true);
  SkinPart part;
  part.cage = cage;
  part.subdivisions = 0;
  part.coarseness = 0.25;
  part.levels = 1;
  part.mirror = true;
  const Vec3f skin = c.look.skin, lash = 0.35f * c.look.hair + Vec3f(0.01f);
  const bool female = c.d.sex == Sex::Female;
  part.paint = [eye, skin, lash, r, female](const Vec3& p) {
    const double out = glm::length(p - eye) / r;
    if (out < 1.04) return p.y > eye.y ? lash : Vec3f(0.75f * skin.x, 0.6f * skin.y, 0.55f * skin.z);
    if (female && out < 1.08 && p.y > eye.y) return 0.5f * (lash + skin);
    return skin * 0.93f;
  };
  return part;
}

SkinPart make_brow(const SkinContext& c, const Cage& head, const FaceMarks& m) {
  const bool female = c.d.sex == Sex::Female;
  std::vector<TubePoint> path;
  for (int i = 0; i <= 8; ++i) {
    const double t = i / 8.0;
    const double x = m.eye_x - 0.019 + 0.041 * t;
    const double y = m.brow - 0.0035 + 0.0065 * math::sin(math::radians(35.0 + 115.0 * t)) - 0.004 * t * t;
    const double taper = math::sqrt(math::clamp(1.0 - t, 0.02, 1.0)) * (0.75 + 0.25 * math::smooth_step(t * 6.0));
    path.push_back({{x, y, face_depth(head, x, y) + 0.0004},
                    {0.0, 1.0, 0.0},
                    {0.0, 0.0, 1.0},
                    {(female ? 0.0021 : 0.0032) * taper, 0.0018}});
  }
  SkinPart part;
  part.cage = tube(path, 6, on(Joint::Head));
  part.subdivisions = 0;
  part.coarseness = 0.25;
  part.levels = 2;
  part.colour = 0.8f * c.look.hair + 0.06f * c.look.skin;
  part.mirror = true;
  return part;
}

SkinPart make_lip(const SkinContext& c, const Cage& head, const FaceMarks& m, bool upper) {
  const bool female = c.d.sex == Sex::Female;
  const double half = (female ? 0.0235 : 0.0255) * c.d[Dimension::FaceBreadth] / 0.14;
  const double full = (female ? 0.0046 : 0.0038) * (upper ? 0.85 : 1.05);
  std::vector<TubePoint> path;
  for (int i = 0; i <= 16; ++i) {
    const double t = i / 8.0 - 1.0, x = half * t;
    const double taper = math::sqrt(std::max(0.0, 1.0 - t * t)) * 0.94 + 0.06;
    // The upper lip has a bow, the line between them sags a little in the middle.
    const double bow = upper ? 1.0 - 0.22 * math::exp(-t * t * 40.0) : 1.0;
    const double line = m.mouth - 0.0006 + 0.0012 * t * t;
    const double h = full * taper * bow, y = line + (upper ? 0.85 * h : -0.85 * h);
    path.push_back({{x, y, face_depth(head, x, y) + 0.0014 - 0.0010 * taper},
                    {0.0, 1.0, 0.0},
                    {0.0, 0.0, 1.0},
                    {h, 0.0024 * taper}});
  }
  SkinPart part;
  part.cage = tube(path, 8, on(Joint::Head));
  part.subdivisions = 0;
  part.coarseness = 0.25;
  part.levels = 1;
  const Vec3f rose(0.42f, 0.12f, 0.11f);
  part.colour = female ? 0.55f * c.look.skin * Vec3f(1.0f, 0.62f, 0.62f) + 0.45f * rose
                       : 0.80f * c.look.skin * Vec3f(1.0f, 0.72f, 0.70f) + 0.15f * rose;
  return part;
}

SkinPart make_ear(const SkinContext& c) {
  const Dimensions& d = c.d;
  const double length = 0.5 * d[Dimension::EarLength], breadth = 0.5 * d[Dimension::EarBreadth];
  const double y = d[Dimension::Stature] - d[Dimension::TragionTopOfHead] + 0.15 * length;
  const Vec3 centre(0.5 * d[Dimension::FaceBreadth] + 0.002, y, 0.55 * breadth);
  // A disc standing out at the back, thick at the rim and hollow within: rings from the hollow's middle over the rim.
  struct Level {
    double size, out;
  };
  const std::array<Level, 6> levels = {
      {{0.30, 0.0015}, {0.62, 0.0020}, {0.80, 0.0075}, {0.98, 0.0085}, {1.02, 0.0030}, {0.72, -0.006}}};
  const Vec3 outward = glm::normalize(Vec3(0.86, 0.0, -0.42));  // the disc's normal
  const Vec3 back = glm::normalize(Vec3(0.42, -0.10, 0.86));
  const Vec3 up = glm::normalize(Vec3(0.06, 1.0, 0.16));
  Cage cage;
  Ring ring;
  const BoneWeights weight = on(Joint::Head);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    Ring next;
    for (int k = 0; k < 10; ++k) {
      const math::SinCos sc = math::sin_cos(math::kTau * k / 10.0);
      const double lobe = sc.sin < 0.0 ? 0.86 : 1.0;  // narrower below
      next.push_back(
          cage.add(centre + levels[i].size * (breadth * 1.1 * lobe * sc.cos * back + length * 1.08 * sc.sin * up) +
                       levels[i].out * outward,
                   weight));
    }
    if (i == 0) {
      cap(cage, next, centre + 0.001 * outward, weight, false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, centre - 0.010 * outward, weight, true, true);
  SkinPart part;
  part.cage = cage;
  part.subdivisions = 1;
  part.levels = 2;
  part.colour = c.look.skin * Vec3f(1.0f, 0.92f, 0.90f);
  part.mirror = true;
  return part;
}

}  // namespace

std::vector<SkinPart> make_face_parts(const SkinContext& c, const Cage& head) {
  const FaceMarks m = face_marks(c);
  std::vector<SkinPart> parts{make_hair(c),
                              make_eyeball(c),
                              make_lids(c),
                              make_brow(c, head, m),
                              make_lip(c, head, m, true),
                              make_lip(c, head, m, false)};
  const bool covered = c.look.hair_style == HairStyle::Bob || c.look.hair_style == HairStyle::Long;
  if (!covered) parts.push_back(make_ear(c));
  if (c.look.hair_style == HairStyle::Bun) parts.push_back(make_bun(c));
  return parts;
}

}  // namespace fh::human
