// SPDX-License-Identifier: Apache-2.0
#include "language/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fh::language {
namespace {

using core::Json;

Json target_json(const Target& target) {
  Json json = {{"names", target.names}};
  if (!target.site.empty()) json["site"] = target.site;
  if (target.any > 0) json["any"] = target.any;
  if (!target.unseen.empty()) json["to_be_found"] = target.unseen;
  return json;
}

Json place_json(const PlaceGoal& place) {
  Json json = {{"relation", place.relation}};
  if (!place.of.empty()) json["of"] = target_json(place.of);
  return json;
}

Json amount_json(const Amount& amount) {
  Json json = {{"value", amount.value}, {"unit", amount.unit}};
  if (amount.absolute) json["absolute"] = true;
  return json;
}

Json condition_json(const Condition& condition) {
  Json json = {{"state", condition.state}};
  if (condition.negated) json["not"] = true;
  if (!condition.subject.empty()) json["subject"] = target_json(condition.subject);
  if (!condition.place.relation.empty()) json["place"] = place_json(condition.place);
  if (!condition.object.empty()) json["object"] = target_json(condition.object);
  if (condition.state == "elapsed" || condition.state == "above" || condition.state == "below" ||
      condition.state == "equals")
    json["amount"] = amount_json(condition.amount);
  if (!condition.text.empty()) json["text"] = condition.text;
  return json;
}

Json step_json(const Step& step);

Json steps_json(const std::vector<Step>& steps) {
  Json list = Json::array();
  for (const Step& step : steps) list.push_back(step_json(step));
  return list;
}

void add_participants(const Step& step, Json& json) {
  if (!step.object.empty()) json["object"] = target_json(step.object);
  if (!step.acts_on.empty()) json["acts_on"] = step.acts_on;
  if (!step.place.relation.empty()) json["place"] = place_json(step.place);
  if (!step.also_at.relation.empty()) json["also_at"] = place_json(step.also_at);
  if (!step.from.relation.empty()) json["from"] = place_json(step.from);
  if (!step.via.relation.empty()) json["via"] = place_json(step.via);
  if (!step.recipient.empty()) json["recipient"] = target_json(step.recipient);
  if (!step.with.empty()) json["with"] = target_json(step.with);
  if (!step.about.empty()) json["about"] = target_json(step.about);
}

Json step_json(const Step& step) {
  Json json = {{"verb", step.verb}, {"order", step.meanwhile ? "meanwhile" : "then"}};
  if (step.only_if_previous) json["only_if_previous"] = true;
  if (step.otherwise) json["otherwise"] = true;
  if (step.forbidden) json["forbidden"] = true;
  if (!step.question.empty()) json["question"] = step.question;
  add_participants(step, json);
  if (!step.manner.empty()) json["manner"] = step.manner;
  if (!step.hand.empty()) json["hand"] = step.hand;
  if (!step.direction.empty()) json["direction"] = step.direction;
  if (!step.text.empty()) json["text"] = step.text;
  if (!step.amount.unit.empty()) json["amount"] = amount_json(step.amount);
  if (step.seconds > 0.0) json["seconds"] = step.seconds;
  if (step.times != 1) json["times"] = step.times;
  if (step.every_seconds > 0.0) json["every_seconds"] = step.every_seconds;
  if (!step.purpose.empty()) json["purpose"] = step.purpose;
  if (!step.expected.relation.empty()) json["expected"] = place_json(step.expected);
  if (!step.look_in.empty()) json["look_in"] = step.look_in;
  for (const Condition& condition : step.conditions) json[condition.kind].push_back(condition_json(condition));
  if (!step.asked.empty()) json["asked"] = steps_json(step.asked);
  return json;
}

std::string joined(const std::vector<std::string>& names, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? fmt::format(" {} ", last) : ", ";
    text += names[i];
  }
  return text;
}

std::string target_text(const Target& target) {
  std::string text = target.any > 0 && target.names.size() > static_cast<std::size_t>(target.any)
                         ? fmt::format("any {} of {}", target.any, joined(target.names, "or"))
                         : joined(target.names, "and");
  if (!target.site.empty()) text += fmt::format(" ({})", target.site);
  return text;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string place_text(const PlaceGoal& place, bool goal = false) {
  return (goal && place.relation == "at" ? "to" : spaced(place.relation)) +
         (place.of.empty() ? "" : " " + target_text(place.of));
}

std::string condition_text(const Condition& condition) {
  std::string text;
  if (condition.state == "elapsed") return fmt::format("{} {}", condition.amount.value, condition.amount.unit);
  const bool none = condition.negated && condition.subject.any == 1;
  text += none ? "none of " + joined(condition.subject.names, "and") : target_text(condition.subject);
  const bool negated = condition.negated && !none;
  if (!condition.object.empty() || condition.state == "says")
    text += (negated ? " not " : " ") + condition.state;
  else
    text += negated ? " is not" : " is";
  if (condition.object.empty() && condition.state != "says" && condition.state != "at")
    text += " " + spaced(condition.state);
  if (!condition.place.relation.empty()) text += " " + place_text(condition.place);
  if (!condition.object.empty()) text += " " + target_text(condition.object);
  if (!condition.text.empty()) text += fmt::format(" \"{}\"", condition.text);
  if (condition.state == "above" || condition.state == "below" || condition.state == "equals")
    text += fmt::format(" {} {}", condition.amount.value, condition.amount.unit);
  return text;
}

std::string amount_text(const Amount& amount) {
  if (amount.unit == "position") return fmt::format(" to position {}", amount.value);
  return fmt::format(" {}{} {}", amount.absolute ? "to " : "", amount.value, amount.unit);
}

/// What stands behind verb and object.
std::string circumstances(const Step& step) {
  static const std::set<std::string> going{"go",     "bring", "carry", "carry_together", "lead",
                                           "follow", "push",  "pull",  "chase",          "turn_to"};
  const bool goes = going.contains(step.verb);
  std::string text;
  if (!step.acts_on.empty()) text += fmt::format(" ({})", joined(step.acts_on, "and"));
  if (!step.direction.empty()) text += " " + step.direction;
  if (!step.from.relation.empty()) text += " " + place_text(step.from);
  if (!step.via.relation.empty()) text += " " + place_text(step.via);
  if (!step.place.relation.empty()) text += " " + place_text(step.place, goes);
  if (!step.also_at.relation.empty()) text += " " + place_text(step.also_at);
  if (!step.recipient.empty()) text += " to " + target_text(step.recipient);
  if (!step.with.empty()) text += " with " + target_text(step.with);
  if (!step.about.empty()) text += " about " + target_text(step.about);
  if (!step.text.empty()) text += fmt::format(" \"{}\"", step.text);
  if (!step.amount.unit.empty()) text += amount_text(step.amount);
  if (!step.hand.empty()) text += " with " + spaced(step.hand);
  for (const auto& manner : step.manner) text += " " + spaced(manner);
  if (step.seconds > 0.0) text += fmt::format(" for {} s", step.seconds);
  if (step.times != 1) text += fmt::format(" {} times", step.times);
  if (step.every_seconds > 0.0) text += fmt::format(" every {} s", step.every_seconds);
  return text;
}

std::string question_text(const Step& step) {
  std::string text = "answer " + spaced(step.question);
  if (!step.object.empty()) text += " " + target_text(step.object) + " is";
  if (!step.place.relation.empty()) text += " is " + place_text(step.place);
  for (const Condition& condition : step.conditions) {
    if (condition.kind != "whether") text += ", " + spaced(condition.kind);
    text += " " + condition_text(condition);
  }
  return text;
}

std::string step_text(const Step& step) {
  if (!step.question.empty()) return question_text(step);
  std::string text = spaced(step.verb);
  if (!step.object.empty()) text += " " + target_text(step.object);
  text += circumstances(step);
  if (step.only_if_previous) text += ", only if the step before was done";
  for (const Condition& condition : step.conditions)
    text += ", " + spaced(condition.kind) + " " + condition_text(condition);
  if (!step.purpose.empty()) text += fmt::format(" (in order to {})", spaced(step.purpose));
  if (!step.expected.relation.empty()) text += fmt::format(" (expected {})", place_text(step.expected));
  if (!step.look_in.empty()) text += fmt::format(" (looking in {})", joined(step.look_in, "and"));
  for (const Step& asked : step.asked) text += fmt::format(" [{}]", step_text(asked));
  std::vector<std::string> unseen;
  for (const Target* target : {&step.object, &step.place.of, &step.from.of, &step.recipient, &step.with}) {
    if (target->any == 0) unseen.insert(unseen.end(), target->unseen.begin(), target->unseen.end());
  }
  if (!unseen.empty()) text += fmt::format("; has to find {} first", joined(unseen, "and"));
  return text;
}

}  // namespace

Json to_json(const Answer& answer) {
  const bool understood = answer.kind == Answer::Kind::Understood;
  Json json = {{"understood", understood}};
  if (understood) {
    json["steps"] = steps_json(answer.steps);
    return json;
  }
  json[answer.kind == Answer::Kind::Question ? "question" : "refused"] = answer.message;
  if (!answer.choices.empty()) json["choices"] = answer.choices;
  return json;
}

std::string to_text(const Condition& condition) {
  return condition_text(condition);
}

std::string to_text(const std::vector<Step>& steps) {
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const char* how = steps[i].forbidden   ? "never "
                      : steps[i].otherwise ? "otherwise "
                      : steps[i].meanwhile ? "meanwhile "
                                           : "";
    text += fmt::format("{}{}. {}{}", i == 0 ? "" : "\n", i + 1, how, step_text(steps[i]));
  }
  return text;
}

}  // namespace fh::language
