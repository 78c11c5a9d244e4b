// SPDX-License-Identifier: Apache-2.0
#include "app/stages/tools_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stages/file_name.h"
#include "core/files.h"
#include "scene/scenario/placed.h"
#include "world/object_card.h"
#include "world/tools/measure_mark.h"

namespace fh::app {
namespace {

namespace fs = std::filesystem;
using core::Json;

Json list_of(const math::Vec3& p) {
  return Json::array({p.x, p.y, p.z});
}

Json pose_json(const math::Pose& pose) {
  const math::Quat& q = pose.rotation;
  return {{"at", list_of(pose.position)}, {"rotation", {q.x, q.y, q.z, q.w}}};
}

std::string name_of(const world::World& world, core::BodyId who) {
  return world.people()[who.value - 1].name;
}

Json object_json(const world::World& world, core::ObjectId id) {
  const scene::Object* object = world.scenario().scene.find(id);
  return object ? Json(object->name) : Json();
}

Json measurements_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::Measurement& m : world.measurements().done()) {
    const frame::MeasureKindRow& kind = frame::row_of(m.kind);
    Json row = {{"kind", kind.word}, {"value", m.value}, {"unit", kind.unit}};
    if (m.kind == frame::MeasureKind::Distance) {
      row["horizontal"] = m.horizontal();
      row["vertical"] = m.vertical();
    }
    for (const world::MeasuredPoint& point : m.points) {
      row["points"].push_back(list_of(point.at));
      row["snapped_to"].push_back(
          {{"to", world::word_of(point.snapped)}, {"object", object_json(world, point.object)}});
    }
    row["at_s"] = core::seconds_of(m.at);
    row["who"] = name_of(world, m.who);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json annotations_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::Annotation& note : world.tools().lists().notes) {
    Json row = {{"kind", world::word_of(note.kind)}, {"at_s", core::seconds_of(note.at)}};
    row["who"] = name_of(world, note.who);
    row["object"] = object_json(world, note.object);
    if (note.kind == world::NoteKind::Text) row["text"] = note.text;
    if (note.kind == world::NoteKind::Voice) row["file"] = note.text;
    const math::Pose pose = note.object.valid() ? world.physics().pose(note.object) : math::Pose{};
    for (const math::Vec3& point : note.object_points) row["points"].push_back(list_of(pose.point(point)));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Where the eye was and how wide it saw.
Json camera_json(const frame::EyeView& eye) {
  Json json = pose_json(eye.world_from_eye);
  json["fov_deg"] = {math::degrees(eye.fov.left), math::degrees(eye.fov.right), math::degrees(eye.fov.up),
                     math::degrees(eye.fov.down)};
  return json;
}

Json snapshots_json(const world::World& world, const TakenPictures& pictures, const std::vector<Json>& numbers) {
  Json rows = Json::array();
  for (const world::TakenSnapshot& taken : world.tools().snapshots()) {
    Json row = {{"at_s", core::seconds_of(taken.at)},
                {"who", name_of(world, taken.who)},
                {"head", pose_json(taken.world_from_head)},
                {"balance_margin_m", taken.balance_margin}};
    for (std::size_t side = 0; side < frame::kHands; ++side)
      row[side == frame::kLeft ? "left_hand" : "right_hand"] = pose_json(taken.world_from_grip[side]);
    const std::string name = snapshot_name(taken.at);
    const auto found = std::find_if(pictures.files.begin(), pictures.files.end(),
                                    [&](const fs::path& p) { return p.filename() == name; });
    row["picture"] = found == pictures.files.end() ? Json() : Json(found->string());
    const auto eye = pictures.eyes.find(name);
    row["camera"] = eye == pictures.eyes.end() ? Json() : camera_json(eye->second);
    row["numbers"] = rows.size() < numbers.size() ? numbers[rows.size()] : Json();
    rows.push_back(std::move(row));
  }
  return rows;
}

Json section_json(const frame::Section* section) {
  if (!section) return {};
  if (section->kind == frame::Section::Kind::Plane)
    return {{"kind", "plane"}, {"normal", list_of(section->plane.normal)}, {"offset", section->plane.offset}};
  return {
      {"kind", "box"}, {"centre", list_of(section->box.world_from_box.position)}, {"half", list_of(section->box.half)}};
}

Json looks_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::Look& look : world.tools().lists().looks) {
    rows.push_back({{"object", object_json(world, look.object)},
                    {"hidden", (look.bits & world::kLookHidden) != 0},
                    {"highlighted", (look.bits & world::kLookHighlighted) != 0},
                    {"see_through", (look.bits & world::kLookSeeThrough) != 0}});
  }
  return rows;
}

const scene::Addition& made_of(const world::World& world, core::ObjectId id) {
  const std::size_t given = world.scenario().scene.objects.size() - world.tools().made().size();
  return world.tools().made()[id.value - given - 1].what;
}

Json moved_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::Placement& p : world.tools().lists().placements) {
    if (world.tools().is_made(p.object) || world::is_outside(p.to)) continue;
    rows.push_back({{"object", object_json(world, p.object)},
                    {"from", pose_json(p.from)},
                    {"to", pose_json(p.to)},
                    {"by", list_of(p.to.position - p.from.position)}});
  }
  return rows;
}

/// What users added: name, original or kind of part, scale, size as it stands there.
Json added_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::Placement& p : world.tools().lists().placements) {
    if (!world.tools().is_made(p.object)) continue;
    const scene::Addition& what = made_of(world, p.object);
    Json row = {{"object", object_json(world, p.object)},
                {"scale", list_of(what.scale)},
                {"size", list_of(world.scenario().scene.find(p.object)->bounds.size())},
                {"pose", pose_json(p.to)}};
    if (what.of.valid())
      row["of"] = object_json(world, what.of);
    else
      row["part"] = what.part;
    rows.push_back(std::move(row));
  }
  return rows;
}

Json removed_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::Placement& p : world.tools().lists().placements) {
    if (world::is_outside(p.to)) rows.push_back(object_json(world, p.object));
  }
  return rows;
}

Json inspected_json(const world::World& world) {
  Json rows = Json::array();
  for (const world::ToolHand& hand : world.tools().hands()) {
    if (!hand.inspects || hand.chosen.empty()) continue;
    const world::ObjectCard card = world::card_of(world, hand.chosen.front());
    rows.push_back({{"name", card.name},
                    {"label", card.label},
                    {"classes", card.classes},
                    {"size", list_of(card.size)},
                    {"mass", card.mass},
                    {"state", card.state},
                    {"seen_by", card.seen_by},
                    {"source", card.source}});
  }
  return rows;
}

/// A name for a file and nothing else.
core::Result<> check_name(const std::string& name) {
  if (is_file_name(name)) return {};
  return core::fail("save_as \"{}\": a name has letters, digits, _, - and ., at most 80", name);
}

/// Files that the scenario names must lie beside what is written.
core::Result<> copy_files(const scene::Scenario& scenario, const fs::path& folder) {
  std::error_code error;
  if (fs::equivalent(scenario.folder.empty() ? fs::path(".") : scenario.folder, folder, error)) return {};
  for (const scene::NamedFile& file : scenario.files) {
    const fs::path to = folder / file.name;
    fs::create_directories(to.parent_path(), error);
    if (fs::exists(to, error)) continue;
    if (!fs::copy_file(scenario.folder / file.name, to, error))
      return core::fail("{}: cannot be copied to {}: {}", file.name, to.string(), error.message());
  }
  return {};
}

scene::PlaceChanges changes_of(const world::World& world, const std::vector<world::Placement>& placements) {
  scene::PlaceChanges changes;
  for (const world::Placement& p : placements) {
    if (world.tools().is_made(p.object))
      changes.added.push_back({world.scenario().scene.find(p.object)->name, made_of(world, p.object), p.to});
    else if (world::is_outside(p.to))
      changes.removed.push_back(p.object);
    else
      changes.placed.push_back({p.object, p.to});
  }
  return changes;
}

core::Result<> check_same(const fs::path& file, const scene::Object& is, const scene::Object& meant,
                          const math::Pose& pose) {
  constexpr double kSame = 1e-9, kSameSize = 1e-6;  // m, and of a quaternion
  const math::Pose& stands = is.world_from_object;
  if (glm::length(stands.position - pose.position) > kSame ||
      std::abs(std::abs(math::dot(stands.rotation, pose.rotation)) - 1.0) > kSame)
    return core::fail("{}: \"{}\" does not stand where it stood", file.string(), meant.name);
  const math::Vec3 off = is.bounds.empty() ? math::Vec3(0.0) : is.bounds.size() - meant.bounds.size();
  if (glm::length(off) > kSameSize)
    return core::fail("{}: \"{}\" is not as large as it was", file.string(), meant.name);
  return {};
}

/// What was written is what is meant: the same things, every one where it stood.
core::Result<> check_read_back(const fs::path& file, const world::World& world,
                               const std::vector<world::Placement>& placements) {
  FH_TRY(read, scene::load_scenario(file));
  std::size_t things = 0;
  for (const scene::Object& object : world.scenario().scene.objects) {
    const auto moved = std::find_if(placements.begin(), placements.end(),
                                    [&](const world::Placement& p) { return p.object == object.id; });
    const bool placed = moved != placements.end();
    if (placed ? world::is_outside(moved->to) : world.tools().is_made(object.id)) continue;
    ++things;
    const scene::Object* is = read.scene.find(std::string_view(object.name));
    if (!is) return core::fail("{}: \"{}\" is not there when it is read", file.string(), object.name);
    FH_TRY_VOID(check_same(file, *is, object, placed ? moved->to : object.world_from_object));
  }
  if (read.scene.objects.size() != things)
    return core::fail("{}: has {} things when it is read, not {}", file.string(), read.scene.objects.size(), things);
  return {};
}

}  // namespace

void add_tools(const world::World& world, const TakenPictures& pictures, const std::vector<Json>& numbers, Json& json) {
  const world::ToolLists& lists = world.tools().lists();
  json["measurements"] = measurements_json(world);
  json["annotations"] = annotations_json(world);
  json["snapshots"] = snapshots_json(world, pictures, numbers);
  json["section"] = section_json(lists.section());
  json["looks"] = looks_json(world);
  json["moved"] = moved_json(world);
  json["added"] = added_json(world);
  json["removed"] = removed_json(world);
  json["inspected"] = inspected_json(world);
  json["history"] = {{"done", world.tools().history().done()}, {"undone", world.tools().history().undone()}};
  json["views"] = Json::array();
  for (const world::SavedView& view : lists.views)
    json["views"].push_back({{"name", view.name},
                             {"stand", pose_json(view.stand)},
                             {"section", section_json(view.cuts.empty() ? nullptr : &view.cuts.front().section)}});
}

std::vector<std::string> tool_lines(const world::World& world) {
  std::vector<std::string> lines;
  for (const world::Measurement& m : world.measurements().done())
    lines.push_back(fmt::format("measured at {:.1f} s: {} {}", core::seconds_of(m.at), frame::row_of(m.kind).label,
                                world::text_of(m)));
  for (const world::Annotation& note : world.tools().lists().notes)
    lines.push_back(fmt::format("{} at {:.1f} s{}{}", world::word_of(note.kind), core::seconds_of(note.at),
                                note.text.empty() ? "" : ": ", note.text));
  for (const world::Placement& p : world.tools().lists().placements) {
    const math::Vec3 by = p.to.position - p.from.position;
    const std::string& name = world.scenario().scene.find(p.object)->name;
    if (world::is_outside(p.to) || world.tools().is_made(p.object)) {
      lines.push_back(fmt::format("{}: {}", world.tools().is_made(p.object) ? "added" : "removed", name));
      continue;
    }
    lines.push_back(
        fmt::format("moved: {} by {:+.0f}, {:+.0f}, {:+.0f} mm", name, 1000.0 * by.x, 1000.0 * by.y, 1000.0 * by.z));
  }
  return lines;
}

core::Result<std::vector<fs::path>> write_saved_places(const world::World& world, const fs::path& folder, bool force) {
  std::vector<fs::path> files;
  for (const world::SavedPlace& saved : world.tools().saved()) {
    FH_TRY_VOID(check_name(saved.name));
    FH_TRY(text, scene::with_changes(world.scenario(), saved.name, changes_of(world, saved.placements)));
    const fs::path file = folder / (saved.name + ".json");
    std::error_code error;
    if (std::find(files.begin(), files.end(), file) == files.end()) FH_TRY_VOID(core::may_write(file, force));
    fs::create_directories(folder, error);
    FH_TRY_VOID(copy_files(world.scenario(), folder));
    FH_TRY_VOID(core::write_text(file, text));
    FH_TRY_VOID(check_read_back(file, world, saved.placements));
    files.push_back(file);
  }
  return files;
}

}  // namespace fh::app
