#include "world/measures.h"

namespace fh::world {

void Measures::visit(core::Archive& archive) {
  archive.field("lowest_head", lowest_head);
  archive.field("highest_head", highest_head);
  archive.field("fastest_hand", fastest_hand);
  archive.field("ticks_untracked", ticks_untracked);
}

void advance(Measures& measures, const UserState& user) {
  if (!user.placed) return;
  const double height = user.head.world_from_point.position.y;
  const bool first = measures.highest_head == 0.0 && measures.lowest_head == 0.0;
  measures.lowest_head = first || height < measures.lowest_head ? height : measures.lowest_head;
  measures.highest_head = first || height > measures.highest_head ? height : measures.highest_head;
  bool lost = user.head.status != PointStatus::Tracked;
  for (const auto& hand : user.hands) {
    const double speed = glm::length(hand.grip.velocity);
    measures.fastest_hand = speed > measures.fastest_hand ? speed : measures.fastest_hand;
    lost = lost || (hand.grip.status != PointStatus::Tracked && hand.grip.status != PointStatus::Absent);
  }
  if (lost) ++measures.ticks_untracked;
}

}  // namespace fh::world
