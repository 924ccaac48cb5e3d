"""`typeformer pronounce`: what it answers and which input is an error."""

import json
import os
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

from program import GREEDY, KNOWN, Test, WEIGHTS, read_lines, run, start, words_of


class Pronounce(Test):
    def test_the_model_in_the_program(self):
        words = words_of(GREEDY)
        done = run("pronounce", *words)
        self.check(done, 0, done.out)
        self.assertEqual(words_of(done.out), words)
        for line in done.out.splitlines():
            self.assertRegex(line, r"\A[A-Z']+\t[A-Z]{1,2}( [A-Z]{1,2})*\Z")

    def test_arguments_agree_with_the_reference(self):
        self.check(run("pronounce", *KNOWN, *words_of(GREEDY)), 0, GREEDY)

    def test_lines_agree_with_the_reference_for_any_number_of_threads(self):
        self.assertEqual(len(GREEDY.splitlines()), 480)
        lines = "\n".join(words_of(GREEDY)) + "\n"
        for threads in [[], ["--threads", "1"], ["--threads=2"], ["--threads", "3"]]:
            self.check(run("pronounce", *KNOWN, *threads, stdin=lines), 0, GREEDY)

    def test_every_instruction_set_agrees_with_the_reference(self):
        lines = "\n".join(words_of(GREEDY)) + "\n"
        for name in "sse2", "avx2", "avx512":
            environment = {**os.environ, "TYPEFORMER_INSTRUCTION_SET": name}
            self.check(run("pronounce", *KNOWN, stdin=lines, env=environment), 0, GREEDY)

    def test_other_precisions(self):
        expected = run("pronounce", *words_of(GREEDY)).out.splitlines()
        for precision in "bf16", "int8":
            done = run("pronounce", "--precision", precision, *words_of(GREEDY))
            self.check(done, 0, done.out)
            alike = sum(a == b for a, b in zip(expected, done.out.splitlines(), strict=True))
            self.assertGreater(alike, 460)
        done = run("pronounce", "--precision", "int4", "A")
        self.assertEqual((done.returncode, done.out), (2, ""))
        self.assertIn("int4 not in {float32,bf16,int8}", done.err)
        done = run("pronounce", *KNOWN, "--precision", "int8", "A")
        self.assertEqual((done.returncode, done.out), (1, ""))
        self.assertIn("computes in float32 alone", done.err)

    def test_words_stand_as_they_were_given(self):
        self.check(run("pronounce", *KNOWN, "Cat", "o’neil", "--", "CAT"), 0,
                   "Cat\tK AE T\no’neil\tOW N IY L\nCAT\tK AE T\n")

    def test_arguments_are_not_taken_apart(self):
        self.check(run("pronounce", *KNOWN, "describe", "pronounce"), 0,
                   "describe\tD IH S K R AY B\npronounce\tP R AH N AW N S\n")
        done = run("pronounce", "[A,B]", "{}", "")
        self.check(done, 1, "",
                   "word 1: '[A,B]' has the character '[', but only A to Z and the apostrophe are known",
                   "word 2: '{}' has the character '{', but only A to Z and the apostrophe are known",
                   "word 3: the word is empty")

    def test_lines_are_trimmed(self):
        lines = "  cat \r\n\tdog\t\r\ncat" + " " * 10000 + "\n" + " " * 10000 + "dog"
        self.check(run("pronounce", *KNOWN, stdin=lines), 0, "cat\tK AE T\ndog\tD AO G\ncat\tK AE T\ndog\tD AO G\n")

    def test_no_input_is_no_output(self):
        self.check(run("pronounce"), 0, "")
        self.check(run("pronounce", stdin=b"\xef\xbb\xbf"), 0, "")

    def test_a_byte_order_mark_is_not_of_the_first_line(self):
        self.check(run("pronounce", *KNOWN, stdin=b"\xef\xbb\xbf cat\ndog"), 0, "cat\tK AE T\ndog\tD AO G\n")
        with start("pronounce", *KNOWN) as program:
            for part in b"\xef", b"\xbb", b"\xbfcat\n":
                program.stdin.write(part)
                time.sleep(0.1)
            self.assertEqual(read_lines(program.stdout, 1), "cat\tK AE T\n")
            program.stdin.close()
            self.assertEqual(program.wait(30), 0)
        for text, shown in (b"\xef", "\\xef"), (b"\xef\xbbcat", "\\xef\\xbbcat"):
            self.check(run("pronounce", stdin=text), 1, "", "line 1: '%s' is not UTF-8: its byte 1 is 0xef" % shown)

    def test_json(self):
        done = run("pronounce", *KNOWN, "--json", stdin="\n".join(words_of(GREEDY)))
        answers = [json.loads(line) for line in done.out.splitlines()]
        self.assertTrue(all(list(t) == ["word", "phones"] for t in answers))
        self.check(done, 0, done.out)
        self.assertEqual("".join("%s\t%s\n" % (t["word"], " ".join(t["phones"])) for t in answers), GREEDY)


class BadWords(Test):
    known = "but only A to Z and the apostrophe are known"

    def test_each_is_told_with_its_line_and_the_others_are_answered(self):
        lines = b"cat\n\nna\xc3\xafve\nB2B\nU.S.\nna\xefve\ndog\ntwo words\n\x1b[31mred\n\xe2\x80\x94\n" + b"a" * 64 + b"\n"
        self.check(run("pronounce", *KNOWN, stdin=lines), 1, "cat\tK AE T\ndog\tD AO G\n",
                   "line 2: the word is empty",
                   "line 3: 'naïve' has the letter 'ï' (U+00EF), " + self.known,
                   "line 4: 'B2B' has the digit '2', " + self.known,
                   "line 5: 'U.S.' has the character '.', " + self.known,
                   "line 6: 'na\\xefve' is not UTF-8: its byte 3 is 0xef",
                   "line 8: 'two words' has a space, " + self.known,
                   "line 9: '\\x1b[31mred' has the character '\\x1b' (U+001B), " + self.known,
                   "line 10: '—' has the character '—' (U+2014), " + self.known,
                   "line 11: '%s' has 64 letters, but at most 63 are read" % ("a" * 64))

    def test_longest_word(self):
        done = run("pronounce", "a" * 63)
        self.check(done, 0, done.out)
        self.assertTrue(done.out.startswith("a" * 63 + "\t"))

    def test_ten_thousand_letters(self):
        self.check(run("pronounce", *KNOWN, stdin="a" * 10000 + "\ncat\n"), 1, "cat\tK AE T\n",
                   "line 1: '%s…' has 10000 bytes, but at most 63 letters are read" % ("a" * 100))

    def test_nul(self):
        self.check(run("pronounce", stdin=b"c\0t\n"), 1, "",
                   "line 1: 'c\\x00t' has the character '\\x00' (U+0000), " + self.known)


class Beam(Test):
    lines = "\n".join(words_of(GREEDY)) + "\n"

    def test_width_1_is_greedy(self):
        self.check(run("pronounce", *KNOWN, "--beam", "1", stdin=self.lines), 0, GREEDY)

    def test_form_is_that_of_greedy_answers(self):
        done = run("pronounce", *KNOWN, "--beam", "4", stdin=self.lines)
        self.check(done, 0, done.out)
        self.assertEqual(words_of(done.out), words_of(GREEDY))
        same = sum(a == b for a, b in zip(done.out.splitlines(), GREEDY.splitlines()))
        self.assertGreater(same, 400)
        self.assertLess(same, 480)
        again = run("pronounce", *KNOWN, "--beam", "4", "--json", stdin=self.lines)
        answers = [json.loads(line) for line in again.out.splitlines()]
        self.assertEqual("".join("%s\t%s\n" % (t["word"], " ".join(t["phones"])) for t in answers), done.out)

    def test_nbest(self):
        best = run("pronounce", *KNOWN, "--beam", "4", stdin=self.lines).out.splitlines()
        for threads in "1", "2":
            done = run("pronounce", *KNOWN, "--beam", "4", "--nbest", "3", "--threads", threads, stdin=self.lines)
            self.check(done, 0, done.out)
            rows = [line.split("\t") for line in done.out.splitlines()]
            self.assertEqual([r[0] for r in rows], [w for w in words_of(GREEDY) for _ in range(3)])
            self.assertEqual(["\t".join(r[:2]) for r in rows[::3]], best)
            for first, second, third in zip(*[iter(rows)] * 3):
                self.assertEqual(len({first[1], second[1], third[1]}), 3)
                self.assertGreaterEqual(0, float(first[2]))
                self.assertGreaterEqual(float(first[2]), float(second[2]))
                self.assertGreaterEqual(float(second[2]), float(third[2]))
        answers = [json.loads(line) for line in
                run("pronounce", *KNOWN, "--beam", "4", "--nbest", "3", "--json", stdin=self.lines).out.splitlines()]
        self.assertEqual([list(t) for t in answers], [["word", "pronunciations"]] * 480)
        self.assertEqual([[t["word"], " ".join(p["phones"]), "%.6f" % p["log_probability"]]
                          for t in answers for p in t["pronunciations"]], rows)

    def test_nbest_1_shows_the_probability(self):
        done = run("pronounce", *KNOWN, "--beam", "2", "--nbest=1", "cat")
        self.assertRegex(done.out, r"\Acat\tK AE T\t-0\.\d{6}\n\Z")

    def test_bad_words(self):
        done = run("pronounce", *KNOWN, "--beam", "3", "--nbest", "2", stdin="c4t\ncat\n")
        self.check(done, 1, done.out, "line 1: 'c4t' has the digit '4', " + BadWords.known)
        self.assertEqual(words_of(done.out), ["cat", "cat"])


class Attention(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_picture(self):
        path = self.folder / "a.svg"
        self.check(run("pronounce", *KNOWN, "--attention", str(path), "typeformer"), 0,
                   "typeformer\tT AY P F AO R M ER\n")
        self.assertEqual([p.name for p in self.folder.iterdir()], ["a.svg"])
        picture = xml.etree.ElementTree.parse(path).getroot()
        self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")
        texts = [t.text for t in picture.iter("{http://www.w3.org/2000/svg}text")]
        for label in [*"TYPEFORMER", "AY", "AO", "ER", "</s>"]:
            self.assertIn(label, texts)
        self.assertIn("typeformer", " ".join(texts))
        fields = [r for r in picture.iter("{http://www.w3.org/2000/svg}rect") if len(r)]
        self.assertEqual(len(fields), 11 * 9)

    def test_picture_though_nobody_reads_the_answer(self):
        path = self.folder / "a.svg"
        read, written = os.pipe()
        os.close(read)
        with open(written, "wb") as nobody, start("pronounce", "--attention", str(path), "cat", stdout=nobody) as program:
            self.assertEqual((program.wait(30), program.stderr.read()), (0, b""))
        self.assertTrue(path.read_text().rstrip().endswith("</svg>"))

    def test_it_replaces_what_was_there(self):
        path = self.folder / "a.svg"
        path.write_text("before")
        self.check(run("pronounce", *KNOWN, "--attention", str(path), "--json", "cat"), 0,
                   '{"word":"cat","phones":["K","AE","T"]}\n')
        self.assertTrue(path.read_text().rstrip().endswith("</svg>"))

    def test_of_a_word_that_is_refused_nothing_is_drawn(self):
        path = self.folder / "a.svg"
        path.write_text("before")
        self.check(run("pronounce", "--attention", str(path), "c4t"), 1, "",
                   "word 1: 'c4t' has the digit '4', " + BadWords.known)
        self.assertEqual(path.read_text(), "before")

    def test_what_cannot_be_written(self):
        missing, folder = str(self.folder / "none" / "a.svg"), str(self.folder)
        for path, reason in [(missing, "No such file or directory"), (folder, "it is a directory")]:
            self.check(run("pronounce", *KNOWN, "--attention", path, "cat"), 1, "cat\tK AE T\n",
                       path + ": cannot be written: " + reason)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_the_model_is_not_replaced(self):
        model, link = self.folder / "model.safetensors", self.folder / "a.svg"
        model.write_bytes(WEIGHTS.read_bytes())
        os.link(model, link)
        for path in str(model), str(link), str(self.folder / "." / "model.safetensors"):
            self.check(run("pronounce", "--model", str(model), "--attention", path, "cat"), 1, "",
                       path + ": is both --model and --attention, but what is written needs a file of its own")
        self.assertEqual(model.read_bytes(), WEIGHTS.read_bytes())

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full")
    def test_what_is_no_file(self):
        self.check(run("pronounce", *KNOWN, "--attention", "/dev/full", "cat"), 1, "cat\tK AE T\n",
                   "/dev/full: cannot be written: it is not a regular file")
