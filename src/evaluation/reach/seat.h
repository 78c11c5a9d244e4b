// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sitting upright on a flat seat: thighs as low as the feet allow, shanks upright, feet on the ground where they reach
// it. World frame, metres.
#include "human/body/balance.h"
#include "human/skin/body.h"

namespace fh::evaluation {

/// Facing -Z; the pelvis is over the origin. `seat`: height of the seat over the ground.
human::Posture seated_posture(const human::Body& body, double seat);
/// What bears it: buttocks and thighs on the seat, and the soles where they are on the ground.
human::SupportPolygon seated_support(const human::Body& body, const human::Posture& posture);

}  // namespace fh::evaluation
