"""`typeformer train`: the files that it reads and writes, and what becomes of them when something goes wrong."""

import json
import os
import signal
import struct
import subprocess
from pathlib import Path

from program import PROGRAM, WEIGHTS, start
from training import TrainingTest


class Files(TrainingTest):
    def test_a_closed_output_is_not_the_log(self):
        log = self.folder / "run.jsonl"
        program = start(*self.options("--log", str(log)), close=[1])
        _, err = program.communicate(timeout=60)
        self.assertEqual((program.returncode, err.decode()),
                         (1, "typeformer: standard output: cannot be written: Bad file descriptor\n"))
        self.assertEqual(log.read_text() if log.exists() else "", "")

    def test_means_are_of_one_run(self):
        others = [f"model.safetensors.step-{n}" for n in ("more", "2.kept", "")]
        for name in others:
            (self.folder / name).touch()
        self.train("--average", "3", "--evaluate-every", "2", "--seed", "2", "--stop-at", "5")
        self.checkpoint.unlink()
        self.train("--evaluate-every", "2", "--stop-at", "5")
        self.assertEqual(sorted(p.name for p in self.folder.glob("model.safetensors.step-*")), sorted(others))
        self.train("--average", "3", "--evaluate-every", "2", "--stop-at", "5", "--resume")
        plain = self.folder / "plain.safetensors"
        self.train("--stop-at", "5", out=plain)
        self.assertEqual(self.out.read_bytes(), plain.read_bytes())

    def test_goes_on_only_with_a_log(self):
        self.train(steps=2)
        log = self.folder / "run.jsonl"
        nested = '{"step":1,"a":' + "[" * 100_000 + "]" * 100_000 + "}\n"
        for text in "my only copy\n", "my only copy", '{"a":1}\n', '{"step":1,\n', nested:
            with self.subTest(text[:20]):
                log.write_text(text)
                done = self.train("--resume", "--log", str(log), steps=4, code=1)
                self.assertRegex(done.err, "run.jsonl: line 1 is not of a training log: ")
                self.assertEqual(log.read_text(), text)
        for steps, begun in (4, '{"st'), (6, '{"step":3,"los'):
            log.write_text('{"step":1,"loss":3.5}\n' + begun)
            self.train("--resume", "--log", str(log), steps=steps)
            self.assertEqual(log.read_text(), '{"step":1,"loss":3.5}\n')

    def test_no_file_is_two_things(self):
        start_of = self.folder / "start.safetensors"
        start_of.write_bytes(WEIGHTS.read_bytes())
        link, not_there = self.folder / "link", self.folder / "new"
        os.symlink(self.data, link)
        checkpoint, out = str(self.checkpoint), str(self.out)
        before = sorted(self.folder.iterdir())
        for options, names, *out in [
                (["--log", self.data], "--data and --log"),
                (["--plot", str(link)], "--data and --plot"),
                (["--dev", self.dev, "--log", self.dev], "--dev and --log"),
                (["--start", str(start_of)], "--start and --out", start_of),
                (["--log", out], "--out and --log"),
                (["--log", str(not_there), "--plot", str(self.folder / "." / "new")], "--log and --plot"),
                (["--log", checkpoint], "--log and the checkpoint"),
                (["--plot", checkpoint + ".previous"], "--plot and the checkpoint before"),
                (["--log", out + ".lock"], "--log and the lock"),
                (["--start", checkpoint], "--start and the checkpoint")]:
            with self.subTest(names):
                done = self.train(*options, out=out[0] if out else self.out, code=1)
                self.assertRegex(done.err, r"^typeformer: \S+: is both %s, but what is written needs a file of its own\n$"
                                 % names)
        self.assertEqual(sorted(self.folder.iterdir()), before)
        self.assertEqual(start_of.read_bytes(), WEIGHTS.read_bytes())

    def test_what_is_refused_leaves_all_as_it_was(self):
        log = self.folder / "run.jsonl"
        log.write_text("of an earlier run\n")
        before = sorted(self.folder.iterdir())
        missing = str(self.folder / "missing" / "file")
        for out, plot, complained in (missing, str(self.folder / "a.svg"), missing), (self.out, missing, missing), \
                (self.out, str(self.folder), str(self.folder)):
            with self.subTest(complained):
                done = self.train("--log", str(log), "--plot", plot, out=out, code=1)
                self.assertIn(complained + ": cannot be written: ", done.err)
                self.assertEqual(log.read_text(), "of an earlier run\n")
                self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_interrupted_while_it_begins_it_leaves_nothing_behind(self):
        log = self.folder / "run.jsonl"
        log.write_text("before\n")
        for _ in range(4):
            program = start(*self.options("--log", str(log), steps=100000))
            while not list(self.folder.glob(".typeformer-*")) and program.poll() is None:
                pass
            program.send_signal(signal.SIGINT)
            program.communicate(timeout=60)
            self.assertEqual(program.returncode, 130)
            self.assertEqual(list(self.folder.glob(".typeformer-*")), [])
            self.checkpoint.unlink()

    def test_what_cannot_be_written_is_refused_before_training(self):
        missing = self.folder / "missing" / "model.safetensors"
        done = self.train(out=missing, steps=100000, code=1)
        self.assertRegex(done.err, r"^typeformer: .*missing.*: cannot be written: ")

    def with_vocabulary(self, file, name, change):
        content = file.read_bytes()
        length, = struct.unpack("<Q", content[:8])
        header = json.loads(content[8:8 + length])
        header["__metadata__"][name] = change(header["__metadata__"][name])
        if header["__metadata__"][name] is None:
            del header["__metadata__"][name]
        text = json.dumps(header).encode()
        changed = self.folder / "changed.safetensors"
        changed.write_bytes(struct.pack("<Q", len(text)) + text + content[8 + length:])
        return str(changed)

    def test_begins_only_with_a_model_of_the_same_vocabularies(self):
        first = self.folder / "first.safetensors"
        self.train(out=first, steps=1)
        for name, change, sentence in [
                ("source", lambda v: v.replace("A B", "B A"), "entry 4 of the vocabulary 'source' is 'B', but the model "
                                                              "that is trained has 'A'"),
                ("target", lambda v: v.replace("ZH", "Z0"), "entry 41 of the vocabulary 'target' is 'Z0', but the model "
                                                            "that is trained has 'ZH'"),
                ("target", lambda v: None, "its metadata has no 'target', the vocabulary of 42 entries separated by "
                                           "spaces")]:
            with self.subTest(sentence):
                changed = self.with_vocabulary(first, name, change)
                done = self.train("--start", changed, code=1)
                self.assertEqual(done.err, f"typeformer: {changed}: {sentence}\n")

    def test_weights_that_are_not_finite_replace_no_checkpoint(self):
        self.train("--schedule", "constant", "--stop-at", "1", "--rate", "1e300", steps=4, code=1)
        first = self.checkpoint.read_bytes()  # of step 0
        done = self.train("--schedule", "constant", "--stop-at", "1", "--rate", "1e300", "--resume", steps=4, code=1)
        self.assertRegex(done.err, r"^typeformer: training: after step 1 the weights are not finite, first \S+; "
                                   r"\S+.checkpoint stays as it was\n$")
        self.assertEqual(self.checkpoint.read_bytes(), first)
        self.assertFalse(self.out.exists())

    def test_a_full_disk_behind_the_output_saves_and_ends(self):
        limit = 100_000_000
        uninterrupted = self.folder / "uninterrupted.safetensors"
        how = ["--threads", "1", "--dev", self.dev, "--evaluate-every", "5"]
        self.train(*how, out=uninterrupted, steps=15)

        def nearly_full():  # there is room for the first lines, but not for that of step 5
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        for room in 200, 0:
            with self.subTest(room), open(self.folder / "lines", "wb") as lines:
                lines.truncate(limit - room)
                lines.seek(limit - room)
                done = subprocess.run([PROGRAM, *self.options(*how, steps=15)], stdout=lines, stderr=subprocess.PIPE,
                                      timeout=60, preexec_fn=nearly_full)
                self.assertEqual((done.returncode, done.stderr.decode()),
                                 (1, "typeformer: standard output: cannot be written: File too large\n"))
                self.assertTrue(self.out.exists())
                resumed = self.train(*how, "--resume", steps=15)
                self.assertIn(f"going on after step {5 if room else 0}\n", resumed.out)
                self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())
                self.out.unlink()
                self.checkpoint.unlink()

    def test_a_full_disk_is_told_and_loses_nothing(self):
        self.train("--threads", "1", steps=4)
        before = self.checkpoint.read_bytes()

        def full():  # a file may not grow beyond 10 MB
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000_000, 10_000_000))

        done = subprocess.run([PROGRAM, *self.options("--resume")], capture_output=True, timeout=60, preexec_fn=full)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), r"^typeformer: .*checkpoint: cannot be written: File too large\n$")
        self.assertEqual(self.checkpoint.read_bytes(), before)
        self.assertEqual(list(self.folder.glob(".typeformer-*")), [])
