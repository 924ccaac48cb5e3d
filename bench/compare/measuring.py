"""Measures rows: every worker in turn, each in a process of its own, and the machine's limits among them."""

import contextlib
import math
import platform
import statistics
import sys
import time

from process import Process, fraction_alike
from rows import FMA, READ

# Each library's settings beside the number of threads; all are tried. Older versions do not know newer processors and
# use slow kernels on them unless a setting names faster ones.
SETTINGS = {
    ("OpenBLAS", "x86_64"): ["OPENBLAS_CORETYPE", "SKYLAKEX", "ZEN", "HASWELL"],
    ("BLIS", "x86_64"): ["BLIS_ARCH_TYPE", "skx", "zen3", "haswell"],
    ("OpenBLAS", "aarch64"): ["OPENBLAS_CORETYPE", "NEOVERSEN1", "ARMV8"],
    ("BLIS", "aarch64"): ["BLIS_ARCH_TYPE", "thunderx2", "cortexa57"],
}

BEST_SETTINGS = {}  # by the name of the library and the kind of row: kernels for a processor, which rows do not change

LEAST_ROUNDS = 3  # of which a median is the middle one


def environments(name):
    variable, *values = SETTINGS.get((name, platform.machine()), [""])
    return [{}] + [{variable: value} for value in values]


def medians(processes, rounds, until=math.inf):
    """By name, the median of their turns: so many, or fewer where the time is over."""
    times = {name: [] for name in processes}
    for done in range(rounds):
        if done >= LEAST_ROUNDS and time.monotonic() > until:
            break
        for name, process in processes.items():
            times[name].append(process.turn())
    return {name: statistics.median(t) for name, t in times.items()}


def start_best(name, command, row, threads, environment):
    """The worker at the setting that suits the first row of this kind best; None if it does not have the row."""
    tried = {}
    settings = environments(name)
    if (name, row.kind) in BEST_SETTINGS:
        settings = [BEST_SETTINGS[name, row.kind]]
    for i, setting in enumerate(settings):
        process = Process(command, row, threads, {**environment, **setting})
        if process.ready:
            said = [process.setting, *(f"{k}={v}" for k, v in setting.items())]
            process.setting = ", ".join(filter(None, said))
            tried[i] = process
        else:
            if process.failed and not setting:
                print(f"{name} fails at {row.name}", file=sys.stderr)
            process.end()
            if not setting and not process.failed:
                return None  # nor with another setting
    if not tried:
        return None
    times = medians(tried, 3) if len(tried) > 1 else {i: 0 for i in tried}
    best = min(times, key=times.get)
    BEST_SETTINGS[name, row.kind] = settings[best]
    for i, process in tried.items():
        if i != best:
            process.end()
    return tried[best]


class Limits:
    """What a number of threads can do at most: workers whose turns stand among those of the others."""

    def __init__(self, command, threads):
        self.fma, self.read = Process(command, FMA, threads, {}), Process(command, READ, threads, {})

    def measured(self, rounds):
        """Operations and bytes a millisecond."""
        found = medians({"fma": self.fma, "read": self.read}, rounds)
        return FMA.operations / found["fma"], READ.bytes / found["read"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.fma.end()
        self.read.end()


def measure(row, threads, rounds, seconds, ours, peers, limits, environment):
    """One entry of the result. The limits are measured again in the same rounds, since the processor's clock and its
    neighbours change from one minute to the next."""
    until = time.monotonic() + seconds
    with contextlib.ExitStack() as stack:
        own = stack.enter_context(Process(ours, row, threads, environment))
        if not own.ready:
            raise SystemExit(f"typeformer fails at {row.name}, {threads} threads")
        running, agreement, differ = {"typeformer": own}, {}, []
        for name, (command, kinds) in peers.items():
            if row.kind not in kinds:
                continue
            process = start_best(name, command, row, threads, environment)
            if process is None:
                continue
            stack.enter_context(process)
            agreement[name] = fraction_alike(own.checks, process.checks, row.within)
            if agreement[name] >= row.alike:
                running[name] = process
            else:
                differ.append(name)
                found = f"{name} computes {process.checks[:3]}, typeformer {own.checks[:3]}"
                print(f"{row.name}: {100 * agreement[name]:.1f} % alike; {found}", file=sys.stderr)
        timed = dict(running)
        if row.operations:
            timed["fma"] = limits.fma
        if row.bytes:
            timed["read"] = limits.read
        ms = medians(timed, rounds, until)
        memory = {name: process.peak_mib() for name, process in running.items()}
        settings = {name: process.setting for name, process in running.items() if process.setting}

    limit = row.limit_ms(FMA.operations / ms.pop("fma", 1), READ.bytes / ms.pop("read", 1))
    own_ms = ms.pop("typeformer")
    best = min(ms, key=ms.get, default=None)
    return {
        "row": row.name,
        "precision": row.precision,
        "threads": threads,
        "ours_ms": own_ms,
        "peers": ms,
        "best_peer": best,
        "ratio": ms[best] / own_ms if best else None,
        "of_limit": limit / own_ms if limit else None,
        "items_per_second": 1000 * row.items / own_ms if row.items else None,
        "settings": settings,
        "peak_mib": memory,
        "results": len(own.checks),
        "agreement": agreement,
        "differ": differ,
    }
