"""`typeformer evaluate`: what it counts and prints, and which input is an error."""

import json
import os
import pty
import random
import select
import signal
import tempfile
import time
from pathlib import Path

from program import GREEDY, REFERENCE, Test, WEIGHTS, run, start


class Evaluate(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, content, name="data.tsv"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def evaluate(self, data, *arguments, **more):
        return run("evaluate", "pronounce", "--model", str(WEIGHTS), "--data", data, *arguments, **more)

    def counts(self, data, *arguments):
        done = self.evaluate(data, "--json", *arguments)
        self.check(done, 0, done.out)
        return json.loads(done.out)

    def altered(self):
        """Data of which the model's answers differ in ways that can be counted, and what evaluating it tells."""
        lines, wrong, phones = [], [], 0
        for number, line in enumerate(GREEDY.splitlines()):
            word, said = line.split("\t")
            said = said.split(" ")
            other = "ZH" if said[0] != "ZH" else "OY"  # than it begins with
            references = [said]
            if number % 8 == 1:  # a reference that is right, and others that are not, in other lines
                references = [[other] + said, said, [other]]
            elif number % 8 == 2:
                references = [[other] + said[1:]]
            elif number % 8 == 3 and len(said) < 39:
                references = [[other] + said]
            elif number % 8 == 4 and len(said) > 1 and said[0] != said[1]:
                references = [said[1:]]
            if said not in references:
                wrong.append([word, said, references])
            phones += len(said if said in references else references[0])
            lines += ["%s\t%s" % (word, " ".join(r)) for r in references]
        random.Random(1).shuffle(lines)
        return "\n".join(lines) + "\n", wrong, phones

    def test_what_the_model_says_is_right(self):
        report = self.counts(self.written(GREEDY))
        self.assertEqual((report["words"], report["word_errors"], report["wer"]), (480, 0, 0))
        self.assertEqual((report["phone_errors"], report["per"], report["confusions"]), (0, 0, []))
        self.assertEqual(report["phones"], sum(len(line.split("\t")[1].split()) for line in GREEDY.splitlines()))
        self.assertEqual((report["model"], report["parameters"], report["beam"]), ("pronounce", 1397760, 1))
        self.assertGreater(report["seconds"], 0)
        self.assertAlmostEqual(report["words_per_second"] * report["seconds"], 480)

    def test_counts(self):
        content, wrong, phones = self.altered()
        report = self.counts(self.written(content), "--threads", "2")
        lengths = [(len(said), len(references[0])) for _, said, references in wrong]
        substitutions = sum(a == b for a, b in lengths)
        insertions, deletions = sum(a > b for a, b in lengths), sum(a < b for a, b in lengths)
        self.assertGreater(min(substitutions, insertions, deletions), 30)
        self.assertEqual((report["words"], report["word_errors"]), (480, len(wrong)))
        self.assertEqual((report["phones"], report["phone_errors"]), (phones, len(wrong)))
        self.assertEqual((report["substitutions"], report["insertions"], report["deletions"]),
                         (substitutions, insertions, deletions))
        self.assertAlmostEqual(report["wer"], len(wrong) / 480)
        self.assertAlmostEqual(report["per"], len(wrong) / phones)
        times = [c["times"] for c in report["confusions"]]
        self.assertEqual((sum(times), times), (substitutions, sorted(times, reverse=True)))
        self.assertTrue(all(set(c) == {"expected", "predicted", "times"} for c in report["confusions"]))
        self.assertTrue(all(c["expected"] in ("ZH", "OY") for c in report["confusions"]))

    def test_text(self):
        content, wrong, phones = self.altered()
        done = self.evaluate(self.written(content))
        self.check(done, 0, done.out)
        self.assertRegex(done.out, r"(?m)^words +480 +%d +%.2f %%$" % (len(wrong), 100 * len(wrong) / 480))
        self.assertRegex(done.out, r"(?m)^phones +%s +%d +%.2f %%$" %
                         ("{:,}".format(phones), len(wrong), 100 * len(wrong) / phones))
        self.assertRegex(done.out, r"(?m)^expected  predicted  times\nZH ")
        self.assertRegex(done.out, r"\n[0-9.]+ seconds, [0-9,]+ words a second\n\Z")
        self.assertNotIn("expected", self.evaluate(self.written(GREEDY)).out)

    def test_words_of_either_case_are_one(self):
        report = self.counts(self.written("CAT\tK AE T\ndog\tD AO\r\nDog\tD AO G\nCat\tK\n"))
        self.assertEqual((report["words"], report["word_errors"], report["phones"]), (2, 0, 6))

    def test_beam(self):
        data = self.written(GREEDY)
        narrow, wide = self.counts(data, "--beam", "1"), self.counts(data, "--beam", "4")
        self.assertEqual((narrow["beam"], narrow["word_errors"]), (1, 0))
        # It finds more likely pronunciations, so of some words others.
        self.assertEqual((wide["beam"], wide["words"]), (4, 480))
        self.assertTrue(0 < wide["word_errors"] < 48, wide["word_errors"])

    def test_word_errors_are_written(self):
        content, wrong, _ = self.altered()
        errors = self.folder / "errors.tsv"
        errors.write_text("what was there before")
        done = self.evaluate(self.written(content), "--errors", str(errors))
        self.check(done, 0, done.out)
        heading, *lines = errors.read_text().splitlines()
        self.assertEqual(heading, "word\tpredicted\treferences")
        self.assertEqual(sorted(lines), sorted("%s\t%s\t%s" % (word, " ".join(said), " ".join(references[0]))
                                               for word, said, references in wrong))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["data.tsv", "errors.tsv"])

        done = self.evaluate(self.written("CAT\tK\nCAT\tT\n"), "--errors", str(errors))
        self.assertEqual(errors.read_text(), "word\tpredicted\treferences\nCAT\tK AE T\tK | T\n")

    def test_where_word_errors_cannot_be_written(self):
        data = self.written("CAT\tK AE T\n")
        sentences = {
            "/nowhere/errors.tsv": "cannot be written: No such file or directory",
            str(self.folder): "cannot be written: it is a directory",
            data: "is both --data and --errors, but what is written needs a file of its own",
            str(WEIGHTS): "is both --model and --errors, but what is written needs a file of its own",
        }
        link = str(self.folder / "link.tsv")
        os.symlink(data, link)
        sentences[link] = sentences[data]
        for path, sentence in sentences.items():
            with self.subTest(path):
                self.check(self.evaluate(data, "--errors", path), 1, "", path + ": " + sentence)
        self.assertEqual(Path(data).read_text(), "CAT\tK AE T\n")

    bad = "CAT\tK AE T\n\nB2B\tB\nDOG\nDOG\tD AO1 G\n\tT\nCAT\t\n\xff\tK\nDOG\tD AO G".encode("latin-1")
    reasons = ["line 2: the line is empty",
               "line 3: 'B2B' has the digit '2', but only A to Z and the apostrophe are known",
               "line 4: 'DOG' has no tab between word and phones",
               "line 5: the phone 'AO1' has a stress mark, but only 'AO' without one is known",
               "line 6: the word is empty"]

    def test_bad_lines_are_refused(self):
        data = self.written(self.bad)
        self.check(self.evaluate(data), 1, "", data + ", " + self.reasons[0] + " (6 more lines are bad)")
        done = self.evaluate(self.written("CAT\tK QQ T\n"))
        self.assertRegex(done.err, r"line 1: the phone 'QQ' is not known, but only AA, AE, .* and ZH are\n\Z")

    def test_bad_lines_are_left_out(self):
        data = self.written(self.bad)
        complaints = [data + ", " + reason for reason in self.reasons] + ["2 more lines are left out"]
        for arguments in [], ["--json"]:
            done = self.evaluate(data, "--skip-bad", *arguments)
            self.check(done, 0, done.out, *complaints)
        report = json.loads(done.out)
        self.assertEqual((report["words"], report["word_errors"], report["skipped_lines"]), (2, 0, 7))

    def test_data_that_is_none(self):
        nothing, bad = self.written("", "empty.tsv"), self.written("CAT\n", "bad.tsv")
        self.check(self.evaluate(nothing), 1, "", nothing + ": holds no pronunciations")
        self.check(self.evaluate(bad, "--skip-bad"), 1, "",
                   "%s: holds no pronunciations: %s, line 1: 'CAT' has no tab between word and phones" % (bad, bad))
        self.check(self.evaluate("/nowhere/a.tsv"), 1, "", "/nowhere/a.tsv: cannot be opened: No such file or directory")
        self.check(self.evaluate(str(self.folder)), 1, "", str(self.folder) + ": is a directory, not a file")

    def test_wrong_usage(self):
        cases = [([], "MODEL is required"),
                 (["pronounce"], "--data is required"),
                 (["gpt", "--data", "a"], "MODEL: gpt not in {pronounce}"),
                 (["pronounce", "--data", "a", "b"], "The following argument was not expected: b"),
                 (["pronounce", "--data", "a", "--threads", "0"], "--threads: 0 is not a whole number from 1 to 1024")]
        cases += [(["pronounce", "--data", "a", "--beam", n], "--beam: %s is not a whole number from 1 to 16" % n)
                  for n in ("0", "17", "x")]
        for arguments, sentence in cases:
            with self.subTest(arguments):
                self.check(run("evaluate", *arguments), 2, "", sentence + "; see typeformer evaluate --help")

    def test_help(self):
        done = run("evaluate", "--help")
        self.check(done, 0, done.out)
        self.assertIn("Examples:", done.out)
        self.assertLessEqual(max(map(len, done.out.splitlines())), 100)
        # Its example of a line is one.
        line = next(line for line in done.out.splitlines() if "\t" in line)
        self.assertEqual(self.counts(self.written(line.strip() + "\n"))["words"], 1)

    def many_words(self, count):
        choose = random.Random(2)
        words = {"".join(choose.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ", k=8)) for _ in range(count)}
        return self.written("".join(word + "\tT\n" for word in sorted(words))), len(words)

    def test_progress_is_shown_on_a_terminal(self):
        try:
            seen, error = pty.openpty()
        except OSError as problem:  # a container without /dev/pts
            self.skipTest("there is no terminal to be had: %s" % problem)
        self.addCleanup(os.close, seen)
        data, words = self.many_words(2500)
        with start("evaluate", "pronounce", "--data", data, "--beam", "4", "--threads", "1", stderr=error) as program:
            os.close(error)
            program.stdin.close()
            self.assertIn(b"words", program.stdout.read())
            self.assertEqual(program.wait(60), 0)
        text = b""
        try:
            while select.select([seen], [], [], 5)[0]:
                text += os.read(seen, 4096)
        except OSError:  # the terminal has no writer any more
            pass
        self.assertRegex(text.decode(), r"\r\x1b\[K[0-9],[0-9]{3} of %s words" % "{:,}".format(words))
        self.assertTrue(text.endswith(b"\r\x1b[K"))

    def test_interruption(self):
        data, _ = self.many_words(30000)
        errors = self.folder / "errors.tsv"
        with start("evaluate", "pronounce", "--data", data, "--errors", str(errors)) as program:
            time.sleep(1)
            program.send_signal(signal.SIGINT)
            self.assertEqual(program.wait(10), 130)
            self.assertEqual(program.stdout.read() + program.stderr.read(), b"")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["data.tsv"])

    def test_interruption_while_word_errors_are_written(self):
        data, errors = self.written("CAT\tK\n" * 4000), self.folder / "errors.tsv"
        for _ in range(8):
            with start("evaluate", "pronounce", "--data", data, "--errors", str(errors)) as program:
                while program.poll() is None:
                    if any(self.folder.glob(".typeformer-*")):
                        program.send_signal(signal.SIGINT)
                        break
                self.assertIn(program.wait(10), (0, 130))
            self.assertEqual(list(self.folder.glob(".typeformer-*")), [])


class Figures(Test):
    """What the models are known to do on words that they were not trained on."""

    def evaluate(self, *arguments):
        done = run("evaluate", "pronounce", "--data", str(REFERENCE / "dev.tsv"), "--json", *arguments)
        self.check(done, 0, done.out)
        result = json.loads(done.out)
        self.assertEqual(result["words"], 5447)
        return result

    def test_the_first_model(self):
        result = self.evaluate("--model", str(WEIGHTS))
        self.assertEqual(result["parameters"], 1_397_760)
        self.assertEqual((round(100 * result["wer"], 1), round(100 * result["per"], 1)), (30.3, 7.4))

    def test_the_embedded_model(self):
        result = self.evaluate("--beam", "4")
        self.assertLessEqual(result["parameters"], 2_500_000)
        self.assertLessEqual(result["wer"], 0.23)
        self.assertLessEqual(result["per"], 0.056)
