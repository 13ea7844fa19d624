#!/usr/bin/env python3
"""Runs waves, folds and images on one device and on several, or over ranks, and tells which files differ: waves of every kind of face, order,
density, order in time and precision, with receivers across the cut; folds of both precisions; the image of a volume and of a section.
For machines that have several devices and no Qt.

  split_bits.py --cli PROGRAM [--one cuda] [--many cuda:0,1]      exit 0: all files are the same bytes
  split_bits.py --cli PROGRAM --ranks 2 [--many cuda]             by mpirun
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

FACES = {name: dict.fromkeys(("x_min", "x_max", "y_min", "y_max", "z_min", "z_max"), name) for name in ("free", "sponge", "cpml")}


def cases():
    for name in FACES:
        for order in (2, 4, 8, 16):
            yield f"{name}-{order}", {"/propagation/order": order, "/propagation/boundaries": FACES[name]}
    yield "fourth", {"/propagation/order": 8, "/propagation/time_order": 4, "/propagation/boundaries": FACES["cpml"]}
    yield "double", {"/propagation/order": 8, "/propagation/precision": "double", "/propagation/boundaries": FACES["cpml"]}
    yield "dense", {"/propagation/order": 8, "/propagation/boundaries": FACES["cpml"], "density": True}
    yield "dense-fourth", {"/propagation/order": 4, "/propagation/time_order": 4, "/propagation/boundaries": FACES["free"], "density": True}
    yield "section", {"/propagation/order": 8, "/propagation/boundaries": FACES["cpml"], "section": True}
    yield "section-free", {"/propagation/order": 8, "/propagation/boundaries": FACES["free"], "section": True}
    survey = {"shots": 5, "duration": 0.8}
    yield "fold", {"stages": "fold"}
    yield "image", {"stages": "image", "imaging": {"purpose": "image", "survey": {**survey, "layout": "volume"}}}
    yield "image-section", {"stages": "image", "imaging": {"purpose": "image", "survey": survey}}


def scenario(root, changes):
    made = json.loads((root / "resources" / "scenarios" / "two-layer.json").read_text())
    section = changes.get("section", False)
    made["grid"]["nodes"] = [96, 1 if section else 80, 160]
    y = made["grid"].get("origin", [0, 0, 0])[1] if section else 395
    made["events"][0]["horizon"]["point"] = [475, y, 795]
    made["survey"]["sources"][0]["position"] = [475, y, 797]
    made["survey"]["receivers"] = [{"type": "line", "from": [10, y, 3], "to": [940, y, 1580], "count": 97}]
    made["propagation"] |= {"duration": 0.5, "pad_cells": 10}
    made["outputs"] = {"pictures": False, "snapshots": {"interval": 0.1, "format": "hdf"}}
    for path, value in changes.items():
        if path.startswith("/"):
            _, part, key = path.split("/")
            made[part][key] = value
    if "imaging" in changes:
        made["imaging"] = changes["imaging"]
    if changes.get("density"):
        for number, layer in enumerate(made["layers"]["list"]):
            layer["density"] = 2000 + 150 * number
    return made


def stage_files(words, file, to, backend, stage):
    run = subprocess.run([*words, "run", file, "--out", to, "--stages", stage, "--backend", backend], capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip().splitlines()[-1:]
    made = pathlib.Path(to) / stage
    return {f.name: f.read_bytes() for f in sorted(made.rglob("*")) if f.is_file()}, [] if made.is_dir() else ["no files"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--one", default="cuda")
    parser.add_argument("--many")
    parser.add_argument("--ranks", type=int, default=0)
    options = parser.parse_args()
    many_backend = options.many or ("cuda" if options.ranks else "cuda:0,1")
    over_ranks = ["mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(options.ranks)]
    words = [*(over_ranks if options.ranks else []), options.cli]
    root = pathlib.Path(__file__).resolve().parents[2]
    bad = 0
    with tempfile.TemporaryDirectory() as place:
        for name, changes in cases():
            file = f"{place}/{name}.json"
            pathlib.Path(file).write_text(json.dumps(scenario(root, changes)))
            stage = changes.get("stages", "wave")
            one, why = stage_files([options.cli], file, f"{place}/{name}-one", options.one, stage)
            many, why_many = stage_files(words, file, f"{place}/{name}-many", many_backend, stage)
            if one == many == {}:
                print("none ", name, "is written by builds with VTK alone")
                continue
            same = bool(one) and one == many
            apart = [] if one is None or many is None else [f for f in one if one[f] != many.get(f)]
            print("same " if same else "APART", name, *(list(one) if same else [*apart, *why, *why_many]))
            bad += 0 if same else 1
    print(f"{bad} cases apart")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
