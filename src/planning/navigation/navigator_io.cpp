#include "planning/navigation/navigator_io.h"

#include <algorithm>

namespace fh::planning {

NavigatorSettings settings_for(const human::Dimensions& dimensions) {
  using human::Dimension;
  NavigatorSettings settings;
  settings.body.radius = 0.5 * dimensions[Dimension::BideltoidBreadth] + 0.05;
  settings.body.side_radius = 0.5 * dimensions[Dimension::ChestDepth] + 0.025;
  settings.avoidance.radius = 0.5 * dimensions[Dimension::BideltoidBreadth];
  const double stature = dimensions[Dimension::Stature];
  settings.body.band.head = stature + 0.08;
  settings.body.band.duck_from = 0.72 * stature;
  settings.body.band.step_over = std::min(0.25, 0.5 * dimensions[Dimension::KneeHeightMidpatella]);
  return settings;
}

Goal approach_goal(const PerceivedPerson& person, double distance) {
  Goal goal;
  // Straight ahead of them, or a little to either side when something stands there.
  for (const double side : {0.0, 0.5, -0.5}) {
    const Vec2 way = direction_of(person.facing + side) * distance;
    goal.points.push_back(person.position + Vec3(way.x, 0.0, way.y));
  }
  goal.radius = 0.2;
  goal.facing = person.facing + math::kPi;
  goal.person = person.id;
  goal.speed = 1.0;
  return goal;
}

void Goal::visit(core::Archive& archive) {
  archive.field("points", points);
  archive.field("radius", radius);
  archive.field("facing", facing);
  archive.field("person", person.value);
  archive.field("speed", speed);
}

}  // namespace fh::planning
