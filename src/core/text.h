// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text of unknown origin (file names, quoted file content, names in models) made safe to show.
#include <string>
#include <string_view>

#include "core/json.h"

namespace fh::core {

/// The same text where it is UTF-8 without control characters; each other byte as \xNN. Newlines and tabs stay.
std::string printable(std::string_view text);

/// JSON as text. Never throws: strings that are not UTF-8 are written as printable() shows them.
std::string to_text(const Json& json, int indent = -1);

}  // namespace fh::core
