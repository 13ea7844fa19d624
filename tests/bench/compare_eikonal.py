#!/usr/bin/env python3
"""Foldwave beside scikit-fmm and OpenVDB on the isotropic case: seconds, ratios and errors, all in one run.

    /usr/bin/python3 tests/bench/compare_eikonal.py [--size 160] [--rounds 5] [--cli build/release/bin/foldwave-cli]

Needs a built foldwave-cli and the packages of section [bench] in packaging/dependencies.txt; a program that is not
there is named and left out. Debian's python3-scikit-fmm is seen by Debian's own Python, /usr/bin/python3, only.
OpenVDB's part, openvdb_sweep.cpp beside this file, is compiled first (a minute); --openvdb PATH takes one that was.

The case is `isotropic-N` of `foldwave-cli bench fold`: the distance (F = 1, psi = 0) to two cosine trains across each
other in a box of length 10. The contestants run one after the other, --rounds times; medians are told. Each is given
what it starts from in its own form, and only its solve is counted:

  scikit-fmm   the exact signed distance in a band of three cells on either side (it uses the signs and the nodes
               beside the horizon); one thread; all of skfmm.distance()
  OpenVDB      the same band as a level set, held; all threads; all of tools::maskSdf(), without making its tree from
               the array and back
  foldwave     the horizon; all threads (fast marching and fast sweeping: one); `seconds` has the start values
               (`start`) in it, so it counts what the others are given

Errors are of sampled nodes against the exact distance, over the largest. A front that is given inside the box alone
comes too late where the nearest point of the horizon lies outside. `lit` leaves those nodes out; Foldwave knows the
horizon outside and is judged by the whole box.
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import numpy as np
except ImportError:
    sys.exit("compare_eikonal.py: numpy is not installed for this Python: package python3-numpy, and run it with /usr/bin/python3")

ROOT = Path(__file__).resolve().parents[2]
LENGTH, DEPTH = 10.0, 5.0
# Amplitude, wavelength, azimuth, crest: core/bench/fold.cpp.
TRAINS = [(0.7, 9.0, 60.0, (2.5, 5.0)), (0.3, 13.0, 150.0, (5.0, 6.0))]
BAND_CELLS = 3
SAMPLED = 2000


def jet(u, v):
    """The horizon's depth, slopes and second derivatives at map points."""
    f, fu, fv, fuu, fuv, fvv = (np.zeros_like(u) for _ in range(6))
    for amplitude, wavelength, azimuth, crest in TRAINS:
        k = 2.0 * math.pi / wavelength
        ku, kv = k * math.sin(math.radians(azimuth)), k * math.cos(math.radians(azimuth))
        phase = ku * (u - crest[0]) + kv * (v - crest[1])
        c, s = amplitude * np.cos(phase), amplitude * np.sin(phase)
        f -= c
        fu += ku * s
        fv += kv * s
        fuu += ku * ku * c
        fuv += ku * kv * c
        fvv += kv * kv * c
    return f + DEPTH, fu, fv, fuu, fuv, fvv


def nearest_from(x, y, z, u, v):
    """Newton's method for the nearest point of the horizon from the guess (u, v): distance and foot."""
    for _ in range(40):
        f, fu, fv, fuu, fuv, fvv = jet(u, v)
        r = z - f
        gu, gv = (u - x) - r * fu, (v - y) - r * fv
        a, b, c = 1 + fu * fu - r * fuu, fu * fv - r * fuv, 1 + fv * fv - r * fvv
        # Where the distance does not bend upwards, without the surface's own bend.
        bad = (a <= 0.05) | (a * c - b * b <= 0.05)
        a, b, c = np.where(bad, 1 + fu * fu, a), np.where(bad, fu * fv, b), np.where(bad, 1 + fv * fv, c)
        det = a * c - b * b
        du, dv = (c * gu - b * gv) / det, (a * gv - b * gu) / det
        step = np.minimum(1.0, 0.3 / np.maximum(np.hypot(du, dv), 1e-30))
        u, v = u - step * du, v - step * dv
    f = jet(u, v)[0]
    return np.sqrt((x - u) ** 2 + (y - v) ** 2 + (z - f) ** 2), u, v


def exact_distance(x, y, z):
    """By brute force on a fine map, then Newton's method from the best places of its six best tiles."""
    reach, step, tile = 8.0, 0.1, 10
    axis = np.arange(-reach, LENGTH + reach, step)[: int((LENGTH + 2 * reach) / step)]
    tiles = len(axis) // tile
    axis = axis[: tiles * tile]
    u, v = np.meshgrid(axis, axis)
    f = jet(u, v)[0]
    best = np.full(len(x), np.inf)
    foot_u, foot_v = np.zeros(len(x)), np.zeros(len(x))
    for first in range(0, len(x), 50):
        part = slice(first, min(first + 50, len(x)))
        px, py, pz = (q[part, None, None] for q in (x, y, z))
        d2 = (px - u) ** 2 + (py - v) ** 2 + (pz - f) ** 2
        blocks = d2.reshape(-1, tiles, tile, tiles, tile).transpose(0, 1, 3, 2, 4).reshape(len(d2), tiles * tiles, -1)
        inside = blocks.argmin(axis=2)
        least = np.take_along_axis(blocks, inside[:, :, None], axis=2)[:, :, 0]
        for which in np.argsort(least, axis=1)[:, :6].T:
            at = inside[np.arange(len(which)), which]
            row, column = which // tiles * tile + at // tile, which % tiles * tile + at % tile
            d, fu, fv = nearest_from(x[part], y[part], z[part], axis[column], axis[row])
            nearer = d < best[part]
            best[part] = np.where(nearer, d, best[part])
            foot_u[part], foot_v[part] = np.where(nearer, fu, foot_u[part]), np.where(nearer, fv, foot_v[part])
    lit = (foot_u >= 0) & (foot_u <= LENGTH) & (foot_v >= 0) & (foot_v <= LENGTH)
    return best, lit


class Case:
    def __init__(self, n):
        self.n, self.h = n, LENGTH / (n - 1)
        line = np.arange(n) * self.h
        z, y, x = np.meshgrid(line, line, line, indexing="ij")
        height = jet(x[0], y[0])[0] - z  # positive on the upper side
        band = np.abs(height) < 2.0 * BAND_CELLS * self.h
        distance = nearest_from(x[band], y[band], z[band], x[band].copy(), y[band].copy())[0]
        # Farther nodes, which are not held, are clear of the limit by a cell.
        far = (BAND_CELLS + 1) * self.h
        self.start = np.where(height > 0, far, -far)
        held = distance < BAND_CELLS * self.h
        self.start[band] = np.sign(height[band]) * np.where(held, distance, far)
        nodes = np.random.default_rng(5).integers(0, n, size=(3, SAMPLED))
        self.sample = tuple(nodes)
        self.exact, self.lit = exact_distance(*(nodes[a] * self.h for a in (2, 1, 0)))

    def errors(self, distance):
        error = np.abs(np.abs(distance[self.sample]) - self.exact) / self.exact.max()
        return {"largest": error.max(), "mean": error.mean(), "lit_largest": error[self.lit].max(), "lit_mean": error[self.lit].mean()}


class ScikitFmm:
    threads = 1

    def __init__(self, case, order):
        import skfmm

        self.name, self.case, self.order = f"scikit-fmm {skfmm.__version__}, order {order}", case, order
        self.solve = skfmm.distance
        self.solve(np.linspace(-1, 1, 8), dx=0.1, order=order)

    def run(self):
        begin = time.perf_counter()
        distance = self.solve(self.case.start, dx=self.case.h, order=self.order)
        return {"seconds": time.perf_counter() - begin, "start": None, **self.case.errors(np.asarray(distance))}


class OpenVdb:
    threads = "all"
    name = "OpenVDB fast sweeping"

    def __init__(self, case, program, folder, iterations):
        if not program.is_file():
            raise RuntimeError(f"{program} is not there")
        self.case, self.program, self.iterations = case, program, iterations
        self.source, self.target = folder / "start.raw", folder / "distance.raw"
        case.start.astype("<f4").tofile(self.source)

    def run(self):
        words = [self.program, self.source, self.target, self.case.n, repr(self.case.h), self.iterations]
        told = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=True)
        distance = np.fromfile(self.target, "<f4").reshape((self.case.n,) * 3).astype(float)
        return {"seconds": float(told.stdout), "start": None, **self.case.errors(distance)}


class Foldwave:
    def __init__(self, case, cli, method, threads):
        self.case, self.cli, self.method = case, cli, method
        self.name, self.threads = f"foldwave {method}", threads
        self.run()  # says at once what the back end does not have

    def run(self):
        words = ["bench", "fold", "--json", "--backend", "cpu", "--case", "isotropic", "--precision", "single", "--only", self.method]
        words += ["--sizes", str(self.case.n)]
        if self.threads:
            words += ["--threads", str(self.threads)]
        told = subprocess.run([str(self.cli)] + words, capture_output=True, text=True)
        if told.returncode != 0:
            raise RuntimeError(told.stderr.strip().splitlines()[-1])
        row = json.loads(told.stdout)["results"][-1]
        if "failure" in row:
            raise RuntimeError(row["failure"])
        self.threads = row["threads"]
        return {"seconds": row["seconds"], "start": row["start_seconds"], "largest": row["largest_error"], "mean": row["mean_error"]}


def compile_openvdb(folder):
    program = folder / "openvdb_sweep"
    source = Path(__file__).resolve().parent / "openvdb_sweep.cpp"
    words = ["g++", "-std=c++17", "-O3", "-DNDEBUG", str(source), "-o", str(program)]
    # OpenVDB's own libraries are linked by name, whatever their versions.
    told = subprocess.run(words + ["-Wl,--copy-dt-needed-entries", "-lopenvdb", "-ltbb"], capture_output=True, text=True)
    if told.returncode != 0:
        raise RuntimeError("cannot be compiled (package libopenvdb-dev): " + told.stderr.strip().splitlines()[0])
    return program


def find_cli(given):
    if given:
        return given
    built = [p for p in ROOT.glob("build/*/bin/foldwave-cli") if p.is_file()]
    if not built:
        sys.exit("compare_eikonal.py: no foldwave-cli under build/: build it, or give --cli PATH")
    # A sanitizer's or a debugging build would be judged by its own burden.
    good = [p for p in built if p.parts[-3] in ("release", "headless")] or built
    return max(good, key=lambda p: p.stat().st_mtime)


def gather_contestants(options, case, folder):
    makers = [(f"foldwave {m}", lambda m=m: Foldwave(case, find_cli(options.cli), m, options.threads)) for m in options.methods]
    makers += [(f"scikit-fmm, order {o}", lambda o=o: ScikitFmm(case, o)) for o in (1, 2)]
    makers.append(
        ("OpenVDB", lambda: OpenVdb(case, options.openvdb or compile_openvdb(folder), folder, options.openvdb_iterations)))
    contestants = []
    for name, make in makers:
        try:
            contestants.append(make())
        except ImportError as missing:
            print(f"{name}: left out: not installed ({missing}; package python3-scikit-fmm, run with /usr/bin/python3)")
        except (RuntimeError, OSError) as problem:
            print(f"{name}: left out: {problem}")
    return contestants


def print_table(results, methods):
    def cell(value, form):
        return "-" if value is None else format(value, form)

    ours = {m: results.get(f"foldwave {m}", (None, {}))[1].get("seconds") for m in methods}
    head = ["contestant", "threads", "seconds", "start"] + [f"x {m}" for m in methods] + ["largest", "mean", "lit largest", "lit mean"]
    rows = [head]
    for name, (threads, r) in results.items():
        ratios = [cell(r["seconds"] / ours[m] if ours[m] else None, ".2f") for m in methods]
        errors = [cell(r.get(key), ".2e") for key in ("largest", "mean", "lit_largest", "lit_mean")]
        rows.append([name, str(threads), cell(r["seconds"], ".3f"), cell(r["start"], ".3f")] + ratios + errors)
    widths = [max(len(row[c]) for row in rows) for c in range(len(head))]
    for row in rows:
        print("  ".join(text.ljust(w) if c == 0 else text.rjust(w) for c, (text, w) in enumerate(zip(row, widths))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="More in the first lines of this file.")
    parser.add_argument("--size", type=int, default=160, help="nodes a side (160)")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, in turn (5)")
    parser.add_argument("--methods", type=lambda text: text.split(","), default=["foot-point", "pmm", "fmm"], help="of foldwave (foot-point,pmm,fmm)")
    parser.add_argument("--threads", type=int, help="of foldwave (all)")
    parser.add_argument("--cli", type=Path, help="foldwave-cli (the newest release build under build/)")
    parser.add_argument("--openvdb", type=Path, help="a compiled openvdb_sweep")
    parser.add_argument("--openvdb-iterations", type=int, default=1, help="of eight sweeps each (1, OpenVDB's default)")
    options = parser.parse_args()
    if options.size < 16 or options.rounds < 1:
        parser.error("--size must be 16 or more, --rounds 1 or more")

    case = Case(options.size)
    with tempfile.TemporaryDirectory() as folder:
        contestants = gather_contestants(options, case, Path(folder))
        if not contestants:
            sys.exit("compare_eikonal.py: nothing to run")
        runs = {c.name: [] for c in contestants}
        for _ in range(options.rounds):
            for contestant in contestants:
                runs[contestant.name].append(contestant.run())
    results = {c.name: (c.threads, {**runs[c.name][0]}) for c in contestants}
    for name, (_, r) in results.items():
        for key in ("seconds", "start"):
            if r[key] is not None:
                r[key] = statistics.median(run[key] for run in runs[name])
    print(f"\nisotropic-{options.size}, medians of {options.rounds} runs in turn; errors of the largest distance\n")
    print_table(results, options.methods)


if __name__ == "__main__":
    main()
