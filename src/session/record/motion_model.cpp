// SPDX-License-Identifier: Apache-2.0
#include "session/record/motion_model.h"

#include <algorithm>
#include <cmath>

namespace fh::session {
namespace {

using math::Quat;
using math::Vec3;

constexpr std::int64_t kLargest = std::int64_t{1} << 46;

std::int64_t steps_of(double value, double step) {
  const double steps = value / step;
  if (!(std::abs(steps) < static_cast<double>(kLargest))) return 0;
  return static_cast<std::int64_t>(steps + (steps < 0.0 ? -0.5 : 0.5));
}

template <class Coder>
std::int64_t code_scalar(Coder& coder, ScalarModel& model, SizeModel& sizes, std::int64_t value) {
  const std::int64_t guess = model.predicted();
  // Wild numbers of a damaged row must not overflow; nobody writes them.
  const std::int64_t now =
      std::clamp(guess + code_number(coder, model.number, sizes, value - guess), -kLargest, kLargest);
  model.learn(now);
  return now;
}

/// Codes a double in steps; readers write it back.
template <class Coder, class Value>
void code_value(Coder& coder, ScalarModel& model, SizeModel& sizes, Value& value, double step) {
  const std::int64_t now = code_scalar(coder, model, sizes, Coder::kReads ? 0 : steps_of(value, step));
  if constexpr (Coder::kReads) value = static_cast<double>(now) * step;
}

template <class Coder, class Value>
void code_vector(Coder& coder, ScalarModel* models, SizeModel& sizes, Value& v, double step) {
  code_value(coder, models[0], sizes, v.x, step);
  code_value(coder, models[1], sizes, v.y, step);
  code_value(coder, models[2], sizes, v.z, step);
}

/// Whole numbers, flags and enums. False where a reader finds what does not fit the type.
template <class Coder, class Value>
bool code_count(Coder& coder, ScalarModel& model, SizeModel& sizes, Value& value, std::int64_t most) {
  const std::int64_t now = code_scalar(coder, model, sizes, static_cast<std::int64_t>(value));
  if constexpr (Coder::kReads) {
    if (now < 0 || now > most) return false;
    value = static_cast<std::remove_reference_t<Value>>(now);
  }
  return true;
}

/// tan(angle / 4) along the axis: no poles, no transcendental functions.
Vec3 parameters_of(const Quat& q) {
  const double sign = q.w < 0.0 ? -1.0 : 1.0;
  return Vec3(q.x, q.y, q.z) * (sign / (1.0 + sign * q.w));
}

Quat quat_of(const Vec3& p) {
  const double square = glm::dot(p, p), scale = 1.0 / (1.0 + square);
  return Quat((1.0 - square) * scale, 2.0 * scale * p.x, 2.0 * scale * p.y, 2.0 * scale * p.z);
}

template <class Coder, class Rotation>
void code_rotation(Coder& coder, ScalarModel* models, SizeModel& sizes, Rotation& rotation) {
  Vec3 parameters = Coder::kReads ? Vec3(0.0) : parameters_of(rotation);
  code_vector(coder, models, sizes, parameters, kTurnStep);
  if constexpr (Coder::kReads) rotation = quat_of(parameters);
}

template <class Coder, class Point>
bool code_point(Coder& coder, PointModel& model, TrackSizes& sizes, Point& point) {
  if (!code_count(coder, model.known, sizes.count, point.known, static_cast<std::int64_t>(frame::PointKnown::Resting)))
    return false;
  if (point.known == frame::PointKnown::Absent) return true;
  code_vector(coder, &model.numbers[0], sizes.place, point.world_from_point.position, kPlaceStep);
  code_rotation(coder, &model.numbers[3], sizes.turn, point.world_from_point.rotation);
  code_vector(coder, &model.numbers[6], sizes.speed, point.velocity, kPlaceStep);
  return true;
}

constexpr std::uint8_t kLeafDepth = 255;  // stands for the depth of a joint on which nothing hangs

/// The square of half the angle by which a joint may be off: joints farther out get more, so that what hangs on a joint
/// need not be corrected with it, a joint that is still gets more, and one on which nothing hangs (eyes, last joints of
/// fingers) gets most. Degrees: 0.016 at the pelvis to 0.097 (tuned: "motion track" tests of accuracy and size).
double tolerance(std::uint8_t depth, bool still) {
  constexpr double kStill = 0.092, kLast = 0.097;
  const double half = 0.5 * math::radians(depth == kLeafDepth ? kLast
                                          : still             ? kStill
                                                              : std::min(0.016 + 0.0012 * depth, 0.085));
  return half * half;
}

/// The square of half the angle between two rotations, for small ones.
double half_angle_squared(const Quat& a, const Quat& b) {
  const Quat off = math::conjugate(a) * b;
  return off.x * off.x + off.y * off.y + off.z * off.z;
}

/// `parent`: of the joint in the world, as a reader has it. `truth`: of the joint in the world (writers).
/// The joint's rotation in the world as a reader will have it.
template <class Coder>
Quat code_turn(Coder& coder, TurnModel& model, std::array<SizeModel, 3>& sizes, const Quat& parent, const Quat& truth,
               double allowed) {
  ++model.age;
  const Vec3 going = model.corner + static_cast<double>(model.age) * model.rate;
  Quat world = parent * quat_of(going);
  const bool goes_on =
      coder.bit(model.goes_on[model.last], Coder::kReads || half_angle_squared(world, truth) < allowed);
  if (goes_on) {
    model.last = 0;
    model.now = going;
    return world;
  }
  world = parent * quat_of(model.now);
  const bool stays = coder.bit(model.stays[model.last], Coder::kReads || half_angle_squared(world, truth) < allowed);
  if (stays) {
    model.last = 1;
    model.rate = Vec3(0.0);
    model.corner = model.now;
    model.age = 0;
    return world;
  }
  model.last = 2;
  const Vec3 wanted = Coder::kReads ? Vec3(0.0) : parameters_of(math::conjugate(parent) * truth);
  Vec3 now = going;
  for (std::size_t k = 0; k < 3; ++k) {
    const int i = static_cast<int>(k);
    const std::int64_t steps = Coder::kReads ? 0 : steps_of(wanted[i] - going[i], kJointStep);
    now[i] += static_cast<double>(code_number(coder, model.correction[k], sizes[k], steps)) * kJointStep;
    now[i] = std::clamp(now[i], -4.0, 4.0);
  }
  model.rate = (now - model.corner) / static_cast<double>(model.age);
  // A turn through half a circle jumps: nothing to go on with.
  if (glm::dot(model.rate, model.rate) > 0.01) model.rate = Vec3(0.0);
  model.corner = model.now = now;
  model.age = 0;
  return parent * quat_of(now);
}

/// The skeleton of a person whose body is new.
template <class Coder>
void code_shape(Coder& coder, MotionModel& model, PersonModel& person, const math::Pose* joints, std::uint32_t count) {
  person.offsets.assign(count, Vec3(0.0));
  person.frames.assign(count, {});
  person.joints.assign(count, {});
  for (std::uint32_t i = 1; i < count; ++i) {
    Vec3 offset(0.0);
    if constexpr (!Coder::kReads) {
      const math::Pose& parent = joints[model.parents[i]];
      offset = math::rotate(math::conjugate(parent.rotation), joints[i].position - parent.position);
    }
    for (int k = 0; k < 3; ++k) {
      const auto steps =
          code_number(coder, model.shape, model.shape_size, Coder::kReads ? 0 : steps_of(offset[k], kShapeStep));
      person.offsets[i][k] = static_cast<double>(steps) * kShapeStep;
    }
  }
}

template <class Coder, class AnyMoment, class AnyPerson>
bool code_posture(Coder& coder, MotionModel& model, PersonModel& state, AnyMoment& moment, AnyPerson& person) {
  const std::uint32_t count = person.joint_count;
  if (count == 0) return true;
  const std::size_t first = Coder::kReads ? moment.world_from_joint.size() : person.first_joint;
  if constexpr (Coder::kReads) {
    if (first + count > static_cast<std::size_t>(kMostAllJoints)) return false;
    person.first_joint = static_cast<std::uint32_t>(first);
    moment.world_from_joint.resize(first + count);
    moment.rotations.resize(first + count, math::kIdentity);
  }
  auto* const joints = moment.world_from_joint.data() + first;
  if (state.shape_of != person.body_number + 1 || state.shape_size != count) {
    code_shape(coder, model, state, joints, count);
    state.shape_of = person.body_number + 1;
    state.shape_size = count;
  }
  code_vector(coder, state.pelvis.data(), model.sizes.place, joints[0].position, kPlaceStep);
  if constexpr (Coder::kReads)
    state.frames[0].position = joints[0].position;
  else
    for (int k = 0; k < 3; ++k)
      state.frames[0].position[k] = static_cast<double>(state.pelvis[static_cast<std::size_t>(k)].last) * kPlaceStep;
  for (std::uint32_t i = 0; i < count; ++i) {
    const math::Pose& parent = state.frames[model.parents[i]];
    const Quat above = i == 0 ? math::kIdentity : parent.rotation;
    if (i > 0) state.frames[i].position = parent.point(state.offsets[i]);
    bool still = false;
    if constexpr (!Coder::kReads) {
      still = i > 0 && std::memcmp(&state.joints[i].seen, &moment.rotations[first + i], sizeof(Quat)) == 0;
      state.joints[i].seen = moment.rotations[first + i];
    }
    state.frames[i].rotation = code_turn(coder, state.joints[i], model.sizes.joints[i], above, joints[i].rotation,
                                         tolerance(model.depths[i], still));
    if constexpr (Coder::kReads) {
      joints[i] = state.frames[i];
      if (i > 0) moment.rotations[first + i] = quat_of(state.joints[i].now);
    }
  }
  return !coder.is_past_end();
}

template <class Coder, class AnyPerson>
bool code_user(Coder& coder, PersonModel& state, TrackSizes& sizes, AnyPerson& person) {
  if (!code_point(coder, state.points[0], sizes, person.head)) return false;
  for (std::size_t i = 0; i < frame::kHands; ++i) {
    if (!code_point(coder, state.points[1 + i], sizes, person.hands[i])) return false;
  }
  code_value(coder, state.walked, sizes.fine, person.walked, kFineStep);
  return code_count(coder, state.jumps, sizes.count, person.jumps, INT32_MAX);
}

/// Planted feet must not seem to slide: their soles are kept finely. Those of a foot in the air only follow it.
template <class Coder, class AnyPerson>
void code_soles(Coder& coder, PersonModel& state, TrackSizes& sizes, AnyPerson& person) {
  for (std::size_t i = 0; i < 4; ++i) {
    const bool planted = person.planted[i / 2] != 0;
    code_vector(coder, (planted ? state.soles : state.swings).data() + 3 * i, planted ? sizes.fine : sizes.place,
                person.soles[i], planted ? kFineStep : kSwingStep);
  }
}

template <class Coder, class AnyPerson>
bool code_agent(Coder& coder, PersonModel& state, TrackSizes& sizes, AnyPerson& person) {
  code_vector(coder, &state.root[0], sizes.fine, person.root, kFineStep);
  code_vector(coder, &state.root[3], sizes.speed, person.velocity, kSpeedStep);
  auto& states = state.states;
  const bool good =
      code_count(coder, states[0], sizes.count, person.planted[0], 1) &&
      code_count(coder, states[1], sizes.count, person.planted[1], 1) &&
      code_count(coder, states[2], sizes.count, person.route, static_cast<std::int64_t>(frame::RouteState::GaveUp)) &&
      code_count(coder, states[3], sizes.count, person.stuck, 1) &&
      code_count(coder, states[4], sizes.count, person.held, static_cast<std::int64_t>(frame::HeldBy::Thing)) &&
      code_count(coder, states[5], sizes.count, person.held_by.value, UINT32_MAX) &&
      code_count(coder, states[6], sizes.count, person.arrived, INT32_MAX) &&
      code_count(coder, states[7], sizes.count, person.failed, INT32_MAX) &&
      code_count(coder, states[8], sizes.count, person.looked, 1) &&
      code_count(coder, states[9], sizes.count, person.users_known, UINT32_MAX) &&
      (!person.looked || code_count(coder, states[10], sizes.count, person.percepts, UINT32_MAX));
  if (!good) return false;
  code_soles(coder, state, sizes, person);
  return true;
}

template <class Coder, class AnyPerson>
bool code_balance(Coder& coder, PersonModel& state, TrackSizes& sizes, AnyPerson& person) {
  if (!code_count(coder, state.borne_by, sizes.count, person.borne_by, 7)) return false;
  if (person.borne_by != 0) {
    double margin = person.balance_margin;
    if (margin < 0.0) margin = std::min(margin, -kMarginStep);  // inside stays inside, outside outside
    code_value(coder, state.margin, sizes.margin, margin, kMarginStep);
    if constexpr (!std::is_const_v<AnyPerson>) person.balance_margin = margin;
  }
  for (std::size_t i = 0; i < frame::kHands; ++i) {
    auto& load = person.loads[i];
    code_value(coder, state.load_masses[i], sizes.fine, load.mass, kPlaceStep);
    // Asked of what is kept: the lightest thing of a writer may be none to a reader.
    if (state.load_masses[i].last != 0)
      code_vector(coder, &state.load_centres[3 * i], sizes.place, load.centre, kPlaceStep);
  }
  return std::abs(person.balance_margin) < kFarthest;
}

bool same_pose(const math::Pose& a, const math::Pose& b) {
  return std::memcmp(&a, &b, sizeof(a)) == 0;
}

template <class Coder, class AnyMoment>
bool code_objects(Coder& coder, MotionModel& model, AnyMoment& moment) {
  bool rest = true;
  if constexpr (Coder::kReads) {
    moment.objects.resize(model.objects.size());
  } else {
    for (std::size_t i = 0; rest && i < model.objects.size(); ++i)
      rest = same_pose(model.objects[i].seen, moment.objects[i].world_from_object);
  }
  rest = coder.bit(model.objects_rest, rest);
  for (std::size_t i = 0; i < model.objects.size(); ++i) {
    ObjectModel& state = model.objects[i];
    auto& object = moment.objects[i];
    if constexpr (Coder::kReads) object = {state.id, state.seen};
    if (rest) continue;
    if (!coder.bit(state.moves, Coder::kReads || !same_pose(state.seen, object.world_from_object))) continue;
    code_vector(coder, &state.numbers[0], model.sizes.place, object.world_from_object.position, kPlaceStep);
    code_rotation(coder, &state.numbers[3], model.sizes.turn, object.world_from_object.rotation);
    state.seen = object.world_from_object;
    if (coder.is_past_end()) return false;
  }
  return true;
}

template <class Coder, class AnyMoment>
bool code_contacts(Coder& coder, MotionModel& model, AnyMoment& moment) {
  if (coder.bit(model.same_contacts, Coder::kReads || moment.contacts == model.contacts)) {
    if constexpr (Coder::kReads) moment.contacts = model.contacts;
    return true;
  }
  const auto number = [&](std::int64_t value) { return code_number(coder, model.contact, model.contact_size, value); };
  const std::int64_t count = number(static_cast<std::int64_t>(Coder::kReads ? 0 : moment.contacts.size()));
  if (count < 0 || count > kMostContacts) return false;
  model.contacts.resize(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    auto& contact = model.contacts[i];
    if constexpr (!Coder::kReads) contact = moment.contacts[i];
    const std::array<std::int64_t, 4> values = {number(contact.body.value), number(contact.other.value),
                                                number(contact.object.value), number(contact.began)};
    for (const auto value : values) {
      if (value < 0 || value > UINT32_MAX) return false;
    }
    contact = {{static_cast<std::uint32_t>(values[0])},
               {static_cast<std::uint32_t>(values[1])},
               {static_cast<std::uint32_t>(values[2])},
               static_cast<std::uint8_t>(values[3] != 0)};
    if (coder.is_past_end()) return false;
  }
  if constexpr (Coder::kReads) moment.contacts = model.contacts;
  return true;
}

bool is_sound(const Vec3& v) {
  return std::abs(v.x) < kFarthest && std::abs(v.y) < kFarthest && std::abs(v.z) < kFarthest;
}

template <class Coder, class AnyMoment>
bool code_person(Coder& coder, MotionModel& model, std::size_t index, AnyMoment& moment) {
  PersonModel& state = model.people[index];
  auto& person = moment.people[index];
  if constexpr (Coder::kReads) {
    person = {};
    person.id = model.ids[index];
    person.is_user = model.is_user[index];
  }
  const auto most = static_cast<std::int64_t>(model.parents.size());
  if (!code_count(coder, state.present, model.sizes.count, person.present, 1) ||
      !code_count(coder, state.body_number, model.sizes.count, person.body_number, UINT32_MAX - 1) ||
      !code_count(coder, state.joint_count, model.sizes.count, person.joint_count, most))
    return false;
  if (!code_posture(coder, model, state, moment, person)) return false;
  if (!(person.is_user ? code_user(coder, state, model.sizes, person) : code_agent(coder, state, model.sizes, person)))
    return false;
  if (model.with_balance && !code_balance(coder, state, model.sizes, person)) return false;
  return !coder.is_past_end() && is_sound(person.root) && is_sound(person.velocity) &&
         is_sound(person.head.world_from_point.position) &&
         (state.frames.empty() || is_sound(state.frames[0].position));
}

}  // namespace

void ScalarModel::learn(std::int64_t value) {
  const auto size = [](std::int64_t error) {
    return static_cast<std::uint32_t>(std::min<std::int64_t>(error < 0 ? -error : error, 1 << 20));
  };
  stay_cost += size(value - last) - stay_cost / 8;
  go_on_cost += size(value - (2 * last - before)) - go_on_cost / 8;
  before = last;
  last = value;
}

template <class Coder>
bool code_cast(Coder& coder, MotionModel& model) {
  const auto number = [&](std::size_t value) {
    return code_number(coder, model.cast, model.cast_size, static_cast<std::int64_t>(value));
  };
  const std::int64_t people = number(model.ids.size()), joints = number(model.parents.size()),
                     objects = number(model.objects.size());
  if (people < 0 || people > kMostPeople || joints < 0 || joints > kMostJoints || objects < 0 || objects > kMostObjects)
    return false;
  model.ids.resize(static_cast<std::size_t>(people));
  model.is_user.resize(model.ids.size());
  model.people.resize(model.ids.size());
  model.parents.resize(static_cast<std::size_t>(joints));
  model.depths.assign(model.parents.size(), 0);
  model.sizes.joints.assign(model.parents.size(), {});
  model.objects.resize(static_cast<std::size_t>(objects));
  const auto id = [&](std::uint32_t& value) {
    const std::int64_t now = number(value);
    value = static_cast<std::uint32_t>(now);
    return now > 0 && now <= UINT32_MAX && !coder.is_past_end();
  };
  for (std::size_t i = 0; i < model.ids.size(); ++i) {
    if (!id(model.ids[i].value)) return false;
    model.is_user[i] = number(model.is_user[i]) != 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < model.parents.size(); ++i) {
    const std::int64_t parent = number(model.parents[i]);
    if (parent < 0 || parent > static_cast<std::int64_t>(i) || (i > 0 && parent == static_cast<std::int64_t>(i)))
      return false;
    model.parents[i] = static_cast<std::uint8_t>(parent);
    if (i > 0) model.depths[i] = static_cast<std::uint8_t>(model.depths[model.parents[i]] + 1);
  }
  for (std::size_t i = 1; i < model.parents.size(); ++i) {
    const auto hangs_on_it = [&](std::uint8_t parent) { return parent == i; };
    if (std::none_of(model.parents.begin(), model.parents.end(), hangs_on_it)) model.depths[i] = kLeafDepth;
  }
  for (auto& object : model.objects) {
    if (!id(object.id.value)) return false;
  }
  const std::int64_t drives = model.with_drives ? number(model.drives.size()) : 0;
  if (drives < 0 || drives > kMostDrives) return false;
  model.drives.resize(static_cast<std::size_t>(drives));
  return !coder.is_past_end();
}

template <class Coder, class AnyMoment>
bool code_tick(Coder& coder, MotionModel& model, AnyMoment& moment) {
  if constexpr (Coder::kReads) {
    moment.people.resize(model.ids.size());
    moment.rotations.clear();
    moment.world_from_joint.clear();
    moment.parents = model.parents;
  }
  for (std::size_t i = 0; i < model.ids.size(); ++i) {
    if (!code_person(coder, model, i, moment)) return false;
  }
  if constexpr (Coder::kReads) moment.drives.resize(model.drives.size());
  for (std::size_t i = 0; i < model.drives.size(); ++i)
    code_value(coder, model.drives[i], model.sizes.fine, moment.drives[i], kFineStep);
  return code_objects(coder, model, moment) && code_contacts(coder, model, moment);
}

template bool code_cast(BitWriter&, MotionModel&);
template bool code_cast(BitReader&, MotionModel&);
template bool code_tick(BitWriter&, MotionModel&, const frame::Moment&);
template bool code_tick(BitReader&, MotionModel&, frame::Moment&);

}  // namespace fh::session
