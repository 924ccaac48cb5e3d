"""Completions of shells and the manual page: they name what --help names."""

import re
import shutil
import subprocess
import unittest

from program import Test, run

COMMANDS = ["pronounce", "describe", "score", "evaluate", "train", "completion"]
SHELLS = ["bash", "zsh", "fish"]


def options_of(command):
    return set(re.findall(r"^  (?:-h,)?(--[a-z-]+)", run(command, "--help").out, re.M))


def completed(*words):
    """What bash offers for the last of the words."""
    line = " ".join(f"'{word}'" for word in ("typeformer", *words))
    script = (f'{run("completion", "bash").out}\nCOMP_WORDS=({line}) COMP_CWORD={len(words)}\n'
              '_typeformer\nprintf "%s\\n" "${COMPREPLY[@]}"')
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return sorted(result.stdout.split())


class Completion(Test):
    def test_each_option_is_there(self):
        scripts = {shell: run("completion", shell).out for shell in SHELLS}
        page = run("man-page").out.replace("\\-", "-")
        for command in COMMANDS:
            self.assertIn(command, page)
            options = options_of(command)
            self.assertIn("--help", options)
            for option in options:
                with self.subTest(f"{command} {option}"):
                    self.assertIn(option, scripts["bash"])
                    self.assertIn(f"'{option}[", scripts["zsh"])
                    self.assertIn(f"seen_subcommand_from {command}' -l {option[2:]} ", scripts["fish"])
                    self.assertIn(f".B {option}", page)

    def test_bash(self):
        self.assertEqual(completed("pro"), ["pronounce"])
        self.assertEqual(completed("train", "--smoothing"), ["--smoothing", "--smoothing-over"])
        self.assertEqual(completed("train", "--schedule", ""), ["constant", "cosine", "inverse-root", "linear"])
        self.assertEqual(completed("train", "--steps", ""), [])
        self.assertEqual(completed("describe", "paper"), ["paper_base"])
        self.assertEqual(completed("score", "--data", __file__[:-1]), [__file__])

    def test_other_shells_read_their_scripts(self):
        for shell in "zsh", "fish":
            if not shutil.which(shell):
                continue
            read = subprocess.run([shell, "-n"], input=run("completion", shell).out, text=True, capture_output=True,
                                  check=False)
            self.assertEqual((read.returncode, read.stderr), (0, ""))

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_the_page_is_roff(self):
        shown = subprocess.run(["groff", "-man", "-Tutf8", "-Kutf8", "-ww"], input=run("man-page").out, text=True,
                               capture_output=True, check=True)
        self.assertNotIn("warning: macro", shown.stderr)
        self.assertIn("Transformers whose shapes are types", shown.stdout)

    def test_a_shell_that_is_not_known(self):
        self.check(run("completion", "csh"), 2, "",
                   "SHELL: csh not in {bash,zsh,fish}; see typeformer completion --help")
