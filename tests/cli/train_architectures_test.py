"""`typeformer train --architecture`: each learns, is evaluated from its file, and goes on bit by bit."""

import json

from program import run
from training import TrainingTest, WORDS

OTHERS = ["rnn", "rnn-attention", "gru-attention", "lstm-attention", "convolution", "linear"]


class Architectures(TrainingTest):
    def test_each_learns_and_is_evaluated(self):
        self.data = self.file("more.tsv", WORDS[:200])
        for name in OTHERS:
            with self.subTest(name):
                log, out = self.folder / f"{name}.jsonl", self.folder / f"{name}.safetensors"
                done = self.train("--architecture", name, "--dev", self.dev, "--log", str(log), "--evaluate-every", "15",
                                  "--rate", "0.0003", out=out, steps=60, checkpoint_every=1000)
                self.assertEqual(done.err, "")
                self.assertRegex(done.out, rf"^pronounce \({name}\): 2,\d+,\d+ parameters, 200 pronunciations\n")
                measured = [line for line in map(json.loads, log.read_text().splitlines()) if "dev_loss" in line]
                self.assertEqual(len(measured), 4)
                self.assertLess(measured[-1]["dev_loss"], measured[0]["dev_loss"] - 0.1)
                evaluated = json.loads(run("evaluate", "pronounce", "--model", str(out), "--data", self.dev,
                                           "--json").out)
                self.assertAlmostEqual(evaluated["per"], measured[-1]["per"], places=6)

    def test_goes_on_bit_by_bit(self):
        how = ["--threads", "1", "--architecture", "gru-attention"]
        uninterrupted = self.folder / "uninterrupted.safetensors"
        self.train(*how, out=uninterrupted)
        self.train(*how, "--stop-at", "5")
        self.train(*how, "--resume")
        self.assertEqual(self.out.read_bytes(), uninterrupted.read_bytes())

    def test_refuses_what_is_of_another(self):
        self.train("--architecture", "rnn", "--stop-at", "2", steps=8)
        for name in "transformer", "rnn-attention":
            done = self.train("--architecture", name, "--resume", code=1)
            self.assertIn(f"model.safetensors.checkpoint: is of the architecture rnn, but this run is of {name}\n",
                          done.err)
        started = self.train("--architecture", "rnn-attention", "--start", str(self.out),
                             out=self.folder / "other.safetensors", code=1)
        self.assertIn("model.safetensors: is of the architecture rnn, but this run is of rnn-attention\n", started.err)

    def test_refuses_one_that_is_not_there(self):
        done = self.train("--architecture", "lstm", code=2)
        self.assertEqual(done.err, "typeformer: --architecture: lstm is not one of transformer|rnn|rnn-attention|"
                                   "gru-attention|lstm-attention|convolution|linear; see typeformer train --help\n")
