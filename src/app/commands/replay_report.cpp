// SPDX-License-Identifier: Apache-2.0
#include "app/commands/replay_report.h"

#include <cstdio>

#include "app/commands/commands.h"
#include "core/hash.h"

namespace fh::app {
namespace {

void print_verdict(const ReplayOutcome& outcome) {
  const auto compared = static_cast<long long>(outcome.verifier.ticks_compared());
  const auto recorded = static_cast<long long>(outcome.ticks_recorded);
  if (const auto& mismatch = outcome.verifier.mismatch()) {
    std::printf("DIFFERS at tick %lld, phase %s, field %s\n", static_cast<long long>(mismatch->tick),
                mismatch->phase.c_str(), mismatch->field.c_str());
    if (!mismatch->detail.empty()) print_line("  " + mismatch->detail);
    for (const auto& row : outcome.origin["versions_differ"]) {
      print_line(fmt::format("  recorded with another {}: {}, now {}", row["part"].get<std::string>(),
                             row["recorded"].get<std::string>(), row["now"].get<std::string>()));
    }
    for (const auto& name : outcome.origin["models_changed"])
      print_line(fmt::format("  model {} is not the one of the visit", name.get<std::string>()));
    return;
  }
  if (outcome.is_verified())
    std::printf("verified: all %lld recorded ticks are identical\n", compared);
  else if (compared == recorded)
    std::printf(
        "NOT VERIFIED as a whole: all %lld ticks that are there are identical, but the recording is not whole\n",
        compared);
  else
    std::printf(
        "NOT VERIFIED as a whole: %lld of %lld recorded ticks are identical, the others could not be compared\n",
        compared, recorded);
  if (const std::size_t fields = outcome.verifier.fields_not_comparable(); fields > 0)
    std::printf("  not compared: %zu fields that only the recording or only this program has\n", fields);
}

}  // namespace

core::Json damage_json(const session::Damage& damage) {
  return {{"kind", damage.is_cut ? "cut" : "damage"},
          {"from_tick", damage.from},
          {"to_tick", damage.to ? core::Json(*damage.to) : core::Json()},
          {"byte", damage.byte},
          {"reason", damage.reason}};
}

core::Json replay_json(const std::string& log, const ReplayOutcome& outcome, bool verify) {
  core::Json json;
  json["recording"] = log;
  json["ticks"] = outcome.report.ticks;
  json["state_hash"] = core::hash_string(outcome.report.state_hash);
  json["wall_seconds"] = outcome.report.seconds;
  json["damage"] = core::Json::array();
  for (const auto& damage : outcome.damage) json["damage"].push_back(damage_json(damage));
  json["ticks_recorded"] = outcome.ticks_recorded;
  json["ticks_compared"] = outcome.verifier.ticks_compared();
  json["fields_not_comparable"] = outcome.verifier.fields_not_comparable();
  json["verified"] = verify && outcome.is_verified();
  if (const auto& mismatch = outcome.verifier.mismatch()) {
    json["mismatch"] = {
        {"tick", mismatch->tick}, {"phase", mismatch->phase}, {"field", mismatch->field}, {"detail", mismatch->detail}};
  }
  json.update(outcome.origin);
  if (!outcome.measures.is_null()) json["measures"] = outcome.measures;
  return json;
}

void print_replay(const std::string& log, const ReplayOutcome& outcome, bool verify) {
  print_line(fmt::format("{}: {} ticks simulated in {:.2f} s, state {}", log, outcome.report.ticks,
                         outcome.report.seconds, core::hash_string(outcome.report.state_hash)));
  for (const auto& damage : outcome.damage) print_line(fmt::format("{}: {}", log, session::text_of(damage)));
  if (!outcome.measures.is_null()) print_line("measures: " + outcome.measures.dump(2));
  if (verify) print_verdict(outcome);
}

}  // namespace fh::app
