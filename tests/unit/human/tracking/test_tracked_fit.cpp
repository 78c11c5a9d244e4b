// SPDX-License-Identifier: Apache-2.0
#include "human/tracking/tracked_fit.h"

#include <catch2/catch_approx.hpp>
#include <limits>

#include "fit_user.h"

namespace fh::human {
namespace {

/// Tracked inputs of everyday moves, from standing at rest.
struct Pose9 {
  const char* name;
  math::Vec3 head{0.0};              // m the head goes
  double head_pitch = 0.0;           // rad, down positive
  double turn = 0.0;                 // rad about the vertical, everything
  math::Vec3 left{0.0}, right{0.0};  // m the hands go, with the head's way not counted
};

TrackedInput posed(const TrackedInput& rest, const Pose9& pose) {
  TrackedInput out = rest;
  const math::Quat turn = math::from_axis_angle(math::kUp, pose.turn);
  out.head.pose.position += pose.head;
  out.head.pose.rotation = turn * out.head.pose.rotation * math::from_axis_angle({-1, 0, 0}, pose.head_pitch);
  const math::Vec3 ways[2] = {pose.left, pose.right};
  for (std::size_t s = 0; s < 2; ++s) {
    math::Pose& wrist = out.hands[s].wrist.pose;
    wrist.position = math::rotate(turn, wrist.position) + ways[s];
    wrist.rotation = turn * wrist.rotation;
  }
  return out;
}

}  // namespace

TEST_CASE("standing at rest: head and hands exact, both feet flat, balanced, all limits kept") {
  FitUser user;
  const FitResult result = user.tick(90);
  CHECK(result.head_gap < 1e-9);
  CHECK(result.head_turn_gap < 1e-7);
  for (std::size_t s = 0; s < 2; ++s) {
    CHECK(result.hands[s].gap < 1e-5);
    CHECK(result.hands[s].remedy == GapRemedy::NotNeeded);
    CHECK(result.feet[s].contact == SoleContact::Whole);
  }
  CHECK(result.balanced);
  CHECK(result.balance_margin > 0.03);
  CHECK(limit_excess(user.body.skeleton, result.posture) < 1e-6);
  CHECK(std::abs(lowest_sole(user.rig, result)) < 0.005);
  // Nothing moves when nothing is moved.
  const FitResult later = user.tick(90);
  CHECK(glm::length(later.posture.world_from_pelvis.position - result.posture.world_from_pelvis.position) < 1e-3);
}

void check_poses(std::initializer_list<Pose9> list) {
  for (const Pose9& pose : list) {
    INFO(pose.name);
    FitUser user;
    user.tick(20);
    double worst_head = 0.0, worst_limit = 0.0, lowest = 1.0, farthest_hand = 0.0, quickest = 0.0;
    bool all_finite = true;
    math::Vec3 pelvis = user.tick().posture.world_from_pelvis.position;
    user.move_to(posed(user.input, pose), 1.2, [&](const FitResult& r) {
      all_finite = all_finite && finite(r.posture);
      worst_head = std::max(worst_head, r.head_gap + r.head_turn_gap);
      worst_limit = std::max(worst_limit, limit_excess(user.body.skeleton, r.posture));
      lowest = std::min(lowest, lowest_sole(user.rig, r));
      quickest = std::max(quickest, glm::length(r.posture.world_from_pelvis.position - pelvis));
      pelvis = r.posture.world_from_pelvis.position;
      for (std::size_t s = 0; s < 2; ++s) {
        const math::Vec3 at = r.frames.position(s == 0 ? Joint::LeftHand : Joint::RightHand);
        const double off = glm::length(at - user.input.hands[s].wrist.pose.position);
        CHECK(std::abs(off - r.hands[s].gap) < 1e-6);  // the reported gap is the true one
        if (r.hands[s].status == LimbStatus::Reached) farthest_hand = std::max(farthest_hand, off);
      }
    });
    const FitResult settled = user.tick(120);
    CHECK(all_finite);
    CHECK(finite(settled.posture));
    CHECK(worst_head < 1e-6);
    CHECK(worst_limit < 1e-6);
    CHECK(farthest_hand < 1e-4);
    CHECK(lowest > -0.012);
    CHECK(quickest < 0.05);  // 4.5 m/s: no pops
    for (std::size_t s = 0; s < 2; ++s) CHECK(settled.feet[s].gap < 0.02);
  }
}

TEST_CASE("everyday moves: finite, head exact, hands exact where reached, limits kept, nothing under the floor") {
  check_poses({
      {"side step", {0.45, 0, 0}, 0, 0, {0.45, 0, 0}, {0.45, 0, 0}},
      {"forward", {0, 0, -0.6}, 0, 0, {0, 0, -0.6}, {0, 0, -0.6}},
      {"back", {0, 0, 0.5}, 0, 0, {0, 0, 0.5}, {0, 0, 0.5}},
      {"arms behind the back", {}, 0, 0, {0.1, 0.1, 0.18}, {-0.1, 0.1, 0.18}},
      {"turn in place", {}, 0, 2.4, {}, {}},
      {"tiptoe reach", {0, 0.06, -0.02}, -0.3, 0, {}, {-0.05, 1.15, -0.25}},
      {"two-hand lift", {0, -0.05, -0.05}, 0.4, 0, {0.1, 0.35, -0.35}, {-0.1, 0.35, -0.35}},
      {"lean to the right", {0.22, -0.05, 0}, 0, 0, {0.1, 0, 0}, {0.5, 0.2, 0}},
      {"look straight down", {0, -0.16, -0.30}, 1.2, 0, {}, {}},
      {"look straight up", {0, -0.01, 0.04}, -1.2, 0, {}, {}},
  });
}

TEST_CASE("deep poses: crouch") {
  check_poses({{"crouch", {0, -0.55, -0.05}, 0.2, 0, {0, -0.25, -0.25}, {0, -0.25, -0.25}}});
}

TEST_CASE("the deepest poses: reach to the floor, kneel") {
  check_poses({
      {"reach to the floor", {0, -0.75, -0.35}, 0.9, 0, {0.05, -0.62, -0.5}, {-0.05, -0.62, -0.5}},
      {"kneel", {0, -0.8, 0}, 0.2, 0, {0, -0.5, -0.2}, {0, -0.5, -0.2}},
      {"kneel, farther forward", {0, -0.75, -0.2}, 0.1, 0, {0, -0.4, -0.3}, {0, -0.4, -0.3}},
  });
}

TEST_CASE("kneeling: knees and balls of the feet on the ground, balanced, and up again onto the feet") {
  FitUser user;
  user.tick(20);
  const TrackedInput rest = user.input;
  const auto low = [](const FitResult& r) {
    return std::min(r.frames.position(Joint::LeftShank).y, r.frames.position(Joint::RightShank).y);
  };
  double lowest_knee = 1.0, lowest = 1.0;
  const auto look = [&](const FitResult& r) {
    lowest_knee = std::min(lowest_knee, low(r));
    lowest = std::min(lowest, lowest_sole(user.rig, r));
  };
  user.move_to(posed(rest, {"kneel", {0, -0.72, -0.1}, 0.1, 0, {0, -0.4, -0.25}, {0, -0.4, -0.25}}), 1.5, look);
  for (int i = 0; i < 90; ++i) look(user.tick());
  const FitResult kneels = user.tick();
  for (const Side side : kSides) {
    CHECK(kneels.frames.position(on_side(Joint::RightShank, side)).y == Catch::Approx(kKneeRadius).margin(0.005));
    CHECK(kneels.feet[index_of(side)].contact == SoleContact::Ball);
    CHECK(kneels.feet[index_of(side)].gap < 0.005);
  }
  CHECK(kneels.balance_margin > 0.0);
  user.move_to(rest, 1.5, look);
  for (int i = 0; i < 120; ++i) look(user.tick());
  const FitResult stands = user.tick();
  for (const FootFit& foot : stands.feet) CHECK(foot.contact != SoleContact::None);
  for (const FitFoot& foot : user.state.feet.feet) CHECK(!foot.kneels);
  CHECK(low(stands) > 0.3);
  CHECK(lowest_knee > kKneeRadius - 0.005);
  CHECK(lowest > -0.012);
}

TEST_CASE("going down to 0.6 m with the head upright: no sole and no knee goes under the floor") {
  for (const double sink : {0.4, 0.5, 0.6}) {
    INFO(sink);
    FitUser user;
    user.tick(20);
    double lowest = 1.0, knees = 1.0, worst_head = 0.0, worst_limit = 0.0;
    const Pose9 kneel{"kneel", {0, -sink, 0}, 0.2, 0, {0, -0.6 * sink, -0.2}, {0, -0.6 * sink, -0.2}};
    const auto look = [&](const FitResult& r) {
      lowest = std::min(lowest, lowest_sole(user.rig, r));
      knees = std::min({knees, r.frames.position(Joint::LeftShank).y, r.frames.position(Joint::RightShank).y});
      worst_head = std::max(worst_head, r.head_gap + r.head_turn_gap);
      worst_limit = std::max(worst_limit, limit_excess(user.body.skeleton, r.posture));
    };
    user.move_to(posed(user.input, kneel), 1.2, look);
    for (int i = 0; i < 120; ++i) look(user.tick());
    CHECK(lowest > -0.012);
    CHECK(knees > kKneeRadius - 0.005);
    CHECK(worst_head < 1e-6);
    CHECK(worst_limit < 1e-6);
  }
}

TEST_CASE("a lost hand is held, eased to rest, and returns without a jump") {
  FitUser user;
  const auto speed_of = [](Joint joint, const FitResult& from, const FitResult& to) {
    return 90.0 * glm::length(to.frames.position(joint) - from.frames.position(joint));
  };
  user.input.hands[1].wrist.pose.position += math::Vec3(0.0, 0.35, -0.3);
  user.tick(60);
  const math::Vec3 held = user.tick().frames.position(Joint::RightHand);
  user.input.hands[1].wrist.valid = false;
  math::Vec3 before = held;
  double quickest = 0.0;
  FitResult r;
  for (int i = 0; i < 120; ++i) {
    r = user.tick();
    quickest = std::max(quickest, 90.0 * glm::length(r.frames.position(Joint::RightHand) - before));
    before = r.frames.position(Joint::RightHand);
    if (i == 18) CHECK(glm::length(before - held) < 0.02);
  }
  CHECK(r.hands[1].tracking == HandTracking::Resting);
  CHECK(glm::length(before - held) > 0.2);
  CHECK(quickest < 2.0);
  user.input.hands[1].wrist.valid = true;
  double fastest = 0.0, elbow = 0.0;
  int ticks = 0;
  while (r.hands[1].tracking != HandTracking::Tracked && ticks < 90) {
    const FitResult last = r;
    r = user.tick();
    for (auto j = index_of(Joint::RightHand); j <= index_of(Joint::RightLittle3); ++j) {
      fastest = std::max(fastest, speed_of(static_cast<Joint>(j), last, r));
    }
    elbow = std::max(elbow, speed_of(Joint::RightForearm, last, r));
    ++ticks;
  }
  INFO("hand " << fastest << " m/s, elbow " << elbow << " m/s, back in " << ticks << " ticks");
  CHECK(ticks <= 14);    // 150 ms
  CHECK(fastest < 6.0);  // m/s, over 0.5 m
  CHECK(elbow < 7.0);
  before = r.frames.position(Joint::RightHand);
  CHECK(r.hands[1].tracking == HandTracking::Tracked);
  CHECK(glm::length(before - held) < 0.01);
}

TEST_CASE("a hand that is lost for a tick while it swings goes on, and is back in a few") {
  FitUser user;
  const math::Vec3 middle = user.input.hands[1].wrist.pose.position + math::Vec3(0.0, 0.30, -0.25);
  double worst = 0.0, worst_back = 0.0;
  int since = 100;
  for (int i = 0; i < 400; ++i) {
    // A meter per second and more, 15 cm to both sides.
    const double t = i / 90.0;
    user.input.hands[1].wrist.pose.position = middle + math::Vec3(0.0, 0.0, 0.15 * math::sin(8.0 * t));
    user.input.hands[1].wrist.valid = i < 60 || i % 13 != 0;
    const FitResult r = user.tick();
    since = user.input.hands[1].wrist.valid ? since + 1 : 0;
    const double off =
        glm::length(r.frames.position(Joint::RightHand) - user.input.hands[1].wrist.pose.position) - r.hands[1].gap;
    worst = std::max(worst, off);
    if (since >= 4) worst_back = std::max(worst_back, off);
  }
  CHECK(worst < 0.006);  // standing still for a tick would be 13 mm
  CHECK(worst_back < 1e-5);
}

TEST_CASE("what is not finite counts as not seen") {
  FitUser user;
  user.tick(10);
  user.input.head.pose.position.x = std::numeric_limits<double>::quiet_NaN();
  user.input.hands[0].wrist.pose.rotation.w = std::numeric_limits<double>::infinity();
  CHECK(finite(user.tick(50).posture));
}

TEST_CASE("walking: feet step, planted feet do not slide, and a user who slides walks too") {
  FitUser user;
  user.tick(30);
  const TrackedInput rest = user.input;
  int lifts = 0;
  double slid = 0.0;
  std::array<bool, 2> stood{true, true};
  std::array<math::Vec3, 2> ball;
  for (int i = 0; i < 450; ++i) {
    const math::Vec3 way(0.0, 0.0, -1.1 * i / 90.0);
    user.input = rest;
    user.input.head.pose.position += way;
    for (TrackedHand& hand : user.input.hands) hand.wrist.pose.position += way;
    const FitResult r = user.tick();
    for (const Side side : kSides) {
      const std::size_t s = index_of(side);
      const bool stands = r.feet[s].contact != SoleContact::None;
      const math::Vec3 at = r.frames.position(on_side(Joint::RightToes, side));
      if (stood[s] && stands && i > 0)
        slid = std::max(slid, glm::length(math::Vec3(at.x - ball[s].x, 0, at.z - ball[s].z)));
      lifts += stood[s] && !stands ? 1 : 0;
      stood[s] = stands;
      ball[s] = at;
    }
  }
  CHECK(lifts >= 6);
  CHECK(lifts <= 16);
  CHECK(slid < 0.01);
}

TEST_CASE("a user who turns on the spot shifts the weight before each step, and takes no step too many") {
  FitUser user;
  // Knees a little bent, as of one who moves about: at full height no leg is long enough to carry alone.
  for (Tracker* tracker : {&user.input.head, &user.input.hands[0].wrist, &user.input.hands[1].wrist}) {
    tracker->pose.position.y -= 0.05;
  }
  user.tick(30);
  const math::Quat turn = math::from_axis_angle(math::kUp, 1.2);
  TrackedInput turned = user.input;
  for (Tracker* tracker : {&turned.head, &turned.hands[0].wrist, &turned.hands[1].wrist}) {
    tracker->pose = {turn * tracker->pose.rotation, math::rotate(turn, tracker->pose.position)};
  }
  int steps = 0, in_the_air = 0;
  double worst = 1.0;
  bool stood = true;
  const auto look = [&](const FitResult& r) {
    const auto& feet = user.state.feet.feet;
    const bool stands = feet[0].planted() && feet[1].planted();
    steps += stood && !stands ? 1 : 0;
    stood = stands;
    in_the_air += stands ? 0 : 1;
    worst = std::min(worst, r.balance_margin);
  };
  user.move_to(turned, 1.5, look);
  for (int i = 0; i < 270; ++i) look(user.tick());
  CHECK(steps >= 2);
  CHECK(steps <= 4);
  CHECK(in_the_air > 40);
  CHECK(worst > -0.03);  // without a shift 6 cm and more: the head stays in the middle
  CHECK(std::abs(math::wrap_angle(user.state.feet.mean_yaw() - 1.2)) < 0.5);
  CHECK(glm::length(user.state.weight.shift) < 1e-3);  // and back again
}

TEST_CASE("the state saved in the middle gives the same bits afterwards") {
  FitUser user;
  const auto moved = [&user](int i) {
    const double t = i / 90.0;
    user.input.head.pose.position += math::Vec3(0.002 * math::sin(3.0 * t), 0.0, -0.006);
    user.input.hands[0].wrist.pose.position += math::Vec3(0.0, 0.003 * math::cos(5.0 * t), -0.006);
    user.input.hands[1].wrist.valid = i % 37 > 9;
    return user.tick();
  };
  for (int i = 0; i < 150; ++i) moved(i);
  std::vector<std::byte> saved;
  core::save(user.state, saved);
  const TrackedInput input = user.input;
  FitResult first;
  for (int i = 150; i < 300; ++i) first = moved(i);
  std::vector<std::byte> straight, again;
  core::save(user.state, straight);
  user.state = FitState{};
  REQUIRE(core::load(user.state, saved));
  user.input = input;
  FitResult second;
  for (int i = 150; i < 300; ++i) second = moved(i);
  core::save(user.state, again);
  CHECK(straight == again);
  std::vector<std::byte> a, b;
  core::save(first.posture, a);
  core::save(second.posture, b);
  CHECK(a == b);
}

TEST_CASE("trackers on pelvis and feet are followed") {
  FitUser user;
  user.tick(10);
  Frames<double> frames;
  const Posture crouch = crouch_posture(user.body.skeleton);
  forward_kinematics(user.body.skeleton, crouch, frames);
  user.input = user.seen(crouch);
  user.input.pelvis = {frames.pose(Joint::Pelvis), true};
  user.input.feet = {Tracker{frames.pose(Joint::LeftFoot), true}, Tracker{frames.pose(Joint::RightFoot), true}};
  const FitResult r = user.tick(120);
  CHECK(glm::length(r.frames.position(Joint::Pelvis) - frames.position(Joint::Pelvis)) < 0.05);
  CHECK(glm::length(r.frames.position(Joint::RightFoot) - frames.position(Joint::RightFoot)) < 0.04);
}

}  // namespace fh::human
