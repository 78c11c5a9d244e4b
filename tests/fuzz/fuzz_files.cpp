// SPDX-License-Identifier: Apache-2.0
// fh_fuzz_files FORMAT [--seed N] [--count N] [--visit-every N] [--write DIR [--first N]]
// Mutated files of a format, read as the program reads them. Each batch runs in a process of its own, so that a crash
// costs one file and is counted. Exit 1 when a file crashed, took more than 10 s of computing or 1 GB, was refused
// without saying where, or was accepted by what `validate` does and refused by what `run` does. --write keeps the files
// instead, for tests that start the program itself.
// Imports go the way of the program: a worker with limits, which may crash or be stopped, and a parent that must say
// so. A worker for each file takes ten times as long as reading it. Therefore only every Nth file (--visit-every) has
// one; the others are imported in the process of their batch, and one that ends that process is read again by a worker
// with limits, whose parent must tell it. It counts as a crash where our own code is at fault. A world is made of every
// Nth place that `validate` would accept (1): under sanitizers that takes thirty times as long as reading.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "core/files.h"
#include "core/log.h"
#include "core/time.h"
#include "readers.h"

#if defined(__SANITIZE_ADDRESS__)
/// A process dies of memory as under the limit of the program's workers. Traces name modules, not functions.
extern "C" const char* __asan_default_options() {
  return "handle_abort=0:allocator_may_return_null=1:max_allocation_size_mb=2048:quarantine_size_mb=16:symbolize=0";
}
extern "C" const char* __ubsan_default_options() {
  return "print_stacktrace=1:symbolize=0";
}
#endif

namespace fh::test {
namespace {

constexpr int kBatch = 200;
constexpr unsigned kLongest = 10;                 // s of computing for one file
constexpr unsigned kPatience = 20;                // times as long may pass on a busy machine
constexpr std::int64_t kMostMemory = 1 << 20;     // KiB of a process
constexpr std::int64_t kMostOfWorkers = 2 << 20;  // KiB: the limit of app::import_limits()

/// What the processes of the batches tell the parent.
struct Progress {
  int file = 0;          // being read
  bool limited = false;  // the file being read is imported as the program does
  int again = -2;        // the file that ended the process that imported it
  std::int64_t accepted = 0, refused = 0, stopped = 0, unplaced = 0, contradictions = 0, crashes = 0, hangs = 0,
               large = 0, repeated = 0;
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

/// Whether a process that ended died of our own code rather than of the library that imports: by the first module of
/// its trace that is no system library.
bool ours(const std::string& said) {
  // Of the undefined-behaviour sanitizer, of FH_ASSERT.
  if (said.find("runtime error") != std::string::npos || said.find("broken contract") != std::string::npos) return true;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" #") == std::string::npos || line.find('(') == std::string::npos) continue;
    if (line.find("libassimp") != std::string::npos) return false;
    if (line.find("/lib") == std::string::npos && line.find("unknown module") == std::string::npos) return true;
  }
  return false;
}

/// Judges the end of a batch's process before its last file. A file whose import may have been the cause is read again.
void judge(const Format& format, int status, const std::string& said, Progress& all) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const bool hung = signal == SIGPROF || signal == SIGALRM;
  if (format.imports && !all.limited && !ours(said)) {
    all.again = all.file;
    ++all.repeated;
    return;
  }
  ++(hung ? all.hangs : all.crashes);
  std::printf("  file %d: %s\n%s", all.file++, hung ? "hangs" : "crashes", said.substr(0, 4000).c_str());
}

[[noreturn]] void read_batch(const Format& format, const std::string& sample, std::uint64_t seed, int end, int every,
                             Progress& all) {
  for (; all.file < end; ++all.file) {
    const bool chosen = all.file < 0 || all.file % every == 0;
    all.limited = chosen || all.file == all.again;
    g_reading = {.visits = chosen, .limited = all.limited};
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
    const bool imported_here = format.imports && !all.limited;
    if (own > (imported_here ? kMostOfWorkers : kMostMemory) || workers > kMostOfWorkers) {
      ++all.large;
      std::printf("  file %d: %lld KiB\n", all.file++, static_cast<long long>(std::max(own, workers)));
      break;
    }
    if (imported_here && own > kMostMemory) {  // of many files together
      ++all.file;
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
      "%s: %d files of seed %llu in %.0f s: %lld accepted, %lld refused, %lld whose import was stopped (%lld read "
      "twice), %lld refused without a place, %lld contradictions, %lld crashes, %lld over %u s, %lld too large; "
      "longest %.2f s, most %lld MB, workers %lld MB\n",
      format.name, count, static_cast<unsigned long long>(seed), seconds, number(all.accepted), number(all.refused),
      number(all.stopped), number(all.repeated), number(all.unplaced), number(all.contradictions), number(all.crashes),
      number(all.hangs), kLongest, number(all.large), all.longest, number(all.most_memory >> 10),
      number(all.most_of_workers >> 10));
  // Both answers were given, else the mutations are too weak or too strong to test anything.
  const bool weak = count >= 100 && (all.accepted == 0 || all.refused == 0);
  if (weak) std::printf("%s: all files got the same answer\n", format.name);
  return !weak && all.unplaced + all.contradictions + all.crashes + all.hangs + all.large == 0;
}

/// What the process says on its error stream is kept in a file.
[[noreturn]] void begin_batch(const Format& format, const std::string& sample, std::uint64_t seed, int count, int every,
                              const std::filesystem::path& said, Progress& all) {
  const int log = ::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(log, STDERR_FILENO);
#if !defined(__SANITIZE_ADDRESS__)
  const rlimit memory{static_cast<rlim_t>(kMostOfWorkers) << 10, static_cast<rlim_t>(kMostOfWorkers) << 10};
  if (format.imports) ::setrlimit(RLIMIT_AS, &memory);
#endif
  read_batch(format, sample, seed, std::min(count, all.file + kBatch), every, all);
}

int fuzz(const Format& format, std::uint64_t seed, int count, int every) {
  const std::string sample = format.sample();
  void* shared = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Progress& all = *new (shared) Progress;
  const core::Stopwatch watch;
  const std::filesystem::path said = reading_folder() / "said";
  ::setenv("XDG_CACHE_HOME", reading_folder().c_str(), 1);
  static_cast<void>(::dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL));  // once instead of in every process
  g_reading = {.visits = false, .limited = true};
  static_cast<void>(format.read(sample));  // what is made once is made before the processes part
  all.file = -1;                           // the sample itself, which must be accepted
  while (all.file < count) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) begin_batch(format, sample, seed, count, every, said, all);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    judge(format, status, core::read_text(said).value_or(""), all);
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
