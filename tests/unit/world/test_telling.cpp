// SPDX-License-Identifier: Apache-2.0
// Agents that are told what to do in a visit: what they do, what they say, and that it is all state of the tick.
#include <cmath>

#include "agent_stage.h"
#include "core/archive.h"
#include "mind/net.h"
#include "world/agents/blackboard.h"

using namespace fh;
using namespace fh::test;

namespace {

constexpr const char* kParts =
    R"(, {"part": "crate", "name": "crate", "at": [3, 0, -3]}, {"part": "table", "name": "bench", "at": [-4, 0, -4]})";
constexpr const char* kRounds =
    R"("behaviour": "patrol", "errands": [{"at": [0, 0, 4]}, {"at": [0, 0, -1]}], "knows": "place")";

scene::Scenario stage(const std::string& ada = kRounds, const std::string& more = "") {
  return place(kParts, R"({"name": "ada", "at": [0, 0, 2], )" + ada + "}" + more, "[5, 0, 5]");
}

frame::FrameInput saying(const std::string& text) {
  frame::FrameInput input = standing_user({5.0, 0.0, 5.0});
  REQUIRE(input.commands.add(frame::Command{frame::CommandId::Tell, {}, 0.0, {}}, text));
  return input;
}

template <class World>
void tell_and_run(World& world, const std::string& text, int ticks) {
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  for (int i = 0; i < 90; ++i) world.tick(quiet);
  world.tick(saying(text));
  for (int i = 0; i < ticks; ++i) world.tick(quiet);
}

std::string last_words(const world::World& world, std::size_t agent = 0) {
  const auto& said = world.agents()[agent].mind.voice().said();
  return said.empty() ? "" : said.back().words.text;
}

double off(const world::World& world, double x, double z) {
  const auto& root = world.agents()[0].gait.root;
  return std::hypot(root.x - x, root.z - z);
}

}  // namespace

TEST_CASE("telling: an agent does what it is told and then goes on with its own work") {
  const auto scenario = stage();
  auto world = world_of(scenario);
  tell_and_run(world, "ada: go to the crate", 30);
  REQUIRE(world.agents()[0].mind.told());
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  double nearest = 1e9;
  for (int i = 0; i < 15 * 90 && world.agents()[0].mind.told(); ++i) {
    world.tick(quiet);
    nearest = std::min(nearest, off(world, 3.0, -3.0));
  }
  CHECK_FALSE(world.agents()[0].mind.told());
  CHECK(nearest < 1.3);
  for (int i = 0; i < 2 * 90; ++i) world.tick(quiet);
  CHECK(last_words(world) == "Done.");
  const int arrived = world.agents()[0].mind.task().tally.arrived;
  for (int i = 0; i < 12 * 90; ++i) world.tick(quiet);
  CHECK(world.agents()[0].mind.task().tally.arrived > arrived);  // on its rounds again
  CHECK(world.agents()[0].mind.task().tally.failed == 0);
}

TEST_CASE("telling: what is not understood is asked back, what cannot be done is refused, and nothing is done") {
  const auto scenario = stage();
  for (const auto& [sentence, answer] :
       {std::pair{"ada: pull the crate", "hands"}, std::pair{"ada: open the crate of gold", "gold"},
        std::pair{"ada: sit down", "On what shall I sit"}}) {
    INFO(sentence);
    auto world = world_of(scenario);
    tell_and_run(world, sentence, 2);
    CHECK_FALSE(world.agents()[0].mind.told());
    INFO(last_words(world));
    CHECK(last_words(world).find(answer) != std::string::npos);
  }
}

TEST_CASE("telling: an agent sits down where it is told to, stays there, and gets up for its own work") {
  const auto scenario = stage();
  auto world = world_of(scenario);
  tell_and_run(world, "ada: please sit down on the crate for three seconds", 1);
  const world::Agent& ada = world.agents()[0];
  REQUIRE(ada.mind.told());
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  int seated = 0;
  for (int i = 0; i < 40 * 90 && ada.mind.told(); ++i) {
    world.tick(quiet);
    seated += ada.stance.stance == mind::Stance::Sit && ada.stance.weight >= 1.0 ? 1 : 0;
  }
  INFO(last_words(world));
  CHECK(seated > 3 * 90);
  CHECK(seated < 5 * 90);
  for (int i = 0; i < 90; ++i) world.tick(quiet);
  CHECK(last_words(world) == "Done.");
  CHECK(ada.stance.weight == 0.0);
}

TEST_CASE("telling: a can is fetched by hand and put on a bench, as told") {
  const auto scenario = place(
      R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
         {"part": "table", "name": "bench", "at": [3, 0, 0], "yaw_deg": 90, "width": 1.2, "depth": 0.6, "height": 0.9},
         {"part": "vessel", "name": "can", "style": "can", "at": [0.2, 0.742, -1.85], "radius": 0.033, "height": 0.12, "mass": 0.4})",
      R"({"name": "ada", "body": {"sex": "f"}, "at": [0, 0, 1], "knows": "place"})");
  auto world = world_of(scenario);
  tell_and_run(world, "ada: put the can on the bench", 30);
  REQUIRE(world.agents()[0].mind.told());
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  for (int i = 0; i < 45 * 90 && world.agents()[0].mind.told(); ++i) world.tick(quiet);
  for (int i = 0; i < 2 * 90; ++i) world.tick(quiet);
  CHECK(last_words(world) == "Done.");
  const math::Pose can = world.physics().pose(scenario.scene.find("can")->id);
  CHECK(std::abs(can.position.y - 0.9) < 0.02);
  CHECK(std::abs(can.position.x - 3.0) < 0.35);
}

TEST_CASE("telling: conditions wait for what is believed, sequences are kept") {
  const auto scenario = stage(R"("knows": "place")", R"(, {"name": "bob", "at": [4, 0, 0], "behaviour": "errands",
      "start_after": 6, "errands": [{"at": [0.5, 0, 0.2]}]})");
  auto world = world_of(scenario);
  tell_and_run(world, "ada: when bob is here, go to the bench, then wave", 3 * 90);
  REQUIRE(world.agents()[0].mind.told());
  CHECK(off(world, 0.0, 2.0) < 0.3);  // bob has not come yet
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  for (int i = 0; i < 25 * 90 && world.agents()[0].mind.told(); ++i) world.tick(quiet);
  CHECK_FALSE(world.agents()[0].mind.told());
  CHECK(off(world, -4.0, -4.0) < 2.0);
}

TEST_CASE("telling: what an agent was told is state: saved, loaded and continued alike") {
  const auto scenario = stage();
  auto one = world_of(scenario), other = world_of(scenario);
  tell_and_run(one, "ada: go behind the crate and then look at the bench for 3 seconds", 60);
  core::Bytes bytes;
  auto saving = core::Archive::saving(bytes);
  one.visit(saving);
  auto loading = core::Archive::loading({bytes.begin(), bytes.size()});
  other.visit(loading);
  REQUIRE(loading.ok());
  REQUIRE(other.agents()[0].mind.told());
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  for (int i = 0; i < 8 * 90; ++i) {
    one.tick(quiet);
    other.tick(quiet);
  }
  CHECK(one.state_hash() == other.state_hash());
}

TEST_CASE("telling: words are heard by those who are near, and a question waits for its answer") {
  const auto scenario = place("", R"({"name": "ada", "at": [0, 0, 2], "knows": "structure", "net": "talk"},
             {"name": "bob", "at": [0, 0, 0], "yaw_deg": 180, "knows": "structure", "net": "answer"}], "nets": [
        {"name": "talk", "nodes": [
          {"name": "ask", "do": "ask", "text": "Are you ready?", "whom": "bob",
           "edges": [{"to": "end", "on": "done"}, {"to": "no", "on": "failed"}]},
          {"name": "no", "do": "end", "result": "failed"}, {"name": "end", "do": "end"}]},
        {"name": "answer", "nodes": [
          {"name": "listen", "do": "wait", "seconds": 60, "edges": [
            {"to": "say", "on": "always", "when": [{"is": "heard", "what": "ada", "text": "Are you ready?"}]}, {"to": "end"}]},
          {"name": "say", "do": "say", "text": "Ready.", "whom": "ada", "edges": [{"to": "end"}]},
          {"name": "end", "do": "end"}]})");
  auto world = world_of(scenario);
  CHECK(until_done(world, 12 * 90) > 0);
  CHECK(world.errands_given_up() == 0);
  CHECK(last_words(world, 1) == "Ready.");
}

TEST_CASE("telling: a question is answered at once and stops nothing") {
  const auto scenario = stage();
  auto world = world_of(scenario);
  const std::pair<const char*, const char*> kAsked[] = {
      {"ada: wait for ten minutes", "All right."}, {"ada: where is the crate?", "crate is in floor."},
      {"ada: is the crate on the bench?", "No."},  {"ada: is the bench near the crate?", "No."},
      {"ada: what are you holding?", "Nothing."},  {"ada: is ada holding the crate?", "No."}};
  for (const auto& [question, answer] : kAsked) {
    tell_and_run(world, question, 150);
    std::string log;
    for (const auto& said : world.agents()[0].mind.voice().said())
      log += fmt::format("\n{:.2f} {}", said.at, said.words.text);
    INFO(question << log);
    CHECK(last_words(world) == answer);
    CHECK(world.agents()[0].mind.told());
  }
  tell_and_run(world, "ada: what are you doing?", 150);
  CHECK(last_words(world).find("told \"wait for ten minutes\"") != std::string::npos);
}

TEST_CASE("telling: what is found is reported, and the board shows who does it") {
  const auto scenario = stage();
  auto world = world_of(scenario);
  tell_and_run(world, "ada: look at the crate and tell me where it is", 30);
  auto jobs = world::blackboard(world.agents());
  REQUIRE(jobs.size() == 3);
  CHECK(jobs[0].what == "look at the crate and tell me where it is");
  CHECK(jobs[0].by == "user");
  CHECK(jobs[0].state == "doing");
  CHECK((jobs[1].state == "held" || jobs[2].state == "held"));
  const frame::FrameInput quiet = standing_user({5.0, 0.0, 5.0});
  for (int i = 0; i < 20 * 90 && world.agents()[0].mind.told(); ++i) world.tick(quiet);
  for (int i = 0; i < 90; ++i) world.tick(quiet);
  bool reported = false;
  for (const auto& said : world.agents()[0].mind.voice().said())
    reported = reported || said.words.text.rfind("crate is ", 0) == 0;
  CHECK(reported);
  CHECK(world::blackboard(world.agents()).size() == 2);
}

TEST_CASE("telling: who sits waves from the seat") {
  const auto scenario =
      place(R"(, {"part": "chair", "name": "chair", "at": [1, 0, 0]})",
            R"({"name": "ada", "at": [0, 0, 1], "behaviour": "stand", "knows": "place"})", "[-2, 0, 2]");
  auto world = world_of(scenario);
  const frame::FrameInput quiet = standing_user({-2.0, 0.0, 2.0});
  for (int i = 0; i < 90; ++i) world.tick(quiet);
  frame::FrameInput input = quiet;
  REQUIRE(input.commands.add(frame::Command{frame::CommandId::Tell, {}, 0.0, {}}, "ada: sit down and wave to me"));
  world.tick(input);
  bool sat = false, waved = false;
  for (int i = 0; i < 25 * 90 && !(waved && !world.agents()[0].mind.told()); ++i) {
    world.tick(quiet);
    const world::Agent& ada = world.agents()[0];
    sat = sat || (ada.stance.stance == mind::Stance::Sit && ada.stance.weight > 0.99);
    if (sat) REQUIRE(ada.stance.weight > 0.9);
    waved = waved || (sat && ada.intent.reach.has_value());
  }
  CHECK(sat);
  CHECK(waved);
}
