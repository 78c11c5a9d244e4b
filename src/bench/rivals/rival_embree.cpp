// SPDX-License-Identifier: Apache-2.0
#include "bench/rivals/rival_embree.h"

#if defined(FH_EMBREE_MAJOR) && FH_EMBREE_MAJOR == 3
#include <dlfcn.h>
#include <embree3/rtcore.h>

#include <limits>
#include <vector>
#endif

namespace fh::bench {

#if defined(FH_EMBREE_MAJOR) && FH_EMBREE_MAJOR == 3
namespace {

struct Library {
  void* handle = dlopen("libembree3.so.3", RTLD_NOW | RTLD_LOCAL);

  template <class F>
  F* symbol(const char* name) const {
    return reinterpret_cast<F*>(dlsym(handle, name));
  }
};

class Embree3 final : public EmbreeRival {
 public:
  Embree3(const Library& library, std::span<const math::Triangle> triangles, std::span<const std::uint32_t> labels)
      : labels_(labels.begin(), labels.end()) {
    intersect_ = library.symbol<decltype(rtcIntersect16)>("rtcIntersect16");
    device_ = library.symbol<decltype(rtcNewDevice)>("rtcNewDevice")("threads=1");
    const auto set_buffer = library.symbol<decltype(rtcSetNewGeometryBuffer)>("rtcSetNewGeometryBuffer");
    scene_ = library.symbol<decltype(rtcNewScene)>("rtcNewScene")(device_);
    library.symbol<decltype(rtcSetSceneBuildQuality)>("rtcSetSceneBuildQuality")(scene_, RTC_BUILD_QUALITY_HIGH);
    RTCGeometry mesh = library.symbol<decltype(rtcNewGeometry)>("rtcNewGeometry")(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(
        set_buffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), 3 * triangles.size()));
    auto* indices = static_cast<std::uint32_t*>(
        set_buffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t), triangles.size()));
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const math::Vec3* corners[] = {&triangles[t].a, &triangles[t].b, &triangles[t].c};
      for (std::size_t c = 0; c < 3; ++c) {
        for (int axis = 0; axis < 3; ++axis) *vertices++ = static_cast<float>((*corners[c])[axis]);
        *indices++ = static_cast<std::uint32_t>(3 * t + c);
      }
    }
    library.symbol<decltype(rtcCommitGeometry)>("rtcCommitGeometry")(mesh);
    library.symbol<decltype(rtcAttachGeometry)>("rtcAttachGeometry")(scene_, mesh);
    library.symbol<decltype(rtcReleaseGeometry)>("rtcReleaseGeometry")(mesh);
    library.symbol<decltype(rtcCommitScene)>("rtcCommitScene")(scene_);
  }

  void cast(const math::Vec3f& eye, std::span<const math::Vec3f> directions, std::span<std::uint32_t> out) override {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    alignas(64) int valid[16];
    for (int& v : valid) v = -1;
    alignas(64) RTCRayHit16 packet;
    for (std::size_t first = 0; first < directions.size(); first += 16) {
      for (std::size_t i = 0; i < 16; ++i) {
        packet.ray.org_x[i] = eye.x;
        packet.ray.org_y[i] = eye.y;
        packet.ray.org_z[i] = eye.z;
        packet.ray.dir_x[i] = directions[first + i].x;
        packet.ray.dir_y[i] = directions[first + i].y;
        packet.ray.dir_z[i] = directions[first + i].z;
        packet.ray.tnear[i] = 0.0f;
        packet.ray.tfar[i] = std::numeric_limits<float>::infinity();
        packet.ray.time[i] = 0.0f;
        packet.ray.mask[i] = ~0u;
        packet.ray.flags[i] = 0;
        packet.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
      }
      intersect_(valid, scene_, &context, &packet);
      for (std::size_t i = 0; i < 16; ++i) {
        out[first + i] = packet.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID ? 0u : labels_[packet.hit.primID[i]];
      }
    }
  }

 private:
  std::vector<std::uint32_t> labels_;
  decltype(rtcIntersect16)* intersect_ = nullptr;
  RTCDevice device_ = nullptr;  // kept until the program ends, as the library is
  RTCScene scene_ = nullptr;
};

}  // namespace
#endif

std::unique_ptr<EmbreeRival> EmbreeRival::open([[maybe_unused]] std::span<const math::Triangle> triangles,
                                               [[maybe_unused]] std::span<const std::uint32_t> labels) {
#if defined(FH_EMBREE_MAJOR) && FH_EMBREE_MAJOR == 3
  const Library library;
  if (library.handle != nullptr) return std::make_unique<Embree3>(library, triangles, labels);
#endif
  return nullptr;
}

}  // namespace fh::bench
