// SPDX-License-Identifier: Apache-2.0
#include "report/replay_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/time.h"
#include "evaluation/posture/posture_angles.h"
#include "evaluation/sight/true_sight.h"
#include "math/trig.h"
#include "report/heat_layers.h"
#include "report/motion/coloured_mesh.h"
#include "report/motion/glb_document.h"

namespace fh::report {
namespace {

using core::Json;
using human::Joint;
using math::Pose;
using math::Vec3;
using Moments = std::span<const frame::Moment>;

constexpr std::size_t kMostMovers = 100;  // things with a draw call of their own
constexpr double kMoved = 1e-3;           // m and, roughly, rad: less is standing still

bool differ(const Pose& a, const Pose& b) {
  return glm::length(a.position - b.position) > kMoved ||
         std::abs(glm::dot(a.rotation, b.rotation)) < 1.0 - 0.5 * kMoved * kMoved;
}

/// Where somebody looks, and how far.
struct SightLine {
  Pose eye;
  double length = 0.0;  // m
};

constexpr double kConeLength = 1.5;  // m of a view cone
constexpr std::size_t kMostSweptCells = 60'000;
constexpr double kFarthest = 30.0;  // m that a line of sight is drawn where it meets nothing
constexpr double kNoLine = 1e-3;    // m: as good as none, and still a scale that can be inverted

/// Of everybody in every moment.
std::vector<std::vector<SightLine>> sight_lines(const evaluation::Surroundings& surroundings, Moments moments) {
  constexpr double kNarrow = 0.001;  // tangent of half of the beam
  const auto beam = senses::Field::window({-kNarrow, kNarrow, kNarrow, -kNarrow}, 32, 8);
  const std::size_t middle = 4 * 32 + 16;
  senses::Retina retina;
  evaluation::TrueSight sight(surroundings, moments.front());
  std::vector<std::vector<SightLine>> lines(surroundings.people.size());
  for (const frame::Moment& moment : moments) {
    sight.update(moment);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto frames = evaluation::frames_of(moment, moment.people[i]);
      SightLine line = lines[i].empty() ? SightLine{} : lines[i].back();
      line.length = kNoLine;
      if (!frames.empty()) {
        line.eye = evaluation::TrueSight::eye_of(frames);
        senses::SeeSettings settings;
        settings.viewer = moment.people[i].id;
        settings.range = kFarthest;
        senses::see(sight.scene(), beam, line.eye, settings, retina);
        line.length = std::clamp(retina.distance(middle), kNoLine, kFarthest);
      }
      lines[i].push_back(line);
    }
  }
  return lines;
}

class ReplayBuilder {
 public:
  ReplayBuilder(const evaluation::Surroundings& surroundings, Moments moments)
      : surroundings_(&surroundings), scene_(surroundings.scene), moments_(moments) {
    std::vector<float> times;
    for (const frame::Moment& moment : moments) times.push_back(static_cast<float>(core::seconds_of(moment.tick)));
    animation_ = {{"name", "visit"}, {"samplers", Json::array()}, {"channels", Json::array()}};
    times_ = document_.add_accessor(times, "SCALAR");
    document_["accessors"][times_]["min"] = {times.front()};
    document_["accessors"][times_]["max"] = {times.back()};
    sight_lines_ = sight_lines(surroundings, moments);
  }

  std::vector<std::byte> build() {
    add_place();
    for (std::size_t i = 0; i < surroundings_->people.size(); ++i) add_person(i);
    add_layer(document_, presence_layer(moments_));
    for (std::size_t i = 0; i < surroundings_->people.size(); ++i) {
      if (moments_.front().people[i].is_user) add_user_layers(i);
    }
    if (!animation_["channels"].empty()) document_["animations"].push_back(std::move(animation_));
    return document_.bytes();
  }

 private:
  void channel(std::size_t node, const char* path, std::size_t values) {
    animation_["samplers"].push_back({{"input", times_}, {"output", values}, {"interpolation", "LINEAR"}});
    animation_["channels"].push_back(
        {{"sampler", animation_["samplers"].size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }

  /// Rotations in 16 bits, the shorter way from one to the next.
  std::size_t add_rotations(const std::vector<Pose>& poses) {
    std::vector<std::int16_t> values;
    math::Quat before = poses.front().rotation;
    for (const Pose& pose : poses) {
      math::Quat q = pose.rotation;
      if (glm::dot(before, q) < 0.0) q = -q;
      for (const double part : {q.x, q.y, q.z, q.w})
        values.push_back(static_cast<std::int16_t>(std::lround(32767.0 * std::clamp(part, -1.0, 1.0))));
      before = q;
    }
    const std::size_t accessor = document_.add_accessor(values, "VEC4", 5122, 4);
    document_["accessors"][accessor]["normalized"] = true;
    return accessor;
  }

  /// Pose of a node, and its tracks where it moves.
  void animate(std::size_t node, const std::vector<Pose>& poses) {
    const Pose& first = poses.front();
    Json& json = document_["nodes"][node];
    json["translation"] = {first.position.x, first.position.y, first.position.z};
    json["rotation"] = {first.rotation.x, first.rotation.y, first.rotation.z, first.rotation.w};
    bool shifts = false, turns = false;
    for (const Pose& pose : poses) {
      shifts |= glm::length(pose.position - first.position) > kMoved;
      turns |= std::abs(glm::dot(pose.rotation, first.rotation)) < 1.0 - 1e-7;
    }
    if (shifts) {
      std::vector<float> values;
      for (const Pose& pose : poses) {
        for (int axis = 0; axis < 3; ++axis) values.push_back(static_cast<float>(pose.position[axis]));
      }
      channel(node, "translation", document_.add_accessor(values, "VEC3", 5126, 3));
    }
    if (turns) channel(node, "rotation", add_rotations(poses));
  }

  void add_place() {
    const std::size_t solid = document_.add_material("solid", {1, 1, 1, 1}),
                      glass = document_.add_material("glass", {1, 1, 1, 0.25}, true);
    const std::vector<std::uint8_t> as_box = boxed(*scene_);
    std::map<std::uint32_t, std::vector<Pose>> ways;  // by object id
    for (const frame::Moment& moment : moments_) {
      for (const frame::MomentObject& object : moment.objects)
        ways[object.id.value].push_back(object.world_from_object);
    }
    ColouredMesh still, still_glass;
    std::size_t movers = 0;
    for (std::size_t i = 0; i < scene_->objects.size(); ++i) {
      const scene::Object& object = scene_->objects[i];
      const auto way = ways.find(object.id.value);
      const bool known = way != ways.end() && way->second.size() == moments_.size();
      const bool moved = known && std::any_of(way->second.begin(), way->second.end(),
                                              [&](const Pose& p) { return differ(p, way->second.front()); });
      if (!moved || movers >= kMostMovers) {
        add_object(*scene_, object, known ? way->second.front() : object.world_from_object, as_box[i] != 0, still,
                   still_glass);
        continue;
      }
      ColouredMesh own;
      add_object(*scene_, object, Pose{}, as_box[i] != 0, own, own);
      if (own.indices.empty()) continue;
      ++movers;
      animate(document_.add_root({{"name", object.name}, {"mesh", document_.add_mesh(own, solid, object.name)}}),
              way->second);
    }
    if (!still.indices.empty())
      document_.add_root({{"name", "place"}, {"mesh", document_.add_mesh(still, solid, "place")}});
    if (!still_glass.indices.empty())
      document_.add_root({{"name", "glass"}, {"mesh", document_.add_mesh(still_glass, glass, "glass")}});
    const auto boxes = std::count(as_box.begin(), as_box.end(), std::uint8_t{1});
    document_["asset"]["extras"] = {{"objects_as_boxes", boxes},
                                    {"triangles", (still.indices.size() + still_glass.indices.size()) / 3},
                                    {"moving_things", movers}};
  }

  /// Joint frames over time; people who are not there stay where the last moment, or the first to come, has them.
  std::vector<std::vector<Pose>> joints_over_time(std::size_t person) const {
    std::vector<std::vector<Pose>> joints(human::kJointCount);
    for (const frame::Moment& moment : moments_) {
      const auto frames = evaluation::frames_of(moment, moment.people[person]);
      if (frames.empty() && joints[0].empty()) continue;
      const std::size_t missing = static_cast<std::size_t>(&moment - moments_.data()) - joints[0].size();
      for (std::size_t j = 0; j < human::kJointCount; ++j) {
        const Pose now = frames.empty() ? joints[j].back() : frames[j];
        joints[j].insert(joints[j].end(), missing + 1, now);
      }
    }
    return joints;
  }

  std::size_t add_body_mesh(const human::CollisionBody& body, std::size_t material, const std::string& name) {
    std::vector<float> positions, weights;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint16_t> indices;
    for (const human::CollisionPiece& piece : body.pieces) {
      const PieceMesh mesh = piece_mesh(piece);
      const auto first = static_cast<std::uint16_t>(positions.size() / 3);
      for (const Vec3& p : mesh.points) {
        for (int axis = 0; axis < 3; ++axis) positions.push_back(static_cast<float>(p[axis]));
        joints.insert(joints.end(), {static_cast<std::uint8_t>(human::index_of(piece.joint)), 0, 0, 0});
        weights.insert(weights.end(), {1.0f, 0.0f, 0.0f, 0.0f});
      }
      for (const std::uint16_t index : mesh.indices) indices.push_back(static_cast<std::uint16_t>(first + index));
    }
    const Json primitive{{"attributes",
                          {{"POSITION", document_.add_positions(positions)},
                           {"JOINTS_0", document_.add_accessor(joints, "VEC4", 5121, 4)},
                           {"WEIGHTS_0", document_.add_accessor(weights, "VEC4", 5126, 4)}}},
                         {"indices", document_.add_accessor(indices, "SCALAR", 5123)},
                         {"material", material}};
    document_["meshes"].push_back({{"name", name}, {"primitives", Json::array({primitive})}});
    return document_["meshes"].size() - 1;
  }

  void add_person(std::size_t index) {
    const auto& person = surroundings_->people[index];
    const auto frames = joints_over_time(index);
    if (!person.solids || frames[0].size() != moments_.size()) return;
    const Colour colour = person_colour(*surroundings_, index);
    const std::size_t material =
        document_.add_material(person.name.c_str(), {colour[0] / 255.0, colour[1] / 255.0, colour[2] / 255.0, 1.0});
    std::vector<std::size_t> nodes(human::kJointCount);
    for (std::size_t j = 0; j < human::kJointCount; ++j) {
      const std::string name = person.name + "." + std::string(human::info(human::joint_at(j)).name);
      const std::size_t above = human::index_of(human::parent_of(human::joint_at(j)));
      nodes[j] = j == 0 ? document_.add_root({{"name", name}}) : document_.add_node({{"name", name}});
      if (j > 0) document_["nodes"][nodes[above]]["children"].push_back(nodes[j]);
      std::vector<Pose> local = frames[j];
      for (std::size_t i = 0; j > 0 && i < local.size(); ++i) local[i] = math::inverse(frames[above][i]) * local[i];
      animate(nodes[j], local);
    }
    document_["skins"].push_back({{"joints", nodes}});
    document_.add_root({{"name", "body." + person.name},
                        {"mesh", add_body_mesh(*person.solids, material, person.name)},
                        {"skin", document_["skins"].size() - 1}});
    const std::size_t glassy = document_.add_material(
        (person.name + " cone").c_str(), {colour[0] / 255.0, colour[1] / 255.0, colour[2] / 255.0, 0.18}, true);
    document_["materials"][glassy]["doubleSided"] = true;
    add_view_cone("cone_left." + person.name, nodes[human::index_of(Joint::LeftEye)], glassy);
    add_view_cone("cone_right." + person.name, nodes[human::index_of(Joint::RightEye)], glassy);
    add_way(person.name, frames, material);
    add_sight_line(index, material);
  }

  void add_user_layers(std::size_t index) {
    const auto& person = surroundings_->people[index];
    add_layer(document_, seen_layer(person.name, evaluation::seen_surfaces(*surroundings_, moments_, index)));
    if (!person.solids) return;
    evaluation::SweptVolume swept;
    for (const frame::Moment& moment : moments_) {
      const auto frames = evaluation::frames_of(moment, moment.people[index]);
      if (!frames.empty()) swept.add(*person.solids, frames);
    }
    // Faces of a long way would be most of the page.
    if (swept.cells().size() < kMostSweptCells) add_layer(document_, swept_layer(person.name, swept));
  }

  /// A cone of half-angle 30 degrees for each eye, that turns with it: where both lie over each other is seen with both
  /// eyes, what is beyond is the side of the field (J-04).
  void add_view_cone(const std::string& name, std::size_t eye_node, std::size_t material) {
    constexpr int kCorners = 24;
    const double wide = 0.5 * kConeLength, deep = 0.8660254037844386 * kConeLength;
    std::vector<float> positions{0.0f, 0.0f, 0.0f};
    std::vector<std::uint16_t> indices;
    for (int i = 0; i < kCorners; ++i) {
      const double turn = math::kTau * i / kCorners;
      for (const double value : {wide * math::cos(turn), wide * math::sin(turn), -deep})
        positions.push_back(static_cast<float>(value));
      indices.insert(indices.end(),
                     {0, static_cast<std::uint16_t>(1 + i), static_cast<std::uint16_t>(1 + (i + 1) % kCorners)});
    }
    const Json primitive{{"attributes", {{"POSITION", document_.add_positions(positions)}}},
                         {"indices", document_.add_accessor(indices, "SCALAR", 5123)},
                         {"material", material}};
    document_["meshes"].push_back({{"name", name}, {"primitives", Json::array({primitive})}});
    const std::size_t node = document_.add_node({{"name", name}, {"mesh", document_["meshes"].size() - 1}});
    document_["nodes"][eye_node]["children"].push_back(node);
  }

  /// From the eyes to what the gaze meets first: a line of 1 m that is turned and stretched. Of no length while the
  /// person is not there.
  void add_sight_line(std::size_t index, std::size_t material) {
    const std::vector<float> ends{0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -1.0f};
    const std::string name = "sight." + surroundings_->people[index].name;
    const Json primitive{
        {"attributes", {{"POSITION", document_.add_positions(ends)}}}, {"mode", 1}, {"material", material}};
    document_["meshes"].push_back({{"name", name}, {"primitives", Json::array({primitive})}});
    const std::size_t node = document_.add_root({{"name", name}, {"mesh", document_["meshes"].size() - 1}});
    std::vector<Pose> eyes;
    std::vector<float> lengths;
    for (const SightLine& line : sight_lines_[index]) {
      eyes.push_back(line.eye);
      lengths.insert(lengths.end(), 3, static_cast<float>(line.length));
    }
    animate(node, eyes);
    document_["nodes"][node]["scale"] = {lengths[0], lengths[1], lengths[2]};
    channel(node, "scale", document_.add_accessor(lengths, "VEC3", 5126, 3));
  }

  /// Where somebody went, on the ground.
  void add_way(const std::string& name, const std::vector<std::vector<Pose>>& frames, std::size_t material) {
    std::vector<float> positions;
    for (std::size_t i = 0; i < moments_.size(); ++i) {
      double ground = frames[0][i].position.y;
      for (const auto& joint : frames) ground = std::min(ground, joint[i].position.y);
      const Vec3& at = frames[0][i].position;
      for (const double value : {at.x, ground + 0.02, at.z}) positions.push_back(static_cast<float>(value));
    }
    const Json primitive{
        {"attributes", {{"POSITION", document_.add_positions(positions)}}}, {"mode", 3}, {"material", material}};
    document_["meshes"].push_back({{"name", "way." + name}, {"primitives", Json::array({primitive})}});
    document_.add_root({{"name", "way." + name}, {"mesh", document_["meshes"].size() - 1}});
  }

  const evaluation::Surroundings* surroundings_;
  const scene::Scene* scene_;
  Moments moments_;
  GlbDocument document_;
  Json animation_;
  std::size_t times_ = 0;
  std::vector<std::vector<SightLine>> sight_lines_;  // by person and moment
};

}  // namespace

std::vector<std::byte> replay_scene(const evaluation::Surroundings& surroundings, Moments moments, std::size_t most) {
  std::vector<frame::Moment> kept(moments.begin(), moments.end());
  while (!kept.empty() && surroundings.scene && kept.front().people.size() == surroundings.people.size()) {
    std::vector<std::byte> bytes = ReplayBuilder(surroundings, kept).build();
    if (bytes.size() <= most) return bytes;
    if (kept.size() < 20) break;  // the place alone is too large
    for (std::size_t i = 1; 2 * i < kept.size(); ++i) kept[i] = std::move(kept[2 * i]);
    kept.resize((kept.size() + 1) / 2);
  }
  return {};
}

}  // namespace fh::report
