// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a user walked, how low and high the head went, how fast the hands were and how long tracking was lost.
#include "evaluation/observe/observer.h"

namespace fh::evaluation {

class UserExtremes final : public Observer {
 public:
  explicit UserExtremes(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  void write(core::Json& report) const override;

  struct Extremes {
    core::BodyId id;
    double walked = 0.0;                           // m
    double lowest_head = 0.0, highest_head = 0.0;  // m above the floor, once the head was seen
    double fastest_hand = 0.0;                     // m/s
    std::int64_t thing_contacts = 0;               // touches of things that began, by body and hands
    std::int64_t ticks_untracked = 0;              // any hand or the head lost, after it was first seen
  };
  std::span<const Extremes> users() const { return users_; }

 private:
  const Surroundings* surroundings_;
  std::vector<Extremes> users_;
};

}  // namespace fh::evaluation
