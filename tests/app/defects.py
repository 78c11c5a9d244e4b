#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Defects that users and attackers found, each done again as they did it; smoke.py and docs/testing.md have the others.

usage: defects.py PROGRAM SOURCE_DIR CASE. A case passes when exit code and output are as promised.
"""
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from harness import PROGRAM, SOURCE, TOUR, agent, firsthand, one_line, room

FLOOR = {"part": "floor", "name": "floor", "width": 20, "depth": 20}


def written(folder, name, content):
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return str(folder / name)


def place(folder, name="own", **more):
    return written(folder, f"{name}.json", {"name": name, "user": {"at": [0, 0, 0]}, "parts": [FLOOR], **more})


def report_of(*args, code=0):
    return json.loads(firsthand("run", *args, "--headless", "--json", code=code)[0])


def tours_case(folder):
    """Nobody uninvited is in a visit; a scenario names its tour, and the visit lasts as long as it was asked to."""
    own = room(folder, "own", [agent("ada", [0, 0, 0], errands=[{"at": [0, 0, -3]}, {"at": [3, 0, 3]}])])
    alone = report_of(own, "--until", "done")
    assert alone["users"][0]["tour"] is None and alone["users"][0]["highest_head_m"] == 0, alone["users"]
    assert alone["agents"][0]["errands_done"] == 2 and alone["agents"][0]["nearest_user_m"] is None, alone["agents"]
    assert "no user in this visit" in firsthand("run", own, "--headless", "--seconds", "1")[1]
    assert report_of(own)["simulated_seconds"] == 60
    # Named by the scenario: a file beside it, or a bundled one.
    written(folder, "mine.json", {"name": "mine", "duration": 3, "start": {"at": [2, 2]}, "path": [{"to": [2, 1]}]})
    named = place(folder, "named", tour="mine.json")
    visit = report_of(named)
    assert visit["simulated_seconds"] == 3 and visit["users"][0]["tour"] == str(folder / "mine.json"), visit
    assert visit["users"][0]["highest_head_m"] > 1.5
    assert "mine.json, named by the scenario" in firsthand("run", named, "--headless")[1]
    assert report_of(named, "--tour", TOUR)["simulated_seconds"] == 12
    for scenario, tour in (("workshop", "workday"), ("maze", "first_look"), ("office", "first_look"), ("empty", "first_look")):
        assert report_of(scenario, "--seconds", "0.1")["users"][0]["tour"] == str(SOURCE / f"assets/tours/{tour}.json")
    # 90 seconds are 90 seconds.
    assert report_of("empty", "--seconds", "90")["simulated_seconds"] == 90
    # A tour that cannot be played: validate says what run says.
    for tour in ("gone.json", "wokday", "../mine.json", "own.json"):
        bad = place(folder, "bad", tour=tour)
        rows = json.loads(firsthand("validate", "--json", bad, code=1)[0])[0]["problems"]
        assert all(row["place"] == "/tour" and row["kind"] == "tour" for row in rows) and rows, rows
        firsthand("run", bad, "--headless", code=2)
    assert "workday" in firsthand("run", place(folder, "bad", tour="wokday"), "--headless", code=2)[1]


def pictures_case(folder):
    """A picture that was asked for is taken, or its absence is an answer."""
    shots = ("--offscreen", "--size", "64x64", "--shots")
    message = firsthand("run", "empty", *shots, str(folder / "late"), "--at", "1s,18s", code=2)[1]
    assert one_line(message) and "18s" in message and "12 s" in message, message
    own = room(folder, "own", [agent("ada", [0, 0, 0], errands=[{"at": [0, 0, -1]}])])
    out = firsthand("run", own, *shots, str(folder / "some"), "--at", "0.5s,500s", "--until", "done", "--json", code=1)[0]
    report = json.loads(out)
    assert len(report["pictures"]) == 1 and report["pictures_not_taken"] == [{"at_s": 500.0, "view": "top"}], report
    assert report["pictures"][0].endswith("_top.png"), report["pictures"]
    for wish in (("--at", "1s"), ("--offscreen",)):
        assert "--shots" in firsthand("run", "empty", "--tour", TOUR, *wish, code=2)[1]
    # Without any option, and shorter than the usual pictures: none is missing.
    out = firsthand("run", "empty", "--offscreen", "--size", "64x64", "--seconds", "5", "--out", str(folder / "usual"), "--json")[0]
    assert len(json.loads(out)["pictures"]) == 2, out


def outside_case(folder):
    """What a scenario names lies in its folder, unless it is allowed otherwise."""
    box = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3\nf 1 3 4\n"
    firsthand("import", written(folder, "slab.obj", box))
    inner = folder / "inner"
    inner.mkdir()
    os.symlink(folder / "slab.glb", inner / "link.glb")
    os.symlink(folder, inner / "up")
    for file in ("../slab.glb", str(folder / "slab.glb"), "link.glb", "up/slab.glb", "sub/../../slab.glb"):
        mine = place(inner, models=[{"name": "slab", "file": file}])
        row = json.loads(firsthand("validate", "--json", mine, code=1)[0])[0]["problems"]
        assert len(row) == 1 and row[0]["place"] == "/models/0/file" and "--allow-outside" in row[0]["text"], row
        assert "outside" in firsthand("run", mine, "--headless", "--seconds", "0.1", code=2)[1]
        if "sub" in file:
            continue
        firsthand("validate", "--allow-outside", mine)
        assert report_of(mine, "--allow-outside", "--seconds", "0.1")["ticks"] == 9
    (inner / "slab.glb").write_bytes((folder / "slab.glb").read_bytes())
    firsthand("validate", place(inner, models=[{"name": "slab", "file": "slab.glb"}]))
    assert "/models/0/file" in firsthand("validate", place(inner, models=[{"name": "slab", "file": ""}]), code=1)[0]
    written(folder, "t.json", {"name": "t", "duration": 1, "start": {"at": [0, 0]}})
    stray = place(inner, tour="../t.json")
    firsthand("validate", stray, code=1)
    assert report_of(stray, "--allow-outside")["ticks"] == 90


def formats_case(folder):
    """What is no scenario and no glTF is told so, with what to do; a missing file is no answer but a failure."""
    slab = written(folder, "slab.obj", "v 0 0 0\nv 0 0 4\nv 4 0 4\nf 1 2 3\n")
    for file in ("slab.obj", "SLAB.OBJ", "slab.ifc"):
        written(folder, file, pathlib.Path(slab).read_text())
        row = json.loads(firsthand("validate", "--json", place(folder, models=[{"name": "m", "file": file}]), code=1)[0])[0]["problems"]
        assert len(row) == 1 and "firsthand import" in row[0]["text"] and file in row[0]["text"], row
    message = firsthand("validate", str(folder / "gone.json"), code=2)[1]
    assert one_line(message) and "gone.json" in message, message
    both = firsthand("validate", place(folder), str(folder / "gone.json"), code=2)
    assert "ok: " in both[0] and "gone.json" in both[1], both
    out = json.loads(firsthand("validate", "--json", str(folder / "gone.json"), code=2)[0])
    assert out[0]["problems"][0]["kind"] == "file", out


def idle_commands_case(folder):
    """A tour's command that does nothing in a scripted visit says so."""
    commands = [{"at": 0.1, "do": "snapshot"}, {"at": 0.2, "do": "snapshot"}]
    tour = written(folder, "t.json", {"name": "t", "duration": 1, "start": {"at": [0, 0]}, "commands": commands})
    said = firsthand("run", "empty", "--headless", "--tour", tour)[1].splitlines()
    assert len(said) == 1 and "--shots" in said[0] and "snapshot" in said[0], said
    # What can never be done is refused, by validate and by run, before the visit.
    for command, word in (({"do": "add_part", "text": "nonsense"}, "nonsense"), ({"do": "add_part", "text": ""}, "add_part"),
                          ({"do": "scale_by", "by": [0, 1, 1]}, "0.01"), ({"do": "scale_by", "by": [1, 1, 1000]}, "100"),
                          ({"do": "save_as", "text": "../own"}, "../own"), ({"do": "save_as", "text": ".."}, ".."),
                          ({"do": "voice_note", "text": "../v.wav"}, "../v.wav"), ({"do": "voice_note", "text": "v.json"}, ".wav")):
        tour = written(folder, "never.json", {"name": "t", "duration": 1, "start": {"at": [0, 0]}, "commands": [{"at": 0.1, **command}]})
        for message in (firsthand("validate", tour, code=1)[0], firsthand("run", "empty", "--headless", "--tour", tour, code=2)[1]):
            assert one_line(message) and word in message and command["do"] in message, message
    tour = written(folder, "can.json", {"name": "t", "duration": 0.5, "start": {"at": [0, 0]}, "commands": [
        {"at": 0.1, "do": "add_part", "text": "chair"}, {"at": 0.2, "do": "scale_by", "by": [1, 0.01, 100]}]})
    firsthand("validate", tour)
    firsthand("run", "empty", "--headless", "--tour", tour)


def exit_case(folder):
    """Every bundled place is visited without an errand given up; what a patrol gives up counts as everybody's does."""
    for scenario in ("workshop", "maze", "office", "empty", "unknown_building"):
        report = report_of(scenario)
        assert all(row["errands_failed"] == 0 for row in report["agents"]), report["agents"]
    done = {row["name"]: row["errands_done"] for row in report_of("workshop")["agents"]}
    assert all(count >= 3 for count in done.values()), done
    for behaviour in ("errands", "patrol"):
        errands = [{"at": [3, 0, 3]}, {"at": [500, 0, 500]}]
        file = room(folder, "far", [agent("ada", [0, 0, 0], behaviour, errands=errands)])
        ada = report_of(file, "--seconds", "20", code=1)["agents"][0]
        assert ada["errands_done"] >= 1 and 1 <= ada["errands_failed"] <= 10, ada
        assert ada["errands"][1]["outcome"] == "given up" and ada["errands"][1]["reason"], ada
    file = room(folder, "strolls", [agent("ada", [0, 0, 0], "wander")])
    report_of(file, "--seconds", "20")


def words_case(folder):
    """Options that contradict each other are refused, and messages name the key, the range or the reason that is meant."""
    message = firsthand("body", "--sex", "f", "--stature-percentile", "5", "--measure", "stature=1.8", code=2)[1]
    assert "--stature-percentile" in message and "--measure" in message, message
    content = {"name": "yaw", "user": {"at": [0, 0, 0], "yaw": 90}, "parts": [FLOOR]}
    assert 'did you mean "yaw_deg"' in firsthand("validate", written(folder, "yaw.json", content), code=1)[0]
    message = firsthand("run", "empty", "--headless", "--seconds", "abc", code=2)[1]
    assert one_line(message) and "abc" in message and ".000000" not in message, message
    try:
        os.mkdir("/sys/firsthand-pictures")  # nobody may
    except OSError as error:
        message = firsthand("run", "empty", "--offscreen", "--shots", "/sys/firsthand-pictures", "--at", "0.1s", code=2)[1]
        assert one_line(message) and error.strerror in message, (message, error)
    # A tour that does not say how tall its user is: the eyes are those of the body that is worn.
    tour = written(folder, "plain.json", {"name": "plain", "duration": 1, "start": {"at": [0, 0]}})
    for wear in ((), ("--wear", "f05")):
        user = report_of("empty", "--tour", tour, *wear)["users"][0]
        assert abs(user["highest_head_m"] - user["eye_height_m"]) < 0.002, user


def contacts_case(folder):
    """Things that are kicked, pushed and touched are counted, by agents and by users."""
    stool = {"name": "stool", "at": [0, 0.55, -2], "movable": True, "mass": 3, "shapes": [{"kind": "box", "size": [0.4, 1.1, 0.4]}]}
    # A crate stands in the only opening: an agent that passes pushes it with its palms.
    walls = [{"name": f"wall{side}", "at": [side * 3.25, 1, 0], "shapes": [{"kind": "box", "size": [5.5, 2, 0.1]}]} for side in (-1, 1)]
    crate = {"part": "crate", "name": "crate", "at": [0, 0, -0.2], "width": 0.7, "depth": 0.6, "height": 0.7, "mass": 12}
    ada = {"name": "ada", "at": [0.1, 0, 4], "behaviour": "errands", "knows": "place", "errands": [{"at": [0, 0, -4.5]}]}
    opening = place(folder, "opening", parts=[{**FLOOR, "width": 12}, crate], objects=walls, agents=[ada])
    row, = report_of(opening, "--until", "done")["agents"]
    assert row["contacts"]["objects"] >= 1, row
    kick = {"name": "kick", "duration": 4, "start": {"at": [0, 1]}, "path": [{"to": [0, -4], "speed": 1.2}],
            "right_hand": [{"at": 0, "body": [0.1, 1.0, -0.4]}]}
    user = report_of(place(folder, "free", objects=[stool]), "--tour", written(folder, "kick.json", kick))["users"][0]
    assert user["contacts"]["objects"] >= 1, user
    calm = report_of(place(folder, "calm", objects=[dict(stool, at=[5, 0.55, 5])]), "--tour", str(folder / "kick.json"))["users"][0]
    assert calm["contacts"]["objects"] == 0, calm


def home_case(folder):
    """Without HOME nothing is kept under a name that others could have taken before."""
    environment = {key: value for key, value in os.environ.items() if key not in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    (folder / "temporary").mkdir()
    environment["TMPDIR"] = str(folder / "temporary")
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), "doctor", "--json"], capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode in (0, 1), done
    assert f"firsthand-cache-{os.getuid()}" not in done.stdout, done.stdout
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), "run", "empty", "--headless", "--seconds", "0.1", "--profile", "nobody"],
                          capture_output=True, text=True, timeout=120, env=environment)
    assert done.returncode == 2 and environment["TMPDIR"] + "/firsthand/" not in done.stderr, done.stderr
    assert not [file for file in (folder / "temporary").iterdir() if re.fullmatch(r"firsthand(-cache-\d+)?", file.name)]


def cache_case(folder):
    """The pipeline cache is written whole, whoever writes at the same time, and read again."""
    environment = dict(os.environ, XDG_CACHE_HOME=str(folder))
    def visits(first, count):
        command = [PROGRAM, "--data", str(SOURCE), "run", "empty", "--tour", TOUR, "--size", "64x64", "--at", "0.1s", "--seconds", "0.1"]
        started = [subprocess.Popen([*command, "--shots", str(folder / f"shots{first + i}")], env=environment, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True) for i in range(count)]
        return [process.communicate(timeout=120)[0] for process in started]
    visits(0, 3)
    kept = folder / "firsthand/pipelines.bin"
    before = kept.read_bytes()
    assert before.startswith(b"FHPIPE01") and not list(kept.parent.glob("*.part*")), list(kept.parent.iterdir())
    assert "ignored" not in visits(3, 1)[0]
    kept.write_bytes(before[: len(before) // 2])
    assert "pipelines.bin: ignored" in visits(4, 1)[0]


def validate_case(folder):
    """validate names doors without an opening and goals that cannot be reached."""
    def report(code, **more):
        return json.loads(firsthand("validate", "--json", place(folder, "checked", **more), code=code)[0])[0]
    assert report(0)["problems"] == report(0)["warnings"] == []
    wall = {"part": "wall", "name": "wall", "at": [0, 0, -3], "length": 8}
    door = {"part": "door", "name": "door", "at": [1, 0, -3]}
    (closed_off,) = report(0, parts=[FLOOR, wall, door])["warnings"]
    assert "which has no opening there" in closed_off, closed_off
    closed = [{"name": f"side{i}", "at": at, "shapes": [{"kind": "box", "size": size}]} for i, (at, size) in enumerate(
        (([5, 1, -6.5], [3.2, 2, 0.2]), ([5, 1, -3.5], [3.2, 2, 0.2]), ([3.5, 1, -5], [0.2, 2, 3.2]), ([6.5, 1, -5], [0.2, 2, 3.2])))]
    rows = report(1, objects=closed, agents=[agent("ada", [0, 0, 1], errands=[{"at": [5, 0, -5]}])])["problems"]
    found = [row["kind"] for row in rows]
    assert found == ["errand out of reach"], found
    # Things that begin inside others are pushed out with the first step: said, and the visit begins all the same.
    def crate(name, at):
        return {"name": name, "at": at, "movable": True, "mass": 5, "shapes": [{"kind": "box", "size": [0.4, 0.4, 0.4]}]}
    deep = place(folder, "deep", parts=[FLOOR, wall], objects=[crate("sunk", [2, 0.1, 0]), crate("walled", [0, 0.2, -2.85]),
                                                               crate("apart", [-3, 0.2, 0]), crate("stacked", [-3, 0.6, 0])])
    told = json.loads(firsthand("validate", "--json", deep)[0])[0]["warnings"]
    assert len(told) == 2 and "sunk" in " ".join(told) and "10 cm" in " ".join(told) and "walled" in " ".join(told), told


def denied_case(folder):
    """Files that exist and may not be read or written are told as such, not as missing; root reads everything, so that it is
    run without the right to."""
    def refused(*args):
        may_all = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
        done = subprocess.run([*may_all, PROGRAM, "--data", str(SOURCE), *args], capture_output=True, text=True, timeout=120)
        message = done.stderr
        assert done.returncode == 2 and one_line(message) and "Permission denied" in message, (args, done)
        assert "no such" not in message.lower() and "there is no" not in message.lower(), message
    own = place(folder)
    log = str(folder / "own.fhlog")
    firsthand("run", own, "--headless", "--seconds", "0.1", "--record", log)
    tour = written(folder, "tour.json", {"name": "tour", "duration": 1, "start": {"at": [0, 0]}})
    config = written(folder, "config.json", {"user": {"height": 1.7}})
    model = written(folder, "box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    for file in (own, log, tour, config, model):
        os.chmod(file, 0)
    refused("run", own, "--headless", "--seconds", "0.1")
    refused("validate", own)
    refused("run", "empty", "--headless", "--tour", tour)
    refused("run", "empty", "--headless", "--seconds", "0.1", "--config", config)
    refused("replay", log)
    refused("import", model, "--out", str(folder / "box.glb"))
    shut = folder / "shut"
    shut.mkdir(mode=0o500)
    refused("run", "empty", "--headless", "--seconds", "0.1", "--record", str(shut / "v.fhlog"))
    refused("run", "empty", "--offscreen", "--shots", str(shut / "pictures"), "--at", "0.1s")
    shut.chmod(0)
    refused("run", str(shut / "own.json"), "--headless")


def passing_case(folder):
    """Somebody who passes closely: the least distance of the report is that of the exported motion, and it is a contact exactly
    when shoulders meet."""
    touched = set()
    for aside in (0.9, 0.3):
        walker = agent("ada", [-3, 0, -aside], errands=[{"at": [3, 0, -aside]}], personal_space=0, speed=1.2)
        own = place(folder, f"pass{aside}", agents=[walker], user={"at": [3, 0, 0]})
        path = [{"to": [-3, 0], "speed": 1.4}]
        tour = written(folder, "walk.json", {"name": "walk", "duration": 8, "start": {"at": [3, 0]}, "path": path})
        log = str(folder / f"pass{aside}.fhlog")
        report = report_of(own, "--tour", tour, "--record", log)["agents"][0]
        table = folder / f"pass{aside}.csv"
        firsthand("export", log, "--csv", str(table), "--rate", "90")
        ground, pelvis = {}, {}
        with table.open() as rows:
            for row in csv.DictReader(rows):
                at = float(row["x_m"]), float(row["z_m"])
                if row["name"] == "ada" and row["point"] == "ground":
                    ground[row["tick"]] = at
                elif row["name"] == "user" and row["point"] == "pelvis":
                    pelvis[row["tick"]] = at
        least = min(math.dist(at, pelvis[tick]) for tick, at in ground.items() if tick in pelvis)
        assert abs(least - report["nearest_user_m"]) < 0.001, (aside, least, report["nearest_user_m"])
        assert (report["contacts"]["user"] > 0) == (report["nearest_user_m"] < 0.43), report
        touched.add(report["nearest_user_m"])
    assert min(touched) < 1.0 and len(touched) == 2, touched


with tempfile.TemporaryDirectory() as scratch:
    {name: function for name, function in globals().items() if callable(function)}[sys.argv[3]](pathlib.Path(scratch))
print("ok")
