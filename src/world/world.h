// SPDX-License-Identifier: Apache-2.0
#pragma once
// All mutable simulation state, and the only code that changes it. The world sees the scenario, its settings and
// FrameInput rows: nothing else, so that the same three give the same bits again (docs/determinism.md).
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/archive.h"
#include "core/jobs.h"
#include "core/result.h"
#include "core/time.h"
#include "frame/frame_input.h"
#include "frame/moment.h"
#include "frame/snapshot.h"
#include "physics/world.h"
#include "scene/scenario/scenario.h"
#include "world/agents/agent.h"
#include "world/agents/body_separation.h"
#include "world/agents/common_knowledge.h"
#include "world/agents/sensing.h"
#include "world/agents/telling.h"
#include "world/drives.h"
#include "world/finite_guard.h"
#include "world/ground/noises.h"
#include "world/people/person.h"
#include "world/tools/tools.h"
#include "world/users/users.h"

namespace fh::world {

/// The phases of a tick, in order. Each writes its own part of the state and reads the others'.
enum class Phase : std::uint8_t { User, Sense, Decide, Move, Physics };
inline constexpr std::size_t kPhases = 5;
const std::vector<std::string>& phase_names();

/// What users start with, and how the world runs.
struct WorldSettings {
  UserSettings user;
  LocomotionSettings locomotion;
  Figure figure = typical_figure();  // what is known of the user; the rest is the most typical
  unsigned workers = 0;              // threads; 0 = one per core. Never changes results.

  static Figure typical_figure();
};

/// A hash of a phase's state, and one per field (path order) to name a difference.
struct PhaseDigest {
  std::uint64_t all = 0;
  std::vector<std::uint32_t> fields;
};

class World {
 public:
  /// `scenario` must outlive the world.
  static core::Result<World> create(const scene::Scenario& scenario, const WorldSettings& settings);
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  /// One step of 1/90 s: the table of contents of the simulation. `first_of_frame`: commands act once per frame.
  /// `inputs`: one per user, in their order.
  void tick(std::span<const frame::FrameInput> inputs, bool first_of_frame = true);
  /// The same for a world with one user.
  void tick(const frame::FrameInput& input, bool first_of_frame = true) { tick({&input, 1}, first_of_frame); }
  core::Tick now() const { return tick_; }
  /// Ticks that things and agents have lived through: now() less the time that was paused. Their clocks.
  core::Tick simulated() const { return simulated_; }
  /// The command of any user or a system menu (focus Visible) holds things and agents; heads, hands, what they carry
  /// and the picture go on.
  bool is_paused() const { return paused_ != 0; }

  /// What there is to draw, for the eyes of a user (by index; without users there is nothing of anybody's own). The
  /// snapshot's memory is reused.
  void fill(frame::Snapshot& snapshot, std::size_t viewer = 0) const;
  /// What there is to measure after a tick. The moment's memory is reused; when it held the tick before, its events say
  /// what happened since.
  void observe(frame::Moment& moment) const;

  /// The whole state, for key states and mid-run saves.
  void visit(core::Archive& archive);
  /// The state of one phase, as hashed each tick.
  void visit_phase(Phase phase, core::Archive& archive);
  void digest(Phase phase, PhaseDigest& out);
  /// The field names that belong to PhaseDigest::fields.
  std::vector<std::string> field_paths(Phase phase);
  /// Ticks with the same key have the same fields in this phase: minds are hashed whole only when they looked.
  std::uint64_t field_key(Phase phase) const;
  /// A hash of the paths of all fields of the state: equal for states that can be compared byte by byte.
  std::uint64_t state_layout();
  /// One number for the whole state.
  std::uint64_t state_hash();

  /// In the order of the scenario; the headset, the window and the first tour drive the first.
  const std::vector<User>& users() const { return users_; }
  const physics::World& physics() const { return physics_; }
  const scene::Scenario& scenario() const { return *scenario_; }
  /// The users, then the agents, both in the order of the scenario; the i-th has the id i + 1.
  const std::vector<Person>& people() const { return people_; }
  const std::vector<Agent>& agents() const { return agents_; }
  const Measurements& measurements() const { return tools_.measurements(); }
  const Tools& tools() const { return tools_; }
  const Drives& drives() const { return drives_; }
  /// What things were heard of in the last two seconds.
  const Noises& noises() const { return noises_; }
  /// What everybody may know of the place; null for worlds without agents.
  const CommonKnowledge* knowledge() const { return knowledge_.get(); }
  /// Grows whenever a user has got another body: skins for renderers are old then. Not part of the state.
  std::uint64_t body_version() const { return body_version_; }
  /// Grows whenever tools have made things: renderers show the scene anew. Not part of the state.
  std::uint64_t place_version() const { return place_version_; }
  /// What an agent (by index) saw last; empty before its first look.
  const senses::Retina& retina(std::size_t agent) const { return senses_->retina(agent); }
  /// Whether there is anybody whose errands come to an end: not those who stand, patrol, wander or follow.
  bool can_be_done() const;
  /// Each of them has done, or given up, what it had to do; false when there is nobody.
  bool all_done() const;
  /// Values that were not finite and what became of them: none, unless the program has a defect.
  const FiniteGuard& guard() const { return guard_; }
  /// Errands and searches given up so far; a wanderer's places are nobody's errands.
  std::int32_t errands_given_up() const;

 private:
  World(const scene::Scenario& scenario, const WorldSettings& settings, std::unique_ptr<core::JobPool> pool,
        physics::World physics, std::unique_ptr<const human::Population> population, std::vector<UserBody> bodies,
        std::vector<Person> people);

  core::Result<> check_places() const;
  core::Result<> load_walks();
  void add_users(const WorldSettings& settings, std::vector<UserBody> bodies);
  void user_phase(User& user, const frame::FrameInput& input, bool first_of_frame);
  void replace_body(User& user, Person person);
  void look_about(User& user);
  /// Commands and what follows the hands; things that tools moved are put there.
  /// The input with what was picked in the menu in the tick before, or null.
  const frame::FrameInput* menu_input(const User& user, const frame::FrameInput& given, bool first_of_frame);
  void use_tools(User& user, const frame::FrameInput& input, bool first_of_frame);
  /// A thing with the next id, outside of the place; false when it cannot be made.
  bool make_thing(const scene::Addition& what);
  bool append_thing(const scene::Addition& what);
  /// After loading: what tools had made. False when it cannot be.
  bool make_again();
  /// Immovable things where tools left them: for eyes and, after loading, for solids.
  void place_statics();
  void renew_senses();
  void draw_place(std::size_t viewer, frame::Snapshot& snapshot) const;
  const Person& person_of(const User& user) const { return people_[user.id.value - 1]; }
  void visit_user(User& user, core::Archive& archive);
  void draw_balance(const User& user, bool own, frame::Snapshot& snapshot) const;
  /// What is left of a tick in a pause.
  void stand_still();
  void sense_phase();
  void decide_phase();
  void move_phase();
  void physics_phase();
  /// In parallel: the body changes only its own agent.
  void for_each_agent(const std::function<void(Agent&)>& body);
  void visit_agents(AgentPart part, core::Archive& archive);
  frame::MomentPerson observe_user(const User& user, frame::Moment& moment) const;
  frame::MomentPerson observe_agent(const Agent& agent, frame::Moment& moment) const;

  const scene::Scenario* scenario_;  // as given, or with what tools made
  std::unique_ptr<scene::Scenario> grown_;
  std::size_t given_objects_ = 0;                        // of the scenario as given
  std::vector<scene::Addition> things_;                  // those that came after them
  std::unique_ptr<const human::Population> population_;  // constant; users' bodies point to it
  std::vector<Person> people_;
  std::uint64_t body_version_ = 0, place_version_ = 0;
  core::Tick tick_ = 0, simulated_ = 0;
  std::uint8_t paused_ = 0;  // in the last tick
  physics::World physics_;
  std::vector<User> users_;
  Tools tools_;
  std::unique_ptr<CommonKnowledge> knowledge_;  // constant; minds point into it
  std::unique_ptr<Senses> senses_;              // no state: derived from the truth at each look
  std::vector<Agent> agents_;
  std::vector<Senses::SeenUser> seen_users_;     // reused
  std::vector<BodySeparation::Fixed> standing_;  // reused: trunks and legs of users who are there
  std::vector<math::Vec3> feet_;                 // reused: of the users who are there
  std::vector<math::Vec3> faces_;                // reused: between the eyes of the others
  BodySeparation parting_;
  Drives drives_;
  Noises noises_;
  std::vector<Telling> tellings_;  // said and not yet heard: agents hear nothing in a pause
  FiniteGuard guard_;
  std::unique_ptr<core::JobPool> pool_;
  frame::FrameInput with_menu_;  // menu_input(): reused
  core::Bytes scratch_;          // digest(): reused
  core::FieldMarks scratch_fields_;
  std::vector<std::uint64_t> scratch_hashes_;
};

}  // namespace fh::world
