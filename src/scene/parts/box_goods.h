// SPDX-License-Identifier: Apache-2.0
#pragma once
// What crates and cartons have in common.
#include "scene/parts/part.h"

namespace fh::scene {

struct BoxSpec {
  double width = 0.4, height = 0.3, depth = 0.3;
  double mass = 8.0;
  Finish finish;
  bool written_mass = true;  // a label with the mass on the front
};

BoxSpec read_box(KeyReader& keys, const Finish& finish);
/// A label with the mass on the front, whose face is at `z`.
void add_mass_label(SceneBuilder& builder, ObjectBuilder& object, const BoxSpec& spec, double z);
/// Both hands at the sides, palms inwards.
void add_side_grasps(ObjectBuilder& object, double x, double y, double opening);

}  // namespace fh::scene
