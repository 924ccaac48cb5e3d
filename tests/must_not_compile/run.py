#!/usr/bin/env python3
"""Compiles the cases of one file: each right version is followed by wrong ones that must not compile.

    #if RIGHT
    void product(input<Query, Model> x, tf::weight<Model, Inner> w) { let(x * w); }
    #elif WRONG_transposed_weight
    // sentence: x * w: the last axis of x must be the first axis of w
    // names: Model, Inner
    void product(input<Query, Model> x, tf::weight<Inner, Model> w) { let(x * w); }
    #endif

A case of a row of the catalogue has a line "// row: NAME" above its sentence.

What a file includes is compiled once. All its right versions are compiled together, with -DRIGHT, and must compile. Each
wrong one is compiled alone, as with -DWRONG_transposed_weight: it must fail with exactly one error, which says the
sentence, and the sentence and the names of the offending axes must be in the compiler's first 8 lines. Lines that quote
the source do not count: there the compiler only repeats what was written.

    run.py --compiler g++ --include DIR [--flag FLAG] FILE.cpp     0 passed, 1 failed, 77 skipped: no such compiler
    run.py … FILE.cpp --case transposed_weight                     the right versions, and these cases alone
    run.py … --remember DIR                                        if all pass, leaves a mark there (remembered.py)
    run.py --list DIR                                              the sentences of all files, with their cases
    run.py --files DIR                                             the files of a folder
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from remembered import remember

FIRST_LINES = 8
SKIPPED = 77

ERROR = re.compile(r'\berror: ')
QUOTED_SOURCE = re.compile(r'^\s*(\d+ \||\|)')


class Case(NamedTuple):
    name: str
    sentence: str
    names: list


def cases_of(file):
    """The wrong versions of a file, with what is expected of each."""
    cases = []
    in_group = False
    lines = file.read_text(encoding='utf-8').splitlines()
    for number, line in enumerate(lines):
        where = f'{file.name}:{number + 1}'
        if line == '#if RIGHT':
            in_group = True
        elif line == '#endif':
            in_group = False
        elif match := re.fullmatch(r'#elif WRONG_(\w+)', line):
            if not in_group:
                raise ValueError(f'{where}: {match[1]} has no right version: its group must begin with "#if RIGHT"')
            if match[1] in (case.name for case in cases):
                raise ValueError(f'{where}: there are two cases {match[1]}')
            below = [text for text in lines[number + 1:] if not text.startswith('// row: ')] + ['', '']
            sentence, names = (re.fullmatch(rf'// {key}: (.+)', text) for key, text in
                               zip(('sentence', 'names'), below))
            if not sentence or not names:
                raise ValueError(f'{where}: the next lines must be "// sentence: …" and "// names: …"')
            cases.append(Case(match[1], sentence[1].strip(), [name.strip() for name in names[1].split(',')]))
        elif 'WRONG_' in line or re.match(r'#\s*(if|elif|else)\b', line):
            raise ValueError(f'{where}: only "#if RIGHT", "#elif WRONG_name" and "#endif" choose between versions')
    if not cases:
        raise ValueError(f'{file.name}: there is no case')
    return cases


def compile_file(arguments, *more):
    command = [*arguments.compiler.split(), '-std=c++20', '-fno-diagnostics-color', '-fmessage-length=0',
               *(f'-I{folder}' for folder in arguments.include), *arguments.flag, *map(str, more)]
    result = subprocess.run(command, capture_output=True, text=True, errors='replace',
                            env={**os.environ, 'LC_ALL': 'C'}, check=False)
    return result.returncode, (result.stdout + result.stderr).splitlines()


def precompile(arguments, folder):
    """The compiler's option for what the file includes, compiled once for all of its versions: most of a case's time."""
    header = pathlib.Path(folder, 'includes.hpp')
    lines = arguments.file.read_text(encoding='utf-8').splitlines()
    header.write_text('\n'.join(line if line.startswith('#include') else '' for line in lines), encoding='utf-8')
    is_clang = 'clang' in arguments.compiler
    compiled = header.with_suffix('.pch' if is_clang else '.hpp.gch')
    code, _ = compile_file(arguments, '-x', 'c++-header', header, '-o', compiled)
    if code != 0:
        return []  # the right versions will say why
    return ['-include-pch', compiled] if is_clang else ['-include', header]


def compile_version(arguments, precompiled, version):
    code, lines = compile_file(arguments, *precompiled, '-fsyntax-only', f'-D{version}', arguments.file)
    # As without the precompiled file, where these lines are not there.
    added = re.compile(rf' +from <command-line>:?$|In file included from {re.escape(str(arguments.file))}:1:$')
    return code, [line for line in lines if not (precompiled and added.match(line))]


def reported_by_compiler(lines):
    return [line for line in lines if not QUOTED_SOURCE.match(line)]


def reasons_to_fail(case, code, lines):
    if code == 0:
        return ['it compiles']
    reasons = []
    errors = [i for i, line in enumerate(lines) if ERROR.search(line)]
    if len(errors) != 1:
        reasons.append(f'there are {len(errors)} errors, not one')
    with_sentence = [i for i in errors if lines[i].endswith(case.sentence)]
    if not with_sentence:
        reasons.append(f'no error says: {case.sentence}')
    elif with_sentence[0] >= FIRST_LINES:
        reasons.append(f'the sentence is in line {with_sentence[0] + 1}, not in the first {FIRST_LINES}')
    first = '\n'.join(reported_by_compiler(lines[:FIRST_LINES]))
    for name in case.names:
        if not re.search(rf'(?<!\w){re.escape(name)}(UL)?(?!\w)', first):  # clang prints a size as 51UL
            reasons.append(f'the first {FIRST_LINES} lines do not name {name}')
    return reasons


def run(arguments):
    """The number of versions that fail; each is reported with the compiler's first lines."""
    failed = 0

    def report(what, reasons, lines):
        nonlocal failed
        failed += bool(reasons)
        for reason in reasons:
            print(f'FAILED {arguments.file.name}, {what}: {reason}')
        if reasons:
            print(f'The first {FIRST_LINES} of {len(lines)} lines of {arguments.compiler}:')
            print('\n'.join('  ' + line for line in lines[:FIRST_LINES]), flush=True)

    cases = cases_of(arguments.file)
    if arguments.case:
        for name in set(arguments.case) - {case.name for case in cases}:
            raise ValueError(f'{arguments.file.name}: there is no case {name}')
        cases = [case for case in cases if case.name in arguments.case]
    with tempfile.TemporaryDirectory() as folder:
        precompiled = precompile(arguments, folder) if len(cases) > 1 else []
        code, lines = compile_version(arguments, precompiled, 'RIGHT')
        report('the right versions', ['they do not compile'] if code != 0 else [], lines)
        for case in cases:
            code, lines = compile_version(arguments, precompiled, f'WRONG_{case.name}')
            report(case.name.replace('_', ' '), reasons_to_fail(case, code, lines), lines)
    print(f'{arguments.file.name}: {len(cases)} cases, {failed} failed')
    return failed


def list_sentences(folder):
    by_sentence = {}
    for file in sorted(folder.glob('*.cpp')):
        for case in cases_of(file):
            by_sentence.setdefault(case.sentence, []).append(f'{file.stem}: {case.name.replace("_", " ")}')
    for sentence, cases in sorted(by_sentence.items()):
        print('\n    '.join([sentence, *cases]))
    print(f'{len(by_sentence)} sentences, {sum(map(len, by_sentence.values()))} cases')


def main():
    parser = argparse.ArgumentParser(description='Compiles the cases of a file: what is wrong must not compile.')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--include', action='append', default=[], metavar='DIR')
    parser.add_argument('--flag', action='append', default=[], help='one more compiler flag, as --flag=-Wall')
    parser.add_argument('--case', action='append', metavar='NAME', help='these cases alone, as transposed_weight')
    parser.add_argument('--remember', type=pathlib.Path, metavar='DIR', help='where to leave a mark when all pass')
    parser.add_argument('--list', type=pathlib.Path, metavar='DIR', help='print the sentences of a folder')
    parser.add_argument('--files', type=pathlib.Path, metavar='DIR', help='print the names of a folder\'s files')
    parser.add_argument('file', nargs='?', type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.list:
        list_sentences(arguments.list)
        return 0
    if arguments.files:
        print('\n'.join(sorted(file.stem for file in arguments.files.glob('*.cpp'))))
        return 0
    if not arguments.file:
        parser.error('a file is needed')
    if not shutil.which(arguments.compiler.split()[0]):
        print(f'skipped: there is no {arguments.compiler}')
        return SKIPPED
    try:
        failed = run(arguments)
        if arguments.remember and not failed and not arguments.case:
            remember(arguments.remember, arguments.compiler, arguments.include, arguments.file)
        return 1 if failed else 0
    except (OSError, ValueError) as problem:
        print(f'FAILED {problem}')
        return 1


if __name__ == '__main__':
    sys.exit(main())
