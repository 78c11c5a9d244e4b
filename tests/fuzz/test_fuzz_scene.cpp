// SPDX-License-Identifier: Apache-2.0
// Hostile files: 10 000 mutants each of a scenario, a .gltf and a .glb. Built with sanitizers, none may crash or hang;
// each is either loaded or refused with a message that names the file and the place in it.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>

#include "core/json.h"
#include "core/rng.h"
#include "core/time.h"
#include "scene/place/gltf.h"
#include "scene/scenario/scenario.h"

namespace fh::scene {
namespace {

constexpr int kMutants = 10000;
constexpr double kLongest = 5.0;  // seconds for one file, generous: sanitizers and shared machines are slow

const char* const kScenario = R"({
  // a little of everything
  "name": "fuzz", "seed": 7, "user": {"at": [0, 0, 3], "yaw_deg": 90},
  "sky": {"direction_to_sun": [1, 2, 3], "sun": 2},
  "parts": [
    {"part": "floor", "name": "f", "width": 9, "depth": 9, "material": "paint_grey"},
    {"part": "wall", "name": "w", "at": [0, 0, -3], "length": 4, "material": "paint_white", "openings": [{"x": 1, "width": 1}]},
    {"part": "door", "name": "d", "at": [1, 0, -3], "material": "paint_red", "open_deg": 20},
    {"part": "shelf", "name": "s", "at": [3, 0, 0], "levels": [0.3, 1.1], "material": "paint_red"},
    {"part": "pipe", "name": "p", "path": [[0, 1, 0], [1, 1, 0], [1, 2, 0]], "material": "brass"}
  ],
  "objects": [{"name": "o", "mass": 1, "movable": true, "at": [1, 1, 1], "rotation_deg": [1, 2, 3], "parent": "f",
    "joint": {"kind": "hinge", "range_deg": [0, 90], "axis": [0, 1, 0]},
    "shapes": [{"kind": "box", "size": [1, 2, 3]}, {"kind": "cylinder", "radius": 0.1, "length": 1}],
    "sites": [{"name": "a", "at": [0, 1, 0]}], "grasps": [{"name": "g", "opening": 0.1}]}],
  "lights": [{"at": [0, 2, 0], "colour": "#ffeedd"}],
  "models": [{"name": "m", "file": "absent.glb", "unit": "mm"}],
  "agents": [{"name": "A", "body": {"sex": "m"}, "behaviour": "patrol", "errands": [{"at": [1, 0, 1], "or": [{"at": [0, 0, 1]}]}]}], "tasks": []
})";

/// Words that hurt parsers more than random bytes do.
const std::vector<std::string> kNasty{
    "-1",   "0",     "1e308",   "1e999", "4294967295", "4294967296",  "18446744073709551615",
    "null", "true",  "[]",      "{}",    "\"\"",       "\"\\u0000\"", "[[[[[[[[",
    "NaN",  "-0",    "1e-320",  "//",    "/*",         "\"..\"",      "2147483648",
    "[0]",  "[1,2]", "\"#zz\"", "65536", "\xff\xfe",   "0.5",         "99999999999999999999"};

std::string mutant(std::string text, core::Rng& rng) {
  const std::uint32_t changes = 1 + rng.below(4);
  for (std::uint32_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    switch (rng.below(7)) {
      case 0:
        text[at] = static_cast<char>(rng.below(256));
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1u << rng.below(8)));
        break;
      case 2:
        text.erase(at, 1 + rng.below(16));
        break;
      case 3:
        text.insert(at, kNasty[rng.below(static_cast<std::uint32_t>(kNasty.size()))]);
        break;
      case 4: {  // a number becomes a nasty word
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit == std::string::npos) break;
        const std::size_t end = text.find_first_not_of("0123456789.", digit);
        text.replace(digit, (end == std::string::npos ? text.size() : end) - digit,
                     kNasty[rng.below(static_cast<std::uint32_t>(kNasty.size()))]);
        break;
      }
      case 5:  // a piece is repeated
        text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size())), 1 + rng.below(64)));
        break;
      default:
        if (rng.below(8) == 0) text.resize(at);
        break;
    }
  }
  return text;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// A refusal names the file, and either line and column, a JSON pointer or a byte.
void check_refusal(const std::string& message, const std::string& file) {
  if (message.find(file) == std::string::npos || message.find(": ") == std::string::npos) FAIL(message);
  const std::string rest = message.substr(message.find(file) + file.size());
  const bool placed =
      rest.rfind(":", 0) == 0 &&
      (rest.find("/") != std::string::npos || rest.find("byte ") != std::string::npos ||
       (rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9') || rest.find("nested deeper") != std::string::npos ||
       rest.find("not valid JSON") != std::string::npos);
  if (!placed) FAIL("no place in: " + message);
}

/// A small scene with a texture, a glass, joints and a child, as .glb.
std::string small_glb() {
  const auto scenario = parse_scenario(R"({"name": "g", "user": {"at": [0, 0, 2]},
    "parts": [{"part": "floor", "name": "f", "material": "paint_grey"}],
    "objects": [
      {"name": "lid", "mass": 1, "parent": "f", "joint": {"kind": "hinge", "range_deg": [0, 90]},
       "shapes": [{"kind": "box", "size": [1, 0.1, 1], "bevel": 0, "material": "glass"}], "sites": [{"name": "s"}], "grasps": [{"name": "g"}]},
      {"name": "ball", "mass": 1, "movable": true, "shapes": [{"kind": "box", "size": [1, 1, 1], "bevel": 0, "material": "paint_red"}]}]})",
                                       "inner", ".");
  REQUIRE(scenario);
  Scene scene = scenario->scene;
  scene.textures.push_back({"dots", 2, 2, std::vector<std::uint8_t>(16, 128), true});
  scene.materials[0].base_colour_texture = 0;
  scene.objects[1].parts[0].scale = {1.0, 2.0, 1.0};
  const auto bytes = glb_bytes(scene);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string base64(const std::string& in) {
  static const char* const kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < in.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      word = word << 8 | (i + c < in.size() ? static_cast<unsigned char>(in[i + c]) : 0u);
    }
    for (std::size_t c = 0; c < 4; ++c) out += i + c > in.size() ? '=' : kDigits[word >> (18 - 6 * c) & 63];
  }
  return out;
}

/// The same scene as text with its buffer inside.
std::string small_gltf(const std::string& glb) {
  std::uint32_t json_size;
  std::memcpy(&json_size, glb.data() + 12, 4);
  core::Json root = core::Json::parse(glb.substr(20, json_size));
  const std::string binary = glb.substr(28 + json_size);
  root["buffers"][0]["byteLength"] = binary.size();
  root["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(binary);
  return root.dump();
}

template <class Load>
void fuzz(const std::string& original, std::uint64_t seed, Load&& load) {
  core::Rng rng(seed);
  int accepted = 0, refused = 0;
  for (int i = 0; i < kMutants; ++i) {
    const std::string text = mutant(original, rng);
    const core::Stopwatch watch;
    if (load(text))
      ++accepted;
    else
      ++refused;
    if (watch.seconds() > kLongest) FAIL("mutant " << i << " took " << watch.seconds() << " s");
  }
  // Both ways have been walked, else the mutations are too weak or too strong to test anything.
  CHECK(refused > kMutants / 10);
  CHECK(accepted > kMutants / 200);
}

bool load_gltf(const std::string& text, const std::string& name) {
  Scene scene;
  const auto result = append_gltf(scene, bytes_of(text), name, "absent-folder", {});
  if (result) return true;
  check_refusal(result.error().message, name);
  if (!scene.objects.empty() || !scene.meshes.empty()) FAIL("a refused file left traces");
  return false;
}

}  // namespace

TEST_CASE("10 000 mutated scenarios") {
  fuzz(kScenario, 1, [](const std::string& text) {
    // The model is absent on purpose: that is reported among the rest, so a refusal by it alone counts as accepted.
    const auto result = parse_scenario(text, "mutant.json", "absent-folder");
    if (result) return true;
    check_refusal(result.error().message, "mutant.json");
    return result.error().message.find('\n') == std::string::npos &&
           result.error().message.find("/models/0/file") != std::string::npos;
  });
}

TEST_CASE("10 000 mutated .glb files") {
  const std::string original = small_glb();
  REQUIRE(load_gltf(original, "mutant.glb"));
  fuzz(original, 2, [](const std::string& text) { return load_gltf(text, "mutant.glb"); });
}

TEST_CASE("10 000 mutated .gltf files") {
  const std::string original = small_gltf(small_glb());
  REQUIRE(load_gltf(original, "mutant.gltf"));
  fuzz(original, 3, [](const std::string& text) { return load_gltf(text, "mutant.gltf"); });
}

}  // namespace fh::scene
