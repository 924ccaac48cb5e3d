"""`typeformer train --resume` with other options."""

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
