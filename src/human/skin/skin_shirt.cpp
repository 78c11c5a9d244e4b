// SPDX-License-Identifier: Apache-2.0
// The shirt: collar, yoke with an armhole, sleeve, trunk down to the belt. Right half.
#include <algorithm>

#include "human/skin/skin_head.h"
#include "human/skin/skin_torso.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

BoneWeights spine() {
  return {{kSpineBone, 1.0f}};
}

using Columns = std::array<Vec3, kTorsoHalf>;
using ColumnWeights = std::array<BoneWeights, kTorsoHalf>;
constexpr std::uint32_t kHole = 0xFFFFFFFFu;

// Seven points of a row, front to back; `hole` leaves out the middle one.
Ring add_row(Cage& cage, const Columns& points, const ColumnWeights& weights, bool hole) {
  Ring ring;
  for (std::size_t k = 0; k < kTorsoHalf; ++k) {
    ring.push_back(hole && k == 3 ? kHole : cage.add(points[k], weights[k]));
  }
  return ring;
}

struct ShoulderRows {
  Ring top, high, low, axilla;  // columns 0 … 6; column 3 of `high` and `low` is the armhole
};

/// Where the shoulder's rows run, m, and which bones carry their points.
struct ShoulderFrame {
  Vec3 s;                   // the shoulder joint
  double r;                 // the upper arm's radius with its sleeve
  double front, back;       // of the chest
  double breast, nape_low;  // heights of the top row at the mid-lines
  double axilla, under;     // height of the armpits; half the chest's width there
  double out, up;           // to the acromion from the joint, with skin and cloth on it
  BoneWeights body = spine(), near, above, front_high, front_low, below;

  ShoulderFrame(const SkinContext& c, const Torso& t);
  // Heights at the mid-lines: evenly from the collar to the armpits.
  double front_y(double share) const { return breast + share * (axilla - 0.012 - breast); }
  double back_y(double share) const { return nape_low + share * (axilla - 0.012 - nape_low); }
};

ShoulderFrame::ShoulderFrame(const SkinContext& c, const Torso& t) {
  const Dimensions& d = c.d;
  const std::uint16_t clavicle = bone_of(Joint::RightClavicle), half = half_of(Joint::RightUpperArm);
  s = c.joint(Joint::RightUpperArm);
  r = arm_radii(c, 0.1).y + kCloth;
  front = t.chest.front;
  back = t.chest.back;
  breast = d[Dimension::SuprasternaleHeight] - 0.016;
  nape_low = d[Dimension::CervicaleHeight] - 0.046;
  axilla = std::min(d[Dimension::AxillaHeight], s.y - 0.055);
  under = t.chest.half_width;
  // The acromion, where the survey found it.
  out = 0.5 * d[Dimension::BiacromialBreadth] -
        (c.skeleton.offsets[index_of(Joint::RightClavicle)].x + c.skeleton.offsets[index_of(Joint::RightUpperArm)].x);
  up = 0.104 * d[Dimension::AcromionRadialeLength] + kCloth;
  near = {{kSpineBone, 0.8f}, {clavicle, 0.2f}};
  above = {{kSpineBone, 0.15f}, {clavicle, 0.50f}, {half, 0.35f}};
  front_high = {{kSpineBone, 0.34f}, {clavicle, 0.28f}, {half, 0.38f}};
  front_low = {{kSpineBone, 0.50f}, {clavicle, 0.14f}, {half, 0.36f}};
  below = {{kSpineBone, 0.64f}, {clavicle, 0.05f}, {half, 0.31f}};
}

Ring add_top_row(Cage& cage, const ShoulderFrame& k) {
  const Vec3 s = k.s;
  return add_row(cage,
                 {{{0.0, k.front_y(0.0), 0.56 * k.front},
                   {0.45 * s.x, k.front_y(0.0) + 0.010, 0.58 * k.front},
                   {0.94 * s.x, s.y + 0.70 * k.up, s.z - 0.80 * k.r},
                   {s.x + 0.80 * k.out, s.y + k.up, s.z + 0.004},
                   {0.96 * s.x, s.y + 0.78 * k.up, s.z + 0.88 * k.r},
                   {0.46 * s.x, k.back_y(0.0), 0.88 * k.back},
                   {0.0, k.back_y(0.0), 0.84 * k.back}}},
                 {k.body, k.near, k.above, k.above, k.above, k.near, k.body}, false);
}

Ring add_high_row(Cage& cage, const ShoulderFrame& k) {
  const Vec3 s = k.s;
  const double y = s.y + 0.05 * (k.axilla - s.y);
  return add_row(cage,
                 {{{0.0, k.front_y(0.33), 0.70 * k.front},
                   {0.50 * s.x, k.front_y(0.33), 0.76 * k.front},
                   {0.99 * s.x, y, s.z - 1.12 * k.r},
                   {},
                   {1.00 * s.x, y, s.z + 1.20 * k.r},
                   {0.52 * s.x, k.back_y(0.36), 1.00 * k.back},
                   {0.0, k.back_y(0.36), 0.95 * k.back}}},
                 {k.body, k.body, k.front_high, k.body, k.front_high, k.body, k.body}, true);
}

Ring add_low_row(Cage& cage, const ShoulderFrame& k) {
  const Vec3 s = k.s;
  const double y = s.y + 0.58 * (k.axilla - s.y);
  return add_row(cage,
                 {{{0.0, k.front_y(0.67), 0.83 * k.front},
                   {0.52 * s.x, k.front_y(0.67), 0.90 * k.front},
                   {0.93 * s.x, y, s.z - 1.20 * k.r},
                   {},
                   {0.95 * s.x, y, s.z + 1.30 * k.r},
                   {0.53 * s.x, k.back_y(0.70), 1.03 * k.back},
                   {0.0, k.back_y(0.70), 0.98 * k.back}}},
                 {k.body, k.body, k.front_low, k.body, k.front_low, k.body, k.body}, true);
}

Ring add_axilla_row(Cage& cage, const ShoulderFrame& k, double hollow) {
  const double y = k.axilla - 0.012;
  return add_row(cage,
                 {{{0.0, y, 0.94 * hollow * k.front},
                   {0.54 * k.under, y, 0.98 * k.front},
                   {0.92 * k.under, k.axilla - 0.006, k.s.z - 1.00 * k.r},
                   {1.03 * k.under, k.axilla - 0.004, k.s.z + 0.006},
                   {0.94 * k.under, k.axilla - 0.006, k.s.z + 1.12 * k.r},
                   {0.54 * k.under, y, 1.03 * k.back},
                   {0.0, y, 0.98 * k.back}}},
                 {k.body, k.body, k.below, k.below, k.below, k.body, k.body}, false);
}

// From the collar's slope over the shoulder to the armpit.
ShoulderRows add_shoulder_rows(Cage& cage, const SkinContext& c, const Torso& t) {
  const ShoulderFrame frame(c, t);
  ShoulderRows rows;
  rows.top = add_top_row(cage, frame);
  rows.high = add_high_row(cage, frame);
  rows.low = add_low_row(cage, frame);
  rows.axilla = add_axilla_row(cage, frame, c.d.sex == Sex::Female ? 0.94 : 0.98);
  return rows;
}

// The collar stands round the neck: the neck's skin goes down into it, turns, and comes out over its edge. The head's
// rings have two points more than the trunk's; the front-most three segments become one.
Ring add_collar(Cage& cage, const Torso& t, const Ring& neck) {
  const BoneWeights weight{{kSpineBone, 0.75f}, {bone_of(Joint::Neck), 0.25f}};
  set_material(cage, SkinMaterial::Shirt);
  const Ring inside = torso_ring(cage, t.collar.grown(-0.0055, t.collar.y - 0.004), weight);
  const Vec3 a = cage.positions[inside[0]], b = cage.positions[inside[1]];
  const auto inner = [&](std::uint32_t upper, double share) {
    const Vec3 on_edge = a + share * (b - a);
    return cage.add(on_edge + 0.45 * (cage.positions[upper] - on_edge), weight);
  };
  set_material(cage, SkinMaterial::Face);
  const std::uint32_t m1 = inner(neck[1], 0.33), m2 = inner(neck[2], 0.67);
  cage.quad(neck[0], neck[1], m1, inside[0]);
  cage.quad(neck[1], neck[2], m2, m1);
  cage.quad(neck[2], neck[3], inside[1], m2);
  cage.quad(m1, m2, inside[1], inside[0]);
  for (std::size_t k = 1; k + 1 < kTorsoHalf; ++k) cage.quad(neck[k + 2], neck[k + 3], inside[k + 1], inside[k]);
  set_material(cage, SkinMaterial::Shirt);
  Ring ring = inside;
  for (const auto& [out, up] : {std::pair{-0.0040, 0.010}, {-0.0015, 0.0125}, {0.0008, 0.009}, {0.0015, -0.004}}) {
    const Ring next = torso_ring(cage, t.collar.grown(out, t.collar.y + up), weight);
    bridge(cage, ring, next, false);
    ring = next;
  }
  return ring;
}

void add_yoke(Cage& cage, const Ring& collar, const ShoulderRows& rows) {
  Ring slope;
  for (std::size_t k = 0; k < kTorsoHalf; ++k) {
    const bool middle = k == 0 || k + 1 == kTorsoHalf, side = k >= 2 && k <= 4;
    const Vec3 from = cage.positions[collar[k]], to = cage.positions[rows.top[k]];
    Vec3 p = from + (middle ? 0.45 : 0.46) * (to - from);
    if (middle) p.x = 0.0;
    if (side) p.y -= 0.006;
    const BoneWeights shoulder{{kSpineBone, 0.72f}, {bone_of(Joint::RightClavicle), 0.28f}};
    slope.push_back(cage.add(p, side ? shoulder : spine()));
  }
  bridge(cage, collar, slope, false);
  bridge(cage, slope, rows.top, false);
  for (std::size_t k = 0; k + 1 < kTorsoHalf; ++k) {
    if (k == 2 || k == 3) continue;  // the armhole
    cage.quad(rows.top[k], rows.top[k + 1], rows.high[k + 1], rows.high[k]);
    cage.quad(rows.high[k], rows.high[k + 1], rows.low[k + 1], rows.low[k]);
    cage.quad(rows.low[k], rows.low[k + 1], rows.axilla[k + 1], rows.axilla[k]);
  }
}

// From the armhole over the cuff, which turns inwards and back out as bare skin.
Ring add_sleeve(Cage& cage, const SkinContext& c, const ShoulderRows& rows) {
  Ring ring{rows.top[3],    rows.top[4],    rows.high[4], rows.low[4],  rows.axilla[4],
            rows.axilla[3], rows.axilla[2], rows.low[2],  rows.high[2], rows.top[2]};
  struct Station {
    double at, ease;
  };
  std::vector<Station> stations;
  if (c.look.short_sleeves) {
    stations = {{0.18, kCloth}, {0.34, kCloth}, {0.50, 0.004},  {0.61, 0.006}, {0.665, 0.007},
                {0.692, 0.007}, {0.705, 0.007}, {0.711, 0.005}, {0.69, 0.001}};
  } else {
    stations = {{0.18, kCloth}, {0.34, kCloth}, {0.55, 0.003}, {0.82, 0.004}, {0.94, 0.004},
                {1.06, 0.004},  {1.20, 0.003},  {1.50, 0.005}, {1.76, 0.007}, {1.88, 0.006},
                {1.92, 0.006},  {1.935, 0.006}, {1.94, 0.004}, {1.91, 0.001}};
  }
  for (const Station& s : stations) {
    const Ring next = arm_ring(cage, c, s.at, s.ease);
    bridge(cage, ring, next, true);
    ring = next;
  }
  return ring;
}

Ring add_trunk(Cage& cage, Ring ring, const Torso& t) {
  const double belt = belt_top(t);
  for (const TorsoRow& row : {t.chest, between(t.chest, t.ribs, 0.5), t.ribs, between(t.ribs, t.waist, 0.6), t.waist,
                              below_waist(t, belt + 0.011, 0.0), below_waist(t, belt, 0.0)}) {
    const Ring next = torso_ring(cage, row, spine());
    bridge(cage, ring, next, false);
    ring = next;
  }
  return ring;
}

}  // namespace

ShirtEnds add_shirt(Cage& cage, const SkinContext& c, const Ring& neck) {
  const Torso t = torso_rows(c);
  const Ring collar = add_collar(cage, t, neck);
  const ShoulderRows rows = add_shoulder_rows(cage, c, t);
  add_yoke(cage, collar, rows);
  ShirtEnds ends;
  ends.arm = add_sleeve(cage, c, rows);
  ends.waist = add_trunk(cage, rows.axilla, t);
  return ends;
}

}  // namespace fh::human
