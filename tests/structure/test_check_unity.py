#!/usr/bin/env python3
"""Proves that check_unity.py can fail: a name that two sources of a module keep to themselves is found, others are not."""
import tempfile
import unittest
from pathlib import Path

import check_unity


class Unity(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for module in ("core/a", "core/b"):
            self.write(f"{module}/CMakeLists.txt", "foldwave_module(foldwave_x)")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def names(self, code):
        return check_unity.own_names("namespace n {\nnamespace {\n" + code + "\n}\nint outside() { return 1; }\n}\n")

    def test_names(self):
        for code, names in (("constexpr int a = 1, b = 2;", {"a"}), ("int f(int x) {\n  int y = 1;\n  return x + y;\n}", {"f"}),
                            ("enum Kind { one, two = 4 };", {"Kind", "one", "two"}), ("enum class Kind { one };", {"Kind"}),
                            ("template <class T>\nstruct S {\n  int m;\n};", {"S"}), ("using P = int*;", {"P"}),
                            ("const std::vector<int>& g(int);", {"g"}), ("// int h() {}\nconst char* k = \"int q() {\";", {"k"}),
                            ("double table[3] = {1, 2, 3};", {"table"})):
            with self.subTest(code=code):
                self.assertEqual(self.names(code), names)

    def test_a_name_that_two_sources_keep(self):
        for name in ("core/a/x.cpp", "core/a/sub/y.cpp", "core/b/z.cpp", "core/a/w_avx2.cpp", "core/b/v_avx512.cpp"):
            self.write(name, "namespace {\nint same() { return 1; }\n}\n")
        self.write("core/a/u.cpp", "int same() { return 2; }\n")
        found = check_unity.check(self.root)
        self.assertEqual(len(found), 1, found)
        self.assertIn("same: of core/a/sub/y.cpp and core/a/x.cpp", found[0])


if __name__ == "__main__":
    unittest.main()
