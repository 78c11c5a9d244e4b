// SPDX-License-Identifier: Apache-2.0
#pragma once
// A validated device for a test; checks at the end that validation was silent and nothing leaked.
#include <catch2/catch_test_macros.hpp>
#include <memory>

#include "core/log.h"
#include "gpu/device.h"
#include "gpu/instance.h"
#include "require.h"

namespace fh::test {

class GpuContext {
 public:
  explicit GpuContext(const std::filesystem::path& pipeline_cache = {}) {
    core::set_log_level(core::LogLevel::Warning);
    gpu::InstanceOptions options;
    options.validation = true;
    auto made = gpu::Instance::create(options);
    if (!made) skip_without("gpu", made.error().message);
    instance_ = std::move(*made);
    if (!instance_->validation_active()) skip_without("gpu", "the Vulkan validation layer is not installed");
    gpu::DeviceOptions device_options;
    device_options.pipeline_cache_file = pipeline_cache;
    auto device = gpu::Device::create(*instance_, device_options);
    if (!device) skip_without("gpu", device.error().message);
    device_ = std::move(*device);
  }

  gpu::Device& device() { return *device_; }
  gpu::Instance& instance() { return *instance_; }

  /// Call when everything made from the device is gone.
  void check_clean() {
    REQUIRE(device_->wait_idle());
    CHECK(device_->memory().allocation_count() == 0);
    device_.reset();
    check_silent();
  }
  void check_silent() {
    for (const auto& message : instance_->messages().first_messages()) UNSCOPED_INFO(message);
    CHECK(instance_->messages().message_count() == 0);
  }

 private:
  std::unique_ptr<gpu::Instance> instance_;
  std::unique_ptr<gpu::Device> device_;
};

}  // namespace fh::test
