#!/usr/bin/env python3
"""Proves that check_sizes.py can fail: what is too large is found, just below it nothing is; and that it reads code rightly."""
import tempfile
import unittest
from pathlib import Path

import check_sizes


class Sizes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def assert_only(self, *words):
        found = check_sizes.check(self.root)
        self.assertEqual(len(found), len(words), found)
        for problem, word in zip(found, words):
            self.assertIn(word, problem)

    def test_files_in_a_folder(self):
        for i in range(39):
            self.write(f"docs/{i}.md", "")
            self.write(f"build/release/{i}.o", "")
        self.write("docs/pictures/40.png", "")
        self.write("build/release/40.o", "")
        self.assert_only()
        self.write("docs/40.md", "")
        self.assert_only("docs: 40 files")

    def test_lines_of_a_file(self):
        self.write("core/base/a.cpp", "\n" * 400)
        self.write("tests/core/a.cpp", "\n" * 401)
        self.assert_only()
        self.write("core/base/a.cpp", "\n" * 401)
        self.assert_only("core/base/a.cpp: 401 lines")
        self.write("core/base/a.cpp", "// Over 400 lines because the table is one thing.\n" + "\n" * 400)
        self.assert_only()
        self.write("core/base/a.cpp", "\n// over 400 lines because this is not its first comment\n" + "\n" * 400)
        self.assert_only("core/base/a.cpp: 402 lines")

    def test_lines_of_a_function(self):
        for file in ("core/base/a.cpp", "gpu/wave/a.cu", "tests/core/a.cpp"):
            with self.subTest(file=file):
                self.write(file, "namespace n {\nint f(int x) {\n" + "  ++x;\n" * 97 + "  return x;\n}\n}\n")
                self.assert_only()
                self.write(file, "namespace n {\nint f(int x) {\n" + "  ++x;\n" * 98 + "  return x;\n}\n}\n")
                self.assert_only(f"{file}:2: f: 101 lines of one function")
                (self.root / file).unlink()

    def test_lines_of_a_class_in_all_its_files(self):
        """1 + 100 + 1 in the header, 5 times (1 + 98 + 1) in two sources, less or more a line."""
        method = "void A::f%d() {\n" + "  g();\n" * 98 + "}\n"
        self.write("ui/a/a.hpp", "namespace n {\nclass A {\n" + "  int x;\n" * 97 + "};\n}\n")
        self.write("ui/a/a.cpp", "namespace n {\n" + "".join(method % i for i in range(3)) + "}\n")
        self.write("ui/a/more.cpp", "namespace n {\n" + "".join(method % i for i in range(2)) + "}\n")
        self.assert_only()
        self.write("ui/a/a.hpp", "namespace n {\nclass A {\n" + "  int x;\n" * 98 + "};\n}\n")
        self.assert_only("ui/a/a.hpp: A: 600 lines of one class")
        # Another of its name has its own members.
        self.write("core/b/a.hpp", "namespace m {\nclass A {\n  int x;\n};\n}\n")
        self.write("core/b/a.cpp", "namespace m {\n" + method % 1 + "}\n")
        self.assert_only("ui/a/a.hpp: A: 600 lines of one class")
        self.write("ui/a/more.cpp", "namespace n {\n" + method % 3 + "struct A {\n  void f4();\n};\n" + method % 4 + "}\n")
        self.assert_only()

    def test_what_cannot_be_read_is_no_pass(self):
        for code, word in (("int f() {\n", "nothing closes"), ("int f() BUT_HOW {\n}\nint g() {\n}\n", "no head explains")):
            with self.subTest(code=code):
                self.write("core/a.cpp", "namespace n {\n\n" + code + "}  // namespace n\n")
                self.assertIn(word, "".join(check_sizes.check(self.root)))

    def blocks(self, code):
        return [tuple(block) for block in check_sizes.blocks_of("namespace n {\nnamespace {\n" + code + "\n}\n}\n")]

    def test_functions(self):
        for head, name in (("int f(int x)", "f"), ("void A::f() const noexcept", "A::f"), ("A::A(int x)\n    : Base(x), y_{1}, z_([this] { return 2; })", "A::A"),
                           ("A::~A()", "A::~A"), ("template <class T, int N = (2 > 1)>\nA<T> B<T>::f(const A<T>& a)", "B::f"),
                           ("auto f(int x) -> std::vector<int>", "f"), ("bool operator==(const A& a)", "operator=="), ("A* A::operator->() const", "A::operator->"),
                           ("double A::operator()(int x) const", "A::operator()"), ("A::operator bool() const", "A::operatorbool"),
                           ("template <>\nconst A<float>* f<float>()", "f"), ("__global__ __launch_bounds__(B::Threads,\n 1) void f(A a)", "f"),
                           ("const auto f = [&](int x) -> int", "f"), ("std::string f(const std::string& s = \"}{\", char c = '}')", "f"),
                           ("Handle f() try", "f"), ("void f(std::function<void()> g = {})", "f"), ("int f() // {", "f")):
            with self.subTest(head=head):
                opening = "\n{" if "//" in head else " {"
                code = head + opening + "\n  g(1'000, '{', R\"(}})\"); /* } */\n}" + (";" if "const auto" in head else "")
                self.assertEqual(self.blocks(code), [("function", name, False, 3, 3 + code.count("\n"))])

    def test_no_functions(self):
        for code in ("int table[] = {\n1, 2};", "A a{\n1};", "enum class E : int {\na };", "#define F() {\n", "int f();", "// int f() {",
                     "std::function<int(int)> f{\n};", "extern int a;", "using A = B<int()>;"):
            with self.subTest(code=code):
                self.assertEqual([block for block in self.blocks(code) if block[0] != "value"], [])

    def test_classes(self):
        for head, name in (("class A final : public B<int>, C", "A"), ("struct alignas(16) A", "A"), ("template <>\nstruct A<int>", "A"), ("union A", "A"),
                           ("template <class T = B<int>>\nclass A", "A")):
            with self.subTest(head=head):
                lines = head.count("\n")
                code = head + " {\n  Q_OBJECT\n\n public:\n  A() {\n  }\n struct B {\n int x;\n };\n private slots:\n  void f() {}\n};"
                self.assertEqual(self.blocks(code), [("class", name, False, 3, 14 + lines), ("function", name + "::A", True, 7 + lines, 8 + lines),
                                                     ("class", name + "::B", True, 9 + lines, 11 + lines), ("function", name + "::f", True, 13 + lines, 13 + lines)])

    def test_a_nested_class_counts_for_its_outer_one(self):
        self.write("core/a.cpp", "class A {\n  class B {\n  void f();\n  void g() {\n  }\n  };\n};\nvoid A::B::f() {\n}\nconst int A::table[] = {\n1,\n2};\n")
        sizes = check_sizes.class_sizes({Path("core/a.cpp"): check_sizes.blocks_of((self.root / "core/a.cpp").read_text())})
        self.assertEqual(sizes, {(Path("core/a.cpp"), "A"): 7 + 2 + 3, (Path("core/a.cpp"), "A::B"): 5 + 2})


if __name__ == "__main__":
    unittest.main()
