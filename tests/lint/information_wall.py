#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Minds know percepts and memory only (K-01): what src/mind may include of the truth.

The include law keeps physics and world out. This keeps the place itself out: only the catalogue (what things are like) may read
scene/place/scene.h, and nothing may look through the retina's scene, which is the truth.
"""
import pathlib
import re
import sys

FORBIDDEN = {"scene/place/scene.h", "scene/scenario/scenario.h", "senses/retina/retina.h", "senses/retina/retina_scene.h"}
ALLOWED = {("catalogue.cpp", "scene/place/scene.h")}

root = pathlib.Path(sys.argv[1]) / "src" / "mind"
files = sorted(root.glob("*.h")) + sorted(root.glob("*.cpp"))
if not files:
    sys.exit("src/mind has no sources: the check looks in the wrong place")
problems = []
for file in files:
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = re.match(r'#include "([^"]+)"', line)
        if match and match[1] in FORBIDDEN and (file.name, match[1]) not in ALLOWED:
            problems.append(f"{file.name}:{number}: {match[1]} holds the truth; agents read percepts and memory")
print("\n".join(problems) or f"{len(files)} files, no look behind the wall")
sys.exit(1 if problems else 0)
