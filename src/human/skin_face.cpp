// What sits on the head: hair, ears, eyeballs with iris and pupil, lids, brows, lips. Crisp borders between colours are
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

// A closed tube along `path`; at each point an ellipse of half axes `radii` in the plane of `across` and `out`.
struct TubePoint {
  Vec3 centre, across, out;
  math::Vec2 radii;
};
Cage tube(const std::vector<TubePoint>& path, std::size_t around, const BoneWeights& weight) {
  Cage cage;
  Ring ring;
  for (std::size_t i = 0; i < path.size(); ++i) {
    Ring next;
    for (std::size_t k = 0; k < around; ++k) {
      const math::SinCos sc = math::sin_cos(math::kTau * static_cast<double>(k) / static_cast<double>(around));
      next.push_back(cage.add(
          path[i].centre + path[i].radii.x * sc.cos * path[i].across + path[i].radii.y * sc.sin * path[i].out, weight));
    }
    if (i == 0) {
      cap(cage, next, path[i].centre, weight, false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, path.back().centre, weight, true, true);
  return cage;
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

// Height of the hair's edge by column, front to back.
std::array<double, kHeadHalf> hair_edge(const SkinContext& c, const FaceMarks& m) {
  const double top = c.d[Dimension::Stature], front = top - 0.47 * (top - m.eye);
  const double ear = top - c.d[Dimension::TragionTopOfHead];
  const double nape = m.mouth + 0.004;
  switch (c.look.hair_style) {
    case HairStyle::Short:
      return {front,       front - 0.001, front - 0.006, m.brow + 0.020, m.eye - 0.004, ear + 0.034,
              ear - 0.006, nape + 0.004,  nape};
    case HairStyle::Bob:
      return {front - 0.012,  front - 0.010, front - 0.012, m.brow + 0.012, m.mouth - 0.004,
              m.chin + 0.004, m.chin,        m.chin,        m.chin};
    case HairStyle::Long:
      return {front - 0.002, front - 0.004, front - 0.010, m.brow + 0.010, m.mouth,
              m.chin - 0.07, m.chin - 0.11, m.chin - 0.13, m.chin - 0.13};
    case HairStyle::Bun:
      return {front,       front - 0.002, front - 0.008, m.brow + 0.016, m.eye + 0.002,
              ear + 0.036, ear,           nape + 0.012,  nape + 0.008};
  }
  return {};
}

SkinPart make_hair(const SkinContext& c, const FaceMarks& m) {
  // Along each column of the head's cage, from the crown to the hair's edge, a little outside.
  Cage skull;
  std::array<std::vector<Vec3>, kHeadHalf> columns;
  for (std::size_t row = 0; row < kHeadRows; ++row) {
    const Ring ring = head_ring(skull, c, row);
    for (std::size_t k = 0; k < kHeadHalf; ++k) columns[k].push_back(skull.positions[ring[k]]);
  }
  const std::array<double, kHeadHalf> edge = hair_edge(c, m);
  const bool hanging = c.look.hair_style == HairStyle::Bob || c.look.hair_style == HairStyle::Long;
  const double thick = c.look.hair_style == HairStyle::Short ? 0.010 : 0.014;
  const double top = c.d[Dimension::Stature];
  const auto on_skull = [&](std::size_t k, double y) {
    const std::vector<Vec3>& column = columns[k];
    Vec3 p = column.back();
    double widest = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (column[i].y > y) widest = std::max(widest, glm::length(Vec3(column[i].x, 0.0, column[i].z)));
    }
    for (std::size_t i = 1; i < column.size(); ++i) {
      if (column[i].y <= y) {
        const double t = math::clamp((column[i - 1].y - y) / (column[i - 1].y - column[i].y), 0.0, 1.0);
        p = column[i - 1] + t * (column[i] - column[i - 1]);
        break;
      }
    }
    if (hanging && k >= 4) {  // falls straight from the widest part
      const double now = glm::length(Vec3(p.x, 0.0, p.z));
      if (now < widest * 0.97) {
        const double f = 0.97 * widest / now;
        p.x *= f;
        p.z *= f;
      }
    }
    p.y = y;
    return p;
  };
  Cage cage;
  const BoneWeights head = on(Joint::Head);
  Ring ring;
  // Long hair needs its rows where the skull curves.
  const std::vector<double> shares = hanging ? std::vector<double>{0.0, 0.10, 0.22, 0.36, 0.52, 0.75, 0.98, 1.0}
                                             : std::vector<double>{0.0, 0.25, 0.5, 0.75, 0.97, 1.0};
  const auto add_row = [&](double share, double offset, double shrink) {
    Ring next;
    for (std::size_t k = 0; k < kHeadHalf; ++k) {
      const double start = columns[k][0].y;
      const double y = start + share * (edge[k] - start);
      const Vec3 p = on_skull(k, y);
      const Vec3 axis(0.0, std::min(y, m.brow + 0.01), 0.05 * c.d[Dimension::HeadLength]);
      const Vec3 away = math::normalized_or(p - axis, {0.0, 1.0, 0.0});
      Vec3 q = axis + (p - axis) * shrink + offset * away;
      if (k == 0 || k + 1 == kHeadHalf) q.x = 0.0;
      next.push_back(cage.add(q, head));
    }
    return next;
  };
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const bool last = i + 1 == shares.size();
    const double thin = 1.0 - 0.55 * shares[i] * shares[i] * shares[i];
    const Ring next = add_row(shares[i], (last ? 0.2 : thin) * thick, 1.0);
    if (i == 0) {
      cap(cage, next, {0.0, top + 0.017, 0.03 * c.d[Dimension::HeadLength]}, head, false, false);
    } else {
      bridge(cage, ring, next, false);
    }
    ring = next;
  }
  const Ring inner = add_row(hanging ? 0.85 : 0.93, 0.0, 0.86);
  bridge(cage, ring, inner, false);
  cap(cage, inner, {0.0, m.brow + 0.02, 0.0}, head, true, false);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.coarseness = 0.45;
  part.colour = c.look.hair;
  const double brow = m.brow;
  part.shape = [top, brow](std::vector<Vec3>& positions) {  // hair counts as flattened: it ends at the stature
    double highest = 0.0;
    for (const Vec3& p : positions) highest = std::max(highest, p.y);
    for (Vec3& p : positions) {
      if (p.y > brow) p.y = brow + (p.y - brow) * (top - brow) / (highest - brow);
    }
  };
  return part;
}

SkinPart make_bun(const SkinContext& c, const FaceMarks& m) {
  std::vector<TubePoint> path;
  const Vec3 at(0.0, m.brow + 0.010, 0.51 * c.d[Dimension::HeadLength] + 0.018);
  const Vec3 axis = glm::normalize(Vec3(0.0, 0.25, 1.0)), up = glm::normalize(Vec3(0.0, 1.0, -0.25));
  for (const auto& [along, radius] : {std::pair{-0.030, 0.022}, {-0.014, 0.034}, {0.006, 0.036}, {0.022, 0.024}}) {
    path.push_back({at + along * axis, {1.0, 0.0, 0.0}, up, {radius, radius}});
  }
  SkinPart part;
  part.cage = tube(path, 8, on(Joint::Head));
  part.subdivisions = 1;
  part.levels = 2;
  part.colour = c.look.hair;
  return part;
}

}  // namespace

std::vector<SkinPart> make_face_parts(const SkinContext& c, const Cage& head) {
  const FaceMarks m = face_marks(c);
  std::vector<SkinPart> parts{make_hair(c, m),
                              make_eyeball(c),
                              make_lids(c),
                              make_brow(c, head, m),
                              make_lip(c, head, m, true),
                              make_lip(c, head, m, false)};
  const bool covered = c.look.hair_style == HairStyle::Bob || c.look.hair_style == HairStyle::Long;
  if (!covered) parts.push_back(make_ear(c));
  if (c.look.hair_style == HairStyle::Bun) parts.push_back(make_bun(c, m));
  return parts;
}

}  // namespace fh::human
