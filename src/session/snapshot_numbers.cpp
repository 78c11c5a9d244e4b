// SPDX-License-Identifier: Apache-2.0
#include "session/snapshot_numbers.h"

#include "evaluation/live_set.h"
#include "session/measuring.h"

namespace fh::session {
namespace {

core::Json thing_name(const world::World& world, core::ObjectId id) {
  const scene::Object* object = world.scenario().scene.find(id);
  return object ? core::Json(object->name) : core::Json();
}

core::Json numbers_of(const world::World& world, const frame::Moment& moment, std::size_t person) {
  const evaluation::Surroundings surroundings = surroundings_of(world);
  evaluation::LiveSet set(surroundings, moment, person);
  evaluation::LiveChoice choice;
  choice.clearance = choice.posture = choice.visibility = true;
  set.observe(moment, choice);
  const evaluation::LiveFigures& now = set.figures();
  if (!now.present) return {};
  core::Json json = {{"rula", {{"value", now.rula.value}, {"low", now.rula.low}, {"high", now.rula.high}}}};
  json["clearance"] = now.nearest.found() ? core::Json{{"m", now.nearest.distance},
                                                       {"body", human::info(now.segment).name},
                                                       {"object", thing_name(world, now.nearest.object)}}
                                          : core::Json();
  json["balance_margin_m"] = now.borne ? core::Json(now.balance) : core::Json();
  json["seen"] = core::Json::array();
  for (std::size_t i = 0; i < now.sight_count; ++i)
    json["seen"].push_back({{"object", thing_name(world, now.sights[i].thing)}, {"share", now.sights[i].fraction}});
  return json;
}

}  // namespace

void SnapshotNumbers::tick_done(const world::World& world) {
  const std::vector<world::TakenSnapshot>& taken = world.tools().snapshots();
  if (rows_.size() >= taken.size()) return;
  frame::Moment moment;
  world.observe(moment);
  while (rows_.size() < taken.size()) {
    const core::BodyId who = taken[rows_.size()].who;
    const bool has_body = world.users()[who.value - 1].avatar.present();
    rows_.push_back(has_body ? numbers_of(world, moment, who.value - 1) : core::Json());
  }
}

}  // namespace fh::session
