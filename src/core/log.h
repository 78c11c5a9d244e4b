// SPDX-License-Identifier: Apache-2.0
#pragma once
// The program's log: one line per event on stderr (stdout belongs to results). spdlog stays inside log.cpp.
#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace fh::core {

enum class LogLevel { Debug, Info, Warning, Error, Off };

void set_log_level(LogLevel level);
LogLevel log_level();
void log_line(LogLevel level, std::string_view text);

template <class... Args>
void log_debug(fmt::format_string<Args...> format, Args&&... args) {
  if (log_level() <= LogLevel::Debug) log_line(LogLevel::Debug, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void log_info(fmt::format_string<Args...> format, Args&&... args) {
  if (log_level() <= LogLevel::Info) log_line(LogLevel::Info, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  if (log_level() <= LogLevel::Warning) log_line(LogLevel::Warning, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void log_error(fmt::format_string<Args...> format, Args&&... args) {
  if (log_level() <= LogLevel::Error) log_line(LogLevel::Error, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace fh::core
