// SPDX-License-Identifier: Apache-2.0
#include "evaluation/fit/fit_protocol.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"
#include "core/time.h"
#include "evaluation/fit/fit_clip.h"
#include "evaluation/fit/fit_metrics.h"
#include "human/body/normal_distribution.h"
#include "human/tracking/calibration.h"
#include "human/tracking/tracked_fit.h"
#include "math/trig.h"

namespace fh::evaluation {
using namespace human;
namespace {

using human::Joint;
using human::Side;
using math::Pose;
using math::Vec3;

constexpr double kRate = kFitRate;
constexpr std::ptrdiff_t kWarmUp = 2;  // frames
constexpr double kHeelUp = 0.03;       // m over the ground: the clip's foot stands on its ball

/// Noise and loss on the way.
class Disturbance {
 public:
  explicit Disturbance(const FitCase& what) : what_(what), rng_(what.seed, 0, "fit") {}

  void apply(human::TrackedInput& input, double seconds) {
    if (what_.noise) {
      disturb(input.head, 0);
      for (std::size_t s = 0; s < 2; ++s) disturb(input.hands[s].wrist, s + 1);
    }
    if (what_.loss == FitLoss::Instant) {
      for (std::size_t s = 0; s < 2; ++s) input.hands[s].wrist.valid = rng_.uniform() >= 0.05;
    }
    if (what_.loss == FitLoss::Gaps) {
      // Half a second of every two, the hands in turn.
      const double at = seconds - 2.0 * std::floor(seconds / 2.0);
      if (at >= 1.0 && at < 1.5) input.hands[static_cast<std::size_t>(seconds / 2.0) % 2].wrist.valid = false;
    }
  }

 private:
  double normal() { return human::normal_quantile(math::clamp(rng_.uniform(), 1e-12, 1.0 - 1e-12)); }
  Vec3 vector(double size) { return size * Vec3(normal(), normal(), normal()); }

  void disturb(human::Tracker& tracker, std::size_t which) {
    const double speed = kRate * glm::length(tracker.pose.position - last_[which]);
    last_[which] = tracker.pose.position;
    // The slow part wanders with a quarter second of memory and grows with the speed.
    slow_[which] = 0.936 * slow_[which] + vector(0.004 * 0.352);
    const Vec3 slow = math::clamp(speed, 0.0, 1.0) * slow_[which];
    const double axis = 1.0 / std::sqrt(3.0);
    tracker.pose.position += vector(0.001 * axis) + axis * slow;
    tracker.pose.rotation =
        math::normalized(math::from_rotation_vector(vector(math::radians(0.5) * axis)) * tracker.pose.rotation);
  }

  FitCase what_;
  core::Rng rng_;
  std::array<Vec3, 3> slow_{}, last_{};
};

/// A stiff trunk upright under the head at its heading, feet below the hips, sliding: what there is without a body.
void under_head(const human::FitRig& rig, const human::TrackedInput& input, const human::Ground& ground,
                bool fixed_swivel, human::FitResult& result) {
  const Pose head = input.head.pose * Pose{math::kIdentity, -rig.eyes_in_head};
  const double yaw = math::yaw_of(head.rotation);
  human::set_trunk(rig, head, yaw, Vec3(0.0), result.posture);
  for (const Side side : human::kSides) {
    const std::size_t s = human::index_of(side);
    human::FootPlace place = human::stance_place(rig, side, result.posture.world_from_pelvis.position, yaw);
    place.position.y = ground.height(place.position.x, place.position.z, head.position.y - rig.head_height);
    human::set_leg(
        result.posture, side,
        human::solve_leg(rig.legs[s], result.posture.world_from_pelvis, human::foot_at(rig, place, 0.0, 0.0)));
    result.feet[s].contact = human::SoleContact::Whole;
  }
  human::forward_kinematics(rig.body->skeleton, result.posture, result.frames);
  for (const Side side : human::kSides) {
    const std::size_t s = human::index_of(side);
    human::ArmSettings settings;
    if (fixed_swivel) settings.swivel = 0.0;
    const human::ArmSolution arm =
        human::solve_arm(rig.arms[s], result.frames.pose(Joint::T2), input.hands[s].wrist.pose, settings);
    human::set_arm(result.posture, side, arm);
    result.hands[s].gap = arm.gap;
    result.hands[s].tracking = human::HandTracking::Tracked;
  }
  human::forward_kinematics(rig.body->skeleton, result.posture, result.frames);
}

FitNotes note(const human::FitRig& rig, const human::FitResult& result, const human::TrackedInput& input,
              const human::Ground& ground) {
  FitNotes notes;
  for (const Side side : human::kSides) {
    const std::size_t s = human::index_of(side);
    notes.contact[s] = result.feet[s].contact != human::SoleContact::None;
    notes.ball[s] = result.frames.position(human::on_side(Joint::RightToes, side));
    double lowest = 1e9;
    for (const Vec3& at : sole_of(rig, result.frames, side)) {
      lowest = std::min(lowest, at.y - ground.height(at.x, at.z, at.y));
    }
    notes.lowest[s] = lowest;
    notes.hand_tracked[s] = input.hands[s].wrist.valid && result.hands[s].tracking == human::HandTracking::Tracked;
    notes.hand_gap[s] = result.hands[s].gap;
  }
  notes.limit_excess = human::limit_excess(rig.body->skeleton, result.posture);
  notes.balance_margin = result.balance_margin;
  const Pose head = input.head.pose * Pose{math::kIdentity, -rig.eyes_in_head};
  const double floor = ground.height(head.position.x, head.position.z, head.position.y - rig.head_height);
  notes.does = result.walking                                         ? BodyDoes::Walks
               : head.position.y < kLowHead * rig.head_height + floor ? BodyDoes::GoesLow
                                                                      : BodyDoes::Stands;
  notes.steps = rula_steps(result.frames);
  notes.scores = scores_of(result.frames, true);
  notes.loads = loads_of(*rig.body, result.frames, true);
  notes.head_error = glm::length(result.frames.position(Joint::Head) - head.position);
  return notes;
}

/// The clip's own balance: its masses and soles where the clip has them.
void note_clip(const human::FitRig& rig, const ClipCarriers& carriers, const ClipFrame& frame,
               const human::Ground& ground, FitNotes& notes) {
  human::Frames<double> frames;
  body_joints(carriers, frame, frames);
  notes.clip_steps = rula_steps(frames);
  notes.clip_scores = scores_of(frames, false);
  notes.clip_loads = loads_of(*rig.body, frames, false);
  std::array<human::FootContact, 2> contacts;
  notes.clip_lowest = 1e9;
  for (const Side side : human::kSides) {
    const std::size_t s = human::index_of(side);
    const Pose foot = frames.pose(human::on_side(Joint::RightFoot, side));
    const auto sole = sole_of(rig, frames, side);
    double heel = 1e9;
    for (std::size_t k = 0; k < sole.size(); ++k) {
      const double height = sole[k].y - ground.height(sole[k].x, sole[k].z, sole[k].y);
      notes.clip_lowest = std::min(notes.clip_lowest, height);
      if (rig.soles[s].whole[k].z > 0.0) heel = std::min(heel, height);
    }
    contacts[s] = {foot, heel < kHeelUp ? human::SoleContact::Whole : human::SoleContact::Ball};
  }
  const auto support = human::support_polygon(rig.soles[0], contacts[0], rig.soles[1], contacts[1]);
  notes.clip_com = human::centre_of_mass(rig.body->masses, frames);
  notes.clip_margin = human::balance_of(support, notes.clip_com).margin;
}

/// Case B: what a calibration makes of the clip's first frame, a T-pose with the feet on its own floor.
core::Result<human::Body> calibrated_body(const Clip& clip, const human::FitRig& own,
                                          const human::Population& population) {
  const ClipFrame& first = clip.frames.front();
  const double floor =
      0.5 * (first[ClipJoint::LeftAnkle].position.y + first[ClipJoint::RightAnkle].position.y) - own.ankle_height;
  human::CalibrationPose pose;
  pose.world_from_eyes = seen_of(first, level_in_head(clip), own.eyes_in_head).head.pose;
  pose.world_from_eyes.position.y -= floor;
  for (const Side side : human::kSides) {
    const std::size_t s = human::index_of(side);
    const Pose wrist = first[s == 0 ? ClipJoint::LeftWrist : ClipJoint::RightWrist];
    pose.world_from_grip[s] = wrist * math::inverse(human::usual_grip_from_wrist(own.body->dimensions, side));
    pose.world_from_grip[s].position.y -= floor;
  }
  FH_TRY(user, human::calibrate(population, human::Sex::Male, pose));
  return std::move(user.body);
}

}  // namespace

core::Result<FitFigures> measure_fit(const Clip& clip, const human::Population& population, const FitCase& what) {
  FH_TRY(prepared, prepare_clip(clip, population));
  const human::FitRig& own_rig = prepared->rig;
  ClipBody used = prepared->body;
  if (what.calibrated) {
    auto user = calibrated_body(clip, own_rig, population);
    if (!user) return core::fail_within(clip.name, user.error());
    used = {std::move(*user), anatomical_attachments()};
  }
  human::FitRig rig = human::build_fit_rig(used.body, what.learnt);
  // A clip's own bones come with the zero posture of the people that a prior was learnt from.
  if (!what.calibrated) rig.prior_body = human::prior_body(used.body.skeleton);
  const Clip& motion = prepared->motion;
  const ClipCarriers& carriers = prepared->carriers;
  const human::ClipGround& ground = *prepared->ground;
  // The clip's own bones come with the frames they were made in; a calibrated user wears a headset.
  const math::Quat level = what.calibrated ? prepared->level : math::kIdentity;

  Disturbance disturbance(what);
  human::FitState state;
  human::FitSettings settings;
  settings.balance = what.method != FitMethod::NoBalance;
  std::vector<ClipFrame> made(motion.frames.size());
  std::vector<FitNotes> notes(motion.frames.size());
  std::vector<double> seconds;
  for (std::size_t f = 0; f < motion.frames.size(); ++f) {
    const human::TrackedInput clean = seen_of(motion.frames[f], level, own_rig.eyes_in_head);
    human::TrackedInput input = clean;
    disturbance.apply(input, static_cast<double>(f) / kRate);
    human::FitResult result;
    if (what.method == FitMethod::UnderHead || what.method == FitMethod::FixedSwivel) {
      under_head(rig, clean, ground, what.method == FitMethod::FixedSwivel, result);
    } else {
      const core::Stopwatch watch;
      result = human::fit_tracked(rig, input, ground, 1.0 / kRate, state, settings);
      seconds.push_back(watch.seconds());
    }
    clip_joints(used.attachments, result.frames, made[f]);
    notes[f] = note(rig, result, input, ground);
    note_clip(own_rig, carriers, motion.frames[f], ground, notes[f]);
  }
  // The first two frames have no velocity yet: a clip that begins in mid-stride is only then known to walk.
  std::vector<ClipFrame> truth = motion.frames;
  for (ClipFrame& frame : truth) frame[ClipJoint::Head].rotation = frame[ClipJoint::Head].rotation * level;
  for (auto* frames : {&truth, &made}) frames->erase(frames->begin(), frames->begin() + kWarmUp);
  notes.erase(notes.begin(), notes.begin() + kWarmUp);
  FitFigures figures = compare(truth, made, notes, kRate, ground, own_rig.ankle_height + own_rig.ball_in_foot.y);
  if (!seconds.empty()) {  // the median: a busy machine must not look like slow code
    figures.us_per_frame = 1e6 * median_of(seconds);
  }
  return figures;
}

namespace {

struct Field {
  const char* name;
  double FitFigures::*value;
};
constexpr Field kFields[] = {
    {"mpjpe_cm", &FitFigures::mpjpe_cm},
    {"mpjpe_upper_cm", &FitFigures::mpjpe_upper_cm},
    {"mpjpe_lower_cm", &FitFigures::mpjpe_lower_cm},
    {"mpjpe_hands_cm", &FitFigures::mpjpe_hands_cm},
    {"mpjpe_root_cm", &FitFigures::mpjpe_root_cm},
    {"mpjre_deg", &FitFigures::mpjre_deg},
    {"mpjre_geodesic_deg", &FitFigures::mpjre_geodesic_deg},
    {"mpjve_cm_s", &FitFigures::mpjve_cm_s},
    {"jitter_m_s3", &FitFigures::jitter_m_s3},
    {"clip_jitter_m_s3", &FitFigures::clip_jitter_m_s3},
    {"jitter_ratio", &FitFigures::jitter_ratio},
    {"foot_skate_cm_s", &FitFigures::foot_skate_cm_s},
    {"clip_foot_skate_cm_s", &FitFigures::clip_foot_skate_cm_s},
    {"contact_share", &FitFigures::contact_share},
    {"penetration_cm", &FitFigures::penetration_cm},
    {"clip_penetration_cm", &FitFigures::clip_penetration_cm},
    {"floating_cm", &FitFigures::floating_cm},
    {"limit_excess_deg", &FitFigures::limit_excess_deg},
    {"com_outside_share", &FitFigures::com_outside_share},
    {"com_outside_share_clip", &FitFigures::com_outside_share_clip},
    {"com_outside_share_slow", &FitFigures::com_outside_share_slow},
    {"com_outside_share_clip_slow", &FitFigures::com_outside_share_clip_slow},
    {"balance_margin_cm", &FitFigures::balance_margin_cm},
    {"hand_gap_cm", &FitFigures::hand_gap_cm},
    {"hand_reached_share", &FitFigures::hand_reached_share},
    {"head_error_mm", &FitFigures::head_error_mm},
    {"us_per_frame", &FitFigures::us_per_frame},
    {"interval_share_upper", &FitFigures::interval_share_upper},
    {"interval_share_lower", &FitFigures::interval_share_lower},
};

struct JointField {
  const char* name;
  std::array<double, kClipJointCount> FitFigures::*values;
};
constexpr JointField kJointFields[] = {
    {"joint_cm", &FitFigures::joint_cm},
    {"joint_90_cm", &FitFigures::joint_90_cm},
    {"interval_cm", &FitFigures::interval_cm},
    {"interval_share", &FitFigures::interval_share},
};

}  // namespace

core::Json to_json(const FitFigures& figures) {
  core::Json out = core::Json::object();
  for (const Field& field : kFields) out[field.name] = figures.*field.value;
  out["frames"] = figures.frames;
  out["standing_frames"] = figures.standing_frames;
  out["slow_frames"] = figures.slow_frames;
  for (const JointField& field : kJointFields) {
    core::Json& joints = out[field.name] = core::Json::object();
    for (std::size_t i = 0; i < kClipJointCount; ++i) {
      joints[std::string(name_of(static_cast<ClipJoint>(i)))] = (figures.*field.values)[i];
    }
  }
  out["rula_steps"] = to_json(figures.rula);
  out["scores"] = to_json(figures.scores);
  out["loads"] = to_json(figures.loads);
  return out;
}

FitFigures mean_of(std::span<const FitFigures> all) {
  FitFigures mean;
  if (all.empty()) return mean;
  const double share = 1.0 / static_cast<double>(all.size());
  for (const FitFigures& figures : all) {
    for (const Field& field : kFields) mean.*field.value += share * (figures.*field.value);
    for (const JointField& field : kJointFields) {
      for (std::size_t i = 0; i < kClipJointCount; ++i) (mean.*field.values)[i] += share * (figures.*field.values)[i];
    }
    mean.rula.add(figures.rula);
    mean.scores.add(figures.scores);
    mean.loads.add(figures.loads);
    mean.frames += figures.frames;
    mean.standing_frames += figures.standing_frames;
    mean.slow_frames += figures.slow_frames;
  }
  const auto pool = [&](double FitFigures::*share_of, int FitFigures::*count) {
    double frames = 0.0;
    for (const FitFigures& figures : all) frames += figures.*share_of * figures.*count;
    mean.*share_of = mean.*count > 0 ? frames / mean.*count : 0.0;
  };
  pool(&FitFigures::com_outside_share, &FitFigures::standing_frames);
  pool(&FitFigures::com_outside_share_clip, &FitFigures::standing_frames);
  pool(&FitFigures::com_outside_share_slow, &FitFigures::slow_frames);
  pool(&FitFigures::com_outside_share_clip_slow, &FitFigures::slow_frames);
  return mean;
}

core::Json clip_joint_names() {
  core::Json names = core::Json::array();
  for (std::size_t i = 0; i < kClipJointCount; ++i) names.push_back(std::string(name_of(static_cast<ClipJoint>(i))));
  return names;
}

}  // namespace fh::evaluation
