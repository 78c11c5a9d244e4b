#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two evaluations compared, as a user asks for it.

usage: diff.py PROGRAM SOURCE_DIR CASE. A known change is found, with nothing beside it; equal runs differ in nothing.
"""
import json
import pathlib
import shutil
import sys
import tempfile

from harness import firsthand, one_line

CASE = sys.argv[3]


def place(folder, name, beam=2.3, board=None, limit=0.5, duration=6):
    """A user walks 2 m under a beam towards a gauge; an agent stands aside. A board may hide half of the gauge."""
    def box(thing, at, size):
        return {"name": thing, "at": at, "label": thing, "shapes": [{"kind": "box", "size": size}]}
    objects = [box("beam", [0, beam + 0.1, -1.5], [3, 0.2, 0.3]), box("gauge", [0, 1.5, -6], [0.4, 0.4, 0.1]),
               box("lamp", [-2, 1.5, -6], [0.4, 0.4, 0.1])]
    if board is not None:
        objects.append(box("board", [0.2, board, -5.8], [0.4, 0.6, 0.02]))
    tour = {"version": 1, "name": "walk", "duration": duration, "eye_height": 1.62, "start": {"at": [0, 0], "face_deg": 0},
            "path": [{"to": [0, 0], "wait": 1.0}, {"to": [0, -2], "speed": 0.8, "wait": 4.0}]}
    scenario = {"name": "walk", "user": {"at": [0, 0, 0]}, "tour": f"{name}.tour.json",
                "agents": [{"name": "ana", "at": [3, 0, -2], "behaviour": "stand"}],
                "parts": [{"part": "floor", "name": "floor", "width": 20, "depth": 20}], "objects": objects,
                "checks": [{"name": "the gauge is seen", "kind": "visible", "object": "gauge", "limit": limit, "who": "user"}]}
    (folder / f"{name}.json").write_text(json.dumps(scenario))
    (folder / f"{name}.tour.json").write_text(json.dumps(tour))
    return str(folder / f"{name}.json")


def report(folder, name, code=0, **change):
    firsthand("evaluate", place(folder, name, **change), "--out", str(folder / name), code=code)
    return str(folder / name)


def compared(a, b, code=0):
    return json.loads(firsthand("diff", a, b, "--json", code=code)[0])


def keys(rows):
    return sorted((row["who"], row["what"]) for row in rows)


def equal_case(folder):
    """A report, the same visit measured again, and a recording of it: nothing is better, worse or in doubt."""
    a = report(folder, "a")
    log = str(folder / "v.fhlog")
    firsthand("run", str(folder / "a.json"), "--headless", "--record", log)
    for b in (a, str(folder / "a.json"), log):
        found = compared(a, b)
        assert not (found["better"] or found["worse"] or found["cannot_tell"] or found["only_in_a"] or found["only_in_b"]), found
        assert found["equal"] > 30 and not found["notes"], found
    text, _ = firsthand("diff", a, a)
    assert "nothing is better or worse" in text, text


def change_case(folder):
    """A known change is found with its size and direction, and nothing else is."""
    a = report(folder, "a")
    lower = report(folder, "lower", beam=2.1)
    found = compared(a, lower, code=1)
    beam = [("user", "clearance, least"), ("user", "headroom, least")]
    assert keys(found["worse"]) == beam, found["worse"]
    assert not found["better"] and not found["only_in_a"] and not found["only_in_b"], found
    row = found["worse"][1]
    assert abs(row["difference"] + 0.2) < 1e-3 and row["low"] < row["difference"] < row["high"] < 0 and row["better_is"] == "more"
    assert keys(compared(lower, a)["better"]) == beam
    # The view of the gauge, and the check of it, get worse by a board before it; nobody's posture or way does.
    hidden = report(folder, "hidden", code=1, board=1.5, limit=0.9)
    whole = report(folder, "whole", limit=0.9, board=4.0)
    found = compared(whole, hidden, code=1)
    assert {what.split(":")[0] for _, what in keys(found["worse"])} == {"gauge", "the gauge is seen"}, found["worse"]
    assert ("user", "gauge: visible fraction, mean") in keys(found["worse"]), found["worse"]
    assert ("check", "the gauge is seen") in keys(found["worse"]), found["worse"]
    others = [row for row in found["better"] + found["cannot_tell"] if not row["what"].startswith(("board", "gauge"))]
    assert not others, others
    mean = next(row for row in found["worse"] if row["what"] == "gauge: visible fraction, mean")
    assert mean["effect"] < -0.8 and -1 < mean["low"] < mean["high"] < 0, mean


def words_case(folder):
    """The page, what else differs, and bad input."""
    a, b = report(folder, "a"), report(folder, "b", beam=2.1, duration=5)
    page = folder / "diff.html"
    text, _ = firsthand("diff", a, b, "--out", str(page), code=1)
    assert "worse (" in text and "headroom" in text and "note: the place differs" in text and "6.0 s and 5.0 s" in text, text
    html = page.read_text()
    assert all(word in html for word in ("headroom", "Worse", "interval", "prefers-color-scheme")) and "<script" not in html
    assert one_line(firsthand("diff", a, b, "--out", str(page), code=2)[1])
    firsthand("diff", a, b, "--out", str(page), "--force", code=1)
    assert "no report" in firsthand("diff", a, str(folder), code=2)[1]
    assert "no variants" in firsthand("diff", a, str(folder / "b.json") + ":taller", code=2)[1]
    assert one_line(firsthand("diff", a, str(folder / "none.fhlog"), code=2)[1])
    cut = folder / "cut"
    shutil.copytree(a, cut)
    lines = (cut / "posture.csv").read_text().splitlines(keepends=True)
    (cut / "posture.csv").write_text("".join(lines[:-1]))
    assert "rows" in firsthand("diff", a, str(cut), code=2)[1]
    for wrong in ("{", "[]", '{"format": 1}', '{"format": 1, "subject": {}, "checks": [{}], "visits": [{"body": 1}]}'):
        (cut / "report.json").write_text(wrong)
        assert one_line(firsthand("diff", a, str(cut), code=2)[1]), wrong
    report_json = json.loads((pathlib.Path(a) / "report.json").read_text())
    report_json["visits"][0]["tables"][0]["file"] = "../a/posture.csv"
    (cut / "report.json").write_text(json.dumps(report_json))
    assert one_line(firsthand("diff", a, str(cut), code=2)[1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        globals()[CASE](pathlib.Path(folder))


main()
