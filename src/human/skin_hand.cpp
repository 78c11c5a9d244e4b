// The hand with its five fingers, and as much of the arm as the sleeve leaves bare. Cross-sections of the palm have ten
// points: five on the back from thumb to little finger, five on the palm back again; between neighbouring points of the
// last one the fingers grow, from a hole in the thumb's side the thumb.
#include <algorithm>

#include "human/skin_parts.h"
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
    // An oval of this breadth with the surveyed girth.
    thickness = std::max(0.022, (context.d[Dimension::HandCircumference] - 2.0 * breadth) / math::kPi * 1.55);
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
  double y, half_width, half_depth, centre_z, centre_x;
};

Ring palm_ring(Cage& cage, const HandFrame& h, const PalmRing& s, const BoneWeights& weight) {
  Ring ring;
  const double g = ring_growth(10);
  for (int k = 0; k < 10; ++k) {
    const math::SinCos sc = math::sin_cos(math::radians(k < 5 ? 18.0 + 36.0 * k : 198.0 + 36.0 * (k - 5)));
    ring.push_back(cage.add(
        h.rest({s.centre_x + g * s.half_depth * sc.sin, s.y, s.centre_z - g * s.half_width * sc.cos}), weight));
  }
  return ring;
}

// Four corners about an axis: from the palm's side of the thumb's neighbour round the back.
Ring digit_ring(Cage& cage, const HandFrame& h, const Vec3& centre, const Vec3& e1, const Vec3& e2, double a, double b,
                const BoneWeights& weight) {
  Ring ring;
  for (const auto& [u, v] : {std::pair{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
    ring.push_back(cage.add(h.rest(centre + (u * a) * e1 + (v * b) * e2), weight));
  }
  return ring;
}

struct Digit {
  std::array<Vec3, 4> joints;  // three joints and the tip
  std::array<std::uint16_t, 3> bones;
  double radius;
  Vec3 e1, e2;  // across: first towards the back of the hand, second away from the first ring corner
};

// Grows a digit from its base ring to the closed tip.
void add_digit(Cage& cage, const HandFrame& h, Ring ring, const Digit& g, bool thumb) {
  struct Station {
    int bone;
    double along, size;
    BoneWeights weight;
  };
  const auto mix = [&](int a, int b) {
    return BoneWeights{{g.bones[static_cast<std::size_t>(a)], 0.5f}, {g.bones[static_cast<std::size_t>(b)], 0.5f}};
  };
  const auto one = [&](int a) { return BoneWeights{{g.bones[static_cast<std::size_t>(a)], 1.0f}}; };
  std::vector<Station> stations;
  if (thumb) {
    stations = {{0, 0.62, 1.32, one(0)},    {1, 0.00, 1.14, mix(0, 1)}, {1, 0.50, 1.00, one(1)},
                {2, 0.00, 1.06, mix(1, 2)}, {2, 0.50, 1.02, one(2)},    {2, 0.92, 0.66, one(2)}};
  } else {
    stations = {{0, 0.62, 1.02, one(0)},    {1, 0.00, 1.03, mix(0, 1)}, {1, 0.50, 0.93, one(1)},
                {2, 0.00, 0.92, mix(1, 2)}, {2, 0.48, 0.86, one(2)},    {2, 0.95, 0.55, one(2)}};
  }
  const double half_side = g.radius / 0.93;
  for (const Station& s : stations) {
    const Vec3 from = g.joints[static_cast<std::size_t>(s.bone)], to = g.joints[static_cast<std::size_t>(s.bone) + 1];
    const double a = half_side * s.size, flat = s.along > 0.9 ? 0.82 : 0.94;
    const Ring next = digit_ring(cage, h, from + s.along * (to - from), g.e1, g.e2, thumb ? flat * a : a,
                                 thumb ? a : flat * a, s.weight);
    bridge(cage, ring, next, true);
    ring = next;
  }
  cap(cage, ring, Vec3(0.0), {}, true, true);
}

Digit finger(const HandFrame& h, std::size_t f) {  // 0 index … 3 little
  constexpr std::array<double, 4> kTip = {0.097, 0.108, 0.107, 0.093};
  constexpr std::array<double, 4> kWidth = {0.126, 0.129, 0.121, 0.108};  // of hand breadth: half a finger's breadth
  Digit g{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Joint j = joint_at(index_of(Joint::RightIndex1) + 3 * f + k);
    g.joints[k] = h.joint(j);
    g.bones[k] = bone_of(j);
  }
  const Vec3 along = glm::normalize(g.joints[2] - g.joints[1]);
  g.joints[3] = g.joints[2] + (kTip[f] + 0.012) * h.length * along;
  g.radius = kWidth[f] * h.breadth;
  g.e2 = {1.0, 0.0, 0.0};
  g.e1 = glm::normalize(glm::cross(g.e2, along));
  return g;
}

void add_thumb(Cage& cage, const HandFrame& h, const Ring& hole) {
  Digit g{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Joint j = joint_at(index_of(Joint::RightThumb1) + k);
    g.joints[k] = h.joint(j);
    g.bones[k] = bone_of(j);
  }
  const Vec3 along = glm::normalize(g.joints[2] - g.joints[1]);
  g.joints[3] = g.joints[2] + 0.165 * h.length * along;
  g.radius = 0.138 * h.breadth;
  g.e1 = glm::normalize(Vec3(1.0, 0.0, 0.0) - glm::dot(Vec3(1.0, 0.0, 0.0), along) * along);
  g.e2 = glm::cross(along, g.e1);
  add_digit(cage, h, hole, g, true);
}

}  // namespace

SkinPart make_hand(const SkinContext& c) {
  Cage cage;
  const HandFrame h(c);
  const double L = h.length, B = h.breadth, T = 0.5 * h.thickness;
  const std::uint16_t hand = bone_of(Joint::RightHand), wrist = half_of(Joint::RightHand);
  const std::uint16_t twist = bone_of(Joint::RightForearmTwist);
  // The arm up to the sleeve: ten points as the palm.
  Ring ring;
  std::vector<double> stations = c.look.short_sleeves ? std::vector<double>{0.45, 0.62, 0.85, 1.0, 1.2, 1.5, 1.8}
                                                      : std::vector<double>{1.72, 1.86};
  for (std::size_t i = 0; i < stations.size(); ++i) {
    const math::Vec2 r = (arm_radii(c, stations[i]) - math::Vec2(i == 0 ? 0.006 : 0.001)) * ring_growth(10);
    Ring next;
    for (int k = 0; k < 10; ++k) {
      const math::SinCos sc = math::sin_cos(math::radians(k < 5 ? 18.0 + 36.0 * k : 198.0 + 36.0 * (k - 5)));
      next.push_back(cage.add(arm_point(c, stations[i], r.x * sc.sin, -r.y * sc.cos), arm_weights(stations[i])));
    }
    if (i == 0) {
      cap(cage, next, arm_point(c, stations[i], 0.0, 0.0), arm_weights(stations[i]), false, true);
    } else {
      bridge(cage, ring, next, true);
    }
    ring = next;
  }
  const math::Vec2 w = arm_radii(c, 2.0);
  const BoneWeights in_hand{{hand, 1.0f}};
  const Ring p0 = palm_ring(cage, h, {-0.005, w.y, w.x, 0.0, 0.0}, {{wrist, 0.8f}, {twist, 0.2f}});
  bridge(cage, ring, p0, true);
  const Ring p1 =
      palm_ring(cage, h, {-0.13 * L, 0.40 * B, 1.02 * T, -0.02 * B, -0.002}, {{hand, 0.85f}, {wrist, 0.15f}});
  bridge(cage, p0, p1, true);
  const Ring p2 = palm_ring(cage, h, {-0.30 * L, 0.47 * B, 1.00 * T, 0.0, -0.001}, in_hand);
  for (std::size_t k = 0; k < 9; ++k) cage.quad(p1[k], p1[k + 1], p2[k + 1], p2[k]);
  add_thumb(cage, h, {p1[9], p1[0], p2[0], p2[9]});
  // The knuckles stand in an arc; the webs lie further out, at the fingers' creases.
  constexpr std::array<double, 5> kAcross = {-0.475, -0.225, 0.015, 0.245, 0.47};
  constexpr std::array<double, 5> kKnuckle = {0.445, 0.455, 0.435, 0.418, 0.395};
  constexpr std::array<double, 5> kWeb = {0.565, 0.600, 0.597, 0.575, 0.520};
  const auto level = [&](const std::array<double, 5>& down, double depth, double narrow, bool webs) {
    Ring row(10);
    for (std::size_t i = 0; i < 5; ++i) {
      const double edge = i == 0 || i == 4 ? 0.72 : 1.0;
      const double hollow = webs && i > 0 && i < 4 ? 0.80 : 1.0;
      BoneWeights weight = in_hand;
      if (webs) {
        weight = BoneWeights{{hand, 0.55f}};
        const std::size_t a = i == 0 ? 0 : i - 1, b = std::min<std::size_t>(i, 3);
        for (const std::size_t f : {a, b}) weight.add(bone_of(joint_at(index_of(Joint::RightIndex1) + 3 * f)), 0.225f);
      }
      const double z = 1.04 * narrow * kAcross[i] * B;
      row[i] = cage.add(h.rest({depth * edge * hollow * T * 1.05, -down[i] * L, z}), weight);
      row[9 - i] = cage.add(h.rest({-depth * edge * hollow * T * 1.10, -down[i] * L, z}), weight);
    }
    return row;
  };
  const Ring p3 = level(kKnuckle, 1.05, 1.0, false);
  bridge(cage, p2, p3, true);
  const Ring p4 = level(kWeb, 0.74, 1.0, true);
  bridge(cage, p3, p4, true);
  for (std::size_t f = 0; f < 4; ++f) {
    // Corners: palm and thumb side first, as digit_ring has them.
    add_digit(
        cage, h, {p4[f], p4[f + 1], p4[8 - f], p4[9 - f]},
        [&] {
          Digit g = finger(h, f);
          const Vec3 across = g.e1;
          // Base ring order: back-thumb, back-little, palm-little, palm-thumb.
          const Vec3 little = across.z > 0.0 ? across : -across;
          g.e1 = little;
          g.e2 = {-1.0, 0.0, 0.0};
          return g;
        }(),
        false);
  }
  SkinPart part;
  part.cage = cage;
  part.coarseness = 0.9;
  part.colour = c.look.skin;
  part.mirror = true;
  // The longest finger ends exactly where the span says.
  const math::Pose hand_from_rest = math::inverse(h.rest_from_hand), rest_from_hand = h.rest_from_hand;
  part.shape = [hand_from_rest, rest_from_hand, L](std::vector<Vec3>& positions) {
    double tip = 0.0;
    for (const Vec3& p : positions) tip = std::min(tip, hand_from_rest.point(p).y);
    const double start = -0.5 * L, stretch = (-L - start) / (tip - start);
    for (Vec3& p : positions) {
      Vec3 q = hand_from_rest.point(p);
      if (q.y > start) continue;
      q.y = start + stretch * (q.y - start);
      p = rest_from_hand.point(q);
    }
  };
  return part;
}

}  // namespace fh::human
