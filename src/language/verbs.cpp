// SPDX-License-Identifier: Apache-2.0
#include "language/verbs.h"

#include <algorithm>

namespace fh::language {
namespace {

constexpr std::uint32_t kCarried = kNeedObject | kHands;

// Sources: the task actions of JB-73 and the processes of CA-22, CA-33, with everyday words for them.
constexpr Verb kVerbs[] = {
    {"go",
     "go|go on|go over|walk|walk over|move|head|head over|proceed|travel|get|step|come|come over|make your way|"
     "run ~quickly|hurry ~quickly|rush ~quickly|sprint ~quickly|jog ~quickly|race ~quickly|sneak ~quietly|"
     "tiptoe ~quietly|creep ~quietly|stroll ~slowly|drive|return +back|return",
     kGoal | kDirection | kAmount | kNeedDirectionOrGoal | kFrom | kWith, Wish::Any, "walks to a place"},
    {"go", "take|make", kAmount | kDirection | kNeedDirectionOrGoal, Wish::Any, "walks to a place"},
    {"go",
     "meet|join|go and see|walk over =to|get over =to|approach|reach|visit|walk up =to|go up =to|come up =to|head "
     "=for|make =for",
     kNeedObject | kObjectIsGoal, Wish::Any, "walks to a place", "at"},
    {"enter", "enter|go +in|come +in|step +inside|go =into|walk =into|step =into|go =inside",
     kNeedObject | kObjectIsGoal, Wish::Room, "walks into a room or area", "in"},
    {"leave", "leave|exit|get =out of|go =out of|walk =out of|step =out of|come =out of", kNeedObject | kObjectIsGoal,
     Wish::Room, "walks out of a room or area", "outside"},
    {"climb", "climb|climb up|climb =onto|climb up =onto|go =up|walk =up|go up =onto|mount",
     kNeedObject | kObjectIsGoal, Wish::Climbable, "walks up stairs, a ramp or a platform", "on"},
    {"follow", "follow|walk =behind|stay =with|accompany|go along =with|tail|trail|keep up =with|come along =with",
     kNeedObject | kGoal, Wish::Person, "keeps behind somebody"},
    {"lead", "lead|guide|escort|take|bring|walk|show|conduct|usher", kNeedObject | kNeedGoal, Wish::Person,
     "walks ahead of somebody to a place"},
    {"search", "look =for|search =for|find|seek|locate|hunt =for|look +around =for|seek +out|look out =for",
     kNeedObject | kGoal, Wish::Any, "looks for something or somebody until it is seen"},
    {"search", "search|comb|look through|scour|check", kNeedObject | kNeedAbout | kObjectIsGoal, Wish::Thing,
     "looks for something or somebody until it is seen", "in"},
    {"hide", "hide|conceal yourself|take cover|hide yourself|get out of sight", kGoal | kFrom, Wish::Any,
     "goes where others cannot see it"},
    {"chase", "chase|chase =after|pursue|run =after|go =after|catch|catch up =with|tag|hunt +down|chase +down",
     kNeedObject | kGoal, Wish::Person, "runs after somebody"},
    {"flee",
     "flee =from|flee|run away =from|run =from|escape =from|escape|get away =from|keep away =from|"
     "stay away =from|move away =from|avoid|keep clear =of|stay clear =of|keep your distance =from",
     kNeedObject, Wish::Any, "keeps away from somebody or something"},
    {"flee", "flee|run away|escape|get away", kNothing, Wish::Any, "keeps away from somebody or something"},
    {"wait",
     "wait|stay|stay put|remain|hold on|hang on|stand by|stand still|keep still|stay still|pause|hold still|rest|stay "
     "where you are|wait where you are",
     kGoal | kAbout | kWith | kDirection, Wish::Any, "stays where it is, or goes there and stays"},
    {"wait", "await|wait up =for", kNeedObject, Wish::Any, "stays where it is, or goes there and stays"},
    {"queue",
     "queue|queue up|line up|get in line|stand in line|wait in line|join the queue|join the line|wait your turn|"
     "get in the queue|stand in the queue",
     kGoal | kAbout, Wish::Any, "waits behind those who are there"},
    {"look_at",
     "look =at|look =towards|look over =at|watch|observe|inspect|examine|check|check =on|view|gaze =at|"
     "glance =at|stare =at|keep an eye =on|have a look =at|take a look =at|keep your eyes =on|read|face|"
     "keep watching|keep looking =at|check out|turn to face|turn and face",
     kNeedObject, Wish::Any, "turns its eyes to something or somebody"},
    {"look_around", "look around|look round|look about|have a look around|take a look around|look|glance",
     kDirection | kGoal, Wish::Any, "looks about, or to one side"},
    {"listen", "listen =to|listen =for|listen out =for", kNeedObject, Wish::Any, "stands still and listens"},
    {"listen", "listen", kNothing, Wish::Any, "stands still and listens"},
    {"point_at", "point =at|point =to|point =towards|point +out|indicate|point your finger =at|show",
     kNeedObject | kRecipient, Wish::Any, "points with an arm at something or somebody"},
    {"pick_up",
     "pick +up|take|take +up|grab|grasp|lift|lift +up|collect|get|seize|raise|"
     "gather +up|pick|snatch|retrieve|scoop +up",
     kCarried | kFrom | kWith, Wish::Movable, "goes to a thing and takes it into a hand"},
    {"put",
     "put|place|set|lay|put +down|set +down|lay +down|place +down|stack|leave|deposit|insert|stow|position|rest|"
     "drop|drop +off|put +back|return|throw|stick|store|load|park|throw +away|put +away",
     kCarried | kNeedGoal | kFrom | kWith, Wish::Movable, "puts a thing somewhere"},
    {"put_down", "put +down|set +down|lay +down|let go =of|release|drop|let +go|place +down|unhand", kCarried,
     Wish::Movable, "lets go of what it holds"},
    {"carry", "carry|carry +over|move|transport|haul|take|take +over|transfer|shift|relocate|cart|lug",
     kCarried | kNeedGoal | kFrom | kWith, Wish::Movable, "takes a thing along to a place"},
    {"bring", "bring|bring +over|fetch|get|carry|take|bring +back|bring +along|grab|find",
     kCarried | kNeedRecipient | kFrom | kWith, Wish::Movable, "gets a thing and takes it to a person or place"},
    {"bring", "bring|bring +over|fetch|bring +back", kCarried | kGoal | kFrom | kDirection | kWith, Wish::Movable,
     "gets a thing and takes it to a person or place"},
    {"hand_over", "give|give +back|hand|hand +over|pass|pass +over|offer|deliver|hand +back|return",
     kCarried | kNeedRecipient | kWith, Wish::Movable, "gives a thing into a person's hand"},
    {"take_over", "take|take +over|receive|accept|get|collect|fetch|grab", kCarried | kNeedFromPerson, Wish::Movable,
     "takes a thing out of a person's hand"},
    {"carry_together", "carry|lift|lift +up|move|bring|take|haul|transport|carry together|lift together|pick +up",
     kCarried | kNeedWithPerson | kGoal, Wish::Movable, "carries a thing together with somebody"},
    {"help", "help|assist|help +out|give a hand|lend a hand", kNeedObject | kHelps, Wish::Person,
     "does something together with somebody"},
    {"open", "open|open +up|pull +open|push +open|swing +open|unfold", kCarried | kAmount | kWith, Wish::Openable,
     "opens a door, hatch, drawer, valve or box"},
    {"close", "close|close +up|shut|pull +shut|push +shut|push +closed|pull +closed|push +to|close +off|shut +off",
     kCarried | kAmount | kWith, Wish::Openable, "closes a door, hatch, drawer, valve or box"},
    {"press", "press|push|hit|tap|press +down|push +in|push +down|press =on|push =on|activate",
     kCarried | kAmount | kWith, Wish::Pressable, "presses a button"},
    {"turn", "turn|turn +round|turn +around|rotate|twist|spin|set|adjust|dial|crank|move|pull|push|flip|throw|wind",
     kCarried | kAmount | kDirection | kWith, Wish::Turnable, "turns a valve, dial, lever or switch"},
    {"turn_to", "turn|rotate|spin|turn yourself", kDirection | kAmount | kGoal | kNeedDirectionOrGoal, Wish::Any,
     "turns on the spot"},
    {"switch_on",
     "turn +on|switch +on|put +on|power +up|power +on|start|start +up|activate|light|light +up|enable|flick +on",
     kCarried | kWith, Wish::Switchable, "puts a lamp, switch, machine or tool on"},
    {"switch_off",
     "turn +off|switch +off|shut +off|shut +down|power +down|power +off|stop|deactivate|disable|put +out|"
     "switch +out|turn +out|flick +off",
     kCarried | kWith, Wish::Switchable, "puts a lamp, switch, machine or tool off"},
    {"ratchet", "ratchet|tighten|loosen ~backwards|ratchet +up", kCarried | kAmount | kDirection | kWith, Wish::Thing,
     "turns to and fro with a tool"},
    {"attach", "attach|fix|fasten|mount|connect|bolt|screw|clamp|hook|secure|fit|hang +up|hang",
     kCarried | kNeedGoal | kWith, Wish::Movable, "fixes a thing to another"},
    {"remove",
     "remove|take +off|detach|take +out|take +away|unscrew|disconnect|clear +away|pull +out|pull +off|take +down|"
     "lift +off|dismount|unmount|get rid =of|clear",
     kCarried | kFrom | kWith, Wish::Movable, "takes a thing away from where it is"},
    {"push", "push|shove|slide|roll|push +over", kCarried | kGoal | kDirection | kAmount | kFrom | kWith,
     Wish::Pushable, "moves a thing by pushing it"},
    {"pull", "pull|drag|tug|tow|pull =on", kCarried | kGoal | kDirection | kAmount | kFrom | kWith, Wish::Pushable,
     "moves a thing by pulling it"},
    {"hold",
     "hold|hold on =to|hold onto|take hold =of|grab hold =of|keep holding|keep hold =of|grip|hold +up|hang on =to",
     kCarried | kGoal | kWith, Wish::Thing, "keeps a hand on a thing"},
    {"touch",
     "touch|feel|reach =for|reach|put your hand =on|put a hand =on|lay a hand =on|lay your hand =on|"
     "reach out =for",
     kCarried | kWith, Wish::Thing, "puts a hand on a thing"},
    {"sit", "sit|sit +down|take a seat|have a seat|seat yourself|sit yourself +down|be seated", kGoal, Wish::Any,
     "sits down on a seat"},
    {"sit", "sit =on|sit down =on|take a seat =on|have a seat =on|sit =in|sit down =in", kNeedObject | kObjectIsGoal,
     Wish::Seat, "sits down on a seat", "on"},
    {"stand",
     "stand|stand +up|get up|rise|get on your feet|get to your feet|stand upright|position yourself|place "
     "yourself|station yourself|take up position|take up a position|take position",
     kGoal | kDirection, Wish::Any, "stands up, or stands at a place"},
    {"kneel", "kneel|kneel +down|get on your knees|get down on your knees|go down on your knees", kGoal, Wish::Any,
     "kneels down"},
    {"crouch", "crouch|crouch +down|squat|squat +down|duck|duck +down|bend +down|get down|stoop", kGoal, Wish::Any,
     "bends its knees to be low"},
    {"wave",
     "wave =at|wave =to|greet|wave hello =to|wave goodbye =to|wave your hand =at|wave your hand =to|"
     "give a wave =to|beckon =to|beckon",
     kNeedObject, Wish::Person, "waves an arm"},
    {"wave", "wave|wave your hand|wave your arm|give a wave", kNothing, Wish::Any, "waves an arm"},
    {"say",
     "say|shout ~loudly|call +out|announce|whisper ~quietly|report|call|speak|tell|yell ~loudly|let know|mention",
     kNeedText | kRecipient, Wish::Any, "says something"},
    {"ask", "ask|request|question|beg", kRecipient | kNeedText | kAbout, Wish::Any,
     "asks somebody for or about something"},
    {"shake_hands", "shake hands =with|shake the hand =of|shake hand =with|shake a hand =with", kNeedObject | kHands,
     Wish::Person, "shakes somebody's hand"},
    {"wander",
     "wander around|wander about|wander|walk around|walk about|stroll around|patrol|roam|roam around|move around|"
     "explore",
     kGoal, Wish::Any, "walks about"},
    {"wander", "patrol|explore|roam|wander =around|walk =around in", kNeedObject | kObjectIsGoal, Wish::Room,
     "walks about", "in"},
    {"stop",
     "stop what you are doing|drop what you are doing|leave what you are doing|stop doing that|drop everything|"
     "stop|halt|freeze|stop moving|come to a stop|come to a halt|stop +there|stop everything|cancel|abort",
     kDirection | kGoal, Wish::Any, "stops what it does"},
    {"stop", "stop|quit|cease", kGerund, Wish::Any, "stops what it does"},
    {"resume",
     "continue|carry on|resume|resume your work|continue your work|carry on with your work|continue with your work|"
     "go back to work|get back to work|go on with your work|return to your work|never mind|forget it|forget that",
     kNothing, Wish::Any, "goes on with its own work"},
};

std::vector<std::string> split(std::string_view text, char mark) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(mark, begin), text.size());
    if (end > begin) pieces.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return pieces;
}

VerbForm read_form(const Verb& verb, std::string_view text) {
  VerbForm form{&verb, {}, {}, {}, {}};
  bool in_preposition = false;
  for (const std::string& piece : split(text, ' ')) {
    if (piece[0] == '+') {
      form.particle = piece.substr(1);
    } else if (piece[0] == '~') {
      form.manner = piece.substr(1);
    } else if (piece[0] == '=' || in_preposition) {
      form.preposition.push_back(piece[0] == '=' ? piece.substr(1) : piece);
      in_preposition = true;
    } else {
      form.head.push_back(piece);
    }
  }
  return form;
}

}  // namespace

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : kVerbs) {
    if (std::find(names.begin(), names.end(), verb.name) == names.end()) names.emplace_back(verb.name);
  }
  return names;
}

bool uses_hand(const Verb& verb) {
  const std::string_view name = verb.name;
  return (verb.takes & kHands) != 0 || name == "point_at" || name == "wave";
}

const std::vector<VerbForm>& verb_forms() {
  static const std::vector<VerbForm> forms = [] {
    std::vector<VerbForm> all;
    for (const Verb& verb : kVerbs) {
      for (const std::string& text : split(verb.forms, '|')) all.push_back(read_form(verb, text));
    }
    return all;
  }();
  return forms;
}

}  // namespace fh::language
