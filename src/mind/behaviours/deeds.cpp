// SPDX-License-Identifier: Apache-2.0
// What hands do on errands, as far as minds decide it: where to stand (CA-25, by reach margin), that a thing is seen
// before it is grasped (K-35), and when to give up. How the hand gets there is the body's affair
// (world/agents/handling.h).
#include <algorithm>
#include <utility>

#include "mind/behaviours/behaviour.h"

namespace fh::mind {
namespace {

using math::Vec3;
using scene::Deed;

constexpr double kEasyReach = 0.8;     // of the arm's length: without leaning
constexpr double kLean = 0.65;         // m farther, by leaning, at most
constexpr double kGladly = 0.35;       // m of that: farther, it rather stands close
constexpr double kNearest = 0.28;      // m from the body's axis to what its hands work on
constexpr double kStandWithin = 0.08;  // m
constexpr double kHeldAhead = 0.16;    // m that what a hand holds is farther ahead than the body's outline
constexpr int kDirections = 24;
constexpr std::size_t kMostSpots = 8;
constexpr double kElsewhere = 0.3;                   // m from a place that was tried
constexpr double kAsGood = 0.06;                     // m of reach that another place may lack
constexpr double kFreshSight = 0.6;                  // s since the thing was last seen
constexpr double kStraight = 0.7, kLowShare = 0.65;  // s; of the shoulder's height: it bends its knees to look
constexpr double kLooksFor = 3.5;                    // s at the place before it is taken as not to be seen from there
constexpr double kDeedPatience = 25.0;               // s

std::string object_of(const std::string& target, const TaskBeliefs& beliefs) {
  if (beliefs.believed(target)) return target;
  return target.substr(0, target.rfind('.'));
}

/// Those of the spots that are beside the errand's other thing, on the side that it says, the nearest to it first.
void keep_beside(const BehaviourStep& step, const scene::Errand& errand, std::vector<Vec3>& spots) {
  constexpr double kMuchFarther = 0.12;  // m than the nearest
  static constexpr std::pair<const char*, const char*> kRelations[] = {
      {"left", "left_of"}, {"right", "right_of"}, {"front", "in_front_of"}, {"back", "behind"}};
  const auto anchor = step.beliefs.believed(errand.beside), thing = step.beliefs.believed(errand.thing);
  if (!anchor || !thing) return spots.clear();
  const char* relation = "beside";
  for (const auto& [side, name] : kRelations) {
    if (errand.side == side) relation = name;
  }
  const Vec3 half = 0.5 * thing->bounds.size();
  const auto there = [&](const Vec3& spot) {
    language::Whereabouts where;
    where.box.add(spot + Vec3(-half.x, 0.0, -half.z));
    where.box.add(spot + Vec3(half.x, 2.0 * half.y, half.z));
    where.pose.position = spot;
    return where;
  };
  // Left and right of what has no front are those of what it stands on; without that, as the agent sees it now.
  language::Whereabouts beside = anchor->where;
  const auto base = step.beliefs.believed(object_of(errand.onto, step.beliefs));
  if (!beside.has_front && base && base->where.has_front) {
    beside.has_front = true;
    beside.pose.rotation = base->pose.rotation;
  }
  std::erase_if(spots, [&](const Vec3& spot) {
    return !language::holds(*language::find_relation(relation), there(spot), beside, nullptr, step.beliefs.position);
  });
  const auto far = [&](const Vec3& spot) { return language::plan_distance(there(spot).box, anchor->where.box); };
  std::stable_sort(spots.begin(), spots.end(), [&](const Vec3& a, const Vec3& b) { return far(a) < far(b); });
  if (spots.empty()) return;
  const double least = far(spots.front());
  std::erase_if(spots, [&](const Vec3& spot) { return far(spot) > least + kMuchFarther; });
}

/// Free spots for a thing that is put down, the nearest first; after a failure none near the one that was tried.
std::vector<Vec3> spots_of(const BehaviourStep& step, const scene::Errand& errand) {
  constexpr double kApart = 0.2;  // m
  const Vec3 shoulder = step.beliefs.position + Vec3(0.0, step.beliefs.shoulder, 0.0);
  std::vector<Vec3> all = step.beliefs.spots_on(errand.onto, errand.thing), spots;
  if (!errand.beside.empty()) keep_beside(step, errand, all);
  std::stable_sort(all.begin(), all.end(), [&](const Vec3& a, const Vec3& b) {
    return glm::dot(a - shoulder, a - shoulder) < glm::dot(b - shoulder, b - shoulder);
  });
  for (const Vec3& spot : all) {
    if (step.task.attempt > 0 && glm::length(spot - step.task.place) < kElsewhere && all.size() > 1) continue;
    const auto is_near = [&](const Vec3& other) { return glm::length(other - spot) < kApart; };
    if (spots.size() < kMostSpots && std::none_of(spots.begin(), spots.end(), is_near)) spots.push_back(spot);
  }
  return spots;
}

/// Where the hand will have to be, one of these; none: `why`.
std::vector<Vec3> points_of(const BehaviourStep& step, const scene::Errand& errand, Failure& why) {
  why = Failure::Unknown;
  if (errand.deed == Deed::Operate) return step.beliefs.holds_of(errand.thing);
  if (errand.deed == Deed::Put) {
    if (step.beliefs.believed(object_of(errand.onto, step.beliefs))) why = Failure::NoRoom;
    return spots_of(step, errand);
  }
  const auto thing = step.beliefs.believed(errand.thing);
  return thing ? std::vector{thing->middle} : std::vector<Vec3>{};
}

struct Stand {
  Vec3 place;
  double lack;  // m that an easy reach is short of
};

/// What must be free where somebody stands to work.
struct StandRoom {
  double ahead = 0.0;            // m before the body
  bool close = false;            // the belly may be near what it stands at
  bool light_things_go = false;  // a chair or a carton there is pushed aside on the way
};

bool has_room(const TaskBeliefs& beliefs, const planning::Vec2& at, const planning::Vec2& towards, int layer,
              const StandRoom& room) {
  const planning::WalkBody& body = beliefs.map->body();
  if (beliefs.map->is_clear(at, at + room.ahead * towards, layer, room.close ? body.side_radius : body.radius))
    return true;
  const planning::CellIndex cell = beliefs.map->frame().cell_at(at, layer);
  return room.light_things_go && cell != planning::kNoCell && beliefs.map->is_free(cell) &&
         !beliefs.map->has(planning::Hindrance::Solid, cell) && !beliefs.map->is_narrow(cell);
}

/// Places to stand at round a point, the nearest in each direction that leaves the arms room.
void add_stands(const BehaviourStep& step, const scene::Errand& errand, const Vec3& point, const StandRoom& room,
                std::vector<Stand>& stands) {
  const TaskBeliefs& beliefs = step.beliefs;
  const std::string taken = errand.deed == Deed::Take ? errand.thing : std::string();
  const double rise = point.y - beliefs.position.y - beliefs.shoulder, easy = kEasyReach * beliefs.arm;
  const double level = std::max(kNearest + 0.1, math::sqrt(std::max(0.0, easy * easy - rise * rise)));
  const int layer = beliefs.map->layer_at(beliefs.position);
  for (int i = 0; i < kDirections; ++i) {
    const Vec3 out = math::from_axis_angle(math::kUp, i * math::kTau / kDirections) * math::kForward;
    for (double far = kNearest; far <= level + kLean; far += 0.04) {
      const Vec3 place(point.x + far * out.x, beliefs.position.y, point.z + far * out.z);
      const planning::Vec2 flat(place.x, place.z);
      const planning::Vec2 towards(-out.x, -out.z);
      if (!has_room(beliefs, flat, towards, layer, room) || !beliefs.is_open_to(place, point, taken)) continue;
      if (errand.deed == Deed::Operate && beliefs.is_in_way_of(place, errand.thing)) continue;
      const Vec3 here = place - beliefs.position;
      if (step.task.attempt > 0 && here.x * here.x + here.z * here.z < kElsewhere * kElsewhere) continue;
      stands.push_back({place, std::max(0.0, far - level)});
      if (far >= 0.7 * level) break;
    }
  }
}

}  // namespace

planning::Goal stand_goal(const BehaviourStep& step, const scene::Errand& errand, Failure& why) {
  planning::Goal goal;
  const std::vector<Vec3> points = points_of(step, errand, why);
  if (points.empty()) return goal;
  why = step.task.attempt > 0 ? step.task.before : Failure::TooFar;
  std::vector<Stand> stands;
  // A hand that holds something needs room.
  const double ahead = errand.deed == Deed::Put ? kHeldAhead : 0.0;
  double least = 1e9;
  for (const StandRoom& room : {StandRoom{ahead}, StandRoom{}, StandRoom{0.0, true}, StandRoom{0.0, true, true}}) {
    if (room.light_things_go && !stands.empty()) break;
    for (const Vec3& point : points) add_stands(step, errand, point, room, stands);
    for (const Stand& stand : stands) least = std::min(least, stand.lack);
    if (least <= kGladly) break;  // else it comes as near as it can
  }
  for (const Stand& stand : stands) {
    if (stand.lack <= least + kAsGood) goal.points.push_back(stand.place);
  }
  goal.radius = kStandWithin;
  goal.facing = errand.yaw;
  return goal;
}

HandFeel do_deed(const BehaviourStep& step, const scene::Errand& errand) {
  TaskState& task = step.task;
  HandFeel feel = step.beliefs.hands;
  const auto failed = [&](Failure why) {
    feel.status = HandStatus::Failed;
    feel.failure = why;
    feel.off = -1.0;
    return feel;
  };
  task.reached_for += step.dt;
  if (task.acts) {
    if (feel.status == HandStatus::Busy && task.reached_for > kDeedPatience) return failed(Failure::Stuck);
    return feel;
  }
  if (feel.status != HandStatus::Idle) return {HandStatus::Busy, Failure::None, -1.0, feel.held};  // of the deed before
  feel.status = HandStatus::Busy;
  if (errand.deed == Deed::Put && !step.beliefs.holds(errand.thing)) return failed(Failure::NotHeld);
  if (errand.deed == Deed::Take && step.beliefs.holds(errand.thing)) {
    feel.status = HandStatus::Done;
    return feel;
  }
  // What is not seen is not grasped, nor is anything put where the eye is not.
  const auto at = step.beliefs.believed(errand.deed == Deed::Put ? object_of(errand.onto, step.beliefs) : errand.thing);
  if (!at) return failed(Failure::Unknown);
  if (!at->sighted || at->age > kFreshSight) {
    task.unseen += step.dt;
    const bool low = at->middle.y < step.beliefs.position.y + kLowShare * step.beliefs.shoulder;
    if (low && task.unseen > kStraight) step.wish.stance = Stance::Crouch;  // to look under what is over it
    return task.unseen > kLooksFor ? failed(Failure::NotSeen) : feel;
  }
  if (errand.deed == Deed::Put) {
    const std::vector<Vec3> spots = spots_of(step, errand);
    const auto spot = std::find_if(spots.begin(), spots.end(), [&](const Vec3& one) {
      return step.beliefs.is_open_to(step.beliefs.position, one, {});
    });
    if (spot == spots.end()) return failed(spots.empty() ? Failure::NoRoom : Failure::TooFar);
    task.place = *spot;
  }
  task.acts = 1;
  return feel;
}

}  // namespace fh::mind
