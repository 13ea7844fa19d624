#!/usr/bin/env python3
"""Protects the figures of the performance pages: they are what tests/bench/performance.py makes of the benches' own JSON, and a
figure that is changed by hand, in a page or in a file, is found."""
import json
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
script = root / "tests" / "bench" / "performance.py"

WAVE = {"day": "2026-01-02", "busy": False, "command": "bench wave --case cube",
        "machine": {"backend": "cuda", "device": "a device", "cpu": "a processor", "repeat": 3},
        "results": [{"case": "cube-512", "order": 8, "kernel": "tiles", "copied_every_step": False, "start": "noise",
                     "rate": 2.0249e11, "step_ms": 0.66283, "bandwidth": 4.355e12, "bandwidth_share": 0.74394,
                     "seconds": 0.51234},
                    {"case": "cube-1024", "kernel": "tiles", "failure": "memory: there is not enough"}]}
FOLD = {"day": "2026-01-02", "busy": True, "command": "bench fold --case seed",
        "machine": {"backend": "cpu", "device": "two threads of it", "cpu": "a processor", "repeat": 5},
        "results": [{"case": "seed-160", "precision": "single", "to_convergence": False, "sweeps": 8,
                     "every_node_visited": True, "threads": 2, "seconds": 0.52345, "start_seconds": 0.0123,
                     "device_seconds": None, "transfer_seconds": None, "largest_error": 8.14e-4,
                     "peak_memory_bytes": 23.3e6, "n": [160, 160, 160]}]}
IO = {"day": "2026-01-03", "busy": False, "command": "bench io --sizes 256",
      "machine": {"backend": "cpu", "device": "two threads of it", "cpu": "a processor", "repeat": 3},
      "results": [{"codec": "zfp", "direction": "read", "disk_rate": 34.76e6, "ratio": 6.2, "codec_rate": 1.234e9,
                   "plain_seconds": 1.93, "one_by_one_seconds": 0.372, "one_by_one_model": 0.366,
                   "overlapped_seconds": 0.314, "overlapped_model": 0.3114, "gain": 6.146, "share_of_limit": 0.9913}]}
CODEC = {"day": "2026-01-03", "busy": False, "command": "bench codec --size 256",
         "machine": {"backend": "cpu", "device": "two threads of it", "cpu": "a processor", "repeat": 3},
         "results": [{"volume": "filled-256", "codec": "rle", "on_device": False, "threads": 1, "pack_rate": 4.56e8,
                      "unpack_rate": 7.89e8, "ratio": 1.31, "largest_error": 0.0, "range": 2.0, "mean_error": 0.0,
                      "snr": None, "seed": {"ratio": [1.3, 1.32], "unpack_rate_one": 58e6}},
                     {"volume": "filled-256", "codec": "dct-1d-zonal", "on_device": True, "threads": 1, "pack_rate": 5e10, "unpack_rate": 6e10,
                      "pack_seconds": 1.5e-3, "unpack_seconds": 0.5e-3, "transfer_seconds": 0.198, "ratio": None, "largest_error": None,
                      "range": 2.0, "mean_error": None, "snr": None},
                     {"volume": "filled-256", "codec": "dct", "threads": 1, "failure": "it cannot"}]}
PROCESS = {"day": "2026-01-03", "busy": False, "command": "bench io --only processes",
           "machine": {"backend": "cpu", "device": "two threads of it", "cpu": "a processor", "repeat": 3},
           "results": [{"filter": "hough", "format": 3, "disk_rate": 34.76e6, "ratio": 9.3, "plain_read_seconds": 1.93,
                        "plain_filter_seconds": 3.21, "quick_filter_seconds": 3.2, "overlapped_seconds": 1.6054, "gain": 3.2016,
                        "seed_gain": 25.0, "gain_of_same_filter": 3.1953}]}
DEVICE = {"day": "2026-01-04", "busy": False, "command": "bench device",
          "machine": {"backend": "cuda", "device": "a device", "cpu": "a processor"}, "rates": [{"name": "fma", "per_cycle": 3.987}],
          "latencies": [{"name": "fma", "warps": [1, 32], "cycles": [4.0123, 8.25], "uncertainty": [0.0127, 0.31]}]}
MODELS = {"day": "2026-01-04", "busy": False, "command": "bench kernel-models",
          "machine": {"backend": "cuda", "device": "a device", "cpu": "a processor", "repeat": 5},
          "summary": {"models": {"roofline": {"median_error": 0.1234, "mean_error": 0.2, "worst_error": 0.5, "spearman": 0.98765}}},
          "results": [{"order": o, "nodes": [n, n, n], "models": {"roofline": {"error": e}}}
                      for o, n, e in ((2, 64, -0.1), (2, 64, 0.3), (8, 512, -0.5))]}
VOLUMES = {"day": "2026-01-05", "busy": False, "command": "bench volumes --backend cpu",
           "machine": {"backend": "cpu", "device": "two threads of it", "cpu": "a processor"},
           "results": [{"case": "speed.wave.pack", "value": 1.6543, "least": 1.5, "limit": None, "unit": "GB/s", "passed": True, "note": "wave"},
                       {"case": "transform.gain", "value": 9.197, "least": 9.19, "limit": 9.21, "unit": "dB", "passed": True, "note": "LOT"},
                       {"case": "files.ratio", "value": None, "least": None, "limit": 1.15, "unit": "times", "passed": False, "note": "no HDF5"}]}
CHOICES = {"day": "2026-01-06", "busy": False, "command": "bench choices --backend cpu",
           "machine": {"backend": "cpu", "device": "two threads of it", "cpu": "a processor", "repeat": 3},
           "summary": {"choices": 1, "right": 0, "worst_slower": 0.0523, "passed": False},
           "results": [{"run": "64 x 64 x 64, order 8", "chosen": "one-step", "fastest": "wavefront", "slower": 0.0523, "scatter": 0.012, "right": False,
                        "seconds": {"one-step": 0.2, "wavefront": 0.19}}]}
PAGE = """# Page
<!-- bench: a-wave -->
<!-- end of bench -->
between
<!-- bench: b-fold -->
<!-- end of bench -->
<!-- bench: d-io -->
<!-- end of bench -->
<!-- bench: e-codec -->
<!-- end of bench -->
<!-- bench: f-process -->
<!-- end of bench -->
<!-- bench: g-device -->
<!-- end of bench -->
<!-- bench: h-models -->
<!-- end of bench -->
<!-- bench: i-volumes -->
<!-- end of bench -->
<!-- bench: j-choices -->
<!-- end of bench -->
<!-- bench: c-later -->
what was typed before
<!-- end of bench -->
"""


def run(*words):
    return subprocess.run([sys.executable, "-B", str(script), *words], capture_output=True, text=True)


def check(truth, what):
    if not truth:
        sys.exit(f"test_performance: {what}")


with tempfile.TemporaryDirectory() as folder:
    tree = pathlib.Path(folder)
    (tree / "docs" / "bench").mkdir(parents=True)
    page = tree / "docs" / "performance-x.md"
    page.write_text(PAGE)
    for name, kept in (("a-wave", WAVE), ("b-fold", FOLD), ("d-io", IO), ("e-codec", CODEC), ("f-process", PROCESS), ("g-device", DEVICE), ("h-models", MODELS), ("i-volumes", VOLUMES), ("j-choices", CHOICES)):
        (tree / "docs" / "bench" / f"{name}.json").write_text(json.dumps(kept))
    words = ["--root", folder, "tables"]
    check(run(*words).returncode == 1, "empty tables pass")
    check(run(*words, "--write").returncode == 0 and run(*words).returncode == 0, "what is written does not pass")
    made = page.read_text()
    for part in ("2026-01-02, a device; triad 4360 GB/s", "| cube-512 | 8 | tiles | noise | 202 | 0.663 ms | 0.74 | 0.512 s |",
                 "Not run:\n\n- cube-1024: memory: there is not enough\n", "median of 5", "busy with other work",
                 "| seed-160 | single | 8, every node | 2 | 0.523 s | 12.3 ms | 0.00081 | 5.7 |", "what was typed before",
                 "| zfp | read | 34.76 | 6.2 | 1230 | 1.93 s | 0.372 s | 0.366 s | 0.314 s | 0.311 s | 6.15 | 0.99 |",
                 "| filled-256 | rle | 1 | 456 | 789 |  |  | 1.31 | 0 | 0 | 1.3 to 1.32 | 58 |", "- dct: it cannot",
                 "| dct-1d-zonal, on the device | 1 | 50000 | 60000 | 0.198 s | 99.0 % |",
                 "| speed.wave.pack | 1.65 GB/s | at least 1.5 | yes | wave |", "| transform.gain | 9.2 dB | 9.19 to 9.21 | yes | LOT |",
                 "| files.ratio | not measured | at most 1.15 | no | no HDF5 |",
                 "| fma | 4.012 +- 0.013 | 8.25 +- 0.31 | 3.99 |",
                 "| roofline | 12.3 % | 20.0 % | 50.0 % | 0.988 | 20.0 % | 50.0 % | 20.0 % | 50.0 % |",
                 "0 of 1 take the fastest kernel, at worst 5.23 % slower; 95 % and 3 % reached: no.",
                 "| 64 x 64 x 64, order 8 | one-step | 0.2 s | wavefront | 5.23 % | 1.2 % | wavefront 0.19 s |",
                 "| hough | 3 | 34.76 | 9.3 | 1.93 s | 3.21 s | 3.2 s | 1.61 s | 3.2 | 25 | 3.2 |"):
        check(part in made, f"{part!r} is not in\n{made}")
    check("kernels |" not in made, "a processor has a device's column")
    page.write_text(made.replace("| 202 |", "| 203 |"))
    told = run(*words)
    check(told.returncode == 1 and "a-wave" in told.stdout, "a figure changed by hand passes")
    page.write_text(made)
    WAVE["results"][0]["bandwidth_share"] = 0.99
    (tree / "docs" / "bench" / "a-wave.json").write_text(json.dumps(WAVE))
    check(run(*words).returncode == 1, "a file that was changed passes")
    (tree / "docs" / "bench" / "a-wave.json").unlink()
    check(run(*words).returncode == 0, "a table that waits for its file does not pass")
    (tree / "docs" / "bench" / "nobody.json").write_text(json.dumps(WAVE))
    check(run(*words).returncode == 1, "a file that no page shows passes")

pages = run("tables")
print(pages.stdout, pages.stderr, sep="", end="")
sys.exit(pages.returncode)
