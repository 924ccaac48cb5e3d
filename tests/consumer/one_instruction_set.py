#!/usr/bin/env python3
"""A build of one instruction set: its kernels run, a processor without it is told so in a sentence, and choices of
instruction sets that make no library are refused.

    one_instruction_set.py --source DIR --meson MESON --compiler g++          0 passed, 1 failed

Only the kernels are compiled, and not optimized: what is to be seen is which of them run. The older processor is an
emulated one, where qemu-user is there.
"""
import argparse
import pathlib
import platform
import shlex
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
from consumer import HERE, Failure, run

ON_ARM = platform.machine() == 'aarch64'
ONE, ITS_ADDITION, OTHERS = ('neon', 'neon_dot', 'avx2') if ON_ARM else ('avx2', 'avx_vnni', 'neon')
SENTENCE = f'this processor runs none of the instruction sets that the library was built for: {ONE}\n'


def expect(expected, found):
    if expected not in found:
        raise Failure(f'expected {expected!r}, found {found!r}')


def check(arguments, folder):
    def configure(sets, fails=False):
        build = folder / sets
        return build, run(*arguments.meson, 'setup', build, arguments.source, '-Dtests=false', '-Dbenchmarks=disabled',
                          '-Dembedded_model=false', f'-Dinstruction_sets={sets}', '-Dcpp_args=-O0', fails=fails,
                          environment={'CXX': shlex.join(arguments.compiler)})

    expect(f'{ITS_ADDITION} adds to {ONE}, which must be there, too', configure(ITS_ADDITION, fails=True)[1])
    expect('instruction_sets: none is of', configure(OTHERS, fails=True)[1])
    build, _ = configure(ONE)
    libraries = [f'src/kernels/libkernels{part}.a' for part in ('', '_' + ONE)]
    run('ninja', '-C', build, *libraries)
    program = folder / 'program'
    run(*arguments.compiler, '-std=c++20', '-I', arguments.source / 'include', HERE / 'one_instruction_set.cpp',
        *(build / library for library in libraries), '-pthread', '-o', program)
    found = run(program)
    if found not in (f'{ONE} 2 4 6\n', SENTENCE):
        raise Failure(f'expected one instruction set, or that the processor lacks it, found {found!r}')
    print(f'here: {found}', end='')
    if not ON_ARM and shutil.which('qemu-x86_64'):
        expect(SENTENCE, run('qemu-x86_64', '-cpu', 'Nehalem', program))
        print('on Nehalem: the sentence')


def main():
    parser = argparse.ArgumentParser(description='Builds the kernels for one instruction set.')
    parser.add_argument('--source', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--meson', type=shlex.split, required=True)
    parser.add_argument('--compiler', type=shlex.split, required=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(parser.parse_args(), pathlib.Path(folder))
        except Failure as failure:
            print(f'FAILED {failure}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
