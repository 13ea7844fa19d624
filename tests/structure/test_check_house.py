#!/usr/bin/env python3
"""Proves that check_house.py and check_format.py can fail: each broken rule, alone in a small tree, is found."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import check_house

DEPENDENCIES = "[build]\ng++ # the compiler\n[core]\n[desktop]\n[test]\n[package]\n[appimage]\n[bench]\n"


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "someones" / "checkout"
        self.write("packaging/dependencies.txt", DEPENDENCIES)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def assert_one(self, word):
        found = check_house.check(self.root)
        self.assertEqual(len(found), 1, found)
        self.assertIn(word, found[0])


class House(Tree):
    def test_a_good_tree_passes(self):
        self.write("docs/a.md", "See `/usr/share/doc`, docs/home/a.md and https://example.org/home/page.\n")
        self.write("resources/scenarios/a.json", '{"format": "foldwave-scenario", "version": 1}')
        self.assertEqual(check_house.check(self.root), [])

    def test_a_folder_of_one_machine(self):
        for text in ("cd " + "/home/" + "anna/foldwave", '"' + str(self.root.resolve()) + '/out"', str(self.root.resolve().parent) + "/shared"):
            with self.subTest(text=text):
                self.write("docs/a.md", "Fine.\n" + text + "\n")
                self.assert_one("docs/a.md:2: names a folder of one machine")

    def test_the_dependency_list(self):
        for line, word in (("cmake", "no reason"), ("g++ # the compiler again", "named twice"), ("[other]", "sections"), ("a b # two in a line", "no package name"), ("a | # a choice of one", "no package name"), ("g++ | cmake # the first again", "named twice")):
            with self.subTest(line=line):
                self.write("packaging/dependencies.txt", DEPENDENCIES + line + "\n")
                self.assert_one(word)
        for line in ("qt-old | qt-new # renamed in the next release", "reader | - # not in the next release"):
            with self.subTest(line=line):
                self.write("packaging/dependencies.txt", DEPENDENCIES + line + "\n")
                self.assertEqual(check_house.check(self.root), [])

    def test_scenarios(self):
        for text, word in (("{", "broken JSON"), ("[]", "needs"), ('{"format": "foldwave-scenario", "version": 2}', "needs")):
            with self.subTest(text=text):
                self.write("resources/scenarios/a.json", text)
                self.assert_one(word)

    def test_the_scenario_page(self):
        self.write("core/model/scenario_json_read.cpp", 'a = j.number("depth"); b = j.number_or("dip", 0.0);')
        self.write("docs/scenario.md", "`depth` in metres; dipping layers\n")
        self.assert_one("'dip'")
        self.write("docs/scenario.md", "`depth` in metres, `dip` in degrees\n")
        self.assertEqual(check_house.check(self.root), [])

    def test_an_oracle_sees_nan(self):
        for text in ("worst = std::max(worst, std::abs(a - b));", "m.most = std::max<double>(m.most,\n    norm(p));", "e = std::max(e, relative_error(x));"):
            with self.subTest(text=text):
                self.write("tests/core/a.cpp", "\n" + text)
                self.assert_one("tests/core/a.cpp:2: std::max loses NaN")
        self.write("tests/core/a.cpp", "high = std::max(high, z); worst = worst_of(worst, std::abs(z)); most = std::max(a, std::abs(b));")
        self.assertEqual(check_house.check(self.root), [])


@unittest.skipUnless(shutil.which("clang-format-14"), "clang-format 14 is not installed")
class Format(Tree):
    def run_check(self):
        script = Path(__file__).with_name("check_format.py")
        return subprocess.run([sys.executable, script, self.root], capture_output=True, text=True)

    def test_a_badly_laid_out_file_is_found(self):
        self.write(".clang-format", "BasedOnStyle: Google\n")
        self.write("core/base/a.cpp", "int f() { return 1; }\n")
        self.assertEqual(self.run_check().returncode, 0)
        self.write("core/base/a.cpp", "int  f( ){return 1;}\n")
        result = self.run_check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("core/base/a.cpp", result.stdout)


if __name__ == "__main__":
    unittest.main()
