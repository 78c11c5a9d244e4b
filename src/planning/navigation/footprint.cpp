// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/footprint.h"

#include <algorithm>
#include <limits>

#include "math/trig.h"
#include "planning/navigation/column_raster.h"
#include "planning/navigation/floor_plan.h"
#include "scene/place/scene.h"

namespace fh::planning {
namespace {

using math::Pose;
using math::Triangle;

constexpr int kRoundSides = 16;

/// Closed solid over a polygon in the XZ plane, between two heights: the shape of boxes and round things.
void add_prism(Solids::Piece& piece, const Pose& pose, std::span<const Vec2> outline, double low, double high) {
  const std::size_t n = outline.size();
  const auto at = [&](std::size_t i, double y) { return pose.point({outline[i % n].x, y, outline[i % n].y}); };
  for (std::size_t i = 0; i < n; ++i) {
    piece.triangles.push_back({at(i, low), at(i + 1, low), at(i + 1, high)});
    piece.triangles.push_back({at(i, low), at(i + 1, high), at(i, high)});
    if (i >= 1 && i + 1 < n) {
      piece.triangles.push_back({at(0, low), at(i + 1, low), at(i, low)});
      piece.triangles.push_back({at(0, high), at(i, high), at(i + 1, high)});
    }
  }
}

/// A circle's outer polygon: circumscribed, so that nothing of the circle is outside.
std::vector<Vec2> round_outline(double radius) {
  std::vector<Vec2> outline;
  const double outer = radius / math::cos(math::kPi / kRoundSides);
  for (int i = 0; i < kRoundSides; ++i) {
    const math::SinCos sc = math::sin_cos(-math::kTau * i / kRoundSides);
    outline.push_back({outer * sc.cos, outer * sc.sin});
  }
  return outline;
}

void add_mesh(Solids::Piece& piece, const math::TriMesh& mesh, const Pose& pose, const math::Vec3& scale) {
  for (std::size_t i = 0; i < mesh.triangle_count(); ++i) {
    const Triangle t = mesh.triangle(i);
    piece.triangles.push_back({pose.point(t.a * scale), pose.point(t.b * scale), pose.point(t.c * scale)});
  }
}

Solids::Piece piece_of(const scene::Scene& scene, const scene::CollisionShape& shape) {
  Solids::Piece piece;
  const math::Vec3& h = shape.half;
  switch (shape.kind) {
    case scene::ShapeKind::Box: {
      const std::array<Vec2, 4> outline{{{-h.x, -h.z}, {-h.x, h.z}, {h.x, h.z}, {h.x, -h.z}}};
      add_prism(piece, shape.object_from_shape, outline, -h.y, h.y);
      break;
    }
    case scene::ShapeKind::Sphere:
      add_prism(piece, shape.object_from_shape, round_outline(shape.radius), -shape.radius, shape.radius);
      break;
    case scene::ShapeKind::Capsule:
      add_prism(piece, shape.object_from_shape, round_outline(shape.radius), -h.y - shape.radius, h.y + shape.radius);
      break;
    case scene::ShapeKind::Cylinder:
      add_prism(piece, shape.object_from_shape, round_outline(shape.radius), -h.y, h.y);
      break;
    case scene::ShapeKind::ConvexHull:
    case scene::ShapeKind::TriangleMesh:
      // The hull of a column of the mesh is inside the hull of the mesh: filled like any convex piece.
      add_mesh(piece, scene.meshes[shape.mesh].geometry, shape.object_from_shape, shape.mesh_scale);
      piece.convex = shape.kind == scene::ShapeKind::ConvexHull;
      break;
  }
  return piece;
}

std::uint8_t hindrance(const HeightBand& band, double low, double high) {
  if (high <= band.ignore_below || low >= band.head) return 0;
  if (low >= band.duck_from) return bit(Hindrance::Duck);
  if (high <= band.step_over) return bit(Hindrance::StepOver);
  return bit(Hindrance::Solid);
}

/// Leaves the corners of the points' convex hull, in order (Andrew's monotone chain).
void keep_hull(std::vector<Vec2>& points) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return;
  std::vector<Vec2> hull;
  const auto add = [&](const Vec2& p, std::size_t least) {
    const auto turns = [&](const Vec2& a, const Vec2& b) {
      return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    };
    while (hull.size() > least && turns(hull[hull.size() - 2], hull.back()) <= 0.0) hull.pop_back();
    hull.push_back(p);
  };
  for (const Vec2& p : points) add(p, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], lower);
  hull.pop_back();
  points = std::move(hull);
}

/// One projection: the object's rectangle of columns, and what it does in each, layer by layer.
class Projection {
 public:
  Projection(const FloorPlan& floor, const HeightBand& band, FootprintScratch& scratch)
      : floor_(floor), frame_(floor.frame()), band_(band), scratch_(scratch) {}

  bool begin(const math::Aabb& world) {
    if (world.empty() || world.high.y <= floor_.lowest() + band_.ignore_below) return false;
    if (world.low.y >= floor_.highest() + band_.head) return false;
    const auto cells = [&](double value, double origin) {
      return static_cast<int>(std::floor(math::clamp((value - origin) / frame_.cell, -1e6, 1e6)));
    };
    x0_ = std::max(cells(world.low.x, frame_.origin.x), 0);
    z0_ = std::max(cells(world.low.z, frame_.origin.y), 0);
    width_ = std::min(cells(world.high.x, frame_.origin.x), frame_.width - 1) - x0_ + 1;
    depth_ = std::min(cells(world.high.z, frame_.origin.y), frame_.depth - 1) - z0_ + 1;
    if (width_ <= 0 || depth_ <= 0) return false;
    columns_ = static_cast<std::size_t>(width_) * static_cast<std::size_t>(depth_);
    scratch_.hindrances.assign(columns_ * static_cast<std::size_t>(frame_.layers), 0);
    return true;
  }

  void add(const Solids::Piece& piece, const Pose& pose) {
    piece.convex ? add_convex(piece, pose) : add_open(piece, pose);
  }

  void finish(std::vector<FootprintCell>& out) const {
    for (int layer = 0; layer < frame_.layers; ++layer) {
      const std::uint8_t* found = scratch_.hindrances.data() + static_cast<std::size_t>(layer) * columns_;
      for (int z = z0_; z < z0_ + depth_; ++z) {
        for (int x = x0_; x < x0_ + width_; ++x, ++found) {
          if (*found != 0) out.push_back({cell_of(x, z, layer), *found});
        }
      }
    }
  }

 private:
  CellIndex cell_of(int x, int z, int layer) const { return frame_.index(x, layer * frame_.depth + z); }
  std::size_t column_at(int x, int z) const {
    return static_cast<std::size_t>(math::clamp(z - z0_, 0, depth_ - 1)) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(math::clamp(x - x0_, 0, width_ - 1));
  }
  void mark(std::size_t column, double low, double high) {
    const int at = static_cast<int>(column);
    mark(x0_ + at % width_, z0_ + at / width_, low, high);
  }
  void mark(int x, int z, double low, double high) {
    x = math::clamp(x, x0_, x0_ + width_ - 1);
    z = math::clamp(z, z0_, z0_ + depth_ - 1);
    const std::size_t column = column_at(x, z);
    for (int layer = 0; layer < frame_.layers; ++layer) {
      const float ground = floor_.height(cell_of(x, z, layer));
      if (ground == kNoFloor) continue;
      scratch_.hindrances[static_cast<std::size_t>(layer) * columns_ + column] |=
          hindrance(band_, low - ground, high - ground);
    }
  }

  void add_convex(const Solids::Piece& piece, const Pose& pose) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (piece.upright && pose.direction(math::kUp).y > 1.0 - 1e-12) return add_upright(piece, pose);
    scratch_.low.assign(columns_, kInfinity);
    scratch_.high.assign(columns_, -kInfinity);
    // A face exactly on the border between two cells belongs to the inner one: shrink by a millionth.
    const math::Vec3 middle = pose.point(piece.middle);
    const auto placed = [&](const math::Vec3& p) {
      const math::Vec3 world = pose.point(p);
      return math::Vec3(world.x + 1e-6 * (middle.x - world.x), world.y, world.z + 1e-6 * (middle.z - world.z));
    };
    for (const Triangle& t : piece.triangles) {
      for_each_column({placed(t.a), placed(t.b), placed(t.c)}, frame_, [&](int x, int z, double low, double high) {
        const std::size_t column = column_at(x, z);
        scratch_.low[column] = std::min(scratch_.low[column], static_cast<float>(low));
        scratch_.high[column] = std::max(scratch_.high[column], static_cast<float>(high));
      });
    }
    for (std::size_t i = 0; i < columns_; ++i) {
      if (scratch_.low[i] <= scratch_.high[i]) mark(i, scratch_.low[i], scratch_.high[i]);
    }
  }

  /// Most things: what stands upright covers what its outline covers, and every column is equally tall.
  void add_upright(const Solids::Piece& piece, const Pose& pose) {
    const double low = piece.low + pose.position.y, high = piece.high + pose.position.y;
    const math::Vec3 across = pose.direction({1.0, 0.0, 0.0}), along = pose.direction({0.0, 0.0, 1.0});
    scratch_.outline.clear();
    for (const Vec2& corner : piece.outline) {
      // A face exactly on the border between two cells belongs to the inner one, as above.
      const Vec2 p = corner + 1e-6 * (Vec2(piece.middle.x, piece.middle.z) - corner);
      const Vec2 world(pose.position.x + across.x * p.x + along.x * p.y,
                       pose.position.z + across.z * p.x + along.z * p.y);
      scratch_.outline.push_back((world - frame_.origin) / frame_.cell);
    }
    for_each_row(scratch_.outline, frame_, [&](int z, int first, int last) {
      for (int x = first; x <= last; ++x) mark(x, z, low, high);
    });
  }

  void add_open(const Solids::Piece& piece, const Pose& pose) {
    scratch_.crossings.clear();
    for (const Triangle& t : piece.triangles) {
      const Triangle world{pose.point(t.a), pose.point(t.b), pose.point(t.c)};
      for_each_column(world, frame_, [&](int x, int z, double low, double high) { mark(x, z, low, high); });
      note_crossings(world);
    }
    fill_inside();
  }

  /// Where the vertical lines through the middles of columns cross a triangle, and which way it faces.
  void note_crossings(const Triangle& t) {
    const math::Vec3 normal = t.normal();
    if (std::abs(normal.y) < 1e-12) return;
    const auto first = [&](double value, double origin) {
      return static_cast<int>(std::ceil((value - origin) / frame_.cell - 0.5));
    };
    const int cx0 = std::max(first(std::min({t.a.x, t.b.x, t.c.x}), frame_.origin.x), x0_);
    const int cx1 = std::min(first(std::max({t.a.x, t.b.x, t.c.x}), frame_.origin.x), x0_ + width_);
    const int cz0 = std::max(first(std::min({t.a.z, t.b.z, t.c.z}), frame_.origin.y), z0_);
    const int cz1 = std::min(first(std::max({t.a.z, t.b.z, t.c.z}), frame_.origin.y), z0_ + depth_);
    const double sign = normal.y > 0.0 ? 1.0 : -1.0;
    const auto inside = [&](const math::Vec3& a, const math::Vec3& b, double x, double z) {
      const double side = sign * ((b.z - a.z) * (x - a.x) - (b.x - a.x) * (z - a.z));
      // A line through a shared edge must count for one of the two triangles only.
      const bool owns = sign * (b.z - a.z) > 0.0 || (b.z == a.z && sign * (b.x - a.x) < 0.0);
      return owns ? side >= 0.0 : side > 0.0;
    };
    for (int z = cz0; z < cz1; ++z) {
      for (int x = cx0; x < cx1; ++x) {
        const double px = frame_.origin.x + frame_.cell * (x + 0.5), pz = frame_.origin.y + frame_.cell * (z + 0.5);
        if (!inside(t.a, t.b, px, pz) || !inside(t.b, t.c, px, pz) || !inside(t.c, t.a, px, pz)) continue;
        const double y = t.a.y - (normal.x * (px - t.a.x) + normal.z * (pz - t.a.z)) / normal.y;
        scratch_.crossings.push_back(
            {static_cast<std::int32_t>(column_at(x, z)), static_cast<float>(y), normal.y > 0.0 ? 1 : -1});
      }
    }
  }

  /// Fills between the faces of closed solids: from the top, an upward face enters, a downward face leaves. Faces that
  /// only line a room (they look inwards) never enter, so the room stays free.
  void fill_inside() {
    auto& crossings = scratch_.crossings;
    std::sort(crossings.begin(), crossings.end(), [](const auto& a, const auto& b) {
      if (a.column != b.column) return a.column < b.column;
      return a.height != b.height ? a.height > b.height : a.sign > b.sign;
    });
    int depth = 0;
    float entered = 0.0f;
    for (std::size_t i = 0; i < crossings.size(); ++i) {
      if (i == 0 || crossings[i].column != crossings[i - 1].column) depth = 0;
      if (crossings[i].sign > 0 && depth++ == 0) entered = crossings[i].height;
      if (crossings[i].sign < 0 && depth > 0 && --depth == 0) {
        mark(static_cast<std::size_t>(crossings[i].column), crossings[i].height, entered);
      }
    }
  }

  const FloorPlan& floor_;
  const GridFrame& frame_;
  const HeightBand& band_;
  FootprintScratch& scratch_;
  int x0_ = 0, z0_ = 0, width_ = 0, depth_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace

void Solids::measure() {
  bounds = {};
  for (Piece& piece : pieces) {
    math::Aabb own;
    for (const Triangle& t : piece.triangles) {
      for (const math::Vec3& p : {t.a, t.b, t.c}) own.add(p);
    }
    bounds.add(own);
    piece.middle = math::Vec3(0.0);
    for (const Triangle& t : piece.triangles) {
      piece.middle += (t.a + t.b + t.c) / (3.0 * static_cast<double>(piece.triangles.size()));
    }
    piece.low = own.low.y;
    piece.high = own.high.y;
    const auto is_top = [&](const Triangle& t) {
      return t.normal().y > 0.0 && t.a.y == piece.high && t.b.y == piece.high && t.c.y == piece.high;
    };
    const auto is_side = [](const Triangle& t) {
      const math::Vec3 n = t.normal();
      return std::abs(n.y) <= 1e-9 * glm::length(n);
    };
    const auto is_bottom = [&](const Triangle& t) {
      return t.a.y == piece.low && t.b.y == piece.low && t.c.y == piece.low;
    };
    piece.upright = piece.convex && std::all_of(piece.triangles.begin(), piece.triangles.end(), [&](const Triangle& t) {
                      return is_top(t) || is_bottom(t) || is_side(t);
                    });
    piece.outline.clear();
    if (!piece.upright) continue;
    for (const Triangle& t : piece.triangles) {
      if (!is_top(t)) continue;
      for (const math::Vec3& p : {t.a, t.b, t.c}) piece.outline.push_back({p.x, p.z});
    }
    keep_hull(piece.outline);
    piece.upright = piece.outline.size() >= 3;
  }
}

Solids make_solids(const scene::Scene& scene, const scene::Object& object) {
  Solids solids;
  for (const scene::CollisionShape& shape : object.collision) solids.pieces.push_back(piece_of(scene, shape));
  if (object.collision.empty()) {
    for (const scene::Part& part : object.parts) {
      Solids::Piece piece;
      piece.convex = false;
      add_mesh(piece, scene.meshes[part.mesh].geometry, part.object_from_mesh, part.scale);
      solids.pieces.push_back(std::move(piece));
    }
  }
  solids.measure();
  return solids;
}

Solids make_box_solids(const math::Vec3& half) {
  Solids solids;
  scene::CollisionShape box;
  box.half = half;
  solids.pieces.push_back(piece_of({}, box));
  solids.measure();
  return solids;
}

SolidLibrary::SolidLibrary(const scene::Scene& scene) {
  for (const scene::Object& object : scene.objects) put(object.id, make_solids(scene, object));
}

void SolidLibrary::put(core::ObjectId id, Solids solids) {
  if (solids_.size() < id.value) solids_.resize(id.value);
  solids_[id.value - 1] = std::move(solids);
}

void project(const Solids& solids, const math::Pose& world_from_object, const FloorPlan& floor, const HeightBand& band,
             FootprintScratch& scratch, std::vector<FootprintCell>& out) {
  out.clear();
  Projection projection(floor, band, scratch);
  if (!projection.begin(math::transformed(world_from_object, solids.bounds))) return;
  for (const Solids::Piece& piece : solids.pieces) projection.add(piece, world_from_object);
  projection.finish(out);
}

}  // namespace fh::planning
