"""`typeformer score`: what it answers and which input is an error."""

import json
import math
import os
import tempfile
from pathlib import Path

from program import GREEDY, KNOWN, Test, read_lines, run, start, words_of


def score(*arguments, **more):
    return run("score", "pronounce", *KNOWN, *arguments, **more)


def rows_of(text):
    return [line.split("\t") for line in text.splitlines()]


class Score(Test):
    def test_scores_are_what_a_search_gives_out(self):
        words = "\n".join(words_of(GREEDY))
        found = run("pronounce", *KNOWN, "--beam", "8", "--nbest", "8", stdin=words).out
        done = score(stdin=found)  # silence is among them
        self.check(done, 0, done.out)
        self.assertEqual([r[:2] for r in rows_of(done.out)], [r[:2] for r in rows_of(found)])
        for (word, phones, expected), (_, _, found) in zip(rows_of(found), rows_of(done.out)):
            self.assertAlmostEqual(float(found), float(expected), delta=1e-4, msg=word + " " + phones)

    def test_file_and_standard_input_and_any_number_of_threads_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "data.tsv"
            path.write_text(GREEDY)
            expected = score(stdin=GREEDY).out
            self.assertEqual(rows_of(expected)[0][:2], rows_of(GREEDY)[0])
            for threads in "1", "2", "3":
                self.check(score("--data", str(path), "--threads", threads), 0, expected)

    def test_the_model_in_the_program(self):
        done = run("score", "pronounce", stdin="cat\tK AE T\ncat\tZH ZH\n")
        self.check(done, 0, done.out)
        (_, _, right), (_, _, wrong) = rows_of(done.out)
        self.assertGreater(0, float(right))
        self.assertGreater(float(right), float(wrong) + 3)

    def test_json(self):
        rows = rows_of(score(stdin=GREEDY).out)
        answers = [json.loads(line) for line in score("--json", stdin=GREEDY).out.splitlines()]
        self.assertEqual([[t["word"], " ".join(t["phones"]), "%.6f" % t["log_probability"]] for t in answers], rows)
        self.assertTrue(all(list(t) == ["word", "phones", "log_probability"] for t in answers))

    def test_perplexity(self):
        rows = rows_of(score(stdin=GREEDY).out)
        phones = sum(len(r[1].split()) + 1 for r in rows)
        expected = math.exp(-sum(float(r[2]) for r in rows) / phones)
        done = score("--perplexity", stdin=GREEDY)
        self.check(done, 0, done.out)
        self.assertAlmostEqual(float(done.out), expected, delta=1e-5)
        answers = json.loads(score("--perplexity", "--json", stdin=GREEDY).out)
        self.assertEqual((answers["lines"], answers["phones"]), (480, phones))
        self.assertAlmostEqual(answers["perplexity"], expected, delta=1e-5)
        self.assertAlmostEqual(answers["log_probability"], -math.log(expected) * phones, delta=1e-2)

    def test_lines_may_have_spaces_at_their_ends_and_a_third_column(self):
        done = score(stdin="  cat\tK AE T \r\ncat\tK AE T\t-1\ncat\t K  AE T\t\tmore\ncat\tK AE T")
        self.check(done, 0, done.out)
        self.assertEqual(len(done.out.splitlines()), 4)
        self.assertEqual(len({r[2] for r in rows_of(done.out)}), 1)
        self.assertTrue(all(r[:2] == ["cat", "K AE T"] for r in rows_of(done.out)))

    def test_a_byte_order_mark_is_not_of_the_first_line(self):
        expected = score(stdin="cat\tK AE T\n").out
        self.check(score(stdin="\ufeffcat\tK AE T\n"), 0, expected)

    def test_a_line_is_answered_before_the_next_is_written(self):
        with start("score", "pronounce", *KNOWN) as program:
            program.stdin.write(b"cat\tK AE T\n")
            self.assertRegex(read_lines(program.stdout, 1), r"\Acat\tK AE T\t-\d+\.\d{6}\n\Z")
            program.stdin.close()
            self.assertEqual(program.wait(30), 0)


class BadLines(Test):
    def test_each_is_told_with_its_line_and_the_others_are_answered(self):
        lines = "cat\tK AE T\n\ncat\nc4t\tK\ncat\tK AE1 T\ncat\tk\n\tK\n%s\ndog\tD AO G\n" % ("x" * 5000)
        done = score(stdin=lines)
        self.check(done, 1, done.out,
                   "line 2: the line is empty",
                   "line 3: 'cat' has no tab between word and phones",
                   "line 4: 'c4t' has the digit '4', but only A to Z and the apostrophe are known",
                   "line 5: the phone 'AE1' has a stress mark, but only 'AE' without one is known",
                   done.err.splitlines()[4][len("typeformer: "):],
                   "line 7: the word is empty",
                   "line 8: '%s…' has 5000 bytes, but at most 4096 are read" % ("x" * 100))
        self.assertIn("line 6: the phone 'k' is not known, but only AA, AE, ", done.err)
        self.assertEqual([r[:2] for r in rows_of(done.out)], [["cat", "K AE T"], ["dog", "D AO G"]])

    def test_bad_lines_do_not_count_for_perplexity(self):
        good = score("--perplexity", stdin="cat\tK AE T\n").out
        self.check(score("--perplexity", stdin="c4t\tK\ncat\tK AE T\n"), 1, good,
                   "line 1: 'c4t' has the digit '4', but only A to Z and the apostrophe are known")

    def test_too_many_phones(self):
        done = score(stdin="cat\t" + "K " * 40 + "\ncat\t" + "K " * 39 + "\n")
        self.check(done, 1, done.out, "line 1: there are 40 phones, but at most 39 are read")
        self.assertEqual(len(done.out.splitlines()), 1)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "data.tsv")
            self.check(score("--data", path), 1, "", path + ": cannot be opened: No such file or directory")
            self.check(score("--data", folder), 1, "", folder + ": cannot be read: Is a directory")
            Path(path).write_text("cat\n")
            self.check(score("--data", path), 1, "", path + ", line 1: 'cat' has no tab between word and phones")

    def test_nothing(self):
        self.check(score(), 0, "")
        self.check(score("--perplexity"), 1, "", "there is no line to score, and so no perplexity")
