#!/usr/bin/env python3
"""check_code_in_docs.py sees each way in which a page's code may differ from what is compiled."""
import pathlib
import tempfile
import unittest

from check_code_in_docs import faults


class Pages(unittest.TestCase):
    def faults(self, readme, page="", wholes=None):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs").mkdir()
            (root / "README.md").write_text(readme)
            (root / "docs" / "page.md").write_text(page)
            (root / "code.cpp").write_text("// What it is.\n\nint a;\n\nint b;  // one\nint c;\n")
            return list(faults(root, wholes if wholes is not None else {"README.md": "code.cpp"}))

    def test_a_page_that_is_its_file(self):
        self.assertEqual(self.faults("```cpp\nint a;\n```\nWords.\n```cpp\nint b;  // one\n\nint c;\n```\n"), [])

    def test_a_block_that_is_changed(self):
        self.assertIn("found    int x;", self.faults("```cpp\nint a;\nint x;\nint c;\n```\n")[0])

    def test_a_block_that_is_missing(self):
        self.assertIn("less: int c;", self.faults("```cpp\nint a;\nint b;  // one\n```\n")[0])
        self.assertIn("less: int a;", self.faults("")[0])

    def test_blocks_in_another_order(self):
        self.assertEqual(len(self.faults("```cpp\nint b;  // one\nint c;\n```\n```cpp\nint a;\n```\n")), 1)

    def test_code_that_no_file_has(self):
        self.assertIn("more: int d;", self.faults("```cpp\nint a;\nint b;  // one\nint c;\nint d;\n```\n")[0])

    def test_an_excerpt(self):
        def of(text):
            return self.faults("", text, {})
        self.assertEqual(of("From [code](../code.cpp):\n\n```cpp\nint b;  // one\nint c;\n```\n"), [])
        self.assertIn("does not stand in", of("From [code](../code.cpp):\n\n```cpp\nint a;\nint c;\n```\n")[0])
        self.assertIn("no file", of("From [code](../other.cpp):\n\n```cpp\nint a;\n```\n")[0])
        self.assertIn("no line says", of("Words.\n\n```cpp\nint a;\n```\n")[0])

    def test_a_page_that_is_not_there(self):
        self.assertIn("no such page", self.faults("", wholes={"docs/none.md": "code.cpp"})[0])


unittest.main()
