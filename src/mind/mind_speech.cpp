// SPDX-License-Identifier: Apache-2.0
// Words, gestures and stance of a mind, and what it was told.
#include <fmt/format.h>

#include <algorithm>

#include "mind/mind.h"

namespace fh::mind {
namespace {

using math::Vec3;
using planning::NavStatus;

constexpr double kHandAhead = 0.45, kHandAside = 0.18, kHandBelow = 0.35;  // m from the eyes: a hand that asks

scene::AgentSpec plan_with(const scene::AgentSpec& agent, Nets nets) {
  scene::AgentSpec plan;
  plan.name = agent.name;
  plan.speed = agent.speed;
  plan.net = 0;
  plan.nets = std::move(nets);
  return plan;
}

/// "go to bench"
std::string words_of(const scene::NetNode& node) {
  std::string text = scene::kind_of(node).word;
  for (char& c : text) c = c == '_' ? ' ' : c;
  if (node.plan.errands.empty()) return text;
  const scene::Errand& errand = node.plan.errands[0];
  for (const std::string* name : {&errand.to, &errand.what, &errand.reach, &node.plan.whom}) {
    if (!name->empty()) return text + (name == &errand.to ? " to " : " ") + *name;
  }
  return text;
}

}  // namespace

/// An agent with both hands full does not open a door that comes towards it: it says so, once.
void Mind::ask_for_door(const Self& self, core::ObjectId door) {
  const bool full = self.hands.held[0].valid() && self.hands.held[1].valid();
  const auto* seen = full && door.valid() ? memory_.find(senses::ItemId::of(door), self.tick) : nullptr;
  if (!seen) {
    if (way_ == planning::NavStatus::Arrived || !full) asked_for_ = {};
    return;
  }
  const ThingKind& kind = catalogue_->thing(door);
  const bool comes = glm::dot(self.position - seen->pose.point(kind.hinge), seen->pose.direction(kind.opens)) > 0.0;
  if (!comes || asked_for_ == door) return;
  asked_for_ = door;
  voice_.say({"My hands are full. Could somebody open the door, please?", ""});
}

/// What begins to be said, and what is being said.
void Mind::speak(TaskGoal& wish, const Self& self, double dt, Intent& intent) {
  const double now = core::seconds_of(self.tick);
  for (auto& words : wish.say) voice_.say(std::move(words));
  for (const auto& text : wish.signal) voice_.hear(self_, text, now);
  voice_.advance(now, dt);
  const Utterance* words = voice_.saying();
  if (!words) return;
  intent.say = words->text;
  intent.say_to = catalogue_->person_named(words->to);
  intent.instructs = words->instructs;
}

void Mind::carry_out(std::string sentence, std::string by, std::string text, Nets nets) {
  told_ =
      Told::begin(*plan_, std::move(sentence), std::move(by), std::move(text), std::move(nets), task_.chance.next());
}

void Mind::forbid(std::string rule) {
  constexpr std::size_t kMostRules = 100;
  if (std::find(forbidden_.begin(), forbidden_.end(), rule) != forbidden_.end()) return;
  if (forbidden_.size() == kMostRules) forbidden_.erase(forbidden_.begin());
  forbidden_.push_back(std::move(rule));
}

bool Mind::awaits_answer_from(const std::string& person) const {
  const auto asks = [&](const scene::AgentSpec& plan, const NetState& net) {
    return std::any_of(net.frames.begin(), net.frames.end(), [&](const NetFrame& f) {
      if (f.node < 0 || f.status != NetStatus::Running) return false;
      const auto& node = (*plan.nets)[static_cast<std::size_t>(f.net)].nodes[static_cast<std::size_t>(f.node)];
      return node.plan.behaviour == scene::Behaviour::Ask && node.plan.whom == person;
    });
  };
  return told_ ? asks(told_->plan, told_->net) : net_ && asks(*plan_, *net_);
}

void Mind::end_told() {
  const std::string why = told_->failure();
  voice_.say({why.empty() ? "Done." : why, told_->by});
  told_.reset();
}

/// An agent that sits or kneels stays so until legs or hands have work, and does not walk before it stands.
void Mind::keep_stance(const Self& self, TaskGoal& wish) {
  constexpr double kNear = 0.35, kFaces = 0.8;  // m, rad: so little is no reason to stand up
  constexpr double kLeft = 1.3;                 // m from a seat that was left
  bool walks = false;
  if (wish.goal && !wish.goal->points.empty()) {
    double far = 1e9;
    for (const Vec3& point : wish.goal->points)
      far = std::min(far, glm::length(math::Vec2(point.x - self.position.x, point.z - self.position.z)));
    walks = far > std::max(kNear, wish.goal->radius) ||
            (wish.goal->facing && std::abs(math::wrap_angle(*wish.goal->facing - self.facing)) > kFaces);
  }
  if (wish.stance) {
    stance_ = *wish.stance;
    if (stance_ == Stance::Sit) seat_ = catalogue_->thing_named(wish.seat);
  } else if (stance_ == Stance::Crouch || walks || wish.deed != scene::Deed::None || wish.together != Together::None) {
    stance_ = Stance::Upright;
  }
  // A seat stays where it is: who gets up from it does not shove it out of the way.
  const auto* seat = seat_.valid() ? memory_.find(senses::ItemId::of(seat_), self.tick) : nullptr;
  if (stance_ == Stance::Upright && (!seat || glm::length(seat->pose.position - self.position) > kLeft)) seat_ = {};
  const bool low = self.stance.stance != Stance::Upright || self.stance.status == HandStatus::Busy;
  if (low && walks) wish.goal.reset();
}

/// A hand that asks somebody to make way, points or waves; never one that works.
void Mind::gesture(const Self& self, const TaskGoal& wish, Intent& intent) const {
  if (asks_.valid()) {
    const auto* seen = memory_.find(senses::ItemId::of(asks_), self.tick);
    if (seen) intent.reach = asking_hand(self, senses::Memory::believed_position(*seen, self.tick));
    return;
  }
  const auto at = place_of(wish.gesture_at, self.tick);
  if (wish.gesture == Gesture::Point && at) {
    intent.reach = at;
    const planning::Vec2 way(at->x - self.position.x, at->z - self.position.z);
    if (way_ == NavStatus::Idle && glm::dot(way, way) > 0.04) intent.facing = planning::yaw_of(way);
  }
  if (wish.gesture == Gesture::Wave) {
    constexpr double kHertz = 1.6, kSwing = 0.12;                       // of the hand, m to either side
    constexpr double kRight = 0.3, kUp = 0.12, kForward = 0.2;          // m from the eyes
    const double side = self.hands.held[1].valid() ? -kRight : kRight;  // the hand that holds nothing
    const double swing = kSwing * math::sin(math::kTau * kHertz * core::seconds_of(self.tick));
    const planning::Vec2 ahead = planning::direction_of(self.facing);
    const Vec3 forward(ahead.x, 0.0, ahead.y), right(-ahead.y, 0.0, ahead.x);
    intent.reach = self.world_from_eye.position + (side + swing) * right + kForward * forward + Vec3(0.0, kUp, 0.0);
  }
}

/// Whoever asks holds out a hand towards the one who is asked, at the height of the chest.
Vec3 Mind::asking_hand(const Self& self, const Vec3& whom) const {
  const Vec3 eye = self.world_from_eye.position;
  const Vec3 way = math::normalized_or(Vec3(whom.x - eye.x, 0.0, whom.z - eye.z), math::kForward);
  const Vec3 right = glm::cross(way, math::kUp);
  return eye + kHandAhead * way + kHandAside * right - Vec3(0.0, kHandBelow, 0.0);
}

Told Told::begin(const scene::AgentSpec& agent, std::string sentence, std::string by, std::string text, Nets nets,
                 std::uint64_t chance) {
  Told told;
  told.sentence = std::move(sentence);
  told.by = std::move(by);
  told.text = std::move(text);
  told.plan = plan_with(agent, std::move(nets));
  told.net = begin_net(told.plan);
  told.task.chance = core::Rng(chance);
  return told;
}

std::string Told::failure() const {
  if (net.frames.empty() || net.frames[0].over != NetStatus::Failed) return "";
  for (auto entry = net.log.rbegin(); entry != net.log.rend(); ++entry) {
    if (entry->status != static_cast<std::int32_t>(NetStatus::Failed) || entry->from < 0) continue;
    const auto& nodes = (*plan.nets)[static_cast<std::size_t>(entry->net)].nodes;
    const scene::NetNode& node = nodes[static_cast<std::size_t>(entry->from)];
    if (node.plan.errands.empty()) continue;
    const auto failure = static_cast<Failure>(entry->failure);
    return fmt::format("I could not {}{}{}.", words_of(node), failure == Failure::None ? "" : ": ",
                       mind::words_of(failure));
  }
  return "I could not do that.";
}

void Told::visit(core::Archive& archive, const scene::AgentSpec& agent, const NetsOfText& nets_of) {
  archive.field("sentence", sentence);
  archive.field("by", by);
  archive.field("text", text);
  archive.field("task", task);
  archive.field("net", net);
  if (!archive.is_loading() || !archive.ok()) return;
  Nets nets = nets_of(text);
  if (!nets || nets->empty()) return archive.reject();
  plan = plan_with(agent, std::move(nets));
  if (!fits(plan, net)) archive.reject();
}

}  // namespace fh::mind
