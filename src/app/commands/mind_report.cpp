// SPDX-License-Identifier: Apache-2.0
#include "app/commands/mind_report.h"

#include <fmt/format.h>

#include <cmath>

namespace fh::app {
namespace {

const char* word_of(senses::Kind kind) {
  constexpr const char* kWords[] = {"object", "person", "obstacle"};
  return kWords[static_cast<std::size_t>(kind)];
}

const char* word_of(senses::Source source) {
  constexpr const char* kWords[] = {"sight", "hearing", "touch", "told"};
  return kWords[static_cast<std::size_t>(source)];
}

const char* word_of(senses::Surprise::What what) {
  constexpr const char* kWords[] = {"appeared", "moved", "vanished"};
  return kWords[static_cast<std::size_t>(what)];
}

/// To millimetres: more would only say how well numbers print.
double rounded(double value) {
  return std::round(1000.0 * value) / 1000.0;
}

core::Json point(const math::Vec3& p) {
  return core::Json::array({rounded(p.x), rounded(p.y), rounded(p.z)});
}

/// What the agent takes it for: nothing where it does not know.
core::Json name_of(const world::World& world, senses::ItemId item) {
  if (const auto body = item.body(); body.valid()) return world.people()[body.value - 1].name;
  const auto* object = world.scenario().scene.find(item.object());
  return object ? core::Json(object->name) : core::Json();
}

core::Json percept_json(const world::World& world, const senses::Percept& p) {
  core::Json json;
  json["what"] = name_of(world, p.item);
  json["kind"] = word_of(p.kind);
  json["in_mirror"] = p.in_mirror;
  json["samples"] = p.samples;
  json["visible_fraction_at_least"] = rounded(p.visible_fraction);
  json["distance_m"] = rounded(p.distance);
  json["eccentricity_deg"] = rounded(math::degrees(p.eccentricity));
  json["at"] = point(p.pose.position);
  json["velocity_m_s"] = p.velocity_known ? point(p.velocity) : core::Json();
  return json;
}

core::Json memory_json(const world::World& world, const senses::Memory& memory, const senses::Observation& o) {
  const core::Tick now = world.simulated();
  core::Json json;
  json["what"] = name_of(world, o.item);
  json["kind"] = word_of(o.kind);
  json["by"] = word_of(o.source);
  json["taken_in"] = o.known_from <= now;
  json["moves"] = o.moves != 0;
  json["age_s"] = rounded(core::seconds_of(now - o.seen));
  json["confidence"] = rounded(memory.confidence(o, now));
  json["uncertainty_m"] = rounded(memory.uncertainty(o, now));
  json["believed_at"] = point(senses::Memory::believed_position(o, now));
  return json;
}

core::Json gaze_json(const world::Agent& agent) {
  const auto& target = agent.mind.attention().target();
  return {{"reason", senses::name_of(target.reason)}, {"at", point(target.point)}, {"fixated", target.fixated}};
}

std::string where(const core::Json& p) {
  return fmt::format("({:.2f}, {:.2f}, {:.2f})", p[0].get<double>(), p[1].get<double>(), p[2].get<double>());
}

std::string named(const core::Json& row) {
  return row["what"].is_null() ? "something" : row["what"].get<std::string>();
}

}  // namespace

core::Json mind_json(const world::World& world, std::size_t index) {
  const world::Agent& agent = world.agents()[index];
  const senses::Memory& memory = agent.mind.memory();
  core::Json json;
  json["agent"] = agent.plan->name;
  json["tick"] = world.now();
  json["at_s"] = rounded(core::seconds_of(world.now()));
  json["why"] = agent.mind.why();
  if (const auto& net = agent.mind.net()) {
    json["net"] = core::Json::array();
    for (const auto& entry : net->log)
      json["net"].push_back({{"at_s", rounded(entry.at)}, {"what", mind::in_words(*agent.plan, entry)}});
  }
  json["position"] = point(agent.gait.root);
  json["wanted_velocity_m_s"] = point(agent.intent.velocity);
  json["gaze"] = gaze_json(agent);
  json["way"] = core::Json::array();
  for (const auto& p : agent.mind.navigator().path_points()) json["way"].push_back(point(p));
  json["looked_s_ago"] = agent.percepts.time > 0 || !agent.percepts.items.empty()
                             ? core::Json(rounded(core::seconds_of(world.simulated() - agent.percepts.time)))
                             : core::Json();
  json["percepts"] = core::Json::array();
  for (const auto& p : agent.percepts.items) json["percepts"].push_back(percept_json(world, p));
  json["memory"] = core::Json::array();
  for (const auto& o : memory.observations()) json["memory"].push_back(memory_json(world, memory, o));
  json["surprises"] = core::Json::array();
  for (const auto& s : memory.surprises()) {
    json["surprises"].push_back({{"what", name_of(world, s.item)}, {"how", word_of(s.what)}, {"at", point(s.place)}});
  }
  return json;
}

std::string mind_text(const core::Json& mind) {
  std::string text = fmt::format("{} at {:.2f} s, {}: {}\n", mind["agent"].get<std::string>(),
                                 mind["at_s"].get<double>(), where(mind["position"]), mind["why"].get<std::string>());
  for (const auto& entry : mind.value("net", core::Json::array()))
    text += fmt::format("  {:7.2f} s  {}\n", entry["at_s"].get<double>(), entry["what"].get<std::string>());
  text += fmt::format("looks at {} ({})\n", where(mind["gaze"]["at"]), mind["gaze"]["reason"].get<std::string>());
  text += mind["looked_s_ago"].is_null() ? "has not looked yet\n"
                                         : fmt::format("sees {} things ({:.2f} s ago):\n", mind["percepts"].size(),
                                                       mind["looked_s_ago"].get<double>());
  for (const auto& p : mind["percepts"]) {
    text += fmt::format("  {:<9} {:<24} {:6.2f} m away, {:5.1f} deg off the gaze, {} samples{}\n",
                        p["kind"].get<std::string>(), named(p), p["distance_m"].get<double>(),
                        p["eccentricity_deg"].get<double>(), p["samples"].get<int>(),
                        p["in_mirror"].get<bool>() ? ", in a mirror" : "");
  }
  std::size_t building = 0;
  for (const auto& o : mind["memory"]) building += o["moves"].get<bool>() ? 0 : 1;
  text += fmt::format("remembers {} things that may move, and {} of the building:\n", mind["memory"].size() - building,
                      building);
  for (const auto& o : mind["memory"]) {
    if (!o["moves"].get<bool>()) continue;
    text += fmt::format("  {:<9} {:<24} at {}, by {} {:.1f} s ago, confidence {:.2f}, +- {:.2f} m{}\n",
                        o["kind"].get<std::string>(), named(o), where(o["believed_at"]), o["by"].get<std::string>(),
                        o["age_s"].get<double>(), o["confidence"].get<double>(), o["uncertainty_m"].get<double>(),
                        o["taken_in"].get<bool>() ? "" : "; not yet taken in");
  }
  for (const auto& s : mind["surprises"])
    text += fmt::format("surprised: {} {}\n", named(s), s["how"].get<std::string>());
  return text;
}

}  // namespace fh::app
