// SPDX-License-Identifier: Apache-2.0
// Sound of voice notes, with a voice that is made up.
#include <catch2/catch_test_macros.hpp>

#include <filesystem>

#include "app/stages/voice_stage.h"
#include "core/files.h"
#include "scene/scenario/scenario.h"

using namespace fh;

namespace {

/// Speaks for a second, then is silent; 1/90 s with every call.
class MadeUp final : public audio::VoiceSource {
 public:
  void read(std::vector<std::int16_t>& samples) override {
    constexpr std::size_t kTick = audio::kVoiceRate / 90;
    const bool speaks = ++calls_ <= 90;
    for (std::size_t i = 0; i < kTick; ++i)
      samples.push_back(speaks ? static_cast<std::int16_t>(i % 2 ? 9000 : -9000) : 3);
  }

 private:
  int calls_ = 0;
};

world::World made_world() {
  core::set_data_folder(FH_SOURCE_DIR);
  static const auto scenario = scene::parse_scenario(R"({"name": "voice", "user": {"at": [0, 0, 0]}, "parts": [
      {"part": "floor", "name": "floor", "width": 8, "depth": 8},
      {"part": "wall", "name": "wall", "at": [0, 0, -2], "length": 6, "height": 3, "thickness": 0.2}]})",
                                                     "voice", ".");
  REQUIRE(scenario);
  auto world = world::World::create(*scenario, {.user = {}, .workers = 1});
  REQUIRE(world);
  return std::move(*world);
}

void note(world::World& world, std::string_view name) {
  frame::FrameInput input;
  input.head.pose.position = {0.0, 1.6, 0.0};
  input.head.valid = input.head.tracked = 1;
  world.tick(input);
  REQUIRE(input.commands.add(frame::Command{frame::CommandId::VoiceNote, {}, 0.0, {}}, name));
  world.tick(input);
}

}  // namespace

TEST_CASE("voice notes: the sound goes into a file of the note's name and ends with silence") {
  const auto folder = std::filesystem::temp_directory_path() / "fh_voice_notes";
  std::filesystem::remove_all(folder);
  auto world = made_world();
  app::VoiceStage stage(folder, false, []() -> core::Result<std::unique_ptr<audio::VoiceSource>> {
    return std::unique_ptr<audio::VoiceSource>(std::make_unique<MadeUp>());
  });
  note(world, "one.wav");
  REQUIRE(world.tools().lists().notes.size() == 1);
  for (int i = 0; i < 900; ++i) stage.tick_done(world);  // silence ended it after 3 s, not after 10
  const auto bytes = std::filesystem::file_size(folder / "one.wav");
  CHECK(bytes > 2.9 * audio::kVoiceRate * 4);
  CHECK(bytes < 3.2 * audio::kVoiceRate * 4);
  note(world, "../two.wav");
  stage.tick_done(world);
  CHECK(stage.files().size() == 1);
  std::filesystem::remove_all(folder);
}

TEST_CASE("voice notes: without a microphone the note is kept and nothing is written") {
  const auto folder = std::filesystem::temp_directory_path() / "fh_no_voice";
  std::filesystem::remove_all(folder);
  auto world = made_world();
  app::VoiceStage stage(folder, false,
                        []() -> core::Result<std::unique_ptr<audio::VoiceSource>> { return core::fail("none"); });
  note(world, "one.wav");
  for (int i = 0; i < 10; ++i) stage.tick_done(world);
  CHECK(world.tools().lists().notes.size() == 1);
  CHECK(stage.files().empty());
  CHECK_FALSE(std::filesystem::exists(folder));
}
