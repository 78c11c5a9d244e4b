// SPDX-License-Identifier: Apache-2.0
#include "evaluation/clearance/swept_volume.h"

#include <cmath>

#include "evaluation/observe/observer.h"
#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

constexpr core::Tick kEvery = 9;  // ticks between two postures: nobody's hand passes a cell unseen below 0.5 m/s

std::int32_t cell_of(double metres) {
  return static_cast<std::int32_t>(std::floor(metres / SweptVolume::kCell));
}

class SweptVolumes final : public Observer {
 public:
  explicit SweptVolumes(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override { swept_.assign(moment.people.size(), {}); }

  void observe(const frame::Moment& moment) override {
    if (moment.tick % kEvery != 0 || surroundings_->people.size() != moment.people.size()) return;
    users_.assign(moment.people.size(), false);
    for (std::size_t i = 0; i < swept_.size(); ++i) {
      users_[i] = moment.people[i].is_user != 0;
      const auto frames = frames_of(moment, moment.people[i]);
      const human::CollisionBody* solids = surroundings_->people[i].solids;
      if (solids && !frames.empty()) swept_[i].add(*solids, frames);
    }
  }

  void write(core::Json& report) const override {
    std::size_t users = 0, agents = 0;
    for (std::size_t i = 0; i < users_.size(); ++i) {
      core::Json& row = users_[i] ? user_row(report, users++) : agent_row(report, agents++);
      if (swept_[i].cells().empty()) continue;
      math::Aabb box;
      for (const SweptVolume::Cell& cell : swept_[i].cells()) box.add(cell.middle());
      box = box.grown(0.5 * SweptVolume::kCell);
      row["swept"] = {{"volume_m3", swept_[i].cubic_metres()},
                      {"low_m", {box.low.x, box.low.y, box.low.z}},
                      {"high_m", {box.high.x, box.high.y, box.high.z}},
                      {"cell_m", SweptVolume::kCell},
                      {"every_s", core::seconds_of(kEvery)}};
    }
  }

 private:
  const Surroundings* surroundings_;
  std::vector<SweptVolume> swept_;
  std::vector<bool> users_;
};

}  // namespace

void SweptVolume::add(const human::CollisionBody& body, std::span<const math::Pose> world_from_joint) {
  for (const human::CollisionPiece& piece : body.pieces) {
    const math::Pose& frame = world_from_joint[human::index_of(piece.joint)];
    const math::Pose box = frame * piece.shape.joint_from_box;
    math::Vec3 reach(piece.shape.radius);
    for (int axis = 0; axis < 3; ++axis) {
      math::Vec3 along(0.0);
      along[axis] = piece.shape.half[axis];
      reach += glm::abs(math::rotate(box.rotation, along));
    }
    const math::Vec3 low = box.position - reach, high = box.position + reach;
    const math::Pose joint_from_world = math::inverse(frame);
    for (std::int32_t x = cell_of(low.x); x <= cell_of(high.x); ++x) {
      for (std::int32_t y = cell_of(low.y); y <= cell_of(high.y); ++y) {
        for (std::int32_t z = cell_of(low.z); z <= cell_of(high.z); ++z) {
          const Cell cell{x, y, z};
          if (human::signed_distance(piece.shape, joint_from_world.point(cell.middle())) <= 0.0) cells_.insert(cell);
        }
      }
    }
  }
}

std::unique_ptr<Observer> make_swept_volume(const Surroundings& surroundings) {
  return std::make_unique<SweptVolumes>(surroundings);
}

}  // namespace fh::evaluation
