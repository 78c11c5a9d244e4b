// SPDX-License-Identifier: Apache-2.0
#include "evaluation/reach/half_spaces.h"

#include <algorithm>

namespace fh::evaluation {
namespace {

using math::Vec3;

constexpr double kFarthestMove = 0.8;  // m that a part may have to go
constexpr double kGoalWithin = 0.02;   // m that a goal may be on the other side of a face: hands are thick
constexpr double kRoomWeight = 2.0;    // of what a part would be in behind the face
constexpr std::size_t kMostFaces = 3;

bool is_hand(human::Joint joint) {
  return joint == human::Joint::LeftHand || joint == human::Joint::RightHand;
}

}  // namespace

std::vector<FaceChoice> ranked_faces(const Hindrance& hindrance, const human::Frames<double>& frames,
                                     const HinderingPlace& place, const std::optional<Vec3>& goal) {
  const math::Pose joint = frames.pose(hindrance.joint);
  const math::Capsule limb{{joint.point(hindrance.limb.axis.a), joint.point(hindrance.limb.axis.b)},
                           hindrance.limb.radius};
  std::vector<FaceChoice> faces;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sense : {-1.0, 1.0}) {
      Vec3 out(0.0);
      out[axis] = sense;
      FaceChoice face;
      face.plane.normal = hindrance.box.world_from_box.direction(out);
      face.plane.offset = glm::dot(face.plane.normal, hindrance.box.world_from_box.position) + hindrance.box.half[axis];
      const double inner = std::min(face.plane.signed_distance(limb.axis.a), face.plane.signed_distance(limb.axis.b));
      const double move = std::max(0.0, limb.radius - kTouches / 2 - inner);
      const double short_of = goal ? std::max(0.0, -face.plane.signed_distance(*goal)) : 0.0;
      if (move > kFarthestMove || (is_hand(hindrance.joint) && short_of > kGoalWithin)) continue;
      const Vec3 way = move * face.plane.normal;
      const double stuck = place.depth({{limb.axis.a + way, limb.axis.b + way}, limb.radius});
      face.score = move + short_of + kRoomWeight * std::max(0.0, stuck - kTouches);
      faces.push_back(face);
    }
  }
  std::stable_sort(faces.begin(), faces.end(),
                   [](const FaceChoice& a, const FaceChoice& b) { return a.score < b.score; });
  if (faces.size() > kMostFaces) faces.resize(kMostFaces);
  return faces;
}

std::vector<human::BodyGoal> keep_beyond(const Hindrance& hindrance, const math::Plane& plane) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  std::vector<human::BodyGoal> goals;
  const Vec3 on_plane = (plane.offset + hindrance.limb.radius - kTouches / 2) * plane.normal;
  for (const Vec3& end : {hindrance.limb.axis.a, hindrance.limb.axis.b}) {
    if (!goals.empty() && end == hindrance.limb.axis.a) continue;  // a ball
    human::BodyGoal goal = human::region_goal({hindrance.joint, {math::kIdentity, end}},
                                              {math::from_to(math::kUp, plane.normal), on_plane}, Vec3(kAny));
    goal.lower.y = 0.0;
    goals.push_back(goal);
  }
  return goals;
}

}  // namespace fh::evaluation
