#!/usr/bin/env python3
"""PyTorch's rows: eager and compiled (torch.compile, weights frozen where they do not change), of which the faster
counts; 1.13 has eager alone. Eager is tried on one thread too. In bf16 a model's weights, activations and products are;
in int8 its products are, of weights and of activations that are quantized as they come."""

import contextlib
import os

import torch
from torch import nn
from torch.nn import functional as F

import worker
from pytorch_models import DynamicLinear, EncoderModel, LanguageModel, Stack, Transformer, attention_of, in_precision
from worker import Prepared, asked, numbers, prepares, projection, tokens, weights

EPSILON = 1e-5


def in_precisions(*kinds):
    return prepares(*(worker.kind_in(kind, precision) for kind in kinds for precision in ("float32", "bf16", "int8")))


def fastest(eager, compiles=()):
    """Of all ways on all threads, and where work is short of the eager ones on one, too."""

    def on(way):
        def prepared_on(count):
            torch.set_num_threads(count)
            prepared = way()
            prepared.threads = count
            prepared.setting = ", ".join(filter(None, [prepared.setting, f"{count} thread{'s' if count > 1 else ''}"]))
            return prepared

        return prepared_on

    def all_compiled():
        torch.set_num_threads(asked.threads)
        return worker.fastest([lambda way=way: on(way)(asked.threads) for way in compiles])

    ways = [lambda: worker.fastest_on_threads(list(map(on, eager)))] + [all_compiled] * bool(compiles)
    found = worker.fastest(ways)
    torch.set_num_threads(found.threads)
    return found


def seen(y):
    return [projection(y.float())]


def tensor(key, *extents):
    return torch.from_numpy(numbers(key, *extents))


def compiled(f, freezing=True):
    import torch._inductor.config

    torch._inductor.config.freezing = freezing
    return torch.compile(f)


def compiled_training(f):
    """A graph of many kernels, which take a minute to compile: here two at a time, and for any number of threads. Of
    small kernels that would make some slower."""
    import torch._inductor.config

    torch._inductor.config.compile_threads = 2
    torch._inductor.config.worker_start_method = "fork"
    torch._inductor.config.cpp.dynamic_threads = True
    return compiled(f, freezing=False)


def inference(f, *x):
    """f(*x) as it is and compiled."""

    def way(setting, prepare):
        def prepared():
            g = prepare()

            @torch.inference_mode()
            def run():
                return g(*x)

            return Prepared(run, seen(run()), setting)

        return prepared

    with torch.no_grad():
        return fastest([way("eager", lambda: f)], [way("compiled", lambda: compiled(f))])


def product_with(m, n, k, copies):
    """In bf16 the inputs and the result are too."""
    x, w = tensor(1, m, k), tensor(2, k, n)

    def rotating(by, weights, setting):
        turns = [0]

        @torch.inference_mode()
        def run():
            turns[0] = (turns[0] + 1) % copies
            return by(weights[turns[0]])

        return Prepared(run, seen(run()), setting)

    class Product(nn.Module):
        def __init__(self, weight):
            super().__init__()
            self.weight, self.bias = nn.Parameter(weight), None

        def forward(self, x):
            return F.linear(x, self.weight)

    if asked.precision == "int8":
        packed = [DynamicLinear(Product(w.T.contiguous())) for _ in range(copies)]
        return fastest([lambda: rotating(lambda f: f(x), packed, "linear_dynamic")])
    if asked.precision == "bf16":
        x, w = x.bfloat16(), w.bfloat16()
    y = torch.empty(m, n, dtype=x.dtype)
    plain = [w.clone() for _ in range(copies)]
    stored = [w.T.contiguous() for _ in range(copies)]
    ways = [
        lambda: rotating(lambda w: torch.mm(x, w, out=y), plain, "mm"),
        lambda: rotating(lambda w: F.linear(x, w), stored, "linear"),
    ]
    if m == 1:
        ways.append(lambda: rotating(lambda w: torch.mv(w, x[0]), stored, "mv"))
    # Compiled, a product of 64³ takes 32 µs instead of 9, and a second before; of 512³ it may be the fastest.
    if copies > 1 or m * n * k < 1 << 26:
        return fastest(ways)
    return fastest(ways, [lambda: rotating(lambda f: f(x), [compiled(Product(stored[0]).eval())], "compiled")])


@in_precisions("product")
@prepares("static_product")
def product(m, n, k):
    return product_with(m, n, k, 1)


@in_precisions("cold_product")
def cold_product(m, n, k):
    return product_with(m, n, k, worker.COLD_COPIES)


@prepares("input_gradient")
def input_gradient(m, n, k):
    dy, w, dx = tensor(1, m, n), tensor(2, n, k), torch.empty(m, k)
    run = lambda: torch.mm(dy, w, out=dx)
    return Prepared(run, [projection(run())])


@prepares("weight_gradient")
def weight_gradient(m, n, k):
    dy, x, dw = tensor(1, m, n), tensor(2, m, k), torch.zeros(n, k)
    run = lambda: dw.addmm_(dy.T, x)
    return Prepared(run, [projection(run())])


@prepares("attention", "attention_bf16")
def attention(positions, causal=False):
    dtype = torch.bfloat16 if asked.precision == "bf16" else torch.float32
    q, k, v = (tensor(key, 1, 8, positions, 64).to(dtype) for key in (1, 2, 3))
    return inference(lambda q, k, v: attention_of(q, k, v, is_causal=causal), q, k, v)


@prepares("causal_attention", "causal_attention_bf16")
def causal_attention(positions):
    return attention(positions, True)


@prepares("layer_norm")
def layer_norm(rows, columns):
    x, gain, bias = tensor(1, rows, columns), tensor(2, columns), tensor(3, columns)
    return inference(lambda x: F.layer_norm(x, (columns,), gain, bias, EPSILON), x)


@prepares("softmax")
def softmax(rows, columns):
    return inference(lambda x: F.softmax(x, -1), tensor(1, rows, columns))


def elementwise_chain(x, y):
    return torch.tanh(x) * torch.sigmoid(y) + 0.5 * x


@prepares("chain")
def chain(rows, columns):
    return inference(elementwise_chain, tensor(1, rows, columns), tensor(2, rows, columns))


@prepares("chain_gradient")
def chain_gradient(rows, columns):
    x, y, dz = (tensor(key, rows, columns) for key in (1, 2, 3))
    x.requires_grad_()
    y.requires_grad_()

    def way(setting, prepare):
        def prepared():
            f = prepare()

            def run():
                x.grad = y.grad = None
                f(x, y).backward(dz)
                return x.grad

            return Prepared(run, [projection(run())], setting)

        return prepared

    return fastest(
        [way("eager", lambda: elementwise_chain)],
        [way("compiled", lambda: compiled(elementwise_chain, freezing=False))],
    )


def transformer():
    return in_precision(Transformer(weights(), 8, 1e-6).eval(), asked.precision)


@in_precisions("paper_base")
def paper_base(batch, source, target):
    model = transformer()
    vocabulary = model.source.shape[0]
    read = (torch.from_numpy(tokens(key, vocabulary, batch, n)) for key, n in ((1, source), (2, target)))
    return inference(model, *read)


@in_precisions("decoding_step")
@torch.no_grad()
def decoding_step(positions, position):
    model = transformer()
    vocabulary = model.source.shape[0]
    source = torch.from_numpy(tokens(1, vocabulary, 1, positions))
    target = torch.from_numpy(tokens(2, vocabulary, 1, position + 1))
    remembered = [tuple(t.contiguous() for t in pair) for pair in model.decoder.remember(model.encode(source))]
    caches = model.caches(1, 512)
    for i in range(position):
        model.step(target[:, i : i + 1], caches, i, remembered)

    class Step(nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, token):
            return self.model.step(token, caches, position, remembered)

    return inference(Step().eval(), target[:, position:].contiguous())


@in_precisions("language_model")
@torch.no_grad()
def language_model(batch, prompt, count):
    model = in_precision(LanguageModel(weights(), 8).eval(), asked.precision)
    read = torch.from_numpy(tokens(1, model.table.shape[0], batch, prompt))

    @torch.inference_mode()
    def run():
        caches = model.caches(batch, prompt + count)
        found = [model.step(read, caches, 0).argmax(-1)]
        while len(found) < count:
            found.append(model.step(found[-1], caches, prompt + len(found) - 1).argmax(-1))
        return torch.cat(found, 1)

    log_p = F.log_softmax(model(read[:, :-1]).float(), -1).gather(2, read[:, 1:, None]).sum((1, 2))
    checks = [[float(x), abs(float(x))] for x in log_p]
    if asked.precision == "float32":
        checks += [[float(x), float(x)] for x in run().flatten()]
    return fastest([lambda: Prepared(run, checks, "eager")])


@in_precisions("encoder_model")
def encoder_model(batch, positions):
    model = in_precision(EncoderModel(weights(), 8).eval(), asked.precision)
    return inference(model, torch.from_numpy(tokens(1, model.table.shape[0], batch, positions)))


@prepares("pronounce")
@torch.no_grad()
def pronounce(count):
    """Words of like length together, 64 at a time, greedily with caches."""
    batch, longest, phones = 64, 40, worker.vocabularies()[1]
    letters = {letter: i for i, letter in enumerate(worker.vocabularies()[0])}
    start, end = phones.index("<s>"), phones.index("</s>")
    model = Transformer(weights(), 4).eval()
    some = os.environ["WORDS"].split()
    words = [some[i % len(some)] for i in range(count)]

    def said(group):
        lengths = torch.tensor([len(w) + 1 for w in group])
        source = torch.zeros(len(group), int(lengths.max()), dtype=torch.int64)
        for row, word in zip(source, group):
            row[: len(word) + 1] = torch.tensor([letters[c] for c in word] + [letters["</s>"]])
        mask = None
        if len(set(group)) > 1:
            mask = (torch.arange(source.shape[1]) < lengths[:, None])[:, None, None]
        remembered = model.decoder.remember(model.encode(source, mask))
        caches = model.caches(len(group), longest)
        token, found, ended = torch.full((len(group), 1), start), [], torch.zeros(len(group), dtype=torch.bool)
        for position in range(longest):
            token = model.step(token, caches, position, remembered, mask).argmax(-1)
            found.append(token)
            ended |= token[:, 0] == end
            if ended.all():
                break
        rows = torch.cat(found, 1).tolist()
        return [[phones[p] for p in row[: row.index(end) if end in row else None]] for row in rows]

    @torch.inference_mode()
    def run():
        order = sorted(range(count), key=lambda i: len(words[i]))
        all_said = [None] * count
        for first in range(0, count, batch):
            some = order[first : first + batch]
            for i, phones_of_word in zip(some, said([words[i] for i in some])):
                all_said[i] = phones_of_word
        return all_said

    checks = [[worker.number_of(phones_of_word), 0] for phones_of_word in run()]
    return fastest([lambda: Prepared(run, checks, "eager")])


@prepares("training_step", "training_step_bf16")
def training_step():
    """In bf16 by autocast: weights and moments stay floats."""
    rows, positions, letters, phones = 64, 16, 30, 42
    source, target = (torch.from_numpy(tokens(k, v, rows, positions)) for k, v in ((1, letters), (2, phones)))
    following = torch.from_numpy(tokens(3, phones, rows * positions))

    def way(compiles, fused):
        torch.manual_seed(1)
        model = Transformer(weights(), 4, dropout=0.1, positions=positions)
        optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98), eps=1e-9, fused=fused)

        def loss_of():
            with torch.autocast("cpu", torch.bfloat16, enabled=asked.precision == "bf16"):
                return F.cross_entropy(model(source, target).flatten(0, 1), following, label_smoothing=0.1)

        def loss():
            model.eval()
            with torch.no_grad():
                return loss_of().item()

        training = compiled_training(loss_of) if compiles else loss_of

        def step():
            optimizer.zero_grad(set_to_none=True)
            training().backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()

        first = loss()
        model.train()
        for _ in range(10):
            step()
        then = loss()
        model.train()
        return Prepared(step, [[first, 1], [then, 30]], "compiled" if compiles else "eager")

    def eager():
        try:
            return way(False, fused=True)
        except (TypeError, RuntimeError):  # not on a CPU, before 2.4
            return way(False, fused=False)

    return fastest([eager], [lambda: way(True, fused=True)])


@prepares("tiny_encoder")
def tiny_encoder(width):
    return inference(Stack(weights(), "", 2).eval(), tensor(1, 1, 8, width))


def import_compiler():
    with contextlib.suppress(ImportError):  # 1.13 has none
        import torch._inductor.config

        torch._inductor.config.compile_threads = 1  # no processes of its own: a graph here is one kernel
        import torch._inductor.compile_fx


if __name__ == "__main__":
    worker.serve(import_compiler)
