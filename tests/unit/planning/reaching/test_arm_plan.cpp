// SPDX-License-Identifier: Apache-2.0
// Seven axes between table and shelf: eight configurations at a time agree with one at a time, and delivered ways touch
// nothing.
#include <catch2/catch_test_macros.hpp>

#include "bench/plans/desk_shelf.h"
#include "human/body/population.h"
#include "human/ik/arm_7dof.h"
#include "human/skin/body.h"
#include "planning/reaching/person_arm.h"

using namespace fh;
using planning::ArmState;
using planning::ArmTouch;

namespace {

struct Desk {
  planning::ArmModel model = bench::desk_shelf_arm();
  std::vector<planning::ArmBox> boxes = bench::desk_shelf_boxes();
};

double deepest(const Desk& desk, const ArmState& state) {
  double depth = 0.0;
  for (const auto& box : desk.boxes) depth = std::max(depth, planning::depth_in(desk.model, state, box));
  return depth;
}

}  // namespace

TEST_CASE("arm plan: the model is the reference arm") {
  const Desk desk;
  const human::Arm7 arm = human::reference_arm7();
  core::Rng rng(5);
  for (int i = 0; i < 200; ++i) {
    std::array<double, 7> angles;
    for (std::size_t k = 0; k < 7; ++k) angles[k] = rng.uniform(arm.limits[k].lower, arm.limits[k].upper);
    const math::Pose ours = planning::link_pose(desk.model, bench::arm_state(angles), 6);
    CHECK(glm::length(ours.point({0.08, 0.0, 0.0}) - human::tool_pose(arm, angles).position) < 1e-6);
  }
}

TEST_CASE("arm plan: eight at a time see what one at a time does") {
  Desk desk;
  for (const bool turned : {false, true}) {
    if (turned) {  // turned boxes, a base that moves, boxes on it
      const math::Quat turn = math::from_axis_angle(glm::normalize(math::Vec3(1.0, 2.0, 3.0)), 0.7);
      for (auto& box : desk.boxes) box.box.world_from_box.rotation = turn;
      desk.boxes.back().on_base = true;
      desk.model.bases = {{math::kIdentity, {0.0, 0.0, 0.0}},
                          {math::from_axis_angle(math::kUp, 0.05), {0.05, 0.1, 0.0}}};
      desk.model.base_length = 0.5;
    }
    const planning::ArmSolids solids(desk.model, desk.boxes);
    const planning::ArmSpace space(desk.model, solids);
    core::Rng rng(11);
    int touching = 0, different = 0;
    for (int i = 0; i < 10000; ++i) {
      const ArmState state = space.sample(rng);
      const double depth = deepest(desk, state);
      const bool touches = solids.at(state) == ArmTouch::Touches;
      touching += touches ? 1 : 0;
      if (std::abs(depth) > 2e-4 || !touches) different += touches != (depth > 2e-4) && depth > 2e-4 ? 1 : 0;
      if (touches && depth <= 0.0) {  // only where it is within rounding of the surface
        bool grazes = false;
        planning::ArmModel fat = desk.model;
        for (auto& sphere : fat.spheres) sphere.radius += 2e-4;
        for (const auto& box : desk.boxes) grazes = grazes || planning::depth_in(fat, state, box) > 0.0;
        different += grazes ? 0 : 1;
      }
    }
    CHECK(different == 0);
    CHECK(touching > 500);
  }
}

TEST_CASE("arm plan: no sphere moves farther than the bound of the step") {
  const Desk desk;
  const planning::ArmSolids solids(desk.model, desk.boxes);
  const planning::ArmSpace space(desk.model, solids);
  core::Rng rng(3);
  for (int i = 0; i < 2000; ++i) {
    const ArmState a = space.sample(rng), b = space.toward(a, space.sample(rng), rng.uniform(0.0, 0.2));
    for (const auto& sphere : desk.model.spheres) {
      const auto at = [&](const ArmState& s) {
        return planning::link_pose(desk.model, s, sphere.link).point(sphere.centre);
      };
      REQUIRE(glm::length(at(a) - at(b)) <= static_cast<double>(solids.displacement(a, b)) + 1e-6);
    }
  }
}

TEST_CASE("arm plan: what is free between two configurations is free everywhere between") {
  Desk desk;
  desk.boxes[1].slack = 0.06;  // more than any sphere's radius: as if it were not there
  planning::ArmModel fat = desk.model;
  for (auto& sphere : fat.spheres) sphere.radius += 1e-3;
  const planning::ArmSolids solids(desk.model, desk.boxes), clear(fat, desk.boxes);
  const planning::ArmSpace space(desk.model, solids);
  core::Rng rng(21);
  int is_free = 0, grazes = 0;
  for (int i = 0; i < 3000; ++i) {
    const ArmState a = space.sample(rng), b = space.toward(a, space.sample(rng), rng.uniform(0.0, 1.0));
    const int fine = 2000, coarse = 1 + static_cast<int>(32.0 * space.distance(a, b));
    const bool free = solids.is_free_between(a, b, coarse);
    const bool touches = solids.along(a, b, fine, 0.0f) == ArmTouch::Touches;
    REQUIRE(!(free && touches));
    if (clear.at(a) != ArmTouch::Touches && clear.along(a, b, fine, 0.0f) != ArmTouch::Touches) REQUIRE(free);
    is_free += free ? 1 : 0;
    grazes += !free && !touches ? 1 : 0;
  }
  CHECK(is_free > 100);
  CHECK(grazes < 30);  // undecided within a fraction of a millimetre
}

TEST_CASE("arm plan: an arm folded below a table gets out within few growths") {
  const Desk desk;
  const planning::ArmSolids solids(desk.model, desk.boxes);
  const planning::ArmSpace space(desk.model, solids);
  planning::ArmPlanner planner(space);
  planning::ArmPlanSettings settings;
  settings.rrt.growths = 12000;  // sampling everywhere alone, half of the seeds need more than 20000
  settings.shorten = 0;
  for (const auto& goal : {bench::kHigh, bench::kLow}) {
    for (settings.seed = 1; settings.seed <= 20; ++settings.seed) {
      const auto plan = planner.plan(bench::arm_state(bench::kRest), bench::arm_state(goal), settings);
      CHECK(plan.status == planning::PlanStatus::Found);
    }
  }
}

TEST_CASE("arm plan: ways between random places touch nothing, checked finely and without lanes") {
  Desk desk;
  const planning::ArmSolids solids(desk.model, desk.boxes);
  const planning::ArmSpace space(desk.model, solids);
  planning::ArmPlanner planner(space);
  int checked = 0;
  for (const bench::ArmQuery& query : bench::random_queries(desk.model, desk.boxes, 30)) {
    const planning::ArmPlan plan = planner.plan(query.from, query.to, {});
    REQUIRE(plan.status == planning::PlanStatus::Found);
    REQUIRE(planning::is_valid_path(space, plan.path, query.from, query.to, 1.0 / 512.0));
    for (std::size_t i = 1; i < plan.path.size(); ++i) {
      for (int k = 0; k <= 100; ++k) {
        const ArmState state = space.toward(plan.path[i - 1], plan.path[i], 0.01 * k);
        REQUIRE(deepest(desk, state) < 1e-4);
        ++checked;
      }
    }
    const auto again = planner.plan(query.from, query.to, {});
    CHECK(again.path == plan.path);
    const auto even = planning::rounded(space, plan.path);
    CHECK(even.front() == plan.path.front());
    CHECK(even.back() == plan.path.back());
    for (std::size_t i = 1; i < even.size(); ++i) REQUIRE(space.is_surely_free(even[i - 1], even[i]));
  }
  CHECK(checked > 1000);
}

TEST_CASE("arm plan: a person's arm is where the skeleton has it") {
  auto population = human::load_default_population();
  REQUIRE(population);
  auto body = human::make_body(*population, {});
  REQUIRE(body);
  const human::Skin skin = human::make_skin(*body);
  const human::CollisionBody solids = human::make_collision_body(*body, skin);
  core::Rng rng(9);
  for (const human::Side side : {human::Side::Left, human::Side::Right}) {
    const human::Posture from = human::zero_posture(body->skeleton);
    human::Posture to = from;
    const planning::ArmModel model = planning::person_arm(body->skeleton, solids, side, from, to);
    CHECK(model.spheres.size() > 10);
    for (int i = 0; i < 100; ++i) {
      ArmState state;
      for (std::size_t k = 0; k < 7; ++k)
        state.q[k] = static_cast<float>(rng.uniform(model.axes[k].lower, model.axes[k].upper));
      planning::set_arm_state(to, side, state);
      human::Frames<double> frames;
      human::forward_kinematics(body->skeleton, to, frames);
      const math::Pose hand = frames.pose(human::on_side(human::Joint::RightHand, side));
      CHECK(glm::length(hand.point({0.01, -0.1, 0.02}) -
                        planning::link_pose(model, state, 6).point({0.01, -0.1, 0.02})) < 1e-5);
    }
  }
}

TEST_CASE("arm plan: what a hand carries is covered to its corners, and by little more") {
  core::Rng rng(5, 0, "carried boxes");
  for (int i = 0; i < 200; ++i) {
    const math::Vec3 half(rng.uniform(0.01, 0.2), rng.uniform(0.01, 0.2), rng.uniform(0.01, 0.2));
    planning::ArmModel model;
    planning::carry({}, half, model);
    REQUIRE(model.spheres.size() <= 100);
    for (int k = 0; k < 200; ++k) {
      math::Vec3 at(rng.uniform(-half.x, half.x), rng.uniform(-half.y, half.y), rng.uniform(-half.z, half.z));
      const auto face = static_cast<int>(rng.below(3));
      at[face] = rng.below(2) != 0 ? half[face] : -half[face];
      double outside = 1e9;
      for (const auto& one : model.spheres) outside = std::min(outside, glm::length(at - one.centre) - one.radius);
      REQUIRE(outside < 1e-9);
    }
    if (std::max({half.x, half.y, half.z}) > 0.06) continue;
    for (const auto& one : model.spheres) {
      const math::Vec3 out = glm::abs(one.centre) + math::Vec3(one.radius) - half;
      REQUIRE(std::max({out.x, out.y, out.z}) < 0.02);
    }
  }
}
