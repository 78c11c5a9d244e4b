// SPDX-License-Identifier: Apache-2.0
#pragma once
// What hands took, let go, lost and could not lift, as rows of `events[]` beside what was operated
// (evaluation/control_events.h), with what the hands on it can hold up there (human/body/bearing.h). Only free things:
// what hangs on a joint is told by its states. Motion tracks do not tell what hands hold: over them there are no rows.
#include "evaluation/observe/observer.h"

namespace fh::evaluation {

class HandEvents final : public Observer {
 public:
  explicit HandEvents(const Surroundings& surroundings) : surroundings_(&surroundings) {}

  void begin(const frame::Moment& moment) override;
  void observe(const frame::Moment& moment) override;
  /// Into `events[]`, in the order of time: at_s, who, object, state, value (of the thing, kg), unit, limit_kg (of the
  /// hands that hold it), reach_m (from the shoulder, level; of the farther hand). `hand_limits.source` says where the
  /// limits are from.
  void write(core::Json& report) const override;

  enum class What : std::uint8_t { Held, HeldByBoth, TooHeavyForOne, TooHeavy, LetGo, Lost };
  struct Event {
    core::Tick tick = 0;
    core::BodyId who;
    core::ObjectId object;
    What what{};
    double limit = 0.0, reach = 0.0;  // kg, m; 0: no hand holds it
  };
  std::span<const Event> events() const { return events_; }

 private:
  using Grips = std::array<frame::MomentGrip, frame::kHands>;
  void follow(const frame::Moment& moment, const frame::MomentPerson& person, const Grips& before,
              core::ObjectId thing);
  bool is_free(core::ObjectId thing) const;

  const Surroundings* surroundings_;
  std::vector<Grips> before_;  // by person
  std::vector<Event> events_;
};

}  // namespace fh::evaluation
