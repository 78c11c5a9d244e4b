// SPDX-License-Identifier: Apache-2.0
#include "audio/speech.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>

#include "audio/synthesis.h"

extern char** environ;

namespace fh::audio {
namespace {

constexpr const char* kProgram = "espeak-ng";
constexpr int kPatience = 5000;               // ms
constexpr std::size_t kMostSpoken = 1 << 23;  // a minute and a half at 22 kHz is 4 MB

std::uint32_t number_at(const std::string& bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i > 0; --i) value = (value << 8) | static_cast<std::uint8_t>(bytes[at + i - 1]);
  return value;
}

/// What the process writes until it ends; empty when it is late, writes too much or fails.
std::string output_of(pid_t process, int from) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(kPatience);
  std::string bytes;
  bool whole = false;
  for (std::array<char, 16384> part{}; bytes.size() < kMostSpoken;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready{from, POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) <= 0) break;
    const ssize_t count = ::read(from, part.data(), part.size());
    whole = count == 0;
    if (count <= 0) break;
    bytes.append(part.data(), static_cast<std::size_t>(count));
  }
  if (!whole) ::kill(process, SIGKILL);
  int status = 0;
  ::waitpid(process, &status, 0);
  return whole && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? bytes : std::string();
}

}  // namespace

std::vector<std::int16_t> samples_of_wav(const std::string& bytes) {
  if (bytes.size() < 12 || bytes.compare(0, 4, "RIFF") != 0 || bytes.compare(8, 4, "WAVE") != 0) return {};
  std::uint32_t rate = 0;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::size_t size = number_at(bytes, at + 4, 4), begin = at + 8;
    if (bytes.compare(at, 4, "fmt ") == 0 && begin + 16 <= bytes.size()) {
      const bool plain = number_at(bytes, begin, 2) == 1 && number_at(bytes, begin + 2, 2) == 1 &&
                         number_at(bytes, begin + 14, 2) == 16;
      rate = plain ? number_at(bytes, begin + 4, 4) : 0;
    }
    if (bytes.compare(at, 4, "data") != 0) {
      if (size > bytes.size()) return {};
      at = begin + size + size % 2;
      continue;
    }
    if (rate < 1000 || rate > 192000) return {};
    // A program that writes into a pipe does not know the size beforehand: what is there counts.
    const std::size_t count = std::min(size, bytes.size() - begin) / 2;
    const auto sample = [&](std::size_t i) {
      return static_cast<double>(static_cast<std::int16_t>(number_at(bytes, begin + 2 * std::min(i, count - 1), 2)));
    };
    std::vector<std::int16_t> samples(count * kSampleRate / rate);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double from = static_cast<double>(i) * rate / kSampleRate;
      const auto before = static_cast<std::size_t>(from);
      const double share = from - static_cast<double>(before);
      samples[i] = static_cast<std::int16_t>((1.0 - share) * sample(before) + share * sample(before + 1));
    }
    return samples;
  }
  return {};
}

std::vector<std::int16_t> spoken(const std::string& words, std::uint32_t speaker) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  std::string voice = std::string("en+") + (speaker % 2 == 0 ? "m" : "f") + std::to_string(1 + speaker / 2 % 4);
  std::string pitch = std::to_string(35 + 7 * (speaker / 2 % 5)), text = words;
  std::string program = kProgram, out = "--stdout", v = "-v", p = "-p", last = "--";
  char* arguments[] = {program.data(), out.data(),  v.data(),    voice.data(), p.data(),
                       pitch.data(),   last.data(), text.data(), nullptr};
  pid_t process = 0;
  const int failed = posix_spawnp(&process, kProgram, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  const std::string bytes = failed == 0 ? output_of(process, ends[0]) : std::string();
  ::close(ends[0]);
  return samples_of_wav(bytes);
}

}  // namespace fh::audio
