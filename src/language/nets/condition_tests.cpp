// SPDX-License-Identifier: Apache-2.0
// Conditions as questions to what an agent believes (CA-37). What beliefs cannot tell is refused.
#include <fmt/format.h>

#include <algorithm>

#include "language/nets/step_actions.h"

namespace fh::language {
namespace {

using core::Json;

constexpr double kHere = 2.5;        // m from the agent
constexpr double kOutOfSight = 5.0;  // s
constexpr double kLately = 3.0;      // s since something was said

Json negated(Json test) {
  if (test.contains("not"))
    test.erase("not");
  else
    test["not"] = true;
  return test;
}

/// The question about one of the subjects; null when beliefs cannot tell.
Json test_of(const Setting& setting, const Condition& condition, const std::string& subject) {
  const std::string& state = condition.state;
  const bool self = subject == setting.at(setting.self).name;
  const std::string of = condition.place.of.names.empty() ? "" : condition.place.of.names[0];
  const std::string object = condition.object.names.empty() ? "" : condition.object.names[0];
  if (state == "at" && self) return {{"is", "near"}, {"what", of}, {"within", 1.5}};
  if (state == "at" && condition.place.relation != "between" && !of.empty())
    return {{"is", "stands"}, {"what", subject}, {"where", condition.place.relation}, {"of", of}};
  if (state == "here") return {{"is", "near"}, {"what", subject}, {"within", kHere}};
  if (state == "visible") return {{"is", "sees"}, {"what", subject}};
  if (state == "gone" || state == "hidden")
    return {{"is", "sees"}, {"what", subject}, {"seconds", kOutOfSight}, {"not", true}};
  if (state == "sees" && self) return {{"is", "sees"}, {"what", object}};
  if (state == "says") return {{"is", "heard"}, {"what", subject}, {"text", condition.text}, {"seconds", kLately}};
  if (state == "moving") return {{"is", "moves"}, {"what", subject}};
  if (state == "still") return {{"is", "moves"}, {"what", subject}, {"not", true}};
  const auto index = setting.named(subject);
  if (!index || setting.at(*index).person) return {};
  const Entity& thing = setting.at(*index);
  if (state == "moved") return {{"is", "moved"}, {"what", subject}, {"within", 0.05}};
  const bool leaf = thing.openable && !thing.open;
  if (state == "open" && leaf) return {{"is", "moved"}, {"what", subject}, {"within", 0.05}};
  if (state == "closed" && leaf) return {{"is", "moved"}, {"what", subject}, {"within", 0.05}, {"not", true}};
  return {};
}

bool is_where(const std::string& relation) {
  static constexpr const char* kKnown[] = {"at",          "near",    "beside",   "on",       "in",     "behind",
                                           "in_front_of", "left_of", "right_of", "opposite", "outside"};
  return std::any_of(std::begin(kKnown), std::end(kKnown), [&](const char* word) { return relation == word; });
}

}  // namespace

Asked questions_of(const Setting& setting, const Condition& condition) {
  Asked asked;
  if (condition.state == "elapsed") {
    const Json test{{"is", "after"}, {"seconds", condition.amount.value}};
    asked.holds = {Json::array({test})};
    asked.fails = {Json::array({negated(test)})};
    return asked;
  }
  std::vector<Json> tests;
  for (const auto& subject : condition.subject.names) {
    const Json test = test_of(setting, condition, subject);
    const bool unasked = !test.is_null() && test["is"] == "stands" && !is_where(condition.place.relation);
    if (test.is_null() || unasked) {
      asked.refused = fmt::format("I cannot tell whether {} is {}.", subject, condition.state);
      return asked;
    }
    tests.push_back(test);
  }
  if (tests.empty()) {
    asked.refused = "I do not see what to wait for.";
    return asked;
  }
  asked.watched = condition.subject.names[0] == setting.at(setting.self).name ? "" : condition.subject.names[0];
  // "somebody": any of them; "the two": all of them; "nobody": none of them.
  Questions all{Json::array()}, any, none{Json::array()}, not_all;
  for (const Json& test : tests) {
    all[0].push_back(test);
    any.push_back(Json::array({test}));
    none[0].push_back(negated(test));
    not_all.push_back(Json::array({negated(test)}));
  }
  const bool some = condition.subject.any > 0;
  asked.holds = some ? any : all;
  asked.fails = some ? none : not_all;
  if (condition.negated) std::swap(asked.holds, asked.fails);
  return asked;
}

}  // namespace fh::language
