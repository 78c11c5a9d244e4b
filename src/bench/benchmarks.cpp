// SPDX-License-Identifier: Apache-2.0
#include "bench/benchmarks.h"

#include "bench/bench_arm.h"
#include "bench/bench_avatar.h"
#include "bench/bench_body.h"
#include "bench/bench_crowd.h"
#include "bench/bench_distance.h"
#include "bench/bench_gait.h"
#include "bench/bench_grid.h"
#include "bench/bench_physics.h"
#include "bench/bench_posture.h"
#include "bench/bench_rays.h"
#include "bench/bench_recorder.h"
#include "bench/bench_scene.h"
#include "bench/bench_tick.h"
#include "bench/bench_vision.h"
#include "bench/numbers/bench_evaluate.h"
#include "bench/numbers/bench_hands.h"
#include "bench/numbers/bench_minds.h"
#include "bench/numbers/bench_tools.h"
#include "bench/pictures/bench_render.h"
#include "bench/pictures/bench_xr.h"
#include "bench/plans/bench_arm_plan.h"

namespace fh::bench {

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> kBenchmarks = {
      {"record", "cost of recording a tick", bench_recorder},
      {"tick", "one whole tick of the default visit, sensing included", bench_tick},
      {"xr_cpu", "CPU time of a headset frame (needs an OpenXR runtime)", bench_xr},
      {"physics", "1000 boxes, against plain Jolt", bench_physics},
      {"rays", "ray queries, single and in batches", bench_rays},
      {"distance", "minimum-distance queries", bench_distance},
      {"render", "culling, recording and drawing, two eyes", bench_render},
      {"scene", "loading a large glTF file", bench_scene},
      {"arm", "arms and legs in closed form, ARM7, support polygon", bench_arm},
      {"arm_plan", "ways of an arm between table and shelf, against OMPL", bench_arm_plan},
      {"posture", "postures of the whole body for goals of hands and gaze", bench_posture},
      {"vision", "one look, percepts and memory, against Embree and the id pass", bench_vision},
      {"avatar", "the user's whole body from head and hands, per frame", bench_avatar},
      {"body", "forward kinematics, centre of mass, skinning matrices", bench_body},
      {"grid", "projecting, growing and searching ways, fresh and after changes", bench_grid},
      {"crowd", "50 to 400 agents per tick; does a square of 250 jam?", bench_crowd},
      {"evaluate", "what measuring a visit costs: sight, clearance, a live set, a whole visit", bench_evaluate},
      {"minds", "what deciding costs agents that run action nets", bench_minds},
      {"tools", "a user's tick and picture with the menu open", bench_tools},
      {"hands", "a user's tick with a thing in each hand", bench_hands},
      {"gait", "walking, jogging, stairs: one body, one tick", bench_gait},
  };
  return kBenchmarks;
}

}  // namespace fh::bench
