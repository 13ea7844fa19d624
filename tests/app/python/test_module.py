#!/usr/bin/env python3
"""The Python module, used as its own page says: a scenario as a dict, stages, arrays without copies, progress, Ctrl-C.

Usage: PYTHONPATH=build/release/python test_module.py SOURCE
"""
import gc
import os
import signal
import sys
import threading
import time
import unittest
from pathlib import Path

import foldwave
import numpy as np

SOURCE = Path(sys.argv.pop(1)) if len(sys.argv) > 1 else Path(__file__).resolve().parents[3]
EXAMPLE = SOURCE / "resources" / "scenarios" / "two-layer.json"


def small(nodes=24):
    scenario = foldwave.load(EXAMPLE)
    scenario["grid"]["nodes"] = [nodes, nodes, nodes]
    span = scenario["grid"]["spacing"][0] * (nodes - 1)
    middle = span / 2
    scenario["events"][0]["horizon"]["point"] = [middle, middle, middle]
    scenario["survey"]["sources"] = [{"position": [middle, middle, 50.0]}]
    scenario["survey"]["receivers"] = [{"type": "line", "from": [10, middle, 10], "to": [span - 10, middle, 10], "count": 8}]
    scenario["propagation"]["duration"] = 0.1
    scenario["outputs"] = {"snapshots": {"interval": 0.02}, "pictures": False}
    return scenario


def section():
    """Two layers in two dimensions, a source in the upper one."""
    scenario = foldwave.load(EXAMPLE)
    scenario["grid"]["nodes"] = [61, 1, 41]
    scenario["events"][0]["horizon"]["point"] = [300, 0, 250]
    scenario["layers"]["list"][1]["velocity"] = 2000.0
    scenario["survey"]["sources"] = [{"position": [300.0, 0.0, 150.0]}]
    scenario["survey"]["receivers"] = [{"type": "line", "from": [20, 0, 20], "to": [580, 0, 20], "count": 29}]
    scenario["propagation"]["duration"] = 0.6
    scenario["outputs"] = {"pictures": False}
    scenario["imaging"] = {"survey": {"shots": 3}}
    return scenario


class Module(unittest.TestCase):
    def test_scenario_is_a_dict(self):
        scenario = foldwave.load(EXAMPLE)
        self.assertEqual(scenario["format"], "foldwave-scenario")
        self.assertEqual(foldwave.load(str(EXAMPLE)), scenario)
        self.assertEqual([f for f in foldwave.check(scenario) if f["severity"] == "error"], [])
        scenario["layers"]["list"][0]["velocity"] = -1
        findings = [f for f in foldwave.check(scenario) if f["severity"] == "error"]
        self.assertEqual(findings[0]["path"], "/layers/list/0/velocity")

    def test_fold_is_exact_on_a_plane(self):
        scenario = small()
        folded = foldwave.fold(scenario)
        self.assertEqual(folded.arrival.shape, (24, 24, 24))
        self.assertEqual((folded.arrival.dtype, folded.layers.dtype, folded.velocity.dtype),
                         (np.float32, np.uint8, np.float32))
        # A flat horizon: T is the height above it, in the upper layer.
        depth = folded.origin[2] + folded.spacing[2] * np.arange(24)
        plane = scenario["events"][0]["horizon"]["point"][2]
        worst = np.abs(folded.arrival - (plane - depth)[:, None, None]).max()
        self.assertLess(worst, 1e-4)
        velocities = [layer["velocity"] for layer in scenario["layers"]["list"]]
        self.assertTrue(np.array_equal(folded.velocity, np.asarray(velocities, np.float32)[folded.layers]))
        self.assertEqual(folded.scenario["grid"]["nodes"], [24, 24, 24])
        self.assertEqual(folded.spacing, [10.0, 10.0, 10.0])

    def test_arrays_are_the_engines_own_and_outlive_it(self):
        folded = foldwave.fold(small())
        first, second = folded.arrival, folded.arrival
        self.assertEqual(first.__array_interface__["data"][0], second.__array_interface__["data"][0])
        self.assertFalse(first.flags.owndata or first.flags.writeable)
        before = first.copy()
        del folded, second
        gc.collect()
        self.assertTrue(np.array_equal(first, before))
        with self.assertRaises(ValueError):
            first[0, 0, 0] = 1

    def test_wave_and_its_snapshots(self):
        folded = foldwave.fold(small())
        wave = foldwave.wave(folded, snapshots=True)
        self.assertEqual(wave.gather.shape[0], 8)
        self.assertEqual(wave.receivers.shape, (8, 3))
        self.assertTrue(np.isfinite(wave.gather).all() and np.abs(wave.gather).max() > 0)
        self.assertGreaterEqual(len(wave.snapshots), 5)
        times = [t for t, _ in wave.snapshots]
        self.assertEqual(times, sorted(times))
        self.assertEqual(wave.snapshots[-1][1].shape, (24, 24, 24))
        # The same run gives the same bits.
        self.assertTrue(np.array_equal(foldwave.wave(folded).gather, wave.gather))
        self.assertEqual(foldwave.wave(folded).snapshots, [])

    def test_a_section_is_imaged(self):
        scenario = section()
        folded = foldwave.fold(scenario)
        self.assertEqual(folded.velocity.shape, (41, 1, 61))
        located = foldwave.image(folded, foldwave.wave(folded))
        at = np.array(located.events[0]["position"])
        self.assertLess(np.linalg.norm(at - np.array(scenario["survey"]["sources"][0]["position"])), 20.0)
        self.assertEqual(located.focus.shape, (41, 1, 61))
        seen = foldwave.survey(folded)
        self.assertEqual(seen.shots, 3)
        self.assertTrue(np.isfinite(seen.image).all() and np.abs(seen.image).max() > 0)
        # The one reflector is where the image is strongest.
        depth = seen.origin[2] + seen.spacing[2] * np.arange(seen.image.shape[0])
        strength = np.abs(seen.image[:, 0, :]).max(axis=1)
        strength[depth < 100] = 0
        self.assertLess(abs(depth[strength.argmax()] - 250.0), 30.0)
        with self.assertRaises(foldwave.InputError):
            foldwave.image(foldwave.fold(small()))

    def test_progress_is_told_and_may_stop_the_work(self):
        told = []
        scenario = small(96)
        foldwave.fold(scenario, progress=lambda step, done, total: told.append((step, done, total)))
        self.assertTrue(all(isinstance(s, str) and d >= 0 for s, d, _ in told))

        class Enough(Exception):
            pass

        def enough(*_):
            raise Enough

        long = small(64)
        long["propagation"]["duration"] = 20.0
        long["outputs"] = {"pictures": False}
        folded = foldwave.fold(long)
        began = time.monotonic()
        with self.assertRaises(Enough):
            foldwave.wave(folded, progress=enough)
        self.assertLess(time.monotonic() - began, 30)

    def test_ctrl_c_ends_a_wave(self):
        long = small(64)
        long["propagation"]["duration"] = 60.0
        long["outputs"] = {"pictures": False}
        folded = foldwave.fold(long)
        timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            foldwave.wave(folded)
        timer.join()
        self.assertLess(time.monotonic() - began, 30)

    def test_errors_name_the_place(self):
        scenario = small()
        scenario["layers"]["list"][1]["velocity"] = "fast"
        with self.assertRaisesRegex(foldwave.InputError, "/layers/list/1/velocity"):
            foldwave.fold(scenario)
        with self.assertRaisesRegex(foldwave.InputError, "nothing.json"):
            foldwave.fold("nothing.json")
        with self.assertRaises(foldwave.Error):
            foldwave.fold(small(), backend="abacus")
        with self.assertRaises(TypeError):
            foldwave.fold(7)


if __name__ == "__main__":
    unittest.main(verbosity=2)
