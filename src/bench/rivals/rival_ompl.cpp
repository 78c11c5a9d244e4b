// SPDX-License-Identifier: Apache-2.0
#include "bench/rivals/rival_ompl.h"

#include <dlfcn.h>

#include <filesystem>
#include <vector>

namespace fh::bench {
namespace {

// As rival_ompl_library.cpp defines them.
using Make = void*(const double* axes, int spheres, const double* sphere, int boxes, const double* box);
using Plan = double(void* desk, const float* from, const float* to);
using Drop = void(void* desk);

class Library final : public OmplRival {
 public:
  Library(void* handle, const planning::ArmModel& model, std::span<const planning::ArmBox> boxes)
      : plan_(reinterpret_cast<Plan*>(dlsym(handle, "fh_rival_plan"))),
        drop_(reinterpret_cast<Drop*>(dlsym(handle, "fh_rival_drop"))) {
    std::vector<double> axes, sphere, box;
    for (const auto& a : model.axes)
      axes.insert(axes.end(), {a.offset.x, a.offset.y, a.offset.z, static_cast<double>(a.axis), a.lower, a.upper});
    for (const auto& s : model.spheres)
      sphere.insert(sphere.end(), {static_cast<double>(s.link), s.centre.x, s.centre.y, s.centre.z, s.radius});
    for (const auto& b : boxes) {
      const math::Vec3 c = b.box.world_from_box.position, h = b.box.half;
      box.insert(box.end(), {c.x, c.y, c.z, h.x, h.y, h.z});
    }
    desk_ = reinterpret_cast<Make*>(dlsym(handle, "fh_rival_make"))(
        axes.data(), static_cast<int>(model.spheres.size()), sphere.data(), static_cast<int>(boxes.size()), box.data());
  }
  ~Library() override { drop_(desk_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  double plan(const planning::ArmState& from, const planning::ArmState& to) override {
    return plan_(desk_, from.q.data(), to.q.data());
  }

 private:
  Plan* plan_;
  Drop* drop_;
  void* desk_ = nullptr;
};

}  // namespace

std::unique_ptr<OmplRival> OmplRival::open(const planning::ArmModel& model, std::span<const planning::ArmBox> boxes) {
  std::error_code error;
  const auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "firsthand_rival_ompl.so";
  void* handle = dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) return nullptr;
  return std::make_unique<Library>(handle, model, boxes);
}

}  // namespace fh::bench
