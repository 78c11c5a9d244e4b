// SPDX-License-Identifier: Apache-2.0
// What arrives in the file: when, on which side, how loud; against the laws of a point source.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "audio/mixer.h"
#include "audio/synthesis.h"
#include "core/files.h"
#include "core/time.h"
#include "temporary_folder.h"

using namespace fh;

namespace {

struct Heard {
  std::vector<std::array<double, 2>> frames;  // left, right

  double level_db(std::size_t side) const {
    double sum = 1e-20;
    for (const auto& frame : frames) sum += frame[side] * frame[side];
    return 10.0 * std::log10(sum);
  }
  double both_db() const {
    return 10.0 * std::log10(std::pow(10.0, 0.1 * level_db(0)) + std::pow(10.0, 0.1 * level_db(1)));
  }
  double onset() const {  // s
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (std::abs(frames[i][0]) + std::abs(frames[i][1]) > 1e-3) return double(i) / audio::kSampleRate;
    }
    return 1e9;
  }
};

Heard read(const std::filesystem::path& file) {
  const auto bytes = core::read_file(file);
  REQUIRE(bytes);
  REQUIRE(bytes->size() >= 44);
  std::uint32_t told = 0;
  std::memcpy(&told, bytes->data() + 40, 4);
  REQUIRE(told == bytes->size() - 44);
  Heard heard;
  for (std::size_t at = 44; at + 4 <= bytes->size(); at += 4) {
    std::array<std::int16_t, 2> frame;
    std::memcpy(frame.data(), bytes->data() + at, 4);
    heard.frames.push_back({frame[0] / 32768.0, frame[1] / 32768.0});
  }
  return heard;
}

/// One cue in the given tick of a second, heard at the origin by somebody who looks along -Z.
Heard hear(const audio::Cue& cue, core::Tick when = 0, const math::Pose& ears = {}) {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "heard.wav";
  auto mixer = audio::Mixer::to_file(file, 18.0, false);
  if (!mixer) FAIL(mixer.error().message);
  for (core::Tick tick = 0; tick < core::kTicksPerSecond; ++tick) {
    const std::span<const audio::Cue> cues(&cue, tick == when ? 1 : 0);
    REQUIRE((*mixer)->advance(ears, cues));
  }
  REQUIRE((*mixer)->close());
  return read(file);
}

audio::Cue knock(const math::Vec3& at) {
  return {audio::CueKind::Impact, audio::Stuff::Wood, 0, at, 70.0, 0.0};
}

}  // namespace

TEST_CASE("mixer: a second of ticks is a second of sound, and a cue is heard within 20 ms") {
  const Heard heard = hear(knock({0, 0, -2}), 45);
  CHECK(heard.frames.size() == audio::kSampleRate);
  CHECK(heard.onset() >= 0.5);
  CHECK(heard.onset() < 0.52);
}

TEST_CASE("mixer: left is left, and turns with the head") {
  const Heard left = hear(knock({-2, 0, 0})), right = hear(knock({2, 0, 0})), ahead = hear(knock({0, 0, -2}));
  CHECK(left.level_db(0) > left.level_db(1) + 6.0);
  CHECK(right.level_db(1) > right.level_db(0) + 6.0);
  CHECK(std::abs(ahead.level_db(0) - ahead.level_db(1)) < 0.5);
  const math::Pose turned = math::standing_at({0, 0, 0}, math::kPi / 2);  // to the left: what was left is ahead
  const Heard faced = hear(knock({-2, 0, 0}), 0, turned);
  CHECK(std::abs(faced.level_db(0) - faced.level_db(1)) < 0.5);
}

TEST_CASE("mixer: 6 dB less for every doubling of the distance") {
  const double near = hear(knock({0, 0, -2})).both_db();
  for (const double times : {2.0, 4.0}) {
    const double far = hear(knock({0, 0, -2 * times})).both_db();
    CHECK(std::abs(near - far - 20.0 * std::log10(times)) < 0.5);
  }
}

TEST_CASE("mixer: louder by as many decibels as asked, and damped by what is in the way") {
  audio::Cue cue = knock({0, 0, -2});
  const double open = hear(cue).both_db();
  cue.level_db += 6.0;
  CHECK(std::abs(hear(cue).both_db() - open - 6.0) < 0.5);
  cue.level_db -= 6.0;
  cue.loss_db = 18.0;
  const double behind = hear(cue).both_db();
  CHECK(behind < open - 17.5);
  CHECK(behind > open - 30.0);  // and duller: high notes are lost as well
}

TEST_CASE("mixer: an existing file is kept without force") {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "kept.wav";
  REQUIRE(core::write_text(file, "mine"));
  CHECK_FALSE(audio::Mixer::to_file(file, 0.0, false));
  CHECK(*core::read_text(file) == "mine");
  CHECK(audio::Mixer::to_file(file, 0.0, true));
}

TEST_CASE("mixer: more sounds than voices at once") {
  const test::TemporaryFolder folder;
  auto mixer = audio::Mixer::to_file(folder.path / "many.wav", 0.0, false);
  REQUIRE(mixer);
  std::vector<audio::Cue> cues;
  for (std::uint32_t i = 0; i < 200; ++i)
    cues.push_back({audio::CueKind::Footstep, audio::Stuff::Stone, i, {1, 0, 0}, 45.0, 0.0});
  CHECK((*mixer)->advance({}, cues));
  CHECK((*mixer)->close());
}
