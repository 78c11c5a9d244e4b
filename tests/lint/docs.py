#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages for people: lines of at most 120 characters (tables, code and lines that are one link or picture excepted), and relative links
that lead to a file.

usage: docs.py SOURCE_DIR [--self-test]
"""
import pathlib
import re
import sys

LIMIT = 120
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")


def check(name, text, exists):
    """Complaints about one page; exists(target) says whether a relative link resolves."""
    problems, code = [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            problems += [f"{name}:{number}: no such file: {target}" for target in LINK.findall(line) if "://" not in target and not exists(target)]
        if code or len(line) <= LIMIT or line.startswith("|") or re.fullmatch(r"\s*[-*]?\s*!?\[[^\]]*\]\(\S*\).*", line):
            continue
        problems.append(f"{name}:{number}: {len(line)} characters, at most {LIMIT}")
    return problems


if "--self-test" in sys.argv:
    long = "x" * 121
    assert len(check("p", long, lambda t: True)) == 1
    assert check("p", f"| {long} |\n```\n{long}\n```\n![{long}](a.png)", lambda t: True) == []
    assert check("p", "see [a](b.md)", lambda t: False) == ["p:1: no such file: b.md"]
    print("finds long lines and dead links")
    sys.exit(0)
top = pathlib.Path(sys.argv[1])
pages = sorted([*top.glob("*.md"), *top.glob("docs/**/*.md")])
complaints = [c for page in pages for c in check(page.relative_to(top), page.read_text(), lambda t: (page.parent / t).exists())]
print("\n".join(complaints) or f"{len(pages)} pages")
sys.exit(1 if complaints else 0)
