"""Measures this library beside others, each in a process of its own at its own best setting, in turn.

Prints, for each row, our time, how many times as long each peer takes, and our share of the machine's limit: the least
time that its multiplications and additions, or the bytes that memory has to deliver, allow. Limits are measured too.
Medians count. A peer that is not installed is left out; one that computes something else is named and not counted.

Rows say in what precision they are: in float32, or with weights in bf16 or int8, whose products a peer computes in that
precision where it can.
"""

import argparse
import contextlib
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
import time

from chart import draw
from measuring import LEAST_ROUNDS, Limits, measure
from process import Library, Program
from rows import ROWS, WORDS
from table import header, line

# The rows of the front page: whole models as users run and train them.
FRONT_PAGE = "paper_base|decoding_step|pronounce|training_step|translate|language_model|encoder_model"


def arguments():
    parser = argparse.ArgumentParser(
        prog="compare", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=re.compile, default="", metavar="REGEX", help="rows whose name has a match")
    parser.add_argument("--threads", default="1,2", help="numbers of threads, by default 1,2")
    parser.add_argument("--only-models", action="store_true", help="rows of whole models")
    parser.add_argument("--repetitions", type=int, default=11, metavar="N", help="turns of each worker, by default 11")
    parser.add_argument(
        "--minutes", type=float, default=29, metavar="M",
        help=f"by default 29: where time is short a row has fewer turns, but {LEAST_ROUNDS} at least; when it is over, "
        "the rows behind are left out",
    )
    parser.add_argument("--words", metavar="FILE", help="what `pronounce` says: the first word of each line")
    parser.add_argument("--json", metavar="FILE", help="write a list of results")
    parser.add_argument("--svg", metavar="FILE", help="write a bar chart")
    parser.add_argument("--svg-of-models", metavar="FILE", help="write a bar chart of whole models, for the front page")
    parser.add_argument("--list", action="store_true", help="print the rows and leave")
    given = parser.parse_args()
    try:
        given.threads = [int(t) for t in given.threads.split(",")]
    except ValueError:
        parser.error(f"--threads is {given.threads}, but must be numbers with commas between them")
    if min(given.threads) < 1 or given.repetitions < 1:
        parser.error("--threads and --repetitions must be at least 1")
    return given


def processor():
    """As /proc/cpuinfo names it, with its family and model, which tell more than a cloud's name."""
    try:
        with open("/proc/cpuinfo") as file:
            found = dict(re.findall(r"^([^\t:]+)\t*: (.*)$", file.read(), re.MULTILINE))
    except OSError:
        found = {}
    name = found.get("model name", platform.processor() or platform.machine())
    numbers = [f"{key} {found[key2]}" for key, key2 in (("family", "cpu family"), ("model", "model")) if key2 in found]
    return ", ".join([name, *numbers, f"{os.cpu_count()} processors"])


def words_in(path):
    """Each once, in the order of the lines."""
    with open(path) as file:
        return " ".join(dict.fromkeys(line.split()[0] for line in file if line.strip()))


def write(path, content):
    """All or nothing."""
    with open(path + ".part", "w") as file:
        file.write(content)
    os.replace(path + ".part", path)


class Weights:
    """Files of the models' weights, written when a row wants them."""

    def __init__(self, ours, folder, pronounce):
        self.ours, self.folder, self.files = ours, folder, {"": "", "pronounce": pronounce}

    def file(self, name):
        if name not in self.files:
            path = os.path.join(self.folder, name.replace(" ", "_"))
            subprocess.run([*self.ours.command, "--weights", name, path], check=True)
            self.files[name] = path
        return self.files[name]


def main(ours, limits, peers, pronounce):
    """Commands of our worker, of the one for limits, and of the peers by name; the file of `pronounce`'s weights."""
    ours, limits = Program(ours), Program(limits)
    peers = {name: (Library if command[0] == sys.executable else Program)(command) for name, command in peers.items()}
    given = arguments()
    rows = [row for row in ROWS if given.rows.search(row.name) and (row.is_model or not given.only_models)]
    if given.list:
        print(*(row.name for row in rows), sep="\n")
        return
    if not rows:
        sys.exit(f"no row's name matches {given.rows.pattern}; --list prints them")
    words = words_in(given.words) if given.words else WORDS
    until = time.monotonic() + 60 * given.minutes
    found = {name: (command, kinds) for name, command in peers.items() if (kinds := command.kinds())}
    missing = [name for name in peers if name not in found]
    entries, left_out = [], []
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        print(f"processor: {processor()}")
        with contextlib.ExitStack() as stack:
            limits_of = {}
            for threads in given.threads:
                limits_of[threads] = stack.enter_context(Limits(limits, threads))
                operations, bytes_ = limits_of[threads].measured(given.repetitions)
                plural = "s" if threads > 1 else ""
                print(f"limits, {threads} thread{plural}: {operations / 1e6:.0f} GF/s, {bytes_ / 1e6:.1f} GB/s")
            print(f"not here: {', '.join(missing)}" if missing else "every peer is here")
            print(header(found), flush=True)
            weights = Weights(ours, stack.enter_context(tempfile.TemporaryDirectory()), pronounce)
            for row in rows:
                environment = {"WEIGHTS": weights.file(row.weights), "WORDS": words}
                for threads in given.threads:
                    if time.monotonic() > until:
                        left_out.append(f"{row.name}, {threads} thread{'s' if threads > 1 else ''}")
                        continue
                    left = len(rows) * len(given.threads) - len(entries)
                    seconds = (until - time.monotonic()) / left
                    entry = measure(
                        row, threads, given.repetitions, seconds, ours, found, limits_of[threads], environment
                    )
                    entry["processor"] = processor()
                    entries.append(entry)
                    print(line(entry, found), flush=True)
        if left_out:
            print(f"left out after {given.minutes:g} minutes: {'; '.join(left_out)}")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        # What was measured before an interruption is worth keeping.
        if entries and given.json:
            write(given.json, json.dumps(entries, indent=1) + "\n")
        if entries and given.svg:
            write(given.svg, draw(entries))
        if entries and given.svg_of_models:
            write(given.svg_of_models, draw(entries, FRONT_PAGE))
    if any(entry["differ"] for entry in entries):
        sys.exit(1)
