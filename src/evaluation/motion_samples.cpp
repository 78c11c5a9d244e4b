// SPDX-License-Identifier: Apache-2.0
#include "evaluation/motion_samples.h"

namespace fh::evaluation {

void MotionSamples::begin(const frame::Moment& moment) {
  step_ = kFirstStep;
  first_ = moment.tick;
  moments_.assign(1, moment);
}

void MotionSamples::observe(const frame::Moment& moment) {
  if ((moment.tick - first_) % step_ != 0 || moment.tick == first_) return;
  moments_.push_back(moment);
  if (moments_.size() < kMostSamples) return;
  step_ *= 2;
  std::erase_if(moments_, [&](const frame::Moment& kept) { return (kept.tick - first_) % step_ != 0; });
}

/// It has no figures of its own.
void MotionSamples::write(core::Json&) const {}

std::unique_ptr<Observer> make_motion_samples(const Surroundings&) {
  return std::make_unique<MotionSamples>();
}

}  // namespace fh::evaluation
