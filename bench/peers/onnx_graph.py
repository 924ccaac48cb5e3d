"""Graphs for ONNX Runtime, and the models of the rows in its operators."""

import math

import numpy
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

import worker

MICROSOFT = "com.microsoft"
CPU = ["CPUExecutionProvider"]


def stored_apart(name, array):
    """A constant whose bytes the session is given beside the graph."""
    data_type = helper.np_dtype_to_tensor_dtype(array.dtype)
    tensor = TensorProto(name=name, data_type=data_type, dims=array.shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="given")
    return tensor


class Graph:
    """Inputs are arrays, given when the graph is made. `precision`: that of products with weights."""

    def __init__(self, precision="float32"):
        self.nodes, self.constants, self.inputs, self.precision = [], {}, {}, precision

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants[name] = numpy.ascontiguousarray(array)
        return name

    def input(self, array):
        name = f"x{len(self.inputs)}"
        self.inputs[name] = numpy.ascontiguousarray(array)
        return name

    def apply(self, operator, *inputs, outputs=1, domain="", **attributes):
        """The name of the result, or of the results."""
        names = [f"y{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(operator, inputs, names, domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def quantized(self, weight):
        """Of [in, out] the int8 and a scale for each output: what quantize_dynamic(per_channel) computes, whose loop
        over outputs takes longer than all else here."""
        scales = numpy.abs(weight).max(0) / numpy.float32(worker.largest_int8())
        return self.constant(numpy.rint(weight / scales).astype(numpy.int8)), self.constant(scales)

    def product(self, x, weight, bias=None):
        """x times [in, out]. In int8 the inputs are quantized as they come."""
        if self.precision == "int8":
            rest = [bias] if bias else []
            return self.apply("DynamicQuantizeMatMul", x, *self.quantized(weight), "", *rest, domain=MICROSOFT)
        y = self.apply("MatMul", x, self.constant(weight))
        return self.apply("Add", y, bias) if bias else y

    def runner(self, output, threads):
        """Two functions: one that runs the graph, and one that yields the output of the last run. `threads`: intra, of
        one operator."""
        given = [
            helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
            for n, x in self.inputs.items()
        ]
        made = [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)]
        apart = {n: x for n, x in self.constants.items() if x.ndim}
        constants = [
            stored_apart(n, x) if n in apart else numpy_helper.from_array(x, n) for n, x in self.constants.items()
        ]
        graph = helper.make_graph(self.nodes, "row", given, made, constants)
        versions = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=versions, ir_version=9)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = 3
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(x) for x in apart.values()]
        options.add_external_initializers(list(apart), values)
        if self.precision == "bf16":
            options.add_session_config_entry("mlas.enable_gemm_fastmath_arm64_bfloat16", "1")
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=CPU)
        binding = session.io_binding()
        for name, x in self.inputs.items():
            binding.bind_cpu_input(name, x)
        binding.bind_output(output)
        return lambda: session.run_with_iobinding(binding), lambda: binding.copy_outputs_to_cpu()[0]


class Model(Graph):
    """A model's layers. `packed`: self-attention by the operator that multiplies with the weights too."""

    def __init__(self, weights, heads, epsilon=1e-5, packed=False, gelu=False, precision="float32"):
        super().__init__(precision)
        self.weights, self.heads, self.epsilon, self.packed, self.gelu = weights, heads, epsilon, packed, gelu

    def joined(self, names):
        """[in, outs side by side], and the biases or nothing."""
        bias = None
        if names[0] + ".bias" in self.weights:
            bias = self.constant(numpy.concatenate([self.weights[n + ".bias"] for n in names]))
        return numpy.concatenate([self.weights[n + ".weight"] for n in names]).T, bias

    def linear(self, x, *names):
        """One map, or several side by side with a result each."""
        y = self.product(x, *self.joined(names))
        return y if len(names) == 1 else self.apply("Split", y, outputs=len(names), axis=-1)

    def norm(self, x, name):
        gain, bias = (self.constant(self.weights[f"{name}.{part}"]) for part in ("weight", "bias"))
        return self.apply("LayerNormalization", x, gain, bias, epsilon=self.epsilon)

    def attend(self, q, k, v, *rest, outputs=1, causal=False):
        return self.apply(
            "MultiHeadAttention", q, k, v, *rest,
            outputs=outputs, domain=MICROSOFT, num_heads=self.heads, unidirectional=int(causal),
        )

    def self_attention(self, x, name, causal):
        names = [f"{name}.{part}" for part in ("query", "key", "value")]
        if self.packed:
            weight, bias = self.joined(names)
            width = self.weights[names[0] + ".weight"].shape[0]
            bias = bias or self.constant(numpy.zeros(3 * width, numpy.float32))
            said = {"domain": MICROSOFT, "num_heads": self.heads, "unidirectional": int(causal)}
            if self.precision == "int8":
                x, scale, zero = self.apply("DynamicQuantizeLinear", x, outputs=3)
                of_weight, scales = self.quantized(weight)
                y = self.apply("QAttention", x, of_weight, bias, scale, scales, "", zero, **said)
            else:
                y = self.apply("Attention", x, self.constant(weight), bias, **said)
        else:
            y = self.attend(*self.linear(x, *names), causal=causal)
        return self.linear(y, name + ".output")

    def remembered_step(self, x, name, keys, values):
        """The newest place, which sees itself and the keys and values before it."""
        parts = self.linear(x, *(f"{name}.{part}" for part in ("query", "key", "value")))
        y, *_ = self.attend(*parts, "", "", "", keys, values, outputs=3)
        return self.linear(y, name + ".output")

    def remember(self, memory, name):
        return self.linear(memory, f"{name}.key", f"{name}.value")

    def cross_attention(self, x, name, remembered):
        return self.linear(self.attend(self.linear(x, name + ".query"), *remembered), name + ".output")

    def feed_forward(self, x, name):
        y = self.linear(x, name + ".inner")
        y = self.apply("Gelu", y, domain=MICROSOFT) if self.gelu else self.apply("Relu", y)
        return self.linear(y, name + ".outer")

    def layer(self, x, name, own, remembered=None):
        """Norms stand after each sublayer. own: what self-attention does."""
        x = self.norm(self.apply("Add", x, own(x)), name + ".self_attention_norm")
        if remembered:
            y = self.cross_attention(x, name + ".cross_attention", remembered)
            x = self.norm(self.apply("Add", x, y), name + ".cross_attention_norm")
        y = self.feed_forward(x, name + ".feed_forward")
        return self.norm(self.apply("Add", x, y), name + ".feed_forward_norm")

    def layer_before(self, x, name):
        """An encoder's, whose norms stand before each sublayer."""
        own = self.self_attention(self.norm(x, name + ".self_attention_norm"), name + ".self_attention", False)
        x = self.apply("Add", x, own)
        return self.apply("Add", x, self.feed_forward(self.norm(x, name + ".feed_forward_norm"), name + ".feed_forward"))

    def stack(self, x, names, causal=False, memory=None):
        for name in names:
            remembered = memory and self.remember(memory, name + ".cross_attention")
            x = self.layer(x, name, lambda z: self.self_attention(z, name + ".self_attention", causal), remembered)
        return x

    def embed(self, tokens, first=0):
        """By one table for all."""
        table = self.weights["embedding.weight"]
        if not hasattr(self, "table"):
            self.table = self.constant(table)
        width, positions = table.shape[1], tokens.shape[1]
        x = self.apply("Gather", self.table, self.input(tokens))
        x = self.apply("Mul", x, self.constant(numpy.float32(math.sqrt(width))))
        return self.apply("Add", x, self.constant(worker.sinusoids(first + positions, width)[first:]))

    def scores(self, x):
        return self.product(x, self.weights["embedding.weight"].T)
