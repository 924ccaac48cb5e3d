"""`typeformer train --resume`: after the end, after a kill among snapshots, with other options."""

import fcntl
import os
import signal
import subprocess
import time

from program import read_lines, start
from training import TrainingTest

AVERAGE = ["--threads", "1", "--average", "3", "--evaluate-every", "2"]


class Resume(TrainingTest):
    def snapshots(self):
        return sorted(int(file.name.split("-")[-1]) for file in self.folder.glob("model.safetensors.step-*"))

    def contents(self):
        return {file.name: file.read_bytes() for file in self.folder.iterdir()}

    def test_a_finished_run_leaves_its_model_alone(self):
        log = self.folder / "run.jsonl"
        for average in [], ["--average", "3", "--evaluate-every", "2"]:
            for steps in 8, 6:  # a run may be resumed with fewer steps than it has done
                with self.subTest((average, steps)):
                    self.checkpoint.unlink(missing_ok=True)
                    how = ["--threads", "1", "--schedule", "constant", "--log", str(log), *average]
                    self.train(*how)
                    before = self.contents()
                    done = self.train(*how, "--resume", steps=steps)
                    self.assertEqual(done.err, "")
                    self.assertTrue(done.out.endswith("model.safetensors stays as it is: its run is finished, after 8 "
                                                      "steps; more --steps go on\n"), done.out)
                    self.assertEqual(self.contents(), before)

    def test_a_finished_run_goes_on_with_more_steps(self):
        how = ["--threads", "1", "--schedule", "constant"]
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train(*how, out=uninterrupted, steps=12)
        self.train(*how, steps=8)
        self.train(*how, "--resume", steps=12)
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_a_finished_run_whose_model_is_gone_writes_it_again(self):
        self.train("--threads", "1")
        model = self.out.read_bytes()
        self.out.unlink()
        self.train("--threads", "1", "--resume")
        self.assertEqual(self.out.read_bytes(), model)

    def test_killed_after_the_snapshots_are_removed(self):
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train(*AVERAGE, out=uninterrupted, steps=12)
        # A pipe that is full holds the program up at its next line, the last: that the model is written.
        program = start(*self.options(*AVERAGE, steps=12))
        self.assertTrue(read_lines(program.stdout, 2))
        pipe = os.open(f"/proc/{program.pid}/fd/1", os.O_WRONLY | os.O_NONBLOCK)
        try:
            while True:
                os.write(pipe, b"\n" * 4096)
        except BlockingIOError:
            os.close(pipe)
        end = time.monotonic() + 300
        while (not self.out.exists() or self.snapshots()) and time.monotonic() < end:
            time.sleep(0.01)
        self.assertIsNone(program.poll())
        program.kill()
        program.communicate()
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())
        self.train(*AVERAGE, "--resume", steps=12)
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_killed_between_a_snapshot_and_the_next_checkpoint(self):
        how = ["--threads", "1", "--average", "2", "--evaluate-every", "5"]
        length = dict(steps=1000, checkpoint_every=12)
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train(*how, "--stop-at", "13", out=uninterrupted, **length)
        third = self.folder / "model.safetensors.step-15"
        for _ in range(10):
            program = start(*self.options(*how, **length), stdout=subprocess.DEVNULL)
            while not third.exists() and program.poll() is None:
                time.sleep(0.001)
            time.sleep(0.1)
            program.kill()
            program.communicate()
            done = self.train(*how, "--resume", "--stop-at", "13", **length)
            if "going on after step 12\n" in done.out:
                break
            self.checkpoint.unlink()  # the kill came too late
        self.assertIn("going on after step 12\n", done.out)
        self.assertEqual(done.err, "")
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_a_mean_of_fewer_snapshots_is_reported(self):
        self.train(*AVERAGE, "--stop-at", "7", steps=100)
        self.assertEqual(self.snapshots(), [2, 4, 6])
        (self.folder / "model.safetensors.step-4").unlink()
        done = self.train(*AVERAGE, "--stop-at", "7", "--resume", steps=100)
        self.assertRegex(done.err, r"^typeformer: \S+model.safetensors.step-4: is not there, so the model is the mean "
                                   r"of 2 snapshots, not of 3\n$")

    def test_the_option_that_differs_is_named(self):
        self.train("--threads", "1", steps=4)
        for options, saved, given in [
                (["--seed", "2"], "--seed 1", "--seed 2"),
                (["--schedule", "inverse-root"], "--schedule linear", "--schedule inverse-root"),
                (["--rate", "0.01", "--seed", "3"], "--rate 0.0013 and --seed 1", "--rate 0.01 and --seed 3"),
                (["--smoothing", "0", "--smoothing-over", "others", "--dropout", "0"],
                 "--smoothing 0.1 and --smoothing-over all and --dropout 0.2",
                 "--smoothing 0 and --smoothing-over others and --dropout 0"),
                (["--precision", "bf16"], "--precision float32", "--precision bf16"),
                (["--clip", "0", "--weight-decay", "0.1", "--ema", "0.5"], "--clip 1 and --weight-decay 0 and --ema 0",
                 "--clip 0 and --weight-decay 0.1 and --ema 0.5")]:
            with self.subTest(options):
                done = self.train("--resume", *options, code=1)
                self.assertEqual(done.err, f"typeformer: {self.checkpoint}: is of a run with {saved}, but this run has "
                                           f"{given}\n")


class SecondRun(TrainingTest):
    def test_a_second_training_of_one_model_is_refused(self):
        lock = self.folder / "model.safetensors.lock"
        program = start(*self.options(steps=100000), stdout=subprocess.DEVNULL)
        while not self.checkpoint.exists():
            time.sleep(0.01)
        link = self.folder / "link.safetensors"
        self.out.touch()
        link.symlink_to(self.out)
        for options, out in ([], None), (["--resume"], None), ([], link):
            with self.subTest((options, out)):
                done = self.train(*options, steps=100000, code=1, out=out)
                self.assertEqual(done.err, f"typeformer: {out or self.out}: another training writes it, which holds the "
                                           f"lock {lock}\n")
        self.assertIsNone(program.poll())
        program.kill()
        program.communicate()
        # The system has freed the lock; the file is used again and then removed.
        self.train("--resume", "--stop-at", "2", steps=100000)
        self.assertFalse(lock.exists())

    def test_interrupted_it_removes_the_lock(self):
        program = start(*self.options(steps=100000), stdout=subprocess.DEVNULL)
        while not self.checkpoint.exists():
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        program.communicate(timeout=60)
        self.assertEqual(program.returncode, 130)
        self.assertFalse((self.folder / "model.safetensors.lock").exists())

    def test_a_file_of_the_name_of_the_lock_stays(self):
        lock = self.folder / "model.safetensors.lock"
        lock.write_text("of another program\n")
        self.train(steps=1)
        self.assertEqual(lock.read_text(), "of another program\n")

    def test_where_another_program_holds_the_lock(self):
        lock = self.folder / "model.safetensors.lock"
        with open(lock, "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.assertIn(str(lock), self.train(steps=1, code=1).err)
        self.train(steps=1)
