#!/usr/bin/env python3
"""A program of somebody else's takes the installed library: through pkg-config, CMake or Meson, static with each
compiler, shared with the first (tests/other_compiler.sh has the others), from a folder with a space in its name. It runs,
and so do its own tests that a mistake of its own does not compile, which fail once the mistake is mended.

    consumer.py SYSTEM --source DIR --build DIR --shared LIBRARY --meson MESON --compiler g++...

SYSTEM is pkg-config, CMake or Meson. 0 passed, 1 failed, 77 skipped: a tool is missing.
"""
import argparse
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
EXPECTED = '6 of 51: T R AE N S F AO R M ER\n'
SENTENCE = 'x * w: the last axis of x must be the first axis of w'
MISTAKE_MENDED = 'compiles, but must not: ' + SENTENCE

CMAKE = '''\
cmake_minimum_required(VERSION 3.18)
project(mine LANGUAGES CXX)
find_package(typeformer 0.1 REQUIRED)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE typeformer::typeformer)
enable_testing()
typeformer_must_not_compile(swapped_axes swapped_axes.cpp "{sentence}" ${{OPTIONS}})
'''
MESON = '''\
project('mine', 'cpp', default_options: 'cpp_std=c++20')
executable('program', 'program.cpp', dependencies: dependency('typeformer', version: '>=0.1'))
test(
  'swapped axes',
  find_program('typeformer-must-not-compile'),
  args: ['{sentence}', files('swapped_axes.cpp'), meson.get_compiler('cpp').cmd_array(), get_option('cpp_args')],
)
'''


class Failure(Exception):
    pass


def run(*command, fails=False, environment=None):
    """Its output."""
    result = subprocess.run(list(map(str, command)), env={**os.environ, **(environment or {})}, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if (result.returncode != 0) != fails:
        raise Failure(f'{shlex.join(map(str, command))}: exit code {result.returncode}\n{result.stdout}')
    return result.stdout


def install(arguments, shared, folder):
    """The folder of an installed tree. What is shared is described by a build of its own, which compiles nothing; its
    library is made of the objects that are there."""
    build = arguments.build
    tags = []
    if shared:
        build = folder / 'shared build'
        run(*arguments.meson, 'setup', build, arguments.source, '-Ddefault_library=shared', '-Dtests=false',
            '-Dbenchmarks=disabled')
        tags = ['--tags', 'devel']
    root = folder / ('shared tree' if shared else 'static tree')
    run(*arguments.meson, 'install', '-C', build, '--no-rebuild', '--quiet', '--destdir', root, *tags)
    prefix = next(root.rglob('typeformer.pc')).parents[2]
    if shared:
        library = arguments.shared.resolve()  # libtypeformer.so.0.1.0
        to = prefix / 'lib'
        for old in to.glob('libtypeformer.so*'):
            old.unlink()
        shutil.copy(library, to / library.name)
        for name in library.name.rsplit('.', 1)[0], 'libtypeformer.so':
            (to / name).symlink_to(library.name)
    return prefix


def check_help(prefix):
    """The manual page and the completions are where they are looked for, and those of the program."""
    for where, command in {
        'share/man/man1/typeformer.1': ['man-page'],
        'share/bash-completion/completions/typeformer': ['completion', 'bash'],
        'share/zsh/site-functions/_typeformer': ['completion', 'zsh'],
        'share/fish/vendor_completions.d/typeformer.fish': ['completion', 'fish'],
    }.items():
        if run(prefix / 'bin/typeformer', *command) != (prefix / where).read_text(encoding='utf-8'):
            raise Failure(f'{where} is not what typeformer {" ".join(command)} prints')


def runs(program, prefix):
    said = run(program, environment={'LD_LIBRARY_PATH': str(prefix / 'lib')})
    if said != EXPECTED:
        raise Failure(f'{program}: expected {EXPECTED!r}, found {said!r}')


def check_mended(output):
    if MISTAKE_MENDED not in output:
        raise Failure(f'a mistake that was mended: expected "{MISTAKE_MENDED}", found\n{output}')


def program_of(compiler):
    """The compiler itself: before it may be a launcher, after it options."""
    return [word for word in compiler if not word.startswith('-')][-1]


def with_pkg_config(prefix, compiler, folder, _):
    flags = shlex.split(run('pkg-config', '--cflags', '--libs', 'typeformer',
                            environment={'PKG_CONFIG_PATH': str(prefix / 'lib/pkgconfig')}))
    run(*compiler, '-std=c++20', folder / 'program.cpp', *flags, '-o', folder / 'program')
    runs(folder / 'program', prefix)
    must_not_compile = [prefix / 'bin/typeformer-must-not-compile', SENTENCE, folder / 'swapped_axes.cpp', *compiler]
    run(*must_not_compile)
    check_mended(run(*must_not_compile, '-DMENDED', fails=True))


def with_cmake(prefix, compiler, folder, _):
    (folder / 'CMakeLists.txt').write_text(CMAKE.format(sentence=SENTENCE), encoding='utf-8')
    compiler = shutil.which(program_of(compiler))
    configure = ['cmake', '-S', folder, '-B', folder / 'build', '-G', 'Ninja', f'-DCMAKE_PREFIX_PATH={prefix}',
                 f'-DCMAKE_CXX_COMPILER={compiler}']
    run(*configure)
    run('cmake', '--build', folder / 'build')
    runs(folder / 'build/program', prefix)
    test = ['ctest', '--test-dir', folder / 'build', '--output-on-failure']
    run(*test)
    run(*configure, '-DOPTIONS=-DMENDED')
    check_mended(run(*test, fails=True))


def with_meson(prefix, compiler, folder, meson):
    (folder / 'meson.build').write_text(MESON.format(sentence=SENTENCE), encoding='utf-8')
    environment = {'CXX': shlex.join(compiler), 'PKG_CONFIG_PATH': str(prefix / 'lib/pkgconfig'),
                   'PATH': f'{prefix / "bin"}:{os.environ["PATH"]}'}
    run(*meson, 'setup', folder / 'build', folder, environment=environment)
    run(*meson, 'compile', '-C', folder / 'build', environment=environment)
    runs(folder / 'build/program', prefix)
    run(*meson, 'test', '-C', folder / 'build', '--no-rebuild', environment=environment)
    run(*meson, 'configure', folder / 'build', '-Dcpp_args=-DMENDED', environment=environment)
    # It builds what the changed options have changed, which is the program alone.
    output = run(*meson, 'test', '-C', folder / 'build', '--print-errorlogs', fails=True, environment=environment)
    check_mended(output)


SYSTEMS = {'pkg-config': (with_pkg_config, ['pkg-config']), 'CMake': (with_cmake, ['cmake', 'ctest', 'ninja']),
           'Meson': (with_meson, ['pkg-config', 'ninja'])}


def main():
    parser = argparse.ArgumentParser(description='Builds and runs a program with the installed library.')
    parser.add_argument('system', choices=SYSTEMS)
    parser.add_argument('--source', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--build', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--shared', type=pathlib.Path, required=True, metavar='LIBRARY')
    parser.add_argument('--meson', type=shlex.split, required=True)
    parser.add_argument('--compiler', type=shlex.split, action='append', required=True)
    arguments = parser.parse_args()
    take, tools = SYSTEMS[arguments.system]
    for tool in tools:
        if not shutil.which(tool):
            print(f'skipped: there is no {tool}')
            return SKIPPED
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary, 'a folder')
        root.mkdir()
        try:
            for shared in False, True:
                prefix = install(arguments, shared, root)
                if not shared:
                    check_help(prefix)
                for compiler in arguments.compiler[:1] if shared else arguments.compiler:
                    name = f'{"shared" if shared else "static"}, {pathlib.Path(program_of(compiler)).name}'
                    folder = root / name
                    folder.mkdir()
                    for file in 'program.cpp', 'swapped_axes.cpp':
                        shutil.copy(HERE / file, folder / file)
                    take(prefix, compiler, folder, arguments.meson)
                    print(f'{arguments.system}, {name}: the program runs', flush=True)
        except Failure as failure:
            print(f'FAILED {failure}')
            return 1
    return 0


if __name__ == '__main__':
    sys.exit(main())
