// SPDX-License-Identifier: Apache-2.0
#include "evaluation/clearance/clearance.h"

#include <algorithm>

#include "evaluation/posture/posture_angles.h"

namespace fh::evaluation {
namespace {

using human::Joint;

constexpr double kMostHeadroom = 1.0;    // m above the head
constexpr double kMostSide = 1.5;        // m to each side of a passage
constexpr double kWalksSo = 0.3 / 90.0;  // m per tick: slower people pass nothing
constexpr double kWaistHeight = 0.95, kKneeHeight = 0.45,
                 kShoulderHeight = 1.35;  // m above the ground that passages are measured at
constexpr std::size_t kCarried = kBodyParts;

bool is_foot(Joint joint) {
  return joint == Joint::LeftFoot || joint == Joint::LeftToes || joint == Joint::RightFoot || joint == Joint::RightToes;
}

void keep(const Gap& gap, core::Tick tick, const Span& band, Clearance::Least& least) {
  if (!gap.found()) return;
  least.band = {std::min(least.band.low, band.low), std::min(least.band.high, band.high)};
  if (least.tick >= 0 && gap.distance >= least.gap.distance) return;
  least.gap = gap;
  least.tick = tick;
}

std::string other_name(const Surroundings& surroundings, const Gap& gap) {
  if (gap.body.valid()) return name_of(surroundings, gap.body);
  const scene::Object* object = surroundings.scene->find(gap.object);
  return object ? object->name : std::string();
}

core::Json point_json(const math::Vec3& p) {
  return core::Json::array({p.x, p.y, p.z});
}

/// `band`: none of bodies that are known.
core::Json least_json(const Surroundings& surroundings, const Clearance::Least& least, const Span* band) {
  return {{"distance_m", least.gap.distance},
          {"low_m", band ? band->low : least.gap.distance},
          {"high_m", band ? band->high : least.gap.distance},
          {"to", other_name(surroundings, least.gap)},
          {"at_s", core::seconds_of(least.tick)},
          {"on_body_m", point_json(least.gap.on_body)},
          {"on_other_m", point_json(least.gap.on_other)}};
}

core::Json way_json(const FreeWay& way, core::Tick tick) {
  return {{"least_m", way.length},
          {"at_s", core::seconds_of(tick)},
          {"on_body_m", point_json(way.from)},
          {"on_other_m", point_json(way.to)}};
}

}  // namespace

const Clearance::Least* Clearance::Person::least(std::size_t* segment) const {
  const Least* best = nullptr;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].tick < 0 || (best && segments[i].gap.distance >= best->gap.distance)) continue;
    best = &segments[i];
    if (segment) *segment = i;
  }
  return best;
}

void Clearance::begin(const frame::Moment& moment) {
  people_.clear();
  place_ = surroundings_->scene ? SolidPlace::create(*surroundings_->scene) : nullptr;
  carried_.begin(surroundings_->scene, moment);
  std::size_t users = 0, agents = 0;
  for (const frame::MomentPerson& source : moment.people) {
    Person person;
    person.id = source.id;
    person.is_user = source.is_user != 0;
    person.row = person.is_user ? users++ : agents++;
    people_.push_back(person);
  }
}

void Clearance::measure_others(const frame::Moment& moment, std::size_t index,
                               std::array<Gap, human::kJointCount>& now) const {
  const auto frames = frames_of(moment, moment.people[index]);
  const human::CollisionBody* mine = surroundings_->people[index].solids;
  for (std::size_t other = 0; other < moment.people.size(); ++other) {
    const auto theirs = other == index ? std::span<const math::Pose>() : frames_of(moment, moment.people[other]);
    const human::CollisionBody* body = surroundings_->people[other].solids;
    // Nobody reaches farther than 1.3 m from the pelvis.
    if (theirs.empty() || !body || glm::length(theirs[0].position - frames[0].position) > 2.6 + kClearanceRange)
      continue;
    for (const human::CollisionPiece& piece : mine->pieces) {
      Gap& least = now[human::index_of(piece.joint)];
      for (const human::CollisionPiece& their_piece : body->pieces) {
        Gap gap = between_pieces(piece, frames, their_piece, theirs, least.distance);
        if (gap.distance >= least.distance) continue;
        gap.body = moment.people[other].id;
        least = gap;
      }
    }
  }
}

void Clearance::measure_way(std::span<const math::Pose> frames, core::Tick tick, Person& person) const {
  for (const human::CollisionPiece& piece : surroundings_->people[person.id.value - 1].solids->pieces) {
    if (piece.joint != Joint::Head) continue;
    const FreeWay room = place_->headroom(piece, frames, kMostHeadroom);
    if (room.length < person.headroom.length) person.headroom = room, person.headroom_tick = tick;
    break;
  }
  const math::Vec3 pelvis = frames[0].position;
  math::Vec3 way = pelvis - person.before;
  way.y = 0.0;
  const double length = glm::length(way);
  const bool walks = person.before != math::Vec3(0.0) && length > kWalksSo && length < 0.1;
  person.before = pelvis;
  if (!walks) return;
  const double ground = ground_height(frames);
  for (const double height : {kKneeHeight, kWaistHeight, kShoulderHeight}) {
    const auto width = place_->width({pelvis.x, ground + height, pelvis.z}, way / length, kMostSide);
    if (!width || width->length >= person.passage.length) continue;
    person.passage = *width;
    person.passage_tick = tick;
  }
}

void Clearance::measure(const frame::Moment& moment, std::size_t index, Person& person) {
  const auto frames = frames_of(moment, moment.people[index]);
  const human::CollisionBody* body = surroundings_->people[index].solids;
  if (frames.empty() || !body) return;
  std::vector<core::ObjectId> held;
  for (const Lift& lift : carried_.lifts()) {
    if (lift.to_tick < 0 && lift.who == person.id) held.push_back(lift.what);
  }
  std::vector<core::ObjectId> ignore(place_->floors().begin(), place_->floors().end());
  ignore.insert(ignore.end(), held.begin(), held.end());
  std::vector<core::ObjectId> below = ignore;
  below.insert(below.end(), place_->walkable().begin(), place_->walkable().end());
  std::array<Gap, human::kJointCount> now;
  for (const human::CollisionPiece& piece : body->pieces) {
    const Gap gap = place_->nearest(piece, frames, is_foot(piece.joint) ? below : ignore);
    Gap& least = now[human::index_of(piece.joint)];
    if (gap.found() && (!least.found() || gap.distance < least.distance)) least = gap;
  }
  measure_others(moment, index, now);
  Row row;
  row.tick = moment.tick;
  row.gaps.fill(kClearanceRange);
  bool touches = false;
  const BodyDoes does = doing(frames, surroundings_->people[index].body, person.before);
  for (std::size_t i = 0; i < now.size(); ++i) {
    keep(now[i], moment.tick, clearance_band(now[i].distance, human::joint_at(i), does), person.segments[i]);
    if (!now[i].found()) continue;
    touches = touches || now[i].distance <= 0.0;
    double& least = row.gaps[part_of(human::joint_at(i))];
    least = std::min(least, now[i].distance);
  }
  for (const core::ObjectId id : held) {
    const scene::Object* thing = surroundings_->scene->find(id);
    const auto at = std::find_if(moment.objects.begin(), moment.objects.end(),
                                 [&](const frame::MomentObject& object) { return object.id == id; });
    if (!thing || at == moment.objects.end()) continue;
    const Gap gap = place_->nearest(*thing, at->world_from_object, std::span(&id, 1));
    keep(gap, moment.tick, clearance_band(gap.distance, Joint::LeftHand, does), person.held);
    if (gap.found()) row.gaps[kCarried] = std::min(row.gaps[kCarried], gap.distance);
  }
  person.touching += touches ? 1 : 0;
  measure_way(frames, moment.tick, person);
  if (moment.tick % kSeriesTicks == 0) person.series.push_back(row);
}

void Clearance::observe(const frame::Moment& moment) {
  carried_.update(moment);
  if (!place_ || surroundings_->people.size() != moment.people.size()) return;
  place_->update(moment);
  for (std::size_t i = 0; i < people_.size() && i < moment.people.size(); ++i) measure(moment, i, people_[i]);
}

void Clearance::write(core::Json& report) const {
  for (const Person& person : people_) {
    core::Json& row = person.is_user ? user_row(report, person.row) : agent_row(report, person.row);
    core::Json& json = row["clearance"];
    json = {{"within_m", kClearanceRange}, {"floors", "left out"}, {"touching_s", core::seconds_of(person.touching)}};
    core::Json segments = core::Json::array();
    Span band{1e9, 1e9};  // of the least of all segments
    for (std::size_t i = 0; i < person.segments.size(); ++i) {
      if (person.segments[i].tick < 0) continue;
      const Span& of_segment = person.segments[i].band;
      band = {std::min(band.low, of_segment.low), std::min(band.high, of_segment.high)};
      core::Json segment = least_json(*surroundings_, person.segments[i], person.is_user ? &of_segment : nullptr);
      segment["segment"] = human::info(human::joint_at(i)).name;
      segments.push_back(std::move(segment));
    }
    json["segments"] = std::move(segments);
    std::size_t nearest = 0;
    if (const Least* least = person.least(&nearest)) {
      json["least"] = least_json(*surroundings_, *least, person.is_user ? &band : nullptr);
      json["least"]["segment"] = human::info(human::joint_at(nearest)).name;
    }
    if (person.held.tick >= 0)
      json["carried"] = least_json(*surroundings_, person.held, person.is_user ? &person.held.band : nullptr);
    if (person.headroom_tick >= 0 && person.headroom.length < kMostHeadroom)
      json["headroom"] = way_json(person.headroom, person.headroom_tick);
    if (person.passage_tick >= 0) json["passage"] = way_json(person.passage, person.passage_tick);
  }
}

void Clearance::tables(std::vector<Table>& out) const {
  Table table{"clearance",
              "Least distance of parts of the body to everything but floors; empty: nothing within 0.5 m.",
              {"time_s", "person"},
              {}};
  for (const char* name : kBodyPartNames) table.columns.push_back(std::string(name) + "_m");
  table.columns.push_back("carried_m");
  for (const Person& person : people_) {
    for (const Row& row : person.series) {
      std::vector<Cell> cells = {core::seconds_of(row.tick), name_of(*surroundings_, person.id)};
      for (const double gap : row.gaps) cells.push_back(gap < kClearanceRange ? Cell(gap) : Cell());
      table.rows.push_back(std::move(cells));
    }
  }
  out.push_back(std::move(table));
}

std::unique_ptr<Observer> make_clearance(const Surroundings& surroundings) {
  return std::make_unique<Clearance>(surroundings);
}

}  // namespace fh::evaluation
