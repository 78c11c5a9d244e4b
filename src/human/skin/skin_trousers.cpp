// SPDX-License-Identifier: Apache-2.0
// The trousers: belt, seat and one leg down to the sock. Right half.
#include <algorithm>

#include "human/skin/skin_section.h"
#include "human/skin/skin_torso.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

BoneWeights leg_weights(double station) {  // 0 hip, 1 knee, 2 ankle
  const std::uint16_t thigh = bone_of(Joint::RightThigh), shank = bone_of(Joint::RightShank);
  const std::uint16_t knee = half_of(Joint::RightShank), hip = half_of(Joint::RightThigh);
  const float t = static_cast<float>(math::clamp((station - 1.0) / 0.20, -1.0, 1.0));
  // The uppermost thigh still follows the hip's half turn.
  const float h = 0.5f * static_cast<float>(1.0 - math::smooth_step((station - 0.12) / 0.22));
  BoneWeights w;
  w.add(hip, std::max(0.0f, -t) * h);
  w.add(thigh, std::max(0.0f, -t) * (1.0f - h));
  w.add(knee, 1.0f - std::abs(t));
  w.add(shank, std::max(0.0f, t));
  return w;
}

struct LegSection {
  double at, half_breadth, half_depth, centre_x, centre_z;  // centre relative to the bone's line
};

// A section of a given girth.
LegSection girdled(double at, double girth, double breadth_share, double centre_x, double centre_z) {
  const double half = breadth_share * girth / math::kTau;
  return {at, half, half_axis_for_girth(half, girth, 2.0), centre_x, centre_z};
}

Vec3 leg_point(const SkinContext& c, double station) {
  const Vec3 hip = c.joint(Joint::RightThigh), knee = c.joint(Joint::RightShank), ankle = c.joint(Joint::RightFoot);
  return station < 1.0 ? hip + station * (knee - hip) : knee + (station - 1.0) * (ankle - knee);
}
double station_at(const SkinContext& c, double y) {
  const double hip = c.joint(Joint::RightThigh).y, knee = c.joint(Joint::RightShank).y,
               ankle = c.joint(Joint::RightFoot).y;
  return y > knee ? (hip - y) / (hip - knee) : 1.0 + (knee - y) / (knee - ankle);
}

std::vector<LegSection> leg_sections(const SkinContext& c, const TorsoRow& seat) {
  const Dimensions& d = c.d;
  const double cloth = math::kTau * kCloth, hip_x = c.joint(Joint::RightThigh).x;
  const double thigh = d[Dimension::ThighCircumference] + cloth, above = d[Dimension::LowerThighCircumference] + cloth;
  const double calf = d[Dimension::CalfCircumference] + cloth, ankle = d[Dimension::AnkleCircumference];
  // Standing thighs touch: between the mid-line and the hips there is so much room, and the girth tells the depth.
  const double gap = 0.004, half = 0.5 * (0.97 * seat.half_width - gap);
  LegSection top{station_at(c, d[Dimension::CrotchHeight] - 0.022), half, half_axis_for_girth(half, thigh, 2.15),
                 gap + half - hip_x, 0.5 * (seat.front + seat.back) + 0.004};
  const double middle = 0.60 * thigh + 0.40 * above;
  return {top,
          girdled(0.46, middle, 0.94, 0.35 * top.centre_x, 0.4 * top.centre_z),
          girdled(0.76, above * 1.04, 0.95, 0.0, -0.002),
          girdled(0.90, above * 0.97, 0.96, 0.0, -0.006),
          girdled(1.00, above * 0.95, 0.96, 0.0, -0.006),
          girdled(1.12, 0.5 * (above * 0.92 + calf), 0.96, 0.0, 0.004),
          girdled(1.32, calf, 0.97, 0.002, 0.014),
          girdled(1.58, 0.45 * calf + 0.62 * ankle, 0.96, 0.0, 0.011),
          girdled(1.80, ankle * 1.30, 0.94, 0.0, 0.005),
          girdled(1.89, ankle * 1.33, 0.93, 0.0, 0.004)};
}

Ring leg_ring(Cage& cage, const SkinContext& c, const LegSection& s, double y_front = 0.0, double y_back = 0.0) {
  const Vec3 at = leg_point(c, s.at);
  Ring ring;
  for (int j = 0; j < 8; ++j) {  // from the front's inner corner outwards
    const math::SinCos sc = math::sin_cos(math::radians(-45.0 + 45.0 * j));
    const double lift = sc.cos > 0.0 ? y_front * sc.cos : -y_back * sc.cos;
    const Vec3 p = at + Vec3(s.centre_x + s.half_breadth * sc.sin, lift, s.centre_z - s.half_depth * sc.cos);
    ring.push_back(cage.add(p, leg_weights(s.at)));
  }
  return ring;
}

// The ring at the crotch: half a torso ring that dips between the legs, and the crotch itself.
Ring crotch_ring(Cage& cage, const SkinContext& c, const TorsoRow& seat) {
  const Dimensions& d = c.d;
  const std::uint16_t pelvis = bone_of(Joint::Pelvis), thigh = bone_of(Joint::RightThigh);
  const std::uint16_t half = half_of(Joint::RightThigh);
  const double crotch = d[Dimension::CrotchHeight], y = std::min(crotch + 0.018, seat.y - 0.03);
  const double w = seat.half_width, f = seat.front, b = seat.back;
  const BoneWeights middle{{pelvis, 0.9f}, {half, 0.1f}};
  const BoneWeights front{{pelvis, 0.35f}, {half, 0.65f}};
  const BoneWeights side{{pelvis, 0.22f}, {half, 0.58f}, {thigh, 0.2f}};
  Ring ring{cage.add({0.0, y + 0.010, 0.66 * f}, middle), cage.add({0.48 * w, y + 0.010, 0.985 * f}, front),
            cage.add({0.88 * w, y, 0.66 * f}, side),      cage.add({0.99 * w, y - 0.004, 0.012}, side),
            cage.add({0.90 * w, y, 0.74 * b}, side),      cage.add({0.52 * w, y - 0.002, 0.985 * b}, front),
            cage.add({0.0, y + 0.006, 0.66 * b}, middle)};
  ring.push_back(cage.add({0.0, crotch - 0.002, 0.10 * b}, {{pelvis, 0.8f}, {half, 0.2f}}));
  return ring;
}

// Belt and seat; returns the ring about the leg's root.
Ring add_seat(Cage& cage, const SkinContext& c, const Ring& waist, const Torso& t) {
  const BoneWeights spine{{kSpineBone, 1.0f}};
  const BoneWeights hips{{kSpineBone, 0.97f}, {half_of(Joint::RightThigh), 0.03f}};
  const BoneWeights seat{{bone_of(Joint::Pelvis), 0.85f}, {half_of(Joint::RightThigh), 0.15f}};
  const double top = belt_top(t), bottom = top - 0.036;
  Ring ring = waist;
  const auto go_on = [&](const TorsoRow& row, const BoneWeights& weight) {
    const Ring next = torso_ring(cage, row, weight);
    bridge(cage, ring, next, false);
    ring = next;
  };
  // Rows of even spacing: uneven ones make the smooth surface overshoot.
  set_material(cage, SkinMaterial::Belt);
  for (const double share : {0.25, 0.5, 0.75}) go_on(below_waist(t, top + share * (bottom - top), 0.0015), spine);
  go_on(below_waist(t, bottom, 0.0), spine);
  set_material(cage, SkinMaterial::Trousers);
  go_on(below_waist(t, bottom - 0.010, 0.0), spine);
  go_on(t.hips, hips);
  go_on(t.seat, seat);
  const Ring crotch = crotch_ring(cage, c, t.seat);
  bridge(cage, ring, Ring(crotch.begin(), crotch.begin() + kTorsoHalf), false);
  return crotch;
}

}  // namespace

Ring add_trousers(Cage& cage, const SkinContext& c, const Ring& waist) {
  const Torso t = torso_rows(c);
  Ring ring = add_seat(cage, c, waist, t);
  const auto go_on = [&](const LegSection& section, double y_front = 0.0, double y_back = 0.0) {
    const Ring next = leg_ring(cage, c, section, y_front, y_back);
    bridge(cage, ring, next, true);
    ring = next;
  };
  const std::vector<LegSection> sections = leg_sections(c, t.seat);
  for (const LegSection& s : sections) {
    go_on(s);
    for (const std::uint32_t v : ring) cage.positions[v].x = std::max(cage.positions[v].x, 0.003);
  }
  // The hem hangs low at the back and turns inwards; the sock comes out of it.
  const double ankle = c.d[Dimension::AnkleCircumference], ankle_y = c.joint(Joint::RightFoot).y;
  LegSection hem = girdled(station_at(c, ankle_y + 0.016), ankle * 1.36, 0.92, 0.0, 0.004);
  LegSection above_hem = hem;
  above_hem.at = station_at(c, ankle_y + 0.028);
  go_on(above_hem, 0.006, -0.006);
  go_on(hem, 0.008, -0.008);
  for (const auto& [up, in] : {std::pair{-0.001, 0.003}, {0.010, 0.0065}}) {
    LegSection fold = hem;
    fold.at = station_at(c, ankle_y + 0.016 + up);
    fold.half_breadth -= in;
    fold.half_depth -= in;
    go_on(fold, 0.008, -0.008);
  }
  set_material(cage, SkinMaterial::Sock);
  LegSection sock = girdled(station_at(c, ankle_y + 0.014), ankle * 1.10, 0.90, 0.0, 0.004);
  go_on(sock, 0.004, -0.004);
  for (const std::uint32_t v : ring) {
    cage.weights[v] = {{bone_of(Joint::RightShank), 0.45f}, {half_of(Joint::RightFoot), 0.55f}};
  }
  return ring;
}

}  // namespace fh::human
