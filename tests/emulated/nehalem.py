#!/usr/bin/env python3
"""Runs the tests of kernels on an emulated processor of 2008, which has nothing newer than SSE4.2.

    nehalem.py PROGRAM          0 passed, 1 failed, 77 skipped: the emulator is missing

PROGRAM is that of the tests, as built for this processor. It has kernels for newer ones too: running any of them, or
anything else compiled with their flags, would end it. Debian has the emulator in qemu-user.
"""
import argparse
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
from emulation import SKIPPED, missing, run_tests

EMULATOR = ['qemu-x86_64', '-cpu', 'Nehalem']


def main():
    parser = argparse.ArgumentParser(description='Runs the tests of kernels on an emulated Nehalem.')
    parser.add_argument('program', type=pathlib.Path)
    program = parser.parse_args().program.resolve()
    if missing(EMULATOR[0]):
        return SKIPPED
    # A kernel for a newer processor must end the program here, or the tests would show nothing.
    newer = subprocess.run([*EMULATOR, program, '[.newer_kernel]'], capture_output=True, check=False)
    if newer.returncode >= 0:
        print('FAILED: the emulator runs the instructions of newer processors', file=sys.stderr)
        return 1
    # Numbers are checked natively too, with the same kernels; here, that they use no newer instructions.
    return run_tests(EMULATOR, program, 'sse2', 0.03)


if __name__ == '__main__':
    sys.exit(main())
