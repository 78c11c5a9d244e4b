// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "app/config/config.h"
#include "core/files.h"

using namespace fh;
using app::Config;
using Catch::Matchers::ContainsSubstring;

namespace {

core::Result<> merge(Config& config, const std::string& text) {
  const auto file = core::JsonFile::parse(text, "mine.json");
  if (!file) return tl::make_unexpected(file.error());
  return config.merge(*file);
}

std::string range_text(const app::ConfigKey& key) {
  if (key.kind == app::KeyKind::Choice) return fmt::format("{}", fmt::join(key.choices, ", "));
  if (key.kind == app::KeyKind::Boolean) return "true, false";
  if (key.kind == app::KeyKind::Text) return key.form;
  return fmt::format("{} … {}", key.minimum, key.maximum);
}

std::string default_text(const app::ConfigKey& key) {
  return key.fallback.is_number() ? fmt::format("{}", key.fallback.get<double>()) : key.fallback.dump();
}

}  // namespace

TEST_CASE("config: later sources win") {
  Config config;
  CHECK(config.number("user.snap_turn_deg") == 45.0);
  REQUIRE(merge(config, R"({"user": {"snap_turn_deg": 30}})"));
  CHECK(config.number("user.snap_turn_deg") == 30.0);
  REQUIRE(config.set("user.snap_turn_deg=22.5"));
  CHECK(config.number("user.snap_turn_deg") == 22.5);
  REQUIRE(config.set("log.level=debug"));
  CHECK(config.text("log.level") == "debug");
}

TEST_CASE("config: unknown keys and wrong values are named") {
  Config config;
  CHECK_THAT(merge(config, "{\n \"user\": {\"snap_trun_deg\": 30}}").error().message,
             ContainsSubstring(
                 "mine.json:2:28: /user/snap_trun_deg: unknown configuration key \"user.snap_trun_deg\"; did you mean "
                 "\"user.snap_turn_deg\"?"));
  CHECK_THAT(merge(config, R"({"user": {"snap_turn_deg": 500}})").error().message,
             ContainsSubstring("between 5 and 90"));
  CHECK_THAT(merge(config, R"({"run": {"workers": 1.5}})").error().message, ContainsSubstring("a whole number"));
  CHECK_THAT(merge(config, "[]").error().message, ContainsSubstring("must be an object"));
  CHECK_THAT(config.set("user.snap_turn_deg").error().message, ContainsSubstring("key=value"));
  CHECK_THAT(config.set("usr.snap_turn_deg=3").error().message,
             ContainsSubstring("did you mean \"user.snap_turn_deg\"?"));
  CHECK_THAT(config.set("log.level=loud").error().message, ContainsSubstring("must be one of"));
  CHECK(config.number("user.snap_turn_deg") == 45.0);
}

TEST_CASE("config: the hash covers what can change the simulation, and only that") {
  Config plain, other;
  REQUIRE(other.set("run.workers=3"));
  CHECK(plain.simulation_hash() == other.simulation_hash());
  REQUIRE(other.set("user.snap_turn_deg=45.0"));
  CHECK(plain.simulation_hash() == other.simulation_hash());
  REQUIRE(other.set("user.snap_turn_deg=30"));
  CHECK(plain.simulation_hash() != other.simulation_hash());
  const auto again = Config::from_json_text(other.to_json().dump(), "log");
  REQUIRE(again);
  CHECK(again->simulation_hash() == other.simulation_hash());
}

TEST_CASE("lint: config/default.json holds every key with its built-in default") {
  const auto file = core::JsonFile::read(std::string(FH_SOURCE_DIR) + "/config/default.json");
  REQUIRE(file);
  Config config;
  REQUIRE(config.merge(*file));
  CHECK(config.to_json() == Config().to_json());
  for (const auto& key : app::config_keys()) {
    std::string pointer = "/" + key.name;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    INFO(key.name);
    CHECK(file->root().contains(core::Json::json_pointer(pointer)));
  }
}

TEST_CASE("lint: docs/configuration.md has exactly one true row for every key") {
  const auto text = core::read_text(std::string(FH_SOURCE_DIR) + "/docs/configuration.md");
  REQUIRE(text);
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = text->find("\n| `", at)) != std::string::npos; ++at) ++rows;
  CHECK(rows == app::config_keys().size());
  for (const auto& key : app::config_keys()) {
    const std::string row = fmt::format("| `{}` | {} | {} | {} | {} |", key.name, default_text(key), range_text(key),
                                        key.scope == app::KeyScope::Simulation ? "simulation" : "view", key.meaning);
    INFO(row);
    CHECK(text->find(row) != std::string::npos);
  }
}
