// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/files.h"
#include "core/time.h"
#include "human/body/joints.h"
#include "report/motion/glb_document.h"
#include "report/motion/motion_writer.h"

namespace fh::report {
namespace {

using core::Json;
using math::Pose;
using math::Quat;
using math::Vec3;

/// The motion of one node against its parent: as it is written, in floats.
struct Track {
  std::vector<math::Vec3f> positions;
  std::vector<math::Vec4f> rotations;  // x, y, z, w

  void add(const Pose& pose) {
    positions.emplace_back(pose.position);
    math::Vec4f q(float(pose.rotation.x), float(pose.rotation.y), float(pose.rotation.z), float(pose.rotation.w));
    // The shorter way between two samples.
    if (!rotations.empty() && glm::dot(rotations.back(), q) < 0.0f) q = -q;
    rotations.push_back(q);
  }
  /// Whoever is not there any more stays where it was last.
  void hold(std::size_t samples) {
    positions.resize(samples, positions.back());
    rotations.resize(samples, rotations.back());
  }
  template <class T>
  static bool is_constant(const std::vector<T>& values) {
    for (const T& value : values) {
      if (value != values.front()) return false;
    }
    return true;
  }
};

struct Person {
  std::size_t id = 0;
  std::vector<Track> joints;
  std::array<Vec3, human::kJointCount> offsets{};  // for bones, in the parent's frame, m
};

/// An eight-sided spindle of 1 m along +Y, thickest near its root, as programs draw bones.
std::size_t add_bone_mesh(GlbDocument& document) {
  const float w = 0.1f;
  const std::vector<math::Vec3f> corners{{0, 0, 0},      {w, 0.15f, 0},  {0, 0.15f, w},
                                         {-w, 0.15f, 0}, {0, 0.15f, -w}, {0, 1, 0}};
  const std::vector<std::uint16_t> indices{0, 1, 4, 0, 4, 3, 0, 3, 2, 0, 2, 1, 5, 4, 1, 5, 3, 4, 5, 2, 3, 5, 1, 2};
  const std::size_t positions = document.add_accessor(corners, "VEC3");
  document["accessors"][positions]["min"] = {-w, 0.0, -w};
  document["accessors"][positions]["max"] = {w, 1.0, w};
  document["materials"].push_back(
      {{"name", "bone"},
       {"pbrMetallicRoughness", {{"baseColorFactor", {0.9, 0.6, 0.2, 1.0}}, {"metallicFactor", 0.0}}}});
  Json primitive{{"attributes", {{"POSITION", positions}}},
                 {"indices", document.add_accessor(indices, "SCALAR", 5123)},
                 {"material", document["materials"].size() - 1}};
  document["meshes"].push_back({{"name", "bone"}, {"primitives", Json::array({primitive})}});
  return document["meshes"].size() - 1;
}

class GltfWriter final : public MotionWriter {
 public:
  GltfWriter(std::filesystem::path file, const Cast& cast) : file_(std::move(file)), cast_(cast) {}

  void add(const frame::Moment& moment) override {
    times_.push_back(static_cast<float>(core::seconds_of(moment.tick)));
    for (const frame::MomentPerson& person : moment.people) add_person(moment, person);
    if (objects_.empty()) objects_.resize(moment.objects.size());
    for (std::size_t i = 0; i < moment.objects.size() && i < objects_.size(); ++i) {
      object_ids_.resize(objects_.size());
      object_ids_[i] = moment.objects[i].id;
      objects_[i].add(local_of(moment, moment.objects[i]));
    }
  }

  core::Result<> end() override {
    if (times_.empty()) return core::fail("{}: there is no moment to write", file_.string());
    GlbDocument document(*cast_.scene);
    Json animation{{"name", "visit"}, {"samplers", Json::array()}, {"channels", Json::array()}};
    const std::size_t times = document.add_accessor(times_, "SCALAR");
    document["accessors"][times]["min"] = {times_.front()};
    document["accessors"][times]["max"] = {times_.back()};
    // The nodes of objects come first, in their order.
    for (std::size_t i = 0; i < objects_.size(); ++i)
      animate(document, animation, object_ids_[i].value - 1, objects_[i], times);
    const std::size_t bone = add_bone_mesh(document);
    for (Person& person : people_) {
      for (Track& track : person.joints) track.hold(times_.size());
      add_skeleton(document, animation, person, bone, times);
    }
    if (!animation["channels"].empty()) document["animations"].push_back(std::move(animation));
    const std::vector<std::byte> bytes = document.bytes();
    if (bytes.size() > 0xFFFFFFFFull)
      return core::fail("{}: a .glb holds at most 4 GiB; give a lower --rate", file_.string());
    return core::write_file(file_, bytes);
  }
  std::size_t samples() const override { return times_.size(); }

 private:
  static std::size_t parent(std::size_t joint) { return human::index_of(human::parent_of(human::joint_at(joint))); }

  /// Against the node above: things with joints hang on others.
  Pose local_of(const frame::Moment& moment, const frame::MomentObject& object) const {
    const scene::Object* known = cast_.scene->find(object.id);
    const scene::Object* above = known ? cast_.scene->find(known->parent) : nullptr;
    if (!above) return object.world_from_object;
    Pose world_from_parent = above->world_from_object;
    for (const frame::MomentObject& other : moment.objects) {
      if (other.id == above->id) world_from_parent = other.world_from_object;
    }
    return math::inverse(world_from_parent) * object.world_from_object;
  }

  void add_person(const frame::Moment& moment, const frame::MomentPerson& source) {
    if (!source.present || source.joint_count != human::kJointCount) return;
    const std::size_t id = source.id.value;
    auto person = std::find_if(people_.begin(), people_.end(), [&](const Person& p) { return p.id == id; });
    const Pose* frames = &moment.world_from_joint[source.first_joint];
    if (person == people_.end()) {
      person = people_.insert(people_.end(), Person{id, std::vector<Track>(human::kJointCount), {}});
      for (std::size_t i = 1; i < human::kJointCount; ++i)
        person->offsets[i] = math::inverse(frames[parent(i)]).point(frames[i].position);
    }
    // A person that comes later stands until then where it is first seen.
    for (std::size_t i = 0; i < human::kJointCount; ++i) {
      const Pose local = i == 0 ? frames[0] : math::inverse(frames[parent(i)]) * frames[i];
      while (person->joints[i].positions.size() < times_.size()) person->joints[i].add(local);
    }
  }

  static Json list_of(const math::Vec3f& v) { return {v.x, v.y, v.z}; }
  static Json list_of(const math::Vec4f& v) { return {v.x, v.y, v.z, v.w}; }

  void animate(GlbDocument& document, Json& animation, std::size_t node, const Track& track, std::size_t times) const {
    const auto channel = [&](const char* path, std::size_t values) {
      animation["samplers"].push_back({{"input", times}, {"output", values}, {"interpolation", "LINEAR"}});
      animation["channels"].push_back(
          {{"sampler", animation["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
    };
    Json& at = document["nodes"][node];
    at["translation"] = list_of(track.positions.front());
    at["rotation"] = list_of(track.rotations.front());
    if (!Track::is_constant(track.positions)) channel("translation", document.add_accessor(track.positions, "VEC3"));
    if (!Track::is_constant(track.rotations)) channel("rotation", document.add_accessor(track.rotations, "VEC4"));
  }

  void add_skeleton(GlbDocument& document, Json& animation, const Person& person, std::size_t bone,
                    std::size_t times) const {
    const std::string& name = cast_.people[person.id - 1];
    std::array<std::size_t, human::kJointCount> nodes{};
    for (std::size_t i = 0; i < human::kJointCount; ++i) {
      nodes[i] = document.add_node({{"name", name + "." + std::string(human::info(human::joint_at(i)).name)}});
      if (i > 0) document["nodes"][nodes[parent(i)]]["children"].push_back(nodes[i]);
      animate(document, animation, nodes[i], person.joints[i], times);
    }
    document["scenes"][0]["nodes"].push_back(nodes[0]);
    for (std::size_t i = 1; i < human::kJointCount; ++i) {
      const double length = glm::length(person.offsets[i]);
      if (length < 1e-4) continue;
      const Quat turn = math::from_to(math::kUp, person.offsets[i] / length);
      const std::size_t node = document.add_node({{"name", "bone"},
                                                  {"mesh", bone},
                                                  {"rotation", {turn.x, turn.y, turn.z, turn.w}},
                                                  {"scale", {length, length, length}}});
      document["nodes"][nodes[parent(i)]]["children"].push_back(node);
    }
  }

  std::filesystem::path file_;
  Cast cast_;
  std::vector<float> times_;
  std::vector<Person> people_;
  std::vector<core::ObjectId> object_ids_;
  std::vector<Track> objects_;
};

}  // namespace

std::unique_ptr<MotionWriter> make_gltf_writer(const std::filesystem::path& file, const Cast& cast) {
  return std::make_unique<GltfWriter>(file, cast);
}

}  // namespace fh::report
