// SPDX-License-Identifier: Apache-2.0
// The hand with its five fingers, and as much of the arm as the sleeve leaves bare. Cross-sections of the palm have ten
// points: five on the back from thumb to little finger, five on the palm back again; between neighbouring points of the
// last one the fingers grow, from a hole in the thumb's side the thumb.
#include <algorithm>

#include "human/skin/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;

struct HandFrame {
  const SkinContext& c;
  math::Pose rest_from_hand;
  double length, breadth, thickness;  // scaled hand length

  explicit HandFrame(const SkinContext& context) : c(context), rest_from_hand(context.bind.pose(Joint::RightHand)) {
    const math::Vec3 knuckle = context.skeleton.offsets[index_of(Joint::RightMiddle1)];
    length = -knuckle.y / 0.446;
    breadth = context.d[Dimension::HandBreadth];
    // The surveyed girth passes over the knuckles and the ball of the thumb: the palm between is thinner than an oval.
    thickness = 0.145 * context.d[Dimension::HandCircumference];
  }
  Vec3 rest(const Vec3& in_hand) const { return rest_from_hand.point(in_hand); }
  /// A finger joint in the hand's frame, zero posture of the fingers.
  Vec3 joint(Joint j) const {
    Vec3 p(0.0);
    for (; j != Joint::RightHand; j = parent_of(j)) p += c.skeleton.offsets[index_of(j)];
    return p;
  }
};

struct PalmRing {
  double y, half_width, half_back, half_palm, centre_z;
};

// Ten points, from the back of the hand at the thumb over the little finger to the palm.
Ring palm_ring(Cage& cage, const HandFrame& h, const PalmRing& s, const BoneWeights& weight) {
  Ring ring;
  for (int k = 0; k < 10; ++k) {
    const math::SinCos sc = math::sin_cos(math::radians(18.0 + 36.0 * k));
    const double depth = sc.sin > 0.0 ? s.half_back : s.half_palm;
    ring.push_back(cage.add(h.rest({depth * sc.sin, s.y, s.centre_z - s.half_width * sc.cos}), weight));
  }
  return ring;
}

struct Digit {
  std::array<Vec3, 4> joints;  // three joints and the tip
  std::array<std::uint16_t, 3> bones;
  double radius;
  Vec3 e1, e2;                      // across
  std::vector<math::Vec2> corners;  // of a ring, along e1 and e2, about the unit circle
};

Ring digit_ring(Cage& cage, const HandFrame& h, const Digit& g, const Vec3& centre, double a, double b,
                const BoneWeights& weight) {
  Ring ring;
  for (const math::Vec2& corner : g.corners) {
    ring.push_back(cage.add(h.rest(centre + (corner.x * a) * g.e1 + (corner.y * b) * g.e2), weight));
  }
  return ring;
}

struct DigitStation {
  int bone;
  double along, size, flat;  // flat: thickness from back to front over breadth
  float before;              // share of the bone before
  double shift = 0.0;        // of the middle along e2, of the radius
};

// Grows a digit from its base ring to the closed tip.
void add_digit(Cage& cage, const HandFrame& h, Ring ring, const Digit& g, const std::vector<DigitStation>& stations,
               bool thumb) {
  for (const DigitStation& s : stations) {
    const auto bone = static_cast<std::size_t>(s.bone);
    const Vec3 from = g.joints[bone], to = g.joints[bone + 1];
    BoneWeights weight{{g.bones[bone], 1.0f - s.before}};
    if (s.before > 0.0f) weight.add(g.bones[bone - 1], s.before);
    const double broad = g.radius * s.size, thick = broad * s.flat;
    const Ring next = digit_ring(cage, h, g, from + s.along * (to - from) + s.shift * g.radius * g.e2,
                                 thumb ? thick : broad, thumb ? broad : thick, weight);
    bridge(cage, ring, next, true);
    ring = next;
  }
  const Vec3 tip = cage.positions[ring[0]] + 0.5 * (cage.positions[ring[ring.size() / 2]] - cage.positions[ring[0]]);
  const Vec3 along = glm::normalize(h.rest(g.joints[3]) - h.rest(g.joints[2]));
  cap(cage, ring, tip + 0.30 * g.radius * along, {{g.bones[2], 1.0f}}, true, true);
}

Digit finger(const HandFrame& h, std::size_t f) {                         // 0 index … 3 little
  constexpr std::array<double, 4> kWidth = {0.118, 0.120, 0.113, 0.100};  // of hand breadth: half a finger's breadth
  constexpr std::array<double, 4> kTip = {0.097, 0.108, 0.107, 0.093};    // distal phalanx of hand length
  Digit g{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Joint j = joint_at(index_of(Joint::RightIndex1) + 3 * f + k);
    g.joints[k] = h.joint(j);
    g.bones[k] = bone_of(j);
  }
  const Vec3 along = glm::normalize(g.joints[2] - g.joints[1]);
  g.joints[3] = g.joints[2] + kTip[f] * h.length * along;
  g.radius = kWidth[f] * h.breadth;
  // Corners of its base ring: back and thumb side, back and little side, palm and little side, palm and thumb side.
  g.e2 = {-1.0, 0.0, 0.0};
  g.e1 = glm::normalize(glm::cross(g.e2, along));
  g.corners = {{-0.74, -0.74}, {0.74, -0.74}, {0.74, 0.74}, {-0.74, 0.74}};
  return g;
}

const std::vector<DigitStation>& finger_stations() {
  // Thicker at the joints, flat and narrow at the tip.
  static const std::vector<DigitStation> kStations = {{0, 0.60, 1.00, 0.98, 0.0f},  {1, -0.14, 1.02, 0.98, 0.7f},
                                                      {1, 0.08, 1.03, 0.98, 0.3f},  {1, 0.50, 0.92, 0.98, 0.0f},
                                                      {2, -0.16, 0.93, 0.95, 0.7f}, {2, 0.12, 0.93, 0.92, 0.3f},
                                                      {2, 0.55, 0.88, 0.86, 0.0f},  {2, 0.88, 0.66, 0.72, 0.0f}};
  return kStations;
}

// The thumb grows out of the side of the palm, between wrist and index: its hole has six corners, so that the ball of
// the thumb and the web lie in the same smooth surface.
void add_thumb(Cage& cage, const HandFrame& h, const Ring& hole) {
  Digit g{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Joint j = joint_at(index_of(Joint::RightThumb1) + k);
    g.joints[k] = h.joint(j);
    g.bones[k] = bone_of(j);
  }
  const Vec3 along = glm::normalize(g.joints[2] - g.joints[1]);
  g.joints[3] = g.joints[2] + 0.158 * h.length * along;
  g.radius = 0.132 * h.breadth;
  g.e1 = glm::normalize(Vec3(1.0, 0.0, 0.0) - glm::dot(Vec3(1.0, 0.0, 0.0), along) * along);
  g.e2 = glm::cross(along, g.e1);
  g.corners = {{-0.5, -0.87}, {0.5, -0.87}, {1.0, 0.0}, {0.5, 0.87}, {-0.5, 0.87}, {-1.0, 0.0}};
  add_digit(cage, h, hole, g,
            {{0, 0.52, 1.48, 0.90, 0.0f, 0.55},
             {0, 0.84, 1.20, 0.98, 0.0f, 0.18},
             {1, 0.04, 1.10, 0.96, 0.4f},
             {1, 0.28, 1.02, 0.96, 0.0f},
             {1, 0.62, 0.98, 0.96, 0.0f},
             {2, 0.00, 1.06, 0.92, 0.5f},
             {2, 0.35, 1.04, 0.86, 0.0f},
             {2, 0.66, 0.98, 0.76, 0.0f},
             {2, 0.90, 0.66, 0.66, 0.0f}},
            true);
}

constexpr std::array<double, 5> kAcross = {-0.470, -0.225, 0.015, 0.245, 0.465};  // of hand breadth

// A row across the hand, straight or in an arc: `down` of hand length per point, `depth` of the palm's half thickness.
Ring finger_row(Cage& cage, const HandFrame& h, const std::array<double, 5>& down, double depth, bool webs) {
  Ring row(10);
  for (std::size_t i = 0; i < 5; ++i) {
    const double edge = i == 0 || i == 4 ? 0.66 : 1.0, hollow = webs && i > 0 && i < 4 ? 0.72 : 1.0;
    BoneWeights weight{{bone_of(Joint::RightHand), 1.0f}};
    if (webs) {
      weight = BoneWeights{{bone_of(Joint::RightHand), 0.55f}};
      const std::size_t a = i == 0 ? 0 : i - 1, b = std::min<std::size_t>(i, 3);
      for (const std::size_t f : {a, b}) weight.add(bone_of(joint_at(index_of(Joint::RightIndex1) + 3 * f)), 0.225f);
    }
    const double z = kAcross[i] * h.breadth * (webs && (i == 0 || i == 4) ? 0.98 : 1.0),
                 x = depth * edge * hollow * 0.5 * h.thickness;
    row[i] = cage.add(h.rest({1.00 * x, -down[i] * h.length, z}), weight);
    row[9 - i] = cage.add(h.rest({-1.08 * x, -down[i] * h.length, z}), weight);
  }
  return row;
}

// The bare arm from the cuff to before the wrist.
Ring add_bare_arm(Cage& cage, const SkinContext& c, Ring ring) {
  const std::vector<double> stations = c.look.short_sleeves
                                           ? std::vector<double>{0.74, 0.85, 0.94, 1.06, 1.2, 1.42, 1.66, 1.86}
                                           : std::vector<double>{1.955};
  for (const double station : stations) {
    const Ring next = arm_ring(cage, c, station, 0.0);
    bridge(cage, ring, next, true);
    ring = next;
  }
  // The palm counts from the thumb's side of the back.
  std::rotate(ring.begin(), ring.begin() + 8, ring.end());
  return ring;
}

}  // namespace

void add_hand(Cage& cage, const SkinContext& c, const Ring& cuff) {
  const HandFrame h(c);
  const double L = h.length, B = h.breadth, T = 0.5 * h.thickness;
  const std::uint16_t hand = bone_of(Joint::RightHand), wrist = half_of(Joint::RightHand);
  const math::Vec2 w = arm_radii(c, 2.0);
  set_material(cage, SkinMaterial::Hand);
  const Ring arm = add_bare_arm(cage, c, cuff);
  const Ring p0 =
      palm_ring(cage, h, {-0.02 * L, w.y, w.x, w.x, 0.0}, {{wrist, 0.8f}, {bone_of(Joint::RightForearmTwist), 0.2f}});
  bridge(cage, arm, p0, true);
  const Ring p1 =
      palm_ring(cage, h, {-0.085 * L, 0.385 * B, 0.96 * T, 1.05 * T, -0.01 * B}, {{hand, 0.85f}, {wrist, 0.15f}});
  bridge(cage, p0, p1, true);
  const Ring p2 = palm_ring(cage, h, {-0.205 * L, 0.43 * B, 0.98 * T, 1.10 * T, 0.01 * B}, {{hand, 1.0f}});
  const Ring p3 = palm_ring(cage, h, {-0.335 * L, 0.485 * B, 1.00 * T, 1.02 * T, 0.0}, {{hand, 1.0f}});
  for (std::size_t k = 0; k < 9; ++k) {
    cage.quad(p1[k], p1[k + 1], p2[k + 1], p2[k]);
    cage.quad(p2[k], p2[k + 1], p3[k + 1], p3[k]);
  }
  // The ball of the thumb moves with it.
  for (const std::uint32_t v : {p2[0], p2[9]}) {
    cage.weights[v] = {{hand, 0.55f}, {bone_of(Joint::RightThumb1), 0.45f}};
  }
  cage.weights[p2[8]] = {{hand, 0.75f}, {bone_of(Joint::RightThumb1), 0.25f}};
  add_thumb(cage, h, {p1[9], p1[0], p2[0], p3[0], p3[9], p2[9]});
  // The knuckles stand in an arc; the webs lie further out, at the fingers' creases.
  const Ring knuckles = finger_row(cage, h, {0.445, 0.455, 0.435, 0.418, 0.395}, 1.00, false);
  bridge(cage, p3, knuckles, true);
  const Ring webs = finger_row(cage, h, {0.555, 0.590, 0.585, 0.562, 0.515}, 0.74, true);
  bridge(cage, knuckles, webs, true);
  for (std::size_t f = 0; f < 4; ++f) {
    add_digit(cage, h, {webs[f], webs[f + 1], webs[8 - f], webs[9 - f]}, finger(h, f), finger_stations(), false);
  }
}

void finish_hand(const SkinContext& c, Surface& s) {
  const HandFrame h(c);
  const math::Pose hand_from_rest = math::inverse(h.rest_from_hand);
  double tip = 0.0;
  for (std::size_t v = 0; v < s.positions.size(); ++v) {
    if (s.materials[v] == SkinMaterial::Hand) tip = std::min(tip, hand_from_rest.point(s.positions[v]).y);
  }
  const double start = -0.5 * h.length, stretch = (-h.length - start) / (tip - start);
  for (std::size_t v = 0; v < s.positions.size(); ++v) {
    if (s.materials[v] != SkinMaterial::Hand) continue;
    Vec3 q = hand_from_rest.point(s.positions[v]);
    if (q.y > start) continue;
    q.y = start + stretch * (q.y - start);
    s.positions[v] = h.rest_from_hand.point(q);
  }
}

}  // namespace fh::human
