"""Standard input, output and error: waiting, bounds, interruption, failures."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

from program import GREEDY, KNOWN, PROGRAM, Test, read_lines, start, words_of

# What the program may hold in memory, with the weights twice (as in the file and as the kernels read them).
MOST_BYTES = 200 << 20


class Input(Test):
    def test_a_word_is_answered_before_the_next_is_written(self):
        with start("pronounce", *KNOWN) as program:
            for word, answer in [(b"cat\n", "cat\tK AE T\n"), (b"dog\n", "dog\tD AO G\n")]:
                program.stdin.write(word)
                self.assertEqual(read_lines(program.stdout, 1), answer)
            # A line that has only begun holds up none before it.
            program.stdin.write(b"cat\ndo")
            self.assertEqual(read_lines(program.stdout, 1), "cat\tK AE T\n")
            program.stdin.write(b"g\n")
            self.assertEqual(read_lines(program.stdout, 1), "dog\tD AO G\n")
            program.stdin.close()
            self.assertEqual(program.wait(30), 0)

    def memory_of(self, feed):
        with start("pronounce", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
            feed(program.stdin)
            program.stdin.close()
            _, status, usage = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
        return program.returncode, usage.ru_maxrss * 1024

    def has_address_sanitizer(self):
        return b"__asan_init" in Path(PROGRAM).read_bytes()

    def test_memory_is_bounded(self):
        if self.has_address_sanitizer():
            self.skipTest("the sanitizer has a memory of its own")

        def many_words(pipe):
            lines = ("\n".join(words_of(GREEDY)) + "\n").encode()
            for _ in range(20000 // 480 + 1):
                pipe.write(lines)

        def one_line(pipe):
            for _ in range(256):
                pipe.write(b"a" * (1 << 20))

        for feed, code in (many_words, 0), (one_line, 1):
            with self.subTest(feed.__name__):
                found, memory = self.memory_of(feed)
                self.assertEqual(found, code)
                self.assertLess(memory, MOST_BYTES)

    def test_input_that_cannot_be_read(self):
        folder = os.open("/", os.O_RDONLY)
        self.addCleanup(os.close, folder)
        done = subprocess.run([PROGRAM, "pronounce"], stdin=folder, capture_output=True, timeout=60)
        self.assertEqual(done.stderr, b"typeformer: standard input: cannot be read: Is a directory\n")
        self.assertEqual(done.returncode, 1)


def waiting_bytes(pipe):
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]


def wait_until_full(pipe):
    """Until a writer must be waiting: nothing has come for half a second, and what waits is near a pipe's 64 KiB."""
    deadline = time.monotonic() + 60
    while waiting_bytes(pipe) < 60_000 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)


class Interruption(Test):
    def test_while_it_waits(self):
        for name in signal.SIGINT, signal.SIGTERM:
            with self.subTest(name), start("pronounce", *KNOWN) as program:
                program.stdin.write(b"cat\n")
                self.assertEqual(read_lines(program.stdout, 1), "cat\tK AE T\n")
                program.send_signal(name)
                self.assertEqual(program.wait(10), 130)
                self.assertEqual(program.stdout.read() + program.stderr.read(), b"")

    def test_while_it_works(self):
        with tempfile.TemporaryFile() as words, start("pronounce", *KNOWN, stdin=words) as program:
            words.write("\n".join(words_of(GREEDY) * 200).encode())
            words.seek(0)
            out = read_lines(program.stdout, 1)
            program.send_signal(signal.SIGINT)
            out += program.stdout.read().decode()
            self.assertEqual(program.wait(10), 130)
            self.assertEqual(program.stderr.read(), b"")
        # What was written is whole lines, and the beginning of what would have been.
        self.assertTrue((GREEDY * 200).startswith(out) and out.endswith("\n"))
        self.assertLess(len(out), len(GREEDY * 200))

    def test_while_nobody_takes_its_output(self):
        with tempfile.TemporaryFile() as words, start("pronounce", stdin=words) as program:
            words.write("\n".join(words_of(GREEDY) * 50).encode())
            words.seek(0)
            wait_until_full(program.stdout)
            program.send_signal(signal.SIGTERM)
            self.assertEqual(program.wait(10), 130)
            self.assertTrue(program.stdout.read().endswith(b"\n"))


class Output(Test):
    def terminal(self):
        try:
            return pty.openpty()
        except OSError as problem:  # a container without /dev/pts
            self.skipTest("there is no terminal to be had: %s" % problem)

    def test_closed_pipe_ends_it_quietly(self):
        with tempfile.TemporaryFile() as words, start("pronounce", stdin=words) as program:
            words.write("\n".join(words_of(GREEDY) * 20).encode())
            words.seek(0)
            self.assertTrue(read_lines(program.stdout, 1))
            program.stdout.close()
            self.assertEqual(program.wait(60), 0)
            self.assertEqual(program.stderr.read(), b"")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_full_disk(self):
        for arguments in ["pronounce", "cat"], ["describe", "pronounce"], ["--help"], ["--version"]:
            with self.subTest(arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(done.stderr,
                                 b"typeformer: standard output: cannot be written: No space left on device\n")
                self.assertEqual(done.returncode, 1)

    def test_closed_streams(self):
        with start("pronounce", "cat", close=[1]) as program:
            self.assertEqual((program.wait(30), program.stderr.read()),
                             (1, b"typeformer: standard output: cannot be written: Bad file descriptor\n"))
        with start("pronounce", close=[0]) as program:
            self.assertEqual((program.wait(30), program.stderr.read()),
                             (1, b"typeformer: standard input: cannot be read: Bad file descriptor\n"))
        with start("pronounce", *KNOWN, "cat", "c4t", close=[0, 2]) as program:
            self.assertEqual((program.wait(30), program.stdout.read()), (1, b"cat\tK AE T\n"))

    def counted(self, words=(b"cat\n",), *arguments, code=0, **streams):
        """What a terminal on standard error gets from "cat" and other words with a while between them."""
        seen, error = self.terminal()
        with start("pronounce", *arguments, stderr=error, **streams) as program:
            os.close(error)
            for word in (b"cat\n", *words):
                program.stdin.write(word)
                if program.stdout and word == b"cat\n":
                    self.assertTrue(read_lines(program.stdout, 1))
                time.sleep(0.2)
            program.stdin.close()
            self.assertEqual(program.wait(30), code)
        text = b""
        try:
            while select.select([seen], [], [], 5)[0]:
                text += os.read(seen, 4096)
        except OSError:  # the terminal has no writer any more
            pass
        os.close(seen)
        return text.decode()

    def test_progress_is_shown_where_nothing_else_is(self):
        text = self.counted()
        self.assertRegex(text, r"\r\x1b\[K2 words, [0-9]+ a second")
        self.assertTrue(text.endswith("\r\x1b[K"))

    def test_progress_makes_room_for_complaints(self):
        text = self.counted([b"cat\n", b"B2B\n"], "--color", "never", code=1)
        self.assertRegex(text, r"2 words, [0-9]+ a second\r\x1b\[Ktypeformer: line 3: 'B2B' has the digit '2'")

    def test_progress_is_not_shown_beside_the_answers(self):
        other, terminal = self.terminal()
        self.assertEqual(self.counted(stdout=terminal), "")
        os.close(other)
        os.close(terminal)
