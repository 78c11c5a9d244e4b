// SPDX-License-Identifier: Apache-2.0
#include "frame/tick_clock.h"

#include <algorithm>
#include <utility>

namespace fh::frame {

void CommandHold::add(const CommandList& commands) {
  for (const Command& command : commands) {
    const CommandRow* row = find_command(command.id);
    const bool has_text = row && (row->payload & kPayloadText);
    waiting_.push_back({command, has_text ? std::string(commands.text_view()) : std::string()});
  }
}

void CommandHold::release(std::uint32_t ticks, CommandList& commands) {
  bool full = false;
  std::erase_if(waiting_, [&](const Waiting& waiting) {
    const CommandRow* row = find_command(waiting.command.id);
    if (full || !(ticks > 0 || (row && row->between_ticks))) return false;
    full = !commands.add(waiting.command, waiting.text);
    return !full;
  });
}

}  // namespace fh::frame
