#include "human/skin.h"

#include <algorithm>

#include "core/rng.h"
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

// Appends one part at one level: connectivity of that level, vertices of the finest.
void append(const SkinContext& c, const SkinPart& part, const std::vector<Cage>& chain,
            const std::vector<Vec3>& normals, std::uint8_t subdivisions, math::SkinnedMesh& out) {
  const Cage& topology = chain[subdivisions];
  const Cage& fine = chain.back();
  const std::size_t first = out.mesh.positions.size();
  for (std::size_t v = 0; v < topology.positions.size(); ++v) {
    const Vec3 p = fine.positions[v];
    out.mesh.positions.push_back(Vec3f(p));
    out.mesh.normals.push_back(Vec3f(normals[v]));
    out.colours.push_back(part.paint ? part.paint(p) : part.colour);
    const FinalWeights w = final_weights(c, p, fine.weights[v]);
    out.joints.push_back(w.joints);
    out.weights.push_back(w.weights);
    out.segments.push_back(segment_of(w.joints[0]));
  }
  for (const Cage::Quad& q : topology.quads) {
    // Split along the shorter diagonal.
    const auto length = [&](std::size_t a, std::size_t b) {
      return glm::length(fine.positions[q[a]] - fine.positions[q[b]]);
    };
    const bool first_diagonal = length(0, 2) <= length(1, 3);
    for (const std::size_t k :
         first_diagonal ? std::array<std::size_t, 6>{0, 1, 2, 0, 2, 3} : std::array<std::size_t, 6>{0, 1, 3, 1, 2, 3}) {
      out.mesh.indices.push_back(static_cast<std::uint32_t>(first + q[k]));
    }
  }
}

void append_mirrored(math::SkinnedMesh& mesh, std::size_t first_vertex, std::size_t first_index) {
  const std::size_t vertices = mesh.mesh.positions.size(), indices = mesh.mesh.indices.size();
  for (std::size_t v = first_vertex; v < vertices; ++v) {
    const auto flip = [](Vec3f p) { return Vec3f(-p.x, p.y, p.z); };
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
      mesh.mesh.indices.push_back(static_cast<std::uint32_t>(mesh.mesh.indices[k] + (vertices - first_vertex)));
    }
  }
}

std::vector<Cage> chain_of(const SkinPart& part) {
  std::size_t most = 0;
  for (const std::uint8_t s : part.subdivisions) most = s == kLeftOut ? most : std::max<std::size_t>(most, s);
  std::vector<Cage> chain{part.cage};
  for (std::size_t i = 0; i < most; ++i) chain.push_back(subdivided(chain.back()));
  if (part.shape) part.shape(chain.back().positions);
  return chain;
}

void append_part(const SkinContext& c, const SkinPart& part, Skin& skin) {
  const std::vector<Cage> chain = chain_of(part);
  const std::vector<Vec3> normals = normals_of(chain.back());
  for (std::size_t level = 0; level < kDetailLevels; ++level) {
    if (part.subdivisions[level] == kLeftOut) continue;
    math::SkinnedMesh& mesh = skin.levels[level];
    const std::size_t first_vertex = mesh.mesh.positions.size(), first_index = mesh.mesh.indices.size();
    append(c, part, chain, normals, part.subdivisions[level], mesh);
    if (part.mirror) append_mirrored(mesh, first_vertex, first_index);
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
