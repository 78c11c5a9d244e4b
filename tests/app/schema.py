#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""JSON Schema and readers agree: what a reader accepts the schema accepts, and a wrong type, range, word, count or key is refused by both.

usage: schema.py PROGRAM SOURCE_DIR scenario|tour
The files are the bundled ones, the broken ones of tests/data, and mutants: of every key of every level of the schema one value each that
is just inside and just outside of what it may hold. Many mutants share a file; readers and schema name the entry that is wrong.
"""
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:  # the package belongs to the system's Python, which need not be the first one found
    if os.path.realpath(sys.executable) != os.path.realpath("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    sys.exit("python3-jsonschema is missing: run tools/setup --test")

PROGRAM, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
# What a reader says of a value that has the wrong type, range, word or count, or of a key that is missing or unknown.
FORM = re.compile(r"must be (?!a unit)|must hold|must not be zero|is not one of|is not a colour|is not a button|is missing|unknown key|is longer"
                  r"|there is nobody|holds more|has more|lies more|is more than 10 km|only version 1")
ABSENT, UNKNOWN = object(), "nonesuch"


def stripped(text):
    """JSON without comments; strings are left alone."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda m: m[1] or "", text, flags=re.S)


class Schema:
    def __init__(self, name):
        self.root = json.loads((SOURCE / "assets/schemas" / name).read_text())
        jsonschema.Draft202012Validator.check_schema(self.root)
        self.validator = jsonschema.Draft202012Validator(self.root)

    def level(self, name):
        return self.root if name == "" else self.root["$defs"][name]

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        return schema

    def wrong(self, document):
        """JSON pointers of what is wrong, deepest level first."""
        found = []
        for error in self.validator.iter_errors(document):
            found += ["".join(f"/{step}" for step in inner.absolute_path) for inner in ([error] + list(error.context or []))]
        return found


def values(schema, resolve):
    """(value, is it allowed) for a key."""
    schema = resolve(schema)
    if "const" in schema:
        return [(schema["const"], True), (schema["const"] + 1 if isinstance(schema["const"], int) else UNKNOWN, False)]
    if "enum" in schema:
        return [(word, True) for word in schema["enum"]] + [(UNKNOWN, False), (7, False), (None, False)]
    kind = schema["type"]
    if kind in ("number", "integer"):
        low, high = schema.get("minimum"), schema.get("maximum")
        step = 1 if kind == "integer" else 1e-6
        if "exclusiveMinimum" in schema:
            return [("x", False), (None, False), (schema["exclusiveMinimum"], False), (schema["exclusiveMinimum"] + 0.5, True)]
        result = [("x", False), (True, False), (None, False), ([1], False)]
        result += [(low, True), (low - step - abs(low) * 1e-6, False)] if low is not None else [(-1e5, True)]
        result += [(high, True), (high + step + abs(high) * 1e-6, False)] if high is not None else [(1e5, True)]
        return result + ([(low + 0.5, False)] if kind == "integer" and low != high else [])
    if kind == "boolean":
        return [(True, True), (False, True), ("true", False), (1, False), (None, False)]
    if kind == "string":
        result = [(7, False), (None, False), ([], False)]
        if "maxLength" in schema:
            result += [("x" * schema["maxLength"], True), ("x" * (schema["maxLength"] + 1), False)]
        if schema.get("pattern", "").startswith("^#"):
            result += [("#a1B2c3", True), ("red", False), ("#a1b2c", False), ("", False)]
        elif "pattern" in schema:
            result += [("a-b_c.9", True), ("a b", False), ("", False), ("y" * 81, False), ("ä", False)]
        return result
    if kind == "array":
        items = resolve(schema["items"])
        few, most = schema.get("minItems", 0), schema.get("maxItems")
        result = [({}, False), ("x", False), (None, False)]
        if items.get("type") == "object" or "properties" in items:
            return result + [([7], False)]  # what is inside is a level of its own
        inner = values(items, resolve)
        good = next((value for value, allowed in inner if allowed), "x")
        result += [([bad] + [good] * (few - 1 if few else 0), False) for bad, allowed in inner if not allowed]
        result += [([good] * (few - 1), False), ([good] * few, True)] if few else []
        result += [([good] * (most + 1), False)] if most else []
        return result
    assert kind == "object", schema
    result = [([], False), ("x", False), (None, False)]
    if isinstance(schema.get("additionalProperties"), dict):
        result += [({"stature": value}, allowed) for value, allowed in values(schema["additionalProperties"], resolve)]
    return result


def mutants(schema, level, base):
    """(entry, key, is it allowed): one change each."""
    definition = schema.level(level)
    for key, of_key in definition["properties"].items():
        for value, allowed in values(of_key, schema.resolved):
            if key == "relations" and value and isinstance(value, dict):
                value = {"user": liking for liking in value.values()}  # its keys are people's names
            if level in ("", "user", "sky") or key not in ("name", "part") or not allowed:
                yield {**copy.deepcopy(base), key: value}, key, allowed
    for key in definition.get("required", []):
        if key != "part":
            yield {k: v for k, v in copy.deepcopy(base).items() if k != key}, key, False
    yield {**copy.deepcopy(base), UNKNOWN: 1}, UNKNOWN, False
    if level:
        yield {**copy.deepcopy(base), "$schema": "x"}, "$schema", False


class Batch:
    """Documents to be judged by both, and what is expected of their entries."""

    def __init__(self, schema):
        self.schema, self.documents, self.expected = schema, [], []

    def add(self, document, expected):
        self.documents.append(document)
        self.expected.append(expected)

    def add_list(self, frame, key, entries, unique=""):
        """Entries of one list, at most 100 a file: readers list 200 problems."""
        for first in range(0, len(entries), 100):
            document, expected = copy.deepcopy(frame), []
            rows = document.setdefault(key, [])
            for entry, inner, changed, allowed in entries[first:first + 100]:
                if unique and unique in entry and changed != unique:
                    entry = {**entry, unique: f"{entry[unique]}{len(rows)}"}
                expected.append((f"/{key}/{len(rows)}{inner}", changed, allowed))
                rows.append(entry)
            self.add(document, expected)

    def judge(self, folder):
        names = []
        for number, document in enumerate(self.documents):
            names.append(str(folder / f"mutant_{number:04}.json"))
            pathlib.Path(names[-1]).write_text(json.dumps(document))
        done = subprocess.run([PROGRAM, "--data", str(SOURCE), "validate", "--json", *names], capture_output=True, text=True, timeout=200)
        reports, count, faults = json.loads(done.stdout), 0, []
        for report, document, expected in zip(reports, self.documents, self.expected, strict=True):
            said = [problem["text"].split(": ", 2) for problem in report["problems"] if problem["kind"] == "content"]
            assert all(len(line) == 3 for line in said), report["problems"]
            wrong = self.schema.wrong(document)
            for place, key, allowed in expected:
                count += 1
                here = [(pointer, words) for _, pointer, words in said
                        if (pointer == "/" or pointer == place or pointer.startswith(place + "/")) and FORM.search(words)
                        and (key in pointer.removeprefix(place) or f'"{key}"' in words)]
                refused = [at for at in wrong if at == place or at.startswith(place + "/") or (place == "" and at == "")]
                if allowed and (here or refused):
                    faults.append(f"{place}/{key} is allowed, but the reader says {here}, the schema {refused}: {report['file']}")
                if not allowed and not (here and refused):
                    faults.append(f"{place}/{key} is not allowed; the reader says {here}, the schema {refused}: {report['file']}")
        assert not faults, "\n".join(faults[:20] + [f"{len(faults)} of {count}"])
        return count


def scenario_mutants(schema):
    frame = {"name": "mutants", "user": {"at": [0, 0, 0]}, "parts": [{"part": "floor", "name": "ground"}]}
    batch = Batch(schema)
    own = {"sign": {"text": "A"}, "tool": {"kind": "drill"}, "pipe": {"path": [[0, 0, 0], [1, 0, 0]]}}
    kinds = schema.level("part")["properties"]["part"]["enum"]
    entries = []
    for kind in kinds:
        base = {"part": kind, "name": f"{kind}.", **own.get(kind, {})}
        entries += [(entry, "", key, allowed) for entry, key, allowed in mutants(schema, kind, base)]
    for level, key, inner in (("wall.opening", "openings", {}), ("panel.control", "controls", {"name": "c", "kind": "button"})):
        base = {"part": level.split(".")[0], "name": "p."}
        entries += [({**base, key: [entry]}, f"/{key}/0", changed, allowed) for entry, changed, allowed in mutants(schema, level, inner)]
    entries.append(({"part": UNKNOWN, "name": "x"}, "", "part", False))
    entries.append(({"name": "x"}, "", "part", False))
    batch.add_list(frame, "parts", entries, "name")

    thing = {"name": "o", "shapes": [{"kind": "box", "size": [1, 1, 1]}], "mass": 1}
    entries = [(entry, "", key, allowed) for entry, key, allowed in mutants(schema, "object", thing)]
    for level, key, base in (("shape", "shapes", {"kind": "box", "size": [1, 1, 1]}), ("site", "sites", {"name": "s"}), ("grasp", "grasps", {"name": "g"})):
        entries += [({**thing, key: [entry]}, f"/{key}/0", changed, allowed) for entry, changed, allowed in mutants(schema, level, base)]
    entries += [({**thing, "joint": entry}, "/joint", changed, allowed)
                for entry, changed, allowed in mutants(schema, "joint", {"kind": "none"})]
    batch.add_list(frame, "objects", entries, "name")
    for level, key, base in (("model", "models", {"name": "m", "file": "absent.glb"}), ("light", "lights", {})):
        batch.add_list(frame, key, [(e, "", k, a) for e, k, a in mutants(schema, level, base)], "name")

    somebody = {"name": "a", "behaviour": "errands", "errands": [{"at": [0, 0, 0]}]}
    entries = [(entry, "", key, allowed) for entry, key, allowed in mutants(schema, "agent", somebody)
               if not (key == "whom" or (key == "behaviour" and allowed))]
    entries += [({**somebody, "behaviour": word, "whom": "user"}, "", "behaviour", True)
                for word in schema.level("agent")["properties"]["behaviour"]["enum"]]
    entries += [({**somebody, "whom": 7}, "", "whom", False)]
    for rule in schema.level("agent")["allOf"]:  # what a behaviour needs
        key = rule["then"]["required"][0]
        entries += [({"name": "n", "behaviour": word}, "", key, False) for word in rule["if"]["properties"]["behaviour"]["enum"]]
    entries += [({**somebody, "body": entry}, "/body", key, allowed) for entry, key, allowed in mutants(schema, "agent.body", {})]
    for place, base in (("", {"at": [0, 0, 0]}), ("/or/0", {"at": [0, 0, 0]})):
        level = "agent.errand" + (".or" if place else "")
        for entry, key, allowed in mutants(schema, level, base):
            errand = {"at": [0, 0, 0], "or": [entry]} if place else entry
            entries.append(({**somebody, "errands": [errand]}, f"/errands/0{place}", key, allowed))
    batch.add_list(frame, "agents", entries, "name")

    for level, key in (("user", "user"), ("sky", "sky")):
        for entry, changed, allowed in mutants(schema, level, {}):
            batch.add({**frame, key: entry}, [(f"/{key}", changed, allowed)])
    for document, changed, allowed in mutants(schema, "", frame):
        batch.add(document, [("", changed, allowed)])
    return batch


def tour_mutants(schema):
    frame = {"name": "mutants", "duration": 5, "start": {"at": [0, 0]}}
    batch = Batch(schema)
    lists = (("path", "leg", {"to": [0, 0]}), ("head", "head_key", {"at": 0}), ("left_hand", "hand_key", {"at": 0, "body": [0, 1, 0]}),
             ("commands", "command", {"at": 0, "do": "teleport", "target": [0, 0, 0]}), ("focus", "focus_key", {"at": 0, "focus": "idle"}))
    for key, level, base in lists:
        batch.add_list(frame, key, [(entry, "", changed, allowed) for entry, changed, allowed in mutants(schema, level, base)
                                    if not (level == "hand_key" and changed == "scene" and allowed)
                                    and not (level == "command" and changed in ("object", "number", "text"))])  # teleport takes none
    for entry, changed, allowed in mutants(schema, "start", {"at": [0, 0]}):
        batch.add({**frame, "start": entry}, [("/start", changed, allowed)])
    for document, changed, allowed in mutants(schema, "", frame):
        if changed != "duration" or "duration" in document:  # without it the file is not taken for a tour
            batch.add(document, [("", changed, allowed)])
    return batch


def check_files(schema, folder, broken):
    """The bundled files pass; a broken one whose form is wrong is refused by the schema too."""
    files = sorted((SOURCE / "assets" / folder).glob("*.json"))
    assert len(files) >= 3
    for file in files:
        errors = schema.wrong(json.loads(stripped(file.read_text())))
        assert not errors, f"{file.name}: {errors}"
    wrong_form = 0
    for file in sorted((SOURCE / "tests/data" / broken).glob("*.json")) if broken else []:
        expected = [line for line in file.read_text().splitlines() if line.startswith("// expect: ")]
        try:
            document = json.loads(stripped(file.read_text()))
        except json.JSONDecodeError:
            continue
        for line in expected:
            _, pointer, words = line.split(": ", 2) if line.count(": ") > 1 else (line, "", line)
            if re.search(r"unknown key|must be a|must be between|is not one of|is not a colour", words) and "mass" not in pointer:
                wrong_form += 1
                assert schema.wrong(document), f"{file.name}: the schema accepts what the reader refuses: {line}"
    assert not broken or wrong_form > 10
    return len(files)


def main():
    kind = sys.argv[3]
    schema = Schema(f"{kind}.schema.json")
    files = check_files(schema, f"{kind}s", "broken_scenarios" if kind == "scenario" else "")
    batch = {"scenario": scenario_mutants, "tour": tour_mutants}[kind](schema)
    with tempfile.TemporaryDirectory() as folder:
        count = batch.judge(pathlib.Path(folder))
    print(f"{files} bundled files and {count} mutants: the schema and the reader agree")


main()
