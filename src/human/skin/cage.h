// SPDX-License-Identifier: Apache-2.0
#pragma once
// Control cages of the skin: closed meshes of quads with bone weights, refined by Catmull-Clark subdivision (1978). The
// smooth surface passes through the cage's vertices, so that what is placed is what is measured. Private to the skin's
// sources.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "human/skin/skinning.h"
#include "math/vector.h"

namespace fh::human {

/// Stands for "the vertebrae near this height"; resolved when the mesh is finished.
inline constexpr std::uint16_t kSpineBone = 0xFFFF;

/// A few bones and their shares; combines linearly.
struct BoneWeights {
  struct Entry {
    std::uint16_t bone;
    float weight;
  };
  std::array<Entry, 8> entries{};
  std::size_t count = 0;

  BoneWeights() = default;
  BoneWeights(std::initializer_list<Entry> list) {
    for (const Entry& e : list) add(e.bone, e.weight);
  }
  /// When all places are taken the smallest share gives way.
  void add(std::uint16_t bone, float weight);
  void add(const BoneWeights& other, float factor) {
    for (std::size_t i = 0; i < other.count; ++i) add(other.entries[i].bone, factor * other.entries[i].weight);
  }
};

inline std::uint16_t bone_of(Joint joint) {
  return static_cast<std::uint16_t>(index_of(joint));
}
inline std::uint16_t half_of(Joint joint) {
  return static_cast<std::uint16_t>(helper_bone(joint));
}
std::uint16_t mirrored_bone(std::uint16_t bone);

struct Cage {
  using Quad = std::array<std::uint32_t, 4>;  // counter-clockwise from outside

  std::vector<math::Vec3> positions;
  std::vector<BoneWeights> weights;
  std::vector<Quad> quads;
  std::vector<std::uint8_t> materials;  // one per quad
  std::uint8_t material = 0;            // of the quads added from now on

  std::uint32_t add(const math::Vec3& position, const BoneWeights& weight) {
    positions.push_back(position);
    weights.push_back(weight);
    return static_cast<std::uint32_t>(positions.size() - 1);
  }
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    quads.push_back({a, b, c, d});
    materials.push_back(material);
  }
};

using Ring = std::vector<std::uint32_t>;

/// Quads between two rings of equal size that turn right-handed about the direction from the first to the second.
/// An open strip (half a ring) leaves out the closing quad.
void bridge(Cage& cage, const Ring& from, const Ring& to, bool closed);
/// Closes a ring with a fan of quads about a middle vertex (even size; half rings: odd size, middle on x = 0), or with
/// one quad (size 4). `at_end`: the ring is the last one, its cap looks in the direction of advance.
void cap(Cage& cage, const Ring& ring, const math::Vec3& middle, const BoneWeights& weight, bool at_end, bool closed);

/// A closed tube along `path`; at each point an ellipse with half axes `radii` along `across` and `out`, which are
/// right-handed with the path's direction.
struct TubePoint {
  math::Vec3 centre, across, out;
  math::Vec2 radii;
};
Cage tube(const std::vector<TubePoint>& path, std::size_t around, const BoneWeights& weight);

/// The other half of a right half whose boundary lies on x = 0 exactly, welded to it.
Cage with_mirror_half(const Cage& right);
/// A mirrored copy, left from right.
Cage mirrored(const Cage& right);

/// Where the vertices lie on the smooth surface after infinitely many steps (Halstead, Kass and DeRose 1993); the mesh
/// must be closed.
std::vector<math::Vec3> limit_positions(const Cage& cage);
/// Moves the control points until the smooth surface passes through where they stood: to about a millimetre in a few
/// passes, without the ripples of an exact solution (progressive iterative approximation, Lin and others 2004).
void interpolate(Cage& cage, int passes);
/// One Catmull-Clark step; the mesh must be closed.
Cage subdivided(const Cage& cage);

}  // namespace fh::human
