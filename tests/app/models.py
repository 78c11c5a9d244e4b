#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Models opened without a scenario.

usage: models.py PROGRAM SOURCE_DIR CASE. A case passes when exit code and output are as promised.
"""
import json
import pathlib
import struct
import sys
import tempfile

from harness import firsthand


def box(low, high):
    """Corners and faces (from 1) of a box."""
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    faces = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)]
    return corners, faces


def obj(file, boxes, head=""):
    lines, used = [head], 0
    for name, low, high in boxes:
        corners, faces = box(low, high)
        lines.append(f"o {name}")
        lines += [f"v {x} {y} {z}" for x, y, z in corners]
        lines += ["f " + " ".join(str(used + i) for i in face) for face in faces]
        used += len(corners)
    file.write_text("\n".join(lines) + "\n")
    return str(file)


def kitchen(folder):
    """4 x 3.1 m, 2.55 m high, in millimetres, Z up; a cabinet and an island."""
    return obj(folder / "kitchen.obj", [("floor", (0, 0, -50), (4000, 3100, 0)), ("wall", (0, 3000, 0), (4000, 3100, 2500)),
                                        ("cabinet", (200, 2400, 0), (1400, 3000, 900)),
                                        ("island", (1500, 900, 0), (2500, 1400, 900))])


def tiny_glb(folder, size):
    """A pyramid of `size` metres."""
    points = [(0, 0, 0), (size, 0, 0), (0, 0, size), (0, size, 0)]
    binary = b"".join(struct.pack("<3f", *p) for p in points) + struct.pack("<12H", 0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2)
    root = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": len(binary)}],
            "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                          {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "nodes": [{"mesh": 0, "name": "chip"}], "scenes": [{"nodes": [0]}]}
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    file = folder / "chip.glb"
    file.write_bytes(struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks)
    return str(file)


def run(*args, code=0):
    out, log = firsthand("run", *args, "--headless", "--seconds", "0.5", "--json", code=code)
    return (json.loads(out) if code == 0 else None), log


def open_case(folder):
    """A kitchen of another program is a place at once, with people in it; what was guessed is said and can be overruled."""
    report, log = run(kitchen(folder), "--people", "2")
    assert "lengths taken as mm" in log and "Z is up" in log and "4 x 2.55 x 3.1 m" in log, log
    assert "floor is laid" not in log, log
    assert report["users"][0]["tour"] and report["users"][0]["highest_head_m"] > 1.5, report["users"]
    assert len(report["agents"]) == 2 and all(agent["walked_m"] > 0 for agent in report["agents"]), report["agents"]
    _, log = run(kitchen(folder), "--unit", "cm", "--up", "y")
    assert "40 x 31 x 25.5 m" in log and "taken as" not in log, log
    firsthand("validate", kitchen(folder))


def small_case(folder):
    """A model of 3 mm lies on a table on a floor that was laid."""
    for size, said in ((0.003, "3 x 3 x 3 mm"), (0.3, "0.3 x 0.3 x 0.3 m")):
        _, log = run(tiny_glb(folder, size))
        assert said in log and "a floor is laid" in log, log


def bad_case(folder):
    """What cannot be opened is named."""
    (folder / "junk.glb").write_bytes(b"junk" * 20)
    (folder / "no_triangle.obj").write_text("v 0 0 0\n")
    for name in ("junk.glb", "no_triangle.obj", "absent.stl"):
        _, log = run(str(folder / name), code=2)
        assert name in log, log
        assert len(log.strip().splitlines()) == 1, log
    # What the model names and is not there is said; the model is shown without it.
    (folder / "chair.obj").write_text("")
    _, log = run(obj(folder / "chair.obj", [("seat", (0, 0, 0), (0.5, 0.5, 0.5))], "mtllib gone.mtl"))
    assert "gone.mtl" in log, log


with tempfile.TemporaryDirectory() as temporary:
    globals()[sys.argv[3]](pathlib.Path(temporary))
print("ok")
