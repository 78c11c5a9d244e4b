// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "core/files.h"
#include "core/time.h"
#include "human/body/joints.h"
#include "report/motion/motion_writer.h"

namespace fh::report {
namespace {

using human::Joint;

constexpr Joint kPoints[] = {Joint::Pelvis,      Joint::T1,         Joint::Head,          Joint::LeftUpperArm,
                             Joint::LeftForearm, Joint::LeftHand,   Joint::RightUpperArm, Joint::RightForearm,
                             Joint::RightHand,   Joint::LeftThigh,  Joint::LeftShank,     Joint::LeftFoot,
                             Joint::LeftToes,    Joint::RightThigh, Joint::RightShank,    Joint::RightFoot,
                             Joint::RightToes};

/// A field of a table: in quotes where it needs them.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

class CsvWriter final : public MotionWriter {
 public:
  CsvWriter(std::filesystem::path file, const Cast& cast) : file_(std::move(file)), cast_(cast) {}

  void add(const frame::Moment& moment) override {
    ++samples_;
    start_ = fmt::format("{},{:.6f}", moment.tick, core::seconds_of(moment.tick));
    for (const frame::MomentPerson& person : moment.people) add_person(moment, person);
    for (const frame::MomentObject& object : moment.objects) {
      const scene::Object* known = cast_.scene->find(object.id);
      row("object", known ? known->name : "", "origin", object.world_from_object);
    }
  }

  core::Result<> end() override {
    if (samples_ == 0) return core::fail("{}: there is no moment to write", file_.string());
    return core::write_text(file_, text_);
  }
  std::size_t samples() const override { return samples_; }

 private:
  void add_person(const frame::Moment& moment, const frame::MomentPerson& person) {
    if (!person.present) return;
    const std::string& name = cast_.people[person.id.value - 1];
    // Where the person is on the plan: users under the head, agents where they stand.
    const math::Vec3 head = person.head.world_from_point.position;
    row("person", name, "ground", {math::kIdentity, person.is_user ? math::Vec3(head.x, 0.0, head.z) : person.root});
    for (const Joint joint : kPoints) {
      if (human::index_of(joint) >= person.joint_count) continue;
      row("person", name, std::string(human::info(joint).name),
          moment.world_from_joint[person.first_joint + human::index_of(joint)]);
    }
  }

  void row(const char* kind, const std::string& name, const std::string& point, const math::Pose& pose) {
    const math::Vec3& p = pose.position;
    const math::Quat& q = pose.rotation;
    fmt::format_to(std::back_inserter(text_), "{},{},{},{},{:.5f},{:.5f},{:.5f},{:.6f},{:.6f},{:.6f},{:.6f}\n", start_,
                   kind, field(name), point, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
  }

  std::filesystem::path file_;
  Cast cast_;
  std::string start_;  // of the rows of one moment
  std::string text_ = "tick,time_s,kind,name,point,x_m,y_m,z_m,qx,qy,qz,qw\n";
  std::size_t samples_ = 0;
};

}  // namespace

std::unique_ptr<MotionWriter> make_csv_writer(const std::filesystem::path& file, const Cast& cast) {
  return std::make_unique<CsvWriter>(file, cast);
}

}  // namespace fh::report
