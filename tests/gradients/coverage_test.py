#!/usr/bin/env python3
"""Runs the gradient tests, and passes when they have checked all that the headers have: every operation, each under
every mask it takes, every function of elements, every place of ε, every layer and every policy of layers.

    coverage_test.py HEADERS PROGRAM...    include/typeformer, the programs with gradient tests
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# Structs among the layers that are no part of a formula.
NO_LAYERS = {
    'choices_of_the_paper': 'names the policies that a configuration begins with',
    'conventions': 'hands over policies',
    'with_choices': 'hands over policies',
}

# A choice of a configuration that only names types: what it names is demanded itself.
CHOICE = re.compile(r'kind = choice::|^struct \w+ : attention_by<')
COMPUTES = re.compile(r'\b(?:operator\(\)|residual|scale)\(|\bconstexpr \S+ function\b')

# Operations without a backward pass, beside those that yield tokens or write into their first operand.
NO_GRADIENT = {
    'append_to_ring_operation': 'only decoders run it',
    'causal_product_from_state_operation': 'only decoders run it',
    'equal_tokens_operation': 'tokens have no derivative',
    'windows_with_history_operation': 'only decoders run it',
}

# Functions of elements: their enumeration, and the operation that takes them.
FUNCTIONS = {'activation': 'activation_operation', 'unary_function': 'function_operation'}


def structs_of(headers):
    """(name, template head, body, file, whether it is a detail) of each struct of a namespace, where
    clang-format sets it: at the beginning of a line, and so does its end."""
    for file in sorted(headers.rglob('*.hpp')):
        lines = file.read_text(encoding='utf-8').splitlines()
        is_detail = False
        for i, line in enumerate(lines):
            if line.startswith(('namespace detail', '}  // namespace detail')):
                is_detail = line.startswith('namespace')
            struct = re.match(r'(?:struct|class) (\w+)', line)
            if not struct or (line.endswith(';') and '{' not in line):
                continue
            first, last = i, i if line.endswith(';') else lines.index('};', i)
            while first > 0 and lines[first - 1].startswith(('template <', '  ')):
                first -= 1
            body = '\n'.join(lines[i:last + 1])
            yield struct[1], '\n'.join(lines[first:i]), body, file.relative_to(headers), is_detail


def with_base(body, bodies):
    """A struct's body and that of the struct it is derived from; None where that is a parameter, which is checked."""
    base = re.match(r'struct \w+(?: final)? : (?:public )?(\w+)', body)
    if not base:
        return body
    return with_base(bodies[base[1]], bodies) + body if base[1] in bodies else None


def problems(headers, checked):
    """A sentence for each thing of the headers that is not among the lines which the program wrote."""
    structs = list(structs_of(headers))
    operation_lines = [line.removeprefix('operation ') for line in checked if line.startswith('operation ')]
    other_lines = [line for line in checked if not line.startswith('operation ')]
    found = []

    def demand(is_there, what, file):
        if not is_there:
            found.append(f'no gradient check has {what} ({file}): add one to tests/gradients/')

    bodies = {name: body for name, _, body, _, is_detail in structs if not is_detail}
    forward = r'\bforward\(const resources\b'
    operations = [s for s in structs if re.search(forward, s[2]) or ': on_each_element {' in s[2].partition('\n')[0]]
    count = sum(len(re.findall(forward, f.read_text(encoding='utf-8'))) for f in headers.rglob('*.hpp'))
    with_forward = sum(re.search(forward, s[2]) is not None for s in operations)
    if count != with_forward or not operations:
        found.append(f'{count} functions forward() stand in the headers, but {with_forward} operations were found')
    masks = [(name, file) for name, _, body, file, _ in structs if re.search(r'\bkernel_mask\(\) const {', body)]
    for name, head, body, file, _ in operations:
        body = with_base(body, bodies)
        if body is None:
            continue
        if not re.search(r'\bbackward\(const resources\b|\bgradients\(', body):
            if 'writes_into_first = true' not in body and 'using vocabulary = ' not in body and name not in NO_GRADIENT:
                found.append(f'the operation {name} ({file}) has no backward pass')
            continue
        checks = [line for line in operation_lines if re.match(rf'typeformer::{name}\b', line)]
        demand(checks, f'the operation {name}', file)
        if checks and 'is_mask' in head:
            for mask, mask_file in masks:
                demand(any(re.search(rf'\btypeformer::{mask}\b', line) for line in checks),
                       f'the operation {name} with the mask {mask}', mask_file)
    for name, _, body, file, _ in structs:
        if 'epsilon_placement::' in body and 'static constexpr auto placement' in body:
            demand(any(re.search(rf'\btypeformer::{name}\b', line) for line in operation_lines),
                   f'the place of ε {name}', file)
    for kind, operation in FUNCTIONS.items():
        enumeration = re.search(rf'enum class {kind} : \S+ {{([^}}]*)}}',
                                (headers / f'kernels/{kind}.hpp').read_text(encoding='utf-8'))
        for number, name in enumerate(enumeration[1].replace(',', ' ').split()):
            demand(f'typeformer::{operation} function {number}' in operation_lines,
                   f'the function of elements {name}', f'kernels/{kind}.hpp')

    layers = [s for s in structs if s[3].parts[0] == 'layers' and not s[4]]
    for name, _, body, file, _ in layers:
        if name in NO_LAYERS or (CHOICE.search(body) and not COMPUTES.search(body)):
            continue
        pattern = rf'^module typeformer::{name}(<|::|$)' if 'BOOST_HANA_DEFINE_STRUCT' in body else rf'\btypeformer::{name}\b'
        demand(any(re.search(pattern, line) for line in other_lines), f'the layer or policy {name}', file)
    for name in NO_LAYERS.keys() - {s[0] for s in layers}:
        found.append(f'{name} is said to be no layer, but there is no such struct')
    return found


def run(program):
    """The lines that the program's gradient tests wrote; None if one failed."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / 'checked'
        result = subprocess.run([program, '[gradient],gradients*'], env={**os.environ, 'TYPEFORMER_CHECKED_GRADIENTS': str(file)},
                                capture_output=True, text=True, errors='replace', check=False)
        if result.returncode != 0:
            print(f'FAILED {program}:\n{result.stdout[-2000:]}{result.stderr[-2000:]}')
            return None
        return set(file.read_text(encoding='utf-8').splitlines()) if file.exists() else set()


# Additions to the headers, and what must be said of each.
ADDITIONS = {
    'operations/softplus.hpp': (
        'struct softplus_operation {\n  void forward(const resources<T>& with) const {}\n'
        '  void backward(const resources<T>& with) const {}\n};\n', 'the operation softplus_operation '),
    'operations/one_way.hpp': (
        'template <class A>\nstruct one_way_operation {\n  void forward(const resources<T>& with) const {}\n};\n',
        'the operation one_way_operation .* has no backward pass'),
    'operations/cube.hpp': (
        'struct cube_operation : on_each_element {\n  gradients(P& program);\n};\n', 'the operation cube_operation '),
    'operations/in_two_steps.hpp': (
        'struct first_operation {\n  static constexpr int n = 1;\n};\n'
        'struct second_operation : first_operation {\n  void forward(const resources<T>& with) const {}\n};\n',
        'the operation second_operation .* has no backward pass'),
    'operations/window.hpp': (
        'template <is_axis Query>\nstruct window {\n  constexpr kernels::attention_mask kernel_mask() const {}\n};\n',
        'the operation mask_operation with the mask window '),
    'operations/above.hpp': (
        'struct above_root {\n  static constexpr auto placement = kernels::epsilon_placement::inside_root;\n};\n',
        'the place of ε above_root '),
    'layers/highway.hpp': (
        'template <is_axis A,\n          is_axis B>\nstruct highway {\n  BOOST_HANA_DEFINE_STRUCT(highway);\n};\n',
        'the layer or policy highway '),
    'layers/two_tables.hpp': ('struct two_tables {\n};\n', 'the layer or policy two_tables '),
}


def self_check(headers, checked):
    """What is wrong with problems(): it must miss nothing that is added."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, expected) in ADDITIONS.items():
            copy = pathlib.Path(folder) / 'typeformer'
            shutil.copytree(headers, copy)
            (copy / name).write_text(text, encoding='utf-8')
            found = problems(copy, checked)
            if not any(re.search(expected, sentence) for sentence in found):
                wrong.append(f'of {name}, "{expected}" was to be said, but: {found}')
            shutil.rmtree(copy)
    functions = tuple(f'operation typeformer::{operation}' for operation in FUNCTIONS.values())
    for line in sorted(line for line in checked if line.startswith(functions)):
        if not any('the function of elements' in sentence for sentence in problems(headers, checked - {line})):
            wrong.append(f'it is not missed when "{line}" is not there')
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('headers', type=pathlib.Path)
    parser.add_argument('programs', nargs='+')
    arguments = parser.parse_args()
    checked = set()
    for program in arguments.programs:
        lines = run(program)
        if lines is None:
            return 1
        checked |= lines
    wrong = problems(arguments.headers, checked) or self_check(arguments.headers, checked)
    for sentence in wrong:
        print('FAILED', sentence)
    print(f'{len(checked)} different operations, modules, parameters, inputs and policies are checked')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
