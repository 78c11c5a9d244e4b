// SPDX-License-Identifier: Apache-2.0
#include "human/prior/prior_motion.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "core/files.h"
#include "core/json.h"

namespace fh::human {
namespace {

const std::filesystem::path kAsset = core::data_folder() / "assets" / "human" / "body_prior.bin";

/// The network as its definition says, an output at a time.
std::vector<float> plainly(const BodyPrior& prior, std::span<const float> input) {
  std::vector<float> h(input.begin(), input.end());
  const auto layers = prior.layers();
  for (std::size_t l = 0; l < layers.size(); ++l) {
    std::vector<float> out(layers[l].outputs);
    for (std::size_t o = 0; o < out.size(); ++o) {
      float sum = layers[l].bias[o];
      for (std::size_t i = 0; i < layers[l].inputs; ++i) sum += layers[l].weights[i * layers[l].outputs + o] * h[i];
      const bool last = l + 1 == layers.size();
      out[o] = last ? sum : (l > 0 ? h[o] : 0.0f) + std::max(sum, 0.0f);
    }
    h = out;
  }
  return h;
}

std::array<float, kPriorInputs> sample_input() {
  std::array<float, kPriorInputs> input;
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(37 * i % 101) / 50.0f - 1.0f;
  return input;
}

std::vector<float> flat(const PriorOutput& out) {
  std::vector<float> all(out.directions.begin(), out.directions.end());
  all.insert(all.end(), out.velocities.begin(), out.velocities.end());
  all.insert(all.end(), out.stands.begin(), out.stands.end());
  all.insert(all.end(), out.doubt.begin(), out.doubt.end());
  return all;
}

}  // namespace

TEST_CASE("the prior says what a plain implementation and its training say") {
  const auto prior = BodyPrior::load(kAsset);
  REQUIRE(prior);
  const auto input = sample_input();
  PriorOutput output;
  prior->run(input, output);
  const std::vector<float> said = flat(output), plain = plainly(*prior, input);
  const auto text = core::read_text(std::filesystem::path(kAsset).replace_extension(".json"));
  REQUIRE(text);
  const std::vector<double> trained = core::Json::parse(*text)["sample"].get<std::vector<double>>();
  REQUIRE(trained.size() == said.size());
  for (std::size_t i = 0; i < said.size(); ++i) {
    INFO(i);
    CHECK(said[i] == plain[i]);  // bit for bit
    CHECK(static_cast<double>(said[i]) == Catch::Approx(trained[i]).margin(1e-4));
  }
}

TEST_CASE("a damaged prior is refused") {
  const auto bytes = core::read_file(kAsset);
  REQUIRE(bytes);
  REQUIRE(BodyPrior::read(*bytes));
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{7}, std::size_t{15}, bytes->size() / 2, bytes->size() - 1}) {
    CHECK_FALSE(BodyPrior::read(std::span(*bytes).first(size)));
  }
  auto longer = *bytes;
  longer.push_back(std::byte{0});
  CHECK_FALSE(BodyPrior::read(longer));
}

TEST_CASE("a prior whose answers might be no numbers is refused") {
  const auto bytes = core::read_file(kAsset);
  REQUIRE(bytes);
  const auto with = [&](std::size_t at, auto value) {
    auto changed = *bytes;
    std::memcpy(changed.data() + at, &value, sizeof value);
    return BodyPrior::read(changed);
  };
  constexpr std::size_t kWeights = 16;
  const std::size_t radii = bytes->size() - 4 * kLandmarkCount;
  REQUIRE(with(kWeights, std::uint16_t{0x3c00}));  // 1.0
  for (const std::uint16_t half : {0x7c00, 0xfc00, 0x7e01}) CHECK_FALSE(with(kWeights, half));
  REQUIRE(with(radii, 0.05f));
  for (const float radius : {0.0f, -0.05f, 1e9f, HUGE_VALF, NAN}) CHECK_FALSE(with(radii, radius));
  // The largest weights that there are, layer after layer, overflow.
  auto large = *bytes;
  for (std::size_t at = kWeights; at < radii; at += 2) {
    const std::uint16_t half = 0x7bff;
    std::memcpy(large.data() + at, &half, sizeof half);
  }
  CHECK_FALSE(BodyPrior::read(large));
}

TEST_CASE("a prior's guess goes with the user, whatever the place, heading and rate") {
  const auto prior = BodyPrior::load(kAsset);
  REQUIRE(prior);
  PriorBody body;
  body.height = 1.5;
  body.lengths.fill(0.2);
  const math::Pose moved{math::from_axis_angle(math::kUp, 2.1), {30.0, 0.0, -12.0}};
  const auto guess_at = [&](const math::Pose& where, double rate) {
    PriorMotion motion;
    PriorGuess guess;
    for (int tick = 0; tick < static_cast<int>(1.5 * rate); ++tick) {
      const double ahead = -0.5 * tick / rate;  // m along -Z
      PriorSight sight;
      sight.head = where * math::Pose{math::kIdentity, {0.0, 1.5, ahead}};
      sight.wrists = {where * math::Pose{math::kIdentity, {-0.25, 0.8, ahead}},
                      where * math::Pose{math::kIdentity, {0.25, 0.8, ahead}}};
      sight.tracked = {true, true};
      guess = advance_prior(*prior, body, sight, 1.0 / rate, motion);
    }
    return guess;
  };
  const PriorGuess here = guess_at({}, 60.0), there = guess_at(moved, 60.0), faster = guess_at({}, 90.0);
  for (std::size_t i = 0; i < kLandmarkCount; ++i) {
    INFO(i);
    CHECK(glm::length(moved.point(here.places[i]) - there.places[i]) < 2e-3);
    const math::Vec3 last(0.0, 0.0, 0.5 / 90.0 - 0.5 / 60.0);  // the last tick is that much later
    CHECK(glm::length(here.places[i] + last - faster.places[i]) < 0.02);
    CHECK(here.radii[i] > 0.0);
  }
}

}  // namespace fh::human
