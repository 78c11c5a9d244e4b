// SPDX-License-Identifier: Apache-2.0
// The visibility and awareness observers, in places whose visible shares and times to contact follow from geometry.
#include <catch2/catch_test_macros.hpp>

#include "core/rng.h"
#include "evaluation/clearance/swept_volume.h"
#include "evaluation/observers.h"
#include "evaluation/sight/awareness.h"
#include "evaluation/sight/seen_surfaces.h"
#include "evaluation/sight/visibility.h"
#include "human/body/named_postures.h"
#include "human/skin/body.h"
#include "human_support.h"
#include "samples.h"

using namespace fh;
using namespace fh::evaluation;

namespace {

/// A box as a thing with a mesh, for eyes.
void add_box(scene::Scene& scene, const std::string& name, const math::Vec3& at, const math::Vec3& half) {
  if (scene.materials.empty()) scene.materials.push_back({});
  scene::Mesh mesh;
  mesh.name = name;
  const math::Vec3f h(half);
  for (int i = 0; i < 8; ++i)
    mesh.geometry.positions.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  mesh.geometry.indices = {0, 3, 1, 0, 2, 3, 4, 7, 6, 4, 5, 7, 0, 5, 4, 0, 1, 5,
                           2, 7, 3, 2, 6, 7, 0, 6, 2, 0, 4, 6, 1, 7, 5, 1, 3, 7};
  mesh.bounds = {-half, half};
  scene::Object object;
  object.id = {static_cast<std::uint32_t>(scene.objects.size() + 1)};
  object.name = name;
  object.label = name;
  object.world_from_object.position = at;
  object.parts.push_back({static_cast<std::uint32_t>(scene.meshes.size()), {}, math::Vec3(1.0)});
  object.bounds = {-half, half};
  scene.meshes.push_back(mesh);
  scene.objects.push_back(object);
}

/// The last box added becomes a mirror on all sides.
void make_mirror(scene::Scene& scene) {
  scene::Material glass;
  glass.mirror = true;
  scene.materials.push_back(glass);
  scene.meshes.back().material = static_cast<std::uint32_t>(scene.materials.size() - 1);
}

/// The last box added becomes a ball.
void make_ball(scene::Scene& scene, double radius) {
  constexpr std::uint32_t kAround = 128, kRings = 64;
  auto& mesh = scene.meshes.back().geometry;
  mesh.positions.clear();
  mesh.indices.clear();
  for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const double tilt = math::kPi * ring / kRings, turn = 2.0 * math::kPi * i / kAround;
      mesh.positions.emplace_back(
          math::Vec3(std::sin(tilt) * std::sin(turn), std::cos(tilt), std::sin(tilt) * std::cos(turn)) * radius);
      if (ring == 0) continue;
      const std::uint32_t a = ring * kAround + i, b = ring * kAround + (i + 1) % kAround;
      mesh.indices.insert(mesh.indices.end(), {a, b, a - kAround, b, b - kAround, a - kAround});
    }
  }
}

/// Solid angle of a rectangle at z = -d that has a corner on the axis (with its signs).
double corner_angle(double x, double y, double d) {
  return std::atan(x * y / (d * std::sqrt(x * x + y * y + d * d)));
}
double rectangle_angle(double left, double right, double bottom, double top, double d) {
  return corner_angle(right, top, d) - corner_angle(left, top, d) - corner_angle(right, bottom, d) +
         corner_angle(left, bottom, d);
}

/// One hundredth of the value itself, also of what is mostly hidden.
bool within_percent(double value, double truth) {
  return std::abs(value - truth) <= 0.01 * truth;
}

struct Stage {
  human::Body body = human::make_body(person(human::Sex::Female, 0.5), 1);
  human::CollisionBody solids = human::make_collision_body(body, human::make_skin(body));
  scene::Scene scene;
  frame::Moment moment;
  Surroundings surroundings;

  void add(const math::Vec3& at, double yaw, bool is_user = false) {
    human::Posture posture = human::standing_posture(body.skeleton);
    posture.world_from_pelvis.rotation = math::from_axis_angle({0, 1, 0}, yaw) * posture.world_from_pelvis.rotation;
    posture.world_from_pelvis.position += at;
    human::Frames<double> frames;
    human::forward_kinematics(body.skeleton, posture, frames);
    frame::MomentPerson somebody;
    somebody.id = {static_cast<std::uint32_t>(moment.people.size() + 1)};
    somebody.is_user = is_user ? 1 : 0;
    somebody.present = 1;
    somebody.first_joint = static_cast<std::uint32_t>(moment.world_from_joint.size());
    somebody.joint_count = human::kJointCount;
    for (std::size_t i = 0; i < human::kJointCount; ++i) {
      moment.world_from_joint.push_back(frames.pose(human::joint_at(i)));
      moment.rotations.push_back(posture.rotations[i]);
    }
    surroundings.people.push_back({somebody.id, "p" + std::to_string(somebody.id.value), {}, nullptr, &solids});
    moment.people.push_back(somebody);
  }
  void move(std::size_t who, const math::Vec3& by) {
    for (std::size_t i = 0; i < human::kJointCount; ++i)
      moment.world_from_joint[moment.people[who].first_joint + i].position += by;
  }
  math::Vec3 eye(std::size_t who) const {
    return TrueSight::eye_of(
               std::span(moment.world_from_joint).subspan(moment.people[who].first_joint, human::kJointCount))
        .position;
  }
  Observers start() {
    surroundings.scene = &scene;
    Observers observers(surroundings, Depth::Full);
    observers.begin(moment);
    return observers;
  }
};

constexpr double kHalfTurn = 3.14159265358979323846;

}  // namespace

TEST_CASE("visibility: half of a board behind an edge is half visible, and the edge is named") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  const math::Vec3 eye = stage.eye(0);
  // A thin board 4 m ahead; something covers it to the left of the eye's own vertical plane.
  add_box(stage.scene, "board", eye + math::Vec3(0.0, 0.0, -4.0), {0.5, 0.4, 0.001});
  add_box(stage.scene, "cover", eye + math::Vec3(-1.0, 0.0, -2.0), {1.0, 1.0, 0.001});
  Observers observers = stage.start();
  stage.moment.tick = kSightTicks;
  observers.observe(stage.moment);
  const auto* visibility = static_cast<const Visibility*>(observers.find("visibility"));
  REQUIRE(visibility->views().size() == 2);
  const Visibility::View& board = visibility->views()[0];
  CHECK(std::abs(board.best - 0.5) < 0.01);
  // The front face is a rectangle: its solid angle is 4 asin(ab / sqrt((a²+d²)(b²+d²))), half of it visible.
  const double d = 4.0 - 0.001, whole = 4.0 * std::asin(0.5 * 0.4 / std::sqrt((0.25 + d * d) * (0.16 + d * d)));
  CHECK(std::abs(board.best_solid_angle - 0.5 * whole) < 0.01 * whole);
  CHECK(board.best_eccentricity < 15.0);
  CHECK(std::abs(board.best_distance - 4.0) < 1e-6);
  const core::Json view = observers.report()["visibility"]["views"][0];
  REQUIRE(view["occluders"].size() == 1);
  CHECK(view["occluders"][0]["name"] == "cover");
  CHECK(visibility->views()[1].best > 0.999);
}

TEST_CASE("visibility: balls and boxes behind known occluders are within 1 % of their formulas") {
  const auto ball = senses::ItemId::of(core::ObjectId{1});
  // A ball of 0.3 m at 3 m; a smaller one before it, and then an edge through its middle.
  for (const double small : {0.0, 0.05, 0.1, 0.14}) {
    scene::Scene scene;
    add_box(scene, "ball", {0.4, 0.2, -3.0}, math::Vec3(0.3));
    make_ball(scene, 0.3);
    if (small > 0.0) {
      add_box(scene, "small", math::Vec3(0.4, 0.2, -3.0) * 0.5, math::Vec3(small));
      make_ball(scene, small);
    }
    const double distance = std::sqrt(0.16 + 0.04 + 9.0);
    const auto cone = [](double r, double d) { return 2.0 * math::kPi * (1.0 - std::sqrt(1.0 - r * r / (d * d))); };
    const double whole = cone(0.3, distance), hidden = small > 0.0 ? cone(small, 0.5 * distance) : 0.0;
    senses::RetinaScene sight(scene);
    sight.settle();
    const auto seen = senses::inspect(sight, {0, 0, 0}, ball);
    INFO(small << ": " << seen.fraction);
    CHECK(within_percent(seen.whole_solid_angle, whole));
    CHECK(within_percent(seen.solid_angle, whole - hidden));
    CHECK(within_percent(seen.fraction, (whole - hidden) / whole));
  }
  // A box seen straight shows its front; a plate before it hides a rectangle of that.
  for (const double half : {0.05, 0.1, 0.15}) {
    scene::Scene scene;
    add_box(scene, "box", {0.0, 0.0, -3.0}, {0.5, 0.4, 0.3});
    add_box(scene, "plate", {0.0, 0.0, -1.5}, {half, 0.5 * half, 0.001});
    senses::RetinaScene sight(scene);
    sight.settle();
    const auto seen = senses::inspect(sight, {0, 0, 0}, ball);
    const double whole = rectangle_angle(-0.5, 0.5, -0.4, 0.4, 2.7);
    const double hidden = rectangle_angle(-half, half, -0.5 * half, 0.5 * half, 1.499);
    INFO(half << ": " << seen.fraction);
    CHECK(within_percent(seen.whole_solid_angle, whole));
    CHECK(within_percent(seen.solid_angle, whole - hidden));
    CHECK(within_percent(seen.fraction, 1.0 - hidden / whole));
    REQUIRE(seen.occluders.size() == 1);
    CHECK(within_percent(seen.occluders[0].solid_angle, hidden));
  }
}

TEST_CASE("visibility: what is mostly hidden, by edges and corners at any place, is within 1 % of its value") {
  core::Rng rng(7);
  int wrong = 0;
  double worst = 0.0;
  for (int i = 0; i < samples(400); ++i) {
    // A front of 1 m x 0.8 m at 3 m; two plates leave a rectangle of it in a corner, or one hides its middle.
    const double x = rng.uniform(-0.45, 0.45), y = rng.uniform(-0.35, 0.35), half = rng.uniform(0.05, 0.48);
    scene::Scene scene;
    add_box(scene, "board", {0.0, 0.0, -3.0}, {0.5, 0.4, 0.0005});
    const double d = 3.0 - 0.0005, near = d / (1.5 - 0.0001), whole = rectangle_angle(-0.5, 0.5, -0.4, 0.4, d);
    double truth = 0.0;
    if (i % 2 == 0) {
      add_box(scene, "left", {0.5 * x - 1.0, 0.0, -1.5}, {1.0, 1.5, 0.0001});
      add_box(scene, "below", {0.0, 0.5 * y - 1.0, -1.5}, {1.5, 1.0, 0.0001});
      truth = rectangle_angle(0.5 * x * near, 0.5, 0.5 * y * near, 0.4, d);
    } else {
      add_box(scene, "middle", {0.0, 0.0, -1.5}, {0.5 * half, 0.4 * half, 0.0001});
      const double w = 0.5 * half * near, h = 0.4 * half * near;
      truth = whole - rectangle_angle(-w, w, -h, h, d);
    }
    senses::RetinaScene sight(scene);
    sight.settle();
    const auto seen = senses::inspect(sight, {0, 0, 0}, senses::ItemId::of(core::ObjectId{1}), {}, kWindowSide);
    worst = std::max(worst, std::abs(seen.solid_angle / truth - 1.0));
    if (!within_percent(seen.solid_angle, truth)) {
      ++wrong;
      UNSCOPED_INFO(i << ": " << seen.solid_angle / truth - 1.0 << " of a share of " << truth / whole);
    }
  }
  INFO("worst " << worst << ", wrong " << wrong);
  CHECK(wrong == 0);
}

TEST_CASE("visibility: a post hides other parts of a board to each eye") {
  // Eyes 64 mm apart; a post of 40 mm, 0.5 m before them; a board of 1 m at 2 m.
  scene::Scene scene;
  add_box(scene, "board", {0.0, 0.0, -2.0}, {0.5, 0.1, 0.0005});
  add_box(scene, "post", {0.0, 0.0, -0.5}, {0.02, 1.0, 0.0001});
  senses::RetinaScene sight(scene);
  sight.settle();
  const auto seen =
      senses::inspect_with_both(sight, {-0.032, 0, 0}, {0.032, 0, 0}, senses::ItemId::of(core::ObjectId{1}), {}, 128);
  // On the board each shadow is 160 mm wide, at +-96 mm: they touch neither each other nor the rim.
  const auto part = [&](double eye, double from, double to) {
    return rectangle_angle(from - eye, to - eye, -0.1, 0.1, 1.9995) /
           rectangle_angle(-0.5 - eye, 0.5 - eye, -0.1, 0.1, 1.9995);
  };
  const double of_left = part(-0.032, 0.016, 0.176), of_right = part(-0.032, -0.176, -0.016);
  INFO(seen.left << " " << seen.right << " " << seen.either << " " << seen.both);
  CHECK(within_percent(seen.left, 1.0 - of_left));
  CHECK(within_percent(seen.right, 1.0 - of_left));
  CHECK(std::abs(seen.either - 1.0) < 0.01);
  CHECK(std::abs(seen.both - (1.0 - of_left - of_right)) < 0.01);
  // A thing behind a hand before one eye is seen by the other; without an occluder both see all of it.
  const auto cover = [&](double at) {
    scene::Scene other;
    add_box(other, "ball", {0.0, 0.0, -2.0}, math::Vec3(0.2));
    make_ball(other, 0.2);
    if (at < 1.0) add_box(other, "hand", {at, 0.0, -0.1}, {0.03, 0.1, 0.001});
    senses::RetinaScene eyes(other);
    eyes.settle();
    return senses::inspect_with_both(eyes, {-0.032, 0, 0}, {0.032, 0, 0}, senses::ItemId::of(core::ObjectId{1}));
  };
  const senses::TwoEyes covered = cover(-0.032), free = cover(2.0);
  CHECK(covered.left == 0.0);
  CHECK(covered.right > 0.999);
  CHECK(covered.either > 0.97);  // what only the left eye would see of the ball's side is lost
  CHECK(covered.both == 0.0);
  CHECK(free.either > 0.999);
  CHECK(free.both > 0.995);
}

TEST_CASE("visibility: an image in a mirror is cut by its edge and by what stands before it and behind") {
  // A mirror at z = -2 that ends at x = `edge`; a board behind the eye, 1 m on, whose image is at z = -5.
  const auto image = [](double edge, double cover, double behind) {
    scene::Scene scene;
    add_box(scene, "board", {0.8, 0.0, 1.001}, {0.4, 0.3, 0.001});
    add_box(scene, "mirror", {0.5 * (edge - 3.0), 0.0, -2.001}, {0.5 * (edge + 3.0), 2.0, 0.001});
    make_mirror(scene);
    // Left of these planes x / -z of the virtual eye's rays nothing passes: before the mirror, and after it.
    if (cover > 0.0) add_box(scene, "cover", {cover - 1.0, 0.0, -1.0}, {1.0, 1.0, 0.0001});
    if (behind > 0.0) add_box(scene, "behind", {behind - 0.4, 0.0, 0.5}, {0.4, 1.0, 0.0001});
    senses::RetinaScene sight(scene);
    sight.settle();
    senses::Visibility best;
    for (std::size_t i = 0; i < sight.mirrors().size(); ++i) {
      auto seen = senses::inspect_image(sight, {0, 0, 0}, senses::ItemId::of(core::ObjectId{1}), i);
      if (seen.whole_solid_angle > best.whole_solid_angle && seen.fraction > best.fraction) best = seen;
    }
    return best;
  };
  const double whole = rectangle_angle(0.4, 1.2, -0.3, 0.3, 5.0);
  const auto part = [&](double left, double right) { return rectangle_angle(left, right, -0.3, 0.3, 5.0) / whole; };
  CHECK(within_percent(image(2.0, 0.0, 0.0).fraction, 1.0));
  CHECK(within_percent(image(2.0, 0.0, 0.0).solid_angle, whole));
  CHECK(within_percent(image(0.3, 0.0, 0.0).fraction, part(0.4, 0.3 * 2.5)));        // the mirror ends
  CHECK(within_percent(image(2.0, 0.13, 0.0).fraction, part(0.13 * 5.0, 1.2)));      // covered 1 m before the eye
  CHECK(within_percent(image(2.0, 0.0, 0.8).fraction, part(0.8 * 5.0 / 4.5, 1.2)));  // covered 4.5 m along the way
  CHECK(within_percent(image(0.44, 0.13, 0.0).fraction, part(0.13 * 5.0, 0.44 * 2.5)));
  CHECK(image(0.1, 0.0, 0.0).fraction == 0.0);  // the image is beside the mirror
}

TEST_CASE("visibility: a mirror shows what is behind the back") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  const math::Vec3 eye = stage.eye(0);
  add_box(stage.scene, "board", eye + math::Vec3(0.8, 0.0, 1.0), {0.3, 0.2, 0.001});
  add_box(stage.scene, "mirror", eye + math::Vec3(0.0, 0.0, -2.0), {1.5, 1.0, 0.001});
  make_mirror(stage.scene);
  Observers observers = stage.start();
  stage.moment.tick = kSightTicks;
  observers.observe(stage.moment);
  const core::Json view = observers.report()["visibility"]["views"][0];
  CHECK(view["in_field"] == 0);
  CHECK(view["image"]["mirror"] == "mirror");
  CHECK(view["image"]["best_fraction"] > 0.99);
}

TEST_CASE("visibility: what is behind the back is not in the field") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  add_box(stage.scene, "behind", stage.eye(0) + math::Vec3(0.0, 0.0, 3.0), {0.3, 0.3, 0.1});
  Observers observers = stage.start();
  stage.moment.tick = kSightTicks;
  observers.observe(stage.moment);
  const auto& view = static_cast<const Visibility*>(observers.find("visibility"))->views()[0];
  CHECK(view.looks == 1);
  CHECK(view.in_field == 0);
  CHECK(view.best == 0.0);
}

TEST_CASE("visibility: the best look tells both eyes, and the band of where a headset has them") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  const math::Vec3 eye = stage.eye(0);
  add_box(stage.scene, "board", eye + math::Vec3(0.0, 0.0, -2.0), {0.5, 0.4, 0.001});
  add_box(stage.scene, "post", eye + math::Vec3(0.0, 0.0, -0.4), {0.015, 1.0, 0.001});
  Observers observers = stage.start();
  stage.moment.tick = kSightTicks;
  observers.observe(stage.moment);
  const core::Json view = observers.report()["visibility"]["views"][0];
  const core::Json& eyes = view["best"]["eyes"];
  CHECK(eyes["either"] > 0.98);  // the shadows of the post do not overlap on the board
  CHECK(eyes["both"] < eyes["left"]);
  CHECK(std::abs(eyes["left"].get<double>() - eyes["right"].get<double>()) < 0.02);
  CHECK(view["best_low"] <= view["best_fraction"]);
  CHECK(view["best_high"] >= view["best_fraction"]);
}

TEST_CASE("awareness: who comes out from behind a wall close by startles, who was in view does not") {
  for (const bool hidden : {true, false}) {
    Stage stage;
    stage.add({0, 0, 0}, 0.0, true);
    stage.add({1.2, 0, -0.9}, kHalfTurn);
    // A wall between them; the other steps out of its shadow after three seconds, which startles both.
    if (hidden) add_box(stage.scene, "wall", {0.9, 1.0, -0.45}, {0.02, 1.5, 0.40});
    add_box(stage.scene, "far", {0.0, 1.0, -9.0}, {0.1, 0.1, 0.1});
    Observers observers = stage.start();
    for (core::Tick tick = 1; tick <= 360; ++tick) {
      stage.moment.tick = tick;
      if (tick > 270 && tick <= 330) stage.move(1, {-0.02, 0.0, 0.0});
      observers.observe(stage.moment);
    }
    const auto* awareness = static_cast<const Awareness*>(observers.find("awareness"));
    const core::Json pair = observers.report()["awareness"]["pairs"][0];
    INFO(pair.dump());
    REQUIRE(awareness->startles().size() == (hidden ? 2 : 0));
    CHECK(pair["a_could_see_b_share"] >= pair["a_saw_b_share"]);
    if (!hidden) continue;
    CHECK(awareness->startles()[0].who == 0);
    CHECK(awareness->startles()[0].by == 1);
    CHECK(awareness->startles()[0].tick > 270);
    CHECK(awareness->startles()[0].unseen == -1);
    CHECK(awareness->startles()[0].separation < 1.5);
  }
}

TEST_CASE("swept volume: a body at rest takes its own volume, one that walks a corridor of it") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  const auto frames = [&] { return std::span(stage.moment.world_from_joint).subspan(0, human::kJointCount); };
  SweptVolume rest, walk;
  rest.add(stage.solids, frames());
  rest.add(stage.solids, frames());
  for (int step = 0; step <= 100; ++step) {
    walk.add(stage.solids, frames());
    stage.move(0, {0.0, 0.0, -0.02});
  }
  CHECK(rest.cubic_metres() > 0.045);  // about a litre to the kilogram, pieces overlap and fingers fall between cells
  CHECK(rest.cubic_metres() < 0.09);
  // 2 m ahead: the silhouette from the front, between 0.35 and 0.75 m², times the way, and the body itself.
  CHECK(walk.cubic_metres() > 2.0 * 0.35 + 0.03);
  CHECK(walk.cubic_metres() < 2.0 * 0.75 + 0.09);
  const std::size_t count = walk.cells().size();
  stage.move(0, {0.0, 0.0, 1.0});  // back on the way: nothing new
  walk.add(stage.solids, frames());
  CHECK(walk.cells().size() - count < rest.cells().size() / 5);
}

TEST_CASE("seen surfaces: the side of a wall before the eyes, and nothing behind it") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  add_box(stage.scene, "wall", {0.0, 1.0, -3.0}, {2.0, 2.0, 0.05});
  add_box(stage.scene, "hidden", {0.0, 1.0, -4.0}, {0.5, 0.5, 0.05});
  stage.surroundings.scene = &stage.scene;
  const SeenSurfaces seen = seen_surfaces(stage.surroundings, std::span(&stage.moment, 1), 0);
  CHECK(std::abs(seen.square_metres() - 16.0) < 2.5);
  for (const auto& [cell, found] : seen.cells) {
    CHECK(cell.axis == 2);
    CHECK(cell.sign == 1);
    CHECK(std::abs(found.depth + 2.95) < 0.01);
  }
}

TEST_CASE("approaches: a guard counts while its part moves and half a second more, not before") {
  Stage stage;
  stage.add({0, 0, 0}, 0.0, true);
  add_box(stage.scene, "post", {0.0, 1.0, -3.0}, {0.1, 1.0, 0.1});
  add_box(stage.scene, "hatch", {5.0, 1.0, 0.0}, {0.2, 0.2, 0.2});
  for (scene::Object& object : stage.scene.objects) {
    scene::CollisionShape shape;
    shape.half = object.bounds.high;
    object.collision.push_back(shape);
  }
  stage.scene.objects[1].movable = true;
  stage.scene.objects[1].mass = 1.0;
  stage.surroundings.guarded.push_back({core::ObjectId{1}, core::ObjectId{2}});
  stage.moment.objects.push_back({});
  stage.moment.objects[0].id = core::ObjectId{2};
  stage.moment.objects[0].world_from_object = stage.scene.objects[1].world_from_object;
  Observers observers = stage.start();
  // 1 s at 1 m from the post with the part at rest, then 1 s farther away while it moves, then 2 s near again.
  stage.move(0, {0.0, 0.0, -2.0});
  for (core::Tick tick = 1; tick <= 360; ++tick) {
    stage.moment.tick = tick;
    if (tick == 91) stage.move(0, {0.0, 0.0, 1.0});
    if (tick == 241) stage.move(0, {0.0, 0.0, -1.0});
    if (tick > 90 && tick <= 180) stage.moment.objects[0].world_from_object.position.y += 0.002;
    observers.observe(stage.moment);
  }
  const core::Json row = observers.report()["approaches"]["to"][0];
  CHECK(row["while_moves"] == "hatch");
  CHECK(std::abs(row["held_s"].get<double>() - 1.5) < 0.03);
  // The axis is 1.9 m from the post's face while the part moves; chest and feet reach up to 0.35 m before the axis.
  CHECK(row["least_m"].get<double>() > 1.5);
  CHECK(row["least_m"].get<double>() < 1.9);
  CHECK(row["at_s"].get<double>() > 1.0);
  CHECK(row["at_s"].get<double>() < 2.6);
}

TEST_CASE("awareness: two face each other and see, a turned back does not, a wall hides") {
  for (const bool wall : {false, true}) {
    Stage stage;
    stage.add({0, 0, 0}, 0.0);         // looks along -Z …
    stage.add({0, 0, -4}, kHalfTurn);  // … at this one, who looks back
    stage.add({0, 0, -6}, 0.0);        // sees nobody
    if (wall)
      add_box(stage.scene, "wall", {0, 1, -2}, {3, 1.5, 0.05});
    else
      add_box(stage.scene, "far", {50, 1, 0}, {1, 1, 1});
    Observers observers = stage.start();
    stage.moment.tick = kSightTicks;
    observers.observe(stage.moment);
    const auto pairs = static_cast<const Awareness*>(observers.find("awareness"))->pairs();
    REQUIRE(pairs.size() == 3);
    CHECK(pairs[0].sides[0].sees == !wall);
    CHECK(pairs[0].sides[1].sees == !wall);
    CHECK_FALSE(pairs[1].sides[1].sees);  // the third of the first
    CHECK_FALSE(pairs[2].sides[1].sees);  // and of the second
  }
}

TEST_CASE("awareness: separation, closing speed and time to contact of a straight approach; the near miss is logged") {
  CHECK(std::abs(*time_to_contact({3.0, 0, 0}, {1.5, 0, 0}) - (3.0 - kContactAxes) / 1.5) < 1e-12);
  CHECK_FALSE(time_to_contact({3.0, 0, 0}, {-1.0, 0, 0}));         // going apart
  CHECK_FALSE(time_to_contact({3.0, 0, 1.0}, {1.0, 0, 0}));        // passing at 1 m
  CHECK(time_to_contact({3.0, 0, 0.4}, {1.0, 0, 0}).has_value());  // touching in passing
  CHECK(*time_to_contact({0.3, 0, 0}, {0, 0, 0}) == 0.0);
  Stage stage;
  stage.add({0, 0, 0}, 0.0);
  stage.add({0, 0, -6}, 0.0);  // has its back to the other, who comes at 2 m/s and stops 1.2 m behind
  add_box(stage.scene, "far", {50, 1, 0}, {1, 1, 1});
  Observers observers = stage.start();
  const double step = 2.0 / core::kTicksPerSecond;
  for (int i = 1; i <= 400; ++i) {
    stage.moment.tick = i;
    if (i <= 216) stage.move(0, {0, 0, -step});
    observers.observe(stage.moment);
  }
  const auto* awareness = static_cast<const Awareness*>(observers.find("awareness"));
  const Awareness::Pair& pair = awareness->pairs()[0];
  CHECK(std::abs(pair.separation - 1.2) < 1e-6);
  CHECK(std::abs(pair.closing - 2.0) < 1e-6);
  CHECK(std::abs(pair.contact_in - (1.2 - kContactAxes) / 2.0) < 1e-6);
  REQUIRE(awareness->near_misses().size() == 1);
  const Awareness::NearMiss& miss = awareness->near_misses()[0];
  // One second before contact: 2 m + kContactAxes apart.
  CHECK(std::abs(core::seconds_of(miss.from) - (6.0 - 2.0 - kContactAxes) / 2.0) <= core::kTickSeconds + 1e-9);
  CHECK(miss.saw[0]);
  CHECK_FALSE(miss.saw[1]);
  CHECK(miss.unseen[1] == -1);
}
