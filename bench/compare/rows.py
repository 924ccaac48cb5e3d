"""What is measured. A row is a kind of work and its sizes, and its name says both; threads read it from there."""

from dataclasses import dataclass

WORDS = (
    "TRANSFORMER ATTENTION IS ALL YOU NEED PRONOUNCED VOCABULARY LANGUAGE MACHINE LEARNING THEORY SEVEN ORANGE "
    "COMPUTER SCIENCE KNOWLEDGE WINDOW THROUGH MOUNTAIN ELEPHANT QUESTION STRENGTH BEAUTIFUL UNIVERSITY CHOCOLATE "
    "WEDNESDAY "
    "LIEUTENANT RHYTHM YESTERDAY OCEAN PHOTOGRAPH"
)


@dataclass(frozen=True)
class Row:
    name: str
    operations: float = 0  # additions and multiplications; 0: not counted
    bytes: float = 0  # that memory has to deliver, where caches do not hold them; 0: not counted
    weights: str = ""  # what file of weights the row wants
    items: int = 0  # words that one run says
    within: float = 1e-3  # of their size, results are the same

    @property
    def kind(self):
        return self.name.split()[0]

    def limit_ms(self, operations_a_ms, bytes_a_ms):
        """The least time that the machine allows; None where nothing is counted."""
        return max(self.operations / operations_a_ms, self.bytes / bytes_a_ms) or None


FLOAT = 4


def product(kind, m, n, k):
    return Row(f"{kind} {m} {n} {k}", 2 * m * n * k, FLOAT * (n * k + m * k + m * n) if kind == "cold_product" else 0)


def attention(kind, positions):
    pairs = positions * (positions + 1) / 2 if kind == "causal_attention" else positions**2
    return Row(f"{kind} {positions}", 4 * 512 * pairs)


def in_memory(kind, rows, columns):
    """Read once and written once; counted where that is more than a cache holds."""
    moved = 2 * FLOAT * rows * columns
    return Row(f"{kind} {rows} {columns}", bytes=moved if moved >= 64 << 20 else 0)


def encoder_layer(positions, d, inner):
    return 2 * positions * (4 * d * d + 2 * d * inner) + 4 * positions**2 * d


def decoder_layer(positions, memory, d, inner):
    """The memory's keys and values included."""
    own = encoder_layer(positions, d, inner) - 4 * positions**2 * d + 2 * positions * (positions + 1) * d
    return own + 2 * positions * 2 * d * d + 2 * memory * 2 * d * d + 4 * positions * memory * d


def transformer(batch, source, target, layers, d, inner, vocabulary):
    a_row = layers * (encoder_layer(source, d, inner) + decoder_layer(target, source, d, inner))
    return batch * (a_row + 2 * target * d * vocabulary)


PAPER = dict(layers=6, d=512, inner=2048, vocabulary=37_000)


def paper_base(batch, source, target):
    stored = 6 * (4 + 8) * 512**2 + 12 * 2 * 512 * 2048 + 37_000 * 512
    return Row(f"paper_base {batch} {source} {target}", transformer(batch, source, target, **PAPER), FLOAT * stored,
               "paper_base")


def decoding_step(kind, source, position, bytes_a_weight, within):
    """Weights of the decoder and the vocabulary, without the memory's keys and values, which are remembered."""
    read = 6 * (6 * 512**2 + 2 * 512 * 2048) + 37_000 * 512
    return Row(f"{kind} {source} {position}", 2 * read, bytes_a_weight * read, "paper_base", within=within)


def training_step():
    """A backward pass takes twice the operations of the forward pass."""
    return Row("training_step", 3 * transformer(64, 16, 16, layers=4, d=128, inner=512, vocabulary=42),
               weights="training_step")


def tiny_encoder(d):
    return Row(f"tiny_encoder {d}", 2 * encoder_layer(8, d, 4 * d), weights=f"tiny_encoder {d}")


def pronounce(words):
    return Row(f"pronounce {words}", weights="pronounce", items=words)


ROWS = [
    product("product", 512, 512, 512),
    product("product", 1024, 2048, 512),
    product("product", 16, 512, 512),
    product("product", 64, 64, 64),
    product("product", 1, 512, 512),
    product("cold_product", 1, 37_000, 512),
    product("input_gradient", 512, 512, 512),
    product("input_gradient", 1024, 2048, 512),
    product("weight_gradient", 512, 512, 512),
    product("weight_gradient", 1024, 2048, 512),
    attention("attention", 512),
    attention("causal_attention", 512),
    attention("attention", 2048),
    attention("causal_attention", 2048),
    in_memory("layer_norm", 512, 512),
    in_memory("layer_norm", 32_768, 512),
    in_memory("softmax", 512, 512),
    in_memory("softmax", 512, 37_000),
    # Elementwise operations as one formula; apart, operation by operation.
    *(Row(f"{kind} {rows} 512") for rows in (512, 32_768)
      for kind in ("chain", "chain_apart", "chain_gradient", "chain_gradient_apart")),
    paper_base(1, 32, 32),
    paper_base(16, 64, 64),
    decoding_step("decoding_step", 32, 31, 4, 1e-3),
    # Our weights in fewer bits, the peers' in floats: they round less.
    decoding_step("decoding_step_bf16", 32, 31, 2, 1e-2),
    decoding_step("decoding_step_int8", 32, 31, 1, 3e-2),
    pronounce(1),
    pronounce(1024),
    training_step(),
    product("static_product", 16, 16, 16),
    product("static_product", 64, 64, 64),
    product("static_product", 8, 32, 32),
    product("static_product", 16, 512, 128),
    tiny_encoder(16),
    tiny_encoder(32),
]

# Of these the machine's limits follow; see limits.cpp.
FMA = Row("fma 4000", 4e9)
READ = Row("read 512", bytes=512 << 20)
