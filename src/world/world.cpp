// SPDX-License-Identifier: Apache-2.0
#include "world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "core/log.h"
#include "world/agents/visit_check.h"
#include "world/ground/doors.h"
#include "world/ground/physics_ground.h"
#include "world/tools/measure_mark.h"
#include "world/users/balance_mark.h"
#include "world/users/free_start.h"
#include "world/users/live_settings.h"
#include "world/users/physics_landing.h"

namespace fh::world {
namespace {

using core::kTickSeconds;

/// What an agent knew before it opened its eyes.
void tell_knowledge(const scene::Scenario& scenario, scene::Knowledge knowledge, senses::Memory& memory) {
  if (knowledge == scene::Knowledge::Nothing) return;
  for (const auto& object : scenario.scene.objects) {
    if (knowledge == scene::Knowledge::Structure && !object.is_static()) continue;
    memory.tell(senses::ItemId::of(object.id), senses::Kind::Object, !object.is_static(), object.world_from_object, 0);
  }
}

senses::Memory empty_memory(const scene::Scene& scene, scene::Remembers how) {
  senses::MemorySettings settings;
  switch (how) {
    case scene::Remembers::Rules:
      settings.model = senses::MemoryModel::Rules;
      break;
    case scene::Remembers::Keep:
      settings.model = senses::MemoryModel::Keep;
      break;
    case scene::Remembers::Temporal:
      settings.model = senses::MemoryModel::Temporal;
      break;
  }
  return senses::Memory(scene, settings);
}

/// The users, whose bodies are given, and the scenario's agents. Bodies take a fraction of a second each: they are made
/// side by side.
core::Result<std::vector<Person>> make_people(const scene::Scenario& scenario, const WorldSettings& settings,
                                              const human::Population& population, std::vector<human::Body> bodies) {
  const std::size_t users = bodies.size();
  Populations populations(population);
  for (const auto& plan : scenario.agents) {
    auto body = planned_body(populations, plan.body);
    if (!body) return core::fail_within(fmt::format("body of \"{}\"", plan.name), body.error());
    bodies.push_back(std::move(*body));
  }
  // Users start with the same body, and agents of the same body share the work.
  const auto like = [&](std::size_t i) {
    if (i < users) return std::size_t{0};
    for (std::size_t k = users; k < i; ++k) {
      if (scenario.agents[k - users].body == scenario.agents[i - users].body) return k;
    }
    return i;
  };
  std::vector<Person> people(bodies.size());
  core::JobPool pool(settings.workers);
  pool.parallel_for(bodies.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (like(i) == i) people[i] = make_person({}, "", std::move(bodies[i]));
    }
  });
  for (std::size_t i = 0; i < people.size(); ++i) {
    if (like(i) != i) people[i] = people[like(i)];
    people[i].id = {static_cast<std::uint32_t>(i + 1)};
    people[i].name = i < users ? scenario.users[i].name : scenario.agents[i - users].name;
  }
  return people;
}

/// What users are told, ahead of their eyes; over the menu's board where that floats there.
void draw_said(const std::string& said, const math::Pose& head, const Menu& menu, frame::Snapshot& snapshot) {
  const math::Pose upright = math::standing_at(head.position, math::yaw_of(head.rotation));
  frame::OverlayText text;
  text.text = said;
  text.world_from_text.position = upright.point({0.0, menu.open && !menu.on_wrist ? 0.32 : -0.12, -1.3});
  text.height = 0.026f;
  text.background = {0.0f, 0.0f, 0.0f, 0.7f};
  text.facing = frame::TextFacing::Viewer;
  text.occlusion = frame::Occlusion::AlwaysSeen;
  snapshot.overlay.texts.push_back(text);
}

/// What somebody says, over their head, for everybody who looks there.
void draw_caption(const std::string& words, const human::Frames<double>& frames, frame::Snapshot& snapshot) {
  frame::OverlayText text;
  text.text = words;
  text.world_from_text.position = frames.position(human::Joint::Head) + math::Vec3(0.0, 0.34, 0.0);
  text.height = 0.05f;
  text.background = {0.0f, 0.0f, 0.0f, 0.7f};
  text.facing = frame::TextFacing::Viewer;
  snapshot.overlay.texts.push_back(text);
}

}  // namespace

Figure WorldSettings::typical_figure() {
  Figure figure;
  figure.self.sex = human::Sex::Male;
  figure.self.measures.eye_height = 1.62;
  return figure;
}

const std::vector<std::string>& phase_names() {
  static const std::vector<std::string> kNames = {"user", "sense", "decide", "move", "physics"};
  return kNames;
}

World::World(const scene::Scenario& scenario, const WorldSettings& settings, std::unique_ptr<core::JobPool> pool,
             physics::World physics, std::unique_ptr<const human::Population> population, std::vector<UserBody> bodies,
             std::vector<Person> people)
    : scenario_(&scenario),
      given_objects_(scenario.scene.objects.size()),
      population_(std::move(population)),
      people_(std::move(people)),
      physics_(std::move(physics)),
      tools_(0, 0),
      drives_(scenario),
      noises_(scenario, physics_),
      pool_(std::move(pool)) {
  add_users(settings, std::move(bodies));
  if (scenario.agents.empty()) return;
  knowledge_ = std::make_unique<CommonKnowledge>(scenario.scene, people_, users_.size());
  senses_ = std::make_unique<Senses>(scenario.scene);
  for (const User& user : users_) senses_->add(person_of(user), standing_frames(person_of(user)));
  const PhysicsGround ground(physics_, scenario_->scene);
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    const Person& person = people_[users_.size() + i];
    const double breadth = half_breadth_of_walk(person, planned_style(scenario.agents[i], person.id, scenario.seed),
                                                scenario.agents[i].speed);
    mind::Mind mind(scenario.agents[i], person.id, knowledge_->catalogue, knowledge_->floor, knowledge_->solids,
                    person.body.dimensions, breadth, empty_memory(scenario.scene, scenario.agents[i].memory),
                    scenario.seed);
    tell_knowledge(scenario, scenario.agents[i].knowledge, mind.memory());
    if (scenario.agents[i].knowledge == scene::Knowledge::Nothing) {
      mind.forget_ground(scenario.agents[i].start.position);
    }
    agents_.emplace_back(person, scenario.agents[i], std::move(mind), knowledge_->solids, ground, scenario.seed);
    agents_.back().nets_of = [of = scenario_](const std::string& text) {
      auto nets = scene::parse_nets(text, *of);
      return nets ? std::move(*nets) : mind::Nets{};
    };
    senses_->add(person, agents_.back().frames);
  }
}

void World::add_users(const WorldSettings& settings, std::vector<UserBody> bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const scene::UserSpec& spec = scenario_->users[i];
    const BodyFit fit = bodies[i].fit();
    const FreeStart free = free_start(physics_, spec);
    if (!free.warning.empty()) core::log_warning("{}: {}", scenario_->name, free.warning);
    User user{people_[i].id,
              spec.name,
              free.start,
              settings.user,
              settings.locomotion,
              user_at(free.start),
              {},
              std::move(bodies[i]),
              Avatar(people_[i], fit.hand_from_grip),
              UserSolids(physics_, people_[i], free.start),
              {}};
    user.state.scale = fit.scale;
    user.settings.seated_lift = fit.seated_lift;
    users_.push_back(std::move(user));
  }
  tools_ = Tools(scenario_->scene.objects.size(), users_.size());
}

World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

core::Result<World> World::create(const scene::Scenario& scenario, const WorldSettings& settings) {
  auto pool = std::make_unique<core::JobPool>(settings.workers);
  auto physics = physics::World::create(scenario.scene, {.pool = pool.get()});
  if (!physics) return core::fail_within(scenario.name, physics.error());
  FH_TRY(loaded, human::load_default_population());
  auto population = std::make_unique<const human::Population>(std::move(loaded));
  std::vector<UserBody> users;
  std::vector<human::Body> bodies;
  for (const auto& spec : scenario.users) {
    const core::BodyId id{static_cast<std::uint32_t>(users.size() + 1)};
    auto user = UserBody::create(*population, settings.figure, id, spec.name, bodies.emplace_back());
    if (!user) return core::fail_within(scenario.name, user.error());
    users.push_back(std::move(*user));
  }
  auto people = make_people(scenario, settings, *population, std::move(bodies));
  if (!people) return core::fail_within(scenario.name, people.error());
  World world(scenario, settings, std::move(pool), std::move(*physics), std::move(population), std::move(users),
              std::move(*people));
  if (auto walks = world.load_walks(); !walks) return core::fail_within(scenario.name, walks.error());
  if (auto placed = world.check_places(); !placed) return core::fail_within(scenario.name, placed.error());
  return world;
}

/// People in walls or on nothing would walk on nothing: they are refused, all at once.
core::Result<> World::check_places() const {
  if (!knowledge_) return {};
  std::vector<human::Dimensions> dimensions;
  for (std::size_t i = users_.size(); i < people_.size(); ++i) dimensions.push_back(people_[i].body.dimensions);
  std::string problems;
  for (const Finding& finding : check_starts(*scenario_, knowledge_->floor, knowledge_->solids, dimensions)) {
    problems += (problems.empty() ? "" : "\n") + finding.text;
  }
  return problems.empty() ? core::Result<>{} : core::fail("{}", problems);
}

core::Result<> World::load_walks() {
  for (Agent& agent : agents_) {
    auto walk = planned_walk(*agent.plan, agent.walker);
    if (!walk) return core::fail_within(fmt::format("gait of \"{}\"", agent.plan->name), walk.error());
    agent.captured = std::move(*walk);
  }
  return {};
}

void World::tick(std::span<const frame::FrameInput> inputs, bool first_of_frame) {
  FH_ASSERT(inputs.size() == users_.size(), "one input per user");
  guard_.begin(tick_, users_, agents_, physics_, scenario_->scene);
  const bool was_paused = paused_ != 0;
  paused_ = 0;
  for (std::size_t i = 0; i < users_.size(); ++i) {
    user_phase(users_[i], inputs[i], first_of_frame);
    guard_.user_done(users_[i]);
    if (users_[i].state.paused || inputs[i].focus == frame::SessionFocus::Visible) paused_ = 1;
  }
  ++tick_;
  if (paused_) return stand_still();
  if (was_paused) {
    for (User& user : users_) user.solids.resume();
  }
  sense_phase();
  guard_.senses_done(agents_);
  decide_phase();
  guard_.decisions_done(agents_);
  move_phase();
  guard_.bodies_done(agents_);
  physics_phase();
  guard_.physics_done(physics_);
  ++simulated_;
}

void World::stand_still() {
  for (Agent& agent : agents_) agent.looked = false;
  for (User& user : users_) {
    user.solids.carry(physics_, user.avatar.hands(user.grips));
    user.weigh(physics_, false);
  }
}

void World::user_phase(User& user, const frame::FrameInput& given, bool first_of_frame) {
  const frame::FrameInput* with_menu = menu_input(user, given, first_of_frame);
  const frame::FrameInput& input = with_menu ? *with_menu : given;
  first_of_frame |= with_menu != nullptr;
  if (first_of_frame) {
    apply(input.change, user.settings, user.moving);
    user.body.apply_commands(input);
    if (input.commands.has(frame::CommandId::Tell))
      tellings_.push_back({user.name, std::string(input.commands.text_view())});
    if (input.commands.has(frame::CommandId::Balance)) user.settings.show_balance ^= 1;
  }
  if (auto person = user.body.advance(input, user.settings.seated != 0)) {
    replace_body(user, std::move(*person));
    user.settings.seated_lift = user.body.fit().seated_lift;
    change_scale(user.state, user.body.fit().scale, user.settings);
  }
  advance(user.locomotion, user.state, input, PhysicsLanding(physics_, user.id), user.moving, user.settings);
  advance(user.state, input, first_of_frame, user.start, user.settings);
  user.follow_held(physics_, input);
  const auto goals = user.avatar.hand_goals(user.state, input, user.grips, physics_);
  user.avatar.advance(user.state, input, goals, user.grips, physics_, PhysicsGround(physics_, scenario_->scene),
                      user.settings, kTickSeconds);
  user.join_hands();
  if (user.avatar.present()) look_about(user);
  if (user.state.placed) use_tools(user, input, first_of_frame);
}

void World::look_about(User& user) {
  faces_.clear();
  for (const User& other : users_) {
    if (&other != &user && other.avatar.present())
      faces_.push_back(human::gaze_pose(other.avatar.fit().frames).position);
  }
  for (const Agent& agent : agents_) faces_.push_back(agent.world_from_eye().position);
  std::array<math::Vec3, frame::kHands> hands;
  std::size_t at_work = 0;
  for (std::size_t side = 0; side < frame::kHands; ++side) {
    const physics::HandId hand{user.id, static_cast<std::uint32_t>(side)};
    if (physics_.held_by(hand).valid()) hands[at_work++] = user.avatar.world_from_grip(side).position;
  }
  const math::Pose eyes{user.state.head.world_from_point.rotation, human::gaze_pose(user.avatar.fit().frames).position};
  user.avatar.look(gaze_point(physics_, eyes, faces_, {hands.data(), at_work}, user.gaze), kTickSeconds);
}

void World::replace_body(User& user, Person person) {
  people_[user.id.value - 1] = std::move(person);
  ++body_version_;
  user.avatar.replace_body(user.body.fit().hand_from_grip);
  if (senses_) senses_->replace(person_of(user), standing_frames(person_of(user)));
}

void World::sense_phase() {
  if (agents_.empty()) return;
  seen_users_.clear();
  for (const User& user : users_)
    seen_users_.push_back(
        {user.id, user.avatar.present() ? &user.avatar.fit().frames : nullptr, user.state.head.velocity});
  senses_->look(physics_, scenario_->scene, seen_users_, noises_.recent(), agents_, simulated_, *pool_);
}

void World::decide_phase() {
  for (const Telling& telling : std::exchange(tellings_, {})) tell(*scenario_, agents_, telling, simulated_);
  obey_each_other(*scenario_, agents_, simulated_);
  for_each_agent([&](Agent& agent) {
    mind::Self self;
    self.position = agent.gait.root;
    self.facing = agent.gait.yaw;
    self.velocity = agent.gait.velocity;
    self.world_from_eye = agent.world_from_eye();
    self.tick = simulated_;
    self.hand_off = agent.reach.off;
    self.hands = agent.handling.feel;
    self.stance = feel_of(agent.stance);
    agent.now = simulated_;
    agent.intent = agent.mind.decide(self, agent.percepts, kTickSeconds, agent.scratch);
  });
}

void World::move_phase() {
  for_each_agent([&](Agent& agent) { propose_step(agent, physics_, kTickSeconds); });
  standing_.clear();
  for (const User& user : users_) {
    if (user.avatar.present()) BodySeparation::add(user, standing_);
  }
  parting_.part(agents_, standing_, kTickSeconds);
  const PhysicsGround ground(physics_, scenario_->scene);
  for_each_agent([&](Agent& agent) { take_step(agent, physics_, ground, kTickSeconds); });
  for (const User& user : users_) {
    if (user.avatar.present()) touch_with_hands(user.id, user.state, agents_);
  }
}

void World::for_each_agent(const std::function<void(Agent&)>& body) {
  if (agents_.empty()) return;
  pool_->parallel_for(agents_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(agents_[i]);
  });
}

void World::physics_phase() {
  advance_together(agents_, users_, people_, scenario_->scene, physics_, kTickSeconds);
  for (User& user : users_) user.drive(physics_, scenario_->scene);
  for (Agent& agent : agents_) advance_handling(agent, physics_, scenario_->scene, kTickSeconds);
  feet_.clear();
  for (const User& user : users_) {
    if (user.avatar.present()) feet_.push_back(user.feet());
  }
  open_doors(physics_, scenario_->scene, agents_, feet_, kTickSeconds);
  shut_doors(physics_, scenario_->scene, simulated_);
  push_things(physics_, scenario_->scene, agents_, feet_, kTickSeconds);
  physics_.step();
  drives_.advance(physics_);
  noises_.advance(physics_, drives_.shares(), simulated_);
  for (User& user : users_) {
    user.weigh(physics_, true);
    user.feel(physics_, scenario_->scene);
  }
}

bool World::can_be_done() const {
  return std::any_of(agents_.begin(), agents_.end(), [](const Agent& agent) { return mind::can_be_done(*agent.plan); });
}

bool World::all_done() const {
  return can_be_done() && std::all_of(agents_.begin(), agents_.end(), [](const Agent& agent) {
           if (agent.mind.told()) return false;
           return !mind::can_be_done(*agent.plan) || agent.mind.task().stage == mind::Stage::Done;
         });
}

std::int32_t World::errands_given_up() const {
  std::int32_t count = 0;
  for (const Agent& agent : agents_) {
    if (mind::has_orders(*agent.plan)) count += agent.mind.task().tally.failed;
  }
  return count;
}

void World::draw_balance(const User& user, bool own, frame::Snapshot& snapshot) const {
  const frame::BalanceView view = balance_view(user.avatar);
  draw_balance_on_floor(view, person_of(user), user.avatar, snapshot);
  if (!own) return;
  const std::size_t free_hand = user.moving.tool_hand() == frame::kRight ? frame::kLeft : frame::kRight;
  draw_balance_dial(view, user.avatar, free_hand, user.state.head.world_from_point, snapshot);
}

void World::fill(frame::Snapshot& snapshot, std::size_t viewer) const {
  snapshot.clear();
  snapshot.tick = tick_;
  if (viewer < users_.size()) {
    const User& user = users_[viewer];
    snapshot.fade = static_cast<float>(fade_of(user.state, user.settings));
    draw(user.locomotion, snapshot);
    const Notice notice = user.state.notice == Notice::None && paused_ ? Notice::Paused : user.state.notice;
    const std::string& watched = user.body.watch().said;
    const std::string said = watched.empty() ? text_of(notice) : watched;
    if (!said.empty()) draw_said(said, user.state.head.world_from_point, tools_.hands()[viewer].menu, snapshot);
    draw(tools_.measurements(), user.state.head.world_from_point.position, snapshot);
  }
  for (std::size_t i = 0; i < users_.size(); ++i) {
    if (!users_[i].avatar.present()) continue;
    users_[i].avatar.draw(i == viewer, snapshot);
    if (users_[i].settings.show_balance) draw_balance(users_[i], i == viewer, snapshot);
  }
  for (const auto& agent : agents_) {
    draw(*agent.person, agent.posture, false, snapshot);
    if (!agent.intent.say.empty())
      draw_caption(agent.intent.say, agent.frames, snapshot);
    else if (agent.intent.ask.valid())
      draw_caption("Excuse me, may I get past?", agent.frames, snapshot);
  }
  draw_place(viewer, snapshot);
  const scene::Scene& scene = scenario_->scene;
  snapshot.sun.direction_to_sun = scene.sky.direction_to_sun;
  snapshot.sun.illuminance = scene.sky.sun;
  snapshot.ambient = scene.sky.ambient;
  for (const auto& light : scene.lights) {
    snapshot.lights.push_back({light.position, light.colour, light.intensity, light.range});
  }
}

}  // namespace fh::world
