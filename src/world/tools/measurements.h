// SPDX-License-Identifier: Apache-2.0
#pragma once
// What users measure in the place: distances, clear widths and heights, angles. Points come from where the tool hand
// aims or as points of the scene, snapped to vertices, edges and faces (place_surface.h). Finished measurements are
// part of the world's state and stay where they were taken, also when things move later.
#include <vector>

#include "core/archive.h"
#include "core/time.h"
#include "frame/measure_kind.h"
#include "world/tools/place_surface.h"
#include "world/users/users.h"

namespace fh::world {

inline constexpr std::size_t kMostMeasurements = 200;  // of all users: they are hashed in every tick

struct MeasuredPoint {
  math::Vec3 at{0.0};
  SnapTo snapped = SnapTo::Nothing;
  core::ObjectId object;  // what it was snapped to

  void visit(core::Archive& archive);
};

struct Measurement {
  frame::MeasureKind kind = frame::MeasureKind::Distance;
  double value = 0.0;                 // m; angles in degrees
  std::vector<MeasuredPoint> points;  // two; of an angle three, its corner second
  core::Tick at = 0;                  // when it was finished
  core::BodyId who;

  /// Parts of the way from the first point to the second, m, both positive.
  double horizontal() const;
  double vertical() const;
  void visit(core::Archive& archive);
};

/// What a user is about to measure.
struct MeasureTool {
  frame::MeasureKind kind = frame::MeasureKind::Distance;
  std::vector<MeasuredPoint> points;  // fewer than the kind needs

  void visit(core::Archive& archive);
};

class Measurements {
 public:
  explicit Measurements(std::size_t users = 0) : tools_(users) {}

  /// A command, after the hands have moved; other commands than those of measuring do nothing. Tells the user what came
  /// of it. `index`: of the user, `now`: ticks so far.
  void apply(const frame::Command& command, std::size_t index, User& user, const PlaceSurface& place, core::Tick now);
  /// Takes back the last point of a measurement under way; false when there is none.
  bool drop_point(std::size_t index);
  /// Nothing that belongs to people who are not there.
  bool fits() const;
  /// In the order in which they were finished.
  const std::vector<Measurement>& done() const { return done_; }
  /// For taking back and making again (history.h).
  std::vector<Measurement>& done_list() { return done_; }
  const std::vector<MeasureTool>& tools() const { return tools_; }

  void visit(core::Archive& archive);

 private:
  Notice take(MeasureTool& tool, const SurfacePoint& point, const PlaceSurface& place, core::BodyId who,
              core::Tick now);
  Notice finish(MeasureTool& tool, core::BodyId who, core::Tick now);
  void undo(MeasureTool& tool, core::BodyId who);

  std::vector<Measurement> done_;
  std::vector<MeasureTool> tools_;  // one per user
};

}  // namespace fh::world
