#!/usr/bin/env python3
"""Proves that check_layers.py can fail: each forbidden include, alone in a small tree, is found; the allowed ones pass."""
import tempfile
import unittest
from pathlib import Path

import check_layers

# file, include line, a word that the finding must hold
FORBIDDEN = [
    ("core/base/a.hpp", '#include "core/fold/solver.hpp"', "reaches up to core/fold"),
    ("core/fold/a.cpp", '#include "core/wave/propagator.hpp"', "reaches up to core/wave"),
    ("core/model/a.hpp", '  #  include "core/engine/pipeline.hpp"', "reaches up to core/engine"),
    ("core/formats/a.hpp", '#include "core/model/scenario.hpp"', "reaches up to core/model"),
    ("core/formats/a.hpp", '#include "core/formats/vtk/vti.hpp"', "core/formats/vtk"),
    ("core/base/a.hpp", '#include "core/newcomer/a.hpp"', "no module of the order"),
    ("core/newcomer/a.hpp", '#include "core/base/grid.hpp"', "no module of the order"),
    ("core/base/a.hpp", '#include "grid.hpp"', "named from the root"),
    ("core/base/a.hpp", "#include <core/base/grid.hpp>", "in quotes"),
    ("core/engine/a.cpp", '#include "gpu/backend.hpp"', "reaches to gpu/"),
    ("core/engine/a.cpp", '#include "ui/scene/stage/scene.hpp"', "reaches to ui/"),
    ("core/engine/a.cpp", '#include "app/log.hpp"', "reaches to app/"),
    ("gpu/a.cu", '#include "ui/scene/stage/scene.hpp"', "reaches to ui/"),
    ("gpu/a.cu", '#include "app/log.hpp"', "reaches to app/"),
    ("ui/views/a.cpp", '#include "gpu/backend.hpp"', "reaches to gpu/"),
    ("ui/scene/wave/a.cpp", '#include "ui/window/main_window.hpp"', "reaches up to the rest of ui/"),
    ("ui/widgets/a.cpp", '#include "ui/views/pane.hpp"', "ui/widgets reaches up to ui/views"),
    ("ui/scene/rock/a.cpp", '#include "ui/scene/flat/map_scene.hpp"', "ui/scene/rock reaches up to ui/scene/flat"),
    ("ui/newcomer/a.cpp", '#include "ui/widgets/plain.hpp"', "no room of the order"),
    ("core/base/a.cpp", "#include <QString>", "no Qt"),
    ("core/base/a.cpp", "#include <QtCore/QString>", "no Qt"),
    ("core/base/a.cpp", "#include <qstring.h>", "no Qt"),
    ("gpu/a.cpp", "#include <QObject>", "no Qt"),
    ("ui/scene/wave/a.cpp", "#include <QImage>", "no Qt"),
    ("app/foldwave-cli/main.cpp", "#include <QCoreApplication>", "no Qt"),
    ("app/foldwave-cli.cpp", "#include <QCoreApplication>", "no Qt"),
    ("app/cli/main.cpp", '#include "ui/window/main_window.hpp"', "only ui/scene"),
    ("core/fold/a.cpp", "#include <vtkImageData.h>", "VTK belongs"),
    ("core/formats/a.cpp", "#include <vtkImageData.h>", "VTK belongs"),
    ("app/main.cpp", "#include <vtkImageData.h>", "VTK belongs"),
    ("core/fold/a.cpp", "#include <cuda_runtime.h>", "CUDA belongs"),
    ("ui/views/a.cpp", "#include <cub/cub.cuh>", "CUDA belongs"),
    ("app/main.cpp", "#include <cuda_runtime_api.h>", "CUDA belongs"),
]

ALLOWED = [
    ("core/base/a.hpp", '#include "core/base/grid.hpp"'),
    ("core/base/a.hpp", "#include <queue>\n#include <vector>\n#include <quadmath.h>"),
    ("core/base/a.hpp", "/* was\n#include <QString>\n*/"),
    ("core/base/a.hpp", '// #include "core/engine/pipeline.hpp"'),
    ("core/formats/vtk/a.cpp", '#include "core/formats/vtk/a.hpp"\n#include "core/base/grid.hpp"\n#include <vtkImageData.h>'),
    ("core/engine/a.cpp", '#include "core/base/grid.hpp"\n#include "core/formats/vtk/a.hpp"\n#include "core/forecast/a.hpp"'),
    ("gpu/a.cu", '#include <cuda_runtime.h>\n#include "core/engine/backend.hpp"\n#include "gpu/a.cuh"'),
    ("ui/views/a.cpp", '#include <QWidget>\n#include <vtkActor.h>\n#include "ui/scene/stage/scene.hpp"\n#include "core/engine/pipeline.hpp"\n#include "a.moc"'),
    ("ui/scene/wave/a.cpp", '#include <vtkActor.h>\n#include "ui/scene/stage/scene.hpp"\n#include "core/engine/pipeline.hpp"'),
    ("app/foldwave/main.cpp", '#include <QApplication>\n#include "ui/window/main_window.hpp"\n#include "gpu/backend.hpp"'),
    ("app/foldwave-cli/main.cpp", '#include "ui/scene/stage/scene.hpp"\n#include "gpu/backend.hpp"\n#include <CLI/CLI.hpp>'),
]


def findings(files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
        return check_layers.check(Path(folder))[0]


class Layers(unittest.TestCase):
    def test_headers_in_a_circle(self):
        circle = {f"core/base/{a}.hpp": f'#include "core/base/{b}.hpp"' for a, b in ("bc", "cd", "db", "ab")}
        found = findings(circle)
        self.assertEqual(len(found), 1, found)
        self.assertIn("core/base/b.hpp -> core/base/c.hpp -> core/base/d.hpp", found[0])

    def test_each_forbidden_include_is_found_once(self):
        for name, line, word in FORBIDDEN:
            with self.subTest(file=name, include=line):
                found = findings({name: "// opens\n" + line})
                self.assertEqual(len(found), 1, found)
                self.assertIn(word, found[0])
                self.assertTrue(found[0].startswith(f"{name}:2:"), found[0])

    def test_what_is_allowed_passes(self):
        for name, text in ALLOWED:
            with self.subTest(file=name, text=text):
                self.assertEqual(findings({name: text}), [])

    def test_the_order_of_the_modules_is_a_total_one(self):
        modules = check_layers.CORE_MODULES
        for low, lower in enumerate(modules):
            for higher in modules[low + 1 :]:
                up = findings({f"core/{lower}/a.hpp": f'#include "core/{higher}/b.hpp"'})
                down = findings({f"core/{higher}/a.hpp": f'#include "core/{lower}/b.hpp"'})
                self.assertEqual((len(up), down), (1, []), (lower, higher))

    def test_cuda_behind_a_header_that_app_includes(self):
        files = {
            "app/main.cpp": '#include "gpu/door.hpp"',
            "gpu/door.hpp": '#include "gpu/inner.hpp"',
            "gpu/inner.hpp": "#include <cuda_runtime.h>",
        }
        found = findings(files)
        self.assertEqual(len(found), 1, found)
        self.assertIn("brings CUDA into app/", found[0])
        files["gpu/inner.hpp"] = "#include <memory>"
        self.assertEqual(findings(files), [])

    def test_a_link_upwards(self):
        module = "foldwave_module(foldwave_{} SOURCES a.cpp DEPENDS foldwave_{})"
        above = {f"core/{m}/part/CMakeLists.txt": module.format(f"{m}_part", "base") for m in ("horizon", "wave", "engine")}
        for lower in ("horizon_part", "fold_other"):
            self.assertEqual(findings({**above, "core/fold/CMakeLists.txt": module.format("fold", lower)}), [])
        for higher in ("wave_part", "engine_part", "gpu", "scene"):
            found = findings({**above, "core/fold/part/CMakeLists.txt": module.format("fold_part", higher)})
            self.assertEqual(len(found), 1, higher)
            self.assertIn(f"links up to foldwave_{higher}", found[0])

    def test_folders_in_a_circle(self):
        files = {
            "core/fold/a.hpp": '#include "core/fold/foot/b.hpp"',
            "core/fold/foot/b.hpp": "#include <vector>",
            "core/fold/foot/b.cpp": '#include "core/fold/pmm/c.hpp"',
            "core/fold/pmm/c.hpp": '#include "core/base/d.hpp"',
            "core/base/d.hpp": "#include <vector>",
        }
        self.assertEqual(findings(files), [])
        files["core/fold/pmm/c.cpp"] = '#include "core/fold/a.hpp"'
        found = findings(files)
        self.assertEqual(len(found), 1, found)
        self.assertIn("core/fold and core/fold/foot and core/fold/pmm: folders in a circle", found[0])
        self.assertIn("core/fold/pmm/c.cpp includes core/fold/a.hpp", found[0])


if __name__ == "__main__":
    unittest.main()
