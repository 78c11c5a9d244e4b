// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an agent believes about the changing world: one observation per item it has sensed (K-30), kept until it is
// contradicted, expires or is given up (K-31 … K-33). This is all an agent may know; it is a bounded, sorted list of
// plain values.
//
// Removal (K-32) without a second render: whatever is remembered, is in view and was not seen now is cast alone at its
// remembered place over the very samples of the look. Where it ought to be nearer than what was seen, the eye looked
// through it: it is gone. What truly stands at its remembered place can never be looked through, so nothing true is
// dropped; stale things hidden by other stale things are found in the same pass, which the two-render method misses.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "senses/perception/percepts.h"

namespace fh::scene {
struct Scene;
}

namespace fh::senses {

/// At most 128 bytes. Velocities in m/s and rad/s at the time of the last sighting.
struct Observation {
  ItemId item;  // nameless for obstacles
  Kind kind = Kind::Obstacle;
  Source source = Source::Sight;
  std::uint8_t rule = 0;     // index into the memory's rules
  std::uint8_t moves = 1;    // 0: part of the building
  float confidence = 1.0f;   // at `seen`, 0 … 1; see Memory::confidence()
  float uncertainty = 0.0f;  // metres at `seen`; see Memory::uncertainty()
  math::Pose pose;           // as Percept::pose
  std::array<float, 3> velocity{}, angular_velocity{}, reach{};
  std::uint32_t unseen = 0;   // pieces of a large thing that were never seen, as bits (scene::PieceGrid); 0: none
  core::Tick seen = 0;        // last sensed
  core::Tick known_from = 0;  // first sensed + reaction time: before, the agent has not taken it in (CA-45)

  math::Vec3 reach_vector() const { return {reach[0], reach[1], reach[2]}; }
  math::Vec3 velocity_vector() const { return {velocity[0], velocity[1], velocity[2]}; }
  void visit(core::Archive& archive);
};
static_assert(sizeof(Observation) <= 128);

/// Reality differed from belief.
struct Surprise {
  enum class What : std::uint8_t { Appeared, Moved, Vanished };
  ItemId item;
  What what = What::Appeared;  // a person never seen, or not for long; not where believed; no longer where believed
  core::Tick time = 0;
  math::Vec3 place{0.0};  // where it was seen, or believed (Vanished)
  double distance = 0.0;  // metres between belief and sight (Moved)
  void visit(core::Archive& archive);
};

/// Keep: until contradicted. Temporal: everything that moves expires. Rules: lifetimes per class (K-33).
enum class MemoryModel : std::uint8_t { Keep, Temporal, Rules };

/// How long things of a class are believed, and how fast belief about their place fades.
struct MemoryRule {
  std::string of_class;   // of scene::Object::classes; "person" and "obstacle" for those kinds; "" for all others
  double lifetime = 1e9;  // seconds
  double drift = 0.0;     // metres per second the uncertainty grows, once `still` is over
  double still = 0.0;     // seconds it surely stays
};
/// Persons 20 s and 1.3 m/s, obstacles 10 s, doors and drawers 120 s, tools and goods 300 s, all others for ever.
std::vector<MemoryRule> default_rules();

struct MemorySettings {
  MemoryModel model = MemoryModel::Rules;
  double lifetime = 30.0;  // seconds; Temporal
  std::vector<MemoryRule> rules = default_rules();
  std::size_t capacity = 1024;     // observations; the least recently seen are dropped beyond
  double reaction = 0.2;           // seconds from first sensing to knowing
  std::uint32_t gone_samples = 3;  // looked through at so many samples …
  double gone_share = 0.05;        // … and this share of those it should cover: gone
  double surprise_distance = 0.3;  // metres beyond the uncertainty
  double half_confidence = 60.0;   // seconds until confidence in a moving thing's place halves
  double failure_age = 3.0;        // seconds: what was seen since is not given up when a plan fails
};

class Memory {
 public:
  /// Resolves the rules for the classes of the scene's objects; holds nothing yet.
  Memory(const scene::Scene& scene, const MemorySettings& settings = {});

  /// Known without having been seen (the building one works in).
  void tell(ItemId item, Kind kind, bool moves, const math::Pose& pose, core::Tick now);
  /// Takes in one look: updates what was seen, removes what was looked through, lets expire what is too old. `scene`
  /// lends the shapes of remembered objects and nothing else; `retina` is the look `percepts` came from.
  void look(const RetinaScene& scene, const Retina& retina, const Percepts& percepts);
  /// Takes in a percept of another sense. A heard or felt item never makes a better sighting worse.
  void notice(const Percept& percept, core::Tick now);
  /// Between looks: expiry only.
  void age(core::Tick now);
  /// No plan was found with what is believed: gives up what moves and was not seen for `failure_age` (K-33). Returns
  /// how many were given up; zero means that memory is not to blame.
  std::size_t planner_failed(core::Tick now);
  void clear() { observations_.clear(); }

  /// All observations, sorted by item; those with known_from > now are not yet taken in.
  const std::vector<Observation>& observations() const { return observations_; }
  /// Null when unknown, or not yet taken in at `now`.
  const Observation* find(ItemId item, core::Tick now) const;
  /// Where it is now by belief: persons go on at their last velocity for up to 2 s (CA-46), obstacles level and 0.5 m.
  static math::Vec3 believed_position(const Observation& o, core::Tick now);
  /// Metres; grows with time by the rule of its class (CA-21).
  double uncertainty(const Observation& o, core::Tick now) const;
  /// 0 … 1; falls with age for what moves.
  double confidence(const Observation& o, core::Tick now) const;
  /// What the last look() contradicted or newly found; at most 32.
  const std::vector<Surprise>& surprises() const { return surprises_; }

  const MemorySettings& settings() const { return settings_; }
  void visit(core::Archive& archive);

 private:
  Observation* find_any(ItemId item);
  Observation& upsert(const Percept& percept, core::Tick now);
  void take_in(const Percept& percept, core::Tick now);
  bool looked_through(const RetinaScene& scene, const Retina& retina, const Observation& o, core::Tick now) const;
  void surprise(const Surprise& s);
  void keep_capacity();
  std::uint8_t rule_of(ItemId item, Kind kind) const;
  double lifetime(const Observation& o) const;

  MemorySettings settings_;
  std::vector<std::uint8_t> object_rules_;  // by object id - 1
  std::uint8_t person_rule_ = 0, obstacle_rule_ = 0;
  std::vector<Observation> observations_;  // sorted by item
  std::vector<Surprise> surprises_;
};

}  // namespace fh::senses

template <>
struct fh::core::IsPacked<fh::senses::Observation> : std::true_type {};
