#!/usr/bin/env python3
"""The figures of several families of processors side by side, as a page.

    by_processor.py --keep speed.json docs/speed/amd_zen_4.json   keep what bench/compare --json wrote, under a family's name
    by_processor.py > docs/speed_by_processor.md                  the page of all that are kept
    by_processor.py --same docs/speed_by_processor.md             0 if the page is of them, else 1
"""

import argparse
import json
import pathlib
import sys

from rows import ROWS
from table import duration

KEPT = ("row", "precision", "threads", "ours_ms", "peers", "best_peer", "ratio", "of_limit")
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "speed"
HEAD = """# Speed on each family of processors

What `bench/compare` measured ([how](speed.md)), one column for each family and number of threads. A cell is our time and
that of the fastest peer as a multiple of it: below 1 the peer is faster. Columns are of different machines and hours, so
times are compared within one alone; a row that was not measured on a family has no cell. `bench/compare/by_processor.py`
writes this page from `docs/speed/`, a file for each family: `--keep speed.json docs/speed/FAMILY.json` puts in what
`bench/compare --json speed.json` has measured.

"""


def kept(entry):
    """An entry without what the page does not show, on one line."""
    figure = {key: entry[key] for key in KEPT}
    figure["ours_ms"] = float(f"{entry['ours_ms']:.4g}")
    figure["peers"] = {name: float(f"{ms:.4g}") for name, ms in entry["peers"].items()}
    for key in ("ratio", "of_limit"):
        figure[key] = entry[key] and round(entry[key], 3)
    return json.dumps(figure, ensure_ascii=False)


def keep(source, destination):
    """The rows of `source`, and those that only `destination` has had. A processor that has a description keeps it."""
    entries = json.loads(source.read_text())
    had = {"processor": entries[0]["processor"], "figures": []}
    if destination.exists():
        had = json.loads(destination.read_text())
    new = {(e["row"], e["threads"]): kept(e) for e in entries}
    old = {(e["row"], e["threads"]): kept(e) for e in had["figures"]}
    lines = ",\n".join(f"  {line}" for line in {**old, **new}.values())
    processor = json.dumps(had["processor"], ensure_ascii=False)
    destination.write_text(f'{{"processor": {processor}, "figures": [\n{lines}\n]}}\n')


def cell(figure):
    if not figure:
        return ""
    peer = f", {figure['ratio']:.2f} {figure['best_peer']}" if figure["best_peer"] else ""
    return duration(figure["ours_ms"]) + peer


def page(folder):
    families = {}
    for file in sorted(folder.glob("*.json")):
        name = " ".join({"amd": "AMD"}.get(word, word.capitalize()) for word in file.stem.split("_"))
        families[name] = json.loads(file.read_text())
    found = {name: {(f["row"], f["threads"]): f for f in family["figures"]} for name, family in families.items()}
    threads = sorted({t for figures in found.values() for _, t in figures})
    columns = [(name, t) for name in found for t in threads]
    titles = [f"{name}, {t} thread{'s' if t > 1 else ''}" for name, t in columns]
    text = HEAD + "".join(f"- {name}: {family['processor']}\n" for name, family in families.items())
    text += f"\n| row | {' | '.join(titles)} |\n|-|{'-|' * len(titles)}\n"
    known = [row.name for row in ROWS]
    others = dict.fromkeys(row for figures in found.values() for row, _ in figures if row not in known)
    for row in [*known, *others]:
        cells = [cell(found[name].get((row, t))) for name, t in columns]
        if any(cells):
            text += f"| {row} | {' | '.join(cells)} |\n"
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", nargs=2, type=pathlib.Path, metavar=("FROM", "TO"))
    parser.add_argument("--same", type=pathlib.Path)
    given = parser.parse_args()
    if given.keep:
        return keep(*given.keep)
    text = page(FOLDER)
    if not given.same:
        print(text, end="")
    elif given.same.read_text() != text:
        sys.exit(f"{given.same} is not what docs/speed/ says: write it with by_processor.py > {given.same}")


if __name__ == "__main__":
    main()
