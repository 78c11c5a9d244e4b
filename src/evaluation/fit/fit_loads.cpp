// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_loads.h"

#include <algorithm>
#include <cmath>

#include "evaluation/posture/posture_band.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

using human::Joint;

constexpr double kInEachHand = 5.0;  // kg

LiftPlace lift_place(std::span<const math::Pose> frames) {
  const math::Vec3 hands =
      0.5 * (frames[human::index_of(Joint::LeftHand)].position + frames[human::index_of(Joint::RightHand)].position);
  math::Vec3 way = hands - between_ankles(frames);
  way.y = 0.0;
  const double reach = glm::length(way);
  LiftPlace place{100.0 * reach, 100.0 * (hands.y - ground_height(frames)), 0.0};
  if (reach > 1e-6) place.asymmetry = math::degrees(math::acos(glm::dot(way / reach, facing(frames))));
  return place;
}

/// The hands are before the body, as in the frames that the bands of the equation come from.
bool could_lift(const LiftPlace& place) {
  return place.horizontal >= 20.0 && place.horizontal <= 63.0 && place.asymmetry < 60.0 && place.vertical > 20.0 &&
         place.vertical < 175.0;
}

void add_row(double truth, double made, const Span& band, LoadAgreement::Row& row) {
  ++row.frames;
  row.in_band += truth >= band.low && truth <= band.high ? 1 : 0;
  row.error += std::abs(truth - made);
  row.width += band.high - band.low;
}

void add_row(const LoadAgreement::Row& other, LoadAgreement::Row& row) {
  row.frames += other.frames;
  row.in_band += other.in_band;
  row.error += other.error;
  row.width += other.width;
}

core::Json row_json(const LoadAgreement::Row& row) {
  const double frames = std::max(1, row.frames);
  return {{"frames", row.frames},
          {"mean_error", row.error / frames},
          {"in_band", row.in_band / frames},
          {"mean_band_width", row.width / frames}};
}

}  // namespace

LoadSample loads_of(const human::Body& body, const human::Frames<double>& frames, bool rebuilt) {
  std::array<math::Pose, human::kJointCount> poses;
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = frames.pose(human::joint_at(i));
  LoadSample sample;
  for (const std::size_t loaded : {0u, 1u}) {
    const double mass = loaded == 1 ? kInEachHand : 0.0;
    const HandLoads loads{{{mass, frames.position(Joint::LeftHand)}, {mass, frames.position(Joint::RightHand)}}};
    const BodyLoads found =
        body_loads(body.masses, body.dimensions, frames, loads, frame::kLeftFootBears | frame::kRightFootBears);
    const LoadBand band = load_band(body.masses, poses, 2.0 * mass, rebuilt);
    auto& figures = sample.figures[loaded];
    auto& bands = sample.bands[loaded];
    for (std::size_t group = 0; group < kLoadGroups; ++group) {
      figures[group] = found.joints[group].torque;
      bands[group] = band.torque(static_cast<LoadGroup>(group), figures[group]);
    }
    figures[kLoadGroups] = found.back.compression;
    bands[kLoadGroups] = band.compression(found.back);
    figures[kLoadGroups + 1] = found.back.shear;
    bands[kLoadGroups + 1] = band.shear(found.back);
  }
  sample.lift = lift_place(poses);
  LiftTask task;
  task.horizontal = sample.lift.horizontal;
  task.vertical = sample.lift.vertical;
  task.asymmetry = sample.lift.asymmetry;
  const double limit = recommended_weight(task).limit;
  sample.limit = rebuilt ? limit_band(task, task.vertical, is_bent(posture_angles(poses))) : Span{limit, limit};
  return sample;
}

void LoadAgreement::add(const LoadSample& truth, const LoadSample& made) {
  for (const std::size_t loaded : {0u, 1u}) {
    for (std::size_t i = 0; i < kFitLoads; ++i)
      add_row(truth.figures[loaded][i], made.figures[loaded][i], made.bands[loaded][i], rows[loaded][i]);
  }
  if (!could_lift(made.lift)) return;
  add_row(truth.limit.low, 0.5 * (made.limit.low + made.limit.high), made.limit, limit);
}

void LoadAgreement::add(const LoadAgreement& other) {
  for (const std::size_t loaded : {0u, 1u}) {
    for (std::size_t i = 0; i < kFitLoads; ++i) add_row(other.rows[loaded][i], rows[loaded][i]);
  }
  add_row(other.limit, limit);
}

core::Json to_json(const LoadAgreement& agreement) {
  core::Json out;
  for (const std::size_t loaded : {0u, 1u}) {
    core::Json& rows = out[loaded == 0 ? "unloaded" : "loaded_10_kg"];
    for (std::size_t i = 0; i < kFitLoads; ++i) {
      const char* name = i < kLoadGroups ? kLoadGroupNames[i] : i == kLoadGroups ? "compression" : "shear";
      rows[name] = row_json(agreement.rows[loaded][i]);
    }
  }
  out["lift_limit"] = row_json(agreement.limit);
  return out;
}

}  // namespace fh::evaluation
