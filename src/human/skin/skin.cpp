// SPDX-License-Identifier: Apache-2.0
#include "human/skin/skin.h"

#include <algorithm>

#include "human/skin/decimate.h"
#include "human/skin/skin_parts.h"
#include "math/trig.h"

namespace fh::human {
namespace {

using math::Vec3;
using math::Vec3f;

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

std::vector<FinalWeights> final_weights(const SkinContext& c, const Surface& s) {
  std::vector<FinalWeights> weights;
  weights.reserve(s.positions.size());
  for (std::size_t v = 0; v < s.positions.size(); ++v) {
    weights.push_back(final_weights(c, s.positions[v], s.weights[v]));
  }
  return weights;
}

// How sharply colour (as the eye sees it: dark differences count more) and normal change between two vertices. Cloth
// that ends is a border in any colour.
float contrast(const Surface& s, const std::vector<Vec3f>& seen, std::uint32_t a, std::uint32_t b) {
  const Vec3f d = glm::abs(seen[a] - seen[b]);
  const double turn = 1.0 - glm::dot(s.normals[a], s.normals[b]);
  return std::max({d.x, d.y, d.z}) + (s.materials[a] != s.materials[b] ? 0.15f : 0.0f) +
         0.12f * static_cast<float>(std::max(0.0, turn - 0.04));
}

// The sharpest change at each vertex.
std::vector<float> contrasts(const Surface& s, const std::vector<Vec3f>& seen) {
  std::vector<float> result(s.positions.size(), 0.0f);
  for (std::size_t i = 0; i < s.triangles.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = s.triangles[i + k], b = s.triangles[i + (k + 1) % 3];
      const float c = contrast(s, seen, a, b);
      result[a] = std::max(result[a], c);
      result[b] = std::max(result[b], c);
    }
  }
  return result;
}

// What a collapse costs beyond its shape: where bone weights change the skin will bend; colours and folds have
// borders, along which vertices may slide but which they may not leave.
struct Attributes {
  std::vector<FinalWeights> weights;
  std::vector<Vec3f> seen;  // colours, as the eye sees them
  std::vector<float> sharpness;
};
double attribute_difference(const Surface& s, const Attributes& attributes, std::uint32_t a, std::uint32_t b,
                            double metres) {
  const std::vector<FinalWeights>& weights = attributes.weights;
  const std::vector<float>& sharpness = attributes.sharpness;
  float weight = 0.0f;
  for (std::size_t i = 0; i < 4; ++i) {
    float other = 0.0f;
    for (std::size_t k = 0; k < 4; ++k) {
      if (weights[b].joints[k] == weights[a].joints[i]) other = std::max(other, weights[b].weights[k]);
    }
    weight = std::max(weight, std::abs(weights[a].weights[i] - other));
  }
  const float colour = contrast(s, attributes.seen, a, b) + std::max(0.0f, sharpness[a] - sharpness[b]);
  return metres * static_cast<double>(weight * weight + 4.0f * colour);
}

void append(const Surface& s, const std::vector<FinalWeights>& weights, const std::vector<std::uint32_t>& triangles,
            math::SkinnedMesh& out) {
  std::vector<std::uint32_t> place(s.positions.size(), 0xFFFFFFFFu);
  for (const std::uint32_t v : triangles) {
    if (place[v] == 0xFFFFFFFFu) {
      place[v] = static_cast<std::uint32_t>(out.mesh.positions.size());
      out.mesh.positions.push_back(Vec3f(s.positions[v]));
      out.mesh.normals.push_back(Vec3f(s.normals[v]));
      out.colours.push_back(s.colours[v]);
      out.joints.push_back(weights[v].joints);
      out.weights.push_back(weights[v].weights);
      out.segments.push_back(segment_of(weights[v].joints[0]));
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
std::vector<std::uint32_t> ends_of(const Surface& s) {
  std::vector<std::uint32_t> ends;
  const auto add = [&](const Vec3& direction, auto&& counts) {
    std::uint32_t best = s.triangles[0];
    double reach = -1e9;
    for (const std::uint32_t v : s.triangles) {
      const double here = glm::dot(s.positions[v], direction);
      if (here > reach && counts(v)) best = v, reach = here;
    }
    ends.push_back(best);
  };
  const auto any = [](std::uint32_t) { return true; };
  for (const Vec3& d : {Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)}) add(d, any);
  add({0.7071, -0.7071, 0}, [&](std::uint32_t v) { return s.materials[v] == SkinMaterial::Hand; });  // along the arm
  return ends;
}

// What people look at closely may deviate less; only of the finest level, the others are seen from afar.
float importance(SkinMaterial material) {
  switch (material) {
    case SkinMaterial::Face:
      return 2.2f;
    case SkinMaterial::Eye:
      return 4.0f;
    case SkinMaterial::Hand:
      return 1.5f;
    case SkinMaterial::Hair:
      return 1.0f;
    default:
      return 0.8f;
  }
}

// Largest cost of a collapse and the cost of a full change of weights or colours, metres, per level.
struct Thinning {
  double tolerance, attribute;
};
constexpr std::array<Thinning, kDetailLevels> kThinning = {{{0.0025, 0.012}, {0.04, 0.012}, {0.12, 0.012}}};

void append_part(const SkinContext& c, const std::array<Vec3f, kMaterialCount>& colours, const SkinPart& part,
                 Skin& skin) {
  const Surface s = finished_surface(part, colours);
  Attributes attributes{final_weights(c, s), {}, {}};
  for (const Vec3f& colour : s.colours) attributes.seen.push_back(glm::sqrt(glm::max(colour, Vec3f(0.0f))));
  attributes.sharpness = contrasts(s, attributes.seen);
  std::vector<std::uint32_t> triangles = s.triangles;
  ThinSettings settings;
  settings.kept = ends_of(s);
  for (const Vec3& p : s.positions) settings.border.push_back(!part.mirror && p.x == 0.0);
  for (std::size_t level = 0; level < kDetailLevels && part.triangles[level] > 0; ++level) {
    settings.tolerance = kThinning[level].tolerance;
    settings.importance.clear();
    for (const SkinMaterial m : s.materials) {
      settings.importance.push_back(level == 0 ? importance(m) : (m == SkinMaterial::Face ? 1.5f : 1.0f));
    }
    settings.triangles = part.triangles[level];
    settings.difference = [&](std::uint32_t a, std::uint32_t b) {
      return attribute_difference(s, attributes, a, b, kThinning[level].attribute);
    };
    triangles = thinned(s.positions, triangles, settings);
    math::SkinnedMesh& mesh = skin.levels[level];
    const std::size_t first_vertex = mesh.mesh.positions.size(), first_index = mesh.mesh.indices.size();
    append(s, attributes.weights, triangles, mesh);
    append_mirrored(mesh, first_vertex, first_index, !part.mirror);
  }
}

std::array<Vec3f, kMaterialCount> colours_of(const Appearance& look) {
  const Vec3f leather(0.028f, 0.016f, 0.010f);
  return {{look.skin, look.skin, look.shirt, leather, look.trousers, 0.5f * look.trousers + Vec3f(0.01f), look.shoes,
           0.45f * look.shoes + Vec3f(0.09f), Vec3f(0.7f), look.hair}};
}

}  // namespace

SkinContext::SkinContext(const Dimensions& dimensions, const Skeleton& skeleton_, const Appearance& look_)
    : d(dimensions), skeleton(skeleton_), look(look_), scale(dimensions[Dimension::Stature] / 1.756) {
  forward_kinematics(skeleton, bind_posture(skeleton), bind);
  for (std::size_t i = 0; i < kJointCount; ++i) at[i] = bind.position(joint_at(i));
}

SkinPart make_body_part(const SkinContext& c) {
  Cage cage;
  const Ring neck = add_head(cage, c);
  const ShirtEnds ends = add_shirt(cage, c, neck);
  add_hand(cage, c, ends.arm);
  const Ring sock = add_trousers(cage, c, ends.waist);
  add_shoe(cage, c, sock);
  SkinPart part;
  part.cage = with_mirror_half(cage);
  part.detailed = [detail = face_detail(c)](const Vec3& p, SkinMaterial m) {
    return m == SkinMaterial::Face && detail(p);
  };
  part.finish = [&c](Surface& s) {
    finish_face(c, s);
    finish_hand(c, s);
    for (Vec3& p : s.positions) p.y = std::max(p.y, 0.0);  // the sole is flat
  };
  return part;
}

Skin build_skin(const Dimensions& dimensions, const Skeleton& skeleton, const Appearance& appearance) {
  const SkinContext context(dimensions, skeleton, appearance);
  std::vector<SkinPart> parts{make_body_part(context), make_eyeball(context)};
  const HairStyle style = appearance.hair_style;
  if (style == HairStyle::Bob || style == HairStyle::Long) parts.push_back(make_hanging_hair(context));
  if (style == HairStyle::Bun) parts.push_back(make_bun(context));
  // The body gets what the other pieces leave; all counts are of one side.
  parts[0].triangles = {10000, 2500, 500};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    for (std::size_t level = 0; level < kDetailLevels; ++level) parts[0].triangles[level] -= parts[i].triangles[level];
  }
  Skin skin;
  const auto colours = colours_of(appearance);
  for (const SkinPart& part : parts) append_part(context, colours, part, skin);
  return skin;
}

}  // namespace fh::human
