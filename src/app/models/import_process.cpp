// SPDX-License-Identifier: Apache-2.0
#include "app/models/import_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/json.h"

namespace fh::app {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMiB = 1ull << 20;
constexpr std::size_t kLongestAnswer = kMiB;
constexpr int kMostOpenFiles = 64;
// A worker that computes nothing and yet does not end is given this many times its computing time.
constexpr unsigned kPatience = 5;

void limit(int resource, std::uint64_t most) {
  const rlimit both{most, most};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

/// Between fork and exec: only calls that are safe there.
[[noreturn]] void become_worker(char* const* arguments, int answer, const ImportLimits& limits, WorkerStart start) {
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(answer, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, kMostOpenFiles);
  limit(RLIMIT_CPU, limits.cpu_seconds);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers reserve terabytes
  limit(RLIMIT_AS, limits.memory_bytes);
#endif
  start(arguments);
  ::_exit(127);
}

/// Everything the worker prints until it ends; stops reading at the deadline and kills it.
std::string read_answer(int from, pid_t worker, std::chrono::seconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  std::string answer;
  std::array<char, 4096> block{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd watched{from, POLLIN, 0};
    const int ready = left.count() > 0 ? ::poll(&watched, 1, static_cast<int>(left.count())) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) break;
    const ssize_t count = ::read(from, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return answer;
    answer.append(block.data(), static_cast<std::size_t>(count));
    if (answer.size() > kLongestAnswer) break;
  }
  ::kill(worker, SIGKILL);
  return {};
}

/// Of the pictures beside a model, which it may show.
std::uint64_t picture_bytes(const fs::path& folder) {
  constexpr std::size_t kMostFiles = 10000;
  std::uint64_t bytes = 0;
  for (const fs::path& where : {folder, folder / "textures"}) {
    std::error_code error;
    std::size_t files = 0;
    for (fs::directory_iterator it(where, error), end; !error && it != end && files < kMostFiles; it.increment(error)) {
      const std::string extension = it->path().extension().string();
      const bool picture = extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".PNG" ||
                           extension == ".JPG";
      std::error_code unknown;
      const std::uintmax_t size = picture ? it->file_size(unknown) : 0;
      if (!unknown) bytes += size;
      ++files;
    }
  }
  return bytes;
}

core::Error how_it_ended(const fs::path& file, int status, const ImportLimits& limits) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU || signal == SIGKILL) {
    return {fmt::format("{}: reading it took more than {} s and was stopped: the file is damaged or too intricate",
                        file.string(), limits.cpu_seconds)};
  }
  const std::string how = signal != 0 ? fmt::format("signal {}, {}", signal, ::strsignal(signal))
                                      : fmt::format("exit code {}", WEXITSTATUS(status));
  return {
      fmt::format("{}: the importer failed on it ({}; it may use {} MiB of memory): the file is damaged or too large",
                  file.string(), how, limits.memory_bytes / kMiB)};
}

core::Json json_of(const scene::ImportSummary& summary) {
  const auto vector = [](const math::Vec3& v) { return core::Json::array({v.x, v.y, v.z}); };
  return {{"objects", summary.objects},        {"triangles", summary.triangles},      {"materials", summary.materials},
          {"low", vector(summary.bounds.low)}, {"high", vector(summary.bounds.high)}, {"problems", summary.problems}};
}

/// The worker is ours, but what it was fed is not: its answer is read as any file is.
core::Result<scene::ImportSummary> summary_of(const std::string& answer, const fs::path& file) {
  const core::Json json = core::Json::parse(answer, nullptr, false);
  if (json.is_object() && json.contains("error") && json["error"].is_string())
    return core::fail("{}", json["error"].get<std::string>());
  if (!json.is_object() || !json.contains("problems"))
    return core::fail("{}: the importer gave no answer: the file is damaged", file.string());
  const auto vector = [&](const char* key) {
    return math::Vec3(json[key][0].get<double>(), json[key][1].get<double>(), json[key][2].get<double>());
  };
  scene::ImportSummary summary;
  summary.objects = json["objects"].get<std::size_t>();
  summary.triangles = json["triangles"].get<std::size_t>();
  summary.materials = json["materials"].get<std::size_t>();
  summary.bounds = {vector("low"), vector("high")};
  summary.problems = json["problems"].get<std::vector<std::string>>();
  return summary;
}

struct Ended {
  std::string answer;
  int status = 0;
};

core::Result<Ended> run_worker(std::vector<std::string> words, const ImportLimits& limits, WorkerStart start) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return core::fail("import: no pipe ({})", std::strerror(errno));
  const pid_t worker = ::fork();
  if (worker == 0) become_worker(arguments.data(), ends[1], limits, start);
  ::close(ends[1]);
  if (worker < 0) {
    ::close(ends[0]);
    return core::fail("import: no process ({})", std::strerror(errno));
  }
  Ended ended;
  ended.answer = read_answer(ends[0], worker, std::chrono::seconds(kPatience * limits.cpu_seconds));
  ::close(ends[0]);
  while (::waitpid(worker, &ended.status, 0) < 0 && errno == EINTR) {
  }
  return ended;
}

}  // namespace

void start_program_again(char* const* words) {
  ::execv("/proc/self/exe", words);
}

ImportLimits import_limits(std::uint64_t file_bytes) {
  return {std::max<std::uint64_t>(2048 * kMiB, 16 * file_bytes), static_cast<unsigned>(9 + 4 * (file_bytes / kMiB))};
}

core::Result<scene::ImportSummary> import_in_process(const fs::path& file, const fs::path& output,
                                                     const scene::ImportSettings& options, WorkerStart start) {
  FH_TRY_VOID(scene::check_importable(file));
  std::error_code error;
  const ImportLimits limits =
      import_limits(fs::file_size(file, error) + picture_bytes(fs::absolute(file).parent_path()));
  const fs::path unfinished = output.string() + ".part" + std::to_string(::getpid());
  std::vector<std::string> words{"firsthand",         "import-worker", file.string(), "--out",
                                 unfinished.string(), "--unit",        options.unit};
  if (options.z_up) words.push_back("--z-up");
  FH_TRY(ended, run_worker(std::move(words), limits, start));
  core::Result<scene::ImportSummary> summary =
      WIFEXITED(ended.status) && (WEXITSTATUS(ended.status) == 0 || !ended.answer.empty())
          ? summary_of(ended.answer, file)
          : tl::make_unexpected(how_it_ended(file, ended.status, limits));
  if (summary) fs::rename(unfinished, output, error);
  if (summary && error) summary = core::fail("{}: cannot be written ({})", output.string(), error.message());
  if (!summary) fs::remove(unfinished, error);
  return summary;
}

bool import_worker(const fs::path& file, const fs::path& output, const scene::ImportSettings& options) {
  const auto summary = scene::import_model(file, output, options);
  const core::Json json = summary ? json_of(*summary) : core::Json{{"error", summary.error().message}};
  std::printf("%s\n", json.dump(-1, ' ', false, core::Json::error_handler_t::replace).c_str());
  std::fflush(stdout);
  return summary.has_value();
}

}  // namespace fh::app
