// SPDX-License-Identifier: Apache-2.0
// Conditions that say what somebody does with something: "when jonas picks up the wrench".
#include <algorithm>
#include <array>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

/// Verbs of conditions that take an object, and the state they make.
constexpr std::pair<const char*, const char*> kObjectVerbs[] = {{"see", "sees"},
                                                                {"notice", "sees"},
                                                                {"spot", "sees"},
                                                                {"find", "sees"},
                                                                {"hear", "hears"},
                                                                {"have", "has"},
                                                                {"hold", "has"},
                                                                {"carry", "has"},
                                                                {"get", "has"},
                                                                {"reach", "at"},
                                                                {"arrive at", "at"},
                                                                {"get to", "at"},
                                                                {"come to", "at"},
                                                                {"enter", "in"},
                                                                {"come into", "in"},
                                                                {"come in", "in"},
                                                                {"walk up to", "at"},
                                                                {"come near", "at"},
                                                                {"get near", "at"},
                                                                {"come up to", "at"},
                                                                {"approach", "at"},
                                                                {"stand by", "at"},
                                                                {"stand in", "in"},
                                                                {"grab", "has"},
                                                                {"walk out of", "left"},
                                                                {"go out of", "left"},
                                                                {"come out of", "left"},
                                                                {"get into", "in"},
                                                                {"grip", "has"},
                                                                {"go into", "in"},
                                                                {"stand at", "at"},
                                                                {"pass", "at"},
                                                                {"leave", "left"},
                                                                {"arrive in", "in"},
                                                                {"go to", "at"},
                                                                {"walk into", "in"},
                                                                {"pick up", "has"},
                                                                {"take", "has"},
                                                                {"open", "opens"},
                                                                {"close", "closes"},
                                                                {"press", "presses"},
                                                                {"touch", "touches"},
                                                                {"put down", "lets go of"},
                                                                {"set down", "lets go of"},
                                                                {"lay down", "lets go of"},
                                                                {"let go of", "lets go of"},
                                                                {"drop", "lets go of"},
                                                                {"release", "lets go of"},
                                                                {"catch", "at"},
                                                                {"catch up with", "at"},
                                                                {"meet", "at"},
                                                                {"be at", "at"}};

}  // namespace

/// "once lena has put the oil on the shelf": once it is there.
void Grammar::placed_by(const Subordinate& begun, std::size_t i, bool perfect, int cost, Readings<Subordinate>& all) {
  static constexpr std::array kPlaces{"put",  "place", "set",     "bring", "carry",
                                      "take", "move",  "deliver", "push",  "lay"};
  if (begun.subject && begun.subject->pronoun == "you") return;
  for (const char* verb : kPlaces) {
    const bool now = is_form_of(word(i), verb, Inflection::Third) || word(i) == verb;
    const bool done = perfect && is_form_of(word(i + 1), verb, Inflection::Past);
    if (!now && !done) continue;
    for (const auto& thing : noun_phrase(done ? i + 2 : i + 1)) {
      for (const auto& by : relation(thing.next)) {
        const Relation* where = by.value.first;
        if (!where->tells_apart) continue;
        for (const auto& anchor : noun_phrase(by.next)) {
          Subordinate there = begun;
          there.doer = begun.subject;
          there.subject = thing.value;
          there.state = "at";
          there.relation = where;
          there.object = anchor.value;
          there.event = now;
          all.push_back({there, anchor.next, cost + thing.cost + anchor.cost});
        }
      }
    }
  }
}

void Grammar::object_predicates(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all) {
  const bool perfect = any_of(i, {"has", "have"}) && !number_of(word(i + 1));
  // What the agent does itself is no condition but a step: "after you have closed the hatch".
  static constexpr std::array kSensed{"see",     "notice", "spot",          "find",      "hear",   "have",
                                      "hold",    "get",    "reach",         "arrive at", "get to", "arrive in",
                                      "come to", "catch",  "catch up with", "meet"};
  const bool self = begun.subject && begun.subject->pronoun == "you";
  for (const auto& [phrase, state] : kObjectVerbs) {
    const std::string text = phrase;
    if (self && std::find(kSensed.begin(), kSensed.end(), text) == kSensed.end()) continue;
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string head = text.substr(0, space);
    for (const std::size_t start : {i, i + 1}) {
      if (start == i + 1 && !perfect) continue;
      const bool fits = start == i ? is_form_of(word(start), head, Inflection::Third) || word(start) == head
                                   : is_form_of(word(start), head, Inflection::Past);
      if (!fits) continue;
      const std::string particle = space == text.size() ? "" : text.substr(space + 1);
      const bool parts = particle == "down" || particle == "up";  // "puts the wrench down"
      const std::size_t next = particle.empty() ? start + 1 : after_phrase(start + 1, particle);
      Readings<NounPhrase> things;
      if (next > 0) things = noun_phrase(next);
      for (const auto& thing : parts&& next == 0 ? noun_phrase(start + 1) : Readings<NounPhrase>{}) {
        if (is(thing.next, particle.c_str())) things.push_back({thing.value, thing.next + 1, thing.cost});
      }
      for (const auto& thing : things) {
        Subordinate found = begun;
        found.state = state;
        found.object = thing.value;
        static constexpr std::array kHolds{"have", "hold", "carry", "stand at"};
        found.event = start == i && std::find(kHolds.begin(), kHolds.end(), text) == kHolds.end();
        if (found.state == "at" || found.state == "in") {
          found.relation = find_relation(found.state);
          found.state = "at";
        }
        all.push_back({found, thing.next, cost + thing.cost});
      }
    }
  }
  placed_by(begun, i, perfect, cost, all);
  if (!any_of(i, {"say", "says", "tell", "tells", "call", "calls", "shout", "shouts"})) return;
  Subordinate speaks = begun;
  speaks.state = "says";
  speaks.event = true;
  std::size_t next = i + 1;
  if (is(next, "you")) ++next;
  if (next < tokens_.size() && tokens_[next].quoted) {
    speaks.text = tokens_[next].word;
    all.push_back({speaks, next + 1, cost});
    return;
  }
  const std::size_t so = std::max(after_phrase(next, "so"), after_phrase(next, "to"));
  if (in_table(next, greetings()).empty()) all.push_back({speaks, so > 0 && is(next, "so") ? so : next, cost});
  for (const auto& [name, end] : in_table(next, greetings())) {
    speaks.text = name;
    all.push_back({speaks, end, cost});
  }
}

}  // namespace fh::language
