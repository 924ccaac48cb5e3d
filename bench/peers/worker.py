"""What the threads in Python have in common; worker.hpp is the same for those in C++, and says how they are used."""

import functools
import json
import math
import os
import platform
import re
import socket
import statistics
import struct
import sys
import time

import numpy

COLD_COPIES = 3


class NotHere(Exception):
    """The row is not one that this worker has."""


def counted(key, size):
    """The 64-bit numbers of the array `key`; the same in every worker."""
    with numpy.errstate(over="ignore"):
        z = numpy.uint64(key) + numpy.arange(1, size + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        return z ^ (z >> numpy.uint64(31))


@functools.lru_cache(4)  # several ways to a result have the same inputs
def numbers(key, *extents):
    """An array of numbers in [−1, 1)."""
    high = (counted(key, math.prod(extents)) >> numpy.uint64(40)).astype(numpy.float32)
    return (high * numpy.float32(2.0**-23) - numpy.float32(1)).reshape(extents)


def tokens(key, vocabulary, *extents):
    return (counted(key, math.prod(extents)) % numpy.uint64(vocabulary)).astype(numpy.int64).reshape(extents)


def projection(y):
    y = numpy.asarray(y, dtype=numpy.float64).reshape(-1)
    return [float(y @ numbers(99, y.size).astype(numpy.float64)), float(numpy.sqrt(y @ y))]


def weights():
    """The arrays of the safetensors file that WEIGHTS names."""
    with open(os.environ["WEIGHTS"], "rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(size))
        data = numpy.frombuffer(file.read(), dtype=numpy.uint8)
    header.pop("__metadata__", None)
    return {
        name: data[slice(*t["data_offsets"])].view(numpy.float32).reshape(t["shape"]) for name, t in header.items()
    }


def vocabularies():
    """Those of the same file's metadata, source and target."""
    with open(os.environ["WEIGHTS"], "rb") as file:
        (size,) = struct.unpack("<Q", file.read(8))
        metadata = json.loads(file.read(size))["__metadata__"]
    return metadata["source"].split(), metadata["target"].split()


def number_of(phones):
    """A number that tells phones and their order apart."""
    number = 0
    for letter in "".join(phones):
        number = (31 * number + ord(letter)) % (10**9 + 7)
    return number


def sinusoids(positions, width):
    angles = numpy.arange(positions)[:, None] / 10000 ** (numpy.arange(0, width, 2) / width)
    return numpy.stack([numpy.sin(angles), numpy.cos(angles)], -1).reshape(positions, width).astype(numpy.float32)


def precision_of(row):
    kind = row.split()[0]
    return next((p for p in ("bf16", "int8") if kind.endswith("_" + p)), "float32")


def kind_in(kind, precision):
    return kind if precision == "float32" else f"{kind}_{precision}"


class Prepared:
    """A row made ready: run() does the work once; checks are what it computed, known before any timing. Once it is
    timed, so many runs are a sample, and a run takes ms."""

    def __init__(self, run, checks, setting=""):
        self.run, self.checks, self.setting = run, checks, setting
        self.times = self.ms = None


def milliseconds(run, times):
    start = time.perf_counter()
    for _ in range(times):
        run()
    return 1000 * (time.perf_counter() - start)


def runs_a_sample(run):
    """How many, and what a run took in the last of them."""
    times = 1
    while (ms := milliseconds(run, times)) < 0.2:
        times *= 2
    return times, ms / times


def turn(run, times):
    samples = []
    while sum(samples) < 50:
        samples.append(milliseconds(run, times))
    return statistics.median_high(samples[1:] or samples) / times


@functools.cache
def largest_int8():
    """That a weight is rounded to. Processors without dot products of int8 add two products of 8 bits in 16, where
    whole ones saturate: libraries advise 7 bits there."""
    if platform.machine() != "x86_64":
        return 127
    with open("/proc/cpuinfo") as file:
        return 127 if re.search(r"\b(avx512_vnni|avx_vnni)\b", file.read()) else 63


LONG_MS = 300  # of a run: one is enough to tell ways apart
SHORT_MS = 10  # of a run: threads that have to be woken may cost more than they save


def timed(prepared, least):
    """With the least of three turns, or of one where that is far from the least of other ways; a long run with one."""
    prepared.times, prepared.ms = runs_a_sample(prepared.run)
    if prepared.ms >= LONG_MS:
        return prepared
    prepared.ms = turn(prepared.run, prepared.times)
    if prepared.ms < 1.5 * least:
        prepared.ms = min(prepared.ms, *(turn(prepared.run, prepared.times) for _ in range(2)))
    return prepared


def fastest(ways):
    """The fastest of several ways to the same result; a way is a function that prepares it, or has prepared it. Ways
    that this version of the library does not have are left out."""
    best = None
    for way in ways:
        try:
            prepared = way()
            if prepared.ms is None:
                timed(prepared, best.ms if best else math.inf)
        except Exception as failure:  # whatever kind a library chooses
            print(f"{type(failure).__name__}: {failure}", file=sys.stderr)
            continue
        if best is None or prepared.ms < best.ms:
            best = prepared
    if best is None:
        raise NotHere
    return best


def fastest_on_threads(ways):
    """The fastest of ways that are functions of a number of threads: on all, and where work is short on one, too."""
    found = fastest([lambda way=way: way(asked.threads) for way in ways])
    if asked.threads == 1 or found.ms > SHORT_MS:
        return found
    return fastest([lambda: found, *(lambda way=way: way(1) for way in ways)])


KINDS = {}


def prepares(*kinds):
    """A function of a row's sizes that prepares rows of these kinds."""

    def noted(prepare):
        KINDS.update(dict.fromkeys(kinds, prepare))
        return prepare

    return noted


class asked:
    """What the worker is asked for."""

    threads, precision = 1, "float32"


def serve_row(row, threads):
    """Prints what the row computed, and a turn's milliseconds for each line that is read; the exit status."""
    kind, *sizes = row.split()
    if kind not in KINDS:
        return 3
    asked.threads, asked.precision = threads, precision_of(row)
    try:
        prepared = KINDS[kind](*map(int, sizes))
    except NotHere:
        return 3
    times = prepared.times or runs_a_sample(prepared.run)[0]
    print(json.dumps({"checks": prepared.checks, "setting": prepared.setting, "pid": os.getpid()}), flush=True)
    for _ in sys.stdin:
        print(f"{turn(prepared.run, times):.7f}", flush=True)
    return 0


def serve_forks(descriptor):
    """Rows in forks of this process, which has imported its library: that takes longer than most rows do. A message of
    the socket is a row, its threads and environment, with the fork's input and output; the answer is the exit status of
    the fork when it has ended. Libraries start their threads with the first work, so here they have none yet."""
    with socket.socket(fileno=descriptor) as far:
        while True:
            message, streams, _, _ = socket.recv_fds(far, 1 << 20, 2)
            if not message:
                return
            order = json.loads(message)
            child = os.fork()
            if child == 0:
                os.dup2(streams[0], 0)
                os.dup2(streams[1], 1)
                os.environ.update(order["environment"])
                status = 1
                try:
                    status = serve_row(order["row"], order["threads"])
                finally:
                    sys.stdout.flush()
                    os._exit(status)  # without the seconds in which Python takes a library apart
            for stream in streams:
                os.close(stream)
            far.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())


def serve(before_forks=lambda: None):
    if sys.argv[1:] == ["--list"]:
        print(*KINDS, sep="\n")
    elif len(sys.argv) == 3 and sys.argv[1] == "--forks":
        before_forks()
        serve_forks(int(sys.argv[2]))
    elif len(sys.argv) == 3:
        sys.exit(serve_row(sys.argv[1], int(sys.argv[2])))
    else:
        sys.exit(f"{sys.argv[0]} --list, {sys.argv[0]} ROW THREADS, or {sys.argv[0]} --forks SOCKET")
