#!/usr/bin/env python3
"""What is too large to be taken in at once: files in a folder, lines of a file, of a function, and of a class with all that is
defined of it, in its header and in its sources.

Usage: check_sizes.py [ROOT]      exit 0: nothing is; 1: each break on a line of its own
       check_sizes.py --largest [ROOT]      also what is largest

Code is read as .clang-format lays it out: brackets are matched, and what stands before a brace says what it opens."""
import collections
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

MOST_FILES = 39  # in a folder
LONGEST_FILE = 400
LONGEST_CLASS = 599
LONGEST_FUNCTION = 100
FILE_TOPS = ("app", "core", "gpu", "ui")
CODE_TOPS = FILE_TOPS + ("tests",)
CODE_SUFFIXES = {".h", ".hpp", ".cpp", ".cu", ".cuh", ".inl"}
NOT_OURS = {".git", "build", "out", ".cache", "__pycache__"}

NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^()\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
                     r"|(?<!\d)'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
# What stands before a head without a ';' of its own.
LABEL = re.compile(r"\s*(?:(?:(?:public|private|protected)(?:\s+slots)?|signals)\s*:(?!:)|Q_[A-Z]+\b(?:\([^()]*\))?)")
CLASS = re.compile(r"\s*(?:(?:static|inline|const|constexpr)\s+)*(?:class|struct|union)\b(?:\s+\w+\(\s*\))?(?:\s+([A-Za-z_][\w:]*)\s*(?:<.*>)?)?\s*(?:\bfinal\s*)?(?::(?!:).*)?$", re.S)
# Behind a function's arguments.
QUALIFIER = re.compile(r"(?:\b(?:const|override|final|mutable|noexcept|try)|\bnoexcept\(\s*\)|&&?|(?<!operator)->[^{}]*)\s*$")
NAME = re.compile(r"((?:\w+(?:<[^<>]*>)?::)*(?:~\w+|operator\s*(?:[^\s\w(]+|\(\s*\)|[\w:]+[\s&*]*)|\w+))(?:<[\w:, ]*>)?\s*$")
CLOSING = {"(": ")", "{": "}", "<": ">"}


class Block(NamedTuple):
    kind: str  # "class", "function" or "value"
    name: str
    inside: bool  # of a class
    first: int
    last: int

    def lines(self):
        return self.last - self.first + 1


def line_of(code, at):
    return code.count("\n", 0, at) + 1


def end_of(code, start):
    """Behind the bracket that closes the one at `start`."""
    depth = 0
    for found in re.compile(f"[{code[start]}{CLOSING[code[start]]}]").finditer(code, start):
        depth += 1 if found.group() == code[start] else -1
        if depth == 0:
            return found.end()
    raise ValueError(f"{line_of(code, start)}: nothing closes this '{code[start]}'")


def without_arguments(head):
    """As long as it was, with spaces for what stands in (...)."""
    out, depth = [], 0
    for letter in head:
        depth -= letter == ")"
        out.append(letter if depth == 0 else " ")
        depth += letter == "("
    return "".join(out)


def meaning_of(head):
    """What a block behind this head is, and its name; "" for braces that end no declaration."""
    if re.search(r"\bnamespace(\s+[\w:]+)?\s*$|\bextern\s*$", head):
        return "namespace", ""
    head = without_arguments(head)
    while found := re.match(r"\s*template\s*(?=<)", head):
        head = head[end_of(re.sub("->|<=|>=", "  ", head), found.end()):]
    if found := CLASS.match(head):
        return "class", found.group(1) or ""
    if found := re.search(r"([\w:]+)\s*(?:\[[^]]*\]\s*)*=(?!=)", re.sub(r"operator\s*[^\s\w(]+", "operator", head)):
        is_lambda = re.search(r"\]\s*(?:\(\s*\)\s*)?(?:mutable\s*)?(?:->[^=]*)?$", head)
        return "function" if is_lambda else "value", found.group(1)
    if found := re.search(r"\)(?:\s*noexcept)?\s*:(?!:)", head):  # a constructor, whose body stands behind a bracket
        if not re.search(r"[)}]\s*$", head):
            return "", ""
        head = head[:found.start() + 1]
    while found := QUALIFIER.search(head):
        head = head[:found.start()]
    head = head.rstrip()
    found = NAME.search(head[:head.rindex("(")]) if head.endswith(")") else None
    return ("function", re.sub(r"\s|<[^<>]*>", "", found.group(1))) if found else ("", "")


def read(code, at, end, outer, found):
    """Adds the blocks of a namespace or a class that goes from `at` to `end`."""
    head = at
    while match := re.compile(r"[{(;]").search(code, at, end):
        at = match.end()
        if match.group() == "(":
            at = end_of(code, match.start())
        elif match.group() == ";":
            head = at
        else:
            while label := LABEL.match(code, head, match.start()):
                head = label.end()
            before = code[head:match.start()]
            at = end_of(code, match.start())
            kind, name = meaning_of(before)
            if kind == "namespace":
                read(code, match.end(), at - 1, outer, found)
            elif kind:
                first = line_of(code, match.start() - len(before.lstrip()))
                found.append(Block(kind, outer + name, bool(outer), first, line_of(code, at)))
            if kind == "class":
                read(code, match.end(), at - 1, f"{outer}{name}::", found)
            if kind in ("namespace", "class", "function"):
                head = at
            elif re.compile(r"\s*(?:[\w~}]|$)").match(code, at):
                raise ValueError(f"{line_of(code, match.start())}: braces that no head explains")


def blocks_of(text):
    code = NO_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    found = []
    read(code, 0, len(code), "", found)
    return found


def nearest(folder, files):
    """Of those that define a class of one name, the one that a source of this folder means."""
    return max(files, key=lambda file: len(os.path.commonpath([file.parent, folder]).split("/")))


def class_sizes(blocks):
    """(file, class) to its lines, from each file's blocks."""
    sizes, homes = collections.Counter(), collections.defaultdict(list)
    for file, found in blocks.items():
        for block in found:
            if block.kind == "class" and block.name:
                sizes[file, block.name] += block.lines()
                homes[block.name].append(file)
    for file, found in blocks.items():
        for block in found:
            owner = "" if block.kind == "class" or block.inside else block.name.rpartition("::")[0]
            while owner:
                if owner in homes:
                    home = file if file in homes[owner] else nearest(file.parent, homes[owner])
                    sizes[home, owner] += block.lines()
                owner = owner.rpartition("::")[0]
    return sizes


def opening_comment(text):
    lines = text.splitlines()
    return "\n".join(lines[:next((at for at, line in enumerate(lines) if not line.startswith("//")), len(lines))])


def code_files(root, tops):
    return {path.relative_to(root): path.read_text("utf-8") for top in tops for path in sorted((root / top).rglob("*"))
            if path.suffix in CODE_SUFFIXES and not NOT_OURS.intersection(path.relative_to(root).parts)}


def check_folders(root):
    counts = collections.Counter(path.relative_to(root).parent for path in root.rglob("*")
                                 if path.is_file() and not NOT_OURS.intersection(path.relative_to(root).parts))
    return [f"{folder}: {count} files: give those of one idea a folder of their own" for folder, count in sorted(counts.items()) if count > MOST_FILES]


def check_files(root):
    """A longer file opens with a comment that says `over 400 lines because ...`."""
    lines = {file: len(text.splitlines()) for file, text in code_files(root, FILE_TOPS).items()
             if f"over {LONGEST_FILE} lines because" not in opening_comment(text).lower()}
    return [f"{file}: {count} lines: split it, or say why in its first comment ('over {LONGEST_FILE} lines because ...')"
            for file, count in lines.items() if count > LONGEST_FILE]


def check_code(root, largest=0):
    blocks, problems = {}, []
    for file, text in code_files(root, CODE_TOPS).items():
        try:
            blocks[file] = blocks_of(text)
        except ValueError as error:
            problems.append(f"{file}:{error}")
    functions = [(block.lines(), f"{file}:{block.first}: {block.name}") for file, found in blocks.items() for block in found if block.kind == "function"]
    classes = [(lines, f"{file}: {name}") for (file, name), lines in class_sizes(blocks).items()]
    for kind in (classes, functions):
        for lines, name in sorted(kind, reverse=True)[:largest]:
            print(f"{lines:5} {name}")
    problems += [f"{name}: {lines} lines of one class: it holds more than one idea" for lines, name in classes if lines > LONGEST_CLASS]
    return problems + [f"{name}: {lines} lines of one function: name its steps" for lines, name in functions if lines > LONGEST_FUNCTION]


def check(root, largest=0):
    root = Path(root).resolve()
    return check_folders(root) + check_files(root) + check_code(root, largest)


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--largest"]
    breaks = check(arguments[0] if arguments else Path(__file__).resolve().parents[2], 25 if "--largest" in sys.argv else 0)
    print(*breaks, f"sizes: {len(breaks)} breaks", sep="\n")
    sys.exit(1 if breaks else 0)
