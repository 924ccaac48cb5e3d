#!/usr/bin/env python3
"""What a shared library gives to programs: shared_library.py LIBRARY HEADERS; 1 if it is too much, or of no version.

Its name says which programs may take it, and the inline namespace of the same version is around every symbol: a program
that was compiled with other headers is not linked with it, statically neither. Each symbol's name is one that the public
headers in the folder HEADERS declare, all of which the site documents.
"""
import pathlib
import re
import subprocess
import sys

if len(sys.argv) != 3:
    sys.exit(__doc__)
library, headers = sys.argv[1], pathlib.Path(sys.argv[2])


def printed(*command, text=None):
    return subprocess.run(command, input=text, env={'LC_ALL': 'C', 'PATH': '/usr/bin:/bin'}, capture_output=True, text=True,
                          check=True).stdout


problems = []
soname = re.search(r'soname: \[(libtypeformer\.so\.(\d+)\.(\d+))\]', printed('readelf', '--dynamic', library))
version = f'v{soname[2]}_{soname[3]}' if soname else None
if not soname:
    problems.append('it has no soname with the first two numbers of a version')

symbols = [line.split()[-1] for line in printed('nm', '--dynamic', '--defined-only', library).splitlines()]
names = printed('c++filt', '--no-params', text='\n'.join(symbols)).splitlines()
declared = set(re.findall(r'\w+', ' '.join(header.read_text(encoding='utf-8') for header in headers.rglob('*.hpp'))))
seen = set()
for name in names:
    place = re.match(rf'(?:(?:typeinfo|typeinfo name|vtable|guard variable) for )?typeformer::(?:\w+::)?{version}::(.*)', name)
    if not place and not re.fullmatch(r'(typeinfo|typeinfo name|vtable) for typeformer::error', name):
        problems.append(f'{name}: is not in the inline namespace {version}')
    of_no_template = re.sub(r'<.*>|\[.*\]|\boperator.*|\(.*', '', place[1] if place else name.rpartition('::')[2])
    for word in re.findall(r'\w+', of_no_template):
        seen.add(word)
        if word not in declared:
            problems.append(f'{name}: no public header declares {word}')
if not names:
    problems.append('it gives nothing')

print(f'{soname[1] if soname else library}: {len(names)} symbols, {len(seen)} names in {version}')
if problems:
    print(f'{len(problems)} problems:', *sorted(problems)[:20], sep='\n')
sys.exit(bool(problems))
