// Shirt, trousers, shoes: rings of control points whose sizes come from the person's breadths, depths and girths, plus
// a little ease. Rows run downwards; a half ring runs from the front over the right side to the back.
#include <algorithm>

#include "human/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec2;
using math::Vec3;

constexpr std::size_t kHalf = 7;  // points of half a torso ring of 12

struct Row {
  double y, half_width, front, back;   // front and back: z of the outline, front negative
  double squareness = 2.3;             // exponent of the outline, 2 is an ellipse
  double front_centre = 1.0;           // share of `front` at the mid-line
  double y_front = 0.0, y_back = 0.0;  // added at the mid-lines
};

Ring half_ring(Cage& cage, const Row& row, const BoneWeights& weight) {
  Ring ring;
  const double grow = ring_growth(12), middle = 0.5 * (row.front + row.back);
  for (std::size_t k = 0; k < kHalf; ++k) {
    const math::SinCos sc = math::sin_cos(math::kPi * static_cast<double>(k) / 6.0);
    const double power = 2.0 / row.squareness;
    const double s = math::pow(std::abs(sc.sin), power), c = math::pow(std::abs(sc.cos), power);
    double depth = (sc.cos > 0.0 ? row.front - middle : row.back - middle) * c;
    if (k == 0) depth *= row.front_centre;
    const double lift = sc.cos > 0.0 ? row.y_front * c : row.y_back * c;
    const double x = k == 0 || k == kHalf - 1 ? 0.0 : grow * row.half_width * s;
    ring.push_back(cage.add({x, row.y + lift, middle + grow * depth}, weight));
  }
  return ring;
}

BoneWeights spine() {
  return {{kSpineBone, 1.0f}};
}

struct Torso {
  Row collar, slope, chest, ribs, waist, hips, seat;
};

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

struct ShoulderRows {
  Ring top, middle, axilla;  // columns 0 … 6; column 3 of `middle` is the hole
};

// The yoke: from the collar over the shoulder to the armpit, leaving an eight-sided hole for the sleeve.
ShoulderRows add_shoulder_rows(Cage& cage, const SkinContext& c, const Torso& t) {
  const Dimensions& d = c.d;
  const Vec3 s = c.joint(Joint::RightUpperArm);
  const double r = arm_radii(c, 0.25).x + 0.008;  // of the sleeve head
  const std::uint16_t clavicle = bone_of(Joint::RightClavicle), half = half_of(Joint::RightUpperArm);
  const double chest_front = t.chest.front, chest_back = t.chest.back;
  const double notch = d[Dimension::SuprasternaleHeight], nape = d[Dimension::CervicaleHeight];
  const double axilla = std::min(d[Dimension::AxillaHeight] - 0.004, s.y - 0.06);
  const auto row = [&](std::initializer_list<Vec3> points, std::initializer_list<BoneWeights> weights) {
    Ring ring;
    auto w = weights.begin();
    for (const Vec3& p : points) {
      const bool hole = std::isnan(p.x);
      ring.push_back(hole ? 0xFFFFFFFFu : cage.add(p, *w));
      ++w;
    }
    return ring;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const BoneWeights body = spine();
  const BoneWeights near{{kSpineBone, 0.8f}, {clavicle, 0.2f}};
  const BoneWeights front{{kSpineBone, 0.42f}, {clavicle, 0.23f}, {half, 0.35f}};
  const BoneWeights above{{kSpineBone, 0.18f}, {clavicle, 0.47f}, {half, 0.35f}};
  const BoneWeights below{{kSpineBone, 0.62f}, {clavicle, 0.06f}, {half, 0.32f}};
  ShoulderRows rows;
  const double hole_x = s.x + 0.006;
  // Acromion, skin and cloth; raised a little because the refined surface passes below its corners.
  const double peak = 0.104 * d[Dimension::AcromionRadialeLength] + 0.024;
  rows.top = row({{0.0, notch - 0.045, 0.70 * chest_front},
                  {0.42 * s.x, notch - 0.030, 0.72 * chest_front},
                  {0.90 * s.x, s.y + 0.60 * peak, s.z - 0.90 * r},
                  {hole_x - 0.012, s.y + peak, s.z + 0.002},
                  {0.92 * s.x, s.y + 0.68 * peak, s.z + 0.96 * r},
                  {0.45 * s.x, nape - 0.058, 0.94 * chest_back},
                  {0.0, nape - 0.055, 0.90 * chest_back}},
                 {body, near, above, above, above, near, body});
  const double mid_y = 0.5 * (s.y + axilla);
  rows.middle = row({{0.0, mid_y + 0.012, 0.90 * chest_front},
                     {0.50 * s.x, mid_y + 0.012, 0.98 * chest_front},
                     {0.955 * s.x, mid_y, s.z - 1.24 * r},
                     {nan, 0.0, 0.0},
                     {0.98 * s.x, mid_y, s.z + 1.30 * r},
                     {0.50 * s.x, mid_y + 0.012, 1.06 * chest_back},
                     {0.0, mid_y + 0.012, 1.0 * chest_back}},
                    {body, body, front, body, front, body, body});
  const double under_x = t.chest.half_width + 0.010;
  rows.axilla = row({{0.0, axilla - 0.010, 0.97 * chest_front},
                     {0.56 * under_x, axilla - 0.010, 1.06 * chest_front},
                     {0.97 * under_x, axilla, s.z - 0.85 * r},
                     {1.03 * under_x, axilla - 0.004, s.z + 0.004},
                     {0.98 * under_x, axilla, s.z + 0.98 * r},
                     {0.55 * under_x, axilla - 0.010, 1.10 * chest_back},
                     {0.0, axilla - 0.010, 1.03 * chest_back}},
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

BoneWeights leg_weights(double station) {  // 0 hip, 1 knee, 2 ankle
  const std::uint16_t thigh = bone_of(Joint::RightThigh), shank = bone_of(Joint::RightShank);
  const std::uint16_t knee = half_of(Joint::RightShank);
  const float t = static_cast<float>(math::clamp((station - 1.0) / 0.16, -1.0, 1.0));
  BoneWeights w;
  w.add(thigh, std::max(0.0f, -t));
  w.add(knee, 1.0f - std::abs(t));
  w.add(shank, std::max(0.0f, t));
  return w;
}

struct LegStation {
  double at, radius_x, radius_z, centre_x, centre_z;  // centre relative to the bone's line
};

std::vector<LegStation> leg_stations(const SkinContext& c) {
  const Dimensions& d = c.d;
  const double thigh = d[Dimension::ThighCircumference] / math::kTau;
  const double above = d[Dimension::LowerThighCircumference] / math::kTau;
  const double calf = d[Dimension::CalfCircumference] / math::kTau;
  const double ankle = d[Dimension::AnkleCircumference] / math::kTau;
  const double e = 0.007;
  const double hip_x = c.joint(Joint::RightThigh).x;
  // The thighs touch: the upper rings are centred so that their inner side reaches the mid-line.
  const double top_x = std::max(0.0, thigh * 0.97 + e - hip_x) * 0.7;
  return {{0.20, thigh * 0.97 + e, thigh * 1.02 + e, top_x, 0.012},
          {0.45, thigh * 0.86 + e, thigh * 0.93 + e, top_x * 0.55, 0.004},
          {0.78, above * 0.97 + e, above * 1.04 + e, 0.0, -0.004},
          {1.00, above * 0.86 + e, above * 0.92 + e, 0.0, -0.006},
          {1.16, calf * 0.90 + 1.5 * e, calf * 0.96 + 1.5 * e, 0.0, 0.008},
          {1.36, calf * 0.96 + 1.5 * e, calf * 1.02 + 1.5 * e, 0.002, 0.016},
          {1.68, ankle * 1.22 + 2.0 * e, ankle * 1.28 + 2.0 * e, 0.0, 0.012},
          {1.97, ankle * 1.30 + 2.2 * e, ankle * 1.50 + 2.2 * e, 0.0, 0.002}};
}

Ring leg_ring(Cage& cage, const SkinContext& c, const LegStation& s) {
  const Vec3 hip = c.joint(Joint::RightThigh), knee = c.joint(Joint::RightShank), ankle = c.joint(Joint::RightFoot);
  const Vec3 at = s.at < 1.0 ? hip + s.at * (knee - hip) : knee + (s.at - 1.0) * (ankle - knee);
  Ring ring;
  for (int j = 0; j < 8; ++j) {  // from the front-inner corner outwards
    const math::SinCos sc = math::sin_cos(math::radians(-45.0 + 45.0 * j));
    const Vec3 p = at + Vec3(s.centre_x + ring_growth(8) * s.radius_x * sc.sin, 0.0,
                             s.centre_z - ring_growth(8) * s.radius_z * sc.cos);
    ring.push_back(cage.add(p, leg_weights(s.at)));
  }
  return ring;
}

// The ring at the crotch: half a torso ring that dips between the legs, and the crotch itself.
Ring crotch_ring(Cage& cage, const SkinContext& c, const Row& seat) {
  const Dimensions& d = c.d;
  const std::uint16_t pelvis = bone_of(Joint::Pelvis), thigh = bone_of(Joint::RightThigh);
  const std::uint16_t half = half_of(Joint::RightThigh);
  const double crotch = d[Dimension::CrotchHeight], y = crotch + 0.030;
  const double w = 0.5 * d[Dimension::HipBreadth] + 0.004, f = seat.front, b = seat.back, g = ring_growth(12);
  const BoneWeights middle{{pelvis, 0.9f}, {half, 0.1f}};
  const BoneWeights front{{pelvis, 0.35f}, {half, 0.65f}};
  const BoneWeights side{{pelvis, 0.25f}, {half, 0.55f}, {thigh, 0.2f}};
  Ring ring{cage.add({0.0, y + 0.012, 0.62 * f}, middle),    cage.add({0.48 * w, y + 0.010, 0.95 * f * g}, front),
            cage.add({0.90 * w * g, y, 0.62 * f * g}, side), cage.add({1.00 * w * g, y - 0.005, 0.010}, side),
            cage.add({0.90 * w * g, y, 0.74 * b * g}, side), cage.add({0.50 * w, y - 0.006, 0.97 * b * g}, front),
            cage.add({0.0, y + 0.010, 0.55 * b}, middle)};
  ring.push_back(cage.add({0.0, crotch - 0.012, 0.04 * b}, {{pelvis, 0.8f}, {half, 0.2f}}));
  return ring;
}

struct ShoeRing {
  double z, half_width, top, x_shift;  // z from the ankle, forward negative; top: height above the floor
};

}  // namespace

double ring_growth(std::size_t n) {
  // Two subdivision steps reach the limit of the cubic curve to within a percent.
  return 6.0 / (4.0 + 2.0 * math::cos(math::kTau / static_cast<double>(n)));
}

Vec2 arm_radii(const SkinContext& c, double station) {
  const Dimensions& d = c.d;
  // Surveyed girths are of tensed, bent arms: relaxed ones are about a tenth smaller.
  const double biceps = 0.90 * d[Dimension::BicepsCircumference] / math::kTau;
  const double forearm = 0.92 * d[Dimension::ForearmCircumference] / math::kTau;
  const double wrist = d[Dimension::WristCircumference] / math::kTau;
  struct Knot {
    double at;
    Vec2 r;
  };
  const std::array<Knot, 9> knots = {{{0.0, Vec2(1.10, 1.22) * biceps},
                                      {0.25, Vec2(1.08, 1.18) * biceps},
                                      {0.55, Vec2(0.97, 1.05) * biceps},
                                      {0.85, Vec2(0.84, 0.92) * biceps},
                                      {1.00, Vec2(0.86, 0.90) * forearm},
                                      {1.22, Vec2(1.00, 1.02) * forearm},
                                      {1.55, Vec2(0.80, 0.86) * forearm},
                                      {1.85, Vec2(0.88, 1.12) * wrist},
                                      {2.00, Vec2(0.82, 1.16) * wrist}}};
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (station > knots[i].at && i + 1 < knots.size()) continue;
    const double t = math::smooth_step((station - knots[i - 1].at) / (knots[i].at - knots[i - 1].at));
    return knots[i - 1].r + t * (knots[i].r - knots[i - 1].r);
  }
  return knots.back().r;
}

BoneWeights arm_weights(double station) {
  const std::uint16_t upper = bone_of(Joint::RightUpperArm), fore = bone_of(Joint::RightForearm);
  const std::uint16_t twist = bone_of(Joint::RightForearmTwist), elbow = half_of(Joint::RightForearm);
  const std::uint16_t twist_half = half_of(Joint::RightForearmTwist), shoulder = half_of(Joint::RightUpperArm);
  BoneWeights w;
  if (station < 0.5) {
    const float t = static_cast<float>(math::smooth_step((station - 0.05) / 0.40));
    w.add(shoulder, 0.62f * (1.0f - t));
    w.add(upper, 1.0f - 0.62f * (1.0f - t));
  } else if (station < 1.2) {
    const float t = static_cast<float>(math::clamp((station - 1.0) / 0.2, -1.0, 1.0));
    w.add(upper, std::max(0.0f, -t));
    w.add(elbow, 1.0f - std::abs(t));
    w.add(fore, std::max(0.0f, t));
  } else if (station < 1.6) {
    const float t = static_cast<float>((station - 1.2) / 0.4);
    w.add(fore, 1.0f - t);
    w.add(twist_half, t);
  } else {
    const float t = static_cast<float>(math::clamp((station - 1.6) / 0.34, 0.0, 1.0));
    w.add(twist_half, 1.0f - t);
    w.add(twist, t);
  }
  return w;
}

Vec3 arm_point(const SkinContext& c, double station, double x, double z) {
  const math::Pose shoulder = c.bind.pose(Joint::RightUpperArm);
  const double along = station < 1.0 ? station * c.skeleton.upper_arm_length()
                                     : c.skeleton.upper_arm_length() + (station - 1.0) * c.skeleton.forearm_length();
  // Biceps and forearm bulge to the front a little.
  return shoulder.point({x, -along, z});
}

SkinPart make_shirt(const SkinContext& c) {
  Cage cage;
  const Torso t = torso_rows(c);
  const BoneWeights neck{{kSpineBone, 0.75f}, {bone_of(Joint::Neck), 0.25f}};
  Row inner = t.collar;
  inner.y -= 0.030;
  inner.half_width *= 0.80;
  inner.front *= 0.72;
  inner.back *= 0.86;
  const Ring inside = half_ring(cage, inner, spine());
  cap(cage, inside, {0.0, inner.y, 0.02}, spine(), false, false);
  Row lip = t.collar;
  lip.half_width *= 0.95;
  lip.front *= 0.93;
  lip.back *= 0.97;
  lip.y += 0.012;
  const Ring edge = half_ring(cage, lip, neck);
  bridge(cage, inside, edge, false);
  const Ring collar = half_ring(cage, t.collar, spine());
  bridge(cage, edge, collar, false);
  const ShoulderRows rows = add_shoulder_rows(cage, c, t);
  // Between collar and yoke the trapezius slopes: one more row half-way.
  Ring slope;
  for (std::size_t k = 0; k < kHalf; ++k) {
    const double part = k == 0 || k == 6 ? 0.45 : 0.42;
    Vec3 p = cage.positions[collar[k]] + part * (cage.positions[rows.top[k]] - cage.positions[collar[k]]);
    if (k == 0 || k == 6) p.x = 0.0;
    if (k >= 2 && k <= 4) p.y -= 0.004;
    const BoneWeights w =
        k >= 2 && k <= 4 ? BoneWeights{{kSpineBone, 0.72f}, {bone_of(Joint::RightClavicle), 0.28f}} : spine();
    slope.push_back(cage.add(p, w));
  }
  bridge(cage, collar, slope, false);
  bridge(cage, slope, rows.top, false);
  for (std::size_t k = 0; k + 1 < kHalf; ++k) {
    if (k == 2 || k == 3) continue;  // the armhole
    cage.quad(rows.top[k], rows.top[k + 1], rows.middle[k + 1], rows.middle[k]);
    cage.quad(rows.middle[k], rows.middle[k + 1], rows.axilla[k + 1], rows.axilla[k]);
  }
  add_sleeve(cage, c, rows);
  Ring ring = rows.axilla;
  const BoneWeights hem{{kSpineBone, 0.92f}, {half_of(Joint::RightThigh), 0.08f}};
  Row hem_row = t.seat;
  hem_row.y = 0.62 * t.seat.y + 0.38 * t.hips.y;
  hem_row.half_width += 0.008;
  hem_row.front -= 0.012;
  hem_row.back += 0.006;
  Row hips = t.hips;
  hips.half_width += 0.006;
  hips.front -= 0.008;
  hips.back += 0.006;
  Row turned = hem_row;
  turned.half_width -= 0.007;
  turned.front += 0.007;
  turned.back -= 0.007;
  turned.y += 0.004;
  Row hidden = t.hips;
  hidden.half_width *= 0.75;
  hidden.front *= 0.75;
  hidden.back *= 0.75;
  hidden.y -= 0.02;
  const std::array<std::pair<Row, BoneWeights>, 7> rows_below = {{{t.chest, spine()},
                                                                  {t.ribs, spine()},
                                                                  {t.waist, spine()},
                                                                  {hips, spine()},
                                                                  {hem_row, hem},
                                                                  {turned, hem},
                                                                  {hidden, spine()}}};
  for (const auto& [row, weight] : rows_below) {
    const Ring next = half_ring(cage, row, weight);
    bridge(cage, ring, next, false);
    ring = next;
  }
  cap(cage, ring, {0.0, hidden.y, 0.0}, spine(), true, false);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.coarseness = 1.5;
  part.colour = c.look.shirt;
  return part;
}

SkinPart make_trousers(const SkinContext& c) {
  Cage cage;
  const Torso t = torso_rows(c);
  Row top = t.hips, below = t.hips;
  top.y += 0.02;
  top.half_width *= 0.90;
  top.front *= 0.88;
  top.back *= 0.90;
  below.half_width -= 0.004;
  below.front += 0.006;
  below.back -= 0.003;
  const BoneWeights pelvis{{bone_of(Joint::Pelvis), 1.0f}};
  const BoneWeights seat{{bone_of(Joint::Pelvis), 0.85f}, {half_of(Joint::RightThigh), 0.15f}};
  Ring ring = half_ring(cage, top, spine());
  cap(cage, ring, {0.0, top.y, 0.0}, spine(), false, false);
  Ring next = half_ring(cage, below, spine());
  bridge(cage, ring, next, false);
  ring = next;
  next = half_ring(cage, t.seat, seat);
  bridge(cage, ring, next, false);
  ring = next;
  const Ring crotch = crotch_ring(cage, c, t.seat);
  bridge(cage, ring, Ring(crotch.begin(), crotch.begin() + kHalf), false);
  ring = crotch;
  std::vector<LegStation> stations = leg_stations(c);
  LegStation hem = stations.back();
  hem.radius_x *= 0.86;
  hem.radius_z *= 0.86;
  stations.push_back(hem);
  hem.at -= 0.12;
  hem.radius_x *= 0.8;
  hem.radius_z *= 0.8;
  stations.push_back(hem);
  for (std::size_t i = 0; i < stations.size(); ++i) {
    next = leg_ring(cage, c, stations[i]);
    if (i == 0) {  // the uppermost thigh still follows the hip's half turn
      for (const std::uint32_t v : next) {
        cage.weights[v] = {{bone_of(Joint::RightThigh), 0.55f}, {half_of(Joint::RightThigh), 0.45f}};
        cage.positions[v].x = std::max(cage.positions[v].x, 0.004);
      }
    }
    bridge(cage, ring, next, true);
    ring = next;
  }
  const Vec3 ankle = c.joint(Joint::RightFoot);
  cap(cage, ring, {ankle.x, cage.positions[ring[0]].y, ankle.z}, leg_weights(2.0), true, true);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.coarseness = 1.5;
  part.colour = c.look.trousers;
  return part;
}

SkinPart make_shoe(const SkinContext& c) {
  const Dimensions& d = c.d;
  const Vec3 ankle = c.joint(Joint::RightFoot);
  const double length = d[Dimension::FootLength] + 0.012, heel = 0.25 * d[Dimension::FootLength] + 0.008;
  const double ball = 0.5 * d[Dimension::FootBreadth] + 0.003, heel_w = 0.5 * d[Dimension::HeelBreadth] + 0.003;
  const double top = ankle.y;
  // Heel to toe.
  const std::array<ShoeRing, 8> rings = {{{heel - 0.004, 0.62 * heel_w, 0.55 * top, 0.0},
                                          {heel - 0.022, 1.00 * heel_w, 1.02 * top, 0.0},
                                          {heel - 0.28 * length, 1.02 * heel_w, 1.12 * top, 0.0},
                                          {heel - 0.42 * length, 0.98 * heel_w, 1.02 * top, 0.002},
                                          {heel - 0.58 * length, 0.95 * ball, 0.80 * top, 0.004},
                                          {heel - 0.74 * length, 1.03 * ball, 0.60 * top, 0.003},
                                          {heel - 0.90 * length, 0.86 * ball, 0.46 * top, -0.002},
                                          {heel - 0.985 * length, 0.45 * ball, 0.36 * top, -0.005}}};
  const std::uint16_t foot = bone_of(Joint::RightFoot), toes = bone_of(Joint::RightToes);
  const double toe_z = c.joint(Joint::RightToes).z - ankle.z;
  Cage cage;
  Ring ring;
  const auto weights = [&](double z) {
    const float t = static_cast<float>(math::smooth_step(0.5 - (z - toe_z) / 0.05));
    BoneWeights w;
    w.add(foot, 1.0f - t);
    w.add(toes, t);
    return w;
  };
  for (std::size_t i = 0; i < rings.size(); ++i) {
    const ShoeRing& s = rings[i];
    Ring next;
    // Top, upper right, right, sole right, sole, sole left, left, upper left: a flat sole with square edges.
    const double g = 1.06;
    const std::array<Vec2, 8> outline = {{{0.0, 1.08 * s.top},
                                          {0.78, 0.84 * s.top},
                                          {1.05, 0.38 * s.top},
                                          {1.02, -0.006},
                                          {0.0, -0.004},
                                          {-1.02, -0.006},
                                          {-1.05, 0.38 * s.top},
                                          {-0.78, 0.84 * s.top}}};
    for (const Vec2& o : outline) {
      next.push_back(cage.add({ankle.x + s.x_shift + g * s.half_width * o.x, o.y, ankle.z + s.z}, weights(s.z)));
    }
    if (i == 0) {
      cap(cage, next, {ankle.x, 0.45 * s.top, ankle.z + heel + 0.003}, weights(s.z), false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  cap(cage, ring, {ankle.x - 0.005, 0.16 * top, ankle.z + heel - length - 0.004}, weights(-1.0), true, true);
  SkinPart part;
  part.cage = cage;
  part.subdivisions = 1;
  part.colour = c.look.shoes;
  part.mirror = true;
  part.shape = [](std::vector<Vec3>& positions) {
    for (Vec3& p : positions) p.y = std::max(p.y, 0.0);
  };
  const math::Vec3f sole = 0.5f * c.look.shoes + math::Vec3f(0.10f);
  const math::Vec3f upper = c.look.shoes;
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
