#!/usr/bin/env python3
"""The tables of docs/performance-*.md, made of what `foldwave-cli bench --json` told.

  performance.py measure --cli build/release/bin/foldwave-cli --machine epyc [--busy] [SET ...]
      runs the sets (default: those of the machine's kind) and keeps what they tell in docs/bench/MACHINE-SET.json
  performance.py tables [--root DIR] [--write]
      makes each table anew that stands between <!-- bench: MACHINE-SET --> and <!-- end of bench -->; without --write
      exits with 1 where a page holds another one. A table whose file is not there yet stays as it is, and is named.

A machine's name is free, as in `epyc` or `h200`; `--device` takes the device's sets in place of the processor's. `--busy` says
that the machine had other work meanwhile, and the table says so.
"""
import argparse
import datetime
import json
import pathlib
import re
import statistics
import subprocess
import sys

WAVE, FOLD = "bench wave", "bench fold --case seed"
SETS = {  # what is run, by a device and by a processor
    True: {
        "wave-cube": f"{WAVE} --backend cuda --case cube --sizes 512,1024",
        "wave-orders": f"{WAVE} --backend cuda --case ladder --kernel auto --sizes 512 --order 2,4,12,16 --steps 200",
        "wave-ladder": f"{WAVE} --backend cuda --case ladder --sizes 512 --steps 40",
        "wave-seed001": f"{WAVE} --backend cuda --case seed001",
        "fold-pmm": f"{FOLD} --backend cuda --only pmm",
        "fold-foot": f"{FOLD} --backend cuda --only foot-point --precision single --sizes 160,320,400,1024",
        "volume-codec": "bench codec --backend cuda --size 512 --codec wave,quick",
        "volume-transfer": "bench codec --backend cuda --size 512 --case filled --threads 16 --codec huffman-fixed,dct-1d-zonal,dct-2d-zonal,fast-dct-1d-zonal,fast-dct-2d-zonal,fast-dct-3d-zonal,lot-1d-zonal,lot-3d-zonal,genlot-3d-zonal",
        "volume-filter": "bench filter --backend cuda --sizes 512",
        "volume-process": "bench io --backend cuda --only processes --repeat 3",
        "volumes": "bench volumes --backend cuda --only files,device",
        "device": "bench device",
        "kernel-models": "bench kernel-models",
        "forecast": "bench forecast --backend cuda --seed 51 --waves 72 --folds 32 --images 36 --most-seconds 200",
        "choices": "bench choices --backend cuda --seed 2",
        "imaging": "bench imaging --backend cuda --case adjoint,source,exploding,marmousi,reversal,slider,scan,packed,volume,target,shot,strips,survey",
    },
    False: {
        "wave-cube": f"{WAVE} --backend cpu --case cube --sizes 384 --kernel one-step,wavefront --threads 2 --steps 24",
        "fold-pmm": f"{FOLD} --backend cpu --only pmm --threads 1,2",
        "fold-foot": f"{FOLD} --backend cpu --only foot-point --precision single --threads 1,2",
        "volume-codec": "bench codec --backend cpu",
        "volume-words": "bench codec --backend cpu --codec rle --repeat 1 --words",
        "volume-filter": "bench filter --backend cpu --sizes 256 --threads 1,2",
        "volume-io": "bench io --only disks --codec none,blosc,zfp,wave,quick,rle,fast-dct-3d --repeat 3",
        "volume-process": "bench io --only processes --repeat 3",
        "slices": "bench slices",
        "volumes": "bench volumes --backend cpu",
        "forecast": "bench forecast --backend cpu --seed 12",
        "choices": "bench choices --backend cpu --seed 2",
        "wave-section": f"{WAVE} --backend cpu --case section --sizes 400,800,1600,3200 --order 4,8 --kernel one-step,wavefront --threads 1,2 --steps 100",
        "imaging": "bench imaging --backend cpu --case adjoint,source,exploding,marmousi.rtm,marmousi.plain,marmousi.fine,reversal,slider,scan,survey.line,packed",
    },
}
BLOCK = re.compile(r"(<!-- bench: ([\w-]+) -->\n)(.*?)(<!-- end of bench -->)", re.S)


def number(value, digits=3):
    """Without an exponent where that is short, else with one."""
    if value is None:
        return ""
    text = f"{value:.{digits}g}"
    return f"{float(text):.0f}" if "e+" in text else text


def seconds(value):
    if value is None:
        return ""
    return f"{number(1e3 * value)} ms" if value < 0.1 else f"{number(value)} s"


def kernel(row):
    return row["kernel"] + (", copied every step" if row["copied_every_step"] else "")


WAVE_COLUMNS = [
    ("case", lambda r: r["case"] + (", one thread" if r.get("threads") == 1 else "")),
    ("order", lambda r: str(r["order"])),
    ("kernel", kernel),
    ("start", lambda r: r["start"]),
    ("G points/s", lambda r: number(1e-9 * r["rate"])),
    ("a step", lambda r: f"{number(1e3 * r['step_ms'])} us" if r["step_ms"] < 0.1 else f"{number(r['step_ms'])} ms"),
    ("share of the triad", lambda r: number(r["bandwidth_share"], 2)),
    ("a whole run", lambda r: seconds(r["seconds"])),
]
FOLD_COLUMNS = [
    ("case", lambda r: r["case"]),
    ("precision", lambda r: r["precision"]),
    ("sweeps", lambda r: "to convergence" if r["to_convergence"] else f"{r['sweeps']}, " +
     ("every node" if r["every_node_visited"] else "settled skipped")),
    ("threads", lambda r: str(r["threads"])),
    ("seconds", lambda r: seconds(r["seconds"])),
    ("start values", lambda r: seconds(r["start_seconds"])),
    ("kernels", lambda r: seconds(r["device_seconds"])),
    ("transfers", lambda r: seconds(r["transfer_seconds"])),
    ("largest error", lambda r: number(r["largest_error"], 2)),
    # Beside a device it is the driver that counts.
    ("bytes a node", lambda r: "" if r["device_seconds"] is not None else number(r["peak_memory_bytes"] / (r["n"][0] * r["n"][1] * r["n"][2]), 2)),
]


def seed_of(row, name, scale=1.0, digits=3):
    told = (row.get("seed") or {}).get(name)
    return "" if told is None else " to ".join(number(scale * v, digits) for v in (told if isinstance(told, list) else [told]))


def transfer_share(row):
    """What crossing to the device and back takes of it and the kernels both ways."""
    there = row.get("transfer_seconds")
    return f"{100 * there / (there + row['pack_seconds'] + row['unpack_seconds']):.1f} %" if there else ""


CODEC_COLUMNS = [
    ("volume", lambda r: r["volume"]),
    ("codec", lambda r: r["codec"] + (", on the device" if r["on_device"] else "")),
    ("threads", lambda r: str(r["threads"])),
    ("pack, MB/s", lambda r: number(1e-6 * r["pack_rate"])),
    ("unpack, MB/s", lambda r: number(1e-6 * r["unpack_rate"])),
    ("transfers", lambda r: seconds(r.get("transfer_seconds"))),
    ("share of transfers", transfer_share),
    ("ratio", lambda r: number(r.get("ratio"))),
    ("largest error, of the range", lambda r: number(r["largest_error"] and r["largest_error"] / r["range"], 2)),
    ("ME", lambda r: number(r["mean_error"], 2)),
    ("SNR, dB", lambda r: number(r["snr"])),
    ("seed: ratio", lambda r: seed_of(r, "ratio")),
    ("seed: unpack on one core", lambda r: seed_of(r, "unpack_rate_one", 1e-6)),
]
FILTER_COLUMNS = [
    ("case", lambda r: r["case"]),
    ("nodes a side", lambda r: str(r["n"][0])),
    ("threads", lambda r: str(r["threads"])),
    ("seconds", lambda r: seconds(r["seconds"])),
    ("the work alone", lambda r: seconds(r["work_seconds"])),
    ("G/s", lambda r: number(1e-9 * r["rate"])),
    ("of", lambda r: r["rate_unit"]),
    ("times the seed's GPU", lambda r: number(r["seed_rate"] and r["rate"] / r["seed_rate"])),
    ("times one thread", lambda r: number(r.get("gain_over_one_thread"))),
    ("seed: GPU, times one core", lambda r: number(r.get("seed_gain_over_one_core"))),
]
IO_COLUMNS = [
    ("codec", lambda r: r["codec"]),
    ("", lambda r: r["direction"]),
    ("disk, MB/s", lambda r: number(1e-6 * r["disk_rate"], 5)),
    ("ratio", lambda r: number(r["ratio"])),
    ("codec, MB/s", lambda r: number(1e-6 * r["codec_rate"])),
    ("plain", lambda r: seconds(r["plain_seconds"])),
    ("by turns", lambda r: seconds(r["one_by_one_seconds"])),
    ("model", lambda r: seconds(r["one_by_one_model"])),
    ("overlapped", lambda r: seconds(r["overlapped_seconds"])),
    ("model of it", lambda r: seconds(r["overlapped_model"])),
    ("gain", lambda r: number(r["gain"])),
    ("of the limit", lambda r: number(r["share_of_limit"], 2)),
]
PACE_COLUMNS = [  # of tests/bench/wave_pace.cu; the bound is of waves from -1 to 1
    ("waves", lambda r: r["field"]),
    ("nodes a side", lambda r: str(r["n"])),
    ("bound, of the range", lambda r: number(r["bound"] / 2)),
    ("pack, GB/s", lambda r: number(r["pack_gb_s"])),
    ("unpack, GB/s", lambda r: number(r["unpack_gb_s"])),
    ("ratio", lambda r: number(r["ratio"])),
    ("bricks", lambda r: str(r["bricks"])),
    ("left to the processor", lambda r: str(r["left_to_the_processor"])),
]
PROCESS_COLUMNS = [
    ("filter", lambda r: r["filter"]),
    ("format", lambda r: str(r["format"])),
    ("disk, MB/s", lambda r: number(1e-6 * r["disk_rate"], 5)),
    ("ratio", lambda r: number(r["ratio"])),
    ("plain: read", lambda r: seconds(r["plain_read_seconds"])),
    ("filter, one thread", lambda r: seconds(r["plain_filter_seconds"])),
    ("the same filter as ours", lambda r: seconds(r["quick_filter_seconds"])),
    ("overlapped", lambda r: seconds(r["overlapped_seconds"])),
    ("gain", lambda r: number(r["gain"])),
    ("seed's, its GPU", lambda r: number(r["seed_gain"])),
    ("gain with the same filter", lambda r: number(r["gain_of_same_filter"])),
]


def to_reach(row):
    if row["least"] is None or row["limit"] is None:
        return f"at most {number(row['limit'])}" if row["least"] is None else f"at least {number(row['least'])}"
    return f"{number(row['least'])} to {number(row['limit'])}"


IMAGING_COLUMNS = [
    ("case", lambda r: r["case"]),
    ("value", lambda r: f"{number(r['value'])} {r['unit']}"),
    ("to reach", lambda r: f"at least {number(r['least'])}" if r["least"] is not None else f"at most {number(r['limit'])}"),
    ("reached", lambda r: "yes" if r["passed"] else "no"),
    ("of what", lambda r: r["note"].replace("|", "\\|").replace("<", "&lt;")),
]
VOLUMES_COLUMNS = [
    ("case", lambda r: r["case"]),
    ("value", lambda r: "not measured" if r["value"] is None else f"{number(r['value'])} {r['unit']}"),
    ("to reach", to_reach),
    *IMAGING_COLUMNS[3:],
]
SLICE_COLUMNS = [
    ("slice", lambda r: r["case"]),
    ("value", lambda r: seconds(r["value"]) if r["unit"] == "s" else f"{number(1e-6 * r['value'])} MB"),
    ("at most", lambda r: seconds(r["limit"]) if r["unit"] == "s" else f"{number(1e-6 * r['limit'])} MB"),
    ("reached", lambda r: "yes" if r["passed"] else "no"),
]
WORD_COLUMNS = [
    ("volume", lambda r: r["volume"]),
    ("bits a word", lambda r: str(r["bits"])),
    ("of the floats' size", lambda r: share_text(r["share"])),
    ("seed's", lambda r: share_text(r["seed_share"])),
]
DEVICE_COLUMNS = [
    ("what", lambda r: r["name"]),
    ("cycles at 1 warp", lambda r: measured(r, 0)),
    ("at 32", lambda r: measured(r, -1)),
    ("instructions a cycle", lambda r: number(r.get("per_cycle"))),
]
MODEL_COLUMNS = [
    ("model", lambda r: r["model"]),
    ("median of the errors' size", lambda r: percent(r["median_error"])),
    ("mean", lambda r: percent(r["mean_error"])),
    ("worst", lambda r: percent(r["worst_error"])),
    ("Spearman", lambda r: f"{r['spearman']:.3f}"),
    *[(f"median, order {order}", lambda r, order=order: percent(r["by_order"].get(order))) for order in (2, 4, 8, 16)],
    *[(f"median, {n}^3", lambda r, n=n: percent(r["by_size"].get(n))) for n in (64, 128, 256, 512)],
]


def percent(share):
    return "" if share is None else f"{100 * share:.1f} %"


def measured(row, which):
    return f"{number(row['cycles'][which], 4)} +- {number(row['uncertainty'][which], 2)}"


def device_rows(kept):
    rates = {rate["name"]: rate["per_cycle"] for rate in kept["rates"]}
    return [curve | {"per_cycle": rates.get(curve["name"])} for curve in kept["latencies"]]


def median_of_errors(rows, model):
    return statistics.median(abs(r["models"][model]["error"]) for r in rows) if rows else None


def model_rows(kept):
    """A row for each model, of the runs of each order and size."""
    def some(key, value):
        return [r for r in kept["results"] if key(r) == value]
    rows = []
    for model, errors in kept["summary"]["models"].items():
        by_order = {o: median_of_errors(some(lambda r: r["order"], o), model) for o in (2, 4, 8, 16)}
        by_size = {n: median_of_errors(some(lambda r: r["nodes"][0], n), model) for n in (64, 128, 256, 512)}
        rows.append({"model": model, **errors, "by_order": by_order, "by_size": by_size})
    return rows


# What a table shows where it is not the results themselves.
ROWS = {"device": device_rows, "kernel-models": model_rows, "codec": lambda kept: kept.get("words") or kept["results"]}


def share_text(value, signed=False):
    return f"{100 * value:+.1f} %" if signed else f"{100 * value:.3g} %"


def foretold(kind):
    """An error with its sign; in brackets what fell out of the 90 % interval."""
    return lambda r: share_text(r[kind]["error"], True) if r[kind]["inside"] else f"({share_text(r[kind]['error'], True)})"


FORECAST_COLUMNS = [
    ("stage", lambda r: r["stage"]),
    ("run", lambda r: r["run"]),
    ("seconds", lambda r: seconds(r["seconds"])),
    ("scatter", lambda r: share_text(r["scatter"])),
    ("error, calibration alone", foretold("calibrated")),
    ("error, mended by runs", foretold("mended")),
]
CHOICE_COLUMNS = [
    ("wave", lambda r: r["run"]),
    ("taken", lambda r: r["chosen"]),
    ("seconds", lambda r: seconds(r["seconds"][r["chosen"]])),
    ("fastest", lambda r: r["fastest"]),
    ("slower", lambda r: f"{100 * r['slower']:.3g} %"),
    ("scatter", lambda r: f"{100 * r['scatter']:.2g} %"),
    ("others", lambda r: ", ".join(f"{k} {seconds(s)}" for k, s in r["seconds"].items() if k != r["chosen"])),
]
COLUMNS = {"choices": CHOICE_COLUMNS, "forecast": FORECAST_COLUMNS, "device": DEVICE_COLUMNS, "kernel-models": MODEL_COLUMNS, "imaging": IMAGING_COLUMNS, "pace": PACE_COLUMNS, "wave": WAVE_COLUMNS, "fold": FOLD_COLUMNS, "codec": CODEC_COLUMNS, "filter": FILTER_COLUMNS, "io": IO_COLUMNS, "slices": SLICE_COLUMNS, "volumes": VOLUMES_COLUMNS}


def forecast_summary(kept):
    """A line for each stage and way to foretell."""
    lines = ["| stage | foretold by | runs | median error | 95 % within | worst | inside the 90 % interval | the same run scatters by |", "| --- " * 8 + "|"]
    for s in kept["summary"]:
        for kind, name in (("calibrated", "the calibration alone"), ("mended", "the calibration, mended by the runs before")):
            k = s[kind]
            cells = [s["stage"], name, str(k["runs"]), *(share_text(k[f]) for f in ("median_error", "error_of_95_percent", "worst_error", "coverage_of_90_percent")), share_text(s["scatter"])]
            lines.append("| " + " | ".join(cells) + " |")
    calibration = kept["calibration"]
    state = "busy" if calibration["busy"] else "quiet"
    return lines + ["", f"The calibration found the machine {state}: one run, again and again, scattered by {share_text(calibration['repeat_scatter'])}.", ""]


def choices_summary(kept):
    s = kept["summary"]
    reached = "yes" if s["passed"] else "no"
    return [f"{s['right']} of {s['choices']} take the fastest kernel, at worst {share_text(s['worst_slower'])} slower; 95 % and 3 % reached: {reached}.", ""]


# What stands before a table.
SUMMARIES = {"forecast": forecast_summary, "choices": choices_summary}


def table(kept):
    """A paragraph that says what was run on what, and a line for each row, in Markdown."""
    machine = kept["machine"]
    where = machine["device"] if machine["backend"] != "cpu" else machine["cpu"]
    told = f"{kept['day']}, {where}" + (", busy with other work meanwhile" if kept["busy"] else "")
    program, bench = kept.get("program", "foldwave-cli"), kept.get("table") or kept["command"].split()[1]
    rows = ROWS.get(bench, lambda k: k["results"])(kept)
    bandwidths = sorted({r["bandwidth"] for r in rows if r.get("bandwidth")})
    if bench == "wave" and bandwidths:
        ends = [number(1e-9 * b) for b in (bandwidths[0], bandwidths[-1])]
        told += f"; triad {ends[0] if len(set(ends)) == 1 else ' to '.join(ends)} GB/s"
    columns = PROCESS_COLUMNS if rows and "plain_filter_seconds" in rows[0] else WORD_COLUMNS if "words" in kept else COLUMNS[bench]
    good = [r for r in rows if "failure" not in r]
    # A column that says nothing, as a device's on a processor, is left out.
    columns = [(head, cell) for head, cell in columns if any(cell(r) for r in good)]
    median = f", median of {machine['repeat']}" if "repeat" in machine else ""
    lines = [f"{told}. `{program} {kept['command']}`{median}:", "", *SUMMARIES.get(bench, lambda _: [])(kept),
             "| " + " | ".join(head for head, _ in columns) + " |", "| --- " * len(columns) + "|"]
    lines += ["| " + " | ".join(cell(r) for _, cell in columns) + " |" for r in good]
    refused = [f"- {r.get('case') or r['codec']}: {r['failure']}" for r in rows if "failure" in r]
    if refused:
        lines += ["", "Not run:", "", *refused]
    return "\n".join(lines) + "\n"


def tables(root, write):
    breaks, pending, asked = [], [], set()
    for page in sorted((root / "docs").glob("performance*.md")):
        text = page.read_text()

        def fresh(block, page=page):
            name = block.group(2)
            asked.add(name)
            file = root / "docs" / "bench" / f"{name}.json"
            if not file.is_file():
                pending.append(f"{page.name}: {name} is not measured yet")
                return block.group(0)
            made = table(json.loads(file.read_text()))
            if made != block.group(3):
                breaks.append(f"docs/{page.name}: the table {name} is not what docs/bench/{name}.json makes")
            return block.group(1) + made + block.group(4)

        anew = BLOCK.sub(fresh, text)
        if write and anew != text:
            page.write_text(anew)
    for file in sorted((root / "docs" / "bench").glob("*.json")):
        if file.stem not in asked:
            breaks.append(f"docs/bench/{file.name}: no page shows it")
    print(*pending, *breaks, sep="\n")
    print(f"performance: {len(asked)} tables, {len(pending)} not measured yet, {len(breaks)} breaks")
    return 1 if breaks and not write else 0


def measure(arguments):
    sets = SETS[arguments.device]
    folder = arguments.root / "docs" / "bench"
    folder.mkdir(exist_ok=True)
    for name in arguments.sets or sets:
        if name not in sets:
            sys.exit(f"{name} is not one of {', '.join(sets)}")
        command = sets[name]
        run = subprocess.run([arguments.cli, *command.split(), "--json"], stdout=subprocess.PIPE, text=True)
        if run.returncode != 0:
            sys.exit(f"foldwave-cli {command}: exit {run.returncode}")
        kept = {"day": datetime.date.today().isoformat(), "busy": arguments.busy, "command": command}
        kept |= json.loads(run.stdout)
        file = folder / f"{arguments.machine}-{name}.json"
        rows = ",\n  ".join(json.dumps(row) for row in kept.pop("results", []))
        file.write_text(json.dumps(kept, indent=1)[:-2] + f',\n "results": [\n  {rows}\n ]\n}}\n')
        print(file)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    words = parser.add_subparsers(dest="word", required=True)
    measuring = words.add_parser("measure")
    measuring.add_argument("--cli", required=True)
    measuring.add_argument("--machine", required=True)
    measuring.add_argument("--device", action="store_true")
    measuring.add_argument("--busy", action="store_true")
    measuring.add_argument("sets", nargs="*")
    words.add_parser("tables").add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    return measure(arguments) if arguments.word == "measure" else tables(arguments.root, arguments.write)


if __name__ == "__main__":
    sys.exit(main())
