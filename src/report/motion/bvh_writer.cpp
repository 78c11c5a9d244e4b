// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "core/files.h"
#include "human/body/joints.h"
#include "math/trig.h"
#include "report/motion/motion_writer.h"

namespace fh::report {
namespace {

using human::Joint;
using math::Vec3;

struct Renamed {
  Joint joint;
  const char* name;
};
// Those of the CMU conversion, which most programs know; the vertebrae are the ones nearest to its three.
constexpr Renamed kCmuNames[] = {{Joint::Pelvis, "Hips"},
                                 {Joint::L5, "LowerBack"},
                                 {Joint::L1, "Spine"},
                                 {Joint::T7, "Spine1"},
                                 {Joint::Neck, "Neck1"},
                                 {Joint::Head, "Head"},
                                 {Joint::LeftClavicle, "LeftShoulder"},
                                 {Joint::RightClavicle, "RightShoulder"},
                                 {Joint::LeftUpperArm, "LeftArm"},
                                 {Joint::RightUpperArm, "RightArm"},
                                 {Joint::LeftForearm, "LeftForeArm"},
                                 {Joint::RightForearm, "RightForeArm"},
                                 {Joint::LeftHand, "LeftHand"},
                                 {Joint::RightHand, "RightHand"},
                                 {Joint::LeftThigh, "LeftUpLeg"},
                                 {Joint::RightThigh, "RightUpLeg"},
                                 {Joint::LeftShank, "LeftLeg"},
                                 {Joint::RightShank, "RightLeg"},
                                 {Joint::LeftFoot, "LeftFoot"},
                                 {Joint::RightFoot, "RightFoot"},
                                 {Joint::LeftToes, "LeftToeBase"},
                                 {Joint::RightToes, "RightToeBase"}};

std::string name_of(Joint joint) {
  for (const Renamed& known : kCmuNames) {
    if (known.joint == joint) return known.name;
  }
  return std::string(human::info(joint).name);
}

/// Degrees about Z, Y and X, applied in this order from the outside: R = Rz Ry Rx.
Vec3 angles_of(const math::Quat& rotation) {
  const math::Mat3 m = math::to_matrix(rotation);  // columns
  const double sine = math::clamp(-m[0][2], -1.0, 1.0);
  const bool upright = std::abs(sine) < 1.0 - 1e-12;  // else Z and X turn about one axis: X takes none
  const double y = math::asin(sine);
  const double z = upright ? math::atan2(m[0][1], m[0][0]) : math::atan2(-m[1][0], m[1][1]);
  const double x = upright ? math::atan2(m[1][2], m[2][2]) : 0.0;
  return {math::degrees(z), math::degrees(y), math::degrees(x)};
}

class BvhWriter final : public MotionWriter {
 public:
  BvhWriter(std::filesystem::path file, core::BodyId who, double seconds)
      : file_(std::move(file)), who_(who), seconds_(seconds) {}

  void add(const frame::Moment& moment) override {
    if (ended_ || who_.value > moment.people.size()) return;
    const frame::MomentPerson& person = moment.people[who_.value - 1];
    if (!person.present || person.joint_count != human::kJointCount) return;
    const math::Pose* frames = &moment.world_from_joint[person.first_joint];
    if (samples_ == 0) {
      body_ = person.body_number;
      for (std::size_t i = 1; i < human::kJointCount; ++i)
        offsets_[i] = math::inverse(frames[parent(i)]).point(frames[i].position);
    } else if (person.body_number != body_) {
      ended_ = true;
      return;
    }
    ++samples_;
    const Vec3& at = frames[0].position;
    auto out = std::back_inserter(rows_);
    fmt::format_to(out, "{:.7f} {:.7f} {:.7f}", at.x, at.y, at.z);
    for (const std::size_t i : order_of_file()) {
      const math::Quat local =
          i == 0 ? frames[0].rotation : math::conjugate(frames[parent(i)].rotation) * frames[i].rotation;
      const Vec3 angles = angles_of(local);
      fmt::format_to(out, " {:.7f} {:.7f} {:.7f}", angles.x, angles.y, angles.z);
    }
    rows_ += '\n';
  }

  core::Result<> end() override {
    if (samples_ == 0) return core::fail("{}: the person has no body in this recording", file_.string());
    std::string text = "HIERARCHY\n";
    add_joint(0, 0, text);
    text += fmt::format("MOTION\nFrames: {}\nFrame Time: {:.9f}\n", samples_, seconds_);
    return core::write_text(file_, text + rows_);
  }
  std::size_t samples() const override { return samples_; }

 private:
  static std::size_t parent(std::size_t joint) { return human::index_of(human::parent_of(human::joint_at(joint))); }
  /// Depth first: the order in which a file lists joints, and so their channels.
  static const std::vector<std::size_t>& order_of_file() {
    static const std::vector<std::size_t> kOrder = [] {
      std::vector<std::size_t> order, open{0};
      while (!open.empty()) {
        const std::size_t joint = open.back();
        open.pop_back();
        order.push_back(joint);
        for (std::size_t i = human::kJointCount; i-- > 1;) {
          if (parent(i) == joint) open.push_back(i);
        }
      }
      return order;
    }();
    return kOrder;
  }

  void add_joint(std::size_t joint, std::size_t depth, std::string& text) const {
    const std::string tab(depth, '\t');
    const Vec3& o = offsets_[joint];
    text +=
        fmt::format("{}{} {}\n{}{{\n{}\tOFFSET {:.7f} {:.7f} {:.7f}\n{}\tCHANNELS {}Zrotation Yrotation Xrotation\n",
                    tab, joint == 0 ? "ROOT" : "JOINT", name_of(human::joint_at(joint)), tab, tab, o.x, o.y, o.z, tab,
                    joint == 0 ? "6 Xposition Yposition Zposition " : "3 ");
    bool leaf = true;
    for (std::size_t i = 1; i < human::kJointCount; ++i) {
      if (parent(i) != joint) continue;
      add_joint(i, depth + 1, text);
      leaf = false;
    }
    if (leaf) {
      const Vec3 tip = tip_of(human::joint_at(joint));
      text += fmt::format("{}\tEnd Site\n{}\t{{\n{}\t\tOFFSET {:.3f} {:.3f} {:.3f}\n{}\t}}\n", tab, tab, tab, tip.x,
                          tip.y, tip.z, tab);
    }
    text += tab + "}\n";
  }

  /// Only to show where the last segment points: toes and eyes forwards, fingers down as in the zero posture.
  static Vec3 tip_of(Joint joint) {
    const bool forward =
        joint == Joint::LeftToes || joint == Joint::RightToes || joint == Joint::LeftEye || joint == Joint::RightEye;
    return forward ? Vec3(0.0, 0.0, -0.05) : Vec3(0.0, -0.02, 0.0);
  }

  std::filesystem::path file_;
  core::BodyId who_;
  double seconds_;
  std::uint32_t body_ = 0;
  bool ended_ = false;
  std::size_t samples_ = 0;
  std::array<Vec3, human::kJointCount> offsets_{};  // in the parent's frame, m
  std::string rows_;
};

}  // namespace

std::unique_ptr<MotionWriter> make_bvh_writer(const std::filesystem::path& file, core::BodyId who, double seconds) {
  return std::make_unique<BvhWriter>(file, who, seconds);
}

}  // namespace fh::report
