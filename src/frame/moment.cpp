// SPDX-License-Identifier: Apache-2.0
#include "frame/moment.h"

namespace fh::frame {

void find_events(const MomentPerson& before, const MomentPerson& now, std::vector<MomentEvent>& events) {
  const auto happened = [&](EventKind kind, core::ObjectId object = {}) {
    events.push_back({kind, now.id, {}, object});
  };
  if (now.jumps != before.jumps) happened(EventKind::Jumped);
  if (now.body_number != before.body_number) happened(EventKind::BodyChanged);
  if (now.arrived > before.arrived) happened(EventKind::Arrived);
  if (now.failed > before.failed) happened(EventKind::GaveUp);
  if (now.held != HeldBy::Nothing && before.held == HeldBy::Nothing) happened(EventKind::HeldUp, now.held_by);
}

void find_touches(const std::vector<MomentContact>& contacts, std::vector<MomentEvent>& events) {
  for (const auto& contact : contacts) {
    if (contact.began) events.push_back({EventKind::Touched, contact.body, contact.other, contact.object});
  }
}

}  // namespace fh::frame
