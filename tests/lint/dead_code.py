#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Functions of src/**/*.cpp that the program never reaches: dead code. Benchmarks and tests do not count as callers.

usage: dead_code.py SOURCE_DIR            check the preset deadcode (brought up to date first)
       dead_code.py SOURCE_DIR --self-test

The preset deadcode compiles every function into its own section and links the program of users (fh_dead_code) with every object file of
the modules except bench; the linker's map lists the sections it dropped. What counts is a function of our own that is not inline, not a
template and not a lambda. Functions that only a vtable, a table of pointers or a static initialiser refers to are kept by the linker
together with what refers to them. dead_code_allowed.txt lists the exceptions, one "function  # reason" per line; an entry that is no
longer dead is an error too, so the list can only shrink.

Exit: 0 none, 1 dead code or a stale exception, 4 skipped because there is no build/deadcode (see tools/test).
"""
import pathlib
import re
import subprocess
import sys
import tempfile

DROPPED = re.compile(r"^ \.text\.(\S+)\s+0x0000000000000000\s+0x[0-9a-f]+ (\S+)$", re.MULTILINE)
# A long section name pushes the rest to the next line of the map.
DROPPED_LONG = re.compile(r"^ \.text\.(\S+)\n\s+0x0000000000000000\s+0x[0-9a-f]+ (\S+)$", re.MULTILINE)
OURS = re.compile(r"libfh_(?!tinygltf|bench)\w+\.a\(|/src/app/main\.cpp\.o$|planted\w*\.o$")


def dropped_sections(map_text):
    """Mangled names of the functions that the linker dropped from our object files."""
    part = map_text.partition("Discarded input sections")[2].partition("Memory Configuration")[0]
    return {name for pattern in (DROPPED, DROPPED_LONG) for name, file in pattern.findall(part) if OURS.search(file)}


def defined_functions(program_files):
    """Mangled names of all functions that are neither inline nor templates: strong (T) or local (t) in the symbol tables."""
    listing = subprocess.run(["nm", "--defined-only", *map(str, program_files)], capture_output=True, text=True, check=True).stdout
    return {line.split()[2] for line in listing.splitlines() if len(line.split()) == 3 and line.split()[1] in "Tt"}


def demangled(names):
    out = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True).stdout
    return dict(zip(names, out.splitlines()))


def readable(text):
    """A signature short enough for a list: no template arguments, no namespaces in the parameters. None: not a plain function of ours."""
    text = text.replace("(anonymous namespace)::", "").replace("[abi:cxx11]", "")
    if not text.startswith("fh::") or "{lambda" in text or "[clone" in text:
        return None
    name, paren, parameters = text.partition("(")
    if "<" in name or " " in name:  # a template: its return type and arguments are part of the name
        return None
    while (shorter := re.sub(r"<[^<>]*>", "", parameters)) != parameters:
        parameters = shorter
    return name + paren + re.sub(r"\b[a-z_]\w*::", "", parameters.replace("__cxx11::", ""))


def dead_functions(map_text, files):
    dropped = dropped_sections(map_text)
    names = demangled(sorted(defined_functions(files)))
    # A constructor or destructor has several symbols under one readable name: dead when none is kept.
    kept = {text for name, text in names.items() if name not in dropped}
    return sorted({readable(text) for name, text in names.items() if name in dropped and text not in kept and readable(text)})


def read_allowed(path):
    allowed = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        function, _, reason = line.partition("  # ")
        if not function.strip() or line.startswith("#"):
            continue
        if not reason.strip():
            sys.exit(f"{path.name}:{number}: an exception needs a reason: FUNCTION  # REASON")
        allowed[function.strip()] = reason.strip()
    return allowed


def self_test():
    """Links a small program and expects the planted function, and only it, to be found."""
    source = """
    namespace fh::planted {
    struct Base { virtual int by_vtable() const; virtual ~Base(); Base(); };
    Base::Base() {} Base::~Base() {} int Base::by_vtable() const { return 1; }
    int by_table() { return 2; }
    int never_called() { return 3; }
    namespace { int helper(int x) { return x + 1; } }
    int only_from_dead(int x) { return helper(x); }
    inline int inlined() { return 4; }
    template <class T> T templated(T x) { return x; }
    template int templated<int>(int);
    int at_start() { return 5; }
    int started = at_start();
    int (*const kTable[])() = {by_table};
    }
    int main(int argc, char**) { fh::planted::Base b; return b.by_vtable() + fh::planted::kTable[argc - 1]() + fh::planted::inlined(); }
    """
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "planted.cpp").write_text(source)
        flags = ["-O0", "-ffunction-sections", "-fdata-sections"]
        subprocess.run(["g++", "-std=c++20", *flags, "-c", folder / "planted.cpp", "-o", folder / "planted.o"], check=True)
        subprocess.run(["g++", folder / "planted.o", "-o", folder / "planted", "-Wl,--gc-sections", f"-Wl,-Map={folder / 'map'}"], check=True)
        found = dead_functions((folder / "map").read_text(), [folder / "planted.o"])
    expected = ["fh::planted::helper(int)", "fh::planted::never_called()", "fh::planted::only_from_dead(int)"]
    if found != expected:
        sys.exit(f"expected {expected}\nfound    {found}")
    print("the planted functions were found, the others not")


def main():
    source = pathlib.Path(sys.argv[1])
    if "--self-test" in sys.argv:
        self_test()
        return
    build = source / "build" / "deadcode"
    if not (build / "build.ninja").exists():
        print("skipped: no build/deadcode; make it with: cmake --preset deadcode && ninja -C build/deadcode fh_dead_code")
        sys.exit(4)
    made = subprocess.run(["ninja", "-C", build, "fh_dead_code"], capture_output=True, text=True)
    if made.returncode:
        sys.exit("build/deadcode does not build:\n" + made.stdout[-4000:])
    libraries = [file for file in build.glob("libfh_*.a") if OURS.search(f"{file.name}(")]
    dead = dead_functions((build / "dead_code.map").read_text(errors="replace"), libraries)
    allowed = read_allowed(source / "tests" / "lint" / "dead_code_allowed.txt")
    problems = [f"dead: {function}" for function in dead if function not in allowed]
    problems += [f"no longer dead, take it off dead_code_allowed.txt: {function}" for function in allowed if function not in dead]
    if problems:
        print("\n".join(problems))
        sys.exit("call it from the program, delete it, or give dead_code_allowed.txt a reason why it must stay")
    print(f"{len(libraries)} libraries, no dead function besides {len(allowed)} with a reason")


main()
