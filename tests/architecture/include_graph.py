#!/usr/bin/env python3
"""Checks that includes point downwards, and draws them.

The order is read from the table of "The house" in docs/contributing.md: its rows from high to low, each with the
folders (or files) of one layer, as `train/`, `src/train/`; a name without src/ is of include/typeformer/. A file
belongs to the longest name that fits its path. It includes files of its own row and of rows below, and is in no circle.

    include_graph.py --root DIR                                  0 when that holds, 1 when not
    include_graph.py --root DIR --svg docs/architecture.svg      draws the graph
    include_graph.py --root DIR --same docs/architecture.svg     1 unless this is the drawing of the graph
"""
import argparse
import collections
import html
import os
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:<(typeformer/[^>]+)>|"([^"]+)")', re.MULTILINE)
SOURCES = ('.hpp', '.cpp', '.h')
REDRAW = 'python3 tests/architecture/include_graph.py --svg docs/architecture.svg'


def layers_of(page):
    """The rows of the table, from high to low: each the names of its folders as paths from the root."""
    section = re.search(r'^## The house\n(.*?)(?=^## |\Z)', page.read_text(encoding='utf-8'), re.MULTILINE | re.DOTALL)
    rows = [line for line in section[1].splitlines() if re.match(r'\|\s*`', line)] if section else []
    if not rows:
        raise ValueError(f'{page}: the section "The house" has no table of folders')
    names = [re.findall(r'`([^`]+)`', row.split('|')[1]) for row in rows]
    return [[name if name.startswith('src/') else f'include/typeformer/{name}' for name in row] for row in names]


def includes_of(root):
    """What each file includes of the library, as paths from the root."""
    files = sorted(path.relative_to(root) for folder in ('include/typeformer', 'src')
                   for path in (root / folder).rglob('*') if path.suffix in SOURCES)
    graph = {}
    for file in files:
        graph[file.as_posix()] = found = []
        for library, local in INCLUDE.findall((root / file).read_text(encoding='utf-8')):
            candidates = [pathlib.Path('include', library)] if library else \
                [file.parent / local, pathlib.Path('src', local)]
            existing = [path for path in candidates if (root / path).exists()]
            if existing:
                found.append(os.path.normpath(existing[0]).replace(os.sep, '/'))
    return graph


def layer_of(file, layers):
    """The index of a file's row, or None."""
    fitting = [(len(name), i) for i, row in enumerate(layers) for name in row
               if file == name or (name.endswith('/') and file.startswith(name))]
    return max(fitting)[1] if fitting else None


def circles(graph):
    """Each circle of includes once, from its first file; found by a walk in depth."""
    found, finished = [], set()
    for start in sorted(graph):
        path, walk = [], [(start, None)]
        while walk:
            file, rest = walk.pop()
            if rest is None:
                if file in finished:
                    continue
                if file in path:
                    circle = path[path.index(file):]
                    first = circle.index(min(circle))
                    found.append(circle[first:] + circle[:first])
                    continue
                path.append(file)
                rest = iter(graph.get(file, []))
            following = next(rest, None)
            if following is None:
                finished.add(path.pop())
            else:
                walk += [(file, rest), (following, None)]
    return found


def violations(root, layers, graph):
    reasons = []
    for file in graph:
        if layer_of(file, layers) is None:
            reasons.append(f'{file}: the table in docs/contributing.md does not list {os.path.dirname(file)}/')
    for file, included in graph.items():
        for other in included:
            above, below = layer_of(other, layers), layer_of(file, layers)
            if above is not None and below is not None and above < below:
                reasons.append(f'{file} includes {other}, which is in a higher layer')
    reasons += ['circle of includes: ' + ' -> '.join([*circle, circle[0]]) for circle in circles(graph)]
    reasons += [f'docs/contributing.md lists {name}, which does not exist' for row in layers for name in row
                if not (root / name).exists()]
    return reasons


# The drawing: boxes on a diagonal, so that an arrow goes right from its box, turns above the box it includes, and meets
# no other box.
COLUMN, ROW, WIDTH, HEIGHT, MARGIN, TITLE = 138, 54, 130, 34, 24, 52
INK, LINE, PAPER = '#1f2937', '#94a3b8', '#ffffff'
ABOVE, BELOW = '#dbeafe', '#1d4ed8'


def label_of(row):
    return row[0].removeprefix('include/typeformer/')


def svg_of(layers, graph):
    counts = collections.Counter()
    for file, included in graph.items():
        for other in included:
            a, b = layer_of(file, layers), layer_of(other, layers)
            if None not in (a, b) and a != b:
                counts[a, b] += 1
    width = 2 * MARGIN + COLUMN * len(layers)
    height = MARGIN + TITLE + ROW * len(layers)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui, \'DejaVu Sans\', sans-serif" role="img">',
        '<title>The layers of typeformer and the includes between them</title>',
        f'<desc>Drawn from the include graph: {REDRAW}</desc>',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{MARGIN}" y="{MARGIN + 12}" font-size="17" font-weight="600" fill="{INK}">'
        'Layers from high to low: includes only point downwards</text>',
    ]

    def left(i):
        return MARGIN + COLUMN * i

    def top(i):
        return TITLE + ROW * i

    middle, centre, radius = HEIGHT // 2, WIDTH // 2, 11
    for a, b in sorted(counts):
        x, y = left(b) + centre, top(a) + middle
        lines.append(f'<path d="M{left(a) + WIDTH} {y}H{x - radius}Q{x} {y} {x} {y + radius}V{top(b) - 5}" fill="none" '
                     f'stroke="{LINE}" stroke-width="1.5"/>')
    for b in sorted({b for _, b in counts}):
        x, y = left(b) + centre, top(b)
        lines.append(f'<path d="M{x - 5} {y - 8}L{x} {y}L{x + 5} {y - 8}Z" fill="{LINE}"/>')
    largest = max(counts.values(), default=1)
    for (a, b), count in sorted(counts.items()):
        x, y = left(b) + centre, top(a) + middle
        size = round(9 + 6 * (count / largest) ** 0.5, 1)
        lines.append(f'<circle cx="{x}" cy="{y}" r="{size}" fill="{ABOVE}" stroke="{BELOW}" stroke-width="1"/>')
        lines.append(f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle" fill="{INK}">{count}</text>')
    for i, row in enumerate(layers):
        names = html.escape(', '.join(name.removeprefix('include/typeformer/') for name in row))
        lines.append(f'<g><title>{names}</title><rect x="{left(i)}" y="{top(i)}" width="{WIDTH}" height="{HEIGHT}" '
                     f'rx="6" fill="{BELOW}"/>'
                     f'<text x="{left(i) + centre}" y="{top(i) + middle + 5}" font-size="13" text-anchor="middle" '
                     f'fill="{PAPER}">{html.escape(label_of(row))}</text></g>')
    legend = ['An arrow goes right from the layer that includes,', 'and down to the layer that is included.',
              'Its number: how many includes there are.']
    for i, text in enumerate(legend):
        lines.append(f'<text x="{MARGIN}" y="{height - MARGIN - 20 * (len(legend) - 1 - i)}" font-size="14" '
                     f'fill="{INK}">{text}</text>')
    return '\n'.join([*lines, '</svg>', ''])


def main():
    parser = argparse.ArgumentParser(description='Checks that includes point downwards, and draws them.')
    parser.add_argument('--root', type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument('--svg', type=pathlib.Path, help='draw the graph into this file')
    parser.add_argument('--same', type=pathlib.Path, help='check that this file is the drawing of the graph')
    arguments = parser.parse_args()
    try:
        layers = layers_of(arguments.root / 'docs' / 'contributing.md')
        graph = includes_of(arguments.root)
        if arguments.svg:
            arguments.svg.write_text(svg_of(layers, graph), encoding='utf-8')
            return 0
        if arguments.same:
            if arguments.same.exists() and arguments.same.read_text(encoding='utf-8') == svg_of(layers, graph):
                return 0
            print(f'FAILED {arguments.same} is not the drawing of the include graph. Redraw it: {REDRAW}')
            return 1
        reasons = violations(arguments.root, layers, graph)
    except (OSError, ValueError) as problem:
        print(f'FAILED {problem}')
        return 1
    for reason in reasons:
        print(f'FAILED {reason}')
    print(f'{len(graph)} files in {len(layers)} layers, {sum(map(len, graph.values()))} includes, '
          f'{len(reasons)} violations')
    return 1 if reasons or not graph else 0


if __name__ == '__main__':
    sys.exit(main())
