// SPDX-License-Identifier: Apache-2.0
#include "human/skin/body.h"

#include <cstdlib>

#include "human/body/named_postures.h"
#include "math/trig.h"

namespace fh::human {
namespace {

core::Json vector_json(const math::Vec3& v) {
  return core::Json::array({v.x, v.y, v.z});
}

core::Json dimensions_json(const Population& population, const Dimensions& dimensions) {
  core::Json out = core::Json::object();
  for (std::size_t i = 0; i < kDimensionCount; ++i) {
    const Dimension dimension = static_cast<Dimension>(i);
    const double value = dimensions[dimension];
    out[std::string(name_of(dimension))] = {
        {"value", value},
        {"unit", dimension == Dimension::Weight ? "kg" : "m"},
        {"percentile", 100.0 * population.percentile_of(dimensions.sex, dimension, value)}};
  }
  return out;
}

core::Json joints_json(const Body& body) {
  core::Json out = core::Json::array();
  const auto positions = zero_positions(body.skeleton);
  for (std::size_t i = 0; i < kJointCount; ++i) {
    const JointInfo& joint = info(joint_at(i));
    core::Json row = {{"name", std::string(joint.name)},
                      {"parent", i == 0 ? core::Json() : core::Json(std::string(info(joint.parent).name))},
                      {"vrm", std::string(joint.vrm)},
                      {"centre_standing_m", vector_json(positions[i])},
                      {"mass_kg", body.masses.segments[i].mass},
                      {"mass_centre_m", vector_json(body.masses.segments[i].centre)},
                      {"inertia_kg_m2", vector_json(body.masses.segments[i].inertia)}};
    core::Json dofs = core::Json::array();
    for (std::size_t k = 0; k < joint.dof_count; ++k) {
      const Limit& limit = body.skeleton.limits[joint.first_dof + k];
      dofs.push_back({{"positive", std::string(joint.dofs[k].name)},
                      {"axis", vector_json(joint.dofs[k].axis)},
                      {"lower_deg", math::degrees(limit.lower)},
                      {"upper_deg", math::degrees(limit.upper)}});
    }
    row["axes"] = dofs;
    if (joint.dof_count > 0) row["limits_source"] = std::string(joint.source);
    out.push_back(row);
  }
  return out;
}

}  // namespace

Body make_body(const Dimensions& dimensions, std::uint64_t appearance_seed, std::string population) {
  Body body;
  body.dimensions = dimensions;
  body.skeleton = build_skeleton(dimensions);
  body.masses = build_masses(dimensions, body.skeleton);
  body.binding = build_binding(body.skeleton);
  body.appearance = appearance_from_seed(appearance_seed, dimensions.sex);
  body.population = std::move(population);
  return body;
}

core::Result<Body> make_body(const Population& population, const BodySpec& spec) {
  const core::Result<Dimensions> dimensions = complete_person(population, spec.person);
  if (!dimensions) return core::fail_within("making a body", dimensions.error());
  Body body = make_body(*dimensions, spec.appearance_seed, population.name + ": " + population.provenance.source);
  body.mahalanobis_distance = mahalanobis_distance(population, spec.person);
  return body;
}

Skin make_skin(const Body& body) {
  return build_skin(body.dimensions, body.skeleton, body.appearance);
}

CollisionBody make_collision_body(const Body& body, const Skin& skin) {
  return build_collision_body(body.skeleton, skin);
}

core::Result<> add_measurement(PersonSpec& spec, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return core::fail("\"{}\" is not a measurement: write NAME=VALUE, for example stature=1.55", text);
  }
  const std::string name = text.substr(0, equals), number = text.substr(equals + 1);
  const std::optional<Dimension> dimension = dimension_named(name);
  if (!dimension) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kDimensionCount; ++i) names.emplace_back(name_of(static_cast<Dimension>(i)));
    const std::string nearest = core::nearest_word(name, names);
    return core::fail("there is no dimension \"{}\"{}", name,
                      nearest.empty() ? "; see docs/human-model.md for the list" : "; did you mean " + nearest + "?");
  }
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !(value > 0.0 && value < 1e6)) {
    return core::fail("\"{}\" is no value for {}: give metres (kilograms for weight)", number, name);
  }
  spec.measured[*dimension] = value;
  return {};
}

core::Json body_report_json(const Population& population, const Body& body) {
  Frames<double> frames;
  const Posture standing = standing_posture(body.skeleton);
  forward_kinematics(body.skeleton, standing, frames);
  core::Json out;
  out["sex"] = std::string(name_of(body.dimensions.sex));
  out["population"] = body.population;
  out["mahalanobis_distance"] = body.mahalanobis_distance;
  out["dimensions"] = dimensions_json(population, body.dimensions);
  out["mass_kg"] = body.masses.total;
  out["mass_source"] = "de Leva 1996, J. Biomech. 29, 1223-1230";
  out["centre_of_mass_standing_m"] = vector_json(centre_of_mass(body.masses, frames));
  out["degrees_of_freedom"] = kDofCount + 6;
  out["joints"] = joints_json(body);
  return out;
}

}  // namespace fh::human
