// SPDX-License-Identifier: Apache-2.0
// What is to be left undone.
#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

constexpr const char* kNot =
    "do not|do not ever|never|never ever|you must not|you must never|you should not|you should never|you may not|"
    "you can not|i do not want you to|you are not allowed to|you are not to|you will not|you shall not|make sure not "
    "to|"
    "make sure you do not|make sure that you do not|be careful not to|take care not to|try not to|you had better not|"
    "you are never to|it is forbidden to|i forbid you to|we do not want you to|be sure not to|under no circumstances|"
    "on no account|you must on no account|you ought not to|do not you|do not you dare|do not try to|"
    "i would rather you did not|i would prefer it if you did not|i would prefer you not to|i would prefer that you did "
    "not|it would be better if you did not|it would be better not to|it is better not to|you had best not|"
    "i ask you not to|i am asking you not to|i have to ask you not to|i told you not to|i must ask you not to|"
    "i would ask you not to|could you not|can you not|would you not|will you not|would you mind not to|"
    "remember not to|see that you do not|mind you do not|watch that you do not|mind that you do not|"
    "nobody is to|nobody may|you are forbidden to|you are asked not to|you are not supposed to|"
    "nobody should|nobody must|no one should|no one must|no one is to|no one may|nobody is allowed to|"
    "there is no need to ever|at no time|in no case|i want you not to|i need you not to|i would like you not to|"
    "whatever you do do not|whatever you do , do not|whatever happens do not|whatever happens , do not|"
    "you do not get to|you do not touch anything or|we do not|do not go and|please do not|do not even|do not even "
    "think "
    "of|do not just|not to";
constexpr const char* kStay =
    "move|go anywhere|go away|walk away|do anything|budge|stir|leave|walk off|run away|leave your place|"
    "move from there|move from here|go anywhere else|leave this place|start|start yet|begin|move yet|do anything yet|"
    "continue|go on|go ahead|carry on";

}  // namespace

void Grammar::forbid(Clause clause, std::size_t next, int cost, Readings<std::vector<Clause>>& all) {
  if (clause.form == nullptr) return;
  clause.forbidden = true;
  all.push_back({{std::move(clause)}, next, cost});
}

/// "Do not press start": what is to be left undone is read like what is to be done.
void Grammar::prohibitions(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t polite = skip_polite(i, "before");
  left_undone(i, all);
  left_alone(i, all);
  if (polite == i) return;
  left_undone(polite, all);
  left_alone(polite, all);
}

void Grammar::left_undone(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (const std::size_t next = after_any(i, kNot)) {
    for (const auto& read : clause(next, Inflection::Base)) forbid(read.value, read.next, read.cost, all);
    staying(next, all);
    kept_from(next, all);
    // "Do not touch anything": no work of the hands at all.
    Clause touch, say;
    touch.form = plain_form("touch");
    say.form = plain_form("say");
    const char* kWork = "touch anything|touch a thing|handle anything|pick anything up|use your hands";
    if (const std::size_t end = after_any(next, kWork)) forbid(touch, end, 0, all);
    const char* kWords = "say anything|say a word|speak|talk|say anything to anyone";
    if (const std::size_t end = after_any(next, kWords)) forbid(say, end, 0, all);
  }
  const char* kAvoid =
      "avoid|refrain from|no|there is to be no|you must avoid|keep from|please refrain from|would you mind not|i "
      "would rather you avoided|try to avoid|make sure to avoid|abstain from|desist from";
  if (const std::size_t next = after_any(i, kAvoid)) {
    for (const auto& read : clause(next, Inflection::Gerund)) forbid(read.value, read.next, read.cost, all);
  }
}

/// "Leave the hammer where it is", "hands off the press", "stay out of the store".
void Grammar::left_alone(std::size_t i, Readings<std::vector<Clause>>& all) {
  const char* kHandsOff =
      "keep your hands off|keep your hands off of|hands off|keep your fingers off|keep off|stay off|do not lay a hand "
      "on";
  Clause touch, enter;
  touch.form = plain_form("touch");
  enter.form = plain_form("enter");
  if (const std::size_t next = after_any(i, kHandsOff)) {
    for (const auto& thing : noun_phrase(next)) {
      touch.objects = {thing.value};
      forbid(touch, thing.next, thing.cost, all);
    }
  }
  const char* kAlone =
      "alone|be|where it is|where they are|as it is|in peace|as they are|the way it is|the way they are|just as it "
      "is|exactly "
      "where it is|exactly as it is|how it is|untouched|right where it is";
  if (any_of(i, {"leave", "let"})) {
    touch.sealed = true;
    for (const auto& thing : noun_phrase(i + 1)) {
      if (thing.value.pronoun == "everything")
        touch.objects.clear();  // all work of the hands
      else
        touch.objects = {thing.value};
      if (const std::size_t end = after_any(thing.next, kAlone)) forbid(touch, end, thing.cost, all);
    }
  }
  if (const std::size_t next = after_any(i, "keep out of|stay out of|keep off|stay off")) {
    for (const auto& thing : noun_phrase(next)) {
      enter.objects = {thing.value};
      forbid(enter, thing.next, thing.cost, all);
    }
  }
}

/// "Do not go near the press": neither into it nor up to it.
void Grammar::kept_from(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t next = after_any(i,
                                     "go near|come near|go anywhere near|get near|get close to|go close to|approach|"
                                     "come close to|get too close to|go too close to|walk up to");
  if (next == 0) return;
  for (const auto& thing : noun_phrase(next)) {
    Clause go;
    go.form = plain_form("go");
    go.phrases = {{find_relation("near"), thing.value}};
    forbid(go, thing.next, thing.cost, all);
  }
}

/// "Do not move", "do not go anywhere until I call you": to stay.
void Grammar::staying(std::size_t i, Readings<std::vector<Clause>>& all) {
  Clause wait;
  wait.form = plain_form("wait");
  if (const std::size_t next = after_any(i, kStay)) add_wish(wait, next, 0, all);
}

}  // namespace fh::language
