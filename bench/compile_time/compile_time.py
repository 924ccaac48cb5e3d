#!/usr/bin/env python3
"""What compiling a program costs: seconds, memory, and how many templates are instantiated.

Seconds (user and system, the median) and memory (the compiler's peak) depend on the machine and on what else it does.
Instantiations of classes and functions do not: clang counts them, and sources, clang and standard library alone decide
how many there are. So they are what a baseline is kept of. The units are

  umbrella     the one header that includes the whole library, alone
  first_model  the first example of README.md
  paper_base   the base model's forward pass
  training     a training run of a small model, with its checkpoint

What to do with it:

  compile_time.py                          measure with g++ and clang, print a table
  compile_time.py --check                  compare instantiations with the baseline
  compile_time.py --units training --hot 20
                                           name the 20 templates that are instantiated most
  compile_time.py --store                  the instantiations found now are the baseline
  compile_time.py --compiler clang++-20 --store
                                           begin one for another clang

--check leaves with 0 if no unit grew by more than 10 %, with 1 if one did, and with 77 if no clang is here that, with
its standard library, has a baseline.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BASELINE = HERE / "baseline.json"
UNITS = {
    "umbrella": HERE / "umbrella.cpp",
    "first_model": ROOT / "tests" / "readme_example.cpp",
    "paper_base": HERE / "paper_base.cpp",
    "training": HERE / "training.cpp",
}
ALLOWED = 1.10  # times the baseline
SKIPPED = 77
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "CCACHE_DISABLE": "1"}
INSTANTIATION = re.compile(rb'"name":"Instantiate(?:Class|Function)","args":\{"detail":"([^<"]*)')


class Compiler:
    """A compiler that is here, with the flags it is given."""

    def __init__(self, command, flags):
        self.command = [*command.split(), "-std=c++20", f"-I{ROOT / 'include'}", *flags]
        asked = [*self.command, "-dM", "-E", "-x", "c++", "-include", "version", os.devnull]
        said = subprocess.run(asked, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True).stdout
        macros = {name: int(value) for name, value in re.findall(r"#define (\w+) (\d+)\n", said)}
        self.is_clang = "__clang__" in macros
        if self.is_clang:
            kind, self.version = "clang", (macros["__clang_major__"], macros["__clang_minor__"])
        else:
            kind, self.version = "g++", (macros["__GNUC__"], macros["__GNUC_MINOR__"])
        if "_LIBCPP_VERSION" in macros:
            library = f"libc++ {macros['_LIBCPP_VERSION'] // 10_000}"
        else:
            library = f"libstdc++ {macros['_GLIBCXX_RELEASE']}"
        self.name = f"{kind} {self.version[0]}.{self.version[1]}"
        self.baseline_key = f"{kind} {self.version[0]}, {library}"

    def seconds_and_mib(self, unit):
        """Of one compilation and all processes that it starts."""
        with tempfile.TemporaryDirectory() as folder:
            command = [*self.command, "-c", "-o", f"{folder}/unit.o", str(UNITS[unit])]
            process = subprocess.Popen(command, env=ENVIRONMENT)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024

    def instantiations(self, unit):
        """How many of each template, by its name up to the first argument. The trace has an event for each, provided
        that none is too short for it. Code is not generated: it has no part in them, and its own events would make the
        trace up to five times as large."""
        options = ["-ftime-trace=/dev/stdout", "-ftime-trace-granularity=0"]
        command = [*self.command, "-fsyntax-only", *(x for o in options for x in ("-Xclang", o)), str(UNITS[unit])]
        trace = subprocess.run(command, env=ENVIRONMENT, stdout=subprocess.PIPE, check=True).stdout
        return collections.Counter(name.decode() for name in INSTANTIATION.findall(trace))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instantiations with the baseline, no more")
    parser.add_argument("--store", action="store_true", help="make the instantiations found now the baseline, no more")
    parser.add_argument("--hot", type=int, metavar="N", help="name the N templates instantiated most, no more")
    parser.add_argument("--units", type=re.compile, default="", metavar="REGEX", help="units whose name has a match")
    parser.add_argument("--compiler", action="append", metavar="C", help="by default g++ and a clang; may be repeated")
    parser.add_argument("--flag", action="append", default=["-O2"], help="one more compiler flag, as --flag=-O0")
    parser.add_argument("--repetitions", type=int, default=3, metavar="N", help="of what is timed, by default 3")
    parser.add_argument("--json", metavar="FILE", help="write a list of results")
    given = parser.parse_args()
    if given.repetitions < 1:
        parser.error("--repetitions must be at least 1")
    if given.check + given.store + (given.hot is not None) > 1:
        parser.error("--check, --store and --hot are one at a time")
    if given.json and (given.check or given.store or given.hot is not None):
        parser.error("--json writes what was measured; --check, --store and --hot measure nothing")
    given.units = [unit for unit in UNITS if given.units.search(unit)]
    if not given.units:
        parser.error(f"no unit's name matches; they are {', '.join(UNITS)}")
    return given


def found_compilers(given, baseline):
    """Those asked for; or g++, and the newest clang, of one with a baseline if there is any."""
    if given.compiler:
        return [Compiler(command, given.flag) for command in given.compiler]
    found = [path for folder in os.get_exec_path() for path in pathlib.Path(folder).glob("clang++*")]
    names = {path.name for path in found if re.fullmatch(r"clang\+\+(-\d+)?", path.name)}
    clangs = [Compiler(name, given.flag) for name in sorted(names)]
    clangs.sort(key=lambda clang: (clang.baseline_key in baseline, clang.version))
    return [Compiler(name, given.flag) for name in ["g++"] if shutil.which(name)] + clangs[-1:]


def growth(now, before):
    return f"{100 * (now / before - 1):+.1f} %"


def check(clang, units, baseline):
    """True if no unit grew by more than what is allowed."""
    before, good = baseline[clang.baseline_key], True
    for unit in units:
        now = clang.instantiations(unit).total()
        if unit not in before:
            print(f"FAILED {unit}: {now} instantiations, and no baseline for {clang.baseline_key}; --store makes one")
            good = False
            continue
        found = f"{unit}: {now} instantiations, {growth(now, before[unit])} beside the baseline's {before[unit]}"
        if now > ALLOWED * before[unit]:
            print(f"FAILED {found} ({clang.baseline_key}); at most {100 * ALLOWED - 100:.0f} % more are allowed")
            good = False
        else:
            print(found)
    if not good:
        print("`bench/compile_time/compile_time.py --hot 20` names the templates that are instantiated most;")
        print("if they are worth it, `bench/compile_time/compile_time.py --store` stores a new baseline")
    return good


def store(clang, units, baseline):
    baseline.setdefault(clang.baseline_key, {}).update({unit: clang.instantiations(unit).total() for unit in units})
    part = BASELINE.with_suffix(".part")
    part.write_text(json.dumps(baseline, indent=2) + "\n")
    part.replace(BASELINE)
    print(f"{clang.baseline_key}: {baseline[clang.baseline_key]}")


def hot(clang, units, most):
    for unit in units:
        counts = clang.instantiations(unit)
        print(f"{unit}: {counts.total()} instantiations with {clang.name}, of {len(counts)} templates")
        for name, count in counts.most_common(most):
            print(f"{count:8}  {name}")


def measure(compilers, units, repetitions, baseline):
    """One result for each unit and compiler; the compilers take turns."""
    print(f"{'unit':13}{'compiler':12}{'seconds':>9}{'MiB':>7}{'instantiations':>16}{'beside baseline':>17}")
    for unit in units:
        turns = [[compiler.seconds_and_mib(unit) for compiler in compilers] for _ in range(repetitions)]
        for compiler, used in zip(compilers, zip(*turns)):
            seconds, mib = statistics.median(s for s, _ in used), max(m for _, m in used)
            now = compiler.instantiations(unit).total() if compiler.is_clang else None
            before = baseline.get(compiler.baseline_key, {}).get(unit)
            grown = growth(now, before) if now and before else "-"
            print(f"{unit:13}{compiler.name:12}{seconds:9.2f}{mib:7.0f}{now or '-':>16}{grown:>17}", flush=True)
            yield {"unit": unit, "compiler": compiler.name, "seconds": seconds, "peak_mib": mib, "instantiations": now}


def main():
    given = arguments()
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    compilers = found_compilers(given, baseline)
    clangs = [compiler for compiler in compilers if compiler.is_clang]
    if given.check:
        clangs = [clang for clang in clangs if clang.baseline_key in baseline]
        if not clangs:
            print(f"skipped: no clang here has a baseline; there is one for {' and '.join(baseline) or 'none'}")
            return SKIPPED
        return 0 if check(clangs[0], given.units, baseline) else 1
    if given.store or given.hot is not None:
        if not clangs:
            sys.exit("no clang is here, and it is clang that counts")
        store(clangs[0], given.units, baseline) if given.store else hot(clangs[0], given.units, given.hot)
        return 0
    results = list(measure(compilers, given.units, given.repetitions, baseline))
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except FileNotFoundError as problem:
        sys.exit(f"there is no {problem.filename}")
    except subprocess.CalledProcessError as problem:
        sys.exit(f"this failed: {' '.join(problem.cmd)}")
