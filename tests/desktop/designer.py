#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What designer.sh works out: the kitchen, where the mouse must be, what the report must say.

usage: designer.py kitchen | turns SCENARIO | pixel SCENARIO WIDTH HEIGHT gap|right|menu [ROW] | report FILE | compare BEFORE AFTER
"""
import json
import math
import sys

BOXES = [("floor", (-2000, -1500, -50), (2000, 1500, 0)), ("wall", (-2000, 1500, 0), (2000, 1600, 2500)),
         ("left", (-900, 900, 0), (-300, 1500, 900)), ("right", (250, 900, 0), (850, 1500, 900))]  # mm, Z up
FACES = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
MIDDLE = -0.05  # m: the model's middle is put over the origin, z = -y
# High on the left cabinet's side, and the right one's top: what lies lower is out of the picture.
POINTS = {"gap": (-0.3, 0.85, -1.4 - MIDDLE), "right": (0.5, 0.9, -1.3 - MIDDLE)}
GAP = {"at": 0.5, "do": "measure_at", "kind": "clear_width", "target": list(POINTS["gap"])}
# As in src/world/tools/menu_pages.cpp: the row and the number of rows of its page.
ROWS = {"Notes": (3, 14), "Change": (4, 14), "Section": (2, 14), "Views": (7, 14), "x + 50 mm": (3, 14), "Good": (5, 11),
        "Back of notes": (10, 11), "Around chosen": (4, 7), "100 mm inwards": (3, 7), "Back of section": (6, 7),
        "Save place": (2, 5)}
ROW_HEIGHT, ROW_LEFT, FLOATS, BELOW = 0.024, -0.11, 0.6, 0.08  # m, src/world/tools/menu.cpp
# src/desktop/emulation.cpp: eyes, shoulder, where the hand's ray meets the pointer's, field of view.
EYE, ASIDE, LOWER, AIM, VERTICAL = 1.62, 0.17, 0.22, 3.0, math.radians(70)


def kitchen():
    lines, used = [], 0
    for name, low, high in BOXES:
        lines.append(f"o {name}")
        lines += [f"v {x} {y} {z}" for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
        lines += ["f " + " ".join(str(used + i) for i in face) for face in FACES]
        used += 8
    with open("kitchen.obj", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    for name, commands in (("start", [{"at": 0.2, "do": "save_as", "text": "start"}]), ("again", [GAP])):
        with open(f"{name}.json", "w", encoding="utf-8") as file:
            json.dump({"name": name, "duration": 1, "start": {"at": [0, 0.4]}, "commands": commands}, file)


def start_of(file):
    with open(file, encoding="utf-8") as opened:
        user = json.load(opened)["users"][0]
    return user["at"], user.get("yaw_deg", 0.0)


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def turns(file):
    """Presses of the right arrow, 22.5 degrees each, until the user looks along -Z."""
    _, yaw = start_of(file)
    steps = yaw % 360 / 22.5
    assert abs(steps - round(steps)) < 1e-6, yaw
    return round(steps) % 16


def row_point(label):
    """Of the board that floats before the eyes, seen from the user who looks along -Z."""
    row, rows = ROWS[label]
    up = ROW_HEIGHT * (0.5 * rows - 1 - row)
    away = math.hypot(BELOW, FLOATS)
    # The board leans back by the angle under which it is seen from above.
    return ROW_LEFT, EYE - BELOW + up * FLOATS / away, -FLOATS - up * BELOW / away


def pixel(file, width, height, what, label=""):
    """Where the pointer must be for the hand's ray to go through a point."""
    at, _ = start_of(file)
    target = row_point(label) if what == "menu" else sub(POINTS[what], (at[0], 0, at[2]))
    head, shoulder = (0, EYE, 0), (ASIDE, EYE - LOWER, 0)
    way = sub(target, shoulder)
    way = tuple(x / math.sqrt(dot(way, way)) for x in way)
    off = sub(shoulder, head)
    b = dot(way, off)
    along = -b + math.sqrt(b * b - dot(off, off) + AIM * AIM)
    ray = tuple(o + along * w for o, w in zip(off, way))
    up = math.tan(VERTICAL / 2)
    x, y = ray[0] / -ray[2] / (up * width / height), ray[1] / -ray[2] / up
    return round((x + 1) / 2 * width), round((1 - y) / 2 * height)


def check_report(file):
    with open(file, encoding="utf-8") as opened:
        report = json.load(opened)
    values = [row["value"] for row in report["measurements"]]
    assert len(values) == 2 and abs(values[0] - 0.55) < 0.002 and abs(values[1] - 0.60) < 0.002, report["measurements"]
    assert [round(x, 9) for x in report["moved"][0]["by"]] == [0.05, 0, 0], report["moved"]
    assert report["moved"][0]["object"] == "model.right", report["moved"]
    assert report["annotations"][0]["text"] == "good" and report["annotations"][0]["object"] == "model.right", report["annotations"]
    assert report["section"]["kind"] == "box", report["section"]
    snapshots = report["snapshots"]
    assert len(snapshots) == 2 and all(row["picture"] and row["camera"] and row["numbers"] for row in snapshots), snapshots
    assert report["saved"] == ["saved/place_1.json"], report["saved"]


def compare(before, after):
    widths = []
    for name in (before, after):
        with open(name, encoding="utf-8") as opened:
            widths.append(json.load(opened)["measurements"][0]["value"])
    assert abs(widths[0] - 0.55) < 0.001 and abs(widths[1] - 0.60) < 0.001, widths


match sys.argv[1:]:
    case ["kitchen"]:
        kitchen()
    case ["turns", scenario]:
        print(turns(scenario))
    case ["pixel", scenario, wide, high, *point]:
        print(*pixel(scenario, int(wide), int(high), *point))
    case ["report", name]:
        check_report(name)
    case ["compare", first, second]:
        compare(first, second)
    case _:
        sys.exit(__doc__)
