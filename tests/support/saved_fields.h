// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of one named field in a saved stream, for tests that change them.
#include <span>
#include <stdexcept>

#include "core/archive.h"

namespace fh::test {

inline std::span<std::byte> field_of(const core::FieldMarks& fields, std::vector<std::byte>& bytes,
                                     const std::string& path) {
  for (std::size_t i = 0; i < fields.paths.size(); ++i) {
    const std::size_t begin = i > 0 ? fields.ends[i - 1] : 0;
    if (fields.paths[i] == path) return std::span(bytes).subspan(begin, fields.ends[i] - begin);
  }
  throw std::runtime_error("no field " + path);
}

}  // namespace fh::test
