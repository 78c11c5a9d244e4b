// SPDX-License-Identifier: Apache-2.0
#include "readers.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "app/config/config.h"
#include "app/config/profiles.h"
#include "app/models/open_model.h"
#include "cmu_bvh.h"
#include "core/files.h"
#include "core/text.h"
#include "human/motion/clip.h"
#include "human/prior/prior_motion.h"
#include "language/grounding/understand.h"
#include "language/nets/plan_net.h"
#include "mutator.h"
#include "report/comparison.h"
#include "samples.h"
#include "scene/place/gltf.h"
#include "session/tour/tour_driver.h"
#include "temporary_folder.h"
#include "world/agents/visit_check.h"
#include "world/world.h"

namespace fh::test {

Reading g_reading;

namespace {

const human::Population& population() {
  static const human::Population kPeople = human::load_default_population().value();
  return kPeople;
}

const scene::Scenario& sample_place() {
  static const scene::Scenario kPlace = scene::parse_scenario(kScenario, "place.json", "absent-folder").value();
  return kPlace;
}

/// A refusal names the file and something about the place.
Answer refusal(const core::Error& error) {
  return error.message.find("mutant") != std::string::npos && error.message.size() < 200'000 ? Answer::Refused
                                                                                             : Answer::Unplaced;
}

Answer contradiction(const core::Error& error) {
  std::fprintf(stderr, "accepted, then refused: %s\n", error.message.c_str());
  return Answer::Contradiction;
}

Answer guarded(const world::World& world) {
  return world.guard().stopped() == 0 ? Answer::Accepted : contradiction({world.guard().first()});
}

/// What `validate` and then `run` do with a scenario that was read.
Answer visit(const scene::Scenario& scenario) {
  for (const world::Finding& finding : world::check_visit(scenario, population())) {
    if (finding.then != world::Consequence::Odd) return Answer::Refused;
  }
  if (!physics::World::create(scenario.scene)) return Answer::Refused;
  if (!g_reading.visits) return Answer::Accepted;
  auto world = world::World::create(scenario, {.workers = 1});
  if (!world) return contradiction(world.error());
  const std::vector<frame::FrameInput> nobody(world->users().size());
  for (int i = 0; i < 3; ++i) world->tick(nobody);
  return guarded(*world);
}

Answer read_scenario(const std::string& text) {
  const auto scenario = scene::parse_scenario(text, "mutant.json", "absent-folder");
  return scenario ? visit(*scenario) : refusal(scenario.error());
}

/// A visit for the tour's first second, with all that it commands.
Answer play(const session::Tour& tour) {
  constexpr int kTicks = 90;
  auto world = world::World::create(sample_place(), {.workers = 1});
  if (!world) return contradiction(world.error());
  session::TourDriver driver(tour, {}, 0.9);
  frame::FrameInputs frame;
  for (int i = 0; i < kTicks && *driver.begin(frame) == frame::FrameOutcome::Run; ++i) world->tick(frame.users);
  return guarded(*world);
}

Answer read_tour(const std::string& text) {
  const auto file = core::JsonFile::parse(text, "mutant.json");
  if (!file) return refusal(file.error());
  const auto tour = session::parse_tour(*file);
  if (!tour) return refusal(tour.error());
  for (int i = 0; i < 4; ++i) session::evaluate(*tour, 1e4 * i);
  return g_reading.visits ? play(*tour) : Answer::Accepted;
}

Answer read_config(const std::string& text) {
  const auto file = core::JsonFile::parse(text, "mutant.json");
  if (!file) return refusal(file.error());
  app::Config config;
  const auto merged = config.merge(*file);
  if (!merged) return refusal(merged.error());
  const auto again = app::Config::from_json_text(core::to_text(config.to_json()), "again");
  return again ? Answer::Accepted : contradiction(again.error());
}

Answer read_profile(const std::string& text) {
  const auto self = app::parse_profile(text, "mutant.json");
  if (!self) return refusal(self.error());
  world::Figure figure = world::WorldSettings::typical_figure();
  figure.self = *self;
  human::Body body;
  const auto made = world::UserBody::create(population(), figure, {1}, "user", body);
  return made ? Answer::Accepted : contradiction(made.error());
}

Answer read_population_file(const std::string& text) {
  const auto file = core::JsonFile::parse(text, "mutant.json");
  if (!file) return refusal(file.error());
  const auto people = human::read_population(*file, &population());
  if (!people) return refusal(people.error());
  for (const human::Sex sex : {human::Sex::Female, human::Sex::Male}) {
    human::PersonSpec spec;
    spec.sex = sex;
    const auto person = human::complete_person(*people, spec);
    if (!person) return contradiction(person.error());
    for (const double value : person->values) {
      if (!std::isfinite(value)) return contradiction({"a dimension that is not finite"});
    }
  }
  return Answer::Accepted;
}

/// What an agent makes of words: a net that the reader of nets takes, or an answer.
Answer read_sentence(const std::string& text) {
  const auto setting = language::make_setting(sample_place(), "A");
  if (!setting) return contradiction(setting.error());
  const language::Answer answer = language::understand(*setting, text);
  static_cast<void>(language::to_json(answer).dump(-1, ' ', false, core::Json::error_handler_t::replace));
  if (answer.kind != language::Answer::Kind::Understood)
    return answer.message.empty() ? Answer::Unplaced : Answer::Refused;
  const language::NetPlan plan = language::plan_net(*setting, answer.steps);
  if (!plan.refused.empty()) return Answer::Refused;
  if (plan.nets.empty()) return Answer::Accepted;
  const auto nets = scene::parse_nets(plan.nets, sample_place());
  if (nets) return Answer::Accepted;
  // Two things that need the same part of the body at the same time: the agent says so.
  return nets.error().message.find("as a branch before it does") != std::string::npos ? Answer::Refused
                                                                                      : contradiction(nets.error());
}

/// What `diff` does with a report folder, compared with a sound one.
Answer read_evaluation(const std::string& text) {
  const std::filesystem::path folder = reading_folder() / "mutant";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  for (const auto& [name, content] :
       {std::pair{"posture.csv", std::string(kReportTable)}, {"visibility.csv", kReportTable}, {"report.json", text}}) {
    if (auto written = core::write_text(folder / name, content); !written) return contradiction(written.error());
  }
  const auto report = report::read_report(folder);
  if (!report) return refusal(report.error());
  static_cast<void>(report::comparison_page(report::compare(*report, *report)));
  return Answer::Accepted;
}

Answer read_model(const std::string& text) {
  scene::Scene scene;
  const auto read =
      scene::append_gltf(scene, std::as_bytes(std::span(text.data(), text.size())), "mutant.gltf", "absent-folder", {});
  if (read) return Answer::Accepted;
  if (!scene.objects.empty() || !scene.meshes.empty()) return contradiction({"a refused file left traces"});
  return refusal(read.error());
}

/// A picture that cannot be read is left out of its model with a warning.
Answer read_picture(const std::string& png) {
  const std::string text = gltf_with_picture(png);
  scene::Scene scene;
  const auto read =
      scene::append_gltf(scene, std::as_bytes(std::span(text.data(), text.size())), "mutant.gltf", "absent-folder", {});
  if (!read) return refusal(read.error());
  return read->warnings.empty() ? Answer::Accepted : Answer::Refused;
}

Answer read_clip(const std::string& text) {
  const auto bvh = human::read_bvh(text, "mutant.bvh");
  if (!bvh) return refusal(bvh.error());
  const auto clip = human::make_clip(*bvh);
  if (!clip) return refusal(clip.error());
  for (const auto& frame : clip->frames) {
    if (!std::isfinite(frame[human::ClipJoint::Head].position.x)) return contradiction({"a pose that is not finite"});
  }
  return Answer::Accepted;
}

/// What a prior that was read says of somebody who walks, and who leaps, is finite.
Answer read_prior(const std::string& bytes) {
  const auto file = reading_folder() / "mutant.bin";
  if (auto written = core::write_text(file, bytes); !written) return contradiction(written.error());
  const auto prior = human::BodyPrior::load(file);
  if (!prior) return refusal(prior.error());
  human::PriorBody body;
  body.lengths.fill(0.2);
  for (const double speed : {1.0, 500.0}) {  // m/s
    human::PriorMotion motion;
    for (int tick = 0; tick < 6; ++tick) {
      const math::Vec3 head(0.0, 1.5, -speed * tick / 60.0);
      human::PriorSight sight{{math::kIdentity, head}, {}, {true, tick % 2 == 0}, 0.0};
      sight.wrists = {math::Pose{math::kIdentity, head - math::Vec3(0.25, 0.7, 0.0)}, {math::kIdentity, head}};
      const human::PriorGuess guess = human::advance_prior(*prior, body, sight, 1.0 / 60.0, motion);
      for (std::size_t i = 0; i < human::kLandmarkCount; ++i) {
        const math::Vec3 &at = guess.places[i], &moves = guess.velocities[i];
        if (!std::isfinite(at.x + at.y + at.z + moves.x + moves.y + moves.z + guess.radii[i]) ||
            !(guess.radii[i] > 0.0))
          return contradiction({"a guess that is not finite"});
      }
    }
  }
  return Answer::Accepted;
}

void import_here(char* const* words) {
  const bool done = app::import_worker(words[2], words[4], {.unit = words[6], .z_up = words[7] != nullptr});
  ::_exit(done ? 0 : 2);
}

/// The worker's part in this process, and then the model that it made.
core::Result<scene::Scenario> opened_here(const std::filesystem::path& file) {
  const std::filesystem::path made = reading_folder() / "mutant.glb";
  FH_TRY_VOID(scene::check_importable(file));
  FH_TRY_VOID(scene::import_model(file, made, {}));
  return app::open_model(made, {});
}

/// What `validate FILE` and then `run FILE` do.
template <char kFirst, char kSecond, char kThird>
Answer read_import(const std::string& text) {
  const auto file = reading_folder() / (std::string("mutant.") + kFirst + kSecond + kThird);
  if (auto written = core::write_text(file, text); !written) return contradiction(written.error());
  app::ModelOptions options;
  options.import_start = &import_here;
  const auto scenario = g_reading.limited ? app::open_model(file, options) : opened_here(file);
  if (scenario) return visit(*scenario);
  const std::string& said = scenario.error().message;
  const bool stopped = said.find(" failed on it (") != std::string::npos || said.find("stopped") != std::string::npos;
  return stopped && refusal(scenario.error()) == Answer::Refused ? Answer::Stopped : refusal(scenario.error());
}

template <const char* const& kText>
std::string text_of() {
  return kText;
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {"scenario", &text_of<kScenario>, &mutate_scenario, &read_scenario},
      {"tour", &text_of<kTour>, &mutate_tour, &read_tour},
      {"config", &text_of<kConfig>, &mutate_json, &read_config},
      {"profile", &text_of<kProfile>, &mutate_json, &read_profile},
      {"population", &text_of<kPopulation>, &mutate_json, &read_population_file},
      {"sentence", &text_of<kSentence>, &mutate_sentence, &read_sentence},
      {"report", &text_of<kReport>, &mutate_json, &read_evaluation},
      {"gltf", &small_gltf, &mutate_json, &read_model},
      {"glb", &small_glb, &mutate_glb, &read_model},
      {"png", [] { return small_png(5, 4); }, &mutate_png, &read_picture},
      {"bvh", [] { return cmu_bvh(4, 1.0); }, &mutate_words, &read_clip},
      {"prior", &small_prior, &mutate_prior, &read_prior},
      {"obj", &text_of<kObj>, &mutate_words, &read_import<'o', 'b', 'j'>, true},
      {"stl", &text_of<kStl>, &mutate_words, &read_import<'s', 't', 'l'>, true},
      {"ply", &text_of<kPly>, &mutate_words, &read_import<'p', 'l', 'y'>, true},
      {"dae", &text_of<kDae>, &mutate_words, &read_import<'d', 'a', 'e'>, true},
      {"fbx", &text_of<kFbx>, &mutate_words, &read_import<'f', 'b', 'x'>, true},
      {"ifc", &text_of<kIfc>, &mutate_words, &read_import<'i', 'f', 'c'>, true},
  };
  return kFormats;
}

const std::filesystem::path& reading_folder() {
  static const TemporaryFolder kFolder;
  return kFolder.path;
}

}  // namespace fh::test
