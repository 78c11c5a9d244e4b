// SPDX-License-Identifier: Apache-2.0
#include "session/verifier.h"

#include <algorithm>
#include <unordered_map>

#include "session/record/upgrade_2.h"
#include "session/recorder.h"

namespace fh::session {
namespace {

/// The names of a phase's fields in the recording; empty where it does not tell.
std::vector<std::uint32_t> recorded_names(const world::World& world, const LogReader& reader, std::size_t phase,
                                          std::uint64_t key, std::size_t count) {
  std::vector<std::uint32_t> names;
  if (reader.header().version == 2) {
    std::vector<AgentOf2> agents;
    for (const auto& agent : world.agents()) agents.push_back({agent.plan->name, agent.looked});
    for (const auto& path : field_paths_2(reader.header().phases[phase], agents)) names.push_back(name_hash(path));
  }
  for (const FieldNames& row : reader.field_names()) {
    if (row.phase == phase && row.key == key) names = row.names;
  }
  if (names.size() != count) names.clear();
  return names;
}

/// Index of a phase in the recording, by name; as many as there are for one that is not there.
std::size_t recorded_phase(const LogHeader& header, std::size_t phase, std::size_t there) {
  if (header.phases.size() != there) return std::min(phase, there);
  const auto found = std::find(header.phases.begin(), header.phases.end(), world::phase_names()[phase]);
  return static_cast<std::size_t>(found - header.phases.begin());
}

}  // namespace

void Verifier::match(world::World& world, const ReplayDriver& driver, std::size_t phase, std::size_t their_phase,
                     std::size_t their_count) {
  Matching& m = matchings_[phase];
  const std::size_t mine = mine_.phases[phase].fields.size();
  const std::uint64_t key = world.field_key(static_cast<world::Phase>(phase));
  if (m.their_index.size() == mine && m.theirs == their_count && m.key == key) return;
  m = {their_count, key, false, std::vector<std::size_t>(mine, kNone), 0};
  const auto names = recorded_names(world, driver.reader(), their_phase, key, their_count);
  m.known = !names.empty();
  if (!m.known) {  // nothing is known but the order
    for (std::size_t i = 0; i < std::min(mine, their_count); ++i) m.their_index[i] = i;
    return;
  }
  std::unordered_map<std::uint32_t, std::size_t> index_of;
  for (std::size_t i = 0; i < their_count; ++i) index_of.emplace(names[i], i);
  const auto paths = world.field_paths(static_cast<world::Phase>(phase));
  std::size_t matched = 0;
  for (std::size_t i = 0; i < std::min(mine, paths.size()); ++i) {
    const auto found = index_of.find(name_hash(paths[i]));
    if (found == index_of.end()) continue;
    m.their_index[i] = found->second;
    ++matched;
  }
  m.unmatched = mine + their_count - 2 * matched;
}

/// Empty when no field that both have differs.
std::string Verifier::first_differing_field(world::World& world, std::size_t phase, const PhaseHash& theirs) {
  const Matching& m = matchings_[phase];
  const auto& fields = mine_.phases[phase].fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::size_t other = m.their_index[i];
    if (other == kNone || fields[i] == theirs.fields[other]) continue;
    const auto paths = world.field_paths(static_cast<world::Phase>(phase));
    return i < paths.size() ? paths[i] : "(unknown)";
  }
  if (m.unmatched > 0) return "";
  if (fields.size() == theirs.fields.size()) return "(none: the field hashes agree)";
  return fmt::format("(number of fields: {} now, {} recorded)", fields.size(), theirs.fields.size());
}

void Verifier::compare_hashes(world::World& world, const ReplayDriver& driver, const TickHashes& theirs) {
  ++compared_;
  digest_phases(world, mine_);
  std::size_t unmatched = 0;
  for (std::size_t i = 0; i < mine_.phases.size(); ++i) {
    const std::size_t their_phase = recorded_phase(driver.reader().header(), i, theirs.phases.size());
    if (their_phase >= theirs.phases.size()) {
      unmatched += mine_.phases[i].fields.size();
      continue;
    }
    const PhaseHash& other = theirs.phases[their_phase];
    if (mine_.phases[i] == other) continue;
    match(world, driver, i, their_phase, other.fields.size());
    unmatched += matchings_[i].unmatched;
    const std::string field = first_differing_field(world, i, other);
    if (field.empty()) continue;
    mismatch_ = Mismatch{world.now(), world::phase_names()[i], field, ""};
    break;
  }
  for (std::size_t i = 0; i < theirs.phases.size() && driver.reader().header().phases.size() == theirs.phases.size();
       ++i) {
    const auto& names = world::phase_names();
    if (std::find(names.begin(), names.end(), driver.reader().header().phases[i]) == names.end())
      unmatched += theirs.phases[i].fields.size();  // a phase of then
  }
  not_comparable_ = std::max(not_comparable_, unmatched);
}

void Verifier::compare_state(world::World& world, const KeyState& state) {
  if (state.layout != world.state_layout()) return;  // of a program with other fields: the hashes say what can be said
  const auto difference = core::compare(world, state.bytes);
  if (!difference) return;
  const std::string detail =
      fmt::format("{} is {} now, {} in the recording", difference->path, difference->mine, difference->other);
  if (mismatch_)
    mismatch_->detail = detail;
  else
    mismatch_ = Mismatch{world.now(), "(key state)", difference->path, detail};
}

void Verifier::tick_done(world::World& world, const ReplayDriver& driver) {
  if (mismatch_) return;
  for (const auto& theirs : driver.expected().hashes) {
    if (theirs.tick == world.now()) compare_hashes(world, driver, theirs);
  }
  for (const auto& state : driver.expected().states) {
    if (state.tick == world.now()) compare_state(world, state);
  }
}

}  // namespace fh::session
