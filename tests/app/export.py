#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The motion of a recording for other programs.

usage: export.py PROGRAM SOURCE_DIR. Passes when files and exit codes are as promised.
"""
import csv
import json
import pathlib
import struct
import tempfile

from harness import firsthand


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


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    log = str(folder / "visit.fhlog")
    firsthand("run", "workshop", "--headless", "--seconds", "2", "--record", log)
    tables = {}
    for source, more in (("resimulated", []), ("motion_track", ["--from-track"])):
        table, animation = folder / f"{source}.csv", folder / f"{source}.glb"
        out, _ = firsthand("export", log, "--csv", str(table), "--gltf", str(animation), "--json", *more)
        report = json.loads(out)
        assert report["source"] == source and [f["moments"] for f in report["files"]] == [60, 60], report
        with table.open() as rows:
            tables[source] = {(r["tick"], r["name"], r["point"]): [float(r[k]) for k in ("x_m", "y_m", "z_m")]
                              for r in csv.DictReader(rows)}
        # The animation says the same as the table, read by other rules.
        places, samples = last_places(animation)
        assert samples == 60, samples
        compared = 0
        for (tick, name, point), at in tables[source].items():
            if tick != "180" or point == "ground":
                continue
            there = places[name if point == "origin" else f"{name}.{point}"]
            assert max(abs(a - b) for a, b in zip(at, there)) < 1e-3, (name, point, at, there)
            compared += 1
        assert compared > 60, compared
    assert tables["resimulated"].keys() == tables["motion_track"].keys()
    worst = max(abs(a - b) for key, at in tables["resimulated"].items() for a, b in zip(at, tables["motion_track"][key]))
    assert worst < 1.5e-3, worst
    # Somebody's motion is a clip again.
    firsthand("export", log, "--bvh", str(folder / "mira.bvh"), "--who", "mira", "--rate", "90")
    fit = json.loads(firsthand("fit", str(folder / "mira.bvh"), "--json")[0])
    assert fit, fit
    # What is wrong is said.
    assert "mira" in firsthand("export", log, "--bvh", str(folder / "x.bvh"), "--who", "nobody", code=2)[1]
    firsthand("export", log, "--csv", str(folder / "resimulated.csv"), code=2)
    firsthand("export", log, code=2)
    firsthand("export", str(folder / "absent.fhlog"), "--csv", str(folder / "x.csv"), code=2)
print("ok")
