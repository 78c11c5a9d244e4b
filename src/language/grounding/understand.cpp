// SPDX-License-Identifier: Apache-2.0
#include "language/grounding/understand.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/grammar/grammar.h"
#include "language/grounding/ground.h"
#include "language/grounding/heeded.h"
#include "language/vocabulary.h"
#include "language/words.h"

namespace fh::language {
namespace {

Answer refused(std::string message) {
  return {Answer::Kind::Refused, {}, std::move(message), {}};
}

Answer from_problem(const Problem& problem) {
  return {problem.question ? Answer::Kind::Question : Answer::Kind::Refused, {}, problem.message, problem.choices};
}

bool is_verb_word(const std::string& word) {
  constexpr Inflection kAll[] = {Inflection::Base, Inflection::Third, Inflection::Gerund, Inflection::Past};
  const auto inflected = [&](const std::string& base) {
    return std::any_of(std::begin(kAll), std::end(kAll), [&](Inflection i) { return is_form_of(word, base, i); });
  };
  for (const VerbForm& form : verb_forms()) {
    if (inflected(form.head[0])) return true;
  }
  for (const State& state : states()) {
    for (const auto& phrase : pieces_of(state.verbs)) {
      if (inflected(phrase.substr(0, phrase.find(' ')))) return true;
    }
  }
  return false;
}

bool is_known(const Setting& setting, const std::string& word) {
  if (is_grammar_word(word) || number_of(word) || ordinal_of(word) > 0 || setting.words.contains(word)) return true;
  if (setting.words.contains(word + "s")) return true;
  for (const auto& singular : singulars_of(word)) {
    if (setting.words.contains(singular) || is_grammar_word(singular)) return true;
  }
  return is_verb_word(word);
}

/// "Tom" for "tomas": the one person whose name begins so; an unknown word stays as it is.
void write_names_out(const Setting& setting, std::vector<Token>& tokens) {
  constexpr std::size_t kShortest = 3;
  for (Token& token : tokens) {
    if (token.quoted || token.word.size() < kShortest || is_known(setting, token.word)) continue;
    const Entity* only = nullptr;
    int people = 0;
    for (const Entity& entity : setting.entities) {
      if (!entity.person || entity.name.rfind(token.word, 0) != 0) continue;
      only = &entity;
      ++people;
    }
    if (people == 1) token.word = only->name;
  }
}

std::vector<std::string> words_near(const Setting& setting) {
  std::vector<std::string> known(setting.words.begin(), setting.words.end());
  for (const VerbForm& form : verb_forms()) known.push_back(form.head[0]);
  return known;
}

/// Takes the name of the one who is spoken to off the sentence; a message when it is somebody else's.
std::string take_name(const Setting& setting, std::vector<Token>& tokens) {
  const auto person = [&](std::size_t i) -> const Entity* {
    if (i >= tokens.size() || tokens[i].quoted) return nullptr;
    const auto found = setting.named(tokens[i].word);
    return found && setting.at(*found).person ? &setting.at(*found) : nullptr;
  };
  const std::string& self = setting.at(setting.self).name;
  std::size_t first = 0;
  while (first < tokens.size() &&
         (tokens[first].word == "hey" || tokens[first].word == "hello" || tokens[first].word == "ok" ||
          tokens[first].word == "okay" || tokens[first].word == "hi" || tokens[first].word == ","))
    ++first;
  if (const Entity* said = person(first)) {
    const bool comma = first + 1 < tokens.size() && tokens[first + 1].word == ",";
    if (said->name != self && comma) return fmt::format("That is said to {}, not to {}.", said->name, self);
    if (said->name == self)
      tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(first) + (comma ? 2 : 1));
  }
  std::size_t last = tokens.size();
  while (last > 0 && tokens[last - 1].word == ".") --last;
  if (last >= 2 && tokens[last - 2].word == "," && person(last - 1) != nullptr) {
    if (person(last - 1)->name != self)
      return fmt::format("That is said to {}, not to {}.", person(last - 1)->name, self);
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(last) - 2,
                 tokens.begin() + static_cast<std::ptrdiff_t>(last));
  }
  return "";
}

std::string not_read(const Grammar& grammar) {
  const auto& tokens = grammar.tokens();
  std::string before, after;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string& part = i < grammar.furthest() ? before : after;
    part += (part.empty() ? "" : " ") + tokens[i].word;
  }
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].word == "do" && tokens[i + 1].word == "not")
      return "I do not see what I am to leave undone. Say \"do not …\" with a verb and a thing.";
  }
  if (after.empty()) return fmt::format("I do not see what to do: \"{}\" is not an instruction that I know.", before);
  if (before.empty()) return fmt::format("I do not see what to do: \"{}\" does not begin like an instruction.", after);
  return fmt::format("I can follow \"{}\", but not how it goes on: \"{}\".", before, after);
}

/// Which of several problems tells the speaker most: that of the cheapest reading, of the plainest verb, a question.
int problem_rank(const Reading<std::vector<Clause>>& reading, const Problem& problem) {
  int rank = 10 * reading.cost + (problem.question ? 0 : 5) + (problem.message.empty() ? 1000 : 0);
  for (const Clause& clause : reading.value) {
    const std::string_view name = clause.form->verb->name;
    if (name.rfind(clause.form->head[0], 0) != 0) rank += 2;
    if (clause.form->verb->object == Wish::Valve) rank += 3;
  }
  return rank;
}

/// The same plan, with a place said more closely: "next to the wax, on the table".
bool says_more(const std::vector<Step>& more, std::vector<Step> less) {
  if (more.size() != less.size()) return false;
  for (std::size_t i = 0; i < more.size(); ++i) {
    if (less[i].also_at.relation.empty()) less[i].also_at = more[i].also_at;
  }
  return more == less;
}

/// The plan of the cheapest reading that makes sense; a question when two such readings differ.
Answer best_reading(const Setting& setting, const Readings<std::vector<Clause>>& readings) {
  std::optional<Answer> best;
  std::optional<Problem> first_problem;
  int cost = 0, first_rank = 0;
  for (const auto& reading : readings) {
    if (best && reading.cost > cost) break;
    auto steps = Grounding(setting).instructions(reading.value);
    if (steps) {
      if (auto lost = unheeded(setting, reading.value)) steps = tl::make_unexpected(std::move(*lost));
    }
    if (!steps) {
      const int rank = problem_rank(reading, steps.error());
      if (!first_problem || rank < first_rank) first_problem = steps.error(), first_rank = rank;
      continue;
    }
    if (best && says_more(*steps, best->steps)) best->steps = *steps;
    if (best && best->steps != *steps && !says_more(best->steps, *steps)) {
      return {Answer::Kind::Question,
              {},
              fmt::format("Do you mean this:\n{}\nor this:\n{}", to_text(best->steps), to_text(*steps)),
              {}};
    }
    if (!best) best = Answer{Answer::Kind::Understood, std::move(*steps), "", {}};
    cost = reading.cost;
  }
  return best ? *best : from_problem(first_problem.value_or(Problem{false, "I do not understand that.", {}}));
}

}  // namespace

Answer understand(const Setting& setting, std::string_view sentence) {
  auto tokens = split_sentence(sentence);
  if (!tokens) return refused(tokens.error().message + ".");
  write_names_out(setting, *tokens);
  if (std::string other = take_name(setting, *tokens); !other.empty()) return refused(std::move(other));
  for (const Token& token : *tokens) {
    if (token.quoted || is_known(setting, token.word)) continue;
    const std::string nearest = core::nearest_word(token.word, words_near(setting));
    const bool likely = !nearest.empty() && nearest[0] == token.word[0];
    return refused(fmt::format("I do not know the word \"{}\"{}", token.word,
                               likely ? fmt::format("; did you mean \"{}\"?", nearest) : "."));
  }
  Grammar grammar(setting, std::move(*tokens));
  const auto readings = grammar.sentence();
  if (readings.empty() && grammar.gave_up()) return refused("That is too much at once; say it in shorter sentences.");
  if (readings.empty() && !grammar.missing().empty()) return {Answer::Kind::Question, {}, grammar.missing(), {}};
  if (readings.empty()) return refused(not_read(grammar));
  return best_reading(setting, readings);
}

}  // namespace fh::language
