#!/usr/bin/env python3
"""Writes docs/operations.md: each operation of the language, and what there is of it, as the sources say.

  operations_table.py [--root ROOT] [--same FILE]     prints the page; with --same, fails where FILE is another"""
import argparse
import pathlib
import re
import sys

HEAD = """# Operations

One row for each operation of the language (`operations/`), from the sources: `tests/operations_table/operations_table.py
> docs/operations.md` writes this page, and a test compares it.

- **written**: the functions and operators that make it (`expressions/`); the others it is fused into, or read as.
- **forward**: `own` kernels, or `chain`: one pass with the operations on elements around it. `no copy`: other axes for the
  same elements.
- **gradient**: `yes`, checked against central differences by `meson test -C build --suite gradients`, which fails where
  one is missing; `—` where the result is tokens, or does not depend smoothly on anything.
- **rules**: how many sentences its functions have, and how many of them have a case that must not compile
  (`tests/must_not_compile/`) and a row in [errors](errors.md).
- **PyTorch**: the files of `tests/reference/` that compare its functions' numbers with PyTorch's.
- **decoded**: how a decoder reads it along the sequence ([why](decisions/decoding.md)): `each position`, `from state`, or
  `each position, else refused`, where it depends on which axis it is used along.

| operation | formula | written | forward | gradient | rules, cases, rows | PyTorch | decoded |
|-|-|-|-|-|-|-|-|
"""
# What no function of a user makes: how it is written, or who makes it, and which tests compare it with PyTorch.
ALSO = {
    'append_operation': ('by decoders and scans', ['recurrences']),
    'append_to_ring_operation': ('by decoders', []),
    'attention_operation': ('softmax(q * transpose(k) …) * v', ['attention', 'gradients_attention']),
    'causal_product_from_state_operation': ('by decoders', []),
    'contraction_of_transposed_operation': ('x * transpose(y)', ['attention', 'named_axes']),
    'copy_operation': ('by modules', []),
    'elementwise_chain_operation': ('several on elements', ['named_axes']),
    'linear_operation': ('x * w + b, with a function or a residual', ['layers', 'gradients_layers']),
    'segmented_scan_operation': ('scan<A, segments<K>>(state, x, step)', ['recurrences']),
    'stack_positions_operation': ('scan<A>(state, x, step)', ['recurrences']),
    'windows_with_history_operation': ('by decoders', []),
}
# Functions that take which function of elements to apply; users write those that name one.
# An operator between values, as tests of numbers write it.
OPERATORS = {sign: rf'(?:let\(|return |check\w*\().*\w\)? \{sign} (?!std::)\w' for sign in '+-*/'}
HANDED_ON = ('activate', 'apply_function')
# Read in another way along the sequence (decode/decoding_rules.hpp, and a reading's carried_state).
FROM_STATE = {'attention_operation', 'windows_operation', 'add_positions_operation', 'add_learned_positions_operation',
              'biased_attention_operation', 'relative_attention_operation', 'rotate_operation', 'segmented_scan_operation',
              'causal_product_operation', 'positions_within_operation'}


def text_of(path):
    return path.read_text(encoding='utf-8')


def operations_of(folder):
    """(struct, names, formula, body, base) of each operation."""
    for file in sorted(folder.glob('*.hpp')):
        for match in re.finditer(r'^struct (\w+_operation)(<[^{]*>)?(?: : (\w+)(?:<[^{]*>)?)? \{\n(.*?)^};', text_of(file), re.M | re.S):
            struct, _, base, body = match.groups()
            if name := re.search(r'string_view name = ([^;]*);', body):
                formula = re.search(r'string_view formula =\s*([^;]*);', body)
                yield struct, re.findall(r'"([^"]*)"', name[1]), formula[1] if formula else '', body, base
            elif base and base.endswith('_operation'):
                yield struct, [], '', body, base


def functions_of(folder):
    """(name, body, file) of each function of the language, with those of detail."""
    for file in sorted(folder.glob('*.hpp')):
        pattern = r'^(?:inline )?constexpr (?:auto|X) (operator\S+|\w+)\((.*?)^}'
        for match in re.finditer(pattern, text_of(file), re.M | re.S):
            yield match[1], match[2], file.name


def sentences_of(body):
    found = []
    for match in re.finditer(r'static_assert\((?:.*?),\s*((?:"[^"]*"\s*)+)\)', body, re.S):
        found.append(''.join(re.findall(r'"([^"]*)"', match[1])))
    return found


def page(root):
    include = root / 'include' / 'typeformer'
    aliases = dict(re.findall(r'using (\w+_operation) = (\w+_operation)<',
                              '\n'.join(text_of(f) for f in include.rglob('*.hpp'))))
    functions = [f for f in functions_of(include / 'expressions') if f[2] not in ('fusion.hpp', 'let.hpp', 'chains.hpp')]
    bodies = {}
    for name, body, _ in functions:
        bodies.setdefault(name, []).append(body)
    cases = re.findall(r'^// sentence: (.*)$', '\n'.join(text_of(f) for f in (root / 'tests' / 'must_not_compile').glob('*.cpp')),
                       re.M)
    errors = text_of(root / 'docs' / 'errors.md')
    references = {f.stem.removesuffix('_test'): text_of(f) for f in sorted((root / 'tests' / 'reference').glob('*_test.cpp'))}

    rows = []
    found = list(operations_of(include / 'operations')) + list(operations_of(include / 'expressions'))
    known = {struct: body for struct, _, _, body, _ in found}
    for struct, names, formula, body, base in found:
        whole = body + known.get(base, '')
        spelled = {struct} | {alias for alias, target in aliases.items() if target == struct}
        makers = {name for name, text, _ in functions if any(re.search(rf'\b{s}\b', text) for s in spelled)}
        # Who calls a maker that is no function of a user: sum() detail::summed(), exp() apply_function().
        inner = {m for m in makers if not is_public(m, include) or m in HANDED_ON} - {'unchanged'}
        callers = {name for name, text, _ in functions for m in inner
                   if re.search(rf'\b{re.escape(m)}(?:<[^;()]*>)?\(', text)}
        written = sorted(makers | callers - set(HANDED_ON))
        public = [w for w in written if is_public(w, include) and w not in HANDED_ON]
        sentences = sorted({s for w in written for text in bodies[w] for s in sentences_of(text)})
        with_case = [s for s in sentences if any(c == s or c.startswith(s) for c in cases)]
        with_row = [s for s in sentences if s.partition(':')[0].strip() in errors]
        compared = [stem for stem, text in references.items()
                    if any(re.search(rf'\b{re.escape(w)}(?:<[^;]*?>)?\(', text) for w in public if not w.startswith('operator'))
                    or any(w.startswith('operator') and re.search(OPERATORS[w[8:]], text) for w in public)]
        is_alias = 'is_alias = true' in whole
        if is_alias and not public:
            continue
        forward = 'no copy' if is_alias else 'own' if 'void forward(' in whole else 'chain'
        gradient = 'yes' if is_alias or re.search(r'void backward\(|\bgradients\(|on_each_element', whole + str(base)) else '—'
        if 'yields_tokens' in whole or 'using vocabulary' in whole:
            gradient = '—'
        mixes = re.search(r'bool mixes =\s*([^;]*);', whole)
        decoded = 'from state' if struct in FROM_STATE else \
            'each position' if is_alias and struct != 'rename_operation' or base == 'on_each_element' or mixes and mixes[1] == 'false' else \
            'each position, else refused' if mixes else 'refused' if struct not in ALSO else '—'
        title = ' / '.join(dict.fromkeys(names)) or struct.removesuffix('_operation').replace('_', ' ')
        shown = ' / '.join(dict.fromkeys(re.findall(r'"([^"]*)"', formula))) or '(as it is composed)'
        by, also_compared = ALSO.get(struct, (', '.join(f'`{w}`' for w in public) or 'by others', []))
        compared = sorted({*compared, *also_compared})
        rows.append(f'| {title} | {shown} | {by} | {forward} | {gradient} | '
                    f'{len(sentences)}, {len(with_case)}, {len(with_row)} | {", ".join(compared) or "—"} | {decoded} |')
    return HEAD + '\n'.join(sorted(rows)) + '\n'


def is_public(name, include, cache={}):
    """Whether a function of expressions/ is outside of detail."""
    if name not in cache:
        cache[name] = False
        for file in (include / 'expressions').glob('*.hpp'):
            text = re.sub(r'^namespace detail \{.*?^\}  // namespace detail', '', text_of(file), flags=re.M | re.S)
            if re.search(rf'^(?:inline )?constexpr (?:auto|X) {re.escape(name)}\(', text, re.M):
                cache[name] = True
    return cache[name]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--root', type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    parser.add_argument('--same', type=pathlib.Path)
    arguments = parser.parse_args()
    text = page(arguments.root)
    if not arguments.same:
        print(text, end='')
    elif text_of(arguments.same) != text:
        print(f'{arguments.same} is not what the sources say: write it with operations_table.py > docs/operations.md')
        sys.exit(1)


main()
