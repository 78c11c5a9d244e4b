// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/floor_plan.h"
#include "scene/place/scene.h"

#include <algorithm>
#include <queue>

namespace fh::planning {

bool is_floor(const scene::Object& object) {
  if (object.movable || object.joint.kind != scene::JointKind::None) return false;
  if (object.classes.empty()) return true;
  for (const char* name : {"floor", "stairs", "platform", "ramp"}) {
    if (object.is_a(name)) return true;
  }
  return false;
}

namespace {

constexpr double kOverlap = 1.5;  // m that layers share where they join: two bodies' widths and more

}  // namespace

/// Heights of all walkable surfaces per column, then layers out of them.
class FloorBuilder {
 public:
  FloorBuilder(const GridFrame& frame, const FloorSettings& settings) : frame_(frame), settings_(settings) {
    columns_.resize(static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.depth));
  }

  void add(const math::Triangle& t) {
    const math::Vec3 normal = t.normal();
    if (normal.y <= 0.0) return;
    const double slope2 = (normal.x * normal.x + normal.z * normal.z) / (normal.y * normal.y);
    if (slope2 > settings_.max_slope * settings_.max_slope) return;
    const auto first = [&](double value, double origin) {
      return static_cast<int>(std::ceil((value - origin) / frame_.cell - 0.5));
    };
    const int x0 = std::max(first(std::min({t.a.x, t.b.x, t.c.x}), frame_.origin.x), 0);
    const int x1 = std::min(first(std::max({t.a.x, t.b.x, t.c.x}), frame_.origin.x), frame_.width - 1);
    const int z0 = std::max(first(std::min({t.a.z, t.b.z, t.c.z}), frame_.origin.y), 0);
    const int z1 = std::min(first(std::max({t.a.z, t.b.z, t.c.z}), frame_.origin.y), frame_.depth - 1);
    const auto inside = [](const math::Vec3& a, const math::Vec3& b, double x, double z) {
      return (b.z - a.z) * (x - a.x) - (b.x - a.x) * (z - a.z) >= -1e-9;
    };
    for (int z = z0; z <= z1; ++z) {
      for (int x = x0; x <= x1; ++x) {
        const double px = frame_.origin.x + frame_.cell * (x + 0.5), pz = frame_.origin.y + frame_.cell * (z + 0.5);
        if (!inside(t.a, t.b, px, pz) || !inside(t.b, t.c, px, pz) || !inside(t.c, t.a, px, pz)) continue;
        const double y = t.a.y - (normal.x * (px - t.a.x) + normal.z * (pz - t.a.z)) / normal.y;
        columns_[static_cast<std::size_t>(z * frame_.width + x)].push_back({static_cast<float>(y), -1});
      }
    }
  }

  FloorPlan finish() {
    for (auto& column : columns_) tidy(column);
    int layers = 0;
    while (grow_layer(layers)) ++layers;
    FloorPlan plan;
    plan.frame_ = frame_;
    plan.frame_.layers = std::max(layers, 1);
    plan.heights_.assign(plan.frame_.size(), kNoFloor);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      for (const Surface& s : columns_[i]) {
        put(plan, i, s.layer, s.height);
        if (s.shared >= 0) {
          put(plan, i, s.shared, s.height);
          const CellIndex a = cell(plan, i, s.layer), b = cell(plan, i, s.shared);
          plan.links_.push_back({a, b});
          plan.links_.push_back({b, a});
        }
      }
    }
    block_drops(plan);
    std::sort(plan.links_.begin(), plan.links_.end(),
              [](const LayerLink& a, const LayerLink& b) { return a.a != b.a ? a.a < b.a : a.b < b.b; });
    plan.measure();
    return plan;
  }

 private:
  struct Surface {
    float height;
    int layer;
    int shared = -1;  // a second layer that lists it
  };

  static CellIndex cell(const FloorPlan& plan, std::size_t column, int layer) {
    return static_cast<CellIndex>(column) + layer * plan.frame_.depth * plan.frame_.width;
  }
  static void put(FloorPlan& plan, std::size_t column, int layer, float height) {
    plan.heights_[static_cast<std::size_t>(cell(plan, column, layer))] = height;
  }

  /// From low to high, without surfaces that have no headroom under the next.
  void tidy(std::vector<Surface>& column) const {
    std::sort(column.begin(), column.end(), [](const Surface& a, const Surface& b) { return a.height < b.height; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      if (i + 1 < column.size() && column[i + 1].height - column[i].height < settings_.headroom) continue;
      column[kept++] = column[i];
    }
    column.resize(kept);
  }

  /// Floods one layer over surfaces that steps connect, low ones first, so that a floor takes its stairs with it and
  /// what lies over it is left to the next layer. Into the layer before it the flood goes on for a metre: the seam.
  bool grow_layer(int layer) {
    struct Item {
      float height;
      int column, surface, depth;
      bool operator<(const Item& other) const {
        return height != other.height ? height > other.height : column > other.column;
      }
    };
    std::priority_queue<Item> open;
    std::vector<char> taken(columns_.size(), 0);
    const int overlap = static_cast<int>(kOverlap / frame_.cell);
    const auto take = [&](int column, int index, int depth) {
      Surface& s = columns_[static_cast<std::size_t>(column)][static_cast<std::size_t>(index)];
      if (s.layer >= 0) {
        s.shared = layer;
      } else {
        s.layer = layer;
      }
      taken[static_cast<std::size_t>(column)] = 1;
      open.push({s.height, column, index, depth});
    };
    bool any = false;
    for (std::size_t seed = 0; seed < columns_.size(); ++seed) {
      const auto& column = columns_[seed];
      if (taken[seed]) continue;
      std::size_t i = 0;
      while (i < column.size() && column[i].layer >= 0) ++i;
      if (i == column.size()) continue;
      any = true;
      take(static_cast<int>(seed), static_cast<int>(i), 0);
      while (!open.empty()) {
        const Item at = open.top();
        open.pop();
        spread(at.column, at.height, layer, at.depth, overlap, taken, take);
      }
    }
    return any;
  }

  template <class Take>
  void spread(int column, float height, int layer, int depth, int overlap, const std::vector<char>& taken,
              Take&& take) {
    const int x = column % frame_.width, z = column / frame_.width;
    for (int k = 0; k < 8; k += 2) {
      const int nx = x + kStepX[k], nz = z + kStepZ[k];
      if (nx < 0 || nz < 0 || nx >= frame_.width || nz >= frame_.depth) continue;
      const int next = nz * frame_.width + nx;
      if (taken[static_cast<std::size_t>(next)]) continue;
      const auto& surfaces = columns_[static_cast<std::size_t>(next)];
      for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (std::abs(surfaces[i].height - height) > settings_.max_step) continue;
        const bool foreign = surfaces[i].layer >= 0 && surfaces[i].layer != layer;
        if (foreign && (depth >= overlap || surfaces[i].shared >= 0)) continue;
        take(next, static_cast<int>(i), foreign ? depth + 1 : 0);
        break;
      }
    }
  }

  /// No floor where the next cell lies deeper than a step: nobody walks off an edge.
  void block_drops(FloorPlan& plan) const {
    std::vector<std::size_t> drops;
    const GridFrame& frame = plan.frame_;
    for (int row = 0; row < frame.rows(); ++row) {
      for (int x = 1; x + 1 < frame.width; ++x) {
        const CellIndex here = frame.index(x, row);
        if (plan.height(here) == kNoFloor) continue;
        for (int k = 0; k < 8; ++k) {
          const int other = row + kStepZ[k];
          if (other < 0 || other >= frame.rows() || other / frame.depth != row / frame.depth) continue;
          const float next = plan.height(frame.index(x + kStepX[k], other));
          if (next != kNoFloor && plan.height(here) - next > settings_.max_step) {
            drops.push_back(static_cast<std::size_t>(here));
            break;
          }
        }
      }
    }
    for (const std::size_t at : drops) plan.heights_[at] = kNoFloor;
  }

  GridFrame frame_;
  FloorSettings settings_;
  std::vector<std::vector<Surface>> columns_;
};

FloorPlan FloorPlan::flat(const Vec2& low, const Vec2& high, double height, double cell) {
  FloorPlan plan;
  plan.frame_.cell = cell;
  plan.frame_.origin = low - Vec2(cell);
  plan.frame_.width = static_cast<int>(std::ceil((high.x - low.x) / cell - 1e-9)) + 2;
  plan.frame_.depth = static_cast<int>(std::ceil((high.y - low.y) / cell - 1e-9)) + 2;
  plan.heights_.assign(plan.frame_.size(), static_cast<float>(height));
  plan.measure();
  return plan;
}

FloorPlan FloorPlan::from_scene(const scene::Scene& scene, const SolidLibrary& solids, const FloorSettings& settings) {
  math::Aabb bounds;
  for (const scene::Object& object : scene.objects) {
    const Solids* shape = solids.find(object.id);
    if (is_floor(object) && shape) bounds.add(math::transformed(object.world_from_object, shape->bounds));
  }
  if (bounds.empty()) bounds.add(Vec3(0.0));
  GridFrame frame;
  frame.cell = settings.cell;
  // Places of more than 200 m by 200 m have larger cells: memory and time to build them stay bounded.
  constexpr double kMostCells = 4e6;
  const Vec3 size = bounds.size();
  while (size.x * size.z > kMostCells * frame.cell * frame.cell) frame.cell += settings.cell;
  // The grid's lines lie on multiples of the cell, so that walls on round numbers fill whole cells.
  const auto snapped = [&](double value) { return std::floor(value / frame.cell) * frame.cell; };
  frame.origin = {snapped(bounds.low.x - settings.margin), snapped(bounds.low.z - settings.margin)};
  frame.width = static_cast<int>(std::ceil((bounds.high.x + settings.margin - frame.origin.x) / frame.cell)) + 1;
  frame.depth = static_cast<int>(std::ceil((bounds.high.z + settings.margin - frame.origin.y) / frame.cell)) + 1;
  FloorBuilder builder(frame, settings);
  for (const scene::Object& object : scene.objects) {
    const Solids* shape = solids.find(object.id);
    if (!is_floor(object) || !shape) continue;
    const math::Pose& pose = object.world_from_object;
    for (const Solids::Piece& piece : shape->pieces) {
      for (const math::Triangle& t : piece.triangles) builder.add({pose.point(t.a), pose.point(t.b), pose.point(t.c)});
    }
  }
  return builder.finish();
}

void FloorPlan::measure() {
  lowest_ = highest_ = 0.0f;
  bool any = false;
  for (const float height : heights_) {
    if (height == kNoFloor) continue;
    lowest_ = any ? std::min(lowest_, height) : height;
    highest_ = any ? std::max(highest_, height) : height;
    any = true;
  }
}

int FloorPlan::layer_at(const Vec3& position) const {
  if (frame_.layers == 1) return 0;
  int best = 0;
  double best_off = 1e300;
  for (int layer = 0; layer < frame_.layers; ++layer) {
    const float here = height(frame_.cell_at({position.x, position.z}, layer));
    const double off = here == kNoFloor ? 1e299 : std::abs(here - position.y);
    if (off < best_off) {
      best_off = off;
      best = layer;
    }
  }
  return best;
}

std::span<const LayerLink> FloorPlan::links_of(CellIndex cell) const {
  const auto first = std::lower_bound(links_.begin(), links_.end(), cell,
                                      [](const LayerLink& link, CellIndex value) { return link.a < value; });
  auto last = first;
  while (last != links_.end() && last->a == cell) ++last;
  return {first, last};
}

namespace {

constexpr double kStandingStep = 0.4;  // m: a plan's heights are round numbers, and a stair's cells rise by less

}  // namespace

bool has_floor(const FloorPlan& floor, const Vec3& point, double within) {
  if (!math::is_finite(point)) return false;
  const GridFrame& frame = floor.frame();
  const double column = (point.x - frame.origin.x) / frame.cell, row = (point.z - frame.origin.y) / frame.cell;
  const double most = within / frame.cell;
  // The nearest cells come first to mind, but there are few: all are asked.
  if (!(column >= -most && row >= -most && column <= frame.width + most && row <= frame.depth + most)) return false;
  const int x0 = std::max(0, static_cast<int>(std::floor(column - most)));
  const int x1 = std::min(frame.width - 1, static_cast<int>(std::floor(column + most)));
  const int z0 = std::max(0, static_cast<int>(std::floor(row - most)));
  const int z1 = std::min(frame.depth - 1, static_cast<int>(std::floor(row + most)));
  for (int layer = 0; layer < frame.layers; ++layer) {
    for (int z = z0; z <= z1; ++z) {
      for (int x = x0; x <= x1; ++x) {
        const float height = floor.height(frame.index(x, layer * frame.depth + z));
        if (height != kNoFloor && std::abs(height - point.y) <= kStandingStep) return true;
      }
    }
  }
  return false;
}

}  // namespace fh::planning
