// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/calibration.h"

#include <catch2/catch_approx.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "fit_user.h"

namespace fh::human {
namespace {

const Population& population() {
  static const Population kPopulation = *load_default_population();
  return kPopulation;
}

/// What a person of known size shows in the pose; the grips turned by `turn` in the hands.
CalibrationPose shown_by(const Body& body, double turn = 0.0) {
  Frames<double> frames;
  forward_kinematics(body.skeleton, t_posture(body.skeleton), frames);
  CalibrationPose pose;
  pose.world_from_eyes = {math::kIdentity, 0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye))};
  for (const Side side : kSides) {
    math::Pose grip_from_wrist = usual_grip_from_wrist(body.dimensions, side);
    const math::Quat q = math::from_axis_angle({1, 0, 0}, turn);
    grip_from_wrist = {q, math::rotate(q, grip_from_wrist.position)};
    pose.world_from_grip[index_of(side)] =
        frames.pose(on_side(Joint::RightHand, side)) * math::inverse(grip_from_wrist);
  }
  return pose;
}

Body person(Sex sex, double percentile) {
  BodySpec spec;
  spec.person.sex = sex;
  spec.person.percentiles[Dimension::Stature] = percentile;
  return *make_body(population(), spec);
}

}  // namespace

TEST_CASE("a T-pose gives back the person: eye height exactly, span within 2 cm, arms within 1.5 cm") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    for (const double percentile : {0.05, 0.5, 0.95}) {
      const Body body = person(sex, percentile);
      const auto user = calibrate(population(), sex, shown_by(body), "somebody");
      REQUIRE(user);
      INFO(percentile);
      CHECK(eye_height_of(user->body) == Catch::Approx(eye_height_of(body)).margin(0.003));
      CHECK(user->body.dimensions[Dimension::Span] == Catch::Approx(body.dimensions[Dimension::Span]).margin(0.02));
      const auto arm = [](const Body& b) { return b.skeleton.upper_arm_length() + b.skeleton.forearm_length(); };
      CHECK(arm(user->body) == Catch::Approx(arm(body)).margin(0.015));
      CHECK(user->body.mahalanobis_distance < 3.0);
    }
  }
}

TEST_CASE("looking down in the pose, or drooping arms, give the same body") {
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    for (const double percentile : {0.05, 0.5, 0.95}) {
      const Body body = person(sex, percentile);
      const auto level = calibrate(population(), sex, shown_by(body));
      REQUIRE(level);
      for (const double nod : {-0.2, 0.15, 0.3, 0.5}) {
        // The neck takes two thirds of a nod, the skull the rest.
        Posture posture = t_posture(body.skeleton);
        posture[Joint::Neck] = math::from_axis_angle({-1, 0, 0}, 0.65 * nod);
        posture[Joint::Head] = math::from_axis_angle({-1, 0, 0}, 0.35 * nod);
        Frames<double> frames;
        forward_kinematics(body.skeleton, posture, frames);
        CalibrationPose pose = shown_by(body);
        pose.world_from_eyes = {frames.rotation(Joint::Head),
                                0.5 * (frames.position(Joint::LeftEye) + frames.position(Joint::RightEye))};
        const auto user = calibrate(population(), sex, pose);
        REQUIRE(user);
        INFO(nod << " " << percentile);
        CHECK(eye_height_of(user->body) == Catch::Approx(eye_height_of(body)).margin(0.005));
      }
      CalibrationPose drooping = shown_by(body);
      for (math::Pose& grip : drooping.world_from_grip) grip.position.y -= 0.06;
      const auto tired = calibrate(population(), sex, drooping);
      REQUIRE(tired);
      const auto leg = [](const Body& b) { return b.skeleton.thigh_length() + b.skeleton.shank_length(); };
      CHECK(leg(tired->body) == Catch::Approx(leg(level->body)).margin(0.004));  // a fifteenth of the droop
    }
  }
}

TEST_CASE("a grip held at an angle is learnt: the wrist is found again") {
  const Body body = person(Sex::Male, 0.5);
  const CalibrationPose pose = shown_by(body, 0.35);
  const auto user = calibrate(population(), Sex::Male, pose);
  REQUIRE(user);
  Frames<double> frames;
  forward_kinematics(body.skeleton, t_posture(body.skeleton), frames);
  const math::Pose wrist = wrist_of(user->calibration, 1, pose.world_from_grip[1]);
  CHECK(math::angle_between(wrist.rotation, frames.rotation(Joint::RightHand)) < 0.01);
  CHECK(glm::length(wrist.position - frames.position(Joint::RightHand)) < 0.01);
}

TEST_CASE("seated and arms forward work, and a seated user may stand") {
  const Body body = person(Sex::Female, 0.5);
  CalibrationPose pose = shown_by(body);
  const double drop = eye_height_of(body) -
                      (body.dimensions[Dimension::PoplitealHeight] + body.dimensions[Dimension::EyeHeightSitting]);
  for (math::Pose* p : {&pose.world_from_eyes, &pose.world_from_grip[0], &pose.world_from_grip[1]})
    p->position.y -= drop;
  pose.seated = true;
  const auto user = calibrate(population(), Sex::Female, pose);
  REQUIRE(user);
  CHECK(eye_height_of(user->body) == Catch::Approx(eye_height_of(body)).margin(0.06));
  CHECK(user->calibration.height_offset == Catch::Approx(drop).margin(0.06));

  CalibrationPose forward = shown_by(body);
  forward.stance = CalibrationStance::ArmsForward;
  const math::Vec3 eyes = forward.world_from_eyes.position;
  forward.world_from_grip[0].position = eyes + math::Vec3(-0.15, -0.25, -0.55);
  forward.world_from_grip[1].position = eyes + math::Vec3(0.15, -0.25, -0.55);
  CHECK(stance_of(forward) == CalibrationStance::ArmsForward);
  CHECK(stance_of(shown_by(body)) == CalibrationStance::ArmsToTheSides);
  CHECK(calibrate(population(), Sex::Female, forward));
}

TEST_CASE("a pose that is none is refused in plain words") {
  const Body body = person(Sex::Female, 0.5);
  const auto says = [](const CalibrationPose& pose, const char* words) {
    const auto measured = measure_user(pose);
    REQUIRE(!measured);
    INFO(measured.error().message);
    CHECK(measured.error().message.find(words) != std::string::npos);
  };
  CalibrationPose pose = shown_by(body);
  pose.world_from_grip[0].position.y -= 0.4;
  says(pose, "apart in height");
  pose = shown_by(body);
  std::swap(pose.world_from_grip[0], pose.world_from_grip[1]);
  says(pose, "wrong hands");
  pose = shown_by(body);
  for (math::Pose& grip : pose.world_from_grip) grip.position.x *= 0.4;
  says(pose, "stretch the arms");
  pose = shown_by(body);
  for (math::Pose& grip : pose.world_from_grip) grip.position.y -= 0.5;
  says(pose, "below the eyes; hold them level with the shoulders");
  pose = shown_by(body);
  for (math::Pose& grip : pose.world_from_grip) grip.position.y += 0.5;
  says(pose, "above the eyes");
  pose = shown_by(body);
  pose.world_from_eyes.position.y = 0.2;
  says(pose, "above the floor");
  pose = shown_by(body);
  pose.world_from_eyes.rotation = math::from_axis_angle({-1, 0, 0}, 0.8);
  says(pose, "look straight ahead");
}

TEST_CASE("measures of people fit together, those of nobody are refused by name") {
  const auto measures_of = [](const Dimensions& d) {
    UserMeasures m;
    m.stature = d[Dimension::Stature];
    m.eye_height = d[Dimension::Stature] - d[Dimension::SittingHeight] + d[Dimension::EyeHeightSitting];
    m.eye_height_seat = d[Dimension::PoplitealHeight] + d[Dimension::EyeHeightSitting];
    m.span = d[Dimension::Span];
    m.shoulder_height = d[Dimension::AcromialHeight];
    m.forward_reach = d[Dimension::ThumbtipReach];
    return m;
  };
  for (const Sex sex : {Sex::Female, Sex::Male}) {
    for (const Dimensions& d : sample_population(population(), sex, 2000, 7)) {
      const auto user = calibrate(population(), sex, measures_of(d));
      if (!user) FAIL_CHECK(user.error().message);
    }
  }
  const Dimensions tall = person(Sex::Male, 0.9).dimensions, small = person(Sex::Male, 0.1).dimensions;
  const auto says = [&](std::optional<double> UserMeasures::*measure, double value, const char* words) {
    UserMeasures m = measures_of(small);
    m.*measure = value;
    const auto user = calibrate(population(), Sex::Male, m);
    REQUIRE_FALSE(user);
    CHECK_THAT(user.error().message, Catch::Matchers::ContainsSubstring(words));
  };
  const UserMeasures theirs = measures_of(tall);
  says(&UserMeasures::eye_height, *theirs.stature, "eye_height = ");               // eyes above the crown
  says(&UserMeasures::eye_height_seat, *theirs.eye_height, "eye_height_seat = ");  // sits higher than stands
  says(&UserMeasures::shoulder_height, *theirs.eye_height, "shoulder_height = ");  // shoulders over the eyes
  says(&UserMeasures::span, 1.2 * *theirs.stature, "does not fit stature = ");     // hands at the knees
  says(&UserMeasures::forward_reach, 0.55 * *theirs.span, "forward_reach = ");     // more than half the span
}

TEST_CASE("manual entry, wearing another body, and the way through JSON") {
  UserMeasures told;
  told.stature = 1.80;
  told.weight = 80.0;
  const auto user = calibrate(population(), Sex::Male, told, "Ada");
  REQUIRE(user);
  CHECK(user->body.dimensions[Dimension::Stature] == Catch::Approx(1.80).margin(1e-6));
  const Body small = person(Sex::Female, 0.05);
  CHECK(worn_scale(*user, small) * standing_eye_height(*user) == Catch::Approx(eye_height_of(small)));

  const auto file = core::JsonFile::parse(to_json(user->calibration).dump(), "profile.json");
  REQUIRE(file);
  core::Problems problems(*file);
  core::JsonReader reader(file->root(), problems);
  const Calibration back = read_calibration(reader);
  CHECK(problems.empty());
  CHECK(back.name == "Ada");
  CHECK(back.measures.stature == told.stature);
  CHECK(!back.measures.span);
  CHECK(glm::length(back.grip_from_wrist[1].position - user->calibration.grip_from_wrist[1].position) < 1e-12);
  // A kept calibration gives the same body and grips again.
  Calibration kept = back;
  kept.seated = true;
  kept.height_offset = 0.41;
  const auto again = calibrate(population(), kept);
  REQUIRE(again);
  CHECK(again->body.dimensions.values == user->body.dimensions.values);
  CHECK(again->calibration.height_offset == 0.41);
  CHECK(again->calibration.grip_from_wrist[0].position == back.grip_from_wrist[0].position);
  kept.grips_known = false;
  CHECK(calibrate(population(), kept)->calibration.grips_known);
  told.stature = 3.0;
  CHECK(!calibrate(population(), Sex::Male, told));
}

}  // namespace fh::human
