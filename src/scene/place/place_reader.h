#pragma once
// How the sections of a file that describe a place are read: shared by the readers of scenarios, parts, objects and
// models.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/json.h"
#include "scene/place/scene_builder.h"

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
  std::map<std::string, std::vector<std::string>> levels;             // keys by level: "wall", "wall.opening", …
  std::vector<std::pair<std::size_t, std::string>> origins;           // first object index of an entry, its pointer
  std::vector<std::pair<std::size_t, std::string>> wanted_parents{};  // object index, name
  std::size_t triangles = 0;

  /// Every key not asked for is a problem; what was asked for is the vocabulary of the level.
  void finish(const std::string& level, const core::JsonReader& reader);
  void begin_entry(const std::string& pointer) { origins.emplace_back(builder.scene().objects.size(), pointer); }
  /// The pointer of the entry that made an object.
  std::string origin_of(std::size_t object) const;
};

/// Sizes are in (0, 1000] m unless said otherwise.
double read_size(core::JsonReader& reader, const char* key, double fallback, double minimum = 1e-3,
                 double maximum = 1000.0);
math::Vec3 read_position(core::JsonReader& reader, const char* key, const math::Vec3& fallback = math::Vec3(0.0));
/// "at" and "yaw_deg".
math::Pose read_standing_pose(core::JsonReader& reader);
/// "at" and "rotation_deg": [yaw, pitch, roll], or "rotation": a unit quaternion [x, y, z, w].
math::Pose read_free_pose(core::JsonReader& reader);
Finish read_finish(core::JsonReader& reader, const char* material, const char* colour, const Finish& fallback);
/// Letters, digits, '_', '-' and '.', at most 80; anything else is a problem.
std::string read_name(core::JsonReader& reader, const char* key = "name");

}  // namespace fh::scene
