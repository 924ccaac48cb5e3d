"""The command line: help, version, and what has no meaning."""

import os
import re

from program import Test, run


class Usage(Test):
    def test_wrong_usage(self):
        cases = [
            (["walk"], "there is no command 'walk'; there are pronounce and describe"),
            (["--fast"], "there is no option '--fast'"),
            (["pronounce", "--fast"], "there is no option '--fast'"),
            (["pronounce", "-x"], "there is no option '-x'"),
            (["pronounce", "--threads"], "the option --threads needs a value"),
            (["pronounce", "--json=yes"], "the option --json takes no value, but 'yes' is given"),
            (["describe"], "describe needs the name of one model: pronounce, paper_base"),
            (["describe", "pronounce", "paper_base"], "describe needs the name of one model: pronounce, paper_base"),
            (["describe", "gpt\x1b"], "there is no model 'gpt\\x1b'; there are pronounce, paper_base"),
        ]
        cases += [(["pronounce", "--threads", n], "--threads needs a number from 1 to 1024, not '%s'" % n)
                  for n in ("0", "-1", "x", "1x", "", "1025", "99999999999999999999")]
        for arguments, sentence in cases:
            with self.subTest(arguments):
                self.check(run(*arguments), 2, "", sentence + "; see typeformer --help")

    def test_no_command(self):
        done = run()
        self.assertEqual((done.returncode, done.out), (2, ""))
        self.assertEqual(done.err, "typeformer: no command is given\n\n" + run("--help").out)

    def test_help(self):
        for arguments in ["--help"], ["-h"], ["pronounce", "--help"], ["pronounce", "-h"], ["describe", "--help"]:
            with self.subTest(arguments):
                done = run(*arguments)
                self.check(done, 0, done.out)
                self.assertIn("Examples:", done.out)
                self.assertRegex(done.out.lower(), r"exit code")
                self.assertLessEqual(max(map(len, done.out.splitlines())), 80)
        self.assertIn("TYPEFORMER_INSTRUCTION_SET", run("--help").out)

    def test_examples_of_the_help_are_true(self):
        for text in run("--help").out, run("pronounce", "--help").out:
            command, answer = re.search(r"\$ typeformer (pronounce \w+)\n  (.*\n)", text).groups()
            self.check(run(*command.split()), 0, answer)

    def test_version(self):
        done = run("--version")
        self.check(done, 0, done.out)
        self.assertRegex(done.out, r"\Atypeformer \d+\.\d+\.\d+\S*\ninstruction set (sse2|avx2|avx512|neon)\n\Z")

    def test_instruction_set(self):
        done = run("--version", env={**os.environ, "TYPEFORMER_INSTRUCTION_SET": "mmx"})
        self.assertEqual((done.returncode, done.out), (1, ""))
        self.assertIn("TYPEFORMER_INSTRUCTION_SET", done.err)
