#!/usr/bin/env python3
"""Makes the numbers that tests/reference/ compares with, in double, with PyTorch (2.13) and safetensors.

    make.py            writes the files beside this script
    make.py --check    makes them again elsewhere and compares: 1e-12 of each tensor's largest element

Where PyTorch has a function or a layer, that is used as it is, so that the numbers do not rest on this project's
reading of a formula; the rest is written out. Weights have the library's names and its order, [out, in]. Inputs and
weights are numbers that float holds, so that a test in float starts from the same ones.

One long file, since results and gradients come from the same definitions.
"""
import argparse
import copy
import math
import pathlib
import sys
import tempfile

import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from torch import nn
from torch.nn import functional as F

HERE = pathlib.Path(__file__).resolve().parent
PRONOUNCE = HERE / "pronounce" / "weights.safetensors"


def normal(*extents, scale=1.0):
    return (torch.randn(*extents) * scale).double()


def seen(queries, keys, offset=0):
    """True where query i may see key j: j ≤ i + offset."""
    return torch.ones(queries, keys, dtype=torch.bool).tril(offset)


def within(lengths, keys):
    """True for the first keys of each row, [batch, 1, 1, keys]."""
    return (torch.arange(keys) < torch.tensor(lengths)[:, None])[:, None, None, :]


def as_int32(numbers):
    return torch.tensor(numbers, dtype=torch.int32)


# ---------------------------------------------------------------------------------------------------------- operations
BATCH, QUERIES, KEYS, HEADS, WIDTH, VALUE_WIDTH = 3, 5, 7, 4, 6, 10
OPERATION_LENGTHS = [7, 0, 4]  # the second row sees nothing


def sinusoids(positions, width, kind):
    """Position p, pair i: the angle p / 10000^(2i/D), or p / 10000^(i/(D/2-1)) where stretched."""
    p = torch.arange(positions, dtype=torch.float64)[:, None]
    i = torch.arange(width // 2, dtype=torch.float64)[None, :]
    angles = p * torch.exp(-math.log(10000.0) * (i / (width / 2 - 1) if kind == "stretched" else 2 * i / width))
    if kind == "interleaved":
        return torch.stack([angles.sin(), angles.cos()], -1).reshape(positions, width)
    return torch.cat([angles.sin(), angles.cos()], -1)


def layer_norm_outside(x, gain, bias, epsilon, deviation):
    return (x - x.mean(-1, keepdim=True)) / (deviation + epsilon) * gain + bias


FUNCTIONS = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "gelu_quick": lambda x: x * torch.sigmoid(1.702 * x),
    "swish": F.silu,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
}
NORMS = {
    "inside_root": lambda z, gain, bias: F.layer_norm(z, z.shape[-1:], gain, bias, 1e-3),
    "added_to_root": lambda z, gain, bias: layer_norm_outside(
        z, gain, bias, 1e-3, z.var(-1, correction=0, keepdim=True).sqrt()
    ),
    "added_to_deviation": lambda z, gain, bias: layer_norm_outside(
        z, gain, bias, 1e-3, z.std(-1, correction=0, keepdim=True)
    ),
}


def attention_masks():
    lengths = within(OPERATION_LENGTHS, KEYS)
    return {
        "causal": seen(QUERIES, KEYS)[None, None],
        "causal_later": seen(QUERIES, KEYS, 2)[None, None],
        "causal_earlier": seen(QUERIES, KEYS, -2)[None, None],  # the first two queries see nothing
        "window": (seen(QUERIES, KEYS, 1) & ~seen(QUERIES, KEYS, -2))[None, None],
        "padding": lengths,
        "both": lengths & seen(QUERIES, KEYS, 1),
    }


def operations():
    torch.manual_seed(1)
    t = {}

    x, w, b, r = normal(BATCH, QUERIES, 70), normal(90, 70, scale=0.2), normal(90), normal(BATCH, QUERIES, 90, scale=3)
    t |= {"linear.x": x, "linear.weight": w, "linear.bias": b, "linear.residual": r}
    t |= {"linear.product": F.linear(x, w), "linear.biased": F.linear(x, w, b), "linear.added": r + F.linear(x, w, b)}
    for name, f in FUNCTIONS.items():
        t["linear." + name] = f(F.linear(x, w, b))
        t["activation." + name] = f(r)

    x, y = normal(BATCH, QUERIES, 12), normal(BATCH, QUERIES, 9)
    t |= {"rows.x": x, "rows.other": normal(BATCH, QUERIES, 12), "rows.wider": y}
    t["rows.transposed"] = x.transpose(-1, -2).contiguous()
    t["rows.divided"] = x / 12**0.5
    t["rows.sum"] = x + t["rows.other"]
    t["rows.softmax_last"] = F.softmax(x, -1)
    t["rows.softmax_middle"] = F.softmax(x, 1)
    t["rows.softmax_first"] = F.softmax(x, 0)
    t["rows.concatenated"] = torch.cat([x, y], -1)
    t["rows.scores"] = torch.einsum("bne,bme->bnm", x, t["rows.other"])

    x, r, gain, bias = 1 + normal(BATCH, QUERIES, 40, scale=2), normal(BATCH, QUERIES, 40), normal(40), normal(40)
    t |= {"norm.x": x, "norm.residual": r, "norm.gain": gain, "norm.bias": bias}
    for suffix, z in ("", x), ("_residual", x + r):
        for name, f in NORMS.items():
            t[f"norm.{name}{suffix}"] = f(z, gain, bias)
    t["norm.plain"] = F.layer_norm(x, [40], eps=1e-3)

    joined = normal(BATCH, QUERIES, HEADS * WIDTH)
    t["heads.joined"] = joined
    t["heads.split"] = torch.stack(joined.split(WIDTH, -1), 1)

    table, tokens = normal(80, 24), torch.randint(80, [BATCH, QUERIES])
    t |= {"table.weight": table, "table.tokens": tokens.to(torch.int32)}
    t["table.gathered"] = F.embedding(tokens, table)
    t["table.scaled"] = F.embedding(tokens, table) * 24**0.5
    t["table.scores"] = F.linear(t["table.gathered"], table)
    for kind in "interleaved", "halved", "stretched":
        t["positions." + kind] = t["table.gathered"] + sinusoids(QUERIES, 24, kind)
        t["positions.from_3_" + kind] = t["table.gathered"] + sinusoids(QUERIES + 3, 24, kind)[3:]

    attention = F.scaled_dot_product_attention
    q, k = normal(BATCH, HEADS, QUERIES, WIDTH), normal(BATCH, HEADS, KEYS, WIDTH)
    v = normal(BATCH, HEADS, KEYS, VALUE_WIDTH)
    masks = attention_masks()
    scores = q @ k.transpose(-1, -2)
    t |= {"attention.q": q, "attention.k": k, "attention.v": v, "attention.lengths": as_int32(OPERATION_LENGTHS)}
    t["attention.scores"] = scores
    t["attention.plain"] = attention(q, k, v)
    t["attention.one_head"] = attention(q[0, 0], k[0, 0], v[0, 0])
    t["attention.one_head_causal"] = attention(q[0, 0], k[0, 0], v[0, 0], masks["causal"][0, 0])
    side_by_side = lambda x: x.transpose(1, 2).reshape(BATCH, x.shape[2], -1)
    t |= {f"attention.joined_{n}": side_by_side(x) for n, x in {"q": q, "k": k, "v": v}.items()}
    for name, mask in masks.items():
        t[f"attention.scores_{name}"] = scores.masked_fill(~mask, -math.inf)
        t["attention." + name] = attention(q, k, v, mask)
    for name in ["plain", *masks]:
        t["attention.joined_" + name] = side_by_side(t["attention." + name])
    assert t["attention.padding"][1].eq(0).all() and t["attention.causal_earlier"][:, :, :2].eq(0).all()
    return t


# ---------------------------------------------------------------------------------------------------------- named axes
def named_axes():
    torch.manual_seed(7)
    B, N, M, D, K = BATCH, QUERIES, KEYS, WIDTH, 3
    x, y, rows, columns = normal(B, N, D), normal(B, N, D), normal(B, N), normal(D)
    keys = normal(B, M, D)
    t = {"x": x, "y": y, "rows": rows, "columns": columns, "keys": keys, "lengths": as_int32([5, 0, 2])}
    r, c = rows[..., None], columns

    t |= {"add.rows": x + r, "add.columns": c + x, "subtract": r - x, "subtract.columns": x - c}
    t |= {"hadamard": x * y, "hadamard.rows": x * r, "divide": x / (1 + y * y), "divide.rows": r / (1 + x.exp())}
    t |= {"maximum": torch.maximum(x, y), "minimum.columns": torch.minimum(x, c), "clamp": x.clamp(-0.5, 0.25)}
    t |= {"numbers": 1 - 0.5 * x / 3 + 2, "of_number": 2 / (1 + x.exp())}
    t |= {"greater": (x > y).double(), "where": torch.where(x > c, x, 0.1 * y)}
    positive = x.exp()
    functions = {"exp": x.exp(), "log": (1 + positive).log(), "sqrt": positive.sqrt(), "rsqrt": positive.rsqrt(), "abs": x.abs(),
                 "square": x.square(), "reciprocal": positive.reciprocal(), "sin": x.sin(), "cos": x.cos(),
                 "erf": x.erf(), "softplus": F.softplus(x), "elu": F.elu(x)}
    t |= {"function." + name: value for name, value in functions.items()}
    t["chain"] = (x * r + c).exp() * y

    t |= {"sum.middle": x.sum(1), "sum.two": x.sum((0, 2)), "mean.last": x.mean(-1), "mean.all": x.mean()}
    t |= {"max.middle": x.amax(1), "max.two": x.amax((0, 1)), "argmax": x.argmax(-1).to(torch.int32)}
    t |= {"argmax.first": x.argmax(0).to(torch.int32), "variance": x.var(-1, unbiased=False)}
    there = torch.arange(N)[None, :] < t["lengths"][:, None]
    t["sum.there"] = (x * there[..., None]).sum(1)
    t["mean.there"] = t["sum.there"] / there.sum(1).clamp(min=1)[:, None]

    t |= {"contract.scores": torch.einsum("bnd,bmd->bnm", x, keys), "contract.two": torch.einsum("bnd,bnd->b", x, y)}
    t |= {"contract.batches": torch.einsum("bnd,bmd->nm", x, keys), "contract.outer": torch.einsum("bn,d->bnd", rows, c)}
    t |= {"contract.kept": torch.einsum("bnd,bn->bd", x, rows), "contract.many": torch.einsum("bnd,cmd->bncm", x, keys)}

    t |= {"permute.last_first": x.permute(2, 0, 1), "permute.reversed": x.permute(2, 1, 0), "slice": x[:, 2:4]}
    t |= {"concat": torch.cat([x, keys, y], 1), "stack": torch.stack([x, y])}
    t["windows"] = F.pad(x, (0, 0, 1, 1)).unfold(1, K, 1).transpose(-1, -2)
    t["windows.causal"] = F.pad(x, (0, 0, 2, 0)).unfold(1, K, 1).transpose(-1, -2)
    w = normal(K * D, 10)
    t["convolution.weight"] = w.T
    # A kernel of torch is [out, in, K].
    t["convolution"] = F.conv1d(x.transpose(1, 2), w.T.reshape(10, K, D).transpose(1, 2), padding=1).transpose(1, 2)

    # Equal elements: gradients of half to each, and of a maximum over an axis to the first.
    e = torch.tensor([[1.0, 2.0, 2.0], [3.0, 3.0, -1.0]]).double()
    f = torch.tensor([[1.0, 0.5, 4.0], [3.0, 5.0, -1.0]]).double()
    with torch.enable_grad():
        for name, g in {"maximum": torch.maximum, "minimum": torch.minimum}.items():
            a, b = e.clone().requires_grad_(), f.clone().requires_grad_()
            g(a, b).sum().backward()
            t |= {f"equal.{name}_x": a.grad, f"equal.{name}_y": b.grad}
        a = e.clone().requires_grad_()
        a.max(-1).values.sum().backward()
        t |= {"equal.x": e, "equal.y": f, "equal.max": a.grad}
    return t


# -------------------------------------------------------------------------------------------------------------- layers
MODEL, INNER = 16, 24


def randomized(module):
    """Every parameter at random, norms and biases too, which start as ones and zeros."""
    for name, p in module.named_parameters():
        if p.dim() > 1:
            nn.init.normal_(p, std=p.shape[-1] ** -0.5)
        else:
            nn.init.normal_(p, mean=1.0 if "norm" in name and name.endswith("weight") else 0.0, std=0.3)
    return module.double()


def linear_names(path, module):
    return {f"{path}.{n}": p for n, p in module.named_parameters()}


def attention_names(path, a, bias=True):
    t = {}
    projections = a.in_proj_weight.chunk(3) if a.in_proj_weight is not None else (
        a.q_proj_weight, a.k_proj_weight, a.v_proj_weight)
    for name, weight in zip(["query", "key", "value"], projections):
        t[f"{path}.{name}.weight"] = weight
    t[f"{path}.output.weight"] = a.out_proj.weight
    if bias:
        for name, b in zip(["query", "key", "value"], a.in_proj_bias.chunk(3)):
            t[f"{path}.{name}.bias"] = b
        t[f"{path}.output.bias"] = a.out_proj.bias
    return t


def layer_names(path, layer, bias=True):
    norms = ["self_attention_norm", "feed_forward_norm"]
    t = attention_names(path + ".self_attention", layer.self_attn, bias)
    if isinstance(layer, nn.TransformerDecoderLayer):
        norms.insert(1, "cross_attention_norm")
        t |= attention_names(path + ".cross_attention", layer.multihead_attn, bias)
    t |= linear_names(path + ".feed_forward.inner", layer.linear1)
    t |= linear_names(path + ".feed_forward.outer", layer.linear2)
    for i, norm in enumerate(norms, 1):
        t |= linear_names(f"{path}.{norm}", getattr(layer, f"norm{i}"))
    return t


def stack_names(path, stack, bias=True):
    t = {}
    for i, layer in enumerate(stack.layers):
        t |= layer_names(f"{path}.{i}", layer, bias)
    return t | (linear_names(path + ".norm", stack.norm) if stack.norm is not None else {})


def stack(kind, before, activation, bias=True, model=MODEL, heads=2, inner=INNER, layers=2):
    """Layers of PyTorch's encoder or decoder, in training without dropout, which takes no shortcuts."""
    layer, stacked = {
        "encoder": (nn.TransformerEncoderLayer, lambda *a: nn.TransformerEncoder(*a, enable_nested_tensor=False)),
        "decoder": (nn.TransformerDecoderLayer, nn.TransformerDecoder),
    }[kind]
    one = layer(model, heads, inner, dropout=0.0, activation=activation, batch_first=True, norm_first=before)
    s = randomized(stacked(one, layers, nn.LayerNorm(model) if before else None))
    for module in s.modules():
        if isinstance(module, nn.MultiheadAttention) and not bias:
            nn.init.zeros_(module.in_proj_bias)
            nn.init.zeros_(module.out_proj.bias)
    return s


def run_encoder(encoder, x, lengths):
    return encoder(x, src_key_padding_mask=~within(lengths, x.shape[1])[:, 0, 0])


def run_decoder(decoder, x, memory, lengths):
    return decoder(
        x,
        memory,
        tgt_mask=~seen(x.shape[1], x.shape[1]),
        memory_key_padding_mask=~within(lengths, memory.shape[1])[:, 0, 0],
    )


LAYER_LENGTHS = [7, 2, 5]


def projections(**widths):
    """Attention's linear maps with every width free, which PyTorch's module does not allow."""
    return nn.ModuleDict({n: randomized(nn.Linear(*w)) for n, w in widths.items()})


def attend(m, x, key, value, mask, heads=None):
    """One head without an output, or several that it joins."""
    in_heads = lambda y: y.unflatten(-1, (heads, -1)).transpose(1, 2) if heads else y
    projected = (in_heads(m[n](y)) for n, y in {"query": x, "key": key, "value": value}.items())
    y = F.scaled_dot_product_attention(*projected, attn_mask=mask)
    return m["output"](y.transpose(1, 2).flatten(-2)) if heads else y


def layers():
    torch.manual_seed(2)
    t = {"lengths": as_int32(LAYER_LENGTHS)}

    def layer(name, weights, **tensors):
        t.update({f"{name}.{path.lstrip('.')}": p for path, p in weights.items()})
        t.update({f"{name}/{n}": x for n, x in tensors.items()})

    x, memory = normal(BATCH, QUERIES, MODEL), normal(BATCH, KEYS, MODEL)
    t |= {"x": x, "memory": memory}
    padding = ~within(LAYER_LENGTHS, KEYS)[:, 0, 0]

    for name, bias in ("linear", True), ("linear_without_bias", False):
        m = randomized(nn.Linear(MODEL, INNER, bias=bias))
        layer(name, linear_names("", m), y=m(x))

    wide = normal(BATCH, KEYS, 20)
    m = projections(query=(MODEL, WIDTH), key=(20, WIDTH), value=(20, VALUE_WIDTH))
    y = attend(m, x, wide, wide, seen(QUERIES, KEYS, 1))
    layer("attention_head", dict(m.named_parameters()), memory=wide, y=y)

    for name, bias in ("multi_head", True), ("multi_head_without_bias", False):
        m = randomized(nn.MultiheadAttention(MODEL, HEADS, bias=bias, batch_first=True))
        layer(
            name,
            attention_names("", m, bias),
            self=m(x, x, x, need_weights=False)[0],
            causal=m(x, x, x, attn_mask=~seen(QUERIES, QUERIES), need_weights=False)[0],
            cross=m(x, memory, memory, key_padding_mask=padding, need_weights=False)[0],
        )
    # PyTorch's own with keys and values of other widths, without bias for their sake alone.
    m = randomized(nn.MultiheadAttention(MODEL, HEADS, bias=False, kdim=20, vdim=12, batch_first=True))
    values = normal(BATCH, KEYS, 12)
    layer(
        "multi_head_kdim_vdim",
        attention_names("", m, False),
        key=wide,
        value=values,
        y=m(x, wide, values, key_padding_mask=padding, need_weights=False)[0],
    )
    m = projections(
        query=(MODEL, HEADS * WIDTH), key=(20, HEADS * WIDTH), value=(12, HEADS * VALUE_WIDTH),
        output=(HEADS * VALUE_WIDTH, 18),
    )
    y = attend(m, x, wide, values, within(LAYER_LENGTHS, KEYS), HEADS)
    layer("multi_head_free_widths", dict(m.named_parameters()), y=y)

    for name, f, out in ("feed_forward", nn.ReLU(), MODEL), ("feed_forward_vocabulary", nn.GELU(), 30):
        inner, outer = randomized(nn.Linear(MODEL, INNER)), randomized(nn.Linear(INNER, out))
        layer(name, linear_names("inner", inner) | linear_names("outer", outer), y=nn.Sequential(inner, f, outer)(x))

    m = nn.LayerNorm(MODEL).double()
    nn.init.normal_(m.weight)
    nn.init.normal_(m.bias)
    layer("layer_norm", linear_names("", m), y=m(x))

    m = randomized(nn.Embedding(30, MODEL))
    tokens = torch.randint(30, [BATCH, QUERIES])
    layer(
        "embedding",
        linear_names("", m),
        tokens=tokens.to(torch.int32),
        y=m(tokens),
        scaled=m(tokens) * MODEL**0.5,
        scores=F.linear(x, m.weight),
    )

    for order, activation in ("after", "relu"), ("before", "gelu"):
        m = stack("encoder", order == "before", activation)
        layer(f"encoder_{order}", stack_names("", m), y=run_encoder(m, memory, LAYER_LENGTHS), unmasked=m(x))
        m = stack("decoder", order == "before", activation)
        layer(f"decoder_{order}", stack_names("", m), y=run_decoder(m, x, memory, LAYER_LENGTHS))
    return t


# ------------------------------------------------------------------------------------------------- gradients of layers
def with_gradients(module):
    """A copy that has gradients in the place of weights."""
    same = copy.deepcopy(module)
    for p, of in zip(same.parameters(), module.parameters()):
        p.data = of.grad
    return same


def own_names(module):
    return dict(module.named_parameters())


def layer_gradients():
    """What autograd finds of Σ cotangent·y, by each weight and by each input; small, since every weight's gradient is
    here in double."""
    torch.manual_seed(4)
    width, heads, inner = 10, 2, 12
    x, memory, keys, values = (normal(BATCH, n, w) for n, w in ((QUERIES, width), (KEYS, width), (KEYS, 9), (KEYS, 7)))
    q, k, v = (normal(BATCH, heads, n, w) for n, w in ((QUERIES, 3), (KEYS, 3), (KEYS, 4)))
    tokens = torch.randint(15, [BATCH, QUERIES])
    t = {"x": x, "memory": memory, "keys": keys, "values": values, "q": q, "k": k, "v": v}
    t |= {"tokens": tokens.to(torch.int32), "lengths": as_int32(LAYER_LENGTHS)}
    t |= {"attention_lengths": as_int32(OPERATION_LENGTHS)}

    def derive(name, module, f, *inputs, names=own_names):
        """y = f(inputs); the weights stand under the name's part before the slash."""
        t.update({f"{name.split('/')[0]}.{path.lstrip('.')}": p for path, p in names(module).items()})
        inputs = [i.clone().requires_grad_(i.is_floating_point()) for i in inputs]
        module.zero_grad()
        with torch.enable_grad():
            y = f(*inputs)
        t[name + "/cotangent"] = normal(*y.shape)
        y.backward(t[name + "/cotangent"])
        found = {f"{name}/gradient.{path.lstrip('.')}": p for path, p in names(with_gradients(module)).items()}
        found |= {f"{name}/gradient/{n}": i.grad for n, i in enumerate(inputs) if i.requires_grad}
        for path, gradient in found.items():
            assert gradient.isfinite().all()
            if path.endswith("key.bias"):
                # It adds the same to all scores of a query: its derivative is 0, and what is found is rounding.
                assert gradient.abs().max() < 1e-13
                gradient.zero_()
        t.update(found)

    for name, bias in ("linear", True), ("linear_without_bias", False):
        m = randomized(nn.Linear(width, inner, bias=bias))
        derive(name, m, m, x)
    m = nn.ModuleDict({"inner": randomized(nn.Linear(width, inner)), "outer": randomized(nn.Linear(inner, 11))})
    for name in "relu", "gelu", "gelu_tanh", "gelu_quick", "swish":
        derive("feed_forward/" + name, m, lambda x: m["outer"](FUNCTIONS[name](m["inner"](x))), x)
    m = randomized(nn.LayerNorm(width))
    for name, f in NORMS.items():
        derive("layer_norm/" + name, m, lambda x: f(x, m.weight, m.bias), x)
    m = randomized(nn.ModuleDict({"norm": nn.LayerNorm(width), "sublayer": nn.Linear(width, width)}))
    derive("residual/after", m, lambda x: m["norm"](x + m["sublayer"](x)), x)
    derive("residual/before", m, lambda x: x + m["sublayer"](m["norm"](x)), x)

    m = randomized(nn.Embedding(15, width))
    derive("embedding/unscaled", m, m, tokens)
    derive("embedding/scaled", m, lambda n: m(n) * width**0.5, tokens)
    derive("embedding/scores", m, lambda x: F.linear(x, m.weight), x)
    derive("embedding/tied", m, lambda n: F.linear(m(n) * width**0.5, m.weight), tokens)
    for kind in "interleaved", "halved", "stretched":
        derive("positions/" + kind, nn.Module(), lambda x: x + sinusoids(QUERIES, width, kind), x)

    for dim, name in (-1, "last"), (1, "middle"), (0, "first"):
        derive("softmax/" + name, nn.Module(), lambda x: F.softmax(x, dim), x)
    for name, mask in ({"plain": None} | attention_masks()).items():
        run = lambda *x: F.scaled_dot_product_attention(*x, attn_mask=mask)
        derive("attention/" + name, nn.Module(), run, q, k, v)
    m = projections(query=(width, 3), key=(9, 3), value=(9, 4))
    derive("attention_head", m, lambda x, y: attend(m, x, y, y, seen(QUERIES, KEYS, 1)), x, keys)

    padding = ~within(LAYER_LENGTHS, KEYS)[:, 0, 0]
    m = randomized(nn.MultiheadAttention(width, heads, batch_first=True))
    run = lambda *x, **masks: m(*x, **masks, need_weights=False)[0]  # of the m of the moment
    names = lambda m: attention_names("", m)
    derive("multi_head/self", m, lambda x: run(x, x, x), x, names=names)
    derive("multi_head/causal", m, lambda x: run(x, x, x, attn_mask=~seen(QUERIES, QUERIES)), x, names=names)
    derive("multi_head/padded", m, lambda x: run(x, x, x, key_padding_mask=padding), memory, names=names)
    derive("multi_head/cross", m, run, x, memory, memory, names=names)
    padded = lambda *x: run(*x, key_padding_mask=padding)
    derive("multi_head/cross_padded", m, padded, x, memory, memory, names=names)
    m = randomized(nn.MultiheadAttention(width, heads, bias=False, batch_first=True))
    names = lambda m: attention_names("", m, bias=False)
    derive("multi_head_without_bias", m, padded, x, memory, memory, names=names)
    m = projections(query=(width, heads * 3), key=(9, heads * 3), value=(7, heads * 4), output=(heads * 4, 11))
    run = lambda *x: attend(m, *x, within(LAYER_LENGTHS, KEYS), heads)
    derive("multi_head_free_widths", m, run, x, keys, values)

    for order, activation in ("after", "relu"), ("before", "gelu"):
        kind = {"before": order == "before", "activation": activation, "model": width, "heads": heads, "inner": inner}
        encoder, decoder = (stack(n, **kind) for n in ("encoder", "decoder"))
        # A layer alone is the first of a stack.
        for suffix, encode, decode, names in (
            ("", encoder, decoder, lambda m: stack_names("", m)),
            ("_layer", encoder.layers[0], decoder.layers[0], lambda m: layer_names("", m)),
        ):
            run = lambda x: run_encoder(encode, x, LAYER_LENGTHS)
            derive(f"encoder{suffix}_{order}", encode, run, memory, names=names)
            run = lambda x, memory: run_decoder(decode, x, memory, LAYER_LENGTHS)
            derive(f"decoder{suffix}_{order}", decode, run, x, memory, names=names)
    return t


# -------------------------------------------------------------------------------------------------------------- models
LETTERS, PHONES = 11, 13
SOURCE, TARGET = 7, 5


def transformer(embeddings, before):
    """Weights, memory and logits of a whole model, 2+2 layers; its weights are a file of their own, and so are the
    gradients of its loss, cross-entropy summed over tokens with labels smoothed by 0.1."""
    kind = {"activation": "gelu" if before else "relu", "bias": not before}
    encoder, decoder = stack("encoder", before, **kind), stack("decoder", before, **kind)
    tables = {
        "one_table": ["embedding"],
        "tied_output": ["source_embedding", "target_embedding"],
        "three_tables": ["source_embedding", "target_embedding", "output"],
    }[embeddings]
    rows = {"embedding": PHONES, "source_embedding": LETTERS, "target_embedding": PHONES, "output": PHONES}
    weights = {f"{n}.weight": normal(rows[n], MODEL, scale=0.5) for n in tables}
    weights |= stack_names("encoder", encoder, kind["bias"]) | stack_names("decoder", decoder, kind["bias"])
    first, second, last = (weights[n + ".weight"] for n in (tables[0], tables[min(1, len(tables) - 1)], tables[-1]))

    source, target = torch.randint(rows[tables[0]], [BATCH, SOURCE]), torch.randint(PHONES, [BATCH, TARGET])
    # Norm after: embeddings times √d, interleaved sinusoids; norm before: unscaled, halved ones.
    scale, sinusoid = (1.0, "halved") if before else (MODEL**0.5, "interleaved")
    embed = lambda tokens, table: F.embedding(tokens, table) * scale + sinusoids(tokens.shape[1], MODEL, sinusoid)
    following = torch.randint(PHONES, [BATCH, TARGET], generator=torch.Generator().manual_seed(5))
    with torch.enable_grad():
        for n in tables:
            weights[n + ".weight"].requires_grad_()
        memory = run_encoder(encoder, embed(source, first), LAYER_LENGTHS)
        logits = F.linear(run_decoder(decoder, embed(target, second), memory, LAYER_LENGTHS), last)
        loss = F.cross_entropy(logits.flatten(0, 1), following.flatten(), label_smoothing=0.1, reduction="sum")
        loss.backward()
    gradients = {f"{n}.weight": weights[f"{n}.weight"].grad for n in tables}
    for name, stacked in {"encoder": encoder, "decoder": decoder}.items():
        gradients |= stack_names(name, with_gradients(stacked), kind["bias"])
    numbers = {"source": source.to(torch.int32), "target": target.to(torch.int32), "memory": memory, "logits": logits}
    return weights, numbers, gradients, {"next": following.to(torch.int32), "loss": loss.reshape(1)}


def models():
    torch.manual_seed(3)
    files, all_losses, t = {}, {}, {"lengths": as_int32(LAYER_LENGTHS)}
    for embeddings in "one_table", "tied_output", "three_tables":
        for order in "after", "before":
            name = f"{embeddings}_{order}"
            files[name], numbers, files[name + "_gradients"], losses = transformer(embeddings, order == "before")
            t |= {f"{name}.{n}": x for n, x in numbers.items()}
            all_losses |= {f"{name}.{n}": x for n, x in losses.items()}
    return files | {"models": t, "losses": all_losses}


# ------------------------------------------------------------------------------------------- models of one sequence
def sequence_models():
    """RMS norm, SwiGLU and learned positions alone; then a language model and an encoder model with them, 2 layers:
    norm before, unscaled embeddings. Results, and the gradients of a cotangent by weights and inputs."""
    torch.manual_seed(8)
    width, heads, inner, positions, letters, classes = 10, 2, 12, 9, 11, 4
    x, tokens = normal(BATCH, QUERIES, width), torch.randint(letters, [BATCH, QUERIES])
    t = {"x": x, "tokens": tokens.to(torch.int32), "lengths": as_int32([5, 2, 3])}

    def derive(name, module, f, *inputs, weights=None):
        weights = weights or (lambda m: dict(m.named_parameters()))
        t.update({f"{name}.{path}": p for path, p in weights(module).items()})
        inputs = [i.clone().requires_grad_(i.is_floating_point()) for i in inputs]
        with torch.enable_grad():
            y = f(*inputs)
        t[name + "/y"], t[name + "/cotangent"] = y, normal(*y.shape)
        y.backward(t[name + "/cotangent"])
        found = {f"{name}/gradient.{path}": p for path, p in weights(with_gradients(module)).items()}
        for path, gradient in found.items():
            if path.endswith("key.bias"):  # 0, but for rounding
                assert gradient.abs().max() < 1e-13
                gradient.zero_()
        t.update(found | {f"{name}/gradient/{n}": i.grad for n, i in enumerate(inputs) if i.requires_grad})

    m = randomized(nn.ModuleDict({"norm": nn.RMSNorm(width, eps=1e-5)}))["norm"]
    derive("rms_norm", m, m, x)
    m = randomized(nn.ModuleDict({"norm": nn.RMSNorm(width, eps=0.5)}))["norm"]
    derive("rms_norm_large_epsilon", m, m, x)

    def swiglu(bias, out):
        return randomized(nn.ModuleDict({"gate": nn.Linear(width, inner, bias), "inner": nn.Linear(width, inner, bias),
                                         "outer": nn.Linear(inner, out, bias)}))

    def gate(m, x, f=F.silu):
        return m["outer"](f(m["gate"](x)) * m["inner"](x))

    for name, bias, out in ("swiglu", True, width), ("swiglu_without_bias", False, 7):
        m = swiglu(bias, out)
        derive(name, m, lambda x: gate(m, x), x)
    m = swiglu(True, width)
    derive("geglu", m, lambda x: gate(m, x, F.gelu), x)
    m = randomized(nn.Embedding(positions, width))
    derive("learned_positions", m, lambda x: x + m(torch.arange(QUERIES)), x)
    m = randomized(nn.Embedding(positions + 3, width))
    derive("learned_positions_from_3", m, lambda x: x + m(torch.arange(3, 3 + QUERIES)), x)

    def attention():
        return randomized(nn.MultiheadAttention(width, heads, batch_first=True))

    def layer():
        norms = {"self_attention_norm": nn.RMSNorm(width, eps=1e-5), "feed_forward_norm": nn.RMSNorm(width, eps=1e-5)}
        others = {"self_attention": attention(), "feed_forward": swiglu(True, width)}
        return nn.ModuleDict({**randomized(nn.ModuleDict(norms)), **others})

    def model(**others):
        norm = randomized(nn.ModuleDict({"norm": nn.RMSNorm(width, eps=1e-5)}))["norm"]
        return nn.ModuleDict({"embedding": randomized(nn.Embedding(letters, width)),
                              "positions": randomized(nn.Embedding(positions, width)),
                              "layers": nn.ModuleList([layer(), layer()]), "norm": norm, **others})

    def run(m, tokens, attn_mask=None, key_padding_mask=None):
        y = m["embedding"](tokens) + m["positions"](torch.arange(tokens.shape[1]))
        for one in m["layers"]:
            z = one["self_attention_norm"](y)
            y = y + one["self_attention"](z, z, z, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                                          need_weights=False)[0]
            y = y + gate(one["feed_forward"], one["feed_forward_norm"](y))
        return m["norm"](y)

    def names(stack):
        def of(m):
            found = {}
            for n in m:
                path = {"norm": f"{stack}.norm"}.get(n, n)
                if n != "layers":
                    found |= linear_names(path, m[n])
            for i, one in enumerate(m["layers"]):
                for n in one:
                    path = f"{stack}.{i}.{n}"
                    found |= attention_names(path, one[n]) if n == "self_attention" else linear_names(path, one[n])
            return found
        return of

    later = ~seen(QUERIES, QUERIES)
    m = model()
    tied = lambda n: F.linear(run(m, n, later), m["embedding"].weight)
    derive("language_model_tied", m, tied, tokens, weights=names("decoder"))
    m = model(output=randomized(nn.Linear(width, letters, bias=False)))
    untied = lambda n: m["output"](run(m, n, later))
    derive("language_model_three_tables", m, untied, tokens, weights=names("decoder"))

    there = within([5, 2, 3], QUERIES)[:, 0, 0]
    m = model(head=randomized(nn.Linear(width, classes)))

    def classify(n):
        y = run(m, n, key_padding_mask=~there) * there[..., None]
        return m["head"](y.sum(1) / there.sum(1)[:, None])

    derive("encoder_model", m, classify, tokens, weights=names("encoder"))
    m = copy.deepcopy(m)
    m.zero_grad()
    derive("encoder_model_all_there", m, lambda n: m["head"](run(m, n).mean(1)), tokens, weights=names("encoder"))
    return t


# ----------------------------------------------------------------------------------------------------------- pronounce
WORDS = {
    "TRANSFORMER": "T R AE N S F AO R M ER",
    "O'NEIL": "OW N IY L",
    "A": "EY",
}


def pronounce():
    """The first trained model: the encoder's output and the logits of some words, from its weights."""
    with safe_open(PRONOUNCE, "pt") as file:
        letters, phones = (file.metadata()[n].split() for n in ("source", "target"))
    weights = {n: x.double() for n, x in load_file(PRONOUNCE).items()}
    encoder, decoder = (
        stack(kind, before=False, activation="relu", model=128, heads=4, inner=512, layers=3)
        for kind in ("encoder", "decoder")
    )
    for name, p in (stack_names("encoder", encoder) | stack_names("decoder", decoder)).items():
        p.copy_(weights[name])

    def embed(tokens, table):
        return F.embedding(tokens, table) * 128**0.5 + sinusoids(tokens.shape[1], 128, "interleaved")

    t = {}
    for word, said in WORDS.items():
        source = torch.tensor([[letters.index(n) for n in [*word, "</s>"]]])
        target = torch.tensor([[phones.index(n) for n in ["<s>", *said.split()]]])
        memory = encoder(embed(source, weights["source_embedding.weight"]))
        y = run_decoder(decoder, embed(target, weights["target_embedding.weight"]), memory, [source.shape[1]])
        t[f"{word}.source"], t[f"{word}.target"] = source.to(torch.int32), target.to(torch.int32)
        t[f"{word}.memory"], t[f"{word}.logits"] = memory, F.linear(y, weights["target_embedding.weight"])
    return t


def smallest(x):
    """As float where that holds the same numbers: inputs and weights, not results."""
    x = x.detach().clone().contiguous()
    return x.float() if x.is_floating_point() and x.float().double().equal(x) else x


# --------------------------------------------------------------------------------------------------------- recurrences
def recurrences():
    """PyTorch's recurrent layers from a state that is given: all states, and what autograd finds of Σ cotangent·y."""
    torch.manual_seed(8)
    hidden = 7
    x, start = normal(BATCH, QUERIES, WIDTH), normal(BATCH, hidden)
    t = {"x": x, "start": start}
    for name, layer in {"rnn": nn.RNN, "gru": nn.GRU}.items():
        m = randomized(layer(WIDTH, hidden, batch_first=True))
        names = {f"{ours}.{kind}": getattr(m, f"{kind}_{theirs}_l0")
                 for ours, theirs in {"input": "ih", "state": "hh"}.items() for kind in ("weight", "bias")}
        inputs = [start.clone().requires_grad_(), x.clone().requires_grad_()]
        with torch.enable_grad():
            y, _ = m(inputs[1], inputs[0][None])
        t |= {f"{name}.{path}": p for path, p in names.items()} | {f"{name}/y": y}
        t[f"{name}/cotangent"] = normal(*y.shape)
        y.backward(t[f"{name}/cotangent"])
        t |= {f"{name}/gradient.{path}": p.grad for path, p in names.items()}
        t |= {f"{name}/gradient/{n}": i.grad for n, i in enumerate(inputs)}
    return t


# ----------------------------------------------------------------------------------------------------------- catalogue
def bucket_of_t5(distance, buckets, most, causal):
    """The bucket of key minus query position: Raffel et al. 2020, half of them with a distance each, the others as its
    logarithm has it up to `most`; without a causal mask as many again for later keys."""
    later = torch.zeros_like(distance)
    if not causal:
        buckets //= 2
        later = (distance > 0) * buckets
    distance = (distance if not causal else distance.clamp(max=0)).abs()
    exact = buckets // 2
    far = exact + (torch.log(distance / exact) / math.log(most / exact) * (buckets - exact)).clamp(min=0).long()
    return later + torch.where(distance < exact, distance, far.clamp(max=buckets - 1))


def catalogue():
    """Layers of the catalogue, and the gradients that autograd finds of a cotangent by weights and inputs: PyTorch's
    recurrent layers, convolutions, and scaled_dot_product_attention with masks and with biases of the positions."""
    torch.manual_seed(9)
    t = {}

    def derive(name, f, weights, *inputs):
        weights = {path: (w.detach().clone().requires_grad_(), kept) for path, (w, kept) in weights.items()}
        inputs = [i.clone().requires_grad_() for i in inputs]
        with torch.enable_grad():
            y = f(*inputs, **{path: w for path, (w, _) in weights.items()})
        t.update({f"{name.split('/')[0]}.{path}": kept(w) for path, (w, kept) in weights.items()})
        t[name + "/y"], t[name + "/cotangent"] = y, normal(*y.shape)
        y.backward(t[name + "/cotangent"])
        t.update({f"{name}/gradient.{path}": kept(w.grad) for path, (w, kept) in weights.items()})
        t.update({f"{name}/gradient/{n}": i.grad for n, i in enumerate(inputs)})

    same = lambda w: w
    by_kernel = lambda w: w.permute(0, 2, 1).flatten(1)  # PyTorch has [out, in, kernel]

    x, hidden = normal(BATCH, QUERIES, WIDTH), 7
    t |= {"x": x, "start": normal(BATCH, hidden), "start_of_lstm": normal(BATCH, 2 * hidden)}
    for name, layer in {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}.items():
        m = randomized(layer(WIDTH, hidden, batch_first=True))
        names = {f"cell.{ours}.{kind}": f"{kind}_{theirs}_l0"
                 for ours, theirs in {"input": "ih", "state": "hh"}.items() for kind in ("weight", "bias")}
        if name != "gru":  # whose two biases are one
            nn.init.zeros_(m.bias_hh_l0)
            del names["cell.state.bias"]

        def run(start, x, **weights):
            own = dict(m.named_parameters()) | {names[path]: w for path, w in weights.items()}
            state = tuple(s[None].contiguous() for s in start.split(hidden, -1))
            return torch.func.functional_call(m, own, (x, state if name == "lstm" else state[0]))[0]

        weights = {path: (getattr(m, theirs), same) for path, theirs in names.items()}
        derive(name, run, weights, t["start_of_lstm" if name == "lstm" else "start"], x)

    for name, kernel, dilation in ("convolution", 3, 1), ("dilated_convolution", 5, 2):
        m = randomized(nn.Conv1d(WIDTH, hidden, kernel, dilation=dilation, padding="same"))
        of = lambda x, **w: F.conv1d(x.mT, w["map.weight"], w["map.bias"], padding="same", dilation=dilation).mT
        derive(name, of, {"map.weight": (m.weight, by_kernel), "map.bias": (m.bias, same)}, x)
    m = randomized(nn.ModuleDict({"gate": nn.Linear(WIDTH, hidden), "inner": nn.Linear(WIDTH, hidden),
                                  "outer": nn.Linear(hidden, WIDTH)}))
    glu = lambda x, **w: F.linear(F.glu(torch.cat([F.linear(x, w["inner.weight"], w["inner.bias"]),
                                                   F.linear(x, w["gate.weight"], w["gate.bias"])], -1)),
                                  w["outer.weight"], w["outer.bias"])
    derive("glu", glu, {path: (w, same) for path, w in m.named_parameters()}, x)

    heads, positions, width, value_width = 3, 22, 4, 3
    q, k = normal(2, heads, positions, width), normal(2, heads, positions, width)
    v = normal(2, heads, positions, value_width)
    lengths = [positions, 13]
    t |= {"q": q, "k": k, "v": v, "lengths": as_int32(lengths)}
    distance = torch.arange(positions) - torch.arange(positions)[:, None]
    masks = {"all": None, "padded": within(lengths, positions), "causal": seen(positions, positions)}

    def hiding(mask, bias):
        return bias if mask is None else bias.masked_fill(~mask, -math.inf)

    attend = F.scaled_dot_product_attention
    unit = lambda x: F.normalize(x, dim=-1, eps=0.0)
    slopes = torch.tensor([2.0**-4, 2.0**-8, 2.0**-2], dtype=torch.double)  # of 2 heads, then the first of 4
    buckets = (normal(8, heads), torch.flatten)
    for name, mask in masks.items():
        derive(f"dot_product/{name}", lambda q, k, v: attend(q, k, v, attn_mask=mask, scale=1.0), {}, q, k, v)
        derive(f"cosine/{name}", lambda q, k, v: attend(unit(q), unit(k), v, attn_mask=mask, scale=1.0), {}, q, k, v)
        near = hiding(mask, -slopes[:, None, None] * distance.abs().double())
        derive(f"linear_bias/{name}", lambda q, k, v: attend(q, k, v, attn_mask=near), {}, q, k, v)
        of = bucket_of_t5(distance, 8, 20, name == "causal")
        by_bucket = lambda q, k, v, biases: attend(
            q, k, v, attn_mask=hiding(mask, F.embedding(of, biases).permute(2, 0, 1)), scale=1.0)
        derive(f"bucketed_bias/{name}", by_bucket, {"biases": buckets}, q, k, v)
    derive("local_window", lambda q, k, v: attend(q, k, v, attn_mask=distance.abs() <= 2), {}, q, k, v)
    derive("sliding_window", lambda q, k, v: attend(q, k, v, attn_mask=(distance <= 0) & (distance > -4)), {}, q, k, v)
    return t


def make(folder):
    torch.set_num_threads(1)
    with torch.no_grad():
        files = {"operations": operations(), "named_axes": named_axes(), "layers": layers(), "pronounce": pronounce()} | models()
        files |= {"gradients_layers": layer_gradients(), "recurrences": recurrences()}
        files |= {"sequence_models": sequence_models(), "catalogue": catalogue()}
    for name, tensors in files.items():
        path = folder / f"{name}.safetensors"
        save_file({n: smallest(x) for n, x in tensors.items()}, path)
        path.chmod(0o644)
    return sorted(files)


def difference(found, expected):
    """Of the largest element; infinite where the tensors cannot be compared."""
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return math.inf
    if not found.is_floating_point():
        return 0.0 if found.equal(expected) else math.inf
    finite = expected.isfinite()
    if not found.isfinite().equal(finite) or not found[~finite].equal(expected[~finite]):
        return math.inf
    largest = expected[finite].abs().max().item()
    return (found[finite] - expected[finite]).abs().max().item() / (largest or 1.0)


def check():
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in make(pathlib.Path(folder)):
            found, expected = (load_file(f / f"{name}.safetensors") for f in (pathlib.Path(folder), HERE))
            if found.keys() != expected.keys():
                print(f"{name}: the tensors differ: {sorted(found.keys() ^ expected.keys())}", file=sys.stderr)
                faults += 1
            for tensor in found.keys() & expected.keys():
                if not difference(found[tensor], expected[tensor]) <= 1e-12:
                    print(f"{name}: {tensor} differs", file=sys.stderr)
                    faults += 1
    return faults


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the files that are there")
    if parser.parse_args().check:
        sys.exit(1 if check() else 0)
    make(HERE)
