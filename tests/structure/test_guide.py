#!/usr/bin/env python3
"""Protects the guide's pictures: every one that a page shows is there and is drawn by packaging/guide, none is left over,
and the program given as the second argument still draws them."""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
guide = root / "docs" / "guide"
script = [str(root / "packaging" / "guide")]
breaks = []


def png_size(file):
    data = file.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return None
    return struct.unpack(">II", data[16:24])


drawn = set(subprocess.run(script + ["--list"], check=True, capture_output=True, text=True).stdout.split())
shown = set()
for page in [root / "README.md", *guide.glob("*.md")]:
    for link in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text()):
        picture = (page.parent / link).resolve()
        if not picture.is_file():
            breaks.append(f"{page.relative_to(root)}: there is no picture {link}")
        elif picture.parent == (guide / "pictures").resolve():
            shown.add(picture.stem)
kept = {file.stem for file in (guide / "pictures").glob("*.png")}
for name in sorted(kept - drawn):
    breaks.append(f"docs/guide/pictures/{name}.png: packaging/guide does not draw it")
for name in sorted(drawn - shown):
    breaks.append(f"packaging/guide: no page shows {name}")

if len(sys.argv) > 2:
    some = ["map", "export"]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(script + ["--program", sys.argv[2], "--to", folder, *some], capture_output=True, text=True)
        if run.returncode != 0:
            breaks.append(f"packaging/guide failed: {run.stderr.strip()}")
        for name in some if run.returncode == 0 else []:
            size, before = png_size(pathlib.Path(folder) / f"{name}.png"), png_size(guide / "pictures" / f"{name}.png")
            if size is None or before is None or min(size) < 300:
                breaks.append(f"{name}: {size} is no picture")
            elif any(abs(a - b) > 0.1 * b for a, b in zip(size, before)):
                breaks.append(f"{name}: the picture is {size} now and {before} in docs/guide: draw it anew")

print(*breaks, sep="\n")
print(f"guide: {len(shown)} pictures, {len(breaks)} breaks")
sys.exit(1 if breaks else 0)
