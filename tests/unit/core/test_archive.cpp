// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/archive.h"
#include "core/hash.h"
#include "core/rng.h"

using namespace fh::core;

namespace {

enum class Colour : std::uint8_t { Red, Green };

struct Leaf {
  double angle = 0.0;
  Colour colour = Colour::Red;
  void visit(Archive& archive) {
    archive.field("angle", angle);
    archive.field("colour", colour);
  }
  bool operator==(const Leaf&) const = default;
};

struct Tree {
  std::int64_t count = 0;
  std::string name;
  std::vector<Leaf> leaves;
  std::vector<float> heights;
  std::array<int, 3> rings{};
  std::optional<Leaf> top;
  void visit(Archive& archive) {
    archive.field("count", count);
    archive.field("name", name);
    archive.field("leaves", leaves);
    archive.field("heights", heights);
    archive.field("rings", rings);
    archive.field("top", top);
  }
  bool operator==(const Tree&) const = default;
};

Tree sample() {
  return {
      7, "oak", {{0.5, Colour::Green}, {1.5, Colour::Red}}, {1.0f, 2.0f, 3.0f}, {4, 5, 6}, Leaf{2.5, Colour::Green}};
}

std::vector<std::byte> bytes_of(const Tree& tree) {
  std::vector<std::byte> bytes;
  save(tree, bytes);
  return bytes;
}

}  // namespace

TEST_CASE("archive: what is saved loads back equal") {
  const Tree tree = sample();
  Tree other;
  REQUIRE(load(other, bytes_of(tree)));
  CHECK(other == tree);
  Tree bare;
  Tree loaded = sample();
  REQUIRE(load(loaded, bytes_of(bare)));
  CHECK(loaded == bare);
}

TEST_CASE("archive: every cut of a stream is refused and none is accepted with bytes left over") {
  const auto bytes = bytes_of(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Tree tree;
    CHECK_FALSE(load(tree, std::span(bytes).first(size)));
  }
  auto longer = bytes;
  longer.push_back(std::byte{0});
  Tree tree;
  CHECK_FALSE(load(tree, longer));
}

TEST_CASE("archive: an absurd count does not allocate") {
  std::vector<std::byte> bytes(8 + 8, std::byte{0xff});
  Tree tree;
  CHECK_FALSE(load(tree, bytes));
}

TEST_CASE("archive: comparing names the first differing field with both values") {
  const auto bytes = bytes_of(sample());
  CHECK_FALSE(compare(sample(), bytes));
  Tree changed = sample();
  changed.leaves[1].angle = 1.25;
  changed.rings[2] = 9;
  auto difference = compare(changed, bytes);
  REQUIRE(difference);
  CHECK(difference->path == "leaves[1].angle");
  CHECK(difference->mine == "1.25");
  CHECK(difference->other == "1.5");
  changed = sample();
  changed.rings[2] = 9;
  difference = compare(changed, bytes);
  REQUIRE(difference);
  CHECK(difference->path == "rings[2]");
  changed = sample();
  changed.leaves.pop_back();
  difference = compare(changed, bytes);
  REQUIRE(difference);
  CHECK(difference->path == "leaves.size");
  changed = sample();
  changed.top.reset();
  CHECK(compare(changed, bytes));
}

TEST_CASE("archive: field ranges cover the stream and are named on request") {
  Tree tree = sample();
  Bytes bytes;
  FieldMarks fields;
  auto archive = Archive::saving(bytes, fields, true);
  archive.field("tree", tree);
  REQUIRE(fields.ends.size() == 7);
  REQUIRE(fields.paths.size() == 7);
  CHECK(fields.paths[2] == "tree.leaves");
  CHECK(fields.paths[5] == "tree.top.angle");
  CHECK(std::is_sorted(fields.ends.begin(), fields.ends.end()));
  CHECK(fields.ends.back() == bytes.size());
}

TEST_CASE("rng: streams are reproducible, keyed and plausible") {
  Rng a(1, 2, "gaze"), b(1, 2, "gaze"), other_body(1, 3, "gaze"), other_purpose(1, 2, "gait");
  const auto first = a.next();
  CHECK(first == b.next());
  CHECK(first != other_body.next());
  CHECK(first != other_purpose.next());
  Rng reference(12345);
  CHECK(reference.next() == 0x22118258A9D111A0ull);  // splitmix64 with seed 12345
  double sum = 0.0;
  std::array<int, 10> counts{};
  for (int i = 0; i < 100000; ++i) {
    const double u = a.uniform();
    REQUIRE((u >= 0.0 && u < 1.0));
    sum += u;
    ++counts[a.below(10)];
  }
  CHECK(std::abs(sum / 100000 - 0.5) < 0.005);
  for (const int count : counts) CHECK(std::abs(count - 10000) < 500);
}

TEST_CASE("hash: equal input, equal hash; one bit changes it") {
  CHECK(hash_text("firsthand") == hash_text("firsthand"));
  CHECK(hash_text("firsthand") != hash_text("firsthane"));
  CHECK(hash_text("firsthand") != hash_text("firsthand", 1));
  CHECK(hash_string(0x1fu) == "000000000000001f");
}
