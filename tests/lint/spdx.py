#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every source, script, shader and CMake file states its licence in one of its first lines.

usage: spdx.py SOURCE_DIR [--add | --self-test]     --add writes the line where it is missing
"""
import pathlib
import subprocess
import sys

LINE = "SPDX-License-Identifier: Apache-2.0"
SLASHES = {".h", ".cpp", ".vert", ".frag", ".comp", ".glsl", ".in"}
HASHES = {".py", ".sh", ".cmake"}


def comment_of(path, text):
    """How a comment begins in that file; None where no line is due."""
    if path.suffix in SLASHES:
        return "//"
    if path.suffix in HASHES or path.name == "CMakeLists.txt" or text.startswith("#!"):
        return "#"
    return None


def has_line(text):
    return any(LINE in line for line in text.splitlines()[:3])


def with_line(text, comment):
    first, _, rest = text.partition("\n")
    if first.startswith("#!"):
        return f"{first}\n{comment} {LINE}\n{rest}"
    return f"{comment} {LINE}\n{text}"


def main():
    if "--self-test" in sys.argv:
        assert not has_line("#pragma once\n") and not has_line("\n\n\n// " + LINE)
        assert with_line("#!/bin/sh\nx\n", "#") == f"#!/bin/sh\n# {LINE}\nx\n"
        assert has_line(with_line("#pragma once\n", "//"))
        assert comment_of(pathlib.Path("a.json"), "{}") is None
        print("missing lines are found")
        return
    top = pathlib.Path(sys.argv[1])
    listed = subprocess.run(["git", "-C", top, "ls-files"], capture_output=True, text=True)
    if listed.returncode:
        print("skipped: no git checkout")
        sys.exit(4)
    missing = []
    for name in listed.stdout.splitlines():
        path = top / name
        if path.suffix in {".png", ".glb"} or not path.is_file():
            continue
        text = path.read_text(errors="replace")
        comment = comment_of(path, text)
        if comment and not has_line(text):
            missing.append(name)
            if "--add" in sys.argv:
                path.write_text(with_line(text, comment))
    if missing and "--add" not in sys.argv:
        print("\n".join(f"{name}: no line \"{LINE}\"" for name in missing))
        sys.exit("add it with: tests/lint/spdx.py . --add")
    print(f"{len(missing)} added" if missing else "every file states its licence")


main()
