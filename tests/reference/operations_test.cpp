#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/layers/positions.hpp>

#include "reference.hpp"

namespace {
namespace tf = typeformer;
using namespace tf::testing;
using tf::let;

struct Batch : tf::axis<"B", tf::up_to<4>> {};
struct Query : tf::axis<"N", tf::up_to<8>> {};
struct Model : tf::axis<"d", 12> {};
struct More : tf::axis<"c", 9> {};
struct Row : tf::axis<"M", tf::up_to<8>> {};

// ---------------------------------------------------------------------------------------------- products, activations
struct In : tf::axis<"in", 70> {};
struct Out : tf::axis<"out", 90> {};
using map = tf::linear<In, Out>;

TEMPLATE_TEST_CASE("products with bias, residual and function are PyTorch's, fused and not", "", float, double) {
  using T = TestType;
  const auto file = reference_file("operations");
  tf::weights<map, T> w;
  const auto& m = tf::model<map>;
  file.copy(find(file, "linear.weight"), w[m.weight].elements());
  file.copy(find(file, "linear.bias"), w[m.bias].elements());
  runner<map, T> run{w};
  const auto input = read<T, Batch, Query, In>(file, "linear.x");
  const auto residual = read<T, Batch, Query, Out>(file, "linear.residual");
  const auto x = run(input);
  const auto r = run(residual);

  check(let(x * m.weight), file, "linear.product");
  check(let(x * m.weight + m.bias), file, "linear.biased");
  check(let(r + (x * m.weight + m.bias)), file, "linear.added");
  check(let(tf::relu(m(x))), file, "linear.relu");
  check(let(tf::gelu(m(x))), file, "linear.gelu");
  check(let(tf::gelu_tanh(m(x))), file, "linear.gelu_tanh");
  check(let(tf::gelu_quick(m(x))), file, "linear.gelu_quick");
  check(let(tf::swish(m(x))), file, "linear.swish");
  check(let(tf::sigmoid(m(x))), file, "linear.sigmoid");
  check(let(tf::tanh(m(x))), file, "linear.tanh");

  const auto product = let(x * m.weight);
  const auto biased = let(product + m.bias);
  check(biased, file, "linear.biased");
  check(let(r + biased), file, "linear.added");
  check(let(tf::gelu(biased)), file, "linear.gelu");
}

TEMPLATE_TEST_CASE("functions of each element are PyTorch's", "", float, double) {
  using T = TestType;
  const auto file = reference_file("operations");
  runner<no_parameters, T> run{{}};
  const auto input = read<T, Batch, Query, Out>(file, "linear.residual");
  const auto x = run(input);
  check(let(tf::relu(x)), file, "activation.relu");
  check(let(tf::gelu(x)), file, "activation.gelu");
  check(let(tf::gelu_tanh(x)), file, "activation.gelu_tanh");
  check(let(tf::gelu_quick(x)), file, "activation.gelu_quick");
  check(let(tf::swish(x)), file, "activation.swish");
  check(let(tf::sigmoid(x)), file, "activation.sigmoid");
  check(let(tf::tanh(x)), file, "activation.tanh");
}

TEMPLATE_TEST_CASE("sums, scales, softmax and what moves rows are PyTorch's", "", float, double) {
  using T = TestType;
  const auto file = reference_file("operations");
  runner<no_parameters, T> run{{}};
  const auto input = read<T, Batch, Query, Model>(file, "rows.x");
  const auto other_input = read<T, Batch, Query, Model>(file, "rows.other");
  const auto wider_input = read<T, Batch, Query, More>(file, "rows.wider");
  const auto rows_input = read<T, Batch, Row, Model>(file, "rows.other");
  const auto x = run(input), other = run(other_input);
  const auto wider = run(wider_input);
  const auto rows = run(rows_input);
  check(let(tf::transpose(x)), file, "rows.transposed");
  check(let(x / tf::root<Model>), file, "rows.divided");
  check(let(x + other), file, "rows.sum");
  check(let(tf::softmax(x)), file, "rows.softmax_last");
  check(let(tf::softmax<Query>(x)), file, "rows.softmax_middle");
  check(let(tf::softmax<Batch>(x)), file, "rows.softmax_first");
  check(let(tf::concatenate(x, wider)), file, "rows.concatenated");
  check(let(x * tf::transpose(rows)), file, "rows.scores");
}

// -------------------------------------------------------------------------------------------------------------- norms
struct Normed : tf::axis<"e", 40> {};
template <class Epsilon>
void check_norm(const std::string& name) {
  using norm = tf::layer_norm<Normed, Epsilon>;
  const auto file = reference_file("operations");
  const auto with = [&]<class T>(T) {
    tf::weights<norm, T> w;
    const auto& m = tf::model<norm>;
    file.copy(find(file, "norm.gain"), w[m.weight].elements());
    file.copy(find(file, "norm.bias"), w[m.bias].elements());
    runner<norm, T> run{w};
    const auto input = read<T, Batch, Query, Normed>(file, "norm.x");
    const auto residual_input = read<T, Batch, Query, Normed>(file, "norm.residual");
    const auto x = run(input), r = run(residual_input);
    check(let(m(x)), file, "norm." + name);
    check(let(m(x + r)), file, "norm." + name + "_residual");
    check(let(m(let(x + r))), file, "norm." + name + "_residual");
    if constexpr (std::is_same_v<Epsilon, tf::inside_root<std::milli>>)
      check(let(tf::normalize<Normed, Epsilon>(x)), file, "norm.plain");
  };
  with(float{});
  with(double{});
}

TEST_CASE("layer norm is PyTorch's, wherever epsilon is, of a sum too") {
  check_norm<tf::inside_root<std::milli>>("inside_root");
  check_norm<tf::added_to_root<std::milli>>("added_to_root");
  check_norm<tf::added_to_deviation<std::milli>>("added_to_deviation");
}

// --------------------------------------------------------------------------------------------------- tables, positions
struct Vocabulary : tf::axis<"V", 80> {};
struct Width : tf::axis<"E", 24> {};
struct Position : tf::axis<"P", 8> {};

template <class Sinusoids>
struct embedded {
  using embedding_type = tf::embedding<Vocabulary, Width>;
  using positions_type = typename Sinusoids::template positions<Position, Width>;
  BOOST_HANA_DEFINE_STRUCT(embedded, (embedding_type, table), (positions_type, positions));
};

template <class Sinusoids>
void check_embedded(const std::string& name) {
  using module = embedded<Sinusoids>;
  const auto file = reference_file("operations");
  const auto with = [&]<class T>(T) {
    tf::weights<module, T> w;
    const auto& m = tf::model<module>;
    file.copy(find(file, "table.weight"), w[m.table.weight].elements());
    runner<module, T> run{w};
    const auto input = read_tokens<Vocabulary, Batch, Query>(file, "table.tokens");
    const auto x = run(input);
    const auto gathered = let(tf::gather(x, m.table.weight));
    check(gathered, file, "table.gathered");
    check(let(m.table(x)), file, "table.scaled");
    check(let(gathered * tf::root<Width>), file, "table.scaled");
    check(let(m.table.logits(gathered)), file, "table.scores");
    check(let(m.positions(gathered)), file, "positions." + name);
    check(let(m.positions(gathered, 3)), file, "positions.from_3_" + name);
  };
  with(float{});
  with(double{});
}

TEST_CASE("embeddings, scores and each kind of sinusoids are PyTorch's",
          "[row: sinusoidal positions, interleaved][row: sinusoidal positions, halved][row: sinusoidal positions, "
          "stretched][forward][reference]") {
  check_embedded<tf::interleaved_sinusoids>("interleaved");
  check_embedded<tf::halved_sinusoids>("halved");
  check_embedded<tf::stretched_sinusoids>("stretched");
}

}  // namespace
