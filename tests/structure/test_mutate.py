#!/usr/bin/env python3
"""Proves that mutate.py changes code and nothing else, and knows where the tests of a file are."""
import tempfile
import unittest
from pathlib import Path

import mutate

CODE = """#include "a/2.hpp"
// one + two < 3
template <class T>
double f(const std::vector<T>& v, T&& w) {
  const char* s = "4 + 5"; char c = '-';
  static_assert(sizeof(T) == 8);
  if (v[0] < -w && true) return 2.5 * s3;
  return 0x10 + 1e-3F;
}
"""


class Mutate(unittest.TestCase):
    def changed(self, code):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.cpp"
            path.write_text(code)
            return [(start, code[start:end], new) for _, start, end, new in mutate.changes_of(path)]

    def test_operators_constants_and_signs_of_code_alone(self):
        found = self.changed(CODE)
        self.assertEqual(sorted((old, new) for _, old, new in found),
                         sorted([("0", "1"), ("<", "<="), ("-", ""), ("&&", "||"), ("true", "false"), ("2.5", "5.0"), ("*", "/"),
                                 ("+", "-"), ("1e-3", "0.002")]))
        for start, old, _ in found:
            self.assertEqual(CODE[start:start + len(old)], old)
            self.assertGreater(start, CODE.index("static_assert"))

    def test_a_sign_is_not_a_difference(self):
        self.assertEqual([c[1:] for c in self.changed("a = b - c;")], [("-", "+")])
        for code in ("a = -b;", "f(-b);", "f(a, -b);", "return -b;", "a ? -b : c;", "a[-b];"):
            self.assertEqual([c[1:] for c in self.changed(code)], [("-", "")], code)

    def test_numbers_become_others(self):
        for old, new in (("0", "1"), ("7", "8"), ("0.0", "1.0"), ("0.5", "1.0"), ("1e30", "2e+30")):
            self.assertEqual(mutate.other_number(old), new)

    def test_modules_have_their_tests(self):
        self.assertEqual(mutate.tests_of("core/geology/isogons.cpp"), ("tests/core/geology", "tests/core/geology/all", []))
        self.assertEqual(mutate.tests_of("core/formats/vtk/contour.hpp")[0].split("/")[:3], ["tests", "core", "formats"])
        self.assertEqual(mutate.tests_of("core/fold/reference/any.cpp"), ("tests/core/fold", "tests/core/fold/all", []))
        folder, target, tests = mutate.tests_of("ui/scene/gather/gather_gain.cpp")
        self.assertTrue(folder == "tests/ui" and target == "tests_scene" and "test_scene_parts" in tests)

    def test_the_nearest_tests_run_first(self):
        self.assertIn("test_foot_kernel", mutate.near_tests("core/fold/foot/foot_lattice.cpp"))
        self.assertEqual(mutate.near_tests("core/fold/refold.cpp"), ["test_refold"])
        self.assertEqual(mutate.near_tests("core/fold/normal_speed.cpp"), [])
        self.assertIn("test_map_scene", mutate.near_tests("ui/scene/flat/map_marks.cpp"))


if __name__ == "__main__":
    unittest.main()
