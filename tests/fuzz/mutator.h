// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files that are nearly right: mutations that know the structure of a format, so that they get past the first check of
// a reader. Pure: the same generator gives the same file.
#include <string>

#include "core/rng.h"

namespace fh::test {

/// JSON: values of other kinds, hostile numbers, keys left out, renamed or doubled, elements repeated, deep nesting.
std::string mutate_json(const std::string& text, core::Rng& rng);
/// Scenarios and tours: half of the changes are made as the JSON Schema of the format says, so that every key of it
/// comes up, with values inside and at the ends of its range and with the names of the file itself.
std::string mutate_scenario(const std::string& text, core::Rng& rng);
std::string mutate_tour(const std::string& text, core::Rng& rng);
/// What is said to agents: words left out, moved, repeated and replaced by others that they know.
std::string mutate_sentence(const std::string& text, core::Rng& rng);
/// Lines of words (BVH, OBJ, PLY, STL, IFC, DAE, FBX as text): numbers, words and lines replaced, moved, repeated.
std::string mutate_words(const std::string& text, core::Rng& rng);
/// A .glb: its JSON or its binary, in chunks that fit again – mostly.
std::string mutate_glb(const std::string& bytes, core::Rng& rng);
/// A PNG: fields of its header, whole chunks, compressed data, with right checksums – mostly.
std::string mutate_png(const std::string& bytes, core::Rng& rng);
/// A body prior: sizes, weights and radii that are no numbers or too large, cut and longer files.
std::string mutate_prior(const std::string& bytes, core::Rng& rng);
/// Any bytes.
std::string mutate_bytes(std::string bytes, core::Rng& rng);

/// A picture of `width` x `height` grey pixels as PNG.
std::string small_png(std::uint32_t width, std::uint32_t height);
/// A body prior of the smallest width.
std::string small_prior();
std::string base64(const std::string& bytes);

}  // namespace fh::test
