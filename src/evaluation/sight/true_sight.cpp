// SPDX-License-Identifier: Apache-2.0
#include "evaluation/sight/true_sight.h"

#include <algorithm>

#include "evaluation/posture/posture_angles.h"
#include "human/body/gaze.h"
#include "math/trig.h"

namespace fh::evaluation {
namespace {

human::Frames<double> body_frames(std::span<const math::Pose> poses) {
  human::Frames<double> frames;
  for (std::size_t i = 0; i < human::kJointCount; ++i) {
    const math::Quat& q = poses[i].rotation;
    const math::Vec3& p = poses[i].position;
    frames.rotations[i] = {q.x, q.y, q.z, q.w};
    frames.positions[i] = {p.x, p.y, p.z, 0.0};
  }
  return frames;
}

}  // namespace

TrueSight::TrueSight(const Surroundings& surroundings, const frame::Moment& moment)
    : surroundings_(&surroundings), scene_(*surroundings.scene) {
  people_.resize(surroundings.people.size());
  for (const scene::Object& object : surroundings.scene->objects) moves_.push_back(object.is_static() ? 0 : 1);
  update(moment);
}

void TrueSight::update(const frame::Moment& moment) {
  for (const frame::MomentObject& object : moment.objects) {
    if (moves_[object.id.value - 1]) scene_.place_object(object.id, object.world_from_object);
  }
  for (std::size_t i = 0; i < people_.size() && i < moment.people.size(); ++i) {
    const human::CollisionBody* solids = surroundings_->people[i].solids;
    const frame::MomentPerson& person = moment.people[i];
    const auto poses = frames_of(moment, person);
    if (!solids) continue;
    if (poses.empty()) {
      if (people_[i].added) scene_.remove_body(person.id);
      continue;
    }
    const human::Frames<double> frames = body_frames(poses);
    if (!people_[i].added)
      scene_.add_body(person.id, *solids, frames);
    else if (people_[i].body_number != person.body_number)
      scene_.replace_body(person.id, *solids, frames);
    else
      scene_.place_body(person.id, frames);
    people_[i] = {true, person.body_number};
  }
  scene_.settle();
}

math::Pose TrueSight::eye_of(std::span<const math::Pose> frames) {
  return human::gaze_pose(body_frames(frames));
}

double TrueSight::eccentricity(const math::Pose& eye, const math::Vec3& point) {
  const math::Vec3 way = math::inverse(eye).point(point);
  const double length = glm::length(way);
  return length > 1e-9 ? math::degrees(math::acos(-way.z / length)) : 0.0;
}

bool TrueSight::in_field(const math::Pose& eye, const math::Vec3& point) {
  const human::Bearing bearing = human::bearing_of(math::inverse(eye).point(point));
  return std::abs(math::degrees(bearing.yaw)) <= kFieldAside && std::abs(math::degrees(bearing.pitch)) <= kFieldUp;
}

}  // namespace fh::evaluation
