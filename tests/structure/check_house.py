#!/usr/bin/env python3
"""The house rules that a script can hold: paths of one machine, the dependency list, the scenarios and their page, and that
checks see NaN.

Usage: check_house.py [ROOT]      exit 0: they hold; 1: each break on a line of its own
"""
import json
import re
import sys
from pathlib import Path

CODE_SUFFIXES = {".h", ".hpp", ".cpp", ".cu", ".cuh", ".inl"}
TEXT_SUFFIXES = CODE_SUFFIXES | {".txt", ".md", ".json", ".py", ".sh", ".cmake", ".in", ".qss", ".qrc", ".svg", ".xml", ".desktop", ".yml", ""}
NOT_OURS = {".git", "build", "out", ".cache", "__pycache__"}
SECTIONS = ["build", "core", "desktop", "test", "package", "appimage", "bench"]

# Somebody's own folder, on the usual systems.
OWN_FOLDER = re.compile(r"(?<![\w.~-])(/home/\w|/root(?=/)|/Users/\w|[A-Za-z]:\\Users\\\w)")
# Folders that belong to every machine: a checkout below them says nothing about this one.
COMMON_FOLDERS = {Path(p) for p in ("/", "/tmp", "/usr", "/opt", "/srv", "/var", "/home", "/mnt", "/src", "/build", "/usr/src")}


def text_files(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if not NOT_OURS.intersection(parts) and path.is_file() and path.suffix in TEXT_SUFFIXES:
            yield path


def check_paths(root):
    """No file names a folder of the machine that it was written on."""
    problems = []
    here = {root, root.parent} - COMMON_FOLDERS
    of_this_checkout = re.compile(r"(?<![\w.}~-])(" + "|".join(re.escape(str(p)) for p in sorted(here)) + r")(?![\w.-])") if here else None
    for path in text_files(root):
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            found = OWN_FOLDER.search(line) or (of_this_checkout and of_this_checkout.search(line))
            if found:
                problems.append(f"{path.relative_to(root)}:{number}: names a folder of one machine: {found.group(0)}")
    return problems


def check_dependencies(root):
    """One package a line with its reason, in known sections, none twice."""
    file = root / "packaging" / "dependencies.txt"
    if not file.is_file():
        return ["packaging/dependencies.txt: not there"]
    problems, sections, seen = [], [], set()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        entry, _, reason = (part.strip() for part in line.partition("#"))
        place = f"packaging/dependencies.txt:{number}"
        if not entry:
            continue
        if entry.startswith("["):
            sections.append(entry.strip("[]"))
            continue
        names = entry.split(" | ")  # a choice, the first that there is; "-": none, if need be
        if not re.fullmatch(r"[a-z0-9][a-z0-9.+-]+( \| [a-z0-9][a-z0-9.+-]+)*( \| -)?", entry):
            problems.append(f"{place}: '{entry}' is no package name")
        if len(reason) < 8:
            problems.append(f"{place}: {entry} has no reason after '#'")
        if not sections:
            problems.append(f"{place}: {entry} stands before the first section")
        if names[0] in seen:
            problems.append(f"{place}: {names[0]} is named twice")
        seen.add(names[0])
    if sections != SECTIONS:
        problems.append(f"packaging/dependencies.txt: sections {sections}, expected {SECTIONS}")
    return problems


def check_scenarios(root):
    """Each example is JSON and says what it is."""
    problems = []
    for path in sorted((root / "resources" / "scenarios").glob("*.json")):
        place = path.relative_to(root)
        try:
            scenario = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            problems.append(f"{place}: broken JSON: {error}")
            continue
        if not isinstance(scenario, dict) or scenario.get("format") != "foldwave-scenario" or scenario.get("version") != 1:
            problems.append(f'{place}: needs "format": "foldwave-scenario" and "version": 1')
    return problems


def check_scenario_page(root):
    """docs/scenario.md names every key that the reader asks for."""
    page, keys = root / "docs" / "scenario.md", set()
    for source in sorted((root / "core" / "model").glob("*.?pp")):
        keys |= set(re.findall(r'(?:\.(?:has|at|number\w*|integer\w*|boolean\w*|string\w*|numbers|vec3|objects?|choice)|\brow)\("(\w+)"', source.read_text("utf-8")))
    named = set(re.findall(r"\w+", page.read_text("utf-8"))) if page.is_file() else set()
    return [f"docs/scenario.md: says nothing of the key '{key}', which core/model reads" for key in sorted(keys - named)]


# An error measure that std::max gathers: std::max(worst, NaN) is `worst`, so a field of NaN passes.
GATHERED = re.compile(r"([A-Za-z_][\w.]*)\s*=\s*std::max(?:<\w+>)?\(\s*\1\s*,([^;]*);")
MEASURE = re.compile(r"(abs|norm|hypot|\w*difference|\w*error|relative_l2)\(")


def check_worst(root):
    """Checks and tests gather errors by worst_of, which sees what is not a number."""
    problems = []
    for top in (root / "tests", root / "core" / "verify"):
        for path in sorted(top.rglob("*")):
            if path.suffix not in CODE_SUFFIXES:
                continue
            text = path.read_text("utf-8")
            for found in GATHERED.finditer(text):
                if MEASURE.search(found.group(2)):
                    problems.append(f"{path.relative_to(root)}:{text.count(chr(10), 0, found.start()) + 1}: std::max loses NaN: use worst_of (core/base/worst.hpp)")
    return problems


def check(root):
    root = Path(root).resolve()
    return check_paths(root) + check_dependencies(root) + check_scenarios(root) + check_scenario_page(root) + check_worst(root)


def main():
    problems = check(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    for problem in problems:
        print(problem)
    print(f"house: {len(problems)} breaks")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
