#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The motion of a recording for other programs.

usage: export.py PROGRAM SOURCE_DIR CASE [ASSIMP_READER | THREE_FOLDER]. A case passes when files and exit codes are as promised, and what
other programs read is what was recorded. Exit 4 (skipped) where the other program is missing, unless FH_REQUIRE names it.
"""
import collections
import csv
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

from harness import firsthand

CASE = sys.argv[3]


def glb(file):
    """The document and the binary part."""
    data = file.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def turned(q, v):
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2], v[2] + w * t[2] + x * t[1] - y * t[0]]


def times(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def last_places(file):
    """Of every named node, at the last sample: the tree evaluated anew, and how many samples there are."""
    root, binary = glb(file)

    def last(accessor, width):
        a = root["accessors"][accessor]
        view = root["bufferViews"][a["bufferView"]]
        return list(struct.unpack_from(f"<{width}f", binary, view["byteOffset"] + 4 * width * (a["count"] - 1)))

    nodes = [dict(node) for node in root["nodes"]]
    samples = 0
    for animation in root["animations"]:
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            path = channel["target"]["path"]
            nodes[channel["target"]["node"]][path] = last(sampler["output"], 3 if path == "translation" else 4)
            samples = root["accessors"][sampler["input"]]["count"]
    places, open_nodes = {}, [(i, [0, 0, 0], [0, 0, 0, 1]) for i in root["scenes"][0]["nodes"]]
    while open_nodes:
        i, at, turn = open_nodes.pop()
        node = nodes[i]
        moved = turned(turn, node.get("translation", [0, 0, 0]))
        here = [a + b for a, b in zip(at, moved)]
        rotation = times(turn, node.get("rotation", [0, 0, 0, 1]))
        places[node["name"]] = here
        open_nodes += [(child, here, rotation) for child in node.get("children", [])]
    return places, samples


def recorded(folder):
    """A visit of two seconds."""
    log = str(folder / "visit.fhlog")
    firsthand("run", "workshop", "--headless", "--seconds", "2", "--record", log)
    return log


def table_of(file):
    """(tick, name, point): place."""
    with file.open() as rows:
        return {(r["tick"], r["name"], r["point"]): [float(r[k]) for k in ("x_m", "y_m", "z_m")] for r in csv.DictReader(rows)}


def apart(a, b):
    return max(abs(x - y) for x, y in zip(a, b))


def compare_end(table, places):
    """Of every joint and thing at the last moment of the table; how many, and the largest difference, m."""
    worst, compared = 0.0, 0
    for (tick, name, point), at in table.items():
        if tick != "180" or point == "ground":
            continue
        worst = max(worst, apart(at, places[name if point == "origin" else f"{name}.{point}"]))
        compared += 1
    assert compared > 60, compared
    return compared, worst


# The joints of a clip in the order of human/motion/clip.h and of what `fit --export` writes; None: the table does not have it.
CLIP_JOINTS = ["pelvis", None, None, None, None, "head", None, None, "left_upper_arm", "right_upper_arm", "left_forearm", "right_forearm",
               "left_hand", "right_hand", "left_thigh", "right_thigh", "left_shank", "right_shank", "left_foot", "right_foot", "left_toes",
               "right_toes"]


def check_clip(folder, log):
    """Somebody's motion is a clip again: `fit` has every joint of every frame where the table has it, and measures it. It leaves the
    file's first frame out, as clips begin with a pose of calibration, and has 60 a second: every second one is one of the file's."""
    file = folder / "mira.bvh"
    firsthand("export", log, "--bvh", str(file), "--who", "mira", "--csv", str(folder / "all.csv"), "--rate", "90")
    table = table_of(folder / "all.csv")
    firsthand("fit", str(file), "--export", str(folder / "read"))
    head, _, rows = (folder / "read" / "mira.clip").read_bytes().partition(b"\n")
    head = json.loads(head)
    assert head["frames"] == 119 and head["rate"] == 60 and head["columns"] >= 7 * len(CLIP_JOINTS), head
    values = struct.unpack(f"<{head['frames'] * head['columns']}f", rows)
    worst = 0.0
    for frame in range(0, head["frames"], 2):
        for i, joint in enumerate(CLIP_JOINTS):
            if joint:
                first = frame * head["columns"] + 7 * i
                worst = max(worst, apart(values[first:first + 3], table[str(2 + 3 * frame // 2), "mira", joint]))
    print(f"BVH: {(head['frames'] + 1) // 2} frames, joints within {1000 * worst:.4f} mm")
    assert worst < 2e-5, worst
    assert json.loads(firsthand("fit", str(file), "--json")[0])


def files_case(folder):
    """Both sources give the same motion, as a clip too; what is wrong is said."""
    log, tables = recorded(folder), {}
    for source, more in (("resimulated", []), ("motion_track", ["--from-track"])):
        table, animation = folder / f"{source}.csv", folder / f"{source}.glb"
        out, _ = firsthand("export", log, "--csv", str(table), "--gltf", str(animation), "--json", *more)
        report = json.loads(out)
        assert report["source"] == source and [f["moments"] for f in report["files"]] == [60, 60], report
        tables[source] = table_of(table)
        # The animation says the same as the table, read by other rules.
        places, samples = last_places(animation)
        assert samples == 60 and compare_end(tables[source], places)[1] < 1e-3, samples
    assert tables["resimulated"].keys() == tables["motion_track"].keys()
    worst = max(apart(at, tables["motion_track"][key]) for key, at in tables["resimulated"].items())
    assert worst < 1.5e-3, worst
    check_clip(folder, log)
    assert "mira" in firsthand("export", log, "--bvh", str(folder / "x.bvh"), "--who", "nobody", code=2)[1]
    firsthand("export", log, "--csv", str(folder / "resimulated.csv"), code=2)
    firsthand("export", log, code=2)
    firsthand("export", str(folder / "absent.fhlog"), "--csv", str(folder / "x.csv"), code=2)


def other_reader(folder, name, command):
    """An animation as another program reads it: the same nodes, frames and poses at the end as were written."""
    log, file = recorded(folder), folder / "visit.glb"
    firsthand("export", log, "--gltf", str(file), "--csv", str(folder / "visit.csv"))
    done = subprocess.run([*command, str(file)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    read = json.loads(done.stdout)
    written = collections.Counter(read["renamed"].get(node["name"], node["name"]) for node in glb(file)[0]["nodes"])
    found = collections.Counter(node["name"] for node in read["nodes"])
    assert written == {key: count for key, count in found.items() if key in written}, written - found
    own, samples = last_places(file)
    assert read["frames"] == samples == 60, (read["frames"], samples)
    places = {node["name"]: node["at"] for node in read["nodes"] if found[node["name"]] == 1}
    back = {theirs: ours for ours, theirs in read["renamed"].items()}
    places = {back.get(key, key): at for key, at in places.items()}
    compared, worst = compare_end(table_of(folder / "visit.csv"), places)
    both = max(apart(own[key], at) for key, at in places.items() if key in own)
    print(f"{name}: {sum(written.values())} nodes, {samples} frames, {compared} places within {1000 * max(worst, both):.3f} mm")
    assert worst < 1e-3 and both < 1e-3, (worst, both)


def assimp_case(folder):
    other_reader(folder, "Assimp", [sys.argv[4]])


def three_case(folder):
    """The loader that reports embed."""
    three = pathlib.Path(sys.argv[4])
    if not shutil.which("node") or not (three / "three.min.js").exists():
        print("SKIPPED: node or three.js is missing (tools/setup --browser)")
        sys.exit(1 if "browser" in os.environ.get("FH_REQUIRE", "").split(",") else 4)
    other_reader(folder, "three.js", ["node", str(pathlib.Path(__file__).with_name("three_motion.js")), str(three)])


def main():
    with tempfile.TemporaryDirectory() as folder:
        globals()[CASE](pathlib.Path(folder))


main()
