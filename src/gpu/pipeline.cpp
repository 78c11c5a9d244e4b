// SPDX-License-Identifier: Apache-2.0
#include "gpu/pipeline.h"

#include "gpu/check.h"

namespace fh::gpu {
namespace {

core::Result<ShaderModule> make_module(Device& device, const Shader& shader) {
  VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.codeSize = shader.bytes;
  info.pCode = shader.words;
  VkShaderModule module = VK_NULL_HANDLE;
  FH_VK(vkCreateShaderModule(device.get(), &info, nullptr, &module));
  return ShaderModule(device.get(), module);
}

VkPipelineColorBlendAttachmentState blend_state(const GraphicsPipelineSpec& spec) {
  VkPipelineColorBlendAttachmentState state{};
  state.colorWriteMask = spec.write_colour ? VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                                                 VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT
                                           : 0;
  if (spec.blend == Blend::None) return state;
  state.blendEnable = VK_TRUE;
  state.colorBlendOp = VK_BLEND_OP_ADD;
  state.alphaBlendOp = VK_BLEND_OP_ADD;
  // The target's alpha carries the share of ambient light, not coverage: it is left alone.
  state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
  state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  switch (spec.blend) {
    case Blend::Multiply:
      state.srcColorBlendFactor = VK_BLEND_FACTOR_ZERO;
      state.dstColorBlendFactor = VK_BLEND_FACTOR_SRC_COLOR;
      break;
    case Blend::Premultiplied:
      state.srcColorBlendFactor = VK_BLEND_FACTOR_ONE;
      state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
      break;
    default:
      state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
      state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
      break;
  }
  return state;
}

VkPipelineDepthStencilStateCreateInfo depth_state(const GraphicsPipelineSpec& spec) {
  VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  depth.depthTestEnable = spec.depth_test;
  depth.depthWriteEnable = spec.depth_write;
  depth.depthCompareOp = spec.depth_compare;
  if (spec.stencil_front != nullptr) {
    depth.stencilTestEnable = VK_TRUE;
    depth.front = *spec.stencil_front;
    depth.back = spec.stencil_back != nullptr ? *spec.stencil_back : *spec.stencil_front;
  }
  return depth;
}

/// The shader stages of a graphics pipeline with what they point to; stays where it is while they are used.
struct ShaderStages {
  std::vector<VkSpecializationMapEntry> entries;
  VkSpecializationInfo constants{};
  ShaderModule vertex, fragment;
  std::vector<VkPipelineShaderStageCreateInfo> infos;
};

core::Result<> make_stages(Device& device, const GraphicsPipelineSpec& spec, ShaderStages& stages) {
  for (std::uint32_t i = 0; i < spec.constants.size(); ++i) stages.entries.push_back({i, 4 * i, 4});
  stages.constants = {static_cast<std::uint32_t>(stages.entries.size()), stages.entries.data(),
                      spec.constants.size_bytes(), spec.constants.data()};
  FH_ASSIGN(stages.vertex, make_module(device, spec.vertex));
  stages.infos.assign(1, {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO});
  stages.infos[0].stage = VK_SHADER_STAGE_VERTEX_BIT;
  stages.infos[0].module = stages.vertex.get();
  stages.infos[0].pName = "main";
  stages.infos[0].pSpecializationInfo = &stages.constants;
  if (spec.fragment.words == nullptr) return {};
  FH_ASSIGN(stages.fragment, make_module(device, spec.fragment));
  stages.infos.push_back(stages.infos[0]);
  stages.infos[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT;
  stages.infos[1].module = stages.fragment.get();
  return {};
}

VkPipelineVertexInputStateCreateInfo vertex_input_state(const GraphicsPipelineSpec& spec) {
  VkPipelineVertexInputStateCreateInfo input{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  input.vertexBindingDescriptionCount = static_cast<std::uint32_t>(spec.bindings.size());
  input.pVertexBindingDescriptions = spec.bindings.data();
  input.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(spec.attributes.size());
  input.pVertexAttributeDescriptions = spec.attributes.data();
  return input;
}

VkPipelineRasterizationStateCreateInfo raster_state(const GraphicsPipelineSpec& spec) {
  VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
  raster.polygonMode = VK_POLYGON_MODE_FILL;
  raster.cullMode = spec.cull;
  raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
  raster.depthBiasEnable = spec.depth_bias;
  raster.lineWidth = 1.0f;
  return raster;
}

/// The attachments of dynamic rendering; points into `spec`.
VkPipelineRenderingCreateInfo rendering_state(const GraphicsPipelineSpec& spec) {
  VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
  rendering.viewMask = spec.view_mask;
  rendering.colorAttachmentCount = spec.colour_format != VK_FORMAT_UNDEFINED ? 1 : 0;
  rendering.pColorAttachmentFormats = &spec.colour_format;
  rendering.depthAttachmentFormat = spec.depth_format;
  rendering.stencilAttachmentFormat = spec.has_stencil ? spec.depth_format : VK_FORMAT_UNDEFINED;
  return rendering;
}

}  // namespace

core::Result<Pipeline> make_pipeline(Device& device, const GraphicsPipelineSpec& spec) {
  ShaderStages stages;
  FH_TRY_VOID(make_stages(device, spec, stages));
  const VkPipelineVertexInputStateCreateInfo input = vertex_input_state(spec);
  VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  VkPipelineViewportStateCreateInfo viewport{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
  viewport.viewportCount = 1;
  viewport.scissorCount = 1;
  const VkPipelineRasterizationStateCreateInfo raster = raster_state(spec);
  VkPipelineMultisampleStateCreateInfo multisample{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
  multisample.rasterizationSamples = spec.samples;
  const VkPipelineDepthStencilStateCreateInfo depth = depth_state(spec);
  const VkPipelineColorBlendAttachmentState attachment = blend_state(spec);
  VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  blend.attachmentCount = spec.colour_format != VK_FORMAT_UNDEFINED ? 1 : 0;
  blend.pAttachments = &attachment;
  std::vector<VkDynamicState> states{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  states.insert(states.end(), spec.dynamic.begin(), spec.dynamic.end());
  VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
  dynamic.dynamicStateCount = static_cast<std::uint32_t>(states.size());
  dynamic.pDynamicStates = states.data();

  const VkPipelineRenderingCreateInfo rendering = rendering_state(spec);
  VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
  info.pNext = &rendering;
  info.stageCount = static_cast<std::uint32_t>(stages.infos.size());
  info.pStages = stages.infos.data();
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pViewportState = &viewport;
  info.pRasterizationState = &raster;
  info.pMultisampleState = &multisample;
  info.pDepthStencilState = &depth;
  info.pColorBlendState = &blend;
  info.pDynamicState = &dynamic;
  info.layout = spec.layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  FH_VK(vkCreateGraphicsPipelines(device.get(), device.pipeline_cache(), 1, &info, nullptr, &pipeline));
  return Pipeline(device.get(), pipeline);
}

core::Result<Pipeline> make_compute_pipeline(Device& device, const Shader& shader, VkPipelineLayout layout) {
  FH_TRY(module, make_module(device, shader));
  VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module.get();
  info.stage.pName = "main";
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  FH_VK(vkCreateComputePipelines(device.get(), device.pipeline_cache(), 1, &info, nullptr, &pipeline));
  return Pipeline(device.get(), pipeline);
}

core::Result<PipelineLayout> make_pipeline_layout(Device& device, std::span<const VkDescriptorSetLayout> sets,
                                                  std::uint32_t push_bytes, VkShaderStageFlags push_stages) {
  const VkPushConstantRange range{push_stages, 0, push_bytes};
  VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  info.setLayoutCount = static_cast<std::uint32_t>(sets.size());
  info.pSetLayouts = sets.data();
  info.pushConstantRangeCount = push_bytes > 0 ? 1 : 0;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  FH_VK(vkCreatePipelineLayout(device.get(), &info, nullptr, &layout));
  return PipelineLayout(device.get(), layout);
}

}  // namespace fh::gpu
