// SPDX-License-Identifier: Apache-2.0
#include "evaluation/hand_events.h"

#include <algorithm>

#include "human/body/bearing.h"
#include "human/body/joints.h"

namespace fh::evaluation {
namespace {

const char* text_of(HandEvents::What what) {
  switch (what) {
    case HandEvents::What::Held:
      return "held";
    case HandEvents::What::HeldByBoth:
      return "held by both hands";
    case HandEvents::What::TooHeavyForOne:
      return "too heavy for one hand";
    case HandEvents::What::TooHeavy:
      return "too heavy";
    case HandEvents::What::LetGo:
      return "let go";
    case HandEvents::What::Lost:
      return "grip lost";
  }
  return "";
}

/// How many hands are on a thing, whether it is refused them, whether a hand is closed that holds nothing.
struct Hold {
  int hands = 0;
  bool refused = false, empty_squeeze = false;
};

Hold hold_of(std::span<const frame::MomentGrip> grips, core::ObjectId thing) {
  Hold hold;
  for (const frame::MomentGrip& grip : grips) {
    hold.hands += grip.object == thing;
    hold.refused |= grip.object == thing && grip.refused;
    hold.empty_squeeze |= !grip.object.valid() && grip.squeezes;
  }
  return hold;
}

}  // namespace

void HandEvents::begin(const frame::Moment& moment) {
  events_.clear();
  before_.assign(moment.people.size(), {});
  for (std::size_t i = 0; i < before_.size(); ++i) before_[i] = moment.people[i].grips;
}

void HandEvents::observe(const frame::Moment& moment) {
  for (std::size_t i = 0; i < std::min(before_.size(), moment.people.size()); ++i) {
    const frame::MomentPerson& person = moment.people[i];
    const Grips before = std::exchange(before_[i], person.grips);
    std::array<core::ObjectId, 2 * frame::kHands> things{before[0].object, before[1].object, person.grips[0].object,
                                                         person.grips[1].object};
    std::sort(things.begin(), things.end());
    const auto end = std::unique(things.begin(), things.end());
    for (auto thing = things.begin(); thing != end; ++thing) {
      if (thing->valid() && is_free(*thing)) follow(moment, person, before, *thing);
    }
  }
}

bool HandEvents::is_free(core::ObjectId thing) const {
  const scene::Object* object = surroundings_->scene ? surroundings_->scene->find(thing) : nullptr;
  return object && object->movable && object->joint.kind == scene::JointKind::None;
}

void HandEvents::follow(const frame::Moment& moment, const frame::MomentPerson& person, const Grips& grips_before,
                        core::ObjectId thing) {
  const Hold before = hold_of(grips_before, thing), now = hold_of(person.grips, thing);
  Event event{moment.tick, person.id, thing, What::Held, 0.0, 0.0};
  for (std::size_t side = 0; side < frame::kHands && person.joint_count == human::kJointCount; ++side) {
    if (person.grips[side].object != thing) continue;
    const auto joint = side == frame::kLeft ? human::Joint::LeftUpperArm : human::Joint::RightUpperArm;
    const math::Vec3 shoulder = moment.world_from_joint[person.first_joint + human::index_of(joint)].position;
    const auto at = std::find_if(moment.objects.begin(), moment.objects.end(),
                                 [&](const frame::MomentObject& object) { return object.id == thing; });
    if (at == moment.objects.end()) continue;
    const scene::Object& object = *surroundings_->scene->find(thing);
    const math::Vec3 centre = at->world_from_object.point(0.5 * (object.bounds.low + object.bounds.high));
    event.limit += human::bearable(shoulder, centre);
    event.reach = std::max(event.reach, human::bearing_distance(shoulder, centre));
  }
  const auto tell = [&](What what) {
    event.what = what;
    events_.push_back(event);
  };
  if (now.hands != before.hands) {
    if (now.hands > 0) {
      tell(now.hands == 2 ? What::HeldByBoth : What::Held);
    } else {
      tell(now.empty_squeeze ? What::Lost : What::LetGo);
    }
  }
  if (now.refused && (!before.refused || now.hands != before.hands))
    tell(now.hands == 2 ? What::TooHeavy : What::TooHeavyForOne);
}

void HandEvents::write(core::Json& report) const {
  core::Json& rows = report["events"];
  if (rows.is_null()) rows = core::Json::array();
  for (const Event& event : events_) {
    const scene::Object& object = *surroundings_->scene->find(event.object);
    const bool held = event.limit > 0.0;
    rows.push_back({{"at_s", core::seconds_of(event.tick)},
                    {"who", name_of(*surroundings_, event.who)},
                    {"object", object.name},
                    {"state", text_of(event.what)},
                    {"value", object.mass},
                    {"unit", "kg"},
                    {"limit_kg", maybe(event.limit, held)},
                    {"reach_m", maybe(event.reach, held)}});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const core::Json& a, const core::Json& b) {
    return a["at_s"].get<double>() < b["at_s"].get<double>();
  });
  report["hand_limits"] = {{"source", human::kBearingSource}};
}

std::unique_ptr<Observer> make_hand_events(const Surroundings& surroundings) {
  return std::make_unique<HandEvents>(surroundings);
}

}  // namespace fh::evaluation
