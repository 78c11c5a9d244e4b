// SPDX-License-Identifier: Apache-2.0
#include "world/people/person.h"

#include <fmt/format.h>

namespace fh::world {

human::Frames<double> standing_frames(const Person& person) {
  human::Frames<double> frames;
  human::forward_kinematics(person.body.skeleton, human::zero_posture(person.body.skeleton), frames);
  return frames;
}

Person make_person(core::BodyId id, std::string name, human::Body body) {
  Person person{id, std::move(name), std::move(body), {}, {}, {}};
  person.soles = {human::build_sole(person.body.dimensions, human::Side::Left),
                  human::build_sole(person.body.dimensions, human::Side::Right)};
  person.skin = human::make_skin(person.body);
  person.solids = human::make_collision_body(person.body, person.skin);
  return person;
}

core::Result<const human::Population*> Populations::of(const std::filesystem::path& file) {
  if (file.empty()) return survey_;
  if (const auto known = read_.find(file); known != read_.end()) return &known->second;
  auto population = human::load_population(file, survey_);
  if (!population) return tl::make_unexpected(population.error());
  return &read_.emplace(file, std::move(*population)).first->second;
}

core::Result<human::Body> planned_body(Populations& populations, const scene::BodySpec& plan) {
  const auto found = populations.of(plan.population);
  if (!found) return tl::make_unexpected(found.error());
  const human::Population& population = **found;
  human::BodySpec spec;
  spec.person.sex = plan.female ? human::Sex::Female : human::Sex::Male;
  const std::string source = population.name + ": " + population.provenance.source;
  if (plan.sample) {
    return human::make_body(human::sample_population(population, spec.person.sex, 1, *plan.sample).front(),
                            plan.appearance_seed, source);
  }
  if (plan.boundary) {
    const auto family = human::boundary_people(population, spec.person.sex);
    return human::make_body(family[static_cast<std::size_t>(*plan.boundary)], plan.appearance_seed, source);
  }
  spec.person.percentiles[human::Dimension::Stature] = plan.stature_percentile / 100.0;
  spec.appearance_seed = plan.appearance_seed;
  for (const auto& [name, value] : plan.measures) {
    FH_TRY_VOID(human::add_measurement(spec.person, fmt::format("{}={}", name, value)));
  }
  return human::make_body(population, spec);
}

void draw(const Person& person, const human::Posture& posture, bool hide_head, frame::Snapshot& snapshot) {
  std::array<math::SkinningMatrix, human::kSkinBoneCount> matrices;
  human::skinning_matrices(person.body.skeleton, person.body.binding, posture, matrices);
  frame::DrawBody body;
  body.id = person.id;
  body.skin = person.id.value - 1;
  body.first_matrix = static_cast<std::uint32_t>(snapshot.skinning.size());
  body.matrix_count = human::kSkinBoneCount;
  body.position = posture.world_from_pelvis.position;
  body.hide_head = hide_head;
  snapshot.skinning.insert(snapshot.skinning.end(), matrices.begin(), matrices.end());
  snapshot.bodies.push_back(body);
}

}  // namespace fh::world
