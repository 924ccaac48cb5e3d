"""The command line: help, version, and what has no meaning."""

import os
import pty
import re
import resource
from pathlib import Path

from program import PROGRAM, Test, run, start


class Usage(Test):
    def test_wrong_usage(self):
        cases = [
            (["pronounce", "--fast"], "The following argument was not expected: --fast"),
            (["pronounce", "-x"], "The following argument was not expected: -x"),
            (["pronounce", "A", "--fast=1", "B"], "The following argument was not expected: --fast=1"),
            (["pronounce", "--fast\x1b"], "The following argument was not expected: --fast\\x1b"),
            (["pronounce", "--threads"], "--threads: 1 required N missing"),
            (["pronounce", "--nbest", "2", "A"], "--nbest requires --beam"),
            (["pronounce", "--beam", "4", "--nbest", "5"], "--nbest: 5 asked for, but a beam of 4 finds at most 4"),
            (["pronounce", "--attention", "a.svg"], "--attention: one WORD is drawn, but 0 are given"),
            (["pronounce", "--attention", "a.svg", "A", "B"], "--attention: one WORD is drawn, but 2 are given"),
            (["pronounce", "--attention", "a.svg", "--beam", "2", "A"], "--beam excludes --attention"),
            (["score"], "MODEL is required"),
            (["score", "gpt"], "MODEL: gpt not in {pronounce}"),
            (["score", "pronounce", "A"], "The following argument was not expected: A"),
            (["describe"], "MODEL is required"),
            (["describe", "pronounce", "paper_base"], "The following argument was not expected: paper_base"),
            (["describe", "gpt\x1b"], "MODEL: gpt\\x1b not in {pronounce,paper_base}"),
        ]
        cases += [(["pronounce", "--threads", n], "--threads: %s is not a whole number from 1 to 1024" % n)
                  for n in ("0", "-1", "+1", "x", "1x", "0x1", "1.5", "1025", "99999999999999999999")]
        cases += [(["pronounce", "--beam", "4", option, n], "%s: %s is not a whole number from 1 to 16" % (option, n))
                  for option in ("--beam", "--nbest") for n in ("0", "17", "x")]
        for arguments, sentence in cases:
            with self.subTest(arguments):
                self.check(run(*arguments), 2, "", f"{sentence}; see typeformer {arguments[0]} --help")

    def test_without_arguments_each_command_has_an_example(self):
        said = run().err
        for command in "pronounce", "describe", "score", "evaluate", "train", "completion":
            self.assertIn(f"  $ typeformer {command} ", said)

    def test_what_is_not_a_command(self):
        for first in "walk", "walk\x1b", "":
            with self.subTest(first):
                seen = first.replace("\x1b", "\\x1b")
                self.check(run(first, "A"), 2, "", f"'{seen}' is not a command; the commands are pronounce, describe, "
                           "score, evaluate, train, completion; see typeformer --help")

    def test_what_was_probably_meant(self):
        for given, meant in ("pronounse", "pronounce"), ("discribe", "describe"), ("trian", "train"), ("scor", "score"):
            with self.subTest(given):
                self.assertIn(f"'{given}' is not a command (did you mean {meant}?); the commands are",
                              run(given, "A").err)

    def test_options_come_after_the_command(self):
        for arguments in ["--fast"], ["--threads", "2", "pronounce", "a"], ["-x", "describe"]:
            with self.subTest(arguments):
                command = "describe" if "describe" in arguments else "pronounce"
                self.check(run(*arguments), 2, "", f"'{arguments[0]}' stands before the command, but options come after "
                           f"it, as in typeformer {command} --help")

    train = ["train", "pronounce", "--data", "a", "--out", "b"]
    pronounce, evaluate = ["pronounce", "cat"], ["evaluate", "pronounce"]

    def test_real_numbers(self):
        for option, expected in [("--rate", "a number above 0"), ("--clip", "a number of at least 0"),
                                 ("--weight-decay", "a number of at least 0"), ("--minutes", "a number from 0 to 1000000000"),
                                 ("--dropout", "a number from 0 to 0.999999"), ("--ema", "a number from 0 to 0.999999")]:
            for wrong in "nan", "inf", "-inf", "-1", "0.1x", "x", "0,1", "1e999":
                with self.subTest((option, wrong)):
                    self.check(run(*self.train, option, wrong), 2, "",
                               f"{option}: {wrong} is not {expected}; see typeformer train --help")
        self.check(run(*self.train, "--rate", "0"), 2, "", "--rate: 0 is not a number above 0; see typeformer train --help")

    def test_whole_numbers(self):
        most = 2 ** 64 - 1
        for option, wrong, expected in [("--steps", "010x", "1 to 1000000000"), ("--seed", str(most + 1), f"0 to {most}"),
                                        ("--seed", "''", f"0 to {most}"), ("--average", "1001", "0 to 1000"),
                                        ("--warmup", "-1", "0 to 1000000000"), ("--seed", "0x10", f"0 to {most}"),
                                        ("--steps", "1e3", "1 to 1000000000")]:
            with self.subTest((option, wrong)):
                self.check(run(*self.train, option, "" if wrong == "''" else wrong), 2, "",
                           f"{option}: {wrong} is not a whole number from {expected}; see typeformer train --help")
        self.check(run(*self.train, "--seed", "9" * 400), 2, "",
                   "--seed: '%s…' is not a whole number from 0 to %d; see typeformer train --help" % ("9" * 100, most))
        # With zeros in front they are decimal too.
        for fine in "010", "016":
            done = run("pronounce", "--beam", fine, "--nbest", "0009", "cat")
            self.check(done, 0, done.out)
            self.assertEqual(len(done.out.splitlines()), 9)

    def test_files_have_a_name(self):
        for option in "--data", "--out", "--dev", "--start", "--log", "--plot":
            self.check_no_name(option, *self.train[:2], *(["--data", "a"] if option == "--out" else ["--out", "b"]))
        for command, options in [(self.pronounce, ["--model", "--attention"]),
                                 (self.evaluate, ["--data", "--model", "--errors"]),
                                 (["score", "pronounce"], ["--data", "--model"])]:
            for option in options:
                self.check_no_name(option, *command)

    def check_no_name(self, option, *arguments):
        with self.subTest((option, *arguments)):
            self.check(run(*arguments, option, ""), 2, "", f"{option}: the name of a file is expected, but the text is "
                       f"empty; see typeformer {arguments[0]} --help")
            self.check(run(*arguments, option + "=", "a"), 2, "",
                       f"'{option}=' has no value behind the '='; see typeformer --help")

    def complaint(self, *arguments, terminal=False, **environment):
        """What `pronounce` of no word says on standard error, a pipe or a terminal."""
        more = {"env": {**{n: v for n, v in os.environ.items() if n not in ("NO_COLOR", "TERM")}, **environment}}
        command = ["pronounce", *arguments, "Ψ"]
        if not terminal:
            return run(*command, **more).err
        shown, stderr = pty.openpty()
        with start(*command, stderr=stderr, **more) as program:
            os.close(stderr)
            program.wait()
        with os.fdopen(shown, "rb") as text:
            return text.read1().decode().replace("\r\n", "\n")

    def test_colors_are_for_terminals_or_as_somebody_asks(self):
        plain = self.complaint()
        self.assertRegex(plain, "^typeformer: ")
        red = plain.replace("typeformer:", "\x1b[1;31mtypeformer:\x1b[0m", 1)
        xterm = {"terminal": True, "TERM": "xterm"}
        for expected, arguments, where in [
            (plain, (), {"TERM": "xterm"}),
            (red, (), xterm),
            (plain, (), {"terminal": True}),
            (plain, (), {**xterm, "TERM": "dumb"}),
            (plain, (), {**xterm, "NO_COLOR": "1"}),
            (red, (), {**xterm, "NO_COLOR": ""}),
            (red, ("--color", "auto"), xterm),
            (plain, ("--color", "never"), xterm),
            (red, ("--color", "always"), {"NO_COLOR": "1"}),
            (red, ("--color=always",), {}),
        ]:
            with self.subTest((arguments, where)):
                self.assertEqual(self.complaint(*arguments, **where), expected)
        self.check(run("pronounce", "--color", "red", "A"), 2, "",
                   "--color: red not in {auto,always,never}; see typeformer pronounce --help")
        # An option without meaning that stands behind it is told as asked for.
        self.assertRegex(run("score", "--color", "always", "--fast").err, "^\x1b")

    def test_no_command(self):
        done = run()
        self.assertEqual((done.returncode, done.out), (2, ""))
        self.assertEqual(done.err, "typeformer: no command is given\n\n" + run("--help").out)

    def test_help(self):
        for arguments in ["--help"], ["-h"], ["pronounce", "--help"], ["pronounce", "-h"], ["describe", "--help"], \
                ["score", "--help"]:
            with self.subTest(arguments):
                done = run(*arguments)
                self.check(done, 0, done.out)
                self.assertIn("\nUsage: " + " ".join(["typeformer", *arguments[:-1]]), done.out)
                self.assertIn("Examples:", done.out)
                self.assertRegex(done.out.lower(), r"exit code")
                self.assertLessEqual(max(map(len, done.out.splitlines())), 100)
        for variable in "NO_COLOR", "TYPEFORMER_INSTRUCTION_SET", "TYPEFORMER_THREADS":
            self.assertIn(variable, run("--help").out)

    def test_examples_of_the_help_are_true(self):
        for text in run("--help").out, run("pronounce", "--help").out:
            command, answer = re.search(r"\$ typeformer (pronounce \w+)\n  (.*\n)", text).groups()
            self.check(run(*command.split()), 0, answer)

    def test_version(self):
        done = run("--version")
        self.check(done, 0, done.out)
        self.assertRegex(done.out, r"\Atypeformer \d+\.\d+\.\d+\S*\ninstruction set (sse2|avx2|avx_vnni|avx512|avx512_vnni|avx512_bf16|amx|neon|neon_dot|neon_bf16)\n\Z")

    def test_instruction_set(self):
        done = run("--version", env={**os.environ, "TYPEFORMER_INSTRUCTION_SET": "mmx"})
        self.assertEqual((done.returncode, done.out), (1, ""))
        self.assertIn("TYPEFORMER_INSTRUCTION_SET", done.err)

    def test_number_of_threads(self):
        for given in "0", "two", "", "\x1b[31m2\n":
            with self.subTest(given):
                done = run("pronounce", "A", env={**os.environ, "TYPEFORMER_THREADS": given})
                self.assertEqual((done.returncode, done.out), (1, ""))
                given = given.replace("\x1b", "\\x1b").replace("\n", "\\x0a")
                self.assertIn(f'TYPEFORMER_THREADS is "{given}"; it must be a number from 1 to 1024', done.err)
        for arguments, given in ([], "2"), (["--threads", "0001"], "two"):
            with self.subTest(arguments):
                done = run("pronounce", "A", *arguments, env={**os.environ, "TYPEFORMER_THREADS": given})
                self.assertEqual((done.returncode, done.err), (0, ""))

    def test_more_threads_than_there_can_be(self):
        if b"__asan_init" in Path(PROGRAM).read_bytes():
            self.skipTest("the sanitizer has a memory of its own")

        def big_stacks():  # a few of them fill the memory that there may be
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 30, 1 << 30))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

        done = run("pronounce", "--threads", "64", "A", preexec_fn=big_stacks)
        self.assertRegex(done.err, r"\Atypeformer: threads: only \d of 64 threads could be started: .+\n\Z")
        self.assertEqual((done.returncode, done.out), (1, ""))
