#include "scene/place/place_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace fh::scene {
using core::JsonReader;
using math::Pose;
using math::Vec3;

namespace {

constexpr double kFarthest = 10000.0;  // metres from the origin

}  // namespace

void PlaceReader::finish(const std::string& level, const JsonReader& reader) {
  reader.finish();
  auto& keys = levels[level];
  if (keys.empty()) {
    keys = reader.known();
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  }
}

std::string PlaceReader::origin_of(std::size_t object) const {
  std::string pointer;
  for (const auto& [first, at] : origins) {
    if (first <= object) pointer = at;
  }
  return pointer;
}

double read_size(JsonReader& reader, const char* key, double fallback, double minimum, double maximum) {
  return reader.number(key, {.fallback = fallback, .minimum = minimum, .maximum = maximum});
}

Vec3 read_position(JsonReader& reader, const char* key, const Vec3& fallback) {
  const auto p = reader.numbers(key, 3);
  if (p.empty()) return fallback;
  for (const double c : p) {
    if (std::abs(c) <= kFarthest) continue;
    reader.problem(key, fmt::format("lies more than {} m away: are these millimetres?", kFarthest));
    return fallback;
  }
  return {p[0], p[1], p[2]};
}

Pose read_standing_pose(JsonReader& reader) {
  const Vec3 at = read_position(reader, "at");
  const double yaw = reader.number("yaw_deg", {.minimum = -3600.0, .maximum = 3600.0});
  return math::standing_at(at, math::radians(yaw));
}

Pose read_free_pose(JsonReader& reader) {
  Pose pose;
  pose.position = read_position(reader, "at");
  const auto angles = reader.numbers("rotation_deg", 3);
  const auto q = reader.numbers("rotation", 4);
  if (!angles.empty() && !q.empty()) reader.problem("rotation", "give either \"rotation\" or \"rotation_deg\"");
  if (!q.empty()) {
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (std::abs(length - 1.0) < 0.01)
      pose.rotation = math::normalized({q[3], q[0], q[1], q[2]});
    else
      reader.problem("rotation", "must be a unit quaternion [x, y, z, w]");
  }
  if (angles.empty()) return pose;
  for (const double angle : angles) {
    if (std::abs(angle) <= 3600.0) continue;
    reader.problem("rotation_deg", "must be yaw, pitch and roll in degrees, between -3600 and 3600");
    return pose;
  }
  pose.rotation =
      math::from_yaw_pitch_roll(math::radians(angles[0]), math::radians(angles[1]), math::radians(angles[2]));
  return pose;
}

Finish read_finish(JsonReader& reader, const char* material, const char* colour, const Finish& fallback) {
  static const std::vector<std::string> kNames = palette_names();
  Finish finish;
  finish.material = reader.choice(material, kNames, fallback.material);
  finish.colour = reader.text(colour, finish.material == fallback.material ? fallback.colour : "");
  math::Vec3f ignored;
  if (!finish.colour.empty() && !parse_colour(finish.colour, ignored)) {
    reader.problem(colour, fmt::format("\"{}\" is not a colour like \"#c02010\"", finish.colour));
    finish.colour.clear();
  }
  return finish;
}

std::string read_name(JsonReader& reader, const char* key) {
  std::string name = reader.text(key, "", true);
  const bool good = std::all_of(name.begin(), name.end(),
                                [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '.'; });
  if (reader.has(key) && (name.empty() || name.size() > 80 || !good)) {
    reader.problem(key, "must be 1 to 80 letters, digits, '_', '-' or '.'");
    name.clear();
  }
  return name;
}

}  // namespace fh::scene
