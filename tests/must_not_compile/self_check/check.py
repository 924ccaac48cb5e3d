#!/usr/bin/env python3
"""Shows that run.py tells one failure from another: each case here breaks in one way, and run.py must say in which."""
import argparse
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
PASSED, FAILED, SKIPPED = 0, 1, 77

EXPECTED = {
    'passes': (PASSED, ''),
    'wrong_compiles': (FAILED, 'the wrong version compiles'),
    'right_does_not_compile': (FAILED, 'the right version does not compile'),
    'two_errors': (FAILED, 'the wrong version gives 2 errors, not one'),
    'another_sentence': (FAILED, 'no error says: the extents must be the same'),
    'no_sentence': (FAILED, 'no error says: the extents must be the same'),
    'sentence_is_late': (FAILED, r'the sentence stands in line \d+, not in the first 8'),
    'no_name': (FAILED, 'the first 8 lines do not name Model'),
    'no_header': (FAILED, 'the first lines must be'),
}


def run(compiler, case):
    command = [sys.executable, str(FOLDER.parent / 'run.py'), '--compiler', compiler, str(FOLDER / f'{case}.cpp')]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout + result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--compiler', default='g++')
    compiler = parser.parse_args().compiler
    wrong = 0

    def expect(what, found, code, output):
        nonlocal wrong
        reasons = [line for line in found[1].splitlines() if line.startswith('FAILED')]
        if found[0] != code or len(reasons) != (code == FAILED) or not re.search(output, found[1]):
            wrong += 1
            print(f'{what}: expected {code} "{output}", found {found[0]}\n{found[1]}')

    for case, (code, output) in EXPECTED.items():
        expect(case, run(compiler, case), code, output)
    expect('no compiler', run('no-such-compiler', 'passes'), SKIPPED, 'skipped: there is no no-such-compiler')
    missing = {case.stem for case in FOLDER.glob('*.cpp')} ^ set(EXPECTED)
    if missing:
        wrong += 1
        print(f'cases without expectation, or expectations without case: {", ".join(sorted(missing))}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
