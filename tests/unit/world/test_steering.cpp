// SPDX-License-Identifier: Apache-2.0
// Steering keys of agents bend their ways and stop nobody: measured against the same walk without them.
#include <algorithm>

#include "agent_stage.h"

using namespace fh;
using namespace fh::test;

namespace {

const char* const kTable =
    R"(, {"part": "table", "name": "table", "at": [0, 0, 1.1], "width": 0.6, "depth": 0.6, "height": 0.74})";

/// The way of one agent from (-4, 0) to (4, 0), at every tick; CHECKs that it arrives.
std::vector<math::Vec3> walked(const std::string& parts, const std::string& steering, std::string* said = nullptr,
                               const std::string& user = "[5, 0, 5]", const std::string& others = "") {
  const auto scenario = place(
      parts,
      walker("ann", -4, 0, 4, 0, R"(, "yaw_deg": -90, "knows": "place", "steering": [)" + steering + "]") + others,
      user);
  auto world = world_of(scenario);
  std::vector<math::Vec3> way;
  const frame::FrameInput nobody;
  for (int i = 0; i < scaled(20 * 90, 12 * 90) && world.agents()[0].mind.task().stage != mind::Stage::Done; ++i) {
    world.tick(nobody);
    way.push_back(world.agents()[0].gait.root);
    const std::string why = world.agents()[0].mind.why();
    if (said != nullptr && why.find(';') != std::string::npos && why.size() > said->size()) *said = why;
  }
  CHECK(world.agents()[0].mind.task().stage == mind::Stage::Done);
  CHECK(glm::length(way.back() - math::Vec3(4.0, way.back().y, 0.0)) < 0.3);
  return way;
}

/// The mean of z where the agent is at -1 … 1 m along its way.
double mean_aside(const std::vector<math::Vec3>& way) {
  double sum = 0.0;
  int count = 0;
  for (const math::Vec3& at : way) {
    if (std::abs(at.x) < 1.0) sum += at.z, ++count;
  }
  REQUIRE(count > 10);
  return sum / count;
}

}  // namespace

TEST_CASE("steering: a way bends away from what is avoided and towards what attracts, and says so") {
  const double plain = mean_aside(walked(kTable, ""));
  std::string said;
  const double avoids = mean_aside(walked(kTable, R"({"do": "avoid", "what": "table", "strength": 2})", &said));
  const double drawn = mean_aside(
      walked(kTable, R"({"do": "attract", "what": "table", "strength": 3, "within": 4, "distance_exponent": 0.5})"));
  INFO(plain << " " << avoids << " " << drawn << " " << said);
  CHECK(avoids < plain - 0.2);
  CHECK(drawn > plain + 0.1);
  CHECK(said.find("avoids table (") != std::string::npos);
}

TEST_CASE("steering: a way lines up with a wall at the distance that is asked for") {
  const std::string side = wall("side", 0, 1.6, 7, 0);
  const double plain = mean_aside(walked(side, ""));
  const double lined = mean_aside(
      walked(side, R"({"do": "line_up", "what": "side", "strength": 3, "distance_exponent": 0, "beside": 0.5})"));
  // The wall's face is at 1.525; from there to the body's outline and its radius.
  const double off = 1.525 - lined;
  INFO(plain << " " << lined);
  CHECK(std::abs(plain) < 0.1);
  CHECK(off > 0.5);
  CHECK(off < 0.5 + 0.5);
}

TEST_CASE("steering: who stands in the way is gone around on the nearer side") {
  // No plan goes round people, only the steps near them do. m to the side where the agent is level with bob.
  const auto passes_at = [](double bob_z, const std::string& steering) {
    const std::string bob = fmt::format(R"(, {{"name": "bob", "at": [1, 0, {}], "yaw_deg": 90}})", bob_z);
    const auto way = walked("", steering, nullptr, "[5, 0, 5]", bob);
    const auto level = std::find_if(way.begin(), way.end(), [](const math::Vec3& at) { return at.x >= 1.0; });
    REQUIRE(level != way.end());
    return level->z;
  };
  const std::string around =
      R"({"do": "go_around", "what": "bob", "within": 4, "strength": 6, "distance_exponent": 0})";
  for (const double z : {0.12, -0.12}) {
    const double aside = passes_at(z, around);
    INFO("bob at " << z << ", passed at " << aside << ", without at " << passes_at(z, ""));
    CHECK(aside * z < 0.0);
    CHECK(std::abs(aside - z) > 0.45);
  }
}

TEST_CASE("steering: who stands without a task goes to what attracts, and stops at it") {
  const auto scenario = place(kTable, R"({"name": "ann", "at": [-3, 0, 1], "knows": "place", "steering": [
      {"do": "attract", "what": "table", "within": 6, "strength": 2, "distance_exponent": 0.5}]})");
  auto world = world_of(scenario);
  idle(world, scaled(12 * 90, 6 * 90));
  const math::Vec3 at = world.agents()[0].gait.root;
  INFO(at.x << " " << at.z);
  CHECK(at.x > -1.3);
  CHECK(at.x < -0.4);
  CHECK(glm::length(world.agents()[0].gait.velocity) < 0.3);
}

TEST_CASE("steering: what is not known to the agent does not pull") {
  const auto scenario = place(kTable, R"({"name": "ann", "at": [-3, 0, 1], "yaw_deg": 90, "steering": [
      {"do": "attract", "what": "table", "within": 6, "strength": 2}]})");
  auto world = world_of(scenario);
  world.tick({});
  CHECK(world.agents()[0].mind.why().find("attracted") == std::string::npos);
}
