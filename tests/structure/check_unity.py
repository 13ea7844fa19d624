#!/usr/bin/env python3
"""Sources of a module are compiled several as one (packaging/cmake/FoldwaveModule.cmake), in groups that any new file shifts: what a
source keeps to itself in an unnamed namespace has a name that no other source of its module gives to anything there.

Usage: check_unity.py [ROOT]      exit 0: it holds; 1: each break on a line of its own
"""
import collections
import re
import sys
from pathlib import Path

NO_CODE = re.compile(r'R"\((?s:.*?)\)"|"(?:\\.|[^"\\\n])*"|//[^\n]*|^#.*$', re.M)
NAMES = [re.compile(pattern, re.S) for pattern in (
    r"(?:template\s*<.*?>\s*)?(?:struct|class|enum(?:\s+class)?)\s+(\w+)", r"using\s+(\w+)\s*=",
    r"[\w:<>,&*\s\[\]]*?[\s&*>](\w+)\s*\(", r"[\w:<>,&*\s]*?[\s&*>](\w+)\s*(?:=|$|\[)")]
# Compiled with options of their own, so never with others.
ALONE = re.compile(r"_(?:sse|avx)\w*$")


def own_names(text):
    """What stands directly in the unnamed namespaces: types, functions, constants, values of plain enums."""
    found, around, words = set(), [], ""
    for piece in re.findall(r"[{};]|[^{};]+", NO_CODE.sub("", text)):
        own = "unnamed" in around and set(around) <= {"unnamed", "named"}
        if piece == "{":
            head = words.strip()
            inner = "unnamed" if head.endswith("namespace") else "named" if re.search(r"namespace\s+[\w:]+$", head) else "block"
            if inner == "block" and own:
                inner = "values" if re.match(r"enum\b(?!\s+class)", head) else inner
            around.append(inner)
        elif piece == "}":
            if around and around.pop() == "values":
                found |= {value.split("=")[0].strip() for value in words.split(",")} - {""}
        if piece in "{;" and own:
            found |= {match.group(1) for match in [next(filter(None, (n.match(words.strip()) for n in NAMES)), None)] if match}
        words = "" if piece in "{};" else piece
    return found


def check(root):
    lists = [file for top in ("app", "core", "gpu", "ui") for file in (root / top).rglob("CMakeLists.txt")]
    modules = {file.parent for file in lists if "foldwave_module(foldwave" in file.read_text()}
    places = collections.defaultdict(list)
    for module in modules:
        for source in sorted(module.rglob("*.cpp")):
            nearest = next(folder for folder in source.parents if folder in modules)
            if nearest == module and not ALONE.search(source.stem):
                for name in own_names(source.read_text()):
                    places[module, name].append(str(source.relative_to(root)))
    return sorted(f"{name}: of {' and '.join(files)}, which may be compiled as one" for (_, name), files in places.items() if len(files) > 1)


if __name__ == "__main__":
    breaks = check(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]).resolve())
    print(*breaks, f"check_unity: {len(breaks)} breaks", sep="\n")
    sys.exit(1 if breaks else 0)
