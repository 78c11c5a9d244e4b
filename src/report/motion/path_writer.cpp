// SPDX-License-Identifier: Apache-2.0
// The ways of carried things: from where each was taken to where it was put, as a table or as lines in the place.
#include <fmt/format.h>

#include <iterator>
#include <map>

#include "core/files.h"
#include "core/time.h"
#include "evaluation/observe/carried_things.h"
#include "report/motion/glb_document.h"
#include "report/motion/motion_writer.h"

namespace fh::report {
namespace {

struct Way {
  std::vector<core::Tick> ticks;
  std::vector<math::Pose> poses;
};

class PathWriter final : public MotionWriter {
 public:
  PathWriter(std::filesystem::path file, const Cast& cast) : file_(std::move(file)), cast_(cast) {}

  void add(const frame::Moment& moment) override {
    if (samples_++ == 0) carried_.begin(cast_.scene, moment);
    carried_.update(moment);
    for (const frame::MomentObject& object : moment.objects) {
      Way& way = ways_[object.id.value];
      way.ticks.push_back(moment.tick);
      way.poses.push_back(object.world_from_object);
    }
  }

  core::Result<> end() override {
    if (samples_ == 0) return core::fail("{}: nothing moved in this recording", file_.string());
    if (carried_.lifts().empty()) return core::fail("{}: nothing was carried in this recording", file_.string());
    return file_.extension() == ".csv" ? core::write_text(file_, table()) : core::write_file(file_, lines());
  }
  std::size_t samples() const override { return samples_; }
  bool wants_all() const override { return true; }  // what is carried is told from tick to tick

 private:
  std::string name_of(core::BodyId who) const {
    return who.value >= 1 && who.value <= cast_.people.size() ? cast_.people[who.value - 1] : std::string();
  }
  /// Calls visit(tick, pose) for every moment of a lift.
  template <class Visit>
  void along(const evaluation::Lift& lift, Visit&& visit) const {
    const Way& way = ways_.at(lift.what.value);
    for (std::size_t i = 0; i < way.ticks.size(); ++i) {
      const bool over = lift.to_tick >= 0 && way.ticks[i] > lift.to_tick;
      if (way.ticks[i] >= lift.from_tick && !over) visit(way.ticks[i], way.poses[i]);
    }
  }

  std::string table() const {
    std::string text = "carry,person,thing,time_s,x_m,y_m,z_m,qx,qy,qz,qw\n";
    std::size_t number = 0;
    for (const evaluation::Lift& lift : carried_.lifts()) {
      ++number;
      along(lift, [&](core::Tick tick, const math::Pose& pose) {
        const auto& [p, q] = std::pair(pose.position, pose.rotation);
        fmt::format_to(std::back_inserter(text), "{},{},{},{:.4f},{:.5f},{:.5f},{:.5f},{:.6f},{:.6f},{:.6f},{:.6f}\n",
                       number, name_of(lift.who), cast_.scene->find(lift.what)->name, core::seconds_of(tick), p.x, p.y,
                       p.z, q.x, q.y, q.z, q.w);
      });
    }
    return text;
  }

  /// The place, and every way as a line from node to node.
  std::vector<std::byte> lines() const {
    GlbDocument document(*cast_.scene);
    const std::size_t material = document.add_material("way", {0.84, 0.1, 0.05, 1.0});
    std::size_t number = 0;
    for (const evaluation::Lift& lift : carried_.lifts()) {
      std::vector<float> points;
      along(lift, [&](core::Tick, const math::Pose& pose) {
        for (int axis = 0; axis < 3; ++axis) points.push_back(static_cast<float>(pose.position[axis]));
      });
      ++number;
      if (points.size() < 6) continue;
      const std::string name =
          fmt::format("carry {}: {} by {}", number, cast_.scene->find(lift.what)->name, name_of(lift.who));
      const core::Json primitive{
          {"attributes", {{"POSITION", document.add_positions(points)}}}, {"mode", 3}, {"material", material}};
      document["meshes"].push_back({{"name", name}, {"primitives", core::Json::array({primitive})}});
      document.add_root({{"name", name}, {"mesh", document["meshes"].size() - 1}});
    }
    return document.bytes();
  }

  std::filesystem::path file_;
  Cast cast_;
  evaluation::CarriedThings carried_;
  std::map<std::uint32_t, Way> ways_;  // by object id
  std::size_t samples_ = 0;
};

}  // namespace

std::unique_ptr<MotionWriter> make_path_writer(const std::filesystem::path& file, const Cast& cast) {
  return std::make_unique<PathWriter>(file, cast);
}

}  // namespace fh::report
