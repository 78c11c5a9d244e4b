// SPDX-License-Identifier: Apache-2.0
#include "language/grounding/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "language/words.h"

namespace fh::language {
namespace {

constexpr std::size_t kMostChoices = 8;

bool word_in(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool can_be(const Setting& setting, std::size_t index, const State& state) {
  const Entity& e = setting.at(index);
  const std::string name = state.name;
  switch (state.of) {
    case StateOf::Openable:
      return !opening_parts(setting, index).empty();
    case StateOf::Locked:
      return e.openable;
    case StateOf::Light:
      if (name == "on" || name == "off") return e.powered;
      return e.light && word_in(e.looks, name);
    case StateOf::Person:
      return e.person || (name == "done" && e.powered) || ((name == "moving" || name == "still") && e.movable);
    case StateOf::Control:
      return e.joint == scene::JointKind::Button;
    case StateOf::Sound:
      return word_in(e.kind, "siren") || word_in(e.kind, "alarm");
    case StateOf::Room:
      return e.room;
    case StateOf::Anything:
      return true;
  }
  return false;
}

}  // namespace

std::string Resolver::named(std::size_t entity) const {
  const Entity& e = setting_.at(entity);
  return e.label.empty() || e.label == e.name ? e.name : fmt::format("{} ({})", e.name, e.label);
}

Problem Resolver::which(const NounPhrase& phrase, const std::vector<std::size_t>& fitting) const {
  Problem problem{true, fmt::format("Which one do you mean by \"{}\": ", phrase.said), {}};
  if (fitting.size() == 1) problem.message = fmt::format("Do you mean by \"{}\": ", phrase.said);
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    problem.choices.push_back(setting_.at(fitting[i]).name);
    if (i < kMostChoices) {
      const bool last = i + 1 == fitting.size();
      problem.message += (i == 0 ? "" : last ? " or " : ", ") + named(fitting[i]);
    }
  }
  if (fitting.size() > kMostChoices) problem.message += fmt::format(" or {} more", fitting.size() - kMostChoices);
  problem.message += "?";
  return problem;
}

bool Resolver::meets(std::size_t entity, const Demand& demand, std::string* reason) const {
  if (!satisfies(setting_, entity, demand.wish, reason)) return false;
  if (std::find(demand.other_than.begin(), demand.other_than.end(), entity) != demand.other_than.end()) {
    if (reason != nullptr) *reason = "is what is to be put there itself";
    return false;
  }
  if (demand.state != nullptr && !can_be(setting_, entity, *demand.state)) {
    if (reason != nullptr) *reason = fmt::format("cannot be {}", demand.state->name);
    return false;
  }
  const Entity& e = setting_.at(entity);
  if (demand.gauge && !word_in(e.kind, "gauge") && !word_in(e.kind, "dial")) {
    if (reason != nullptr) *reason = "does not show a number";
    return false;
  }
  return true;
}

Target Resolver::target(const Found& found) const {
  Target target;
  target.site = found.site;
  target.any = found.any;
  std::vector<std::size_t> entities = found.entities;
  if (found.any > 0) {  // of several people who will do, those it likes
    std::stable_sort(entities.begin(), entities.end(),
                     [&](std::size_t a, std::size_t b) { return setting_.at(a).liking > setting_.at(b).liking; });
  }
  for (const std::size_t entity : entities) {
    const Entity& e = setting_.at(entity);
    target.names.push_back(e.name);
    const bool heard = setting_.speaker == entity;
    if (!e.known && !heard) target.unseen.push_back(e.name);
  }
  return target;
}

Outcome<Found> Resolver::resolve(const NounPhrase& phrase, const Demand& demand, int role) {
  FH_TRY(found, one_phrase(phrase, demand));
  if (phrase.pronoun.empty() || phrase.pronoun == "it")
    mentions_.push_back({found.entities, role, clause_, found.any, phrase.words});
  for (const NounPhrase& other : phrase.also) {
    FH_TRY(more, resolve(other, demand, role));
    const bool single = found.entities.size() == 1 || found.any == 1;
    if (phrase.either && single && (more.entities.size() == 1 || more.any == 1)) {
      found.any = 1;  // one of them will do
      found.entities.insert(found.entities.end(), more.entities.begin(), more.entities.end());
      continue;
    }
    if (phrase.either)
      return tl::make_unexpected(Problem{true, fmt::format("Which ones do you mean by \"{}\"?", phrase.said), {}});
    if (more.any > 0 || found.any > 0)
      return tl::make_unexpected(Problem{
          true, fmt::format("Which ones do you mean by \"{}\"? Say \"the\" instead of \"a\".", phrase.said), {}});
    found.entities.insert(found.entities.end(), more.entities.begin(), more.entities.end());
  }
  if (!phrase.also.empty()) mentions_.push_back({found.entities, role, clause_, found.any, {}});
  return found;
}

Outcome<Found> Resolver::one_phrase(const NounPhrase& phrase, const Demand& demand) {
  if (!phrase.pronoun.empty()) return pronoun(phrase, demand);
  NounPhrase full = phrase;
  if (!full.words.empty() && (full.words.back() == "one" || full.words.back() == "ones")) {
    // "the red one": the kind of what was mentioned last.
    const auto last =
        std::find_if(mentions_.rbegin(), mentions_.rend(), [](const Mention& m) { return !m.words.empty(); });
    if (last == mentions_.rend())
      return tl::make_unexpected(Problem{true, fmt::format("What do you mean by \"{}\"?", phrase.said), {}});
    full.words.back() = last->words.back();
  }
  if (auto whole = by_label(phrase); !whole.empty()) return chosen(full, std::move(whole), demand);
  if (auto level = level_of(full)) return *level;
  auto candidates = matching(full);
  auto narrowed = modified(full, candidates);
  if (candidates.empty() || (narrowed && narrowed->empty())) {
    if (auto site = site_of(full)) return site;
  }
  if (!narrowed) return tl::make_unexpected(narrowed.error());
  if (std::any_of(full.modifiers.begin(), full.modifiers.end(), [](const Modifier& m) { return m.counted; }))
    full.ordinal = 0;  // counted already
  if (narrowed->empty()) {
    // Something that has the word in its name may be meant: a question, never a guess.
    std::vector<std::size_t> similar;
    for (std::size_t i = 0; candidates.empty() && i < setting_.entities.size(); ++i) {
      const Entity& e = setting_.at(i);
      if (word_in(e.label_words, full.words.back()) || word_in(e.name_words, full.words.back())) similar.push_back(i);
    }
    if (!similar.empty()) return tl::make_unexpected(which(phrase, similar));
    return tl::make_unexpected(Problem{false, fmt::format("There is nothing here that is \"{}\".", phrase.said), {}});
  }
  return chosen(full, std::move(*narrowed), demand);
}

/// What has all that was said as its label: "Carton on top" is not just any carton on top of something.
std::vector<Resolver::Candidate> Resolver::by_label(const NounPhrase& phrase) const {
  std::vector<Candidate> all;
  if (phrase.modifiers.empty()) return all;
  auto said = split_name(phrase.said);
  if (!said.empty() && (said[0] == "the" || said[0] == "a" || said[0] == "that")) said.erase(said.begin());
  for (std::size_t i = 0; i < setting_.entities.size(); ++i) {
    if (setting_.at(i).label_words == said) all.push_back({i, 0, true});
  }
  return all;
}

std::vector<Resolver::Candidate> Resolver::matching(const NounPhrase& phrase) const {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < setting_.entities.size(); ++i) {
    Candidate candidate{i, 0, false};
    candidate.tier = match_tier(setting_, i, phrase, &candidate.literal_sides);
    if (candidate.tier >= 0) all.push_back(candidate);
  }
  return all;
}

/// Of the best-named candidates that the action is possible with, those that sides, numbers and expectations leave.
Outcome<Found> Resolver::chosen(const NounPhrase& phrase, std::vector<Candidate> candidates, const Demand& demand) {
  // "the hammers" and "a hammer" do not stop at the one that is called just that.
  for (Candidate& c : candidates) {
    const bool several =
        phrase.quantity != Quantity::Definite || phrase.count > 1 || is_plural(setting_, phrase, c.entity);
    if (several) c.tier = std::max(c.tier, 1);
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.tier < b.tier; });
  const int best = candidates.front().tier;
  std::string reason;
  std::vector<std::size_t> refused;
  for (int tier = best; tier <= kWorstTier; ++tier) {
    std::vector<Candidate> level;
    for (const Candidate& c : candidates) {
      if (c.tier == tier) level.push_back(c);
    }
    if (level.empty()) continue;
    const bool plural = is_plural(setting_, phrase, level.front().entity);
    const bool all_needed = plural || phrase.quantity == Quantity::All;
    std::vector<Candidate> possible;
    for (const Candidate& c : level) {
      std::string why;
      if (meets(c.entity, demand, &why)) {
        possible.push_back(c);
      } else {
        if (refused.empty()) reason = why;
        refused.push_back(c.entity);
      }
    }
    if (possible.empty()) continue;
    const bool literal =
        std::any_of(possible.begin(), possible.end(), [](const Candidate& c) { return c.literal_sides; });
    if (!phrase.sides.empty() && literal) {
      std::erase_if(possible, [](const Candidate& c) { return !c.literal_sides; });
    } else {
      for (const auto& side : phrase.sides) possible = by_side(side, possible, std::nullopt);
    }
    // What is called so wins over what is only labelled so.
    const auto called = [&](const Candidate& c) { return setting_.at(c.entity).name_words == phrase.words; };
    if (tier == 0 && std::count_if(possible.begin(), possible.end(), called) == 1)
      std::erase_if(possible, [&](const Candidate& c) { return !called(c); });
    std::vector<std::size_t> fitting;
    fitting.reserve(possible.size());
    for (const Candidate& c : possible) fitting.push_back(c.entity);
    if (phrase.ordinal > 0 && fitting.size() > 1) {
      std::erase_if(fitting,
                    [&](std::size_t e) { return !word_in(setting_.at(e).name_words, std::to_string(phrase.ordinal)); });
    }
    if (fitting.empty()) continue;
    if (phrase.ordinal > 1 && fitting.size() == 1 &&
        !word_in(setting_.at(fitting[0]).name_words, std::to_string(phrase.ordinal)))
      return tl::make_unexpected(which(phrase, fitting));
    if (!all_needed) fitting = preferred(std::move(fitting), demand);
    if (!all_needed && !phrase.bare) fitting = spoken_of(phrase, std::move(fitting));
    return counted(phrase, fitting, plural);
  }
  return tl::make_unexpected(none_fits(phrase, refused, reason));
}

Problem Resolver::none_fits(const NounPhrase& phrase, const std::vector<std::size_t>& refused,
                            const std::string& reason) const {
  if (refused.empty()) return {false, fmt::format("There is nothing here that is \"{}\".", phrase.said), {}};
  if (refused.size() == 1) return {false, fmt::format("{} {}.", named(refused[0]), reason), {}};
  return {false, fmt::format("That is not possible with \"{}\": {} {}.", phrase.said, named(refused[0]), reason), {}};
}

std::vector<std::size_t> Resolver::preferred(std::vector<std::size_t> fitting, const Demand& demand) const {
  if (fitting.size() < 2) return fitting;
  const auto keep = [&](const auto& test) {
    std::vector<std::size_t> kept;
    std::copy_if(fitting.begin(), fitting.end(), std::back_inserter(kept), test);
    if (!kept.empty()) fitting = std::move(kept);
  };
  if (demand.expected != nullptr && !demand.expected->of.names.empty()) {
    const auto anchor = setting_.named(demand.expected->of.names[0]);
    const Relation* in = find_relation(setting_.at(*anchor).room ? "in" : "at");
    keep([&](std::size_t e) {
      return holds(*in, setting_.at(e).where, setting_.at(*anchor).where, nullptr,
                   setting_.at(setting_.self).where.box.centre());
    });
  }
  if (demand.at != nullptr && demand.anchor) {
    keep([&](std::size_t e) {
      return e != *demand.anchor && holds(*demand.at, setting_.at(e).where, setting_.at(*demand.anchor).where, nullptr,
                                          setting_.at(setting_.self).where.box.centre());
    });
  }
  return fitting;
}

/// "put it into the top drawer and close the drawer": the one of them that was spoken of before.
std::vector<std::size_t> Resolver::spoken_of(const NounPhrase& phrase, std::vector<std::size_t> fitting) const {
  const bool plain = phrase.modifiers.empty() && phrase.sides.empty() && phrase.ordinal == 0;
  if (!plain || phrase.quantity != Quantity::Definite || phrase.count > 0 || fitting.size() < 2) return fitting;
  std::vector<std::size_t> before;
  for (const Mention& mention : mentions_) {
    if (mention.clause == clause_) continue;  // "put the crate on the crate" is a question
    for (const std::size_t entity : mention.entities) {
      const bool fits = std::find(fitting.begin(), fitting.end(), entity) != fitting.end();
      if (fits && std::find(before.begin(), before.end(), entity) == before.end()) before.push_back(entity);
    }
  }
  return before.size() == 1 ? before : fitting;
}

Outcome<Found> Resolver::counted(const NounPhrase& phrase, const std::vector<std::size_t>& fitting, bool plural) {
  const auto count = static_cast<std::size_t>(phrase.count);
  if (phrase.quantity == Quantity::Indefinite) {
    if (count > fitting.size())
      return tl::make_unexpected(Problem{
          false, fmt::format("There are not {} of \"{}\" here, only {}.", count, phrase.said, fitting.size()), {}});
    if (plural && count == 0)
      return tl::make_unexpected(Problem{true, fmt::format("How many of \"{}\"?", phrase.said), {}});
    const std::size_t wanted = std::max<std::size_t>(count, 1);
    return Found{fitting, "", wanted < fitting.size() ? static_cast<int>(wanted) : 0};
  }
  if (plural && phrase.bare && phrase.modifiers.empty() && fitting.size() > 1)
    return tl::make_unexpected(Problem{true, fmt::format("Which \"{}\": all of them, or how many?", phrase.said), {}});
  if (phrase.quantity == Quantity::All || plural || count > 1) {
    if (count > 1 && count != fitting.size()) return tl::make_unexpected(which(phrase, fitting));
    return Found{fitting, "", 0};
  }
  if (fitting.size() > 1) return tl::make_unexpected(which(phrase, fitting));
  return Found{fitting, "", 0};
}

bool Resolver::is_part_of(std::size_t entity, std::size_t owner) const {
  for (auto up = setting_.at(entity).parent; up; up = setting_.at(*up).parent) {
    if (*up == owner) return true;
  }
  return setting_.at(entity).name.rfind(setting_.at(owner).name + ".", 0) == 0;
}

/// "the third level", "the bottom shelf": a board of the one thing that has such; none: other words, or another thing.
std::optional<Outcome<Found>> Resolver::level_of(const NounPhrase& phrase) {
  static const std::vector<std::string> kBoards{"level", "board", "tier"};
  std::size_t head = phrase.words.size();
  while (head > 0 && number_of(phrase.words[head - 1])) --head;
  if (head == 0) return {};
  const bool board = word_in(kBoards, phrase.words[head - 1]);
  const bool numbered = board && head < phrase.words.size();
  const bool sided = word_in(phrase.sides, "top") || word_in(phrase.sides, "bottom") || word_in(phrase.sides, "middle");
  if (!sided && phrase.ordinal == 0 && !numbered) return {};
  std::vector<std::size_t> owners;
  for (const Modifier& modifier : phrase.modifiers) {
    if (modifier.relation == nullptr || std::string_view(modifier.relation->name) != "of") continue;
    auto owner = resolve(modifier.of[0], {}, 1);
    if (!owner) return Outcome<Found>(tl::make_unexpected(owner.error()));
    owners = owner->entities;
  }
  NounPhrase plain = phrase;
  plain.words = {phrase.words[head - 1]};
  for (std::size_t i = 0; owners.empty() && i < setting_.entities.size(); ++i) {
    bool literal = false;
    const bool named = board || match_tier(setting_, i, plain, &literal) >= 0;
    if (named && !setting_.at(i).levels.empty()) owners.push_back(i);
  }
  if (owners.empty()) return {};
  for (const Modifier& modifier : phrase.modifiers) {
    const bool owner = modifier.relation != nullptr && std::string_view(modifier.relation->name) == "of";
    if (!owner && !modifier.counted)
      return Outcome<Found>(
          tl::make_unexpected(Problem{true, fmt::format("Which place do you mean by \"{}\"?", phrase.said), {}}));
  }
  if (owners.size() > 1 || setting_.at(owners[0]).levels.empty()) {
    if (!board) return {};
    return Outcome<Found>(tl::make_unexpected(which(phrase, owners)));
  }
  const auto& levels = setting_.at(owners[0]).levels;
  const auto count = static_cast<int>(levels.size());
  int number = numbered ? static_cast<int>(*number_of(phrase.words[head])) : phrase.ordinal;
  const bool from_top = std::any_of(phrase.modifiers.begin(), phrase.modifiers.end(),
                                    [](const Modifier& m) { return m.counted && m.side == "top"; });
  if (number > 0 && (from_top || word_in(phrase.sides, "top"))) number = count + 1 - number;
  if (number == 0 && word_in(phrase.sides, "top")) number = count;
  if (number == 0 && word_in(phrase.sides, "bottom")) number = 1;
  if (number == 0 && count % 2 == 1) number = (count + 1) / 2;
  if (number < 1 || number > count)
    return Outcome<Found>(tl::make_unexpected(
        Problem{true,
                fmt::format("Which do you mean by \"{}\"? {} has {} levels.", phrase.said, named(owners[0]), count),
                {}}));
  const std::size_t index = static_cast<std::size_t>(number) - 1;
  return Outcome<Found>(Found{owners, levels[index].site, 0});
}

/// Whether it stands on the board that was found, or no board was.
bool Resolver::is_on_level(std::size_t entity, const Found& found) const {
  constexpr double kNear = 0.1;  // m
  for (const Entity::Level& level : setting_.at(found.entities[0]).levels) {
    if (level.site == found.site) return std::abs(setting_.at(entity).where.box.low.y - level.height) < kNear;
  }
  return true;
}

/// "the handle of the store door": a site, not a thing.
Outcome<Found> Resolver::site_of(const NounPhrase& phrase) {
  for (const Modifier& modifier : phrase.modifiers) {
    if (modifier.relation == nullptr || std::string_view(modifier.relation->name) != "of" || modifier.of.empty())
      continue;
    FH_TRY(owner, resolve(modifier.of[0], {}, 1));
    if (owner.entities.size() != 1 || phrase.words.size() != 1) break;
    const auto& levels = setting_.at(owner.entities[0]).levels;
    if (!levels.empty() && phrase.words[0] == "top") return Found{owner.entities, levels.back().site, 0};
    if (!levels.empty() && phrase.words[0] == "bottom") return Found{owner.entities, levels.front().site, 0};
    if (is_area_word(phrase.words[0])) return Found{owner.entities, phrase.words[0], 0};
    const auto& sites = setting_.at(owner.entities[0]).sites;
    if (word_in(sites, phrase.words[0])) return Found{owner.entities, phrase.words[0], 0};
  }
  return tl::make_unexpected(Problem{false, "", {}});
}

}  // namespace fh::language
