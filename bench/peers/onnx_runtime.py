#!/usr/bin/env python3
"""ONNX Runtime's rows: graphs of its own operators, with inputs and outputs bound, on all threads or on one. In int8 by
its dynamic quantization. It multiplies in bf16 on Arm's processors alone."""

import platform

import numpy

import worker
from onnx_graph import MICROSOFT, Graph, Model
from worker import Prepared, asked, fastest, fastest_on_threads, numbers, prepares, projection, tokens, weights

PRECISIONS = ["float32", "int8", *(["bf16"] if platform.machine() == "aarch64" else [])]


def in_precisions(*kinds):
    return prepares(*(worker.kind_in(kind, precision) for kind in kinds for precision in PRECISIONS))


def prepared(graph, output, setting="", as_seen=lambda y: y):
    """Operators follow each other, so between them (inter) there is one thread."""

    def way(count):
        run, result = graph.runner(output, count)
        run()
        said = ", ".join(filter(None, [setting, f"intra {count}"]))
        return Prepared(run, [projection(as_seen(result()))], said)

    return fastest_on_threads([way])


@in_precisions("product")
@prepares("static_product")
def product(m, n, k):
    return cold_product(m, n, k, copies=1)


@in_precisions("cold_product")
def cold_product(m, n, k, copies=worker.COLD_COPIES):
    """A graph for each copy of the weights, which take turns."""

    def one(transposed):
        g, w = Graph(asked.precision), numbers(2, k, n)
        x = g.input(numbers(1, m, k))
        y = g.apply("Gemm", x, g.constant(w.T), transB=1) if transposed else g.product(x, w)
        return prepared(g, y, "Gemm" if transposed else "MatMul")

    def way(transposed):
        all_ = [one(transposed) for _ in range(copies)]
        turns = [0]

        def run():
            turns[0] = (turns[0] + 1) % copies
            all_[turns[0]].run()

        return Prepared(run if copies > 1 else all_[0].run, all_[0].checks, all_[0].setting)

    return fastest([lambda t=t: way(t) for t in ([False] if asked.precision == "int8" else [False, True])])


@prepares("input_gradient")
def input_gradient(m, n, k):
    g = Graph()
    return prepared(g, g.apply("MatMul", g.input(numbers(1, m, n)), g.input(numbers(2, n, k))))


@prepares("weight_gradient")
def weight_gradient(m, n, k):
    """Into a new array, since operators do not write into their inputs."""
    g = Graph()
    dy, x, dw = g.input(numbers(1, m, n)), g.input(numbers(2, m, k)), g.input(numpy.zeros((n, k), numpy.float32))
    return prepared(g, g.apply("Gemm", dy, x, dw, transA=1))


@prepares("attention")
def attention(positions, causal=0):
    heads, width = 8, 64
    g = Graph()
    side_by_side = lambda x: x.transpose(1, 0, 2).reshape(1, positions, heads * width)
    qkv = (g.input(side_by_side(numbers(key, heads, positions, width))) for key in (1, 2, 3))
    y = g.apply("MultiHeadAttention", *qkv, domain=MICROSOFT, num_heads=heads, unidirectional=causal)
    return prepared(g, y, as_seen=lambda y: y.reshape(positions, heads, width).transpose(1, 0, 2))


@prepares("causal_attention")
def causal_attention(positions):
    return attention(positions, 1)


@prepares("layer_norm")
def layer_norm(rows, columns):
    g = Graph()
    x, gain, bias = g.input(numbers(1, rows, columns)), g.constant(numbers(2, columns)), g.constant(numbers(3, columns))
    return prepared(g, g.apply("LayerNormalization", x, gain, bias, epsilon=1e-5))


@prepares("softmax")
def softmax(rows, columns):
    g = Graph()
    return prepared(g, g.apply("Softmax", g.input(numbers(1, rows, columns)), axis=-1))


def of_model(build, *arguments):
    """build(packed) yields the graph and its output."""
    return fastest([lambda p=p: prepared(*build(p), "Attention" if p else "MultiHeadAttention") for p in (False, True)])


def layers(part, count):
    return [f"{part}{i}" for i in range(count)]


@in_precisions("paper_base")
def paper_base(batch, source, target):
    w = weights()
    vocabulary = w["embedding.weight"].shape[0]

    def build(packed):
        g = Model(w, 8, 1e-6, packed, precision=asked.precision)
        memory = g.stack(g.embed(tokens(1, vocabulary, batch, source)), layers("encoder.", 6))
        y = g.stack(g.embed(tokens(2, vocabulary, batch, target)), layers("decoder.", 6), True, memory)
        return g, g.scores(y)

    return of_model(build)


@in_precisions("decoding_step")
def decoding_step(positions, position):
    w = weights()
    vocabulary, width = w["embedding.weight"].shape
    names = layers("decoder.", 6)
    read = tokens(2, vocabulary, 1, position + 1)

    def value_of(build):
        g = Model(w, 8, 1e-6)
        run, result = g.runner(build(g), asked.threads)
        run()
        return result()

    memory = value_of(lambda g: g.stack(g.embed(tokens(1, vocabulary, 1, positions)), layers("encoder.", 6)))

    def remembered(layer, part):
        """Of the memory, [1, N, D]."""
        return memory @ w[f"{names[layer]}.cross_attention.{part}.weight"].T

    # What the layers keep of earlier positions follows from a pass over all of these at once.
    def own(layer, part):
        def build(g):
            y = g.stack(g.embed(read[:, :position]), names[:layer], True, g.input(memory))
            return g.linear(y, f"{names[layer]}.self_attention.{part}")

        return value_of(build).reshape(1, position, 8, width // 8).transpose(0, 2, 1, 3)

    g = Model(w, 8, 1e-6, precision=asked.precision)
    x = g.embed(read[:, position:], position)
    for i, name in enumerate(names):
        caches = [g.input(own(i, part)) for part in ("key", "value")]
        seen = [g.input(remembered(i, part)) for part in ("key", "value")]
        x = g.layer(x, name, lambda z: g.remembered_step(z, name + ".self_attention", *caches), seen)
    return prepared(g, g.scores(x))


@in_precisions("encoder_model")
def encoder_model(batch, positions):
    w = weights()

    def build(packed):
        g = Model(w, 8, packed=packed, gelu=True, precision=asked.precision)
        y = g.embed(tokens(1, w["embedding.weight"].shape[0], batch, positions))
        for name in layers("encoder.", 6):
            y = g.layer_before(y, name)
        y = g.apply("ReduceMean", g.norm(y, "encoder.norm"), axes=[1], keepdims=0)
        return g, g.linear(y, "head")

    return of_model(build)


@prepares("tiny_encoder")
def tiny_encoder(width):
    w = weights()

    def build(packed):
        g = Model(w, 2, packed=packed)
        return g, g.stack(g.input(numbers(1, 1, 8, width)), layers("", 2))

    return of_model(build)


if __name__ == "__main__":
    worker.serve()
