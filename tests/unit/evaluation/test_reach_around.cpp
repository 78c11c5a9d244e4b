// SPDX-License-Identifier: Apache-2.0
// Postures round what hinders, in places of a few boxes: the table of Jung's example (JU-10), a shelf, a post; and
// words for how a body holds itself. What is found is measured by forward kinematics and sampled distances.
#include <catch2/catch_test_macros.hpp>

#include "evaluation/reach/least_effort.h"
#include "human/body/named_postures.h"
#include "human/skin/collision_body.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;
using human::Joint;
using math::Vec3;

namespace {

double distance_to(const math::Box& box, const Vec3& point) {
  const Vec3 local = glm::abs(math::inverse(box.world_from_box).point(point)) - box.half;
  return glm::length(glm::max(local, Vec3(0.0))) + std::min(0.0, std::max({local.x, local.y, local.z}));
}

double depth_in(const math::Box& box, const math::Capsule& limb) {
  double nearest = 1e9;
  for (int i = 0; i <= 40; ++i) nearest = std::min(nearest, distance_to(box, limb.axis.at(i / 40.0)));
  return limb.radius - nearest;
}

/// A body among boxes; its right hand does not count where it is to touch.
struct Room {
  human::Body body;
  human::CollisionBody solids;
  std::vector<math::Box> boxes;
  bool hand_counts = true;
  HinderingPlace place;

  Room(const human::Dimensions& dimensions, std::vector<math::Box> all)
      : body(human::make_body(dimensions, 1)),
        solids(human::build_collision_body(body.skeleton, human::make_skin(body))),
        boxes(std::move(all)) {
    place.hindrances = [this](const human::Posture& posture) { return hindrances(posture); };
    place.depth = [this](const math::Capsule& limb) {
      double deepest = 0.0;
      for (const math::Box& box : boxes) deepest = std::max(deepest, depth_in(box, limb));
      return deepest;
    };
  }
  Room(const Room&) = delete;

  std::vector<Hindrance> hindrances(const human::Posture& posture) const {
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    std::vector<Hindrance> all;
    for (const human::CollisionPiece& piece : solids.pieces) {
      const math::Capsule limb = human::as_capsule(piece.shape);
      const math::Pose joint = frames.pose(piece.joint);
      for (const math::Box& box : boxes) {
        const double depth = depth_in(box, {{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius});
        if (depth > kTouches) all.push_back({piece.joint, limb, box, depth});
      }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.depth > b.depth; });
    return all;
  }

  ReachAnswer reach(const Vec3& point, bool hindered) const {
    scene::Object mark;
    mark.world_from_object.position = point;
    mark.bounds = {Vec3(0.0), Vec3(0.0)};
    ReachQuestion question{body, Vec3(0.0), {{"right_hand", {"mark", &mark, nullptr}}}};
    if (hindered) question.place = &place;
    return least_effort(question);
  }
  Vec3 palm(const human::Posture& posture) const {
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    const human::BodySite site = human::palm_site(body.dimensions, human::Side::Right);
    return (frames.pose(site.joint) * site.joint_from_site).position;
  }
};

math::Box box(const Vec3& centre, const Vec3& size) {
  return {{math::kIdentity, centre}, 0.5 * size};
}

}  // namespace

TEST_CASE("reach around: the palm under the table that the body stands before (JU-10)") {
  const std::vector<math::Box> table{box({0.0, 0.74, -0.75}, {1.4, 0.04, 0.7}),
                                     box({-0.66, 0.36, -0.75}, {0.05, 0.72, 0.6}),
                                     box({0.66, 0.36, -0.75}, {0.05, 0.72, 0.6})};
  const Vec3 point(0.1, 0.55, -0.6);  // 15 cm behind the edge, 17 cm under the board
  for (const auto& [sex, percentile] :
       {std::pair{human::Sex::Female, 0.05}, {human::Sex::Male, 0.5}, {human::Sex::Male, 0.95}}) {
    const Room room(person(sex, percentile), table);
    INFO("percentile " << percentile);
    // Directly, arm or head are in the board.
    const ReachAnswer direct = room.reach(point, false);
    REQUIRE(direct.reached());
    const auto in_the_way = room.hindrances(direct.solution.posture);
    REQUIRE_FALSE(in_the_way.empty());
    CHECK(in_the_way.front().depth > 0.02);
    const ReachAnswer round = room.reach(point, true);
    CHECK(round.reached());
    CHECK(room.hindrances(round.solution.posture).empty());
    CHECK(glm::length(room.palm(round.solution.posture) - point) < 2e-3);
    CHECK(round.solution.balance_margin >= 0.0);
    CHECK(human::limit_excess(room.body.skeleton, round.solution.posture) < 1e-9);
    CHECK(round.effort >= direct.effort);
    CHECK(round.half_spaces > 0);
  }
}

TEST_CASE("reach around: into a shelf between two boards, past a post, and not through a wall") {
  const Room shelf(person(human::Sex::Female, 0.5),
                   {box({0.0, 1.02, -0.6}, {1.0, 0.03, 0.4}), box({0.0, 0.66, -0.6}, {1.0, 0.03, 0.4})});
  const Vec3 between(0.1, 0.84, -0.62);
  CHECK_FALSE(shelf.hindrances(shelf.reach(between, false).solution.posture).empty());
  const ReachAnswer in = shelf.reach(between, true);
  CHECK(in.reached());
  CHECK(shelf.hindrances(in.solution.posture).empty());
  const Room post(person(human::Sex::Male, 0.5), {box({0.2, 1.0, -0.35}, {0.1, 2.0, 0.1})});
  const Vec3 behind(0.25, 1.1, -0.55);
  const ReachAnswer past = post.reach(behind, true);
  CHECK(past.reached());
  CHECK(post.hindrances(past.solution.posture).empty());
  CHECK(glm::length(post.palm(past.solution.posture) - behind) < 2e-3);
  const Room wall(person(human::Sex::Male, 0.5), {box({0.0, 1.5, -0.4}, {6.0, 3.0, 0.1})});
  CHECK_FALSE(wall.reach({0.1, 1.2, -0.7}, true).reached());  // nor by a step to the other side of it
}

TEST_CASE("reach: words for how a body holds itself are met on the posture, and feet that are held stay") {
  for (const auto& [sex, percentile] : {std::pair{human::Sex::Female, 0.05}, {human::Sex::Male, 0.95}}) {
    const human::Body body = human::make_body(person(sex, percentile), 1);
    const double tall = body.dimensions[human::Dimension::Stature];
    scene::Object mark;
    mark.world_from_object.position = {0.25, 0.55 * tall, -0.42};
    mark.bounds = {Vec3(0.0), Vec3(0.0)};
    human::Frames<double> standing, frames;
    const human::Posture upright = human::standing_posture(body.skeleton);
    human::forward_kinematics(body.skeleton, upright, standing);
    const auto ask = [&](std::initializer_list<std::pair<const char*, const char*>> words) {
      ReachQuestion question{body, Vec3(0.0), {{"right_hand", {"mark", &mark, nullptr}}}};
      question.facing = math::kForward;
      for (const auto& [part, word] : words) question.manners.push_back(find_manner(part, word));
      const ReachAnswer answer = least_effort(question);
      human::forward_kinematics(body.skeleton, answer.solution.posture, frames);
      return answer;
    };
    INFO("percentile " << percentile);
    const ReachAnswer low = ask({{"feet", "hold"}, {"pelvis", "low"}, {"torso", "up"}});
    CHECK(low.reached());
    CHECK(low.effort == human::Effort::Pelvis);
    CHECK(frames.position(Joint::Pelvis).y <= 0.7 * standing.position(Joint::Pelvis).y + 1.5e-3);
    const math::Quat turned = frames.rotation(Joint::T2) * math::conjugate(standing.rotation(Joint::T2));
    CHECK(math::rotate(turned, math::kUp).y > std::cos(math::radians(3.1)));
    for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot})
      CHECK(glm::length(frames.position(foot) - standing.position(foot)) < 2e-3);
    const auto elbow = [&] { return frames.position(Joint::RightForearm) - frames.position(Joint::RightUpperArm); };
    const double arm = glm::length(elbow());
    mark.world_from_object.position = {0.2, 0.75 * tall, -0.3};
    const ReachAnswer out = ask({{"right_elbow", "out"}});
    CHECK(out.reached());
    CHECK(elbow().x >= 0.5 * arm - 4e-3);
    const ReachAnswer up = ask({{"right_elbow", "up"}});
    CHECK(up.reached());
    CHECK(elbow().y >= -4e-3);
    const ReachAnswer down = ask({{"right_elbow", "down"}});
    CHECK(down.reached());
    CHECK(elbow().y <= -0.8 * arm + 4e-3);
    // What only a step would do is not done with feet that are held.
    mark.world_from_object.position = {0.1, 0.6 * tall, -1.35};
    CHECK(ask({}).effort == human::Effort::Step);
    CHECK(ask({{"feet", "hold"}}).effort <= human::Effort::Pelvis);
  }
}
