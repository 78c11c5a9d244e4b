// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tools of all users: choosing, looks, sections, views, notes, measuring, moving, and taking all of it back. Tools
// act on commands alone, so that a replay does the same; agents know nothing of them but what they see of moved things.
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "frame/carry_way.h"
#include "frame/commands.h"
#include "world/tools/history.h"
#include "world/tools/measurements.h"
#include "world/tools/menu.h"
#include "world/tools/tool_lists.h"

namespace fh::world {

/// What follows a user's tool hand from tick to tick.
enum class Follow : std::uint8_t { Nothing, Section, Things, Brush, Cut };  // Cut: the section as it is

/// What things in a tool hand snap to.
enum class SnapWay : std::uint8_t { Grid, Faces, Sites, Nothing };

struct ToolHand {
  std::vector<core::ObjectId> chosen;  // sorted, with their parts
  std::uint8_t inspects = 0;           // the card of the chosen thing is shown
  std::optional<math::Vec3> corner;    // of a section box that waits for the other
  Follow follow = Follow::Nothing;
  math::Pose start;               // the aim when they were taken up; Section: now
  std::vector<math::Pose> bases;  // Things: of the chosen ones, then; Cut: one, the box's or on the plane
  Menu menu;
  std::uint32_t view = 0;  // saved views gone to so far, of the round
  SnapWay snap = SnapWay::Grid;
  frame::CarryWay along = frame::CarryWay::Free;
  math::Vec3 factor{1.0};  // by which the things will be larger when they are let go

  void visit(core::Archive& archive);
};

/// What tools see of the world.
struct ToolPlace {
  const scene::Scene& scene;
  const physics::World& physics;
  core::Tick now = 0;
  /// Makes a fixed thing with the next id, outside of the place; false when it cannot be made.
  const std::function<bool(const scene::Addition&)>& make;
};

class Tools {
 public:
  Tools(std::size_t objects, std::size_t users) : objects_(objects), measurements_(users), hands_(users) {}

  /// The user's commands of a frame, after the hands have moved; tells the user what came of them. `index`: of the
  /// user.
  void apply(const frame::CommandList& commands, std::size_t index, User& user, const ToolPlace& place);
  /// These commands may put new things into the place.
  bool may_make(const frame::CommandList& commands) const;
  /// What the user picked in the menu in the tick before; true when there was something.
  bool add_picked(std::size_t index, frame::FrameInput& input) {
    return world::add_picked(hands_[index].menu, {lists_.views.size(), lists_.notes.size(), saved_.size()}, input);
  }
  /// Every tick: the menu, and what follows the hand.
  void follow(std::size_t index, User& user, const ToolPlace& place);
  /// Things to be put elsewhere since the last call; the world puts them.
  std::vector<Placement> take_moves() { return std::exchange(moves_, {}); }

  const Measurements& measurements() const { return measurements_; }
  const ToolLists& lists() const { return lists_; }
  const std::vector<ToolHand>& hands() const { return hands_; }
  /// Things that users made, in the order of their ids, which follow those of the scenario.
  const std::vector<MadeThing>& made() const { return made_; }
  bool is_made(core::ObjectId object) const { return object.value > objects_; }
  /// False for things that were taken out, or made and not put in.
  bool is_here(core::ObjectId object) const;
  const std::vector<TakenSnapshot>& snapshots() const { return snapshots_; }
  const std::vector<SavedPlace>& saved() const { return saved_; }
  const History& history() const { return history_; }

  /// All of it.
  void visit(core::Archive& archive);
  /// What is hashed in every tick: all but the history.
  void visit_digest(core::Archive& archive);

  struct Call;  // a command with what it acts on

 private:
  void act(const Call& call);
  void look(const Call& call);
  void cut(const Call& call);
  void view(const Call& call);
  void annotate(const Call& call);
  void change(const Call& call);
  void make(const Call& call);
  void add_part(const Call& call);
  /// False for words that are no way.
  bool choose_way(const Call& call);
  void size(const Call& call);
  void scale(const Call& call, const math::Vec3& factor);
  scene::Addition addition_of(core::ObjectId object) const;
  /// Puts a thing into the place, one that waits outside or a new one; none when there is no room for more.
  core::ObjectId bring(const Call& call, const scene::Addition& what, const math::Pose& to);
  void take_out(const Call& call, core::ObjectId object);
  math::Vec3 snapped_way(const Call& call, const math::Aabb& box, const math::Vec3& way) const;
  void step_history(const Call& call, bool back);
  void choose(const Call& call);
  void choose_named(const Call& call);
  void set_follow(const Call& call, Follow what);
  /// What follows any hand stays where it is, as large as it was made, and is one change of the history.
  void let_go(const Call& call);
  void go_to(const Call& call, const SavedView& view);
  void save_view(const Call& call, std::string_view name);
  void add_note(const Call& call, NoteKind kind, const math::Vec3& at, core::ObjectId object);
  void put(const Call& call, core::ObjectId object, const math::Pose& to);
  void go_there(const Call& call);
  void carry(const Call& call);
  void carry_cut(const Call& call);
  void paint(const Call& call);
  /// Notes the moves between two lists of placements.
  void list_moves(const std::vector<Placement>& before);

  std::size_t objects_;
  Measurements measurements_;
  ToolLists lists_;
  std::vector<ToolHand> hands_;  // one per user
  std::vector<TakenSnapshot> snapshots_;
  std::vector<SavedPlace> saved_;
  std::vector<MadeThing> made_;  // grows only
  History history_;
  Listing before_follow_;         // while something follows a hand
  std::vector<Placement> moves_;  // empty between ticks
};

}  // namespace fh::world
