// SPDX-License-Identifier: Apache-2.0
#pragma once
// The figures of one person now, cheap enough for every tick: least clearance, posture, balance, how much of five
// things is visible, and what reaching the thing before the eyes would take. They are a function of the moments alone.
#include "evaluation/clearance/clearance.h"
#include "evaluation/live_reach.h"
#include "evaluation/posture/posture_band.h"
#include "evaluation/sight/true_sight.h"

namespace fh::evaluation {

/// Which of them are wanted.
struct LiveChoice {
  bool clearance = false, reach = false, posture = false, visibility = false;
  bool any() const { return clearance || reach || posture || visibility; }
  bool operator==(const LiveChoice&) const = default;
};

inline constexpr std::size_t kLiveThings = 5;

struct LiveFigures {
  bool present = false;
  Gap nearest;  // of the whole body; not found: nothing within kClearanceRange
  human::Joint segment = human::Joint::Pelvis;
  Banded rula;  // of the worse side
  double balance = 0.0;
  bool borne = false;
  struct Sight {
    core::ObjectId thing;
    double fraction = 0.0, eccentricity = 0.0;  // the fraction is of this tick or of the one before
  };
  std::array<Sight, kLiveThings> sights{};  // nearest to the gaze first
  std::size_t sight_count = 0;
  core::ObjectId reached;  // what reach is told of; none: nothing within 2 m
  scene::ReachEffort effort = scene::ReachEffort::No;
  bool reach_known = false;  // the field is told
  double seat = 0.0;         // m over the ground that reach is told of; 0: standing
};

class LiveSet {
 public:
  /// `person`: index of the moment's people, with a body and a shape. `surroundings` must outlive the set.
  LiveSet(const Surroundings& surroundings, const frame::Moment& moment, std::size_t person);

  void observe(const frame::Moment& moment, const LiveChoice& choice);
  const LiveFigures& figures() const { return figures_; }
  const LiveReach& reach() const { return reach_; }

 private:
  void measure_clearance(const frame::Moment& moment, std::span<const math::Pose> frames);
  void look(const frame::Moment& moment, std::span<const math::Pose> frames, const LiveChoice& choice);
  void tell_reach(std::span<const math::Pose> frames);

  const Surroundings* surroundings_;
  std::size_t person_;
  std::unique_ptr<SolidPlace> place_;
  TrueSight sight_;
  CarriedThings carried_;
  LiveReach reach_;
  std::vector<core::ObjectId> things_;
  std::vector<LiveFigures::Sight> before_;  // of the tick before
  bool looked_ = false;                     // the tick before told what is visible
  LiveFigures figures_;
};

}  // namespace fh::evaluation
