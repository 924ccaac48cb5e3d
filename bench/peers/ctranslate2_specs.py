"""The models of the rows as CTranslate2 has them, made of the library's weights: a specification whose weights are
assigned, saved in a folder that it loads."""

import numpy
from ctranslate2.specs import common_spec, transformer_spec

import worker

ENDS = {"<pad>": "unk_token", "<s>": "bos_token", "</s>": "eos_token"}


def count(weights, stack):
    """How many layers a stack has."""
    layers = 0
    while f"{stack}{layers}.feed_forward.inner.weight" in weights:
        layers += 1
    return layers


class Assigned:
    """Assigns the weights of a dictionary, by the library's names."""

    def __init__(self, weights):
        self.weights = weights

    def linear(self, spec, *names):
        """One map, or several side by side. Biases are optional."""
        spec.weight = numpy.concatenate([self.weights[n + ".weight"] for n in names])
        if names[0] + ".bias" in self.weights:
            spec.bias = numpy.concatenate([self.weights[n + ".bias"] for n in names])

    def norm(self, spec, name):
        spec.gamma, spec.beta = self.weights[name + ".weight"].copy(), self.weights[name + ".bias"].copy()

    def embedding(self, spec, name, positions):
        """`spec` is an encoder's or a decoder's."""
        table = self.weights[name + ".weight"].copy()
        embeddings = spec.embeddings[0] if isinstance(spec.embeddings, list) else spec.embeddings
        embeddings.weight = table
        spec.position_encodings.encodings = worker.sinusoids(positions, table.shape[1])
        if hasattr(spec, "projection"):
            spec.projection.weight = table

    def sublayers(self, spec, name):
        own = name + ".self_attention"
        self.linear(spec.self_attention.linear[0], own + ".query", own + ".key", own + ".value")
        self.linear(spec.self_attention.linear[1], own + ".output")
        self.norm(spec.self_attention.layer_norm, own + "_norm")
        cross = name + ".cross_attention"
        if cross + ".query.weight" in self.weights:
            self.linear(spec.attention.linear[0], cross + ".query")
            self.linear(spec.attention.linear[1], cross + ".key", cross + ".value")
            self.linear(spec.attention.linear[2], cross + ".output")
            self.norm(spec.attention.layer_norm, cross + "_norm")
        self.linear(spec.ffn.linear_0, name + ".feed_forward.inner")
        self.linear(spec.ffn.linear_1, name + ".feed_forward.outer")
        self.norm(spec.ffn.layer_norm, name + ".feed_forward_norm")

    def stack(self, spec, name):
        for i, layer in enumerate(spec.layer):
            self.sublayers(layer, f"{name}{i}")
        if name + "norm.weight" in self.weights:
            self.norm(spec.layer_norm, name + "norm")


def name_ends(spec, vocabulary):
    for entry in vocabulary[:3]:
        setattr(spec.config, ENDS[entry], entry)


def save(spec, folder):
    spec.validate()
    spec.optimize()
    spec.save(folder)


def save_transformer(weights, folder, heads, source, target, positions=512, epsilon=1e-5):
    """`source` and `target` are vocabularies."""
    before = "encoder.norm.weight" in weights
    layers = count(weights, "encoder."), count(weights, "decoder.")
    spec = transformer_spec.TransformerSpec.from_config(layers, heads, pre_norm=before)
    assigned, one_table = Assigned(weights), "embedding.weight" in weights
    for part, name, stack in ((spec.encoder, "source", "encoder."), (spec.decoder, "target", "decoder.")):
        assigned.embedding(part, "embedding" if one_table else name + "_embedding", positions)
        assigned.stack(part, stack)
    spec.register_source_vocabulary(source)
    spec.register_target_vocabulary(target)
    name_ends(spec, target)
    spec.config.decoder_start_token, spec.config.layer_norm_epsilon = "<s>", epsilon
    save(spec, folder)


def save_language_model(weights, folder, heads, vocabulary, positions=512):
    decoder = transformer_spec.TransformerDecoderSpec(
        count(weights, "decoder."), heads, activation=common_spec.Activation.GELU, with_encoder_attention=False
    )
    spec = transformer_spec.TransformerDecoderModelSpec(decoder)
    assigned = Assigned(weights)
    assigned.embedding(decoder, "embedding", positions)
    assigned.stack(decoder, "decoder.")
    spec.register_vocabulary(vocabulary)
    name_ends(spec, vocabulary)
    save(spec, folder)


def save_encoder_model(weights, folder, heads, vocabulary, positions=512):
    """Without the mean over positions and the head, which it does not have."""
    encoder = transformer_spec.TransformerEncoderSpec(
        count(weights, "encoder."), heads, activation=common_spec.Activation.GELU
    )
    spec = transformer_spec.TransformerEncoderModelSpec(encoder)
    assigned = Assigned(weights)
    assigned.embedding(encoder, "embedding", positions)
    assigned.stack(encoder, "encoder.")
    spec.register_vocabulary(vocabulary)
    name_ends(spec, vocabulary)
    save(spec, folder)
