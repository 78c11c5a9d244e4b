// SPDX-License-Identifier: Apache-2.0
#include "scene/place/key_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace fh::scene {
using core::Json;
using core::JsonReader;
using math::Pose;
using math::Vec3;

namespace {

constexpr double kFarthest = 10000.0;  // metres from the origin
constexpr std::size_t kLongestName = 80;

Json reference_to(const std::string& definition) {
  return {{"$ref", "#/$defs/" + definition}};
}

Json number_schema(const char* type, const Range& range) {
  Json schema{{"type", type}};
  if (std::isfinite(range.minimum)) schema["minimum"] = json_number(range.minimum);
  if (std::isfinite(range.maximum)) schema["maximum"] = json_number(range.maximum);
  return schema;
}

Json list_schema(Json items, std::size_t count) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", count}, {"maxItems", count}};
}

Json with_default(Json schema, Json value) {
  schema["default"] = std::move(value);
  return schema;
}

bool is_required(Need need) {
  return need == Need::Required;
}

}  // namespace

Json json_number(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) <= 9007199254740992.0;
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json value_definitions() {
  return {{"name", {{"type", "string"}, {"pattern", fmt::format("^[A-Za-z0-9_.-]{{1,{}}}$", kLongestName)}}},
          {"point", list_schema(number_schema("number", {-kFarthest, kFarthest}), 3)},
          {"colour", {{"type", "string"}, {"pattern", "^#[0-9A-Fa-f]{6}$"}}},
          {"material", {{"enum", palette_names()}}}};
}

KeyReader::KeyReader(JsonReader& reader, Json* description) : reader_(&reader), description_(description) {
  if (!description_ || !description_->is_null()) return;
  *description_ = {
      {"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}};
}

void KeyReader::describe(const char* key, Json schema, const char* text, Need need) {
  if (!description_) return;
  if (*text) schema["description"] = text;
  (*description_)["properties"][key] = std::move(schema);
  Json& required = (*description_)["required"];
  if (is_required(need) && std::find(required.begin(), required.end(), key) == required.end()) required.push_back(key);
}

void KeyReader::number(const char* key, double& value, const char* text, const Range& range) {
  if (description_) describe(key, with_default(number_schema("number", range), json_number(value)), text);
  value = reader_->number(key, {.fallback = value, .minimum = range.minimum, .maximum = range.maximum});
}

std::optional<double> KeyReader::optional_number(const char* key, const char* text, const Range& range) {
  if (description_) describe(key, number_schema("number", range), text);
  return reader_->optional_number(key, {.minimum = range.minimum, .maximum = range.maximum});
}

void KeyReader::integer(const char* key, int& value, const char* text, int minimum, int maximum) {
  if (description_) {
    describe(key, with_default(number_schema("integer", {double(minimum), double(maximum)}), value), text);
  }
  value = reader_->integer(key, value, minimum, maximum);
}

void KeyReader::boolean(const char* key, bool& value, const char* text) {
  if (description_) describe(key, {{"type", "boolean"}, {"default", value}}, text);
  value = reader_->boolean(key, value);
}

void KeyReader::text(const char* key, std::string& value, const char* text, std::size_t most, Need need) {
  if (description_) {
    Json schema{{"type", "string"}};
    if (most > 0) schema["maxLength"] = most;
    if (!value.empty() && !is_required(need)) schema["default"] = value;
    describe(key, std::move(schema), text, need);
  }
  value = reader_->text(key, value, is_required(need));
  if (most == 0 || value.size() <= most) return;
  problem(key, fmt::format("is longer than {} letters", most));
  value.resize(most);
}

void KeyReader::word(const char* key, std::string& value, const std::vector<std::string>& words, const char* text,
                     Need need) {
  if (description_) {
    Json schema{{"enum", words}};
    if (!is_required(need) && !value.empty()) schema["default"] = value;
    describe(key, std::move(schema), text, need);
  }
  value = reader_->choice(key, words, value, is_required(need));
}

std::vector<double> KeyReader::numbers(const char* key, std::size_t count, const char* text, const Range& range) {
  if (description_) describe(key, list_schema(number_schema("number", range), count), text);
  return reader_->numbers(key, count);
}

std::vector<std::string> KeyReader::texts(const char* key, const char* text) {
  if (description_) describe(key, {{"type", "array"}, {"items", {{"type", "string"}}}}, text);
  return reader_->texts(key);
}

std::string KeyReader::name(const char* text) {
  if (description_) describe("name", reference_to("name"), text, Need::Required);
  std::string name = reader_->text("name", "", true);
  const bool good = std::all_of(name.begin(), name.end(),
                                [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '.'; });
  if (has("name") && (name.empty() || name.size() > kLongestName || !good)) {
    problem("name", fmt::format("must be 1 to {} letters, digits, '_', '-' or '.'", kLongestName));
    name.clear();
  }
  return name;
}

void KeyReader::position(const char* key, Vec3& value, const char* text) {
  if (description_) describe(key, reference_to("point"), text);
  const auto p = reader_->numbers(key, 3);
  if (p.empty()) return;
  for (const double c : p) {
    if (std::abs(c) <= kFarthest) continue;
    problem(key, fmt::format("lies more than {} m away: are these millimetres?", kFarthest));
    return;
  }
  value = {p[0], p[1], p[2]};
}

Pose KeyReader::standing_pose(const char* at_text, const char* yaw_text) {
  Vec3 at(0.0);
  position("at", at, at_text);
  double yaw = 0.0;
  number("yaw_deg", yaw, yaw_text, kHeadings);
  return math::standing_at(at, math::radians(yaw));
}

Pose KeyReader::free_pose() {
  Pose pose;
  position("at", pose.position, "Position, m");
  const auto angles = numbers("rotation_deg", 3, "Yaw, pitch, roll in degrees", kHeadings);
  const auto q = numbers("rotation", 4, "Unit quaternion [x, y, z, w] instead of rotation_deg");
  if (!angles.empty() && !q.empty()) problem("rotation", "give either \"rotation\" or \"rotation_deg\"");
  if (!q.empty()) {
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (std::abs(length - 1.0) < 0.01)
      pose.rotation = math::normalized({q[3], q[0], q[1], q[2]});
    else
      problem("rotation", "must be a unit quaternion [x, y, z, w]");
  }
  if (angles.empty()) return pose;
  for (const double angle : angles) {
    if (std::abs(angle) <= kHeadings.maximum) continue;
    problem("rotation_deg", "must be yaw, pitch and roll in degrees, between -3600 and 3600");
    return pose;
  }
  pose.rotation =
      math::from_yaw_pitch_roll(math::radians(angles[0]), math::radians(angles[1]), math::radians(angles[2]));
  return pose;
}

void KeyReader::colour(const char* key, std::string& value, const char* text, const char* example) {
  if (description_) describe(key, with_default(reference_to("colour"), value), text);
  const std::string colour = reader_->text(key, value);
  math::Vec3f ignored;
  if (parse_colour(colour, ignored))
    value = colour;
  else
    problem(key, fmt::format("\"{}\" is not a colour like \"{}\"", colour, example));
}

void KeyReader::finish(Finish& value, const char* text, const char* material, const char* colour) {
  static const std::vector<std::string> kNames = palette_names();
  if (description_) {
    describe(material, with_default(reference_to("material"), value.material), text);
    describe(colour, reference_to("colour"), "Another colour for it");
  }
  Finish finish;
  finish.material = reader_->choice(material, kNames, value.material);
  finish.colour = reader_->text(colour, finish.material == value.material ? value.colour : "");
  const Json* given = reader_->raw(colour);
  const bool stated = !finish.colour.empty() || (given && given->is_string());
  math::Vec3f ignored;
  if (stated && !parse_colour(finish.colour, ignored)) {
    problem(colour, fmt::format("\"{}\" is not a colour like \"#c02010\"", finish.colour));
    finish.colour.clear();
  }
  value = std::move(finish);
}

namespace {

JsonReader nothing(const JsonReader& reader, const char* key) {
  static const Json kEmpty = Json::object();
  return JsonReader(kEmpty, reader.problems(), fmt::format("{}/{}", reader.pointer(), key));
}

}  // namespace

std::optional<JsonReader> KeyReader::object(const char* key, const char* level, const char* text, Need need) {
  if (description_) describe(key, reference_to(level), text, need);
  auto found = reader_->object(key, is_required(need));
  if (!found && description_) found = nothing(*reader_, key);
  return found;
}

std::vector<JsonReader> KeyReader::objects(const char* key, const char* level, const char* text, std::size_t fewest,
                                           std::size_t most) {
  const Need need = fewest > 0 ? Need::Required : Need::Optional;
  if (description_) {
    Json schema{{"type", "array"}, {"items", reference_to(level)}};
    if (fewest > 0) schema["minItems"] = fewest;
    if (most > 0) schema["maxItems"] = most;
    describe(key, std::move(schema), text, need);
  }
  auto found = reader_->objects(key, is_required(need));
  if (found.empty() && description_) found.push_back(nothing(*reader_, key));
  return found;
}

const Json* KeyReader::raw(const char* key, Json schema, const char* text, Need need) {
  describe(key, std::move(schema), text, need);
  return reader_->raw(key);
}

}  // namespace fh::scene
