#include "human/skin_torso.h"

#include "math/trig.h"

namespace fh::human {

TorsoRow TorsoRow::grown(double by) const {
  TorsoRow row = *this;
  row.half_width += by;
  row.front -= by;
  row.back += by;
  return row;
}

TorsoRow TorsoRow::scaled(double factor) const {
  TorsoRow row = *this;
  row.half_width *= factor;
  row.front *= factor;
  row.back *= factor;
  return row;
}

Ring torso_ring(Cage& cage, const TorsoRow& row, const BoneWeights& weight) {
  Ring ring;
  const double grow = ring_growth(12), middle = 0.5 * (row.front + row.back);
  for (std::size_t k = 0; k < kTorsoHalf; ++k) {
    const math::SinCos sc = math::sin_cos(math::kPi * static_cast<double>(k) / 6.0);
    const double power = 2.0 / row.squareness;
    const double s = math::pow(std::abs(sc.sin), power), c = math::pow(std::abs(sc.cos), power);
    double depth = (sc.cos > 0.0 ? row.front - middle : row.back - middle) * c;
    if (k == 0) depth *= row.front_centre;
    const double lift = sc.cos > 0.0 ? row.y_front * c : row.y_back * c;
    const double x = k == 0 || k == kTorsoHalf - 1 ? 0.0 : grow * row.half_width * s;
    ring.push_back(cage.add({x, row.y + lift, middle + grow * depth}, weight));
  }
  return ring;
}

Torso torso_rows(const SkinContext& c) {
  const Dimensions& d = c.d;
  const bool female = d.sex == Sex::Female;
  const double ease = 0.006;
  const double neck = d[Dimension::NeckBaseCircumference] / math::kTau;
  const double chest_d = d[Dimension::ChestDepth], waist_d = d[Dimension::WaistDepth],
               seat_d = d[Dimension::ButtockDepth];
  Torso t{};
  t.collar = {d[Dimension::CervicaleHeight] + 0.004, neck * 0.96, -0.62 * neck, 1.28 * neck, 2.0, 1.0, 0.0, 0.012};
  t.collar.y_front = d[Dimension::SuprasternaleHeight] + 0.012 - t.collar.y;
  t.chest = {d[Dimension::ChestHeight],
             0.5 * d[Dimension::ChestBreadth] + ease + 0.004,
             -0.52 * chest_d - ease,
             0.48 * chest_d + 0.5 * ease,
             2.4,
             female ? 0.80 : 0.95};
  const double rib_y = d[Dimension::TenthRibHeight] + (female ? 0.03 : 0.02) * c.scale;
  t.ribs = {rib_y,
            0.47 * d[Dimension::WaistBreadth] + 0.03 * d[Dimension::ChestBreadth] + ease,
            -0.53 * waist_d - ease,
            0.44 * waist_d + 0.5 * ease,
            2.3,
            1.0};
  const double waist_y = 0.5 * (d[Dimension::WaistHeight] + d[Dimension::TenthRibHeight]) - 0.04;
  const double waist_in = female ? 0.90 : 0.97;
  t.waist = {
      waist_y, 0.5 * waist_in * d[Dimension::WaistBreadth] + ease, -0.55 * waist_d - ease, 0.43 * waist_d + ease, 2.3,
      1.0};
  const double seat_y = d[Dimension::ButtockHeight];
  t.hips = {0.45 * waist_y + 0.55 * seat_y,
            0.5 * (0.5 * d[Dimension::WaistBreadth] + 0.5 * d[Dimension::HipBreadth]) + ease,
            -0.5 * waist_d - 0.8 * ease,
            0.485 * seat_d + ease,
            2.3,
            1.0};
  t.seat = {
      seat_y - 0.005, 0.5 * d[Dimension::HipBreadth] + ease, -0.44 * seat_d - ease, 0.55 * seat_d + ease, 2.2, 1.0};
  return t;
}

}  // namespace fh::human
