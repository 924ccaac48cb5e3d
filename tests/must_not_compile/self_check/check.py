#!/usr/bin/env python3
"""Shows that run.py tells one failure from another: what is planted in each way must be reported, and nothing else."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
PASSED, FAILED, SKIPPED = 0, 1, 77

# Of each case of faults.cpp, compiled alone: what run.py reports, in order.
FAULTS = {
    'that compiles': 'it compiles',
    'with two errors': 'there are 2 errors, not one',
    'with another sentence': 'no error says: the extents must be the same',
    'with the sentence in the source alone': 'no error says: the extents must be the same',
    'with a late sentence': r'the sentence is in line \d+, not in the first 8',
    'with a name in the source alone': 'the first 8 lines do not name Model',
}
CASE = '#elif WRONG_case\n// sentence: the sizes must differ\n// names: sizes\n' \
       'static_assert(sizeof(int) == 100, "the sizes must differ");\n'

# Files that are wrong as a whole.
FILES = {
    'right does not compile': ('#if RIGHT\nint x = "text";\n' + CASE + '#endif\n',
                               'the right versions: they do not compile'),
    'no case': ('int x;\n', 'there is no case'),
    'no right version': (CASE.replace('#elif', '#if') + '#endif\n', r'only "#if RIGHT"'),
    'no group': (CASE + '#endif\n', 'case has no right version'),
    'two of one name': ('#if RIGHT\n' + CASE + CASE + '#endif\n', 'there are two cases case'),
    'no sentence': ('#if RIGHT\n#elif WRONG_case\n// names: Query\n#endif\n', 'the next lines must be'),
    'no names': ('#if RIGHT\n#elif WRONG_case\n// sentence: no\nint x;\n#endif\n', 'the next lines must be'),
    'a case that is never selected': ('#if RIGHT\n' + CASE + '#elif defined(WRONG_other)\n#endif\n',
                                      'only "#if RIGHT"'),
    'a case that is always selected': ('#if RIGHT\n' + CASE + '#else\n#endif\n', 'only "#if RIGHT"'),
}


def run(compiler, file, *more):
    command = [sys.executable, str(FOLDER.parent / 'run.py'), '--compiler', compiler, str(file), *more]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    output = result.stdout + result.stderr
    return result.returncode, [line for line in output.splitlines() if line.startswith('FAILED')], output


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--compiler', default='g++')
    compiler = parser.parse_args().compiler
    wrong = 0

    def expect(what, found, code, reasons):
        nonlocal wrong
        if found[0] != code or len(found[1]) != len(reasons) or not all(map(re.search, reasons, found[1])):
            wrong += 1
            print(f'{what}: expected {code} {reasons}, found {found[0]}\n{found[2]}')

    faults = FOLDER / 'faults.cpp'
    expect('faults', run(compiler, faults), FAILED, [f'{case}: {reason}$' for case, reason in FAULTS.items()])
    expect('a case that passes', run(compiler, faults, '--case', 'that_passes'), PASSED, [])
    expect('a case that fails', run(compiler, faults, '--case', 'that_compiles'), FAILED, ['it compiles'])
    expect('a case that is not there', run(compiler, faults, '--case', 'other'), FAILED, ['there is no case other'])
    expect('no compiler', run('no-such-compiler', faults), SKIPPED, [])
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, reason) in FILES.items():
            file = pathlib.Path(folder, 'file.cpp')
            file.write_text(text, encoding='utf-8')
            expect(name, run(compiler, file), FAILED, [reason])
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
