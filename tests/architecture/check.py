#!/usr/bin/env python3
"""Shows that include_graph.py finds what it looks for: in a small tree of its own, each fault is planted alone."""
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = pathlib.Path(__file__).resolve().with_name('include_graph.py')

TREE = {
    'docs/contributing.md': '# Contributing\n\n## The house\n\n| folder | what is in it |\n|-|-|\n'
                            '| `src/cli/` | the program |\n| `high/`, `src/high/` | models |\n'
                            '| `low/` | axes |\n| `error.hpp` | errors |\n\n## Style\n'
                            '| `other/` | of another table |\n',
    'include/typeformer/error.hpp': '#include <string>\n',
    'include/typeformer/low/axis.hpp': '#include <typeformer/error.hpp>\n',
    'include/typeformer/low/shape.hpp': '#include <typeformer/low/axis.hpp>\n',
    'include/typeformer/high/model.hpp': '#include <typeformer/low/shape.hpp>\n',
    'src/high/model.cpp': '#include "part.hpp"\n\n#include <typeformer/high/model.hpp>\n',
    'src/high/part.hpp': '#include <typeformer/low/axis.hpp>\n',
    'src/cli/text/main.cpp': '#include <typeformer/high/model.hpp>\n#include "cli/text/word.hpp"\n',
    'src/cli/text/word.hpp': '',
}
LOW, HIGH = 'include/typeformer/low/', 'include/typeformer/high/'
UPWARD = 'which is in a higher layer'

# What is planted, and the only line that may be said of it.
FAULTS = {
    'nothing': ({}, None),
    'an upward include': ({LOW + 'axis.hpp': '#include <typeformer/high/other.hpp>\n', HIGH + 'other.hpp': ''},
                          f'{LOW}axis.hpp includes {HIGH}other.hpp, {UPWARD}'),
    'an upward include of a file beside': ({'src/high/part.hpp': '#  include "cli/text/word.hpp"\n'},
                                           f'src/high/part.hpp includes src/cli/text/word.hpp, {UPWARD}'),
    'an upward include of the floor': ({'include/typeformer/error.hpp': '#include <typeformer/low/new.hpp>\n',
                                        LOW + 'new.hpp': ''},
                                       f'include/typeformer/error.hpp includes {LOW}new.hpp, {UPWARD}'),
    'a circle of two': ({LOW + 'axis.hpp': '#include <typeformer/low/shape.hpp>\n'},
                        f'circle of includes: {LOW}axis.hpp -> {LOW}shape.hpp -> {LOW}axis.hpp'),
    'a circle of three': ({LOW + 'axis.hpp': '#include <typeformer/low/part.hpp>\n',
                           LOW + 'part.hpp': '#include "shape.hpp"\n'},
                          f'circle of includes: {LOW}axis.hpp -> {LOW}part.hpp -> {LOW}shape.hpp -> {LOW}axis.hpp'),
    'a file that includes itself': ({LOW + 'axis.hpp': '#include "axis.hpp"\n'},
                                    f'circle of includes: {LOW}axis.hpp -> {LOW}axis.hpp'),
    'a folder that no row lists': ({'src/other/new.cpp': ''}, 'docs/contributing.md does not list src/other/'),
    'a folder of headers that no row lists': ({'include/typeformer/other/new.hpp': ''},
                                              'does not list include/typeformer/other/'),
    'a row without a folder': ({'include/typeformer/error.hpp': None, LOW + 'axis.hpp': ''},
                               'lists include/typeformer/error.hpp, which does not exist'),
    'no table': ({'docs/contributing.md': '# Contributing\n\n## The house\n'}, 'has no table of folders'),
}


def run(*arguments):
    result = subprocess.run([sys.executable, str(PROGRAM), *map(str, arguments)], capture_output=True, text=True,
                            check=False)
    return result.returncode, [line for line in result.stdout.splitlines() if line.startswith('FAILED')], result.stderr


def plant(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink()
        else:
            path.write_text(text, encoding='utf-8')


def main():
    wrong = []
    for fault, (files, sentence) in FAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            plant(root, {**TREE, **{name: text for name, text in files.items() if text is not None}})
            plant(root, {name: None for name, text in files.items() if text is None})
            code, reasons, errors = run('--root', root)
            expected = (0, 0) if sentence is None else (1, 1)
            if (code, len(reasons)) != expected or errors or (sentence and sentence not in reasons[0]):
                wrong.append(f'{fault}: expected {sentence}, found {code} {reasons} {errors}')
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        plant(root, TREE)
        picture = root / 'docs' / 'architecture.svg'
        drawing = [run('--root', root, '--same', picture)[0], run('--root', root, '--svg', picture)[0],
                   run('--root', root, '--same', picture)[0]]
        plant(root, {HIGH + 'new.hpp': '#include <typeformer/low/axis.hpp>\n'})
        code, reasons, _ = run('--root', root, '--same', picture)
        if drawing != [1, 0, 0] or code != 1 or 'Redraw it: python3' not in reasons[0]:
            wrong.append(f'a drawing that is not there, drawn, and old: found {drawing}, {code} {reasons}')
    print('\n'.join(wrong) or f'{len(FAULTS)} trees, and a drawing')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
