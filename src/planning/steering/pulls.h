// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steering that can be tuned: things and people that attract, are avoided, gone around or lined up with (JB-13 … JB-15,
// CB-27). Each pull has an activation, by how far away and how far aside of the body's front its thing is (JB-14); the
// active ones bend the velocity that is wanted, before people and walls are avoided. A field alone stops in dead ends
// (CB-27): the planner finds the way, and pulls never turn the body back on it.
#include <cstdint>
#include <span>

#include "math/vector.h"

namespace fh::planning {

/// strength * nearness^distance_exponent * ahead^angle_exponent; nearness and ahead fall from 1 to 0 at `distance` and
/// `view`.
struct Activation {
  double distance = 3.0;           // m, above 0, from body to outline: nothing is active farther away
  double view = 3.14159265358979;  // rad, above 0, to either side of the body's front
  double strength = 1.0;           // against 1, the way that is wanted anyway
  double distance_exponent = 1.0, angle_exponent = 0.0;  // 0: all or nothing
};

/// `attracts`: the pull grows with the distance instead, and is gone at the outline (JB-14). 0 … strength.
double activation_of(const Activation& activation, double distance, double angle, bool attracts);

enum class PullKind : std::uint8_t {
  Attract,   // towards the thing
  Avoid,     // away from it
  GoAround,  // past the nearer edge of what stands in the way
  LineUp,    // along its longer side, at a distance
};

/// A thing as it is believed to stand, seen from above.
struct Pull {
  PullKind kind = PullKind::Avoid;
  Activation activation;
  math::Vec2 centre{0.0}, axis{1.0, 0.0}, half{0.25};  // world (x, z), m; axis: unit, of half.x
  double beside = 0.6;                                 // LineUp: m kept from its outline
};

/// The body that is pulled. Velocities in m/s, (x, z).
struct PulledBody {
  math::Vec2 at{0.0}, front{0.0, -1.0};  // front: unit
  double radius = 0.3;                   // m
  math::Vec2 wanted{0.0};                // 0: it stands
  double speed = 1.3;                    // m/s at which it walks
  double remaining = 1e9;                // m to its goal: near it pulls fade
};

/// How active a pull is for the body, 0 … strength.
double activity_of(const Pull& pull, const PulledBody& body);

/// The velocity with all pulls. Of a body with a goal, headway on the way wanted is at least a quarter of its speed.
math::Vec2 pulled(std::span<const Pull> pulls, const PulledBody& body);

}  // namespace fh::planning
