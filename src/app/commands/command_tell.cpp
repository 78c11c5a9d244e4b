// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "app/commands/commands.h"
#include "core/files.h"
#include "language/grounding/understand.h"
#include "language/nets/plan_net.h"
#include "language/vocabulary.h"

namespace fh::app {
namespace {

core::Result<language::Setting> setting_of(const TellOptions& options) {
  FH_TRY(file, scene::find_scenario(options.scenario));
  const auto outside = options.allow_outside ? core::Outside::Allowed : core::Outside::Refused;
  FH_TRY(scenario, scene::load_scenario(file, outside));
  return language::make_setting(scenario, options.who);
}

/// The net that an agent runs for it in a visit, or why it cannot.
void add_net(const language::Setting& setting, const language::Answer& answer, core::Json& json) {
  const language::NetPlan plan = language::plan_net(setting, answer.steps);
  if (!plan.nets.empty()) json["nets"] = core::Json::parse(plan.nets)["nets"];
  if (!plan.refused.empty()) json["cannot"] = plan.refused;
  if (!plan.answer.empty()) json["answer"] = plan.answer;
  if (!plan.forbids.empty()) json["forbids"] = plan.forbids;
}

}  // namespace

int tell(const TellOptions& options) {
  if (options.words) {
    print_line(language::vocabulary_tables());
    return kDone;
  }
  if (options.sentence.empty()) return cannot({"say what: firsthand tell SCENARIO WHO \"SENTENCE\""});
  const auto setting = setting_of(options);
  if (!setting) return cannot(setting.error());
  const language::Answer answer = language::understand(*setting, options.sentence);
  const bool understood = answer.kind == language::Answer::Kind::Understood;
  if (options.json) {
    core::Json json = {{"who", options.who}, {"sentence", options.sentence}};
    json.update(language::to_json(answer));
    if (understood) add_net(*setting, answer, json);
    print_json(json);
  } else {
    print_line(understood ? language::to_text(answer.steps) : answer.message);
  }
  return understood ? kDone : kNo;
}

}  // namespace fh::app
