#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every citation in src, docs, tests, shaders and tools has a row in docs/references.md, and every row is cited.

usage: references.py SOURCE_DIR [--self-test]
Citations are ids (K-23, also as a range J-21 … J-24) and authors with a year (de Leva 1996).
"""
import pathlib
import re
import sys

FOLDERS = ["src", "docs", "tests", "shaders", "tools", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
TEXT = {".h", ".cpp", ".md", ".py", ".glsl", ".frag", ".vert", ".comp", ".sh", ".cmake", ".txt", ".json", ".in", ""}
PREFIX = r"(?:K|JB|J|CA|CB|CH|JU)"
ID = re.compile(rf"\b({PREFIX})-(\d{{2,3}})\b")
RANGE = re.compile(rf"\b({PREFIX})-(\d{{2,3}})\s*(?:…|\.\.\.?)\s*\1-(\d{{2,3}})\b")
AUTHOR = re.compile(
    r"\b([A-Z][a-zäöüéč'-]+)((?:, [A-Z][\w-]+)*,? (?:and|et|&) (?:al\.|[A-Z][a-z]+)|(?:, [A-Z][\w-]+)+)?,? \(?((?:19[4-9]|20[0-2])\d)b?\b")
NO_AUTHORS = {"Army", "Neutral", "Debian", "January", "November"}
# Notes of the authors that no reader has.
PRIVATE = re.compile(r"\b(?:jack_[ab]|course_[ab]|peers|kuffner|performance|choi|jung|styles)\.md\b|\bjack_[ab] |\bpeers c-\d|[(, ]c-\d{1,2}\b|\bissue \d+\b")


def citations(text):
    text = re.sub(r"\n\s*(?:///?|#|\*)?\s*", " ", text)
    found = {f"{prefix}-{number}" for prefix, number in ID.findall(text)}
    for prefix, first, last in RANGE.findall(text):
        found |= {f"{prefix}-{number:02d}" for number in range(int(first), int(last) + 1)}
    for first, others, year in AUTHOR.findall(text):
        if first not in NO_AUTHORS:
            found.add((frozenset({first, *re.findall(r"[A-Z][\w-]+", others)}), year))
    return found


def rows(references):
    """{id or (names, year): label} of the tables."""
    out = {}
    for label in re.findall(r"^\| ([^|]+?) \| ", references, re.MULTILINE):
        if ID.fullmatch(label):
            out[label] = label
        elif year := re.search(r" (\d{4})$", label):
            out[(frozenset(re.findall(r"[A-ZÄÖÜ][\w-]+", label)), year[1])] = label
        elif label not in ("id", "cited as"):
            out[(frozenset(), label)] = label  # a name without a year: cited by that very word
    return out


def resolves(citation, table):
    if isinstance(citation, str):
        return citation if citation in table else None
    names, year = citation
    for key in table:
        if not isinstance(key, str) and key[1] == year and names & key[0]:
            return key
    return None


def check(files, references):
    """Complaints about files ({name: text})."""
    table = rows(references)
    problems, used = [], set()
    for name, text in files.items():
        for citation in citations(text):
            key = resolves(citation, table)
            shown = citation if isinstance(citation, str) else f"{' '.join(sorted(citation[0]))} {citation[1]}"
            if key is None:
                problems.append(f"{name}: {shown} has no row in docs/references.md")
            used.add(key)
        for line, content in enumerate(text.splitlines(), 1):
            if PRIVATE.search(content):
                problems.append(f"{name}:{line}: cites notes that are not part of the repository")
        used |= {key for key in table if not isinstance(key, str) and re.search(rf"\b{re.escape(table[key])}\b", text)}
    return problems + [f"docs/references.md: nothing cites {label}" for key, label in table.items() if key not in used]


def read_files(top):
    files = {}
    for folder in FOLDERS:
        path = top / folder
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and file.suffix in TEXT and file.name not in ("references.md", "references.py"):
                files[str(file.relative_to(top))] = file.read_text(errors="replace")
    return files


def self_test():
    table = "| K-01 | a | b |\n| J-02 | a | b |\n| J-03 | a | b |\n| de Leva 1996 | a |\n| Hof and Sinke 2005 | a |\n"
    good = {"x": "as in (K-01, J-02 … J-03), de Leva 1996,\n// Hof et al. 2005"}
    assert check(good, table) == [], check(good, table)
    assert check({"x": good["x"] + " and K-09"}, table) == ["x: K-09 has no row in docs/references.md"]
    assert check({"x": good["x"] + " Perry 1992"}, table) == ["x: Perry 1992 has no row in docs/references.md"]
    assert check({"x": good["x"].replace("K-01, ", "")}, table) == ["docs/references.md: nothing cites K-01"]
    assert len(check({"x": good["x"] + " (peers.md 5.4)"}, table)) == 1
    print("finds missing rows, rows nobody cites and private notes")


if "--self-test" in sys.argv:
    self_test()
    sys.exit(0)
top = pathlib.Path(sys.argv[1])
complaints = check(read_files(top), (top / "docs" / "references.md").read_text())
print("\n".join(sorted(complaints)) or "every citation has a row")
sys.exit(1 if complaints else 0)
