// SPDX-License-Identifier: Apache-2.0
#include "core/text.h"

#include <fmt/format.h>

namespace fh::core {
namespace {

/// Bytes of the UTF-8 sequence at the start of `text`; 0 when there is none (RFC 3629: no overlong forms, no
/// surrogates).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                             : (lead & 0xF0) == 0xE0        ? 3
                             : lead <= 0xF4 && lead >= 0xF0 ? 4
                                                            : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto c = static_cast<unsigned char>(character[0]);
  if (character.size() == 2 && c == 0xC2) return static_cast<unsigned char>(character[1]) < 0xA0;  // C1 controls
  return character.size() == 1 && ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F);
}

Json printable_json(const Json& json) {
  if (json.is_string()) return printable(json.get_ref<const std::string&>());
  if (json.is_array()) {
    Json list = Json::array();
    for (const auto& entry : json) list.push_back(printable_json(entry));
    return list;
  }
  if (json.is_object()) {
    Json object = Json::object();
    for (const auto& [key, value] : json.items()) object[printable(key)] = printable_json(value);
    return object;
  }
  return json;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (length == 0 || is_control(character)) {
      for (const char c : character) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      shown += character;
    }
    text.remove_prefix(character.size());
  }
  return shown;
}

std::string to_text(const Json& json, int indent) {
  try {
    return json.dump(indent);
  } catch (const Json::type_error&) {  // a string that is not UTF-8
    return printable_json(json).dump(indent);
  }
}

}  // namespace fh::core
