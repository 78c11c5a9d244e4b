// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a retina to things: what a look tells about every visible object and body (K-30, K-38, J-91, JB-02, JB-12). This
// and memory are all an agent may know of the changing world.
#include <array>
#include <cstdint>
#include <vector>

#include "core/time.h"
#include "math/pose.h"
#include "scene/place/surface_pieces.h"
#include "senses/retina/item.h"

namespace fh::senses {

class RetinaScene;
struct Retina;

/// Obstacle: something is there, too little of it is seen to say what.
enum class Kind : std::uint8_t { Object, Person, Obstacle };
/// Told: known from the start, never sensed.
enum class Source : std::uint8_t { Sight, Hearing, Touch, Told };

struct Percept {
  ItemId item;  // nameless for obstacles
  Kind kind = Kind::Obstacle;
  Source source = Source::Sight;
  bool in_mirror = false;  // seen in a mirror only
  bool moves = true;       // false: part of the building, never moves
  std::uint32_t samples = 0;
  std::uint32_t unseen = 0;  // pieces (scene::PieceGrid) that this look did not show, as bits; 0: the whole thing
  float visible_fraction =
      0.0f;  // visible / unoccluded within the field, 0 … 1; 0 when not by direct sight. See Fractions
  float solid_angle = 0.0f;       // steradians, visible part
  float eccentricity = 0.0f;      // radians from the gaze to the nearest visible sample
  float distance = 0.0f;          // metres from the eye to nearest_point (as the light went)
  float uncertainty = 0.0f;       // metres: how wrong `pose` may be
  float retinal_speed = 0.0f;     // radians per second across the view, own turning taken out; 0 at a first sight
  math::Vec3 nearest_point{0.0};  // of the visible part, world
  /// Recognised objects: world_from_object. Persons: world_from_pelvis. Obstacles: the middle of what is seen of them.
  math::Pose pose;
  /// Persons: from the pelvis to the middle of the head, world axes. Obstacles: x is the radius of what is seen.
  math::Vec3 reach{0.0};
  math::Vec3 velocity{0.0}, angular_velocity{0.0};  // m/s, rad/s, from successive looks
  bool velocity_known = false;

  void visit(core::Archive& archive);
};

/// One moment's percepts.
struct Percepts {
  core::Tick time = 0;
  math::Pose world_from_eye;
  std::vector<Percept> items;  // sorted by item, each once

  /// Null when it is not among them. Recognised and nameless handles are different items.
  const Percept* find(ItemId item) const;
  void visit(core::Archive& archive);
};

/// Which visible fractions are measured. WhereNeeded: only those recognition hangs on; the others report a lower bound,
/// visible / the solid angle of a sphere around the item.
enum class Fractions : std::uint8_t { WhereNeeded, All };

/// What it takes to recognise (K-38).
struct PerceptSettings {
  std::uint32_t object_samples = 4;  // of an object, and …
  double object_fraction = 0.12;     // … of what would be seen without occluders
  std::uint32_t person_samples = 5;  // of head and torso together; limbs alone do not make a person
  double follow_seconds = 0.5;       // what was recognised so recently is recognised by a single sample
  double velocity_seconds = 0.5;     // looks farther apart say nothing about speed
  Fractions fractions = Fractions::WhereNeeded;
  bool pieces = false;              // large things are recognised piece by piece (K-28), else as a whole
  std::uint32_t piece_samples = 4;  // of a piece, for it to be recognised
};

/// Reused memory of perceive().
struct PerceptScratch {
  struct Tally {
    std::uint32_t samples = 0, mirrored = 0, trunk = 0;
    std::uint32_t nearest = 0, nearest_mirrored = 0;  // samples
    float solid_angle = 0.0f, solid_angle_mirrored = 0.0f, eccentricity = 0.0f;
    float nearness = 0.0f, nearness_mirrored = 0.0f;
    std::uint32_t obstacle = 0;  // 1 + index into obstacles; 0: recognised
    std::uint32_t pieces = 0;    // 1 + index into pieces; 0: not divided
  };
  struct UnnamedThing {
    std::size_t percept = 0;  // index into Percepts::items, before sorting
    math::Vec3 sum{0.0};      // of what is seen, weighted by solid angle
    double squares = 0.0, weight = 0.0;
  };
  struct Run {
    std::uint32_t first = 0, end = 0;  // samples of one row
    std::uint32_t slot = 0;            // index into tallies
  };
  std::vector<Run> runs;               // what shows the same thing, from the top left
  std::vector<Tally> tallies;          // by object id - 1, then by place among the scene's bodies
  std::vector<std::uint32_t> touched;  // indices into tallies
  std::vector<UnnamedThing> obstacles;
  std::vector<std::array<std::uint16_t, scene::PieceGrid::kMost>> pieces;  // samples of each
  std::vector<ItemId> measured;                                            // items whose hidden part is cast
  std::vector<float> hidden;                                               // of those: steradians
};

/// Fills `out` from one look. `before`: the same eye's previous percepts (empty at first), for velocities and for
/// following what was recognised. The retina must be of the scene as it is now.
void perceive(const RetinaScene& scene, const Retina& retina, core::Tick now, const PerceptSettings& settings,
              const Percepts& before, PerceptScratch& scratch, Percepts& out);

}  // namespace fh::senses
