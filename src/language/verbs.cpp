// SPDX-License-Identifier: Apache-2.0
#include "language/verbs.h"

#include <algorithm>

namespace fh::language {
namespace {

constexpr std::uint32_t kCarried = kNeedObject | kHands;

// Sources: the task actions of JB-73 and the processes of CA-22, CA-33, with everyday words for them.
constexpr Verb kVerbs[] = {
    {"go",
     "go|go on|go over|go across|walk|walk over|wander over|pop over|swing by|march|stride|hike|pace|move|head|head "
     "over|proceed|travel|get|step|come|come over|make your way|"
     "run ~quickly|hurry ~quickly|rush ~quickly|sprint ~quickly|jog ~quickly|race ~quickly|sneak ~quietly|"
     "tiptoe ~quietly|creep ~quietly|stroll ~slowly|drive|return +back|return|go along|go round|go around|go down|come "
     "across|come round|come around|come along|get yourself|take yourself|nip ~quickly|nip over ~quickly|dash ~quickly|"
     "dash over ~quickly|dart ~quickly|run over ~quickly|run along ~quickly|hurry over ~quickly|rush over ~quickly|"
     "trot|amble ~slowly|wander ~slowly|saunter ~slowly|step over|move over|move along|move up|walk along|walk across|"
     "walk on|walk up|pop|pop across|pop along|make yourself|get over|get back|advance|set off|go all the way|"
     "walk all the way|step up|step aside|trudge ~slowly",
     kGoal | kDirection | kAmount | kNeedDirectionOrGoal | kFrom | kWith, Wish::Any, "walks to a place"},
    {"go", "take|make", kAmount | kDirection | kNeedDirectionOrGoal, Wish::Any, "walks to a place"},
    {"go",
     "meet|join|go and see|walk over =to|get over =to|approach|reach|visit|walk up =to|go up =to|come up =to|head "
     "=for|make =for",
     kNeedObject | kObjectIsGoal, Wish::Any, "walks to a place", "at"},
    {"enter", "enter|go +in|head +inside|come +in|step +inside|go =into|walk =into|step =into|go =inside",
     kNeedObject | kObjectIsGoal | kRoute, Wish::Room, "walks into a room or area", "in"},
    {"leave",
     "leave|exit|vacate|get =out of|go =out of|walk =out of|step =out of|come =out of|"
     "move =out of|head =out of",
     kNeedObject | kObjectIsGoal | kRoute, Wish::Room, "walks out of a room or area", "outside"},
    {"climb", "climb|climb up|climb =onto|climb up =onto|go =up|walk =up|go up =onto|mount",
     kNeedObject | kObjectIsGoal, Wish::Climbable, "walks up stairs, a ramp or a platform", "on"},
    {"follow",
     "follow|walk =behind|stay =with|accompany|go along =with|tail|trail|shadow|keep up =with|come along =with|"
     "come =with|tag along =with|stick =with|walk =after|come =after",
     kNeedObject | kGoal, Wish::Person, "keeps behind somebody"},
    {"follow", "go =with|walk =with", kNeedObject, Wish::Person, "keeps behind somebody"},
    {"lead",
     "lead|lead +the_way|guide|escort|take|take +over|bring|bring +over|walk|walk +over|show|show +the_way|show "
     "+over|show +how_to_get|show +how_to_find_the_way|take +round|take +around|walk +back|"
     "bring +back|see|lead +over|lead +the_way_over|"
     "conduct|usher|direct",
     kNeedObject | kNeedGoal, Wish::Person, "walks ahead of somebody to a place"},
    {"search",
     "look =for|search =for|find|have a look =for|try to find|go looking =for|keep looking =for|track "
     "+down|spot|discover|seek|locate|hunt =for|look +around =for|seek +out|look out =for",
     kNeedObject | kGoal, Wish::Any, "looks for something or somebody until it is seen"},
    {"search", "search|comb|look through|scour|check|search through|have a look through",
     kNeedObject | kNeedAbout | kObjectIsGoal, Wish::Thing, "looks for something or somebody until it is seen", "in"},
    {"search", "look|have a look|check|hunt|look around|take a look|go and look", kNeedGoal | kNeedAbout, Wish::Thing,
     "looks for something or somebody until it is seen"},
    {"hide",
     "hide|hide somewhere|hide anywhere|conceal yourself|take cover|hide yourself|get out of sight|stay hidden|remain "
     "hidden|keep hidden|stay out "
     "of "
     "sight|keep out of sight",
     kGoal | kFrom, Wish::Any, "goes where others cannot see it"},
    {"chase",
     "chase|chase =after|pursue|run =after|go =after|catch|catch up =with|tag|hunt +down|chase +down|run +down|dash "
     "=after|sprint =after",
     kNeedObject | kGoal, Wish::Person, "runs after somebody"},
    {"flee",
     "flee =from|flee|run away =from|run =from|escape =from|escape|get away =from|keep away =from|"
     "stay away =from|move away =from|avoid|keep clear =of|stay clear =of|keep your distance =from|steer clear "
     "=of|back away =from|"
     "keep well away =from|keep back =from|stay back =from|back off =from|keep out of the way =of|get out of the way "
     "=of|"
     "stay out of the way =of|dodge|evade|stay well clear =of|keep well clear =of|stay well away =from|get well away "
     "=from|make way =for|stand clear =of",
     kNeedObject, Wish::Any, "keeps away from somebody or something"},
    {"flee", "flee|run away|escape|get away|run for it", kNothing, Wish::Any, "keeps away from somebody or something"},
    {"wait",
     "wait|stay|stay put|remain|hold on|hang on|stand by|stand still|keep still|stay still|pause|hold still|rest|stay "
     "where you are|wait where you are|hold your position|stay in place|stay in position|"
     "linger|hang around|stand around|stay around|take a break|do nothing|keep waiting|stop and wait|"
     "keep standing|remain where you are|remain standing|sit tight|hang about|bide your time|wait around|stay right "
     "where "
     "you are|stay right there|wait right there|wait right here|stop where you are|do not move from there",
     kGoal | kAbout | kWith | kDirection, Wish::Any, "stays where it is, or goes there and stays"},
    {"wait", "meet", kNeedObject | kNeedGoal, Wish::Person, "stays where it is, or goes there and stays"},
    {"wait", "await|wait up =for", kNeedObject, Wish::Any, "stays where it is, or goes there and stays"},
    {"queue",
     "queue|queue up|line up|get in line|stand in line|wait in line|join the queue|join the line|wait your turn|"
     "get in the queue|stand in the queue",
     kGoal | kAbout, Wish::Any, "waits behind those who are there"},
    {"look_at",
     "look =at|look =towards|look over =at|look out =of|look out =through|peer into|"
     "look in on|watch|observe|inspect|examine|check|check =on|view|gaze =at|"
     "glance =at|stare =at|keep an eye =on|have a look =at|take a look =at|have a good look =at|take a good look "
     "=at|have a close look =at|take a close look =at|"
     "take a closer look =at|have a quick look =at|take a quick look =at|stand facing|stand and face|"
     "keep your eyes =on|read|face|"
     "keep watching|keep looking =at|check out|turn to face|turn and face|look over =to|look up =at|"
     "look down =at|look across =at|look back =at|study|monitor|watch over|keep watch =over|take a glance =at|"
     "have a glance =at|take a peek =at|peek =at|peer =at|turn your eyes =to|turn your head =to|turn your head "
     "=towards|"
     "focus =on|supervise|survey|keep your eye =on|cast an eye =over|run your eyes =over|have a peek =at|keep tabs =on|"
     "keep a watch =on|keep watch =on|keep a close eye =on|keep an eye out =for|take a good look =at|take another look "
     "=at|have another look =at|scan",
     kNeedObject, Wish::Any, "turns its eyes to something or somebody"},
    {"look_around", "look around|look round|look about|have a look around|take a look around|look|glance",
     kDirection | kGoal, Wish::Any, "looks about, or to one side"},
    {"listen", "listen =to|listen =for|listen out =for", kNeedObject, Wish::Any, "stands still and listens"},
    {"listen", "listen", kNothing, Wish::Any, "stands still and listens"},
    {"point_at",
     "point =at|point =to|point =towards|point +out|indicate|point your finger =at|show|gesture =at|gesture "
     "=to|gesture =towards|"
     "single +out",
     kNeedObject | kRecipient, Wish::Any, "points with an arm at something or somebody"},
    {"pick_up",
     "pick +up|take|take +up|grab|grasp|lift|lift +up|collect|get|seize|raise|"
     "gather +up|gather|pick|pick +out|snatch|retrieve|scoop +up|get hold =of|lay hands =on|hoist|heave|obtain|"
     "take +with_you|take +along|grab +up",
     kCarried | kFrom | kWith, Wish::Movable, "goes to a thing and takes it into a hand"},
    {"put",
     "put|place|set|lay|put +down|set +down|lay +down|place +down|stack|leave|deposit|insert|stow|position|rest|"
     "drop|drop +off|put +back|return|throw|stick|store|load|park|throw +away|put +away|pop|slip|chuck|fling|plonk|"
     "plonk +down|sling|bung|balance|pack|push +back|prop|prop +up|lay +out|set +out|leave +behind|hang|"
     "stand|lean|slot|tuck|stash|pile|shelve|tip|dump|drop +in|get|toss|arrange",
     kCarried | kNeedGoal | kFrom | kWith, Wish::Movable, "puts a thing somewhere"},
    {"put", "put +back|return|take +back|put +away|tidy +away|tidy +up|stow +away", kCarried | kDirection | kGoal,
     Wish::Movable, "puts a thing somewhere"},
    {"put_down",
     "put +down|set +down|lay +down|let go =of|release|drop|let +go|place +down|unhand|lower|put +aside|set +aside|put "
     "+on_the_floor",
     kCarried, Wish::Movable, "lets go of what it holds"},
    {"carry",
     "carry|carry +over|carry +across|move|move +over|transport|haul|take|take +over|take +back|transfer|"
     "shift|relocate|cart|lug|hump|take +along|carry +along",
     kCarried | kNeedGoal | kFrom | kWith, Wish::Movable, "takes a thing along to a place"},
    {"bring",
     "bring|bring +over|fetch|get|carry|take|bring +back|bring +along|grab|find|collect|retrieve|nip and get|run and "
     "get|pop and get|take +over|carry +over|bring "
     "+round|bring +out|"
     "run +over|reach",
     kCarried | kNeedRecipient | kFrom | kWith, Wish::Movable, "gets a thing and takes it to a person or place"},
    {"bring", "bring|bring +over|fetch|bring +back", kCarried | kGoal | kFrom | kDirection | kWith, Wish::Movable,
     "gets a thing and takes it to a person or place"},
    {"hand_over",
     "give|give +back|hand|hand +over|hold +out|pass|pass +over|pass +along|pass +on|pass +back|offer|deliver|hand "
     "+back|hand "
     "+on|"
     "return|lend|present|supply|give +over",
     kCarried | kNeedRecipient | kWith, Wish::Movable, "gives a thing into a person's hand"},
    {"take_over", "take|take +over|receive|accept|get|get +back|collect|fetch|grab", kCarried | kNeedFromPerson,
     Wish::Movable, "takes a thing out of a person's hand"},
    {"carry_together", "carry|lift|lift +up|move|bring|take|haul|transport|carry together|lift together|pick +up",
     kCarried | kNeedWithPerson | kGoal, Wish::Movable, "carries a thing together with somebody"},
    {"help", "help|assist|help +out|give a hand|lend a hand|give +a_hand|lend +a_hand|support|aid",
     kNeedObject | kHelps, Wish::Person, "does something together with somebody"},
    {"open",
     "open|open +up|try|try to open|pull +open|push +open|swing +open|unfold|open +wide|slide +open|ease "
     "+open|unlatch|undo|turn "
     "+open|crack +open|throw +open",
     kCarried | kAmount | kWith, Wish::Openable, "opens a door, hatch, drawer, valve or box"},
    {"close",
     "close|close +up|shut|pull +shut|push +shut|push +closed|pull +closed|push +to|close +off|shut +off|slam "
     "+shut|slam|slide +shut|swing +shut|swing +closed|turn +shut|screw +shut|seal|latch|bring +shut",
     kCarried | kAmount | kWith, Wish::Openable, "closes a door, hatch, drawer, valve or box"},
    {"open", "turn +on", kCarried | kAmount | kWith, Wish::Valve, "opens a door, hatch, drawer, valve or box"},
    {"close", "turn +off", kCarried | kAmount | kWith, Wish::Valve, "closes a door, hatch, drawer, valve or box"},
    {"press",
     "press|push|hit|tap|press +down|push +in|push +down|press =on|push =on|activate|punch|press and hold|push and "
     "hold|hold +down|press and hold +down|keep pressing|keep "
     "+pressed|depress|trigger|actuate|operate|use|work|click|give a press|strike|"
     "slap|smack|bang|engage|jab|poke|thump|bash|knock|give +a_press|give +a_push|give +a_tap",
     kCarried | kAmount | kWith, Wish::Pressable, "presses a button"},
    {"turn",
     "turn|turn +round|turn +around|rotate|twist|spin|set|adjust|dial|crank|move|pull|push|flip|flip "
     "+over|throw|wind|shift|swivel|tweak|change|switch|switch +over|operate|"
     "work|use|ease",
     kCarried | kAmount | kDirection | kWith, Wish::Turnable, "turns a valve, dial, lever or switch"},
    {"turn_to", "turn|rotate|spin|turn yourself", kDirection | kAmount | kGoal | kNeedDirectionOrGoal, Wish::Any,
     "turns on the spot"},
    {"switch_on",
     "turn +on|switch +on|put +on|power +up|power +on|start|start +up|activate|light|light +up|enable|flick +on|fire "
     "+up|boot +up|"
     "get +going|get +running|set +going|run|put +into_operation",
     kCarried | kWith, Wish::Switchable, "puts a lamp, switch, machine or tool on"},
    {"switch_off",
     "turn +off|switch +off|shut +off|shut +down|power +down|power +off|stop|deactivate|disable|put +out|"
     "switch +out|turn +out|flick +off|kill|cut|extinguish|cut +off|bring +to_a_stop|bring +to_a_halt|halt|power +off",
     kCarried | kWith, Wish::Switchable, "puts a lamp, switch, machine or tool off"},
    {"ratchet",
     "ratchet|tighten|tighten +up|loosen ~backwards|slacken ~backwards|undo ~backwards|ratchet +up|screw +down|screw "
     "+tight",
     kCarried | kAmount | kDirection | kWith, Wish::Thing, "turns to and fro with a tool"},
    {"attach", "attach|fix|fasten|mount|connect|bolt|screw|clamp|hook|secure|fit|hang +up|hang",
     kCarried | kNeedGoal | kWith, Wish::Movable, "fixes a thing to another"},
    {"remove",
     "remove|take +off|detach|take +out|take +away|unscrew|disconnect|clear +away|pull +out|pull +off|take +down|"
     "lift +off|dismount|unmount|get rid =of|clear|get +out|get +down",
     kCarried | kFrom | kWith, Wish::Movable, "takes a thing away from where it is"},
    {"push", "push|push +over|push +along|shove|slide|roll|nudge",
     kCarried | kGoal | kDirection | kAmount | kFrom | kWith, Wish::Pushable, "moves a thing by pushing it"},
    {"push", "move|shift|get", kCarried | kDirection | kNeedDirectionOrGoal, Wish::Pushable,
     "moves a thing by pushing it"},
    {"pull", "pull|pull +over|drag|drag +over|tug|tow|pull =on|draw",
     kCarried | kGoal | kDirection | kAmount | kFrom | kWith, Wish::Pushable, "moves a thing by pulling it"},
    {"hold",
     "hold|hold on =to|hold onto|take hold =of|grab hold =of|keep holding|keep hold =of|grip|hold +up|hang on =to",
     kCarried | kGoal | kWith, Wish::Thing, "keeps a hand on a thing"},
    {"touch",
     "touch|feel|reach =for|reach|put your hand =on|put a hand =on|lay a hand =on|lay your hand =on|"
     "reach out =for",
     kCarried | kWith, Wish::Thing, "puts a hand on a thing"},
    {"sit",
     "sit|sit +down|take a seat|have a seat|seat yourself|sit yourself +down|be seated|"
     "get seated|settle down|sit back down|park yourself|grab a seat|find a seat|find yourself a seat|take your seat|"
     "grab a chair|take a chair|pull up a chair",
     kGoal, Wish::Any, "sits down on a seat"},
    {"sit",
     "sit =on|sit down =on|take a seat =on|have a seat =on|sit =in|sit down =in|settle =on|settle down =on|sit "
     "yourself down =on|seat yourself =on|sit back down =on|"
     "park yourself =on|occupy|use",
     kNeedObject | kObjectIsGoal, Wish::Seat, "sits down on a seat", "on"},
    {"stand",
     "stand|stand +up|get up|rise|straighten up|get back up|stand back up|go and stand|come and stand|get on your "
     "feet|get to your feet|stand upright|position yourself|place "
     "yourself|station yourself|take up position|take up a position|take position",
     kGoal | kDirection, Wish::Any, "stands up, or stands at a place"},
    {"kneel",
     "kneel|kneel +down|get on your knees|get down on your knees|go down on your knees|drop to your knees|"
     "go on your knees|take a knee|get onto your knees|kneel yourself +down|drop down on your knees",
     kGoal, Wish::Any, "kneels down"},
    {"crouch",
     "crouch|crouch +down|squat|squat +down|duck|duck +down|bend +down|get down|stoop|stoop +down|"
     "hunker down|get low|keep low|stay low|bend your knees|keep your head down|crouch low|bend",
     kGoal, Wish::Any, "bends its knees to be low"},
    {"wave",
     "wave =at|wave =to|greet|wave hello =to|wave goodbye =to|wave your hand =at|wave your hand =to|"
     "give a wave =to|beckon =to|beckon|wave goodbye|wave back =at|wave back =to|wave over =to|wave across =to|give a "
     "wave =at|"
     "give +a_wave|signal =to|wave a hand =at|wave a hand =to|wave your arm =at|wave your arms =at",
     kNeedObject, Wish::Person, "waves an arm"},
    {"wave",
     "wave|wave back|wave your hand|wave a hand|wave your arm|wave your arms|give a wave|wave hello|wave goodbye",
     kNothing, Wish::Any, "waves an arm"},
    {"say",
     "say|shout ~loudly|call +out|announce|whisper ~quietly|report|call|speak|tell|yell ~loudly|let know|mention|"
     "inform|notify|warn|alert|remind|state|reply|answer|respond|declare|remark|exclaim|cry +out",
     kNeedText | kRecipient, Wish::Any, "says something"},
    {"say",
     "tell|inform|notify|warn|alert|let know|call|call =to|shout =to ~loudly|report =to|report back =to|give +a_shout|"
     "give +a_call|let +know",
     kNeedObject, Wish::Person, "says something"},
    {"ask", "ask|request|question|beg|enquire|inquire|order", kRecipient | kNeedText | kAbout, Wish::Any,
     "asks somebody for or about something"},
    {"shake_hands",
     "shake hands =with|shake the hand =of|shake hand =with|shake a hand =with|shake your hand =with|"
     "offer your hand =to|give your hand =to|reach out your hand =to|exchange a handshake =with",
     kNeedObject | kHands, Wish::Person, "shakes somebody's hand"},
    {"wander",
     "wander around|wander about|wander|walk around|walk about|stroll around|patrol|roam|roam around|move around|"
     "explore",
     kGoal, Wish::Any, "walks about"},
    {"wander", "patrol|explore|roam|wander =around|walk =around in", kNeedObject | kObjectIsGoal, Wish::Room,
     "walks about", "in"},
    {"lock", "lock|lock +up|padlock", kCarried | kWith, Wish::Openable, "locks a door, hatch or drawer"},
    {"unlock", "unlock|unbolt", kCarried | kWith, Wish::Openable, "unlocks a door, hatch or drawer"},
    {"answer", "(a question)", kQuestion, Wish::Any, "answers from what it believes"},
    {"stop",
     "stop what you are doing|drop what you are doing|leave what you are doing|stop doing that|drop everything|"
     "stop it|stop that|stop working|stand down|enough|that is enough|that will do|hold everything|stop right there|"
     "stop at once|cut it out|stop now|put everything down and stop|"
     "knock it off|leave off|pack it in|give it a rest|that is enough for now|stop all that|leave it at that|drop what "
     "you have got going|"
     "stop|halt|freeze|stop moving|come to a stop|come to a halt|stop +there|stop everything|cancel|abort",
     kDirection | kGoal, Wish::Any, "stops what it does"},
    {"stop", "stop|quit|cease", kGerund, Wish::Any, "stops what it does"},
    {"resume",
     "continue|carry on|resume|resume your work|continue your work|carry on with your work|continue with your work|"
     "go back to work|get back to work|go on with your work|return to your work|never mind|forget it|forget that|"
     "go on|keep going|as you were|back to work|carry on working|go on working|keep working|forget about it|forget "
     "about that|"
     "scratch that|ignore that|never mind that|cancel that|disregard that|forget what i said|ignore what i said|"
     "never mind what i said|continue working|resume work|resume working|continue what you were doing|"
     "carry on with what you were doing|go back to what you were doing|get on with your work|cancel my last "
     "instruction",
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
      std::replace(form.particle.begin(), form.particle.end(), '_', ' ');
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

const VerbForm* plain_form(std::string_view verb, std::string_view head) {
  for (const VerbForm& form : verb_forms()) {
    const bool plain = form.head.size() == 1 && form.particle.empty() && form.preposition.empty();
    if (form.verb->name == verb && plain && (head.empty() || form.head[0] == head)) return &form;
  }
  return nullptr;
}

}  // namespace fh::language
