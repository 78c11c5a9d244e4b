// SPDX-License-Identifier: Apache-2.0
#include "render/renderer.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "core/log.h"
#include "core/time.h"
#include "gpu/check.h"
#include "gpu/frame_ring.h"
#include "gpu/upload.h"
#include "render/material_store.h"
#include "render/multiview_probe.h"
#include "render/passes.h"
#include "render/view/projection.h"

namespace fh::render {
namespace {

constexpr std::size_t kKeptSizes = 4;   // eye buffers of this many different targets are kept
constexpr std::size_t kMostViews = 16;  // per frame

constexpr VkSampleCountFlagBits kSamples = VK_SAMPLE_COUNT_4_BIT;  // every device has four

SurfaceFeatures features_of(const scene::Scene& scene) {
  SurfaceFeatures features{false, false};
  for (const scene::Material& m : scene.materials) {
    features.colour_textures |= m.base_colour_texture != scene::kNoTexture;
    features.data_textures |=
        m.normal_texture != scene::kNoTexture || m.metallic_roughness_texture != scene::kNoTexture;
  }
  return features;
}

std::size_t count_mirrors(const scene::Scene& scene, const SceneGeometry& geometry) {
  std::size_t count = 0;
  for (const scene::Object& object : scene.objects) {
    for (const scene::Part& part : object.parts) {
      count += part.mesh < geometry.meshes().size() && geometry.meshes()[part.mesh].mirror_count > 0 ? 1 : 0;
    }
  }
  return count;
}

core::Result<ShadowMaps> make_shadow_maps(gpu::Device& device, std::uint32_t size) {
  gpu::ImageShape shape;
  shape.format = kShadowFormat;
  shape.extent = {size, size};
  shape.layers = kCascades;
  shape.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
  ShadowMaps maps;
  FH_TRY(image, gpu::Image::create(device.memory(), shape));
  maps.image = std::move(image);
  for (std::uint32_t i = 0; i < kCascades; ++i) {
    FH_TRY(layer, gpu::make_array_view(device.get(), maps.image.get(), shape.format, VK_IMAGE_ASPECT_DEPTH_BIT, i, 1));
    maps.layers[i] = std::move(layer);
  }
  return maps;
}

core::Result<gpu::Image> make_font_texture(gpu::Device& device, const Font& font) {
  gpu::ImageShape shape;
  shape.format = VK_FORMAT_R8_UNORM;
  shape.extent = {font.atlas_size(), font.atlas_size()};
  return gpu::make_texture(device, shape, std::as_bytes(std::span(font.atlas())));
}

}  // namespace

struct Renderer::Parts {
  gpu::Device* device = nullptr;
  RenderSettings settings;
  Font font;
  std::optional<SceneGeometry> geometry;
  std::optional<MaterialStore> materials;
  std::optional<SkinStore> skins;
  std::optional<SkinningPass> skinning;
  std::unique_ptr<Pipelines> pipelines;
  ShadowMaps shadow_maps;
  gpu::Image font_texture;
  HiddenMesh hidden;
  gpu::Sampler nearest, linear, texture, shadow;
  std::optional<gpu::FrameRing> ring;
  std::vector<FrameSlot> slots;
  std::vector<EyeBuffers> eye_buffers;
  std::optional<DrawPlan> plan;
  gpu::Image id_image, id_depth;
  gpu::Buffer id_buffer;
  std::uint64_t globals_stride = 0;
  std::size_t mirrors_in_place = 0;  // as many pictures for mirrors are made before any is seen
  FrameStats stats;
  bool one_pass = true;
  std::vector<View> single_views;  // both eyes one after the other: eye 0 of all views, then eye 1

  core::Result<> load(const scene::Scene& scene, std::span<const SkinMesh> given);
  core::Result<> make_samplers();
  core::Result<EyeBuffers*> buffers_for(VkExtent2D extent, std::uint32_t layers);
  core::Result<VkCommandBuffer> begin_frame();
  core::Result<RecordContext> prepare(VkCommandBuffer commands);
  std::span<const View> eye_by_eye(std::span<const View> views);
  core::Result<> record(const TargetImage& whole, RecordContext& context);
  core::Result<> draw(const frame::Snapshot& snapshot, std::span<const View> views, const TargetImage& target);
  core::Result<> reserve_id_images(VkExtent2D extent);
  core::Result<std::uint64_t> draw_ids(const frame::Snapshot& snapshot, const View& view, VkExtent2D extent);
};

Renderer::Renderer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Renderer::~Renderer() {
  if (parts_) (void)parts_->device->wait_idle();
}

core::Result<std::unique_ptr<Renderer>> Renderer::create(gpu::Device& device, const scene::Scene& scene,
                                                         std::span<const SkinMesh> skins,
                                                         const RenderSettings& settings) {
  auto parts = std::make_unique<Parts>();
  parts->device = &device;
  parts->settings = settings;
  if (auto loaded = parts->load(scene, skins); !loaded) {
    return core::fail_within("preparing the renderer", loaded.error());
  }
  core::log_debug("graphics memory: {:.0f} MB in {} pieces",
                  1e-6 * static_cast<double>(device.memory().allocated_bytes()), device.memory().allocation_count());
  return std::unique_ptr<Renderer>(new Renderer(std::move(parts)));
}

core::Result<> Renderer::Parts::make_samplers() {
  FH_TRY(n, gpu::make_sampler(*device, {VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE}));
  nearest = std::move(n);
  FH_TRY(l, gpu::make_sampler(*device, {VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE}));
  linear = std::move(l);
  FH_TRY(t, gpu::make_sampler(*device, {VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_REPEAT, true, true}));
  texture = std::move(t);
  FH_TRY(s, gpu::make_sampler(*device, {VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, false, false, true}));
  shadow = std::move(s);
  return {};
}

core::Result<> Renderer::Parts::load(const scene::Scene& scene, std::span<const SkinMesh> given) {
  FH_TRY(made_geometry, SceneGeometry::create(*device, scene));
  geometry = std::move(made_geometry);
  FH_TRY(made_materials, MaterialStore::create(*device, scene, settings.texture_size));
  materials = std::move(made_materials);
  FH_TRY(made_skins, SkinStore::create(*device, given));
  skins = std::move(made_skins);
  FH_TRY(made_skinning, SkinningPass::create(*device, *skins));
  skinning = std::move(made_skinning);
  FH_TRY(made_pipelines, Pipelines::create(*device, kSamples, features_of(scene)));
  pipelines = std::move(made_pipelines);
  if (!settings.shadows) settings.shadow_size = 16;
  FH_TRY(maps, make_shadow_maps(*device, settings.shadow_size));
  shadow_maps = std::move(maps);
  FH_TRY(letters, make_font_texture(*device, font));
  font_texture = std::move(letters);
  FH_TRY_VOID(make_samplers());
  one_pass = settings.stereo == Stereo::OnePass;
  if (settings.stereo == Stereo::Automatic) {
    FH_TRY(works, multiview_works(*device));
    one_pass = works;
    if (!works) core::log_info("this driver's multiview is faulty: the eyes are drawn one after the other");
  }
  FH_TRY(made_ring, gpu::FrameRing::create(*device));
  ring = std::move(made_ring);
  const SharedBindings shared{materials->materials(),
                              shadow_maps.image.view(),
                              materials->colours().view(),
                              materials->data().view(),
                              font_texture.view(),
                              shadow.get(),
                              texture.get(),
                              linear.get()};
  for (std::uint32_t i = 0; i < gpu::kFramesInFlight; ++i) {
    FH_TRY(slot, FrameSlot::create(*device, pipelines->frame_layout(), shared));
    slots.push_back(std::move(slot));
  }
  plan.emplace(*geometry, skins->skins(), font, scene.bounds(), materials->body_material());
  mirrors_in_place = std::min<std::size_t>({count_mirrors(scene, *geometry), settings.mirrors, kMostMirrors});
  const std::uint64_t alignment = std::max<std::uint64_t>(device->limits().minUniformBufferOffsetAlignment, 16);
  globals_stride = (sizeof(GlobalsData) + alignment - 1) / alignment * alignment;
  return {};
}

core::Result<> Renderer::set_skins(std::span<const SkinMesh> given) {
  Parts& p = *parts_;
  FH_TRY(made, SkinStore::create(*p.device, given));
  FH_TRY_VOID(p.device->wait_idle());
  *p.skins = std::move(made);  // the plan keeps pointing to it
  p.skinning->use(*p.skins);
  for (FrameSlot& slot : p.slots) slot.posed_replaced = true;
  return {};
}

core::Result<EyeBuffers*> Renderer::Parts::buffers_for(VkExtent2D extent, std::uint32_t layers) {
  for (EyeBuffers& b : eye_buffers) {
    if (b.extent.width == extent.width && b.extent.height == extent.height && b.layers == layers) return &b;
  }
  if (eye_buffers.size() >= kKeptSizes) {
    const auto oldest = std::min_element(eye_buffers.begin(), eye_buffers.end(),
                                         [](const auto& a, const auto& b) { return a.last_frame < b.last_frame; });
    FH_TRY_VOID(ring->wait_for(oldest->last_frame));
    eye_buffers.erase(oldest);
  }
  FH_TRY(made, EyeBuffers::create(*device, extent, layers, kSamples, pipelines->screen_layout(), nearest.get()));
  eye_buffers.push_back(std::move(made));
  return &eye_buffers.back();
}

core::Result<RecordContext> Renderer::Parts::prepare(VkCommandBuffer commands) {
  FrameSlot& slot = slots[ring->slot()];
  FH_TRY_VOID(slot.reserve(plan->sizes(globals_stride)));
  plan->write(slot, globals_stride);
  slot.flush();
  RecordContext context;
  context.commands = commands;
  context.plan = &*plan;
  context.slot = &slot;
  context.pipelines = pipelines.get();
  context.geometry = &*geometry;
  context.skins = &*skins;
  context.globals_stride = globals_stride;
  context.settings = &settings;
  context.hidden = &hidden;
  skinning->record(commands, ring->slot(), slot, plan->skinning());
  return context;
}

core::Result<> Renderer::Parts::record(const TargetImage& whole, RecordContext& context) {
  TargetImage target = whole;
  if (!one_pass) target.layers = 1;
  FH_TRY(buffers, buffers_for(target.extent, target.layers));
  FH_TRY_VOID(buffers->reserve_reflections(*device, std::max(mirrors_in_place, plan->most_mirrors()),
                                           pipelines->screen_layout(), nearest.get()));
  FH_TRY(view_pipelines, pipelines->for_eyes(target.layers));
  FH_TRY(tone, pipelines->tone(target.layers, target.format));
  context.view_pipelines = view_pipelines;
  context.tone = tone;
  record_shadows(context, shadow_maps);
  gpu::image_barrier(context.commands, target.image, VK_IMAGE_ASPECT_COLOR_BIT, target.before, gpu::Use::ColourTarget,
                     true);
  const std::size_t views_per_layer = plan->view_count() / (whole.layers / target.layers);
  for (std::size_t i = 0; i < plan->view_count(); ++i) {
    if (target.layers < whole.layers) {
      const std::size_t layer = i / views_per_layer;
      target.view = whole.layer_views[layer];
      target.depth_view = whole.depth_layer_views[layer];
    }
    if (i > 0) {
      gpu::image_barrier(context.commands, target.image, VK_IMAGE_ASPECT_COLOR_BIT, gpu::Use::ColourTarget,
                         gpu::Use::ColourTarget);
    }
    record_view(context, i, *buffers, target, i % views_per_layer == 0);
  }
  gpu::image_barrier(context.commands, target.image, VK_IMAGE_ASPECT_COLOR_BIT, gpu::Use::ColourTarget, target.after);
  if (target.depth_image != VK_NULL_HANDLE) {
    // Depth is resolved at the colour output stage; whoever takes the image next waits for depth stages only.
    gpu::image_barrier(context.commands, target.depth_image, gpu::aspect_of(kDepthFormat), gpu::Use::DepthTarget,
                       gpu::Use::DepthTarget);
  }
  buffers->last_frame = ring->submitted() + 1;
  return {};
}

std::span<const View> Renderer::Parts::eye_by_eye(std::span<const View> views) {
  single_views.clear();
  for (std::size_t e = 0; e < 2; ++e) {
    for (const View& view : views) {
      View& single = single_views.emplace_back(view);
      single.eyes.count = 1;
      single.eyes.eyes[0] = view.eyes.eyes[e];
      single.viewer = viewer_position(view.eyes);
      single.first_eye = static_cast<std::uint32_t>(e);
    }
  }
  return single_views;
}

core::Result<> Renderer::Parts::draw(const frame::Snapshot& snapshot, std::span<const View> views,
                                     const TargetImage& target) {
  FH_TRY(commands, ring->begin());
  const core::Stopwatch planning;
  plan->build(snapshot, target.layers == 2 && !one_pass ? eye_by_eye(views) : views, target.extent, settings,
              Purpose::Picture);
  stats.plan_us = planning.seconds() * 1e6;
  const core::Stopwatch recording;
  auto context = prepare(commands);
  const core::Result<> recorded = context ? record(target, *context) : tl::make_unexpected(context.error());
  if (!recorded) {
    ring->abandon();
    return recorded;
  }
  stats.record_us = recording.seconds() * 1e6;
  const core::Stopwatch submitting;
  FH_TRY(frame, ring->submit({target.wait, target.signal}));
  stats.submit_us = submitting.seconds() * 1e6;
  stats.frame = frame;
  stats.instances = plan->instance_count();
  stats.drawn = 0;
  for (std::size_t i = 0; i < plan->pass_count(); ++i) stats.drawn += plan->passes()[i].list.instances;
  stats.reflections = plan->pass_count() - plan->view_count();
  return {};
}

core::Result<> Renderer::draw(const frame::Snapshot& snapshot, const frame::EyeViews& eyes, Target& target) {
  View view;
  view.eyes = eyes;
  return draw(snapshot, std::span<const View>(&view, 1), target);
}

core::Result<> Renderer::draw(const frame::Snapshot& snapshot, std::span<const View> views, Target& target) {
  if (views.empty() || views.size() > kMostViews)
    return core::fail("a frame has 1 to {} views, not {}", kMostViews, views.size());
  FH_TRY(image, target.begin());
  if (!image) return {};
  for (const View& view : views) {
    if (view.eyes.count != image->layers) {
      return core::fail("a view with {} eyes cannot be drawn on a target with {} layers", view.eyes.count,
                        image->layers);
    }
    const Viewport& v = view.viewport;
    if (v.x + v.width > image->extent.width || v.y + v.height > image->extent.height) {
      return core::fail("a view reaches beyond its target of {} x {} pixels", image->extent.width,
                        image->extent.height);
    }
  }
  FH_TRY_VOID(parts_->draw(snapshot, views, *image));
  return target.end();
}

core::Result<> Renderer::set_hidden_area(const frame::HiddenArea& area) {
  FH_TRY(made, HiddenMesh::create(*parts_->device, area));
  FH_TRY_VOID(wait());  // the old one may still be drawn with
  parts_->hidden = std::move(made);
  return {};
}

core::Result<> Renderer::Parts::reserve_id_images(VkExtent2D extent) {
  if (id_image && id_image.shape().extent.width == extent.width && id_image.shape().extent.height == extent.height)
    return {};
  gpu::ImageShape shape;
  shape.extent = extent;
  shape.format = kIdFormat;
  shape.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  FH_TRY(ids, gpu::Image::create(device->memory(), shape));
  shape.format = kIdDepthFormat;
  shape.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  FH_TRY(depth, gpu::Image::create(device->memory(), shape));
  const std::uint64_t bytes = std::uint64_t{8} * extent.width * extent.height;
  FH_TRY(buffer, gpu::Buffer::create(device->memory(), bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Access::HostRead));
  id_image = std::move(ids);
  id_depth = std::move(depth);
  id_buffer = std::move(buffer);
  return {};
}

core::Result<std::uint64_t> Renderer::Parts::draw_ids(const frame::Snapshot& snapshot, const View& view,
                                                      VkExtent2D extent) {
  FH_TRY_VOID(reserve_id_images(extent));
  FH_TRY(pipeline, pipelines->ids(snapshot.section.kind != frame::Section::Kind::None));
  FH_TRY(commands, ring->begin());
  plan->build(snapshot, std::span(&view, 1), extent, settings, Purpose::Ids);
  auto context = prepare(commands);
  if (!context) {
    ring->abandon();
    return tl::make_unexpected(context.error());
  }
  record_ids(*context, pipeline, id_image, id_depth);
  VkBufferImageCopy copy{};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {extent.width, extent.height, 1};
  vkCmdCopyImageToBuffer(commands, id_image.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, id_buffer.get(), 1, &copy);
  copy.imageSubresource.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
  copy.bufferOffset = VkDeviceSize{4} * extent.width * extent.height;
  vkCmdCopyImageToBuffer(commands, id_depth.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, id_buffer.get(), 1, &copy);
  gpu::memory_barrier(commands, gpu::Use::TransferTarget, gpu::Use::HostRead);
  return ring->submit();
}

core::Result<IdImage> Renderer::draw_ids(const frame::Snapshot& snapshot, const frame::EyeView& eye,
                                         std::uint32_t width, std::uint32_t height, double near_plane) {
  if (width == 0 || height == 0) return core::fail("an id picture needs a size, not {} x {}", width, height);
  View view;
  view.eyes.eyes[0] = eye;
  view.eyes.near_plane = near_plane;
  view.overlay = false;
  FH_TRY(frame, parts_->draw_ids(snapshot, view, {width, height}));
  FH_TRY_VOID(parts_->ring->wait_for(frame));
  parts_->id_buffer.invalidate();
  IdImage image{width, height, {}, {}};
  const std::size_t count = std::size_t{width} * height;
  image.ids.resize(count);
  image.distance.resize(count);
  std::memcpy(image.ids.data(), parts_->id_buffer.data(), 4 * count);
  std::memcpy(image.distance.data(), parts_->id_buffer.data() + 4 * count, 4 * count);
  for (float& d : image.distance) {
    d = d > 0.0f ? static_cast<float>(near_plane) / d : std::numeric_limits<float>::infinity();
  }
  return image;
}

core::Result<> Renderer::wait() {
  return parts_->ring->wait_for_all();
}

bool Renderer::draws_eyes_together() const {
  return parts_->one_pass;
}

const FrameStats& Renderer::stats() const {
  return parts_->stats;
}

}  // namespace fh::render
