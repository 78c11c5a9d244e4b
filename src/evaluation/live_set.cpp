// SPDX-License-Identifier: Apache-2.0
#include "evaluation/live_set.h"

#include <algorithm>

#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

constexpr double kFarthestThing = 10.0;     // m
constexpr std::uint32_t kThingWindow = 64;  // samples across a thing

bool is_foot(human::Joint joint) {
  using human::Joint;
  return joint == Joint::LeftFoot || joint == Joint::LeftToes || joint == Joint::RightFoot || joint == Joint::RightToes;
}

}  // namespace

LiveSet::LiveSet(const Surroundings& surroundings, const frame::Moment& moment, std::size_t person)
    : surroundings_(&surroundings),
      person_(person),
      place_(SolidPlace::create(*surroundings.scene)),
      sight_(surroundings, moment),
      reach_(surroundings, person) {
  carried_.begin(surroundings.scene, moment);
  for (const scene::Object& object : surroundings.scene->objects) {
    if (!object.label.empty() && !object.is_a("structure") && !object.is_a("floor")) things_.push_back(object.id);
  }
}

void LiveSet::measure_clearance(const frame::Moment& moment, std::span<const math::Pose> frames) {
  if (!place_) return;
  place_->update(moment);
  std::vector<core::ObjectId> ignore(place_->floors().begin(), place_->floors().end());
  for (const Lift& lift : carried_.lifts()) {
    if (lift.to_tick < 0 && lift.who == moment.people[person_].id) ignore.push_back(lift.what);
  }
  std::vector<core::ObjectId> below = ignore;
  below.insert(below.end(), place_->walkable().begin(), place_->walkable().end());
  for (const human::CollisionPiece& piece : surroundings_->people[person_].solids->pieces) {
    const Gap gap = place_->nearest(piece, frames, is_foot(piece.joint) ? below : ignore);
    if (!gap.found() || (figures_.nearest.found() && gap.distance >= figures_.nearest.distance)) continue;
    figures_.nearest = gap;
    figures_.segment = piece.joint;
  }
}

void LiveSet::look(const frame::Moment& moment, std::span<const math::Pose> frames, const LiveChoice& choice) {
  sight_.update(moment);
  const math::Pose eye = TrueSight::eye_of(frames);
  std::vector<LiveFigures::Sight> near;
  for (const core::ObjectId thing : things_) {
    const math::Aabb bounds = sight_.scene().bounds(senses::ItemId::of(thing));
    if (bounds.empty() || !TrueSight::in_field(eye, bounds.centre())) continue;
    if (glm::length(bounds.centre() - eye.position) > kFarthestThing) continue;
    near.push_back({thing, 0.0, TrueSight::eccentricity(eye, bounds.centre())});
  }
  std::sort(near.begin(), near.end(), [](const LiveFigures::Sight& a, const LiveFigures::Sight& b) {
    return a.eccentricity != b.eccentricity ? a.eccentricity < b.eccentricity : a.thing.value < b.thing.value;
  });
  figures_.sight_count = std::min(near.size(), kLiveThings);
  senses::SeeSettings settings;
  settings.viewer = moment.people[person_].id;
  settings.range = 2.0 * kFarthestThing;
  for (std::size_t i = 0; i < figures_.sight_count; ++i) {
    figures_.sights[i] = near[i];
    if (!choice.visibility) continue;
    // Half of them in a tick; what was not in the five a tick ago is looked at now.
    const auto before = std::find_if(before_.begin(), before_.end(),
                                     [&](const LiveFigures::Sight& sight) { return sight.thing == near[i].thing; });
    if ((moment.tick + near[i].thing.value) % 2 == 0 && before != before_.end()) {
      figures_.sights[i].fraction = before->fraction;
      continue;
    }
    const auto item = senses::ItemId::of(near[i].thing);
    figures_.sights[i].fraction = senses::inspect(sight_.scene(), eye.position, item, settings, kThingWindow).fraction;
  }
}

/// Of the thing nearest to the gaze that is not beyond every reach: its point nearest to the shoulder.
void LiveSet::tell_reach(std::span<const math::Pose> frames) {
  figures_.reach_known = reach_.field() != nullptr;
  figures_.seat = reach_.seat();
  const math::Vec3 from = reach_.origin(), shoulder = frames[human::index_of(human::Joint::T2)].position;
  for (std::size_t i = 0; i < figures_.sight_count; ++i) {
    const math::Aabb bounds = sight_.scene().bounds(senses::ItemId::of(figures_.sights[i].thing));
    const math::Vec3 point = glm::clamp(shoulder, bounds.low, bounds.high);
    const double ahead = glm::length(math::Vec3(point.x - from.x, 0.0, point.z - from.z));
    if (ahead > ReachField::kCell * ReachField::kColumns) continue;
    figures_.reached = figures_.sights[i].thing;
    if (reach_.field()) figures_.effort = reach_.field()->at(ahead, point.y - from.y);
    return;
  }
}

void LiveSet::observe(const frame::Moment& moment, const LiveChoice& choice) {
  carried_.update(moment);
  before_.assign(figures_.sights.begin(), figures_.sights.begin() + static_cast<std::ptrdiff_t>(figures_.sight_count));
  if (!looked_) before_.clear();
  looked_ = choice.visibility;
  figures_ = {};
  const frame::MomentPerson& person = moment.people[person_];
  const auto frames = frames_of(moment, person);
  if (frames.empty()) return;
  figures_.present = true;
  figures_.balance = person.balance_margin;
  figures_.borne = person.borne_by != 0;
  if (choice.clearance) measure_clearance(moment, frames);
  if (choice.posture) {
    Exertion exertion;
    exertion.load = {carried_.load(person.id, 0), carried_.load(person.id, 1)};
    exertion.on_one_foot = !posture_angles(frames).level_feet;
    const BandedScores scores = banded_scores(frames, exertion, person.is_user != 0);
    figures_.rula = scores.rula[scores.rula[1].value > scores.rula[0].value ? 1 : 0];
  }
  if (choice.visibility || choice.reach) look(moment, frames, choice);
  if (!choice.reach) return;
  reach_.observe(moment, frames);
  tell_reach(frames);
}

}  // namespace fh::evaluation
