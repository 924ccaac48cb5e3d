"""What tests of `typeformer train` have in common."""

import tempfile
from pathlib import Path

from program import GREEDY, Test, run

WORDS = GREEDY.splitlines()


class TrainingTest(Test):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.file("train.tsv", WORDS[:6])
        self.dev = self.file("dev.tsv", WORDS[300:306])
        self.out = self.folder / "model.safetensors"
        self.checkpoint = self.folder / "model.safetensors.checkpoint"

    def file(self, name, lines):
        path = self.folder / name
        path.write_text("".join(line + "\n" for line in lines))
        return str(path)

    def options(self, *more, out=None, steps=8, checkpoint_every=2):
        return ["train", "pronounce", "--data", self.data, "--out", str(out or self.out), "--steps", str(steps),
                "--warmup", "4", "--batch-tokens", "20", "--checkpoint-every", str(checkpoint_every), *more]

    def train(self, *more, code=0, **how):
        done = run(*self.options(*more, **how))
        self.assertEqual(done.returncode, code, done.err)
        return done
