// SPDX-License-Identifier: Apache-2.0
// Hair: a hairline with growing thickness on the head's own surface; bob and long hair hang as a closed shell, a bun is
// a closed knot.
#include <algorithm>

#include "human/skin/skin_head.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

BoneWeights on(Joint joint) {
  return {{bone_of(joint), 1.0f}};
}

// Height of the shell's edge by column, front to back; only of hanging styles.
std::array<double, kHeadHalf> shell_edge(const SkinContext& c, const FaceMarks& m) {
  const double front = m.top - 0.44 * (m.top - m.eye);
  if (c.look.hair_style == HairStyle::Long) {
    return {front,         front - 0.003, front - 0.010, m.brow + 0.006, m.mouth - 0.012,
            m.chin - 0.06, m.chin - 0.10, m.chin - 0.12, m.chin - 0.125};
  }
  return {front - 0.004,  front - 0.006,  front - 0.012,  m.brow + 0.004, m.mouth - 0.010,
          m.chin + 0.010, m.chin - 0.002, m.chin - 0.006, m.chin - 0.008};
}

// The skull's columns, and points on them or straight below their widest place.
struct Skull {
  std::array<std::vector<Vec3>, kHeadHalf> columns;

  explicit Skull(const SkinContext& c) {
    Cage cage;
    for (std::size_t row = 0; row < kHeadRows; ++row) {
      const Ring ring = head_ring(cage, c, row);
      for (std::size_t k = 0; k < kHeadHalf; ++k) columns[k].push_back(cage.positions[ring[k]]);
    }
  }
  static double reach(const Vec3& p) { return math::sqrt(p.x * p.x + p.z * p.z); }

  Vec3 at(std::size_t k, double y) const {
    const std::vector<Vec3>& column = columns[k];
    Vec3 p = column.back();
    double widest = 0.0;
    for (std::size_t i = 1; i < column.size(); ++i) {
      widest = std::max(widest, reach(column[i - 1]));
      if (column[i].y > y) continue;
      const double t = math::clamp((column[i - 1].y - y) / (column[i - 1].y - column[i].y), 0.0, 1.0);
      p = column[i - 1] + t * (column[i] - column[i - 1]);
      break;
    }
    if (k >= 4 && reach(p) < 0.97 * widest) {
      const double f = 0.97 * widest / reach(p);
      p.x *= f;
      p.z *= f;
    }
    p.y = y;
    return p;
  }
};

// Along each column from the crown to the hair's edge, a little outside; then back inside the skull.
Cage shell_cage(const SkinContext& c, const FaceMarks& m) {
  const Skull skull(c);
  const std::array<double, kHeadHalf> edge = shell_edge(c, m);
  const BoneWeights head = on(Joint::Head);
  Cage cage;
  set_material(cage, SkinMaterial::Hair);
  const auto add_row = [&](double share, double offset, double shrink) {
    Ring ring;
    for (std::size_t k = 0; k < kHeadHalf; ++k) {
      const double start = skull.columns[k][0].y, y = start + share * (edge[k] - start);
      const Vec3 p = skull.at(k, y), axis(0.0, std::min(y, m.brow + 0.01), 0.1 * m.back);
      // The shell covers the ears, and thins out towards the face.
      const double wide = k < 4 ? 0.65 : (k == 5 ? 1.25 : 1.0);
      Vec3 q = axis + (p - axis) * shrink + wide * offset * math::normalized_or(p - axis, math::kUp);
      if (k == 0 || k + 1 == kHeadHalf) q.x = 0.0;
      ring.push_back(cage.add(q, head));
    }
    return ring;
  };
  struct ShellRow {
    double share, offset;
  };
  const double thick = 0.014;
  Ring ring;
  const std::array<ShellRow, 9> rows = {{{0.0, thick},
                                         {0.10, thick},
                                         {0.22, thick},
                                         {0.36, thick},
                                         {0.52, thick},
                                         {0.75, 0.95 * thick},
                                         {0.95, 0.80 * thick},
                                         {1.0, 0.60 * thick},
                                         {0.985, 0.15 * thick}}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Ring next = add_row(rows[i].share, rows[i].offset, 1.0);
    if (i == 0) {
      cap(cage, next, {0.0, m.top + thick, 0.03 * c.d[Dimension::HeadLength]}, head, false, false);
    } else {
      bridge(cage, ring, next, false);
    }
    ring = next;
  }
  const Ring inner = add_row(0.85, 0.0, 0.88);
  bridge(cage, ring, inner, false);
  cap(cage, inner, {0.0, m.brow + 0.02, 0.0}, head, true, false);
  return with_mirror_half(cage);
}

// Strands: shallow waves across the hair and lighter and darker streaks.
void comb(const SkinContext& c, const FaceMarks& m, Surface& s) {
  double highest = 0.0;
  for (const Vec3& p : s.positions) highest = std::max(highest, p.y);
  for (std::size_t v = 0; v < s.positions.size(); ++v) {
    Vec3& p = s.positions[v];
    const double angle = math::atan2(p.x, -(p.z - 0.02)), waves = math::sin(26.0 * angle + 30.0 * p.y);
    const double fade = math::smooth_step((m.top - p.y) / 0.06);
    const double x = p.x;
    p += 0.0013 * fade * waves * math::normalized_or(Vec3(p.x, 0.0, p.z - 0.02), math::kUp);
    if (x == 0.0) p.x = 0.0;
    s.colours[v] = c.look.hair * static_cast<float>(1.0 + 0.16 * fade * math::sin(57.0 * angle + 20.0 * p.y));
    if (p.y > m.brow) p.y = m.brow + (p.y - m.brow) * (m.top - m.brow) / (highest - m.brow);  // ends at the stature
  }
}

}  // namespace

Hairline::Hairline(const SkinContext& c, const FaceMarks& m) : chin_(m.chin), eye_(m.eye), top_(m.top) {
  const bool shell = c.look.hair_style == HairStyle::Bob || c.look.hair_style == HairStyle::Long;
  full_ = shell ? 0.0 : (c.look.hair_style == HairStyle::Short ? 0.011 : 0.008);  // pressed flat under a shell
  const double front = m.top - 0.46 * (m.top - m.eye), recess = m.female ? 0.002 : 0.008;
  const double ear_top = m.ear.y + 0.5 * c.d[Dimension::EarLength], ear = m.ear.y;
  const double burn = m.female ? m.eye + 0.004 : m.eye - 0.018, nape = m.mouth + 0.006;
  knots_ = {{{0.0, front},
             {14.0, front + 0.001},
             {30.0, front + recess},
             {42.0, front - 0.004},
             {52.0, m.brow + 0.016},
             {62.0, m.brow + 0.004},
             {70.0, burn},
             {80.0, burn},
             {90.0, ear_top + 0.004},
             {114.0, ear_top + 0.002},
             {128.0, ear - 0.010},
             {160.0, nape}}};
}

double Hairline::line(double angle_deg) const {
  for (std::size_t i = 1; i < knots_.size(); ++i) {
    if (angle_deg > knots_[i].angle_deg) continue;
    const double span = knots_[i].angle_deg - knots_[i - 1].angle_deg;
    const double t = math::smooth_step((angle_deg - knots_[i - 1].angle_deg) / span);
    return knots_[i - 1].y + t * (knots_[i].y - knots_[i - 1].y);
  }
  return knots_.back().y;
}

double Hairline::above(const Vec3& p) const {
  if (p.y < chin_) return -1.0;
  const double angle = math::degrees(math::atan2(std::abs(p.x), -(p.z - 0.004)));
  // Where the line runs steeply, its distance is less than the height above it.
  const double slope = (line(angle + 1.5) - line(angle - 1.5)) / (math::radians(3.0) * 0.085);
  const double ragged = 0.0007 * math::sin(0.45 * angle) + 0.0005 * math::sin(1.1 * angle);
  return (p.y - line(angle)) / math::sqrt(1.0 + slope * slope) + ragged;
}

double Hairline::thickness(const Vec3& p, double above) const {
  // Thin at the sides, the back and the nape, full on top.
  const double thin = 0.2 * full_, height = math::smooth_step(2.0 * (p.y - eye_) / (top_ - eye_) - 1.0);
  return (thin + (full_ - thin) * height) * math::smooth_step((above + 0.001) / 0.022);
}

SkinPart make_hanging_hair(const SkinContext& c) {
  const FaceMarks m = face_marks(c);
  SkinPart part;
  part.cage = shell_cage(c, m);
  part.finish = [&c, m](Surface& s) { comb(c, m, s); };
  part.triangles = {1100, 320, 70};
  return part;
}

SkinPart make_bun(const SkinContext& c) {
  const FaceMarks m = face_marks(c);
  std::vector<TubePoint> path;
  const Vec3 at(0.0, m.brow + 0.012, m.back + 0.020);
  const Vec3 axis = glm::normalize(Vec3(0.0, 0.25, 1.0)), up = glm::normalize(Vec3(0.0, 1.0, -0.25));
  for (const auto& [along, radius] : {std::pair{-0.034, 0.022}, {-0.016, 0.034}, {0.004, 0.037}, {0.020, 0.026}}) {
    path.push_back({at + along * axis, {1.0, 0.0, 0.0}, up, {radius, radius}});
  }
  SkinPart part;
  part.cage = tube(path, 8, on(Joint::Head));
  part.cage.materials.assign(part.cage.quads.size(), static_cast<std::uint8_t>(SkinMaterial::Hair));
  part.triangles = {220, 60, 16};
  return part;
}

}  // namespace fh::human
