#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Inside the tick no libm transcendental function may be called: C libraries differ in the last bit.

usage: no_libm.py SOURCE_DIR. Modules of the tick are checked for std:: and bare calls, and for GLM's functions that
call them. A line may say `// outside the tick: why`.
"""
import pathlib
import re
import sys

TICK_MODULES = ["math", "frame", "scene", "human", "physics", "senses", "planning", "language", "mind", "evaluation", "session/tour", "world"]
NAMES = "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 expm1 log log2 log10 log1p pow cbrt hypot".split()
CALL = re.compile(r"\b(std::|glm::)(" + "|".join(NAMES) + r")f?\s*\(|(?<![\w:.>])(" + "|".join(n + "f" for n in NAMES) + r")\s*\(")
GLM = re.compile(r"\bglm::(slerp|mix\(\s*\w*[qQ]uat|angleAxis|rotate|eulerAngles|pitch|yaw|roll|angle|axis|quatLookAt)\s*\(")


def check(text):
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if "outside the tick:" not in line and (CALL.search(code) or GLM.search(code)):
            yield number, line.strip()


assert list(check("x = std::sin(y);")) and list(check("x = sinf(y);")) and not list(check("x = math::sin(y); // std::sin(z)"))
found = []
for module in TICK_MODULES:
    for file in sorted((pathlib.Path(sys.argv[1]) / "src" / module).rglob("*")):
        if file.suffix in {".h", ".cpp"}:
            found += [f"{file}:{n}: {line}" for n, line in check(file.read_text())]
print("\n".join(found) if found else "no libm in the tick")
sys.exit(1 if found else 0)
