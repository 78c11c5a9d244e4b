// SPDX-License-Identifier: Apache-2.0
#pragma once
// What tools leave in the place, as lists of values: how things look, the section, notes, saved views, things put
// elsewhere. All of it is state of the world; history.h takes changes of the lists back.
#include <array>
#include <string>
#include <vector>

#include "core/archive.h"
#include "core/ids.h"
#include "core/time.h"
#include "frame/frame_input.h"
#include "frame/snapshot.h"
#include "math/pose.h"
#include "scene/scenario/additions.h"

namespace fh::world {

inline constexpr std::size_t kMostNotes = 200, kMostViews = 50, kMostSnapshots = 500;  // of all users
inline constexpr std::size_t kMostStrokePoints = 400;                                  // of one stroke

/// How a thing is shown to users: bits of Look::bits.
enum LookBit : std::uint8_t { kLookHidden = 1u << 0, kLookHighlighted = 1u << 1, kLookSeeThrough = 1u << 2 };

struct Look {
  core::ObjectId object;
  std::uint8_t bits = 0;  // LookBit, never 0

  void visit(core::Archive& archive);
};

/// Sorted by object; things without an entry look as they are.
using Looks = std::vector<Look>;
std::uint8_t bits_of(const Looks& looks, core::ObjectId object);
void set_bits(Looks& looks, core::ObjectId object, std::uint8_t bits);

/// A section of the list, which has one or none.
struct Cut {
  frame::Section section;

  void visit(core::Archive& archive);
};

enum class NoteKind : std::uint8_t { Flag, Text, Stroke, Voice };
const char* word_of(NoteKind kind);

/// Tied to a thing, and moved with it; without one it stays where it is in the world.
struct Annotation {
  NoteKind kind = NoteKind::Flag;
  std::string text;                       // of a voice note the name of its file
  core::ObjectId object;                  // none: the points are in the world
  std::vector<math::Vec3> object_points;  // one; of a stroke the points of the brush
  core::Tick at = 0;
  core::BodyId who;

  void visit(core::Archive& archive);
};

/// Where a user stood, and what the place looked like.
struct SavedView {
  std::string name;
  math::Pose stand;  // on the floor
  std::vector<Cut> cuts;
  Looks looks;

  void visit(core::Archive& archive);
};

/// Where a thing waits that is not in the place: taken out, or made and not put in yet. Far below everything.
math::Pose outside_place(core::ObjectId object);
bool is_outside(const math::Pose& world_from_object);

/// A thing that was put elsewhere by hand, into the place, or out of it.
struct Placement {
  core::ObjectId object;
  math::Pose from, to;  // world_from_object; outside of the place: is_outside()

  void visit(core::Archive& archive);
};

/// A thing that users made: its id follows those of the scenario's things. Once made it is there for the rest of the
/// visit, in the place while it has a placement. What is not in the place is used again.
struct MadeThing {
  scene::Addition what;

  void visit(core::Archive& archive);
};
inline constexpr std::size_t kMostMade = 200;

/// Where a picture was taken.
struct TakenSnapshot {
  core::Tick at = 0;
  core::BodyId who;
  math::Pose world_from_head;
  std::array<math::Pose, frame::kHands> world_from_grip;
  double balance_margin = 0.0;  // m; 0 without a body

  void visit(core::Archive& archive);
};

/// Asked to be written when the visit ends.
struct SavedPlace {
  std::string name;
  core::Tick at = 0;
  std::vector<Placement> placements;  // as they were then

  void visit(core::Archive& archive);
};

struct ToolLists {
  Looks looks;
  std::vector<Cut> cuts;
  std::vector<Annotation> notes;
  std::vector<SavedView> views;
  std::vector<Placement> placements;  // sorted by object

  const frame::Section* section() const { return cuts.empty() ? nullptr : &cuts.front().section; }
  const Placement* placement_of(core::ObjectId object) const;
  /// `objects`: in the scene; what is beyond is refused while loading.
  void visit(core::Archive& archive);
  bool fits(std::size_t objects, std::size_t users) const;
};

}  // namespace fh::world
