#!/usr/bin/env python3
"""Do the tests notice a fault? Changes one operator, constant or sign at a time in a copy of the tree, builds the tests of
the changed module there and runs them. By hand: a change takes a build. Exit code 0: nine tenths or more are caught.

    tests/structure/mutate.py --seed 1 --count 80 [--only core/wave ...] [--at FILE:LINE] [--copy build/mutants]

A change is caught when a test fails or does not end; it is equivalent when the object files stay the same to the byte."""
import argparse
import hashlib
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["core", "ui/scene"]
# The layout puts spaces around operators of two sides, and none around those of types.
SWAPS = [("+", "-"), ("*", "/"), ("<", "<="), (">", ">="), ("==", "!="), ("&&", "||"), ("+=", "-="), ("*=", "/=")]
RULES = [(re.compile(rf"(?<= ){re.escape(a)}(?= )"), b) for pair in SWAPS for a, b in (pair, pair[::-1])]
RULES += [(re.compile(r"(?:(?<=[(\[])|(?<=[=,?:<>*/+&|] )|(?<=return ))-(?=[\w(])"), ""),
          (re.compile(r"\btrue\b"), "false"), (re.compile(r"\bfalse\b"), "true"),
          (re.compile(r"(?<![\w.'])\d+(?:\.\d+)?(?:e[-+]?\d+)?(?=[FU]?\b)(?![.\w]*')"), None)]
# What is no code, and code in which a number is no value.
SKIPPED = re.compile(r'R"\((?s:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|^#[^\n]*|static_assert[^;]*;', re.MULTILINE)


def other_number(text):
    """The next whole number, or the double."""
    return str(int(text) + 1) if text.isdigit() else "1.0" if float(text) == 0.0 else repr(2.0 * float(text))


def changes_of(path):
    """(path, start, end, new text) of each change that a file offers."""
    text = path.read_text("utf-8")
    code = SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
    for rule, new in RULES:
        for found in rule.finditer(code):
            yield path, found.start(), found.end(), other_number(found.group(0)) if new is None else new


def tests_of(name):
    """The test folder of a file's module, what is built for it, and which of its tests are meant (none: all)."""
    if not name.startswith("core/"):
        return "tests/ui", "tests_scene", sorted(test.stem for test in (ROOT / "tests/ui/scene").rglob("test_*.cpp"))
    folder = next(f for f in Path(name).parents if (ROOT / "tests" / f / "CMakeLists.txt").is_file())
    return f"tests/{folder}", f"tests/{folder}/all", []


def near_tests(name):
    """Those of the file itself or of its room: they run first, as most changes fail there."""
    here, room = ROOT / "tests" / Path(name).parent, len(Path(name).parts) > 3
    return sorted(test.stem for test in here.glob("test_*.cpp") if room or test.stem == f"test_{Path(name).stem}")


class Copy:
    """The tree with a build folder of its own; files of the working tree as they are, whether committed or not."""

    def __init__(self, folder, jobs):
        self.tree, self.build, self.jobs, self.made = folder / "tree", folder / "tree/build/release", jobs, {}
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
        for name in listed.stdout.splitlines():
            here, there = ROOT / name, self.tree / name
            if here.is_file() and not (there.is_file() and there.read_bytes() == here.read_bytes()):
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(here, there)
        subprocess.run(["cmake", "--preset", "release", "-DFOLDWAVE_CUDA=OFF", "-DFOLDWAVE_UNITY=OFF", "-Wno-dev", "--log-level=ERROR"],
                       cwd=self.tree, check=True, stdout=subprocess.DEVNULL)

    def run(self, *command):
        return subprocess.run(command, cwd=self.build, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def compiles(self, target):
        return self.run("ninja", f"-j{self.jobs}", target)

    def passes(self, folder, tests, first=()):
        named = lambda some: f"^({'|'.join(some)})$"
        ctest = ["ctest", "--test-dir", folder, "--timeout", "300", "--stop-on-failure", f"-j{self.jobs}"]
        if first and not self.run(*ctest, "-R", named(first)):
            return False
        chosen = (["-R", named(tests)] if tests else []) + (["-E", named(first)] if first else ["--no-tests=error"])
        return self.run(*ctest, *chosen)

    def objects(self):
        """What the compiler made of the code, without the tests, and when."""
        return {o: o.stat().st_mtime_ns for top in FOLDERS for o in (self.build / top).rglob("*.o")}

    def remember(self):
        """What the compiler made of the code as it is."""
        self.made |= {o: digest_of(o) for o in self.objects() if o not in self.made}


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).digest()


def verdict(copy, change, clean):
    path, start, end, new = change
    name = str(path.relative_to(ROOT))
    folder, target, tests = tests_of(name)
    if folder not in clean:
        if not copy.compiles(target) or not copy.passes(folder, tests):
            sys.exit(f"{folder}: its tests do not pass without a change")
        clean.add(folder)
        copy.remember()
    copied, before = copy.tree / name, copy.objects()
    text = path.read_text("utf-8")
    copied.write_text(text[:start] + new + text[end:], "utf-8")
    try:
        if not copy.compiles(target):
            return "does not compile"
        if all(digest_of(o) == copy.made.get(o) for o, when in copy.objects().items() if before.get(o) != when):
            return "equivalent"
        return "not caught" if copy.passes(folder, tests, near_tests(name)) else "caught"
    finally:
        copied.write_text(text, "utf-8")  # the next build makes its objects anew


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--only", nargs="+", default=FOLDERS, help="files or folders")
    parser.add_argument("--at", help="FILE:LINE, all changes of one line instead of random ones")
    parser.add_argument("--copy", type=Path, default=ROOT / "build/mutants")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    named, line = options.at.rsplit(":", 1) if options.at else (None, None)
    tops = [ROOT / t for t in ([named] if named else options.only)]
    files = sorted({f for t in tops for f in ([t] if t.is_file() else t.rglob("*.?pp"))})
    changes = [c for f in files for c in changes_of(f)]
    line_of = lambda c: c[0].read_text("utf-8").count("\n", 0, c[1]) + 1
    if line:
        changes = [c for c in changes if line_of(c) == int(line)]
    else:
        changes = random.Random(options.seed).sample(changes, min(options.count, len(changes)))

    copy, clean, said = Copy(options.copy.resolve(), options.jobs), set(), {}
    for change in changes:
        path, start, end, new = change
        text = path.read_text("utf-8")
        begin = text.rfind("\n", 0, start) + 1
        told = verdict(copy, change, clean)
        said[told] = said.get(told, 0) + 1
        changed = text[begin:start] + "[" + text[start:end] + " -> " + new + "]" + text[end : text.find("\n", end)]
        print(f"{told:16} {path.relative_to(ROOT)}:{line_of(change)}: {changed.strip()}", flush=True)
    print(", ".join(f"{count} {told}" for told, count in sorted(said.items())), f"of {len(changes)}, seed {options.seed}")
    caught, missed = said.get("caught", 0), said.get("not caught", 0)
    return 0 if caught >= 0.9 * (caught + missed) else 1


if __name__ == "__main__":
    sys.exit(main())
