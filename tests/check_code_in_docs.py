#!/usr/bin/env python3
"""Checks that code on the pages is code that is compiled.

usage: check_code_in_docs.py ROOT [PAGE=FILE ...]

The pages are README.md and those below docs. The blocks marked cpp of a PAGE that is named are, in their order, the whole
of FILE, but for the comment that FILE begins with: who pastes them one behind the other has a program. On every other
page each such block is right under the line "From [name](path):" and, line by line, in the file at that path, which is
relative to the page. Empty lines and white space at the ends of lines are ignored.
"""
import pathlib
import re
import sys

BLOCK = re.compile(r"(?:^From \[[^]\n]*\]\(([^)\n]*)\):\n\n)?^```cpp\n(.*?)^```", re.M | re.S)


def lines(text):
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def first_difference(found, expected):
    for i, (a, b) in enumerate(zip(found, expected)):
        if a != b:
            return f"found    {a}\nexpected {b}"
    longer, kind = (found, "more") if len(found) > len(expected) else (expected, "less")
    return f"{kind}: {longer[min(len(found), len(expected))]}" if len(found) != len(expected) else ""


def stands_in(block, code):
    return any(code[i:i + len(block)] == block for i in range(len(code) - len(block) + 1))


def faults(root, wholes):
    """Sentences about the pages below root; wholes: page to file, both relative to root."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    for name in wholes.keys() - {str(page.relative_to(root)) for page in pages}:
        yield f"{name}: there is no such page"
    for page in pages:
        name = str(page.relative_to(root))
        blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
        if name in wholes:
            code = lines(re.sub(r"\A(//.*\n)+", "", (root / wholes[name]).read_text(encoding="utf-8")))
            difference = first_difference(lines("\n".join(block for _, block in blocks)), code)
            if difference:
                yield f"{name}: the blocks of code are not {wholes[name]}:\n{difference}"
            continue
        for path, block in blocks:
            if not path:
                yield f"{name}: no line says which file this block of code is from:\n{block}"
            elif not (page.parent / path).is_file():
                yield f"{name}: there is no file {path}"
            elif not stands_in(lines(block), lines((page.parent / path).read_text(encoding="utf-8"))):
                yield f"{name}: this block of code does not stand in {path}:\n{block}"


def main(root, *wholes):
    found = list(faults(pathlib.Path(root), dict(whole.split("=") for whole in wholes)))
    print("\n".join(found) or "every block of code is compiled")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
