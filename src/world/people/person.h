// SPDX-License-Identifier: Apache-2.0
#pragma once
// Somebody in the world: the constant facts of a body. Postures and minds are state and live elsewhere.
#include <filesystem>
#include <map>
#include <string>

#include "frame/snapshot.h"
#include "human/body/balance.h"
#include "human/skin/body.h"
#include "scene/scenario/agents.h"

namespace fh::world {

struct Person {
  core::BodyId id;
  std::string name;
  human::Body body;
  human::Skin skin;             // for renderers; DrawBody::skin is id - 1
  human::CollisionBody solids;  // for sight, physics and clearances
  std::array<human::Sole, 2> soles;
};

/// Where the joints of a person are who stands upright at the origin.
human::Frames<double> standing_frames(const Person& person);
/// Skin and solids for a body.
Person make_person(core::BodyId id, std::string name, human::Body body);
/// The populations that a scenario's bodies are drawn from, each file read once.
class Populations {
 public:
  /// `survey`: for bodies without a file of their own, and the base of files that inherit. Must outlive this.
  explicit Populations(const human::Population& survey) : survey_(&survey) {}
  /// The survey when `file` is empty.
  core::Result<const human::Population*> of(const std::filesystem::path& file);

 private:
  const human::Population* survey_;
  std::map<std::filesystem::path, human::Population> read_;
};

/// The body a scenario asks for.
core::Result<human::Body> planned_body(Populations& populations, const scene::BodySpec& plan);

/// Adds the person in this posture to the picture. `hide_head`: the viewer looks through these eyes.
void draw(const Person& person, const human::Posture& posture, bool hide_head, frame::Snapshot& snapshot);

}  // namespace fh::world
