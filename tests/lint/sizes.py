#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sizes and knots that make a tree hard to live in: long functions, crowded folders, units of two modules that include
each other.

usage: sizes.py SOURCE_DIR CTAGS
A function has at most 60 lines, and at most 0.5 % of all functions have more than 50. A folder of src has at most
40 files. A unit is a header with its source; no cycle of includes may lead through units of two modules.
"""
import json
import pathlib
import re
import subprocess
import sys

LONGEST, LONG, LONG_SHARE = 60, 50, 0.005
FULLEST = 40
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def functions(ctags, files):
    """(lines, file, first line, name) of every function, the longest first."""
    command = [ctags, "-f", "-", "-L", "-", "--output-format=json", "--fields=+ne", "--language-force=C++", "--c++-kinds=f"]
    listed = subprocess.run(command, input="\n".join(map(str, files)), capture_output=True, text=True, check=True).stdout
    tags = [json.loads(line) for line in listed.splitlines()]
    sized = [(t["end"] - t["line"] + 1, t["path"], t["line"], t["name"]) for t in tags if "end" in t]
    return sorted(sized, reverse=True)


def long_functions(found, root):
    wrong = [f"{where(path, root)}:{line}: {name} has {lines} lines, more than {LONGEST}: split it into named stages"
             for lines, path, line, name in found if lines > LONGEST]
    longer = [f for f in found if f[0] > LONG]
    if len(longer) > LONG_SHARE * len(found):
        listed = "".join(f"\n    {lines} {where(path, root)}:{line} {name}" for lines, path, line, name in longer)
        wrong.append(f"{len(longer)} of {len(found)} functions have more than {LONG} lines, "
                     f"more than {100 * LONG_SHARE} %:{listed}")
    return wrong


def where(path, root):
    return pathlib.Path(path).relative_to(root)


def full_folders(src):
    wrong = []
    for folder in [src, *(d for d in src.rglob("*") if d.is_dir())]:
        count = sum(f.is_file() for f in folder.iterdir())
        if count > FULLEST:
            wrong.append(f"{folder.relative_to(src.parent)} has {count} files, more than {FULLEST}: it is two modules")
    return wrong


def knots(graph):
    """Strongly connected components of more than one node (Tarjan, without recursion)."""
    index, low, on_stack, stack, result = {}, {}, set(), [], []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, edges = work[-1]
            for other in edges:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    knot = set()
                    while node not in knot:
                        knot.add(stack.pop())
                    on_stack -= knot
                    if len(knot) > 1:
                        result.append(knot)
    return result


def crossing_knots(src, files):
    units, modules = {}, {}
    for file in files:
        unit = file.relative_to(src).with_suffix("")
        targets = {(src / header).with_suffix("").relative_to(src) for header in INCLUDE.findall(file.read_text())
                   if (src / header).exists()}
        units.setdefault(unit, set()).update(targets - {unit})
        modules.setdefault(unit.parent, set()).update({t.parent for t in targets} - {unit.parent})
    for target in {t for targets in units.values() for t in targets}:
        units.setdefault(target, set())
    for target in {t for targets in modules.values() for t in targets}:
        modules.setdefault(target, set())
    wrong = [f"units of several modules include each other: {', '.join(sorted(map(str, knot)))}"
             for knot in knots(units) if len({unit.parent for unit in knot}) > 1]
    wrong += [f"modules include each other: {', '.join(sorted(map(str, knot)))}" for knot in knots(modules)]
    return wrong


def main():
    root, ctags = pathlib.Path(sys.argv[1]), sys.argv[2]
    src = root / "src"
    files = sorted(f for f in src.rglob("*") if f.suffix in {".h", ".cpp"})
    found = functions(ctags, files)
    wrong = long_functions(found, root) + full_folders(src) + crossing_knots(src, files)
    if len(found) < len(files):
        wrong.append(f"only {len(found)} functions found in {len(files)} files: is {ctags} Universal Ctags?")
    if wrong:
        print("\n".join(wrong))
        sys.exit(1)
    print(f"sizes: {len(found)} functions, the longest {found[0][0]} lines, {sum(f[0] > LONG for f in found)} over {LONG}")


main()
