// SPDX-License-Identifier: Apache-2.0
#include "language/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "language/relations.h"
#include "language/verbs.h"

namespace fh::language {
namespace {

// Class 1 and 2 adverbs of CA-41: they scale what is usual, or are bundles of such scales.
constexpr Meaning kManners[] = {
    {"quickly",
     "quickly|fast|rapidly|briskly|swiftly|hurriedly|in a hurry|as fast as you can|as quickly as you can|as fast as "
     "possible|"
     "as quickly as possible|speedily|at a run|in haste|hastily|at speed|at the double|on the double|"
     "sharpish|at top speed|at full speed|without delaying|hurry up and|hurry and|be quick and|quick|be quick"},
    {"slowly",
     "slowly|slow|leisurely|unhurriedly|without hurry|at a slow pace|in no hurry|without rushing|without hurrying|in "
     "your own time|"
     "take your time|unhurried"},
    {"carefully",
     "carefully|with care|cautiously|with caution|gingerly|very carefully|with great care|with extra "
     "care|attentively|and be careful|but be careful|be careful|and take care|but take care|and mind you are careful|"
     "safely|being careful|taking care|be careful to|take care to|be careful when you|take care when you"},
    {"gently", "gently|softly|lightly|tenderly|delicately"},
    {"firmly", "firmly|hard|strongly|with force|tightly|forcefully|hard enough|with a firm grip"},
    {"quietly",
     "quietly|silently|without a sound|without a noise|without making a noise|noiselessly|without noise|"
     "on tiptoe|without being heard|without making a sound|without making any noise|be quiet|be quiet about it|be very "
     "quiet"},
    {"loudly", "loudly|aloud|out loud|in a loud voice"},
    {"calmly", "calmly|relaxed|in a relaxed way|casually"},
    {"smoothly", "smoothly|steadily|evenly"},
    {"politely", "politely|in a friendly way"},
    {"at_once",
     "immediately|at once|right away|straight away|now|right now|without delay|instantly|promptly|straightaway|this "
     "minute|this instant|as soon as possible|as soon as you can|asap|"
     "without waiting|on the spot|at this moment|quickly now"},
    {"directly", "directly|straight|in a straight line"},
    {"fully",
     "fully|completely|all the way|entirely|as far as it goes|to the end|as far as it will go|as far as you can|"
     "right up|wide|all of the way|to the stop|until it stops|until it will not go any further|until it will not go "
     "any "
     "farther|until it clicks|until it is tight|until it stops moving|until you can not turn it any further|as far as "
     "possible|the whole way|to its end|until you feel it stop"},
    {"halfway", "halfway|half way|half"},
    {"slightly", "slightly|partly|partially|just a little|just a bit|a touch|a little|a bit|a little bit"},
    {"backwards", "backwards|backward|in reverse"},
    {"one_by_one", "one by one|one at a time|one after the other|one after another"},
    {"together", "together|jointly|as a team"},
    {"again", "again|once more|one more time|another time|a second time|over again|yet again"},
};

constexpr Meaning kDirections[] = {
    {"home",
     "where it belongs|where it was|where it was before|where it came from|where you found it|where you got it from|"
     "to its place|in its place|to where it was|to where it belongs|to where it came from|to where you found it|"
     "where they belong|where they were|where they came from|where you found them|back where it belongs|"
     "back where it was|back where it came from|back where you found it|back where you got it from|back in its place|"
     "back to its place|back to where it was|back to where it belongs|back to where it came from|"
     "back to where you found it|back where they belong|back where they were|back in place|back to where you got it|"
     "where you got it|where you took it from|where you took it|where you picked it up|where you had it from|where you "
     "found them|where you got them|where you took them from|where it normally is|where it usually is|where it goes|"
     "where they go|where it should be|in its usual place|to its usual place|in its proper place|to its proper place|"
     "back where you took it from|back where you picked it up|where you brought it from|back where you had it"},
    {"left", "left|to your left hand side|to the left|to your left|leftwards|on the left|to the left hand side"},
    {"right", "right|to the right|to your right|rightwards|on the right|to the right hand side"},
    {"forward", "forward|forwards|ahead|straight ahead|straight on|to the front|in front of you"},
    {"back", "back|behind|behind you|to the back|over your shoulder"},
    {"up", "up|upstairs|upward|upwards|to the maximum|to maximum|to its maximum|to the highest setting|to full"},
    {"down", "down|downstairs|downward|downwards|to the minimum|to minimum|to its minimum|to the lowest setting"},
    {"away", "away|out of the way|aside|to the side|to one side|out of my way"},
    {"around", "around|round|about"},
    {"clockwise", "clockwise"},
    {"anticlockwise", "anticlockwise|counterclockwise"},
    {"here",
     "here|closer|nearer|over here|back here|up here|round here|down here|right here|this "
     "way"},
    {"there", "there|over there|back there|right there|up there|down there"},
    {"inside", "inside|indoors"},
    {"outside", "outside|outdoors"},
    {"on", "to on|on"},
    {"off", "to off|off"},
};

constexpr Meaning kUnitWords[] = {
    {"s", "s|sec|second|seconds|secs"},
    {"min", "min|minute|minutes|mins"},
    {"h", "hour|hours"},
    {"m", "m|metre|metres|meter|meters"},
    {"cm", "cm|centimetre|centimetres|centimeter|centimeters"},
    {"steps", "step|steps|pace|paces"},
    {"deg", "deg|degree|degrees"},
    {"turns", "turn|turns|rotation|rotations|revolution|revolutions"},
    {"percent", "percent"},
    {"bar", "bar|bars"},
    {"kg", "kg|kilo|kilos|kilogram|kilograms"},
};

constexpr Meaning kHandWords[] = {
    {"left_hand", "with your left hand|with the left hand|using your left hand|in your left hand|left handed"},
    {"right_hand", "with your right hand|with the right hand|using your right hand|in your right hand|right handed"},
    {"both_hands", "with both hands|with two hands|using both hands|in both hands|with both of your hands"},
    {"one_hand", "with one hand|using one hand"},
};

constexpr Meaning kSides[] = {
    {"left", "left|leftmost|left hand|left-hand"},
    {"right", "right|rightmost|right hand|right-hand"},
    {"top", "top|uppermost|topmost|upper|highest"},
    {"bottom", "bottom|lowest|lower|lowermost"},
    {"middle", "middle|central|centre|center"},
    {"nearest", "nearest|closest|near|nearby|close|closer|nearer"},
    {"farthest", "farthest|furthest|far|most distant"},
    {"biggest", "biggest|big|large|largest|huge|bigger|larger"},
    {"smallest", "smallest|small|little|tiny|smaller"},
    {"tallest", "tallest|tall|high|taller"},
    {"shortest", "shortest|short|low|shorter"},
    {"heaviest", "heaviest|heavy|heavier"},
    {"lightest", "lightest|lighter|lightweight"},
    {"last", "last"},
    {"other", "other|second one"},
};

void add_phrase_words(std::set<std::string>& words, const std::string& phrase) {
  std::istringstream in(phrase);
  for (std::string word; in >> word;) words.insert(word);
}

std::set<std::string> all_grammar_words() {
  std::set<std::string> words;
  for (const auto& table :
       {manners(), directions(), units(), hands(), sides(), politeness(), connectors(), greetings()}) {
    for (const Meaning& meaning : table) {
      for (const auto& phrase : pieces_of(meaning.phrases)) add_phrase_words(words, phrase);
    }
  }
  for (const State& state : states()) {
    for (const auto& phrase : pieces_of(state.phrases)) add_phrase_words(words, phrase);
    for (const auto& phrase : pieces_of(state.verbs)) add_phrase_words(words, phrase);
  }
  for (const RelationPhrase& phrase : relation_phrases()) words.insert(phrase.words.begin(), phrase.words.end());
  for (const VerbForm& form : verb_forms()) {
    words.insert(form.head.begin() + 1, form.head.end());  // the first may be inflected: asked by the grammar
    add_phrase_words(words, form.particle);
    words.insert(form.preposition.begin(), form.preposition.end());
  }
  add_phrase_words(
      words,
      "a an the it them him her me you yourself i that this those these one ones all both each every any some "
      "everyone everybody nobody someone somebody anybody anyone no not of off and or is are be been was has have "
      "'s when whenever once as soon if unless until till before after while so in order to can for by every "
      "seconds where which who whether about there everything else hands hand he she they we us my your his its "
      "their labelled labeled marked called named nearest closest to than more at least above below over under "
      "reaches exceeds drops falls rises gets goes becomes turns see sees hear hears find say tell call holds "
      "holding has having twice thrice times time moment while quarter number long without things thing object "
      "objects item items other another first firstly lastly start lying standing sitting hanging kept stored "
      "located placed which do does from with self both two between on them themselves said says tells called "
      "anything whichever next sure ensure see check out know should must needs need ought to another about least "
      "roughly "
      "around "
      "leads leading what you doing whoever whomever verify confirm let us allowed hand "
      "myself himself herself otherwise else never ever either , . side floor top front back bottom inside edge end "
      "count number middle centre center foot whatever was were did had having being got get instead rather not been "
      "will shall "
      "what "
      "when why how many much far high big colour kind number there've back too well either neither nor except but "
      "apart very really quite pretty rather more extremely most own my his her its whose know tell want wants need "
      "needs needed wanted required would could should can may might use like hear heard seen found held anywhere "
      "anyone somewhere nothing something other others rest remaining remain stay stays keep kept leave left alone "
      "without instead of than just almost only also still already yet possible anything couple few several every "
      "once moment while bit second seconds give gave let know show shows read reads say says temperature value "
      "level hold holds carry carrying busy free ready doing happening going place per");
  return words;
}

std::string listed(std::string_view text) {
  std::string result;
  for (const std::string& piece : pieces_of(text)) result += (result.empty() ? "" : ", ") + piece;
  return result;
}

/// How a form is shown: "pick … up", "look at …", without marks.
std::string shown(const VerbForm& form) {
  std::string text;
  for (const auto& word : form.head) text += (text.empty() ? "" : " ") + word;
  if (!form.particle.empty()) text += " … " + form.particle;
  for (const auto& word : form.preposition) text += " " + word;
  return text;
}

std::string verb_row(const std::string& name) {
  std::vector<std::string> forms;
  std::string meaning;
  bool hands_needed = false;
  for (const VerbForm& form : verb_forms()) {
    if (form.verb->name != name) continue;
    meaning = form.verb->meaning;
    hands_needed = hands_needed || (form.verb->takes & kHands) != 0;
    const std::string text = shown(form);
    if (std::find(forms.begin(), forms.end(), text) == forms.end()) forms.push_back(text);
  }
  std::string list;
  for (const auto& form : forms) list += (list.empty() ? "" : ", ") + form;
  return fmt::format("| `{}` | {} | {} | {} |\n", name, list, meaning, hands_needed ? "yes" : "");
}

}  // namespace

std::span<const Meaning> manners() {
  return kManners;
}
std::span<const Meaning> directions() {
  return kDirections;
}
std::span<const Meaning> units() {
  return kUnitWords;
}
std::span<const Meaning> hands() {
  return kHandWords;
}
std::span<const Meaning> sides() {
  return kSides;
}

std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('|', begin), text.size());
    pieces.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

bool is_area_word(const std::string& word) {
  static const std::set<std::string> words{"top",  "front", "back",   "side",   "bottom", "inside",
                                           "edge", "end",   "middle", "centre", "center", "foot"};
  return words.contains(word);
}

bool is_grammar_word(const std::string& word) {
  static const std::set<std::string> words = all_grammar_words();
  return words.contains(word);
}

std::string vocabulary_tables() {
  std::string text = "| verb | said as | what the agent does | hands |\n|---|---|---|---|\n";
  for (const std::string& name : verb_names()) text += verb_row(name);
  text += "\n| relation | said as | only as a place to go to | meaning |\n|---|---|---|---|\n";
  for (const Relation& r : relations())
    text += fmt::format("| `{}` | {} | {} | {} |\n", r.name, listed(r.phrases), listed(r.goal_phrases), r.meaning);
  text += "\n| manner | said as |\n|---|---|\n";
  for (const Meaning& m : manners()) text += fmt::format("| `{}` | {} |\n", m.name, listed(m.phrases));
  text += "\n| direction | said as |\n|---|---|\n";
  for (const Meaning& m : directions()) text += fmt::format("| `{}` | {} |\n", m.name, listed(m.phrases));
  text += "\n| state | said as \"is …\" | said as a verb |\n|---|---|---|\n";
  for (const State& s : states())
    text += fmt::format("| `{}` | {} | {} |\n", s.name, listed(s.phrases), listed(s.verbs));
  return text;
}

}  // namespace fh::language
