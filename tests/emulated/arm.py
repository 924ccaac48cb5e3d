#!/usr/bin/env python3
"""Compiles the kernels and their tests for 64-bit Arm and runs the tests in an emulator.

    arm.py --source DIR --folder DIR [--headers DIR] [--flag FLAG]     0 passed, 1 failed, 77 skipped: a tool is missing

SOURCE is the project's folder; FOLDER keeps what was compiled, for the next time. HEADERS is where xsimd and version 2
of Catch2 are: both are headers alone, the same for every processor. FLAG is one for the kernels.
Debian has the tools in g++-aarch64-linux-gnu and qemu-user.
"""
import argparse
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
from emulation import JOBS, SKIPPED, missing, run_tests

COMPILER = 'aarch64-linux-gnu-g++'
EMULATOR = 'qemu-aarch64'
# The instruction sets with their flags, as src/kernels/meson.build lists them.
SETS = {'neon': '', 'neon_dot': '-march=armv8.2-a+dotprod', 'neon_bf16': '-march=armv8.2-a+bf16'}
LISTED_SETS = "'-DTYPEFORMER_INSTRUCTION_SETS(TABLES,DOTS)=TABLES(neon)DOTS(neon_dot)DOTS(neon_bf16)'"

# What all tests include is compiled once (tests/pch); memory for time, as in .ci/run. Linked statically, the program needs
# no folder of Arm libraries to run.
PRECOMPILED = 'include/kernels.hpp'
MEMORY_FOR_TIME = '--param=ggc-min-expand=1000 --param=ggc-min-heapsize=2000000'
RULES = f'''\
rule compile
  command = {COMPILER} -std=c++20 {MEMORY_FOR_TIME} -Isource/include -Iinclude $flags -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
rule link
  command = {COMPILER} -static $in -o $out -pthread
'''


def link_to(target, name):
    name.unlink(missing_ok=True)
    name.symlink_to(target.resolve())


def take_headers(headers, folder):
    """Links to these two alone, for beside them are this processor's own. False if one is missing."""
    for wanted in 'xsimd/xsimd.hpp', 'catch2/catch.hpp':
        if not (headers / wanted).exists():
            return False
    folder.mkdir(parents=True, exist_ok=True)
    for name in 'xsimd', 'catch2':
        link_to(headers / name, folder / name)
    return True


def write_build(folder, kernel_flags):
    """build.ninja; all it names is below the folder, in `source` and `include`."""
    source = folder / 'source'
    kernels = source / 'src/kernels'
    for_kernels = ' '.join(['-O3', *kernel_flags])
    # What takes longest begins.
    flags = {kernels / f'instruction_sets/{name}.cpp': f'{for_kernels} {own}' for name, own in SETS.items()}
    flags[source / 'tests/catch_main.cpp'] = '-O0'
    # In these g++ multiplies and adds at once, as the kernels do, from -O2 on.
    flags[source / 'tests/kernels/static_product_test.cpp'] = '-O2'
    for file in sorted((source / 'tests/kernels').glob('*_test.cpp')):
        flags.setdefault(file, f'-O1 -include {PRECOMPILED}')
    flags[source / 'tests/kernels/instruction_set_test.cpp'] += ' ' + LISTED_SETS
    flags.update({file: for_kernels for file in sorted(kernels.glob('*.cpp'))})
    flags[kernels / 'instruction_set.cpp'] += ' ' + LISTED_SETS
    lines = [RULES, f'build {PRECOMPILED}.gch: compile source/tests/pch/kernels.hpp\n  flags = -O1 -x c++-header\n']
    for file, its_flags in flags.items():
        needs = f' | {PRECOMPILED}.gch' if PRECOMPILED in its_flags else ''
        lines.append(f'build {file.stem}.o: compile {file.relative_to(folder)}{needs}\n  flags = {its_flags}\n')
    lines.append(f'build kernels_test: link {" ".join(file.stem + ".o" for file in flags)}\n')
    (folder / 'build.ninja').write_text(''.join(lines), encoding='utf-8')


def main():
    parser = argparse.ArgumentParser(description='Runs the tests of kernels for 64-bit Arm.')
    parser.add_argument('--source', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--folder', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--headers', type=pathlib.Path, default='/usr/include', metavar='DIR')
    parser.add_argument('--flag', action='append', default=[])
    arguments = parser.parse_args()
    if missing(COMPILER, EMULATOR, 'ninja'):
        return SKIPPED
    if not take_headers(arguments.headers, arguments.folder / 'include'):
        print(f'skipped: xsimd and version 2 of Catch2 are not both in {arguments.headers}', file=sys.stderr)
        return SKIPPED
    link_to(arguments.source, arguments.folder / 'source')
    write_build(arguments.folder, arguments.flag)
    built = subprocess.run(['ninja', '-C', arguments.folder, '-j', str(JOBS)], check=False)
    if built.returncode != 0:
        print('FAILED: the kernels and their tests do not compile for Arm', file=sys.stderr)
        return 1
    program = arguments.folder.resolve() / 'kernels_test'
    # A processor of 2012, without the instructions of neon_dot and neon_bf16: there they must not be chosen, and would
    # end the program.
    older = run_tests([EMULATOR, '-cpu', 'cortex-a53'], program, 'neon', 0.01, ['[dot_product]'])
    return max(older, run_tests([EMULATOR], program, 'neon_bf16', 0.03))


if __name__ == '__main__':
    sys.exit(main())
