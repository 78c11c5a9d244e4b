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
     "sharpish|at top speed|at full speed|without delaying"},
    {"slowly",
     "slowly|slow|leisurely|unhurriedly|without hurry|at a slow pace|in no hurry|without rushing|without hurrying|in "
     "your own time|"
     "take your time|unhurried"},
    {"carefully",
     "carefully|with care|cautiously|with caution|gingerly|very carefully|with great care|with extra care|attentively|"
     "safely|being careful|taking care"},
    {"gently", "gently|softly|lightly|tenderly|delicately"},
    {"firmly", "firmly|hard|strongly|with force|tightly|forcefully|hard enough|with a firm grip"},
    {"quietly",
     "quietly|silently|without a sound|without a noise|without making a noise|noiselessly|without noise|"
     "on tiptoe|without being heard|without making a sound|without making any noise"},
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
     "right up|wide|all of the way|to the stop"},
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
     "back to where you found it|back where they belong|back where they were|back in place|back to where you got it"},
    {"left", "left|to your left hand side|to the left|to your left|leftwards|on the left|to the left hand side"},
    {"right", "right|to the right|to your right|rightwards|on the right|to the right hand side"},
    {"forward", "forward|forwards|ahead|straight ahead|straight on|to the front|in front of you"},
    {"back", "back|behind|behind you|to the back|over your shoulder"},
    {"up", "up|upward|upwards|to the maximum|to maximum|to its maximum|to the highest setting|to full"},
    {"down", "down|downward|downwards|to the minimum|to minimum|to its minimum|to the lowest setting"},
    {"away", "away|out of the way|aside|to the side|to one side|out of my way"},
    {"around", "around|round|about"},
    {"clockwise", "clockwise"},
    {"anticlockwise", "anticlockwise|counterclockwise"},
    {"here", "here|over here|back here|up here|round here|down here|right here|this way"},
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
    {"nearest", "nearest|closest|near|nearby|close"},
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

constexpr Meaning kPoliteness[] = {
    {"before",
     "please|kindly|could you|can you|would you|will you|could you please|can you please|would you please|will you "
     "please|"
     "i want you to|i would like you to|i need you to|i would like that you|you should|you must|you have to|you need "
     "to|"
     "you can|you may|you will|your task is to|your job is to|"
     "go ahead and|go and|come and|run and|be so kind as to|be so good as to|make sure to|make sure you|make sure that "
     "you|"
     "be sure to|try to|just|simply|do me a favour and|do me a favor and|remember to|do not forget to|and please|"
     "start by|it would be nice if you could|would you be so kind as to|would you be able to|do you think you could|"
     "i would appreciate it if you could|if you could|perhaps you could|maybe you could|quickly go and|"
     "after that has been done|when that has been done|once that has been done|would it be possible for you to|would "
     "it be possible to|is it possible for you to|it would be great if you could|"
     "could i ask you to|can i ask you to|may i ask you to|i would be grateful if you could|do me a favour|"
     "would you do me a favour and|could you do me a favour and|your next task is to|the next thing to do is to|"
     "the first thing to do is to|the first thing to do is|the next thing to do is|what you need to do is|"
     "i need you to go and|would you go and|could you go and|please go and|you had better|you might|feel free to|"
     "hello|hi|hey|ok|okay|alright|all right|well|so|now|listen|right|excuse me|"
     "possibly|maybe|perhaps|then|i think you should|i think you had better|i suggest you|i suggest that you|"
     "you are to|you ought to|you are supposed to|you have got to|you will have to|you will need to|you will want to|"
     "i would appreciate it if you would|i would appreciate if you could|i would be glad if you could|"
     "i would be happy if you could|i would love you to|i would love it if you could|i would prefer you to|"
     "i was wondering if you could|i wonder if you could|i was hoping you could|i was hoping you would|"
     "would you like to|do you want to|why do not you|why not|any chance you could|is there any chance you could|"
     "any chance of you|can i get you to|could i get you to|can we get you to|can i trouble you to|could i trouble you "
     "to|"
     "might i ask you to|i ask you to|i am asking you to|i have to ask you to|let me ask you to|i must ask you to|"
     "we need you to|we want you to|we would like you to|i expect you to|i require you to|i am going to need you to|"
     "it is time to|time to|it is your turn to|your turn to|it is your job to|your mission is to|"
     "be careful to|take care to|see that you|see to it that you|ensure that you|ensure you|never forget to|"
     "please do not forget to|be sure and|be sure that you|be sure you|please make sure to|please make sure you|"
     "it is important to|it is important that you|it is essential that you|it is best to|you are going to|"
     "when you have a moment|when you have a minute|when you get a chance|when you have time|when you are free|"
     "if you have a moment|if you have a minute|if you get a chance|if you have time|if you do not mind|"
     "if you would be so kind|if you please|if possible|if that is possible|if it is no trouble|if you can|"
     "could you do me a favour and|can you do me a favour and|can you do me a favor and|could you do me a favor and|"
     "would you do me a favor and|would you do me the favour of|be a dear and|be a sport and|could i have you|"
     "can i have you|i would like to ask you to|i would like to have you|may i ask that you|do please|please do|do|"
     "would you kindly|will you kindly|could you kindly|can you kindly|would you mind if i asked you to|and now|"
     "for me|quick|hurry up and|come on|oh|um|er|also|additionally|furthermore|again|"
     "what i want you to do is|what i need you to do is|what you should do is|all you have to do is|you just need to|"
     "you just have to|all you need to do is|i need you to please|it would be helpful if you could|"
     "it would be good if you could|it would be kind of you to|it would help if you could|it would help me if you "
     "could|"
     "it would be nice if you would|please try to|you could|you shall|you would better|now please|your first job is to|"
     "your first task is to|your next job is to|please remember to|kindly remember to|next please|i order you to|"
     "i am telling you to|i instruct you to|you are asked to|you are required to|you are requested to|i request you to|"
     "i beg you to|let me see you"},
    {"gerund",
     "would you mind|do you mind|begin by|start by|start|begin|keep|continue|go on|carry on|how about|what about|"
     "would you be so kind as|help me by|i would appreciate you|get on with|try|consider|i suggest|help out by|"
     "you can start by|please start by|you should start by|you could start by|would you mind terribly|"
     "start off by|kick off by|let us start by|i would not mind you|be busy|feel like|fancy|resume"},
    {"after",
     "please|for me|thanks|thank you|thank you very much|many thanks|will you|would you|could you|can you|okay|ok|if "
     "you please|"
     "if you would|if you can|if possible|if you do not mind|if you would not mind|if that is ok|for us|if you could|"
     "as well|too|could you please|would you please|will you please|can you please|do you hear|all right|alright|"
     "there is a good lad|mate|my friend|when you can|when you get a chance|when you have a moment|when you have time|"
     "when you are ready|if you get a chance|if you have time|if you have a moment|if you have a minute|if it is ok|"
     "if that is all right|if you are free|would you mind|do you mind|cheers|much appreciated|thanks a lot|"
     "thank you so much|thanks in advance|as i said|and that is all|that is all|that is it|yourself|by yourself|"
     "on your own|alone|by hand|with your hands|with your hand|manually|for now|for the time being|for a start|again "
     "please|"
     "understood|got it|is that clear|this time|today|from now on|if you like|if you want|if you want to|"
     "without fail|in person|if at all possible|if you are not busy|as usual|then|instead|straight away please|"
     "i beg you|i think|i guess|i suppose|if need be|if necessary|when you have a minute"},
};

constexpr Meaning kConnectors[] = {
    {"then",
     "then|and then|and|after that|and after that|afterwards|and afterwards|next|and next|finally|and finally|"
     "subsequently|lastly|and lastly|when you are done|when done|when that is done|once that is done|once done|after "
     "which|"
     "when you have done that|once you have done that|having done that|when you are finished|then finally|"
     "and when you are done|once you are done|and once that is done|when finished|and also|also|as well as|plus|before "
     "finally|following that|following which|then after that|and then finally|to finish|and to finish|last of all|"
     "and last of all|secondly|thirdly|and then next|then next|but|yet|later|later on|and later|and as a last step|"
     "as a next step|once you have finished|once you are finished|once you are done with that|when you are done with "
     "that|"
     "once finished|when that is finished|once that is finished|after doing that|after doing so|after that is done|"
     "as soon as you are done|as soon as that is done|as soon as you have done that|as soon as you have finished|"
     "when you have finished|after you have done that|after you are done|after finishing|on completion|followed by|"
     "and once you have done that|and when you have done that|and after you have done that|from there|and from there|"
     "but first|in the end|and in the end|eventually|thereafter|and thereafter|before you finally|not only that but|"
     "and after this|after this|and so|and immediately|and straight away|and now|now"},
    {"meanwhile",
     "meanwhile|at the same time|and at the same time|and meanwhile|in the meantime|simultaneously|"
     "and simultaneously|and in the meantime|in parallel|and in parallel|while you are at it|while doing that|"
     "while you do that|while doing so|all the while|as you do that|as you do so"},
};

constexpr Meaning kGreetings[] = {
    {"hello", "hello|hi|hey|a greeting"},
    {"goodbye", "goodbye|bye"},
    {"thank you", "thanks|thank you"},
    {"sorry", "sorry"},
    {"yes", "yes"},
    {"no", "no"},
    {"good morning", "good morning"},
    {"stop", "stop"},
    {"go", "go"},
    {"ready", "ready"},
    {"help", "help"},
    {"now", "now"},
    {"done", "done"},
    {"careful", "careful|be careful"},
    {"danger", "danger"},
};

constexpr State kStates[] = {
    {"open", "open|opened|wide open|fully open|not closed|ajar", "open|open up|get opened|swing open",
     StateOf::Openable},
    {"closed", "closed|shut|fully closed|all closed", "close|shut|fall shut|get closed|get shut", StateOf::Openable},
    {"locked", "locked", "lock", StateOf::Locked},
    {"unlocked", "unlocked", "unlock", StateOf::Locked},
    {"red", "red|lit red|lit up red|glowing red", "turn red|go red|become red|get red|light up red|show red|flash red",
     StateOf::Light},
    {"green", "green|lit green|lit up green|glowing green",
     "turn green|go green|become green|get green|light up green|show green|flash green", StateOf::Light},
    {"yellow", "yellow|amber|orange|lit yellow",
     "turn yellow|go yellow|turn amber|go amber|become yellow|turn orange|go orange|show yellow", StateOf::Light},
    {"on",
     "on|lit|lit up|glowing|switched on|turned on|shining|burning|running|working|flashing|up and "
     "running|going|active|started|in operation|powered|alight|glowing again",
     "light up|come on|go on|turn on|switch on|start|glow|shine|flash|start running|start up|run", StateOf::Light},
    {"off",
     "off|out|dark|switched off|turned off|unlit|stopped|not running|shut off|shut down|powered down|at a "
     "standstill|inactive|still off",
     "go out|turn off|switch off|go off|go dark|stop running|shut down|stop", StateOf::Light},
    {"sounding", "sounding|wailing|howling|blaring", "go off|sound|start sounding|wail|howl|blare|start wailing",
     StateOf::Sound},
    {"pressed", "pressed|pushed|pushed in", "get pressed", StateOf::Control},
    {"free", "free|clear|empty|vacant|unoccupied|available|not in use|not busy|not occupied",
     "become free|get free|clear|become clear|become empty", StateOf::Anything},
    {"occupied", "occupied|taken|in use|busy|full|blocked|being used|not free|not empty", "fill up", StateOf::Anything},
    {"here", "here|back|nearby|close|near|around|with you|present|next to you|beside you|by your side|over here",
     "arrive|come|come back|return|show up|appear|get here|come here|get back|turn up|come in|walk in|"
     "come inside|come by|come along|come through the door|come near|come close|get close|come up",
     StateOf::Person},
    {"gone", "gone|away|out of sight|not there|not here|absent|missing|out of the way|far away",
     "leave|go away|disappear|go|be gone|walk away|walk off", StateOf::Person},
    {"done", "done|finished|ready|through|done with it|finished with it|set|all set|prepared",
     "finish|be done|get ready|be ready|complete|get done", StateOf::Person},
    {"moving", "moving|walking|coming|approaching|on the way|on the move|running|in motion|coming closer",
     "move|walk|approach|start moving|set off", StateOf::Person},
    {"still", "still|standing still|waiting|standing", "stop moving|stand still|stop|halt|wait|stand", StateOf::Person},
    {"sitting", "sitting|seated", "sit down|sit", StateOf::Person},
    {"waving", "waving", "wave|wave at you|wave to you|beckon|give a sign|give you a sign", StateOf::Person},
    {"visible", "visible|in sight|in view|to be seen", "come into view|come into sight", StateOf::Anything},
    {"hidden", "hidden|invisible|out of view", "hide", StateOf::Anything},
    {"there", "there|in place|in its place", "be there", StateOf::Anything},
    {"moved", "moved", "be moved", StateOf::Anything},
};

constexpr ClassWords kClassWords[] = {
    {"crate", "box|wooden box|case|chest|boxful"},
    {"carton", "box|package|parcel|packet|case"},
    {"can", "tin|pot|canister|paint can|jar|tinful"},
    {"bucket", "pail|pan"},
    {"barrel", "drum|cask"},
    {"bin", "dustbin|wastebasket|trash|basket|rubbish|garbage|wastebin|trashcan|waste"},
    {"extinguisher", "fire extinguisher"},
    {"workbench", "!bench|table|workplace|worktop|workstation"},
    {"table", "desk"},
    {"chair", "seat"},
    {"stool", "seat"},
    {"lamp", "!light"},
    {"signal_lamp", "!lamp|!light|indicator|signal|warning|bulb"},
    {"emergency_stop", "emergency|!button|mushroom"},
    {"button", "key|pushbutton"},
    {"dial", "knob|regulator"},
    {"lever", "handle|arm"},
    {"switch", "toggle"},
    {"gauge", "meter|display|instrument|manometer|reading|indicator"},
    {"valve", "wheel|handwheel|tap"},
    {"valve_body", "body"},
    {"machine", ""},
    {"hatch", "flap|door|cover|lid"},
    {"door", "gate"},
    {"door_frame", "frame|doorway|doorframe"},
    {"cabinet_door", "door"},
    {"cabinet", "cupboard|locker|closet|cabinetry|wardrobe"},
    {"drawer", ""},
    {"shelf", "rack|shelves|shelving|shelve|bookshelf"},
    {"stairs", "staircase|stair|steps|step|stairway"},
    {"ramp", "slope"},
    {"pillar", "column|post"},
    {"wall", ""},
    {"window", ""},
    {"pane", "glass"},
    {"mirror", "looking-glass"},
    {"pallet", "skid"},
    {"panel", "console|board|controls"},
    {"pipe", "tube|line"},
    {"sign", "notice|plate"},
    {"marking", "line|mark"},
    {"vice", "vise|clamp"},
    {"vice_jaw", "jaw"},
    {"hammer", "mallet"},
    {"wrench", "spanner"},
    {"screwdriver", ""},
    {"drill", ""},
    {"toolbox", "box|case"},
    {"pliers", "tongs|plier"},
    {"beam", "girder"},
    {"ceiling", "roof"},
    {"floor", "ground|room|area|place"},
    {"container", ""},
    {"tool", ""},
    {"goods", ""},
    {"equipment", ""},
    {"furniture", ""},
    {"control", ""},
    {"seat", ""},
    {"barrier", ""},
    {"fixture", ""},
    {"structure", ""},
    {"person", "human|colleague|worker|coworker|operator|workmate|mate|teammate"},
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
  for (const State& state : kStates) {
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
      "middle centre center foot whatever was were did had having being got get instead rather not been will shall "
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
std::span<const Meaning> politeness() {
  return kPoliteness;
}
std::span<const Meaning> connectors() {
  return kConnectors;
}
std::span<const Meaning> greetings() {
  return kGreetings;
}
std::span<const State> states() {
  return kStates;
}
std::span<const ClassWords> class_words() {
  return kClassWords;
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
