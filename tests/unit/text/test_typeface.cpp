// SPDX-License-Identifier: Apache-2.0
// The embedded typeface: every letter that texts of the program may hold has ink of the right shape.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "text/ink.h"

namespace fh::text {
namespace {

double share_of(const Ink& ink) {
  double sum = 0.0;
  for (const float s : ink.share) sum += s;
  return sum;
}

/// Area by the outline's own formula; TrueType outlines run clockwise around what is inside.
double enclosed_area(const std::vector<Edge>& edges) {
  double sum = 0.0;
  for (const Edge& e : edges) sum -= 0.5 * (e.a.x * e.b.y - e.b.x * e.a.y);
  return sum;
}

}  // namespace

TEST_CASE("all of Latin-1 and common marks have ink of their own") {
  const Typeface typeface;
  std::vector<char32_t> codes = decode_utf8("–—‘’“”•…€≤≥→°±²³µ×÷");
  for (char32_t c = 0x21; c < 0x7f; ++c) codes.push_back(c);
  for (char32_t c = 0xa1; c < 0x100; ++c) {
    if (c != 0xad) codes.push_back(c);  // the soft hyphen
  }
  for (const char32_t code : codes) {
    CAPTURE(unsigned(code));
    CHECK(typeface.has(code));
    CHECK(typeface.advance(code) > 0.1);
    std::vector<Edge> edges;
    typeface.outline(code, {20.0, 20.0}, 24.0, edges);
    CHECK(share_of(fill(edges, 80, 80)) > 4.0);
  }
  CHECK(!typeface.has(U'漢'));
  std::vector<Edge> blank;
  typeface.outline(U' ', {0.0, 0.0}, 10.0, blank);
  CHECK(blank.empty());
  CHECK(fill(blank, 10, 10).share.empty());
}

TEST_CASE("filled letters cover the area of their outline, and holes stay open") {
  const Typeface typeface;
  for (const char32_t code : U"HLEAo8gß") {
    if (code == 0) continue;
    CAPTURE(unsigned(code));
    std::vector<Edge> edges;
    typeface.outline(code, {10.25, 20.5}, 40.0, edges);
    const double area = enclosed_area(edges);
    CHECK(std::abs(share_of(fill(edges, 80, 80)) - area) < 0.01 * area);
  }
  std::vector<Edge> ring;
  typeface.outline(U'O', {0.0, 0.0}, 40.0, ring);
  const Ink ink = fill(ring, 80, 80);
  CHECK(ink.at(ink.width / 2, ink.height / 2) == 0.0f);
  CHECK(ink.at(3, ink.height / 2) == 1.0f);
}

TEST_CASE("what lies outside the picture is cut off") {
  const Typeface typeface;
  std::vector<Edge> edges;
  typeface.outline(U'H', {-10.0, -10.0}, 40.0, edges);
  const Ink ink = fill(edges, 15, 12);
  CHECK(ink.left == 0);
  CHECK(ink.bottom == 0);
  CHECK(ink.left + ink.width <= 15);
  CHECK(ink.bottom + ink.height <= 12);
  edges.clear();
  typeface.outline(U'H', {500.0, 500.0}, 40.0, edges);
  CHECK(fill(edges, 15, 12).share.empty());
}

TEST_CASE("the distance map has its edge where the outline is") {
  const Typeface typeface;
  const DistanceMap map = typeface.distances(U'I', 32.0f, 6, 20.0f);
  REQUIRE(map.height >= 44);
  std::vector<Edge> edges;
  typeface.outline(U'I', {0.0, 0.0}, 32.0, edges);
  double left = 1e9, right = -1e9;
  for (const Edge& e : edges) {
    left = std::min({left, e.a.x, e.b.x});
    right = std::max({right, e.a.x, e.b.x});
  }
  double width = 0.0;  // of the middle row, from values: 128 is half a texel inside
  for (int x = 0; x < map.width; ++x) {
    const int value = map.values[std::size_t(map.height / 2) * std::size_t(map.width) + std::size_t(x)];
    width += std::clamp((value - 128) / 20.0 + 0.5, 0.0, 1.0);
  }
  CHECK(std::abs(width - (right - left)) < 0.2);
  CHECK(typeface.distances(U' ', 32.0f, 6, 20.0f).values.empty());
}

TEST_CASE("UTF-8 is decoded, and broken bytes become question marks") {
  CHECK(decode_utf8("aä…😀") == std::vector<char32_t>{U'a', U'ä', U'…', U'\U0001F600'});
  CHECK(decode_utf8("\xe4z") == std::vector<char32_t>{U'?', U'z'});
  CHECK(decode_utf8("\x80") == std::vector<char32_t>{U'?'});
  CHECK(decode_utf8("\xe2\x80") == std::vector<char32_t>{U'?'});
}

}  // namespace fh::text
