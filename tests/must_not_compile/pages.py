#!/usr/bin/env python3
"""Writes docs/errors/: for each case its wrong line, the right one, and what the compilers print.

    pages.py --compiler g++ --compiler clang++-19 --include DIR DOCS [FILE.cpp...]     compiles the cases; minutes a file
    pages.py --check DOCS                                                              compiles nothing

What a compiler printed that is not named is kept from the page as it is. So the check writes the pages again from the
cases and from what the pages themselves say was printed: nothing may change, and each case has printed its sentence.
"""
import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import run

WIDTH = 240  # of a line that is shown
SAID = re.compile(r'(\S+\.[ch]pp|/\S+|cc1plus):')  # of a file, and no quotation: clang 16 puts nothing before those
IN_HEADER = re.compile(r'[^\s\'"(]*/(typeformer/[\w/]+\.hpp)(?::\d+)*')
INDEX = re.compile(r'(<!-- pages\.py -->\n).*?(<!-- end -->)', re.S)


def version_of(compiler):
    version = subprocess.run([*compiler.split(), '-dumpversion'], capture_output=True, text=True, check=True).stdout.strip()
    return ('clang ' if 'clang' in compiler else 'g++ ') + version.split('.')[0]


def subject_of(file):
    """What the comment at the head of the file says, in one line."""
    lines = file.read_text(encoding='utf-8').splitlines()
    comment = lines[:next(i for i, line in enumerate(lines) if not line.startswith('//'))]
    return ' '.join(line.removeprefix('//').strip() for line in comment)


def code_of(file):
    """For each case the lines of its right and of its wrong version."""
    versions = {}
    right = lines = None
    for line in file.read_text(encoding='utf-8').splitlines():
        if line == '#if RIGHT':
            right = lines = []
        elif match := re.fullmatch(r'#elif WRONG_(\w+)', line):
            lines = []
            versions[match[1]] = right, lines
        elif line == '#endif':
            lines = None
        elif lines is not None and not re.match(r'// (sentence|names|row): ', line):
            lines.append(line)
    return versions


def shown(lines, file):
    """The compiler's lines that say something: without the way to the header, quotations, and folders above the library.
    Where in a header it is goes too: else each change of a header would change pages."""
    first = [line for line in lines[:run.FIRST_LINES] if SAID.match(line)]
    cut = [IN_HEADER.sub(r'\1', line).replace(str(file), file.name).rstrip() for line in first]
    return [line if len(line) <= WIDTH or run.ERROR.search(line) else line[:WIDTH] + ' …' for line in cut]


def printed_by(compiler, includes, file):
    """What it prints of each case."""
    arguments = argparse.Namespace(compiler=compiler, include=includes, flag=[], file=file)
    with tempfile.TemporaryDirectory() as folder:
        precompiled = run.precompile(arguments, folder)
        return {case.name: shown(run.compile_version(arguments, precompiled, f'WRONG_{case.name}')[1], file)
                for case in run.cases_of(file)}


def printed_on(page):
    """The same for each compiler, as the page says it."""
    printed = {}
    for section in re.split(r'^## ', page, flags=re.M)[1:]:
        name = section.partition('\n')[0].replace(' ', '_')
        for version, text in re.findall(r'^(\S+ \d+) says:\n\n```text\n(.*?)^```', section, re.M | re.S):
            printed.setdefault(version, {})[name] = text.splitlines()
    return printed


def page_of(file, printed):
    versions = code_of(file)
    lines = [f'# {file.stem.replace("_", " ").capitalize()}', '', subject_of(file), '',
             f'Written by `tests/must_not_compile/pages.py` from [{file.name}](../../tests/must_not_compile/{file.name}),',
             'where the axes stand; [how to read an error](../errors.md). A line with − does not compile; with + it does.']
    for case in run.cases_of(file):
        right, wrong = versions[case.name]
        difference = [line for line in difflib.ndiff(wrong, right) if not line.startswith('?')]
        lines += ['', f'## {case.name.replace("_", " ")}', '', '```diff', *map(str.rstrip, difference), '```']
        for version in sorted(printed, key=lambda version: (version[0] != 'g', -int(version.split()[1]))):
            if case.name in printed[version]:
                lines += ['', f'{version} says:', '', '```text', *printed[version][case.name], '```']
    return '\n'.join(lines) + '\n'


def index_of(files):
    return '\n'.join(f'- [{file.stem.replace("_", " ")}](errors/{file.stem}.md): {len(run.cases_of(file))} cases'
                     for file in files) + '\n'


def faults(docs, files, every_file):
    """What the pages of files lack, and whether there are others."""
    for file in files:
        page = docs / 'errors' / f'{file.stem}.md'
        if not page.is_file():
            yield f'{page}: there is no such page'
            continue
        text = page.read_text(encoding='utf-8')
        printed = printed_on(text)
        if text != page_of(file, printed):
            yield f'{page}: it is not what {file.name} says; {pathlib.Path(__file__).name} writes it again'
        for case in run.cases_of(file):
            outputs = [said[case.name] for said in printed.values() if case.name in said]
            if not outputs:
                yield f'{page}: no compiler says anything of {case.name}'
            for output in outputs:
                if not any(run.ERROR.search(line) and line.endswith(case.sentence) for line in output):
                    yield f'{page}: {case.name}: what is printed there does not say: {case.sentence}'
    for page in sorted((docs / 'errors').glob('*.md')):
        if page.stem not in (file.stem for file in every_file):
            yield f'{page}: there is no such file of cases'
    found = INDEX.search((docs / 'errors.md').read_text(encoding='utf-8'))
    if not found or found[0] != f'{found[1]}{index_of(every_file)}{found[2]}':
        yield f'{docs / "errors.md"}: its list of pages is not that of the files'


def main():
    parser = argparse.ArgumentParser(description='Writes the pages of what does not compile.')
    parser.add_argument('--compiler', action='append', default=[])
    parser.add_argument('--include', action='append', default=[], metavar='DIR')
    parser.add_argument('--check', action='store_true', help='only compare the pages with the cases')
    parser.add_argument('docs', type=pathlib.Path)
    parser.add_argument('files', nargs='*', type=pathlib.Path)
    arguments = parser.parse_args()
    every_file = sorted(HERE.glob('*.cpp'))
    if not arguments.check:
        index = arguments.docs / 'errors.md'
        index.write_text(INDEX.sub(lambda found: found[1] + index_of(every_file) + found[2],
                                   index.read_text(encoding='utf-8')), encoding='utf-8')
        for file in arguments.files or every_file:
            page = arguments.docs / 'errors' / f'{file.stem}.md'
            printed = printed_on(page.read_text(encoding='utf-8')) if page.is_file() else {}
            for compiler in arguments.compiler:
                printed[version_of(compiler)] = printed_by(compiler, arguments.include, file)
            page.parent.mkdir(exist_ok=True)
            page.write_text(page_of(file, printed), encoding='utf-8')
    files = arguments.files or every_file
    found = list(faults(arguments.docs, files, every_file))
    print('\n'.join(found) or f'{len(files)} pages hold every case')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
