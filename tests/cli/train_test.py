"""`typeformer train`: what it writes, how it ends, and that it goes on as though it had never stopped."""

import json
import os
import random
import re
import signal
import subprocess
import time
import unittest
import xml.dom.minidom
from pathlib import Path

from program import PROGRAM, run, start
from training import TrainingTest, WORDS


class Training(TrainingTest):
    def test_writes_a_model_a_log_and_a_picture(self):
        log, plot = self.folder / "run.jsonl", self.folder / "loss.svg"
        self.dev = self.data  # six words teach it nothing of others
        done = self.train("--dev", self.dev, "--log", str(log), "--plot", str(plot), "--evaluate-every", "50", steps=100,
                          checkpoint_every=50)
        self.assertEqual(done.err, "")
        self.assertIn("2,257,664 parameters, 6 pronunciations", done.out)
        self.assertRegex(done.out, r"\nmemory: at most \d+ MiB of activations, as much of their gradients; \d+ MiB of ")
        self.assertRegex(done.out, r"step 100, epoch \d+\.\d\d: loss \d\.\d{4}, [\d,]+ tokens a second, 0 s left\n")
        self.assertRegex(done.out, r"after step 50: dev loss \d\.\d{4}, word errors [\d.]+ %, phone errors [\d.]+ %\n")
        self.assertTrue(done.out.endswith("model.safetensors is written, after 100 steps\n"))

        lines = [json.loads(line) for line in log.read_text().splitlines()]
        self.assertEqual([line["step"] for line in lines], [50, 100, 100])
        self.assertEqual(set(lines[1]), {"step", "epochs", "loss", "gradient_norm", "rate", "tokens",
                                         "tokens_per_second", "seconds"})
        self.assertEqual(set(lines[0]), {"step", "dev_loss", "words", "wer", "per", "seconds"})
        self.assertLess(lines[2]["dev_loss"], lines[0]["dev_loss"])
        self.assertLess(lines[2]["dev_loss"], 3.3)  # of 39 phones at random it is 3.7
        self.assertEqual(xml.dom.minidom.parse(str(plot)).documentElement.tagName, "svg")

        answer = run("pronounce", "--model", str(self.out), "TYPE")
        self.assertEqual(answer.returncode, 0, answer.err)
        evaluated = json.loads(run("evaluate", "pronounce", "--model", str(self.out), "--data", self.dev, "--json").out)
        self.assertAlmostEqual(evaluated["per"], lines[2]["per"], places=6)

    def test_is_the_same_for_any_number_of_threads(self):
        models = []
        for threads in "1", "2", "3":
            out = self.folder / f"{threads}.safetensors"
            self.train("--threads", threads, out=out, steps=4)
            models.append(out.read_bytes())
        self.assertEqual(models[0], models[1])
        self.assertEqual(models[0], models[2])
        other = self.folder / "other.safetensors"
        self.train("--seed", "2", out=other, steps=4)
        self.assertNotEqual(models[0], other.read_bytes())

    def test_killed_at_any_moment_it_goes_on_bit_by_bit(self):
        steps, kills = 40, 10
        log = self.folder / "run.jsonl"
        uninterrupted = self.folder / "uninterrupted.safetensors"
        began = time.monotonic()
        how = ["--threads", "1", "--ema", "0.9", "--average", "3", "--evaluate-every", "5"]
        self.train(*how, out=uninterrupted, steps=steps)
        whole = time.monotonic() - began

        moments = random.Random(5)
        options = self.options(*how, "--log", str(log), steps=steps)
        killed = steps_lost = 0
        for _ in range(400):
            resume = ["--resume"] if self.checkpoint.exists() else []
            program = start(*options, *resume, stdout=subprocess.DEVNULL)
            try:
                # Starting takes part of this, so few steps are done in each.
                program.wait(timeout=moments.uniform(0.02, whole / 8) if killed < kills else 120)
            except subprocess.TimeoutExpired:
                program.send_signal(signal.SIGKILL)
                program.wait()
                killed += 1
            complaint = program.stderr.read().decode()
            program.stderr.close()
            program.stdin.close()
            self.assertEqual(complaint, "")
            if program.returncode == 0:
                if killed >= kills:
                    break
                self.out.unlink()  # it ended too soon: again from the beginning
                self.checkpoint.unlink()
        self.assertGreaterEqual(killed, kills)
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())
        logged = [json.loads(line)["step"] for line in log.read_text().splitlines()]
        self.assertEqual(logged, sorted(logged))

    def test_interrupted_it_saves_and_goes_on(self):
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train("--threads", "1", out=uninterrupted, steps=20)
        program = start(*self.options("--threads", "1", steps=20))
        second_checkpoint = self.folder / "model.safetensors.checkpoint.previous"
        while not second_checkpoint.exists():
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
        self.assertEqual((program.returncode, err.decode()), (130, ""))
        self.assertRegex(out.decode(), r"model.safetensors is written, after \d+ steps of 20; --resume goes on\n$")
        self.assertEqual(run("pronounce", "--model", str(self.out), "TYPE").returncode, 0)

        refused = self.train("--threads", "1", steps=20, code=1)
        self.assertRegex(refused.err, r"checkpoint: is of a run that has come to step \d+ of 20: --resume goes on")
        done = self.train("--threads", "1", "--resume", steps=20)
        self.assertRegex(done.out, r"going on after step \d+\n")
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_a_closed_terminal_is_an_interruption(self):
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train("--threads", "1", out=uninterrupted, steps=20)
        program = start(*self.options("--threads", "1", steps=20))
        second_checkpoint = self.folder / "model.safetensors.checkpoint.previous"
        while not second_checkpoint.exists():
            time.sleep(0.01)
        for _ in range(2):  # the shell sends one, and the system another
            program.send_signal(signal.SIGHUP)
            time.sleep(0.001)
        out, err = program.communicate(timeout=60)
        self.assertEqual((program.returncode, err.decode()), (130, ""))
        self.assertRegex(out.decode(), r"model.safetensors is written, after \d+ steps of 20; --resume goes on\n$")
        self.train("--threads", "1", "--resume", steps=20)
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_interrupted_before_the_first_step_it_saves_too(self):
        program = start(*self.options(steps=100000))
        while not self.checkpoint.exists():
            time.sleep(0.001)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
        self.assertEqual((program.returncode, err.decode()), (130, ""))
        self.assertRegex(out.decode(), r"model.safetensors is written, after \d+ steps? of 100,000; --resume goes on\n$")

    def test_a_second_interruption_ends_at_once(self):
        program = start(*self.options("--dev", self.data, "--evaluate-every", "1", steps=100000))
        while not self.checkpoint.exists():
            time.sleep(0.01)
        for _ in range(2):
            program.send_signal(signal.SIGTERM)
            time.sleep(0.01)
        program.communicate(timeout=60)
        self.assertEqual(program.returncode, 130)

    def test_goes_on_though_nobody_reads_its_lines(self):
        read, written = os.pipe()
        os.close(read)
        with open(written, "wb") as nobody:
            done = subprocess.run([PROGRAM, *self.options()], stdout=nobody, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(self.out.exists())

    def test_stops_when_time_is_over(self):
        done = self.train("--minutes", "0.02", steps=100000)
        self.assertRegex(done.out, r"is written, after [\d,]+ steps? of 100,000; --resume goes on\n$")

    def test_stops_where_it_should_and_goes_on(self):
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train("--threads", "1", "--dropout", "0.2", out=uninterrupted, steps=7)
        done = self.train("--threads", "1", "--dropout", "0.2", "--stop-at", "3", steps=7)
        self.assertRegex(done.out, r"is written, after 3 steps of 7; --resume goes on\n$")
        self.train("--threads", "1", "--dropout", "0.2", "--resume", steps=7)
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_a_damaged_checkpoint_is_told_and_the_one_before_used(self):
        uninterrupted = self.folder / "uninterrupted.safetensors"
        how = ["--threads", "1", "--schedule", "inverse-root"]  # whose rate does not depend on the number of steps
        self.train(*how, out=uninterrupted)
        self.train(*how, steps=4)
        damaged = bytearray(self.checkpoint.read_bytes())
        damaged[len(damaged) // 2] ^= 1
        self.checkpoint.write_bytes(damaged)
        done = self.train(*how, "--resume")
        self.assertRegex(done.err, r"^typeformer: .*checkpoint: its block '\w+' is damaged: ")
        self.assertTrue(done.err.endswith("; going on from the one before\n"))
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())
        self.assertEqual(done.err.count("\n"), 1)

        for file in self.checkpoint, Path(f"{self.checkpoint}.previous"):
            file.write_bytes(file.read_bytes()[:1000])
        before = self.out.read_bytes()
        done = self.train(*how, "--resume", code=1)
        self.assertEqual(done.err.count("\n"), 1)
        self.assertEqual(self.out.read_bytes(), before)

    def test_goes_on_only_with_the_same(self):
        self.train("--threads", "1", steps=4)
        done = self.train("--rate", "0.01", "--resume", code=1)
        self.assertRegex(done.err, r"checkpoint: is of a run with --rate 0.0013, but this run has --rate 0.01\n$")
        self.data = self.dev
        done = self.train("--resume", code=1)
        self.assertRegex(done.err, r"checkpoint: its examples is|checkpoint: its examples are|checkpoint: .*examples")
        self.checkpoint.unlink()
        Path(f"{self.checkpoint}.previous").unlink()
        done = self.train("--resume", code=1)
        self.assertEqual(done.err, f"typeformer: {self.checkpoint}: is not there, so there is nothing that --resume "
                                   "could go on from\n")

    def test_more_steps_than_asked_for(self):
        self.train("--schedule", "constant", steps=3)
        done = self.train("--schedule", "constant", "--resume", steps=2)
        self.assertRegex(done.out, r"model.safetensors stays as it is: its run is finished, after 3 steps; ")

    def test_means(self):
        for option in ["--average", "3"], ["--ema", "0.9"]:
            with self.subTest(option):
                out = self.folder / f"{option[0]}.safetensors"
                self.train(*option, "--evaluate-every", "2", out=out)
                plain = self.folder / "plain.safetensors"
                self.train("--evaluate-every", "2", out=plain)
                self.assertNotEqual(out.read_bytes(), plain.read_bytes())
                self.assertEqual(run("pronounce", "--model", str(out), "TYPE").returncode, 0)
                self.assertEqual(list(self.folder.glob("*.step-*")), [])

    def test_one_is_told_as_one(self):
        self.data = self.file("one.tsv", WORDS[:1])
        done = self.train(steps=1)
        self.assertIn("parameters, 1 pronunciation\n", done.out)
        self.assertTrue(done.out.endswith(" is written, after 1 step\n"))

    def test_speed_is_that_of_steps(self):
        log = self.folder / "run.jsonl"
        self.data = self.file("one.tsv", WORDS[:1])
        dev = self.file("few.tsv", WORDS[300:303])
        self.train("--dev", dev, "--evaluate-every", "99", "--log", str(log), steps=100, checkpoint_every=50)
        line = next(line for line in map(json.loads, log.read_text().splitlines()) if "tokens" in line)
        # A large part of the time was spent in them, and not in the last one alone.
        self.assertGreater(line["tokens"] / line["tokens_per_second"], line["seconds"] / 8)

    def test_begins_with_a_model(self):
        first = self.folder / "first.safetensors"
        self.data = self.file("more.tsv", WORDS[:300])
        self.train(out=first, steps=15, checkpoint_every=15)
        log = self.folder / "run.jsonl"
        self.train("--start", str(first), "--dev", self.dev, "--log", str(log), steps=1)
        self.assertLess(json.loads(log.read_text().splitlines()[-1])["dev_loss"], 3.7)

    def test_bad_lines(self):
        bad = ["TYPE T AY P", "", "TYPE\tT AY PP", "TYP3\tT AY P", "A" * 64 + "\tT"]
        self.data = self.file("bad.tsv", WORDS[:50] + bad + WORDS[50:100])
        done = self.train(code=1)
        self.assertRegex(done.err, r"^typeformer: .*bad.tsv, line 51: .* has no tab .* \(4 more lines are bad\)\n$")
        self.assertFalse(self.out.exists() or self.checkpoint.exists())

        done = self.train("--skip-bad", steps=1)
        complaints = done.err.splitlines()
        self.assertEqual([int(number) for number in re.findall(r"bad.tsv, line (\d+): ", done.err)], [51, 52, 53, 54, 55])
        self.assertRegex(complaints[-1], "bad.tsv: 5 lines are left out$")
        self.assertIn("100 pronunciations", done.out)

        self.data = self.file("empty.tsv", [])
        self.assertRegex(self.train(code=1).err, "empty.tsv: holds no pronunciations\n$")

    def test_a_loss_that_is_not_finite_stops_with_the_layer_and_the_last_checkpoint(self):
        diverging = ["--threads", "1", "--schedule", "constant", "--rate", "1e30", "--clip", "0"]
        done = self.train(*diverging, code=1)
        self.assertRegex(done.err, r"^typeformer: training: the loss is -?(nan|inf) and the gradient's norm -?(nan|inf) "
                                   r"at step 2; first in (en|de)coder\.\S+ \([^)]+\), in the forward pass; the last "
                                   r"checkpoint is \S+model.safetensors.checkpoint\n$")
        kept = self.train(*diverging, "--resume", code=1)  # it can be read, and the same happens again
        self.assertIn("at step 2; first in", kept.err)

    def test_wrong_usage(self):
        for wrong in (["train"], ["train", "paper_base"], ["train", "pronounce"], self.options("--steps", "0"),
                      self.options("--ema", "1"), self.options("--schedule", "wavy")):
            with self.subTest(wrong):
                self.assertEqual(run(*wrong).returncode, 2)

    def test_a_terminal_gets_a_bar(self):
        try:
            main, other = os.openpty()
        except OSError as reason:
            self.skipTest(f"there are no terminals here: {reason}")
        program = start(*self.options(steps=30), stderr=other)
        os.close(other)
        seen = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # the program has ended
                break
            if not part:
                break
            seen += part
        out, _ = program.communicate(timeout=60)
        os.close(main)
        self.assertRegex(seen.decode(), r"\[#*\.*\] step \d+ of 30  loss \d\.\d{3}  [\d,]+ tokens a second  \d+ s left")
        self.assertNotIn("tokens a second", out.decode())
        self.assertTrue(seen.endswith(b"\r\x1b[K"))


if __name__ == "__main__":
    unittest.main()
