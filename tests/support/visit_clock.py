#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How far a visit in a window has come, by the rows of its recording (docs/recordings.md): scripts wait for that, however slow a machine is.

usage: visit_clock.py FILE SECONDS    waits until so much time has passed in the visit
"""
import struct
import sys
import time


class VisitClock:
    def __init__(self, name):
        self.file, self.rest, self.rows, self.ticks = open(name, "rb"), b"", 0, 0
        self.file.seek(8)
        self.read()

    def read(self):
        self.rest, at = self.rest + self.file.read(), 0
        while len(self.rest) - at >= 5:
            length, kind = struct.unpack_from("<IB", self.rest, at)
            if len(self.rest) - at < length + 13:
                break
            if kind == 2:  # Input
                self.rows += 1
                self.ticks += struct.unpack_from("<I", self.rest, at + 5)[0]
            at += length + 13
        self.rest = self.rest[at:]

    def wait(self, seconds, frames=2):
        """Until so much time has passed in so many frames."""
        rows, ticks, deadline = self.rows + frames, self.ticks + round(90 * seconds), time.monotonic() + 200
        while self.rows < rows or self.ticks < ticks:
            assert time.monotonic() < deadline, "the visit stands still"
            time.sleep(0.01)
            self.read()


if __name__ == "__main__":
    VisitClock(sys.argv[1]).wait(float(sys.argv[2]))
