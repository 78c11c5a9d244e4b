// Hair as a shell over the head's own columns, in four styles.
#include <algorithm>

#include "human/skin_head.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

BoneWeights on(Joint joint) {
  return {{bone_of(joint), 1.0f}};
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

// The skull's columns, and points on them or, for hanging hair, straight below their widest place.
struct Skull {
  std::array<std::vector<Vec3>, kHeadHalf> columns;
  bool hanging;

  Skull(const SkinContext& c, bool hanging_) : hanging(hanging_) {
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
    if (hanging && k >= 4 && reach(p) < 0.97 * widest) {
      const double f = 0.97 * widest / reach(p);
      p.x *= f;
      p.z *= f;
    }
    p.y = y;
    return p;
  }
};

// Along each column from the crown to the hair's edge, a little outside; then back inside the skull.
Cage hair_cage(const SkinContext& c, const FaceMarks& m) {
  const bool hanging = c.look.hair_style == HairStyle::Bob || c.look.hair_style == HairStyle::Long;
  const double thick = c.look.hair_style == HairStyle::Short ? 0.010 : 0.014;
  const Skull skull(c, hanging);
  const std::array<double, kHeadHalf> edge = hair_edge(c, m);
  const BoneWeights head = on(Joint::Head);
  Cage cage;
  const auto add_row = [&](double share, double offset, double shrink) {
    Ring ring;
    for (std::size_t k = 0; k < kHeadHalf; ++k) {
      const double start = skull.columns[k][0].y, y = start + share * (edge[k] - start);
      const Vec3 p = skull.at(k, y), axis(0.0, std::min(y, m.brow + 0.01), 0.05 * c.d[Dimension::HeadLength]);
      Vec3 q = axis + (p - axis) * shrink + offset * math::normalized_or(p - axis, math::kUp);
      if (k == 0 || k + 1 == kHeadHalf) q.x = 0.0;
      ring.push_back(cage.add(q, head));
    }
    return ring;
  };
  // Long hair needs its rows where the skull curves.
  const std::vector<double> shares = hanging ? std::vector<double>{0.0, 0.10, 0.22, 0.36, 0.52, 0.75, 0.98, 1.0}
                                             : std::vector<double>{0.0, 0.25, 0.5, 0.75, 0.97, 1.0};
  Ring ring;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double thin = i + 1 == shares.size() ? 0.2 : 1.0 - 0.55 * shares[i] * shares[i] * shares[i];
    const Ring next = add_row(shares[i], thin * thick, 1.0);
    if (i == 0) {
      const Vec3 crown(0.0, c.d[Dimension::Stature] + 0.017, 0.03 * c.d[Dimension::HeadLength]);
      cap(cage, next, crown, head, false, false);
    } else {
      bridge(cage, ring, next, false);
    }
    ring = next;
  }
  const Ring inner = add_row(hanging ? 0.85 : 0.93, 0.0, 0.86);
  bridge(cage, ring, inner, false);
  cap(cage, inner, {0.0, m.brow + 0.02, 0.0}, head, true, false);
  return with_mirror_half(cage);
}

}  // namespace

SkinPart make_hair(const SkinContext& c) {
  const FaceMarks m = face_marks(c);
  SkinPart part;
  part.cage = hair_cage(c, m);
  part.coarseness = 0.45;
  part.colour = c.look.hair;
  const double top = c.d[Dimension::Stature], brow = m.brow;
  part.shape = [top, brow](std::vector<Vec3>& positions) {  // hair counts as flattened: it ends at the stature
    double highest = 0.0;
    for (const Vec3& p : positions) highest = std::max(highest, p.y);
    for (Vec3& p : positions) {
      if (p.y > brow) p.y = brow + (p.y - brow) * (top - brow) / (highest - brow);
    }
  };
  return part;
}

SkinPart make_bun(const SkinContext& c) {
  const FaceMarks m = face_marks(c);
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

}  // namespace fh::human
