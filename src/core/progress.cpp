// SPDX-License-Identifier: Apache-2.0
#include "core/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace fh::core {
namespace {

constexpr int kCells = 20;
constexpr double kToldFrom = 0.02;  // share of the work below which the time left would be a guess

std::string time_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

std::string progress_text(const std::string& what, double share, double seconds) {
  const double done = std::clamp(share, 0.0, 1.0);
  const auto cells = static_cast<std::size_t>(done * kCells + 0.5);
  std::string text = fmt::format("{}  [{}{}] {:3.0f} %", what, std::string(cells, '#'),
                                 std::string(kCells - cells, ' '), 100.0 * done);
  if (done >= kToldFrom) text += fmt::format(", {} left", time_text(seconds * (1.0 - done) / done));
  return text;
}

Progress::Progress(std::string what, bool asked)
    : what_(std::move(what)), terminal_(::isatty(STDERR_FILENO) == 1), shown_(terminal_ || asked) {}

Progress::~Progress() {
  if (drawn_ && terminal_) std::fputs("\r\x1b[K", stderr);
}

void Progress::at(double share) {
  if (!shown_ || watch_.seconds() < next_s_) return;
  const std::string text = progress_text(what_, share, watch_.seconds());
  std::fputs(terminal_ ? ("\r" + text + "\x1b[K").c_str() : (text + "\n").c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
  next_s_ = watch_.seconds() + (terminal_ ? 0.2 : 1.0);
}

}  // namespace fh::core
