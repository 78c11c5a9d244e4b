#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include of src/ against the table fh_module() wrote, and third-party headers against their homes.

usage: include_law.py SOURCE_DIR LAW_FILE
LAW_FILE has a line per module: "name: modules it may include".
"""
import pathlib
import re
import sys

# Header prefix -> modules that may include it ("*": all). The first match counts; rival files of benchmarks may
# include what they measure themselves against.
HOMES = [
    (r"Jolt/", {"physics"}),
    (r"vulkan/|vk_mem_alloc", {"gpu", "render", "render/targets", "render/view", "render/text", "xr", "desktop"}),
    (r"openxr/", {"xr"}),
    (r"GLFW/|imgui|backends/imgui", {"desktop"}),
    (r"stb_truetype", {"text"}),
    (r"tiny_gltf|stb_", {"scene/place", "scene/import"}),
    (r"assimp/", {"scene/import"}),
    (r"png\.h", {"render/targets", "report"}),
    (r"xlsxwriter", {"report"}),
    (r"AL/", {"audio"}),
    (r"glm/", {"math"}),
    (r"Eigen/", {"math", "human/body"}),  # decompositions
    (r"spdlog/|xxhash|tl/expected|nlohmann/", {"core"}),
    (r"CLI/", {"app"}),
    (r"fcl/|embree|ompl/|nlopt", set()),
    (r"fmt/", {"*"}),
]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')


def read_law(path):
    law = {}
    for line in path.read_text().splitlines():
        name, _, allowed = line.partition(":")
        if name.strip():
            law[name.strip()] = set(allowed.split())
    return law


def module_of(law, path):
    """The module a file of src belongs to: its own folder; None when that is no module."""
    folder = path.rpartition("/")[0]
    return folder if folder in law else None


def complaint(law, module, file, quote, header):
    """What is wrong with one include; None when nothing is."""
    if quote == '"':
        target = module_of(law, header) or (header.split("/")[0] if "/" in header else module)
        if target in law and target not in law[module]:
            return f"module {module} may not include {header} (see the fh_module() line of {module})"
        if target not in law and not (file.parent / header).exists():
            return f"{header} belongs to no module"
        return None
    for pattern, homes in HOMES:
        if re.match(pattern, header):
            rival = file.name.startswith("rival_")
            if "*" in homes or module in homes or rival:
                return None
            return f"<{header}> may only be included in: {', '.join(sorted(homes)) or 'rival_* files'}"
    return None


def check(source, law):
    problems = []
    for file in sorted((source / "src").rglob("*")):
        if file.suffix not in {".h", ".cpp", ".inc"}:
            continue
        module = module_of(law, file.relative_to(source / "src").as_posix())
        if module is None:
            problems.append(f"{file}: its folder has no fh_module() line")
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            wrong = match and complaint(law, module, file, *match.groups())
            if wrong:
                problems.append(f"{file}:{number}: {wrong}")
    return problems


def self_test():
    """The check must be able to fail."""
    law = {"math": {"math", "core"}, "core": {"core"}, "math/deep": {"math/deep", "core"}}
    here = pathlib.Path("src/math/x.h")
    assert complaint(law, "math", here, '"', "core/log.h") is None
    assert complaint(law, "core", here, '"', "math/pose.h")
    assert complaint(law, "math", here, '"', "math/deep/x.h")
    assert complaint(law, "math/deep", here, '"', "math/pose.h")
    assert complaint(law, "core", here, "<", "Jolt/Jolt.h")
    assert complaint(law, "math", here, "<", "Eigen/Core") is None
    assert complaint(law, "math", here, "<", "vector") is None


if __name__ == "__main__":
    self_test()
    found = check(pathlib.Path(sys.argv[1]), read_law(pathlib.Path(sys.argv[2])))
    print("\n".join(found) if found else "include law: kept")
    sys.exit(1 if found else 0)
