// SPDX-License-Identifier: Apache-2.0
#include "language/nets/answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fh::language {
namespace {

constexpr double kHereToMe = 2.5;      // m, "is jonas here"
constexpr double kVast = 4.0;          // m
constexpr std::size_t kMostNames = 8;  // more are only counted

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  if (names.size() > kMostNames) text += fmt::format(" and {} more", names.size() - kMostNames);
  return text;
}

std::string plain_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

class Answering {
 public:
  explicit Answering(const Setting& setting) : setting_(setting), eye_(setting.at(setting.self).where.box.centre()) {}

  std::string answer(const Step& step) const {
    const std::string& kind = step.question;
    if (kind == "doing" && !step.object.empty()) return where(step.object);
    if (kind == "doing") return setting_.doing.empty() ? "Nothing." : fmt::format("I am {}.", setting_.doing);
    if (kind == "holding") return setting_.held.empty() ? "Nothing." : fmt::format("{}.", listed(setting_.held));
    if (kind == "sees") return seen();
    if (kind == "where") return where(step.object);
    if (kind == "how_far") return how_far(step.object);
    if (kind == "what") return what_is(step.place);
    if (kind == "value") return fmt::format("I cannot read {} from memory.", listed(step.object.names));
    if (kind == "how_many" && step.conditions.empty()) return how_many(step.object);
    if (kind == "who" && step.conditions.empty()) return who_is_here();
    if (step.conditions.empty()) return "I do not know.";
    const Condition& asked = step.conditions.front();
    return kind == "whether" ? whether(asked) : which(asked, kind == "how_many");
  }

 private:
  const Entity* known(const std::string& name) const {
    const auto at = setting_.named(name);
    return at && setting_.at(*at).known ? &setting_.at(*at) : nullptr;
  }

  /// Walls and ceilings: near to them is nowhere in particular.
  static bool is_vast(const Entity& thing) {
    const math::Vec3 size = thing.where.box.size();
    return !thing.room && std::max(size.x, size.z) > kVast;
  }

  /// What it stands on or in, else what is nearest to it.
  std::string place_of(const Entity& thing) const {
    static constexpr std::array kTold{"on", "in"};
    const Entity* best = nullptr;
    const char* how = "near";
    double least = 1e9;
    for (const Entity& other : setting_.entities) {
      if (&other == &thing || !other.known || other.person || other.parent || is_vast(other)) continue;
      for (const char* relation : kTold) {
        const bool over = std::string_view(relation) == "on" && !other.support;
        if (over || other.room || !holds(*find_relation(relation), thing.where, other.where, nullptr, eye_)) continue;
        const double size = glm::length(other.where.box.size()) - 100.0;
        if (size < least) least = size, best = &other, how = relation;
      }
      const double far = plan_distance(thing.where.box, other.where.box);
      if (!other.room && far < least && far < 3.0) least = far, best = &other, how = "near";
    }
    for (const Entity& room : setting_.entities) {
      if (best == nullptr && room.room && room.known &&
          holds(*find_relation("in"), thing.where, room.where, nullptr, eye_))
        best = &room, how = "in";
    }
    return best == nullptr ? std::string("somewhere here") : fmt::format("{} {}", how, best->name);
  }

  std::string where(const Target& things) const {
    std::string text;
    for (const auto& name : things.names) {
      const Entity* thing = known(name);
      const bool held = std::find(setting_.held.begin(), setting_.held.end(), name) != setting_.held.end();
      if (!text.empty()) text += " ";
      if (held)
        text += fmt::format("I have {}.", name);
      else if (thing == nullptr)
        text += fmt::format("I do not know where {} is.", name);
      else
        text += fmt::format("{} is {}.", &setting_.at(setting_.self) == thing ? "I" : name, place_of(*thing));
    }
    return text.empty() ? "I do not know." : text;
  }

  std::string how_far(const Target& things) const {
    const Entity* thing = things.names.empty() ? nullptr : known(things.names[0]);
    if (thing == nullptr) return "I do not know.";
    const double far = plan_distance(thing->where.box, setting_.at(setting_.self).where.box);
    return fmt::format("{} is {:.1f} m from me.", thing->name, far);
  }

  std::string seen() const {
    std::vector<std::string> names;
    for (const Entity& e : setting_.entities) {
      if (e.in_sight && (e.movable || e.person)) names.push_back(e.name);
    }
    return names.empty() ? "Nothing that moves." : fmt::format("I see {}.", listed(names));
  }

  std::string what_is(const PlaceGoal& place) const {
    const Entity* anchor = place.of.names.empty() ? nullptr : known(place.of.names[0]);
    const Relation* relation = find_relation(place.relation);
    if (anchor == nullptr || relation == nullptr) return "I do not know.";
    std::vector<std::string> names;
    for (const Entity& e : setting_.entities) {
      if (e.known && &e != anchor && (e.movable || e.person) && !e.parent &&
          holds(*relation, e.where, anchor->where, nullptr, eye_))
        names.push_back(e.name);
    }
    const std::string there = fmt::format("{} {}", plain_words(place.relation), anchor->name);
    return names.empty() ? fmt::format("Nothing that I know of is {}.", there)
                         : fmt::format("{} {} {}.", listed(names), names.size() > 1 ? "are" : "is", there);
  }

  std::string who_is_here() const {
    std::vector<std::string> names;
    for (const Entity& e : setting_.entities) {
      if (e.person && e.known && &e != &setting_.at(setting_.self) && near(e)) names.push_back(e.name);
    }
    return names.empty() ? "Nobody that I know of." : fmt::format("{}.", listed(names));
  }

  std::string how_many(const Target& things) const {
    std::vector<std::string> names;
    for (const auto& name : things.names) {
      if (known(name) != nullptr) names.push_back(name);
    }
    return names.empty() ? "None that I know of." : fmt::format("I know of {}: {}.", names.size(), listed(names));
  }

  bool near(const Entity& e) const {
    return plan_distance(e.where.box, setting_.at(setting_.self).where.box) < kHereToMe;
  }

  /// None: it does not know.
  std::optional<bool> is_so(const Condition& c, const std::string& name) const {
    const Entity& self = setting_.at(setting_.self);
    if (c.state == "has") {
      if (name != self.name || c.object.names.empty()) return std::nullopt;
      return std::all_of(c.object.names.begin(), c.object.names.end(), [&](const std::string& thing) {
        return std::find(setting_.held.begin(), setting_.held.end(), thing) != setting_.held.end();
      });
    }
    if (c.state == "sees" && name == self.name && !c.object.names.empty()) {
      const auto thing = setting_.named(c.object.names[0]);
      return thing && setting_.at(*thing).in_sight;
    }
    if (name == self.name && (c.state == "done" || c.state == "free")) return setting_.doing.empty();
    if (name == self.name && c.state == "occupied") return !setting_.doing.empty();
    const Entity* e = known(name);
    if (e == nullptr) return std::nullopt;
    if (c.state == "at" && !c.place.of.names.empty()) {
      const Entity* anchor = known(c.place.of.names[0]);
      const Entity* second = c.place.of.names.size() > 1 ? known(c.place.of.names[1]) : nullptr;
      const Relation* relation = find_relation(c.place.relation);
      if (anchor == nullptr || relation == nullptr) return std::nullopt;
      return holds(*relation, e->where, anchor->where, second != nullptr ? &second->where : nullptr, eye_);
    }
    if (c.state == "here") return near(*e);
    if (c.state == "gone") return !near(*e);
    if (c.state == "visible") return e->in_sight;
    if (c.state == "hidden") return !e->in_sight;
    if (c.state == "there") return true;
    if (!e->openable) return std::nullopt;
    if (c.state == "open") return e->open;
    if (c.state == "closed") return !e->open;
    if (c.state == "locked") return e->locked;
    if (c.state == "unlocked") return !e->locked;
    return std::nullopt;
  }

  std::string whether(const Condition& c) const {
    const bool some = c.subject.any > 0;
    bool all = true, any = false, unknown = c.subject.names.empty();
    for (const auto& name : c.subject.names) {
      const auto so = is_so(c, name);
      unknown = unknown || !so;
      all = all && so.value_or(true);
      any = any || so.value_or(false);
    }
    const bool sure = some ? any || !unknown : !all || !unknown;
    if (!sure) return fmt::format("I do not know whether {}.", to_text(c));
    return (some ? any : all) != c.negated ? "Yes." : "No.";
  }

  std::string which(const Condition& c, bool counted) const {
    std::vector<std::string> names, subjects = c.subject.names;
    if (c.subject.any > 0) subjects.push_back(setting_.at(setting_.self).name);
    bool unknown = false;
    for (const auto& name : subjects) {
      const auto so = is_so(c, name);
      unknown = unknown || !so;
      if (so && *so != c.negated) names.push_back(name == setting_.at(setting_.self).name ? "I" : name);
    }
    if (names.empty()) return unknown ? "I do not know." : "None.";
    return counted ? fmt::format("{}: {}.", names.size(), listed(names)) : fmt::format("{}.", listed(names));
  }

  const Setting& setting_;
  math::Vec3 eye_;
};

}  // namespace

std::string answer_to(const Setting& setting, const Step& step) {
  return Answering(setting).answer(step);
}

}  // namespace fh::language
