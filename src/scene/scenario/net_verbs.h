// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the nodes of action nets can do, as one table: errands and waiting, the behaviours of behaviours.h that have a
// list of keys, and what runs other nets.
#include <string>
#include <vector>

#include "scene/scenario/nets.h"

namespace fh::scene {

const std::vector<NetVerbKind>& net_verbs();
std::vector<std::string> net_verb_words();
/// "`go`: to `at`, …; `reach`: …"
std::string net_verbs_in_words();

/// Whether nodes of this kind know a key, and whether they need it.
enum class KeyUse { Unknown, Optional, Needed };
KeyUse use_of(const NetVerbKind& kind, const std::string& key);
/// Every key that some kind of node knows.
std::vector<std::string> net_verb_keys();
/// "For `go`, `wait`: …", for a key of nodes.
std::string for_verbs(const std::string& key, const char* text);

}  // namespace fh::scene
