// SPDX-License-Identifier: Apache-2.0
// What tells things of one kind apart: where they are, how they compare, what is written on them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "language/grounding/resolve.h"
#include "language/words.h"

namespace fh::language {
namespace {

bool is_one_of(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether these words are on its label or in its name: the "bolts" of "Crate of bolts", the "oil" of "Oil can".
bool label_says(const Entity& entity, const std::vector<std::string>& words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
    return is_one_of(entity.label_words, word) || is_one_of(entity.name_words, word);
  });
}

bool is_in_state(const Setting& setting, const Entity& entity, const std::string& state) {
  if (state == "empty" || state == "full") {
    const bool holds = std::any_of(setting.entities.begin(), setting.entities.end(),
                                   [&](const Entity& e) { return e.movable && e.home == entity.name; });
    return holds == (state == "full");
  }
  if (state == "open") return entity.open;
  if (state == "closed") return !entity.open;
  if (state == "locked") return entity.locked;
  if (state == "unlocked") return !entity.locked;
  return is_one_of(entity.looks, state);
}

std::string in_words(const Relation& relation) {
  std::string words = relation.name;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

double volume(const math::Aabb& box) {
  const math::Vec3 size = box.size();
  return size.x * size.y * size.z;
}

}  // namespace

Outcome<std::vector<Resolver::Candidate>> Resolver::modified(const NounPhrase& phrase,
                                                             std::vector<Candidate> candidates) {
  for (Modifier modifier : phrase.modifiers) {
    if (candidates.empty()) break;
    for (NounPhrase& other : modifier.of) {  // "the can next to the red one": the red can
      const bool same_kind = !other.words.empty() && (other.words.back() == "one" || other.words.back() == "ones");
      if (same_kind && !phrase.words.empty() && phrase.words.back() != "one") other.words.back() = phrase.words.back();
    }
    if (modifier.counted) {
      for (int n = 1; n < phrase.ordinal && !candidates.empty(); ++n) {
        const auto first = by_side(modifier.side, candidates, std::nullopt);
        std::erase_if(candidates, [&](const Candidate& c) {
          return std::any_of(first.begin(), first.end(), [&](const Candidate& f) { return f.entity == c.entity; });
        });
      }
      candidates = by_side(modifier.side, std::move(candidates), std::nullopt);
    } else if (modifier.held && !modifier.aside) {
      std::erase_if(candidates,
                    [&](const Candidate& c) { return !is_one_of(setting_.held, setting_.at(c.entity).name); });
      if (candidates.empty()) return tl::make_unexpected(Problem{false, "My hands are empty.", {}});
    } else if (modifier.except) {
      FH_TRY(found, resolve(modifier.of[0], {}, 1));
      std::erase_if(candidates, [&](const Candidate& c) {
        return std::find(found.entities.begin(), found.entities.end(), c.entity) != found.entities.end();
      });
    } else if (modifier.aside) {
      candidates = said_by_the_way(modifier, std::move(candidates));
    } else if (modifier.relation != nullptr) {
      FH_TRY(related, by_relation(modifier, std::move(candidates)));
      candidates = std::move(related);
      if (!modifier.side.empty()) candidates = by_side(modifier.side, std::move(candidates), std::nullopt);
    } else if (!modifier.side.empty()) {
      std::optional<std::size_t> anchor;
      if (!modifier.of.empty()) {
        FH_TRY(found, resolve(modifier.of[0], {}, 1));
        anchor = found.entities[0];
      }
      // Only those that are named equally well are compared.
      const int best = std::min_element(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
                         return a.tier < b.tier;
                       })->tier;
      std::erase_if(candidates, [&](const Candidate& c) { return c.tier != best; });
      candidates = by_side(modifier.side, std::move(candidates), anchor);
    } else if (modifier.is_label) {
      std::erase_if(candidates, [&](const Candidate& c) {
        const Entity& e = setting_.at(c.entity);
        return e.label_words != modifier.words && e.name_words != modifier.words;
      });
    } else {
      std::erase_if(candidates, [&](const Candidate& c) {
        return is_in_state(setting_, setting_.at(c.entity), modifier.words[0]) == modifier.negated;
      });
    }
  }
  return candidates;
}

/// Those of which it is so, when there are such; else all.
std::vector<Resolver::Candidate> Resolver::said_by_the_way(const Modifier& modifier,
                                                           std::vector<Candidate> candidates) {
  std::vector<Candidate> kept;
  if (modifier.held) {
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(kept),
                 [&](const Candidate& c) { return is_one_of(setting_.held, setting_.at(c.entity).name); });
  } else if (modifier.relation != nullptr) {
    if (auto narrowed = by_relation(modifier, candidates)) kept = std::move(*narrowed);
  }
  return kept.empty() ? candidates : kept;
}

Outcome<std::vector<Resolver::Candidate>> Resolver::by_relation(const Modifier& modifier,
                                                                std::vector<Candidate> candidates) {
  const bool part = std::string_view(modifier.relation->name) == "of";
  const bool holds_it = std::string_view(modifier.relation->name) == "with";
  const NounPhrase& anchor_phrase = modifier.of[0];
  const bool plain = anchor_phrase.modifiers.empty() && anchor_phrase.sides.empty() && anchor_phrase.also.empty();
  if ((part || holds_it) && plain) {
    std::vector<Candidate> labelled;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(labelled),
                 [&](const Candidate& c) { return label_says(setting_.at(c.entity), anchor_phrase.words); });
    if (!labelled.empty()) return labelled;
  }
  FH_TRY(found, resolve(anchor_phrase, {}, 1));
  const Whereabouts* second = found.entities.size() > 1 ? &setting_.at(found.entities[1]).where : nullptr;
  const math::Vec3 eye = setting_.at(setting_.self).where.box.centre();
  const auto is_so = [&](std::size_t entity) {
    if (found.entities[0] == entity || !is_on_level(entity, found)) return false;
    if (holds_it)
      return is_part_of(found.entities[0], entity) || stands_on(found.entities[0], entity, 3) ||
             holds(*find_relation("in"), setting_.at(found.entities[0]).where, setting_.at(entity).where, nullptr, eye);
    if (part) return is_part_of(entity, found.entities[0]);
    if (std::string_view(modifier.relation->name) == "on" && setting_.at(entity).parent == found.entities[0])
      return true;
    if (std::string_view(modifier.relation->name) == "on") return stands_on(entity, found.entities[0], 3);
    return holds(*modifier.relation, setting_.at(entity).where, setting_.at(found.entities[0]).where, second, eye);
  };
  // "the lamp on the bench" hangs over it, and is called so.
  std::vector<Candidate> called;
  if (plain && !modifier.negated && found.site.empty()) {
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(called), [&](const Candidate& c) {
      const Entity& e = setting_.at(c.entity);
      const std::size_t words = anchor_phrase.words.size() + 1;  // its own and the other's: "bench lamp"
      return c.entity != found.entities[0] && label_says(e, anchor_phrase.words) &&
             (e.name_words.size() == words || e.label_words.size() == words);
    });
  }
  std::erase_if(candidates, [&](const Candidate& c) { return is_so(c.entity) == modifier.negated; });
  if (candidates.empty() && called.size() == 1) return called;
  if (candidates.empty() && !part) {
    return tl::make_unexpected(
        Problem{false,
                fmt::format("Nothing of that kind is {} {}.", in_words(*modifier.relation), named(found.entities[0])),
                {}});
  }
  return candidates;
}

/// On it, or on something movable that is on it: what is stacked on a pallet is on the pallet.
bool Resolver::stands_on(std::size_t entity, std::size_t anchor, int depth) const {
  static const Relation* const on = find_relation("on");
  const Whereabouts& where = setting_.at(entity).where;
  if (holds(*on, where, setting_.at(anchor).where, nullptr, math::Vec3(0.0))) return true;
  for (std::size_t i = 0; depth > 0 && i < setting_.entities.size(); ++i) {
    if (i == entity || !setting_.at(i).movable) continue;
    if (holds(*on, where, setting_.at(i).where, nullptr, math::Vec3(0.0)) && stands_on(i, anchor, depth - 1))
      return true;
  }
  return false;
}

bool Resolver::is_upon(std::size_t thing, std::size_t anchor) const {
  const Whereabouts &what = setting_.at(thing).where, &where = setting_.at(anchor).where;
  return is_part_of(thing, anchor) || stands_on(thing, anchor, 3) ||
         (!where.is_room && holds(*find_relation("in"), what, where, nullptr, math::Vec3(0.0)));
}

bool Resolver::is_there(std::size_t thing, std::size_t anchor) const {
  const Whereabouts &what = setting_.at(thing).where, &where = setting_.at(anchor).where;
  return is_upon(thing, anchor) || holds(*find_relation("in"), what, where, nullptr, math::Vec3(0.0)) ||
         (!where.is_room && plan_distance(what.box, where.box) < 0.8);
}

/// The candidates that are most so; several when they are too much alike to tell.
std::vector<Resolver::Candidate> Resolver::by_side(const std::string& side, std::vector<Candidate> candidates,
                                                   std::optional<std::size_t> anchor) const {
  if (candidates.size() < 2) return candidates;
  if (side == "other") {
    std::erase_if(candidates, [&](const Candidate& c) {
      return std::any_of(mentions_.begin(), mentions_.end(), [&](const Mention& m) {
        return std::find(m.entities.begin(), m.entities.end(), c.entity) != m.entities.end();
      });
    });
    return candidates;
  }
  const math::Vec3 eye = setting_.at(setting_.self).where.box.centre();
  math::Vec3 middle{0.0};
  for (const Candidate& c : candidates) middle += setting_.at(c.entity).where.box.centre() / double(candidates.size());
  // Parts of one thing are compared as seen from its front, other things as the agent sees them.
  const auto parent = setting_.at(candidates.front().entity).parent;
  const bool one_parent = parent && std::all_of(candidates.begin(), candidates.end(), [&](const Candidate& c) {
                            return setting_.at(c.entity).parent == parent;
                          });
  // Left and top say nothing of things that are scattered over the place.
  double spread = 0.0;
  for (const Candidate& c : candidates)
    spread = std::max(spread, glm::length(setting_.at(c.entity).where.box.centre() - middle));
  const bool of_group = side == "left" || side == "right" || side == "middle" || side == "top" || side == "bottom";
  if (of_group && !one_parent && spread > 2.5) return candidates;
  math::Vec3 forward = one_parent ? setting_.at(*parent).where.pose.direction({0.0, 0.0, -1.0}) : middle - eye;
  forward.y = 0.0;
  const double length = glm::length(forward);
  const math::Vec3 right = glm::cross(length > 1e-6 ? forward / length : math::kForward, math::kUp);
  const auto measure = [&](std::size_t entity) {
    const Entity& e = setting_.at(entity);
    const math::Vec3 centre = e.where.box.centre();
    if (side == "right" || side == "left") return (side == "right" ? 1.0 : -1.0) * glm::dot(centre, right);
    if (side == "top" || side == "bottom") return (side == "top" ? 1.0 : -1.0) * centre.y;
    if (side == "middle") return -glm::length(centre - middle);
    if (side == "nearest" || side == "farthest") {
      const double away =
          anchor ? plan_distance(e.where.box, setting_.at(*anchor).where.box) : glm::length(centre - eye);
      return side == "nearest" ? -away : away;
    }
    if (side == "biggest" || side == "smallest") return (side == "biggest" ? 1.0 : -1.0) * volume(e.where.box);
    if (side == "tallest" || side == "shortest") return (side == "tallest" ? 1.0 : -1.0) * e.where.box.size().y;
    if (side == "heaviest" || side == "lightest") return (side == "heaviest" ? 1.0 : -1.0) * e.mass;
    double number = 0.0;  // "last": the highest number of its name
    for (const auto& word : e.name_words) number = std::max(number, number_of(word).value_or(0.0));
    return number;
  };
  double best = measure(candidates.front().entity);
  for (const Candidate& c : candidates) best = std::max(best, measure(c.entity));
  // Places differ by centimetres, sizes and weights by a share.
  const bool size = side == "biggest" || side == "smallest" || side == "tallest" || side == "shortest" ||
                    side == "heaviest" || side == "lightest";
  const bool bulk = side == "biggest" || side == "smallest";  // of a volume: three times the share of an edge
  const double margin = bulk ? 0.15 * std::abs(best) : size ? 0.05 * std::abs(best) : 0.03;
  std::erase_if(candidates, [&](const Candidate& c) { return measure(c.entity) < best - margin; });
  return candidates;
}

}  // namespace fh::language
