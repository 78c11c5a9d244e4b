// SPDX-License-Identifier: Apache-2.0
// The device layer: creation, memory, caches, frames in flight.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>

#include "core/files.h"
#include "gpu/buffer.h"
#include "gpu/check.h"
#include "gpu/device_list.h"
#include "gpu/frame_ring.h"
#include "gpu/upload.h"
#include "gpu_context.h"
#include "temporary_folder.h"

namespace fh::test {

TEST_CASE("devices are listed with what they lack") {
  const auto devices = gpu::list_devices();
  if (!devices || devices->empty()) skip_without("gpu", "no Vulkan device");
  CHECK_FALSE(devices->front().name.empty());
  CHECK_FALSE(devices->front().driver.empty());
  CHECK(devices->front().api_version.find('.') != std::string::npos);
}

TEST_CASE("creation hooks make instance and device") {
  int instances = 0, devices = 0, choices = 0;
  gpu::InstanceOptions options;
  options.validation = true;
  options.hooks.create_instance = [&](const VkInstanceCreateInfo& info, VkInstance& instance) {
    ++instances;
    return vkCreateInstance(&info, nullptr, &instance);
  };
  options.hooks.choose_device = [&](VkInstance instance, VkPhysicalDevice& device) {
    ++choices;
    std::uint32_t count = 1;
    const VkResult result = vkEnumeratePhysicalDevices(instance, &count, &device);
    return count == 1 && result >= 0 ? VK_SUCCESS : VK_ERROR_INITIALIZATION_FAILED;
  };
  options.hooks.create_device = [&](VkPhysicalDevice physical, const VkDeviceCreateInfo& info, VkDevice& device) {
    ++devices;
    return vkCreateDevice(physical, &info, nullptr, &device);
  };
  auto instance = gpu::Instance::create(options);
  if (!instance) skip_without("gpu", instance.error().message);
  auto device = gpu::Device::create(**instance);
  if (!device) skip_without("gpu", device.error().message);
  CHECK(instances == 1);
  CHECK(choices == 1);
  CHECK(devices == 1);
  device->reset();
  CHECK((*instance)->messages().message_count() == 0);
}

TEST_CASE("a failing hook is an error with a reason") {
  gpu::InstanceOptions options;
  options.hooks.create_instance = [](const VkInstanceCreateInfo&, VkInstance&) { return VK_ERROR_INCOMPATIBLE_DRIVER; };
  const auto instance = gpu::Instance::create(options);
  REQUIRE_FALSE(instance);
  CHECK(instance.error().message.find("VK_ERROR_INCOMPATIBLE_DRIVER") != std::string::npos);
}

TEST_CASE("device loss is recognised, other errors are not") {
  CHECK(gpu::is_device_loss(gpu::error_of(VK_ERROR_DEVICE_LOST, "vkQueueSubmit2(queue)")));
  CHECK_FALSE(gpu::is_device_loss(gpu::error_of(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkAllocateMemory()")));
  CHECK(gpu::error_of(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vmaCreateBuffer(a, b)").message.find("vmaCreateBuffer:") == 0);
}

TEST_CASE("an impossible allocation fails and leaves the device usable") {
  GpuContext context;
  {
    const auto huge = gpu::Buffer::create(context.device().memory(), 1ull << 50, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                          gpu::Access::Device);
    CHECK_FALSE(huge);
    const auto small = gpu::Buffer::create(context.device().memory(), 1024, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                           gpu::Access::HostWrite);
    REQUIRE(small);
    CHECK(small->data() != nullptr);
  }
  CHECK(context.device().memory().allocation_count() == 0);
}

TEST_CASE("pipeline cache is written, read again, and ignored when damaged") {
  const fh::test::TemporaryFolder folder;
  const auto file = folder.path / "pipelines.bin";
  {
    GpuContext context(file);
    context.check_clean();
  }
  REQUIRE(std::filesystem::exists(file));
  for (const std::size_t damaged_at : {std::size_t{0}, std::size_t{9}, std::size_t{30}}) {
    auto bytes = core::read_file(file);
    REQUIRE(bytes);
    if (damaged_at < bytes->size()) (*bytes)[damaged_at] ^= std::byte{0x55};
    REQUIRE(core::write_file(file, *bytes));
    GpuContext context(file);
    context.check_clean();
  }
  REQUIRE(core::write_text(file, "short"));
  GpuContext context(file);
  context.check_clean();
}

TEST_CASE("frames in flight are counted and waited for") {
  GpuContext context;
  {
    auto ring = gpu::FrameRing::create(context.device());
    REQUIRE(ring);
    for (std::uint64_t i = 1; i <= 20; ++i) {
      REQUIRE(ring->begin());
      CHECK(ring->slot() == (i - 1) % gpu::kFramesInFlight);
      const auto frame = ring->submit();
      REQUIRE(frame);
      CHECK(*frame == i);
    }
    CHECK(ring->wait_for_all());
  }
  context.check_clean();
}

}  // namespace fh::test
