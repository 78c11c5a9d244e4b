// SPDX-License-Identifier: Apache-2.0
// Questions to the agent: whether something is so, where things are, who has them, what it does. What is asked about
// is read as the statement that the question stands for: "is the door open" as "the door is open".
#include <algorithm>

#include "language/grammar/grammar.h"

namespace fh::language {
namespace {

const VerbForm* question_form() {
  for (const VerbForm& form : verb_forms()) {
    if ((form.verb->takes & kQuestion) != 0) return &form;
  }
  return nullptr;
}

constexpr int kAsked = 3;  // an instruction that reads the same words is meant: "can you reach the carton"

/// Without meaning at the end: "where is jonas now".
constexpr const char* kTails[] = {
    "right now", "now",      "at the moment", "at present", "currently",          "again",   "yet",   "please",
    "today",     "just now", "from here",     "from there", "from where you are", "in here", "there", "here"};

constexpr const char* kAsks =
    "do you know|can you tell me|could you tell me|tell me|let me know|i want to know|i would like to know|"
    "i need to know|i wonder|do you remember|do you have any idea|any idea|have you any idea|can you say|can you see|"
    "can you let me know|could you let me know|say|please tell me|do you happen to know|would you know|report|"
    "report to me|inform me|tell us|can you remember|remind me|do you recall|did you see|have you seen|do you see|"
    "explain|would you tell me|will you tell me|we need to know";
constexpr const char* kWhereIs =
    "is|are|'s|can i find|could i find|do i find|will i find|do we find|did you put|did you leave|did you last see|"
    "did you see|have you put|have you left|do we keep|do you keep|was|were|can we find|would i find";
constexpr const char* kStands =
    "is|are|is kept|are kept|is stored|can be found|went|has gone|lies|stands|is at|is standing|is lying|is "
    "located|was|"
    "might be|has got to";
constexpr const char* kThereAre =
    "are there|do you see|can you see|are here|do we have|have we got|can you count|there are|do you know of";
constexpr const char* kHowFar =
    "how far is it to|how far is it from here to|how far is it from you to|how far away from you is|how far from you "
    "is|"
    "how far are you from";
constexpr const char* kValueOf =
    "what is|what 's|what does|what do|how high is|how much is|how big is|how hot is|how fast is|read me|read out|"
    "tell me|what|read off|how high|read|what is the value of|what is the reading of|what is shown by";
constexpr Meaning kSelf[] = {
    {"doing",
     "what are you doing|what are you up to|what you are doing|what are you working on|what you are working on|"
     "what is your task|what is your job|what do you do|what are you busy with|what are you waiting for|"
     "what is happening|what is going on|are you busy|are you doing anything|why are you waiting|why do you wait|why "
     "are you standing there|are you working|how are you getting on"},
    {"holding",
     "what are you holding|what are you carrying|what you are holding|what you are carrying|what do you have|"
     "what have you got|what is in your hand|what is in your hands|what do you have in your hand|"
     "what do you have in your hands|what have you got in your hand|what you have in your hand|"
     "are you holding anything|are you carrying anything|do you have anything in your hand|"
     "do you have anything in your hands|have you got anything in your hand|have you got anything in your hands|"
     "are you holding something|is there anything in your hand|is there anything in your hands"},
    {"sees", "what do you see|what can you see|what you see|what are you looking at"}};

}  // namespace

void Grammar::add_question(const char* kind, std::size_t next, int cost, Readings<std::vector<Clause>>& all) {
  Clause clause;
  clause.form = question_form();
  clause.question = kind;
  for (const char* tail : kTails) {
    if (const std::size_t after = after_phrase(next, tail)) next = after;
  }
  all.push_back({{std::move(clause)}, next, cost + kAsked});
}

void Grammar::add_question(const char* kind, const Reading<NounPhrase>& thing, std::size_t next,
                           Readings<std::vector<Clause>>& all) {
  add_question(kind, next, thing.cost, all);
  all.back().value.front().objects = {thing.value};
}

/// The words from `i` to `end` are read as `instead`; what follows stays. `instead` has as many words.
void Grammar::ask_whether(const char* kind, std::size_t i, std::size_t end, const std::vector<std::string>& instead,
                          Readings<std::vector<Clause>>& all) {
  std::vector<Token> tokens = tokens_;
  for (std::size_t k = i; k < end; ++k) tokens[k] = {instead[k - i]};
  Grammar statement(setting_, std::move(tokens));
  statement.work_ = work_;
  for (const auto& found : statement.state_clause(i, "whether")) {
    add_question(kind, found.next, found.cost, all);
    all.back().value.front().conditions = {found.value};
  }
  work_ = statement.work_;
  reach(std::min(statement.furthest_, tokens_.size()));
}

void Grammar::questions(std::size_t i, Readings<std::vector<Clause>>& all) {
  yes_or_no(i, all);
  embedded(i, all);
  looking_whether(i, all);
  const std::size_t next = after_any(i, kAsks);
  if (next == 0) return;
  const std::size_t k = is(next, ",") ? next + 1 : next;
  indirect(k, all);
  embedded(k, all);
}

/// "Is the door open", "has jonas left", "do you have the hammer": the verb goes behind its subject.
void Grammar::yes_or_no(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (!any_of(i, {"is", "are", "was", "were", "has", "have", "does", "do", "did", "can", "could"})) return;
  std::string verb = word(i);
  if (any_of(i, {"was", "were"})) verb = "is";
  if (any_of(i, {"does", "did", "can", "could"})) verb = "do";
  if (is(i, "do") && is(i + 1, "not") && !any_of(i + 2, {"you", "i", "we", "they"})) return;  // it forbids
  if (is(i + 1, "not")) {  // "isn't the door open" asks like "is the door open"
    std::vector<Token> tokens = tokens_;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    Grammar plain(setting_, std::move(tokens));
    plain.work_ = work_;
    Readings<std::vector<Clause>> found;
    plain.yes_or_no(i, found);
    work_ = plain.work_;
    for (auto& read : found) all.push_back({std::move(read.value), read.next + 1, read.cost});
    return;
  }
  if (is(i + 1, "there")) {
    ask_whether("whether", i, i + 2, {"there", verb}, all);
    for (const auto& thing : noun_phrase(i + 2)) add_question("where", thing, thing.next, all);
  }
  // "Can I have the hammer" asks for it.
  if (any_of(i, {"can", "could"}) && any_of(i + 1, {"i", "we"})) return;
  std::vector<std::size_t> ends;  // each length of the subject once
  for (const auto& subject : noun_phrase(i + 1)) ends.push_back(subject.next);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  for (const std::size_t end : ends) {
    std::vector<std::string> words;
    for (std::size_t k = i + 1; k < end; ++k) words.push_back(word(k));
    words.push_back(verb);
    ask_whether("whether", i, end, words, all);
  }
}

/// "Check that the valve is closed", "see if jonas is in the store": looks there, then says whether it is so.
void Grammar::looking_whether(std::size_t i, Readings<std::vector<Clause>>& all) {
  for (const char* phrase : {"check", "see", "find out", "look", "verify", "make out", "go and see", "have a look",
                             "confirm", "take a look", "double check", "check for me", "inspect", "test"}) {
    const std::size_t next = after_phrase(i, phrase);
    if (next == 0 || !any_of(next, {"if", "whether", "that"})) continue;
    for (auto& found : state_clause(next + 1, "whether")) {
      if (!found.value.subject) continue;
      found.value.event = false;
      Clause look;
      for (const VerbForm& form : verb_forms()) {
        if (std::string_view(form.verb->name) == "look_at" && form.head[0] == "watch") look.form = &form;
      }
      look.objects = {*found.value.subject};
      add_question("whether", found.next, found.cost, all);
      all.back().value.front().conditions = {found.value};
      const std::string& subject = found.value.subject->pronoun;
      const bool seen = look.form != nullptr && subject != "you" && subject != "nobody" && subject != "someone";
      if (seen) all.back().value.insert(all.back().value.begin(), look);
    }
  }
}

/// "whether the valve is open", "where the hammer is": as only said inside of another sentence.
void Grammar::indirect(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (any_of(i, {"whether", "if"})) {
    for (const auto& found : state_clause(i + 1, "whether")) {
      if (is(i, "if") && found.value.event) continue;  // "tell me if the lamp lights up": when it does
      add_question("whether", found.next, found.cost, all);
      all.back().value.front().conditions = {found.value};
      all.back().value.front().conditions.front().event = false;
    }
  }
  if (is(i, "where")) {
    for (const auto& thing : noun_phrase(i + 1)) {
      if (const std::size_t next = after_any(thing.next, kStands)) add_question("where", thing, next, all);
    }
  }
}

/// "where is the hammer", "who has the drill", "what is on the bench".
void Grammar::embedded(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (const std::size_t next = after_any(i, "what is|what are|what 's")) {  // "what is jonas doing": where it saw them
    for (const auto& whom : noun_phrase(next)) {
      const std::size_t end = after_any(whom.next, "doing|up to|busy with|working on");
      if (end > 0 && whom.value.pronoun != "you") add_question("doing", whom, end, all);
    }
  }
  if (const std::size_t next = is(i, "where") ? after_any(i + 1, kWhereIs) : 0) {
    for (const auto& thing : noun_phrase(next)) {
      add_question("where", thing, thing.next, all);
      if (any_of(thing.next, {"kept", "stored", "located", "standing", "lying", "sitting", "hidden"}))
        add_question("where", thing, thing.next + 1, all);
    }
  }
  if (any_of(i, {"who", "whom"})) {
    ask_whether("who", i, i + 1, {"someone"}, all);
    if (any_of(i + 1, {"is", "'s"}) && is(i + 2, "there")) add_question("who", i + 3, 0, all);
  }
  if (is(i, "which")) ask_whether("which", i, i + 1, {"all"}, all);
  how_many(i, all);
  how_far(i, all);
  values(i, all);
  if (is(i, "what") && any_of(i + 1, {"is", "'s", "are"})) {
    std::size_t what = i + 2;
    if (any_of(what, {"that", "this", "there", "those", "kept", "stored", "lying", "standing", "left"})) ++what;
    for (const auto& by : relation(what)) {
      if (!by.value.first->tells_apart) continue;
      if (is(by.next, "there")) {  // "what is in there"
        NounPhrase it;
        it.pronoun = "it";
        it.said = "there";
        add_question("what", by.next + 1, 2, all);
        all.back().value.front().phrases = {{by.value.first, it}};
      }
      for (const auto& anchor : noun_phrase(by.next)) {
        add_question("what", anchor.next, anchor.cost, all);
        all.back().value.front().phrases = {{by.value.first, anchor.value}};
      }
    }
  }
  for (const auto& [kind, next] : in_table(i, kSelf)) add_question(kind, next, 0, all);
}

/// "how many crates are on the pallet" as "all crates are on the pallet"; "how many crates are there".
void Grammar::how_many(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (const std::size_t counted =
          after_any(i, "count|count up|count how many|tell me the number of|what is the number of")) {
    for (const auto& things : noun_phrase(counted)) {
      if (things.value.pronoun.empty()) add_question("how_many", things, things.next, all);
    }
  }
  const std::size_t many = after_phrase(i, "how many");
  if (many == 0) return;
  std::vector<Token> tokens = tokens_;
  tokens[i + 1].word = "all";
  for (std::size_t k = many; k + 2 < tokens.size(); ++k) {
    if (tokens[k].word == "are" && tokens[k + 1].word == "there" && !is(k + 2, ".")) {
      tokens[k] = {"are"};
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(k) + 1);
      break;
    }
  }
  const std::size_t gone = tokens_.size() - tokens.size();
  Grammar statement(setting_, std::move(tokens));
  statement.work_ = work_;
  for (const auto& found : statement.state_clause(i + 1, "whether")) {
    add_question("how_many", found.next + gone, found.cost, all);
    all.back().value.front().conditions = {found.value};
  }
  work_ = statement.work_;
  Readings<NounPhrase> counted;
  NounPhrase base;
  base.quantity = Quantity::All;
  described(many, base, many, counted);
  for (const auto& bare : counted) {
    if (const std::size_t next = after_any(bare.next, kThereAre)) add_question("how_many", bare, next, all);
  }
}

void Grammar::how_far(std::size_t i, Readings<std::vector<Clause>>& all) {
  if (const std::size_t next = after_any(i, kHowFar)) {
    for (const auto& thing : noun_phrase(next)) add_question("how_far", thing, thing.next, all);
  }
  const std::size_t far = after_any(i, "how far|how far away");
  if (far == 0) return;
  const bool direct = any_of(far, {"is", "are"});
  for (const auto& thing : noun_phrase(direct ? far + 1 : far)) {
    if (!direct && !any_of(thing.next, {"is", "are"})) continue;
    const std::size_t next = direct ? thing.next : thing.next + 1;
    add_question("how_far", thing, is(next, "away") ? next + 1 : next, all);
  }
}

/// "what is the pressure", "what does the gauge show", "read me the temperature".
void Grammar::values(std::size_t i, Readings<std::vector<Clause>>& all) {
  const std::size_t next = after_any(i, kValueOf);
  if (next == 0) return;
  const bool plain = is(i, "what") && next == i + 1, does = any_of(next - 1, {"does", "do"});
  for (const auto& gauge : noun_phrase(next)) {
    if (any_of(gauge.next, {"read", "show", "say", "reads", "shows", "says", "is", "showing", "reading", "at",
                            "indicate", "indicates"}))
      add_question("value", gauge, gauge.next + 1, all);
    if (!plain && !does) add_question("value", gauge, gauge.next, all);
  }
}

}  // namespace fh::language
