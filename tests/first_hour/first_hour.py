#!/usr/bin/env python3
"""A user's first hour with the compiler: mistakes that people make who have read the README and the tutorial, and what
the compiler says of each.

    first_hour.py --compiler g++ --include DIR [FILE.cpp...]      0 at least 95 % pass, 1 fewer do, 77 no such compiler
    first_hour.py … --keep FILE.json                              and keeps the verdicts
    first_hour.py --page FILE.md FILE.json...                     writes the table of those kept, compiles nothing

The files here have the form of ../must_not_compile: right versions, each followed by wrong ones, with one of these lines

    // sentence: linear<In, Out>: both must be axes     the library says so
    // compiler: a macro's own syntax                   no library can word it: the reason
    // names: Model, 512                                what is to be found in the compiler's lines

A mistake passes when there is exactly one error, the sentence and the names are in the first 8 lines, and the line of
the program that is wrong in the first 12, and when these 12 have none of the library's readings that the program does
not name. What no library can word passes when the first error stands on such a line and has the names, and at most one
more error follows.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / 'must_not_compile'))
import run

FIRST_LINES = 12
AT_LEAST = 0.95
READING = re.compile(r'\b(running|recording|watching|tracing|decoding)<|\b(totals)\b')


class Mistake(NamedTuple):
    name: str
    sentence: str  # or empty
    reason: str  # why no library can word it, or empty
    names: list
    code: list  # without what is said of it
    lines: range


def mistakes_of(file):
    lines = file.read_text(encoding='utf-8').splitlines()
    starts = [(number, match[1]) for number, line in enumerate(lines) if (match := re.fullmatch(r'#elif WRONG_(\w+)', line))]
    found = []
    for number, name in starts:
        end = next(i for i in range(number + 1, len(lines)) if re.match(r'#(elif|endif)', lines[i]))
        body = lines[number + 1:end]
        said = dict(match.groups() for line in body if (match := re.fullmatch(r'// (sentence|compiler|names): (.+)', line)))
        if ('sentence' in said) == ('compiler' in said) or name in (mistake.name for mistake in found):
            raise ValueError(f'{file.name}: {name}: it needs a name of its own and one line "// sentence: …", or '
                             '"// compiler: …" with the reason why no library can word it')
        names = [text.strip() for text in said.get('names', '').split(',') if text.strip()]
        code = [line for line in body if not re.match(r'// (sentence|compiler|names): ', line)]
        found.append(Mistake(name, said.get('sentence', ''), said.get('compiler', ''), names, code,
                             range(number + 2, end + 1)))
    if not found:
        raise ValueError(f'{file.name}: there is no mistake')
    return found


def stands_in(mistake, file, text):
    return any(int(number) in mistake.lines for number in re.findall(rf'{re.escape(file.name)}:(\d+)', text))


def readings_in(text):
    return {match[1] or match[2] for match in READING.finditer(text)}


def reasons_to_fail(mistake, file, code, lines):
    if mistake.sentence:
        reasons = run.reasons_to_fail(run.Case(mistake.name, mistake.sentence, mistake.names), code, lines)
        readings = readings_in('\n'.join(lines[:FIRST_LINES])) - readings_in(file.read_text(encoding='utf-8'))
        reasons += [f'the first {FIRST_LINES} lines name a reading, {reading}' for reading in sorted(readings)]
        if code != 0 and not stands_in(mistake, file, '\n'.join(lines[:FIRST_LINES])):
            reasons.append(f'the first {FIRST_LINES} lines do not show the line of the program')
        return reasons
    if code == 0:
        return ['it compiles']
    errors = [line for line in lines if run.ERROR.search(line)]
    reasons = [f'{errors[0]}: lacks {name}' for name in mistake.names if errors and name not in errors[0]]
    if not 1 <= len(errors) <= 2:
        reasons.append(f'there are {len(errors)} errors')
    if errors and not stands_in(mistake, file, errors[0]):
        reasons.append(f'the first error is not on the line of the program: {errors[0]}')
    return reasons


def first_error(lines):
    """Its text, without the place."""
    error = next((line for line in lines if run.ERROR.search(line)), '')
    text = run.ERROR.split(error, maxsplit=1)[-1]
    return re.sub(r'^static assertion failed( due to requirement .*?\')?: ', '', text)


def results_of(compiler, includes, file):
    """[(mistake, reasons to fail, the compiler's lines)], after the right versions as a mistake of no name."""
    arguments = argparse.Namespace(compiler=compiler, include=includes, flag=[], file=file)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        precompiled = run.precompile(arguments, folder)
        code, lines = run.compile_version(arguments, precompiled, 'RIGHT')
        if code != 0:
            found.append((Mistake('', '', '', [], [], range(0)), ['the right versions do not compile'], lines))
        for mistake in mistakes_of(file):
            code, lines = run.compile_version(arguments, precompiled, f'WRONG_{mistake.name}')
            found.append((mistake, reasons_to_fail(mistake, file, code, lines), lines))
    return found


def version_of(compiler):
    version = subprocess.run([*compiler.split(), '-dumpversion'], capture_output=True, text=True, check=True).stdout.strip()
    return ('clang ' if 'clang' in compiler else 'g++ ') + version.split('.')[0]


def cell(text):
    parts = re.split('(`[^`]*`)', text.replace('|', '\\|'))
    return ''.join(part if i % 2 else part.replace('<', '&lt;') for i, part in enumerate(parts))


def kept_of(compiler, results):
    """The verdicts of one compiler, as JSON: for each file and mistake what is said and why it does not pass."""
    return {'compiler': version_of(compiler),
            'files': {file.stem: [{'mistake': mistake.name, 'said': mistake.sentence or first_error(lines),
                                   'by_library': bool(mistake.sentence), 'reasons': reasons}
                                  for mistake, reasons, lines in found] for file, found in results.items()}}


def page_of(kept):
    """Markdown: for each file its mistakes, what the first compiler says, and all verdicts."""
    kept = sorted(kept, key=lambda one: (one['compiler'][0] != 'g', -int(one['compiler'].split()[1])))
    lines = ['# The first hour: mistakes, and what the compiler says', '',
             'Each is a program of `tests/first_hour/`, beside which stands a right one. `meson test -C build --suite first-hour`',
             'compiles them with each compiler that is here, and this page is written of what that found:',
             '`tests/first_hour/first_hour.py --page docs/first_hour.md build/tests/first_hour/*.json`. ✓: one error, whose',
             'sentence is within the compiler\'s first 8 lines and the program\'s own line within the first 12, which name no',
             'reading of the library that the program does not. (✓): what no library can word; the first error is on the',
             'program\'s line, and at most one more follows.', '']
    for one in kept:
        all_of = [verdict for verdicts in one['files'].values() for verdict in verdicts]
        passed = sum(not verdict['reasons'] for verdict in all_of)
        lines.append(f'- {one["compiler"]}: {passed} of {len(all_of)}, {100 * passed / len(all_of):.1f} %')
    for file, verdicts in kept[0]['files'].items():
        lines += ['', '## ' + file.replace('_', ' ').capitalize(), '',
                  '| mistake | what is said | ' + ' | '.join(one['compiler'] for one in kept) + ' |',
                  '|-|-|' + '-|' * len(kept)]
        for i, verdict in enumerate(verdicts):
            of_all = [one['files'][file][i] for one in kept]
            if {of['mistake'] for of in of_all} != {verdict['mistake']}:
                raise ValueError(f'{file}: what was kept is of different programs')
            marks = ['—' if of['reasons'] else '✓' if of['by_library'] else '(✓)' for of in of_all]
            lines.append(f'| {verdict["mistake"].replace("_", " ")} | {cell(verdict["said"])} | {" | ".join(marks)} |')
    return '\n'.join(lines) + '\n'


def main():
    parser = argparse.ArgumentParser(description='Compiles the mistakes of a first hour.')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--include', action='append', default=[], metavar='DIR')
    parser.add_argument('--keep', type=pathlib.Path, metavar='FILE.json', help='keep the verdicts')
    parser.add_argument('--page', type=pathlib.Path, metavar='FILE.md', help='write the table of verdicts kept in FILEs')
    parser.add_argument('--lines', action='store_true', help='print the compiler\'s first lines of all mistakes')
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.page:
        kept = [json.loads(file.read_text(encoding='utf-8')) for file in arguments.files]
        arguments.page.write_text(page_of(kept), encoding='utf-8')
        return 0
    if not shutil.which(arguments.compiler.split()[0]):
        print(f'skipped: there is no {arguments.compiler}')
        return run.SKIPPED
    files = arguments.files or sorted(HERE.glob('*.cpp'))
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        found = threads.map(lambda file: results_of(arguments.compiler, arguments.include, file), files)
        results = dict(zip(files, found))
    enough = True
    passed = count = 0
    for file, of_file in results.items():
        for mistake, reasons, lines in of_file:
            count += 1
            passed += not reasons
            for reason in reasons:
                print(f'FAILED {file.name}, {mistake.name.replace("_", " ") or "right"}: {reason}')
            if reasons or arguments.lines:
                print('\n'.join('  ' + line[:400] for line in lines[:FIRST_LINES]), flush=True)
            enough = enough and bool(mistake.name)
    print(f'{version_of(arguments.compiler)}: {passed} of {count} mistakes, {100 * passed / count:.1f} %')
    if arguments.keep:
        kept = kept_of(arguments.compiler, results)
        arguments.keep.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + '\n', encoding='utf-8')
    return 0 if enough and passed >= AT_LEAST * count else 1


if __name__ == '__main__':
    sys.exit(main())
