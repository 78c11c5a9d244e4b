// SPDX-License-Identifier: Apache-2.0
#pragma once
// An agent's mind: what it remembers, what it is about, how it means to get there. It is handed percepts and the
// feeling of its own body, nothing else (K-01), and answers with an intent that the world carries out.
#include <optional>
#include <string>

#include "core/time.h"
#include "mind/behaviours/catalogue.h"
#include "mind/behaviours/task.h"
#include "mind/net.h"
#include "mind/told.h"
#include "mind/voice.h"
#include "planning/navigation/navigator.h"
#include "scene/scenario/agents.h"
#include "senses/perception/attention.h"
#include "senses/perception/memory.h"

namespace fh::mind {

/// What a body tells its own mind.
struct Self {
  math::Vec3 position{0.0};  // m, at the feet
  double facing = 0.0;       // yaw
  math::Vec3 velocity{0.0};  // m/s
  math::Pose world_from_eye;
  core::Tick tick = 0;
  double hand_off = -1.0;  // m from the stretched hand to what it reaches for; negative: not stretched
  HandFeel hands;
  StanceFeel stance;
};

/// What the mind wants its body to do this tick.
struct Intent {
  math::Vec3 velocity{0.0};         // m/s, planar
  double facing = 0.0;              // yaw
  planning::NavHints hints;         // duck, step over, side-step …
  math::Vec3 gaze{0.0, 1.6, -2.0};  // world point to look at
  std::optional<math::Vec3> reach;  // world point to put a hand on
  core::ObjectId reach_for;         // the thing it belongs to
  core::ObjectId open;              // a door to open, within reach
  scene::Deed deed{};               // what the hands do with `thing`
  core::ObjectId thing;
  scene::ThingState state{};   // Operate
  double amount = 0.0;         // of it
  math::Vec3 place{0.0};       // Take, Operate: world point to take hold at; Put: where the lowest middle goes
  core::ObjectId clear;        // a light thing in the way, within reach, that is to be pushed …
  math::Vec3 push{0.0};        // … this way: level, unit; none: it stays
  core::BodyId ask;            // somebody to ask to make way
  std::string say;             // words that are being said; empty: none
  core::BodyId say_to;         // to somebody; invalid: to nobody in particular
  std::uint8_t instructs = 0;  // that body is told to do it
  Stance stance{};             // with bent knees, on the knees, on `seat`
  core::ObjectId seat;
  Together together{};  // what a hand does with that of `partner`, at `place`; `thing` goes from hand to hand
  core::BodyId partner;

  void visit(core::Archive& archive);
};

/// Buffers, one per thread; no state.
struct MindScratch {
  planning::NavigatorScratch navigator;
  std::vector<planning::Obstacle> obstacles;
  std::vector<planning::PerceivedPerson> people;
  std::vector<senses::GazeDemand> demands;
};

/// A sound of things that an agent heard, and did not make.
struct HeardNoise {
  math::Vec3 place{0.0};    // where it seemed to be
  core::Tick at = -1;       // when; -1: never
  core::Tick listened = 0;  // up to which tick the agent has listened
  std::int32_t count = 0;   // so far
  double level_db = 0.0;    // at the ears

  void visit(core::Archive& archive);
};

class Mind {
 public:
  /// `plan`, `catalogue`, `floor` and `solids` must outlive the mind. `breadth`: m to either side that its body takes
  /// up when it walks.
  Mind(const scene::AgentSpec& plan, core::BodyId self, const Catalogue& catalogue, const planning::FloorPlan& floor,
       const planning::SolidLibrary& solids, const human::Dimensions& dimensions, double breadth, senses::Memory memory,
       std::uint64_t seed);

  /// Where the senses write; minds only read it.
  senses::Memory& memory() { return memory_; }
  const senses::Memory& memory() const { return memory_; }
  /// The senses have written: beliefs are taken over into the map before the next step.
  void has_looked() { looked_ = 1; }

  /// Before its first look: what it knows of the ground is what it stands on.
  void forget_ground(const math::Vec3& start) { navigator_.forget_ground(start); }
  bool knows_ground() const { return navigator_.knows_ground(); }
  /// What a look showed of the ground, and what the feet feel.
  void learn_ground(const planning::SeenGround& seen, const math::Vec3& position, MindScratch& scratch) {
    navigator_.learn_ground(seen, position, scratch.navigator);
  }

  /// Somebody was heard to ask this agent to make way.
  void hear_request(core::BodyId from) { asked_by_ = from; }

  /// A noise of things was heard, so loud at the ears; the agent looks there, from its errands if it is loud.
  void hear_noise(const math::Vec3& place, double level_db, core::Tick now) {
    noise_ = {place, now, now, noise_.count + 1, level_db};
  }
  void has_listened(core::Tick now) { noise_.listened = now; }
  const HeardNoise& noise() const { return noise_; }

  /// Words were heard.
  void hear(core::BodyId from, const std::string& text, core::Tick now, bool instructs = false) {
    voice_.hear(from, text, core::seconds_of(now), instructs);
  }
  /// What somebody else told it to do, once.
  std::optional<Heard> take_instruction(core::Tick now) { return voice_.take_instruction(core::seconds_of(now)); }
  /// Says something, when it has said what it is saying.
  void say(Utterance words) { voice_.say(std::move(words)); }
  /// Does what it was told, a net of its own; what it was doing goes on afterwards. Replaces what it was told before.
  void carry_out(std::string sentence, std::string by, std::string text, Nets nets);
  /// Whether it has asked this person something and waits for what they say.
  bool awaits_answer_from(const std::string& person) const;
  /// Drops what it was told, also what it was told to leave undone, and goes on with its own work.
  void forget_told() {
    told_.reset();
    forbidden_.clear();
  }
  /// What it was told to leave undone, as language::rule_keys() has it: told to do it all the same, it refuses.
  void forbid(std::string rule);
  const std::vector<std::string>& forbidden() const { return forbidden_; }

  /// One tick.
  /// `percepts`: of the last look.
  Intent decide(const Self& self, const senses::Percepts& percepts, double dt, MindScratch& scratch);

  const Catalogue& catalogue() const { return *catalogue_; }
  const planning::Navigator& navigator() const { return navigator_; }
  const TaskState& task() const { return task_; }
  /// Of an agent that runs an action net.
  const std::optional<NetState>& net() const { return net_; }
  /// What it was told and is doing now.
  const std::optional<Told>& told() const { return told_; }
  const Voice& voice() const { return voice_; }
  const senses::Attention& attention() const { return attention_; }
  planning::NavStatus nav_status() const { return way_; }
  planning::NavReason reason() const { return reason_; }
  planning::Attempt attempt() const { return attempt_; }
  /// In words, for the operator: "on the way to errand 2; waits for user".
  std::string why() const;

  /// All but the memory, which the senses write. `nets_of`: reads the nets of what it was told, from their text.
  void visit_decisions(core::Archive& archive, const NetsOfText& nets_of);

 private:
  void believe_obstacles(const Self& self, MindScratch& scratch);
  void believe_people(const Self& self, MindScratch& scratch) const;
  bool hears_round_corner(const Self& self) const;
  std::vector<math::Vec3> likely_places(const Self& self) const;
  TaskGoal advance_task(const Self& self, double dt);
  TaskBeliefs task_beliefs(const Self& self) const;
  void end_told();
  void ask_for_door(const Self& self, core::ObjectId door);
  void speak(TaskGoal& wish, const Self& self, double dt, Intent& intent);
  bool in_view(const math::Vec3& a, const math::Vec3& b, core::Tick now) const;
  const TaskState& active() const { return told_ ? told_->task : task_; }
  void gesture(const Self& self, const TaskGoal& wish, Intent& intent) const;
  void keep_stance(const Self& self, TaskGoal& wish);
  math::Vec3 gaze_of(const Self& self, const TaskGoal& wish, const senses::Percepts& percepts, MindScratch& scratch);
  double facing_of(const Self& self, double wanted) const;
  double facing_work(const Self& self, const math::Vec3& thing) const;
  math::Vec3 asking_hand(const Self& self, const math::Vec3& whom) const;
  bool holds(const Self& self, const std::string& thing) const;
  std::vector<math::Vec3> holds_of(const Self& self, const std::string& thing) const;
  bool is_open_to(const Self& self, const math::Vec3& stand, const math::Vec3& point, const std::string& taken) const;
  bool is_in_way_of(const Self& self, const math::Vec3& stand, const std::string& thing) const;
  /// Whether nothing else that is known of stands there.
  bool is_free_for(const Self& self, core::ObjectId what, core::ObjectId base, const math::Vec3& spot) const;
  std::vector<math::Vec3> spots_on(const Self& self, const std::string& onto, const std::string& thing) const;
  std::span<const planning::Pull> believe_pulls(const Self& self, const TaskGoal& wish);
  void reach_for(const Self& self, const TaskGoal& wish, Intent& intent) const;
  void use_hands(const Self& self, const TaskGoal& wish, Intent& intent) const;
  std::optional<BelievedItem> believed(const std::string& name, core::Tick now) const;
  std::optional<math::Vec3> place_of(const std::string& name, core::Tick now) const;

  const scene::AgentSpec* plan_;
  const Catalogue* catalogue_;
  const planning::SolidLibrary* solids_;
  core::BodyId self_;
  double shoulder_ = 1.4, arm_ = 0.6;  // m
  senses::Memory memory_;
  planning::Navigator navigator_;
  TaskState task_;
  std::optional<NetState> net_;
  std::optional<Told> told_;
  std::vector<std::string> forbidden_;
  Voice voice_;
  senses::Attention attention_;
  Stance stance_ = Stance::Upright;
  core::ObjectId seat_;
  planning::NavStatus way_ = planning::NavStatus::Idle;
  planning::NavReason reason_ = planning::NavReason::None;
  planning::Attempt attempt_ = planning::Attempt::None;
  std::uint8_t looked_ = 1;
  HeardNoise noise_;
  core::BodyId asked_by_;     // since the last look
  core::BodyId asks_;         // whom it asks
  core::ObjectId asked_for_;  // the door that it asked somebody to open
  // Buffers of this tick; no state.
  std::vector<planning::Pull> pulls_;
  std::string steered_;  // what pulls, in words
};

}  // namespace fh::mind
