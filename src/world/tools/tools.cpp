// SPDX-License-Identifier: Apache-2.0
#include "world/tools/tools.h"

#include <algorithm>

#include "world/tools/tool_aim.h"
#include "world/tools/tool_call.h"

namespace fh::world {
namespace {

using frame::CommandId;

/// Commands of tools are those of measuring and all that came after them.
bool is_tool(CommandId id) {
  return id == CommandId::Measure || id >= CommandId::MeasureAt;
}

bool is_open_ended(CommandId id) {
  return id == CommandId::Section || id == CommandId::Carry || id == CommandId::CarryAs || id == CommandId::Paint ||
         id == CommandId::SectionCarry;
}

Follow follow_of(CommandId id) {
  switch (id) {
    case CommandId::Section:
      return Follow::Section;
    case CommandId::SectionCarry:
      return Follow::Cut;
    case CommandId::Carry:
    case CommandId::CarryAs:
      return Follow::Things;
    default:
      return Follow::Brush;
  }
}

}  // namespace

void ToolHand::visit(core::Archive& archive) {
  std::vector<std::uint32_t> ids;
  for (const core::ObjectId id : chosen) ids.push_back(id.value);
  archive.field("chosen", ids);
  archive.field("inspects", inspects);
  archive.field("corner", corner);
  archive.field("follow", follow);
  archive.field("start", start);
  archive.field("bases", bases);
  archive.field("menu", menu);
  archive.field("view", view);
  archive.field("snap", snap);
  archive.field("along", along);
  archive.field("factor", factor);
  if (!archive.is_loading()) return;
  const bool usual = factor.x > 0.0 && factor.y > 0.0 && factor.z > 0.0 && glm::dot(factor, factor) < 1e6;
  if (snap > SnapWay::Nothing || along > frame::CarryWay::SizeZ || !usual) archive.reject();
  chosen.clear();
  for (const std::uint32_t id : ids) chosen.push_back({id});
  const bool held =
      (follow != Follow::Things || bases.size() == chosen.size()) && (follow != Follow::Cut || bases.size() == 1);
  if (follow > Follow::Cut || !held || !std::is_sorted(ids.begin(), ids.end())) archive.reject();
}

void Tools::visit_digest(core::Archive& archive) {
  archive.field("measurements", measurements_);
  archive.field("lists", lists_);
  archive.field("hands", hands_);
  archive.field("snapshots", snapshots_);
  archive.field("saved", saved_);
  archive.field("made", made_);
}

void Tools::visit(core::Archive& archive) {
  const std::size_t users = hands_.size();
  visit_digest(archive);
  archive.field("history", history_);
  archive.field("before_follow", before_follow_);
  if (!archive.is_loading()) return;
  const std::size_t all = objects_ + made_.size();
  const auto known = [&](const ToolHand& hand) {
    return std::all_of(hand.chosen.begin(), hand.chosen.end(),
                       [&](core::ObjectId id) { return id.valid() && id.value <= all; });
  };
  const bool whole = made_.size() <= kMostMade && hands_.size() == users && lists_.fits(all, users) &&
                     snapshots_.size() <= kMostSnapshots && std::all_of(hands_.begin(), hands_.end(), known);
  const bool paints =
      std::any_of(hands_.begin(), hands_.end(), [](const ToolHand& h) { return h.follow == Follow::Brush; });
  if (!whole || (paints && (lists_.notes.empty() || lists_.notes.back().kind != NoteKind::Stroke)))
    return archive.reject();
  // The place itself is as the scenario has it: what was moved is moved again.
  moves_ = lists_.placements;
}

void Tools::apply(const frame::CommandList& commands, std::size_t index, User& user, const ToolPlace& place) {
  for (const frame::Command& command : commands) {
    const PlaceSurface surface(place.scene, place.physics, &lists_.looks, lists_.section());
    const Call call{command, commands.text_view(), user, hands_[index], index, place, surface, moves_};
    std::erase_if(call.hand.chosen, [&](core::ObjectId id) { return !is_here(id); });
    // What follows a hand ends before anything else changes, so that every change is one step of the history.
    if (is_tool(command.id) && !is_open_ended(command.id)) let_go(call);
    const std::vector<Placement> placed = lists_.placements;
    if (command.id == CommandId::Undo || command.id == CommandId::Redo) {
      step_history(call, command.id == CommandId::Undo);
    } else if (is_open_ended(command.id)) {
      set_follow(call, follow_of(command.id));
    } else {
      const Listing before = listing_of(measurements_, lists_);
      act(call);
      history_.note(before, measurements_, lists_);
    }
    list_moves(placed);
  }
}

bool Tools::may_make(const frame::CommandList& commands) const {
  const auto makes = [](const frame::Command& c) {
    return c.id == CommandId::Duplicate || c.id == CommandId::AddPart || c.id == CommandId::ScaleBy;
  };
  const auto sizes = [](const ToolHand& hand) { return hand.factor != math::Vec3(1.0); };
  return std::any_of(commands.begin(), commands.end(), makes) ||
         (!commands.empty() && std::any_of(hands_.begin(), hands_.end(), sizes));
}

void Tools::act(const Call& call) {
  if (call.command.id == CommandId::Menu) toggle(call.hand.menu, call.user);
  measurements_.apply(call.command, call.index, call.user, call.surface, call.place.now);
  choose(call);
  look(call);
  cut(call);
  view(call);
  annotate(call);
  change(call);
  make(call);
}

void Tools::step_history(const Call& call, bool back) {
  let_go(call);
  if (back && measurements_.drop_point(call.index)) return;
  const Measurements measured = measurements_;
  const ToolLists lists = lists_;
  const bool done = back ? history_.undo(measurements_, lists_) : history_.redo(measurements_, lists_);
  if (!done) return tell(call.user.state, back ? Notice::NothingToUndo : Notice::NothingToRedo);
  if (measurements_.fits() && lists_.fits(objects_ + made_.size(), hands_.size())) return;
  measurements_ = measured;  // a history that was tampered with
  lists_ = lists;
}

void Tools::list_moves(const std::vector<Placement>& before) {
  for (const Placement& now : lists_.placements) {
    const auto was =
        std::find_if(before.begin(), before.end(), [&](const Placement& p) { return p.object == now.object; });
    const bool same = was != before.end() && was->to.position == now.to.position && was->to.rotation == now.to.rotation;
    if (!same) moves_.push_back(now);
  }
  for (const Placement& was : before) {
    if (!lists_.placement_of(was.object)) moves_.push_back({was.object, was.to, was.from});
  }
}

void Tools::let_go(const Call& call) {
  const auto holds = [](const ToolHand& hand) { return hand.follow != Follow::Nothing; };
  if (std::none_of(hands_.begin(), hands_.end(), holds)) return;
  const std::vector<Placement> placed = lists_.placements;
  for (std::size_t i = 0; i < hands_.size(); ++i) {
    ToolHand& hand = hands_[i];
    hand.follow = Follow::Nothing;
    hand.bases.clear();
    const math::Vec3 factor = std::exchange(hand.factor, math::Vec3(1.0));
    if (factor == math::Vec3(1.0)) continue;
    const Call of{call.command, {}, call.user, hand, i, call.place, call.surface, call.moves};
    scale(of, factor);
  }
  list_moves(placed);
  history_.note(before_follow_, measurements_, lists_);
  before_follow_ = {};
}

void Tools::set_follow(const Call& call, Follow what) {
  const bool ends = call.hand.follow == what;
  let_go(call);
  if (ends) return;
  if (call.command.id == CommandId::CarryAs && !choose_way(call)) return;
  if (what == Follow::Things) {
    if (call.hand.chosen.empty()) return tell(call.user.state, Notice::NothingChosen);
    if (!call.can_move()) return tell(call.user.state, Notice::Stays);
  }
  if (what == Follow::Cut && lists_.cuts.empty()) return tell(call.user.state, Notice::NoSection);
  if (what == Follow::Brush && lists_.notes.size() >= kMostNotes) return tell(call.user.state, Notice::NoRoom);
  before_follow_ = listing_of(measurements_, lists_);
  call.hand.follow = what;
  call.hand.start = aim_of(call.user);
  call.hand.bases.clear();
  if (what == Follow::Things) {
    for (const core::ObjectId id : call.hand.chosen) call.hand.bases.push_back(call.place.physics.pose(id));
  }
  if (what == Follow::Cut) {
    const frame::Section& section = lists_.cuts.front().section;
    const bool is_plane = section.kind == frame::Section::Kind::Plane;
    const math::Vec3 on_plane = section.plane.offset * section.plane.normal;
    call.hand.bases = {is_plane ? math::Pose{math::kIdentity, on_plane} : section.box.world_from_box};
  }
  if (what == Follow::Brush) add_note(call, NoteKind::Stroke, call.hand.start.position, {});
}

void Tools::follow(std::size_t index, User& user, const ToolPlace& place) {
  ToolHand& hand = hands_[index];
  advance(hand.menu, user);
  if (hand.follow == Follow::Nothing) return;
  const PlaceSurface surface(place.scene, place.physics, &lists_.looks, lists_.section());
  const frame::Command none;
  const Call call{none, {}, user, hand, index, place, surface, moves_};
  const math::Pose aim = aim_of(user);
  if (hand.follow == Follow::Section) {
    frame::Section section;
    section.kind = frame::Section::Kind::Plane;
    const math::Vec3 away = -aim.direction(math::kForward);
    section.plane = {away, glm::dot(away, aim.position)};
    lists_.cuts = {{section}};
    hand.start = aim;
  } else if (hand.follow == Follow::Things) {
    if (frame::is_size(hand.along))
      size(call);
    else
      carry(call);
  } else if (hand.follow == Follow::Cut) {
    carry_cut(call);
  } else {
    paint(call);
  }
}

}  // namespace fh::world
