#include "scene/place/semantics.h"

#include <fmt/format.h>

#include <cmath>

namespace fh::scene {
namespace {

using core::JsonReader;
using math::Vec3;

const std::vector<std::string> kJointKinds{"none", "hinge", "slider", "dial", "button"};

/// A pair [minimum, maximum] in degrees or metres.
void read_range(JsonReader& reader, const char* key, bool angular, ObjectJoint& joint) {
  const auto range = reader.numbers(key, 2);
  if (range.empty()) return;
  if (range[0] > range[1]) {
    reader.problem(key, fmt::format("the lower limit {} is above the upper limit {}", range[0], range[1]));
    return;
  }
  joint.minimum = angular ? math::radians(range[0]) : range[0];
  joint.maximum = angular ? math::radians(range[1]) : range[1];
}

void read_joint(JsonReader& reader, ObjectJoint& joint, PlaceReader* scenario) {
  const std::string kind = reader.choice("kind", kJointKinds, "none", true);
  for (std::size_t i = 0; i < kJointKinds.size(); ++i) {
    if (kind == kJointKinds[i]) joint.kind = static_cast<JointKind>(i);
  }
  const bool angular = joint.kind == JointKind::Hinge || joint.kind == JointKind::Dial;
  joint.anchor = read_position(reader, "anchor");
  const auto axis = reader.numbers("axis", 3);
  if (!axis.empty()) {
    const Vec3 direction(axis[0], axis[1], axis[2]);
    const double length = glm::length(direction);
    if (length > 1e-6 && std::isfinite(length))
      joint.axis = direction / length;
    else
      reader.problem("axis", "must not be zero");
  }
  const char *wanted = angular ? "range_deg" : "range", *other = angular ? "range" : "range_deg";
  read_range(reader, "range_deg", true, joint);
  read_range(reader, "range", false, joint);
  const double initial_deg = reader.number("initial_deg"), initial = reader.number("initial");
  joint.initial = angular ? math::radians(initial_deg) : initial;
  joint.friction = reader.number("friction", {.minimum = 0.0, .maximum = 1e6});
  joint.spring = reader.number("spring", {.minimum = 0.0, .maximum = 1e9});
  if (joint.kind != JointKind::None) {
    if (reader.has(other)) reader.problem(other, fmt::format("a {} takes \"{}\"", kind, wanted));
    if (!reader.has(wanted)) {
      reader.problems().add(reader.pointer(), fmt::format("\"{}\" is missing", wanted));
    } else if (joint.initial < joint.minimum - 1e-9 || joint.initial > joint.maximum + 1e-9) {
      reader.problem(angular ? "initial_deg" : "initial", "is outside the joint's range");
      joint.initial = joint.minimum;
    }
  }
  if (scenario) scenario->finish("joint", reader);
}

void read_sites(JsonReader& reader, Object& object, PlaceReader* scenario) {
  for (auto& entry : reader.objects("sites")) {
    Site site;
    site.name = read_name(entry);
    site.object_from_site = read_free_pose(entry);
    for (const auto& known : object.sites) {
      if (known.name == site.name) entry.problem("name", fmt::format("a second site is called \"{}\"", site.name));
    }
    object.sites.push_back(std::move(site));
    if (scenario) scenario->finish("site", entry);
  }
  for (auto& entry : reader.objects("grasps")) {
    Grasp grasp;
    grasp.name = read_name(entry);
    grasp.object_from_hand = read_free_pose(entry);
    grasp.opening = entry.number("opening", {.fallback = 0.05, .minimum = 0.0, .maximum = 0.3});
    object.grasps.push_back(std::move(grasp));
    if (scenario) scenario->finish("grasp", entry);
  }
}

}  // namespace

void read_semantics(JsonReader& reader, Object& object, PlaceReader* scenario) {
  object.label = reader.text("label", object.label.empty() ? object.name : object.label);
  auto classes = reader.texts("classes");
  if (!classes.empty()) object.classes = std::move(classes);
  object.movable = reader.boolean("movable", object.movable);
  object.openable = reader.boolean("openable", object.openable);
  object.locked = reader.boolean("locked", object.locked);
  object.mass = reader.number("mass", {.fallback = object.mass, .minimum = -1e9, .maximum = 1e6});
  object.friction = reader.number("friction", {.fallback = object.friction, .minimum = 0.0, .maximum = 10.0});
  object.restitution = reader.number("restitution", {.fallback = object.restitution, .minimum = 0.0, .maximum = 1.0});
  if (auto joint = reader.object("joint")) read_joint(*joint, object.joint, scenario);
  read_sites(reader, object, scenario);
  const bool moves = object.movable || object.joint.kind != JointKind::None;
  if (moves && object.mass <= 0.0) {
    const std::string message =
        fmt::format("a thing that moves needs a mass above 0 kg, \"{}\" has {}", object.name, object.mass);
    if (reader.has("mass"))
      reader.problem("mass", message);
    else
      reader.problems().add(reader.pointer(), message);
  } else if (object.mass < 0.0) {
    reader.problem("mass", fmt::format("must be at least 0, is {}", object.mass));
  }
}

}  // namespace fh::scene
