#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Minds know percepts and memory only (K-01): what src/mind may see of the truth, directly or through other headers.

The include law keeps physics and world out. This keeps the place itself out: only the catalogue (what things are like) may read
scene/place/scene.h, and nothing may look through the retina's scene, which is the truth.
"""
import pathlib
import re
import sys

FORBIDDEN = {"scene/place/scene.h", "scene/scenario/scenario.h", "senses/retina/retina.h", "senses/retina/retina_scene.h"}
ALLOWED = {("mind/behaviours/catalogue.cpp", "scene/place/scene.h")}

src = pathlib.Path(sys.argv[1]) / "src"


def included(path):
    lines = (src / path).read_text().splitlines()
    names = [match[1] for match in map(re.compile(r'#include "([^"]+)"').match, lines) if match]
    return [name for name in names if (src / name).exists()]


def ways(start):
    """The file each header was first reached from, breadth first."""
    came_from, queue = {start: None}, [start]
    while queue:
        file = queue.pop(0)
        for name in included(file):
            if name not in came_from:
                came_from[name] = file
                queue.append(name)
    return came_from


files = [str(file.relative_to(src)) for kind in ("*.h", "*.cpp") for file in sorted((src / "mind").rglob(kind))]
if not files:
    sys.exit("src/mind has no sources: the check looks in the wrong place")
problems = []
for file in files:
    came_from = ways(file)
    for truth in sorted(FORBIDDEN & came_from.keys()):
        if (file, truth) in ALLOWED:
            continue
        chain = [truth]
        while came_from[chain[-1]]:
            chain.append(came_from[chain[-1]])
        problems.append(f"{' <- '.join(chain)}: it holds the truth; agents read percepts and memory")
print("\n".join(problems) or f"{len(files)} files, no look behind the wall")
sys.exit(1 if problems else 0)
