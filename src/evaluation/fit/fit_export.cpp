// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_export.h"

#include <cstring>

#include "core/files.h"
#include "core/json.h"
#include "evaluation/fit/fit_clip.h"
#include "evaluation/fit/fit_metrics.h"
#include "human/prior/landmarks.h"
#include "math/trig.h"

namespace fh::evaluation {
using namespace human;
namespace {

using math::Vec3;

constexpr std::size_t kColumns = 7 * kClipJointCount + 4;

core::Json landmark_json(const ClipCarriers& carriers, Joint joint) {
  const Vec3& offset = carriers.offsets[index_of(joint)];
  return {{"joint", info(joint).name},
          {"carrier", index_of(carriers.joints[index_of(joint)])},
          {"offset", {offset.x, offset.y, offset.z}}};
}

core::Json header_of(const PreparedClip& clip) {
  const Vec3 face = math::rotate(clip.level, math::kForward);
  core::Json header = {{"format", "firsthand clip 1"},
                       {"clip", clip.motion.name},
                       {"rate", kFitRate},
                       {"frames", clip.motion.frames.size()},
                       {"columns", kColumns},
                       {"level_pitch", math::asin(math::clamp(face.y, -1.0, 1.0))},
                       {"ankle_height", clip.rig.ankle_height}};
  core::Json& landmarks = header["landmarks"] = core::Json::array();
  for (const Landmark& landmark : kLandmarks) landmarks.push_back(landmark_json(clip.carriers, landmark.joint));
  core::Json& parents = header["parents"] = core::Json::array();
  for (std::size_t i = 0; i < kClipJointCount; ++i) parents.push_back(index_of(parent_of(static_cast<ClipJoint>(i))));
  return header;
}

void append_row(const PreparedClip& clip, std::size_t frame, std::vector<float>& out) {
  const std::vector<ClipFrame>& frames = clip.motion.frames;
  const auto put = [&out](double value) { out.push_back(static_cast<float>(value)); };
  for (const math::Pose& pose : frames[frame].joints) {
    for (int k = 0; k < 3; ++k) put(pose.position[k]);
    for (const double part : {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z}) put(part);
  }
  for (const ClipJoint ankle : {ClipJoint::LeftAnkle, ClipJoint::RightAnkle}) {
    const Vec3& at = frames[frame][ankle].position;
    put(clip.ground->height(at.x, at.z, at.y));
  }
  const double toe_height = clip.rig.ankle_height + clip.rig.ball_in_foot.y;
  for (std::size_t s = 0; s < 2; ++s) put(stands(frames, frame, s, kFitRate, *clip.ground, toe_height) ? 1.0 : 0.0);
}

}  // namespace

core::Result<void> export_clip(const Clip& clip, const Population& population, const std::filesystem::path& folder) {
  FH_TRY(prepared, prepare_clip(clip, population));
  std::vector<float> rows;
  for (std::size_t f = 0; f < prepared->motion.frames.size(); ++f) append_row(*prepared, f, rows);
  const std::string header = header_of(*prepared).dump() + "\n";
  std::vector<std::byte> bytes(header.size() + rows.size() * sizeof(float));
  std::memcpy(bytes.data(), header.data(), header.size());
  std::memcpy(bytes.data() + header.size(), rows.data(), rows.size() * sizeof(float));
  return core::write_file(folder / (std::filesystem::path(clip.name).stem().string() + ".clip"), bytes);
}

}  // namespace fh::evaluation
