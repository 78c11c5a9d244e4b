// The navigator's manners: precedence at necks, and out of the way of whom it must not come near.
#include "planning/navigation/navigator.h"

namespace fh::planning {
namespace {

constexpr double kNotice = 6.0;    // m at which somebody coming is made way for
constexpr double kWatch = 9.0;     // m up to which they are then kept an eye on
constexpr double kMoves = 0.3;     // m/s: slower people stand
constexpr double kComes = 0.7;     // cosine to the line between two: comes here, not past
constexpr double kMargin = 0.25;   // m beyond personal space
constexpr double kWalks = 0.7;     // m/s: slower people only shift their weight
constexpr double kAhead = 3.0;     // s: who comes later may still turn away
constexpr double kLinger = 1.0;    // s that one stays aside after they have passed
constexpr double kLetPast = 3.0;   // s that one stays aside who was asked
constexpr double kElbows = 0.2;    // m left to who passes
constexpr double kStride = 1.5;    // m/s to get out of the way: walk, not run
constexpr double kSideways = 0.5;  // m that one side-steps with the face to whom one makes way for

/// The way of somebody who wants to come past where one stands.
OtherWay towards(const PerceivedPerson& person, const Vec2& here, const NavigatorSettings& settings) {
  const Vec2 at{person.position.x, person.position.z}, offset = here - at;
  const double distance = glm::length(offset);
  const Vec2 heading = distance > 1e-6 ? offset / distance : Vec2(1.0, 0.0);
  return {at, heading, 0.0, settings.avoidance.radius + person.radius + kElbows};
}

/// Somebody walks so that they will soon be nearer to a place than `keep`.
bool comes_near(const PerceivedPerson& person, const Vec2& place, double keep) {
  const double speed = glm::length(person.velocity);
  if (speed < kWalks) return false;
  const Vec2 offset = place - Vec2(person.position.x, person.position.z);
  const double along = glm::dot(offset, person.velocity) / speed;
  if (along < 0.0 || along > speed * kAhead) return false;
  return glm::dot(offset, offset) - along * along < keep * keep;
}

}  // namespace

bool Navigator::queues(const NavigatorInput& input, const Vec2& way) const {
  for (const PerceivedPerson& person : input.people) {
    if (person.id == ahead_ && ahead_.valid()) return person.yields && goes_along(person, way);
  }
  return false;
}

const Neck* Navigator::neck_ahead() const {
  const double done = path_.length() - remaining(path_, place_);
  return has_goal_ ? next_neck(necks_, done, settings_.right_of_way.look) : nullptr;
}

bool Navigator::gives_precedence(const NavigatorInput& input, const Spot& here, Vec2& wanted) {
  if (input.people.empty() || necks_.empty()) return false;
  WayfarerState self;
  self.self = input.self;
  self.position = here.at;
  self.done = path_.length() - remaining(path_, place_);
  self.time = static_cast<double>(input.tick) * input.dt;
  self.stuck = progress_.attempt != Attempt::None;
  const Neck* neck = next_neck(necks_, self.done, settings_.right_of_way.look);
  if (!neck) return false;
  const std::optional<Vec2> away = stand_back(*neck, self, input.people, settings_.right_of_way);
  if (!away) return false;
  wanted = *away * settings_.follow.back_speed;
  return true;
}

/// Who stands leaves the place to somebody who walks up to it, and comes back when they are gone.
bool Navigator::leaves_place(const PerceivedPerson& person, const Spot& here, double keep) const {
  const bool walks = has_goal_ && status_ != NavStatus::Arrived;
  if (walks && person.id != retreat_from_) return false;  // who walks goes round them
  const Vec2 at{person.position.x, person.position.z};
  if (comes_near(person, here.at, keep)) return map_.is_clear(at, here.at, here.layer, 0.05);
  if (person.id != retreat_from_ || !has_goal_ || walks) return false;
  // Aside already: they are still on their way to the place that was left, or stand there.
  for (const Vec3& point : goal_.points) {
    const Vec2 place{point.x, point.z};
    if (comes_near(person, place, keep) || glm::length(place - at) < person.personal_space) return true;
  }
  return false;
}

std::optional<OtherWay> Navigator::way_to_leave(const PerceivedPerson& person, const Spot& here) const {
  if (person.personal_space <= 0.0 || person.id == goal_.person) return std::nullopt;
  const double speed = glm::length(person.velocity);
  const Vec2 at{person.position.x, person.position.z}, offset = here.at - at;
  const double distance = glm::length(offset);
  const double notice = person.id == retreat_from_ ? kWatch : kNotice;
  if (distance > notice || distance < 1e-6) return std::nullopt;
  const double keep = person.personal_space + kMargin, passable = keep + settings_.body.radius + person.radius;
  if (leaves_place(person, here, keep)) {
    if (speed < kMoves) return OtherWay{at, Vec2(0.0), 0.0, keep};
    return OtherWay{at, person.velocity / speed, speed, keep};
  }
  if (speed < kMoves) return std::nullopt;
  const Vec2 heading = person.velocity / speed;
  // They come to where one stands, and there is no room to pass them.
  if (glm::dot(heading, offset) > kComes * distance && map_.is_clear(at, here.at, here.layer, 0.05) &&
      width_across(map_, {here.at, here.layer}, heading) < passable) {
    return OtherWay{at, heading, speed, keep};
  }
  // They come through what one is about to enter: the way out of it is theirs.
  if (path_.empty()) return std::nullopt;
  const double done = path_.length() - remaining(path_, place_);
  const Neck* strait = next_neck(straits_, done, settings_.right_of_way.look);
  if (!strait || strait->width >= passable || !comes_through(*strait, person)) return std::nullopt;
  if (strait->from < done && person.id != retreat_from_) return std::nullopt;  // in it, one goes on
  const double way = std::max(glm::dot(at - strait->entry, strait->direction), strait->to - strait->from);
  return OtherWay{strait->entry + strait->direction * way, -strait->direction, speed, keep};
}

void Navigator::plan_retreat(const NavigatorInput& input, const Spot& here, core::BodyId other,
                             NavigatorScratch& scratch) {
  retreat_ = {};
  retreat_place_ = {};
  for (const PerceivedPerson& person : input.people) {
    if (person.id != other || !other.valid()) continue;
    (void)find_refuge(map_, here.at, here.layer, towards(person, here.at, settings_), settings_.smooth, scratch.refuge,
                      retreat_);
  }
}

bool Navigator::makes_way(const NavigatorInput& input, const Spot& here, NavigatorScratch& scratch) {
  retreat_time_ -= input.dt;
  for (const PerceivedPerson& person : input.people) {
    std::optional<OtherWay> way = way_to_leave(person, here);
    const bool asked = !way && person.id == input.asked_by && person.id.valid();
    if (asked) way = towards(person, here.at, settings_);
    if (!way) continue;
    // A refuge once found is gone to; a new one when they turn another way or stop.
    const bool same_way = way->heading == retreat_heading_ || glm::dot(way->heading, retreat_heading_) > kComes;
    const bool known = retreat_from_ == person.id && retreat_time_ > 0.0 && same_way;
    if (!known) {
      if (!find_refuge(map_, here.at, here.layer, *way, settings_.smooth, scratch.refuge, retreat_)) continue;
      retreat_place_ = {};
      retreat_from_ = person.id;
      retreat_heading_ = way->heading;
      must_plan_ = has_goal_;  // afterwards, from there
    }
    retreat_time_ = asked ? kLetPast : kLinger;
    return true;
  }
  if (retreat_time_ > 0.0 && retreat_from_.valid()) return true;
  retreat_from_ = {};
  return false;
}

NavigatorOutput Navigator::step_aside(const NavigatorInput& input, const Spot& here) {
  FollowSettings pace = settings_.follow;
  pace.speed = std::min(kStride, pace.max_speed);
  const FollowWish wish = follow(map_, retreat_, retreat_place_, here.at, pace);
  double facing = input.facing;
  if (remaining(retreat_, retreat_place_) > kSideways && glm::length(wish.velocity) > 0.05) {
    facing = yaw_of(wish.velocity);
  } else {
    for (const PerceivedPerson& person : input.people) {
      if (person.id != retreat_from_) continue;
      facing = yaw_of(Vec2(person.position.x, person.position.z) - here.at);
    }
  }
  NavigatorOutput out = move(input, here, wish, facing, {}, true);
  out.status = NavStatus::Waiting;
  out.reason = NavReason::Person;
  return out;
}

}  // namespace fh::planning
