// SPDX-License-Identifier: Apache-2.0
#include "mutator.h"

#include <array>
#include <cstring>
#include <vector>

#include "core/json.h"

namespace fh::test {
namespace {

using core::Json;
using core::Rng;

const std::vector<std::string> kWords = {
    "-1", "0",      "1e308",      "-1e308", "nan",      "inf",   "4294967295",
    "-0", "1e-320", "2147483648", "65536",  "0.5",      "\"\"",  "18446744073709551616",
    "{",  "}",      "[",          "/*",     "\xff\xfe", "../..", "999999999999999999999"};
const std::vector<double> kNumbers = {-1.0,         0.0,    -0.0,   1e308,  -1e308, 4294967295.0,
                                      2147483648.0, 1e-320, 0.5,    1e6,    -1e6,   65536.,
                                      3.0,          1e9,    -0.001, 179.99, 90.0,   9007199254740993.0};

std::uint32_t below(Rng& rng, std::size_t count) {
  return rng.below(static_cast<std::uint32_t>(count));
}

template <class T>
const T& any_of(const std::vector<T>& list, Rng& rng) {
  return list[below(rng, list.size())];
}

/// Every value of a tree with its holder, so that one can be chosen evenly.
void gather(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (value.is_structured()) {
    for (auto& element : value) gather(element, all);
  }
}

Json odd_value(Rng& rng) {
  switch (below(rng, 9)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return "";
    case 3:
      return std::string(1 + below(rng, 200), 'x');
    case 4:
      return Json::array();
    case 5:
      return Json::object();
    case 6:
      return Json::array({0, 1, 2});
    case 7:
      return -1 - static_cast<int>(below(rng, 1000));
    default:
      return any_of(kNumbers, rng);
  }
}

void change_number(Json& value, Rng& rng) {
  const double now = value.get<double>();
  switch (below(rng, 4)) {
    case 0:
      value = any_of(kNumbers, rng);
      break;
    case 1:
      value = -now;
      break;
    case 2:
      value = value.is_number_integer() ? Json(value.get<std::int64_t>() + static_cast<int>(below(rng, 5)) - 2)
                                        : Json(now * 1.01);
      break;
    default:
      value = now * (1 << below(rng, 12));
      break;
  }
}

void change_object(Json& value, Rng& rng, const Json& other) {
  if (value.empty()) return void(value["name"] = other);
  auto at = value.begin();
  std::advance(at, below(rng, value.size()));
  const std::string key = at.key();
  switch (below(rng, 5)) {
    case 0:
      value.erase(key);
      break;
    case 1:
      value[key] = other;
      break;
    case 2:
      value[key + "x"] = value[key];
      break;
    case 3:
      value[key] = odd_value(rng);
      break;
    default: {
      auto second = value.begin();
      std::advance(second, below(rng, value.size()));
      const Json kept = value[key];
      value[key] = *second;
      value[second.key()] = kept;
    }
  }
}

void change_array(Json& value, Rng& rng, const Json& other) {
  if (value.empty()) return value.push_back(other);
  const std::size_t at = below(rng, value.size());
  switch (below(rng, 5)) {
    case 0:
      value.erase(at);
      break;
    case 1:
      value.push_back(Json(value[at]));
      break;
    case 2:
      value[at] = other;
      break;
    case 3:
      std::swap(value[at], value[below(rng, value.size())]);
      break;
    default:
      for (std::uint32_t i = below(rng, 200); i > 0; --i) value.push_back(Json(value[at]));
  }
}

void change_tree(Json& root, Rng& rng) {
  std::vector<Json*> all;
  gather(root, all);
  Json& value = *any_of(all, rng);
  const Json other = *any_of(all, rng);  // a copy: from anywhere in the file
  if (below(rng, 12) == 0) {
    value = odd_value(rng);
  } else if (value.is_number()) {
    change_number(value, rng);
  } else if (value.is_object()) {
    change_object(value, rng, other);
  } else if (value.is_array()) {
    change_array(value, rng, other);
  } else if (value.is_string()) {
    const auto text = value.get<std::string>();
    const std::array<std::string, 6> texts = {
        "",           text + text, text.substr(0, text.size() / 2),
        "../" + text, "user",      other.is_string() ? other.get<std::string>() : "floor"};
    value = texts[below(rng, texts.size())];
  } else {
    value = odd_value(rng);
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

/// A word of a line, up to blanks and the signs of the formats.
void change_word(std::string& line, Rng& rng) {
  if (line.empty()) return;
  constexpr const char* kEnds = " \t,;()<>=\"'/{}";
  const std::size_t from = line.find_first_not_of(kEnds, below(rng, line.size()));
  if (from == std::string::npos) return;
  const std::size_t end = std::min(line.find_first_of(kEnds, from), line.size());
  line.replace(from, end - from, any_of(kWords, rng));
}

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  std::uint32_t word;
  std::memcpy(&word, bytes.data() + at, 4);
  return word;
}

std::string little(std::uint32_t word) {
  return {reinterpret_cast<const char*>(&word), 4};
}

std::string big(std::uint32_t word) {
  return {static_cast<char>(word >> 24), static_cast<char>(word >> 16), static_cast<char>(word >> 8),
          static_cast<char>(word)};
}

std::uint32_t crc_of(const std::string& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? 0xedb88320 ^ crc >> 1 : crc >> 1;
  }
  return ~crc;
}

std::string png_chunk(const std::string& kind, const std::string& data) {
  return big(static_cast<std::uint32_t>(data.size())) + kind + data + big(crc_of(kind + data));
}

/// Raw deflate blocks: nothing is compressed.
std::string zlib_of(const std::string& data) {
  std::uint32_t a = 1, b = 0;
  for (const char c : data) {
    a = (a + static_cast<unsigned char>(c)) % 65521;
    b = (b + a) % 65521;
  }
  const auto size = static_cast<std::uint16_t>(data.size());
  const auto not_size = static_cast<std::uint16_t>(~size);
  std::string out = "\x78\x01\x01";
  for (const std::uint16_t half : {size, not_size})
    out += {static_cast<char>(half & 255), static_cast<char>(half >> 8)};
  return out + data + big(b << 16 | a);
}

}  // namespace

std::string mutate_bytes(std::string bytes, Rng& rng) {
  for (std::uint32_t i = 1 + below(rng, 4); i > 0 && !bytes.empty(); --i) {
    const std::size_t at = below(rng, bytes.size());
    switch (below(rng, 6)) {
      case 0:
        bytes[at] = static_cast<char>(below(rng, 256));
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1u << below(rng, 8)));
        break;
      case 2:
        bytes.erase(at, 1 + below(rng, 16));
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(rng, bytes.size()), 1 + below(rng, 64)));
        break;
      case 4:
        bytes.insert(at, any_of(kWords, rng));
        break;
      default:
        if (below(rng, 8) == 0) bytes.resize(at);
    }
  }
  return bytes;
}

std::string mutate_json(const std::string& text, Rng& rng) {
  Json root = Json::parse(text, nullptr, false, true);
  if (root.is_discarded()) return mutate_bytes(text, rng);
  for (std::uint32_t i = 1 + below(rng, 3); i > 0; --i) change_tree(root, rng);
  std::string out = root.dump(below(rng, 2) == 0 ? -1 : 1, ' ', false, Json::error_handler_t::replace);
  if (below(rng, 40) == 0) out = std::string(1 + below(rng, 5000), '[') + out;
  return below(rng, 20) == 0 ? mutate_bytes(std::move(out), rng) : out;
}

std::string mutate_words(const std::string& text, Rng& rng) {
  std::vector<std::string> lines = lines_of(text);
  for (std::uint32_t i = 1 + below(rng, 3); i > 0 && !lines.empty(); --i) {
    const std::size_t at = below(rng, lines.size());
    const auto where = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(rng, 8)) {
      case 0:
        lines.erase(where);
        break;
      case 1:
        lines.insert(where, std::string(lines[below(rng, lines.size())]));
        break;
      case 2:
        std::swap(lines[at], lines[below(rng, lines.size())]);
        break;
      case 3:
        if (below(rng, 6) == 0) lines.resize(at);
        break;
      default:
        change_word(lines[at], rng);
    }
  }
  std::string out;
  for (const auto& line : lines) out += line + "\n";
  return below(rng, 20) == 0 ? mutate_bytes(std::move(out), rng) : out;
}

std::string mutate_sentence(const std::string& text, Rng& rng) {
  static const std::vector<std::string> kSaid = {
      "door",  "shelf",  "user",    "o",      "lid",   "not",      "then", "until",  "before",   "if",
      "while", "behind", "between", "and",    "or",    "it",       "them", "every",  "all",      "3",
      "-1",    "1e308",  "left",    "metres", "twice", "\"stop\"", "wait", "go",     "take",     "follow",
      "tell",  "look",   "open",    ",",      ".",     ":",        "who",  "that",   "\xff\xfe", "the",
      "B",     "me",     "stop",    "three",  "when",  "ask",      "say",  "second", "as",       "soon"};
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ' ')
      words.emplace_back();
    else
      words.back() += c;
  }
  for (std::uint32_t i = 1 + below(rng, 5); i > 0 && !words.empty(); --i) {
    const std::size_t at = below(rng, words.size());
    const auto where = words.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(rng, 5)) {
      case 0:
        words.erase(where);
        break;
      case 1:
        std::swap(words[at], words[below(rng, words.size())]);
        break;
      case 2:
        words[at] = any_of(kSaid, rng);
        break;
      case 3:
        words.insert(where, below(rng, 10), std::string(words[below(rng, words.size())]));
        break;
      default:
        words.insert(where, any_of(kSaid, rng));
    }
  }
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return below(rng, 20) == 0 ? mutate_bytes(std::move(out), rng) : out;
}

std::string mutate_glb(const std::string& bytes, Rng& rng) {
  if (bytes.size() < 28 || below(rng, 10) == 0) return mutate_bytes(bytes, rng);
  const std::size_t json_size = word_at(bytes, 12);
  std::string json = bytes.substr(20, json_size),
              binary = bytes.size() > 28 + json_size ? bytes.substr(28 + json_size) : "";
  if (below(rng, 4) != 0)
    json = mutate_json(json, rng);
  else if (!binary.empty())
    binary = mutate_bytes(binary, rng);
  json.resize((json.size() + 3) / 4 * 4, ' ');
  binary.resize((binary.size() + 3) / 4 * 4, '\0');
  const auto size = [&](std::size_t true_size) {
    return little(below(rng, 25) == 0 ? below(rng, 1u << 31) : static_cast<std::uint32_t>(true_size));
  };
  std::string body = size(json.size()) + "JSON" + json;
  if (!binary.empty()) body += size(binary.size()) + std::string("BIN\0", 4) + binary;
  return bytes.substr(0, 8) + size(12 + body.size()) + body;
}

std::string mutate_png(const std::string& bytes, Rng& rng) {
  if (bytes.size() < 33 || below(rng, 8) == 0) return mutate_bytes(bytes, rng);
  std::string out = bytes.substr(0, 8);
  const std::uint32_t chosen = below(rng, 3);
  std::uint32_t index = 0;
  for (std::size_t at = 8; at + 12 <= bytes.size(); ++index) {
    const auto* raw = reinterpret_cast<const unsigned char*>(bytes.data() + at);
    const std::uint32_t size = std::uint32_t{raw[0]} << 24 | raw[1] << 16 | raw[2] << 8 | raw[3];
    if (size > bytes.size() - at - 12) break;
    std::string kind = bytes.substr(at + 4, 4), data = bytes.substr(at + 8, size);
    at += 12 + size;
    if (index == chosen) {
      if (kind == "IHDR" && below(rng, 2) == 0)
        data.replace(4 * below(rng, 2), 4, big(std::array{0u, 1u, 65535u, 0x7fffffffu, 0x10000u, 9u}[below(rng, 6)]));
      else if (below(rng, 5) == 0)
        out += png_chunk(kind, data);  // twice
      else
        data = mutate_bytes(data, rng);
      if (below(rng, 12) == 0) continue;  // left out
    }
    out += png_chunk(kind, data);
  }
  return out;
}

std::string small_png(std::uint32_t width, std::uint32_t height) {
  std::string rows;
  for (std::uint32_t y = 0; y < height; ++y)
    rows += std::string(1, '\0') + std::string(3 * width, static_cast<char>(40 * y));
  return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", big(width) + big(height) + std::string("\x08\x02\0\0\0", 5)) +
         png_chunk("IDAT", zlib_of(rows)) + png_chunk("IEND", "");
}

std::string base64(const std::string& in) {
  static const char* const kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < in.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t c = 0; c < 3; ++c)
      word = word << 8 | (i + c < in.size() ? static_cast<unsigned char>(in[i + c]) : 0u);
    for (std::size_t c = 0; c < 4; ++c) out += i + c > in.size() ? '=' : kDigits[word >> (18 - 6 * c) & 63];
  }
  return out;
}

}  // namespace fh::test
