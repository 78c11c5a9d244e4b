// SPDX-License-Identifier: Apache-2.0
#include "scene/scenario/net_verbs.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace fh::scene {
namespace {

std::vector<NetVerbKind> make_verbs() {
  std::vector<NetVerbKind> all = {
      {"go", "to `at`, or to the object `to` where it is believed to be; stays for `seconds`", kLegs, true, true,
       "at? to? where? and? yaw_deg? within? seconds? look_at? reach? speed?", NetVerb::Go, Behaviour::Errands},
      {"reach", "puts a hand on the object `reach` from where it stands", kNoPart, true, true,
       "reach look_at? seconds?", NetVerb::Reach, Behaviour::Errands},
      {"take", "goes to the object `take`, looks at it and takes it into a hand", kLegs | kHand | kGaze, true, true,
       "take", NetVerb::Deed, Behaviour::Errands},
      {"put", "puts the object `put`, which it holds, on `on`", kLegs | kHand | kGaze, true, true,
       "put on beside? side?", NetVerb::Deed, Behaviour::Errands},
      {"operate", "goes to the object `operate` and brings it into `state` by hand", kLegs | kHand | kGaze, true, true,
       "operate state? share? by_deg?", NetVerb::Deed, Behaviour::Errands},
      {"wait", "for `seconds`, looking at `look_at`", kNoPart, true, false, "seconds? look_at?", NetVerb::Wait,
       Behaviour::Errands}};
  for (std::size_t i = 0; i < std::size(kBehaviours); ++i) {
    const BehaviourKind& kind = kBehaviours[i];
    if (kind.keys == kNotInNets) continue;
    all.push_back({kind.word, kind.text, kind.parts, kind.ends == Ends::Done || kind.ends == Ends::Either,
                   kind.ends == Ends::Failed || kind.ends == Ends::Either, kind.keys, NetVerb::Act,
                   static_cast<Behaviour>(i)});
  }
  all.push_back(
      {"net", "runs the net `net`, and ends as it does", kNoPart, true, true, "net", NetVerb::Net, Behaviour::Stand});
  all.push_back({"parallel", "runs the nets `branches` side by side", kNoPart, true, true, "branches? join?",
                 NetVerb::Parallel, Behaviour::Stand});
  all.push_back({"end", "ends the net", kNoPart, false, false, "result?", NetVerb::End, Behaviour::Stand});
  return all;
}

std::vector<std::string> words_of(const char* keys) {
  std::vector<std::string> words;
  std::istringstream in(keys);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

}  // namespace

const std::vector<NetVerbKind>& net_verbs() {
  static const std::vector<NetVerbKind> kVerbs = make_verbs();
  return kVerbs;
}

const NetVerbKind& kind_of(const NetNode& node) {
  return net_verbs()[static_cast<std::size_t>(node.kind)];
}

std::vector<std::string> net_verb_words() {
  std::vector<std::string> words;
  for (const auto& kind : net_verbs()) words.emplace_back(kind.word);
  return words;
}

std::string net_verbs_in_words() {
  std::vector<std::string> texts;
  for (const auto& kind : net_verbs()) texts.push_back(fmt::format("`{}`: {}", kind.word, kind.text));
  return fmt::format("{}", fmt::join(texts, "; "));
}

KeyUse use_of(const NetVerbKind& kind, const std::string& key) {
  for (const std::string& word : words_of(kind.keys)) {
    if (word == key) return KeyUse::Needed;
    if (word == key + "?") return KeyUse::Optional;
  }
  return KeyUse::Unknown;
}

std::vector<std::string> net_verb_keys() {
  std::vector<std::string> all;
  for (const auto& kind : net_verbs()) {
    for (std::string key : words_of(kind.keys)) {
      if (key.back() == '?') key.pop_back();
      if (std::find(all.begin(), all.end(), key) == all.end()) all.push_back(std::move(key));
    }
  }
  return all;
}

std::string for_verbs(const std::string& key, const char* text) {
  std::vector<std::string> words;
  for (const auto& kind : net_verbs()) {
    if (use_of(kind, key) != KeyUse::Unknown) words.emplace_back(kind.word);
  }
  return fmt::format("For `{}`: {}", fmt::join(words, "`, `"), text);
}

}  // namespace fh::scene
