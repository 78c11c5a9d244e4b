// SPDX-License-Identifier: Apache-2.0
#pragma once
// The lifts of a visit by the NIOSH lifting equation, at origin and destination.
#include "evaluation/observe/carried_things.h"
#include "evaluation/observe/observer.h"
#include "evaluation/posture/load_band.h"

namespace fh::evaluation {

struct JudgedLift {
  LiftTask origin, destination;
  WeightLimit origin_limit, destination_limit;
  double index = 0.0;            // the larger of the two
  double low = 0.0, high = 0.0;  // where the body is guessed
};
/// `per_minute`: how often the person lifts; `hours`: for how long; `guessed`: ankles and pelvis are those of a body
/// that was rebuilt from head and hands.
JudgedLift judge(const Lift& lift, double per_minute, double hours, bool guessed);

class Lifting final : public Observer {
 public:
  explicit Lifting(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;
  void tables(std::vector<Table>& out) const override;
  std::span<const Lift> lifts() const { return carried_.lifts(); }
  /// Lifts that ended, with how often that person lifts in this visit (counted over a minute at least).
  std::vector<std::pair<Lift, JudgedLift>> judged() const;

 private:
  const Surroundings* surroundings_;
  CarriedThings carried_;
  core::Tick first_ = 0, last_ = 0;
  std::vector<bool> users_;  // by person
};

}  // namespace fh::evaluation
