// SPDX-License-Identifier: Apache-2.0
// Agents put a hand on high, low and far things with the whole body, over feet that stay.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "agent_stage.h"
#include "human/body/balance.h"
#include "human/body/masses.h"
#include "human/ik/kneel.h"

using namespace fh;
using namespace fh::test;
using human::Joint;
using human::Side;
using math::Vec3;

namespace {

/// A box of 10 cm that hangs in the air before an agent at the origin that looks along -Z; its middle is given.
scene::Scenario reach_for(const Vec3& box, const std::string& more = "", const std::string& sex = "f",
                          int percentile = 50, const Vec3& stand = Vec3(0.0)) {
  const std::string parts = fmt::format(
      R"(], "objects": [{{"name": "thing", "at": [{}, {}, {}], "shapes": [{{"kind": "box", "size": [0.1, 0.1, 0.1]}}]}})",
      box.x, box.y, box.z);
  const std::string agent = fmt::format(
      R"({{"name": "ann", "body": {{"sex": "{}", "stature_percentile": {}}}, "at": [{}, 0, {}], "yaw_deg": 0,
          "behaviour": "errands", "knows": "place",
          "errands": [{{"at": [{}, 0, {}], "within": 0.1, "yaw_deg": 0, "seconds": 1, "reach": "thing"}}]}})",
      sex, percentile, stand.x, stand.z, stand.x, stand.z);
  return place(more + parts, agent);
}

/// Metres from a point to the box of the thing.
double off_box(const Vec3& point, const Vec3& middle) {
  const Vec3 out = glm::max(glm::abs(point - middle) - Vec3(0.05), Vec3(0.0));
  return glm::length(out);
}

/// What was seen of a reach, from the frames alone.
struct Seen {
  double nearest = 1e9;        // m, of any fingertips to the thing
  double least_balance = 1e9;  // m
  double fastest = 0.0;        // m/s, of the fingertips
  double jerk = 0.0;           // m/s, greatest change of that velocity in a tick
  double slide = 0.0;          // m that an ankle was from where it stood when the hand set out
  double pelvis_drop = 0.0;    // m
  double lean = 0.0;           // rad of the chest against upright
  double limit_excess = 0.0;   // rad
  double turned = 0.0;         // rad/s, fastest turn of a joint of the legs
  double knees = 1e9;          // m, the higher knee at its lowest
  double rose = 0.0;           // m, pelvis at the end against the beginning
  double gaze_off = 1e9;       // rad between the look and the thing, while the hand is nearest
  mind::ErrandOutcome outcome;
};

double higher_knee(const world::Agent& agent) {
  return std::max(agent.frames.position(Joint::LeftShank).y, agent.frames.position(Joint::RightShank).y);
}

double margin_of(const world::Agent& agent) {
  const auto& body = agent.person->body;
  if (higher_knee(agent) < 0.08)
    return human::balance_of(human::kneeling_support(body.dimensions, agent.frames),
                             human::centre_of_mass(body.masses, agent.frames))
        .margin;
  const auto support =
      human::support_polygon(human::build_sole(body.dimensions, Side::Left), {agent.frames.pose(Joint::LeftFoot)},
                             human::build_sole(body.dimensions, Side::Right), {agent.frames.pose(Joint::RightFoot)});
  return human::balance_of(support, human::centre_of_mass(body.masses, agent.frames)).margin;
}

class Watch {
 public:
  explicit Watch(const Vec3& thing) : thing_(thing) {}

  void look(const world::Agent& agent, int tick) {
    const double length = agent.person->body.dimensions[human::Dimension::HandLength];
    const Vec3 pelvis = agent.posture.world_from_pelvis.position;
    if (tick == 60) first_ = pelvis.y;
    const std::array<Vec3, 2> feet{agent.frames.position(Joint::LeftFoot), agent.frames.position(Joint::RightFoot)};
    std::array<Vec3, 2> tips, speed{};
    for (std::size_t s = 0; s < 2; ++s) {
      tips[s] = agent.frames.pose(s == 0 ? Joint::LeftHand : Joint::RightHand).point({0.0, -length, 0.0});
      if (tick > 90) {
        speed[s] = (tips[s] - tips_[s]) * 90.0;
        seen.fastest = std::max(seen.fastest, glm::length(speed[s]));
        if (tick > 91) seen.jerk = std::max(seen.jerk, glm::length(speed[s] - speed_[s]));
      }
      const double off = off_box(tips[s], thing_);
      if (off < seen.nearest) {
        seen.nearest = off;
        const math::Pose eye = agent.world_from_eye();
        const Vec3 way = glm::normalize(thing_ - eye.position);
        seen.gaze_off = std::acos(math::clamp(glm::dot(way, eye.direction(math::kForward)), -1.0, 1.0));
      }
    }
    tips_ = tips, speed_ = speed;
    for (std::size_t j = human::index_of(Joint::LeftThigh); tick > 90 && j < human::kJointCount; ++j)
      seen.turned = std::max(seen.turned, 90.0 * math::angle_between(agent.posture.rotations[j], legs_.rotations[j]));
    legs_ = agent.posture;
    seen.knees = std::min(seen.knees, higher_knee(agent));
    if (agent.reach.way == world::ReachState::Way::None) {
      feet_ = feet;
      height_ = pelvis.y;
      return;
    }
    for (std::size_t s = 0; s < 2; ++s) seen.slide = std::max(seen.slide, glm::length(feet[s] - feet_[s]));
    seen.least_balance = std::min(seen.least_balance, margin_of(agent));
    seen.pelvis_drop = std::max(seen.pelvis_drop, height_ - pelvis.y);
    const Vec3 up = agent.frames.pose(Joint::T2).direction(math::kUp);
    seen.lean = std::max(seen.lean, std::acos(math::clamp(up.y, -1.0, 1.0)));
    seen.limit_excess = std::max(seen.limit_excess, human::limit_excess(agent.person->body.skeleton, agent.posture));
  }

  double stood() const { return first_; }

  Seen seen;

 private:
  Vec3 thing_;
  std::array<Vec3, 2> tips_{}, speed_{}, feet_{};
  human::Posture legs_;
  double height_ = 0.0, first_ = 0.0;
};

Seen watch(const scene::Scenario& scenario, const Vec3& thing, int most = 12 * 90) {
  WatchedWorld world = world_of(scenario);
  Watch watch(thing);
  const frame::FrameInput nobody;
  for (int i = 0; i < most; ++i) {
    world.tick(nobody);
    watch.look(world.agents()[0], i);
    const bool back = world.agents()[0].reach.way == world::ReachState::Way::None;
    if (world.all_done() && back) break;
  }
  watch.seen.rose = world.agents()[0].posture.world_from_pelvis.position.y - watch.stood();
  watch.seen.outcome = world.agents()[0].mind.task().outcomes[0];
  return watch.seen;
}

void check_sound(const Seen& seen) {
  CHECK(seen.nearest <= 0.01);
  CHECK(seen.outcome.kind == mind::ErrandOutcome::Kind::Done);
  CHECK(seen.least_balance > 0.0);
  CHECK(seen.fastest < 3.0);
  CHECK(seen.jerk < 0.4);  // 36 m/s²
  CHECK(seen.slide < 0.003);
  CHECK(seen.limit_excess < 0.01);
  CHECK(seen.gaze_off < math::radians(10.0));
}

void tell(const Seen& s) {
  UNSCOPED_INFO(
      fmt::format("nearest {:.4f} balance {:.3f} fastest {:.2f} jerk {:.3f} slide {:.4f} drop {:.2f} lean "
                  "{:.2f} limits {:.4f} gaze {:.2f} outcome {} off {:.3f} turned {:.2f} knees {:.3f} rose {:.3f}",
                  s.nearest, s.least_balance, s.fastest, s.jerk, s.slide, s.pelvis_drop, s.lean, s.limit_excess,
                  s.gaze_off, static_cast<int>(s.outcome.kind), s.outcome.off, s.turned, s.knees, s.rose));
}

}  // namespace

TEST_CASE("agents reach: a low thing is met by crouching") {
  const Vec3 thing(0.15, 0.15, -0.45);
  const Seen seen = watch(reach_for(thing), thing);
  tell(seen);
  check_sound(seen);
  CHECK(seen.pelvis_drop > 0.15);
}

TEST_CASE("agents reach: a thing deep under a low board is met on the knees, and the body rises again") {
  const Vec3 thing(0.1, 0.25, -0.8);
  const std::string board =
      R"(, {"part": "table", "name": "table", "at": [0, 0, -0.95], "width": 1.6, "depth": 0.8, "height": 0.75})";
  for (const int percentile : {5, 50}) {
    const Seen seen = watch(reach_for(thing, board, "m", percentile), thing);
    tell(seen);
    CHECK(seen.nearest <= 0.01);
    CHECK(seen.outcome.kind == mind::ErrandOutcome::Kind::Done);
    CHECK(seen.knees < 0.075);
    CHECK(seen.pelvis_drop > 0.3);
    CHECK(seen.rose > -0.01);  // it stands as before
    CHECK(seen.fastest < 3.0);
    CHECK(seen.turned < 6.0);
    CHECK(seen.limit_excess < 0.01);
  }
}

TEST_CASE("agents reach: a far thing over a table is met by leaning") {
  const Vec3 thing(0.1, 0.95, -1.15);
  const std::string table =
      R"(, {"part": "table", "name": "table", "at": [0, 0, -0.85], "width": 1.4, "depth": 0.9, "height": 0.75})";
  const Seen seen = watch(reach_for(thing, table), thing);
  tell(seen);
  check_sound(seen);
  CHECK(seen.lean > math::radians(15.0));
}

TEST_CASE("agents reach: a thing on a high shelf, on either side") {
  for (const double x : {-0.3, 0.3}) {
    const Vec3 thing(x, 1.9, -0.4);
    const Seen seen = watch(reach_for(thing), thing);
    tell(seen);
    check_sound(seen);
  }
}

TEST_CASE("agents reach: what no posture reaches is given up with its distance") {
  const Vec3 thing(0.0, 2.6, -0.4);
  const Seen seen = watch(reach_for(thing), thing);
  tell(seen);
  CHECK(seen.outcome.kind == mind::ErrandOutcome::Kind::GivenUp);
  CHECK(seen.outcome.failure == mind::Failure::Reach);
  CHECK(seen.outcome.off > 0.2);
  CHECK(std::abs(seen.outcome.off - seen.nearest) < 0.02);
  CHECK(seen.least_balance > 0.0);
  CHECK(seen.slide < 0.003);
}

TEST_CASE("agents reach: those who stand a little beside the place reach too") {
  for (const Vec3 beside : {Vec3(-0.07, 0.0, 0.0), Vec3(0.07, 0.0, 0.0), Vec3(0.0, 0.0, 0.07)}) {
    const Vec3 thing(0.2, 1.1, -0.62);
    const Seen seen = watch(reach_for(thing, "", "f", 5, beside), thing);
    tell(seen);
    check_sound(seen);
  }
}
