// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "core/assert.h"
#include "core/text.h"

namespace fh::core {
namespace {

std::atomic<LogLevel> g_level{LogLevel::Info};

spdlog::logger& logger() {
  static const auto instance = [] {
    auto made = spdlog::stderr_color_mt("firsthand");
    made->set_pattern("%^%l%$: %v");
    made->set_level(spdlog::level::trace);
    return made;
  }();
  return *instance;
}

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Error:
      return spdlog::level::err;
    case LogLevel::Off:
      break;
  }
  return spdlog::level::off;
}

}  // namespace

void set_log_level(LogLevel level) {
  g_level = level;
}
LogLevel log_level() {
  return g_level;
}

void log_line(LogLevel level, std::string_view text) {
  const std::string shown = printable(text);
  logger().log(to_spdlog(level), spdlog::string_view_t(shown.data(), shown.size()));
}

void assertion_failed(const char* expression, const char* file, int line, std::string_view detail) {
  std::fprintf(stderr, "firsthand: broken contract: %s at %s:%d (%.*s)\n", expression, file, line,
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

}  // namespace fh::core
