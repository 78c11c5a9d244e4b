#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is measured of a visit, as a user asks for it.

usage: evaluate.py PROGRAM SOURCE_DIR CASE. A case passes when exit codes and figures are as promised.
"""
import json
import pathlib
import sys
import tempfile

from harness import firsthand

CASE = sys.argv[3]


def hand(side, *keys):
    """Keys (time, height, forward, squeeze) of a hand before the body."""
    out = -0.15 if side == "left" else 0.15
    return [{"at": at, "body": [out, up, -ahead], "squeeze": squeeze} for at, up, ahead, squeeze in keys]


def lifting_visit(folder):
    """A carton of 6 kg is taken from the floor with both hands and put on a stand 1 m high, 0.9 m ahead."""
    place = {"name": "lift", "user": {"at": [0, 0, 0]}, "tour": "tour.json", "agents": [],
             "parts": [{"part": "floor", "name": "floor", "width": 10, "depth": 10},
                       {"part": "carton", "name": "carton", "at": [0, 0, -0.55], "width": 0.3, "height": 0.3, "depth": 0.3, "mass": 6}],
             "objects": [{"name": "stand", "at": [0, 0.5, -1.6], "shapes": [{"kind": "box", "size": [0.8, 1.0, 0.5]}]}]}
    keys = ((0, 0.95, 0.2, 0), (1.2, 0.2, 0.55, 0), (1.4, 0.2, 0.55, 1), (2.0, 0.2, 0.55, 1), (3.5, 1.25, 0.5, 1),
            (6.5, 1.25, 0.8, 1), (7.2, 1.17, 0.8, 1), (7.3, 1.17, 0.8, 0), (8.5, 0.95, 0.2, 0))
    bent = {"crouch": 0.55, "pitch_deg": -30, "lean": [0, 0.25]}
    tour = {"version": 1, "name": "lift", "duration": 9.0, "eye_height": 1.62, "start": {"at": [0, 0], "face_deg": 0},
            "path": [{"to": [0, 0], "wait": 4.0}, {"to": [0, -0.75], "speed": 0.6, "wait": 4.0}],
            "head": [{"at": 0}, {"at": 1.2, **bent}, {"at": 2.0, **bent}, {"at": 3.5}],
            "left_hand": hand("left", *keys), "right_hand": hand("right", *keys)}
    (folder / "place.json").write_text(json.dumps(place))
    (folder / "tour.json").write_text(json.dumps(tour))
    return str(folder / "place.json")


def lift_case(folder):
    """The lift is found with its weight, hands and heights; its limit follows from its multipliers."""
    log = str(folder / "v.fhlog")
    live = json.loads(firsthand("run", lifting_visit(folder), "--headless", "--record", log, "--json")[0])
    assert "94-110" in live["lifts"]["source"]
    lift, = live["lifts"]["done"]
    assert (lift["who"], lift["what"], lift["mass_kg"], lift["hands"]) == ("user", "carton", 6.0, 2), lift
    assert 1.3 < lift["from_s"] < 2.5 and 7.0 < lift["to_s"] < 7.8, lift
    assert 15 < lift["origin"]["v_cm"] < 45 and 100 < lift["destination"]["v_cm"] < 130, lift
    assert lift["per_minute"] == 1.0
    limits = []
    for end in (lift["origin"], lift["destination"]):
        limit = 23.0
        for multiplier in ("hm", "vm", "dm", "am", "fm", "cm"):
            limit *= end[multiplier]
        assert abs(limit - end["rwl_kg"]) < 1e-9
        limits.append(limit)
    assert abs(lift["lifting_index"] - 6.0 / min(limits)) < 1e-9
    # The load counts in the scores while it is carried, and the numbers are the same when simulated again.
    rula = live["users"][0]["posture"]["rula"]
    assert "force 1" in rula["worst"]["row"] and "McAtamney" in rula["source"], rula
    assert rula["worst"]["low"] <= rula["worst"]["value"] <= rula["worst"]["high"]
    assert abs(sum(rula["seconds_by_score"]["left"]) - live["users"][0]["posture"]["scored_s"]) < 1e-9
    for workers in ("1", "2"):
        again = json.loads(firsthand("replay", log, "--measure", "--json", "--workers", workers)[0])["measures"]
        assert again["source"] == "resimulated" and again["lifts"] == live["lifts"]
        assert again["users"][0]["posture"] == live["users"][0]["posture"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        globals()[CASE](pathlib.Path(folder))


main()
