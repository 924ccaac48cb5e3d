"""A worker's process, from this side; worker.hpp says how the two talk."""

import contextlib
import json
import os
import re
import subprocess
import time


def kinds_of(command):
    """The kinds of rows a worker has; none if it does not run here."""
    try:
        listed = subprocess.run([*command, "--list"], capture_output=True, text=True)
    except OSError:
        return set()
    return set(listed.stdout.split()) if listed.returncode == 0 else set()


class Process:
    """A worker with a row made ready. Between turns it waits for its standard input and takes no time from others."""

    def __init__(self, command, row, threads, environment):
        count = str(threads)
        names = "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS"
        self.said = f"{command[-1]}, {row.name}, {count} threads"
        self.process = subprocess.Popen(
            [*command, row.name, count],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **{name: count for name in names}, **environment},
        )
        line = self.process.stdout.readline()
        self.ready = bool(line)
        if self.ready:
            found = json.loads(line)
            self.checks, self.setting = found["checks"], found["setting"]
        else:
            self.process.wait()
        # 3: it has no such row.
        self.failed = not self.ready and self.process.returncode != 3

    def turn(self):
        # Threads of the last one's may spin a little while; that is no part of this one's work.
        time.sleep(0.05)
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
            return float(self.process.stdout.readline())
        except (BrokenPipeError, ValueError):
            raise SystemExit(f"{self.said}: it stopped while it was measured") from None

    def peak_mib(self):
        """Of its resident memory; None where the system does not tell."""
        try:
            with open(f"/proc/{self.process.pid}/status") as file:
                return int(re.search(r"VmHWM:\s*(\d+)", file.read())[1]) / 1024
        except (OSError, TypeError):
            return None

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def fraction_alike(some, others, within):
    """How many of the results of two workers are the same; 0 where there are not as many."""
    if len(some) != len(others):
        return 0
    alike = [abs(a - b) <= within * max(scale, other) for (a, scale), (b, other) in zip(some, others)]
    return sum(alike) / len(alike)
