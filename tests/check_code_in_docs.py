#!/usr/bin/env python3
"""Checks that code on the pages is code that is compiled, and that what it is said to print is what it prints.

usage: check_code_in_docs.py ROOT [PAGE=]FILE ...                     compiles and runs nothing
       check_code_in_docs.py ROOT [PAGE=]FILE ... --run FILE PROGRAM [ARGUMENT ...]
                                                                      runs PROGRAM, which is built of FILE
       check_code_in_docs.py ROOT --commands PROGRAM                  runs the commands that call PROGRAM by its name

The pages are README.md and those below docs, but for docs/errors/, which pages.py checks. Each block says what it is.

cpp      Of a PAGE that is named, all of them in their order are the whole of FILE, but for the comment that FILE begins
         with: who pastes them one behind the other has a program. On every other page each is right under the line
         "From [name](path):" and, line by line, in the file at that path, which is relative to the page. Empty lines
         and white space at the ends of lines are ignored. meson and cmake, under such a line, likewise.
text     Under a line that ends with "prints:", lines of what the program prints whose code is the next above; its FILE
         is one of those named, and the program must end with 0. Under "says:", lines of what a compiler prints,
         without files and namespaces, which stand on a page of docs/errors/.
console  Lines with "$ " are commands, which succeed; the others are all that the command above them prints.

"…" stands for what is left out: alone, for lines. A number with a decimal point was measured or rounded, by a processor
whose sums another may round otherwise: it may differ by a tenth, or by one in its last digit. All else is the same.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(?:^From \[[^]\n]*\]\(([^)\n]*)\):\n\n)?^```(\w*)\n(.*?)^```", re.M | re.S)
UNCHECKED = {"sh", "diff", "meson", "cmake", "tsv"}  # meson and cmake where no line says which file they are from
FRACTION = re.compile(r"-?\d+\.\d+")


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


def is_like(shown, printed):
    """Whether one line is the other, but for what "…" stands for and for numbers with a decimal point."""
    numbers = FRACTION.findall(shown)
    pattern = re.escape(FRACTION.sub("\0", shown)).replace("…", ".*").replace(re.escape("\0"), f"({FRACTION.pattern})")
    match = re.fullmatch(pattern, printed)
    return bool(match) and all(
        abs(float(a) - float(b)) <= max(abs(float(a)) / 10, 1.01 * 10.0 ** -len(a.partition(".")[2]))
        for a, b in zip(numbers, match.groups()))


def begins(shown, printed):
    """The number of lines of printed that shown is like, or none."""
    if not shown:
        return 0
    if shown[0] == "…":
        rests = ((i, begins(shown[1:], printed[i:])) for i in range(len(printed), -1, -1))
    else:
        rests = [(1, begins(shown[1:], printed[1:]))] if printed and is_like(shown[0], printed[0]) else []
    return next((i + rest for i, rest in rests if rest is not None), None)


def is_excerpt(shown, printed):
    return any(begins(shown, printed[i:]) is not None for i in range(len(printed)))


def without_places(text):
    """A compiler's lines without files and namespaces, in one kind of quotation marks."""
    return re.sub(r"typeformer::|^\S+\.[ch]pp:(\d+:\d+:)? +", "", re.sub("[‘’]", "'", text), flags=re.M)


def pages_of(root):
    return [page for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
            if page.parent != root / "docs" / "errors"]


def blocks_of(page, root, whole):
    """Each block's kind, its text, the line above it, and the file that it or the code above it is from."""
    text = page.read_text(encoding="utf-8")
    file = root / whole if whole else None
    for block in BLOCK.finditer(text):
        path, kind, body = block.groups()
        if path:
            file = page.parent / path
        above = text[:block.start()].rstrip().rpartition("\n")[2]
        yield kind, body, above, path, file and pathlib.Path(os.path.normpath(file))


def faults_of_code(root, named):
    """Sentences about the pages below root; named: pairs of a page or nothing, and a file, both relative to root."""
    wholes = {page: file for page, file in named if page}
    programs = {pathlib.Path(os.path.normpath(root / file)) for _, file in named}
    said = [line for page in sorted((root / "docs" / "errors").glob("*.md"))
            for line in without_places(page.read_text(encoding="utf-8")).split("\n")]
    for name in wholes.keys() - {str(page.relative_to(root)) for page in pages_of(root)}:
        yield f"{name}: there is no such page"
    for page in pages_of(root):
        name = str(page.relative_to(root))
        blocks = list(blocks_of(page, root, wholes.get(name)))
        if name in wholes:
            code = lines(re.sub(r"\A(//.*\n)+", "", (root / wholes[name]).read_text(encoding="utf-8")))
            difference = first_difference(lines("\n".join(body for kind, body, *_ in blocks if kind == "cpp")), code)
            if difference:
                yield f"{name}: the blocks of code are not {wholes[name]}:\n{difference}"
        for kind, body, above, path, file in blocks:
            if path:
                if not file.is_file():
                    yield f"{name}: there is no file {path}"
                elif not stands_in(lines(body), lines(file.read_text(encoding="utf-8"))):
                    yield f"{name}: this block of code does not stand in {path}:\n{body}"
            elif kind == "cpp" and name not in wholes:
                yield f"{name}: no line says which file this block of code is from:\n{body}"
            elif kind == "text" and above.endswith("prints:"):
                if file not in programs:
                    yield f"{name}: no program is run that would print this:\n{body}"
            elif kind == "text" and above.endswith("says:"):
                for line in lines(without_places(re.sub(r"\n +", " ", body))):
                    if not any(is_like(line, other) for other in said):
                        yield f"{name}: no compiler says this on a page of docs/errors:\n{line}"
            elif kind == "text" or kind not in UNCHECKED | {"cpp", "console"}:
                yield f"{name}: nothing says what this block is:\n{body}"


def faults_of_program(root, named, file, program, *arguments):
    """Runs the program that is built of file, and looks at the blocks that say what it prints."""
    wholes = {page: file for page, file in named if page}
    run = subprocess.run([pathlib.Path(program).resolve(), *arguments], stdout=subprocess.PIPE, encoding="utf-8")
    print(run.stdout, end="", flush=True)
    if run.returncode:
        yield f"{file}: the program ends with {run.returncode}"
    for page in pages_of(root):
        name = str(page.relative_to(root))
        for kind, body, above, _, source in blocks_of(page, root, wholes.get(name)):
            if kind == "text" and above.endswith("prints:") and source == pathlib.Path(os.path.normpath(root / file)):
                if not is_excerpt(lines(body), lines(run.stdout)):
                    yield f"{name}: {file} does not print this:\n{body}"


def faults_of_commands(root, program):
    """Runs the commands on the pages, in a folder of their own."""
    path = os.pathsep.join([str(pathlib.Path(program).resolve().parent), os.environ["PATH"]])
    for page in pages_of(root):
        for kind, body, *_ in blocks_of(page, root, None):
            for part in re.split(r"^\$ ", body, flags=re.M)[1:] if kind == "console" else []:
                command, _, shown = part.partition("\n")
                with tempfile.TemporaryDirectory() as folder:
                    run = subprocess.run(["sh", "-ec", command], cwd=folder, env={**os.environ, "PATH": path},
                                         stdout=subprocess.PIPE, encoding="utf-8")
                if run.returncode or begins(lines(shown), lines(run.stdout)) != len(lines(run.stdout)):
                    yield (f"{page.relative_to(root)}: {command}\nends with {run.returncode} and prints\n{run.stdout}"
                           f"where the page has\n{shown}")


def main():
    parser = argparse.ArgumentParser(description="Checks that code on the pages is compiled, and prints what they say.")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("files", nargs="*", metavar="[PAGE=]FILE")
    parser.add_argument("--run", nargs="+", metavar="FILE PROGRAM ARGUMENT")
    parser.add_argument("--commands", metavar="PROGRAM")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    named = [tuple(file.rpartition("=")[::2]) for file in arguments.files]
    if arguments.run:
        found = list(faults_of_program(root, named, *arguments.run))
    elif arguments.commands:
        found = list(faults_of_commands(root, arguments.commands))
    else:
        found = list(faults_of_code(root, named))
    print("\n".join(found) or "the pages are true")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
