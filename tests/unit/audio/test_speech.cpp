// SPDX-License-Identifier: Apache-2.0
// Words read out by another program: a stand-in for espeak-ng on the PATH that plays a tone, that fails, that is
// absent.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "audio/mixer.h"
#include "audio/speech.h"
#include "audio/synthesis.h"
#include "core/files.h"
#include "core/time.h"
#include "temporary_folder.h"

using namespace fh;

namespace {

constexpr int kRate = 22050, kTone = 441, kSamples = 11025;  // half a second

void add_number(std::string& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}

/// As espeak-ng writes into a pipe: it does not know the length beforehand.
std::string tone() {
  std::string bytes = "RIFF";
  add_number(bytes, 0x7ffff024, 4);
  bytes += "WAVEfmt ";
  add_number(bytes, 16, 4);
  add_number(bytes, 1, 2);
  add_number(bytes, 1, 2);
  add_number(bytes, kRate, 4);
  add_number(bytes, 2 * kRate, 4);
  add_number(bytes, 2, 2);
  add_number(bytes, 16, 2);
  bytes += "data";
  add_number(bytes, 0x7ffff000, 4);
  for (int i = 0; i < kSamples; ++i)
    add_number(bytes, static_cast<std::uint16_t>(std::lround(12000.0 * std::sin(6.283185307 * kTone * i / kRate))), 2);
  return bytes;
}

/// espeak-ng is this script, and nothing else is found, while it exists.
class OnlyProgram {
 public:
  explicit OnlyProgram(const std::string& script) : before_(std::getenv("PATH")) {
    std::ofstream(folder_.path / "tone.wav", std::ios::binary) << tone();
    const auto file = folder_.path / "espeak-ng";
    if (!script.empty()) {
      std::ofstream(file) << "#!/bin/sh\n" << script << "\n";
      std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    }
    ::setenv("PATH", folder_.path.c_str(), 1);
  }
  ~OnlyProgram() { ::setenv("PATH", before_.c_str(), 1); }
  std::string said() const { return core::read_text(folder_.path / "said").value_or(""); }

 private:
  test::TemporaryFolder folder_;
  std::string before_;
};

constexpr const char* kPlays =
    "dir=${0%/*}; echo \"$@\" > $dir/said; while IFS= read -r line; do :; done; /bin/cat $dir/tone.wav";

/// Loudest sample of a second in which the words begin at once.
int loudest(const std::string& words) {
  const test::TemporaryFolder folder;
  const auto file = folder.path / "heard.wav";
  auto mixer = audio::Mixer::to_file(file, 18.0, false);
  if (!mixer) FAIL(mixer.error().message);
  audio::Cue cue{audio::CueKind::Voice, audio::Stuff::Soft, 3, {0.0, 0.0, -1.0}, 70.0, 0.0, words};
  for (core::Tick tick = 0; tick < core::kTicksPerSecond; ++tick)
    REQUIRE((*mixer)->advance({}, std::span<const audio::Cue>(&cue, tick == 0 ? 1 : 0)));
  REQUIRE((*mixer)->close());
  const auto bytes = core::read_file(file);
  REQUIRE(bytes);
  int most = 0;
  for (std::size_t at = 44; at + 2 <= bytes->size(); at += 2) {
    const auto sample = static_cast<std::int16_t>(static_cast<std::uint8_t>((*bytes)[at]) |
                                                  (static_cast<std::uint8_t>((*bytes)[at + 1]) << 8));
    most = std::max(most, std::abs(int(sample)));
  }
  return most;
}

}  // namespace

TEST_CASE("speech: words come back as samples of the mixer's rate, at the pitch that was played") {
  const OnlyProgram program(kPlays);
  const auto samples = audio::spoken("-v is a word; $(touch x) 'too'", 3);
  REQUIRE(std::abs(int(samples.size()) - kSamples * audio::kSampleRate / kRate) < 4);
  int crossings = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) crossings += samples[i - 1] < 0 && samples[i] >= 0 ? 1 : 0;
  CHECK(std::abs(crossings - kTone / 2) <= 1);
  // One argument, as it is: no shell reads it.
  CHECK(program.said().find("-- -v is a word; $(touch x) 'too'") != std::string::npos);
  CHECK(program.said().find("en+f") != std::string::npos);
}

TEST_CASE("speech: what is read out is heard, and nothing without the program") {
  {
    const OnlyProgram program(kPlays);
    CHECK(loudest("All right.") > 500);
  }
  {
    const OnlyProgram none("");
    CHECK(loudest("All right.") <= 2);  // OpenAL Soft dithers silence
  }
}

TEST_CASE("speech: a program that fails or writes something else is silence") {
  for (const char* script : {"exit 3", "echo no sound", "dir=${0%/*}; /bin/cat $dir/tone.wav; exit 1"}) {
    INFO(script);
    const OnlyProgram program(script);
    CHECK(audio::spoken("hello", 0).empty());
  }
  CHECK(audio::samples_of_wav("").empty());
  const std::string whole = tone();
  for (std::size_t length = 0; length < 60; ++length)
    CHECK(audio::samples_of_wav(whole.substr(0, length)).size() <= 40);
}
