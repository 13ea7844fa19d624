#!/usr/bin/env python3
"""The codec `wave` beside zfp and SZ3: ratios at equal largest error, and speed, all in one run.

    python3 -m venv build/yardsticks && build/yardsticks/bin/pip install numpy zfpy pysz segyio h5py hdf5plugin
    build/yardsticks/bin/python tests/bench/compare_codecs.py [--stack FILE.sgy ...] [--speed] [--json OUT]

Needs a built foldwave-cli and codec_bricks (`cmake --build build/release --target codec_bricks`).

Volumes: two snapshots of resources/scenarios/antiform.json, run here without loss: one that fills its box and one
that is mostly silent (under 15 % of its nodes above 1e-3 of its largest value); random waves of about 5 nodes to
the shortest, in a cube of 128; and each stack given, its traces as a cube of inlines, crosslines and samples. Of each
the range is the largest less the smallest value, and bounds are 1e-2, 1e-3 and 1e-4 of it.

Every contestant gets the same floats in the same shape. SZ3 takes the best of its algorithms (interpolation,
interpolation with Lorenzo, Lorenzo with regression, none) over the whole volume. zfp keeps well below its
tolerance: it gets the largest of the tolerances bound * 2^(i/4) whose real largest error is within the bound.
`wave` packs bricks of 64 nodes a side, as a store does. A ratio is bytes of floats over packed bytes.

--speed times `wave` and zfp on the filled snapshot, tiled to 256 nodes a side: GB of floats a second with two threads,
and a second of one processor, which others on the machine disturb less. Medians of nine.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import h5py
    import hdf5plugin  # noqa: F401: h5py then reads Blosc
    import numpy as np
    import segyio
    import zfpy
    from pysz import sz, szAlgorithm, szConfig, szErrorBoundMode
except ImportError as missing:
    sys.exit(f"compare_codecs.py: {missing}; the first lines of this file say how to install it")

ROOT = Path(__file__).resolve().parents[2]
BOUNDS = (1e-2, 1e-3, 1e-4)
ALGORITHMS = ("INTERP", "INTERP_LORENZO", "LORENZO_REG", "NOPRED")


def largest_error(volume, back):
    return float(np.max(np.abs(back.astype(float) - volume)))


def by_sz3(volume, bound):
    best = None
    for algorithm in ALGORITHMS:
        config = szConfig()
        config.errorBoundMode, config.absErrorBound, config.cmprAlgo = szErrorBoundMode.ABS, bound, getattr(szAlgorithm, algorithm)
        packed, _ = sz.compress(volume, config)
        back, _ = sz.decompress(packed, volume.dtype, volume.shape)
        found = {"ratio": volume.nbytes / packed.nbytes, "error": largest_error(volume, back) / bound, "by": algorithm}
        if best is None or found["ratio"] > best["ratio"]:
            best = found
    return best


def by_zfp(volume, bound):
    best, volume = None, np.squeeze(volume)
    for quarter in range(0, 60):
        tolerance = bound * 2.0 ** (quarter / 4)
        packed = zfpy.compress_numpy(volume, tolerance=tolerance)
        error = largest_error(volume, zfpy.decompress_numpy(packed)) / bound
        if error <= 1.0:
            best = {"ratio": volume.nbytes / len(packed), "error": error, "tolerance": tolerance / bound}
        elif error > 4.0:
            break
    return best


class Ours:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, volume, bound, rounds=1, threads=2, codec="wave"):
        path = self.folder / "volume.f32"
        volume.astype("<f4").tofile(path)
        words = [self.program, path, *volume.shape[::-1], repr(bound), codec, 64, rounds, threads]
        told = json.loads(subprocess.run([str(w) for w in words], capture_output=True, text=True, check=True).stdout)
        return {**told, "error": told["largest_error"] / bound}


def snapshots(cli, folder):
    """The example's snapshots, z by y by x, without loss."""
    scenario = json.loads((ROOT / "resources/scenarios/antiform.json").read_text())
    scenario["outputs"] = {"snapshots": {"every_steps": 15, "error": 0.0}, "pictures": False}
    (folder / "antiform.json").write_text(json.dumps(scenario))
    subprocess.run([cli, "run", folder / "antiform.json", "--out", folder / "out"], check=True, capture_output=True)
    for path in sorted((folder / "out").rglob("*.hdf")):
        with h5py.File(path) as file:
            found = file.get("VTKHDF/PointData")
            if found is not None and len(found) > 0:
                yield path.name, np.ascontiguousarray(next(iter(found.values()))[...], dtype=np.float32)


def filled_and_silent(cli, folder):
    filled = silent = None
    for name, volume in snapshots(cli, folder):
        there = float(np.mean(np.abs(volume) > 1e-3 * np.max(np.abs(volume)))) if volume.any() else 0.0
        if 0.02 < there < 0.15:
            silent = (f"silent ({name}, {there:.0%} above 1e-3)", volume)
        if filled is None or there > filled[2]:
            filled = (f"filled ({name}, {there:.0%} above 1e-3)", volume, there)
    if filled is None or silent is None:
        sys.exit("compare_codecs.py: the run wrote no snapshot that fills its box, or none that is mostly silent")
    return [filled[:2], silent]


def random_waves(nodes=5.0, n=128):
    """Noise with amplitudes k exp(-k^2) over the wavenumber k in units of 1 / (2 nodes): a twelfth of the largest at `nodes`."""
    noise = np.fft.rfftn(np.random.default_rng(1).normal(size=(n, n, n)))
    along, half = np.fft.fftfreq(n), np.fft.rfftfreq(n)
    k = np.sqrt(along[:, None, None] ** 2 + along[None, :, None] ** 2 + half[None, None, :] ** 2) * 2.0 * nodes
    volume = np.fft.irfftn(noise * k * np.exp(-(k ** 2)), s=(n, n, n), axes=(0, 1, 2))
    return f"random waves, {nodes:g} nodes", np.ascontiguousarray(volume, dtype=np.float32)


def stack(path):
    with segyio.open(path) as file:
        return f"stack {Path(path).name}", np.ascontiguousarray(segyio.cube(file), dtype=np.float32)


def compare(ours, volumes):
    rows = []
    for name, volume in volumes:
        span = float(volume.max()) - float(volume.min())
        for share in BOUNDS:
            bound = share * span
            row = {"volume": name, "bound": share, "wave": ours.run(volume, bound), "sz3": by_sz3(volume, bound), "zfp": by_zfp(volume, bound)}
            if row["wave"]["error"] > 1.0:
                sys.exit(f"compare_codecs.py: wave leaves its bound on {name} at {share}")
            rows.append(row)
            print(f"{name:44} {share:7.0e}  " + "  ".join(f"{c} {row[c]['ratio']:7.2f} ({row[c]['error']:.2f})" for c in ("wave", "sz3", "zfp")) +
                  f"  of SZ3 {row['wave']['ratio'] / row['sz3']['ratio']:5.2f}  of zfp {row['wave']['ratio'] / row['zfp']['ratio']:5.2f}"
                  f"  modes {row['wave']['modes']}", flush=True)
    return rows


def speed(ours, name, volume, rounds=9):
    large = np.tile(np.ascontiguousarray(volume[:128, :128, :128]), (2, 2, 2))
    span = float(volume.max()) - float(volume.min())
    rows = []
    for share in BOUNDS:
        bound = share * span
        tolerance = by_zfp(volume, bound)["tolerance"] * bound
        told = {"wave": ours.run(large, bound, rounds=rounds), "zfp": ours.run(large, tolerance, rounds=rounds, codec="zfp")}
        rows.append({"volume": name, "bound": share, **told})
        print(f"{share:7.0e}  " + "  ".join(
            f"{c} {r['pack']:.2f} / {r['unpack']:.2f} GB/s, a processor {r['pack_processor']:.2f} / {r['unpack_processor']:.2f}"
            for c, r in told.items()) + "  x " + " / ".join(
                f"{told['wave'][key] / told['zfp'][key]:.1f}" for key in ("pack_processor", "unpack_processor")), flush=True)
    return rows


def find(program, given):
    if given:
        return given
    built = [p for p in ROOT.glob(f"build/*/bin/{program}") if p.is_file()]
    good = [p for p in built if p.parts[-3] in ("release", "headless")] or built
    if not good:
        sys.exit(f"compare_codecs.py: no {program} under build/: build it, or give its path")
    return max(good, key=lambda p: p.stat().st_mtime)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="More in the first lines of this file.")
    parser.add_argument("--stack", type=Path, nargs="*", default=[], help="SEG-Y cubes")
    parser.add_argument("--speed", action="store_true", help="time packing and unpacking too")
    parser.add_argument("--cli", type=Path, help="foldwave-cli (the newest release build under build/)")
    parser.add_argument("--bricks", type=Path, help="codec_bricks (likewise)")
    parser.add_argument("--json", type=Path, help="write the rows there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Ours(find("codec_bricks", options.bricks), folder)
        waves = filled_and_silent(find("foldwave-cli", options.cli), folder)
        told = {"ratios": compare(ours, waves + [random_waves()] + [stack(path) for path in options.stack])}
        if options.speed:
            told["speed"] = speed(ours, *waves[0])
    if options.json:
        options.json.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
