#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/hash.h"
#include "core/rng.h"
#include "walk_probe.h"

using namespace probe;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using human::Sex;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr double kShare = 0.25;
#else
constexpr double kShare = 1.0;
#endif

const human::FlatGround kFlat;

motion::Walker walker(Sex sex, double percentile) {
  return motion::walker_of(body(sex, percentile));
}

void check_feet(const Measures& m) {
  CHECK(m.skate <= 0.02);
  CHECK(m.deepest <= 0.001);
  CHECK(m.limit_excess <= math::radians(0.01));
  CHECK(m.knee_least >= 0.0);
}

double largest_difference(const human::Posture& a, const human::Posture& b) {
  double worst = glm::length(a.world_from_pelvis.position - b.world_from_pelvis.position);
  worst = std::max(worst, math::angle_between(a.world_from_pelvis.rotation, b.world_from_pelvis.rotation));
  for (std::size_t i = 1; i < human::kJointCount; ++i) {
    worst = std::max(worst, math::angle_between(a.rotations[i], b.rotations[i]));
  }
  return worst;
}

}  // namespace

TEST_CASE("feet neither skate nor sink on straight paths, 0.2 to 3.5 m/s") {
  for (const motion::Walker& w : {man(), walker(Sex::Female, 0.05), walker(Sex::Male, 0.95)}) {
    for (const double speed : {0.2, 0.5, 1.0, 1.4, 1.8, 2.0, 2.4, 3.0, 3.5}) {
      INFO("hip height " << w.hip_height << ", " << speed << " m/s");
      Walk walk(w, kFlat);
      walk.run(4.0 + 6.0 * kShare, ahead(speed), true);
      check_feet(walk.m);
      CHECK(walk.m.skate <= 0.002);  // the target is none
      CHECK(walk.m.steps >= (speed < 0.3 ? 2 : 4));
    }
  }
}

TEST_CASE("feet neither skate nor sink on curves of 1, 2 and 5 m") {
  for (const double radius : {1.0, 2.0, 5.0}) {
    for (const double speed : {0.5, 1.0, 1.4, 2.0, 2.6, 3.2}) {
      if (speed * speed / radius > 5.2) continue;  // sharper than half of gravity: nobody holds that curve
      INFO("radius " << radius << " m, " << speed << " m/s");
      const Measures m = circle(man(), speed, radius, 8.0 * kShare);
      check_feet(m);
    }
  }
}

TEST_CASE("a path that is too sharp for its speed is taken more slowly, not with sliding feet") {
  const Measures m = circle(man(), 3.2, 1.0, 6.0 * kShare);
  CHECK(m.skate <= 0.03);
  CHECK(std::isfinite(m.mean));
}

TEST_CASE("a straight path equals the straight walker, in any direction") {
  motion::GaitStyle style;
  style.liveliness = 0.0;
  for (const double speed : {0.6, 1.0, 1.4, 1.9, 2.6}) {
    for (const double yaw : {0.0, 2.1}) {
      Walk walk(man(), kFlat, yaw, {3.0, 0.0, -7.0});
      motion::GaitCommand command = ahead(speed, yaw);
      command.style = style;
      walk.run(14.0, command);
      // Until a left heel-strike; then where the root was at that very moment gives the walker's frame.
      double worst = 0.0;
      const double cycle = walk.state.feet.stride.cycle;
      for (int i = 0; i < 120; ++i) {
        walk.tick(command, false);
        const double seconds = walk.state.feet.phase * cycle;
        const Vec3 origin = walk.state.root - seconds * command.velocity;
        human::Posture expected = motion::straight_walk(man(), style, speed, seconds);
        const math::Pose place = math::standing_at(origin, yaw);
        expected.world_from_pelvis = place * expected.world_from_pelvis;
        // Head and eyes look about on their own.
        human::Posture seen = walk.posture;
        for (const auto joint :
             {human::Joint::Neck, human::Joint::Head, human::Joint::LeftEye, human::Joint::RightEye}) {
          seen[joint] = expected[joint];
        }
        worst = std::max(worst, largest_difference(seen, expected));
      }
      INFO(speed << " m/s, heading " << yaw);
      CHECK(worst < 1e-6);
    }
  }
}

TEST_CASE("cadence is that of people") {
  // Grieve and Gear 1966: 64.8 (v / stature)^0.57 strides a minute, adults.
  for (const auto& [sex, percentile] :
       {std::pair{Sex::Female, 0.05}, {Sex::Female, 0.5}, {Sex::Male, 0.5}, {Sex::Male, 0.95}}) {
    const motion::Walker w = walker(sex, percentile);
    const double stature = w.hip_height + w.head_top;
    for (const double speed : {0.6, 1.0, 1.4, 1.8}) {
      const double published = 2.0 * 64.8 * std::pow(speed / stature, 0.57);
      INFO(stature << " m, " << speed << " m/s");
      CHECK_THAT(120.0 / motion::stride_at(w, speed, 0.0).cycle, WithinRel(published, 0.10));
    }
  }
  // Murray, Drought and Kory 1964, men: 1.51 m/s at 117 steps/min. Perry 1992: men 1.43 m/s, 111; women 1.28 m/s, 117.
  CHECK_THAT(120.0 / motion::stride_at(man(), 1.51, 0.0).cycle, WithinRel(117.0, 0.10));
  CHECK_THAT(120.0 / motion::stride_at(man(), 1.43, 0.0).cycle, WithinRel(111.0, 0.10));
  CHECK_THAT(120.0 / motion::stride_at(walker(Sex::Female, 0.5), 1.28, 0.0).cycle, WithinRel(117.0, 0.10));
  // Jogging: Cavanagh and Kram 1989 found 1.3 to 1.45 strides a second, hardly growing with speed.
  for (const double speed : {2.5, 3.0, 3.5}) {
    CHECK_THAT(1.0 / motion::stride_at(man(), speed, 1.0).cycle, WithinRel(1.375, 0.06));
  }
}

TEST_CASE("what is walked has the cadence that was planned") {
  for (const double speed : {0.8, 1.4, 2.0, 3.0}) {
    Walk walk(man(), kFlat);
    walk.run(5.0, ahead(speed));
    walk.run(20.0, ahead(speed), true);
    const double planned = 120.0 / motion::stride_at(man(), speed, speed > 2.2 ? 1.0 : 0.0).cycle;
    CHECK_THAT(walk.m.cadence(), WithinAbs(planned, 3.1));  // one step in 20 s
  }
}

TEST_CASE("the pelvis rises, falls and sways as people's does") {
  for (const double speed : {0.7, 1.0, 1.4, 1.6}) {
    Walk walk(man(), kFlat);
    motion::GaitCommand command = ahead(speed);
    command.style.liveliness = 0.0;
    walk.run(5.0, command);
    walk.run(6.0, command, true);
    INFO(speed << " m/s");
    // Mean height: 1 - 0.015 v / hip height of the standing height (Boulic 1990).
    CHECK_THAT(walk.m.mean, WithinRel(man().hip_height * (1.0 - 0.015 * speed / man().hip_height), 0.10));
    // Orendurff et al. 2004: up and down 2.74 cm at 0.7, 4.83 cm at 1.6 m/s (the centre of mass: about the pelvis);
    // sideways 6.99 and 3.85 cm.
    const double t = (speed - 0.7) / 0.9;
    CHECK_THAT(walk.m.highest - walk.m.lowest, WithinAbs(0.0274 + t * (0.0483 - 0.0274), 0.010));
    CHECK_THAT(walk.m.aside, WithinRel(0.0699 + t * (0.0385 - 0.0699), 0.10));
  }
}

TEST_CASE("joint angles of a normal walk lie where gait laboratories find them") {
  // Winter 1991, Perry 1992: hip 30 deg flexed at heel-strike, 10 to 20 extended before toe-off; knee 15 to 25 in
  // loading, 55 to 70 in swing; ankle 5 to 15 dorsiflexed late in stance, 10 to 25 plantarflexed at toe-off.
  const motion::Stride stride = motion::stride_at(man(), 1.4, 0.0);
  double hip_most = -9, hip_least = 9, knee_loading = 0, knee_swing = 0, dorsal = -9, plantar = 9;
  for (int i = 0; i < 200; ++i) {
    const double phase = i / 200.0;
    const human::Angles a = human::angles_of(motion::straight_walk(man(), {}, 1.4, phase * stride.cycle));
    const auto angle = [&](human::Joint joint) { return math::degrees(a[human::info(joint).first_dof]); };
    const double hip = angle(human::Joint::LeftThigh), knee = angle(human::Joint::LeftShank);
    const double ankle = angle(human::Joint::LeftFoot);
    hip_most = std::max(hip_most, hip);
    hip_least = std::min(hip_least, hip);
    if (phase > 0.05 && phase < 0.25) knee_loading = std::max(knee_loading, knee);
    if (phase > 0.6) knee_swing = std::max(knee_swing, knee);
    if (phase > 0.2 && phase < 0.55) dorsal = std::max(dorsal, ankle);
    if (phase > 0.5 && phase < 0.75) plantar = std::min(plantar, ankle);
  }
  CHECK(hip_most > 22.0);
  CHECK(hip_most < 38.0);
  CHECK(hip_least < -8.0);
  CHECK(hip_least > -22.0);
  CHECK(knee_loading > 10.0);
  CHECK(knee_loading < 28.0);
  CHECK(knee_swing > 55.0);
  CHECK(knee_swing < 70.0);
  CHECK(dorsal > 5.0);
  CHECK(dorsal < 21.0);
  CHECK(plantar < -8.0);
  CHECK(plantar > -30.0);
}

TEST_CASE("knees point where the feet go") {
  Walk walk(man(), kFlat);
  human::Frames<double> frames;
  for (int i = 0; i < 500; ++i) {
    walk.tick(ahead(1.3, 0.004 * i), false);
    human::forward_kinematics(man().skeleton, walk.posture, frames);
    for (const auto side : {human::Side::Left, human::Side::Right}) {
      const Vec3 hip = frames.position(on_side(human::Joint::LeftThigh, side));
      const Vec3 knee = frames.position(on_side(human::Joint::LeftShank, side));
      const Vec3 ankle = frames.position(on_side(human::Joint::LeftFoot, side));
      const Vec3 out = knee - 0.5 * (hip + ankle);
      const Vec3 foot = frames.pose(on_side(human::Joint::LeftFoot, side)).direction(math::kForward);
      const Vec3 axis = glm::normalize(ankle - hip);
      const Vec3 ahead_of_leg = foot - glm::dot(foot, axis) * axis;
      CHECK(glm::dot(out, ahead_of_leg) > -1e-9);
    }
  }
}

TEST_CASE("walking has double support, jogging has flight") {
  for (const double speed : {1.4, 2.0}) {
    Walk walk(man(), kFlat);
    walk.run(4.0, ahead(speed));
    walk.run(5.0, ahead(speed), true);
    CHECK(walk.m.flight == 0.0);
    CHECK(motion::stride_at(man(), speed, 0.0).duty > 0.55);
  }
  Walk walk(man(), kFlat);
  walk.run(4.0, ahead(3.0));
  walk.run(5.0, ahead(3.0), true);
  CHECK(walk.m.flight > 0.15);
  CHECK(walk.m.flight < 0.45);
}

TEST_CASE("start and stop settle with the feet side by side") {
  for (const double speed : {0.6, 1.4, 3.0}) {
    Walk walk(man(), kFlat);
    walk.run(1.0, ahead(0.0), true);
    CHECK(walk.m.steps == 0);
    walk.run(3.0, ahead(speed), true);
    CHECK_THAT(glm::length(walk.state.velocity), WithinAbs(speed, 1e-9));
    walk.run(4.0, ahead(0.0), true);
    check_feet(walk.m);
    const int steps = walk.m.steps;
    walk.run(2.0, ahead(0.0), true);
    INFO(speed << " m/s");
    CHECK(walk.m.steps == steps);
    CHECK_FALSE(walk.state.feet.stepping);
    const Vec3 apart = walk.state.feet.feet[1].hold.position - walk.state.feet.feet[0].hold.position;
    CHECK(std::abs(glm::dot(apart, motion::forward_of(walk.state.yaw))) < 0.13);
    CHECK(glm::dot(apart, motion::right_of(walk.state.yaw)) > 0.08);
    CHECK(glm::length(walk.state.velocity) == 0.0);
  }
}

TEST_CASE("turning on the spot is stepped, not slid, and arrives") {
  Walk walk(man(), kFlat);
  for (const double yaw : {1.57, -1.57, 3.1, 0.0}) {
    walk.run(3.5, ahead(0.0, yaw), true);
    CHECK_THAT(math::wrap_angle(walk.state.yaw - yaw), WithinAbs(0.0, 0.02));
    CHECK_FALSE(walk.state.feet.stepping);
  }
  check_feet(walk.m);
  CHECK(walk.m.skate < 0.003);
  CHECK(glm::length(walk.state.root) < 1e-9);
}

TEST_CASE("sideways and backwards") {
  for (const Vec3& velocity :
       {0.3 * math::kRight, -0.6 * math::kRight, -0.5 * math::kForward, -1.0 * math::kForward, Vec3(0.4, 0.0, -0.8)}) {
    Walk walk(man(), kFlat);
    motion::GaitCommand command = ahead(0.0);
    command.velocity = velocity;
    walk.run(8.0 * kShare + 2.0, command, true);
    INFO(velocity.x << ", " << velocity.z);
    check_feet(walk.m);
    CHECK_THAT(glm::length(walk.state.velocity - velocity), WithinAbs(0.0, 1e-9));
    CHECK_THAT(walk.state.yaw, WithinAbs(0.0, 1e-9));
  }
}

TEST_CASE("a root the caller holds back is followed by the feet") {
  // A wall at z = -2, reached at full speed and walked along obliquely.
  Walk walk(man(), kFlat);
  motion::GaitCommand command = ahead(1.4);
  command.velocity = Vec3(0.5, 0.0, -1.3);
  for (int i = 0; i < 500; ++i) {
    Vec3 root = motion::next_root(command, kDt, walk.state);
    root.z = std::max(root.z, -2.0);
    command.root = root;
    walk.tick(command, true);
    CHECK(walk.state.root.z >= -2.0);
    CHECK(walk.state.root.x == root.x);
  }
  CHECK(walk.m.skate <= 0.02);
  CHECK(walk.m.deepest <= 0.001);
  CHECK(walk.m.lowest > 0.8 * man().hip_height);
}

TEST_CASE("stairs: soles on the treads, one at a time, nothing through the edges") {
  for (const double riser : {0.17, 0.15, -0.17, -0.19}) {
    const Stairs stairs(riser, 0.28, 10);
    Walk walk(man(), stairs);
    walk.run(14.0, ahead(1.1), true);
    INFO("riser " << riser);
    check_feet(walk.m);
    CHECK_THAT(walk.state.root.y, WithinAbs(10.0 * riser, 1e-3));
    const motion::Walker& w = man();
    double before = 0.0;
    for (const Vec3& hold : walk.m.holds) {
      CHECK_THAT(hold.y, WithinAbs(stairs.height(0.0, hold.z, 0.0), 1e-9));
      CHECK(std::abs(hold.y - before) < 1.5 * std::abs(riser));
      before = hold.y;
      // Ankle and ball find the same level; heel and toes never cut into a higher one.
      CHECK_THAT(stairs.height(0.0, hold.z - w.ball, 0.0), WithinAbs(hold.y, 1e-9));
      CHECK(stairs.height(0.0, hold.z + w.heel, 0.0) <= hold.y + 1e-9);
      CHECK(stairs.height(0.0, hold.z - w.ball - w.toe, 0.0) <= hold.y + 1e-9);
    }
  }
}

TEST_CASE("ducking: the head stays under the beam while walking") {
  for (const double room : {1.60, 1.40, 1.25}) {
    Walk walk(man(), kFlat);
    motion::GaitCommand command = ahead(0.8);
    command.head_room = room;
    walk.run(2.0, command);
    human::Frames<double> frames;
    const double up = man().head_top - man().head_joint;
    double highest = 0.0;
    for (int i = 0; i < 270; ++i) {
      walk.tick(command, true);
      human::forward_kinematics(man().skeleton, walk.posture, frames);
      highest = std::max(highest, frames.pose(human::Joint::Head).point({0.0, up, 0.0}).y);
    }
    INFO("room " << room);
    CHECK(highest < room);
    CHECK(highest > room - 0.20);
    check_feet(walk.m);
    command.head_room = 0.0;
    walk.run(2.0, command);
    CHECK(walk.state.duck < 0.01);
  }
}

TEST_CASE("stepping over: the foot in the air clears the height asked for") {
  Walk walk(man(), kFlat);
  motion::GaitCommand command = ahead(0.9);
  command.step_over = 0.25;
  walk.run(3.0, command);
  std::array<double, 2> highest{};
  human::Frames<double> frames;
  for (int i = 0; i < 180; ++i) {
    walk.tick(command, true);
    human::forward_kinematics(man().skeleton, walk.posture, frames);
    for (std::size_t f = 0; f < 2; ++f) {
      double lowest = 9.0;
      for (const Vec3& p : sole_points(man(), frames, f == 0 ? human::Side::Left : human::Side::Right)) {
        lowest = std::min(lowest, p.y);
      }
      highest[f] = std::max(highest[f], lowest);
    }
  }
  CHECK(std::min(highest[0], highest[1]) > 0.25);
  check_feet(walk.m);
}

TEST_CASE("a low block on the way is stepped over without being told") {
  class Block final : public human::Ground {
   public:
    double height(double, double z, double) const override { return z < -3.0 && z > -3.15 ? 0.18 : 0.0; }
  };
  const Block block;
  Walk walk(man(), block);
  walk.run(8.0, ahead(1.1), true);
  CHECK(walk.m.deepest < 0.005);
  for (const Vec3& hold : walk.m.holds) CHECK(hold.y == 0.0);
}

TEST_CASE("saved and loaded in the middle of a step, the walk goes on bit for bit") {
  const Stairs stairs(0.17, 0.28, 5);
  Walk walk(man(), stairs);
  motion::GaitCommand command = ahead(1.3, 0.1);
  command.style = motion::gait_style(motion::GaitMood::Brisk, 77);
  walk.run(2.11, command);
  std::vector<std::byte> saved;
  core::save(walk.state, saved);
  motion::GaitState copy;
  REQUIRE(core::load(copy, saved));
  for (int i = 0; i < 400; ++i) {
    walk.tick(command, false);
    human::Posture posture;
    motion::advance_gait(man(), command, stairs, kDt, copy, posture);
    REQUIRE(std::memcmp(&posture, &walk.posture, sizeof posture) == 0);
  }
  saved.clear();
  core::save(walk.state, saved);
  CHECK_FALSE(core::compare(copy, saved));
}

TEST_CASE("wild commands never give NaN, nor a body beside itself") {
  core::Rng rng(99);
  const double nan = std::numeric_limits<double>::quiet_NaN(), huge = 1e300;
  Walk walk(man(), kFlat);
  motion::GaitCommand command;
  for (int i = 0; i < static_cast<int>(20000 * kShare); ++i) {
    if (rng.below(20) == 0) {
      command = {};
      command.velocity = {rng.uniform(-6, 6), rng.uniform(-6, 6), rng.uniform(-6, 6)};
      command.facing = {rng.uniform(-1, 1), 0.0, rng.uniform(-1, 1)};
      if (rng.below(3) == 0) command.head_room = rng.uniform(-1, 2);
      if (rng.below(3) == 0) command.step_over = rng.uniform(-1, 2);
      if (rng.below(3) == 0) command.gaze = Vec3(rng.uniform(-5, 5), rng.uniform(-5, 5), rng.uniform(-5, 5));
      if (rng.below(8) == 0) command.velocity.x = rng.below(2) ? nan : huge;
      if (rng.below(8) == 0) command.facing = Vec3(nan);
      if (rng.below(8) == 0) command.head_room = nan;
      if (rng.below(8) == 0) command.gaze = Vec3(huge);
      command.arm_swing = {rng.uniform(-3, 3), nan};
      command.style = motion::gait_style(static_cast<motion::GaitMood>(rng.below(5)), rng.next());
    }
    command.root.reset();
    if (rng.below(10) == 0) command.root = walk.state.root + Vec3(rng.uniform(-0.1, 0.1), 0.0, rng.uniform(-0.1, 0.1));
    if (rng.below(300) == 0) command.root = Vec3(rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(-9, 9));
    if (rng.below(300) == 0) command.root = Vec3(nan);
    walk.tick(command, false);
    const math::Pose& pelvis = walk.posture.world_from_pelvis;
    REQUIRE(std::isfinite(pelvis.position.x + pelvis.position.y + pelvis.position.z));
    REQUIRE(pelvis.position.y > 0.1);
    REQUIRE(pelvis.position.y < 1.2);
    REQUIRE(glm::length(pelvis.position - walk.state.root) < 1.3);
    for (const math::Quat& q : walk.posture.rotations) REQUIRE_THAT(math::dot(q, q), WithinAbs(1.0, 1e-6));
    REQUIRE(human::limit_excess(man().skeleton, walk.posture) < math::radians(0.01));
  }
}

TEST_CASE("standing people breathe, shift and glance; without liveliness they are still") {
  const auto travel = [](double liveliness, std::uint64_t seed) {
    Walk walk(man(), kFlat);
    motion::GaitCommand command;
    command.style.liveliness = liveliness;
    command.style.seed = seed;
    double pelvis = 0.0, head = 0.0;
    math::Quat before = math::kIdentity;
    Vec3 place(0.0);
    for (int i = 0; i < 900; ++i) {
      walk.tick(command, true);
      if (i > 0) {
        pelvis += glm::length(walk.posture.world_from_pelvis.position - place);
        head += math::angle_between(before, walk.posture[human::Joint::Head]);
      }
      place = walk.posture.world_from_pelvis.position;
      before = walk.posture[human::Joint::Head];
    }
    check_feet(walk.m);
    CHECK(walk.m.steps == 0);
    CHECK(walk.m.skate < 1e-6);
    return std::pair{pelvis, head};
  };
  const auto lively = travel(1.0, 3), still = travel(0.0, 3), other = travel(1.0, 4);
  CHECK(lively.first > 0.03);
  CHECK(lively.first < 0.6);
  CHECK(lively.second > 0.3);
  CHECK(still.first < 1e-6);
  CHECK(lively != other);
}

TEST_CASE("the gaze is followed within limits, and given up behind the back") {
  Walk walk(man(), kFlat);
  motion::GaitCommand command;
  command.style.liveliness = 0.0;
  const auto looks = [&] {
    human::Frames<double> frames;
    human::forward_kinematics(man().skeleton, walk.posture, frames);
    return frames.pose(human::Joint::LeftEye).direction(math::kForward);
  };
  command.gaze = Vec3(-3.0, 1.5, -4.0);
  walk.run(1.5, command, true);
  const Vec3 to = glm::normalize(*command.gaze - Vec3(0.0, 1.63, 0.0));
  CHECK(glm::dot(looks(), to) > std::cos(math::radians(6.0)));
  command.gaze = Vec3(0.3, 1.6, 5.0);
  walk.run(1.5, command, true);
  CHECK(looks().z < -0.9);
  check_feet(walk.m);
}

TEST_CASE("coherent noise is zero at integers, smooth and bounded") {
  for (int i = -5; i < 5; ++i) CHECK_THAT(motion::coherent_noise(7, i), WithinAbs(0.0, 1e-12));
  double slope = 0.0;
  for (double x = -3.0; x < 3.0; x += 0.01) {
    const double y = motion::coherent_noise(7, x);
    CHECK(std::abs(y) <= 1.0);
    const double now = (motion::coherent_noise(7, x + 1e-5) - y) / 1e-5;
    if (x > -2.99) CHECK(std::abs(now - slope) < 0.6);
    slope = now;
  }
}

TEST_CASE("a rolling foot keeps its heel or its toe tip in place") {
  const motion::Walker& w = man();
  const motion::Foothold hold{{0.3, 0.1, -2.0}, 0.7};
  const Vec3 heel = hold.position - w.heel * motion::forward_of(hold.yaw);
  const Vec3 tip = hold.position + (w.ball + w.toe) * motion::forward_of(hold.yaw);
  Vec3 before(0.0);
  for (double pitch = -1.35; pitch < 0.5; pitch += 0.005) {
    const motion::RolledFoot foot = motion::roll_foot(w, hold, pitch);
    const math::Pose toes = foot.world_from_foot * math::Pose{math::from_axis_angle(math::kRight, foot.toe_extension),
                                                              {0.0, w.ball_height - w.ankle, -w.ball}};
    if (pitch >= 0.0) {
      CHECK(glm::length(foot.world_from_foot.point({0.0, -w.ankle, w.heel}) - heel) < 1e-12);
    } else {
      CHECK(glm::length(toes.point({0.0, -w.ball_height, -w.toe}) - tip) < 1e-12);
    }
    const Vec3 ankle = foot.world_from_foot.position;
    if (pitch > -1.35) CHECK(glm::length(ankle - before) < 0.003);
    before = ankle;
  }
}
