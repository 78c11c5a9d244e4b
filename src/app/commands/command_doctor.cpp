// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/commands/commands.h"
#include "app/config/build_info.h"
#include "core/files.h"
#include "gpu/device_list.h"
#include "xr/runtime_probe.h"

namespace fh::app {
namespace {

enum class Health { Good, Note, Problem };

struct Finding {
  std::string about;  // "headset"
  Health health = Health::Good;
  std::string what;    // one sentence
  std::string remedy;  // empty when nothing need be done
  core::Json details = core::Json::object();
};

Finding about_program() {
  return {"program", Health::Good, "firsthand " + build_id(), "", {{"version", version()}, {"build", build_id()}}};
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  }
  return "unknown CPU";
}

Finding about_cpu() {
  const unsigned cores = std::thread::hardware_concurrency();
  Finding finding{"cpu", Health::Good, fmt::format("{}, {} threads", cpu_name(), cores), "", {{"threads", cores}}};
  if (cores < 4) {
    finding.health = Health::Note;
    finding.remedy = "four or more threads are better for a headset with several agents";
  }
  return finding;
}

Finding about_vulkan() {
  const auto devices = gpu::list_devices();
  if (!devices) {
    return {"vulkan", Health::Problem, devices.error().message,
            "install the graphics driver's Vulkan package (Debian: mesa-vulkan-drivers); headless runs work without",
            core::Json::object()};
  }
  Finding finding{"vulkan", Health::Problem, "no Vulkan device", "install the graphics driver's Vulkan package",
                  core::Json::array()};
  std::vector<std::string> lines;
  for (const auto& device : *devices) {
    const bool usable = device.missing.empty();
    if (usable)
      finding.health = device.kind == "software" && finding.health != Health::Good ? Health::Note : Health::Good;
    lines.push_back(fmt::format("{} ({}, Vulkan {}, {}){}", device.name, device.kind, device.api_version, device.driver,
                                usable ? "" : ": lacks " + device.missing));
    finding.details.push_back({{"name", device.name},
                               {"kind", device.kind},
                               {"api", device.api_version},
                               {"driver", device.driver},
                               {"missing", device.missing}});
  }
  if (!lines.empty()) finding.what = fmt::format("{}", fmt::join(lines, "; "));
  if (finding.health == Health::Good) finding.remedy.clear();
  if (finding.health == Health::Note)
    finding.remedy = "drawing on the CPU is too slow for a headset: use a graphics card";
  if (finding.health == Health::Problem && !lines.empty())
    finding.remedy = "update the graphics driver: Vulkan 1.3 is needed";
  return finding;
}

Finding about_headset() {
  const xr::RuntimeProbe probe = xr::probe_runtime();
  const bool ready = probe.availability == xr::Availability::Ready;
  return {"headset",
          ready ? Health::Good : Health::Note,
          probe.cause,
          probe.remedy,
          {{"loader", probe.loader_version},
           {"headers", probe.header_version},
           {"manifest", probe.manifest},
           {"looked_in", probe.looked_in},
           {"runtime", probe.runtime},
           {"headset", probe.headset},
           {"extensions", probe.extensions}}};
}

Finding about_display() {
  const char* x11 = std::getenv("DISPLAY");
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  if (x11 && *x11) return {"display", Health::Good, fmt::format("X11 display {}", x11), "", {{"display", x11}}};
  if (wayland && *wayland)
    return {"display", Health::Good, fmt::format("Wayland display {}", wayland), "", {{"display", wayland}}};
  return {"display", Health::Note, "no display (DISPLAY and WAYLAND_DISPLAY are not set): tours run off-screen",
          "start from a desktop session to get a window", core::Json::object()};
}

Finding about_assets() {
  const auto folder = core::data_folder();
  std::error_code ignored;
  const bool there = !folder.empty() && std::filesystem::is_directory(folder / "assets", ignored);
  return {
      "assets",
      there ? Health::Good : Health::Problem,
      there ? folder.string() : fmt::format("no assets folder {}", folder.empty() ? "found" : "in " + folder.string()),
      there ? "" : "give the folder that holds assets/ and config/ with --data",
      {{"folder", folder.string()}}};
}

Finding about_cache() {
  const auto folder = core::cache_folder();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return {"cache",
            Health::Problem,
            fmt::format("{} cannot be created: {}", folder.string(), error.message()),
            "set XDG_CACHE_HOME to a folder you can write to",
            {{"folder", folder.string()}}};
  }
  return {"cache", Health::Good, folder.string(), "", {{"folder", folder.string()}}};
}

const char* word(Health health) {
  switch (health) {
    case Health::Good:
      return "ok";
    case Health::Note:
      return "note";
    case Health::Problem:
      break;
  }
  return "PROBLEM";
}

}  // namespace

int doctor(const DoctorOptions& options) {
  const std::vector<Finding> findings = {about_program(), about_cpu(),    about_vulkan(), about_headset(),
                                         about_display(), about_assets(), about_cache()};
  bool problem = false;
  core::Json all = core::Json::array();
  for (const auto& finding : findings) {
    problem = problem || finding.health == Health::Problem;
    core::Json row = {{"about", finding.about},
                      {"health", word(finding.health)},
                      {"what", finding.what},
                      {"remedy", finding.remedy},
                      {"details", finding.details}};
    all.push_back(std::move(row));
    if (options.json) continue;
    std::printf("%-8s %-8s %s\n", finding.about.c_str(), word(finding.health), finding.what.c_str());
    if (!finding.remedy.empty()) std::printf("%-17s -> %s\n", "", finding.remedy.c_str());
  }
  if (options.json) print_json(all);
  return problem ? kNo : kDone;
}

}  // namespace fh::app
