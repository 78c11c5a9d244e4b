#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What operate.sh needs: a place where all is within reach of where the user stands, its visit by mouse and keys, what the report must say.

usage: operate.py scenario | drive WINDOW | report FILE
"""
import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "support"))
from visit_clock import VisitClock

# src/desktop/emulation.cpp and window.cpp: eyes, shoulder, where the hand's ray meets the pointer's, field of view, keys.
EYE, ASIDE, LOWER, AIM, VERTICAL = 1.62, 0.17, 0.22, 3.0, math.radians(70)
REACH, NOTCH, LONGEST, SHORTEST, PER_PIXEL = 0.45, 0.05, 0.70, 0.20, 0.003
DOWN = 150  # pixels that the mouse goes to look down
PITCH = -PER_PIXEL * DOWN

# Places are told as seen from the user's start towards one side: x to the right, y up, z negative ahead; turned for each station.
PANEL, VALVE, RIM = (0.0, 1.2, -0.58), (0.15, 1.2, -0.55), 0.13
CONTROLS = {"stop": (0.25, 0.08, "emergency"), "rate": (0.07, -0.08, "dial"),
            "mode": (-0.08, -0.08, "switch"), "feed": (0.32, -0.1, "lever")}
HANDLE, DRAWER, CRATE = (0.30, 1.04, -0.42), (-0.3, 1.13, -0.5), (0.0, 0.75, -0.45)


def scenario():
    def part(station, kind, name, at, turned=0, **keys):
        heading = -90 * station  # the user turns right
        s, c = round(math.sin(math.radians(heading))), round(math.cos(math.radians(heading)))
        x, y, z = at
        return {"part": kind, "name": name, "at": [c * x + s * z, y, c * z - s * x], "yaw_deg": heading + turned, **keys}

    controls = [{"name": name, "kind": kind, "x": x, "y": y} for name, (x, y, kind) in CONTROLS.items()]
    parts = [part(0, "floor", "floor", (0, 0, 0), width=6, depth=6),
             part(0, "panel", "panel", PANEL, width=0.9, height=0.4, controls=controls),
             part(1, "valve", "valve", VALVE, radius=RIM, turns=1),
             part(1, "cabinet", "cabinet", (-0.3, 0, -0.75), width=0.4, depth=0.5, height=1.3, drawers=3),
             part(2, "door", "door", (0, 0, -0.52), width=0.8, wall_thickness=0.1),
             part(3, "table", "stand", (0, 0, -0.6), width=0.8, depth=0.6, height=0.75),
             part(3, "crate", "crate", (CRATE[0], CRATE[1] + 0.001, CRATE[2]), width=0.2, depth=0.3, height=0.3, mass=15)]
    print(json.dumps({"name": "booth", "user": {"at": [0, 0, 0]}, "parts": parts}, indent=1))


def norm(v):
    return math.sqrt(sum(x * x for x in v))


class Driver:
    def __init__(self, window):
        self.clock = VisitClock("visit.fhlog")
        self.window, self.reach, self.side = window, REACH, 1
        shell = subprocess.check_output(["xdotool", "getwindowgeometry", "--shell", window], text=True)
        size = dict(line.split("=") for line in shell.split())
        self.width, self.height = int(size["WIDTH"]), int(size["HEIGHT"])

    def do(self, *words, frames=7):
        subprocess.run(["xdotool", *map(str, words)], check=True)
        self.wait(frames)

    def wait(self, frames=7):
        """Until so many frames came in, and as much time as a quick machine gives them has passed in the visit."""
        self.clock.wait(0.08 * frames, frames)

    def key(self, name):
        self.do("key", name)

    def look_down(self):
        x, y = self.width // 2, self.height // 4
        self.do("mousemove", "--window", self.window, x, y, "mousedown", 3)
        self.do("mousemove", "--window", self.window, x, y + DOWN)
        self.do("mouseup", 3)

    def aim(self, target):
        """The mouse to where the ray of the active hand goes through a point; hands of both go beside it."""
        head, shoulder = (0, EYE, 0), (self.side * ASIDE, EYE - LOWER, 0)
        way = [t - s for t, s in zip(target, shoulder)]
        way = [w / norm(way) for w in way]
        off = [s - h for s, h in zip(shoulder, head)]
        b = sum(w * o for w, o in zip(way, off))
        along = -b + math.sqrt(b * b - sum(o * o for o in off) + AIM * AIM)
        x, y, z = (o + along * w for o, w in zip(off, way))
        # Into the head's frame, which looks down.
        s, c = math.sin(PITCH), math.cos(PITCH)
        y, z = c * y + s * z, c * z - s * y
        up = math.tan(VERTICAL / 2)
        px, py = x / -z / (up * self.width / self.height), y / -z / up
        assert abs(px) < 1 and abs(py) < 1, (target, px, py)
        self.do("mousemove", "--window", self.window, round((px + 1) / 2 * self.width), round((1 - py) / 2 * self.height))

    def stretch(self, reach):
        reach = min(max(reach, SHORTEST), LONGEST)
        notches = round((reach - self.reach) / NOTCH)
        for _ in range(abs(notches)):
            self.do("click", 4 if notches > 0 else 5, frames=1)
        self.reach += notches * NOTCH
        self.wait()

    def roll(self, notches):
        self.do("keydown", "alt", frames=3)
        for _ in range(abs(notches)):
            self.do("click", 4 if notches > 0 else 5, frames=2)
        self.do("keyup", "alt")

    def control(self, name, x=0.0, y=0.0):
        at = CONTROLS[name]
        # Fingers are to the left of the ray and above it.
        return (PANEL[0] + at[0] + x - 0.03, PANEL[1] + at[1] + y + 0.02, PANEL[2] + 0.04)

    def shot(self, name):
        subprocess.run(["import", "-window", "root", f"{name}.png"], check=True)

    def panel(self):
        self.stretch(0.4)
        self.aim(self.control("stop"))
        self.stretch(0.6)
        self.shot("stop")
        self.stretch(0.5)
        self.key("g")
        self.shot("stop_held")
        self.stretch(0.3)
        self.key("g")
        self.aim(self.control("rate", 0.01, -0.07))  # the palm before its axis: it is turned by rolling
        self.stretch(0.55)
        self.key("g")
        self.roll(4)
        self.shot("dial")
        self.key("g")
        for name, aside in (("mode", 0.05), ("feed", 0.0)):
            self.stretch(0.35)
            self.aim(self.control(name, aside, 0.12))
            self.stretch(0.55)
            for down in (0.04, -0.02, -0.06, -0.1):
                self.aim(self.control(name, aside, down))
            self.shot(name)
        self.stretch(0.35)

    def valve(self):
        def rim(degrees):
            a = math.radians(degrees)
            return (VALVE[0] + RIM * math.cos(a), VALVE[1] + RIM * math.sin(a), VALVE[2])
        self.aim(rim(0))
        self.stretch(0.55)
        self.key("g")
        for degrees in (20, 40, 60, 80, 100):
            self.aim(rim(degrees))
        self.shot("valve")
        self.key("g")
        self.stretch(0.35)

    def drawer(self):
        self.aim(DRAWER)
        self.stretch(0.6)
        self.key("g")
        self.stretch(0.3)
        self.shot("drawer")
        self.key("g")

    def door(self):
        self.aim(HANDLE)
        self.stretch(0.55)
        self.key("g")
        self.stretch(0.35)
        self.shot("handle")
        self.key("g")
        self.stretch(0.2)
        self.aim((0.25, 1.25, -0.5))
        self.stretch(0.7)
        self.shot("push")
        self.stretch(0.35)

    def crate(self):
        side = (CRATE[0] + 0.14, CRATE[1] + 0.22, CRATE[2] + 0.03)
        up = (side[0], side[1] + 0.25, side[2])
        self.key("3")
        self.stretch(0.3)
        self.aim(side)
        self.stretch(0.6)
        self.shot("both")
        self.key("g")
        for share in (0.2, 0.4, 0.6, 0.8):  # the second hand loses what stays behind by 10 cm
            self.aim((side[0], side[1] + share * 0.25, side[2]))
        self.shot("lifted")
        for share in (0.6, 0.4, 0.2, 0.0):
            self.aim((side[0], side[1] + share * 0.25, side[2]))
        self.key("g")
        self.stretch(0.3)
        # With one hand, which drags it off its place: after both.
        self.key("2")
        self.aim((side[0] + 0.08, side[1], side[2]))  # past it, then to its side
        self.stretch(0.5)
        self.aim(side)
        self.key("g")
        self.aim(up)
        self.shot("refused")
        self.aim(side)
        self.key("g")

    def drive(self):
        self.look_down()
        self.panel()
        self.key("Right")
        self.valve()
        self.drawer()
        self.key("Right")
        self.door()
        self.key("Right")
        self.crate()


def check_report(file):
    with open(file, encoding="utf-8") as opened:
        report = json.load(opened)
    events = report["events"]
    for event in events:
        print(event)

    def values(thing, state=None):
        return [abs(e["value"]) for e in events if e["object"] == thing and state in (None, e["state"]) and e["who"] == "user"] or [0.0]

    assert max(values("panel.stop", "pressed")) > 0.007 and values("panel.stop", "released")[-1] > 0, "emergency stop"
    assert max(values("panel.rate")) > 20, "dial"
    assert max(values("panel.mode")) > 10, "switch"
    assert max(values("panel.feed")) > 20, "lever"
    assert max(values("valve")) > 80, "valve"
    assert max(values("cabinet.drawer1")) > 0.1, "drawer"
    doors = [e for e in events if e["object"] == "door"]
    assert any(e["state"] == "closed" for e in doors) and max(values("door")) > 10, "door"
    crate = [e["state"] for e in events if e["object"] == "crate"]
    assert crate == ["held by both hands", "let go", "held", "too heavy for one hand", "let go"], crate
    assert abs(report["users"][0]["balance"]["most_held_kg"] - 15) < 1e-3, "load"


match sys.argv[1:]:
    case ["scenario"]:
        scenario()
    case ["drive", window]:
        Driver(window).drive()
    case ["report", name]:
        check_report(name)
    case _:
        sys.exit(__doc__)
