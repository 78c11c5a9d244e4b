// SPDX-License-Identifier: Apache-2.0
// What the encoder of meshoptimizer 0.18 packed: a box. (400 random meshes, filters included, were compared with its
// decoder when ours was written.)
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <set>
#include <string_view>

#include "scene/place/meshopt.h"

using namespace fh::scene;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes from_hex(std::string_view text) {
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(16 * digit(text[i]) + digit(text[i + 1])));
  return bytes;
}

const Bytes kPoints = from_hex(
    "a00000000100c00000ff0000010ccc0000ffffff010ccc00007e7d7e000000013fff0000ffffffffffffff00000000000000"
    "00000000000000000000000000000000bf00000000000000bf");
const Bytes kFaces = from_hex("e1fe00ff0f0716a102071391050f06ff02040203007687566778a9866589689801690000");
constexpr std::array<std::uint16_t, 36> kBox{0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                             2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};

/// Triangles by their corners, the smallest first.
std::set<std::array<std::uint16_t, 3>> triangles_of(const std::uint16_t* indices) {
  std::set<std::array<std::uint16_t, 3>> all;
  for (std::size_t i = 0; i < kBox.size(); i += 3) {
    std::array<std::uint16_t, 3> t{indices[i], indices[i + 1], indices[i + 2]};
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    all.insert(t);
  }
  return all;
}

}  // namespace

TEST_CASE("meshopt: points and triangles of a box") {
  const auto points = unpack_meshopt(kPoints, {8, 12, MeshoptMode::Attributes});
  REQUIRE(points);
  std::array<float, 24> read;
  std::memcpy(read.data(), points->data(), sizeof read);
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(read[3 * i] == (i & 4 ? 0.5f : -0.5f));
    CHECK(read[3 * i + 1] == (i & 2 ? 1.0f : 0.0f));
    CHECK(read[3 * i + 2] == (i & 1 ? 0.5f : -0.5f));
  }
  const auto faces = unpack_meshopt(kFaces, {kBox.size(), 2, MeshoptMode::Triangles});
  REQUIRE(faces);
  std::array<std::uint16_t, 36> indices;
  std::memcpy(indices.data(), faces->data(), sizeof indices);
  CHECK(triangles_of(indices.data()) == triangles_of(kBox.data()));
}

TEST_CASE("meshopt: what is cut short or has another header is damaged, and nothing is read beyond it") {
  for (std::size_t size = 0; size < kPoints.size(); ++size)
    CHECK_FALSE(unpack_meshopt(std::span(kPoints).first(size), {8, 12, MeshoptMode::Attributes}));
  for (std::size_t size = 0; size < kFaces.size(); ++size)
    CHECK_FALSE(unpack_meshopt(std::span(kFaces).first(size), {kBox.size(), 2, MeshoptMode::Triangles}));
  CHECK_FALSE(unpack_meshopt(kFaces, {kBox.size(), 2, MeshoptMode::Indices}));
  CHECK_FALSE(is_possible({36, 3, MeshoptMode::Triangles}));
  CHECK_FALSE(is_possible({35, 2, MeshoptMode::Triangles}));
  CHECK_FALSE(is_possible({8, 12, MeshoptMode::Attributes, MeshoptFilter::Octahedral}));
}
