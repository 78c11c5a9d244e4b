// SPDX-License-Identifier: Apache-2.0
#pragma once
// A whole person: dimensions, skeleton, masses, looks; the skin and the collision pieces are made on demand because
// they take a fraction of a second. Entry point of the module for the rest of the program.
#include <cstdint>
#include <string>

#include "core/json.h"
#include "human/body/masses.h"
#include "human/body/population.h"
#include "human/skin/collision_body.h"
#include "human/skin/skin.h"
#include "human/skin/skinning.h"

namespace fh::human {

struct BodySpec {
  PersonSpec person;
  std::uint64_t appearance_seed = 1;
};

struct Body {
  Dimensions dimensions;
  Skeleton skeleton;
  MassModel masses;
  Binding binding;
  Appearance appearance;
  std::string population;             // name and source of the numbers
  double mahalanobis_distance = 0.0;  // of the asked traits together; above 3 hardly a person (population.h)
};

/// Fails when the asked traits are beyond any adult.
core::Result<Body> make_body(const Population& population, const BodySpec& spec);
/// From complete dimensions, e.g. of a sampled person.
Body make_body(const Dimensions& dimensions, std::uint64_t appearance_seed, std::string population = "");

Skin make_skin(const Body& body);
CollisionBody make_collision_body(const Body& body, const Skin& skin);

/// "stature=1.55" or "weight=62" into a measurement.
core::Result<> add_measurement(PersonSpec& spec, const std::string& text);

/// Dimensions with percentiles, joint centres and limits with sources, masses, centre of mass; all a person asks of
/// `firsthand body --json`.
core::Json body_report_json(const Population& population, const Body& body);

}  // namespace fh::human
