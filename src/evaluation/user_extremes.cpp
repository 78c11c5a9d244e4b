// SPDX-License-Identifier: Apache-2.0
#include "evaluation/user_extremes.h"

namespace fh::evaluation {
namespace {

void take(const frame::MomentPerson& user, UserExtremes::Extremes& extremes) {
  extremes.walked = user.walked;
  if (!user.present) return;
  const double height = user.head.world_from_point.position.y;
  const bool first = extremes.highest_head == 0.0 && extremes.lowest_head == 0.0;
  extremes.lowest_head = first || height < extremes.lowest_head ? height : extremes.lowest_head;
  extremes.highest_head = first || height > extremes.highest_head ? height : extremes.highest_head;
  bool lost = user.head.known != frame::PointKnown::Tracked;
  for (const auto& hand : user.hands) {
    const double speed = glm::length(hand.velocity);
    extremes.fastest_hand = speed > extremes.fastest_hand ? speed : extremes.fastest_hand;
    lost = lost || (hand.known != frame::PointKnown::Tracked && hand.known != frame::PointKnown::Absent);
  }
  if (lost) ++extremes.ticks_untracked;
}

}  // namespace

void UserExtremes::begin(const frame::Moment& moment) {
  users_.clear();
  for (const auto& person : moment.people) {
    if (!person.is_user) continue;
    users_.push_back({});
    users_.back().id = person.id;
    users_.back().walked = person.walked;
  }
}

void UserExtremes::observe(const frame::Moment& moment) {
  std::size_t index = 0;
  for (const auto& person : moment.people) {
    if (person.is_user && index < users_.size()) take(person, users_[index++]);
  }
  for (const auto& contact : moment.contacts) {
    if (!contact.began || !contact.object.valid()) continue;
    for (Extremes& user : users_) user.thing_contacts += user.id == contact.body ? 1 : 0;
  }
}

void UserExtremes::write(core::Json& report) const {
  for (std::size_t i = 0; i < users_.size(); ++i) {
    core::Json& row = user_row(report, i);
    row["walked_m"] = users_[i].walked;
    row["lowest_head_m"] = users_[i].lowest_head;
    row["highest_head_m"] = users_[i].highest_head;
    row["fastest_hand_m_s"] = users_[i].fastest_hand;
    row["contacts"] = {{"objects", users_[i].thing_contacts}};
    row["untracked_ticks"] = users_[i].ticks_untracked;
  }
}

std::unique_ptr<Observer> make_user_extremes(const Surroundings& surroundings) {
  return std::make_unique<UserExtremes>(surroundings);
}

}  // namespace fh::evaluation
