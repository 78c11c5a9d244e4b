// SPDX-License-Identifier: Apache-2.0
// The world's state as one traversal: saved, loaded, hashed and compared by phase.
#include "core/hash.h"
#include "world/world.h"

namespace fh::world {
namespace {

/// What the physics phase is hashed by: everything that moves.
struct Motion {
  physics::World* world;
  void visit(core::Archive& archive) { world->visit_motion(archive); }
};

void visit_solids(std::vector<User>& users, core::Archive& archive) {
  struct Part {
    User& user;
    void visit(core::Archive& a) { a.field("solids", user.solids); }
  };
  for (User& user : users) {
    Part part{user};
    archive.field(user.name.c_str(), part);
  }
}

}  // namespace

void World::visit_user(User& user, core::Archive& archive) {
  archive.field("settings", user.settings);
  archive.field("moving", user.moving);
  archive.field("state", user.state);
  archive.field("locomotion", user.locomotion);
  archive.field("body", user.body);
  if (archive.is_loading()) {  // the avatar's posture is loaded into the body it belongs to
    if (auto person = user.body.take_loaded()) replace_body(user, std::move(*person));
  }
  archive.field("figure", user.avatar);
  archive.field("haptics", user.haptics);
  archive.field("gaze", user.gaze);
  archive.field("grips", user.grips);
}

void World::visit(core::Archive& archive) {
  struct Part {
    World& world;
    User& user;
    void visit(core::Archive& a) { world.visit_user(user, a); }
  };
  archive.field("tick", tick_);
  archive.field("simulated", simulated_);
  archive.field("paused", paused_);
  for (User& user : users_) {
    Part part{*this, user};
    archive.field(user.name.c_str(), part);
  }
  archive.field("tools", tools_);
  archive.field("tellings", tellings_);
  if (archive.is_loading() && archive.ok() && !make_again()) return archive.reject();
  archive.field("physics", physics_);
  if (archive.is_loading() && archive.ok()) place_statics();
  visit_solids(users_, archive);
  if (!drives_.empty()) archive.field("drives", drives_);
  archive.field("noises", noises_);
  for (auto& agent : agents_) archive.field(agent.plan->name.c_str(), agent);
}

void World::visit_phase(Phase phase, core::Archive& archive) {
  struct Part {
    User& user;
    void visit(core::Archive& a) { user.visit_digest(a); }
  };
  switch (phase) {
    case Phase::User:
      archive.field("simulated", simulated_);
      archive.field("paused", paused_);
      for (User& user : users_) {
        Part part{user};
        archive.field(user.name.c_str(), part);
      }
      tools_.visit_digest(archive);
      return archive.field("tellings", tellings_);
    case Phase::Sense:
      return visit_agents(AgentPart::Senses, archive);
    case Phase::Decide:
      return visit_agents(AgentPart::Decisions, archive);
    case Phase::Move:
      return visit_agents(AgentPart::Body, archive);
    case Phase::Physics: {
      Motion motion{&physics_};
      // Another name than in format 3, where the hands among them were those of the controllers.
      archive.field("bodies", motion);
      if (!drives_.empty()) archive.field("drives", drives_);
      archive.field("noises", noises_);
      return visit_solids(users_, archive);
    }
  }
}

void World::visit_agents(AgentPart part, core::Archive& archive) {
  struct Self {
    Agent& agent;
    AgentPart part;
    void visit(core::Archive& a) { agent.visit_digest(part, a); }
  };
  // Another path than before agents looked with human/body/gaze.h: what they see, and all that follows, is not what it
  // was in older recordings.
  struct PartOf {
    Agent& agent;
    AgentPart part;
    void visit(core::Archive& a) {
      Self self{agent, part};
      a.field("self", self);
    }
  };
  for (auto& agent : agents_) {
    PartOf of{agent, part};
    archive.field(agent.plan->name.c_str(), of);
  }
}

void World::digest(Phase phase, PhaseDigest& out) {
  scratch_.clear();
  scratch_fields_.clear();
  auto archive = core::Archive::saving(scratch_, scratch_fields_, false);
  visit_phase(phase, archive);
  const std::size_t count = scratch_fields_.ends.size();
  scratch_hashes_.resize(count + 1);
  out.fields.resize(count);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t end = scratch_fields_.ends[i];
    scratch_hashes_[i] = core::hash_bytes({scratch_.begin() + begin, end - begin});
    out.fields[i] = static_cast<std::uint32_t>(scratch_hashes_[i]);
    begin = end;
  }
  // What comes after the last field: the empty flag of an optional struct.
  scratch_hashes_[count] = core::hash_bytes({scratch_.begin() + begin, scratch_.size() - begin});
  out.all = core::hash_bytes(std::as_bytes(std::span(scratch_hashes_)));
}

std::vector<std::string> World::field_paths(Phase phase) {
  core::Bytes bytes;
  core::FieldMarks fields;
  auto archive = core::Archive::saving(bytes, fields, true);
  visit_phase(phase, archive);
  return std::move(fields.paths);
}

std::uint64_t World::field_key(Phase phase) const {
  if (phase != Phase::Sense && phase != Phase::Decide) return 0;
  std::uint64_t key = 1;
  for (const auto& agent : agents_) key = 3 * key + (agent.looked ? 1 : 0);
  return key;
}

std::uint64_t World::state_layout() {
  core::Bytes bytes;
  core::FieldMarks fields;
  auto archive = core::Archive::saving(bytes, fields, true);
  visit(archive);
  std::string all;
  for (const auto& path : fields.paths) all += path + "\n";
  return core::hash_text(all);
}

std::uint64_t World::state_hash() {
  scratch_.clear();
  auto archive = core::Archive::saving(scratch_);
  visit(archive);
  return core::hash_bytes(scratch_);
}

}  // namespace fh::world
