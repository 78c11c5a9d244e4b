// SPDX-License-Identifier: Apache-2.0
// A single step: what is acted on, and the places it names.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/grounding/ground.h"

namespace fh::language {
namespace {

bool is_source_relation(std::string_view name) {
  return name == "from" || name == "off" || name == "out_of";
}

bool is_way(std::string_view name) {
  return name == "through" || name == "along" || name == "past" || name == "across" || name == "around" ||
         name == "up" || name == "down";
}

bool has_kind(const Entity& entity, const char* kind) {
  return std::find(entity.kind.begin(), entity.kind.end(), kind) != entity.kind.end();
}

/// Why people cannot be there, or things not be put there; empty when they can.
std::string why_no_place(std::string_view relation, const Entity& anchor, const Verb& verb) {
  const bool hands = (verb.takes & kHands) != 0;
  const bool door = (anchor.openable && anchor.joint == scene::JointKind::Hinge) || has_kind(anchor, "doorframe");
  if (relation == "through" && !door && !anchor.room) return "is not a way through";
  if ((relation == "up" || relation == "down") && !anchor.climbable) return "cannot be climbed";
  if (relation == "between") return "is only one thing: between what else";
  if (anchor.person && (relation == "in" || relation == "on" || relation == "under")) return "is a person";
  if (named_so(verb, {"hold", "attach", "search", "look_around", "lead"})) return "";
  if (hands) {
    const bool holds_things = anchor.container || anchor.room || anchor.where.has_levels || !anchor.children.empty();
    if (relation == "in" && !holds_things) return "cannot hold things";
    if (relation == "on" && !anchor.support) return "is nothing to put things on";
    return "";
  }
  const bool stands = anchor.room || anchor.climbable || has_kind(anchor, "marking") || has_kind(anchor, "pallet");
  if (relation == "in" && !stands && !(named_so(verb, {"hide"}) && anchor.container)) return "is not a room or area";
  if (relation == "on" && !stands && !(named_so(verb, {"sit"}) && anchor.seat)) return "is nothing to stand on";
  return "";
}

/// Whether things are so close to each other that they are one place: "behind the barrels".
bool stand_together(const Setting& setting, const std::vector<std::size_t>& entities) {
  return std::all_of(entities.begin(), entities.end(), [&](std::size_t e) {
    return !setting.at(e).room && plan_distance(setting.at(e).where.box, setting.at(entities[0]).where.box) < 2.0;
  });
}

/// Whether a verb can go with a relation at all: nobody turns "behind the press".
bool takes_relation(const Verb& verb, std::string_view relation, const Entity& anchor) {
  if (named_so(verb, {"turn_to"})) return relation == "at" || relation == "towards" || relation == "away_from";
  if (named_so(verb, {"look_around"})) {
    return relation == "in" || relation == "on" || relation == "towards" || relation == "under" ||
           relation == "behind" || relation == "between";
  }
  if (named_so(verb, {"carry", "put", "bring"}) && relation == "at") return !anchor.person;
  // "follow the woman by the pallet" tells who, not where to.
  if (named_so(verb, {"follow", "chase"})) {
    return relation == "at" || relation == "in" || relation == "on" || relation == "towards" || relation == "outside" ||
           is_way(relation);
  }
  return true;
}

/// "take everything off the pallet": the things on it.
NounPhrase acted_on_phrase(const Clause& clause) {
  const NounPhrase& said = clause.objects.back();
  const bool clears = clause.form->particle.empty() && clause.form->head[0] == "clear";  // "clear the bench"
  const auto source = std::find_if(clause.phrases.begin(), clause.phrases.end(),
                                   [](const Phrase& p) { return is_source_relation(p.relation->name); });
  const bool all_there = said.pronoun == "everything" && source != clause.phrases.end();
  if (!clears && !all_there) return said;
  const bool inside = all_there && std::string_view(source->relation->name) == "out_of";
  NounPhrase things;
  things.words = {"things"};
  things.said = said.said;
  things.quantity = Quantity::All;
  things.modifiers = {Modifier{find_relation(inside ? "in" : "on"), {all_there ? source->of : said}}};
  return things;
}

}  // namespace

/// Back to what it stood on or in at the start, as far as the scenario says.
Outcome<void> Grounding::put_home(Step& step) const {
  const Target& things = step.object;
  std::string home;
  for (const auto& name : things.names) {
    const auto at = setting_.named(name);
    const std::string& of = at ? setting_.at(*at).home : home;
    if (of.empty() || (!home.empty() && of != home))
      return tl::make_unexpected(Problem{true, "Where should I put it?", {}});
    home = of;
  }
  const auto anchor = setting_.named(home);
  if (!anchor) return tl::make_unexpected(Problem{true, "Where should I put it?", {}});
  step.verb = "put";
  step.direction.clear();
  const Entity& there = setting_.at(*anchor);
  const Whereabouts& thing = setting_.at(*setting_.named(things.names[0])).where;
  const char* how = "at";
  for (const char* relation : {"in", "on"}) {
    if (holds(*find_relation(relation), thing, there.where, nullptr, math::Vec3(0.0))) how = relation;
  }
  step.place = {how, resolver_.target({{*anchor}, "", 0})};
  return {};
}

Outcome<Step> Grounding::step(const Clause& clause, const PlaceGoal* expected) {
  if (!clause.question.empty()) return question(clause);
  const Verb& verb = *clause.form->verb;
  Step step;
  step.verb = verb.name;
  for (const auto& manner : clause.manner) {
    if (std::find(step.manner.begin(), step.manner.end(), manner) == step.manner.end()) step.manner.push_back(manner);
  }
  step.hand = clause.hand;
  step.direction = clause.direction;
  step.text = clause.text;
  step.amount = clause.amount;
  step.seconds = clause.seconds;
  step.times = clause.times;
  step.every_seconds = clause.every_seconds;
  if (verb.object == Wish::Turnable && clause.direction == "left") step.direction = "anticlockwise";
  if (verb.object == Wish::Turnable && clause.direction == "right") step.direction = "clockwise";
  FH_TRY_VOID(conditions(clause, true, step));
  const bool stays_put = clause.form->head[0] == "stay" || clause.form->head[0] == "remain";
  if (step.direction == "there" && last_place_.relation.empty() && stays_put) {
    if (completes_) step.direction.clear();
  } else if (step.direction == "there") {
    if (last_place_.relation.empty()) return tl::make_unexpected(Problem{true, "Where do you mean by \"there\"?", {}});
    step.direction.clear();
    step.place = last_place_;
  }
  // "put it on the bench": what "it" is was said before the bench.
  const bool object_first = !clause.objects.empty() && !clause.objects.back().pronoun.empty();
  moved_.clear();
  if (object_first) FH_TRY_VOID(objects(clause, expected, step));
  if ((verb.takes & kHands) != 0 && step.object.any == 0) {
    for (const auto& name : step.object.names) moved_.push_back(*setting_.named(name));
  }
  FH_TRY_VOID(places(clause, step));
  if (!object_first) FH_TRY_VOID(objects(clause, expected, step));
  FH_TRY_VOID(shared(clause, step));
  if (clause.favour) FH_TRY_VOID(resolver_.resolve(*clause.favour, {Wish::Person}, 1));
  FH_TRY_VOID(conditions(clause, false, step));
  const std::string& head = clause.form->head[0];
  const bool calls = (verb.takes & kNeedObject) != 0 && (head == "call" || head == "shout" || head == "give");
  if (named_so(verb, {"say"}) && calls) step.text = "!";  // their name
  FH_TRY_VOID(completed(step));
  const bool stays = named_so(verb, {"wait", "stop", "stand", "sit", "kneel", "crouch", "queue", "hide"});
  // "Come back" alone is to come to who says so.
  if (step.direction == "back" && clause.form->head[0] == "come" && step.place.relation.empty() &&
      clause.amount.unit.empty())
    step.direction = "here";
  if (step.direction == "here" && stays && completes_) step.direction.clear();
  if (step.direction == "here" && !stays) {
    if (!setting_.speaker) return refuse("Nobody is there who speaks: \"here\" is nowhere.");
    step.direction.clear();
    step.place = {"near", resolver_.target({{*setting_.speaker}, "", 0})};
  }
  if (!step.place.relation.empty()) last_place_ = step.place;
  return step;
}

/// What goes without saying: things that are fetched are for the speaker, people who are waited for are to come.
Outcome<void> Grounding::completed(Step& step) {
  if (!completes_) return {};
  if (step.verb == "bring" && step.place.relation.empty() && step.recipient.empty() && step.direction.empty() &&
      setting_.speaker)
    step.recipient = resolver_.target({{*setting_.speaker}, "", 0});
  const bool placeless = step.place.relation.empty() && step.recipient.empty();
  const bool moves = named_so(step.verb, {"put", "bring", "carry", "pick_up", "hand_over"});
  if (step.direction == "home" && moves) return put_home(step);
  if (step.direction == "home") return refuse("I do not know which place you mean.");
  if (step.verb == "put" && placeless && (step.direction.empty() || step.direction == "back")) return put_home(step);
  if (step.verb == "put" && placeless && step.direction != "here" && step.direction != "there")
    return tl::make_unexpected(Problem{true, "Where should I put it?", {}});
  if (step.verb == "say" && step.recipient.empty() && !step.object.empty()) std::swap(step.recipient, step.object);
  if (step.verb == "say" && step.text == "!") step.text = step.recipient.names[0] + "!";
  if (step.verb != "wait") return {};
  Target& awaited = step.about.empty() ? step.object : step.about;
  if (awaited.empty()) return {};
  if (!setting_.at(*setting_.named(awaited.names[0])).person)
    return tl::make_unexpected(
        Problem{true, fmt::format("What should be so with {} before I go on?", awaited.names[0]), awaited.names});
  Condition here;
  here.kind = "until";
  here.state = "here";
  here.subject = awaited;
  step.conditions.push_back(std::move(here));
  awaited = {};
  return {};
}

Outcome<PlaceGoal> Grounding::place(const Relation& relation, const NounPhrase& of, const Verb& verb) {
  // "on the floor next to the locker": next to the locker.
  const bool ground = of.words == std::vector<std::string>{"floor"} || of.words == std::vector<std::string>{"ground"};
  if (ground && of.modifiers.size() == 1 && of.modifiers[0].relation != nullptr && !of.modifiers[0].negated &&
      std::string_view(of.modifiers[0].relation->name) != "of")
    return place(*of.modifiers[0].relation, of.modifiers[0].of[0], verb);
  if (ground && of.modifiers.empty() && (verb.takes & kHands) != 0 &&
      named_so(relation.name, {"on", "to", "at"})) {  // the one it stands on
    for (std::size_t i = 0; i < setting_.entities.size(); ++i) {
      const Whereabouts& here = setting_.at(setting_.self).where;
      if (setting_.at(i).room && holds(*find_relation("in"), here, setting_.at(i).where, nullptr, math::Vec3(0.0)))
        return PlaceGoal{"on", resolver_.target({{i}, "", 0})};
    }
  }
  Demand other;
  other.other_than = moved_;
  FH_TRY(found, resolver_.resolve(of, other, 2));
  const bool between = std::string_view(relation.name) == "between" && found.entities.size() == 2;
  for (const std::size_t entity : found.entities) {
    const Entity& anchor = setting_.at(entity);
    if (entity == setting_.self) return refuse("I am told to go to myself.");
    if (!takes_relation(verb, relation.name, anchor))
      return refuse(fmt::format("I cannot {} {} {}.", verb.name, relation.name, anchor.name));
    const std::string why = between ? "" : why_no_place(relation.name, anchor, verb);
    if (!why.empty()) return refuse(fmt::format("{} {}.", anchor.name, why));
  }
  if (found.entities.size() > 1 && !between && found.any == 0 && !stand_together(setting_, found.entities))
    return tl::make_unexpected(
        Problem{true, fmt::format("To which of them: {}?", of.said), resolver_.target(found).names});
  return PlaceGoal{relation.name, resolver_.target(found)};
}

/// "on the shelf next to the soap", "the wax beside the soap on the shelf": a modifier that says where on a thing,
/// because what it names is there. `there`: that thing; null: what the phrase itself stands for. Which of the
/// modifiers.
std::optional<std::size_t> Grounding::closer_place(const NounPhrase& said, const Target* there) const {
  for (std::size_t i = 0; i < said.modifiers.size(); ++i) {
    const Modifier& each = said.modifiers[i];
    if (each.relation == nullptr || each.by_clause || each.aside || each.negated || each.of.size() != 1) continue;
    if (!named_so(each.relation->name, {"beside", "near", "left_of", "right_of", "behind", "in_front_of", "between"}))
      continue;
    NounPhrase plain = said;
    plain.modifiers.erase(plain.modifiers.begin() + static_cast<std::ptrdiff_t>(i));
    Resolver trial = resolver_;
    const auto with = trial.resolve(said, {}, 2), without = trial.resolve(plain, {}, 2),
               other = trial.resolve(each.of[0], {}, 1);
    if (!with || !without || !other || with->entities != without->entities || without->entities.size() != 1) continue;
    const std::size_t anchor = there != nullptr ? *setting_.named(there->names[0]) : without->entities[0];
    const std::string site = there != nullptr ? there->site : without->site;
    const auto is_upon = [&](std::size_t e) { return trial.is_upon(e, anchor) && trial.is_on_level(e, anchor, site); };
    if (std::all_of(other->entities.begin(), other->entities.end(), is_upon)) return i;
  }
  return {};
}

/// Where to; which place on it, when that is said too.
Outcome<void> Grounding::goal(const Phrase& phrase, const Verb& verb, Step& step) {
  const bool way = is_way(phrase.relation->name);
  const auto closer = way ? std::nullopt : closer_place(phrase.of, nullptr);
  NounPhrase of = phrase.of;
  if (closer) of.modifiers.erase(of.modifiers.begin() + static_cast<std::ptrdiff_t>(*closer));
  FH_TRY(goal, place(*phrase.relation, of, verb));
  (way ? step.via : step.place) = std::move(goal);
  if (!closer) return {};
  const Modifier& where = phrase.of.modifiers[*closer];
  FH_TRY(beside, place(*where.relation, where.of[0], verb));
  step.also_at = std::exchange(step.place, std::move(beside));
  return {};
}

/// "Shelve the wax beside the soap on level two", where the soap is on level two.
Outcome<NounPhrase> Grounding::put_beside(const Clause& clause, NounPhrase object, Step& step) {
  const Verb& verb = *clause.form->verb;
  if (step.place.of.names.size() != 1 || !step.also_at.relation.empty() || (verb.takes & kHands) == 0) return object;
  const auto closer = closer_place(object, &step.place.of);
  if (!closer) return object;
  const Modifier where = object.modifiers[*closer];
  object.modifiers.erase(object.modifiers.begin() + static_cast<std::ptrdiff_t>(*closer));
  FH_TRY(beside, place(*where.relation, where.of[0], verb));
  step.also_at = std::exchange(step.place, std::move(beside));
  return object;
}

Outcome<void> Grounding::places(const Clause& clause, Step& step) {
  const Verb& verb = *clause.form->verb;
  for (const Phrase& phrase : clause.phrases) {
    const std::string_view name = phrase.relation->name;
    if (name == "with") {
      const bool hands = (verb.takes & kHands) != 0 && (verb.takes & kNeedWithPerson) == 0;
      FH_TRY(found, resolver_.resolve(phrase.of, {hands ? Wish::Movable : Wish::Person}, 1));
      step.with = resolver_.target(found);
    } else if (is_source_relation(name)) {
      FH_TRY(found, resolver_.resolve(phrase.of, {}, 1));
      const bool person = setting_.at(found.entities[0]).person;
      if ((verb.takes & kNeedFromPerson) != 0 && !person)
        return refuse(fmt::format("{} is not a person.", phrase.of.said));
      if ((verb.takes & kNeedFromPerson) == 0 && (verb.takes & kHands) != 0 && person)
        return refuse(fmt::format("{} is a person.", phrase.of.said));
      step.from = {std::string(name), resolver_.target(found)};
    } else if ((verb.takes & (kRecipient | kNeedRecipient)) != 0) {
      FH_TRY(found, resolver_.resolve(phrase.of, {Wish::Person}, 2));
      step.recipient = resolver_.target(found);
    } else {
      FH_TRY_VOID(goal(phrase, verb, step));
    }
  }
  if (clause.about) {
    const bool searched = (verb.takes & kNeedAbout) != 0;
    FH_TRY(found, resolver_.resolve(*clause.about, {}, searched ? 3 : 2));
    (searched ? step.object : step.about) = resolver_.target(found);
  }
  return {};
}

/// Those that are there, when it is said from where.
Outcome<void> Grounding::taken_from(std::size_t anchor, const Clause& clause, const Step& step, Found& found) {
  // "any two cartons from the shelf": of those that are there.
  if (found.any > 0) {
    std::erase_if(found.entities, [&](std::size_t entity) {
      return !resolver_.is_there(entity, anchor) || !resolver_.is_on_level(entity, anchor, step.from.of.site);
    });
    const auto wanted = static_cast<std::size_t>(found.any);
    if (found.entities.size() < wanted)
      return refuse(fmt::format("There are not {} of \"{}\" at {}.", wanted, clause.objects.back().said,
                                setting_.at(anchor).name));
    if (found.entities.size() == wanted) found.any = 0;
    resolver_.narrow(found);
  }
  // "take the hammer from the shelf" when it lies elsewhere: one of the two is not as the speaker thinks.
  if (found.any == 0) {
    for (const std::size_t entity : found.entities) {
      if (resolver_.is_there(entity, anchor)) continue;
      return tl::make_unexpected(Problem{
          true,
          fmt::format("{} is not at {}. Which one do you mean?", setting_.at(entity).name, setting_.at(anchor).name),
          {}});
    }
  }
  return {};
}

Outcome<void> Grounding::objects(const Clause& clause, const PlaceGoal* expected, Step& step) {
  const Verb& verb = *clause.form->verb;
  if (clause.objects.empty()) return {};
  const bool takes_object = (verb.takes & (kObject | kNeedObject)) != 0;
  if (clause.objects.size() == 2 || !takes_object) {
    if (!step.recipient.empty()) return refuse("Two people are named as the one it is for.");
    FH_TRY(receiver, resolver_.resolve(clause.objects[0], {Wish::Person}, 1));
    step.recipient = resolver_.target(receiver);
    if (!takes_object) return {};
  }
  Demand demand{verb.object};
  demand.expected = expected;
  // "take the can from the shelf": the one that is there.
  if (!step.from.of.names.empty()) {
    demand.at = find_relation("from");
    demand.anchor = setting_.named(step.from.of.names[0]);
  }
  FH_TRY(object, put_beside(clause, acted_on_phrase(clause), step));
  Outcome<Found> tried = resolver_.resolve(object, demand, 3);
  // What cannot be done may be forbidden all the same: "never open the switchgear".
  if (!tried && clause.forbidden && !tried.error().question) {
    demand.wish = Wish::Any;
    tried = resolver_.resolve(object, demand, 3);
  }
  FH_TRY(found, std::move(tried));
  if (std::find(found.entities.begin(), found.entities.end(), setting_.self) != found.entities.end())
    return refuse("That would be done to myself.");
  if ((verb.takes & kObjectIsGoal) != 0) {
    if ((verb.takes & kNeedAbout) != 0) {
      step.place = {setting_.at(found.entities[0]).room || setting_.at(found.entities[0]).container ? "in" : "at",
                    resolver_.target(found)};
    } else {
      step.place = {verb.goal_relation, resolver_.target(found)};
    }
    return {};
  }
  if (demand.anchor && !setting_.at(*demand.anchor).person)
    FH_TRY_VOID(taken_from(*demand.anchor, clause, step, found));
  if (verb.object == Wish::Turnable && !clause.text.empty()) {
    for (const std::size_t entity : found.entities) {
      const auto& words = setting_.at(entity).label_words;
      const auto index = static_cast<std::size_t>(clause.amount.value);
      if (index >= words.size() || words[index] != clause.text)
        return tl::make_unexpected(
            Problem{true, fmt::format("What is \"{}\" on {}?", clause.text, setting_.at(entity).name), {}});
    }
  }
  step.object = resolver_.target(found);
  return acted_on(clause, found, step);
}

/// Of things that open in several parts: the doors together, drawers one by one as the speaker says (JB-84).
Outcome<void> Grounding::acted_on(const Clause& clause, const Found& found, Step& step) const {
  if (clause.form->verb->object != Wish::Openable && clause.form->verb->object != Wish::Valve) return {};
  for (const std::size_t entity : found.entities) {
    const auto parts = opening_parts(setting_, entity);
    if (parts.size() == 1 && parts[0] == entity) continue;
    const bool drawers = parts.size() > 1 && setting_.at(parts[0]).joint == scene::JointKind::Slider;
    if (drawers && step.verb == "open") {
      Problem which{true, fmt::format("Which drawer of {}?", setting_.at(entity).name), {}};
      for (const std::size_t part : parts) which.choices.push_back(setting_.at(part).name);
      return tl::make_unexpected(std::move(which));
    }
    for (const std::size_t part : parts) step.acts_on.push_back(setting_.at(part).name);
  }
  return {};
}

}  // namespace fh::language
