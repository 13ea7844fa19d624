#!/usr/bin/env python3
"""Foldwave beside LoopStructural and GemPy: how far boundaries lie from the points, how parallel layers are, seconds.

    python3 -m venv modellers && modellers/bin/pip install LoopStructural gempy
    modellers/bin/pip download --no-deps --no-binary :all: gempy && tar xzf gempy-*.tar.gz
    PYTHONPATH=build/release/python modellers/bin/python tests/bench/compare_modellers.py
        --gempy-data gempy-*/examples/data/input_data/jan_models

The virtual environment is of the Python that the module `foldwave` was built for. A package that is not there is named and
left out. GemPy's example has its points in the source package or, without --gempy-data, at the address that GemPy's own
example reads. Three cases, all in elevation, metres:

  claudius   LoopStructural's example: four surfaces and 25 normals, all given to it at once; Foldwave takes each judged
             surface as a horizon (its own smoothing). GemPy solves a full matrix of all points and is left out
  anticline  GemPy's example: 18 points on each of two surfaces, two orientations; Foldwave: each surface as a horizon
  parallel   a horizon of two cosine trains across each other, 225 points with normals, and the boundary 100 m below it,
             known at one point or at all. Foldwave is given the horizon and 100 m, lambda = 0, no normals

A boundary is where a program's field has its level, on the vertical through a judged point, or in `parallel` on the true
normal. Judged are the points that were given, then, with every second point or square of 250 m kept back, those. The truth
of `parallel` is the formula. Fields on grids (LoopStructural, Foldwave) are read linearly between nodes. `lost` counts
judged places where a program has no boundary in reach: figures are of the others, and any that is not finite ends the run.

Grids have about --nodes nodes. LoopStructural's has its own default where it is given at most 2000 points, --few-nodes:
100000 there take its solver about a minute a fit. Seconds are from points in memory to a field that can be asked: wall
and processor, medians of --rounds in turn. GemPy's have its octree of 5 levels in them for `anticline`, as in its
example, and none for `parallel`.
"""
import argparse
import contextlib
import io
import logging
import math
import statistics
import sys
import tempfile
import time
import warnings
from importlib import metadata
from pathlib import Path

try:
    import foldwave
    import numpy as np
    from scipy.ndimage import map_coordinates
except ImportError as missing:
    sys.exit(f"compare_modellers.py: {missing}: the first lines of this file say what is needed")

GEMPY_DATA = "https://raw.githubusercontent.com/cgre-aachen/gempy_data/master/data/input_data/jan_models"
THICKNESS = 100.0


class Foldwave:
    name = "foldwave"

    def __init__(self, options):
        self.nodes, self.backend = options.nodes, "cpu"

    def fold(self, box, points, folder):
        low, high = box
        size = high - low
        counts = np.ceil(size / (size.prod() / self.nodes) ** (1 / 3)).astype(int) + 1
        if len(points) <= 2000:
            horizon = {"type": "points", "points": (points * [1, 1, -1]).tolist()}
        else:
            np.savetxt(Path(folder) / "points.xyz", points, fmt="%.3f")
            horizon = {"type": "xyz", "file": "points.xyz", "z": "elevation", "unit": "metres"}
        spacing = size / (counts - 1)
        scenario = {
            "format": "foldwave-scenario", "version": 1,
            "grid": {"nodes": counts.tolist(), "spacing": spacing.tolist(), "origin": [low[0], low[1], -high[2]]},
            "events": [{"horizon": horizon, "fold": {"lambda": 0.0}}],
            "layers": {"list": [{"name": "upper", "velocity": 2000}, {"name": "lower", "velocity": 3000}]}}
        arrival = foldwave.fold(scenario, backend=self.backend, folder=str(folder)).arrival

        def field(xyz):
            at = (xyz * [1, 1, -1] - scenario["grid"]["origin"]) / spacing
            inside = np.clip(at, 0, counts - 1)
            at = np.where(np.abs(at - inside) < 1e-6, inside, at)
            return map_coordinates(arrival, at.T[::-1], output=np.float64, order=1, cval=np.nan)

        return field

    def fit(self, box, surfaces, normals, parallel=False):
        with tempfile.TemporaryDirectory() as folder:
            if parallel:
                field = self.fold(box, surfaces[0.0], folder)
                return {level: (field, level) for level in surfaces}
            return {level: (self.fold(box, points, folder), 0.0) for level, points in surfaces.items()}


class LoopStructural:
    name = "LoopStructural"

    def __init__(self, options):
        import LoopStructural
        import pandas

        self.module, self.pandas, self.options = LoopStructural, pandas, options

    def fit(self, box, surfaces, normals, parallel=False):
        names = ["X", "Y", "Z", "val", "nx", "ny", "nz"]
        rows = [np.column_stack([p, np.full(len(p), level), np.full((len(p), 3), np.nan)]) for level, p in surfaces.items()]
        rows.append(np.column_stack([normals[:, :3], np.full(len(normals), np.nan), normals[:, 3:]]))
        data = self.pandas.DataFrame(np.vstack(rows), columns=names)
        data["feature_name"] = "strati"
        model = self.module.GeologicalModel(*box)
        model.data = data
        nodes = self.options.few_nodes if len(data) <= 2000 else self.options.nodes
        model.create_and_add_foliation("strati", nelements=nodes)
        model.update()
        return {level: (lambda xyz: model.evaluate_feature_value("strati", xyz), level) for level in surfaces}


class GemPy:
    name = "GemPy"

    def __init__(self, options):
        import gempy

        self.module = gempy

    def fit(self, box, surfaces, normals, parallel=False):
        gp = self.module
        colors = gp.data.ColorsGenerator()
        levels, elements = sorted(surfaces, reverse=True), []  # youngest first
        for level in levels:
            name, nothing = f"level {level:g}", gp.data.OrientationsTable.initialize_empty()
            here = nothing if level != 0.0 else gp.data.OrientationsTable.from_arrays(*normals.T, names=name)
            points = gp.data.SurfacePointsTable.from_arrays(*surfaces[level].T, names=name)
            elements.append(gp.data.StructuralElement(name=name, color=next(colors), surface_points=points, orientations=here))
        group = gp.data.StructuralGroup(name="strati", elements=elements, structural_relation=gp.data.StackRelationType.ERODE)
        frame = gp.data.StructuralFrame(structural_groups=[group], color_gen=colors)
        model = gp.create_geomodel(extent=np.column_stack(box).ravel(), refinement=1 if parallel else 5, structural_frame=frame)
        found = gp.compute_model(model).scalar_field_at_surface_points
        # From here on it is asked at points alone.
        model.interpolation_options.evaluation_options.number_octree_levels = 1
        model.interpolation_options.evaluation_options.mesh_extraction = False

        def field(xyz):
            gp.set_custom_grid(model.grid, xyz, reset=True)
            output = gp.compute_model(model).octrees_output[0].last_output_center
            return np.asarray(output.exported_fields.scalar_field[output.grid.custom_grid_slice], float)

        return {level: (field, float(value)) for level, value in zip(levels, found)}


def crossings(boundary, start, direction, low, high):
    """s where the field has its level on start + s direction, the least |s| of several; NaN where none from low to high."""
    field, level = boundary

    def sweep(begin, end, count):
        s = begin[:, None] + (end - begin)[:, None] * np.linspace(0, 1, count)
        xyz = start[:, None, :] + s[..., None] * direction[:, None, :]
        v = field(xyz.reshape(-1, 3)).reshape(s.shape) - level
        ends = np.where((v[:, :-1] > 0) != (v[:, 1:] > 0), np.minimum(np.abs(s[:, :-1]), np.abs(s[:, 1:])), np.inf)
        ends[~np.isfinite(v[:, :-1] + v[:, 1:])] = np.inf
        k, row = ends.argmin(axis=1), np.arange(len(s))
        none = ~np.isfinite(ends[row, k])
        return s[row, k], s[row, k + 1], v[row, k], v[row, k + 1], none

    a, b, _, _, none = sweep(np.full(len(start), float(low)), np.full(len(start), float(high)), 49)
    a, b, va, vb, none_now = sweep(a, b, 9)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(none | none_now, np.nan, a + (b - a) * va / (va - vb))


def figures(off):
    """(mean, largest, lost) of absolute values; NaN is what crossings() did not find."""
    found = np.abs(off[~np.isnan(off)])
    if not len(found) or not np.isfinite(found).all():
        sys.exit("compare_modellers.py: a program's boundary is nowhere, or not finite")
    return found.mean(), found.max(), len(off) - len(found)


def vertical(points, boundary, reach):
    return crossings(boundary, points, np.tile([0.0, 0.0, 1.0], (len(points), 1)), -reach, reach)


def quietly(work, *given, **named):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return work(*given, **named)


def in_turn(makers, rounds):
    """Of each maker by its name: what it made last, and medians of wall and processor seconds."""
    spent, made = {name: [] for name in makers}, {}
    for _ in range(rounds):
        for name, make in makers.items():
            wall, processor = time.perf_counter(), time.process_time()
            made[name] = quietly(make)
            spent[name].append((time.perf_counter() - wall, time.process_time() - processor))
    return made, {name: [statistics.median(column) for column in zip(*all_of)] for name, all_of in spent.items()}


def print_table(title, head, rows):
    texts = [head] + [[c if isinstance(c, str) else format(c, "d" if isinstance(c, int) else ".3f") for c in row] for row in rows]
    print(f"\n{title}")
    for row in texts:
        print("  ".join(t.ljust(max(len(r[i]) for r in texts)) for i, t in enumerate(row)).rstrip())


def print_seconds(case, seconds):
    print_table(f"{case}: seconds", ["program", "wall", "processor"], [[n, *s] for n, s in seconds.items()])


def misfits(case, contestants, rounds, box, surfaces, normals, judged, splits, reach):
    """Tables of one case: heights off the points given, off those kept back, and seconds. Gives the fits to all points."""
    def maker(contestant, kept):
        # Foldwave takes each horizon by itself: those that nobody judges are not made.
        levels = judged if contestant.name == Foldwave.name else surfaces
        given = {level: surfaces[level][kept(surfaces[level])] for level in levels}
        return lambda: contestant.fit(box, given, normals)

    fits, seconds = in_turn({c.name: maker(c, every_one) for c in contestants}, rounds)
    rows = []
    for split, kept in {"all given": every_one, **splits}.items():
        made = {c.name: fits[c.name] if kept is every_one else quietly(maker(c, kept)) for c in contestants}
        for level in judged:
            points = surfaces[level] if kept is every_one else surfaces[level][~kept(surfaces[level])]
            for name, boundaries in made.items():
                off = quietly(vertical, points, boundaries[level], reach)
                rows.append([split, f"{level:g}", name, len(points), *figures(off)])
    print_table(f"{case}: height of the boundary off the judged points, m",
                ["split", "surface", "program", "judged", "mean", "largest", "lost"], rows)
    print_seconds(case, seconds)
    return fits


def every_one(points):
    return np.ones(len(points), bool)


def every_second(points):
    return np.arange(len(points)) % 2 == 0


def squares(points):
    return (points[:, :2] // 250.0).sum(axis=1) % 2 == 0


def claudius(contestants, options):
    contestants = [c for c in contestants if c.name != GemPy.name]
    if len(contestants) < 2:
        return
    from LoopStructural.datasets import load_claudius

    data, box = load_claudius()
    xyz, normal = ["X", "Y", "Z"], ["nx", "ny", "nz"]
    surfaces = {float(level): of[xyz].to_numpy() for level, of in data.dropna(subset=["val"]).groupby("val")}
    normals = data.dropna(subset=normal)[xyz + normal].to_numpy()
    splits = {"every second": every_second, "squares": squares}
    misfits("claudius", contestants, options.rounds, box, surfaces, normals, [0.0, 250.0], splits, 400.0)


def anticline(contestants, options):
    import pandas

    where = options.gempy_data or GEMPY_DATA
    try:
        points = pandas.read_csv(f"{where}/model2_surface_points.csv")
        poles = pandas.read_csv(f"{where}/model2_orientations.csv")
    except OSError as problem:
        print(f"\nanticline: left out: GemPy's points cannot be read from {where}: {problem}; give --gempy-data FOLDER")
        return
    # Rock 1 lies 200 m below rock 2, vertically.
    levels, xyz = {"rock2": 0.0, "rock1": -200.0}, ["X", "Y", "Z"]
    surfaces = {level: points[points.formation == rock][xyz].to_numpy(float) for rock, level in levels.items()}
    dip, azimuth = np.radians(poles.dip), np.radians(poles.azimuth)
    up = np.column_stack([np.sin(dip) * np.sin(azimuth), np.sin(dip) * np.cos(azimuth), np.cos(dip)])
    normals = np.hstack([poles[xyz].to_numpy(float), up * poles[["polarity"]].to_numpy()])
    box = np.array([[0.0, 0.0, 0.0], [1000.0, 1000.0, 1000.0]])
    fits = misfits("anticline", contestants, options.rounds, box, surfaces, normals, [0.0, -200.0],
                   {"every second": every_second}, 400.0)
    line = np.linspace(0.0, 1000.0, 41)
    places = np.array([(x, y, 500.0) for x in line for y in line[4:-4]])
    rows = []
    for level in levels.values():
        ours = vertical(places, fits[Foldwave.name][level], 500.0)
        for name in fits:
            if name != Foldwave.name:
                theirs = quietly(vertical, places, fits[name][level], 500.0)
                rows.append([f"{level:g}", name, len(places), *figures(theirs - ours)])
    print_table("anticline: height of the boundary off Foldwave's, m, on a map of 25 m, y from 100 to 900",
                ["surface", "program", "places", "mean", "largest", "lost"], rows)


def true_horizon(x, y):
    """Elevation and unit normal upwards of two cosine trains across each other."""
    z, slopes = np.full_like(x, -300.0), []
    for amplitude, wavelength, s in ((50.0, 700.0, x), (20.0, 900.0, y)):
        k = 2.0 * math.pi / wavelength
        z = z + amplitude * np.cos(k * (s - 500.0))
        slopes.append(amplitude * k * np.sin(k * (s - 500.0)))
    normal = np.stack([*slopes, np.ones_like(x)], axis=-1)
    return np.stack([x, y, z], axis=-1), normal / np.linalg.norm(normal, axis=-1, keepdims=True)


def parallel(contestants, options):
    box = np.array([[0.0, 0.0, -600.0], [1000.0, 1000.0, 0.0]])

    def square(low, high, count):
        x, y = np.meshgrid(np.linspace(low, high, count), np.linspace(low, high, count))
        return true_horizon(x.ravel(), y.ravel())

    points, normal = square(0.0, 1000.0, 15)
    below = points - THICKNESS * normal
    inside = ((below >= box[0]) & (below <= box[1])).all(axis=1)
    at_crest = np.hypot(points[:, 0] - 500.0, points[:, 1] - 500.0) < 1e-6
    places, up = square(200.0, 800.0, 25)
    down = -up
    rows = []
    for known, which in (("one point", at_crest), ("all points", inside)):
        surfaces = {0.0: points, -THICKNESS: below[which]}
        given = (box, surfaces, np.hstack([points, normal]), True)
        fits, seconds = in_turn({c.name: lambda c=c: c.fit(*given) for c in contestants}, options.rounds)
        for name, made in fits.items():
            top = quietly(crossings, made[0.0], places, down, -60.0, 60.0)
            bottom = quietly(crossings, made[-THICKNESS], places + THICKNESS * down, down, -60.0, 60.0) + THICKNESS
            thick = bottom - top
            mean, largest, lost = figures(bottom - THICKNESS)
            found = thick[np.isfinite(thick)]
            rows.append([known, name, figures(top)[1], mean, largest, found.mean(), 100 * found.std() / found.mean(),
                         100 * (found.max() - found.min()) / found.mean(), lost, *seconds[name]])
    print_table(f"parallel: the boundary {THICKNESS:g} m below the horizon, at {len(places)} places",
                ["known at", "program", "horizon off, largest m", "boundary off, mean m", "largest m", "thickness m",
                 "its deviation %", "its range %", "lost", "wall s", "processor s"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="More in the first lines of this file.")
    parser.add_argument("--rounds", type=int, default=3, help="fits of each, in turn, for the seconds (3)")
    parser.add_argument("--nodes", type=int, default=100000, help="of grids, about (100000)")
    parser.add_argument("--few-nodes", type=int, default=10000, help="of LoopStructural's grid for few points (10000)")
    parser.add_argument("--gempy-data", type=Path, help="folder with model2_surface_points.csv of GemPy's example")
    parser.add_argument("--cases", type=lambda text: text.split(","), default=["claudius", "anticline", "parallel"],
                        help="of claudius,anticline,parallel (all)")
    options = parser.parse_args()
    cases = {"claudius": claudius, "anticline": anticline, "parallel": parallel}
    if options.rounds < 1 or min(options.nodes, options.few_nodes) < 1000 or not set(options.cases) <= set(cases):
        parser.error("--rounds must be positive, --nodes and --few-nodes 1000 or more, --cases of " + ",".join(cases))
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)

    contestants = [Foldwave(options)]
    print(f"foldwave {foldwave.__version__}, Python {sys.version.split()[0]}, numpy {np.__version__}")
    for kind in (LoopStructural, GemPy):
        try:
            contestants.append(quietly(kind, options))
            print(f"{kind.name} {metadata.version(kind.name.lower())}")
        except ImportError as missing:
            print(f"{kind.name}: left out: not installed ({missing}; pip install {kind.name.lower()})")
    if len(contestants) == 1:
        print("SKIPPED: neither LoopStructural nor GemPy is installed for this Python")
        return 77
    for case in options.cases:
        cases[case](contestants, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
