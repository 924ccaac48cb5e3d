#!/usr/bin/env python3
"""Writes docs/conventions.md: what a configuration can choose, and what formulas are fused into, as the sources say.

  conventions_table.py [--root ROOT] [--same FILE]     prints the page; with --same, fails where FILE is another"""
import argparse
import pathlib
import re
import sys

HEAD = """# Conventions and fusions

`tests/conventions_table/conventions_table.py > docs/conventions.md` writes this page from the sources, and a test compares
it.

## What a configuration chooses

Where the literature disagrees, a [Config](how_to/choose_attention.md) chooses by types, in any order and at most one of a
kind: `struct mine : tf::conventions<tf::norm_before, tf::gelu_activation> {…};`. The first of each kind, in bold, is the
paper's (Vaswani et al. 2017) and taken where nothing is chosen.

| kind | choice | what it is | source |
|-|-|-|-|
"""
FUSIONS = """
## What formulas are fused into

`let` and assignment look at the nodes of a formula. Where a row of this table matches, one operation does all of it, in
one kernel; anything else is run operation by operation, with the same result (`expressions/fusion.hpp`). A recording
applies the function of a linear map by itself, since its derivative wants the function's input.

| formula | one operation |
|-|-|
"""


def text_of(path):
    return path.read_text(encoding='utf-8')


def comment_above(text, at):
    lines = text[:at].splitlines()
    found = []
    for line in reversed(lines):
        if line.startswith(('template', '  requires', '    requires', '           ')):
            continue
        if not line.startswith('///'):
            break
        found.append(line[3:].strip())
    return list(reversed(found))


def choices_of(include):
    """{kind: [(name, what it is, source)]}, in the order of the files."""
    found = {}
    for file in sorted(include.rglob('*.hpp')):
        text = text_of(file)
        for match in re.finditer(r'^struct (\w+)(?: : (?:attention_by<[^{]*>|chosen_activation))? \{\n(.*?)^};', text, re.M | re.S):
            name, body = match.groups()
            kind = re.search(r'^  static constexpr auto kind = choice::(\w+);', body, re.M)
            derived = ' : attention_by<' in match[0].partition('\n')[0]
            if name == 'attention_by' or not (kind or derived):
                continue
            lines = comment_above(text, match.start())
            source = next((line.removeprefix('source').strip() for line in lines if line.startswith('source')), '')
            prose = ' '.join(line for line in lines if not re.match(r'(source|shapes|cost|requires|throws)\b', line)).strip()
            if (function := re.search(r'kernels::activation::(\w+)', body)) and prose.startswith('Chooses'):
                after = text[match.end():]
                prose = next(line[3:].strip() for line in after.splitlines() if line.startswith('///'))
                source = source or next((m[1] for m in [re.match(r'///\n/// source\s+(.*)', after.split(prose + '\n')[1])] if m), '')
            template = re.search(r'template <([^\n]*)>\n(?:  requires[^\n]*\n(?:           [^\n]*\n)*)?\Z', text[:match.start()])
            shown = name
            if template:
                names = [part.split('=')[0].split()[-1] for part in re.split(r',(?![^<]*>)', template[1])]
                shown += '<' + ', '.join(names) + '>'
            found.setdefault(kind[1] if kind else 'attention', []).append((name, shown, first_sentence(prose), source))
    return found


def first_sentence(prose):
    prose = re.sub(r'^As the [\w\- ]+ of a configuration: ', '', prose)
    return re.split(r'(?<=\w\w\.|\w\)\.) (?=[A-Z`])', prose)[0]


def cell(text):
    return text.replace('|', '\\|')


def page(root):
    include = root / 'include' / 'typeformer'
    paper = dict(re.findall(r'using (\w+) = (?:typeformer::)?(\w+)',
                            re.search(r'struct choices_of_the_paper \{(.*?)\n\};', text_of(include / 'layers' / 'conventions.hpp'),
                                      re.S)[1]))
    kinds = re.findall(r'^  (\w+),', re.search(r'enum class choice \{(.*?)\n\};', text_of(include / 'expressions' / 'choice.hpp'),
                                               re.S)[1], re.M)
    choices = choices_of(include)
    if sorted(kinds) != sorted(choices) or sorted(kinds) != sorted(paper):
        sys.exit(f'kinds {sorted(kinds)}, choices {sorted(choices)}, of the paper {sorted(paper)}: they are not the same')
    lines = []
    for kind in kinds:
        of_kind = sorted(choices[kind], key=lambda choice: choice[0] != paper[kind])
        if of_kind[0][0] != paper[kind]:
            sys.exit(f'{kind}: there is no {paper[kind]}')
        for i, (name, shown, what, source) in enumerate(of_kind):
            code = f'**`{shown}`**' if i == 0 else f'`{shown}`'
            lines.append(f'| {kind.replace("_", " ") if i == 0 else ""} | {code} | {cell(what)} | {cell(source)} |')
    table = re.search(r'///\n((?:///   \S[^\n]*\n)+)', text_of(include / 'expressions' / 'fusion.hpp'))[1]
    fusions = [re.match(r'///   (.*?) {2,}(.*)', line).groups() for line in table.splitlines()]
    shown = [(f'`{formula}`' if re.search(r'[(\[ᵀ]', formula) else formula, what) for formula, what in fusions]
    fusions = [f'| {cell(formula)} | {cell(what)} |' for formula, what in shown]
    return HEAD + '\n'.join(lines) + '\n' + FUSIONS + '\n'.join(fusions) + '\n'


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--root', type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument('--same', type=pathlib.Path, metavar='FILE')
    given = parser.parse_args()
    found = page(given.root)
    if not given.same:
        print(found, end='')
    elif text_of(given.same) != found:
        sys.exit(f'{given.same} is not what the sources say: write it with conventions_table.py > docs/conventions.md')


if __name__ == '__main__':
    main()
