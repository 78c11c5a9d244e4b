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
from model_samples import REFUSED, SAMPLES, USUAL, png, sample_names


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
    """A model of 3 mm lies on a table on a floor that was laid; people walk round a base without room to stand, and
    places of hundreds of metres open in time."""
    for size, said in ((0.003, "3 x 3 x 3 mm"), (0.3, "0.3 x 0.3 x 0.3 m"), (2, "2 x 2 x 2 m"), (800, "800 x 800 x 800 m")):
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


def designer_case(folder):
    """A kitchen in millimetres, Z up: cut, a gap measured, a cabinet moved by 50 mm, noted, saved, compared with before."""
    file = obj(folder / "kitchen.obj", [("floor", (-2000, -1500, -50), (2000, 1500, 0)),
                                        ("wall", (-2000, 1500, 0), (2000, 1600, 2500)),
                                        ("left", (-900, 900, 0), (-300, 1500, 900)),
                                        ("right", (250, 900, 0), (850, 1500, 900))])
    kitchen_from_obj = -0.05  # m: the middle of the model is put over the origin, z = -y
    gap = {"do": "measure_at", "kind": "clear_width", "target": [-0.3, 0.5, -1.2 - kitchen_from_obj]}
    scripted = [{"do": "save_as", "text": "kitchen_1"},
                {"do": "section_plane", "target": [0, 0.6, 0], "axis": [0, 1, 0]}, gap,
                {"do": "measure_at", "kind": "distance", "target": [-0.9, 0.6, -0.9 - kitchen_from_obj]},
                {"do": "measure_at", "kind": "distance", "target": [-0.3, 0.6, -0.9 - kitchen_from_obj]},
                {"do": "select_named", "text": "model.right"}, {"do": "move_by", "by": [0.05, 0, 0]}, gap,
                {"do": "note_at", "target": [0.6, 0.6, -1.2 - kitchen_from_obj], "text": "50 mm to the right"},
                {"do": "inspect"}, {"do": "save_view", "text": "the gap"}, {"do": "snapshot"},
                {"do": "move_by", "by": [0, 0, 0.3]}, {"do": "undo"}, {"do": "save_as", "text": "kitchen_2"}]
    tour = folder / "designer.json"
    tour.write_text(json.dumps({"name": "designer", "duration": 4, "start": {"at": [0, 0.5]}, "commands": [
        {"at": 0.5 + 0.1 * i, **command} for i, command in enumerate(scripted)]}))
    log = str(folder / "designer.fhlog")
    out, _ = firsthand("run", file, "--headless", "--tour", str(tour), "--record", log, "--out", str(folder / "out"), "--json")
    report = json.loads(out)
    before, across, after = [row["value"] for row in report["measurements"]]
    assert abs(before - 0.55) < 0.001 and abs(after - 0.6) < 0.001, report["measurements"]
    assert abs(across - 0.6) < 0.001 and report["measurements"][1]["snapped_to"][0]["to"] == "vertex", report["measurements"]
    assert report["section"]["kind"] == "plane" and report["section"]["offset"] == 0.6, report["section"]
    assert [round(x, 9) for x in report["moved"][0]["by"]] == [0.05, 0, 0], report["moved"]
    assert report["annotations"][0]["text"] == "50 mm to the right", report["annotations"]
    assert report["annotations"][0]["object"] == report["moved"][0]["object"] == report["inspected"][0]["name"]
    assert report["views"][0]["name"] == "the gap" and len(report["snapshots"]) == 1, report
    verified = json.loads(firsthand("replay", log, "--verify", "--json")[0])
    assert verified["verified"] and verified["ticks_compared"] == report["ticks"], verified
    # What was saved is a scenario of its own, in which the gap is as wide as it was made.
    for name, width in (("kitchen_1", 0.55), ("kitchen_2", 0.6)):
        saved = str(folder / "out" / f"{name}.json")
        assert saved in report["saved"]
        firsthand("validate", saved)
        tour.write_text(json.dumps({"name": "again", "duration": 1, "start": {"at": [0, 0.5]}, "commands": [{"at": 0.5, **gap}]}))
        again = json.loads(firsthand("run", saved, "--headless", "--tour", str(tour), "--json")[0])
        assert abs(again["measurements"][0]["value"] - width) < 0.001, again["measurements"]
    firsthand("run", "empty", "--headless", "--tour", tour_with_bad_name(folder), "--seconds", "1", code=2)


def change_case(folder):
    """Things of a model are scaled, duplicated, added and removed; what is saved is a scenario with the same things."""
    file = obj(folder / "room.obj", [("floor", (-2, -0.05, -2), (2, 0, 2)), ("left", (-1.5, 0, -1), (-0.9, 0.9, -0.4)),
                                     ("right", (0.5, 0, -1), (1.1, 0.9, -0.4))])
    scripted = [{"do": "select_named", "text": "model.right"}, {"do": "scale_by", "by": [1.5, 1, 1]},
                {"do": "measure_at", "kind": "distance", "target": [0.35, 0.9, -0.4]},
                {"do": "measure_at", "kind": "distance", "target": [1.25, 0.9, -0.4]},
                {"do": "add_part", "text": "chair"}, {"do": "put_at", "target": [0, 0, 1]},
                {"do": "select_named", "text": "model.left"}, {"do": "duplicate"},
                {"do": "select_named", "text": "model.left"}, {"do": "remove"}, {"do": "save_as", "text": "changed"}]
    tour = folder / "change.json"
    tour.write_text(json.dumps({"name": "change", "duration": 3, "start": {"at": [0, 1.5]}, "commands": [
        {"at": 0.5 + 0.1 * i, **command} for i, command in enumerate(scripted)]}))
    log = str(folder / "change.fhlog")
    out, _ = firsthand("run", file, "--headless", "--unit", "m", "--up", "y", "--tour", str(tour), "--record", log, "--out",
                       str(folder / "out"), "--json")
    report = json.loads(out)
    added = {row["object"]: row for row in report["added"]}
    assert set(added) == {"model.right.2", "chair.2", "model.left.2"}, report["added"]
    assert [round(x, 6) for x in added["model.right.2"]["size"]] == [0.9, 0.9, 0.6], added
    assert set(report["removed"]) == {"model.left", "model.right"}, report["removed"]
    assert abs(report["measurements"][0]["value"] - 0.9) < 0.001, report["measurements"]
    verified = json.loads(firsthand("replay", log, "--verify", "--json")[0])
    assert verified["verified"] and verified["ticks_compared"] == report["ticks"], verified
    saved = str(folder / "out" / "changed.json")
    firsthand("validate", saved)
    out, _ = firsthand("run", saved, "--headless", "--seconds", "0.5", "--json")
    scenario = json.loads(pathlib.Path(saved).read_text())
    assert {row["name"] for row in scenario["added"]} == set(added), scenario["added"]
    assert set(scenario["removed"]) == {"model.left", "model.right"}, scenario["removed"]


def try_samples(folder, names):
    for name in names:
        place = folder / name
        place.mkdir()
        file = str(SAMPLES[name](place))
        _, log = firsthand("run", file, "--headless", "--seconds", "0.1", code=2 if name in REFUSED else 0)
        assert name not in REFUSED or REFUSED[name] in log, log


def samples_case(folder):
    """Models as varied as the public samples open; what cannot be shown is named."""
    try_samples(folder, USUAL)


def all_samples_case(folder):
    try_samples(folder, sample_names())


def picture_case(folder):
    """Pictures of an OBJ are kept, those that are not there are named."""
    (folder / "red.png").write_bytes(png(4, 4, lambda x, y: (250, 10, 10)))
    (folder / "m.mtl").write_text("newmtl a\nKd 1 1 1\nmap_Kd C:\\\\work\\\\red.png\nnewmtl b\nKd 1 1 1\nmap_Kd gone.png\n")
    (folder / "m.obj").write_text("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl a\n"
                                  "f 1/1 2/2 3/3\nusemtl b\nf 1/1 3/3 4/1\n")
    _, log = run(str(folder / "m.obj"))
    assert "gone.png is missing" in log and "red.png" not in log, log


COLLADA = """<?xml version="1.0" encoding="{encoding}"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>
  0.2 0.4 0.8 1 </color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="a" count="9"> 0 0 0 2 0 0 0 3 0 </float_array>
<technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/>
</vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p> 0 1 2 </p></triangles></mesh></geometry>
</library_geometries><library_visual_scenes><visual_scene id="w"><node name="Gr\u00f6\u00dfe"><matrix> 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1
</matrix><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>"""


def collada_case(folder):
    """COLLADA with white space before its numbers and in UTF-16 of both orders, which Assimp by itself refuses."""
    for encoding, mark in (("utf-8", b""), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        file = folder / f"{encoding}.dae"
        file.write_bytes(mark + COLLADA.format(encoding=encoding[:6].strip("-")).encode(encoding))
        _, log = run(str(file))
        assert "2 x 3 x 0 m" in log, log


def tour_with_bad_name(folder):
    file = folder / "bad_name.json"
    file.write_text(json.dumps({"name": "bad", "duration": 1, "start": {"at": [0, 0]},
                                "commands": [{"at": 0.1, "do": "save_as", "text": "../outside"}]}))
    return str(file)


with tempfile.TemporaryDirectory() as temporary:
    globals()[sys.argv[3]](pathlib.Path(temporary))
print("ok")
