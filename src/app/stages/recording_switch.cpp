// SPDX-License-Identifier: Apache-2.0
#include "app/stages/recording_switch.h"

#include <ctime>

#include "core/log.h"

namespace fh::app {

std::string dated_path(const std::string& scenario) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char date[32];
  std::strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &parts);
  return fmt::format("visits/{}-{}", std::filesystem::path(scenario).stem().string(), date);
}

std::string RecordingSwitch::toggle(world::World& world) {
  if (recorder_.is_recording()) {
    const std::string written = file();
    const auto closed = recorder_.close("stopped by the operator");
    return closed ? fmt::format("recorded {}", written) : closed.error().message;
  }
  std::string path = dated_path(stem_) + ".fhlog";
  for (int i = 2; std::filesystem::exists(path); ++i) path = fmt::format("{}-{}.fhlog", dated_path(stem_), i);
  auto writer = session::LogWriter::create(path, header_);
  if (!writer) return writer.error().message;
  recorder_.start(std::move(*writer), world);
  return fmt::format("recording to {}", path);
}

}  // namespace fh::app
