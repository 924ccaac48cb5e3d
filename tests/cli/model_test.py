"""--model: which files of weights are refused, and why."""

import json
import struct
import tempfile
from pathlib import Path

from program import Test, WEIGHTS, run


class Model(Test):
    def written(self, name, content):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / name
        path.write_bytes(content)
        return str(path)

    def changed(self, change):
        """A file with known weights and a header that was changed."""
        content = WEIGHTS.read_bytes()
        length, = struct.unpack("<Q", content[:8])
        header = json.loads(content[8:8 + length])
        change(header)
        text = json.dumps(header).encode()
        return self.written("changed.safetensors", struct.pack("<Q", len(text)) + text + content[8 + length:])

    def refused(self, path, sentence):
        done = run("pronounce", "--model", path, "cat")
        self.check(done, 1, "", done.err[len("typeformer: "):-1])
        self.assertIn(path + ": " + sentence, done.err)

    def test_missing_file(self):
        done = run("pronounce", "--model", "/nowhere/a.safetensors", "cat")
        self.assertIn("/nowhere/a.safetensors", done.err)
        self.assertIn("No such file", done.err)
        self.assertEqual((done.returncode, done.out, len(done.err.splitlines())), (1, "", 1))

    def test_truncated_file(self):
        whole = WEIGHTS.read_bytes()
        for size in 0, 7, 8, 1000, len(whole) // 2, len(whole) - 1:
            with self.subTest(size):
                self.refused(self.written("cut.safetensors", whole[:size]), "")

    def test_other_vocabularies(self):
        def change(name, edit):
            def f(header):
                header["__metadata__"][name] = edit(header["__metadata__"][name])
            return f

        def without_metadata(header):
            del header["__metadata__"]

        cases = [
            (without_metadata, "its metadata has no 'source'"),
            (change("source", lambda v: v[:-2]), "the vocabulary 'source' has 29 entries, but the model has 30"),
            (change("target", lambda v: ""), "the vocabulary 'target' has 0 entries, but the model has 42"),
            (change("target", lambda v: v.replace("<s>", "<S>")), "entry 1 of the vocabulary 'target' is '<S>'"),
            (change("source", lambda v: v.replace("Z", "ZZ")), "entry 29 of the letters is 'ZZ'"),
            (change("source", lambda v: v.replace("Z", "A")), "the vocabulary 'source' has 'A' twice"),
        ]
        for edit, sentence in cases:
            with self.subTest(sentence):
                self.refused(self.changed(edit), sentence)

    def test_other_letters_are_named(self):
        def change(header):
            letters = header["__metadata__"]["source"]
            header["__metadata__"]["source"] = letters.replace("'", "É").replace("B", "-")
        done = run("pronounce", "--model", self.changed(change), "é", "caB")
        self.check(done, 1, "",
                   "word 1: 'é' has the letter 'é' (U+00E9), but only -, A, C to Z and É are known",
                   "word 2: 'caB' has the letter 'B', but only -, A, C to Z and É are known")

    def test_control_characters_in_a_vocabulary(self):
        def change(header):
            header["__metadata__"]["target"] = header["__metadata__"]["target"].replace("ZH", "Z\x1b[31m")
        self.refused(self.changed(change), "entry 41 of the vocabulary 'target' is 'Z\\x1b[31m', but cannot have "
                     "control characters")

    def with_numbers(self, tensor, number):
        """A file with known weights, but for one tensor that is all of one number."""
        content = bytearray(WEIGHTS.read_bytes())
        length, = struct.unpack("<Q", content[:8])
        begin, end = json.loads(content[8:8 + length])[tensor]["data_offsets"]
        content[8 + length + begin:8 + length + end] = struct.pack("<f", number) * ((end - begin) // 4)
        return self.written("numbers.safetensors", bytes(content))

    def test_numbers_that_are_not_finite(self):
        for number in float("nan"), float("-inf"):
            self.refused(self.with_numbers("decoder.1.feed_forward_norm.bias", number),
                         "tensor 'decoder.1.feed_forward_norm.bias' has a number that is not finite")

    def test_numbers_that_are_too_large(self):
        path = self.with_numbers("target_embedding.weight", 3e38)
        data = self.written("data.tsv", b"cat\tK AE T\n")
        for decoder, arguments in [
                ("greedy_decoder", ["pronounce", "cat"]), ("greedy_decoder", ["evaluate", "pronounce", "--data", data]),
                ("beam_decoder", ["pronounce", "--beam", "4", "--nbest", "2", "cat"]),
                ("scorer", ["score", "pronounce", "--data", data]),
                ("scorer", ["score", "pronounce", "--perplexity", "--data", data])]:
            self.check(run(*arguments, "--model", path), 1, "", decoder + ": the largest logit of row 0 at position 0 "
                       "is not finite: some weights must be far too large")

    def test_missing_tensor(self):
        def change(header):
            header["decoder.9.spare"] = header.pop("decoder.2.feed_forward_norm.bias")
        self.refused(self.changed(change), "tensor 'decoder.2.feed_forward_norm.bias' is missing")

    def test_the_number_of_encoder_layers_tells_which_model_it_should_be(self):
        def with_a_layer(name):
            def change(header):
                header[name] = header.pop("encoder.2.feed_forward_norm.bias")
            return change
        self.refused(self.changed(with_a_layer("encoder.two.bias")),
                     "tensor 'encoder.2.feed_forward_norm.bias' is missing")
        self.refused(self.changed(with_a_layer("encoder.3.feed_forward_norm.bias")),
                     "tensor 'encoder.2.feed_forward_norm.bias' is missing; the model has it as")
        done = run("pronounce", "--model", self.changed(with_a_layer("encoder.3.feed_forward_norm.bias")), "cat")
        self.assertRegex(done.err, r"and \d\d more like this")

    def test_other_shape(self):
        def change(header):
            header["target_embedding.weight"]["shape"].reverse()
        self.refused(self.changed(change), "tensor 'target_embedding.weight' is [128, 42], but the model has it as")
