#!/usr/bin/env python3
"""Runs one case: a small program with a right version and, where WRONG is defined, a wrong one.

    // sentence: x * w: the last axis of x must be the first axis of w
    // names: Model, Inner

The case passes when the right version compiles and the wrong one fails with exactly one error, which says the
sentence, and the sentence and the names of the offending axes stand in the compiler's first 8 lines. Lines that quote
the source do not count: there the compiler only repeats what was written.

    run.py --compiler g++ --include DIR [--flag FLAG] CASE.cpp     0 passed, 1 failed, 77 skipped: no such compiler
    run.py --list DIR                                              the sentences of all cases
    run.py --cases DIR                                             the names of all cases
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

FIRST_LINES = 8
SKIPPED = 77

ERROR = re.compile(r'\berror: ')
QUOTED_SOURCE = re.compile(r'^\s*(\d+ \||\|)')


def header(case):
    """The sentence and the names that a case expects."""
    found = {}
    for line in case.read_text(encoding='utf-8').splitlines()[:4]:
        if match := re.match(r'// (sentence|names): (.+)', line):
            found[match[1]] = match[2].strip()
    if 'sentence' not in found or 'names' not in found:
        raise ValueError(f'{case}: the first lines must be "// sentence: …" and "// names: …"')
    return found['sentence'], [name.strip() for name in found['names'].split(',')]


def compile_case(arguments, extra):
    command = [*arguments.compiler.split(), '-std=c++20', '-fsyntax-only', '-fno-diagnostics-color',
               '-fmessage-length=0', *(f'-I{folder}' for folder in arguments.include), *arguments.flag, *extra,
               str(arguments.case)]
    result = subprocess.run(command, capture_output=True, text=True, errors='replace',
                            env={**os.environ, 'LC_ALL': 'C'}, check=False)
    return result.returncode, (result.stdout + result.stderr).splitlines()


def said(lines):
    """What the compiler says itself."""
    return [line for line in lines if not QUOTED_SOURCE.match(line)]


def failures(arguments):
    """Why the case fails, and the output that shows it; nothing when it passes."""
    sentence, names = header(arguments.case)
    code, lines = compile_case(arguments, [])
    if code != 0:
        return ['the right version does not compile'], lines
    code, lines = compile_case(arguments, ['-DWRONG'])
    if code == 0:
        return ['the wrong version compiles'], lines
    reasons = []
    errors = [i for i, line in enumerate(lines) if ERROR.search(line)]
    if len(errors) != 1:
        reasons.append(f'the wrong version gives {len(errors)} errors, not one')
    places = [i for i in errors if lines[i].endswith(sentence)]
    if not places:
        reasons.append(f'no error says: {sentence}')
    elif places[0] >= FIRST_LINES:
        reasons.append(f'the sentence stands in line {places[0] + 1}, not in the first {FIRST_LINES}')
    first = '\n'.join(said(lines[:FIRST_LINES]))
    for name in names:
        if not re.search(rf'(?<!\w){re.escape(name)}(?!\w)', first):
            reasons.append(f'the first {FIRST_LINES} lines do not name {name}')
    return reasons, lines


def list_sentences(folder):
    by_sentence = {}
    for case in sorted(folder.glob('*.cpp')):
        by_sentence.setdefault(header(case)[0], []).append(case.stem)
    for sentence, cases in sorted(by_sentence.items()):
        print(f'{sentence}\n    {", ".join(cases)}')
    print(f'{len(by_sentence)} sentences, {sum(map(len, by_sentence.values()))} cases')


def main():
    parser = argparse.ArgumentParser(description='Runs a case that must not compile.')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--include', action='append', default=[], metavar='DIR')
    parser.add_argument('--flag', action='append', default=[], help='one more compiler flag, as --flag=-Wall')
    parser.add_argument('--list', type=pathlib.Path, metavar='DIR', help='print the sentences of a folder of cases')
    parser.add_argument('--cases', type=pathlib.Path, metavar='DIR', help='print the names of a folder of cases')
    parser.add_argument('case', nargs='?', type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.list:
        list_sentences(arguments.list)
        return 0
    if arguments.cases:
        print('\n'.join(sorted(case.stem for case in arguments.cases.glob('*.cpp'))))
        return 0
    if not arguments.case:
        parser.error('a case is needed')
    if not shutil.which(arguments.compiler.split()[0]):
        print(f'skipped: there is no {arguments.compiler}')
        return SKIPPED
    try:
        reasons, lines = failures(arguments)
    except (OSError, ValueError) as problem:
        print(f'FAILED {problem}')
        return 1
    for reason in reasons:
        print(f'FAILED {arguments.case.name}: {reason}')
    if reasons:
        print(f'The first {FIRST_LINES} of {len(lines)} lines of {arguments.compiler}:')
        print('\n'.join('  ' + line for line in lines[:FIRST_LINES]))
    return 1 if reasons else 0


if __name__ == '__main__':
    sys.exit(main())
