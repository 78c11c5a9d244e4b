// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the sections of a file that describe a place are read: shared by the readers of scenarios, parts, objects and
// models.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/files.h"
#include "scene/place/key_reader.h"

namespace fh::scene {

/// Most parts plus objects plus models of one scenario, and most triangles: a bound on memory for hostile files.
inline constexpr std::size_t kMostEntries = 10000;
inline constexpr std::size_t kMostTriangles = 20'000'000;

struct PlaceReader {
  SceneBuilder& builder;
  core::Problems& problems;
  std::filesystem::path folder;  // relative file names start here
  std::vector<std::string> warnings;
  std::uint64_t hash = 0;                                             // of the text and the files read so far
  std::map<std::string, core::Json>* schema = nullptr;                // by level, where the keys are to be described
  std::vector<std::pair<std::size_t, std::string>> origins{};         // first object index of an entry, its pointer
  std::vector<std::pair<std::size_t, std::string>> wanted_parents{};  // object index, name
  std::size_t triangles = 0;
  core::Outside outside = core::Outside::Refused;  // of the files it names
  std::vector<NamedFile> files{};                  // read so far

  /// The keys of one level of the file: "wall", "wall.opening", …
  KeyReader keys(core::JsonReader& reader, const char* level) const {
    return KeyReader(reader, schema ? &(*schema)[level] : nullptr);
  }
  void begin_entry(const std::string& pointer) { origins.emplace_back(builder.scene().objects.size(), pointer); }
  /// The pointer of the entry that made an object.
  std::string origin_of(std::size_t object) const;
};

}  // namespace fh::scene
