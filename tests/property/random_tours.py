#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random tours through a crowded place, each with 1, 2, 4 and 7 workers: one state hash, and a recording that its own reader verifies whole.

usage: random_tours.py PROGRAM SOURCE_DIR [--seed N] [--count N]. Tours hold what a runtime may send: heads and hands that jump, leave the
place or go to its end, lost tracking, every button. Exit 1 when a hash differs or a recording is not verified whole.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

WORKERS = (1, 2, 4, 7)


def place(rng):
    boxes = [{"name": f"box{i}", "at": [rng.uniform(-1, 1), 0.2 + 0.3 * (i % 5), rng.uniform(-3, -1)], "movable": True,
              "mass": 10 ** rng.uniform(-3, 5), "shapes": [{"kind": "box", "size": [0.2, 0.2, 0.2]}]} for i in range(rng.choice([3, 12, 140]))]
    return {"name": "random", "user": {"at": [0, 0, 2]}, "agents": [], "tasks": [], "objects": boxes,
            "parts": [{"part": "floor", "name": "floor", "width": 20, "depth": 20}]}


def number(rng):
    return rng.choice([rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-200, 200), rng.uniform(-9e3, 9e3)])


def keys(rng, make):
    at, out = 0.0, []
    for _ in range(rng.randint(1, 6)):
        out.append({"at": round(at, 3), **make()})
        at += rng.choice([0.012, 0.1, rng.uniform(0.05, 0.5)])
    return out


def tour(rng):
    def head():
        return {"yaw_deg": rng.uniform(-180, 180), "pitch_deg": rng.uniform(-80, 80), "crouch": rng.uniform(0, 0.8), "tracked": rng.random() < 0.8}

    def hand():
        return {rng.choice(["scene", "body"]): [number(rng), number(rng), number(rng)], "yaw_pitch_roll_deg": [rng.uniform(-360, 360) for _ in range(3)],
                "squeeze": rng.choice([0, 1]), "trigger": rng.random(), "tracked": rng.random() < 0.8}

    def point():
        return [rng.uniform(-4, 4), rng.uniform(-4, 4)]

    return {"name": "random", "duration": rng.uniform(1, 2.5), "start": {"at": point(), "face_deg": rng.uniform(-180, 180)},
            "path": [{"to": point(), "speed": rng.uniform(0.3, 3)} for _ in range(rng.randint(0, 3))], "head": keys(rng, head),
            "left_hand": keys(rng, hand), "right_hand": keys(rng, hand),
            "commands": [{"at": rng.uniform(0, 1), "do": rng.choice(["recentre", "turn_left", "turn_right", "calibrate", "pause"])}]}


def run(program, source, *args):
    return subprocess.run([program, "--data", source, *args], capture_output=True, text=True, timeout=300)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("source")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=3)
    options = options.parse_args()
    wrong = ticks = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for seed in range(options.seed, options.seed + options.count):
            rng = random.Random(seed)
            (folder / "place.json").write_text(json.dumps(place(rng)))
            (folder / "tour.json").write_text(json.dumps(tour(rng)))
            hashes = set()
            for workers in WORKERS:
                log = folder / f"{seed}-{workers}.fhlog"
                done = run(options.program, options.source, "run", str(folder / "place.json"), "--headless", "--tour", str(folder / "tour.json"),
                           "--set", f"run.workers={workers}", "--json", "--record", str(log))
                if done.returncode != 0:
                    print(f"seed {seed}, {workers} workers: exit {done.returncode}: {done.stderr.strip()}")
                    wrong += 1
                    break
                report = json.loads(done.stdout)
                hashes.add(report["state_hash"])
                ticks += report["ticks"]
            if len(hashes) > 1:
                print(f"seed {seed}: {len(hashes)} hashes")
                wrong += 1
            elif hashes:
                done = run(options.program, options.source, "replay", str(log), "--verify", "--json")
                verified = json.loads(done.stdout) if done.returncode == 0 else {}
                if not verified.get("verified") or verified["ticks_compared"] != report["ticks"]:
                    print(f"seed {seed}: {report['ticks']} ticks recorded, verified: {done.stdout}{done.stderr}")
                    wrong += 1
            for log in folder.glob("*.fhlog"):
                log.unlink()
    print(f"{options.count} tours, {ticks} ticks, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
