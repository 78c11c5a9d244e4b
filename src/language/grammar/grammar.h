// SPDX-License-Identifier: Apache-2.0
#pragma once
// Constrained English by recursive descent with all readings kept: each function returns every way to read a piece of
// the sentence that begins at a word, with the word after it. No word is ever skipped.
#include <map>
#include <string>
#include <vector>

#include "language/grammar/syntax.h"
#include "language/setting.h"
#include "language/words.h"

namespace fh::language {

/// One way to read a piece: up to, not including, word `next`. Cheaper readings are tried first.
template <class T>
struct Reading {
  T value;
  std::size_t next = 0;
  int cost = 0;
};
template <class T>
using Readings = std::vector<Reading<T>>;

/// What it costs to read words as part of a noun phrase that could belong to the verb.
inline constexpr int kAttachment = 8;

class Grammar {
 public:
  Grammar(const Setting& setting, std::vector<Token> tokens);

  /// Readings of the whole sentence as instructions in order; empty when there is none.
  Readings<std::vector<Clause>> sentence();
  /// The first word that no grammatical sentence so far could go on with.
  std::size_t furthest() const { return furthest_; }
  /// What an instruction that ends with the sentence lacks, as a question: "Where to?"; empty when nothing is known.
  const std::string& missing() const { return missing_; }
  /// Reading was broken off because there are too many ways to do so.
  bool gave_up() const { return work_ > kMostWork; }
  const std::vector<Token>& tokens() const { return tokens_; }

 private:
  static constexpr std::size_t kMostWork = 400000, kMostReadings = 600;

  // grammar.cpp
  bool is(std::size_t i, const char* word) const {
    return i < tokens_.size() && !tokens_[i].quoted && tokens_[i].word == word;
  }
  const std::string& word(std::size_t i) const;
  bool any_of(std::size_t i, std::initializer_list<const char*> words) const;
  /// The word after `phrase` when it stands at `i`; 0 else.
  std::size_t after_phrase(std::size_t i, std::string_view phrase) const;
  /// The same for the longest of several, separated by "|".
  std::size_t after_any(std::size_t i, std::string_view phrases) const;
  /// The longest phrase of the table at `i`: its name and the word after it.
  std::vector<std::pair<const char*, std::size_t>> in_table(std::size_t i, std::span<const Meaning> table) const;
  void reach(std::size_t i) { furthest_ = std::max(furthest_, i); }
  std::size_t skip_polite(std::size_t i, const char* kind) const;
  Readings<std::vector<Clause>> instructions(std::size_t i);
  void finish(const Reading<std::vector<Clause>>& head, Readings<std::vector<Clause>>& all);
  void same_verb(const Reading<std::vector<Clause>>& head, std::size_t i, bool new_sentence,
                 Readings<std::vector<Clause>>& all);
  void two_verbs(std::size_t i, Readings<std::vector<Clause>>& all);
  void together_with_me(std::size_t i, Readings<std::vector<Clause>>& all);
  const Readings<std::vector<Clause>>& one_instruction(std::size_t i);
  void read_instruction(std::size_t i, Readings<std::vector<Clause>>& all);
  void conditioned(std::size_t start, Readings<std::vector<Clause>>& all);
  void placed(std::size_t start, Readings<std::vector<Clause>>& all);
  std::vector<std::pair<std::size_t, Inflection>> instruction_starts(std::size_t i) const;
  void with_lead(std::size_t start, Inflection inflection, Readings<std::vector<Clause>>& all);
  void timed_lead(std::size_t start, Readings<std::vector<Clause>>& all);
  void add_rest(const Reading<std::vector<Clause>>& head, std::size_t i, const Clause& joint,
                Readings<std::vector<Clause>>& all);

  // wishes.cpp
  void wishes(std::size_t i, Readings<std::vector<Clause>>& all);
  void add_wish(const Clause& begun, std::size_t i, int cost, Readings<std::vector<Clause>>& all);
  void made_so(const Reading<NounPhrase>& thing, std::size_t i, bool opposite, Readings<std::vector<Clause>>& all);
  void wished_states(std::size_t i, Readings<std::vector<Clause>>& all);
  void keep_so(const Reading<NounPhrase>& thing, std::size_t k, bool made, Readings<std::vector<Clause>>& all);
  void kept_states(std::size_t i, Readings<std::vector<Clause>>& all);
  void needs(std::size_t i, Readings<std::vector<Clause>>& all);
  void caused(std::size_t i, Readings<std::vector<Clause>>& all);
  void add_told(const Reading<NounPhrase>& whom, const Reading<Clause>& request, std::size_t begin, int cost,
                Readings<std::vector<Clause>>& all);
  void given_by(std::size_t i, Readings<std::vector<Clause>>& all);
  void passives(std::size_t i, Readings<std::vector<Clause>>& all);
  void given(std::size_t i, Readings<std::vector<Clause>>& all);
  void hand_shaken(std::size_t i, Readings<std::vector<Clause>>& all);
  void light_verbs(std::size_t i, Readings<std::vector<Clause>>& all);
  void used_for(std::size_t i, Readings<std::vector<Clause>>& all);
  void keeping_away(std::size_t i, Readings<std::vector<Clause>>& all);

  // mentions.cpp
  void mentions(std::size_t i, Readings<std::vector<Clause>>& all);
  void add_mention(const std::vector<NounPhrase>& things, bool fronted, std::size_t next, int cost,
                   Readings<std::vector<Clause>>& all);
  void shown_where(std::size_t i, Readings<std::vector<Clause>>& all);
  void out_of_sight(std::size_t i, Readings<std::vector<Clause>>& all);

  // prohibitions.cpp
  void prohibitions(std::size_t i, Readings<std::vector<Clause>>& all);
  void forbid(Clause clause, std::size_t next, int cost, Readings<std::vector<Clause>>& all);
  void left_undone(std::size_t i, Readings<std::vector<Clause>>& all);
  void left_alone(std::size_t i, Readings<std::vector<Clause>>& all);
  void staying(std::size_t i, Readings<std::vector<Clause>>& all);
  void kept_from(std::size_t i, Readings<std::vector<Clause>>& all);

  // questions.cpp
  void questions(std::size_t i, Readings<std::vector<Clause>>& all);
  void yes_or_no(std::size_t i, Readings<std::vector<Clause>>& all);
  void indirect(std::size_t i, Readings<std::vector<Clause>>& all);
  void embedded(std::size_t i, Readings<std::vector<Clause>>& all);
  void how_many(std::size_t i, Readings<std::vector<Clause>>& all);
  void how_far(std::size_t i, Readings<std::vector<Clause>>& all);
  void values(std::size_t i, Readings<std::vector<Clause>>& all);
  void looking_whether(std::size_t i, Readings<std::vector<Clause>>& all);
  void add_question(const char* kind, std::size_t next, int cost, Readings<std::vector<Clause>>& all);
  void add_question(const char* kind, const Reading<NounPhrase>& thing, std::size_t next,
                    Readings<std::vector<Clause>>& all);
  void ask_whether(const char* kind, std::size_t i, std::size_t end, const std::vector<std::string>& instead,
                   Readings<std::vector<Clause>>& all);

  // nouns.cpp
  const Readings<NounPhrase>& noun_phrase(std::size_t i);
  Readings<NounPhrase> read_noun_phrase(std::size_t i);
  Readings<NounPhrase> simple_noun_phrase(std::size_t i);
  void described(std::size_t i, NounPhrase base, std::size_t begin, Readings<NounPhrase>& all);
  bool take_descriptor(std::size_t& i, NounPhrase& phrase) const;
  bool is_noun_word(std::size_t i) const;
  void all_there(std::size_t i, Readings<NounPhrase>& all);
  void most_of(std::size_t i, const NounPhrase& base, std::size_t begin, Readings<NounPhrase>& all);
  void what_is_held(std::size_t i, Readings<NounPhrase>& all);
  void whichever(std::size_t i, Readings<NounPhrase>& all);
  void leads_to(const Reading<NounPhrase>& way, Readings<NounPhrase>& all);
  std::string said(std::size_t begin, std::size_t end) const;

  // modifiers.cpp
  Readings<std::pair<const Relation*, bool>> relation(std::size_t i) const;
  void modified(const Reading<NounPhrase>& bare, int depth, Readings<NounPhrase>& all);
  Readings<Modifier> modifier(std::size_t i);
  void nearest_to(std::size_t i, Readings<Modifier>& all);
  void relative_clause(std::size_t i, Readings<Modifier>& all);
  void vague(std::size_t i, Readings<Modifier>& all);
  void excepted(std::size_t i, Readings<Modifier>& all);
  void told_by_looks(std::size_t i, Readings<Modifier>& all);
  void told_by_side(std::size_t i, Readings<Modifier>& all);

  // clauses.cpp
  Readings<Clause> clause(std::size_t i, Inflection inflection);
  Readings<Clause> clause_of(std::size_t i, Inflection inflection, const std::vector<Phrase>& given);
  bool takes_place(const Clause& clause, const Relation& by) const;
  bool is_for_somebody(const Clause& clause) const;
  bool is_complete(const Clause& clause, std::size_t i);
  void note_missing(std::size_t i, const std::string& question);
  void arguments(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void objects(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void speech(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void subordinates(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void purposes(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);

  // clause_places.cpp
  void places(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void unnamed_places(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void favours(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);

  // circumstances.cpp
  void manner(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void small_words(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void unmeasured(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void settings_said(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  void measures(const Clause& clause, std::size_t i, int cost, int depth, Readings<Clause>& all);
  std::optional<double> number_at(std::size_t& i) const;
  Readings<Amount> amount(std::size_t i) const;

  // conditions.cpp
  Readings<Subordinate> subordinate(std::size_t i);
  Readings<Subordinate> state_clause(std::size_t i, const std::string& kind);
  void predicates(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all);
  void is_predicates(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all);
  void verb_predicates(const Subordinate& begun, std::size_t i, int cost, bool infinitive, Readings<Subordinate>& all);
  void comparisons(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all);
  void own_actions(const std::string& kind, std::size_t i, Readings<Subordinate>& all);
  Readings<Subordinate> awaited(std::size_t i);
  void until_told(std::size_t i, Readings<Subordinate>& all) const;
  void joined_states(Readings<Subordinate>& all);
  void after_reason(std::size_t i, Readings<Subordinate>& reasons);

  // happenings.cpp
  void placed_by(const Subordinate& begun, std::size_t i, bool perfect, int cost, Readings<Subordinate>& all);
  void object_predicates(const Subordinate& begun, std::size_t i, int cost, Readings<Subordinate>& all);

  const Setting& setting_;
  std::vector<Token> tokens_;
  std::map<std::size_t, Readings<NounPhrase>> noun_phrases_;
  std::map<std::pair<std::size_t, int>, Readings<Clause>> clauses_;
  std::map<std::size_t, Readings<std::vector<Clause>>> instructions_;
  std::size_t furthest_ = 0, work_ = 0;
  std::string missing_;
};

}  // namespace fh::language
