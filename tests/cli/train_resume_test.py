"""`typeformer train --resume` with other options, and beside another run."""

import fcntl
import signal
import subprocess
import time

from program import start
from training import TrainingTest


class Resume(TrainingTest):
    def test_the_option_that_differs_is_named(self):
        self.train("--threads", "1", steps=4)
        for options, saved, given in [
                (["--seed", "2"], "--seed 1", "--seed 2"),
                (["--schedule", "inverse-root"], "--schedule linear", "--schedule inverse-root"),
                (["--rate", "0.01", "--seed", "3"], "--rate 0.0013 and --seed 1", "--rate 0.01 and --seed 3"),
                (["--smoothing", "0", "--smoothing-over", "others", "--dropout", "0"],
                 "--smoothing 0.1 and --smoothing-over all and --dropout 0.2",
                 "--smoothing 0 and --smoothing-over others and --dropout 0"),
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
