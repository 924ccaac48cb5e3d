#!/usr/bin/env python3
"""Compiles files, each alone and without making anything; passes when all do, without a warning.

    compiles.py --compiler g++ --include DIR FILE.cpp...             these
    compiles.py --compiler g++ --include DIR --headers DIR           each header of a folder and those below it
    compiles.py … --remember DIR          leaves a mark for each file when all compile (remembered.py)
"""
import argparse
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from remembered import remember

WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wno-sign-conversion', '-Wshadow', '-Werror']


def compile_alone(arguments, file):
    """The compiler's output if the file does not compile. A header is included by an empty program, so that its own
    `#pragma once` is no warning."""
    command = [*arguments.compiler.split(), '-std=c++20', '-fsyntax-only', *WARNINGS,
               *(f'-I{folder}' for folder in arguments.include)]
    # g++ 12 sees an overlap in `"text" + std::string` that is not there (GCC bug 105651).
    command.append('-Wno-restrict' if 'clang' not in arguments.compiler else '-Wno-unknown-warning-option')
    program = f'#include "{file.resolve()}"\n' if file.suffix == '.hpp' else None
    command += ['-x', 'c++', '-'] if program else [str(file)]
    result = subprocess.run(command, input=program, capture_output=True, text=True, errors='replace', check=False)
    return None if result.returncode == 0 else result.stdout + result.stderr


def main():
    parser = argparse.ArgumentParser(description='Compiles files, each alone.')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--include', action='append', default=[], metavar='DIR')
    parser.add_argument('--headers', type=pathlib.Path, metavar='DIR')
    parser.add_argument('--remember', type=pathlib.Path, metavar='DIR')
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    arguments = parser.parse_args()
    files = arguments.files + (sorted(arguments.headers.rglob('*.hpp')) if arguments.headers else [])
    if not files:
        print('FAILED: there is nothing to compile')
        return 1
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        outputs = list(threads.map(lambda file: compile_alone(arguments, file), files))
    for file in arguments.files if arguments.remember and not any(outputs) else []:
        remember(arguments.remember, arguments.compiler, arguments.include, file)
    failed = [(file, output) for file, output in zip(files, outputs) if output is not None]
    for file, output in failed:
        print(f'FAILED {file} does not compile alone:')
        print('\n'.join('  ' + line for line in output.splitlines()[:20]))
    print(f'{len(files) - len(failed)} of {len(files)} compile')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
