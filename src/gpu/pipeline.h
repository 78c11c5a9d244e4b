// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pipelines described by what differs between ours; the rest is fixed: dynamic rendering, viewport and scissor dynamic,
// counter-clockwise front faces, reversed depth.
#include <vulkan/vulkan.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/result.h"
#include "gpu/device.h"
#include "gpu/handle.h"
#include "gpu/shader.h"

namespace fh::gpu {

enum class Blend { None, Alpha, Premultiplied, Multiply };

struct GraphicsPipelineSpec {
  Shader vertex, fragment;  // fragment may be empty (depth only)
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::span<const VkVertexInputBindingDescription> bindings;
  std::span<const VkVertexInputAttributeDescription> attributes;
  VkFormat colour_format = VK_FORMAT_UNDEFINED;  // undefined: no colour attachment
  VkFormat depth_format = VK_FORMAT_UNDEFINED;
  bool has_stencil = false;
  std::uint32_t view_mask = 1;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  Blend blend = Blend::None;
  bool write_colour = true;
  bool depth_test = true;
  bool depth_write = true;
  VkCompareOp depth_compare = VK_COMPARE_OP_GREATER_OR_EQUAL;  // reversed: nearer is greater
  bool depth_bias = false;  // shadow maps: slope-scaled bias, set by vkCmdSetDepthBias
  VkCullModeFlags cull = VK_CULL_MODE_BACK_BIT;
  const VkStencilOpState* stencil_front = nullptr;  // null: no stencil test
  const VkStencilOpState* stencil_back = nullptr;
  std::span<const VkDynamicState> dynamic;   // besides viewport and scissor
  std::span<const std::uint32_t> constants;  // specialization constants 0, 1, … of both stages, 4 bytes each
};

core::Result<Pipeline> make_pipeline(Device& device, const GraphicsPipelineSpec& spec);
core::Result<Pipeline> make_compute_pipeline(Device& device, const Shader& shader, VkPipelineLayout layout);
core::Result<PipelineLayout> make_pipeline_layout(Device& device, std::span<const VkDescriptorSetLayout> sets,
                                                  std::uint32_t push_bytes, VkShaderStageFlags push_stages);

}  // namespace fh::gpu
