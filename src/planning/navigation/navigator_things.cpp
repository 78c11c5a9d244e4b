// SPDX-License-Identifier: Apache-2.0
// Doors and light things on an agent's way, as far as the feet are concerned: where to stand while the hands open a
// leaf or push a thing, which way to push it, how near to follow, and how long to try. What the hands do is the body's
// affair (world/agents/way_hand.h).
#include <algorithm>
#include <array>
#include <cmath>

#include "planning/navigation/navigator_stages.h"

namespace fh::planning {
namespace {

constexpr double kFollows = 0.27;  // m from the body's axis to a leaf that a hand pushes: an arm somewhat bent
constexpr double kBeside = 0.28;   // m beyond the edge of a leaf that is pulled: out of its way
constexpr double kBefore = 0.42;   // m before the plane of a leaf that is pulled
constexpr double kHandNear = 0.8;  // m from the body's axis to a handle within easy reach
constexpr double kBacks = 0.5;     // m before a leaf that is pulled where there is no room beside it
constexpr double kWide = 0.2;      // cosine of the turn by which a leaf is opened that is opened at all
constexpr double kStays = 1.5;     // s for which it is tried to open a leaf wider that one could pass
constexpr double kLeafRoom = 0.1;  // m beyond the body's radius that a leaf is kept off
constexpr double kStands = 0.1;    // m/s
constexpr double kGain = 2.0, kBrisk = 0.8;  // 1/s and m/s, to a place to stand at
constexpr double kThere = 0.03;              // m
constexpr double kArms = 0.22;               // m from the body's axis to a thing that hands push: bent arms
constexpr double kFarthestPush = 6.0;        // m that a thing is pushed
constexpr double kPushStep = 0.25;           // m, the grain of that
constexpr double kTurnPrice = 0.6;           // m of pushing that a radian off the way counts for

Vec2 nearest_on(const DoorLeaf& leaf, const Vec2& point) {
  const Vec2 along = leaf.edge - leaf.hinge;
  const double share = glm::dot(point - leaf.hinge, along) / std::max(glm::dot(along, along), 1e-9);
  return leaf.hinge + math::clamp(share, 0.0, 1.0) * along;
}

/// Whether a body that side-steps may go straight there, doors and things apart.
bool has_room(const NavigatorData& nav, const Spot& here, const Vec2& to) {
  const int steps = 1 + static_cast<int>(glm::length(to - here.at) / (0.5 * nav.map.frame().cell));
  for (int i = 1; i <= steps; ++i) {
    const Vec2 at = here.at + (to - here.at) * (static_cast<double>(i) / steps);
    if (nav.map.distance().clearance(at, here.layer) < nav.settings.body.side_radius + 0.05) return false;
  }
  return true;
}

/// Where to stand while the leaf comes towards the body: beside its edge; where there is no room, before it, stepping
/// back as it comes.
Vec2 place_to_pull(const NavigatorData& nav, const Spot& here, const DoorLeaf& leaf) {
  const Vec2 along = leaf.edge - leaf.hinge;
  const double width = glm::length(along);
  const Vec2 handle = leaf.hinge + 0.9 * along;
  if (glm::length(here.at - leaf.hinge) > width + 0.75 * kBeside && glm::length(here.at - handle) < kHandNear)
    return here.at;
  const Vec2 beside = leaf.edge + along * (kBeside / width) + kBefore * leaf.opens;
  if (has_room(nav, here, beside)) return beside;
  return leaf.hinge + 0.75 * along + kBacks * leaf.opens;
}

/// Where to stand while the leaf swings away: before it, so near that the hand gets to it; goes with it.
Vec2 place_to_push(const Spot& here, const DoorLeaf& leaf) {
  constexpr double kNearest = 0.35, kFarthest = 0.75;  // shares of the width
  const Vec2 along = leaf.edge - leaf.hinge;
  const double share = glm::dot(here.at - leaf.hinge, along) / std::max(glm::dot(along, along), 1e-9);
  const Vec2 at = leaf.hinge + math::clamp(share, kNearest, kFarthest) * along;
  const Vec2 off = here.at - at;
  const double length = std::max(glm::length(off), 1e-6);
  return at + (glm::dot(leaf.opens, leaf.opens) > 0.5 ? -leaf.opens : off / length) * kFollows;
}

/// The velocity while a hand opens the leaf.
void go_with_leaf(const NavigatorData& nav, const DoorLeaf& leaf, Steering& s) {
  if (leaf.edge == leaf.hinge) return void(s.precedence = Vec2(0.0));
  const bool comes = glm::dot(s.here.at - leaf.hinge, leaf.opens) > 0.0;
  const Vec2 way = (comes ? place_to_pull(nav, s.here, leaf) : place_to_push(s.here, leaf)) - s.here.at;
  const double far = glm::length(way);
  s.precedence = far < kThere ? Vec2(0.0) : way * std::min(kGain, kBrisk / far);
  s.face_to = comes ? yaw_of(leaf.hinge + 0.8 * (leaf.edge - leaf.hinge) - s.here.at) : yaw_of(s.followed);
  s.gives = true;  // it may walk backwards, and round the edge
}

const KnownObstacle* known_thing(const NavigatorState& state, core::ObjectId id) {
  for (const KnownObstacle& known : state.known) {
    if (known.obstacle.id == id) return &known;
  }
  return nullptr;
}

/// A leaf that is being opened is opened wide, not just so far that there is a way past its edge.
bool opens_wider(const NavigatorData& nav) {
  const NavigatorState& state = nav.state;
  const KnownObstacle* door = known_thing(state, state.waiting_for);
  if (!door || !door->obstacle.openable || door->in_vain || state.waiting_time > kStays) return false;
  const DoorLeaf& leaf = door->obstacle.leaf;
  const Vec2 along = leaf.edge - leaf.hinge;
  if (glm::dot(along, state.leaf_before) < kWide * glm::length(along)) return false;
  for (double ahead = 0.0; ahead <= 1.2; ahead += 0.1) {
    const Vec2 at = point_at(state.path, advanced(state.path, state.place, ahead)).at;
    if (glm::length(at - nearest_on(leaf, at)) < nav.settings.body.radius + kLeafRoom) return true;
  }
  return false;
}

/// A thing on the way as a push would move it: seen from above, over the cells that it takes.
class PushedThing {
 public:
  PushedThing(const NavigatorData& nav, const KnownObstacle& thing, std::int32_t layer)
      : nav_(nav), thing_(thing), layer_(layer) {
    Vec2 low(1e9), high(-1e9);
    for (const FootprintCell& entry : thing.cells) {
      if (nav.map.frame().layer_of(entry.cell) != layer) continue;
      cells_.push_back(nav.map.frame().centre(entry.cell));
      low = glm::min(low, cells_.back());
      high = glm::max(high, cells_.back());
    }
    middle_ = 0.5 * (low + high);
  }

  bool empty() const { return cells_.empty(); }
  const Vec2& middle() const { return middle_; }
  /// Where to stand to push it this way.
  Vec2 behind(const Vec2& way) const {
    double back = 0.0;
    for (const Vec2& at : cells_) back = std::max(back, glm::dot(middle_ - at, way));
    return middle_ - way * (back + 0.5 * nav_.map.frame().cell + kArms);
  }
  /// Whether a body could walk straight from one place to another without being in it.
  bool leaves_free(const Vec2& from, const Vec2& to) const {
    const double keep = nav_.settings.body.side_radius;
    const Vec2 along = to - from;
    return std::none_of(cells_.begin(), cells_.end(), [&](const Vec2& at) {
      const double share = glm::dot(at - from, along) / std::max(glm::dot(along, along), 1e-9);
      return glm::length(at - from - math::clamp(share, 0.0, 1.0) * along) < keep;
    });
  }
  /// Whether it finds room when it is moved by so much.
  bool fits(const Vec2& shift) const {
    return std::all_of(cells_.begin(), cells_.end(), [&](const Vec2& at) {
      const CellIndex cell = nav_.map.frame().cell_at(at + shift, layer_);
      if (nav_.map.has(Hindrance::Solid, cell) || nav_.map.has(Hindrance::Door, cell)) return false;
      return !nav_.map.has(Hindrance::Movable, cell) || is_own(cell);
    });
  }
  /// Whether a body that stands at `from` gets from there to `to` when it is moved by so much.
  bool lets_past(const Vec2& shift, const Vec2& from, const Vec2& to) const;

 private:
  bool is_own(CellIndex cell) const {
    const auto at = std::lower_bound(thing_.cells.begin(), thing_.cells.end(), cell,
                                     [](const FootprintCell& entry, CellIndex value) { return entry.cell < value; });
    return at != thing_.cells.end() && at->cell == cell;
  }

  const NavigatorData& nav_;
  const KnownObstacle& thing_;
  std::int32_t layer_;
  std::vector<Vec2> cells_;
  Vec2 middle_{0.0};
};

bool PushedThing::lets_past(const Vec2& shift, const Vec2& from, const Vec2& to) const {
  constexpr int kHalf = 30, kAcross = 2 * kHalf + 1;  // cells of the window that is searched
  const double cell = nav_.map.frame().cell, radius = nav_.settings.body.radius;
  const Vec2 corner = 0.5 * (from + to) - Vec2(kHalf * cell);
  std::array<std::uint8_t, kAcross * kAcross> taken{};  // by the thing, and then by the search
  const int reach = static_cast<int>(radius / cell) + 1;
  const auto index_of = [&](const Vec2& at) {
    const int x = static_cast<int>(std::floor((at.x - corner.x) / cell + 0.5));
    const int z = static_cast<int>(std::floor((at.y - corner.y) / cell + 0.5));
    return std::array<int, 2>{x, z};
  };
  const auto inside = [](int x, int z) { return x >= 0 && z >= 0 && x < kAcross && z < kAcross; };
  for (const Vec2& at : cells_) {
    const auto [x0, z0] = index_of(at + shift);
    for (int dz = -reach; dz <= reach; ++dz) {
      for (int dx = -reach; dx <= reach; ++dx) {
        if (!inside(x0 + dx, z0 + dz) || cell * cell * (dx * dx + dz * dz) > radius * radius) continue;
        taken[static_cast<std::size_t>((z0 + dz) * kAcross + x0 + dx)] = 1;
      }
    }
  }
  const auto goal = index_of(to), start = index_of(from);
  std::vector<std::array<int, 2>> front{start};
  while (!front.empty()) {
    const auto [x, z] = front.back();
    front.pop_back();
    if (!inside(x, z)) continue;
    if (std::abs(x - goal[0]) <= 1 && std::abs(z - goal[1]) <= 1) return true;
    std::uint8_t& here = taken[static_cast<std::size_t>(z * kAcross + x)];
    const Vec2 at = corner + cell * Vec2(x, z);
    const bool first = x == start[0] && z == start[1];  // where the body stands it stands
    if (!first && (here || nav_.map.distance().clearance(at, layer_) < radius)) continue;
    here = 1;
    for (const auto& next : {std::array<int, 2>{x + 1, z}, {x - 1, z}, {x, z + 1}, {x, z - 1}}) {
      if (inside(next[0], next[1]) && !taken[static_cast<std::size_t>(next[1] * kAcross + next[0])])
        front.push_back(next);
    }
  }
  return false;
}

/// Which way to push a thing so that there is a way past it, by the least pushing and turning: ahead or to a side,
/// never towards the body. None: it finds no room, or there is no place to push it from.
Vec2 way_to_push(const NavigatorData& nav, const KnownObstacle& known, const Steering& s) {
  constexpr double kBeyond = 1.2, kTurn = math::kPi / 6.0;  // m of the path behind the thing; rad
  constexpr std::array<int, 7> kTurns{0, 1, -1, 2, -2, 3, -3};
  const PushedThing thing(nav, known, s.here.layer);
  const NavigatorState& state = nav.state;
  if (thing.empty() || state.path.empty()) return Vec2(0.0);
  // Where the path passes the thing, and where it goes on.
  double nearest = 1e9, at_thing = 0.0;
  for (double ahead = 0.0; ahead <= 2.0; ahead += 0.1) {
    const Vec2 at = point_at(state.path, advanced(state.path, state.place, ahead)).at;
    if (glm::length(at - thing.middle()) < nearest) nearest = glm::length(at - thing.middle()), at_thing = ahead;
  }
  const auto on_path = [&](double ahead) { return point_at(state.path, advanced(state.path, state.place, ahead)).at; };
  const Vec2 along = on_path(at_thing + 0.3) - on_path(std::max(0.0, at_thing - 0.3));
  const double length = glm::length(along);
  if (length < 1e-3) return Vec2(0.0);
  Vec2 best(0.0);
  double least = 1e9;
  for (const int turn : kTurns) {
    const Vec2 way = direction_of(yaw_of(along) + kTurn * turn), stand = thing.behind(way);
    const double price = kTurnPrice * kTurn * std::abs(turn) + glm::length(stand - s.here.at);
    if (!has_room(nav, s.here, stand) || !thing.leaves_free(s.here.at, stand)) continue;
    for (double far = kPushStep; far <= kFarthestPush && price + far < least; far += kPushStep) {
      if (!thing.fits(far * way)) break;
      if (!thing.lets_past(far * way, stand + far * way, on_path(at_thing + far + kBeyond))) continue;
      best = way;
      least = price + far;
    }
  }
  return best;
}

/// The velocity while hands push a thing.
void go_with_thing(const NavigatorData& nav, const KnownObstacle& known, Steering& s) {
  const PushedThing thing(nav, known, s.here.layer);
  const Vec2 way = thing.empty() ? Vec2(0.0) : thing.behind(nav.state.push_way) - s.here.at;
  const double far = glm::length(way);
  s.precedence = far < kThere ? Vec2(0.0) : way * std::min(kGain, kBrisk / far);
  s.face_to = yaw_of(nav.state.push_way);
  s.gives = true;
}

/// What is waited for: from the moment on that it is in the way.
void notice(NavigatorData& nav, const Steering& s, core::ObjectId thing) {
  NavigatorState& state = nav.state;
  if (thing == state.waiting_for) return;
  state.waiting_for = thing;
  state.waiting_time = 0.0;
  state.push_way = Vec2(0.0);
  const KnownObstacle* known = known_thing(state, thing);
  if (!known) return;
  if (s.hints.open != thing) {
    state.push_way = way_to_push(nav, *known, s);
    state.push_from = known->obstacle.world_from_object.position;
    return;
  }
  const Vec2 along = known->obstacle.leaf.edge - known->obstacle.leaf.hinge;
  const double width = glm::length(along);
  state.leaf_before = width > 0.0 ? along / width : Vec2(0.0);
}

}  // namespace

void pass_things(NavigatorData& nav, const NavigatorInput& input, NavigatorScratch& scratch, Steering& s) {
  NavigatorState& state = nav.state;
  if (!s.hints.open.valid() && !s.hints.clear.valid() && opens_wider(nav)) s.hints.open = state.waiting_for;
  const bool opens = s.hints.open.valid();
  const core::ObjectId thing = opens ? s.hints.open : s.hints.clear;
  notice(nav, s, thing);
  if (!thing.valid()) return;
  const KnownObstacle* known = known_thing(state, thing);
  const bool pushes = !opens && known && state.push_way != Vec2(0.0) &&
                      glm::length(known->obstacle.world_from_object.position - state.push_from) < kFarthestPush;
  if (known && opens) go_with_leaf(nav, known->obstacle.leaf, s);
  if (pushes) go_with_thing(nav, *known, s);
  s.hints.push = pushes ? state.push_way : Vec2(0.0);
  s.hints.side_step &= !known;
  const bool stays = glm::length(s.precedence) < kStands || glm::length(input.velocity) < kStands;
  if (stays || !opens) state.waiting_time += input.dt;
  if ((opens || pushes) && state.waiting_time < nav.settings.door_patience) {
    if (glm::length(s.precedence) >= kStands) return;
    state.status = NavStatus::Waiting;
    state.reason = opens ? NavReason::Door : NavReason::NoProgress;
    return;
  }
  give_up_thing(nav, thing, scratch);
  state.waiting_for = {};
  state.must_plan = true;
}

}  // namespace fh::planning
