#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutated files given to the program itself: imports, and scenarios and tours that validate accepts and run must then accept.

usage: fuzz_program.py PROGRAM FUZZER SOURCE_DIR [--seed N] [--count N] [--only FORMAT]. Each process may take 10 s and 1 GB, an import
what its own limits allow. Exit 1 when one crashed, hung, was too large, or was accepted by validate and refused by run.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

IMPORTS = ("obj", "stl", "ply", "dae", "fbx", "ifc")
IMPORT_SECONDS = 200  # its own limit is CPU time
MOST_KIB = 1 << 20


def run(options, *command, limit=10):
    """Exit code (negative: killed by a signal, None: not in time) and what it said."""
    begin = time.monotonic()
    try:
        done = subprocess.run([options.program, "--data", options.source, *command], capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, b"", time.monotonic() - begin
    return done.returncode, done.stderr, time.monotonic() - begin


def judge(code, said, what, found):
    if code is None:
        found.append(f"{what}: not done in time")
    elif code < 0 or code > 2:
        found.append(f"{what}: exit {code}")
    elif code == 2 and not said.splitlines()[-1:][0].startswith(b"firsthand: ") if said else code == 2:
        found.append(f"{what}: exit 2 without a message")


def sample_place(options, folder):
    file = pathlib.Path(folder) / "-1.scenario"
    if not file.exists():
        subprocess.run([options.fuzzer, "scenario", "--first", "-1", "--count", "1", "--write", folder], check=True)
    return str(file)


def fuzz(options, form, folder):
    subprocess.run([options.fuzzer, form, "--seed", str(options.seed), "--count", str(options.count), "--write", folder], check=True)
    found, taken, longest = [], 0, 0.0
    for number in range(options.count):
        file = str(pathlib.Path(folder) / f"{number}.{form}")
        if form in IMPORTS:
            code, said, seconds = run(options, "import", file, "--out", file + ".glb", "--force", limit=IMPORT_SECONDS)
            judge(code, said, f"{form} {number}", found)
            taken += code == 0
        else:
            os.rename(file, file + ".json")
            file += ".json"
            code, said, seconds = run(options, "validate", file)
            judge(code, said, f"validate {form} {number}", found)
            if code == 0:
                taken += 1
                place = (sample_place(options, folder), "--tour", file) if form == "tour" else (file,)
                code, said, more = run(options, "run", *place, "--headless", "--seconds", "0.1", "--set", "run.workers=1")
                seconds = max(seconds, more)
                judge(code, said, f"run {form} {number}", found)
                if code == 2 and not (form == "tour" and b"there is no agent" in said):  # validate knows no place
                    found.append(f"{form} {number}: validate accepts, run refuses: {said.decode(errors='replace').strip()}")
        longest = max(longest, seconds)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if largest > MOST_KIB and form not in IMPORTS:
        found.append(f"{form}: a process of {largest >> 10} MB")
    print(f"{form}: {options.count} files of seed {options.seed}: {taken} taken, {len(found)} wrong; longest {longest:.1f} s, "
          f"largest process so far {largest >> 10} MB", flush=True)
    return found


def main():
    asked = argparse.ArgumentParser()
    for name in ("program", "fuzzer", "source"):
        asked.add_argument(name)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--count", type=int, default=4)
    asked.add_argument("--only")
    options = asked.parse_args()
    found = []
    for form in ("scenario", "tour", *IMPORTS):
        if options.only in (None, form):
            with tempfile.TemporaryDirectory() as folder:
                found += fuzz(options, form, folder)
    print("\n".join(found) or "ok")
    return 1 if found else 0


sys.exit(main())
