#!/usr/bin/env python3
"""The catalogue: which evidence there is for each kind of attention, norm, positions, recurrence and model. Runs that
evidence and writes a table of it; passes when no cell is empty and the page in docs/ says the same.

    catalogue.py --build DIR --source DIR --compiler g++ PROGRAM...    writes DIR/catalogue.json and DIR/catalogue.md
    catalogue.py … --write                                             and docs/catalogue.md, in the place of comparing

A row is a line of rows.tsv: its name, and the header and the name whose comment documents it. Its evidence:

    forward, gradient, laws, reference, trace    test cases with the tags [row: NAME] and [forward], …, which pass
    static       a file of tests/static/ with the line "// row: NAME", which compiles
    refuses      a case of tests/must_not_compile/ with that line behind its sentence and names, which does not compile,
                 and whose sentence the compiler says
    docs         the comment, with its source

What the tests of static/ and must_not_compile/ have compiled since a header or the file changed is not compiled again.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent))
from remembered import mark

TAGS = ['forward', 'gradient', 'laws', 'reference', 'trace']
COLUMNS = ['forward', 'gradient', 'static', 'refuses', 'laws', 'reference', 'docs', 'trace']
MARK = re.compile(r'// row: (.+)')

HEAD = '''# The catalogue

What the literature describes, and what shows that it is here: `meson test -C build --suite catalogue` runs all of it and
writes this page, and a cell stands for what ran and passed. The rows are in `tests/catalogue/rows.tsv`.

- **forward**: it computes what its formula says. **gradient**: against central differences, in double.
- **static**: shapes and counts as `static_assert`. **refuses**: a mistake that must not compile, with its sentence.
- **laws**: what holds whatever the numbers. **reference**: numbers from PyTorch, or from a plain loop in double.
- **docs**: the comment in the header, with its source. **trace**: operations as a number and as a polynomial.

'''


def rows_of(file):
    """[(row, header, name)]"""
    rows = [tuple(line.split('\t')) for line in file.read_text(encoding='utf-8').splitlines() if line]
    for row in rows:
        if len(row) != 3:
            raise ValueError(f'{file.name}: {row[0]}: there must be three columns: row, header, name')
    names = [row[0] for row in rows]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f'{file.name}: twice: {", ".join(twice)}')
    return rows


def tagged(program):
    """[(row, tag, test case, whether it passed)] of a program's tagged test cases."""
    result = subprocess.run([program, '-r', 'xml', ','.join(f'[{tag}]' for tag in TAGS)], capture_output=True,
                            text=True, errors='replace', check=False)
    found = []
    for case in xml.fromstring(result.stdout).iter('TestCase'):
        tags = re.findall(r'\[([^]]+)\]', case.get('tags'))
        passed = case.find('OverallResult').get('success') == 'true'
        found += [(row.removeprefix('row: '), tag, f'{pathlib.Path(program).name}: {case.get("name")}', passed)
                  for row in tags if row.startswith('row: ') for tag in tags if tag in TAGS]
    return found


def run(script, arguments, file, *more):
    """Why the script does not pass with the file; None if it does, or did before."""
    include = arguments.source / 'include'
    if mark(arguments.build / 'tests/passed', arguments.compiler, [include], file).exists():
        return None
    result = subprocess.run(['python3', arguments.source / 'tests' / script, '--compiler', arguments.compiler,
                             '--include', include, file, *more], capture_output=True, text=True, errors='replace',
                            check=False)
    return None if result.returncode == 0 else f'{file.name} fails:\n{result.stdout}'


def static_files(source):
    """{file: rows}"""
    files = {}
    for file in sorted((source / 'tests/static').glob('*.cpp')):
        if rows := MARK.findall(file.read_text(encoding='utf-8')):
            files[file] = sorted(set(rows))
    return files


def refused_cases(source):
    """{file: {case: rows}}"""
    files = {}
    for file in sorted((source / 'tests/must_not_compile').glob('*.cpp')):
        case = None
        for line in file.read_text(encoding='utf-8').splitlines():
            if match := re.fullmatch(r'#elif WRONG_(\w+)', line):
                case = match[1]
            elif case and (match := MARK.fullmatch(line)):
                files.setdefault(file, {}).setdefault(case, []).append(match[1])
    return files


def is_documented(header, name):
    """Whether a comment that tells a source stands before what is declared under this name."""
    lines = header.read_text(encoding='utf-8').splitlines()
    declaration = re.compile(rf'(?:struct|class|using|concept|constexpr \w+) {re.escape(name)}\b')
    for i, line in enumerate(lines):
        if not declaration.search(line) or line.endswith(';') and not line.lstrip().startswith('using'):
            continue
        while i > 0 and not lines[i - 1].startswith('///') and lines[i - 1].startswith(('template', '  ', 'using', 'requires')):
            i -= 1
        comment = []
        while i > 0 and lines[i - 1].startswith('///'):
            i -= 1
            comment.append(lines[i])
        if any(re.match(r'/// source ', text) for text in comment):
            return True
    return False


def gather(arguments):
    """{row: {column: [what shows it]}}, and sentences on what failed."""
    source, rows = arguments.source, rows_of(HERE / 'rows.tsv')
    shown = {row: {column: [] for column in COLUMNS} for row, _, _ in rows}
    wrong = []

    def note(row, column, evidence, passed, failure):
        if row not in shown:
            wrong.append(f'{evidence} is of the row "{row}", which rows.tsv does not have')
        elif not passed:
            wrong.append(f'{row}, {column}: {failure}')
        else:
            shown[row][column].append(evidence)

    statics, cases = static_files(source), refused_cases(source)
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        tests = threads.map(tagged, arguments.programs)
        compiled = threads.map(lambda file: run('static/compiles.py', arguments, file), statics)
        refused = threads.map(lambda file: run('must_not_compile/run.py', arguments, file,
                                               *(f'--case={case}' for case in cases[file])), cases)
        for found in tests:
            for row, tag, case, passed in found:
                note(row, tag, case, passed, f'{case} fails')
        for (file, of), failure in zip(statics.items(), compiled):
            for row in of:
                note(row, 'static', file.name, failure is None, failure)
        for (file, of), failure in zip(cases.items(), refused):
            for case, case_rows in of.items():
                for row in case_rows:
                    note(row, 'refuses', f'{file.name}: {case}', failure is None, failure)
    for row, header, name in rows:
        file = source / 'include/typeformer' / header
        if file.exists() and is_documented(file, name):
            shown[row]['docs'].append(f'{header}: {name}')
        for column in COLUMNS:
            if not shown[row][column] and not any(text.startswith(f'{row}, {column}: ') for text in wrong):
                wrong.append(f'{row}, {column}: nothing shows it')
    return shown, wrong


def page(shown):
    lines = [HEAD + '| | ' + ' | '.join(COLUMNS) + ' |', '|-|' + '-|' * len(COLUMNS)]
    for row, cells in shown.items():
        lines.append(f'| {row} | ' + ' | '.join('✓' if cells[column] else '—' for column in COLUMNS) + ' |')
    return '\n'.join(lines) + '\n'


def write(file, text):
    with tempfile.NamedTemporaryFile('w', encoding='utf-8', dir=file.parent, delete=False) as new:
        new.write(text)
    os.chmod(new.name, 0o644)
    os.replace(new.name, file)


def main():
    parser = argparse.ArgumentParser(description='Runs the evidence of the catalogue and writes its table.')
    parser.add_argument('--build', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--source', type=pathlib.Path, required=True, metavar='DIR')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--write', action='store_true', help='write docs/catalogue.md rather than compare it')
    parser.add_argument('programs', nargs='*')
    arguments = parser.parse_args()
    shown, wrong = gather(arguments)
    text = page(shown)
    table = [{'row': row, **{column: bool(cells[column]) for column in COLUMNS}, 'shown_by': cells}
             for row, cells in shown.items()]
    write(arguments.build / 'catalogue.json', json.dumps(table, ensure_ascii=False, indent=1) + '\n')
    write(arguments.build / 'catalogue.md', text)
    docs = arguments.source / 'docs/catalogue.md'
    if arguments.write:
        write(docs, text)
    elif not docs.exists() or docs.read_text(encoding='utf-8') != text:
        wrong.append(f'docs/catalogue.md is not what ran: {arguments.build / "catalogue.md"} is')
    for sentence in wrong:
        print('FAILED', sentence)
    full = sum(all(cells.values()) for cells in shown.values())
    print(f'{full} of {len(shown)} rows have all {len(COLUMNS)} kinds of evidence')
    return 1 if wrong or not shown else 0


if __name__ == '__main__':
    sys.exit(main())
