// SPDX-License-Identifier: Apache-2.0
// The fields format 2 hashed, in its order. Frozen: this is history, not the program.
#include <algorithm>

#include "session/record/upgrade_2.h"

namespace fh::session {
namespace {

// The user, who was called so.
constexpr std::string_view kFirstPhase = "user";
constexpr std::string_view kUser =
    "user_settings.snap_turn user_settings.height_offset user_settings.seated user_settings.seated_lift "
    "user_settings.hold_seconds user_settings.ease_seconds user_settings.teleport_fade_seconds "
    "locomotion_settings.smooth_move locomotion_settings.move_speed locomotion_settings.smooth_turn "
    "locomotion_settings.turn_speed locomotion_settings.vignette locomotion_settings.swap_sticks "
    "locomotion_settings.swap_tool_hand locomotion_settings.one_hand locomotion_settings.arc_speed "
    "locomotion_settings.steepest locomotion_settings.step_height user.world_from_tracking "
    "user.head.world_from_point user.head.velocity user.head.head_from_lost user.head.lost_ticks user.head.status "
    "user.left_hand.grip.world_from_point user.left_hand.grip.velocity user.left_hand.grip.head_from_lost "
    "user.left_hand.grip.lost_ticks user.left_hand.grip.status user.left_hand.world_from_aim user.left_hand.trigger "
    "user.left_hand.squeeze user.left_hand.buttons user.left_hand.pressed user.left_hand.released "
    "user.right_hand.grip.world_from_point user.right_hand.grip.velocity user.right_hand.grip.head_from_lost "
    "user.right_hand.grip.lost_ticks user.right_hand.grip.status user.right_hand.world_from_aim "
    "user.right_hand.trigger user.right_hand.squeeze user.right_hand.buttons user.right_hand.pressed "
    "user.right_hand.released user.scale user.walked user.fade_ticks user.turns user.teleports user.recentres "
    "user.bodies user.paused user.placed locomotion.aim locomotion.aiming_hand locomotion.by_button "
    "locomotion.turn_armed locomotion.has_clear_head locomotion.arc_from locomotion.arc_velocity "
    "locomotion.arc_seconds locomotion.target locomotion.clear_head locomotion.vignette locomotion.wall_fade "
    "locomotion.slid user_body.figures user_body.ticks_left user_body.wished user_body.watch.ticks_left "
    "user_body.watch.still_ticks user_body.watch.held user_body.watch.said_ticks user_body.watch.said "
    "user_body.calibrations avatar.state.heading.yaw.value avatar.state.heading.yaw.rate "
    "avatar.state.heading.chest.value avatar.state.heading.chest.rate avatar.state.heading.hand_line "
    "avatar.state.heading.started avatar.state.gait.phase avatar.state.gait.frequency avatar.state.gait.strength "
    "avatar.state.gait.swing avatar.state.gait.swing_mean avatar.state.gait.swing_rate avatar.state.gait.sway "
    "avatar.state.gait.sway_mean avatar.state.gait.sway_rate avatar.state.gait.seconds avatar.state.gait.velocity "
    "avatar.state.gait.lately avatar.state.gait.bow avatar.state.gait.bow_rate avatar.state.gait.started "
    "avatar.state.trunk.pitch.value avatar.state.trunk.pitch.rate avatar.state.trunk.roll.value "
    "avatar.state.trunk.roll.rate avatar.state.trunk.twist.value avatar.state.trunk.twist.rate "
    "avatar.state.trunk.shifted_x.value avatar.state.trunk.shifted_x.rate avatar.state.trunk.shifted_z.value "
    "avatar.state.trunk.shifted_z.rate avatar.state.trunk.started avatar.state.feet.left.place.position "
    "avatar.state.feet.left.place.yaw avatar.state.feet.left.from.position avatar.state.feet.left.from.yaw "
    "avatar.state.feet.left.to.position avatar.state.feet.left.to.yaw avatar.state.feet.left.time "
    "avatar.state.feet.left.duration avatar.state.feet.left.heel avatar.state.feet.left.heel_from "
    "avatar.state.feet.left.kneels avatar.state.feet.left.leg avatar.state.feet.left.lift "
    "avatar.state.feet.left.ground avatar.state.feet.left.clear avatar.state.feet.left.since "
    "avatar.state.feet.left.strain avatar.state.feet.left.drag avatar.state.feet.left.tracked "
    "avatar.state.feet.right.place.position avatar.state.feet.right.place.yaw avatar.state.feet.right.from.position "
    "avatar.state.feet.right.from.yaw avatar.state.feet.right.to.position avatar.state.feet.right.to.yaw "
    "avatar.state.feet.right.time avatar.state.feet.right.duration avatar.state.feet.right.heel "
    "avatar.state.feet.right.heel_from avatar.state.feet.right.kneels avatar.state.feet.right.leg "
    "avatar.state.feet.right.lift avatar.state.feet.right.ground avatar.state.feet.right.clear "
    "avatar.state.feet.right.since avatar.state.feet.right.strain avatar.state.feet.right.drag "
    "avatar.state.feet.right.tracked avatar.state.feet.rest avatar.state.feet.loading avatar.state.feet.loaded "
    "avatar.state.feet.started avatar.state.weight.x.value avatar.state.weight.x.rate avatar.state.weight.z.value "
    "avatar.state.weight.z.rate avatar.state.weight.between avatar.state.weight.shift avatar.state.weight.loaded "
    "avatar.state.weight.started avatar.state.hands.left.world_from_wrist avatar.state.hands.left.chest_from_wrist "
    "avatar.state.hands.left.offset_from avatar.state.hands.left.velocity avatar.state.hands.left.seconds "
    "avatar.state.hands.left.curls avatar.state.hands.left.tracking avatar.state.hands.right.world_from_wrist "
    "avatar.state.hands.right.chest_from_wrist avatar.state.hands.right.offset_from "
    "avatar.state.hands.right.velocity avatar.state.hands.right.seconds avatar.state.hands.right.curls "
    "avatar.state.hands.right.tracking avatar.state.headset.higher avatar.state.world_from_eyes "
    "avatar.state.head_velocity avatar.state.world_from_chest avatar.state.centre_of_mass avatar.state.pelvis "
    "avatar.state.left_hip avatar.state.right_hip avatar.state.com_velocity avatar.state.stance_margin "
    "avatar.state.over_left avatar.state.over_right avatar.state.kneels avatar.state.kneeling avatar.state.started "
    "avatar.posture.world_from_pelvis avatar.posture.rotations avatar.balance_margin avatar.present avatar.jumps";
// An agent that looked in this tick, and one that did not: of the first the whole mind was hashed.
constexpr std::string_view kLook =
    "memory.observations memory.surprises percepts.time percepts.world_from_eye percepts.items clock.next "
    "clock.looks";
constexpr std::string_view kNoLook = "clock.next clock.looks";
constexpr std::string_view kDecision =
    "navigator.obstacles navigator.in_vain navigator.blockers navigator.goal.points navigator.goal.radius "
    "navigator.goal.facing navigator.goal.person navigator.goal.speed navigator.has_goal navigator.goal_occupied "
    "navigator.route.corners navigator.route.goals navigator.route.cost navigator.route.status "
    "navigator.path.points navigator.place.leg navigator.place.along navigator.necks navigator.straits "
    "navigator.retreat.points navigator.retreat_place.leg navigator.retreat_place.along navigator.retreat_from "
    "navigator.retreat_heading navigator.retreat_time navigator.progress.best_left navigator.progress.best_ever "
    "navigator.progress.anchor navigator.progress.window_time navigator.progress.stuck_time "
    "navigator.progress.attempt_time navigator.progress.attempt navigator.progress.rounds navigator.status "
    "navigator.reason navigator.turn_rate navigator.must_plan navigator.next_plan navigator.waiting_for "
    "navigator.waiting_time navigator.ahead navigator.searches navigator.kept navigator.attempts task.stage "
    "task.errand task.left task.blocked task.rethink task.goal.points task.goal.radius task.goal.facing "
    "task.goal.person task.goal.speed task.chance.state task.tally.arrived task.tally.failed task.tally.reason "
    "task.tally.first_arrival task.tally.last_arrival attention.rng.state attention.target.reason "
    "attention.target.key attention.target.point attention.target.chosen attention.target.until "
    "attention.target.fixated attention.gaze_point attention.gaze_direction attention.feet_uncertainty "
    "attention.next_idle attention.idle_direction attention.looked attention.ticks_by_reason way reason attempt "
    "looked asked_by asks intent.velocity intent.facing intent.gaze intent.reach intent.open intent.clear "
    "intent.ask intent.turn_in_place intent.side_step intent.back_up intent.duck intent.step_over";
constexpr std::string_view kIntent =
    "intent.velocity intent.facing intent.gaze intent.reach intent.open intent.clear intent.ask "
    "intent.turn_in_place intent.side_step intent.back_up intent.duck intent.step_over";
constexpr std::string_view kBody =
    "gait.root gait.yaw gait.velocity gait.turn_rate gait.drift gait.push gait.curve_rate gait.wanted_yaw "
    "gait.wanted_rate gait.jog gait.slope gait.stir gait.feet.phase gait.feet.stride.cycle gait.feet.stride.duty "
    "gait.feet.stride.jog gait.feet.stepping gait.feet.riser gait.feet.feet gait.duck gait.upper.breath "
    "gait.upper.clock gait.upper.glance_left gait.upper.glances gait.upper.look_yaw gait.upper.look_pitch "
    "gait.upper.head_yaw gait.upper.head_pitch gait.upper.head_yaw_rate gait.upper.head_pitch_rate "
    "gait.upper.head_top posture.world_from_pelvis posture.rotations reach.point reach.weight reach.right "
    "touch.contacts touch.count";
constexpr std::string_view kPhysics =
    "physics.positions physics.rotations physics.linear_velocities physics.angular_velocities doors.opening "
    "user_solids.closed user_solids.placed user_solids.jumps";
// Measures and tallies were state then.
constexpr std::string_view kMeasures =
    "measures.lowest_head measures.highest_head measures.fastest_hand measures.ticks_untracked";
constexpr std::string_view kTally =
    "tally.walked tally.walked_on_errands tally.optimum tally.walked_before tally.leg_start tally.arrivals_seen "
    "tally.wall_contacts tally.thing_contacts tally.people_contacts tally.user_contacts tally.waits tally.jams "
    "tally.jams_resolved tally.nearest_person tally.nearest_user tally.came_to_user tally.skate tally.steps "
    "tally.soles tally.planted tally.looks tally.percepts tally.user_seen_at tally.held tally.waiting tally.stuck "
    "tally.near_people";

/// Where a field is today; its own path where it stayed.
struct Renamed {
  std::string_view before, now;  // beginnings of paths
};
// The hands of the user were those of the controllers then, with a policy for lost ones against the head: what is told
// of them is not comparable, and so is what was hashed of all bodies in physics at once, the hands among them.
constexpr Renamed kRenamed[] = {{"physics.", "then.physics."},
                                {"user.left_hand.grip.", "then.left_hand.grip."},
                                {"user.left_hand.world_from_aim", "then.left_hand.world_from_aim"},
                                {"user.right_hand.grip.", "then.right_hand.grip."},
                                {"user.right_hand.world_from_aim", "then.right_hand.world_from_aim"},
                                {"avatar.state.hands.left.curls", "user.avatar.state.hands.left.curls"},
                                {"avatar.state.hands.left.", "user.avatar.state.hands.left.path."},
                                {"avatar.state.hands.right.curls", "user.avatar.state.hands.right.curls"},
                                {"avatar.state.hands.right.", "user.avatar.state.hands.right.path."},
                                {"user_settings.hold_seconds", "user.settings.hand_loss.grace"},
                                {"user_settings.ease_seconds", "user.settings.hand_loss.ease"},
                                {"user_settings.", "user.settings."},
                                {"locomotion_settings.", "user.moving."},
                                {"user_body.", "user.body."},
                                {"user_solids.", "user.solids."},
                                {"user.", "user.state."},
                                {"locomotion.", "user.locomotion."},
                                {"avatar.", "user.avatar."}};

void append_fields(std::string_view fields, const std::string& owner, std::vector<std::string>& out) {
  while (!fields.empty()) {
    const std::size_t length = std::min(fields.find(' '), fields.size());
    out.push_back(owner + std::string(fields.substr(0, length)));
    fields.remove_prefix(std::min(length + 1, fields.size()));
  }
}

std::string path_today(const std::string& path) {
  for (const Renamed& row : kRenamed) {
    if (path.starts_with(row.before)) return std::string(row.now) + path.substr(row.before.size());
  }
  return path;
}

}  // namespace

std::vector<std::string> field_paths_2(const std::string& phase, std::span<const AgentOf2> agents) {
  std::vector<std::string> paths;
  if (phase == kFirstPhase) append_fields(kUser, "", paths);
  if (phase == "physics") append_fields(kPhysics, "", paths);
  if (phase == "measure") append_fields(kMeasures, "", paths);
  for (auto& path : paths) path = path_today(path);
  for (const AgentOf2& agent : agents) {
    const std::string owner = agent.name + ".";
    if (phase == "sense") append_fields(agent.looked ? kLook : kNoLook, owner, paths);
    if (phase == "decide") append_fields(agent.looked ? kDecision : kIntent, owner, paths);
    if (phase == "move") append_fields(kBody, owner, paths);
    if (phase == "measure") append_fields(kTally, owner, paths);
  }
  return paths;
}

}  // namespace fh::session
