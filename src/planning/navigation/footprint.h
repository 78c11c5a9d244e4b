// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an object takes of the floor (K-16 with errata): its collision solids, projected filled and conservative, every
// touched cell counts. What hinders a body depends on the height above the local floor: low things are stepped over,
// things between duck height and head are ducked under, what is above the head is ignored.
#include <cstdint>
#include <vector>

#include "core/ids.h"
#include "math/shapes.h"
#include "planning/navigation/grid.h"

// Declared only: minds include this header and must not see the place (tests/lint/information_wall.py).
namespace fh::scene {
struct Object;
struct Scene;
}  // namespace fh::scene

namespace fh::planning {

class FloorPlan;

/// The solids of one object as triangles in object space.
struct Solids {
  struct Piece {
    std::vector<math::Triangle> triangles;
    bool convex = true;               // the space between the lowest and the highest surface of a column is filled
    bool upright = false;             // convex with only vertical and level faces: every column is as tall as the piece
    std::vector<math::Vec2> outline;  // upright: convex, seen from above, in order; object space (x, z)
    double low = 0.0, high = 0.0;     // object space, m
    math::Vec3 middle{0.0};           // mean of the faces' centres, object space
  };
  std::vector<Piece> pieces;
  math::Aabb bounds;  // object space

  /// Works out everything but the triangles and `convex`; to be called when they are in place.
  void measure();
};

/// Collision shapes of an object; its seen triangles when it has none.
Solids make_solids(const scene::Scene& scene, const scene::Object& object);
/// A box centred at the object's origin, for tests and stand-ins.
Solids make_box_solids(const math::Vec3& half);

/// Solids by object; made once for a place, shared by all agents, constant during a run.
class SolidLibrary {
 public:
  SolidLibrary() = default;
  explicit SolidLibrary(const scene::Scene& scene);
  void put(core::ObjectId id, Solids solids);
  /// Null for unknown objects.
  const Solids* find(core::ObjectId id) const {
    return id.valid() && id.value <= solids_.size() ? &solids_[id.value - 1] : nullptr;
  }

 private:
  std::vector<Solids> solids_;
};

/// How something hinders a body in a cell.
enum class Hindrance : std::uint8_t {
  Solid,     // cannot be passed
  StepOver,  // low: a high step
  Duck,      // overhead: the body must bend
  Door,      // a leaf that can be opened
  Movable,   // can be pushed or carried away
};
inline constexpr int kHindranceCount = 5;

/// Its place in a set of hindrances.
constexpr std::uint8_t bit(Hindrance kind) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
}

/// Heights above the floor, metres.
/// Our choice, scaled with stature: asserted by test_footprint ("by height above the floor") and test_walk ("beam").
struct HeightBand {
  double ignore_below = 0.03;  // door sills, carpets
  double step_over = 0.25;     // top of what can be stepped over
  double duck_from = 1.30;     // lower edge that can be ducked under
  double head = 1.85;          // above it nothing hinders
};

struct FootprintCell {
  CellIndex cell = kNoCell;
  std::uint8_t hindrances = 0;  // bit per Hindrance: Solid, StepOver, Duck
};

/// Buffers reused between projections.
struct FootprintScratch {
  struct Crossing {
    std::int32_t column;
    float height;
    std::int32_t sign;
  };
  std::vector<Vec2> outline;     // of one upright piece, in cells
  std::vector<float> low, high;  // of one convex piece, per column of the object's rectangle
  std::vector<std::uint8_t> hindrances;
  std::vector<Crossing> crossings;
};

/// The cells of every layer that an object hinders, sorted, each once; `out` is replaced. Exact for any pose (tilted
/// objects too): nothing touched is left out, and solids are filled even where their faces lie outside the band.
void project(const Solids& solids, const math::Pose& world_from_object, const FloorPlan& floor, const HeightBand& band,
             FootprintScratch& scratch, std::vector<FootprintCell>& out);

}  // namespace fh::planning
