// SPDX-License-Identifier: Apache-2.0
#include "render/skinning_pass.h"

#include <shaders/embedded.h>
#include "gpu/barrier.h"
#include "gpu/check.h"

namespace fh::render {

core::Result<SkinningPass> SkinningPass::create(gpu::Device& device, const SkinStore& skins) {
  SkinningPass pass;
  pass.device_ = &device;
  pass.use(skins);
  const gpu::Binding storage{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_COMPUTE_BIT};
  FH_TRY(set_layout, gpu::make_set_layout(device, std::array{storage, storage, storage, storage}));
  pass.set_layout_ = std::move(set_layout);
  const std::array layouts{pass.set_layout_.get()};
  FH_TRY(layout, gpu::make_pipeline_layout(device, layouts, sizeof(SkinningJob), VK_SHADER_STAGE_COMPUTE_BIT));
  pass.layout_ = std::move(layout);
  FH_TRY(pipeline, gpu::make_compute_pipeline(device, shaders::skin_comp, pass.layout_.get()));
  pass.pipeline_ = std::move(pipeline);
  FH_TRY(pool, gpu::make_descriptor_pool(device, gpu::kFramesInFlight));
  pass.pool_ = std::move(pool);
  for (VkDescriptorSet& set : pass.sets_) {
    FH_TRY(made, gpu::allocate_set(device, pass.pool_.get(), pass.set_layout_.get()));
    set = made;
  }
  return pass;
}

void SkinningPass::use(const SkinStore& skins) {
  rest_ = skins.rest_vertices();
  influences_ = skins.influences();
}

void SkinningPass::record(VkCommandBuffer commands, std::uint32_t slot_index, FrameSlot& slot,
                          std::span<const SkinningJob> jobs) {
  if (jobs.empty()) return;
  if (slot.posed_replaced) {
    constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    gpu::SetWriter(sets_[slot_index])
        .buffer(0, kStorage, rest_)
        .buffer(1, kStorage, influences_)
        .buffer(2, kStorage, slot.matrices.get())
        .buffer(3, kStorage, slot.posed_vertices.get())
        .apply(device_->get());
    slot.posed_replaced = false;
  }
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &sets_[slot_index], 0,
                          nullptr);
  for (const SkinningJob& job : jobs) {
    vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof job, &job);
    vkCmdDispatch(commands, (job.count + 63) / 64, 1, 1);
  }
  gpu::memory_barrier(commands, gpu::Use::ComputeWrite, gpu::Use::VertexRead);
}

}  // namespace fh::render
