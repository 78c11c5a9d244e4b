#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a visit sounds like, as a file.

usage: sound.py PROGRAM SOURCE_DIR. Passes when files and exit codes are as promised.
"""
import json
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
print("ok")
