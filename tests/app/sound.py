#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a visit sounds like, as a file.

usage: sound.py PROGRAM SOURCE_DIR. Passes when files and exit codes are as promised.
"""
import json
import math
import pathlib
import stat
import struct
import tempfile
import wave

from harness import TOUR, agent, firsthand, room


def seconds_and_peak(file):
    with wave.open(str(file)) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (2, 2, 48000)
        count = sound.getnframes()
        samples = struct.unpack(f"<{2 * count}h", sound.readframes(count))
    return count / 48000, max(map(abs, samples))


def fallen(folder, name, at, *parts):
    """A crate that falls 1 m there, as a user at the origin who looks along -Z hears it: seconds until it is heard, dB left and right."""
    place = {"name": name, "user": {"at": [0, 0, 0]}, "tour": "still.json",
             "parts": [{"part": "floor", "name": "floor", "width": 30, "depth": 30}, *parts,
                       {"part": "crate", "name": "crate", "at": [at[0], 1, at[1]], "width": 0.3, "height": 0.3, "depth": 0.3, "mass": 2}]}
    tour = {"version": 1, "name": "still", "duration": 0.75, "eye_height": 1.62, "start": {"at": [0, 0], "face_deg": 0}}
    (folder / "still.json").write_text(json.dumps(tour))
    (folder / f"{name}.json").write_text(json.dumps(place))
    file = folder / f"{name}.wav"
    firsthand("run", str(folder / f"{name}.json"), "--headless", "--sound", str(file))
    with wave.open(str(file)) as sound:
        count = sound.getnframes()
        samples = struct.unpack(f"<{2 * count}h", sound.readframes(count))
    onset = next((i // 2 / 48000 for i, sample in enumerate(samples) if abs(sample) > 12), None)
    return onset, [10 * math.log10(sum(x * x for x in samples[side::2]) + 1e-9) for side in (0, 1)]


def laws(folder):
    """When, on which side and how loud a blow is heard in the file of a visit."""
    def sum_db(levels):
        return 10 * math.log10(sum(10 ** (0.1 * level) for level in levels))

    def away(at):  # from the ears
        return math.hypot(at[0], at[1], 1.6)

    onset, near = fallen(folder, "near", [0, -2])
    # It meets the floor after sqrt(2 h / g), on a tick.
    assert 0.4515 - 1 / 90 < onset < 0.4515 + 1 / 90 + 0.02, onset
    _, far = fallen(folder, "far", [0, -6])
    lost = sum_db(near) - sum_db(far)
    assert abs(lost - 20 * math.log10(away([0, -6]) / away([0, -2]))) < 1, lost
    assert abs(near[0] - near[1]) < 1, near
    for side, x in ((0, -3), (1, 3)):
        _, levels = fallen(folder, f"side{side}", [x, 0])
        assert levels[side] > levels[1 - side] + 3, (x, levels)
    wall = {"part": "wall", "name": "wall", "at": [0, 0, -4], "length": 28, "height": 2.6}
    _, behind = fallen(folder, "behind", [0, -6], wall)
    assert sum_db(behind) < sum_db(far) - 12, (sum_db(behind), sum_db(far))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    live, again, log = folder / "live.wav", folder / "again.wav", folder / "visit.fhlog"
    out, _ = firsthand("run", "workshop", "--headless", "--tour", TOUR, "--seconds", "4", "--sound", str(live), "--record", str(log),
                       "--json")
    assert json.loads(out)["sound"] == str(live)
    seconds, peak = seconds_and_peak(live)
    assert abs(seconds - 4) < 1e-3, seconds
    assert peak > 100, "silence"
    assert stat.S_IMODE(live.stat().st_mode) == 0o600
    # The same bytes again from the recording.
    firsthand("replay", str(log), "--sound", str(again))
    assert live.read_bytes() == again.read_bytes()
    # Nothing is replaced unasked.
    _, err = firsthand("replay", str(log), "--sound", str(again), code=2)
    assert "--force" in err, err
    _, err = firsthand("run", "empty", "--headless", "--seconds", "1", "--sound", str(again), code=2)
    assert "--sound" in err and "--force" in err, err
    firsthand("replay", str(log), "--sound", str(again), "--force")
    # Without users the first agent listens; without anybody there is silence.
    alone = room(folder, "alone", [agent("ada", [0, 0, 0], errands=[{"at": [0, 0, 3]}])])
    text = json.loads(pathlib.Path(alone).read_text())
    del text["user"]
    pathlib.Path(alone).write_text(json.dumps(text | {"users": []}))
    firsthand("run", alone, "--headless", "--seconds", "3", "--sound", str(folder / "alone.wav"))
    assert seconds_and_peak(folder / "alone.wav")[1] > 20
    laws(folder)
print("ok")
