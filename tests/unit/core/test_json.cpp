// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "core/json.h"
#include "core/rng.h"

using namespace fh::core;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("json: a syntax error names file, line and column") {
  const auto file = JsonFile::parse("{\n  \"a\": 1,\n  \"b\": oops\n}", "room.json");
  REQUIRE_FALSE(file);
  CHECK_THAT(file.error().message, ContainsSubstring("room.json:3:8"));
}

TEST_CASE("json: a number that is too large is named with its place") {
  const auto file = JsonFile::parse("{\n \"a\": [1, 1e400]}", "x.json");
  REQUIRE_FALSE(file);
  CHECK(file.error().message == "x.json:2:11: not valid JSON: number overflow parsing '1e400'");
}

TEST_CASE("json: comments are tolerated, deep nesting is refused") {
  REQUIRE(JsonFile::parse("// a place\n{ /* with */ \"a\": 1 }", "x"));
  REQUIRE_FALSE(JsonFile::parse(std::string(100000, '['), "x"));
}

TEST_CASE("json: problems carry position and pointer") {
  const auto file =
      JsonFile::parse("{\n  \"objects\": [\n    {\"mass\": 1},\n    {\"mass\": -2, \"mas\": 3}\n  ]\n}", "room.json");
  REQUIRE(file);
  Problems problems(*file);
  JsonReader root(file->root(), problems);
  for (auto& object : root.objects("objects")) {
    object.number("mass", {.minimum = 0.0});
    object.finish();
  }
  root.finish();
  const auto lines = problems.lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "room.json:4:14: /objects/1/mass: must be at least 0, is -2");
  CHECK(lines[1] == "room.json:4:25: /objects/1/mas: unknown key \"mas\"; did you mean \"mass\"?");
}

TEST_CASE("json: wrong types are problems, not crashes, and fall back") {
  const auto file = JsonFile::parse(
      R"({"n": "x", "i": 1.5, "b": 1, "t": 2, "v": [1, "y"], "o": [], "l": {}, "c": "blu", "a/b": 1})", "f");
  REQUIRE(file);
  Problems problems(*file);
  JsonReader root(file->root(), problems);
  CHECK(root.number("n", {.fallback = 3.0}) == 3.0);
  CHECK(root.integer("i", 4, 0, 10) == 4);
  CHECK(root.boolean("b", true));
  CHECK(root.text("t", "z") == "z");
  CHECK(root.numbers("v", 2).empty());
  CHECK_FALSE(root.object("o"));
  CHECK(root.objects("l").empty());
  CHECK(root.choice("c", {"red", "blue"}, "red") == "red");
  root.text("missing", "", true);
  root.finish();
  const auto lines = problems.lines();
  REQUIRE(lines.size() == 10);
  CHECK_THAT(lines[7], ContainsSubstring("did you mean \"blue\"?"));
  CHECK_THAT(lines[8], ContainsSubstring("\"missing\" is missing"));
  CHECK_THAT(lines[9], ContainsSubstring("/a~1b"));
}

TEST_CASE("json: a root that is no object is one problem") {
  const auto file = JsonFile::parse("[1]", "f");
  REQUIRE(file);
  Problems problems(*file);
  JsonReader root(file->root(), problems);
  CHECK(problems.list().size() == 1);
}

TEST_CASE("json: locating any pointer in any mutated text stays in bounds") {
  const std::string text = "{ \"a\": [1, {\"b\": \"x\\\"y\"}], // note\n \"c\": {} }";
  Rng rng(5);
  for (int i = 0; i < 20000; ++i) {
    std::string mutated = text;
    for (int k = 0; k < 3; ++k)
      mutated[rng.below(static_cast<std::uint32_t>(mutated.size()))] = static_cast<char>(rng.below(128));
    const auto file = JsonFile::parse(mutated, "f");
    if (!file) continue;
    for (const char* pointer : {"/a/1/b", "/a/7", "/c/d", "/a~1b/0", "/"}) CHECK(file->locate(pointer).line >= 1);
  }
}

TEST_CASE("json: nearest word") {
  CHECK(nearest_word("snap_trun_deg", {"snap_turn_deg", "height"}) == "snap_turn_deg");
  CHECK(nearest_word("zzzzzzzz", {"snap_turn_deg", "height"}).empty());
}
