// SPDX-License-Identifier: Apache-2.0
// fh_fuzz_files FORMAT [--seed N] [--count N] [--visit-every N] [--write DIR [--first N]]
// Mutated files of a format, read as the program reads them. Each batch runs in a process of its own, so that a crash
// costs one file and is counted. Exit 1 when a file crashed, took more than 10 s of computing or 1 GB, was refused
// without saying where, or was accepted by what `validate` does and refused by what `run` does. --write keeps the files
// instead, for tests that start the program itself.
// Imports go the way of the program: a worker with limits for each file, which may crash or be stopped, and a parent
// that must say so. A world is made of every Nth place that `validate` would accept (1): under sanitizers that takes
// thirty times as long as reading. The worker is forked from here instead of started anew, which takes a tenth of the
// time.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
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
#include "app/models/open_model.h"
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
#include "temporary_folder.h"
#include "world/visit_check.h"
#include "world/world.h"

#if defined(__SANITIZE_ADDRESS__)
/// Workers of imports die of signals as in the program, and of memory as under its limit; nobody reads their traces.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_abort=0:allocator_may_return_null=1:"
         "max_allocation_size_mb=2048:symbolize=0";
}
#endif

namespace fh::test {
namespace {

constexpr int kBatch = 200;
constexpr unsigned kLongest = 10;                 // s of computing for one file
constexpr unsigned kPatience = 20;                // times as long may pass on a busy machine
constexpr std::int64_t kMostMemory = 1 << 20;     // KiB of a process
constexpr std::int64_t kMostOfWorkers = 2 << 20;  // KiB: the limit of app::import_limits()
/// Stopped: refused, because the worker of an import crashed or reached a limit.
enum class Answer { Accepted, Refused, Stopped, Unplaced, Contradiction };

/// Whether a world is made of the file that is read, if it is accepted.
bool g_visits = true;

struct Format {
  const char* name;
  std::function<std::string()> sample;
  std::string (*mutate)(const std::string&, core::Rng&);
  Answer (*read)(const std::string& text);
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

/// What `validate` and then `run` do with a scenario that was read.
Answer visit(const scene::Scenario& scenario) {
  if (!world::check_visit(scenario, population()).empty()) return Answer::Refused;
  if (!physics::World::create(scenario.scene)) return Answer::Refused;
  if (!g_visits) return Answer::Accepted;
  auto world = world::World::create(scenario, {.workers = 1});
  if (!world) return contradiction(world.error());
  const std::vector<frame::FrameInput> nobody(world->users().size());
  for (int i = 0; i < 3; ++i) world->tick(nobody);
  return world->guard().stopped() == 0 ? Answer::Accepted : contradiction({world->guard().first()});
}

Answer read_scenario(const std::string& text) {
  const auto scenario = scene::parse_scenario(text, "mutant.json", "absent-folder");
  return scenario ? visit(*scenario) : refusal(scenario.error());
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

/// Made by the first process, which outlives those that read in it; the model's cache lies there too.
const TemporaryFolder& import_folder() {
  static const TemporaryFolder kFolder;
  return kFolder;
}

void import_here(char* const* words) {
  const bool done = app::import_worker(words[2], words[4], {.unit = words[6], .z_up = words[7] != nullptr});
  ::_exit(done ? 0 : 2);
}

/// What `validate FILE` and then `run FILE` do.
template <char kFirst, char kSecond, char kThird>
Answer read_import(const std::string& text) {
  const auto file = import_folder().path / (std::string("mutant.") + kFirst + kSecond + kThird);
  if (auto written = core::write_text(file, text); !written) return contradiction(written.error());
  app::ModelOptions options;
  options.import_start = &import_here;
  const auto scenario = app::open_model(file, options);
  if (scenario) return visit(*scenario);
  const std::string& said = scenario.error().message;
  const bool stopped = said.find(" failed on it (") != std::string::npos || said.find("stopped") != std::string::npos;
  return stopped && refusal(scenario.error()) == Answer::Refused ? Answer::Stopped : refusal(scenario.error());
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
      {"obj", [] { return std::string(kObj); }, &mutate_words, &read_import<'o', 'b', 'j'>},
      {"stl", [] { return std::string(kStl); }, &mutate_words, &read_import<'s', 't', 'l'>},
      {"ply", [] { return std::string(kPly); }, &mutate_words, &read_import<'p', 'l', 'y'>},
      {"dae", [] { return std::string(kDae); }, &mutate_words, &read_import<'d', 'a', 'e'>},
      {"fbx", [] { return std::string(kFbx); }, &mutate_words, &read_import<'f', 'b', 'x'>},
      {"ifc", [] { return std::string(kIfc); }, &mutate_words, &read_import<'i', 'f', 'c'>},
  };
  return kFormats;
}

/// What the processes of the batches tell the parent.
struct Progress {
  int file = 0;  // being read
  std::int64_t accepted = 0, refused = 0, stopped = 0, unplaced = 0, contradictions = 0, crashes = 0, hangs = 0,
               large = 0;
  std::int64_t most_memory = 0, most_of_workers = 0;  // KiB
  double longest = 0.0;                               // s of computing
};

rusage usage_of(int whose) {
  rusage usage{};
  ::getrusage(whose, &usage);
  return usage;
}

/// Seconds that this process and its workers have computed.
double computed() {
  double sum = 0.0;
  for (const int whose : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    const rusage usage = usage_of(whose);
    for (const timeval& t : {usage.ru_utime, usage.ru_stime})
      sum += static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  }
  return sum;
}

/// SIGPROF after so much computing, SIGALRM when nothing happens for long; 0: neither.
void set_limit(unsigned seconds) {
  const itimerval limit{{0, 0}, {static_cast<time_t>(seconds), 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
  ::alarm(kPatience * seconds);
}

std::string file_of(const Format& format, const std::string& sample, std::uint64_t seed, int number) {
  if (number < 0) return sample;
  core::Rng rng(seed * 1'000'003 + static_cast<std::uint64_t>(number));
  return format.mutate(sample, rng);
}

[[noreturn]] void read_batch(const Format& format, const std::string& sample, std::uint64_t seed, int end, int every,
                             Progress& all) {
  for (; all.file < end; ++all.file) {
    g_visits = all.file < 0 || all.file % every == 0;
    const std::string text = file_of(format, sample, seed, all.file);
    const double before = computed();
    set_limit(kLongest);
    const Answer answer = format.read(text);
    set_limit(0);
    if (all.file < 0 && answer != Answer::Accepted) ++all.contradictions;
    const double taken = computed() - before;
    all.longest = std::max(all.longest, taken);
    if (taken > kLongest) {
      ++all.hangs;
      std::printf("  file %d: %.1f s\n", all.file, taken);
    }
    const std::int64_t own = usage_of(RUSAGE_SELF).ru_maxrss, workers = usage_of(RUSAGE_CHILDREN).ru_maxrss;
    all.most_memory = std::max(all.most_memory, own);
    all.most_of_workers = std::max(all.most_of_workers, workers);
    if (answer == Answer::Accepted) ++all.accepted;
    if (answer == Answer::Refused) ++all.refused;
    if (answer == Answer::Stopped) ++all.stopped;
    if (answer == Answer::Unplaced) ++all.unplaced;
    if (answer == Answer::Contradiction) ++all.contradictions;
    if (answer == Answer::Unplaced || answer == Answer::Contradiction) std::printf("  file %d\n", all.file);
    if (own > kMostMemory || workers > kMostOfWorkers) {
      ++all.large;
      std::printf("  file %d: %lld KiB\n", all.file++, static_cast<long long>(std::max(own, workers)));
      break;
    }
  }
  std::fflush(stdout);
  ::_exit(0);
}

/// The last line; false when something is wrong.
bool conclude(const Format& format, std::uint64_t seed, int count, double seconds, const Progress& all) {
  const auto number = [](std::int64_t value) { return static_cast<long long>(value); };
  std::printf(
      "%s: %d files of seed %llu in %.0f s: %lld accepted, %lld refused, %lld whose import was stopped, %lld refused "
      "without a place, %lld contradictions, %lld crashes, %lld over %u s, %lld too large; longest %.2f s, most %lld "
      "MB, "
      "workers %lld MB\n",
      format.name, count, static_cast<unsigned long long>(seed), seconds, number(all.accepted), number(all.refused),
      number(all.stopped), number(all.unplaced), number(all.contradictions), number(all.crashes), number(all.hangs),
      kLongest, number(all.large), all.longest, number(all.most_memory >> 10), number(all.most_of_workers >> 10));
  // Both answers were given, else the mutations are too weak or too strong to test anything.
  const bool weak = count >= 100 && (all.accepted == 0 || all.refused == 0);
  if (weak) std::printf("%s: all files got the same answer\n", format.name);
  return !weak && all.unplaced + all.contradictions + all.crashes + all.hangs + all.large == 0;
}

int fuzz(const Format& format, std::uint64_t seed, int count, int every) {
  const std::string sample = format.sample();
  void* shared = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Progress& all = *new (shared) Progress;
  const core::Stopwatch watch;
  ::setenv("XDG_CACHE_HOME", import_folder().path.c_str(), 1);
  static_cast<void>(::dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL));  // once instead of in every worker
  all.file = -1;                                                         // the sample itself, which must be accepted
  while (all.file < count) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) read_batch(format, sample, seed, std::min(count, all.file + kBatch), every, all);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const bool hung = signal == SIGPROF || signal == SIGALRM;
    ++(hung ? all.hangs : all.crashes);
    std::printf("  file %d: %s\n", all.file++, hung ? "hangs" : "crashes");
  }
  return conclude(format, seed, count, watch.seconds(), all) ? 0 : 1;
}

int write(const Format& format, std::uint64_t seed, int first, int count, const std::filesystem::path& folder) {
  const std::string sample = format.sample();
  for (int i = first; i < first + count; ++i) {
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
  int first = 0, count = 300, every = 1;
  std::string folder, wanted = argc > 1 ? argv[1] : "";
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--count") == 0) count = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--visit-every") == 0) every = std::max(1, std::atoi(argv[i + 1]));
    if (std::strcmp(argv[i], "--first") == 0) first = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--write") == 0) folder = argv[i + 1];
  }
  for (const auto& format : test::formats()) {
    if (wanted != format.name) continue;
    if (!folder.empty()) return test::write(format, seed, first, count, folder);
    return test::fuzz(format, seed, count, every);
  }
  std::printf("usage: fh_fuzz_files FORMAT [--seed N] [--count N] [--visit-every N] [--write DIR [--first N]]\n");
  return 2;
}
