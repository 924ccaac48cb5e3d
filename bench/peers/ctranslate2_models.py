#!/usr/bin/env python3
"""CTranslate2's rows: whole models. With several threads, each shares the work of one batch (intra), or each has batches
of its own (inter); the faster counts."""

import os
import tempfile

import ctranslate2
import numpy

import worker
from ctranslate2_specs import save_encoder_model, save_language_model, save_transformer
from worker import Prepared, asked, fastest, prepares, projection, tokens, weights

TYPE = {"float32": "float32", "bf16": "bfloat16", "int8": "int8"}
SUPPORTED = [p for p, name in TYPE.items() if name in ctranslate2.get_supported_compute_types("cpu")]
LONGEST = 40  # phones of a word


def in_precisions(*kinds):
    return prepares(*(worker.kind_in(kind, precision) for kind in kinds for precision in SUPPORTED))


def shares():
    """Of threads: (inter, intra)."""
    return sorted({(1, asked.threads), (asked.threads, 1)})


def loaded(kind, save):
    """For each share of threads a model of this kind; `save` writes its folder."""
    with tempfile.TemporaryDirectory() as folder:
        save(folder)
        make = lambda inter, intra: kind(
            folder, "cpu", compute_type=TYPE[asked.precision], inter_threads=inter, intra_threads=intra
        )
        return {share: make(*share) for share in shares()}


def best(models, rows, batches, run_with, checks_with):
    """run_with(model, batch) and checks_with(model), tried with each share of threads and each size of batches. Where
    there are fewer rows than threads, one thread may be best."""

    checks = {share: checks_with(model) for share, model in models.items()}

    def way(share, batch):
        model, (inter, intra) = models[share], share
        said = f"inter {inter}, intra {intra}, batches of {batch}"
        return Prepared(lambda: run_with(model, batch), checks[share], said)

    sizes = {share: sorted({min(b, -(-rows // share[0])) for b in batches}) for share in models}
    return fastest([lambda s=share, b=b: way(s, b) for share in models for b in sizes[share]])


def counted_vocabulary(size):
    return ["<pad>", "<s>", "</s>", *(f"t{i}" for i in range(3, size))]


def named(vocabulary, rows):
    return [[vocabulary[i] for i in row] for row in rows]


def known_by(scored, length, rows):
    """As the library's rows: log p of the given tokens, and in floats the predicted ones."""
    checks = [[(total := float(sum(row.log_probs[:length]))), abs(total)] for row in scored]
    if asked.precision == "float32":
        checks += [[float(i), float(i)] for row in rows for i in row]
    return checks


@in_precisions("pronounce", "pronounce_beam")
def pronounce(count, beam=1):
    source, target = worker.vocabularies()
    some = os.environ["WORDS"].split()
    words = [[*some[i % len(some)], "</s>"] for i in range(count)]
    models = loaded(
        ctranslate2.Translator, lambda folder: save_transformer(weights(), folder, 4, source, target, positions=64)
    )

    def run(model, batch):
        found = model.translate_batch(
            words, max_batch_size=batch, beam_size=beam, length_penalty=0, max_decoding_length=LONGEST
        )
        return [row.hypotheses[0] for row in found]

    return best(models, count, (32, 64, 256), run, lambda model: [[worker.number_of(p), 0] for p in run(model, 64)])


@in_precisions("translate", "translate_beam")
def translate(batch, source, target, beam=1):
    w = weights()
    vocabulary = counted_vocabulary(w["embedding.weight"].shape[0])
    models = loaded(
        ctranslate2.Translator, lambda folder: save_transformer(w, folder, 8, vocabulary, vocabulary, epsilon=1e-6)
    )
    size = len(vocabulary)
    read, forced = (named(vocabulary, tokens(key, size, batch, n)) for key, n in ((1, source), (2, target)))
    index = {name: i for i, name in enumerate(vocabulary)}

    def run(model, rows):
        found = model.translate_batch(
            read, max_batch_size=rows, beam_size=beam, length_penalty=0,
            min_decoding_length=target, max_decoding_length=target,
        )
        return [[index[name] for name in row.hypotheses[0]] for row in found]

    checks = lambda model: known_by(model.score_batch(read, forced), target, run(model, batch))
    return best(models, batch, (batch,), run, checks)


@in_precisions("language_model")
def language_model(batch, prompt, count):
    w = weights()
    vocabulary = counted_vocabulary(w["embedding.weight"].shape[0])
    models = loaded(ctranslate2.Generator, lambda folder: save_language_model(w, folder, 8, vocabulary))
    read = named(vocabulary, tokens(1, len(vocabulary), batch, prompt))

    def run(model, rows):
        found = model.generate_batch(
            read, max_batch_size=rows, beam_size=1, min_length=count, max_length=count, include_prompt_in_result=False
        )
        return [row.sequences_ids[0] for row in found]

    return best(
        models, batch, (batch,), run,
        lambda model: known_by(model.score_batch(read), prompt - 1, run(model, batch)),
    )


@in_precisions("encoder_model")
def encoder_model(batch, positions):
    """The mean over positions and the head are NumPy's."""
    w = weights()
    vocabulary = counted_vocabulary(w["embedding.weight"].shape[0])
    models = loaded(ctranslate2.Encoder, lambda folder: save_encoder_model(w, folder, 8, vocabulary))
    read = tokens(1, len(vocabulary), batch, positions).astype(numpy.int32)
    lengths = ctranslate2.StorageView.from_array(numpy.full(batch, positions, numpy.int32))
    inputs = ctranslate2.StorageView.from_array(read)

    def run(model, _):
        y = numpy.array(model.forward_batch(inputs, lengths).last_hidden_state)
        return y.mean(1) @ w["head.weight"].T + w["head.bias"]

    one = {share: model for share, model in models.items() if share[0] == 1}
    return best(one, batch, (batch,), run, lambda model: [projection(run(model, batch))])


if __name__ == "__main__":
    worker.serve()
