// SPDX-License-Identifier: Apache-2.0
#include "scene/import/ply_header.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace fh::scene {
namespace {

constexpr std::size_t kLongestHeader = 1 << 20;  // bytes

struct Element {
  std::string name;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  // at least, of one
};

std::uint64_t bytes_of_type(const std::string& type) {
  if (type == "short" || type == "ushort" || type == "int16" || type == "uint16") return 2;
  if (type == "int" || type == "uint" || type == "float" || type == "int32" || type == "uint32" || type == "float32")
    return 4;
  if (type == "double" || type == "float64") return 8;
  return 1;
}

/// A text holds each value as a digit and what parts it from the next; a list may be empty but has its length.
std::uint64_t bytes_of_property(std::istringstream& words, bool as_text) {
  std::string type;
  words >> type;
  if (type == "list") words >> type;
  return as_text ? 2 : bytes_of_type(type);
}

core::Result<> check_elements(const std::vector<Element>& elements, std::uint64_t room, const std::string& file) {
  for (const Element& element : elements) {
    const std::uint64_t each = std::max<std::uint64_t>(1, element.bytes);
    if (element.count > room / each) {
      return core::fail(
          "{}: its header announces {} elements \"{}\" of at least {} bytes each, and only {} bytes are left for them: "
          "the file is damaged or cut",
          file, element.count, element.name, each, room);
    }
    room -= element.count * each;
  }
  return {};
}

}  // namespace

core::Result<> check_ply_header(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string start(kLongestHeader, '\0');
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  std::replace(start.begin(), start.end(), '\r', '\n');
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  std::istringstream lines(start);
  std::vector<Element> elements;
  bool as_text = true, ended = false;
  for (std::string line, word; std::getline(lines, line);) {
    std::istringstream words(line);
    word.clear();
    words >> word;
    if (ended = word == "end_header"; ended) break;
    if (word == "format") {
      words >> word;
      as_text = word == "ascii";
    } else if (word == "element") {
      Element element;
      words >> element.name >> word;
      const auto [end, wrong] = std::from_chars(word.data(), word.data() + word.size(), element.count);
      // More than 64 bits hold; what is no number at all is left to Assimp.
      if (wrong == std::errc::result_out_of_range) element.count = std::numeric_limits<std::uint64_t>::max();
      elements.push_back(std::move(element));
    } else if (word == "property" && !elements.empty()) {
      elements.back().bytes += bytes_of_property(words, as_text);
    }
  }
  if (!ended)
    return core::fail("{}: its header has no end (\"end_header\"): the file is damaged or cut", file.string());
  const std::uint64_t header = lines.good() ? static_cast<std::uint64_t>(lines.tellg()) : start.size();
  return check_elements(elements, size - std::min(header, size) + 1, file.string());  // the last line may lack its end
}

}  // namespace fh::scene
