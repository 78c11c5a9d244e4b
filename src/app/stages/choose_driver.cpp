// SPDX-License-Identifier: Apache-2.0
#include "app/stages/choose_driver.h"

#include <fmt/format.h>

#include <future>
#include <thread>

#include "desktop/window.h"
#include "xr/runtime_probe.h"

namespace fh::app {
namespace {

/// The probe in a thread of its own: a runtime that hangs must not hang the program. Such a thread is left behind.
xr::RuntimeProbe probe_in_time() {
  std::promise<xr::RuntimeProbe> promise;
  std::future<xr::RuntimeProbe> answer = promise.get_future();
  std::thread([promise = std::move(promise)]() mutable { promise.set_value(xr::probe_runtime()); }).detach();
  if (answer.wait_for(std::chrono::duration<double>(kRuntimePatience)) == std::future_status::ready)
    return answer.get();
  xr::RuntimeProbe probe;
  probe.availability = xr::Availability::RuntimeFailed;
  probe.cause = fmt::format("the OpenXR runtime did not answer within {} s", kRuntimePatience);
  probe.remedy = "check that the runtime's own application works, then try again";
  return probe;
}

}  // namespace

core::Result<> headset_ready() {
  const xr::RuntimeProbe probe = probe_in_time();
  if (probe.availability == xr::Availability::Ready) return {};
  return core::fail("no headset: {} ({})", probe.cause, probe.remedy);
}

StartupChoice choose_driver() {
  const xr::RuntimeProbe probe = probe_in_time();
  if (probe.availability == xr::Availability::Ready) return {Who::Headset, probe.cause};
  const std::string no_headset = fmt::format("no headset: {} ({})", probe.cause, probe.remedy);
  if (desktop::has_display()) return {Who::Window, no_headset + "; opening a window instead"};
  return {Who::Tour, no_headset + "; no display either, so a scripted tour is run"};
}

}  // namespace fh::app
