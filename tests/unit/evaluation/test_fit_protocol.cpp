// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_protocol.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cstring>

#include "cmu_bvh.h"
#include "core/files.h"
#include "evaluation/fit/fit_clip.h"
#include "evaluation/fit/fit_export.h"
#include "evaluation/fit/fit_metrics.h"
#include "evaluation/fit/fit_samples.h"
#include "human/body/named_postures.h"
#include "human/motion/clip_ground.h"
#include "human/prior/landmarks.h"
#include "human/tracking/tracked_fit.h"

namespace fh::evaluation {
using namespace human;
namespace {

Clip made_clip(int frames, double speed) {
  const auto bvh = read_bvh(test::cmu_bvh(frames, speed), "made.bvh");
  REQUIRE(bvh);
  return *make_clip(*bvh);
}

}  // namespace

TEST_CASE("a body of the clip's bones stands where the clip's joints are") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const Clip clip = made_clip(3, 0.0);
  const auto body = body_of_clip(clip, *population);
  REQUIRE(body);
  const human::Skeleton& skeleton = body->body.skeleton;
  CHECK(skeleton.upper_arm_length() == Catch::Approx(0.28));
  CHECK(skeleton.forearm_length() == Catch::Approx(0.24));
  CHECK(skeleton.thigh_length() == Catch::Approx(0.01 * std::sqrt(14.0 * 14 + 39 * 39)));
  // In the zero posture the joints that hang on nothing turned are those of the clip's rest pose.
  human::Frames<double> frames;
  human::forward_kinematics(skeleton, human::zero_posture(skeleton), frames);
  ClipFrame ours;
  clip_joints(body->attachments, frames, ours);
  for (const ClipJoint joint : {ClipJoint::Spine2, ClipJoint::Spine3, ClipJoint::Neck, ClipJoint::Head,
                                ClipJoint::LeftShoulder, ClipJoint::RightHip}) {
    const math::Vec3 a = ours[joint].position - ours[ClipJoint::Pelvis].position;
    const math::Vec3 b = clip.rest[joint].position - clip.rest[ClipJoint::Pelvis].position;
    INFO(name_of(joint));
    CHECK(glm::length(a - b) < 1e-9);
  }
  CHECK(body->body.masses.total > 40.0);
}

TEST_CASE("metrics of a known error") {
  const Clip clip = resampled(made_clip(60, 0.0), 60.0);
  std::vector<ClipFrame> moved = clip.frames;
  for (ClipFrame& frame : moved) {
    frame[ClipJoint::LeftWrist].position.y += 0.04;
    frame[ClipJoint::LeftToes].position.x += 0.18;
  }
  std::vector<FitNotes> notes(moved.size());
  for (std::size_t i = 0; i < notes.size(); ++i) {
    notes[i].balance_margin = i % 4 == 0 ? -0.01 : 0.01;
    notes[i].clip_margin = i % 2 == 0 ? -0.01 : 0.01;
  }
  const human::FlatGround ground;
  const FitFigures f = compare(clip.frames, moved, notes, 60.0, ground, 0.03);
  CHECK(f.mpjpe_hands_cm == Catch::Approx(2.0));
  CHECK(f.mpjpe_cm == Catch::Approx(22.0 / 22.0));
  CHECK(f.mpjpe_lower_cm == Catch::Approx(2.0));
  CHECK(f.mpjpe_upper_cm == Catch::Approx(4.0 / 13.0));
  CHECK(f.mpjre_deg == 0.0);
  CHECK(f.mpjve_cm_s == Catch::Approx(0.0).margin(1e-9));
  CHECK(f.jitter_ratio == Catch::Approx(1.0));
  REQUIRE(f.standing_frames > 20);
  CHECK(f.com_outside_share == Catch::Approx(0.25).margin(0.03));
  CHECK(f.com_outside_share_clip == Catch::Approx(0.5).margin(0.03));
  // Shares are of all standing frames, however they are spread over the clips.
  FitFigures few = f;
  few.standing_frames = 1;
  few.com_outside_share = 1.0;
  const std::array<FitFigures, 2> both{f, few};
  CHECK(mean_of(both).com_outside_share ==
        Catch::Approx((0.25 * f.standing_frames + 1.0) / (f.standing_frames + 1.0)).margin(0.03));
}

TEST_CASE("the clip's own joints and masses are found on its body") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const Clip clip = made_clip(60, 1.2);
  const auto body = body_of_clip(clip, *population);
  REQUIRE(body);
  const ClipCarriers carriers = carriers_of(*body);
  for (const std::size_t f : {std::size_t{0}, clip.frames.size() / 2}) {
    human::Frames<double> frames;
    body_joints(carriers, clip.frames[f], frames);
    ClipFrame again;
    clip_joints(body->attachments, frames, again);
    double worst = 0.0;
    for (std::size_t i = 0; i < kClipJointCount; ++i) {
      worst = std::max(worst, glm::length(again.joints[i].position - clip.frames[f].joints[i].position));
    }
    CHECK(worst < 0.002);
    const math::Vec3 centre = human::centre_of_mass(body->body.masses, frames);
    CHECK(glm::length(centre - clip.frames[f][ClipJoint::Pelvis].position) < 0.25);
  }
}

TEST_CASE("the ground under a clip: flat feet only, steps as wide as the soles that stood on them") {
  const Clip clip = resampled(made_clip(60, 0.0), 60.0);
  Clip stairs = clip;
  const ClipJoint right[] = {ClipJoint::RightAnkle, ClipJoint::RightToes};
  for (std::size_t f = 0; f < stairs.frames.size(); ++f) {
    for (const ClipJoint joint : right) stairs.frames[f][joint].position.y += 0.2;  // one foot on a step
  }
  const double ankle = clip.frames[5][ClipJoint::LeftAnkle].position.y;
  const ClipGround flat(clip, ankle), step(stairs, ankle);
  const math::Vec3 left = clip.frames[5][ClipJoint::LeftAnkle].position;
  const math::Vec3 up = clip.frames[5][ClipJoint::RightAnkle].position;
  CHECK(flat.height(up.x, up.z, 0.0) == Catch::Approx(0.0).margin(0.01));
  CHECK(step.height(left.x, left.z, 0.0) == Catch::Approx(0.0).margin(0.01));
  CHECK(step.height(up.x, up.z, 0.0) == Catch::Approx(0.2).margin(0.01));
  CHECK(step.height(left.x - 2.0, left.z, 0.0) == Catch::Approx(0.0).margin(0.01));
}

TEST_CASE("the edges of stairs are where the clip's soles were last below them") {
  // Two steps of 0.2 m up towards -Z, seen from feet that stand on the floor and on both.
  Clip clip = resampled(made_clip(90, 0.0), 60.0);
  const math::Vec3 ankle = clip.frames[5][ClipJoint::LeftAnkle].position;
  const std::size_t third = clip.frames.size() / 3;
  for (std::size_t f = 0; f < clip.frames.size(); ++f) {
    const double level = static_cast<double>(std::min<std::size_t>(f / third, 2));
    for (const ClipJoint joint :
         {ClipJoint::LeftAnkle, ClipJoint::LeftToes, ClipJoint::RightAnkle, ClipJoint::RightToes}) {
      clip.frames[f][joint].position = clip.frames[5][joint].position + level * math::Vec3(0.0, 0.2, -0.3);
    }
  }
  // On its way a sole was still on the floor 5 cm before the first step's print, and low before the second.
  const double first = ankle.z - 0.2, second = ankle.z - 0.45;
  const std::vector<math::Vec3> soles{{ankle.x, 0.0, ankle.z}, {ankle.x, 0.02, first}, {ankle.x, 0.23, second}};
  const ClipGround seen(clip, ankle.y, soles), guessed(clip, ankle.y);
  for (const double aside : {-0.2, 0.0, 0.2}) {  // straight across, but for where prints lie in it
    CHECK(seen.height(ankle.x + aside, first + 0.04, 0.0) == Catch::Approx(0.0).margin(0.01));
    CHECK(seen.height(ankle.x + aside, first - 0.04, 0.0) == Catch::Approx(0.2).margin(0.01));
    CHECK(seen.height(ankle.x + aside, second + 0.04, 0.0) == Catch::Approx(0.2).margin(0.01));
    CHECK(seen.height(ankle.x + aside, second - 0.04, 0.0) == Catch::Approx(0.4).margin(0.01));
  }
  for (const math::Vec3& sole : soles) CHECK(seen.height(sole.x, sole.z, sole.y) < sole.y + 0.06);
  // Soles that were low behind the highest prints are no flight of stairs: then the nearest print says.
  const std::vector<math::Vec3> round_about{{ankle.x + 0.5, 0.0, ankle.z - 2.0}};
  const ClipGround block(clip, ankle.y, round_about);
  for (const double ahead : {0.0, 0.3, 0.6}) {
    CHECK(block.height(ankle.x, ankle.z - ahead, 0.0) == guessed.height(ankle.x, ankle.z - ahead, 0.0));
  }
}

TEST_CASE("the protocol on made motions: exact where it promises to be, noise and loss do little harm") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  for (const double speed : {0.0, 1.2}) {
    INFO(speed);
    const Clip clip = made_clip(300, speed);
    const FitFigures clean = *measure_fit(clip, *population, {});
    const FitFigures under = *measure_fit(clip, *population, {.method = FitMethod::UnderHead});
    const FitFigures noise = *measure_fit(clip, *population, {.noise = true});
    const FitFigures loss = *measure_fit(clip, *population, {.loss = FitLoss::Instant});
    if (speed == 0.0) CHECK(clean.mpjpe_cm < 9.0);  // the made walk is no human gait: its legs cannot be guessed
    CHECK(clean.mpjpe_upper_cm < 5.0);
    CHECK(clean.mpjpe_hands_cm < 0.5);
    CHECK(clean.head_error_mm < 1e-3);
    CHECK(clean.limit_excess_deg < 1e-3);
    CHECK(under.foot_skate_cm_s > clean.foot_skate_cm_s);
    CHECK(noise.mpjpe_cm < 1.5 * clean.mpjpe_cm + 0.5);
    CHECK(loss.mpjpe_cm < 1.5 * clean.mpjpe_cm + 0.5);
    // The same case twice is the same, to the bit.
    CHECK(measure_fit(clip, *population, {.noise = true})->mpjpe_cm == noise.mpjpe_cm);
  }
}

TEST_CASE("the radii that are promised count the frames within them") {
  const Clip clip = resampled(made_clip(60, 0.0), 60.0);
  std::vector<ClipFrame> moved = clip.frames;
  const std::size_t knee = index_of(ClipJoint::LeftKnee), wrist = index_of(ClipJoint::RightWrist);
  for (std::size_t t = 0; t < moved.size(); ++t) {
    const double radius = 0.01 * kRadii90[static_cast<std::size_t>(BodyDoes::Walks)][knee];
    moved[t].joints[knee].position.x += (t % 4 == 0 ? 1.1 : 0.9) * radius;  // one of four is outside
    moved[t].joints[wrist].position.y += 0.001 * static_cast<double>(t);
  }
  std::vector<FitNotes> notes(moved.size());
  for (FitNotes& note : notes) note.does = BodyDoes::Walks;
  const FitFigures figures = compare(clip.frames, moved, notes, 60.0, FlatGround(), 0.02);
  CHECK(figures.interval_share[knee] == Catch::Approx(0.75).margin(0.02));
  CHECK(figures.interval_cm[knee] == Catch::Approx(kRadii90[static_cast<std::size_t>(BodyDoes::Walks)][knee]));
  CHECK(figures.interval_share[index_of(ClipJoint::Head)] == 1.0);
  CHECK(figures.interval_share_lower == Catch::Approx(1.0 - 0.25 / 9.0).margin(0.003));
  CHECK(figures.joint_90_cm[wrist] == Catch::Approx(0.09 * static_cast<double>(moved.size() - 1)).margin(0.11));
}

TEST_CASE("steps of RULA are counted truth by reconstruction") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const auto body = human::make_body(*population, human::BodySpec{});
  REQUIRE(body);
  const auto steps_of = [&](const human::Posture& posture) {
    human::Frames<double> frames;
    human::forward_kinematics(body->skeleton, posture, frames);
    return rula_steps(frames);
  };
  const human::Posture standing = human::standing_posture(body->skeleton);
  human::Posture raised = standing, bowed = standing;
  raised[human::Joint::RightUpperArm] = math::from_axis_angle(math::kRight, math::radians(70.0));
  bowed.world_from_pelvis.rotation = math::from_axis_angle(math::kRight, math::radians(-40.0));
  const RulaSteps rest = steps_of(standing), arm = steps_of(raised), bow = steps_of(bowed);
  CHECK(rest.upper_arms == std::array<int, 2>{1, 1});
  CHECK(rest.trunk == 1);
  CHECK(arm.upper_arms[1] == 3);
  CHECK(bow.trunk == 3);
  RulaConfusion confusion;
  confusion.add(rest, rest);
  confusion.add(rest, bow);
  confusion.add(arm, rest);
  CHECK(confusion.trunk.counts[0][0] == 2);
  CHECK(confusion.trunk.counts[0][2] == 1);
  CHECK(confusion.trunk.agreement() == Catch::Approx(2.0 / 3.0));
  CHECK(confusion.upper_arm.counts[2][0] == 1);
  CHECK(confusion.upper_arm.total() == 6);
}

TEST_CASE("samples show the truth and what was rebuilt of the same moments") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const auto prepared = prepare_clip(made_clip(180, 1.2), *population);
  REQUIRE(prepared);
  const PreparedClip& clip = **prepared;
  const std::vector<FitSample> samples = fit_samples(clip, 4);
  REQUIRE(samples.size() == 4);
  CHECK(samples.front().seconds == 0.0);
  CHECK(samples.back().seconds ==
        Catch::Approx(static_cast<double>(clip.motion.frames.size() - 1) / kFitRate).margin(0.02));
  for (const FitSample& sample : samples) {
    INFO(sample.seconds);
    human::Frames<double> truth, made;
    human::forward_kinematics(clip.body.body.skeleton, sample.truth, truth);
    human::forward_kinematics(clip.body.body.skeleton, sample.made, made);
    CHECK(glm::length(truth.position(human::Joint::Head) - made.position(human::Joint::Head)) < 1e-6);
    const auto frame = static_cast<std::size_t>(sample.seconds * kFitRate + 0.5);
    for (const bool left : {false, true}) {
      const math::Vec3 ankle = clip.motion.frames[frame][left ? ClipJoint::LeftAnkle : ClipJoint::RightAnkle].position;
      const auto foot = left ? human::Joint::LeftFoot : human::Joint::RightFoot;
      CHECK(glm::length(truth.position(foot) - ankle) < 0.08);
    }
  }
}

TEST_CASE("an exported clip holds the joints that are measured against") {
  const auto population = human::load_default_population();
  REQUIRE(population);
  const Clip clip = made_clip(120, 1.2);
  const auto folder = std::filesystem::temp_directory_path() / "fh_test_export_clip";
  std::filesystem::create_directories(folder);
  REQUIRE(export_clip(clip, *population, folder));
  const std::string bytes = *core::read_text(folder / "made.clip");
  std::filesystem::remove_all(folder);
  const std::size_t line = bytes.find('\n') + 1;
  const auto header = core::Json::parse(bytes.substr(0, line));
  const auto prepared = prepare_clip(clip, *population);
  REQUIRE(prepared);
  const std::size_t frames = header["frames"], columns = header["columns"];
  CHECK(frames == (*prepared)->motion.frames.size());
  REQUIRE(bytes.size() == line + 4 * frames * columns);
  CHECK(header["landmarks"].size() == kLandmarks.size());
  // Our right knee is where its carrier has it.
  const auto& knee = header["landmarks"][kAtKnees + 1];
  CHECK(knee["carrier"] == index_of(ClipJoint::RightKnee));
  std::vector<float> row(columns);
  const std::size_t at = frames / 2;
  std::memcpy(row.data(), bytes.data() + line + 4 * at * columns, 4 * columns);
  const math::Pose& head = (*prepared)->motion.frames[at][ClipJoint::Head];
  for (int k = 0; k < 3; ++k) {
    CHECK(row[7 * index_of(ClipJoint::Head) + static_cast<std::size_t>(k)] == static_cast<float>(head.position[k]));
  }
  CHECK(row[7 * index_of(ClipJoint::Head) + 3] == static_cast<float>(head.rotation.w));
  const double toe_height = (*prepared)->rig.ankle_height + (*prepared)->rig.ball_in_foot.y;
  const bool left = stands((*prepared)->motion.frames, at, 0, kFitRate, *(*prepared)->ground, toe_height);
  CHECK(row[columns - 2] == (left ? 1.0f : 0.0f));
}

}  // namespace fh::evaluation
