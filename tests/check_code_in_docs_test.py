#!/usr/bin/env python3
"""check_code_in_docs.py sees each way in which a page may differ from what is compiled, and from what is printed."""
import pathlib
import tempfile
import unittest

from check_code_in_docs import faults_of_code, faults_of_commands, faults_of_program


class Pages(unittest.TestCase):
    def faults(self, readme, page="", named=(("README.md", "code.cpp"),), check=faults_of_code):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs" / "errors").mkdir(parents=True)
            (root / "docs" / "errors" / "one.md").write_text(
                "typeformer/b.hpp:1:2: error: no\n"
                "typeformer/b.hpp:1:2: note: 'typeformer::a<typeformer::b<1> >' is false\n")
            (root / "README.md").write_text(readme)
            (root / "docs" / "page.md").write_text(page)
            (root / "code.cpp").write_text("// What it is.\n\nint a;\n\nint b;  // one\nint c;\n")
            program = root / "program"
            program.write_text("#!/bin/sh\nprintf 'one\\ntwo 2.00 of 10\\nthree\\n'\nexit ${1:-0}\n")
            program.chmod(0o755)
            return list(check(root, program) if check is faults_of_commands else
                        check(root, named, "code.cpp", program) if check is faults_of_program else check(root, named))

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
            return self.faults("", text, ())
        self.assertEqual(of("From [code](../code.cpp):\n\n```cpp\nint b;  // one\nint c;\n```\n"), [])
        self.assertIn("does not stand in", of("From [code](../code.cpp):\n\n```cpp\nint a;\nint c;\n```\n")[0])
        self.assertIn("no file", of("From [code](../other.cpp):\n\n```cpp\nint a;\n```\n")[0])
        self.assertIn("no line says", of("Words.\n\n```cpp\nint a;\n```\n")[0])

    def test_a_page_that_is_not_there(self):
        self.assertIn("no such page", self.faults("", named=[("docs/none.md", "code.cpp")])[0])

    def test_what_a_program_prints(self):
        def of(shown, above="It prints:"):
            page = f"From [code](../code.cpp):\n\n```cpp\nint a;\n```\n\n{above}\n\n```text\n{shown}\n```\n"
            named = [("", "code.cpp")]
            return self.faults("", page, named) + self.faults("", page, named, faults_of_program)
        for shown in ["one\ntwo 2.00 of 10\nthree", "one\n…\nthree", "two 2.19 of 10", "… 1.85 of 10\nthree", "one\n…"]:
            self.assertEqual(of(shown), [], shown)
        for shown in ["one\nthree", "two 2.23 of 10", "two 2 of 10", "two 2.00 of 11", "on", "three\n…\none",
                      "three\nfour"]:
            self.assertIn("does not print this", of(shown)[0], shown)
        self.assertIn("nothing says what", of("one", "Words.")[0])
        self.assertIn("no program is run", self.faults("", "It prints:\n\n```text\none\n```\n", ())[0])

    def test_what_a_compiler_says(self):
        def of(shown):
            return self.faults("", f"g++ says:\n\n```text\n{shown}\n```\n", ())
        for shown in ["error: no\nnote: ‘a<b<1> >’ is false", "b.hpp:7:1: note:\n  'typeformer::a<b<1> >' is false",
                      "note: …"]:
            self.assertEqual(of(shown), [], shown)
        self.assertIn("no compiler says", of("error: yes")[0])

    def test_commands(self):
        def of(text):
            return self.faults("", f"```console\n{text}\n```\n", check=faults_of_commands)
        self.assertEqual(of("$ program\none\ntwo 2.00 of 10\nthree\n$ program | tail -n 1\nthree\n$ true"), [])
        self.assertEqual(of("$ program\none\n…"), [])
        for text in ["$ program\none", "$ program 1\none\n…", "$ program\none\n…\nfour", "$ true\none"]:
            self.assertIn("ends with", of(text)[0], text)

    def test_a_block_that_says_nothing_of_itself(self):
        self.assertIn("nothing says what", self.faults("", "```\none\n```\n", ())[0])
        self.assertIn("nothing says what", self.faults("", "```python\none\n```\n", ())[0])
        self.assertEqual(self.faults("", "```sh\none\n```\n", ()), [])


unittest.main()
