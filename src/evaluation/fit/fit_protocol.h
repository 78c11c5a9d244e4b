// SPDX-License-Identifier: Apache-2.0
#pragma once
// How well a body is reconstructed from head and hands, measured on motion capture: head and wrists of a
// clip are what the headset and controllers would have seen, at 60 Hz; the result is compared with the clip joint by
// joint. The same code as in the live program does the work.
#include "core/json.h"
#include "evaluation/fit/fit_loads.h"
#include "evaluation/fit/fit_scores.h"
#include "evaluation/fit/fit_steps.h"
#include "human/motion/clip_body.h"
#include "human/prior/body_prior.h"

namespace fh::evaluation {

enum class FitMethod : std::uint8_t {
  Full,         // ours
  NoBalance,    // ours without balance
  UnderHead,    // baseline 1: a stiff trunk upright under the head, feet below the hips
  FixedSwivel,  // baseline 2: the same with two-bone arms of a fixed elbow direction
};
enum class FitLoss : std::uint8_t { None, Instant, Gaps };

struct FitCase {
  FitMethod method = FitMethod::Full;
  bool calibrated = false;  // case B: the body of a calibration pose instead of the clip's bones
  bool noise = false;       // 1 mm and 0.5 deg white, 4 mm slow with the speed
  FitLoss loss = FitLoss::None;
  std::uint64_t seed = 1;
  const human::BodyPrior* learnt = nullptr;  // the body follows it; null: rules alone
};

/// Means over frames unless said otherwise; names as in the JSON.
struct FitFigures {
  double mpjpe_cm = 0.0, mpjpe_upper_cm = 0.0, mpjpe_lower_cm = 0.0, mpjpe_hands_cm = 0.0, mpjpe_root_cm = 0.0;
  double mpjre_deg = 0.0;           // mean absolute difference of axis-angle components, as published
  double mpjre_geodesic_deg = 0.0;  // mean angle between the rotations
  double mpjve_cm_s = 0.0;
  double jitter_m_s3 = 0.0, clip_jitter_m_s3 = 0.0, jitter_ratio = 0.0;
  double foot_skate_cm_s = 0.0, clip_foot_skate_cm_s = 0.0;
  double contact_share = 0.0;           // frames and feet on which both agree about contact
  double penetration_cm = 0.0;          // deepest of any frame
  double clip_penetration_cm = 0.0;     // of the clip's own soles: how well the ground was guessed
  double floating_cm = 0.0;             // mean height of the lower foot's sole over the ground
  double limit_excess_deg = 0.0;        // largest of any frame
  double com_outside_share = 0.0;       // of standing frames: both feet down for a while, centre of mass slow
  double com_outside_share_clip = 0.0;  // the clip's own, by the same code
  double com_outside_share_slow = 0.0, com_outside_share_clip_slow = 0.0;  // of frames with a slow head, feet down
  double balance_margin_cm = 0.0;                                          // mean over standing frames
  double hand_gap_cm = 0.0;                                                // reported by the solver, tracked hands
  double hand_reached_share = 0.0;                                         // of tracked hands, position within 1 mm
  double head_error_mm = 0.0;                                              // largest of any frame
  double us_per_frame = 0.0;
  int frames = 0, standing_frames = 0, slow_frames = 0;
  std::array<double, human::kClipJointCount> joint_cm{};     // mean position error by joint
  std::array<double, human::kClipJointCount> joint_90_cm{};  // 90 of 100 frames are within this
  // The radii that are promised for 90 of 100 frames (fit_intervals.h), and the share of frames within them.
  std::array<double, human::kClipJointCount> interval_cm{}, interval_share{};
  double interval_share_upper = 0.0, interval_share_lower = 0.0;
  RulaConfusion rula;
  ScoreAgreement scores;
  LoadAgreement loads;
};

/// human::Clip at any rate (it is resampled to 60 Hz), with its first frame, which serves as calibration pose, in
/// place.
core::Result<FitFigures> measure_fit(const human::Clip& clip, const human::Population& population, const FitCase& what);

core::Json to_json(const FitFigures& figures);
/// Means of the clips; shares of standing frames are of all standing frames of all clips.
FitFigures mean_of(std::span<const FitFigures> all);
core::Json clip_joint_names();

}  // namespace fh::evaluation
