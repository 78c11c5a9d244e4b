// SPDX-License-Identifier: Apache-2.0
// What a look tells: fractions against a dense oracle, recognition, people, mirrors, motion, the other senses.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <map>

#include "math/distances.h"
#include "ray_caster.h"
#include "rooms.h"
#include "senses/perception/hearing_and_touch.h"
#include "senses/retina/inspect.h"

namespace fh::test {
namespace {

using namespace senses;
using Catch::Approx;

struct Oracle {
  double fraction = 0.0, square_degrees = 0.0;
};

/// Many rays over the cone that holds the object: how many meet it alone, and how many of these meet it first.
Oracle dense_oracle(const RayCaster& everything, const RayCaster& alone, const math::Aabb& bounds, const Vec3& eye,
                    core::ObjectId id, int side) {
  const math::Pose frame{math::looking_along(glm::normalize(bounds.centre() - eye)), eye};
  const double reach = 0.5 * glm::length(bounds.size()) / glm::length(bounds.centre() - eye);
  const double tangent = reach / std::sqrt(1.0 - std::min(0.99, reach * reach));
  double whole = 0.0, visible = 0.0;
  int met = 0;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const Vec3 d(tangent * (2.0 * (x + 0.5) / side - 1.0), tangent * (2.0 * (y + 0.5) / side - 1.0), -1.0);
      const double cell = 4.0 * tangent * tangent / (side * side) / std::pow(glm::length(d), 3.0);
      const math::Ray ray{eye, frame.direction(glm::normalize(d))};
      if (alone.cast(ray, 0.0).id != id.value) continue;
      whole += cell;
      ++met;
      if (everything.cast(ray, 0.0).id == id.value) visible += cell;
    }
  }
  // Long thin things fill little of their cone: look finer.
  if (met > 0 && met < 1000 && side < 300) return dense_oracle(everything, alone, bounds, eye, id, 3 * side);
  const double degree = math::radians(1.0);
  return {whole > 0.0 ? visible / whole : 0.0, whole / (degree * degree)};
}

}  // namespace

TEST_CASE("visible fractions agree with a dense ray oracle") {
  const scene::Scene& scene = workshop();
  const frame::Snapshot snapshot = snapshot_of(scene);
  const RayCaster everything(scene, snapshot);
  const RetinaScene world(scene);
  core::Rng rng(77);
  std::map<std::uint32_t, RayCaster> casters;
  const auto alone = [&](core::ObjectId id) -> const RayCaster& {
    frame::Snapshot only;
    for (const frame::DrawObject& draw : snapshot.objects) {
      if (draw.id == id) only.objects.push_back(draw);
    }
    return casters.try_emplace(id.value, scene, only).first->second;
  };
  const int wanted = scaled(500, 12);
  int pairs = 0, partly = 0;
  double sum = 0.0, worst = 0.0;
  for (int attempt = 0; pairs < wanted && attempt < 100000; ++attempt) {
    const scene::Object& object = scene.objects[rng.below(static_cast<std::uint32_t>(scene.objects.size()))];
    const math::Aabb bounds = world.bounds(ItemId::of(object.id));
    const Vec3 eye = random_eye(scene, rng).position;
    const double distance = glm::length(bounds.centre() - eye);
    if (bounds.empty() || distance < 0.6 * glm::length(bounds.size())) continue;  // no eye inside the thing
    const Visibility mine = inspect(world, eye, ItemId::of(object.id));
    // At least half of the pairs have something to get wrong.
    const bool part = mine.fraction > 0.001 && mine.fraction < 0.999;
    if (!part && pairs - partly >= wanted / 2) continue;
    if (mine.whole_solid_angle < 0.8 * math::radians(1.0) * math::radians(1.0)) continue;
    const Oracle truth = dense_oracle(everything, alone(object.id), bounds, eye, object.id, 60);
    if (truth.square_degrees < 1.0) continue;
    const double error = std::abs(mine.fraction - truth.fraction);
    INFO(object.name << ": " << mine.fraction << " against " << truth.fraction << ", " << truth.square_degrees);
    CHECK(error <= 0.06);
    sum += error;
    worst = std::max(worst, error);
    ++pairs;
    partly += part ? 1 : 0;
  }
  INFO(pairs << " pairs, " << partly << " partly hidden: mean " << sum / pairs << ", worst " << worst);
  REQUIRE(pairs == wanted);
  CHECK(partly >= wanted / 2);
  CHECK(sum / pairs <= 0.02);
}

TEST_CASE("a percept says how much is seen, where and how far") {
  Room room;
  const auto target = room.box({0.5, 0.5, 0.5}, {0, 1.0, -5});
  const auto cover = room.box({0.5, 1.0, 0.02}, {-0.55, 1.0, -4.0});
  Watcher w(room.scene);
  w.world.show_object(cover, false);
  w.look({0, 1, 0}, {0, 1, -5});
  const Percept* p = w.percepts.find(ItemId::of(target));
  REQUIRE(p != nullptr);
  CHECK(p->kind == Kind::Object);
  CHECK(p->visible_fraction == 1.0f);
  CHECK(p->solid_angle == Approx(0.0488).epsilon(0.02));  // a square of 1 m at 4.5 m
  CHECK(p->distance == Approx(4.5).epsilon(0.001));
  CHECK(glm::length(p->nearest_point - Vec3(0, 1, -4.5)) < 0.05);
  CHECK(p->eccentricity < 0.01f);
  CHECK(glm::length(p->pose.position - Vec3(0, 1, -5)) < 1e-12);
  w.world.show_object(cover, true);  // hides x < -0.05 at 4 m, so x < -0.056 at the target's face
  w.look({0, 1, 0}, {0, 1, -5});
  p = w.percepts.find(ItemId::of(target));
  REQUIRE(p != nullptr);
  CHECK(p->visible_fraction == Approx(0.556).margin(0.03));
}

TEST_CASE("too little seen is an obstacle without a name, and is followed once recognised") {
  Room room;
  const auto target = room.box({0.4, 0.4, 0.4}, {0, 1.0, -5});
  const auto cover = room.box({1.0, 1.0, 0.02}, {-0.70, 1.0, -4.0});
  Watcher w(room.scene);
  w.look({0, 1, 0}, {0, 1, -5});
  CHECK_FALSE(w.sees(ItemId::of(target)));
  const Percept* p = w.percepts.find(ItemId::of(target).nameless());
  REQUIRE(p != nullptr);
  CHECK(p->kind == Kind::Obstacle);
  CHECK(std::abs(p->pose.position.x - 0.37) < 0.03);  // the visible edge, not the box's middle
  CHECK_FALSE(p->item.object().valid());
  w.world.place_object(cover, {math::kIdentity, {-1.0, 1.0, -4.0}});
  w.look({0, 1, 0}, {0, 1, -5});
  CHECK(w.sees(ItemId::of(target)));
  CHECK(w.knows(target));
  CHECK(w.memory.find(ItemId::of(target).nameless(), w.now + 1000) == nullptr);
  w.world.place_object(cover, {math::kIdentity, {-0.70, 1.0, -4.0}});
  w.look({0, 1, 0}, {0, 1, -5});
  CHECK(w.sees(ItemId::of(target)));
}

TEST_CASE("a person behind a rack is not perceived; legs are an obstacle; stepping out it is a person") {
  Room room;
  room.box({0.6, 1.2, 0.2}, {0, 1.2, -3}, false);
  Watcher w(room.scene);
  const core::BodyId user{1};
  const Person& person = Person::standard();
  const auto place = [&](const Vec3& at) { w.world.place_body(user, person.standing(at)); };
  w.world.add_body(user, person.solid, person.standing({0, 0, -4}));
  w.look({0, 1.6, 0}, {0, 1.3, -4});
  CHECK_FALSE(w.sees(ItemId::of(user)));
  CHECK_FALSE(w.sees(ItemId::of(user).nameless()));
  CHECK(w.memory.find(ItemId::of(user), w.now + 1000) == nullptr);
  place({1.6, 0, -4});
  w.look({0, 1.6, 0}, {0, 1.3, -4});
  const Percept* p = w.percepts.find(ItemId::of(user));
  REQUIRE(p != nullptr);
  CHECK(p->kind == Kind::Person);
  CHECK(p->visible_fraction == 1.0f);
  CHECK(glm::length(p->pose.position - person.standing({1.6, 0, -4}).position(human::Joint::Pelvis)) < 1e-9);
  // Known after the reaction time, not before.
  CHECK(w.memory.find(ItemId::of(user), w.now) == nullptr);
  CHECK(w.memory.find(ItemId::of(user), w.now + 18) != nullptr);
  REQUIRE(w.memory.surprises().size() == 1);
  CHECK(w.memory.surprises()[0].what == Surprise::What::Appeared);
}

TEST_CASE("legs alone do not make a person") {
  Room room;
  room.box({2.0, 1.0, 0.02}, {0, 1.75, -3}, false);  // a board that ends 0.75 m above the floor
  Watcher w(room.scene);
  const Person& person = Person::standard();
  w.world.add_body({1}, person.solid, person.standing({0, 0, -3.3}));
  w.look({0, 1.0, 0}, {0, 0.8, -4});
  CHECK_FALSE(w.sees(ItemId::of(core::BodyId{1})));
  const Percept* p = w.percepts.find(ItemId::of(core::BodyId{1}).nameless());
  REQUIRE(p != nullptr);
  CHECK(p->kind == Kind::Obstacle);
  CHECK(p->pose.position.y < 0.75);
}

TEST_CASE("a person in a mirror is perceived when mirrors are on, and the viewer sees itself only there") {
  Room room;
  room.box({0.3, 1.5, 4.0}, {0, 1.5, 0}, false);       // a wall between the two
  room.box({4.0, 1.5, 0.02}, {0, 1.5, -5}, false, 1);  // a mirror across its end
  Watcher w(room.scene);
  const Person& person = Person::standard();
  const core::BodyId me{1}, you{2};
  w.world.add_body(me, person.solid, person.standing({-1.5, 0, -2}));
  w.world.add_body(you, person.solid, person.standing({1.5, 0, -2}));
  w.see_settings.viewer = me;
  w.look({-1.5, 1.55, -2}, {0, 1.3, -5});
  CHECK_FALSE(w.sees(ItemId::of(you)));
  w.see_settings.mirrors = true;
  w.look({-1.5, 1.55, -2}, {0, 1.3, -5});
  const Percept* p = w.percepts.find(ItemId::of(you));
  REQUIRE(p != nullptr);
  CHECK(p->in_mirror);
  CHECK(p->distance == Approx(std::hypot(3.0, 6.0)).margin(0.5));  // the way of the light
  CHECK(glm::length(Vec3(p->nearest_point.x - 1.5, 0, p->nearest_point.z + 2)) < 0.4);
  CHECK(w.sees(ItemId::of(me)));
}

TEST_CASE("glass is seen through") {
  Room room;
  const auto pane = room.box({2, 2, 0.01}, {0, 1.5, -2}, false, 2);
  const auto target = room.box({0.4, 0.4, 0.4}, {0, 1.0, -5});
  Watcher w(room.scene);
  w.look({0, 1, 0}, {0, 1, -5});
  CHECK(w.sees(ItemId::of(target)));
  CHECK_FALSE(w.sees(ItemId::of(pane)));
}

TEST_CASE("velocities come from successive looks") {
  Room room;
  const auto target = room.box({0.2, 0.2, 0.2}, {2.0, 1.0, -4});
  Watcher w(room.scene);
  w.look({0, 1, 0}, {0, 1, -5});
  CHECK_FALSE(w.percepts.find(ItemId::of(target))->velocity_known);
  w.world.place_object(target, {math::from_axis_angle(math::kUp, 0.05), {2.0, 1.0, -3.9}});
  w.look({0, 1, 0}, {0, 1, -5});
  const Percept* p = w.percepts.find(ItemId::of(target));
  REQUIRE(p->velocity_known);
  CHECK(glm::length(p->velocity - Vec3(0, 0, 1.0)) < 1e-9);
  CHECK(glm::length(p->angular_velocity - Vec3(0, 0.5, 0)) < 1e-9);
  CHECK(p->retinal_speed > 0.05f);
  // The own movement does not make things move.
  w.look({0.1, 1, -0.1}, {0, 1, -5});
  CHECK(glm::length(w.percepts.find(ItemId::of(target))->velocity) < 1e-9);
  CHECK(w.percepts.find(ItemId::of(target))->retinal_speed < 1e-6f);
  w.now += 90;
  w.look({0, 1, 0}, {0, 1, -5});
  CHECK_FALSE(w.percepts.find(ItemId::of(target))->velocity_known);
}

TEST_CASE("hearing has a range and is vague; touch is near and nameless") {
  const ItemId speaker = ItemId::of(core::BodyId{7});
  const std::vector<Sound> sounds{{speaker, {4, 1.5, 0}, 60.0, true}};
  std::vector<Percept> heard;
  hear(sounds, {}, core::BodyId{1}, {0, 1.5, 0}, {}, heard);
  REQUIRE(heard.size() == 1);
  CHECK(heard[0].kind == Kind::Person);
  CHECK(heard[0].source == Source::Hearing);
  CHECK(glm::length(heard[0].pose.position - Vec3(4, 1.5, 0)) <= 1.5 * double(heard[0].uncertainty));
  CHECK(heard[0].uncertainty > 0.5f);
  // 60 dB at 1 m are 35 dB at 17.8 m.
  const auto audible = [&](double x) {
    std::vector<Percept> out;
    hear(std::vector<Sound>{{speaker, {x, 1.5, 0}, 60.0, true}}, {}, core::BodyId{1}, {0, 1.5, 0}, {}, out);
    return !out.empty();
  };
  CHECK(audible(17.7));
  CHECK_FALSE(audible(17.9));
  std::vector<Percept> own;
  hear(sounds, {}, core::BodyId{7}, {0, 1.5, 0}, {}, own);
  CHECK(own.empty());

  std::vector<Percept> felt;
  feel(std::vector<TouchContact>{{speaker, {0.3, 1, 0}, 1.0}, {speaker, {0.3, 1, 0}, 0.01}}, felt);
  REQUIRE(felt.size() == 1);
  CHECK(felt[0].kind == Kind::Obstacle);
  CHECK(felt[0].item == speaker.nameless());

  Room room;
  Memory memory(room.scene);
  memory.notice(heard[0], 0);
  REQUIRE(memory.find(speaker, 18) != nullptr);
  const double first = memory.uncertainty(*memory.find(speaker, 18), 18);
  CHECK(memory.uncertainty(*memory.find(speaker, 18), 180) > first + 1.0);
}

}  // namespace fh::test
