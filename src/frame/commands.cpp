// SPDX-License-Identifier: Apache-2.0
#include "frame/commands.h"

#include <algorithm>

namespace fh::frame {

const Command* CommandList::find(CommandId id) const {
  const Command* found = std::find_if(begin(), end(), [&](const Command& command) { return command.id == id; });
  return found == end() ? nullptr : found;
}

bool CommandList::add(const Command& command, std::string_view its_text) {
  const bool text_fits = its_text.empty() || (text_bytes == 0 && its_text.size() <= text.size());
  if (count == items.size() || !text_fits) return false;
  items[count++] = command;
  if (!its_text.empty()) {
    text_bytes = static_cast<std::uint32_t>(its_text.size());
    std::copy(its_text.begin(), its_text.end(), text.begin());
  }
  return true;
}

}  // namespace fh::frame
