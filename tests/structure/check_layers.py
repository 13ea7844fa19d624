#!/usr/bin/env python3
"""Reads the #include lines of core/, gpu/, ui/ and app/, and fails when a lower layer reaches up.

Usage: check_layers.py [ROOT]      exit 0: the layers hold; 1: each break on a line of its own
"""
import re
import sys
from pathlib import Path

# Lowest first: a module includes itself and what stands before it.
CORE_MODULES = ["base", "formats", "scale", "model", "horizon", "fold", "geology", "volume", "wave", "imaging", "forecast", "engine", "output", "verify", "bench"]

# The same of ui/; the scene's rooms know no Qt.
UI_ROOMS = ["scene/" + room for room in ("stage", "rock", "plot", "structure", "flat", "volume", "wave", "gather", "picture")] + [
    "widgets", "canvas", "log", "settings", "commands", "jobs", "jobs/imaging", "jobs/volume", "pictures", "edit", "panels", "geology", "dialogs", "dialogs/fit", "dialogs/forecast/device", "dialogs/forecast", "dialogs/wells", "views", "views/imaging", "views/section", "views/volume", "views/wave", "window/cursor", "window"]

TOP_MAY_INCLUDE = {
    "core": {"core"},
    "gpu": {"core", "gpu"},
    "ui": {"core", "ui"},
    "app": {"core", "gpu", "ui", "app"},
}
SUFFIXES = {".h", ".hh", ".hpp", ".c", ".cc", ".cpp", ".cxx", ".cu", ".cuh", ".inl", ".ipp", ".in"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
QT = re.compile(r"^(Q[A-Z]\w*(/.*)?|Qt\w*/.*|q(?!uadmath)[a-z0-9]+\.h)$")
VTK = re.compile(r"^(vtk\w*\.h|vtk[\w-]*/.*)$")
CUDA = re.compile(
    r"^(cuda\w*(\.h|\.hpp|/.*)|device_\w+(\.h|\.hpp)|vector_types\.h|driver_types\.h|builtin_types\.h|sm_\d+\w*\.h(pp)?|"
    r"(cub|thrust|nv|nvtx3|cooperative_groups)/.*|cooperative_groups\.h|nv[A-Z]\w*\.h|nvml\.h|mma\.h|cu(blas|fft|rand|sparse|solver)\w*\.h)$"
)
MOC = re.compile(r"^(\w+\.moc|moc_\w+\.cpp|ui_\w+\.h)$")


def is_command_line(path):
    """app/foldwave-cli.cpp, app/foldwave-cli/..., app/cli/...: the program without Qt."""
    parts = [p.replace("_", "-") for p in path.parts]
    return parts[0] == "app" and any(p == "cli" or p.startswith(("foldwave-cli", "cli-", "cli.")) for p in parts[1:])


def read_includes(file):
    """(line number, header, True for <...>) of each #include; comments are not looked into."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), file.read_text("utf-8", "replace"), flags=re.S)
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(1) is not None


def source_files(root):
    for top in TOP_MAY_INCLUDE:
        folder = root / top
        if folder.is_dir():
            yield from sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in SUFFIXES)


def check_core_modules(path, header):
    module, target = path.parts[1], Path(header).parts[1]
    if module not in CORE_MODULES:
        return f"core/{module} is no module of the order: add it to CORE_MODULES"
    if target not in CORE_MODULES:
        return f"core/{target} is no module of the order"
    if CORE_MODULES.index(target) > CORE_MODULES.index(module):
        return f"core/{module} reaches up to core/{target}"
    if target == module == "formats" and Path(header).parts[2:3] == ("vtk",) and path.parts[2:3] != ("vtk",):
        return "core/formats reaches up to core/formats/vtk, which not every build has"
    return None


def check_ui_rooms(path, header):
    def room(parts):
        return "/".join(parts[1:-1])

    own, target = room(path.parts), room(Path(header).parts)
    for name in (own, target):
        if name not in UI_ROOMS:
            return f"ui/{name} is no room of the order: add it to UI_ROOMS"
    return f"ui/{own} reaches up to ui/{target}" if UI_ROOMS.index(target) > UI_ROOMS.index(own) else None


def circles_of(graph):
    """Sets of nodes that reach each other; `graph` has for each node what it reaches at once (Tarjan 1972)."""
    order, lowest, open_nodes, found = {}, {}, [], []

    def visit(node):
        order[node] = lowest[node] = len(order)
        open_nodes.append(node)
        for inner in sorted(graph.get(node, ())):
            if inner not in order:
                visit(inner)
            if inner in open_nodes:
                lowest[node] = min(lowest[node], lowest[inner])
        if lowest[node] == order[node]:
            ring = open_nodes[open_nodes.index(node):]
            del open_nodes[-len(ring):]
            if len(ring) > 1 or node in graph.get(node, ()):
                found.append(ring)

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return found


def check_circles(graph):
    """Headers, and folders, that include each other, through however many."""
    headers, folders, reasons = {}, {}, {}
    for path, includes in graph.items():
        inner = {Path(header) for _, header, angled in includes if not angled and Path(header) in graph}
        headers[path] = inner
        folders.setdefault(path.parent, set()).update(other.parent for other in inner if other.parent != path.parent)
        for other in inner:
            reasons.setdefault((path.parent, other.parent), f"{path} includes {other}")
    problems = [f"{ring[0]}: includes itself: {' -> '.join(map(str, [*ring, ring[0]]))}" for ring in circles_of(headers)]
    for ring in circles_of(folders):
        ways = sorted(reasons[a, b] for a in ring for b in ring if a != b and (a, b) in reasons)
        problems.append(f"{' and '.join(sorted(map(str, ring)))}: folders in a circle: {'; '.join(ways)}")
    return problems


def check_include(path, header, angled):
    """What is wrong with `path` including `header`, or None. Paths are relative to the root."""
    top = path.parts[0]
    in_scene = path.parts[:2] == ("ui", "scene")
    in_vtk_formats = path.parts[:3] == ("core", "formats", "vtk")
    first = header.split("/")[0]

    if QT.match(header):
        if top in ("core", "gpu"):
            return f"{top}/ holds no Qt"
        if in_scene:
            return "ui/scene holds no Qt: the command line draws with it"
        if is_command_line(path):
            return "foldwave-cli holds no Qt"
        return None
    if VTK.match(header):
        return None if in_vtk_formats or top == "ui" else "VTK belongs in core/formats/vtk and ui/"
    if CUDA.match(header):
        return None if top == "gpu" else "CUDA belongs in gpu/"

    if first in ("core", "gpu", "ui", "app", "tests") and "/" in header:
        if angled:
            return "a header of this project stands in quotes"
        if first not in TOP_MAY_INCLUDE[top]:
            return f"{top}/ reaches to {first}/"
        if in_scene and first == "ui" and not header.startswith("ui/scene/"):
            return "ui/scene reaches up to the rest of ui/"
        if is_command_line(path) and first == "ui" and not header.startswith("ui/scene/"):
            return "foldwave-cli takes only ui/scene of ui/"
        if top == "core":
            return check_core_modules(path, header)
        return check_ui_rooms(path, header) if top == first == "ui" else None
    if not angled and not MOC.match(header):
        return "a header of this project is named from the root: \"core/...\""
    return None


def check_gpu_door(graph):
    """What app/ sees of gpu/ has no CUDA in it, through however many headers."""
    problems = []

    def cuda_behind(header, seen):
        if header in seen:
            return None
        seen.add(header)
        for _, inner, _ in graph.get(Path(header), []):
            if CUDA.match(inner):
                return f"{header} includes {inner}"
            deeper = cuda_behind(inner, seen)
            if deeper:
                return deeper
        return None

    for file in (f for f in graph if f.parts[0] == "app"):
        for number, header, _ in graph[file]:
            found = cuda_behind(header, set()) if header.startswith("gpu/") else None
            if found:
                problems.append(f"{file}:{number}: {header} brings CUDA into app/: {found}")
    return problems


def check_links(root):
    """A core module's CMakeLists.txt names only libraries of modules that stand below it."""
    lists = {module: sorted((root / "core" / module).rglob("CMakeLists.txt")) for module in CORE_MODULES}
    module_of = {"foldwave_gpu": "gpu", "foldwave_ui": "ui", "foldwave_scene": "ui"}
    for module, files in lists.items():
        for file in files:
            module_of |= {name: module for name in re.findall(r"foldwave_module\(\s*(\w+)", file.read_text("utf-8"))}
    problems = []
    for module, files in lists.items():
        allowed = CORE_MODULES[: CORE_MODULES.index(module) + 1]
        for file in files:
            for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
                for name in re.findall(r"\bfoldwave_\w+", line.split("#")[0]):
                    if module_of.get(name, module) not in allowed:
                        problems.append(f"{file.relative_to(root)}:{number}: core/{module} links up to {name}")
    return problems


def check(root):
    files = [f.relative_to(root) for f in source_files(root)]
    problems = []
    graph = {path: list(read_includes(root / path)) for path in files}
    for path in files:
        for number, header, angled in graph[path]:
            problem = check_include(path, header, angled)
            if problem:
                problems.append(f"{path}:{number}: {header}: {problem}")
    return problems + check_circles(graph) + check_gpu_door(graph) + check_links(root), len(files)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[2])
    problems, count = check(root)
    if count == 0:
        problems.append(f"{root}: no source file found, so nothing was checked")
    for problem in problems:
        print(problem)
    print(f"layers: {count} files, {len(problems)} breaks")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
