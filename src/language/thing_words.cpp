// SPDX-License-Identifier: Apache-2.0
// States of things and people, and everyday nouns for the classes of things.
#include "language/vocabulary.h"

namespace fh::language {
namespace {

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
     "come inside|come by|come along|come through the door|come near|come close|get close|come up|come out|emerge|"
     "step out|walk out|join you|reach you|catch up|catch up with you|come over|walk up",
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
    {"floor", "ground|room|area|place|building|premises"},
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

}  // namespace

std::span<const State> states() {
  return kStates;
}
std::span<const ClassWords> class_words() {
  return kClassWords;
}

}  // namespace fh::language
