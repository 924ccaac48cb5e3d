#!/usr/bin/env python3
"""Compiles files, each alone and without making anything; passes when all do, without a warning.

    compiles.py --compiler g++ --include DIR FILE.cpp...             these
    compiles.py --compiler g++ --include DIR --headers DIR           each header of a folder and those below it
    compiles.py … --remember DIR          leaves a mark for each file when all compile (remembered.py)
"""
import argparse
import functools
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from remembered import remember

INCLUDE = re.compile(r'^#include [<"](.+)[>"]', re.M)
WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Wno-sign-conversion', '-Wshadow', '-Werror']


def compile_alone(arguments, file, *options, precompiled=None):
    """The compiler's output if the file does not compile. A header is included by an empty program, so that its own
    `#pragma once` is no warning; the header `precompiled` becomes that program, and is precompiled."""
    command = [*arguments.compiler.split(), '-std=c++20', *WARNINGS, *(f'-I{folder}' for folder in arguments.include),
               *options]
    # g++ 12 sees an overlap in `"text" + std::string` that is not there (GCC bug 105651).
    command.append('-Wno-restrict' if 'clang' not in arguments.compiler else '-Wno-unknown-warning-option')
    program = f'#include "{file.resolve()}"\n' if file.suffix == '.hpp' else None
    if precompiled:
        precompiled.write_text(program, encoding='utf-8')
        command += ['-x', 'c++-header', str(precompiled), '-o', f'{precompiled}.gch']
    else:
        command += ['-fsyntax-only', '-x', 'c++', '-' if program else str(file)]
    result = subprocess.run(command, input=program, capture_output=True, text=True, errors='replace', check=False)
    return None if result.returncode == 0 else result.stdout + result.stderr


class Included:
    """What the headers of a folder include of each other."""

    def __init__(self, headers, includes):
        self.of, self.size = functools.cache(self.of), functools.cache(self.size)
        self.headers = {header.resolve(): header.read_text(encoding='utf-8') for header in headers}
        self.includes = [folder.resolve() for folder in map(pathlib.Path, includes)]

    def of(self, header):
        """A header and all that it includes."""
        found = {header}
        for name in INCLUDE.findall(self.headers[header]):
            found |= next((self.of(folder / name) for folder in self.includes if folder / name in self.headers), set())
        return found

    def size(self, header):
        return sum(len(self.headers[each]) for each in self.of(header))

    def largest(self, header, candidates):
        """The candidate that a header includes most by; None where it includes none."""
        return max((each for each in candidates if each != header and each in self.of(header)), key=self.size,
                   default=None)

    def common(self):
        """Headers to precompile: with each, compiling those that include it takes less by more than it takes itself."""
        chosen, left = [], {header: self.size(header) for header in self.headers}

        def saved(base):
            return {header: rest - (self.size(header) - self.size(base)) for header, rest in left.items()
                    if base != header and base in self.of(header) and self.size(header) - self.size(base) < rest}

        while True:
            best = max(self.headers, key=lambda base: sum(saved(base).values()))
            less = saved(best)
            if sum(less.values()) <= self.size(best):
                return chosen
            chosen.append(best)
            left = {header: rest - less.get(header, 0) for header, rest in left.items()}


def compile_headers(arguments, headers, threads):
    """compile_alone of each header. What many include is precompiled, and one that includes it anyway begins with that:
    g++ 12 parses expressions/let.hpp, which layers/linear.hpp includes, for 1 s, and the rest of that for 0.1 s."""
    included = Included(headers, arguments.include)
    with tempfile.TemporaryDirectory() as folder:
        names = {base: pathlib.Path(folder, f'{i}.hpp') for i, base in enumerate(included.common())}
        outputs = dict(zip(names, threads.map(
            lambda base: compile_alone(arguments, base, precompiled=names[base]), names)))
        precompiled = [base for base, output in outputs.items() if output is None]

        def after_its_base(header):
            base = included.largest(header, precompiled)
            return compile_alone(arguments, header, *(['-Winvalid-pch', '-include', str(names[base])] if base else []))

        others = [header for header in included.headers if header not in outputs]
        outputs.update(zip(others, threads.map(after_its_base, others)))
        return [outputs[header.resolve()] for header in headers]


def main():
    parser = argparse.ArgumentParser(description='Compiles files, each alone.')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--include', action='append', default=[], metavar='DIR')
    parser.add_argument('--headers', type=pathlib.Path, metavar='DIR')
    parser.add_argument('--remember', type=pathlib.Path, metavar='DIR')
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    arguments = parser.parse_args()
    headers = sorted(arguments.headers.rglob('*.hpp')) if arguments.headers else []
    files = arguments.files + headers
    if not files:
        print('FAILED: there is nothing to compile')
        return 1
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        outputs = list(threads.map(lambda file: compile_alone(arguments, file), arguments.files))
        outputs += compile_headers(arguments, headers, threads) if headers else []
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
