#!/usr/bin/env python3
"""Measures what several workers and ranks bring, and makes the tables of docs/scaling.md of it.

  measure --cli PROGRAM --machine NAME [--busy] [--gpus]   writes docs/bench/scale/NAME.json
  tables [--write]                                 makes each table anew between <!-- scale: NAME --> and <!-- end of scale -->;
                                                   without --write a table that differs is a break, and the exit status 1
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BLOCK = re.compile(r"(<!-- scale: ([\w-]+) -->\n)(.*?)(<!-- end of scale -->)", re.S)
REPEAT = 3
QUIET = {**os.environ, "OMP_WAIT_POLICY": "passive", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
         "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def call(arguments, **more):
    run = subprocess.run(arguments, env=QUIET, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    if run.returncode != 0:
        sys.exit(f"{' '.join(map(str, arguments))}: {run.stderr}")
    return run.stdout


def survey_scenario(root, file, shots, larger=1):
    scenario = json.loads((root / "resources" / "scenarios" / "two-layer.json").read_text())
    scenario["grid"]["nodes"] = [240 * larger, 24, 140 * larger]
    scenario["events"][0]["horizon"]["point"] = [1195, 115, 695]
    scenario["survey"]["sources"][0]["position"] = [1195, 115, 50]
    scenario["survey"]["receivers"] = []
    scenario["propagation"] |= {"order": 8, "duration": 0.1}
    scenario["outputs"] = {"pictures": False}
    scenario["imaging"] = {"purpose": "image", "survey": {"shots": shots, "duration": 2.0 * larger}}
    file.write_text(json.dumps(scenario))


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def survey_seconds(cli, scenario, folder, workers, backend):
    """By the clock and of processors. On devices each worker sees one of its own."""
    call([cli, "survey", "plan", scenario, "--to", folder, "--backend", backend])
    begin, used = time.monotonic(), processor_seconds()
    running = [subprocess.Popen([cli, "--threads", "1", "survey", "work", folder], stdout=subprocess.DEVNULL,
                                env=QUIET if backend == "cpu" else {**QUIET, "CUDA_VISIBLE_DEVICES": str(number)},
                                stderr=subprocess.DEVNULL) for number in range(workers)]
    if any(worker.wait() != 0 for worker in running):
        sys.exit("a worker failed")
    return time.monotonic() - begin, processor_seconds() - used


def survey_rows(cli, root, backend, shots=32):
    kind = "thread" if backend == "cpu" else "GPU"
    seconds = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        survey_scenario(root, place / "survey.json", shots, 1 if backend == "cpu" else 4)
        for turn in range(REPEAT):
            for workers in seconds:
                seconds[workers].append(survey_seconds(cli, place / "survey.json", place / f"{turn}-{workers}", workers, backend))
    one, two = (statistics.median(wall for wall, _ in seconds[workers]) for workers in (1, 2))
    cost_one, cost_two = (statistics.median(cost for _, cost in seconds[workers]) for workers in (1, 2))
    on_cores = [{"what": "what 2 free cores would give, by the processors' time of both", "value": 2 * cost_one / cost_two,
                 "unit": "times", "reach": "at least 1.97", "reached": 2 * cost_one / cost_two >= 1.97}]
    return (on_cores if backend == "cpu" else []) + [{"what": f"survey of {shots} shots, 1 worker of 1 {kind}", "value": one, "unit": "s"},
            {"what": f"survey of {shots} shots, 2 workers of 1 {kind}", "value": two, "unit": "s"},
            {"what": f"2 workers against 1, a {kind} each", "value": one / two, "unit": "times", "reach": "at least 1.97",
             "reached": one / two >= 1.97}]


def step_rate(words, size):
    told = json.loads(call([*words, "bench", "wave", "--case", "cube", "--sizes", str(size), "--backend", "cpu", "--repeat", "1",
                            "--steps", "24", "--json"]))
    return told["results"][0]["rate"]


def rank_rows(cli, sizes):
    rows = []
    if not shutil.which("mpirun"):
        return rows
    threads = [cli, "--threads", "2"]
    ranks = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "2", cli, "--threads", "1"]
    for size in sizes:
        rates = {"threads": [], "ranks": []}
        for _ in range(REPEAT):
            rates["threads"].append(step_rate(threads, size))
            rates["ranks"].append(step_rate(ranks, size))
        one, two = (statistics.median(rates[way]) for way in ("threads", "ranks"))
        rows += [{"what": f"wave, {size}^3, 2 threads of one process", "value": one / 1e9, "unit": "G points/s"},
                 {"what": f"wave, {size}^3, 2 ranks of 1 thread", "value": two / 1e9, "unit": "G points/s"},
                 {"what": f"2 ranks against 2 threads, {size}^3", "value": two / one, "unit": "times",
                  "reach": "at least 0.95", "reached": two / one >= 0.95}]
    return rows


def cube_rates(cli, backend, sizes):
    """Points a second of each case by its name, free faces and CPML."""
    told = json.loads(call([cli, "bench", "wave", "--case", "cube", "--sizes", ",".join(map(str, sizes)), "--backend", backend,
                            "--repeat", "1", "--json"]))
    return {row["case"]: row["rate"] for row in told["results"] if "rate" in row}


def device_rows(cli):
    """One wave over two devices against one: the same cube, and one of nearly twice the nodes. One run each: they scatter by less
    than 1 %, and setting up takes most of the time."""
    one, two = cube_rates(cli, "cuda", [512, 1024]), cube_rates(cli, "cuda:0,1", [512, 1024, 1280])
    rows = []
    for name in sorted(two):
        rows += [{"what": f"wave, {name}, {count}", "value": rates[name] / 1e9, "unit": "G points/s"}
                 for count, rates in (("1 GPU", one), ("2 GPUs", two)) if name in rates]
        if name in one:
            bar = 1.97 if "1024" in name else 1.9
            rows.append({"what": f"2 GPUs against 1, {name}", "value": two[name] / one[name], "unit": "times",
                         "reach": f"at least {bar}", "reached": two[name] / one[name] >= bar})
        else:
            half = name.replace("1280", "1024")
            bar, share = 98 if "cpml" in name else 99, 50 * two[name] / one[half]
            rows.append({"what": f"{name} on 2 GPUs against {half} on each", "value": share, "unit": "%",
                         "reach": f"at least {bar}", "reached": share >= bar})
    return rows


def pmm_rows(cli, sizes):
    """Folds by PMM over two devices against one: their kernels, all of eight sweeps and until nothing changes. One run each."""
    def seconds(backend):
        told = json.loads(call([cli, "bench", "fold", "--case", "seed", "--precision", "single", "--only", "pmm", "--repeat", "1",
                                "--sizes", ",".join(map(str, sizes)), "--backend", backend, "--json"]))
        return {(row["case"], "8 sweeps" if row["every_node_visited"] else "to convergence"): row["device_seconds"]
                for row in told["results"] if row["every_node_visited"] or row["to_convergence"]}
    one, two = seconds("cuda"), seconds("cuda:0,1")
    rows = []
    for (case, run), alone in one.items():
        what = f"PMM, {case}, {run}, its kernels"
        rows += [{"what": f"{what}, {count}", "value": 1e3 * value, "unit": "ms"}
                 for count, value in (("1 GPU", alone), ("2 GPUs", two[case, run]))]
        rows.append({"what": f"2 GPUs against 1, {what}", "value": alone / two[case, run], "unit": "times"})
        if "1536" in case:
            rows[-1] |= {"reach": "at least 1.5", "reached": alone / two[case, run] >= 1.5}
    return rows


def device_rank_rows(cli, before):
    """One wave over two ranks, each with a device, against one device."""
    def rate(words, size):
        told = json.loads(call([*words, "bench", "wave", "--case", "cube", "--sizes", str(size), "--boundary", "none", "--backend", "cuda",
                                "--repeat", "1", "--json"]))
        return told["results"][0]["rate"]
    rows = []
    for size, bar in ((512, 1.9), (1024, 1.97)):
        one, two = rate([cli], size), rate([*before, cli], size)
        rows += [{"what": f"wave, {size}^3, {count}", "value": value / 1e9, "unit": "G points/s"}
                 for count, value in (("1 GPU", one), ("2 ranks of 1 GPU", two))]
        rows.append({"what": f"2 ranks of 1 GPU against 1 GPU, {size}^3", "value": two / one, "unit": "times",
                     "reach": f"at least {bar}", "reached": two / one >= bar})
    return rows


def table(kept):
    busy = "; the machine was busy" if kept["busy"] else ""
    lines = [f"{kept['day']}, {kept['cpu']}{busy}. {kept.get('turns', f'Medians of {REPEAT}, in turns')}:", "", "| what | value | to reach | reached |",
             "| --- | --- | --- | --- |"]
    lines += [f"| {row['what']} | {row['value']:.3g} {row['unit']} | {row.get('reach', '')} | "
              f"{'' if 'reach' not in row else 'yes' if row['reached'] else 'no'} |" for row in kept["results"]]
    return "\n".join(lines) + "\n"


def tables(root, write):
    page = root / "docs" / "scaling.md"
    text, breaks = page.read_text(), []

    def fresh(block):
        file = root / "docs" / "bench" / "scale" / f"{block.group(2)}.json"
        if not file.is_file():
            breaks.append(f"{file.name}: is not there")
            return block.group(0)
        made = table(json.loads(file.read_text()))
        if made != block.group(3):
            breaks.append(f"docs/scaling.md: the table {block.group(2)} is not what {file.name} makes")
        return block.group(1) + made + block.group(4)

    anew = BLOCK.sub(fresh, text)
    if write:
        page.write_text(anew)
    print(*breaks, sep="\n")
    return 1 if breaks and not write else 0


def measure(arguments):
    cpu = json.loads(call([arguments.cli, "info", "--json"]))
    kept = {"day": datetime.date.today().isoformat(), "busy": arguments.busy, "cpu": str(cpu.get("cpu", "")),
            "results": [] if arguments.gpus_alone or arguments.gpu_ranks else survey_rows(arguments.cli, arguments.root, "cpu") + rank_rows(arguments.cli, arguments.sizes)}
    if arguments.gpus_alone or arguments.gpu_ranks:
        kept["turns"] = "One run each"
    if arguments.gpu_ranks:
        kept["results"] += device_rank_rows(arguments.cli, shlex.split(arguments.gpu_ranks)) + pmm_rows(arguments.cli, [1024, 1536])
    if arguments.gpus or arguments.gpus_alone:
        kept["results"] += device_rows(arguments.cli)
    if arguments.gpus:
        kept["results"] += survey_rows(arguments.cli, arguments.root, "cuda")
    folder = arguments.root / "docs" / "bench" / "scale"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{arguments.machine}.json").write_text(json.dumps(kept, indent=1) + "\n")
    print(table(kept))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    words = parser.add_subparsers(dest="word", required=True)
    measuring = words.add_parser("measure")
    measuring.add_argument("--cli", required=True)
    measuring.add_argument("--machine", required=True)
    measuring.add_argument("--busy", action="store_true")
    measuring.add_argument("--gpus", action="store_true", help="two GPUs too: one wave over both, two workers with one each")
    measuring.add_argument("--gpus-alone", action="store_true", help="one wave over two GPUs, nothing else")
    measuring.add_argument("--gpu-ranks", metavar="WORDS", help="two ranks, started by these words, with a GPU each, and folds by PMM")
    measuring.add_argument("--sizes", type=int, nargs="*", default=[256])
    words.add_parser("tables").add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    return measure(arguments) if arguments.word == "measure" else tables(arguments.root, arguments.write)


if __name__ == "__main__":
    sys.exit(main())
