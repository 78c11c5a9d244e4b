// SPDX-License-Identifier: Apache-2.0
#pragma once
// The virtual humans of a scenario, as its file states them. Plain values; world makes bodies and
// minds of them.
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "math/pose.h"
#include "scene/scenario/behaviours.h"

namespace fh::scene {

struct Net;

struct BodySpec {
  bool female = true;
  double stature_percentile = 50.0;        // 0.1 … 99.9 of the surveyed population
  std::map<std::string, double> measures;  // further dimensions by name, metres or kilograms; win over the percentile
  std::uint64_t appearance_seed = 1;       // seed of skin tone, hair and clothes
  std::filesystem::path population;        // a population file; empty: the bundled survey
  // At most one of the two; then neither percentile nor measures are asked.
  std::optional<std::uint64_t> sample;  // drawn at random from the population with this seed
  std::optional<int> boundary;          // 0 the median person, 1 … 8 the boundary family of the population

  bool operator==(const BodySpec&) const = default;
};

/// What hands do with a thing.
enum class Deed : std::uint8_t {
  None,
  Take,     // into a hand
  Put,      // what a hand holds onto something
  Operate,  // a door, drawer, button, valve … into a state
};
/// What a thing on a joint is brought into.
enum class ThingState : std::uint8_t {
  Open,
  Closed,
  Pressed,
  Minimum,
  Maximum,
  Share,  // so much of the way from minimum to maximum: `amount`
  By      // farther by `amount`
};

/// One thing to go and do.
struct Errand {
  math::Vec3 at{0.0};              // where to stand, on a floor
  std::string to;                  // a thing to stand at instead, where the agent believes it to be; empty: `at`
  std::string where;               // how to stand to it, as a relation of language/relations.h; empty: anyhow near
  std::string second;              // the other thing of "between"
  std::optional<double> yaw;       // heading there, rad; none: as one arrives
  double within = 0.25;            // m from `at` that counts as there
  double seconds = 0.0;            // to stay
  std::string look_at;             // name of an object or person to look at meanwhile; empty: straight ahead
  std::string reach;               // name of an object to put a hand on meanwhile; empty: nothing
  Deed deed = Deed::None;          // with `thing`; from a place that the agent chooses, unless `stands` says where
  bool stands = true;              // at `at`
  std::string thing;               // what is taken, put down or operated
  std::string onto;                // Put: an object, or a site of it as "object.site"
  std::string beside;              // Put: near this object there; empty: anywhere
  std::string side = "any";        // of that: "left", "right", "front", "back"
  ThingState state{};              // Operate
  double amount = 0.0;             // Share: 0 … 1; By: rad towards the maximum
  std::vector<math::Vec3> choice;  // further places that would do as well: the cheapest one is taken
  // Of nodes of nets alone.
  std::string what;                 // what is looked for, looked at, pointed at or turned to
  std::string text;                 // what is said
  double speed = 0.0;               // m/s; 0: as the agent walks
  double ahead = 0.0, aside = 0.0;  // m, aside to the right
  std::optional<double> turn;       // rad, to the left
};

/// What an agent knows before it has seen anything.
enum class Knowledge : std::uint8_t {
  Nothing,    // finds out by looking
  Structure,  // the building and what cannot be moved, as people who work there do
  Place,      // everything, as it stood at the start
};

/// How an agent walks.
enum class Gait : std::uint8_t { Natural, March, Stroll, Shuffle };
/// What its walk tells of how it feels.
enum class Mood : std::uint8_t { Neutral, Brisk, Tired, Cautious, Proud };
/// How long an agent believes what it has sensed.
enum class Remembers : std::uint8_t { Rules, Keep, Temporal };

/// What its way bends to (planning/steering/pulls.h).
enum class SteeringKind : std::uint8_t { Attract, Avoid, GoAround, LineUp };
struct SteeringSpec {
  SteeringKind kind = SteeringKind::Avoid;
  std::string what;               // an object or a person
  double within = 3.0;            // m
  double view = 2.0 * math::kPi;  // rad, of the whole field
  double strength = 1.0;
  double distance_exponent = 1.0, angle_exponent = 0.0;
  double beside = 0.6;  // m
};

struct AgentSpec {
  std::string name;
  BodySpec body;
  math::Pose start;    // on the floor: position and heading
  double speed = 1.3;  // m/s on a free way
  Behaviour behaviour = Behaviour::Stand;
  Knowledge knowledge = Knowledge::Nothing;
  Gait gait = Gait::Natural;
  std::filesystem::path gait_clip;  // a captured walk (BVH) that replaces the gait's own; empty: none
  Mood mood = Mood::Neutral;
  Remembers memory = Remembers::Rules;
  std::vector<Errand> errands;
  std::vector<SteeringSpec> steering;
  std::string whom;                              // behaviours with a person: the name of an agent or user
  std::map<std::string, double> relations;       // to people by name: how much it likes them, 0 … 1; others 0.5
  std::vector<std::string> cannot;               // words of net actions that it is not qualified for
  std::vector<std::string> in_charge_of;         // objects that nobody else works on when told to
  double personal_space = 1.2;                   // m kept from users' bodies
  bool sees_mirrors = false;                     // takes what it sees in mirrors for what it is
  double sensing_hz = 10.0;                      // looks per second
  double start_after = 0.0;                      // s before it sets off
  std::string net_name;                          // an action net instead of a behaviour; empty: none
  int net = -1;                                  // the same as an index into `nets`
  std::shared_ptr<const std::vector<Net>> nets;  // of the scenario; null without `net`
};

}  // namespace fh::scene
