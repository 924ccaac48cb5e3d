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
    items: int = 0  # words that one run pronounces
    within: float = 1e-3  # of their size, results are the same
    alike: float = 1  # the fraction of the results that must be the same

    @property
    def kind(self):
        return self.name.split()[0]

    @property
    def precision(self):
        """What weights are stored in; products may be computed in it too."""
        return next((p for p in ("bf16", "int8") if self.kind.endswith("_" + p)), "float32")

    @property
    def is_model(self):
        return self.weights != ""

    def limit_ms(self, operations_a_ms, bytes_a_ms):
        """The least time that the machine allows; None where nothing is counted. The limit of operations is that of
        floats: in another precision a row has a limit only where memory takes longer than that."""
        operations, memory = self.operations / operations_a_ms, self.bytes / bytes_a_ms
        if self.precision != "float32" and memory < operations:
            return None
        return max(operations, memory) or None


FLOAT = 4
BYTES = {"float32": 4, "bf16": 2, "int8": 1}  # of a weight
# Of a result's size: rounding weights to bf16, or weights and activations to int8.
WITHIN = {"float32": 1e-3, "bf16": 1e-2, "int8": 3e-2}


def kind_in(kind, precision):
    return kind if precision == "float32" else f"{kind}_{precision}"


def product(kind, m, n, k, precision="float32"):
    moved = BYTES[precision] * n * k + FLOAT * (m * k + m * n)
    return Row(f"{kind_in(kind, precision)} {m} {n} {k}", 2 * m * n * k, moved if kind == "cold_product" else 0,
               within=WITHIN[precision])


def attention(kind, positions, precision="float32"):
    pairs = positions * (positions + 1) / 2 if kind == "causal_attention" else positions**2
    return Row(f"{kind_in(kind, precision)} {positions}", 4 * 512 * pairs, within=WITHIN[precision])


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
PAPER_DECODER = 6 * (6 * 512**2 + 2 * 512 * 2048) + 37_000 * 512  # weights that a decoding step reads


def paper_base(batch, source, target, precision="float32"):
    stored = 6 * (4 + 8) * 512**2 + 12 * 2 * 512 * 2048 + 37_000 * 512
    return Row(f"{kind_in('paper_base', precision)} {batch} {source} {target}",
               transformer(batch, source, target, **PAPER), BYTES[precision] * stored, "paper_base",
               within=WITHIN[precision])


def decoding_step(source, position, precision="float32"):
    """Weights of the decoder and the vocabulary, without the memory's keys and values, which are remembered."""
    return Row(f"{kind_in('decoding_step', precision)} {source} {position}", 2 * PAPER_DECODER,
               BYTES[precision] * PAPER_DECODER, "paper_base", within=WITHIN[precision])


def translate(batch, source, target, beam=1, precision="float32"):
    """So many tokens of each row, whatever they are: every peer does the same work. Each step reads the decoder."""
    encoder = batch * 6 * encoder_layer(source, 512, 2048)
    decoder = transformer(batch * beam, source, target, **PAPER) - beam * encoder
    kind = "translate" if beam == 1 else "translate_beam"
    sizes = f"{batch} {source} {target}" + (f" {beam}" if beam > 1 else "")
    return Row(f"{kind_in(kind, precision)} {sizes}", encoder + decoder, BYTES[precision] * PAPER_DECODER * target,
               "paper_base", within=WITHIN[precision])


def language_model(batch, prompt, tokens, precision="float32"):
    """Greedily, so many tokens behind each prompt."""
    positions = prompt + tokens - 1
    layers = 6 * (encoder_layer(positions, 512, 2048) - 2 * positions * (positions - 1) * 512)
    weights = 6 * (4 * 512**2 + 2 * 512 * 2048) + 8192 * 512
    return Row(f"{kind_in('language_model', precision)} {batch} {prompt} {tokens}",
               batch * (layers + 2 * tokens * 512 * 8192), BYTES[precision] * weights * tokens, "language_model",
               within=WITHIN[precision])


def encoder_model(batch, positions, precision="float32"):
    """From tokens to a class of each row."""
    return Row(f"{kind_in('encoder_model', precision)} {batch} {positions}",
               batch * 6 * encoder_layer(positions, 512, 2048), weights="encoder_model", within=WITHIN[precision])


def training_step(precision="float32"):
    """A backward pass takes twice the operations of the forward pass. In bf16 products are; weights and moments are
    floats."""
    return Row(kind_in("training_step", precision),
               3 * transformer(64, 16, 16, layers=4, d=128, inner=512, vocabulary=42), weights="training_step",
               within=WITHIN[precision])


def tiny_encoder(d):
    return Row(f"tiny_encoder {d}", 2 * encoder_layer(8, d, 4 * d), weights=f"tiny_encoder {d}")


def pronounce(words, beam=1, precision="float32"):
    """In floats all say the same phones of all words; with quantized weights of most."""
    kind = "pronounce" if beam == 1 else "pronounce_beam"
    sizes = f"{words}" + (f" {beam}" if beam > 1 else "")
    return Row(f"{kind_in(kind, precision)} {sizes}", weights="pronounce", items=words,
               alike=1 if precision == "float32" else 0.9)


PRODUCTS = [("product", 512, 512, 512), ("product", 1024, 2048, 512), ("product", 16, 512, 512),
            ("cold_product", 1, 37_000, 512)]

MODELS = [
    training_step(),
    training_step("bf16"),
    *(paper_base(*sizes, precision) for precision in BYTES for sizes in ((1, 32, 32), (16, 64, 64))),
    *(encoder_model(batch, 64, precision) for batch in (1, 16) for precision in BYTES),
    *(decoding_step(32, 31, precision) for precision in BYTES),
    *(translate(batch, 32, 16, beam, precision)
      for beam in (1, 4) for batch in (1, 32) for precision in BYTES),
    *(language_model(batch, 16, 32, precision) for batch in (1, 16) for precision in BYTES),
    *(pronounce(words, beam, precision)
      for words in (1024, 1) for beam in (1, 4) for precision in BYTES),
    tiny_encoder(16),
    tiny_encoder(32),
]
KERNELS = [
    product("product", 512, 512, 512),
    product("product", 1024, 2048, 512),
    product("product", 16, 512, 512),
    product("product", 64, 64, 64),
    product("product", 1, 512, 512),
    product("cold_product", 1, 37_000, 512),
    *(product(kind, *sizes, precision) for precision in ("bf16", "int8") for kind, *sizes in PRODUCTS),
    product("input_gradient", 512, 512, 512),
    product("input_gradient", 1024, 2048, 512),
    product("weight_gradient", 512, 512, 512),
    product("weight_gradient", 1024, 2048, 512),
    *(attention(kind, positions, precision)
      for precision in ("float32", "bf16") for positions in (512, 2048) for kind in ("attention", "causal_attention")),
    in_memory("layer_norm", 512, 512),
    in_memory("layer_norm", 32_768, 512),
    in_memory("softmax", 512, 512),
    in_memory("softmax", 512, 37_000),
    product("static_product", 16, 16, 16),
    product("static_product", 64, 64, 64),
    product("static_product", 8, 32, 32),
    product("static_product", 16, 512, 128),
    # Elementwise operations as one formula; apart, operation by operation.
    *(Row(f"{kind} {rows} 512") for rows in (512, 32_768)
      for kind in ("chain", "chain_apart", "chain_gradient", "chain_gradient_apart")),
]
# Models first, and of them those whose peers take longest to prepare: where time is short, what is behind has fewer
# turns, and kernels need least time for them.
ROWS = MODELS + KERNELS

# Of these the machine's limits follow; see limits.cpp.
FMA = Row("fma 4000", 4e9)
READ = Row("read 512", bytes=512 << 20)
