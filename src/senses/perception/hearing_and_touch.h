// SPDX-License-Identifier: Apache-2.0
#pragma once
// The senses besides sight, simple and honest (K-37): hearing tells about where something is, touch tells that
// something is here. Both give percepts for Memory::notice().
#include <span>
#include <vector>

#include "math/trig.h"
#include "senses/perception/percepts.h"

namespace fh::senses {

/// A sound at one moment. Levels are of a point source in the open.
struct Sound {
  ItemId source;
  math::Vec3 position{0.0};
  double level_db = 60.0;  // at one metre; speech 60, a footstep on concrete 45, a dropped tool 85
  bool voice = false;      // tells that it is a person
};

/// The way a sound took to a pair of ears.
struct SoundWay {
  double length = 0.0;   // m
  double loss_db = 0.0;  // by walls, doors and corners
};

struct HearingSettings {
  double threshold_db = 35.0;                 // background noise of a quiet workshop
  double bearing_error = math::radians(8.0);  // of localisation, either side
  double distance_error = 0.3;                // share of the distance
};

/// The level at the listener: level - loss - 20 log10(length).
double heard_level(const Sound& sound, const SoundWay& way);
/// Appends a percept for every sound whose level at the listener reaches the threshold. `ways`: how each of the sounds
/// came; empty: straight, in the open.
/// Places are rounded to the errors of the settings: ears know no better. Sounds of the listener itself are left out.
/// Not a voice: an obstacle without a name.
void hear(std::span<const Sound> sounds, std::span<const SoundWay> ways, core::BodyId listener, const math::Vec3& ears,
          const HearingSettings& settings, std::vector<Percept>& out);

/// Something touches the body.
struct TouchContact {
  ItemId item;
  math::Vec3 point{0.0};  // world
  double impulse = 0.0;   // N·s

  void visit(core::Archive& archive);
};
inline constexpr double kFeltImpulse = 0.05;  // N·s: lighter touches go unnoticed

/// Appends an obstacle without a name at each contact that is felt.
void feel(std::span<const TouchContact> contacts, std::vector<Percept>& out);

}  // namespace fh::senses
