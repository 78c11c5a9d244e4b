// SPDX-License-Identifier: Apache-2.0
// What moves the bodies of a visit: the spine of J-20 and the gaze of K-54 and K-55, in users and agents.
#include "agent_stage.h"
#include "human/body/gaze.h"
#include "human/body/spine.h"

namespace fh::test {
namespace {

using math::Vec3;

struct SpineError {
  double to_law = 0.0, to_even = 0.0;  // largest of any vertebra and axis, rad: J-20, and shares by range alone
};

SpineError spine_error(const human::Skeleton& skeleton, const human::Posture& posture) {
  const human::SpineShape shape = human::spine_of(posture);
  const Vec3 total = shape.total();
  const human::SpineShape law = human::bend_spine(skeleton, {}, human::everyday_bend(total)).shape;
  SpineError error;
  for (int k = 0; k < 3; ++k) {
    const auto range = [&](std::size_t i) {
      const auto& limit =
          skeleton
              .limits[human::info(human::joint_at(human::kSpine.first + i)).first_dof + static_cast<std::size_t>(k)];
      return total[k] < 0.0 ? limit.lower : limit.upper;
    };
    double all = 0.0;
    for (std::size_t i = 0; i < human::kVertebraCount; ++i) all += range(i);
    for (std::size_t i = 0; i < human::kVertebraCount; ++i) {
      const double angle = shape.angles[i][k];
      error.to_law = std::max(error.to_law, std::abs(angle - law.angles[i][k]));
      error.to_even = std::max(error.to_even, std::abs(angle - total[k] * range(i) / all));
    }
  }
  return error;
}

/// Radians between an eye's axis and a point.
double eye_off(const human::Frames<double>& frames, human::Joint eye, const Vec3& point) {
  const math::Pose pose = frames.pose(eye);
  return math::acos(
      math::clamp(glm::dot(glm::normalize(point - pose.position), pose.direction(math::kForward)), -1.0, 1.0));
}

double worst_eye(const human::Frames<double>& frames, const Vec3& point) {
  return std::max(eye_off(frames, human::Joint::LeftEye, point), eye_off(frames, human::Joint::RightEye, point));
}

double between_directions(const math::Quat& a, const math::Quat& b) {
  const Vec3 x = math::rotate(a, math::kForward), y = math::rotate(b, math::kForward);
  return math::atan2(glm::length(glm::cross(x, y)), glm::dot(x, y));
}

}  // namespace

TEST_CASE("an agent meets a user's eyes at 0.8 m with converging eyes, which lead its head") {
  // In a niche: with room behind it an agent steps back to its personal distance.
  const std::string niche =
      wall("back", 0.0, 0.4, 1.4, 0.0) + wall("left", -0.6, 0.0, 1.2, 90.0) + wall("right", 0.6, 0.0, 1.2, 90.0);
  const scene::Scenario scenario =
      place(niche, R"({"name": "ana", "at": [0, 0, 0], "behaviour": "stand", "knows": "structure"})", "[0, 0, 0]");
  WatchedWorld world = world_of(scenario);
  frame::FrameInput input = standing_user(Vec3(0.1, 0.0, -0.85));
  input.head.pose.rotation = math::from_axis_angle(math::kUp, math::kPi);  // faces the agent
  int met = 0, settled = 0;
  double fastest = 0.0, head_then = 0.0;
  math::Quat gaze_before = math::kIdentity, head_before = math::kIdentity;
  for (int i = 0; i < 10 * 90; ++i) {
    world.tick(input);
    const auto& agent = world.agents()[0];
    const auto& target = agent.mind.attention().target();
    const math::Quat gaze = human::gaze_pose(agent.frames).rotation, head = agent.frames.rotation(human::Joint::Head);
    if (i > 45) {
      const double moved = between_directions(gaze, gaze_before) * core::kTicksPerSecond;
      if (moved > fastest) {
        fastest = moved;
        head_then = between_directions(head, head_before) * core::kTicksPerSecond;
      }
    }
    gaze_before = gaze;
    head_before = head;
    const bool at_face = target.fixated && target.reason == senses::LookReason::Person;
    settled = at_face ? settled + 1 : 0;
    if (settled < 20) continue;
    ++met;
    const auto& face = world.users()[0].avatar.fit().frames;
    const Vec3 eyes = human::gaze_pose(face).position;
    REQUIRE(worst_eye(agent.frames, eyes) < math::radians(0.5));
    const Vec3 left = agent.frames.position(human::Joint::LeftEye),
               right = agent.frames.position(human::Joint::RightEye);
    const double wanted = math::acos(glm::dot(glm::normalize(eyes - left), glm::normalize(eyes - right)));
    const double vergence =
        between_directions(agent.frames.rotation(human::Joint::LeftEye), agent.frames.rotation(human::Joint::RightEye));
    CHECK(wanted > math::radians(3.5));
    CHECK(std::abs(vergence - wanted) < math::radians(0.5));
  }
  CHECK(met > 60);
  // A saccade: the eyes are far ahead of the head.
  CHECK(fastest > math::radians(120.0));
  CHECK(head_then < 0.5 * fastest);
}

TEST_CASE("a user's eyes meet a face near the middle of the view, else what is ahead") {
  const scene::Scenario scenario =
      place(wall("wall", 0.0, 4.0, 8.0, 0.0), R"({"name": "ana", "at": [0, 0, 0], "behaviour": "stand"})", "[0, 0, 0]");
  WatchedWorld world = world_of(scenario);
  frame::FrameInput input = standing_user(Vec3(0.0, 0.0, 1.5));
  const auto look = [&](double yaw_deg) {
    input.head.pose.rotation = math::from_axis_angle(math::kUp, math::radians(yaw_deg));
    for (int i = 0; i < 60; ++i) world.tick(input);
    return world.users()[0].avatar.fit().frames;
  };
  const auto to_face = look(10.0);
  CHECK(worst_eye(to_face, world.agents()[0].world_from_eye().position) < math::radians(0.5));
  const auto to_wall = look(180.0);
  const Vec3 ahead = human::gaze_pose(to_wall).position;
  const Vec3 on_wall(ahead.x, ahead.y, 4.0 - 0.075);
  CHECK(worst_eye(to_wall, on_wall) < math::radians(0.5));
  CHECK(between_directions(to_wall.rotation(human::Joint::LeftEye), to_wall.rotation(human::Joint::RightEye)) >
        math::radians(1.0));
}

TEST_CASE("users' and agents' backs bend by the law of J-20") {
  const scene::Scenario scenario = place("", walker("ana", -3.0, 0.0, 3.0, 0.0), "[5, 0, 5]");
  WatchedWorld world = world_of(scenario);
  frame::FrameInput input = standing_user(Vec3(0.0));
  for (int i = 0; i < 120; ++i) {  // bows, the face to the floor
    const double way = math::smooth_step(i / 90.0);
    input.head.pose.position = Vec3(0.0, 1.62 - 0.35 * way, -0.45 * way);
    input.head.pose.rotation = math::from_axis_angle(math::kRight, -0.9 * way);
    world.tick(input);
  }
  const auto& user = world.users()[0];
  const auto& bowed = user.avatar.fit().posture;
  CHECK(human::spine_of(bowed).total().x > math::radians(15.0));
  const SpineError of_user = spine_error(world.people()[0].body.skeleton, bowed);
  CHECK(of_user.to_law < math::radians(0.05));
  CHECK(of_user.to_even > math::radians(0.5));
  const auto& agent = world.agents()[0];
  const SpineError of_agent = spine_error(agent.person->body.skeleton, agent.posture);
  CHECK(of_agent.to_law < math::radians(0.01));
  CHECK(of_agent.to_even > math::radians(0.03));
}

}  // namespace fh::test

TEST_CASE("the radius that ways are planned with covers the widest frame of the walk, K-12") {
  std::string people;
  for (int i = 0; i < 8; ++i) {
    people += fmt::format(
        R"({}{{"name": "p{}", "body": {{"sex": "{}", "boundary": {}}}, "gait": "{}", "at": [{}, 0, 5], "speed": 1.3,
        "knows": "structure", "behaviour": "errands", "errands": [{{"at": [{}, 0, -5]}}]}})",
        i ? ", " : "", i, i % 2 ? "f" : "m", i + 1, i % 4 == 2 ? "march" : "natural", 1.4 * i - 5.0, 1.4 * i - 5.0);
  }
  const auto scenario = test::place("", people, "[5.5, 0, 5.5]");
  auto world = test::world_of(scenario);
  int frames = 0;
  double over = -1.0;
  for (int i = 0; i < scaled(5 * 90, 3 * 90); ++i) {
    test::idle(world, 1);
    for (const world::Agent& agent : world.agents()) {
      // Straight on, at a steady pace, the arms swinging.
      if (glm::length(agent.gait.velocity) < 1.0 || std::abs(agent.gait.turn_rate) > 0.02) continue;
      const math::Vec3 way = glm::normalize(agent.gait.velocity), aside(way.z, 0.0, -way.x);
      double widest = 0.0;
      for (const human::CollisionPiece& piece : agent.person->solids.pieces) {
        const math::Pose box = agent.frames.pose(piece.joint) * piece.shape.joint_from_box;
        for (int k = 0; k < 8; ++k) {
          const math::Vec3 h = piece.shape.half;
          const math::Vec3 corner = box.point({(k & 1) ? h.x : -h.x, (k & 2) ? h.y : -h.y, (k & 4) ? h.z : -h.z});
          widest = std::max(widest, std::abs(glm::dot(corner - agent.gait.root, aside)) + piece.shape.radius);
        }
      }
      ++frames;
      over = std::max(over, widest - agent.mind.navigator().settings().body.radius);
    }
  }
  INFO(frames << " frames, at most " << over << " m beyond the radius");
  CHECK(frames > 100);
  CHECK(over < 0.0);
}
