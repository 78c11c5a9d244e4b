// SPDX-License-Identifier: Apache-2.0
// What an agent is about goes wrong while it is about it: it plans anew, takes another spot, picks up what it lost, or
// gives up and says why. Nothing freezes, no hand jumps, and nothing moves that nobody touches.
#include <functional>

#include "touch_watch.h"

using namespace fh;
using namespace fh::test;
using frame::CommandId;
using math::Vec3;
using Phase = world::HandlingState::Phase;

namespace {

const std::string kTables =
    R"(, {"part": "table", "name": "desk", "at": [0, 0, -2], "width": 1.2, "depth": 0.6, "height": 0.74},
       {"part": "table", "name": "bench", "at": [3, 0, 0], "yaw_deg": 90, "width": 1.2, "depth": 0.6, "height": 0.9},
       {"part": "vessel", "name": "can", "style": "can", "at": [0.2, 0.742, -1.85], "radius": 0.033, "height": 0.12, "mass": 0.4})";
const std::string kFetch = R"({"take": "can"}, {"put": "can", "on": "bench"})";

std::string doer(const std::string& errands, const std::string& name = "ann", const std::string& at = "[0, 0, 1]") {
  return fmt::format(R"({{"name": "{}", "body": {{"sex": "f"}}, "at": {}, "yaw_deg": 0, "behaviour": "errands",
      "knows": "structure", "errands": [{}]}})",
                     name, at, errands);
}

/// An agent at its errands, and somebody who changes the place with tools or stands in it.
class Story {
 public:
  explicit Story(const scene::Scenario& scenario) : world_(world_of(scenario)), watch_(world_), user_(away()) {}

  const world::World& world() const { return world_; }
  const world::Agent& ann() const { return world_.agents()[0]; }
  const world::HandlingState& hands() const { return ann().handling; }
  core::ObjectId thing(const char* name) const { return world_.scenario().scene.find(std::string_view(name))->id; }
  Vec3 place(const char* name) const { return world_.physics().pose(thing(name)).position; }
  bool holds(const char* name) const {
    return hands().feel.held[0] == thing(name) || hands().feel.held[1] == thing(name);
  }
  /// On its way to a thing, at least so far.
  bool reaches(double weight) const { return hands().phase == Phase::Reaching && ann().reach.weight >= weight; }

  void until(const std::function<bool()>& moment) {
    int ticks = 0;
    for (; ticks < 40 * 90 && !moment(); ++ticks) tick(user_);
    INFO(ann().mind.why());
    REQUIRE(ticks < 40 * 90);
  }
  /// With the tools of a user who is elsewhere: what they move nobody touches, and it may fall.
  void move(const char* name, const Vec3& by) {
    unjudged_ = 2 * 90;
    command(CommandId::SelectNamed, name, Vec3(0.0));
    command(CommandId::MoveBy, {}, by);
  }
  void tell(const char* text) { command(CommandId::Tell, text, Vec3(0.0)); }
  void user(const frame::FrameInput& input) { user_ = input; }
  void run(int ticks) {
    for (int i = 0; i < ticks; ++i) tick(user_);
  }
  /// To the end of all errands: within a minute and a half, hands at rest, nothing frozen, nothing moved untouched.
  /// `own`: m that anything may move while nothing is within 2 cm of it.
  void finish(double own = 0.03) {
    int ticks = 0;
    for (; ticks < 90 * 90 && !world_.all_done(); ++ticks) tick(user_);
    run(4 * 90);
    tell_outcomes();
    CHECK(world_.all_done());
    CHECK(hands().phase == Phase::None);
    CHECK(ann().reach.way == world::ReachState::Way::None);
    CHECK(frozen_ < 10 * 90);
    CHECK(fastest_ < 3.0);
    INFO(watch_.name());
    CHECK(watch_.farthest() < own);
    for (const auto& one : outcomes())
      CHECK((one.kind == mind::ErrandOutcome::Kind::Done || one.failure != mind::Failure::None));
  }
  const std::vector<mind::ErrandOutcome>& outcomes() const { return ann().mind.task().outcomes; }
  bool done(std::size_t i) const { return outcomes()[i].kind == mind::ErrandOutcome::Kind::Done; }
  mind::Failure why(std::size_t i) const { return outcomes()[i].failure; }
  bool lies_on(const char* name, double x, double y, double z, double within = 0.75) const {
    const Vec3 at = place(name);
    return std::abs(at.y - y) < 0.03 && std::abs(at.x - x) < within && std::abs(at.z - z) < within;
  }
  static frame::FrameInput away() { return {}; }
  /// A user at a place of the floor; the right hand with its palm down where it is given.
  frame::FrameInput standing(const Vec3& at, std::optional<Vec3> hand = {}) const {
    const Vec3 start = world_.scenario().users[0].start.position;
    frame::FrameInput input = standing_user(at - start);
    for (std::size_t s = 0; s < frame::kHands; ++s) {
      auto& one = input.hands[s];
      one.active = one.grip.valid = one.grip.tracked = 1;
      one.grip.pose.position = at - start + Vec3(s == frame::kLeft ? -0.25 : 0.25, 0.8, -0.1);
      if (s == frame::kRight && hand) one.grip.pose.position = *hand - start;
      one.aim = one.grip;
    }
    return input;
  }

 private:
  void tick(const frame::FrameInput& input) {
    world_.tick(input);
    const bool falls = glm::length(world_.physics().velocity(thing("can")).linear) > 0.3 && !holds("can");
    if (falls) unjudged_ = 90;
    watch_.look(world_.now() > 90 && unjudged_ <= 0);
    if (unjudged_ > 0) --unjudged_;
    const bool works = hands().phase == Phase::Reaching || hands().phase == Phase::Acting;
    const bool moves = glm::length(ann().gait.velocity) > 0.02 || ann().reach.weight != weight_;
    same_ = works && !moves ? same_ + 1 : 0;
    weight_ = ann().reach.weight;
    frozen_ = std::max(frozen_, same_);
    for (std::size_t s = 0; s < 2; ++s) {
      const Vec3 now = ann().frames.position(s == 0 ? human::Joint::LeftHand : human::Joint::RightHand);
      const bool leads = ann().reach.way != world::ReachState::Way::None && (s == 1) == (ann().reach.right != 0);
      if (world_.now() > 2 && leads) fastest_ = std::max(fastest_, 90.0 * glm::length(now - was_[s]));
      was_[s] = now;
    }
  }
  void command(CommandId id, std::string_view text, const Vec3& at) {
    frame::FrameInput input = user_;
    if (!input.head.valid) input = standing_user({0.0, 0.0, 0.0});
    REQUIRE(input.commands.add(frame::Command{id, {}, 0.0, {math::kIdentity, at}}, text));
    tick(input);
  }
  void tell_outcomes() const {
    for (const auto& one : outcomes())
      UNSCOPED_INFO(fmt::format("outcome {}, {}", static_cast<int>(one.kind),
                                one.failure == mind::Failure::None ? "" : mind::words_of(one.failure)));
    const Vec3 at = place("can");
    UNSCOPED_INFO(fmt::format("can ({:.2f}, {:.2f}, {:.2f}), frozen {:.1f} s, {:.2f} m/s; {}", at.x, at.y, at.z,
                              frozen_ / 90.0, fastest_, ann().mind.why()));
  }

  WatchedWorld world_;
  TouchWatch watch_;
  frame::FrameInput user_;
  double weight_ = 0.0;  // of the reach, in the last tick
  int same_ = 0, frozen_ = 0, unjudged_ = 0;
  double fastest_ = 0.0;
  std::array<Vec3, 2> was_{};
};

}  // namespace

TEST_CASE("interruptions: a thing that is put elsewhere before the reach is taken there") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.ann().gait.root.z < 0.3; });
  story.move("can", {-0.55, 0.0, 0.0});
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: a thing that is moved under the hand is reached for where it is now") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.reaches(0.4); });
  story.move("can", {-0.25, 0.0, 0.0});
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: a thing that is taken out of the room during the reach is given up") {
  const auto scenario = place(kTables + wall("screen", -3.0, 0.0, 11.9, 90.0), doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.reaches(0.5); });
  story.move("can", {-4.5, -0.74, 0.0});
  story.finish();
  CHECK_FALSE(story.done(0));
  CHECK(story.why(1) == mind::Failure::NotHeld);
}

TEST_CASE("interruptions: what is torn from the hand on the way is picked up again") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.holds("can") && story.ann().gait.root.x > 1.0; });
  story.move("can", {0.3, 0.0, 0.9});
  story.finish();
  CHECK(story.done(0));
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: where the way is blocked meanwhile another one is taken") {
  const std::string two = R"([{"x": -3.0, "width": 1.0, "height": 2.1}, {"x": 2.0, "width": 1.0, "height": 2.1}])";
  const std::string parts =
      wall("screen", 0.0, -0.8, 11.9, 0.0, two) +
      R"(, {"part": "crate", "name": "crate", "at": [4.5, 0, -4.5], "width": 0.9, "depth": 0.7, "height": 0.9, "mass": 80})";
  const auto scenario = place(kTables + parts, doer(kFetch, "ann", "[0.5, 0, -1.3]"), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.holds("can"); });
  story.move("crate", {-2.5, 0.0, 3.9});  // into the near opening
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: where every way is blocked the thing is kept and the reason told") {
  const std::string one = R"([{"x": 2.0, "width": 1.0, "height": 2.1}])";
  const std::string parts =
      wall("screen", 0.0, -0.8, 11.9, 0.0, one) +
      R"(, {"part": "crate", "name": "crate", "at": [4.5, 0, -4.5], "width": 0.95, "depth": 0.7, "height": 0.9, "mass": 80})";
  const auto scenario = place(kTables + parts, doer(kFetch, "ann", "[0.5, 0, -1.3]"), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.holds("can"); });
  story.move("crate", {-2.5, 0.0, 3.7});
  story.finish();
  CHECK(story.done(0));
  CHECK(story.why(1) == mind::Failure::NoWay);
  CHECK(story.holds("can"));
}

TEST_CASE("interruptions: a door that is shut on the way is opened with the free hand") {
  const std::string one = R"([{"x": 2.0, "width": 1.0, "height": 2.1}])";
  const std::string parts =
      wall("screen", 0.0, -0.8, 11.9, 0.0, one) +
      R"(, {"part": "door", "name": "door", "at": [2, 0, -0.8], "width": 1.0, "height": 2.1, "wall_thickness": 0.15, "open_deg": 70})";
  // Bob shuts it while she fetches the can; his fingers are on the bow of its handle, which is no solid.
  const auto scenario = place(
      kTables + parts,
      doer(kFetch, "ann", "[0.5, 0, -1.3]") + ", " +
          doer(R"({"operate": "door", "state": "open"}, {"operate": "door", "state": "closed"}, {"at": [-4, 0, 2]})",
               "bob", "[2, 0, 1]"),
      "[-4, 0, 4]");
  Story story(scenario);
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: a user's hand in the way is not run into") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.hands().phase == Phase::Reaching; });
  const Vec3 over = story.place("can") + Vec3(-0.02, 0.12, 0.06);
  story.user(story.standing({0.2, 0.0, -2.75}, over));
  double nearest = 1e9;
  for (int i = 0; i < 3 * 90; ++i) {
    story.run(1);
    for (const auto joint : {human::Joint::LeftHand, human::Joint::RightHand}) {
      const human::BodySite palm =
          human::palm_site(story.ann().person->body.dimensions,
                           joint == human::Joint::LeftHand ? human::Side::Left : human::Side::Right);
      const Vec3 mine = story.ann().frames.pose(joint).point(palm.joint_from_site.position);
      nearest = std::min(nearest, glm::length(mine - over));
    }
  }
  CHECK(nearest > 0.06);
  story.user(Story::away());
  story.finish();
  CHECK(story.done(1));
}

TEST_CASE("interruptions: a spot that is filled meanwhile is not used, another one is") {
  const std::string more =
      R"(, {"part": "carton", "name": "box", "at": [-4, 0, -4], "width": 0.5, "depth": 0.5, "height": 0.3, "mass": 4})";
  const auto scenario = place(kTables + more, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.holds("can") && story.hands().deed == scene::Deed::Put && story.reaches(0.05); });
  const Vec3 spot = story.hands().point;
  story.move("box", Vec3(spot.x, 0.901, spot.z) - story.place("box"));
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: a full surface is refused and the thing kept") {
  const std::string more =
      R"(, {"part": "carton", "name": "one", "at": [-4, 0, -4], "width": 0.56, "depth": 0.58, "height": 0.3, "mass": 4},
         {"part": "carton", "name": "two", "at": [-4, 0, -3], "width": 0.56, "depth": 0.58, "height": 0.3, "mass": 4})";
  const auto scenario = place(kTables + more, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.holds("can"); });
  story.move("one", Vec3(3.0, 0.901, -0.3) - story.place("one"));
  story.move("two", Vec3(3.0, 0.901, 0.3) - story.place("two"));
  story.finish();
  CHECK(story.done(0));
  CHECK(story.why(1) == mind::Failure::NoRoom);
  CHECK(story.holds("can"));
}

TEST_CASE("interruptions: a table that is moved away is found where it is now") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.holds("can") && story.hands().phase == Phase::None; });
  story.move("bench", {0.4, 0.0, 1.6});
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.4, 0.9, 1.6));
}

TEST_CASE("interruptions: an agent that is pushed while it reaches goes on") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.reaches(0.3); });
  const Vec3 at = story.ann().gait.root;
  for (int i = 0; i < 90; ++i) {  // somebody walks through where it stands
    story.user(story.standing(at + Vec3(-1.0 + 1.3 * i / 90.0, 0.0, 0.25)));
    story.run(1);
  }
  story.user(Story::away());
  story.finish();
  CHECK(story.done(1));
}

TEST_CASE("interruptions: told something else meanwhile it does that, and then its own work") {
  const auto scenario = place(kTables, doer(kFetch), "[-4, 0, 4]");
  Story story(scenario);
  story.until([&] { return story.reaches(0.5); });
  story.tell("ann: go to the bench");
  double nearest = 1e9;
  for (int i = 0; i < 12 * 90; ++i) {
    story.run(1);
    nearest = std::min(nearest, glm::length(story.ann().gait.root - Vec3(3.0, 0.0, 0.0)));
  }
  CHECK(nearest < 1.3);
  story.finish();
  CHECK(story.done(1));
  CHECK(story.lies_on("can", 3.0, 0.9, 0.0));
}

TEST_CASE("interruptions: what another agent took first is not wrested from it") {
  const auto scenario = place(kTables,
                              doer(kFetch, "ann", "[0, 0, 3]") + ", " +
                                  doer(R"({"take": "can"}, {"at": [-4, 0, -4]})", "bob", "[0.5, 0, -0.8]"),
                              "[-4, 0, 4]");
  Story story(scenario);
  story.finish();
  const auto& bob = story.world().agents()[1].handling.feel.held;
  CHECK((bob[0] == story.thing("can") || bob[1] == story.thing("can")));
  CHECK_FALSE(story.done(0));
}

TEST_CASE("interruptions: a drawer that is moved while the hand comes to it is operated where it is") {
  const std::string cabinet =
      R"(, {"part": "cabinet", "name": "cab", "at": [-2, 0, -2], "width": 0.6, "depth": 0.5, "height": 0.9, "drawers": 3})";
  // Both at the same drawer: ann opens it, bob shuts it again.
  const auto scenario = place(
      kTables + cabinet,
      doer(R"({"operate": "cab.drawer1", "state": "open"}, {"operate": "cab.drawer1", "state": "closed"})") + ", " +
          doer(R"({"at": [-3.2, 0, -1.2], "seconds": 1}, {"operate": "cab.drawer1", "state": "closed"})", "bob",
               "[-4, 0, 1]"),
      "[-4, 0, 4]");
  Story story(scenario);
  story.finish();
  CHECK(story.world().physics().joint_position(story.thing("cab.drawer1")) < 0.1);
}
