#include "world/world.h"

#include "core/hash.h"

namespace fh::world {

const std::vector<std::string>& phase_names() {
  static const std::vector<std::string> kNames = {"user", "physics", "measure"};
  return kNames;
}

World::World(const scene::Scenario& scenario, const WorldSettings& settings)
    : scenario_(&scenario), settings_(settings), user_(user_at(scenario.user_start)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

core::Result<World> World::create(const scene::Scenario& scenario, const WorldSettings& settings) {
  return World(scenario, settings);
}

void World::tick(const frame::FrameInput& input, bool first_of_frame) {
  advance(user_, input, first_of_frame, scenario_->user_start, settings_.user);
  advance(measures_, user_);
  ++tick_;
}

void World::fill(frame::Snapshot& snapshot) const {
  snapshot.clear();
  snapshot.tick = tick_;
  snapshot.fade = static_cast<float>(fade_of(user_, settings_.user));
}

void World::visit(core::Archive& archive) {
  archive.field("tick", tick_);
  archive.field("user", user_);
  archive.field("measures", measures_);
}

void World::visit_phase(Phase phase, core::Archive& archive) {
  switch (phase) {
    case Phase::User:
      return archive.field("user", user_);
    case Phase::Physics:
      return;
    case Phase::Measure:
      return archive.field("measures", measures_);
  }
}

void World::digest(Phase phase, PhaseDigest& out) {
  scratch_.clear();
  scratch_fields_.clear();
  auto archive = core::Archive::saving(scratch_, scratch_fields_, false);
  visit_phase(phase, archive);
  out.all = core::hash_bytes(scratch_);
  out.fields.clear();
  for (const auto& field : scratch_fields_) {
    const auto bytes = std::span(scratch_).subspan(field.begin, field.end - field.begin);
    out.fields.push_back(static_cast<std::uint32_t>(core::hash_bytes(bytes)));
  }
}

std::vector<std::string> World::field_paths(Phase phase) {
  std::vector<std::byte> bytes;
  std::vector<core::FieldRange> fields;
  auto archive = core::Archive::saving(bytes, fields, true);
  visit_phase(phase, archive);
  std::vector<std::string> paths;
  for (auto& field : fields) paths.push_back(std::move(field.path));
  return paths;
}

std::uint64_t World::state_hash() {
  scratch_.clear();
  auto archive = core::Archive::saving(scratch_);
  visit(archive);
  return core::hash_bytes(scratch_);
}

}  // namespace fh::world
