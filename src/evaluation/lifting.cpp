// SPDX-License-Identifier: Apache-2.0
#include "evaluation/lifting.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/trig.h"

namespace fh::evaluation {
namespace {

constexpr double kCentimetres = 100.0;

LiftTask task_at(const math::Vec3& hands, const math::Vec3& ankles, const math::Vec3& facing, double ground) {
  LiftTask task;
  math::Vec3 way = hands - ankles;
  way.y = 0.0;
  const double reach = glm::length(way);
  task.horizontal = kCentimetres * reach;
  task.vertical = kCentimetres * (hands.y - ground);
  if (reach > 1e-6) task.asymmetry = math::degrees(math::acos(glm::dot(way / reach, facing)));
  return task;
}

core::Json place_json(const LiftTask& task, const WeightLimit& limit) {
  return {{"h_cm", task.horizontal}, {"v_cm", task.vertical}, {"d_cm", task.travel},  {"a_deg", task.asymmetry},
          {"hm", limit.hm},          {"vm", limit.vm},        {"dm", limit.dm},       {"am", limit.am},
          {"fm", limit.fm},          {"cm", limit.cm},        {"rwl_kg", limit.limit}};
}

}  // namespace

JudgedLift judge(const Lift& lift, double per_minute, double hours, bool guessed) {
  JudgedLift judged;
  judged.origin = task_at(lift.from_hands, lift.from_ankles, lift.from_facing, lift.from_ground);
  judged.destination = task_at(lift.to_hands, lift.to_ankles, lift.to_facing, lift.to_ground);
  for (LiftTask* task : {&judged.origin, &judged.destination}) {
    task->travel = std::abs(judged.destination.vertical - judged.origin.vertical);
    task->frequency = per_minute;
    task->hours = hours;
  }
  judged.origin_limit = recommended_weight(judged.origin);
  judged.destination_limit = recommended_weight(judged.destination, judged.origin.vertical);
  judged.index =
      std::max(lifting_index(lift.mass, judged.origin_limit), lifting_index(lift.mass, judged.destination_limit));
  const auto index_at = [&](double limit) {
    return limit > 0.0 ? lift.mass / limit : std::numeric_limits<double>::infinity();
  };
  judged.low = judged.high = judged.index;
  if (!guessed) return judged;
  const Span from = limit_band(judged.origin, judged.origin.vertical, lift.from_bent);
  const Span to = limit_band(judged.destination, judged.origin.vertical, lift.to_bent);
  judged.low = std::max(index_at(from.high), index_at(to.high));
  judged.high = std::max(index_at(from.low), index_at(to.low));
  return judged;
}

void Lifting::begin(const frame::Moment& moment) {
  first_ = last_ = moment.tick;
  users_.clear();
  for (const frame::MomentPerson& person : moment.people) users_.push_back(person.is_user != 0);
  carried_.begin(surroundings_->scene, moment);
}

void Lifting::observe(const frame::Moment& moment) {
  last_ = moment.tick;
  carried_.update(moment);
}

std::vector<std::pair<Lift, JudgedLift>> Lifting::judged() const {
  std::vector<std::pair<Lift, JudgedLift>> rows;
  const double minutes = std::max(core::seconds_of(last_ - first_) / 60.0, 1.0);
  for (const Lift& lift : carried_.lifts()) {
    if (lift.to_tick < 0) continue;
    const auto same = [&](const Lift& other) { return other.who == lift.who && other.to_tick >= 0; };
    const auto count = static_cast<double>(std::count_if(carried_.lifts().begin(), carried_.lifts().end(), same));
    rows.emplace_back(lift, judge(lift, count / minutes, minutes / 60.0, users_[lift.who.value - 1]));
  }
  return rows;
}

void Lifting::write(core::Json& report) const {
  core::Json rows = core::Json::array();
  for (const auto& [lift, judged] : judged()) {
    const scene::Object* object = surroundings_->scene->find(lift.what);
    rows.push_back({{"who", name_of(*surroundings_, lift.who)},
                    {"what", object ? object->name : ""},
                    {"mass_kg", lift.mass},
                    {"hands", static_cast<int>(lift.hands[0]) + static_cast<int>(lift.hands[1])},
                    {"from_s", core::seconds_of(lift.from_tick)},
                    {"to_s", core::seconds_of(lift.to_tick)},
                    {"per_minute", judged.origin.frequency},
                    {"coupling", "fair, assumed"},
                    {"origin", place_json(judged.origin, judged.origin_limit)},
                    {"destination", place_json(judged.destination, judged.destination_limit)},
                    {"lifting_index", maybe(judged.index, std::isfinite(judged.index))},
                    {"index_band",
                     {{"value", maybe(judged.index, std::isfinite(judged.index))},
                      {"low", maybe(judged.low, std::isfinite(judged.low))},
                      {"high", maybe(judged.high, std::isfinite(judged.high))}}}});
  }
  report["lifts"] = {{"source", kNioshSource}, {"done", std::move(rows)}};
}

void Lifting::tables(std::vector<Table>& out) const {
  Table table{"lifts",
              "Things taken and put down, with the weight limit and index of the NIOSH lifting equation.",
              {"from_s", "to_s", "person", "thing", "mass_kg", "hands", "origin_rwl_kg", "destination_rwl_kg", "index"},
              {}};
  for (const auto& [lift, judged] : judged()) {
    const scene::Object* object = surroundings_->scene->find(lift.what);
    Cell index;
    if (std::isfinite(judged.index)) index = judged.index;
    table.rows.push_back({core::seconds_of(lift.from_tick), core::seconds_of(lift.to_tick),
                          name_of(*surroundings_, lift.who), object ? object->name : std::string(), lift.mass,
                          static_cast<double>(lift.hands[0]) + static_cast<double>(lift.hands[1]),
                          judged.origin_limit.limit, judged.destination_limit.limit, index});
  }
  out.push_back(std::move(table));
}

std::unique_ptr<Observer> make_lifting(const Surroundings& surroundings) {
  return std::make_unique<Lifting>(surroundings);
}

}  // namespace fh::evaluation
