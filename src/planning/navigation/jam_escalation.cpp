// SPDX-License-Identifier: Apache-2.0
#include "planning/navigation/jam_escalation.h"

#include <algorithm>

namespace fh::planning {
namespace {

Attempt next_attempt(Attempt now, const ProgressInput& input) {
  switch (now) {
    case Attempt::None:
      return input.held_by_people ? Attempt::Wait : Attempt::OtherSide;
    case Attempt::Wait:
      return Attempt::OtherSide;
    case Attempt::OtherSide:
      return input.gives_way ? Attempt::GiveWay : Attempt::Reroute;
    case Attempt::GiveWay:
      return Attempt::Reroute;
    case Attempt::Reroute:
      return Attempt::Ask;
    case Attempt::Ask:
    case Attempt::GiveUp:
      return Attempt::None;
  }
  return Attempt::None;
}

double duration(Attempt attempt, const ProgressSettings& settings) {
  switch (attempt) {
    case Attempt::Wait:
      return settings.wait;
    case Attempt::OtherSide:
      return settings.other_side;
    case Attempt::GiveWay:
      return settings.give_way;
    case Attempt::Reroute:
      return settings.reroute;
    case Attempt::Ask:
      return settings.ask;
    case Attempt::None:
    case Attempt::GiveUp:
      return settings.window;
  }
  return settings.window;
}

}  // namespace

void ProgressState::visit(core::Archive& archive) {
  archive.field("best_left", best_left);
  archive.field("best_ever", best_ever);
  archive.field("anchor", anchor);
  archive.field("window_time", window_time);
  archive.field("stuck_time", stuck_time);
  archive.field("waited", waited);
  archive.field("attempt_time", attempt_time);
  archive.field("attempt", attempt);
  archive.field("rounds", rounds);
}

void restart(ProgressState& state, bool keep_attempt) {
  const ProgressState old = state;
  state = {};
  if (!keep_attempt) return;
  state.best_ever = old.best_ever;
  state.anchor = old.anchor;
  state.stuck_time = old.stuck_time;
  state.waited = old.waited;
  state.attempt_time = old.attempt_time;
  state.attempt = old.attempt;
  state.rounds = old.rounds;
}

void watch(ProgressState& state, const ProgressInput& input, const ProgressSettings& settings) {
  if (state.attempt == Attempt::GiveUp) return;
  // Headway is measured against the least way ever left, so going to and fro counts as none.
  if (state.best_left > 1e299) {
    state.best_left = input.remaining;  // a new path: where it starts is no headway
  } else if (input.remaining < state.best_left - settings.headway) {
    state.best_left = input.remaining;
    state.window_time = 0.0;
    if (state.attempt != Attempt::GiveWay && state.attempt != Attempt::Reroute) {
      state.attempt = Attempt::None;
      state.rounds = 0;
    }
  }
  const Vec2 away = input.position - state.anchor;
  if (input.remaining < state.best_ever - settings.headway || glm::dot(away, away) > settings.roam * settings.roam) {
    state.best_ever = std::min(state.best_ever, input.remaining);
    state.anchor = input.position;
    state.stuck_time = 0.0;
    state.waited = 0.0;
  }
  if (!input.wants_to_move) return;
  state.stuck_time += input.dt;
  state.window_time += input.dt;
  state.attempt_time += input.dt;
  if (state.stuck_time > settings.patience) {
    state.attempt = Attempt::GiveUp;
    return;
  }
  const bool over = state.attempt == Attempt::None ? state.window_time > settings.window
                                                   : state.attempt_time > duration(state.attempt, settings);
  if (!over) return;
  state.attempt = next_attempt(state.attempt, input);
  state.attempt_time = state.window_time = 0.0;
  if (state.attempt != Attempt::None) state.rounds = static_cast<std::uint8_t>(std::min<int>(state.rounds + 1, 255));
}

}  // namespace fh::planning
