"""A worker's process, from this side; worker.hpp says how the two talk."""

import contextlib
import json
import os
import re
import socket
import subprocess
import time
from dataclasses import dataclass
from typing import Callable, TextIO


@dataclass
class Started:
    """A process of a worker, with a row."""

    input: TextIO
    output: TextIO
    pid: int | None  # None: it says so itself
    wait: Callable[[], int]  # its exit status


def environment_of(threads, environment):
    names = "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "MKL_NUM_THREADS"
    # Everyone's large arrays get huge pages: always, as Debian's kernel does, not where they are asked for alone.
    pages = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}
    return {**os.environ, **pages, **{name: str(threads) for name in names}, **environment}


class Program:
    """A worker that is started for each row."""

    def __init__(self, command):
        self.command = command

    def kinds(self):
        """The kinds of rows it has; none if it does not run here."""
        try:
            listed = subprocess.run([*self.command, "--list"], capture_output=True, text=True)
        except OSError:
            return set()
        return set(listed.stdout.split()) if listed.returncode == 0 else set()

    def start(self, row, threads, environment):
        process = subprocess.Popen(
            [*self.command, row.name, str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment_of(threads, environment),
        )
        return Started(process.stdin, process.stdout, process.pid, process.wait)


class Library(Program):
    """A worker in Python. Its library is imported once for each number of threads, and rows are forks of that process
    (peers/worker.py): an import takes seconds."""

    def __init__(self, command):
        super().__init__(command)
        self.sockets = {}  # by threads

    def socket(self, threads):
        if threads not in self.sockets:
            near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with far:
                subprocess.Popen(
                    [*self.command, "--forks", str(far.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=[far.fileno()],
                    env=environment_of(threads, {}),
                )
            self.sockets[threads] = near
        return self.sockets[threads]

    def start(self, row, threads, environment):
        near = self.socket(threads)
        order = {"row": row.name, "threads": threads, "environment": environment}
        its_input, ours_to_write = os.pipe()
        ours_to_read, its_output = os.pipe()
        socket.send_fds(near, [json.dumps(order).encode()], [its_input, its_output])
        os.close(its_input)
        os.close(its_output)

        def wait():
            with contextlib.suppress(ConnectionError):
                return int(near.recv(64) or "1")
            return 1  # the process with the library has died

        return Started(os.fdopen(ours_to_write, "w"), os.fdopen(ours_to_read), None, wait)


class Process:
    """A worker with a row made ready. Between turns it waits for its standard input and takes no time from others."""

    def __init__(self, program, row, threads, environment):
        self.said = f"{program.command[-1]}, {row.name}, {threads} threads"
        self.threads = threads
        self.process = program.start(row, threads, environment)
        line = self.process.output.readline()
        self.ready = bool(line)
        self.failed = False
        if self.ready:
            found = json.loads(line)
            self.checks, self.setting = found["checks"], found["setting"]
            self.pid = found.get("pid", self.process.pid)
        else:
            self.failed = self.process.wait() != 3  # 3: it has no such row

    def turn(self):
        if self.threads > 1:
            time.sleep(0.05)  # threads of the last one's may spin a little while; that is no part of this one's work
        try:
            self.process.input.write("\n")
            self.process.input.flush()
            return float(self.process.output.readline())
        except (BrokenPipeError, ValueError):
            raise SystemExit(f"{self.said}: it stopped while it was measured") from None

    def peak_mib(self):
        """Of its resident memory; None where the system does not tell."""
        try:
            with open(f"/proc/{self.pid}/status") as file:
                return int(re.search(r"VmHWM:\s*(\d+)", file.read())[1]) / 1024
        except (OSError, TypeError):
            return None

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.input.close()
        self.process.output.close()
        if self.ready:
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
