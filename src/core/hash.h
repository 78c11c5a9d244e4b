// SPDX-License-Identifier: Apache-2.0
#pragma once
// xxHash (XXH3, 64 bits) behind two plain functions, and the text form used in logs and reports.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fh::core {

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);
std::uint64_t hash_text(std::string_view text, std::uint64_t seed = 0);
/// 16 lower-case hexadecimal digits.
std::string hash_string(std::uint64_t hash);

}  // namespace fh::core
