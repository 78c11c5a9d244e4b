// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a person is balanced, for people to look at: the outline of what bears them and the centre of mass over it.
#include <cstdint>
#include <vector>

#include "math/pose.h"

namespace fh::frame {

/// Told apart by colour and by shape: a dot, a triangle, a cross; a ring where nothing bears.
enum class BalanceVerdict : std::uint8_t { Firm, NearEdge, Outside, NotBorne };

inline constexpr double kNearEdge = 0.025;  // m of margin: less is near the edge

struct BalanceView {
  std::vector<math::Vec2> outline;  // x to the right, y ahead of the body, m from the outline's middle
  math::Vec2 centre{0.0};           // of mass, likewise
  double margin = 0.0;              // m, negative outside; 0 when nothing bears
  double held = 0.0;                // kg in the hands
  BalanceVerdict verdict = BalanceVerdict::NotBorne;
};

constexpr BalanceVerdict verdict_of(double margin) {
  return margin < 0.0 ? BalanceVerdict::Outside : margin < kNearEdge ? BalanceVerdict::NearEdge : BalanceVerdict::Firm;
}

/// One word for each, as panels and marks say it.
constexpr const char* word_of(BalanceVerdict verdict) {
  switch (verdict) {
    case BalanceVerdict::Firm:
      return "balanced";
    case BalanceVerdict::NearEdge:
      return "near the edge";
    case BalanceVerdict::Outside:
      return "out of balance";
    case BalanceVerdict::NotBorne:
      break;
  }
  return "not on the ground";
}

/// Linear red, green, blue.
constexpr math::Vec3f colour_of(BalanceVerdict verdict) {
  switch (verdict) {
    case BalanceVerdict::Firm:
      return {0.08f, 0.62f, 0.22f};
    case BalanceVerdict::NearEdge:
      return {0.95f, 0.55f, 0.05f};
    case BalanceVerdict::Outside:
      return {0.85f, 0.06f, 0.04f};
    case BalanceVerdict::NotBorne:
      break;
  }
  return {0.45f, 0.45f, 0.45f};
}

}  // namespace fh::frame
