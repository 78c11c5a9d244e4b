// SPDX-License-Identifier: Apache-2.0
#include "scene/place/semantics.h"

#include <fmt/format.h>

#include <cmath>

namespace fh::scene {
namespace {

using core::JsonReader;
using math::Vec3;

const std::vector<std::string> kHandShapes{"power", "flat", "pinch"};
const std::vector<std::string> kJointKinds{"none", "hinge", "slider", "dial", "button"};

/// Extras of glTF nodes are read without a place: they may hold other keys, and describe nothing.
KeyReader keys_of(JsonReader& reader, const char* level, PlaceReader* place) {
  return place ? place->keys(reader, level) : KeyReader(reader);
}

/// A pair [minimum, maximum] in degrees or metres.
void read_range(KeyReader& keys, const char* key, bool angular, ObjectJoint& joint) {
  const auto range =
      keys.numbers(key, 2, angular ? "Limits of a hinge or dial, degrees" : "Limits of a slider or button, m");
  if (range.empty()) return;
  if (range[0] > range[1]) {
    keys.problem(key, fmt::format("the lower limit {} is above the upper limit {}", range[0], range[1]));
    return;
  }
  joint.minimum = angular ? math::radians(range[0]) : range[0];
  joint.maximum = angular ? math::radians(range[1]) : range[1];
}

void read_axis(KeyReader& keys, ObjectJoint& joint) {
  const auto axis = keys.numbers("axis", 3, "Direction, object space; absent: up");
  if (axis.empty()) return;
  const Vec3 direction(axis[0], axis[1], axis[2]);
  const double length = glm::length(direction);
  if (length > 1e-6 && std::isfinite(length))
    joint.axis = direction / length;
  else
    keys.problem("axis", "must not be zero");
}

void read_joint(KeyReader keys, ObjectJoint& joint, PlaceReader* place) {
  keys.choice("kind", joint.kind, kJointKinds, "hinge and dial turn, slider and button shift", Need::Required);
  const bool angular = joint.kind == JointKind::Hinge || joint.kind == JointKind::Dial;
  keys.position("anchor", joint.anchor, "A point of the axis, object space");
  read_axis(keys, joint);
  const char *wanted = angular ? "range_deg" : "range", *other = angular ? "range" : "range_deg";
  read_range(keys, "range_deg", true, joint);
  read_range(keys, "range", false, joint);
  double initial_deg = 0.0, initial = 0.0;
  keys.number("initial_deg", initial_deg, "Position at the start of a hinge or dial, degrees");
  keys.number("initial", initial, "Position at the start of a slider or button, m");
  joint.initial = angular ? math::radians(initial_deg) : initial;
  keys.number("friction", joint.friction, "N m or N to overcome", {0.0, 1e6});
  keys.integer("detents", joint.detents, "Equal steps from end to end that it clicks into; 0: none", 0, 360);
  keys.number("spring", joint.spring, "N m/rad or N/m towards 0", {0.0, 1e9});
  if (joint.kind != JointKind::None) {
    if (keys.has(other)) {
      keys.problem(other, fmt::format("a {} takes \"{}\"", kJointKinds[static_cast<std::size_t>(joint.kind)], wanted));
    }
    if (!keys.has(wanted)) {
      keys.json().problems().add(keys.json().pointer(), fmt::format("\"{}\" is missing", wanted));
    } else if (joint.initial < joint.minimum - 1e-9 || joint.initial > joint.maximum + 1e-9) {
      keys.problem(angular ? "initial_deg" : "initial", "is outside the joint's range");
      joint.initial = joint.minimum;
    }
  }
  if (place) keys.end();
}

void read_sites(KeyReader& keys, Object& object, PlaceReader* place) {
  for (auto& entry : keys.objects("sites", "site", "Named places on it")) {
    KeyReader of_site = keys_of(entry, "site", place);
    Site site;
    site.name = of_site.name("Unique on the object");
    site.object_from_site = of_site.free_pose();
    of_site.boolean("snaps", site.snaps, "A thing let go within 5 cm and 20 degrees of it comes to rest there");
    for (const auto& known : object.sites) {
      if (known.name == site.name) entry.problem("name", fmt::format("a second site is called \"{}\"", site.name));
    }
    object.sites.push_back(std::move(site));
    if (place) of_site.end();
  }
  for (auto& entry : keys.objects("grasps", "grasp", "How a hand may hold it")) {
    KeyReader of_grasp = keys_of(entry, "grasp", place);
    Grasp grasp;
    grasp.name = of_grasp.name("For people");
    grasp.object_from_hand = of_grasp.free_pose();
    of_grasp.choice("shape", grasp.shape, kHandShapes, "Round a handle, flat on a face, or with the fingertips");
    of_grasp.number("opening", grasp.opening, "Between thumb and fingers, m", {0.0, 0.3});
    object.grasps.push_back(std::move(grasp));
    if (place) of_grasp.end();
  }
}

void read_mass(KeyReader& keys, Object& object) {
  // Read with a wide range: what is wrong with a mass depends on whether the thing moves.
  keys.describe("mass", {{"type", "number"}, {"minimum", 0}, {"maximum", 1000000}, {"default", 0}},
                "kg; above 0 for what moves");
  object.mass = keys.json().number("mass", {.fallback = object.mass, .minimum = -1e9, .maximum = 1e6});
}

void check_mass(const KeyReader& keys, const Object& object) {
  const bool moves = object.movable || object.joint.kind != JointKind::None;
  if (moves && object.mass <= 0.0) {
    const std::string message =
        fmt::format("a thing that moves needs a mass above 0 kg, \"{}\" has {}", object.name, object.mass);
    if (keys.has("mass"))
      keys.problem("mass", message);
    else
      keys.json().problems().add(keys.json().pointer(), message);
  } else if (object.mass < 0.0) {
    keys.problem("mass", fmt::format("must be at least 0, is {}", object.mass));
  }
}

}  // namespace

void read_semantics(KeyReader& keys, Object& object, PlaceReader* place) {
  if (object.label.empty()) object.label = object.name;
  keys.text("label", object.label, "Name for people; absent: the name");
  auto classes = keys.texts("classes", "From special to general");
  if (!classes.empty()) object.classes = std::move(classes);
  keys.boolean("movable", object.movable, "May be carried or pushed");
  keys.boolean("openable", object.openable, "Opens");
  keys.boolean("locked", object.locked, "Does not open now");
  read_mass(keys, object);
  keys.number("friction", object.friction, "Coefficient", {0.0, 10.0});
  keys.number("restitution", object.restitution, "Bounce", {0.0, 1.0});
  if (auto joint = keys.object("joint", "joint", "How it may move against its parent"))
    read_joint(keys_of(*joint, "joint", place), object.joint, place);
  read_sites(keys, object, place);
  check_mass(keys, object);
}

}  // namespace fh::scene
