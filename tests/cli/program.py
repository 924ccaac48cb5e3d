"""Runs the program `typeformer` for tests of it from outside."""

import os
import select
import signal
import subprocess
import time
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(os.environ["TYPEFORMER_PROGRAM"])

# Weights of a model, words, and the phones that PyTorch gives for them with this model.
REFERENCE = Path(os.environ["TYPEFORMER_REFERENCE"])
WEIGHTS = REFERENCE / "weights.safetensors"
GREEDY = (REFERENCE / "greedy.tsv").read_text()

# Arguments where phones are compared; elsewhere the model in the program does.
KNOWN = ("--model", str(WEIGHTS))


def run(*arguments, stdin=b"", **more):
    if isinstance(stdin, str):
        stdin = stdin.encode()
    done = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, timeout=120, **more)
    done.out, done.err = done.stdout.decode(), done.stderr.decode()
    return done


def start(*arguments, close=(), **more):
    """The program, without the standard streams of the numbers in `close`."""

    def interruptible():  # a shell in the background starts its children with SIGINT ignored, nohup with SIGHUP
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        for number in close:
            os.close(number)

    streams = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return subprocess.Popen([PROGRAM, *arguments], bufsize=0, preexec_fn=interruptible, **{**streams, **more})


def read_lines(stream, count, seconds=30):
    """So many lines of a pipe; what came until then when time is over."""
    end, got = time.monotonic() + seconds, b""
    while got.count(b"\n") < count:
        ready, _, _ = select.select([stream], [], [], max(0, end - time.monotonic()))
        part = os.read(stream.fileno(), 65536) if ready else b""
        if not part:
            break
        got += part
    return got.decode()


def words_of(tsv):
    return [line.split("\t")[0] for line in tsv.splitlines()]


class Test(unittest.TestCase):
    maxDiff = None

    def check(self, done, code, out, *complaints):
        """Exit code, standard output, and one line of standard error for each complaint."""
        self.assertEqual(done.err.splitlines(), ["typeformer: " + c for c in complaints])
        self.assertEqual(done.out, out)
        self.assertEqual(done.returncode, code)
