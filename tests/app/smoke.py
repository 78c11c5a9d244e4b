#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the program as a user would: every sub-command once well and once with bad input.

usage: smoke.py PROGRAM SOURCE_DIR CASE. A case passes when exit code and output are as promised.
"""
import array
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import wave

from harness import PROGRAM, SOURCE, TOUR, agent, firsthand, one_line, room

CASE = sys.argv[3]


def run_case(folder):
    log = folder / "visit.fhlog"
    out, _ = firsthand("run", "workshop", "--headless", "--tour", TOUR, "--record", str(log), "--json")
    report = json.loads(out)
    assert report["ticks"] == 1080 and report["users"][0]["walked_m"] > 1.0 and log.exists()
    for person in report["users"] + report["agents"]:
        series = person["balance"]["series"]
        assert series["every_s"] == 0.5 and len(series["margin_m"]) == 24, series
        known = [margin for margin in series["margin_m"] if margin is not None]
        assert known and all(-1 < margin < 0.3 for margin in known), series
        assert max(known) > 0.03 or person in report["agents"], series  # an agent may walk all the time
        assert 5 < person["joint_torques"]["back"]["most_n_m"] < 500, person["joint_torques"]
    short = ("run", "workshop", "--headless", "--tour", TOUR, "--seconds", "2", "--json")
    once, again = (json.loads(firsthand(*short)[0]) for _ in range(2))
    assert again["state_hash"] == once["state_hash"] != report["state_hash"]
    verified = json.loads(firsthand("replay", str(log), "--verify", "--json")[0])
    assert verified["verified"] and verified["ticks_compared"] == 1080
    dump, _ = firsthand("replay", str(log), "--dump")
    assert dump.count("\ninput ") == 1080 and "end    finished" in dump
    changed = json.loads(firsthand(*short, "--set", "user.height_offset_cm=1")[0])
    assert changed["state_hash"] != once["state_hash"]


def run_bad(folder):
    _, err = firsthand("run", "worshop", code=2)
    assert "workshop" in err, err
    assert one_line(firsthand("run", "--tuor", "x", code=2)[1])
    assert "--tour" in firsthand("run", "--tuor", "x", code=2)[1]
    assert one_line(firsthand("run", "workshop", "--headless", "--tour", str(folder / "none.json"), code=2)[1])
    assert "did you mean" in firsthand("run", "workshop", "--set", "user.snap_trun_deg=3", code=2)[1]
    assert "between" in firsthand("run", "workshop", "--set", "user.snap_turn_deg=300", code=2)[1]
    (folder / "broken.json").write_text('{ "name": ')
    assert "broken.json:1:" in firsthand("run", str(folder / "broken.json"), "--headless", code=2)[1]
    assert "cannot be written" in firsthand("run", "workshop", "--headless", "--tour", TOUR, "--record", "/proc/none/x.fhlog", code=2)[1]
    message = firsthand("run", "workshop", "--headless", "--tour", TOUR, "--inset", "mirra", code=2)[1]
    assert one_line(message) and "mirra" in message and "mira" in message, message
    assert "WIDTHxHEIGHT" in firsthand("run", "workshop", "--tour", TOUR, "--shots", str(folder), "--size", "big", code=2)[1]
    firsthand("frobnicate", code=2)
    firsthand(code=2)


def outputs_case(folder):
    """Nothing that exists is replaced without --force, and a result that is not whole is never advertised."""
    log = folder / "visit.fhlog"
    visit = ("run", "empty", "--headless", "--tour", TOUR, "--seconds", "1", "--record", str(log))
    firsthand(*visit)
    assert (log.stat().st_mode & 0o077) == 0, "a recording is readable by others"
    before = log.read_bytes()
    message = firsthand(*visit, code=2)[1]
    assert one_line(message) and "exists already" in message and "--force" in message and log.read_bytes() == before, message
    firsthand(*visit, "--force")
    scenario = folder / "mine.json"
    scenario.write_text('{"name": "mine", "user": {"at": [0, 0, 0]}, "parts": [{"part": "floor", "name": "floor", "at": [0, 0, 0]}]}')
    text = scenario.read_text()
    message = firsthand("run", str(scenario), "--headless", "--seconds", "1", "--record", str(scenario), "--force", code=2)[1]
    assert one_line(message) and scenario.read_text() == text, message
    os.mkfifo(folder / "pipe")
    assert "not a regular file" in firsthand(*visit[:-1], str(folder / "pipe"), code=2)[1]
    # A disk that is full, or a limit on file sizes: exit 2, the reason, and no invitation to replay.
    small = folder / "small.fhlog"
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), *visit[:-1], str(small)], capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
    assert done.returncode == 2 and "NOT WHOLE" in done.stdout and "replay it" not in done.stdout, done
    shots = folder / "shots"
    shots.mkdir()
    (shots / "shot_000_001.00s_eye.png").write_bytes(b"old")
    assert "--force" in firsthand("run", "empty", "--tour", TOUR, "--offscreen", "--shots", str(shots), "--at", "1s", code=2)[1]
    for extra in (("--shots", str(shots)), ("--offscreen",), ("--at", "1s")):
        message = firsthand("run", "empty", "--headless", "--tour", TOUR, "--seconds", "1", *extra, code=2)[1]
        assert one_line(message) and "--headless" in message, message
    sheet = folder / "sheet.png"
    sheet.write_bytes(b"old")
    assert "--force" in firsthand("body", "--picture", str(sheet), code=2)[1] and sheet.read_bytes() == b"old"
    assert one_line(firsthand("body", "--sex", "f", "--stature-percentile", "5", "--measure", "stature=1.8", code=2)[1])
    # A script's variable that is not set must not mean that nothing is recorded.
    for option in ("--record", "--shots", "--sound", "--report", "--profile", "--config", "--out", "--view"):
        message = firsthand("run", "empty", "--headless", "--seconds", "0.1", option, "", code=2)[1]
        assert one_line(message) and f"{option} needs" in message, message
    for option, value in (("--seconds", "nan"), ("--seconds", "abc"), ("--seconds", "-1")):
        message = firsthand("run", "empty", "--headless", option, value, code=2)[1]
        assert one_line(message) and ".000000" not in message, message


def race_case(folder):
    """Of programs that write the same new file at the same moment exactly one does; the others say that it exists."""
    model = folder / "floor.obj"
    model.write_text("v 0 0 0\nv 0 0 4\nv 4 0 4\nf 1 2 3\n")
    commands = (("run", "empty", "--headless", "--seconds", "0.1", "--record"), ("import", str(model), "--out"),
                ("body", "--picture"))
    for number, command in enumerate(commands):
        for attempt in range(2):
            file = folder / f"new{number}{attempt}.{'png' if command[0] == 'body' else 'glb' if command[0] == 'import' else 'fhlog'}"
            started = [subprocess.Popen([PROGRAM, "--data", str(SOURCE), *command, str(file)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True) for _ in range(3)]
            ended = [(process.communicate(timeout=120)[1], process.returncode) for process in started]
            assert sorted(code for _, code in ended) == [0, 2, 2], ended
            assert all("exists already" in said and one_line(said) for said, code in ended if code == 2), ended
            assert file.stat().st_size > 100 and file.stat().st_mode & 0o077 == 0, file.stat()
    # Pictures of two visits are not mixed, also not by force.
    for force in ((), ("--force",)):
        pictures = folder / f"pictures{len(force)}"
        command = [PROGRAM, "--data", str(SOURCE), "run", "empty", "--tour", TOUR, "--offscreen", "--size", "64x64", "--at", "0.1s,0.2s",
                   "--seconds", "0.3", "--shots", str(pictures), *force]
        started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
        ended = [(process.communicate(timeout=120)[1], process.returncode) for process in started]
        assert sorted(code for _, code in ended) == [0, 2, 2] or force, ended
        assert all(code in (0, 2) for _, code in ended) and 0 in [code for _, code in ended], ended
        for said, code in ended:
            assert code == 0 or one_line(said) and ("another program writes into it" in said or "holds pictures already" in said), ended
        assert sorted(file.name[:8] for file in pictures.iterdir()) == ["shot_001", "shot_002"], list(pictures.iterdir())
    # What fails leaves nothing behind.
    model.write_text("this is no model")
    firsthand("import", str(model), "--out", str(folder / "none.glb"), code=2)
    assert not list(folder.glob("none.glb*")), list(folder.iterdir())


def bytes_case(folder):
    """Bytes that are not UTF-8, in content and in names, are shown escaped; nothing aborts."""
    odd = os.fsencode(folder) + b"/f\xfcr.json"
    with open(odd, "wb") as file:
        file.write(b'{"name": "K\xfcche", "user": {"at": [0, 0, 0]}, "wurd": 1}')
    for command in (("validate", odd), ("validate", "--json", odd), ("run", odd, "--headless", "--seconds", "1"),
                    ("run", odd, "--headless", "--json", "--seconds", "1", "--record", os.fsencode(folder) + b"/\xff.fhlog")):
        done = subprocess.run([PROGRAM, "--data", str(SOURCE), *command], capture_output=True, timeout=120)
        assert done.returncode in (1, 2), done
        shown = (done.stdout + done.stderr).decode("utf-8")  # fails when a byte came through
        assert "\\xfc" in shown, shown
    with open(odd, "wb") as file:
        file.write(b'{"name": "plain", "user": {"at": [0, 0, 0]}, "parts": [{"part": "floor", "name": "floor", "at": [0, 0, 0]}]}')
    log = os.fsencode(folder) + b"/\xff.fhlog"
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), "run", odd, "--headless", "--tour", TOUR, "--json", "--seconds", "1", "--record", log],
                          capture_output=True, timeout=120)
    assert done.returncode == 0 and json.loads(done.stdout.decode("utf-8"))["recording"].endswith("\\xff.fhlog"), done


def headset_bad(folder):
    """Without a runtime: where it was looked for and what to install, in one line."""
    environment = dict(os.environ, XR_RUNTIME_JSON=str(folder / "none.json"))
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), "run", "empty", "--with", "headset"], capture_output=True, text=True,
                          timeout=120, env=environment)
    assert done.returncode == 2 and one_line(done.stderr) and "none.json" in done.stderr, done.stderr


def errands_case(folder):
    """What was not done is never called done, and says why."""
    def outcome(errand, code, **more):
        file = room(folder, "one", [agent("ada", [0, 0, 0], errands=[errand], **more)])
        out = firsthand("run", file, "--headless", "--tour", TOUR, "--until", "done", "--seconds", "60", "--json", code=code)[0]
        ada = json.loads(out)["agents"][0]
        assert (ada["errands_done"], ada["errands_failed"]) == ((1, 0) if code == 0 else (0, 1)), ada
        return ada["errands"][0]

    assert outcome({"at": [3, 0, 3]}, 0)["outcome"] == "done"
    for at in ([500, 0, 500], [3, 2, 3], [0, -2, 3]):
        assert "not on a floor" in outcome({"at": at}, 1)["reason"], at
    far = outcome({"at": [4, 0, -3], "within": 0.05}, 1)
    assert far["outcome"] == "given up" and far["reason"], far
    assert outcome({"at": [-3, 0, 2.6], "yaw_deg": 180, "reach": "near", "seconds": 2}, 0)["outcome"] == "done"
    short = outcome({"at": [-3, 0, -2.6], "reach": "high", "seconds": 2}, 1)
    assert "cm short" in short["reason"] and short["short_m"] > 0.05, short
    # Nobody who can be done: said at once, not after ten minutes.
    for behaviour in ("stand", "wander"):
        file = room(folder, "idle", [agent("ada", [0, 0, 0], behaviour)])
        assert one_line(firsthand("run", file, "--headless", "--tour", TOUR, "--until", "done", code=2)[1])
    assert "--until done" in firsthand("run", "empty", "--headless", "--tour", TOUR, "--until", "done", code=2)[1]


def misplaced_case(folder):
    """validate says what run will meet; what run refuses, validate has named."""
    def kinds(agents, code, **more):
        file = room(folder, "place", agents, **more)
        (report,) = json.loads(firsthand("validate", "--json", file, code=code)[0])
        rows = report["problems"]
        assert all(row["place"] and row["text"] for row in rows), rows
        return sorted(row["kind"] for row in rows) or report["warnings"], file

    assert kinds([agent("ada", [0, 0, 0], "stand")], 0)[0] == []
    for at, kind in (([4, 0, -3], "start in a wall"), ([0, -3, 0], "start off the floor"), ([50, 0, 0], "start off the floor")):
        found, file = kinds([agent("ada", at, "stand")], 1)
        assert found == [kind], found
        assert "ada" in firsthand("run", file, "--headless", "--tour", TOUR, "--seconds", "1", code=2)[1]
    found, _ = kinds([agent("ada", [0, 0, 0], errands=[{"at": [500, 0, 500]}, {"at": [3, 2, 3]}, {"at": [2, 0, 2]}])], 1)
    assert found == ["errand off the floor"] * 2, found
    # What only looks wrong is a warning, and the visit goes on: people in one another, a user in something solid.
    (overlap,), file = kinds([agent("ada", [0, 0, 0], "stand"), agent("bob", [0.02, 0, 0], "stand")], 0)
    assert '"bob" starts inside "ada"' in overlap, overlap
    firsthand("run", file, "--headless", "--tour", TOUR, "--seconds", "1")
    (moved,), file = kinds([], 0, user={"at": [4, 0, -3]})
    assert "/user/at" in moved and "instead" in moved, moved
    assert "instead" in firsthand("run", file, "--headless", "--seconds", "1", "--tour", TOUR)[1]
    firsthand("run", file, "--headless", "--seconds", "1")  # without a user
    thin = agent("ada", [0, 0, 0], "stand", body={"sex": "f", "measures": {"stature": 2.9}})
    assert kinds([thin], 1)[0] in (["impossible body"], ["content"])


def pressure_case(folder):
    """What a runtime or an author may send: hands that jump, absurd angles, more contacts than there is room for."""
    def written(name, content):
        (folder / name).write_text(json.dumps(content))
        return str(folder / name)

    hand = {"at": 0, "body": [0.2, 1, -0.3]}
    tour = {"name": "t", "duration": 2, "start": {"at": [0, 0]}, "right_hand": [dict(hand, yaw_pitch_roll_deg=[1e100, 0, 0])]}
    assert "yaw_pitch_roll_deg" in firsthand("validate", written("angle.json", tour), code=1)[0]
    tour["right_hand"] = [hand, {"at": 0.5, "scene": [9000, 1, 0]}, {"at": 0.52, "scene": [0, 1, -9000]}, {"at": 0.6, "scene": [100, 1, 0]}]
    log = str(folder / "far.fhlog")
    report = json.loads(firsthand("run", "empty", "--headless", "--tour", written("far.json", tour), "--record", log, "--json")[0])
    assert report["ticks"] == 180 and report["refused_poses"] > 0, report
    assert json.loads(firsthand("replay", log, "--verify", "--json")[0])["ticks_compared"] == 180
    boxes = [{"name": f"box{i}", "at": [0, 1, 0], "movable": True, "mass": 1, "shapes": [{"kind": "box", "size": [0.3, 0.3, 0.3]}]} for i in range(130)]
    crowd = written("crowd.json", {"name": "crowd", "user": {"at": [3, 0, 3]}, "objects": boxes, "parts": [{"part": "floor", "name": "floor", "width": 20, "depth": 20}]})
    runs = [firsthand("run", crowd, "--headless", "--tour", TOUR, "--seconds", "0.1", "--set", f"run.workers={n}", "--json")[0] for n in (1, 2, 2)]
    assert len({json.loads(run)["state_hash"] for run in runs}) == 1, "another hash with other workers"


def replay_bad(folder):
    (folder / "junk.fhlog").write_bytes(b"junk" * 100)
    assert "not a Firsthand recording" in firsthand("replay", str(folder / "junk.fhlog"), code=2)[1]
    assert "no such file" in firsthand("replay", str(folder / "none.fhlog"), code=2)[1]
    log = folder / "visit.fhlog"
    firsthand("run", "workshop", "--headless", "--tour", TOUR, "--record", str(log), "--seconds", "4")
    whole = log.read_bytes()
    (folder / "cut.fhlog").write_bytes(whole[: len(whole) // 2])
    out, _ = firsthand("replay", str(folder / "cut.fhlog"), "--verify", code=1)
    assert "cut at byte" in out and "NOT VERIFIED" in out, out
    # Simulated in another place, the recording must not verify.
    out, _ = firsthand("replay", str(log), "--verify", "--scenario", "empty", code=1)
    assert "DIFFERS at tick" in out, out


def mind_case(folder):
    """What an agent knew, out of the recording, is what it knew in the visit."""
    log = folder / "visit.fhlog"
    out, _ = firsthand("run", "workshop", "--headless", "--tour", TOUR, "--record", str(log), "--seconds", "4", "--json")
    live = next(agent for agent in json.loads(out)["agents"] if agent["name"] == "mira")
    ask = ("replay", str(log), "--agent", "mira")
    end = json.loads(firsthand(*ask, "--json")[0])
    assert end["tick"] == 360 and end["why"] == live["why"], end
    assert len(end["memory"]) == live["percepts"]["remembered"], live
    people = [row for row in end["memory"] if row["kind"] == "person" and row["taken_in"]]
    assert [row["what"] for row in people] == [row["name"] for row in live["percepts"]["people"]], people
    middle = json.loads(firsthand(*ask, "--at", "2.5s", "--json")[0])
    assert middle["tick"] == 225 and middle["looked_s_ago"] < 0.11 and middle["percepts"], middle
    assert middle == json.loads(firsthand(*ask, "--at", "2.5", "--json", "--workers", "2")[0])
    assert all(row["age_s"] >= 0 and 0 <= row["confidence"] <= 1 for row in middle["memory"])
    text, _ = firsthand(*ask, "--at", "2.5s")
    assert text.startswith("mira at 2.50 s") and middle["why"] in text, text
    for wrong, word in ((("--at", "9s"), "ends at 4.00 s"), (("--at", "soon"), "12s")):
        message = firsthand(*ask, *wrong, code=2)[1]
        assert one_line(message) and word in message, message
    message = firsthand("replay", str(log), "--agent", "nobody", code=2)[1]
    assert one_line(message) and "nobody" in message and "mira" in message, message
    assert "--agent" in firsthand("replay", str(log), "--at", "2s", code=2)[1]


def unknown_case(folder):
    """People who know nothing find their way with their eyes alone: one of them within 20 s, through two rooms."""
    tour = str(SOURCE / "assets/tours/unknown_building.json")
    report = json.loads(firsthand("run", "unknown_building", "--headless", "--tour", tour, "--seconds", "20", "--json")[0])
    agents = {agent["name"]: agent for agent in report["agents"]}
    assert agents["pia"]["errands_done"] == 1 and agents["pia"]["walked_over_optimum"] < 1.5, agents["pia"]
    for agent in agents.values():
        # Asked: no wall. One of them touches one once, on ground that it has not seen.
        assert agent["contacts"]["walls"] <= 1 and agent["walked_m"] > 8, agent


def operate_case(folder):
    """The tour of the plant: every control by hand, what it drives, its sound, and the same events over the motion track."""
    log, sound = folder / "plant.fhlog", folder / "plant.wav"
    report = json.loads(firsthand("run", "plant", "--headless", "--record", str(log), "--sound", str(sound), "--json")[0])
    events = report["events"]

    def first(thing, state):
        found = [e for e in events if e["object"] == thing and e["state"] == state]
        assert found, (thing, state, [(e["object"], e["state"], round(e["value"], 3)) for e in events])
        return found[0]

    assert first("panel.start", "pressed")["at_s"] <= first("panel.ready", "lit")["at_s"] < first("panel.ready", "dark")["at_s"]
    dial = [e for e in events if e["object"] == "panel.rate" and e["state"] == "between"][-1]
    assert abs(dial["value"] / 27.0 - round(dial["value"] / 27.0)) < 0.1, dial  # in one of its ten steps
    assert first("speed", "between")["unit"] == "rpm"
    assert any(e["object"] == "panel.mode" and e["state"] in ("minimum", "maximum") for e in events)
    first("panel.feed", "minimum")
    # The emergency stop stays in until it is pulled out.
    stop, out = first("panel.emergency", "pressed"), first("panel.emergency", "released")
    assert 1.5 < out["at_s"] - stop["at_s"] < 4.0 and stop["who"] == "user", (stop, out)
    # A valve open by 90 degrees empties the vessel.
    opened = max(e["value"] for e in events if e["object"] == "valve")
    assert 85.0 < opened < 110.0, opened
    assert first("pressure", "minimum")["at_s"] > first("valve", "partly open")["at_s"]
    assert max(e["value"] for e in events if e["object"] == "cabinet.drawer1") > 0.15
    for door in ("door.pull", "door.push"):
        assert max(e["value"] for e in events if e["object"] == door) > 10.0, door
    # The crate is too heavy for one hand there and not for two; its weight moves the balance. The limits name their source.
    assert [e["state"] for e in events if e["object"] == "crate"] == ["held", "too heavy for one hand", "held by both hands", "let go"]
    refused, both = first("crate", "too heavy for one hand"), first("crate", "held by both hands")
    assert refused["limit_kg"] < refused["value"] == 15.0 < both["limit_kg"] and 0.3 < refused["reach_m"] < 0.8, (refused, both)
    assert report["hand_limits"]["source"].startswith("estimate")
    balance = report["users"][0]["balance"]
    margin = lambda at_s: balance["series"]["margin_m"][int(at_s / balance["series"]["every_s"])]
    assert abs(balance["most_held_kg"] - 15.0) < 1e-3 and abs(margin(64.0) - margin(61.0)) > 0.01, balance
    # Each is heard within 20 ms of its event: the first louder millisecond in the tenth of a second around it.
    with wave.open(str(sound)) as file:
        rate, width = file.getframerate(), file.getnchannels()
        samples = array.array("h", file.readframes(file.getnframes()))
    for event in (first("panel.start", "pressed"), first("panel.feed", "minimum"), stop):
        def loudness(at):
            part = samples[int(at * rate) * width:int((at + 0.001) * rate) * width]
            return max(map(abs, part))
        quiet = max(loudness(event["at_s"] - 0.12 + 0.001 * i) for i in range(90))
        onset = next((i for i in range(110) if loudness(event["at_s"] - 0.03 + 0.001 * i) > 4 * quiet + 20), None)
        assert onset is not None and abs(onset - 30) <= 20, (event, quiet, onset)
    assert json.loads(firsthand("replay", str(log), "--verify", "--json")[0])["verified"]
    tracked = json.loads(firsthand("replay", str(log), "--measure", "--from-track", "--json")[0])["measures"]["events"]
    kinds = lambda rows: [(e["object"], e["state"]) for e in rows if e["object"] in ("pressure", "panel.ready", "panel.emergency")]
    assert kinds(tracked) == kinds(events), (kinds(tracked), kinds(events))


def validate_case(folder):
    out, err = firsthand("validate", "workshop", "unknown_building", "maze", "office", "empty", TOUR, str(SOURCE / "config/default.json"))
    assert out.count("ok: ") == 7 == len(out.splitlines()) and err == "", out + err
    (folder / "tour.json").write_text('{"name": "x", "duration": 5, "start": {"at": [0]}, "pth": []}')
    out, _ = firsthand("validate", str(folder / "tour.json"), code=1)
    assert "/start/at" in out and "pth" in out, out
    rows = json.loads(firsthand("validate", "--json", str(folder / "tour.json"), code=1)[0])
    assert rows[0]["kind"] == "tour" and len(rows[0]["problems"]) == 2
    assert "nowhere.json" in firsthand("validate", str(folder / "nowhere.json"), code=2)[1]
    assert one_line(firsthand("validate", code=2)[1])
    schema = json.loads(firsthand("validate", "--schema")[0])
    assert schema["$defs"]["door"]["properties"]["open_deg"]["maximum"] == 180


def doctor_case(folder):
    rows = {row["about"]: row for row in json.loads(firsthand("doctor", "--json")[0])}
    assert {"program", "cpu", "vulkan", "headset", "display", "assets", "cache"} <= set(rows), rows.keys()
    assert rows["headset"]["what"] and (rows["headset"]["health"] == "ok" or rows["headset"]["remedy"])
    versions = rows["headset"]["details"]
    assert versions["headers"].startswith("1.") and versions["headers"] >= "1.1" and versions["loader"].startswith("1."), versions
    # What computes is named, in recordings too: Jolt's version and sources, the instruction set.
    build = rows["program"]["details"]["build"]
    assert "Jolt 5.4.0" in build and "x86-64-v3" in build and ("g++" in build or "clang++" in build), build
    log = folder / "named.fhlog"
    firsthand("run", "empty", "--headless", "--tour", TOUR, "--seconds", "0.1", "--record", str(log))
    assert build.encode() in log.read_bytes()
    assert "firsthand" in firsthand("doctor")[0]
    assert "PROBLEM" in subprocess.run([PROGRAM, "--data", str(folder), "doctor"], capture_output=True, text=True).stdout


def bench_case(folder):
    rows = json.loads(firsthand("bench", "record", "--quick", "--json")[0])
    assert rows and {"name", "case", "median_us", "p95_us", "n", "hash", "rival", "rival_median_us"} <= set(rows[0])
    assert "record" in firsthand("bench", "--list")[0]
    assert "no benchmark" in firsthand("bench", "recrod", code=2)[1]


def tiny_bvh(frames=40):
    """A person of the CMU names who stands, sways and moves the arms; made here, number by number."""
    rows = [("LHipJoint", 0, 0, 0, 1), ("LeftUpLeg", 9, -9, 2, 1), ("LeftLeg", 14, -39, 0, 1), ("LeftFoot", 14, -38, 0, 1),
            ("LeftToeBase", 1, -3, 12, 0), ("RHipJoint", 0, 0, 0, 1), ("RightUpLeg", -9, -9, 2, 1),
            ("RightLeg", -14, -39, 0, 1), ("RightFoot", -14, -38, 0, 1), ("RightToeBase", -1, -3, 12, 0),
            ("LowerBack", 0, 0, 0, 1), ("Spine", 0, 13, -1, 1), ("Spine1", 0, 14, 0, 1), ("Neck", 0, 0, 0, 1),
            ("Neck1", 0, 13, 1, 1), ("Head", 0, 10, 0, 0), ("LeftShoulder", 0, 0, 0, 1), ("LeftArm", 18, 8, 0, 1),
            ("LeftForeArm", 28, 0, 0, 1), ("LeftHand", 24, 0, 0, 0), ("RightShoulder", 0, 0, 0, 1),
            ("RightArm", -18, 8, 0, 1), ("RightForeArm", -28, 0, 0, 1), ("RightHand", -24, 0, 0, 0)]
    close = {"LeftToeBase": 5, "RightToeBase": 5, "Head": 3, "LeftHand": 4, "RightHand": 4}
    text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n"
    for name, x, y, z, _ in rows:
        text += f"JOINT {name}\n{{\nOFFSET {x} {y} {z}\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
        if name in close:
            text += f"End Site\n{{\nOFFSET {x / 4} 0 {z / 2}\n}}\n" + "}\n" * close[name]
    text += "}\n}\n}\n}\n" + f"MOTION\nFrames: {frames}\nFrame Time: 0.0083333\n"
    names = [row[0] for row in rows]
    for f in range(frames):
        angles = {name: [0.0, 0.0, 0.0] for name in names}
        angles["LeftUpLeg"][0], angles["RightUpLeg"][0] = -19.7, 19.7
        if f:
            angles["LeftArm"][0], angles["RightArm"][0] = -70.0, 70.0
            angles["LeftForeArm"][1] = -20.0 - f / 4
        text += " ".join(str(v) for v in [f / 50, 92, 0, 0, 0, 0] + sum((angles[n] for n in names), [])) + "\n"
    return text


def fit_case(folder):
    clip = folder / "stand.bvh"
    clip.write_text(tiny_bvh())
    report = json.loads(firsthand("fit", str(clip), "--noise", "--loss", "--baseline", "--calibrated", "--json")[0])
    for key in ("mpjpe_cm", "mpjpe_upper_cm", "mpjpe_lower_cm", "mpjpe_hands_cm", "mpjre_deg", "mpjve_cm_s", "jitter_ratio",
                "foot_skate_cm_s", "com_outside_share", "us_per_frame"):
        assert key in report and key in report["clips"][0], key
    assert len(report["joints"]) == 22 and report["joints"][0] == "pelvis"
    assert report["mpjpe_cm"] < 15 and report["mpjpe_hands_cm"] < 1, report["mpjpe_cm"]
    assert set(report["cases"]) == {"noise", "loss_instant", "loss_gaps", "calibrated", "no_balance", "under_head",
                                    "fixed_swivel"}
    for key in ("joint_cm", "joint_90_cm", "interval_cm", "interval_share"):
        assert list(report["clips"][0][key]) and set(report[key]) == set(report["joints"]), key
    assert 0 <= report["interval_share_upper"] <= 1 and 0 <= report["interval_share_lower"] <= 1
    for part, arms in (("upper_arm", 2), ("trunk", 1), ("neck", 1)):
        steps = report["rula_steps"][part]
        assert sum(map(sum, steps["counts"])) == arms * report["frames"] and 0 <= steps["agreement"] <= 1, steps
    # Following the learnt prior is a case of its own and changes no other.
    worse = json.loads(firsthand("fit", str(clip), "--learnt", "--noise", "--loss", "--calibrated", "--json")[0])["cases"]
    assert {name for name in worse if name.startswith("learnt_")} == {
        "learnt_noise", "learnt_loss_instant", "learnt_loss_gaps", "learnt_calibrated"}, worse.keys()
    both = json.loads(firsthand("fit", str(clip), "--learnt", "--json")[0])
    learnt = both["cases"]["learnt"]
    assert set(both["cases"]) == {"learnt"} and both["mpjpe_cm"] == report["mpjpe_cm"] != learnt["mpjpe_cm"], both
    assert learnt["head_error_mm"] <= 0.1 and learnt["mpjpe_hands_cm"] < 1, learnt
    message = firsthand("fit", str(clip), "--learnt", "--prior", str(clip), code=2)[1]
    assert one_line(message) and "stand.bvh" in message and "body prior" in message, message
    sheet = folder / "fit.png"
    said = firsthand("fit", str(clip), "--picture", str(sheet))[0]
    assert "mpjpe" in said and "same step of RULA" in said and str(sheet) in said, said
    assert sheet.read_bytes()[1:4] == b"PNG" and sheet.stat().st_size > 20000
    assert "--force" in firsthand("fit", str(clip), "--picture", str(sheet), code=2)[1]
    clip.write_text(tiny_bvh().replace("OFFSET 0 13 -1", "OFFSET 0 x -1"))
    message = firsthand("fit", str(clip), code=2)[1]
    assert one_line(message) and "stand.bvh:" in message and "'x'" in message, message
    assert one_line(firsthand("fit", str(folder / "absent.bvh"), code=2)[1])
    firsthand("fit", code=2)


def pose_case(folder):
    def pose(*goals, at="0.9,0,1.5", code=0):
        options = [word for goal in goals for word in ("--goal", goal)]
        return firsthand("pose", "workshop", "--body", "f05", f"--at={at}", *options, "--json", code=code)
    found = json.loads(pose("right_hand=crate.bolts", "gaze=crate.bolts")[0])
    # A crate low in a shelf: leaning or crouching the shortest way, the body would be in the boards above.
    assert found["status"] == "reached" and found["effort"] == "pelvis" and found["collisions"] == [], found
    assert found["kept_out"] > 0, found
    assert found["goals"][0]["gap_m"] < 0.001 and found["goals"][1]["gap_deg"] < 1.0 and found["balance_margin_m"] >= 0.0
    knee = found["angles_deg"]["right_shank"]["flexion"]
    assert 0.0 <= knee <= 142.0, knee
    def on(face, code=0):
        answer = json.loads(pose(f"right_hand=crate.bolts@{face}", "gaze=crate.bolts@top", code=code)[0])
        reached = answer["goals"][0]
        assert reached["gap_m"] < 0.001 and reached["target"] == f"crate.bolts@{face}", reached
        return reached["point"], answer
    # Nothing but a hand through the board gets at what the crate stands on.
    (top, _), (bottom, through) = on("top"), on("bottom", code=1)
    assert top[1] > bottom[1] + 0.1, (top, bottom)
    assert through["status"] == "reached in collision", through
    assert any(one["object"] == "shelf" and one["depth_m"] > 0.01 for one in through["collisions"]), through["collisions"]
    far = json.loads(pose("right_hand=crate.bolts", at="0.9,0,4.5", code=1)[0])
    assert far["status"] == "not reached" and far["goals"][0]["gap_m"] > 0.5, far
    for bad in (pose("right_hand=nothing", code=2), pose("knee=crate.bolts", code=2), pose("right_hand=crate.bolts", at="1,2", code=2),
                pose("right_hand=crate.bolts.lid", code=2), pose("right_hand=crate.bolts@lid", code=2), pose("gaze=@top", code=2),
                pose("pelvis=high", code=2), pose("feet=1,2", code=2), pose("right_elbow", code=2)):
        assert one_line(bad[1]), bad
    # How it holds itself, with and without anything to reach for.
    low = json.loads(pose("feet=hold", "pelvis=low", "torso=up", at="0,0,3.5")[0])
    assert low["status"] == "reached" and low["effort"] == "pelvis" and low["pelvis"][1] < 0.4 * low["stature"], low
    assert [goal["target"] for goal in low["goals"]] == ["low", "up"], low["goals"]
    there = json.loads(pose("right_hand=crate.bolts@front", "feet=0.9,0,1.3", at="0.9,0,3.5")[0])
    assert there["effort"] == "step" and there["at"] == [0.9, 0.0, 1.3], there
    held = json.loads(pose("right_hand=crate.bolts", "feet=hold", at="0.9,0,4.5", code=1)[0])
    assert held["status"] == "not reached" and held["effort"] in ("arm", "torso", "pelvis"), held


def body_case(folder):
    short = json.loads(firsthand("body", "--sex", "f", "--stature-percentile", "5", "--json")[0])
    tall = json.loads(firsthand("body", "--sex", "m", "--measure", "stature=1.90", "--json")[0])
    assert abs(short["dimensions"]["stature"]["value"] - 1.525) < 0.02, short["dimensions"]["stature"]
    assert abs(tall["dimensions"]["stature"]["value"] - 1.90) < 1e-6
    assert "stature" in firsthand("body")[0]
    assert one_line(firsthand("body", "--measure", "statur=1.9", code=2)[1])
    assert one_line(firsthand("body", "--measure", "stature=9", code=2)[1])
    firsthand("body", "--sex", "x", code=2)


CALIBRATING = {
    "name": "calibrating", "duration": 6, "eye_height": 1.58, "start": {"at": [0, 0]},
    "left_hand": [{"at": 0, "body": [-0.76, 1.38, 0]}], "right_hand": [{"at": 0, "body": [0.76, 1.38, 0]}],
    "commands": [{"at": 0.5, "do": "calibrate"}]}


def profile_case(folder):
    """A profile is made, used, recorded, and no longer needed for the replay; a calibration in a visit is kept."""
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    kept = folder / "config/firsthand/profiles"
    out, _ = firsthand("body", "--sex", "f", "--measure", "stature=1.58", "--measure", "span=1.55", "--save-profile", "anna")
    assert str(kept / "anna.json") in out and "--profile" in out, out
    assert one_line(firsthand("body", "--measure", "sitting_height=0.9", "--save-profile", "x", code=2)[1])
    assert one_line(firsthand("body", "--save-profile", "../x", code=2)[1])
    firsthand("validate", str(kept / "anna.json"))
    visit = ["run", "empty", "--headless", "--tour", TOUR, "--seconds", "3", "--json"]
    log = folder / "anna.fhlog"
    plain = json.loads(firsthand(*visit)[0])
    anna = json.loads(firsthand(*visit, "--profile", "anna", "--record", str(log))[0])
    assert anna["users"][0]["profile"] == "anna" and abs(anna["users"][0]["stature_m"] - 1.58) < 1e-6, anna["users"][0]
    assert anna["state_hash"] != plain["state_hash"] and anna["users"][0]["scale"] == 1
    by_file = json.loads(firsthand(*visit, "--profile", str(kept / "anna.json"))[0])
    assert by_file["state_hash"] == anna["state_hash"]
    (kept / "anna.json").unlink()
    assert json.loads(firsthand("replay", str(log), "--verify", "--json")[0])["verified"]
    # Worn bodies: a user of 162 cm eye height sees from the other body's eyes.
    for wear in ("f05", "m95", "f:12.5"):
        worn = json.loads(firsthand(*visit, "--wear", wear)[0])["users"][0]
        assert worn["wear"] == wear and abs(worn["scale"] * 1.62 - worn["eye_height_m"]) < 1e-6, worn
        assert abs(worn["highest_head_m"] - worn["eye_height_m"]) < 0.001, worn
    # A calibration of the visit becomes a profile.
    tour = folder / "calibrating.json"
    tour.write_text(json.dumps(CALIBRATING))
    pose = ["run", "empty", "--headless", "--tour", str(tour), "--json"]
    made = json.loads(firsthand(*pose, "--save-profile", "me", "--record", str(folder / "me.fhlog"))[0])["users"][0]
    assert made["calibrations"] == 1 and abs(made["eye_height_m"] - 1.58) < 0.003, made
    assert json.loads((kept / "me.json").read_text())["measures"]["eye_height"] == 1.58
    assert json.loads(firsthand("replay", str(folder / "me.fhlog"), "--verify", "--json")[0])["verified"]
    again = json.loads(firsthand(*visit, "--profile", "me")[0])["users"][0]
    assert again["stature_m"] == made["stature_m"], (again, made)
    assert one_line(firsthand(*visit, "--save-profile", "nobody", code=2)[1])
    # Bad ones get one message.
    for bad in ("m", "../me", "/dev/zero", str(folder)):
        assert one_line(firsthand(*visit, "--profile", bad, code=2)[1]), bad
    assert "did you mean \"me\"" in firsthand(*visit, "--profile", "mee", code=2)[1]
    assert one_line(firsthand(*visit, "--wear", "x50", code=2)[1])
    for text in ('{"name"', '[]', '{"sex": "f", "measures": {"stature": 9}}', '{"sex": "f", "measures": {"eye_height": 0.95}}',
                 '{"sex": "f", "measures": {"stature": 1.58, "span": 1.0}}'):
        (kept / "bad.json").write_text(text)
        if text != '[]':  # no sign of a profile in it
            firsthand("validate", str(kept / "bad.json"), code=1)
        message = firsthand(*visit, "--profile", "bad", code=2)[1]
        assert one_line(message), message


def import_case(folder):
    model = folder / "floor.obj"
    model.write_text("v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3\nf 1 3 4\n")
    summary = json.loads(firsthand("import", str(model), "--json")[0])
    assert summary["triangles"] == 2 and (folder / "floor.glb").exists(), summary
    scenario = folder / "place.json"
    scenario.write_text('{"name": "mine", "user": {"at": [1, 0, 1]}, "models": [{"name": "floor", "file": "floor.glb"}]}')
    firsthand("validate", str(scenario))
    (folder / "junk.obj").write_text("this is no model")
    assert one_line(firsthand("import", str(folder / "junk.obj"), code=2)[1])
    firsthand("import", str(folder / "none.stl"), code=2)
    firsthand("import", str(model), "--unit", "furlong", code=2)
    # Hostile files: one message, no result, and nothing of them outside the model's folder is opened.
    bomb = folder / "bomb.ply"
    bomb.write_text("ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n1\n")
    message = firsthand("import", str(bomb), code=2)[1]
    assert one_line(message) and "bomb.ply" in message, message
    inner = folder / "inner"
    inner.mkdir()
    (folder / "outside.mtl").write_text("newmtl red\nKd 1 0 0\n")
    os.mkfifo(inner / "pipe.mtl")
    os.symlink(folder / "outside.mtl", inner / "link.mtl")
    wall = "v 0 0 0\nv 0 0 4\nv 4 0 4\nusemtl red\nf 1 2 3\n"
    for library, reason in (("/etc/passwd", "outside"), ("../outside.mtl", "outside"), ("link.mtl", "outside"), ("pipe.mtl", "ordinary")):
        (inner / "wall.obj").write_text(f"mtllib {library}\n{wall}")
        message = firsthand("import", str(inner / "wall.obj"), code=2)[1]
        assert one_line(message) and reason in message, message
        assert not (inner / "wall.glb").exists() and not (inner / "wall.glb.part").exists()
    (inner / "wall.obj").write_text(f"mtllib gone.mtl\n{wall}")
    problems = json.loads(firsthand("import", str(inner / "wall.obj"), "--json")[0])["problems"]
    assert len([p for p in problems if "gone.mtl" in p]) == 1, problems
    os.mkfifo(folder / "model.obj")
    assert "no ordinary file" in firsthand("import", str(folder / "model.obj"), code=2)[1]
    assert "import-worker" not in firsthand("--help")[0]


def tell_case(folder):
    """A sentence is understood (0), asked back or refused (1), or there is nobody who could be told (2)."""
    out, _ = firsthand("tell", "workshop", "mira", "Please bring the wrench to the bench, then wait by the door.", "--json")
    plan = json.loads(out)
    assert plan["understood"] and [step["verb"] for step in plan["steps"]] == ["bring", "wait"], plan
    assert plan["steps"][0]["object"] == {"names": ["wrench"], "to_be_found": ["wrench"]}, plan
    assert plan["steps"][1]["place"]["of"]["names"] == ["door.store"], plan
    assert firsthand("tell", "workshop", "mira", "go to the press")[0] == "1. go to press\n"
    asked = json.loads(firsthand("tell", "workshop", "mira", "pick up the crate", "--json", code=1)[0])
    assert not asked["understood"] and asked["question"].startswith("Which") and "crate.1" in asked["choices"], asked
    assert "\"frobnicate\"" in firsthand("tell", "workshop", "mira", "frobnicate the crate", code=1)[0]
    message = firsthand("tell", "workshop", "mirra", "go to the press", code=2)[1]
    assert one_line(message) and "mira" in message, message
    assert one_line(firsthand("tell", "worshop", "mira", "go to the press", code=2)[1])
    assert one_line(firsthand("tell", "empty", "mira", "go", code=2)[1])
    assert one_line(firsthand("tell", "workshop", "mira", code=2)[1])
    assert "| `pick_up` |" in firsthand("tell", "--words")[0]
    # What an agent knows decides what it has to look for.
    for knows, unseen in (("nothing", ["near"]), ("place", None)):
        place = room(folder, knows, [dict(agent("ann", [0, 0, 0], "stand"), knows=knows)])
        step = json.loads(firsthand("tell", place, "ann", "look at near", "--json")[0])["steps"][0]
        assert step["object"].get("to_be_found") == unseen, step


def telling_case(folder):
    """A tour tells an agent what to do: it answers, does it and goes on with its own work; the recording replays."""
    place = room(folder, "told", [agent("ada", [0, 0, 0], "patrol", errands=[{"at": [0, 0, 4]}, {"at": [2, 0, 4]}])])
    tour = json.loads((SOURCE / "assets/tours/look_round.json").read_text().split("\n", 1)[1])

    def told(*commands, code=0, seconds="25"):
        tour["commands"] = [{"at": at, "do": "tell", "who": who, "text": text} for at, who, text in commands]
        tour["duration"] = 25
        (folder / "tour.json").write_text(json.dumps(tour))
        record = str(folder / "told.fhlog")
        out, err = firsthand("run", place, "--headless", "--tour", str(folder / "tour.json"), "--seconds", seconds, "--record", record,
                             "--force", "--json", code=code)
        return (json.loads(out)["agents"][0], record) if code == 0 else err

    ada, record = told((1, "ada", "go to the wall, then wait for 2 seconds"))
    assert [row["text"] for row in ada["said"]] == ["All right.", "Done."], ada["said"]
    assert ada["errands_done"] >= 1 and "told" not in ada, ada
    firsthand("replay", record, "--verify")
    ada, _ = told((1, "ada", "sit down"), (4, "ada", "go to the moon"), (7, "ada", "follow user"), seconds="12")
    words = [row["text"] for row in ada["said"]]
    assert words[0] == "On what shall I sit?" and "moon" in words[1] and words[2] == "All right.", words
    assert ada["told"]["sentence"] == "follow user" and ada["told"]["net"]["nets"], ada["told"]
    message = told((1, "adda", "wait"), code=2)
    assert one_line(message) and 'did you mean "ada"' in message, message


def help_case(folder):
    """Every command explains itself, and the pages name only commands and options that exist."""
    assert "firsthand" in firsthand("--version")[0]
    everywhere = firsthand("--help")[0]
    commands = re.findall(r"^  ([a-z]+) +[A-Z]", everywhere, re.M)
    helps = {command: firsthand(command, "--help")[0] for command in commands}
    assert {"run", "replay", "validate", "bench"} <= set(commands) and all("--help" in text for text in helps.values()), commands
    known = {command: set(re.findall(r"--[a-z][a-z-]*", text + everywhere)) for command, text in helps.items()}
    seen = 0
    for page in [SOURCE / "README.md", SOURCE / "CONTRIBUTING.md", *(SOURCE / "docs").rglob("*.md")]:
        text = page.read_text()
        named = re.findall(r"`(?:firsthand )?([a-z]+)((?: [^`]*)?)`", text) + re.findall(r"^ *(?:\S*/)?firsthand ([a-z]+)(.*)$", text, re.M)
        for command, rest in named:
            if command not in known or not (rest.strip() or command in commands):
                continue
            options = set(re.findall(r"(?<!\S)--[a-z][a-z-]*", rest))
            seen += len(options)
            assert options <= known[command], f"{page.name}: firsthand {command}{rest}: there is no {options - known[command]}"
        for command in re.findall(r"`firsthand ([a-z]+)[ `]", text):
            assert command in known, f"{page.name}: there is no command {command}"
    assert seen > 50, seen


with tempfile.TemporaryDirectory() as scratch:
    {name: function for name, function in globals().items() if callable(function)}[CASE](pathlib.Path(scratch))
print("ok")
