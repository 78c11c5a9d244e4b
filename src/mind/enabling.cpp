// SPDX-License-Identifier: Apache-2.0
#include "mind/enabling.h"

namespace fh::mind {
namespace {

using scene::Behaviour;
using scene::Deed;

/// The thing that the action is about; empty: it asks for none.
const std::string& thing_of(const scene::AgentSpec& plan) {
  const scene::Errand& errand = plan.errands[0];
  return plan.behaviour == Behaviour::HandOver || plan.behaviour == Behaviour::Sit ? errand.what : errand.thing;
}

}  // namespace

Enabling enabling_of(const scene::AgentSpec& plan, const TaskBeliefs& beliefs) {
  if (plan.errands.empty()) return Enabling::None;
  const std::string& thing = thing_of(plan);
  const Deed deed = plan.errands[0].deed;
  if (thing.empty() || beliefs.holds(thing)) return Enabling::None;
  if (!beliefs.believed(thing)) return Enabling::Search;
  return deed == Deed::Put || plan.behaviour == Behaviour::HandOver ? Enabling::Take : Enabling::None;
}

scene::AgentSpec enabling_plan(Enabling enabling, const scene::AgentSpec& plan) {
  scene::AgentSpec first;
  first.name = plan.name;
  first.speed = plan.speed;
  scene::Errand errand;
  if (enabling == Enabling::Search) {
    first.behaviour = Behaviour::Search;
    errand.what = thing_of(plan);
    errand.within = 0.0;
  } else {
    first.behaviour = Behaviour::Errands;
    errand.deed = Deed::Take;
    errand.stands = false;
    errand.thing = thing_of(plan);
  }
  first.errands = {std::move(errand)};
  return first;
}

std::string in_words(Enabling enabling, const scene::AgentSpec& plan) {
  return (enabling == Enabling::Search ? "search " : "take ") + thing_of(plan);
}

}  // namespace fh::mind
