// SPDX-License-Identifier: Apache-2.0
// Seeded errands in the bundled workshop and office: an agent is told where to look for a thing, finds it by sight,
// takes it, and puts it on another surface. Things, surfaces, bodies (5th to 95th percentile of both sexes), places on
// the surface and starts are drawn; only errands that have room at both ends are.
//
// usage: fh_fetched_things [--seed N] [--count N] [--failures N] [--deep_mm N] [--verbose 1|2]    Prints one line; exit
// 1 when more errands than `failures` (default: 1 in 100) do not end as asked, or one ends without a reason, or a body
// at work is more than `deep_mm` (default 5) in the place, a hand at work faster than 3 m/s, or the centre of mass
// outside of what bears in over 2 % of standing frames.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/json.h"
#include "core/rng.h"
#include "human/body/balance.h"
#include "human/body/masses.h"
#include "human/ik/kneel.h"
#include "physics/queries.h"
#include "visit_runs.h"

using namespace fh;

namespace {

using human::Joint;
using human::Side;
using math::Vec3;

constexpr double kLongest = 150.0;   // s
constexpr int kAsk = 6;              // ticks between questions for penetration
constexpr double kMostDeep = 0.005;  // m
constexpr double kFastest = 3.0;     // m/s
constexpr double kMostOutside = 0.02;
constexpr double kKneels = 0.08;  // m: knees that low bear

/// Where things may stand: a rectangle of the world at a height, and whence it is looked at.
struct Surface {
  const char* name;
  double x0, x1, z0, z1, y;
  double view_x, view_z;
};
struct Setting {
  const char* file;
  std::vector<Surface> surfaces;
  std::vector<math::Vec2> starts;
};

const std::array<Setting, 2>& settings() {
  static const std::array<Setting, 2> all{
      Setting{"workshop",
              {{"bench", -1.85, 0.65, -4.93, -4.23, 0.92, -0.6, -3.1},
               {"desk", -6.9, -6.26, 1.4, 2.8, 0.74, -5.1, 0.8},
               {"toolcabinet", 1.0, 1.7, -4.93, -4.43, 0.95, 1.2, -3.3},
               {"shelf.level1", 1.45, 1.87, 1.15, 3.25, 0.3, 0.2, 2.2},
               {"shelf.level2", 1.45, 1.87, 1.15, 3.25, 0.8, 0.2, 2.2},
               {"shelf.level3", 1.45, 1.87, 1.15, 3.25, 1.3, 0.2, 2.2},
               {"rack.west.level1", 2.15, 4.15, -2.42, -1.98, 0.15, 3.2, -0.8},
               {"rack.west.level2", 2.15, 4.15, -2.42, -1.98, 0.75, 3.2, -0.8},
               {"rack.west.level3", 2.15, 4.15, -2.42, -1.98, 1.35, 3.2, -0.8},
               {"rack.east.level1", 4.8, 6.9, -2.42, -1.98, 0.15, 5.2, -0.8},
               {"rack.east.level2", 4.8, 6.9, -2.42, -1.98, 0.75, 5.2, -0.8},
               {"rack.east.level3", 4.8, 6.9, -2.42, -1.98, 1.35, 5.2, -0.8}},
              {{-4.0, 1.5}, {-3.0, -2.5}, {0.3, 0.4}, {-0.8, 2.6}, {4.4, 1.8}, {4.6, -1.0}, {-4.5, -1.0}}},
      Setting{"office",
              {{"desk.1", -7.25, -5.75, -5.86, -5.14, 0.74, -5.2, -3.9},
               {"desk.2", -3.25, -1.75, -5.86, -5.14, 0.74, -1.2, -3.9},
               {"desk.3", -7.25, -5.75, -1.36, -0.64, 0.74, -5.2, 0.6},
               {"desk.4", -3.25, -1.75, -1.36, -0.64, 0.74, -1.2, 0.6},
               {"desk.5", 5.05, 6.55, 5.84, 6.56, 0.74, 4.5, 4.6},
               {"desk.6", 4.75, 6.25, -5.86, -5.14, 0.74, 4.3, -3.9}},
              {{-4.5, -3.0}, {-4.5, 1.5}, {-0.5, 2.5}, {0.5, -2.0}, {-0.5, 7.0}, {-6.0, 6.5}}}};
  return all;
}

/// What is fetched, as a part of a scenario, and its size in its own frame.
struct Thing {
  core::Json part;
  double wide = 0.0, tall = 0.0;  // m: the radius of its outline seen from above, height
};

Thing draw_thing(core::Rng& rng) {
  Thing thing;
  const auto rounded = [](double value) { return std::round(1e3 * value) / 1e3; };
  const std::uint32_t kind = rng.below(4);
  if (kind < 2) {
    const double radius = rounded(rng.uniform(0.028, 0.045)), height = rounded(rng.uniform(0.09, 0.18));
    thing.part = {{"part", "vessel"}, {"style", "can"}, {"radius", radius}, {"height", height}};
    thing.wide = radius, thing.tall = height;
  } else if (kind == 2) {
    const double width = rounded(rng.uniform(0.05, 0.085)), depth = rounded(rng.uniform(0.05, 0.12));
    const double height = rounded(rng.uniform(0.06, 0.2));
    thing.part = {{"part", "carton"}, {"width", width}, {"depth", depth}, {"height", height}};
    thing.wide = 0.5 * std::hypot(width, depth), thing.tall = height;
  } else {
    constexpr std::array<const char*, 3> kTools{"hammer", "wrench", "pliers"};
    thing.part = {{"part", "tool"}, {"kind", kTools[rng.below(3)]}};
    thing.wide = 0.18, thing.tall = 0.05;
  }
  thing.part["name"] = "wanted";
  thing.part["mass"] = rounded(rng.uniform(0.15, 1.2));
  return thing;
}

/// A place of the surface on which the thing touches nothing of the scene.
std::optional<Vec3> free_place(const scene::Scene& scene, const Surface& surface, const Thing& thing, core::Rng& rng) {
  constexpr double kRoom = 0.05, kEdge = 0.02;  // m
  const std::string name = surface.name;
  const std::string base = name.substr(0, name.find(".level"));
  const double inset = thing.wide + kEdge;
  if (2.0 * inset > std::min(surface.x1 - surface.x0, surface.z1 - surface.z0)) return {};
  for (int i = 0; i < 30; ++i) {
    const Vec3 at(rng.uniform(surface.x0 + inset, surface.x1 - inset), surface.y,
                  rng.uniform(surface.z0 + inset, surface.z1 - inset));
    math::Aabb box;
    box.add(at - Vec3(thing.wide + kRoom, -0.01, thing.wide + kRoom));
    box.add(at + Vec3(thing.wide + kRoom, thing.tall + kRoom, thing.wide + kRoom));
    const bool free = std::none_of(scene.objects.begin(), scene.objects.end(), [&](const scene::Object& object) {
      if (object.name == base || object.name == "wanted") return false;
      const math::Aabb other = math::transformed(object.world_from_object, object.bounds);
      return glm::all(glm::lessThan(box.low, other.high)) && glm::all(glm::greaterThan(box.high, other.low));
    });
    if (free) return at;
  }
  return {};
}

double yaw_deg_to(math::Vec2 from, const Surface& surface) {
  const Vec3 way(0.5 * (surface.x0 + surface.x1) - from.x, 0.0, 0.5 * (surface.z0 + surface.z1) - from.y);
  return math::degrees(math::yaw_of(math::looking_along(glm::normalize(way))));
}

core::Json json_of(const char* file) {
  auto json = core::JsonFile::read(std::string(FH_SOURCE_DIR) + "/assets/scenarios/" + file + ".json");
  if (!json) visits::stop(json.error().message);
  return json->root();
}

struct Errand {
  std::string text;  // of the scenario
  std::string told;  // in words
  const Surface* to = nullptr;
};

Errand draw_errand(std::uint64_t seed) {
  core::Rng rng(seed, 0, "fetched things");
  const Setting& setting = settings()[rng.below(2)];
  core::Json json = json_of(setting.file);
  json["agents"] = core::Json::array();
  json["checks"] = core::Json::array();
  json["seed"] = seed;
  json.erase("tour");
  core::set_data_folder(FH_SOURCE_DIR);
  auto empty = scene::parse_scenario(json.dump(), setting.file, ".");
  if (!empty) visits::stop(empty.error().message);
  for (;;) {
    Thing thing = draw_thing(rng);
    const auto surface = [&]() -> const Surface& {
      return setting.surfaces[rng.below(static_cast<std::uint32_t>(setting.surfaces.size()))];
    };
    const Surface &from = surface(), &to = surface();
    const auto at = free_place(empty->scene, from, thing, rng);
    if (&from == &to || !at || !free_place(empty->scene, to, thing, rng)) continue;
    thing.part["at"] = {at->x, at->y + 0.001, at->z};
    thing.part["yaw_deg"] = std::round(rng.uniform(-180.0, 180.0));
    json["parts"].push_back(thing.part);
    const bool male = rng.below(2) != 0;
    constexpr std::array<double, 5> kPercentiles{5.0, 25.0, 50.0, 75.0, 95.0};
    const double percentile = kPercentiles[rng.below(5)];
    const math::Vec2 start = setting.starts[rng.below(static_cast<std::uint32_t>(setting.starts.size()))];
    const auto look_at = [](const Surface& one) {
      return core::Json{{"at", {one.view_x, 0.0, one.view_z}},
                        {"within", 0.4},
                        {"yaw_deg", yaw_deg_to({one.view_x, one.view_z}, one)},
                        {"seconds", 1.0}};
    };
    json["agents"].push_back({{"name", "ann"},
                              {"body", {{"sex", male ? "m" : "f"}, {"stature_percentile", percentile}}},
                              {"at", {start.x, 0.0, start.y}},
                              {"yaw_deg", std::round(rng.uniform(-180.0, 180.0))},
                              {"knows", "structure"},
                              {"behaviour", "errands"},
                              {"errands",
                               {look_at(from), core::Json{{"take", "wanted"}}, look_at(to),
                                core::Json{{"put", "wanted"}, {"on", to.name}}}}});
    Errand errand;
    errand.to = &to;
    errand.told = fmt::format(
        "{}, {}{:02.0f}: {} ({:.2f} x {:.2f} m) from {} ({:.2f}, {:.2f}) to {}", setting.file, male ? "m" : "f",
        percentile,
        thing.part.contains("kind") ? thing.part["kind"].get<std::string>() : thing.part["part"].get<std::string>(),
        2.0 * thing.wide, thing.tall, from.name, at->x, at->z, to.name);
    errand.text = json.dump();
    return errand;
  }
}

struct Outcome {
  bool done = false, reasoned = true;
  std::string end;                         // in words
  double deep = 0.0, fastest = 0.0;        // m, m/s
  std::string deep_in;                     // what of the body in what, and when
  std::int64_t standing = 0, outside = 0;  // frames
  double seconds = 0.0;
};

/// Watches one agent from its frames and the physics alone.
class Watch {
 public:
  Watch(const world::World& world, core::ObjectId thing, Outcome& out) : world_(world), thing_(thing), out_(out) {
    const auto& dimensions = agent().person->body.dimensions;
    soles_ = {human::build_sole(dimensions, Side::Left), human::build_sole(dimensions, Side::Right)};
  }
  void look(int tick) {
    const world::Agent& one = agent();
    const auto& held = one.handling.feel.held;
    const bool works = one.reach.way != world::ReachState::Way::None;
    for (std::size_t s = 0; s < 2; ++s) {
      const Vec3 now = one.frames.position(s == 0 ? Joint::LeftHand : Joint::RightHand);
      if (tick > 1 && (works || held[s].valid()))
        out_.fastest = std::max(out_.fastest, 90.0 * glm::length(now - hands_[s]));
      hands_[s] = now;
    }
    balance();
    if (works && tick % kAsk == 0) penetration(tick);
  }

 private:
  const world::Agent& agent() const { return world_.agents()[0]; }

  void balance() {
    const world::Agent& one = agent();
    const auto& feet = one.gait.feet.feet;
    if (!feet[0].planted || !feet[1].planted || glm::length(one.gait.velocity) > 0.03) return;
    ++out_.standing;
    std::vector<human::HeldLoad> loads;
    for (std::size_t i = 0; i < 2; ++i) {
      if (const auto load = world::load_of(one, world_.physics(), i)) loads.push_back(*load);
    }
    const double knees = std::max(one.frames.position(Joint::LeftShank).y, one.frames.position(Joint::RightShank).y);
    const bool heels_up = one.reach.kneels && one.reach.weight > 0.0;
    const auto contact = heels_up ? human::SoleContact::Ball : human::SoleContact::Whole;
    const auto support = knees < one.gait.root.y + kKneels
                             ? human::kneeling_support(one.person->body.dimensions, one.frames)
                             : human::support_polygon(soles_[0], {one.frames.pose(Joint::LeftFoot), contact}, soles_[1],
                                                      {one.frames.pose(Joint::RightFoot), contact});
    const Vec3 centre = human::centre_of_mass(one.person->body.masses, one.frames, loads);
    out_.outside += human::balance_of(support, centre).margin < 0.0;
  }

  void penetration(int tick) {
    const world::Agent& one = agent();
    physics::QueryFilter filter;
    filter.ignore_body = one.person->id;
    for (const auto& piece : one.person->solids.pieces) {
      const math::Capsule limb = human::as_capsule(piece.shape);
      const math::Pose joint = one.frames.pose(piece.joint);
      physics::overlaps(world_.physics(),
                        physics::make_capsule({{joint.point(limb.axis.a), joint.point(limb.axis.b)}, limb.radius}),
                        found_, filter);
      const bool foot = piece.joint == Joint::LeftFoot || piece.joint == Joint::RightFoot ||
                        piece.joint == Joint::LeftToes || piece.joint == Joint::RightToes;
      for (const auto& overlap : found_) {
        // Fingers close on what they hold (tested elsewhere), soles are soft.
        if (overlap.what.object == thing_ || (foot && overlap.normal.y > 0.7) || overlap.depth <= out_.deep) continue;
        out_.deep = overlap.depth;
        const auto& objects = world_.scenario().scene.objects;
        const std::size_t in = overlap.what.object.value - 1;
        out_.deep_in = fmt::format("{} in {} at {:.1f} s, phase {}, {} hand {:.2f} of the way, {} states",
                                   human::info(piece.joint).name, in < objects.size() ? objects[in].name : "a body",
                                   tick / 90.0, static_cast<int>(one.handling.phase),
                                   one.reach.right ? "right" : "left", one.reach.weight, one.reach.path.size());
      }
    }
  }

  const world::World& world_;
  core::ObjectId thing_;
  Outcome& out_;
  std::array<human::Sole, 2> soles_;
  std::array<Vec3, 2> hands_{};
  std::vector<physics::Overlap> found_;
};

/// What the agent is at, told whenever it changes.
class Teller {
 public:
  void look(const world::World& world, core::ObjectId thing, int tick) {
    const world::Agent& one = world.agents()[0];
    const auto& reach = one.reach;
    const Vec3 at = world.physics().pose(thing).position;
    const auto failed = [&](const mind::Failure why) { return why == mind::Failure::None ? "" : mind::words_of(why); };
    std::string now = fmt::format(
        "{}; hands: phase {} of deed {}, {}{}{}, tries {}", one.mind.why(), static_cast<int>(one.handling.phase),
        static_cast<int>(one.handling.deed), reach.way == world::ReachState::Way::None ? "at rest" : "out",
        reach.kneels ? ", kneels" : "", reach.path.empty() ? "" : ", round things", one.mind.task().attempt);
    for (const auto& attempt : one.handling.attempts) now += fmt::format(" [{}]", failed(attempt.failure));
    if (one.push.thing.valid()) now += ", pushes " + world.scenario().scene.find(one.push.thing)->name;
    if (one.intent.clear.valid()) now += ", clears " + world.scenario().scene.find(one.intent.clear)->name;
    if (one.held_by.valid()) now += ", held by " + world.scenario().scene.find(one.held_by)->name;
    if (one.way_hand.door.valid())
      now += fmt::format(", {} hand {} {}", one.way_hand.right ? "right" : "left", one.way_hand.on ? "on" : "off",
                         world.scenario().scene.find(one.way_hand.door)->name);
    if (one.intent.open.valid())
      now += fmt::format(", opens, at {:.1f}", world.physics().joint_position(one.intent.open));
    for (std::size_t i = 0; i < 2; ++i)
      if (one.handling.caught[i] > 0.03) now += fmt::format(", caught");
    if (now == before_) return;
    before_ = now;
    fmt::print("{:7.2f} s ({:.2f}, {:.2f}) thing ({:.2f}, {:.2f}, {:.2f}): {}\n", tick / 90.0, one.gait.root.x,
               one.gait.root.z, at.x, at.y, at.z, now);
  }

 private:
  std::string before_;
};

Outcome run(const Errand& errand, bool tells) {
  Outcome out;
  visits::Visit visit(errand.text, 1);
  const world::World& world = visit.world();
  const core::ObjectId thing = world.scenario().scene.find("wanted")->id;
  Watch watch(world, thing, out);
  Teller teller;
  int tick = 0;
  for (; tick < kLongest * 90.0 && !world.all_done(); ++tick) {
    visit.tick();
    watch.look(tick);
    if (tells) teller.look(world, thing, tick);
  }
  for (int i = 0; i < 60; ++i) visit.tick();
  out.seconds = tick / 90.0;
  const auto& outcomes = world.agents()[0].mind.task().outcomes;
  out.done = true;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].kind == mind::ErrandOutcome::Kind::Done) continue;
    if (i % 2 == 0) continue;  // looking from elsewhere is no failure of what is asked
    out.done = false;
    const bool given_up = outcomes[i].kind == mind::ErrandOutcome::Kind::GivenUp;
    out.reasoned = out.reasoned && given_up && outcomes[i].failure != mind::Failure::None;
    if (out.end.empty())
      out.end =
          fmt::format("{}: {}", i == 1 ? "take" : "put", given_up ? mind::words_of(outcomes[i].failure) : "not ended");
    if (given_up && outcomes[i].off >= 0.0 && i == 1) out.end += fmt::format(", {:.0f} mm", 1e3 * outcomes[i].off);
  }
  const Vec3 at = world.physics().pose(thing).position;
  const Surface& to = *errand.to;
  const bool lies = at.x > to.x0 - 0.05 && at.x < to.x1 + 0.05 && at.z > to.z0 - 0.05 && at.z < to.z1 + 0.05 &&
                    std::abs(at.y - to.y) < 0.05;
  if (out.done && !lies) {
    out.done = out.reasoned = false;
    out.end = fmt::format("it lies at ({:.2f}, {:.2f}, {:.2f})", at.x, at.y, at.z);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = visits::number_after(argc, argv, "--seed", 1);
  const std::uint64_t count = visits::number_after(argc, argv, "--count", 300);
  const std::uint64_t may_fail = visits::number_after(argc, argv, "--failures", count / 100);
  const double most_deep = 1e-3 * static_cast<double>(visits::number_after(argc, argv, "--deep_mm", 5));
  const auto verbose = visits::number_after(argc, argv, "--verbose", 0);
  std::vector<Outcome> all(count);
  std::vector<Errand> errands(count);
  core::JobPool pool;
  pool.parallel_for(count, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      errands[i] = draw_errand(first + i);
      all[i] = run(errands[i], verbose > 1);
      const Outcome& one = all[i];
      if (!one.done || verbose > 0 || one.deep > kMostDeep || one.fastest > kFastest)
        fmt::print("seed {}: {}: {} after {:.0f} s; {:.1f} mm deep ({}), {:.2f} m/s\n", first + i, errands[i].told,
                   one.done ? "as asked" : one.end, one.seconds, 1e3 * one.deep, one.deep_in, one.fastest);
      std::fflush(stdout);
    }
  });
  std::uint64_t failed = 0, reasonless = 0, deep = 0;
  double deepest = 0.0, fastest = 0.0, seconds = 0.0;
  std::int64_t standing = 0, outside = 0;
  std::map<std::string, int> reasons;
  for (const Outcome& one : all) {
    failed += !one.done;
    reasonless += !one.reasoned;
    deep += one.deep > kMostDeep;
    deepest = std::max(deepest, one.deep), fastest = std::max(fastest, one.fastest);
    standing += one.standing, outside += one.outside;
    seconds += one.seconds;
  }
  const double share = standing > 0 ? static_cast<double>(outside) / static_cast<double>(standing) : 0.0;
  fmt::print(
      "{} errands: {} as asked, {} without a reason; {:.1f} mm deep in the place at most ({} errands over 5), hands "
      "{:.2f} "
      "m/s, centre of mass outside in {:.2f} % of {} standing frames; {:.0f} s each\n",
      count, count - failed, reasonless, 1e3 * deepest, deep, fastest, 100.0 * share, standing,
      seconds / static_cast<double>(std::max<std::uint64_t>(1, count)));
  const bool fine =
      failed <= may_fail && reasonless == 0 && deepest <= most_deep && fastest <= kFastest && share <= kMostOutside;
  return fine ? 0 : 1;
}
