#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No multiplication and addition are fused by the compiler in what the tick computes (docs/determinism.md).

usage: no_fused.py BUILD_DIR. Looks through the libraries of the tick for fused instructions. senses/retina uses them on purpose, by intrinsics,
so only the kind that the compiler makes up by itself counts there.
"""
import pathlib
import re
import shutil
import subprocess
import sys

TICK = ["math", "frame", "scene_place", "scene_parts", "scene_scenario", "human_body", "human_skin", "human_ik", "human_motion", "human_tracking",
        "physics", "senses_retina", "senses_perception", "planning_navigation", "planning_reaching", "mind", "session_tour", "world_ground", "world_devices",
        "world_people", "world_users", "world_agents", "world"]
if not shutil.which("objdump"):
    print("skipped: no objdump")
    sys.exit(4)
problems = []
for module in TICK:
    library = pathlib.Path(sys.argv[1]) / f"libfh_{module}.a"
    pattern = r"\tvfm(addsub|subadd)" if module == "senses_retina" else r"\tvfn?m(add|sub)"
    listing = subprocess.run(["objdump", "-d", "--no-show-raw-insn", library], capture_output=True, text=True, check=True).stdout
    count = len(re.findall(pattern, listing))
    if count:
        problems.append(f"{library.name}: {count} fused instructions; see CMakeLists.txt on -fno-tree-slp-vectorize")
print("\n".join(problems) or f"{len(TICK)} libraries, nothing fused")
sys.exit(1 if problems else 0)
