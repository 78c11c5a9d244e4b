#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Recordings as a user meets them: damaged, cut, hostile, killed on the way, an hour long.

usage: recordings.py PROGRAM SOURCE_DIR CASE [--count N] [--seed N] [--minutes N]. A case passes when exit code and
output are as promised. The sizes of long runs are options: tools/test takes a sample, tools/test --all the whole.
"""
import argparse
import base64
import json
import pathlib
import random
import re
import resource
import struct
import subprocess
import tempfile
import time

asked = argparse.ArgumentParser()
asked.add_argument("program")
asked.add_argument("source", type=pathlib.Path)
asked.add_argument("case")
asked.add_argument("--count", type=int, default=5)
asked.add_argument("--seed", type=int, default=1)
asked.add_argument("--minutes", type=float, default=60)
OPTIONS = asked.parse_args()
PROGRAM, SOURCE = OPTIONS.program, OPTIONS.source
TOUR = str(SOURCE / "assets/tours/first_look.json")


def firsthand(*args, code=0, **options):
    """Runs the program; the exit code must be `code`. Standard output and error."""
    done = subprocess.run([PROGRAM, "--data", str(SOURCE), *map(str, args)], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == code, f"{args}: exit {done.returncode}, expected {code}\n{done.stdout}\n{done.stderr}"
    return done.stdout, done.stderr


def verified(log, code=0):
    return json.loads(firsthand("replay", log, "--verify", "--json", code=code)[0])


def rows_of(data):
    """(place, kind, length of payload) of every row."""
    rows, at = [], 8
    while at + 5 <= len(data):
        length, kind = struct.unpack_from("<IB", data, at)
        rows.append((at, kind, length))
        at += 13 + length
    return rows


def recorded(folder, name, *args):
    log = folder / name
    firsthand("run", *args, "--headless", "--tour", TOUR, "--record", log)
    return log


def damage_case(folder):
    """One flipped bit costs what was recorded up to the next key state and no more, and it is never called verified."""
    log = recorded(folder, "visit.fhlog", "empty")
    whole = log.read_bytes()
    report = verified(log)
    assert report["verified"] and report["ticks_recorded"] == report["ticks_compared"] == 1080 and report["damage"] == [], report
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    bad = folder / "bad.fhlog"
    bad.write_bytes(flipped)
    report = verified(bad, code=1)
    (damage,) = report["damage"]
    lost = damage["to_tick"] - damage["from_tick"] + 1
    assert not report["verified"] and report["ticks_recorded"] == 1080 and report["ticks_compared"] == 1080 - lost, report
    assert damage["to_tick"] == 900 and damage["byte"] <= len(whole) // 2 and damage["reason"] and damage["kind"] == "damage", damage
    out, _ = firsthand("replay", bad, "--verify", code=1)
    assert "NOT VERIFIED" in out and f"ticks {damage['from_tick']} to 900 are lost" in out, out
    firsthand("replay", bad, code=1)
    # Without its end, in the middle of a row, and with nothing but its header.
    for size in (rows_of(whole)[-1][0], len(whole) * 2 // 3):
        bad.write_bytes(whole[:size])
        report = verified(bad, code=1)
        assert not report["verified"] and report["ticks_compared"] == report["ticks_recorded"] > 600, report
        assert [row["kind"] for row in report["damage"]] == ["cut"] and report["damage"][0]["to_tick"] is None, report
    # With something behind its end.
    bad.write_bytes(whole + b"junk")
    report = verified(bad, code=1)
    assert not report["verified"] and report["ticks_compared"] == 1080 and report["damage"][0]["byte"] == len(whole), report
    bad.write_bytes(whole[: rows_of(whole)[1][0]])
    assert "holds no tick" in firsthand("replay", bad, "--verify", code=2)[1]
    # A recording of an older format says what it cannot do.
    for old, ticks in (("format2_workshop", 90), ("format3_empty", 90)):
        data = bytearray((SOURCE / "tests/data/recordings" / f"{old}.fhlog").read_bytes())
        data[len(data) // 2] ^= 1
        bad.write_bytes(data)
        report = verified(bad, code=1)
        assert report["ticks_recorded"] == ticks > report["ticks_compared"] > 0, report
        assert "cannot be taken up" in report["damage"][0]["reason"], report


def dump_case(folder):
    """--dump --json is JSON, one row to a line, and says as much as the text."""
    log = recorded(folder, "visit.fhlog", "workshop", "--seconds", "2")
    text, _ = firsthand("replay", log, "--dump")
    rows = [json.loads(line) for line in firsthand("replay", log, "--dump", "--json")[0].splitlines()]
    assert [line.split()[0] for line in text.splitlines()] == [row["row"] for row in rows]
    kinds = {kind: [row for row in rows if row["row"] == kind] for kind in ("header", "input", "hashes", "motion", "end")}
    assert [len(found) for found in kinds.values()] == [1, 180, 180, 2, 1], kinds
    assert kinds["header"][0]["phases"] == list(kinds["hashes"][0]["phases"])
    assert all(row["users"][0]["head"]["tracked"] and len(row["users"][0]["right"]["at"]) == 3 for row in kinds["input"])
    log.write_bytes(log.read_bytes()[:-3])
    cut = firsthand("replay", log, "--dump", "--json", code=1)[0].splitlines()[-1]
    assert json.loads(cut)["row"] == "damage" and json.loads(cut)["kind"] == "cut", cut


def origin_case(folder):
    """A replay needs neither the scenario's file nor the tour's; a model that is not the one of the visit is named."""
    triangle = struct.pack("<9f", 3, 0, 3, 4, 0, 3, 3, 1, 3)
    model = {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "sail"}],
             "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
             "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64," + base64.b64encode(triangle).decode()}],
             "bufferViews": [{"buffer": 0, "byteLength": 36}],
             "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [3, 0, 3], "max": [4, 1, 3]}]}
    (folder / "sail.gltf").write_text(json.dumps(model))
    place = {"name": "place", "user": {"at": [0, 0, 0]}, "models": [{"name": "sail", "file": "sail.gltf"}],
             "parts": [{"part": "floor", "name": "floor", "width": 20, "depth": 20}],
             "objects": [{"name": "box", "at": [1, 2, 0], "movable": True, "mass": 1, "shapes": [{"kind": "box", "size": [0.3, 0.3, 0.3]}]}]}
    file = folder / "place.json"
    file.write_text(json.dumps(place))
    log = recorded(folder, "visit.fhlog", file, "--seconds", "2")
    elsewhere = folder / "elsewhere"  # sent to somebody who has the place where it was
    elsewhere.mkdir()
    (elsewhere / "visit.fhlog").write_bytes(log.read_bytes())
    assert verified(elsewhere / "visit.fhlog")["verified"]
    report = verified(log)
    assert report["verified"] and report["scenario"] == {"source": "recording", "file": "same"}, report
    assert report["models_changed"] == [] and report["versions_differ"] == [], report
    place["objects"][0]["at"] = [1, 3, 0]  # falls from higher up
    file.write_text(json.dumps(place))
    out, err = firsthand("replay", log, "--verify", "--json")
    assert json.loads(out)["verified"] and json.loads(out)["scenario"] == {"source": "recording", "file": "changed"}, out
    assert "has changed" in err and "the scenario that the recording holds" in err, err
    changed = json.loads(firsthand("replay", log, "--verify", "--json", "--scenario", file, code=1)[0])
    assert "mismatch" in changed and changed["scenario"]["source"] == "option", changed
    file.unlink()
    out, err = firsthand("replay", log, "--verify", "--json")
    assert json.loads(out)["verified"] and json.loads(out)["scenario"]["file"] == "gone" and "is gone" in err, (out, err)
    model["nodes"][0]["name"] = "flag"
    (folder / "sail.gltf").write_text(json.dumps(model))
    out, err = firsthand("replay", log, "--verify", "--json")
    assert json.loads(out)["models_changed"] == ["sail.gltf"] and "sail.gltf has changed" in err, (out, err)
    # What computed is named where the results differ; older formats know it as one text.
    header = json.loads(firsthand("replay", log, "--dump", "--json")[0].splitlines()[0])
    assert {row["part"] for row in header["versions"]} == {"program", "compiler", "build", "instruction set", "Jolt", "C library"}, header
    assert json.loads(header["scenario_text"])["objects"][0]["at"] == [1, 2, 0]
    assert header["tours"] == [{"name": "first_look.json", "text": pathlib.Path(TOUR).read_text()}], header["tours"]
    # A visit in a model alone: the place that was made round it is in the recording, and the model is where it was.
    (folder / "sail.obj").write_text("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3\nf 1 3 4\n")
    for alone in ("sail.gltf", "sail.obj"):
        log = folder / f"{alone}.fhlog"
        firsthand("run", folder / alone, "--headless", "--seconds", "1", "--record", log)
        report = verified(log)
        assert report["verified"] and report["scenario"] == {"source": "recording", "file": "same"}, report
    out, _ = firsthand("replay", SOURCE / "tests/data/recordings/format2_workshop.fhlog", "--verify", "--scenario", "empty", code=1)
    assert "DIFFERS" in out and "recorded with another build: " in out, out


def memory_case(folder):
    """Nobody remembers a thing under the floor or outside the building."""
    log = folder / "visit.fhlog"
    firsthand("run", "workshop", "--headless", "--seconds", "13", "--record", log)
    for agent in ("mira", "jonas", "sofia", "tomas"):
        mind = json.loads(firsthand("replay", log, "--agent", agent, "--at", "12s", "--json")[0])
        assert len(mind["memory"]) > 20, mind
        for row in mind["memory"]:
            x, y, z = row["believed_at"]
            assert abs(x) < 8.5 and -0.5 < y < 5.0 and abs(z) < 6.5, (agent, row)


def bounded(size):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    return limit


def bounded_case(folder):
    """Junk is refused by its first bytes, and no file takes more memory than a reader may have, however large it is."""
    junk = folder / "junk.fhlog"
    junk.write_bytes(b"junk" * 100)
    with open(junk, "r+b") as file:
        file.truncate(9 << 30)  # a hole: takes no room on the disk
    began = time.monotonic()
    assert "not a Firsthand recording" in firsthand("replay", junk, code=2)[1]
    assert time.monotonic() - began < 5.0
    log = recorded(folder, "visit.fhlog", "empty", "--seconds", "2")
    whole = log.read_bytes()
    with open(log, "r+b") as file:
        file.truncate(9 << 30)  # behind its end
    assert firsthand("replay", log, "--dump", code=1, preexec_fn=bounded(1 << 30))[0].count("\ninput ") == 180
    # A hash row of 128 MB that claims 2^30 fields.
    at, kind, _ = next(row for row in rows_of(whole) if row[1] == 3)
    hostile = bytearray(whole[:at])
    hostile += struct.pack("<IBqIQI", 24 + (1 << 27), 3, 1, 1, 0, 1 << 30) + bytes(1 << 27) + bytes(8)
    (folder / "hostile.fhlog").write_bytes(hostile)
    firsthand("replay", folder / "hostile.fhlog", "--dump", code=1, preexec_fn=bounded(1 << 30))


def kill_case(folder):
    """Killed at any moment after its first tick, the program leaves a recording that is read and equal to its last frame."""
    chance = random.Random(OPTIONS.seed)
    fewest = most = None
    for kill in range(OPTIONS.count):
        log = folder / f"killed{kill}.fhlog"
        visit = subprocess.Popen([PROGRAM, "--data", str(SOURCE), "run", "workshop", "--headless", "--record", str(log)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not log.exists() or 3 not in [kind for _, kind, _ in rows_of(log.read_bytes())]:
            assert visit.poll() is None, "the visit ended before its first tick"
            time.sleep(0.002)
        time.sleep(chance.uniform(0.0, 1.5))
        assert visit.poll() is None, "the visit ended before it was killed"
        visit.kill()
        visit.wait()
        data = log.read_bytes()
        ticks = sum(1 for at, kind, length in rows_of(data) if kind == 3 and at + 13 + length <= len(data))
        report = verified(log, code=1)
        assert report["ticks_compared"] == report["ticks_recorded"] == ticks > 0 and "mismatch" not in report, (kill, ticks, report)
        assert [row["kind"] for row in report["damage"]] == ["cut"] and not report["verified"], (kill, report)
        fewest, most = min(ticks, fewest or ticks), max(ticks, most or ticks)
        log.unlink()
    print(f"{OPTIONS.count} kills (seed {OPTIONS.seed}): all read and equal to the last frame, {fewest} to {most} ticks")


def memory_kb(process):
    """Resident memory of a running process, or None once it has ended."""
    try:
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


def hour_case(folder):
    """A long default visit: no errand is given up, memory stays where it is, little is logged, nobody is stuck, it verifies as a whole.

    The user walks the round of the tour again and again: somebody who stood in the way for an hour would be waited for.
    """
    seconds = 60.0 * OPTIONS.minutes
    content = json.loads(re.sub(r"(?m)^//.*$", "", (SOURCE / "assets/tours/workday.json").read_text()))
    content["path"] *= 2 + int(OPTIONS.minutes * 1.2)
    content["duration"] = seconds
    content.pop("$schema")
    tour = folder / "long.json"
    tour.write_text(json.dumps(content))
    log = folder / "long.fhlog"
    samples = []  # bytes written, kB
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        visit = subprocess.Popen([PROGRAM, "--data", str(SOURCE), "run", "workshop", "--headless", "--tour", str(tour),
                                  "--record", str(log), "--json"], stdout=out, stderr=err)
        while visit.poll() is None:
            kilobytes = memory_kb(visit)
            if kilobytes and log.exists():
                samples.append((log.stat().st_size, kilobytes))
            time.sleep(0.2)
    assert visit.returncode == 0, (folder / "err").read_text()[-2000:]  # 1: an errand was given up
    report = json.loads((folder / "out").read_text())
    assert report["ticks"] == round(90 * seconds), report["ticks"]
    lines = len((folder / "err").read_text().splitlines())
    assert lines <= 10, f"{lines} lines were logged"
    size = log.stat().st_size
    settled = max(kb for written, kb in samples if written <= 0.1 * size)
    growth = max(kb for _, kb in samples) / settled - 1.0
    assert growth < 0.03, f"memory grew by {100 * growth:.1f} % from {settled} kB"
    print(f"{OPTIONS.minutes:g} minutes: {report['ticks']} ticks in {report['wall_seconds']:.0f} s, {size / 1e6:.0f} MB, memory "
          f"{settled / 1e3:.0f} MB + {100 * growth:.2f} %, {lines} lines logged", flush=True)
    began = time.monotonic()
    done = json.loads(subprocess.run([PROGRAM, "--data", str(SOURCE), "replay", str(log), "--verify", "--json"],
                                     capture_output=True, text=True, check=True).stdout)
    assert done["verified"] and done["ticks_compared"] == report["ticks"] and done["state_hash"] == report["state_hash"], done
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"verified as a whole in {time.monotonic() - began:.0f} s, largest process {peak / 1e3:.0f} MB", flush=True)
    for agent in report["agents"]:
        idle = seconds - (agent["last_arrival_s"] or 0.0)
        assert idle < max(300.0, 0.1 * seconds), (agent["name"], "arrived nowhere for", idle, agent["why"])
        assert agent["jams"] - agent["jams_resolved"] <= 1, agent


with tempfile.TemporaryDirectory() as scratch:
    {name: function for name, function in globals().items() if callable(function)}[OPTIONS.case](pathlib.Path(scratch))
print("ok")
