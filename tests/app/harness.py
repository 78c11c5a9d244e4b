# SPDX-License-Identifier: Apache-2.0
"""What the tests of the program share: the program itself, and small places. Imported by programs whose first two arguments are
PROGRAM and SOURCE_DIR."""
import json
import pathlib
import subprocess
import sys

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
TOUR = str(SOURCE / "assets/tours/first_look.json")


def firsthand(*args, code=0):
    """Runs the program; the exit code must be `code`. A failure must be one message, never a crash."""
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), *args], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, f"{args}: exit {done.returncode}, expected {code}\n{done.stdout}\n{done.stderr}"
    if code == 2:
        assert done.stderr.startswith("firsthand: "), done.stderr
    return done.stdout, done.stderr


def one_line(text):
    return len(text.strip().splitlines()) == 1


def room(folder, name, agents, **more):
    """A floor of 20 x 20 m, a wall from x = 2 to 6 at z = -3, a shelf board at 1.9 m."""
    parts = [{"part": "floor", "name": "floor", "width": 20, "depth": 20}]
    objects = [{"name": "wall", "at": [4, 1, -3], "shapes": [{"kind": "box", "size": [4, 2, 0.2]}]},
               {"name": "high", "at": [-3, 2.6, -3], "shapes": [{"kind": "box", "size": [0.2, 0.2, 0.2]}]},
               {"name": "near", "at": [-3, 1.2, 3], "shapes": [{"kind": "box", "size": [0.2, 0.2, 0.2]}]}]
    content = {"name": name, "user": {"at": [8, 0, 8]}, "parts": parts, "objects": objects, "agents": agents, **more}
    (folder / f"{name}.json").write_text(json.dumps(content))
    return str(folder / f"{name}.json")


def agent(name, at, behaviour="errands", **more):
    return {"name": name, "at": at, "behaviour": behaviour, "knows": "place", **more}
