// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;

constexpr double kVast = 4.0;  // m: walls and ceilings, near to which is nowhere in particular
constexpr double kBy = 3.0;    // m: what is nearer than this is a help to find it

/// "on bench": the smallest thing that it is on or in, as far as is believed; else what is nearest.
std::string place_of(const BehaviourStep& step, const std::string& what, const BelievedItem& item) {
  std::string best;
  double least = 1e9;
  for (std::size_t i = 1; i <= step.catalogue.thing_count(); ++i) {
    const std::string& name = step.catalogue.thing(core::ObjectId{static_cast<std::uint32_t>(i)}).name;
    const auto other = name == what ? std::nullopt : step.beliefs.believed(name);
    if (!other) continue;
    // What holds it tells more than what is near, a small thing more than a room.
    double size = glm::length(other->where.box.size()) - 100.0;
    const char* how = nullptr;
    for (const char* relation : {"on", "in"}) {
      const auto* known = language::find_relation(relation);
      if (language::holds(*known, item.where, other->where, nullptr, step.beliefs.position)) how = relation;
    }
    const Vec3 bulk = other->where.box.size();
    if (how == nullptr && !other->where.is_room && std::max(bulk.x, bulk.z) < kVast) {
      size = language::plan_distance(item.where.box, other->where.box);
      if (size < kBy) how = "near";
    }
    if (how == nullptr || size >= least) continue;
    least = size;
    best = fmt::format("{} {}", how, name);
  }
  return best;
}

}  // namespace

/// As the agent believes when it begins to speak.
void behave_report(const BehaviourStep& step) {
  const std::string& what = errand_of(step).what;
  if (step.task.elapsed == 0.0) {
    const auto item = step.beliefs.believed(what);
    const std::string place = item ? place_of(step, what, *item) : "";
    const std::string text = step.beliefs.holds(what) ? fmt::format("I have {}.", what)
                             : place.empty()          ? fmt::format("I do not know where {} is.", what)
                                                      : fmt::format("{} is {}.", what, place);
    step.wish.say.push_back({text, step.plan.whom});
    step.task.remaining = seconds_to_say(text);
  }
  step.wish.look_at = step.plan.whom;
  if (step.task.elapsed >= step.task.remaining) end_with(step);
}

}  // namespace fh::mind
