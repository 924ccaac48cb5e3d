// Products, layer_norm and softmax by oneDNN; OMP_NUM_THREADS says how many threads it takes. Products in bf16 and int8
// are given floats and yield floats, as ours: each rounds its inputs anew. In int8 the scales are known before, which
// spares it the search for the largest input.
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>

#include "../worker.hpp"

namespace {

using bench::prepared, bench::sizes;
using dims = dnnl::memory::dims;
using tag = dnnl::memory::format_tag;
using type = dnnl::memory::data_type;
constexpr auto f32 = type::f32;

dnnl::engine& engine() {
  static dnnl::engine cpu{dnnl::engine::kind::cpu, 0};
  return cpu;
}
dnnl::stream& stream() {
  static dnnl::stream all{engine()};
  return all;
}
dnnl::memory::dim as_dim(std::size_t x) { return static_cast<dnnl::memory::dim>(x); }

/// An array in memory, plain.
dnnl::memory array(const dims& extents, tag order, std::uint64_t key = 0) {
  dnnl::memory m{{extents, f32, order}, engine()};
  const std::size_t size = m.get_desc().get_size() / sizeof(float);
  if (key) {
    bench::fill(static_cast<float*>(m.get_data_handle()), size, key);
  } else {
    std::fill_n(static_cast<float*>(m.get_data_handle()), size, 0.0f);
  }
  return m;
}
/// Whether products of int8 are added in 32 bits. Where they are not, weights of 7 bits keep sums of two from
/// saturating.
bool has_dot_products() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512vnni") || __builtin_cpu_supports("avxvnni");
#else
  return true;
#endif
}
/// The numbers of arrays lie in [−1, 1).
constexpr float steps(type t) { return t == type::s8 ? 127 : 1; }
float steps_of_weights(type t) { return t == type::s8 && !has_dot_products() ? 63 : steps(t); }
dnnl::primitive_attr scaled_by(float scale) {
  dnnl::primitive_attr attributes;
  if (scale != 1) attributes.set_output_scales(0, {scale});
  return attributes;
}
dnnl::reorder rounding(const dnnl::memory& from, const dnnl::memory& to, float steps) {
  return dnnl::reorder{{engine(), from.get_desc(), engine(), to.get_desc(), scaled_by(steps)}};
}
/// Weights as an operation wants them.
dnnl::memory reordered(dnnl::memory from, const dnnl::memory::desc& as, type t) {
  if (from.get_desc() == as) return from;
  dnnl::memory to{as, engine()};
  rounding(from, to, steps_of_weights(t)).execute(stream(), from, to);
  stream().wait();
  return to;
}
std::vector<bench::check> seen(const dnnl::memory& y) {
  return {bench::projection(static_cast<const float*>(y.get_data_handle()), y.get_desc().get_size() / sizeof(float))};
}

/// A primitive with its arguments, of which the weights take turns. `before` is done first in each run.
template <class Before = void (*)()>
prepared executed(
    dnnl::primitive primitive, std::unordered_map<int, dnnl::memory> arguments, std::vector<dnnl::memory> weights,
    const char* setting, const Before& before = [] {}) {
  const auto run = [=, next = std::size_t{0}]() mutable {
    before();
    if (!weights.empty()) {
      arguments.insert_or_assign(DNNL_ARG_WEIGHTS, weights[next]);
      if (++next == weights.size()) next = 0;
    }
    primitive.execute(stream(), arguments);
    stream().wait();
  };
  auto once = run;
  once();
  return {bench::repeated(run), [first = seen(arguments.at(DNNL_ARG_DST))] { return first; }, setting};
}

std::vector<dnnl::memory> copies_of(const dnnl::memory& w, const dnnl::memory::desc& as, std::size_t copies,
                                    type t = f32) {
  std::vector<dnnl::memory> all;
  for (std::size_t i = 0; i < copies; ++i) {
    const dnnl::memory packed = reordered(w, as, t);
    dnnl::memory own{as, engine()};
    std::copy_n(static_cast<const char*>(packed.get_data_handle()), as.get_size(),
                static_cast<char*>(own.get_data_handle()));
    all.push_back(own);
  }
  return all;
}

/// y = x·w by matmul, with w plain or packed as it likes.
prepared by_matmul(const sizes& mnk, std::size_t copies, tag order, const char* setting) {
  const dims x_size{as_dim(mnk[0]), as_dim(mnk[2])}, w_size{as_dim(mnk[2]), as_dim(mnk[1])},
      y_size{as_dim(mnk[0]), as_dim(mnk[1])};
  const dnnl::matmul::primitive_desc matmul{{{x_size, f32, tag::ab}, {w_size, f32, order}, {y_size, f32, tag::ab}},
                                            engine()};
  const auto x = array(x_size, tag::ab, 1), y = array(y_size, tag::ab);
  return executed(dnnl::matmul{matmul}, {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, y}},
                  copies_of(array(w_size, tag::ab, 2), matmul.weights_desc(), copies), setting);
}
/// The same by inner_product, whose weights are [columns, inner].
prepared by_inner_product(const sizes& mnk, std::size_t copies) {
  const dims x_size{as_dim(mnk[0]), as_dim(mnk[2])}, w_size{as_dim(mnk[1]), as_dim(mnk[2])},
      y_size{as_dim(mnk[0]), as_dim(mnk[1])};
  const dnnl::inner_product_forward::primitive_desc inner{
      {dnnl::prop_kind::forward_inference, {x_size, f32, tag::ab}, {w_size, f32, tag::any}, {y_size, f32, tag::ab}},
      engine()};
  const auto x = array(x_size, tag::ab, 1), y = array(y_size, tag::ab);
  return executed(dnnl::inner_product_forward{inner}, {{DNNL_ARG_SRC, x}, {DNNL_ARG_DST, y}},
                  copies_of(array(w_size, tag::ba, 2), inner.weights_desc(), copies), "inner_product, packed");
}

/// The same in fewer bits.
prepared rounded(const sizes& mnk, std::size_t copies, type t) {
  const dims x_size{as_dim(mnk[0]), as_dim(mnk[2])}, w_size{as_dim(mnk[2]), as_dim(mnk[1])},
      y_size{as_dim(mnk[0]), as_dim(mnk[1])};
  const dnnl::matmul::primitive_desc matmul{{{x_size, t, tag::ab}, {w_size, t, tag::any}, {y_size, f32, tag::ab}},
                                            scaled_by(1 / (steps(t) * steps_of_weights(t))),
                                            engine()};
  const auto x = array(x_size, tag::ab, 1), y = array(y_size, tag::ab);
  const dnnl::memory x_rounded{matmul.src_desc(), engine()};
  const auto round = [=, how = rounding(x, x_rounded, steps(t))] {
    how.execute(stream(), {{DNNL_ARG_FROM, x}, {DNNL_ARG_TO, x_rounded}});
  };
  return executed(dnnl::matmul{matmul}, {{DNNL_ARG_SRC, x_rounded}, {DNNL_ARG_DST, y}},
                  copies_of(array(w_size, tag::ab, 2), matmul.weights_desc(), copies, t), "matmul, packed", round);
}
template <type T, std::size_t Copies>
prepared rounded_product(const sizes& mnk, std::size_t) try {
  return rounded(mnk, Copies, T);
} catch (const dnnl::error& e) {
  if (e.status == dnnl_unimplemented) throw bench::not_here{};
  throw;
}

prepared product_with(const sizes& mnk, std::size_t copies) {
  return bench::fastest({by_matmul(mnk, copies, tag::any, "matmul, packed"),
                         by_matmul(mnk, copies, tag::ab, "matmul, plain"), by_inner_product(mnk, copies)});
}

/// dx = dy·w with w [n, k], which has just changed: not packed before.
prepared input_gradient(const sizes& mnk, std::size_t) {
  return by_matmul({mnk.at(0), mnk.at(2), mnk.at(1)}, 1, tag::ab, "matmul, plain");
}

/// dw += dyᵀ·x
prepared weight_gradient(const sizes& mnk, std::size_t) {
  const dims dy_size{as_dim(mnk.at(1)), as_dim(mnk.at(0))}, x_size{as_dim(mnk[0]), as_dim(mnk.at(2))},
      dw_size{as_dim(mnk[1]), as_dim(mnk[2])};
  dnnl::post_ops adding;
  adding.append_sum();
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(adding);
  const dnnl::matmul::primitive_desc matmul{
      {{dy_size, f32, tag::ba}, {x_size, f32, tag::ab}, {dw_size, f32, tag::ab}}, attributes, engine()};
  const auto dy = array(dy_size, tag::ba, 1), x = array(x_size, tag::ab, 2), dw = array(dw_size, tag::ab);
  return executed(dnnl::matmul{matmul}, {{DNNL_ARG_SRC, dy}, {DNNL_ARG_WEIGHTS, x}, {DNNL_ARG_DST, dw}}, {}, "matmul");
}

prepared layer_norm(const sizes& rows_columns, std::size_t) {
  const dims size{as_dim(rows_columns.at(0)), as_dim(rows_columns.at(1))};
  const dnnl::layer_normalization_forward::primitive_desc norm{
      {dnnl::prop_kind::forward_inference,
       {size, f32, tag::ab},
       1e-5f,
       dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift},
      engine()};
  return executed(dnnl::layer_normalization_forward{norm},
                  {{DNNL_ARG_SRC, array(size, tag::ab, 1)},
                   {DNNL_ARG_DST, array(size, tag::ab)},
                   {DNNL_ARG_SCALE, array({size[1]}, tag::a, 2)},
                   {DNNL_ARG_SHIFT, array({size[1]}, tag::a, 3)}},
                  {}, "");
}

prepared softmax(const sizes& rows_columns, std::size_t) {
  const dims size{as_dim(rows_columns.at(0)), as_dim(rows_columns.at(1))};
  const dnnl::softmax_forward::primitive_desc softmax{{dnnl::prop_kind::forward_inference, {size, f32, tag::ab}, 1},
                                                      engine()};
  return executed(dnnl::softmax_forward{softmax},
                  {{DNNL_ARG_SRC, array(size, tag::ab, 1)}, {DNNL_ARG_DST, array(size, tag::ab)}}, {}, "");
}

prepared product(const sizes& mnk, std::size_t) { return product_with(mnk, 1); }
prepared cold_product(const sizes& mnk, std::size_t) { return product_with(mnk, bench::cold_copies); }

}  // namespace

int main(int argc, char** argv) {
  return bench::serve(argc, argv,
                      {{"product", product},
                       {"static_product", product},
                       {"cold_product", cold_product},
                       {"product_bf16", rounded_product<type::bf16, 1>},
                       {"product_int8", rounded_product<type::s8, 1>},
                       {"cold_product_bf16", rounded_product<type::bf16, bench::cold_copies>},
                       {"cold_product_int8", rounded_product<type::s8, bench::cold_copies>},
                       {"input_gradient", input_gradient},
                       {"weight_gradient", weight_gradient},
                       {"layer_norm", layer_norm},
                       {"softmax", softmax}});
}
