#include "human/skin.h"

#include <algorithm>

#include "core/rng.h"
#include "human/decimate.h"
#include "human/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;
using math::Vec3f;

Vec3f linear(int r, int g, int b) {  // from sRGB as painters know it
  const auto f = [](int v) {
    const double s = v / 255.0;
    return static_cast<float>(s <= 0.04045 ? s / 12.92 : math::pow((s + 0.055) / 1.055, 2.4));
  };
  return {f(r), f(g), f(b)};
}

// Shares of the vertebrae near a height of the bind posture.
void resolve_spine(const SkinContext& c, double y, float share, BoneWeights& out) {
  const double reach = 0.045 * c.scale;
  std::array<double, kVertebraCount + 1> weights{};
  double sum = 0.0;
  for (std::size_t i = 0; i <= kVertebraCount; ++i) {  // 0 is the pelvis
    const double low = i == 0 ? c.at[0].y : c.at[kSpine.first + i - 1].y, high = c.at[kSpine.first + i].y;
    const double centre = i == 0 ? high - reach : 0.5 * (low + high);
    double distance = std::abs(y - centre);
    if ((i == 0 && y < centre) || (i == kVertebraCount && y > centre)) distance = 0.0;
    weights[i] = std::max(0.0, 1.0 - distance / reach);
    sum += weights[i];
  }
  for (std::size_t i = 0; i <= kVertebraCount; ++i) {
    if (weights[i] > 0.0) out.add(static_cast<std::uint16_t>(i), share * static_cast<float>(weights[i] / sum));
  }
}

struct FinalWeights {
  std::array<std::uint16_t, 4> joints{};
  std::array<float, 4> weights{};
};

FinalWeights final_weights(const SkinContext& c, const Vec3& position, const BoneWeights& authored) {
  BoneWeights all;
  for (std::size_t i = 0; i < authored.count; ++i) {
    const BoneWeights::Entry& e = authored.entries[i];
    if (e.bone == kSpineBone) {
      resolve_spine(c, position.y, e.weight, all);
    } else {
      all.add(e.bone, e.weight);
    }
  }
  std::sort(all.entries.begin(), all.entries.begin() + static_cast<std::ptrdiff_t>(all.count),
            [](const auto& a, const auto& b) { return a.weight != b.weight ? a.weight > b.weight : a.bone < b.bone; });
  FinalWeights result;
  float sum = 0.0f;
  for (std::size_t i = 0; i < std::min<std::size_t>(4, all.count); ++i) sum += std::max(0.0f, all.entries[i].weight);
  for (std::size_t i = 0; i < std::min<std::size_t>(4, all.count); ++i) {
    result.joints[i] = all.entries[i].bone;
    result.weights[i] = std::max(0.0f, all.entries[i].weight) / sum;
  }
  return result;
}

std::uint16_t segment_of(std::uint16_t bone) {
  if (bone < kJointCount) return bone;
  for (std::size_t j = 0; j < kJointCount; ++j) {
    const Joint joint = joint_at(j);
    for (const Joint helped : {Joint::LeftUpperArm, Joint::LeftForearm, Joint::LeftForearmTwist, Joint::LeftHand,
                               Joint::LeftThigh, Joint::LeftShank, Joint::LeftFoot}) {
      if ((joint == helped || joint == mirrored(helped)) && helper_bone(joint) == bone)
        return static_cast<std::uint16_t>(j);
    }
  }
  return 0;
}

std::vector<Vec3> normals_of(const Cage& cage) {
  std::vector<Vec3> normals(cage.positions.size(), Vec3(0.0));
  for (const Cage::Quad& q : cage.quads) {
    // The cross product of the diagonals: twice the quad's area, along its normal.
    const Vec3 n = glm::cross(cage.positions[q[2]] - cage.positions[q[0]], cage.positions[q[3]] - cage.positions[q[1]]);
    for (const std::uint32_t v : q) normals[v] += n;
  }
  for (Vec3& n : normals) n = math::normalized_or(n, math::kUp);
  return normals;
}

// One part, finished, as plain triangles.
struct FinePart {
  Cage cage;
  std::vector<Vec3> normals;
  std::vector<FinalWeights> weights;
  std::vector<Vec3f> colours;
  std::vector<std::uint32_t> triangles;  // right half only, of parts that straddle the middle
  bool straddles = false;
};

FinePart finish(const SkinContext& c, const SkinPart& part) {
  FinePart fine;
  fine.cage = finished(part, part.subdivisions);
  fine.normals = normals_of(fine.cage);
  fine.straddles = !part.mirror;
  // The two halves are computed in different orders: the middle is made exact, the left is later copied from the right.
  if (fine.straddles) {
    for (std::size_t v = 0; v < fine.cage.positions.size(); ++v) {
      if (std::abs(fine.cage.positions[v].x) > 1e-9) continue;
      fine.cage.positions[v].x = 0.0;
      fine.normals[v].x = 0.0;
    }
  }
  const std::vector<Vec3>& p = fine.cage.positions;
  for (std::size_t v = 0; v < p.size(); ++v) {
    fine.weights.push_back(final_weights(c, p[v], fine.cage.weights[v]));
    fine.colours.push_back(part.paint ? part.paint(p[v]) : part.colour);
  }
  for (const Cage::Quad& q : fine.cage.quads) {
    if (fine.straddles && (p[q[0]].x < 0.0 || p[q[1]].x < 0.0 || p[q[2]].x < 0.0 || p[q[3]].x < 0.0)) continue;
    const bool first = glm::length(p[q[0]] - p[q[2]]) <= glm::length(p[q[1]] - p[q[3]]);  // the shorter diagonal
    for (const std::size_t k :
         first ? std::array<std::size_t, 6>{0, 1, 2, 0, 2, 3} : std::array<std::size_t, 6>{0, 1, 3, 1, 2, 3}) {
      fine.triangles.push_back(q[k]);
    }
  }
  return fine;
}

// What a collapse costs beyond its shape: where bone weights change the skin will bend, and colours have borders.
double attribute_difference(const FinePart& fine, std::uint32_t a, std::uint32_t b, double metres) {
  float weight = 0.0f;
  for (std::size_t i = 0; i < 4; ++i) {
    float other = 0.0f;
    for (std::size_t k = 0; k < 4; ++k) {
      if (fine.weights[b].joints[k] == fine.weights[a].joints[i]) other = std::max(other, fine.weights[b].weights[k]);
    }
    weight = std::max(weight, std::abs(fine.weights[a].weights[i] - other));
  }
  const Vec3f colour = glm::abs(fine.colours[a] - fine.colours[b]);
  return metres * static_cast<double>(weight * weight + 4.0f * std::max({colour.x, colour.y, colour.z}));
}

void append(const FinePart& fine, const std::vector<std::uint32_t>& triangles, math::SkinnedMesh& out) {
  std::vector<std::uint32_t> place(fine.cage.positions.size(), 0xFFFFFFFFu);
  for (const std::uint32_t v : triangles) {
    if (place[v] == 0xFFFFFFFFu) {
      place[v] = static_cast<std::uint32_t>(out.mesh.positions.size());
      out.mesh.positions.push_back(Vec3f(fine.cage.positions[v]));
      out.mesh.normals.push_back(Vec3f(fine.normals[v]));
      out.colours.push_back(fine.colours[v]);
      out.joints.push_back(fine.weights[v].joints);
      out.weights.push_back(fine.weights[v].weights);
      out.segments.push_back(segment_of(fine.weights[v].joints[0]));
    }
    out.mesh.indices.push_back(place[v]);
  }
}

// The left half, welded where the right one touches the middle plane.
void append_mirrored(math::SkinnedMesh& mesh, std::size_t first_vertex, std::size_t first_index, bool weld) {
  const std::size_t vertices = mesh.mesh.positions.size(), indices = mesh.mesh.indices.size();
  std::vector<std::uint32_t> place;
  const auto flip = [](const Vec3f& p) { return Vec3f(-p.x, p.y, p.z); };
  for (std::size_t v = first_vertex; v < vertices; ++v) {
    if (weld && mesh.mesh.positions[v].x == 0.0f) {
      place.push_back(static_cast<std::uint32_t>(v));
      continue;
    }
    place.push_back(static_cast<std::uint32_t>(mesh.mesh.positions.size()));
    mesh.mesh.positions.push_back(flip(mesh.mesh.positions[v]));
    mesh.mesh.normals.push_back(flip(mesh.mesh.normals[v]));
    mesh.colours.push_back(mesh.colours[v]);
    std::array<std::uint16_t, 4> joints = mesh.joints[v];
    for (std::size_t k = 0; k < 4; ++k) {
      if (mesh.weights[v][k] > 0.0f) joints[k] = mirrored_bone(joints[k]);
    }
    mesh.joints.push_back(joints);
    mesh.weights.push_back(mesh.weights[v]);
    mesh.segments.push_back(mirrored_bone(mesh.segments[v]));
  }
  for (std::size_t i = first_index; i < indices; i += 3) {
    for (const std::size_t k : {i, i + 2, i + 1}) {
      mesh.mesh.indices.push_back(place[mesh.mesh.indices[k] - first_vertex]);
    }
  }
}

// The outermost vertices, by which stature, span and depth are measured.
std::vector<std::uint32_t> ends_of(const FinePart& fine) {
  std::vector<std::uint32_t> ends;
  for (const Vec3& direction :
       {Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(0.7071, -0.7071, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)}) {
    std::uint32_t best = fine.triangles[0];
    for (const std::uint32_t v : fine.triangles) {
      if (glm::dot(fine.cage.positions[v], direction) > glm::dot(fine.cage.positions[best], direction)) best = v;
    }
    ends.push_back(best);
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

// Metres of deviation and cost of a full change of weights, per level.
struct Thinning {
  double tolerance, attribute;
};
constexpr std::array<Thinning, kDetailLevels> kThinning = {{{0.00060, 0.009}, {0.0040, 0.030}, {0.020, 0.030}}};

void append_part(const SkinContext& c, const SkinPart& part, Skin& skin) {
  const FinePart fine = finish(c, part);
  std::vector<std::uint32_t> triangles = fine.triangles;
  const std::vector<std::uint32_t> ends = ends_of(fine);
  for (std::size_t level = 0; level < std::min<std::size_t>(kDetailLevels, part.levels); ++level) {
    ThinSettings settings;
    settings.tolerance = kThinning[level].tolerance * part.coarseness;
    settings.difference = [&](std::uint32_t a, std::uint32_t b) {
      return attribute_difference(fine, a, b, kThinning[level].attribute);
    };
    settings.kept = ends;
    settings.on_border = [&](std::uint32_t v) { return fine.straddles && fine.cage.positions[v].x == 0.0; };
    triangles = thinned(fine.cage.positions, triangles, settings);
    math::SkinnedMesh& mesh = skin.levels[level];
    const std::size_t first_vertex = mesh.mesh.positions.size(), first_index = mesh.mesh.indices.size();
    append(fine, triangles, mesh);
    append_mirrored(mesh, first_vertex, first_index, fine.straddles);
  }
}

}  // namespace

SkinContext::SkinContext(const Dimensions& dimensions, const Skeleton& skeleton_, const Appearance& look_)
    : d(dimensions), skeleton(skeleton_), look(look_), scale(dimensions[Dimension::Stature] / 1.756) {
  forward_kinematics(skeleton, bind_posture(skeleton), bind);
  for (std::size_t i = 0; i < kJointCount; ++i) at[i] = bind.position(joint_at(i));
}

Cage finished(const SkinPart& part, std::size_t subdivisions) {
  Cage cage = part.cage;
  for (std::size_t i = 0; i < subdivisions; ++i) cage = subdivided(cage);
  if (part.shape) part.shape(cage.positions);
  return cage;
}

Skin build_skin(const Dimensions& dimensions, const Skeleton& skeleton, const Appearance& appearance) {
  const SkinContext context(dimensions, skeleton, appearance);
  Skin skin;
  const SkinPart head = make_head(context);
  for (const SkinPart& part : {make_shirt(context), make_trousers(context), make_shoe(context), make_sock(context),
                               make_hand(context), head}) {
    append_part(context, part, skin);
  }
  for (const SkinPart& part : make_face_parts(context, finished(head, 2))) append_part(context, part, skin);
  return skin;
}

Appearance appearance_from_seed(std::uint64_t seed, Sex sex) {
  core::Rng rng(seed, 0, "appearance");
  const std::array skins = {linear(236, 196, 172), linear(222, 176, 148), linear(201, 152, 120),
                            linear(172, 122, 90),  linear(132, 88, 62),   linear(92, 60, 44)};
  const std::array hairs = {linear(28, 22, 20),  linear(52, 36, 26), linear(84, 58, 38),
                            linear(128, 92, 56), linear(24, 20, 22), linear(96, 92, 90)};
  const std::array irises = {linear(84, 56, 34), linear(60, 40, 26), linear(92, 110, 120), linear(92, 98, 66)};
  const std::array shirts = {linear(96, 128, 168),  linear(176, 178, 176), linear(122, 58, 54),  linear(74, 104, 82),
                             linear(198, 188, 164), linear(62, 70, 96),    linear(158, 120, 66), linear(104, 128, 132)};
  const std::array trousers = {linear(44, 50, 66), linear(62, 60, 58), linear(96, 88, 72), linear(38, 42, 46),
                               linear(60, 74, 100)};
  const std::array shoes = {linear(36, 32, 30), linear(72, 50, 36), linear(58, 60, 64), linear(34, 40, 52)};
  const auto pick = [&rng](const auto& list) { return list[rng.below(static_cast<std::uint32_t>(list.size()))]; };
  Appearance look;
  const std::uint32_t tone = rng.below(static_cast<std::uint32_t>(skins.size()));
  look.skin = skins[tone] * static_cast<float>(rng.uniform(0.93, 1.05));
  look.hair = tone >= 3 ? hairs[4] : pick(hairs);
  look.iris = tone >= 3 ? irises[1] : pick(irises);
  look.shirt = pick(shirts) * static_cast<float>(rng.uniform(0.85, 1.1));
  look.trousers = pick(trousers);
  look.shoes = pick(shoes);
  look.short_sleeves = rng.below(3) == 0;
  const std::uint32_t style = rng.below(3);
  if (sex == Sex::Female)
    look.hair_style = style == 0 ? HairStyle::Bob : (style == 1 ? HairStyle::Long : HairStyle::Bun);
  return look;
}

}  // namespace fh::human
