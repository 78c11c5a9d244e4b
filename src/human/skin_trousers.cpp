// The trousers: seat and one leg, built as the right half.
#include <algorithm>

#include "human/skin_torso.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

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
Ring crotch_ring(Cage& cage, const SkinContext& c, const TorsoRow& seat) {
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

// From under the shirt to the crotch; returns the ring about the leg's root.
Ring add_seat(Cage& cage, const SkinContext& c, const Torso& t) {
  const BoneWeights spine{{kSpineBone, 1.0f}};
  const BoneWeights seat{{bone_of(Joint::Pelvis), 0.85f}, {half_of(Joint::RightThigh), 0.15f}};
  TorsoRow top = t.hips.scaled(0.89);
  top.y += 0.02;
  const Ring first = torso_ring(cage, top, spine);
  cap(cage, first, {0.0, top.y, 0.0}, spine, false, false);
  const Ring second = torso_ring(cage, t.hips.grown(-0.004), spine);
  bridge(cage, first, second, false);
  const Ring third = torso_ring(cage, t.seat, seat);
  bridge(cage, second, third, false);
  const Ring crotch = crotch_ring(cage, c, t.seat);
  bridge(cage, third, Ring(crotch.begin(), crotch.begin() + kTorsoHalf), false);
  return crotch;
}

}  // namespace

SkinPart make_trousers(const SkinContext& c) {
  Cage cage;
  Ring ring = add_seat(cage, c, torso_rows(c));
  std::vector<LegStation> stations = leg_stations(c);
  LegStation hem = stations.back();  // turned inwards
  hem.radius_x *= 0.86;
  hem.radius_z *= 0.86;
  stations.push_back(hem);
  hem.at -= 0.12;
  hem.radius_x *= 0.8;
  hem.radius_z *= 0.8;
  stations.push_back(hem);
  for (std::size_t i = 0; i < stations.size(); ++i) {
    const Ring next = leg_ring(cage, c, stations[i]);
    for (const std::uint32_t v : next) {
      if (i > 0) break;  // the uppermost thigh still follows the hip's half turn
      cage.weights[v] = {{bone_of(Joint::RightThigh), 0.55f}, {half_of(Joint::RightThigh), 0.45f}};
      cage.positions[v].x = std::max(cage.positions[v].x, 0.004);
    }
    bridge(cage, ring, next, true);
    ring = next;
  }
  const Vec3 ankle = c.joint(Joint::RightFoot);
  cap(cage, ring, {ankle.x, cage.positions[ring[0]].y, ankle.z}, leg_weights(2.0), true, true);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.coarseness = 1.4;
  part.colour = c.look.trousers;
  return part;
}

}  // namespace fh::human
