#!/usr/bin/env python3
"""Foldwave beside Devito on the same wave: G points a second of both and their ratio, all in one run.

    python3 tests/bench/compare_devito.py [--size 384] [--steps 20] [--order 8] [--threads N] [--rounds 5] [--cli PATH]

Needs a built foldwave-cli, and Devito for this Python (pip install devito, in a virtual environment, and a C compiler);
without it the script says so and exits with 77.

The wave is `cube-N` of `foldwave-cli bench wave --boundary none`: N^3 nodes, m p_tt = Laplacian p with m = 1/v^2 in an
array, constant density, single precision, second order in time, p = 0 at the faces and no boundary layer (Foldwave puts
odd images behind them, Devito zeros: the work a node is the same). Devito is
given OpenMP, its own best optimisation level and its aggressive autotuning, which runs once before the clock does; its
field starts from a ball of pressure, Foldwave's from one source at a node. The contestants run in turn, --rounds
times. Counted are the time steps alone: Devito's own timers of its sections, and `rate` of bench wave.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

# Threads of one contestant must not spin while the other runs: it halved Foldwave's rate.
os.environ["OMP_WAIT_POLICY"] = "passive"

ROOT = Path(__file__).resolve().parents[2]
SPACING, VELOCITY = 10.0, 3000.0  # m, m/s: core/bench/wave_cases.cpp


def newest_cli():
    found = sorted(ROOT.glob("build/*/bin/foldwave-cli"), key=lambda p: p.stat().st_mtime)
    if not found:
        sys.exit("compare_devito.py: no foldwave-cli under build/: build it, or name it with --cli")
    return found[-1]


class Foldwave:
    name = "foldwave"

    def __init__(self, options):
        self.command = [str(options.cli or newest_cli()), "bench", "wave", "--backend", "cpu", "--json", "--repeat", "1", "--case", "cube",
                        "--boundary", "none", "--sizes", str(options.size), "--order", str(options.order), "--steps", str(options.steps),
                        "--threads", str(options.threads)]

    def run(self):
        done = subprocess.run(self.command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"compare_devito.py: {' '.join(self.command)}: {done.stderr.strip()}")
        row = json.loads(done.stdout)["results"][0]
        return row["rate"]


class DevitoWave:
    name = "Devito"

    def __init__(self, options):
        import numpy as np
        from devito import Eq, Function, Grid, Operator, TimeFunction, configuration, solve

        configuration["language"] = "openmp"
        configuration["log-level"] = "ERROR"
        configuration["autotuning"] = "aggressive"
        n = options.size
        self.steps, self.points = options.steps, float(n) ** 3
        extent = SPACING * (n - 1)
        grid = Grid(shape=(n, n, n), extent=(extent, extent, extent), dtype=np.float32)
        self.p = TimeFunction(name="p", grid=grid, time_order=2, space_order=options.order)
        m = Function(name="m", grid=grid, space_order=options.order)
        m.data[:] = VELOCITY**-2
        middle = slice(n // 2 - 2, n // 2 + 2)
        self.p.data[:, middle, middle, middle] = 1.0
        self.operator = Operator(Eq(self.p.forward, solve(m * self.p.dt2 - self.p.laplace, self.p.forward)))
        # Stable at every order: v dt / h = 0.38 in three dimensions.
        self.dt = 0.38 * SPACING / VELOCITY
        self.run()

    def run(self):
        summary = self.operator.apply(time_m=1, time_M=self.steps, dt=self.dt)
        return self.points * self.steps / sum(section.time for section in summary.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="More in the first lines of this file.")
    parser.add_argument("--size", type=int, default=384, help="nodes a side (384)")
    parser.add_argument("--steps", type=int, default=20, help="time steps of a run (20)")
    parser.add_argument("--order", type=int, default=8, help="of the stencil (8)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of both (all)")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, in turn (5)")
    parser.add_argument("--cli", type=Path, help="foldwave-cli (the newest build under build/)")
    options = parser.parse_args()
    if min(options.size, options.steps, options.threads, options.rounds) < 1:
        parser.error("--size, --steps, --threads and --rounds must be positive")
    # Read when Devito loads the OpenMP library.
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    try:
        import devito
    except ImportError:
        print("SKIPPED: Devito is not installed for this Python (pip install devito)")
        return 77

    contestants = [DevitoWave(options), Foldwave(options)]
    rates = {c.name: [] for c in contestants}
    for _ in range(options.rounds):
        for contestant in contestants:
            rates[contestant.name].append(contestant.run())
    print(f"cube-{options.size}, order {options.order}, single, {options.steps} steps, {options.threads} threads; Devito {devito.__version__}; "
          f"medians of {options.rounds} runs in turn (lowest to highest)")
    for name, values in rates.items():
        print(f"  {name:<9} {1e-9 * statistics.median(values):8.3f} G points/s  ({1e-9 * min(values):.3f} to {1e-9 * max(values):.3f})")
    pairs = [ours / theirs for theirs, ours in zip(rates["Devito"], rates["foldwave"])]
    print(f"  foldwave / Devito: {statistics.median(pairs):.2f} (pairs {min(pairs):.2f} to {max(pairs):.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
