// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstring>

#include "core/files.h"
#include "core/rng.h"
#include "frame/measure_kind.h"
#include "session/tour/tour_driver.h"

using namespace fh;
using Catch::Matchers::ContainsSubstring;

namespace {

core::Result<session::Tour> parse(const std::string& text) {
  const auto file = core::JsonFile::parse(text, "tour.json");
  if (!file) return tl::make_unexpected(file.error());
  return session::parse_tour(*file);
}

const char* kWalk = R"({"name": "w", "duration": 20, "eye_height": 1.6, "start": {"at": [1, 2], "face_deg": 90},
  "path": [{"to": [1, -3], "speed": 1.25, "wait": 2, "face_deg": 0}, {"to": [4, -3], "speed": 1}],
  "head": [{"at": 0}, {"at": 1, "look_at": [1, 1.6, -10]}, {"at": 2}],
  "right_hand": [{"at": 0, "body": [0.2, 1.0, -0.3]}, {"at": 2, "scene": [1, 1.2, 0], "trigger": 1, "buttons": ["trigger"]},
                 {"at": 3, "body": [0.2, 1.0, -0.3], "tracked": false}],
  "commands": [{"at": 1, "do": "teleport", "target": [1, 0, 1]}],
  "focus": [{"at": 4, "focus": "visible"}, {"at": 5, "focus": "focused"}]})";

}  // namespace

TEST_CASE("tour: walks to its waypoints and faces as told") {
  const auto tour = parse(kWalk);
  REQUIRE(tour);
  const auto start = session::evaluate(*tour, 0.0);
  CHECK(glm::length(start.head.pose.position - math::Vec3(1, 1.6, 2)) < 1e-9);
  CHECK(std::abs(math::yaw_of(start.head.pose.rotation) - math::radians(90)) < 1e-9);
  const auto end = session::evaluate(*tour, 19.9);
  CHECK(glm::length(end.head.pose.position - math::Vec3(4, 1.6, -3)) < 1e-9);
  double most = 0.0;
  for (core::Tick tick = 0; tick < 20 * 90; ++tick) {
    const auto input = session::evaluate(*tour, core::seconds_of(tick));
    most = std::max(most, glm::length(input.head.linear_velocity));
    REQUIRE(frame::is_plausible(input));
  }
  CHECK(most > 1.2);
  CHECK(most < 1.26);
}

TEST_CASE("tour: hands, buttons, loss, commands and focus come at their time") {
  const auto tour = parse(kWalk);
  REQUIRE(tour);
  const auto at_two = session::evaluate(*tour, 2.0);
  CHECK(glm::length(at_two.hands[1].grip.pose.position - math::Vec3(1, 1.2, 0)) < 1e-9);
  CHECK(at_two.hands[1].trigger == 1.0);
  CHECK(at_two.hands[1].buttons == frame::kButtonTrigger);
  CHECK(at_two.hands[0].active == 1);
  CHECK(session::evaluate(*tour, 3.5).hands[1].grip.valid == 0);
  int teleports = 0;
  for (core::Tick tick = 0; tick < 5 * 90; ++tick) {
    teleports += session::evaluate(*tour, core::seconds_of(tick)).commands.has(frame::CommandId::Teleport);
  }
  CHECK(teleports == 1);
  CHECK(session::evaluate(*tour, 4.5).focus == frame::SessionFocus::Visible);
  CHECK(session::evaluate(*tour, 5.5).focus == frame::SessionFocus::Focused);
}

TEST_CASE("tour: the driver speaks tracking space and ends in time") {
  const auto tour = parse(kWalk);
  REQUIRE(tour);
  const math::Pose start = math::standing_at({1, 0, 2}, math::radians(90));
  session::TourDriver driver(*tour, start);
  frame::FrameInputs input;
  REQUIRE(driver.begin(input).value() == frame::FrameOutcome::Run);
  CHECK(glm::length(input.users[0].head.pose.position - math::Vec3(0, 1.6, 0)) < 1e-9);
  CHECK(driver.eyes().count == 2);
  int frames = 1;
  while (driver.begin(input).value() == frame::FrameOutcome::Run) ++frames;
  CHECK(frames == 20 * 90);
}

TEST_CASE("tour: in another body the ways stay, the movements about the head are the user's own") {
  const auto tour = parse(kWalk);
  REQUIRE(tour);
  const math::Pose start = math::standing_at({1, 0, 2}, math::radians(90));
  constexpr double kScale = 0.9;
  session::TourDriver plain(*tour, start), small(*tour, start, kScale);
  frame::FrameInputs plain_frame, small_frame;
  for (int tick = 0; tick < 10 * 90; ++tick) {
    REQUIRE(plain.begin(plain_frame).value() == frame::FrameOutcome::Run);
    REQUIRE(small.begin(small_frame).value() == frame::FrameOutcome::Run);
    const frame::FrameInput &a = plain_frame.users[0], &b = small_frame.users[0];
    const math::Vec3 there = kScale * b.head.pose.position, meant = a.head.pose.position;
    REQUIRE(glm::length(math::Vec2(there.x - meant.x, there.z - meant.z)) < 1e-9);
    REQUIRE(b.head.pose.position.y == meant.y);
    // The right hand goes to a point of the place and back in the first three seconds.
    for (std::size_t side = 0; side < (tick < 3 * 90 ? 1u : frame::kHands); ++side) {
      const math::Vec3 apart = a.hands[side].grip.pose.position - a.head.pose.position;
      REQUIRE(glm::length(b.hands[side].grip.pose.position - b.head.pose.position - apart) < 1e-9);
    }
    if (tick == 2 * 90) {
      CHECK(glm::length(start.point(kScale * b.hands[1].grip.pose.position) - math::Vec3(1, 1.2, 0)) < 1e-9);
    }
  }
}

TEST_CASE("tour: every problem of a file is reported with its place") {
  const auto tour = parse(R"({
    "name": "x", "duration": -1, "start": {"at": [0]}, "pth": [],
    "head": [{"at": 2}, {"at": 1}], "right_hand": [{"at": 0}], "left_hand": [{"at": 0, "body": [0,0,0], "buttons": ["trigerr"]}],
    "commands": [{"at": 0, "do": "telport"}, {"at": 0, "do": "teleport"}]})");
  REQUIRE_FALSE(tour);
  for (const char* expected :
       {"/duration: must be between", "/start/at: must be a list of 2 numbers",
        "unknown key \"pth\"; did you mean \"path\"?", "/head/1/at: is earlier", "/right_hand/0: needs exactly one of",
        "\"trigerr\" is not a button", "/commands/0/do: \"telport\" is not one of",
        "/commands/1/do: teleport needs a \"target\""}) {
    CHECK_THAT(tour.error().message, ContainsSubstring(expected));
  }
}

TEST_CASE("tour: the schema knows exactly the loader's keys") {
  const auto schema = core::JsonFile::read(std::string(FH_SOURCE_DIR) + "/assets/schemas/tour.schema.json");
  REQUIRE(schema);
  for (const auto& [level, keys] : session::tour_keys()) {
    const auto& node = level == "tour" ? schema->root() : schema->root()["$defs"][level];
    std::vector<std::string> in_schema;
    for (const auto& [key, value] : node["properties"].items()) {
      if (key != "$schema") in_schema.push_back(key);
    }
    auto sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    std::sort(in_schema.begin(), in_schema.end());
    CHECK(sorted == in_schema);
  }
}

TEST_CASE("tour: the bundled tours are valid") {
  for (const auto& entry : std::filesystem::directory_iterator(std::string(FH_SOURCE_DIR) + "/assets/tours")) {
    const auto tour = session::load_tour(entry.path());
    INFO((tour ? std::string("ok") : tour.error().message));
    CHECK(tour);
  }
}

TEST_CASE("tour: mutated files are answered, never crash") {
  core::Rng rng(11);
  const std::string text = kWalk;
  int refused = 0;
  for (int i = 0; i < 10000; ++i) {
    std::string mutated = text;
    const int edits = 1 + static_cast<int>(rng.below(4));
    for (int k = 0; k < edits; ++k) {
      const auto at = rng.below(static_cast<std::uint32_t>(mutated.size()));
      switch (rng.below(3)) {
        case 0:
          mutated[at] = static_cast<char>(32 + rng.below(95));
          break;
        case 1:
          mutated.erase(at, 1 + rng.below(8));
          break;
        default:
          mutated.insert(at, mutated.substr(rng.below(static_cast<std::uint32_t>(mutated.size())), 5));
          break;
      }
      if (mutated.empty()) mutated = "{";
    }
    const auto tour = parse(mutated);
    if (tour) {
      CHECK(frame::is_plausible(session::evaluate(*tour, 1.0)));
    } else {
      ++refused;
      REQUIRE_THAT(tour.error().message, ContainsSubstring("tour.json"));
    }
  }
  CHECK(refused > 5000);
}

namespace {

std::string payload_text(const frame::CommandRow& row) {
  std::string text;
  const auto add = [&](std::uint16_t bit, const char* what) {
    if (row.payload & bit) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(frame::kPayloadPose, "`target` [x, y, z], `face_deg`");
  add(frame::kPayloadPoint, "`target` [x, y, z]");
  add(frame::kPayloadBy, "`by` [x, y, z]");
  add(frame::kPayloadAxis, "`axis` [x, y, z]");
  add(frame::kPayloadKind, "`kind`");
  add(frame::kPayloadObject, "`object`");
  add(frame::kPayloadNumber, "`number`");
  add(frame::kPayloadWho, "`who`");
  add(frame::kPayloadText, "`text`");
  return text.empty() ? "–" : text;
}

}  // namespace

TEST_CASE("lint: the schema of tours and docs/tours.md list the commands of the table") {
  std::vector<std::string> words;
  const auto page = core::read_text(std::string(FH_SOURCE_DIR) + "/docs/tours.md");
  REQUIRE(page);
  for (const frame::CommandRow& row : frame::kCommands) {
    words.emplace_back(row.word);
    const std::string line =
        fmt::format("\n| `{}` | {} | {} | {} |\n", row.word, payload_text(row), *row.key ? row.key : "–", row.meaning);
    INFO(line);
    CHECK(page->find(line) != std::string::npos);
  }
  const auto schema = core::JsonFile::read(std::string(FH_SOURCE_DIR) + "/assets/schemas/tour.schema.json");
  REQUIRE(schema);
  CHECK(schema->root()["$defs"]["command"]["properties"]["do"]["enum"].get<std::vector<std::string>>() == words);
}

TEST_CASE("tour: a command comes once, whatever tick it falls on") {
  for (core::Tick at = 0; at < 300; ++at) {
    session::Tour tour;
    session::CommandKey key;
    key.at = core::seconds_of(at);
    key.command.id = frame::CommandId::Pause;
    tour.commands.push_back(key);
    int times = 0;
    for (core::Tick tick = std::max<core::Tick>(0, at - 2); tick <= at + 2; ++tick)
      times += session::evaluate(tour, core::seconds_of(tick)).commands.has(frame::CommandId::Pause) ? 1 : 0;
    CHECK(times == 1);
  }
}

TEST_CASE("tour: a measuring point needs its place and a known kind") {
  const auto read = [](const std::string& rest) {
    const auto file = core::JsonFile::parse(
        R"({"name": "m", "duration": 2, "start": {"at": [0, 0]}, "commands": [{"at": 1, "do": "measure_at")" + rest +
            "}]}",
        "tour.json");
    REQUIRE(file);
    return session::parse_tour(*file);
  };
  const auto good = read(R"(, "kind": "angle", "target": [1, 2, 3])");
  REQUIRE(good);
  CHECK(good->commands[0].command.number == static_cast<double>(frame::MeasureKind::Angle));
  CHECK(good->commands[0].command.pose.position == math::Vec3(1, 2, 3));
  CHECK_THAT(read(R"(, "target": [1, 2, 3])").error().message, ContainsSubstring("measure_at needs a \"kind\""));
  CHECK_THAT(read(R"(, "kind": "angle")").error().message, ContainsSubstring("measure_at needs a \"target\""));
  CHECK_THAT(read(R"(, "kind": "angles", "target": [1, 2, 3])").error().message, ContainsSubstring("angle"));
  CHECK_THAT(read(R"(, "kind": "angle", "target": [1, 2, 3], "face_deg": 3)").error().message,
             ContainsSubstring("takes no \"face_deg\""));
}
