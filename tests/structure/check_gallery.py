#!/usr/bin/env python3
"""check_gallery.py ROOT: the gallery of examples is whole and its pictures are of the scenarios as they are.

Every scenario is in one group; each has a picture of 320 x 200 pixels below 25 kB, unless the file of its velocities
is not here; resources/gallery/drawn.json has, for each picture, the SHA-256 of what it was drawn from: the scenario
without its words, survey and outputs, and the files that it names. `--write NAME ...` sets those (packaging/gallery does).
"""
import hashlib
import json
import pathlib
import struct
import sys

SIZE = (320, 200)
MOST_BYTES = 25_000
NOT_DRAWN = {"name", "description", "survey", "propagation", "outputs", "imaging", "section", "variants"}


def files_named(value):
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "file" and isinstance(part, str):
                yield part
            else:
                yield from files_named(part)
    elif isinstance(value, list):
        for part in value:
            yield from files_named(part)


def drawn_from(scenario_file):
    """The hash of what is drawn; None where a file that it names is not here."""
    scenario = json.loads(scenario_file.read_text("utf-8"))
    drawn = {key: value for key, value in scenario.items() if key not in NOT_DRAWN}
    digest = hashlib.sha256(json.dumps(drawn, sort_keys=True).encode())
    for name in files_named(drawn):
        file = scenario_file.parent / name
        if not file.is_file():
            return None
        digest.update(file.read_bytes())
    return digest.hexdigest()


def picture_breaks(name, picture):
    if not picture.is_file():
        return [f"resources/gallery/{name}.png: is not there; run packaging/gallery {name}"]
    data = picture.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n" or struct.unpack(">II", data[16:24]) != SIZE:
        return [f"resources/gallery/{name}.png: is no PNG of {SIZE[0]} x {SIZE[1]} pixels; run packaging/gallery {name}"]
    if len(data) >= MOST_BYTES:
        return [f"resources/gallery/{name}.png: {len(data)} bytes, at most {MOST_BYTES - 1}"]
    return []


def breaks(root):
    scenarios, gallery = root / "resources" / "scenarios", root / "resources" / "gallery"
    found = []
    named = [name for group in json.loads((gallery / "gallery.json").read_text("utf-8")) for name in group["scenarios"]]
    there = sorted(file.stem for file in scenarios.glob("*.json"))
    for name in sorted(set(named)):
        if named.count(name) > 1:
            found.append(f"resources/gallery/gallery.json: '{name}' is there {named.count(name)} times; leave it once")
        if name not in there:
            found.append(f"resources/gallery/gallery.json: '{name}' is no scenario; take it out")
    found += [f"resources/gallery/gallery.json: '{name}' is in no group; add it" for name in there if name not in named]
    stored_file = gallery / "drawn.json"
    stored = json.loads(stored_file.read_text("utf-8")) if stored_file.is_file() else {}
    for name in there:
        now = drawn_from(scenarios / f"{name}.json")
        if now is None:
            continue
        found += picture_breaks(name, gallery / f"{name}.png")
        if stored.get(name) != now:
            found.append(f"resources/gallery/{name}.png: the scenario has changed since it was drawn; run packaging/gallery {name}")
    found += [f"resources/gallery/{file.name}: of no scenario; remove it" for file in sorted(gallery.glob("*.png")) if file.stem not in there]
    return found


def write(root, names):
    file = root / "resources" / "gallery" / "drawn.json"
    stored = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    for name in names:
        stored[name] = drawn_from(root / "resources" / "scenarios" / f"{name}.json")
    file.write_text(json.dumps(dict(sorted(stored.items())), indent=2) + "\n", "utf-8")


def main(arguments):
    root = pathlib.Path(arguments[0])
    if "--write" in arguments:
        write(root, arguments[arguments.index("--write") + 1 :])
        return 0
    found = breaks(root)
    for line in found:
        print(line)
    print(f"gallery: {len(found)} breaks")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
