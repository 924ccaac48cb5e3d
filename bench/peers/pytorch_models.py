"""The models of the rows, as one would write them for speed in PyTorch: query, key and value in one product, attention
by scaled_dot_product_attention where there is one. Weights are a dictionary of arrays with the library's names."""

import math

import torch
from torch import nn
from torch.nn import functional as F

import worker


def parameter(*arrays):
    return nn.Parameter(torch.cat([torch.from_numpy(a.copy()) for a in arrays]))


class Linear(nn.Module):
    """One map, or several of the same input side by side."""

    def __init__(self, weights, *names):
        super().__init__()
        self.weight = parameter(*(weights[n + ".weight"] for n in names))
        biased = names[0] + ".bias" in weights
        self.bias = parameter(*(weights[n + ".bias"] for n in names)) if biased else None

    def forward(self, x):
        return F.linear(x, self.weight, self.bias)


class TiedOutput(Linear):
    """Logits by the table of an embedding."""

    def __init__(self, table):
        nn.Module.__init__(self)
        self.weight, self.bias = table, None


class DynamicLinear(nn.Module):
    """Products of int8: weights are quantized for each output, and inputs as they come, as torch.ao's
    quantize_dynamic has it."""

    def __init__(self, linear):
        super().__init__()
        weight = linear.weight.detach()
        scales = weight.abs().amax(1).double() / worker.largest_int8()
        zeros = torch.zeros(len(scales), dtype=torch.int64)
        quantized = torch.quantize_per_channel(weight, scales, zeros, 0, torch.qint8)
        self.packed = torch.ops.quantized.linear_prepack(quantized, linear.bias)

    def forward(self, x):
        return torch.ops.quantized.linear_dynamic(x, self.packed)


def in_precision(model, precision):
    """The model with weights and products in this precision."""
    if precision == "bf16":
        return model.bfloat16()
    if precision == "int8":
        for module in list(model.modules()):
            for name, child in module.named_children():
                if isinstance(child, Linear):
                    setattr(module, name, DynamicLinear(child))
    return model


class Norm(nn.Module):
    def __init__(self, weights, name, epsilon):
        super().__init__()
        self.weight, self.bias = (parameter(weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        self.epsilon = epsilon

    def forward(self, x):
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, self.epsilon)


def split(x, heads, parts):
    """[B, N, parts·h·d] → parts of [B, h, N, d]"""
    return x.unflatten(-1, (parts, heads, -1)).permute(2, 0, 3, 1, 4).unbind()


def attention_by_hand(q, k, v, attn_mask=None, is_causal=False):
    """Before 2.0. attn_mask: true where a key counts."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if is_causal:
        attn_mask = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
    if attn_mask is not None:
        scores = scores.masked_fill(~attn_mask, -math.inf)
    return torch.softmax(scores, -1) @ v


attention_of = getattr(F, "scaled_dot_product_attention", attention_by_hand)


def attend(q, k, v, **mask):
    return attention_of(q, k, v, **mask).transpose(1, 2).flatten(2)


class SelfAttention(nn.Module):
    def __init__(self, weights, name, heads):
        super().__init__()
        self.inputs = Linear(weights, name + ".query", name + ".key", name + ".value")
        self.output = Linear(weights, name + ".output")
        self.heads = heads

    def forward(self, x, causal=False, mask=None):
        return self.output(attend(*split(self.inputs(x), self.heads, 3), attn_mask=mask, is_causal=causal))

    def step(self, x, cache, position):
        """x [B, n, D] begins at `position`, which is 0 if n > 1; cache: keys and values [B, h, N, d], which it
        writes."""
        q, k, v = split(self.inputs(x), self.heads, 3)
        keys, values = cache
        end = position + x.shape[1]
        keys[:, :, position:end] = k
        values[:, :, position:end] = v
        return self.output(attend(q, keys[:, :, :end], values[:, :, :end], is_causal=x.shape[1] > 1))


class CrossAttention(nn.Module):
    def __init__(self, weights, name, heads):
        super().__init__()
        self.query = Linear(weights, name + ".query")
        self.memory = Linear(weights, name + ".key", name + ".value")
        self.output = Linear(weights, name + ".output")
        self.heads = heads

    def remember(self, memory):
        return split(self.memory(memory), self.heads, 2)

    def forward(self, x, remembered, mask=None):
        (q,) = split(self.query(x), self.heads, 1)
        return self.output(attend(q, *remembered, attn_mask=mask))


class FeedForward(nn.Module):
    def __init__(self, weights, name, activation):
        super().__init__()
        self.activation = activation
        self.inner, self.outer = Linear(weights, name + ".inner"), Linear(weights, name + ".outer")

    def forward(self, x):
        return self.outer(self.activation(self.inner(x)))


class Layer(nn.Module):
    def __init__(self, weights, name, heads, before, epsilon, dropout, activation):
        super().__init__()
        self.before, self.drop = before, nn.Dropout(dropout)
        self.self_attention = SelfAttention(weights, name + ".self_attention", heads)
        self.self_attention_norm = Norm(weights, name + ".self_attention_norm", epsilon)
        self.crosses = name + ".cross_attention.query.weight" in weights
        if self.crosses:
            self.cross_attention = CrossAttention(weights, name + ".cross_attention", heads)
            self.cross_attention_norm = Norm(weights, name + ".cross_attention_norm", epsilon)
        self.feed_forward = FeedForward(weights, name + ".feed_forward", activation)
        self.feed_forward_norm = Norm(weights, name + ".feed_forward_norm", epsilon)

    def residual(self, norm, x, f):
        return x + self.drop(f(norm(x))) if self.before else norm(x + self.drop(f(x)))

    def forward(self, x, own, remembered=None, cross_mask=None):
        """own: what self-attention does."""
        x = self.residual(self.self_attention_norm, x, own)
        if self.crosses:
            x = self.residual(self.cross_attention_norm, x, lambda z: self.cross_attention(z, remembered, cross_mask))
        return self.residual(self.feed_forward_norm, x, self.feed_forward)


class Stack(nn.Module):
    """Layers, and a last norm where there is one: then norms stand before sublayers."""

    def __init__(self, weights, name, heads, epsilon=1e-5, dropout=0.0, activation=F.relu):
        super().__init__()
        before = name + "norm.weight" in weights
        count = 0
        while f"{name}{count}.feed_forward.inner.weight" in weights:
            count += 1
        self.layers = nn.ModuleList(
            Layer(weights, f"{name}{i}", heads, before, epsilon, dropout, activation) for i in range(count)
        )
        self.norm = Norm(weights, name + "norm", epsilon) if before else nn.Identity()

    def forward(self, x, causal=False, mask=None, remembered=None, cross_mask=None):
        for i, layer in enumerate(self.layers):
            own = lambda z, layer=layer: layer.self_attention(z, causal, mask)
            x = layer(x, own, remembered and remembered[i], cross_mask)
        return self.norm(x)

    def remember(self, memory):
        return [layer.cross_attention.remember(memory) for layer in self.layers]

    def step(self, x, caches, position, remembered=None, cross_mask=None):
        for layer, cache, memory in zip(self.layers, caches, remembered or [None] * len(self.layers)):
            x = layer(x, lambda z: layer.self_attention.step(z, cache, position), memory, cross_mask)
        return self.norm(x)


class Transformer(nn.Module):
    def __init__(self, weights, heads, epsilon=1e-5, dropout=0.0, positions=512):
        super().__init__()
        if "embedding.weight" in weights:
            self.source = self.target = parameter(weights["embedding.weight"])
        else:
            self.source, self.target = (parameter(weights[n + "_embedding.weight"]) for n in ("source", "target"))
        self.width, self.heads = self.source.shape[1], heads
        self.encoder = Stack(weights, "encoder.", heads, epsilon, dropout)
        self.decoder = Stack(weights, "decoder.", heads, epsilon, dropout)
        self.register_buffer("positions", torch.from_numpy(worker.sinusoids(positions, self.width)))
        self.drop = nn.Dropout(dropout)
        self.output = TiedOutput(self.target)

    def embed(self, tokens, table, first=0):
        x = F.embedding(tokens, table) * math.sqrt(self.width)
        return self.drop(x + self.positions[first : first + tokens.shape[1]])

    def encode(self, source, mask=None):
        return self.encoder(self.embed(source, self.source), mask=mask)

    def forward(self, source, target):
        memory = self.encode(source)
        remembered = self.decoder.remember(memory)
        y = self.decoder(self.embed(target, self.target), causal=True, remembered=remembered)
        return self.output(y)

    def caches(self, batch, positions):
        extents = batch, self.heads, positions, self.width // self.heads
        zeros = lambda: torch.zeros(extents, dtype=self.source.dtype)
        return [(zeros(), zeros()) for _ in self.decoder.layers]

    def step(self, tokens, caches, position, remembered, cross_mask=None):
        """Scores after tokens [B, 1] that stand at `position`."""
        x = self.embed(tokens, self.target, position)
        return self.output(self.decoder.step(x, caches, position, remembered, cross_mask))


class SequenceModel(nn.Module):
    """What a decoder-only and an encoder-only model have in common."""

    def __init__(self, weights, name, heads, positions=512):
        super().__init__()
        self.table, self.heads = parameter(weights["embedding.weight"]), heads
        self.width = self.table.shape[1]
        self.stack = Stack(weights, name, heads, activation=F.gelu)
        self.register_buffer("positions", torch.from_numpy(worker.sinusoids(positions, self.width)))

    def embed(self, tokens, first=0):
        x = F.embedding(tokens, self.table) * math.sqrt(self.width)
        return x + self.positions[first : first + tokens.shape[1]]


class LanguageModel(SequenceModel):
    def __init__(self, weights, heads):
        super().__init__(weights, "decoder.", heads)
        self.output = TiedOutput(self.table)

    def forward(self, tokens):
        return self.output(self.stack(self.embed(tokens), causal=True))

    def caches(self, batch, positions):
        extents = batch, self.heads, positions, self.width // self.heads
        zeros = lambda: torch.zeros(extents, dtype=self.table.dtype)
        return [(zeros(), zeros()) for _ in self.stack.layers]

    def step(self, tokens, caches, position):
        """Logits behind the last of tokens [B, n], which begin at `position`."""
        return self.output(self.stack.step(self.embed(tokens, position), caches, position)[:, -1:])


class EncoderModel(SequenceModel):
    def __init__(self, weights, heads):
        super().__init__(weights, "encoder.", heads)
        self.head = Linear(weights, "head")

    def forward(self, tokens):
        return self.head(self.stack(self.embed(tokens)).mean(1))
