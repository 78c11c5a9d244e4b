// SPDX-License-Identifier: Apache-2.0
#include "world/tools/tool_lists.h"

#include <algorithm>

#include "frame/commands.h"

namespace fh::world {
namespace {

constexpr std::uint8_t kAllBits = kLookHidden | kLookHighlighted | kLookSeeThrough;

auto look_at(Looks& looks, core::ObjectId object) {
  return std::lower_bound(looks.begin(), looks.end(), object,
                          [](const Look& look, core::ObjectId id) { return look.object < id; });
}

}  // namespace

std::uint8_t bits_of(const Looks& looks, core::ObjectId object) {
  const auto found = look_at(const_cast<Looks&>(looks), object);
  return found != looks.end() && found->object == object ? found->bits : 0;
}

void set_bits(Looks& looks, core::ObjectId object, std::uint8_t bits) {
  const auto found = look_at(looks, object);
  const bool known = found != looks.end() && found->object == object;
  if (bits == 0) {
    if (known) looks.erase(found);
  } else if (known) {
    found->bits = bits;
  } else {
    looks.insert(found, {object, bits});
  }
}

const char* word_of(NoteKind kind) {
  switch (kind) {
    case NoteKind::Text:
      return "note";
    case NoteKind::Stroke:
      return "stroke";
    case NoteKind::Voice:
      return "voice_note";
    case NoteKind::Flag:
      break;
  }
  return "flag";
}

void Look::visit(core::Archive& archive) {
  archive.field("object", object.value);
  archive.field("bits", bits);
  if (archive.is_loading() && (bits == 0 || (bits & ~kAllBits) != 0)) archive.reject();
}

void Cut::visit(core::Archive& archive) {
  archive.field("kind", section.kind);
  archive.field("normal", section.plane.normal);
  archive.field("offset", section.plane.offset);
  archive.field("world_from_box", section.box.world_from_box);
  archive.field("half", section.box.half);
  if (!archive.is_loading()) return;
  const bool known = section.kind == frame::Section::Kind::Plane || section.kind == frame::Section::Kind::Box;
  if (!known || !math::is_finite(section.plane.normal) || !math::is_finite(section.box.world_from_box))
    archive.reject();
}

void Annotation::visit(core::Archive& archive) {
  archive.field("kind", kind);
  archive.field("text", text);
  archive.field("object", object.value);
  archive.field("object_points", object_points);
  archive.field("at", this->at);
  archive.field("who", who.value);
  if (!archive.is_loading()) return;
  if (kind > NoteKind::Voice || object_points.empty() || object_points.size() > kMostStrokePoints ||
      text.size() > frame::kLongestCommandText)
    archive.reject();
}

void SavedView::visit(core::Archive& archive) {
  archive.field("name", name);
  archive.field("stand", stand);
  archive.field("cuts", cuts);
  archive.field("looks", looks);
  if (archive.is_loading() && (!math::is_finite(stand) || cuts.size() > 1)) archive.reject();
}

void Placement::visit(core::Archive& archive) {
  archive.field("object", object.value);
  archive.field("from", from);
  archive.field("to", to);
  if (archive.is_loading() && !(math::is_finite(from) && math::is_finite(to))) archive.reject();
}

math::Pose outside_place(core::ObjectId object) {
  constexpr std::uint32_t kRow = 400;
  constexpr double kApart = 20.0, kDepth = -5000.0;  // m
  return {math::kIdentity, {kApart * (object.value % kRow), kDepth, kApart * (object.value / kRow % kRow)}};
}

bool is_outside(const math::Pose& world_from_object) {
  return world_from_object.position.y < -4500.0;
}

void MadeThing::visit(core::Archive& archive) {
  archive.field("of", what.of.value);
  archive.field("part", what.part);
  archive.field("scale", what.scale);
  if (!archive.is_loading()) return;
  for (int axis = 0; axis < 3; ++axis) {
    if (!(what.scale[axis] >= scene::kLeastScale && what.scale[axis] <= scene::kMostScale)) archive.reject();
  }
  if (what.part.size() > frame::kLongestCommandText) archive.reject();
}

void TakenSnapshot::visit(core::Archive& archive) {
  archive.field("at", this->at);
  archive.field("who", who.value);
  archive.field("world_from_head", world_from_head);
  archive.field("left_grip", world_from_grip[frame::kLeft]);
  archive.field("right_grip", world_from_grip[frame::kRight]);
  archive.field("balance_margin", balance_margin);
}

void SavedPlace::visit(core::Archive& archive) {
  archive.field("name", name);
  archive.field("at", this->at);
  archive.field("placements", placements);
}

const Placement* ToolLists::placement_of(core::ObjectId object) const {
  const auto found = std::lower_bound(placements.begin(), placements.end(), object,
                                      [](const Placement& p, core::ObjectId id) { return p.object < id; });
  return found != placements.end() && found->object == object ? &*found : nullptr;
}

void ToolLists::visit(core::Archive& archive) {
  archive.field("looks", looks);
  archive.field("cuts", cuts);
  archive.field("notes", notes);
  archive.field("views", views);
  archive.field("placements", placements);
}

bool ToolLists::fits(std::size_t objects, std::size_t users) const {
  const auto is_object = [&](core::ObjectId id) { return id.valid() && id.value <= objects; };
  const auto ordered = [&](const auto& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!is_object(list[i].object) || (i > 0 && !(list[i - 1].object < list[i].object))) return false;
    }
    return true;
  };
  const auto good_note = [&](const Annotation& note) {
    return (!note.object.valid() || is_object(note.object)) && note.who.valid() && note.who.value <= users;
  };
  const auto good_view = [&](const SavedView& view) { return ordered(view.looks); };
  return ordered(looks) && cuts.size() <= 1 && notes.size() <= kMostNotes && views.size() <= kMostViews &&
         ordered(placements) && std::all_of(notes.begin(), notes.end(), good_note) &&
         std::all_of(views.begin(), views.end(), good_view);
}

}  // namespace fh::world
