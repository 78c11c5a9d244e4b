// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files that are nearly right: mutations that know the structure of a format, so that they get past the first check of
// a reader. Pure: the same generator gives the same file.
#include <string>

#include "core/rng.h"

namespace fh::test {

/// JSON: values of other kinds, hostile numbers, keys left out, renamed or doubled, elements repeated, deep nesting.
std::string mutate_json(const std::string& text, core::Rng& rng);
/// Lines of words (BVH, OBJ, PLY, STL, IFC, DAE, FBX as text): numbers, words and lines replaced, moved, repeated.
std::string mutate_words(const std::string& text, core::Rng& rng);
/// A .glb: its JSON or its binary, in chunks that fit again – mostly.
std::string mutate_glb(const std::string& bytes, core::Rng& rng);
/// A PNG: fields of its header, whole chunks, compressed data, with right checksums – mostly.
std::string mutate_png(const std::string& bytes, core::Rng& rng);
/// Any bytes.
std::string mutate_bytes(std::string bytes, core::Rng& rng);

/// A picture of `width` x `height` grey pixels as PNG.
std::string small_png(std::uint32_t width, std::uint32_t height);
std::string base64(const std::string& bytes);

}  // namespace fh::test
