// SPDX-License-Identifier: Apache-2.0
#include "math/closed_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace fh::math {

bool is_closed(const TriMesh& mesh) {
  // Corners are doubled where normals differ, so edges are compared by place, to a tenth of a millimetre.
  using Place = std::tuple<long, long, long>;
  std::map<Place, std::uint32_t> places;
  std::vector<std::uint32_t> merged(mesh.positions.size());
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Vec3f& p = mesh.positions[i];
    const Place place{std::lround(p.x * 1e4f), std::lround(p.y * 1e4f), std::lround(p.z * 1e4f)};
    merged[i] = places.try_emplace(place, static_cast<std::uint32_t>(places.size())).first->second;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (std::size_t t = 0; t + 2 < mesh.indices.size(); t += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = merged[mesh.indices[t + k]], b = merged[mesh.indices[t + (k + 1) % 3]];
      if (a == b) continue;
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  }
  return !balance.empty() &&
         std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

}  // namespace fh::math
