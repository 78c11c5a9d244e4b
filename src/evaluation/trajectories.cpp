// SPDX-License-Identifier: Apache-2.0
// Where everybody was on the plan, thirty times a second: for tools that study how people move.
#include "evaluation/observe/observer.h"
#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

constexpr core::Tick kFrameTicks = 3;

class Trajectories final : public Observer {
 public:
  void begin(const frame::Moment&) override { rows_.clear(); }
  void observe(const frame::Moment& moment) override {
    if (moment.tick % kFrameTicks != 0) return;
    for (const frame::MomentPerson& person : moment.people) {
      const auto frames = frames_of(moment, person);
      if (frames.empty()) continue;
      // Seen from above with y to the north: the plan's y is -z.
      const math::Vec3& pelvis = frames[0].position;
      rows_.push_back(
          {static_cast<double>(person.id.value), static_cast<double>(moment.tick / kFrameTicks), pelvis.x, -pelvis.z});
    }
  }
  void write(core::Json&) const override {}
  void tables(std::vector<Table>& out) const override {
    Table table{"trajectories",
                "Where everybody was, thirty times a second: x and y of the pelvis on the plan, m.",
                {"id", "frame", "x", "y"},
                {}};
    for (const auto& row : rows_) table.rows.push_back({row[0], row[1], row[2], row[3]});
    out.push_back(std::move(table));
  }

 private:
  std::vector<std::array<double, 4>> rows_;
};

}  // namespace

std::unique_ptr<Observer> make_trajectories(const Surroundings&) {
  return std::make_unique<Trajectories>();
}

}  // namespace fh::evaluation
