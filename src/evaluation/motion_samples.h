// SPDX-License-Identifier: Apache-2.0
#pragma once
// Moments of a visit for showing it again: ten a second; of a long visit as many as fit, evenly spaced.
#include "evaluation/observe/observer.h"

namespace fh::evaluation {

class MotionSamples final : public Observer {
 public:
  static constexpr core::Tick kFirstStep = 9;  // ticks between two samples, doubled whenever there are too many
  static constexpr std::size_t kMostSamples = 1200;

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  std::span<const frame::Moment> moments() const { return moments_; }

 private:
  std::vector<frame::Moment> moments_;
  core::Tick step_ = kFirstStep, first_ = 0;
};

}  // namespace fh::evaluation
