#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program is built with the protections of cmake/hardening.cmake: read out of its ELF file and of the libraries it is linked from.

usage: hardening.py BUILD_DIR. Position independent, read-only after relocation, everything bound at start, no executable stack, stack
protector, FORTIFY, and an endbr64 at the entry of every function that can be called from elsewhere (ours and Jolt's).
"""
import pathlib
import re
import shutil
import struct
import subprocess
import sys

ENDBR64 = b"\xf3\x0f\x1e\xfa"
OURS = re.compile(r"_ZNK?2fh|_ZNK?3JPH|main$")
# Libraries that keep arrays on the stack, so that the protector must show, and those that print, so that FORTIFY must.
GUARDED = ["core", "scene_place", "physics", "session_record", "app_commands"]
PRINTING = ["app_commands"]


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, check=True).stdout


def elf_problems(header, segments, dynamic):
    """What readelf -h, -l and -d say against the program."""
    problems = []
    if not re.search(r"Type:\s+DYN", header):
        problems.append("not position independent (-pie)")
    if "GNU_RELRO" not in segments:
        problems.append("no RELRO segment (-z relro)")
    if not re.search(r"BIND_NOW|Flags:.*\bNOW\b", dynamic):
        problems.append("symbols are not bound at start (-z now)")
    if not re.search(r"GNU_STACK.*\bRW\b", segments):
        problems.append("the stack is executable (-z noexecstack)")
    return problems


def file_offset(segments, address):
    for offset, start, size in segments:
        if start <= address < start + size:
            return address - start + offset
    return None


def unmarked_entries(program):
    """Global functions of ours or Jolt's in the program that do not begin with endbr64."""
    data = program.read_bytes()
    offset, entry_size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    loads = []
    for i in range(count):
        kind, _, at, address, _, size = struct.unpack_from("<IIQQQQ", data, offset + i * entry_size)
        if kind == 1:
            loads.append((at, address, size))
    seen, unmarked = 0, []
    for line in run("nm", "--defined-only", program).splitlines():
        address, kind, name = line.split(maxsplit=2)
        if kind not in "TW" or not OURS.match(name):
            continue
        seen += 1
        at = file_offset(loads, int(address, 16))
        if data[at:at + 4] != ENDBR64:
            unmarked.append(name)
    return seen, unmarked


def library_problems(build):
    problems = []
    jolt = next(iter(build.rglob("libfh_jolt.a")), None)  # absent where an installed Jolt is used
    for library in [build / f"libfh_{name}.a" for name in GUARDED] + ([jolt] if jolt else []):
        if "__stack_chk_fail" not in run("nm", "--undefined-only", library):
            problems.append(f"{library.name}: no stack protector (-fstack-protector-strong)")
    for name in PRINTING:
        if not re.search(r"U __\w*printf_chk", run("nm", "--undefined-only", build / f"libfh_{name}.a")):
            problems.append(f"libfh_{name}.a: no checked library calls (-D_FORTIFY_SOURCE=2)")
    return problems


def self_test():
    """The check must be able to fail."""
    good = ("Type: DYN (PIE)", "GNU_STACK 0 0 0 0 0 RW 0x10\nGNU_RELRO", "Flags: NOW PIE")
    assert not elf_problems(*good)
    assert elf_problems("Type: EXEC", *good[1:])
    assert elf_problems(good[0], "GNU_STACK 0 0 0 0 0 RW 0x10", good[2])
    assert elf_problems(good[0], "GNU_STACK 0 0 0 0 0 RWE 0x10\nGNU_RELRO", good[2])
    assert elf_problems(*good[:2], "Flags: PIE")


def main():
    if not (shutil.which("readelf") and shutil.which("nm")):
        print("skipped: no readelf")
        sys.exit(4)
    self_test()
    build = pathlib.Path(sys.argv[1])
    program = build / "bin" / "firsthand"
    problems = elf_problems(run("readelf", "-hW", program), run("readelf", "-lW", program), run("readelf", "-dW", program))
    seen, unmarked = unmarked_entries(program)
    if seen < 1000:
        problems.append(f"only {seen} functions of ours found: is the program stripped?")
    if unmarked:
        problems.append(f"{len(unmarked)} functions have no endbr64 (-fcf-protection), the first is {unmarked[0]}")
    problems += library_problems(build)
    print("\n".join(problems) or f"hardened; {seen} entries marked")
    sys.exit(1 if problems else 0)


main()
