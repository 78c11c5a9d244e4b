// SPDX-License-Identifier: Apache-2.0
#include "core/hash.h"

#include <fmt/format.h>

#include <xxhash.h>

namespace fh::core {

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

std::uint64_t hash_text(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

std::string hash_string(std::uint64_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace fh::core
