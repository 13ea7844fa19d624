#!/usr/bin/env python3
"""Holds the code to .clang-format. Exit 0: laid out; 1: the files that are not; 77: skipped, clang-format 14 is not there.

Usage: check_format.py [ROOT]
"""
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDERS = ("app", "core", "gpu", "ui", "tests")
SUFFIXES = {".h", ".hpp", ".cpp", ".cu", ".cuh"}


def not_laid_out(program, files):
    run = subprocess.run([program, "--dry-run", "-Werror", *files], capture_output=True, text=True)
    if run.returncode == 0:
        return []
    named = {line.split(":", 1)[0] for line in run.stderr.splitlines()}
    bad = [f for f in files if str(f) in named]
    return bad or files


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    # Each version lays some lines out its own way.
    programs = [p for p in map(shutil.which, ("clang-format-14", "clang-format")) if p]
    said = [subprocess.run([p, "--version"], capture_output=True, text=True).stdout for p in programs]
    program = next((p for p, s in zip(programs, said) if " version 14." in s), None)
    if program is None:
        print(f"SKIPPED: clang-format 14, Debian 12's, is not installed; there is: {said[-1].strip() if said else 'none'}")
        return 77
    files = [p for folder in FOLDERS for p in sorted((root / folder).rglob("*")) if p.suffix in SUFFIXES]
    # To start the program takes ten times what a file does.
    batches = [files[i:i + 50] for i in range(0, len(files), 50)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        bad = [f for batch in pool.map(lambda b: not_laid_out(program, b), batches) for f in batch]
    for file in bad:
        print(f"{file.relative_to(root)}: lay it out with: clang-format -i {file.relative_to(root)}")
    print(f"format: {len(files)} files, {len(bad)} not laid out")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
