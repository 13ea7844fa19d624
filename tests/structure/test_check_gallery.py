#!/usr/bin/env python3
"""Protects the check of the gallery: it passes a whole one and finds each break."""
import json
import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import check_gallery  # noqa: E402


def png(width=320, height=200, size=100):
    return b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + struct.pack(">II", width, height) + b"\0" * size


class Gallery(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        for part in ("scenarios", "gallery"):
            (self.root / "resources" / part).mkdir(parents=True)
        self.write("scenarios/a.json", {"name": "A", "grid": 1, "horizon": {"file": "a.ts"}})
        self.write("scenarios/b.json", {"name": "B", "velocity": {"file": "nowhere.f32"}})
        (self.root / "resources/scenarios/a.ts").write_text("mesh")
        self.write("gallery/gallery.json", [{"group": "G", "scenarios": ["a", "b"]}])
        (self.root / "resources/gallery/a.png").write_bytes(png())
        check_gallery.write(self.root, ["a"])

    def tearDown(self):
        self.folder.cleanup()

    def write(self, file, value):
        (self.root / "resources" / file).write_text(json.dumps(value))

    def only(self, words):
        found = check_gallery.breaks(self.root)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_a_whole_gallery_passes(self):
        self.assertEqual(check_gallery.breaks(self.root), [])
        self.write("scenarios/a.json", {"name": "Other words", "survey": 2, "grid": 1, "horizon": {"file": "a.ts"}})
        self.assertEqual(check_gallery.breaks(self.root), [])

    def test_a_changed_scenario_is_found(self):
        self.write("scenarios/a.json", {"name": "A", "grid": 2, "horizon": {"file": "a.ts"}})
        self.only("has changed")

    def test_a_changed_mesh_is_found(self):
        (self.root / "resources/scenarios/a.ts").write_text("another")
        self.only("has changed")

    def test_a_missing_picture_is_found(self):
        (self.root / "resources/gallery/a.png").unlink()
        self.only("is not there")

    def test_a_wrong_picture_is_found(self):
        (self.root / "resources/gallery/a.png").write_bytes(png(width=300))
        self.only("320 x 200")
        (self.root / "resources/gallery/a.png").write_bytes(png(size=30_000))
        self.only("bytes")

    def test_groups_name_each_scenario_once(self):
        self.write("gallery/gallery.json", [{"group": "G", "scenarios": ["a"]}])
        self.only("'b' is in no group")
        self.write("gallery/gallery.json", [{"group": "G", "scenarios": ["a", "b", "a", "c"]}])
        self.assertEqual(len(check_gallery.breaks(self.root)), 2)


if __name__ == "__main__":
    unittest.main()
