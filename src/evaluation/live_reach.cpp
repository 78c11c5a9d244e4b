// SPDX-License-Identifier: Apache-2.0
#include "evaluation/live_reach.h"

#include <algorithm>
#include <cmath>

#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

// Our choice. Somebody who sits may lean until the eyes are beyond the knees; sitting down is told more narrowly.
constexpr double kEyesNear = 0.40, kEyesStayNear = 0.75;  // m beside the seat
constexpr double kEyesUp = 0.08, kEyesStayUp = 0.15;      // m over where the survey has a body's eyes
constexpr double kEyesDown = 0.12, kEyesStayDown = 0.6;   // m under it
constexpr double kSeatSteps = 50.0;                       // of a metre: seats that differ by less are alike

math::Pose pose_of(const frame::Moment& moment, const scene::Scene& scene, core::ObjectId thing) {
  const auto moved = std::find_if(moment.objects.begin(), moment.objects.end(),
                                  [thing](const frame::MomentObject& object) { return object.id == thing; });
  return moved != moment.objects.end() ? moved->world_from_object : scene.find(thing)->world_from_object;
}

}  // namespace

LiveReach::LiveReach(const Surroundings& surroundings, std::size_t person)
    : surroundings_(&surroundings), person_(person) {
  for (const scene::Object& object : surroundings.scene->objects) {
    for (const scene::Site& site : object.sites) {
      if (site.name == "seat") seats_.push_back({object.id, site.object_from_site});
    }
  }
}

void LiveReach::find_seat(const frame::Moment& moment, std::span<const math::Pose> frames) {
  const human::Dimensions& body = surroundings_->people[person_].body->dimensions;
  const math::Vec3 eyes = 0.5 * (frames[human::index_of(human::Joint::LeftEye)].position +
                                 frames[human::index_of(human::Joint::RightEye)].position);
  const double ground = ground_height(frames);
  const bool sat = seat_ > 0.0;
  seat_ = 0.0;
  origin_ = between_ankles(frames);
  origin_.y = ground;
  double nearest = sat ? kEyesStayNear : kEyesNear;
  for (const Seat& seat : seats_) {
    const math::Vec3 at = pose_of(moment, *surroundings_->scene, seat.thing).point(seat.thing_from_seat.position);
    const double over = eyes.y - at.y - body[human::Dimension::EyeHeightSitting];
    const double beside = glm::length(math::Vec3(eyes.x - at.x, 0.0, eyes.z - at.z));
    if (over > (sat ? kEyesStayUp : kEyesUp) || over < -(sat ? kEyesStayDown : kEyesDown) || beside > nearest) continue;
    nearest = beside;
    seat_ = std::max(1.0, std::round(kSeatSteps * (at.y - ground))) / kSeatSteps;
    origin_ = {at.x, ground, at.z};
  }
}

void LiveReach::work_out(std::unique_ptr<Work>& work) {
  if (work->field) return;
  if (work->ticks++ == 0) {
    const Surroundings::Person& person = surroundings_->people[person_];
    work->making = std::async(std::launch::async, [name = person.name, body = *person.body, one = work.get()] {
      return reach_field(name, body, one->seat, &one->stop);
    });
  }
  if (work->ticks > kTicks) work->field = work->making.get();
}

void LiveReach::observe(const frame::Moment& moment, std::span<const math::Pose> frames) {
  find_seat(moment, frames);
  std::unique_ptr<Work>& now = seat_ > 0.0 ? sitting_ : standing_;
  if (!now || now->seat != seat_) {
    now = std::make_unique<Work>();
    now->seat = seat_;
  }
  for (std::unique_ptr<Work>* work : {&standing_, &sitting_}) {
    if (*work) work_out(*work);
  }
}

const ReachField* LiveReach::field() const {
  const std::unique_ptr<Work>& now = seat_ > 0.0 ? sitting_ : standing_;
  return now && now->field ? &*now->field : nullptr;
}

}  // namespace fh::evaluation
