// SPDX-License-Identifier: Apache-2.0
#include "human/skin/skin_torso.h"

#include "human/skin/skin_section.h"
#include "math/trig.h"

namespace fh::human {

TorsoRow TorsoRow::grown(double by, double new_y) const {
  TorsoRow row = *this;
  row.y = new_y;
  row.half_width += by;
  row.front -= by;
  row.back += by;
  return row;
}

TorsoRow between(const TorsoRow& a, const TorsoRow& b, double t) {
  const auto mix = [t](double x, double y) { return x + t * (y - x); };
  return {mix(a.y, b.y),
          mix(a.half_width, b.half_width),
          mix(a.front, b.front),
          mix(a.back, b.back),
          mix(a.squareness, b.squareness),
          mix(a.front_centre, b.front_centre),
          mix(a.back_centre, b.back_centre),
          mix(a.y_front, b.y_front),
          mix(a.y_back, b.y_back)};
}

TorsoRow below_waist(const Torso& t, double y, double out) {
  return between(t.waist, t.hips, (t.waist.y - y) / (t.waist.y - t.hips.y)).grown(out, y);
}

Ring torso_ring(Cage& cage, const TorsoRow& row, const BoneWeights& weight) {
  Ring ring;
  const double middle = 0.5 * (row.front + row.back), power = 2.0 / row.squareness;
  for (std::size_t k = 0; k < kTorsoHalf; ++k) {
    const math::SinCos sc = math::sin_cos(math::kPi * static_cast<double>(k) / 6.0);
    const bool mid_line = k == 0 || k + 1 == kTorsoHalf;
    const double s = mid_line ? 0.0 : math::pow(sc.sin, power), c = k == 3 ? 0.0 : math::pow(std::abs(sc.cos), power);
    double depth = (sc.cos > 0.0 ? row.front - middle : row.back - middle) * c;
    // Where the mid-line lies in a hollow, the points beside it carry the full depth.
    const double centre = sc.cos > 0.0 ? row.front_centre : row.back_centre;
    if (mid_line) depth *= centre;
    if ((k == 1 || k + 2 == kTorsoHalf) && centre < 1.0) depth /= c;
    const double lift = (sc.cos > 0.0 ? row.y_front : row.y_back) * c;
    ring.push_back(cage.add({row.half_width * s, row.y + lift, middle + depth}, weight));
  }
  return ring;
}

Torso torso_rows(const SkinContext& c) {
  const Dimensions& d = c.d;
  const bool female = d.sex == Sex::Female;
  const double e = kCloth;
  const double neck = d[Dimension::NeckBaseCircumference] / math::kTau;
  const double chest_b = 0.5 * d[Dimension::ChestBreadth], waist_b = 0.5 * d[Dimension::WaistBreadth],
               hip_b = 0.5 * d[Dimension::HipBreadth];
  const double chest_d = d[Dimension::ChestDepth], waist_d = d[Dimension::WaistDepth],
               seat_d = d[Dimension::ButtockDepth];
  const double nape = d[Dimension::CervicaleHeight];
  Torso t{};
  t.collar = {nape - 0.022, neck + 0.003, -0.74 * neck - 0.002, 1.26 * neck + 0.002, 2.0, 1.0, 1.0};
  t.collar.y_front = d[Dimension::SuprasternaleHeight] + 0.010 - t.collar.y;
  t.collar.y_back = 0.026;
  // The surveyed chest girth does not fit its breadth and depth (the tape passes over muscles the calliper leaves out):
  // breadth and depth are kept, the outline as square as a chest looks.
  t.chest = {d[Dimension::ChestHeight],
             chest_b + e,
             -0.52 * chest_d - e,
             0.48 * chest_d + e,
             squareness_for_girth(chest_b, 0.5 * chest_d, d[Dimension::ChestCircumference], 2.2, female ? 2.7 : 3.2),
             female ? 0.93 : 0.97,
             0.965};
  t.waist = {d[Dimension::WaistHeight],
             waist_b + e,
             -0.56 * waist_d - e,
             0.44 * waist_d + e,
             squareness_for_girth(waist_b, 0.5 * waist_d, d[Dimension::WaistCircumference], 2.0, 3.2),
             1.0,
             0.96};
  // The narrowest place lies above the navel, at the lowest ribs.
  const double narrow = female ? 0.905 : 0.985;
  t.ribs = {d[Dimension::TenthRibHeight] + 0.012 * c.scale,
            narrow * (0.65 * waist_b + 0.35 * chest_b) + e,
            -0.545 * waist_d - e,
            0.435 * waist_d + e,
            2.3,
            1.0,
            0.965};
  const double seat_y = d[Dimension::ButtockHeight];
  t.seat = {seat_y,
            hip_b + e,
            -0.44 * seat_d - e,
            0.56 * seat_d + e,
            squareness_for_girth(hip_b, 0.5 * seat_d, d[Dimension::ButtockCircumference], 2.0, 3.0),
            0.97,
            0.93};
  t.hips = {0.42 * t.waist.y + 0.58 * seat_y,
            0.30 * waist_b + 0.70 * hip_b + e,
            -0.30 * waist_d - 0.22 * seat_d - e,
            0.10 * waist_d + 0.40 * seat_d + e,
            2.4,
            1.0,
            0.97};
  return t;
}

}  // namespace fh::human
