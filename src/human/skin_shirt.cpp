// The shirt: collar, yoke with an armhole, sleeve, trunk. Built as the right half.
#include <algorithm>
#include <limits>

#include "human/skin_torso.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec2;
using math::Vec3;

BoneWeights spine() {
  return {{kSpineBone, 1.0f}};
}

struct ShoulderRows {
  Ring top, middle, axilla;  // columns 0 … 6; column 3 of `middle` is the hole
};

// Seven points of a row, front to back; weights alike. NaN leaves a hole.
Ring add_row(Cage& cage, const std::array<Vec3, kTorsoHalf>& points,
             const std::array<BoneWeights, kTorsoHalf>& weights) {
  Ring ring;
  for (std::size_t k = 0; k < kTorsoHalf; ++k) {
    ring.push_back(std::isnan(points[k].x) ? 0xFFFFFFFFu : cage.add(points[k], weights[k]));
  }
  return ring;
}

// The yoke: from the collar over the shoulder to the armpit, leaving an eight-sided hole for the sleeve.
ShoulderRows add_shoulder_rows(Cage& cage, const SkinContext& c, const Torso& t) {
  const Dimensions& d = c.d;
  const Vec3 s = c.joint(Joint::RightUpperArm);
  const double r = arm_radii(c, 0.25).x + 0.008;  // of the sleeve head
  const std::uint16_t clavicle = bone_of(Joint::RightClavicle), half = half_of(Joint::RightUpperArm);
  const double f = t.chest.front, b = t.chest.back;
  const double notch = d[Dimension::SuprasternaleHeight], nape = d[Dimension::CervicaleHeight];
  const double axilla = std::min(d[Dimension::AxillaHeight] - 0.004, s.y - 0.06);
  // Acromion, skin and cloth; raised a little because the refined surface passes below its corners.
  const double peak = 0.104 * d[Dimension::AcromionRadialeLength] + 0.024;
  const double hole_x = s.x + 0.006, mid_y = 0.5 * (s.y + axilla), under_x = t.chest.half_width + 0.010;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const BoneWeights body = spine();
  const BoneWeights near{{kSpineBone, 0.8f}, {clavicle, 0.2f}};
  const BoneWeights front{{kSpineBone, 0.42f}, {clavicle, 0.23f}, {half, 0.35f}};
  const BoneWeights above{{kSpineBone, 0.18f}, {clavicle, 0.47f}, {half, 0.35f}};
  const BoneWeights below{{kSpineBone, 0.62f}, {clavicle, 0.06f}, {half, 0.32f}};
  ShoulderRows rows;
  rows.top = add_row(cage,
                     {{{0.0, notch - 0.045, 0.70 * f},
                       {0.42 * s.x, notch - 0.030, 0.72 * f},
                       {0.90 * s.x, s.y + 0.60 * peak, s.z - 0.90 * r},
                       {hole_x - 0.012, s.y + peak, s.z + 0.002},
                       {0.92 * s.x, s.y + 0.68 * peak, s.z + 0.96 * r},
                       {0.45 * s.x, nape - 0.058, 0.94 * b},
                       {0.0, nape - 0.055, 0.90 * b}}},
                     {body, near, above, above, above, near, body});
  rows.middle = add_row(cage,
                        {{{0.0, mid_y + 0.012, 0.90 * f},
                          {0.50 * s.x, mid_y + 0.012, 0.98 * f},
                          {0.955 * s.x, mid_y, s.z - 1.24 * r},
                          {nan, 0.0, 0.0},
                          {0.98 * s.x, mid_y, s.z + 1.30 * r},
                          {0.50 * s.x, mid_y + 0.012, 1.06 * b},
                          {0.0, mid_y + 0.012, 1.0 * b}}},
                        {body, body, front, body, front, body, body});
  rows.axilla = add_row(cage,
                        {{{0.0, axilla - 0.010, 0.97 * f},
                          {0.56 * under_x, axilla - 0.010, 1.06 * f},
                          {0.97 * under_x, axilla, s.z - 0.85 * r},
                          {1.03 * under_x, axilla - 0.004, s.z + 0.004},
                          {0.98 * under_x, axilla, s.z + 0.98 * r},
                          {0.55 * under_x, axilla - 0.010, 1.10 * b},
                          {0.0, axilla - 0.010, 1.03 * b}}},
                        {body, body, below, below, below, body, body});
  return rows;
}

Ring sleeve_ring(Cage& cage, const SkinContext& c, double station, double ease) {
  Ring ring;
  const Vec2 r = (arm_radii(c, station) + Vec2(ease)) * ring_growth(8);
  for (int j = 0; j < 8; ++j) {  // top, back, bottom, front
    const math::SinCos sc = math::sin_cos(math::kPi * j / 4.0);
    ring.push_back(cage.add(arm_point(c, station, r.x * sc.cos, r.y * sc.sin), arm_weights(station)));
  }
  return ring;
}

void add_sleeve(Cage& cage, const SkinContext& c, const ShoulderRows& rows) {
  Ring ring{rows.top[3],    rows.top[4],    rows.middle[4], rows.axilla[4],
            rows.axilla[3], rows.axilla[2], rows.middle[2], rows.top[2]};
  struct Station {
    double at, ease;
  };
  std::vector<Station> stations;
  if (c.look.short_sleeves) {
    stations = {{0.20, 0.008},  {0.38, 0.010}, {0.56, 0.012}, {0.70, 0.015},
                {0.715, 0.013}, {0.70, 0.004}, {0.60, -0.004}};
  } else {
    stations = {{0.20, 0.008}, {0.45, 0.008}, {0.80, 0.008},  {1.00, 0.009},  {1.20, 0.008}, {1.50, 0.009},
                {1.82, 0.009}, {1.93, 0.008}, {1.955, 0.006}, {1.93, -0.001}, {1.85, -0.004}};
  }
  for (const Station& s : stations) {
    const Ring next = sleeve_ring(cage, c, s.at, s.ease);
    bridge(cage, ring, next, true);
    ring = next;
  }
  cap(cage, ring, arm_point(c, stations.back().at, 0.0, 0.0), arm_weights(stations.back().at), true, true);
}

// Everything above the yoke: the collar turned inwards, its edge, and the slope of the trapezius. Returns the ring of
// the collar.
Ring add_collar(Cage& cage, const Torso& t) {
  const BoneWeights neck{{kSpineBone, 0.75f}, {bone_of(Joint::Neck), 0.25f}};
  TorsoRow inner = t.collar;
  inner.y -= 0.030;
  inner.half_width *= 0.80;
  inner.front *= 0.72;
  inner.back *= 0.86;
  const Ring inside = torso_ring(cage, inner, spine());
  cap(cage, inside, {0.0, inner.y, 0.02}, spine(), false, false);
  TorsoRow lip = t.collar;
  lip.half_width *= 0.95;
  lip.front *= 0.93;
  lip.back *= 0.97;
  lip.y += 0.012;
  const Ring edge = torso_ring(cage, lip, neck);
  bridge(cage, inside, edge, false);
  const Ring collar = torso_ring(cage, t.collar, spine());
  bridge(cage, edge, collar, false);
  return collar;
}

void add_yoke(Cage& cage, const Ring& collar, const ShoulderRows& rows) {
  Ring slope;
  for (std::size_t k = 0; k < kTorsoHalf; ++k) {
    const bool middle = k == 0 || k + 1 == kTorsoHalf, side = k >= 2 && k <= 4;
    const Vec3 from = cage.positions[collar[k]], to = cage.positions[rows.top[k]];
    Vec3 p = from + (middle ? 0.45 : 0.42) * (to - from);
    if (middle) p.x = 0.0;
    if (side) p.y -= 0.004;
    const BoneWeights shoulder{{kSpineBone, 0.72f}, {bone_of(Joint::RightClavicle), 0.28f}};
    slope.push_back(cage.add(p, side ? shoulder : spine()));
  }
  bridge(cage, collar, slope, false);
  bridge(cage, slope, rows.top, false);
  for (std::size_t k = 0; k + 1 < kTorsoHalf; ++k) {
    if (k == 2 || k == 3) continue;  // the armhole
    cage.quad(rows.top[k], rows.top[k + 1], rows.middle[k + 1], rows.middle[k]);
    cage.quad(rows.middle[k], rows.middle[k + 1], rows.axilla[k + 1], rows.axilla[k]);
  }
}

// From the armpits to the hem, turned inwards there.
void add_trunk(Cage& cage, Ring ring, const Torso& t) {
  const BoneWeights hem{{kSpineBone, 0.92f}, {half_of(Joint::RightThigh), 0.08f}};
  TorsoRow hem_row = t.seat;
  hem_row.y = 0.62 * t.seat.y + 0.38 * t.hips.y;
  hem_row.half_width += 0.008;
  hem_row.front -= 0.012;
  hem_row.back += 0.006;
  TorsoRow turned = hem_row.grown(-0.007);
  turned.y += 0.004;
  TorsoRow hidden = t.hips.scaled(0.75);
  hidden.y -= 0.02;
  const std::array<std::pair<TorsoRow, BoneWeights>, 7> rows = {{{t.chest, spine()},
                                                                 {t.ribs, spine()},
                                                                 {t.waist, spine()},
                                                                 {t.hips.grown(0.006), spine()},
                                                                 {hem_row, hem},
                                                                 {turned, hem},
                                                                 {hidden, spine()}}};
  for (const auto& [row, weight] : rows) {
    const Ring next = torso_ring(cage, row, weight);
    bridge(cage, ring, next, false);
    ring = next;
  }
  cap(cage, ring, {0.0, hidden.y, 0.0}, spine(), true, false);
}

}  // namespace

SkinPart make_shirt(const SkinContext& c) {
  Cage cage;
  const Torso t = torso_rows(c);
  const Ring collar = add_collar(cage, t);
  const ShoulderRows rows = add_shoulder_rows(cage, c, t);
  add_yoke(cage, collar, rows);
  add_sleeve(cage, c, rows);
  add_trunk(cage, rows.axilla, t);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.coarseness = 1.4;
  part.colour = c.look.shirt;
  return part;
}

}  // namespace fh::human
