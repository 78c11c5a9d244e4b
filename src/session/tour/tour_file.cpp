// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/time.h"
#include "frame/measure_kind.h"
#include "session/tour/tour.h"

namespace fh::session {
namespace {

using core::JsonReader;
using math::Vec2;
using math::Vec3;

constexpr double kLongest = 24.0 * 3600.0;  // s
constexpr double kFarthest = 10000.0;       // m
constexpr double kMostDegrees = 3600.0;
constexpr double kEyeHeight = 1.62;  // m: the user's default everywhere
constexpr std::size_t kMostKeys = 100000;
constexpr std::size_t kLongestName = 80;  // letters of an agent's name, as in scenarios

struct Word {
  const char* name;
  std::uint32_t bit;
};
constexpr Word kButtonWords[] = {{"trigger", frame::kButtonTrigger},  {"squeeze", frame::kButtonSqueeze},
                                 {"primary", frame::kButtonPrimary},  {"secondary", frame::kButtonSecondary},
                                 {"stick", frame::kButtonStick},      {"menu", frame::kButtonMenu},
                                 {"trackpad", frame::kButtonTrackpad}};

std::vector<std::string> command_words() {
  std::vector<std::string> words;
  for (const auto& row : frame::kCommands) words.emplace_back(row.word);
  return words;
}

std::vector<std::string> kind_words() {
  std::vector<std::string> words;
  for (const auto& row : frame::kMeasureKinds) words.emplace_back(row.word);
  return words;
}

template <std::size_t N>
std::vector<std::string> names_of(const Word (&words)[N]) {
  std::vector<std::string> names;
  for (const auto& word : words) names.emplace_back(word.name);
  return names;
}

template <std::size_t N>
std::uint32_t bit_of(const Word (&words)[N], const std::string& name) {
  for (const auto& word : words) {
    if (name == word.name) return word.bit;
  }
  return 0;
}

bool is_far(double value) {
  return !(value >= -kFarthest && value <= kFarthest);
}

Vec2 read_vec2(JsonReader& reader, const char* key, bool required = false) {
  const auto n = reader.numbers(key, 2, required);
  if (n.empty()) return Vec2(0.0);
  if (is_far(n[0]) || is_far(n[1])) reader.problem(key, "is more than 10 km away");
  return {n[0], n[1]};
}

Vec3 read_vec3(JsonReader& reader, const char* key, bool required = false) {
  const auto n = reader.numbers(key, 3, required);
  if (n.empty()) return Vec3(0.0);
  if (is_far(n[0]) || is_far(n[1]) || is_far(n[2])) reader.problem(key, "is more than 10 km away");
  return {n[0], n[1], n[2]};
}

double read_degrees(JsonReader& reader, const char* key) {
  return math::radians(reader.number(key, {.minimum = -kMostDegrees, .maximum = kMostDegrees}));
}

double read_time(JsonReader& reader) {
  return reader.number("at", {.minimum = 0.0, .maximum = kLongest, .required = true});
}

Leg read_leg(JsonReader reader) {
  Leg leg;
  leg.to = read_vec2(reader, "to", true);
  leg.speed = reader.number("speed", {.fallback = 1.2, .minimum = 0.05, .maximum = 5.0});
  leg.wait = reader.number("wait", {.minimum = 0.0, .maximum = kLongest});
  if (reader.has("face_deg")) leg.face = read_degrees(reader, "face_deg");
  reader.finish();
  return leg;
}

HeadKey read_head_key(JsonReader reader) {
  HeadKey key;
  key.at = read_time(reader);
  if (reader.has("look_at"))
    key.look_at = read_vec3(reader, "look_at");
  else
    reader.raw("look_at");
  key.yaw = read_degrees(reader, "yaw_deg");
  key.pitch = read_degrees(reader, "pitch_deg");
  key.roll = read_degrees(reader, "roll_deg");
  key.crouch = reader.number("crouch", {.minimum = -0.3, .maximum = 1.6});
  key.lean = read_vec2(reader, "lean");
  key.tracked = reader.boolean("tracked", true);
  reader.finish();
  return key;
}

HandKey read_hand_key(JsonReader reader) {
  HandKey key;
  key.at = read_time(reader);
  if (reader.has("scene") == reader.has("body")) {
    reader.problems().add(reader.pointer(),
                          "needs exactly one of \"body\" (right, up, -forward) and \"scene\" (x, y, z)");
  }
  key.frame = reader.has("scene") ? HandFrame::Scene : HandFrame::Body;
  const Vec3 in_body = read_vec3(reader, "body"), in_scene = read_vec3(reader, "scene");
  key.position = key.frame == HandFrame::Scene ? in_scene : in_body;
  const auto turn = reader.numbers("yaw_pitch_roll_deg", 3);
  if (std::any_of(turn.begin(), turn.end(), [](double angle) { return !(std::abs(angle) <= kMostDegrees); })) {
    reader.problem("yaw_pitch_roll_deg", "must be within -3600 … 3600 degrees");
  } else if (!turn.empty()) {
    key.rotation = math::from_yaw_pitch_roll(math::radians(turn[0]), math::radians(turn[1]), math::radians(turn[2]));
  }
  key.trigger = reader.number("trigger", {.minimum = 0.0, .maximum = 1.0});
  key.squeeze = reader.number("squeeze", {.minimum = 0.0, .maximum = 1.0});
  key.curls.fill(reader.number("curl", {.minimum = 0.0, .maximum = 1.0}));
  if (const auto fingers = reader.numbers("fingers", 5); !fingers.empty()) {
    if (reader.has("curl")) reader.problem("fingers", "is there beside \"curl\": give one of the two");
    for (std::size_t f = 0; f < 5; ++f) {
      if (!(fingers[f] >= 0.0 && fingers[f] <= 1.0)) reader.problem("fingers", "must be within 0 … 1");
      key.curls[f] = math::clamp(fingers[f], 0.0, 1.0);
    }
  }
  key.stick = read_vec2(reader, "stick");
  if (std::max(std::abs(key.stick.x), std::abs(key.stick.y)) > 1.0) reader.problem("stick", "must be within -1 … 1");
  for (const auto& name : reader.texts("buttons")) {
    const std::uint32_t bit = bit_of(kButtonWords, name);
    if (bit == 0) {
      reader.problem("buttons",
                     fmt::format("\"{}\" is not a button; known: {}", name, fmt::join(names_of(kButtonWords), ", ")));
    }
    key.buttons |= bit;
  }
  key.tracked = reader.boolean("tracked", true);
  reader.finish();
  return key;
}

double read_kind(JsonReader& reader) {
  const std::string word = reader.choice("kind", kind_words(), frame::kMeasureKinds.front().word);
  for (const auto& row : frame::kMeasureKinds) {
    if (word == row.word) return static_cast<double>(row.kind);
  }
  return 0.0;
}

/// The rotation whose -Z points along the axis.
math::Quat read_axis(JsonReader& reader) {
  const Vec3 axis = read_vec3(reader, "axis");
  if (!reader.has("axis")) return math::kIdentity;
  if (!(glm::dot(axis, axis) > 1e-12)) reader.problem("axis", "has no direction");
  return math::looking_along(math::normalized_or(axis, math::kUp));
}

CommandKey read_command(JsonReader reader) {
  CommandKey key;
  key.at = read_time(reader);
  const frame::CommandRow* row = frame::find_command(reader.choice("do", command_words(), "", true));
  if (!row) return key;  // noted as a problem
  key.command.id = row->id;
  // Every key is read, so that a wrong value is told whatever the command; then, whether the command takes it.
  const auto takes = [&](std::uint16_t payload, const char* what) {
    const bool wanted = (row->payload & payload) != 0;
    if (wanted && !reader.has(what)) reader.problem("do", fmt::format("{} needs a \"{}\"", row->word, what));
    if (!wanted && reader.has(what)) reader.problem(what, fmt::format("{} takes no \"{}\"", row->word, what));
  };
  const math::Vec3 target = read_vec3(reader, "target"), by = read_vec3(reader, "by");
  key.command.pose = math::standing_at(target, read_degrees(reader, "face_deg"));
  if (row->payload & frame::kPayloadBy) key.command.pose.position = by;
  const math::Quat along = read_axis(reader);
  if (row->payload & frame::kPayloadAxis) key.command.pose.rotation = along;
  if (reader.has("object")) key.command.object = {static_cast<std::uint32_t>(reader.integer("object", 0, 1, 1 << 30))};
  key.command.number = reader.number("number", {});
  const double kind = read_kind(reader);
  if (row->payload & frame::kPayloadKind) key.command.number = kind;
  key.text = reader.text("text");
  const std::string who = reader.text("who");
  if (who.size() > kLongestName) reader.problem("who", fmt::format("is longer than {} bytes", kLongestName));
  takes(frame::kPayloadPose | frame::kPayloadPoint, "target");
  if ((row->payload & frame::kPayloadPose) == 0 && reader.has("face_deg"))
    reader.problem("face_deg", fmt::format("{} takes no \"face_deg\"", row->word));
  takes(frame::kPayloadBy, "by");
  takes(frame::kPayloadAxis, "axis");
  takes(frame::kPayloadObject, "object");
  takes(frame::kPayloadNumber, "number");
  takes(frame::kPayloadKind, "kind");
  takes(frame::kPayloadText, "text");
  takes(frame::kPayloadWho, "who");
  if (row->payload & frame::kPayloadWho) key.text = fmt::format("{}: {}", who, key.text);
  if (key.text.size() > frame::kLongestCommandText)
    reader.problem("text", fmt::format("is longer than {} bytes", frame::kLongestCommandText));
  reader.finish();
  return key;
}

FocusKey read_focus(JsonReader reader) {
  FocusKey key;
  key.at = read_time(reader);
  const std::string word = reader.choice("focus", {"idle", "visible", "focused"}, "focused", true);
  key.focus = word == "idle"      ? frame::SessionFocus::Idle
              : word == "visible" ? frame::SessionFocus::Visible
                                  : frame::SessionFocus::Focused;
  reader.finish();
  return key;
}

template <class Key, class Read>
std::vector<Key> read_keys(JsonReader& reader, const char* name, Read read) {
  std::vector<Key> keys;
  auto readers = reader.objects(name);
  if (readers.size() > kMostKeys) {
    reader.problem(name, fmt::format("has more than {} entries", kMostKeys));
    return keys;
  }
  for (auto& element : readers) {
    keys.push_back(read(element));
    if constexpr (requires(Key k) { k.at; }) {
      if (keys.size() > 1 && keys.back().at < keys[keys.size() - 2].at) {
        element.problem("at", "is earlier than the entry before; entries must be in order of time");
      }
    }
  }
  return keys;
}

/// A frame carries one text and few commands: what would be lost is a problem.
void check_texts(const std::vector<CommandKey>& commands, JsonReader& reader) {
  const auto tick_of = [](double seconds) { return core::ticks_of(seconds); };
  for (std::size_t i = 1; i < commands.size(); ++i) {
    if (tick_of(commands[i].at) != tick_of(commands[i - 1].at)) continue;
    if (!commands[i].text.empty() && !commands[i - 1].text.empty())
      return reader.problem("commands", fmt::format("two texts at {:g} s: one frame carries one; give the second a "
                                                    "later time",
                                                    commands[i].at));
    if (i >= frame::kMostCommands && tick_of(commands[i].at) == tick_of(commands[i - frame::kMostCommands].at))
      return reader.problem("commands",
                            fmt::format("more than {} commands at {:g} s", frame::kMostCommands, commands[i].at));
  }
}

}  // namespace

core::Result<Tour> parse_tour(const core::JsonFile& file) {
  core::Problems problems(file);
  JsonReader reader(file.root(), problems);
  Tour tour;
  reader.text("$schema");
  if (reader.integer("version", 1, 1, 1000) != 1) reader.problem("version", "only version 1 is known");
  tour.name = reader.text("name", "", true);
  tour.description = reader.text("description");
  tour.duration = reader.number("duration", {.minimum = 0.0, .maximum = kLongest, .required = true});
  tour.eye_height = reader.number("eye_height", {.fallback = kEyeHeight, .minimum = 0.5, .maximum = 2.3});
  if (auto start = reader.object("start", true)) {
    tour.start = read_vec2(*start, "at", true);
    tour.heading = read_degrees(*start, "face_deg");
    start->finish();
  }
  tour.path = read_keys<Leg>(reader, "path", read_leg);
  tour.head = read_keys<HeadKey>(reader, "head", read_head_key);
  tour.hands[frame::kLeft] = read_keys<HandKey>(reader, "left_hand", read_hand_key);
  tour.hands[frame::kRight] = read_keys<HandKey>(reader, "right_hand", read_hand_key);
  tour.commands = read_keys<CommandKey>(reader, "commands", read_command);
  check_texts(tour.commands, reader);
  tour.focus = read_keys<FocusKey>(reader, "focus", read_focus);
  reader.finish();
  if (!problems.empty()) return tl::make_unexpected(problems.as_error());
  return tour;
}

core::Result<Tour> load_tour(const std::filesystem::path& file) {
  const auto json = core::JsonFile::read(file);
  if (!json) return core::fail_within("tour", json.error());
  return parse_tour(*json);
}

std::vector<std::pair<std::string, std::vector<std::string>>> tour_keys() {
  return {{"tour",
           {"version", "name", "description", "duration", "eye_height", "start", "path", "head", "left_hand",
            "right_hand", "commands", "focus"}},
          {"start", {"at", "face_deg"}},
          {"leg", {"to", "speed", "wait", "face_deg"}},
          {"head_key", {"at", "look_at", "yaw_deg", "pitch_deg", "roll_deg", "crouch", "lean", "tracked"}},
          {"hand_key",
           {"at", "body", "scene", "yaw_pitch_roll_deg", "trigger", "squeeze", "curl", "fingers", "stick", "buttons",
            "tracked"}},
          {"command", {"at", "do", "target", "by", "axis", "face_deg", "object", "number", "kind", "who", "text"}},
          {"focus_key", {"at", "focus"}}};
}

}  // namespace fh::session
