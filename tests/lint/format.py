#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every C++ and GLSL-free source is formatted by .clang-format. usage: format.py SOURCE_DIR CLANG_FORMAT"""
import pathlib
import subprocess
import sys

source, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
files = sorted(str(f) for folder in ("src", "tests") for f in (source / folder).rglob("*") if f.suffix in {".h", ".cpp"})
result = subprocess.run([tool, "--dry-run", "-Werror", "--style=file", *files], capture_output=True, text=True)
wrong = sorted({line.split(":")[0] for line in result.stderr.splitlines() if ": error:" in line})
if wrong:
    print("not formatted; run clang-format -i on:\n  " + "\n  ".join(wrong))
    sys.exit(1)
if result.returncode != 0:
    print(result.stderr)
    sys.exit(1)
print(f"format: {len(files)} files")
