// SPDX-License-Identifier: Apache-2.0
// fh_fuzz_files FORMAT [--seed N] [--count N] [--write DIR]
// Mutated files of a format, read as the program reads them. Each batch runs in a process of its own, so that a crash
// costs one file and is counted. Exit 1 when a file crashed, took more than 10 s or 1 GB, was refused without saying
// where, or was accepted by what `validate` does and refused by what `run` does. --write keeps the files instead, for
// tests that start the program itself.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "app/config/config.h"
#include "app/config/profiles.h"
#include "cmu_bvh.h"
#include "core/files.h"
#include "core/log.h"
#include "core/text.h"
#include "core/time.h"
#include "human/motion/clip.h"
#include "mutator.h"
#include "samples.h"
#include "scene/place/gltf.h"
#include "session/tour/tour_driver.h"
#include "world/visit_check.h"
#include "world/world.h"

namespace fh::test {
namespace {

constexpr int kBatch = 200;
constexpr unsigned kLongest = 10;              // s for one file
constexpr std::int64_t kMostMemory = 1 << 20;  // KiB of a process
enum class Answer { Accepted, Refused, Unplaced, Contradiction };

struct Format {
  const char* name;
  std::function<std::string()> sample;
  std::string (*mutate)(const std::string&, core::Rng&);
  Answer (*read)(const std::string& text);  // null: only written
};

const human::Population& population() {
  static const human::Population kPeople = human::load_default_population().value();
  return kPeople;
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

/// What `validate` and then `run` do.
Answer read_scenario(const std::string& text) {
  auto scenario = scene::parse_scenario(text, "mutant.json", "absent-folder");
  if (!scenario) return refusal(scenario.error());
  if (!world::check_visit(*scenario, population()).empty()) return Answer::Refused;
  if (!physics::World::create(scenario->scene)) return Answer::Refused;
  auto world = world::World::create(*scenario, {.workers = 1});
  if (!world) return contradiction(world.error());
  const std::vector<frame::FrameInput> nobody(world->users().size());
  for (int i = 0; i < 3; ++i) world->tick(nobody);
  return world->guard().stopped() == 0 ? Answer::Accepted : contradiction({world->guard().first()});
}

Answer read_tour(const std::string& text) {
  const auto file = core::JsonFile::parse(text, "mutant.json");
  if (!file) return refusal(file.error());
  const auto tour = session::parse_tour(*file);
  if (!tour) return refusal(tour.error());
  session::TourDriver driver(*tour, {}, 0.9);
  frame::FrameInputs frame;
  for (int i = 0; i < 4 && *driver.begin(frame) == frame::FrameOutcome::Run; ++i) session::evaluate(*tour, 1e4 * i);
  return Answer::Accepted;
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

const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {"scenario", [] { return std::string(kScenario); }, &mutate_json, &read_scenario},
      {"tour", [] { return std::string(kTour); }, &mutate_json, &read_tour},
      {"config", [] { return std::string(kConfig); }, &mutate_json, &read_config},
      {"profile", [] { return std::string(kProfile); }, &mutate_json, &read_profile},
      {"gltf", &small_gltf, &mutate_json, &read_model},
      {"glb", &small_glb, &mutate_glb, &read_model},
      {"png", [] { return small_png(5, 4); }, &mutate_png, &read_picture},
      {"bvh", [] { return cmu_bvh(4, 1.0); }, &mutate_words, &read_clip},
      {"obj", [] { return std::string(kObj); }, &mutate_words, nullptr},
      {"stl", [] { return std::string(kStl); }, &mutate_words, nullptr},
      {"ply", [] { return std::string(kPly); }, &mutate_words, nullptr},
      {"dae", [] { return std::string(kDae); }, &mutate_words, nullptr},
      {"fbx", [] { return std::string(kFbx); }, &mutate_words, nullptr},
      {"ifc", [] { return std::string(kIfc); }, &mutate_words, nullptr},
  };
  return kFormats;
}

/// What the processes of the batches tell the parent.
struct Progress {
  int file = 0;  // being read
  std::int64_t accepted = 0, refused = 0, unplaced = 0, contradictions = 0, crashes = 0, hangs = 0, large = 0;
  std::int64_t most_memory = 0;  // KiB
  double longest = 0.0;          // s
};

std::string file_of(const Format& format, const std::string& sample, std::uint64_t seed, int number) {
  if (number < 0) return sample;
  core::Rng rng(seed * 1'000'003 + static_cast<std::uint64_t>(number));
  return format.mutate(sample, rng);
}

[[noreturn]] void read_batch(const Format& format, const std::string& sample, std::uint64_t seed, int end,
                             Progress& all) {
  for (; all.file < end; ++all.file) {
    const std::string text = file_of(format, sample, seed, all.file);
    const core::Stopwatch watch;
    ::alarm(kLongest);
    const Answer answer = format.read(text);
    ::alarm(0);
    if (all.file < 0 && answer != Answer::Accepted) ++all.contradictions;
    all.longest = std::max(all.longest, watch.seconds());
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    all.most_memory = std::max<std::int64_t>(all.most_memory, usage.ru_maxrss);
    if (answer == Answer::Accepted) ++all.accepted;
    if (answer == Answer::Refused) ++all.refused;
    if (answer == Answer::Unplaced) ++all.unplaced;
    if (answer == Answer::Contradiction) ++all.contradictions;
    if (answer == Answer::Unplaced || answer == Answer::Contradiction) std::printf("  file %d\n", all.file);
    if (usage.ru_maxrss > kMostMemory) {
      ++all.large;
      std::printf("  file %d: %ld KiB\n", all.file++, usage.ru_maxrss);
      break;
    }
  }
  std::fflush(stdout);
  ::_exit(0);
}

int fuzz(const Format& format, std::uint64_t seed, int count) {
  const std::string sample = format.sample();
  void* shared = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Progress& all = *new (shared) Progress;
  const core::Stopwatch watch;
  all.file = -1;  // the sample itself, which must be accepted
  while (all.file < count) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) read_batch(format, sample, seed, std::min(count, all.file + kBatch), all);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    const bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    ++(hung ? all.hangs : all.crashes);
    std::printf("  file %d: %s\n", all.file++, hung ? "hangs" : "crashes");
  }
  std::printf(
      "%s: %d files of seed %llu in %.0f s: %lld accepted, %lld refused, %lld refused without a place, %lld "
      "contradictions, "
      "%lld crashes, %lld over %u s, %lld over 1 GB; longest %.2f s, most %lld MB\n",
      format.name, count, static_cast<unsigned long long>(seed), watch.seconds(), static_cast<long long>(all.accepted),
      static_cast<long long>(all.refused), static_cast<long long>(all.unplaced),
      static_cast<long long>(all.contradictions), static_cast<long long>(all.crashes),
      static_cast<long long>(all.hangs), kLongest, static_cast<long long>(all.large), all.longest,
      static_cast<long long>(all.most_memory >> 10));
  // Both answers were given, else the mutations are too weak or too strong to test anything.
  const bool weak = count >= 100 && (all.accepted == 0 || all.refused == 0);
  if (weak) std::printf("%s: all files got the same answer\n", format.name);
  return weak || all.unplaced + all.contradictions + all.crashes + all.hangs + all.large > 0 ? 1 : 0;
}

int write(const Format& format, std::uint64_t seed, int count, const std::filesystem::path& folder) {
  const std::string sample = format.sample();
  for (int i = 0; i < count; ++i) {
    const auto file = folder / (std::to_string(i) + "." + format.name);
    if (auto done = core::write_text(file, file_of(format, sample, seed, i)); !done) {
      std::printf("%s\n", done.error().message.c_str());
      return 1;
    }
  }
  return 0;
}

}  // namespace
}  // namespace fh::test

int main(int argc, char** argv) {
  using namespace fh;
  core::set_data_folder(FH_SOURCE_DIR);
  core::set_log_level(core::LogLevel::Off);
  std::uint64_t seed = 1;
  int count = 300;
  std::string folder, wanted = argc > 1 ? argv[1] : "";
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--count") == 0) count = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--write") == 0) folder = argv[i + 1];
  }
  for (const auto& format : test::formats()) {
    if (wanted != format.name) continue;
    if (!folder.empty()) return test::write(format, seed, count, folder);
    if (format.read) return test::fuzz(format, seed, count);
  }
  std::printf("usage: fh_fuzz_files FORMAT [--seed N] [--count N] [--write DIR]\n");
  return 2;
}
