#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy with the checks of .clang-tidy: on the sources changed since the main branch (at most six), or with --all on all of src.

usage: clang_tidy.py SOURCE_DIR BUILD_DIR [--all] [FILE...]
BUILD_DIR holds a compile_commands.json of a batched build; the flags of a file are those of its module. Exit 4: no clang-tidy.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

MOST = 6  # files of a quick run: about half a minute on two cores
DROP = re.compile(r"^-(?:W\w.*|f(?:no-)?(?:tree|math|trapping|ffp|fp)-?\S*|O\d|g\d?)$")


def git(source, *words):
    done = subprocess.run(["git", "-C", source, *words], capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else []


def changed(source):
    """Sources that differ from the main branch; on that branch itself, those of the last commit."""
    base = (git(source, "merge-base", "HEAD", "main") or git(source, "merge-base", "HEAD", "origin/main") or [""])[0]
    if not base or [base] == git(source, "rev-parse", "HEAD"):
        base = "HEAD~1"
    names = git(source, "diff", "--name-only", "--diff-filter=d", base, "--", "src")
    return [source / name for name in names if name.endswith(".cpp")][:MOST]


def commands(build):
    """{module: compiler flags} and the batch files, from the compilation database."""
    flags, batches = {}, []
    for entry in json.loads((build / "compile_commands.json").read_text()):
        target = re.search(r"CMakeFiles/fh_(\w+)\.dir/", entry["command"])
        words = shlex.split(entry["command"])[1:]
        words = words[: words.index("-o")] + words[words.index("-c") + 2 :]
        words = [word for word in words if not DROP.match(word)]
        if target:
            flags[target[1]] = words
        if "/batches/" in entry["file"] and "/test_" not in entry["file"] or "/src/" in entry["file"]:
            batches.append((pathlib.Path(entry["file"]), words))
    return flags, batches


def run(file, flags):
    done = subprocess.run(["clang-tidy", "--quiet", str(file), "--", *flags], capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if re.search(r": (?:warning|error): ", line)]
    return lines or ([f"{file}: clang-tidy failed: {done.stderr[-500:]}"] if done.returncode else [])


def main():
    if not shutil.which("clang-tidy"):
        print("skipped: no clang-tidy")
        sys.exit(4)
    source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    flags, batches = commands(build)
    named = [pathlib.Path(word).resolve() for word in sys.argv[3:] if not word.startswith("--")]
    if "--all" in sys.argv:
        jobs = batches
    else:
        jobs = []
        for file in named or changed(source):
            module = "_".join(file.parent.relative_to(source / "src").parts) if source / "src" in file.parents else ""
            jobs.append((file, flags.get(module) or next(iter(flags.values()))))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = sorted({line for lines in pool.map(lambda job: run(*job), jobs) for line in lines})
    print("\n".join(problems) or f"{len(jobs)} files, nothing to say")
    sys.exit(1 if problems else 0)


main()
