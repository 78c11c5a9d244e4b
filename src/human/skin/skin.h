// SPDX-License-Identifier: Apache-2.0
#pragma once
// The visible body: one closed, smoothly skinned surface made for one person's dimensions by our own code, dressed in
// shirt, trousers and shoes, in three levels of detail (J-13, J-25, J-28); eyeballs and hanging hair are closed pieces
// of their own. Clothes are part of the measured outline: they add no height.
#include <array>
#include <cstdint>
#include <string_view>

#include "human/body/skeleton.h"
#include "math/mesh.h"

namespace fh::human {

enum class HairStyle : std::uint8_t { Short, Bob, Long, Bun };

/// How a person looks, apart from size. Colours are linear RGB.
struct Appearance {
  math::Vec3f skin{0.55f, 0.33f, 0.23f};
  math::Vec3f hair{0.05f, 0.03f, 0.02f};
  math::Vec3f iris{0.12f, 0.07f, 0.03f};
  math::Vec3f shirt{0.15f, 0.25f, 0.45f};
  math::Vec3f trousers{0.06f, 0.07f, 0.10f};
  math::Vec3f shoes{0.03f, 0.025f, 0.02f};
  HairStyle hair_style = HairStyle::Short;
  bool short_sleeves = false;
};
/// Plausible looks from a seed: the same seed, the same person.
Appearance appearance_from_seed(std::uint64_t seed, Sex sex);

inline constexpr std::size_t kDetailLevels = 3;

struct Skin {
  /// 20 000, 5 000 and 1 000 triangles, a few less. Vertices are in the bind posture's world (standing at the origin);
  /// joints index the kSkinBoneCount matrices of skinning.h; segments are Joint indices.
  std::array<math::SkinnedMesh, kDetailLevels> levels;
};

/// Deterministic; a fraction of a second.
Skin build_skin(const Dimensions& dimensions, const Skeleton& skeleton, const Appearance& appearance);

}  // namespace fh::human
