// SPDX-License-Identifier: Apache-2.0
#include "world/agents/touch.h"

#include <algorithm>

#include "world/agents/agent.h"
#include "world/users/user.h"
#include "world/users/user_solids.h"

namespace fh::world {
namespace {

using math::Vec3;

constexpr double kHandMass = 0.5;   // kg (de Leva 1996: 0.6 % of the body)
constexpr double kArmsReach = 1.3;  // m from the axis of a body to any point of it
constexpr double kContact = 0.005;  // m between surfaces that counts as touching

/// Negative inside the body.
double distance_to(const Agent& agent, const Vec3& point) {
  double nearest = 1e9;
  for (const auto& piece : agent.person->solids.pieces) {
    const Vec3 local = math::inverse(agent.frames.pose(piece.joint)).point(point);
    nearest = std::min(nearest, human::signed_distance(piece.shape, local));
  }
  return nearest;
}

}  // namespace

void TouchState::add(const senses::TouchContact& contact) {
  if (contact.impulse < senses::kFeltImpulse) return;
  const auto end = contacts.begin() + count;
  auto place = std::find_if(contacts.begin(), end, [&](const auto& known) { return known.item == contact.item; });
  if (place == end && count < kMost) {
    ++count;
  } else {
    if (place == end)
      place =
          std::min_element(contacts.begin(), end, [](const auto& a, const auto& b) { return a.impulse < b.impulse; });
    if (contact.impulse <= place->impulse) return;
  }
  *place = contact;
}

void TouchState::visit(core::Archive& archive) {
  archive.field("contacts", contacts);
  archive.field("count", count);
  if (archive.is_loading() && count > kMost) archive.reject();
}

void touch_with_hands(core::BodyId who, const UserState& user, std::span<Agent> agents) {
  for (std::size_t side = 0; side < user.hands.size(); ++side) {
    const Vec3 hand = user.hands[side].grip.world_from_point.position;
    for (Agent& agent : agents) {
      const Vec3 away = hand - agent.gait.root;
      if (away.x * away.x + away.z * away.z > kArmsReach * kArmsReach) continue;
      // A hand on its way back to where it is measured strikes nobody: no hand has moved so.
      const bool returns = user.hands[side].tracking == human::HandTracking::Returning;
      const Vec3 velocity = returns ? Vec3(0.0) : user.hands[side].grip.velocity;
      const double impulse = kHandMass * glm::length(velocity - agent.gait.velocity);
      if (impulse < senses::kFeltImpulse || distance_to(agent, hand) > kHandRadius + kContact) continue;
      agent.touch.add({senses::ItemId::of(who), hand, impulse});
    }
  }
}

}  // namespace fh::world
