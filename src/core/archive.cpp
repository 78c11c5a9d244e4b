// SPDX-License-Identifier: Apache-2.0
#include "core/archive.h"

#include <fmt/format.h>

namespace fh::core {

void Archive::read_block(void* data, std::size_t element_size, std::size_t count, Describe describe) {
  const std::size_t size = element_size * count;
  auto* bytes = static_cast<std::byte*>(data);
  if (size > bytes_left()) {
    reject();
    return;
  }
  const std::byte* stored = in_.data() + position_;
  position_ += size;
  if (size == 0) return;
  if (mode_ == Mode::Load) {
    std::memcpy(bytes, stored, size);
    return;
  }
  if (std::memcmp(bytes, stored, size) == 0) return;
  std::size_t index = 0;
  while (std::memcmp(bytes + index * element_size, stored + index * element_size, element_size) == 0) ++index;
  if (count > 1) push_index(index);
  const std::size_t offset = index * element_size;
  differs(describe(bytes + offset), describe(stored + offset));
}

bool Archive::read_count(std::uint64_t& count, std::size_t smallest_element) {
  std::uint64_t stored = 0;
  if (sizeof(stored) > bytes_left()) {
    reject();
    return false;
  }
  std::memcpy(&stored, in_.data() + position_, sizeof(stored));
  position_ += sizeof(stored);
  if (mode_ == Mode::Compare) {
    if (count == stored) return true;
    path_ += ".size";
    differs(std::to_string(count), std::to_string(stored));
    return false;
  }
  if (stored > bytes_left() / smallest_element) {
    reject();
    return false;
  }
  count = stored;
  return true;
}

void Archive::differs(std::string mine, std::string other) {
  difference_ = FieldDifference{path_, std::move(mine), std::move(other)};
  going_ = false;
}

void Archive::value_of(std::string& value) {
  std::uint64_t count = value.size();
  if (!count_of(count, 1)) return;
  if (mode_ == Mode::Load) value.resize(static_cast<std::size_t>(count));
  block(value.data(), 1, value.size(), describer<char>());
}

void Archive::push_name(const char* name) {
  if (!path_.empty() && *name != '\0') path_ += '.';
  path_ += name;
}

void Archive::push_index(std::size_t index) {
  path_ += fmt::format("[{}]", index);
}

std::string Archive::describe_number(double value) {
  return fmt::format("{}", value);
}

std::string Archive::describe_doubles(const std::byte* bytes, std::size_t size) {
  std::string text = "(";
  for (std::size_t i = 0; i + sizeof(double) <= size; i += sizeof(double)) {
    double value;
    std::memcpy(&value, bytes + i, sizeof(value));
    if (i > 0) text += ", ";
    text += describe_number(value);
  }
  return text + ")";
}

}  // namespace fh::core
