// Norms, residuals and feed-forward layers: shapes, parameters, operations and workspace against formulas worked out by
// hand.
#include <typeformer/expressions/traced.hpp>
#include <typeformer/layers/conventions.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/residual.hpp>

namespace tf = typeformer;

namespace {

template <class... A>
using input = tf::value<tf::tracing<tf::totals>, tf::shape<A...>>;

constexpr std::size_t B = 2, C = 5, E = 32, F = 48, V = 80;
struct Batch : tf::axis<"B", B> {};
struct Context : tf::axis<"C", C> {};
struct Model : tf::axis<"E", E> {};
struct Inner : tf::axis<"F", F> {};
struct Vocabulary : tf::axis<"V", V> {};
using sequence = tf::shape<Batch, Context, Model>;
using inner_sequence = tf::shape<Batch, Context, Inner>;
using logits = tf::shape<Batch, Context, Vocabulary>;

/// The shape of what a module yields of [B, C, E].
template <class M>
using yields = tf::shape_t<decltype(std::declval<const M&>()(std::declval<const input<Batch, Context, Model>&>()))>;

template <class Epsilon>
struct plain_norm {
  BOOST_HANA_DEFINE_STRUCT(plain_norm);
  constexpr auto operator()(const auto& x) const { return tf::normalize<Model, Epsilon>(x); }
};
struct norm_of_product {
  using map_type = tf::linear<Model, Inner>;
  BOOST_HANA_DEFINE_STRUCT(norm_of_product, (map_type, map));
  constexpr auto operator()(const auto& x) const { return tf::normalize<Inner, tf::inside_root<>>(map(x)); }
};
template <class Normalization>
struct residual_of {
  using sublayer_type = tf::linear<Model, Model>;
  using norm_type = tf::layer_norm<Model>;
  BOOST_HANA_DEFINE_STRUCT(residual_of, (sublayer_type, sublayer), (norm_type, norm));
  constexpr auto operator()(const auto& x) const {
    return tf::in_frame(*this, x, [&] { return Normalization::template residual<std::ratio<0>>(norm, x, sublayer); });
  }
};

/// A module that keeps the shape, with so many parameters and operations, and no workspace beside its result.
template <class M, std::size_t Parameters, std::size_t Operations>
inline constexpr bool is_norm = std::is_same_v<yields<M>, sequence> && tf::parameter_count<M> == Parameters &&
                                tf::operation_count<M, sequence> == Operations &&
                                tf::workspace_bytes<M, sequence> == tf::aligned_bytes(4 * B * C * E);

// row: layer norm over √(σ² + ε)
static_assert(is_norm<tf::layer_norm<Model, tf::inside_root<>>, 2 * E, 8 * B * C * E>);
// row: layer norm over √σ² + ε
static_assert(is_norm<tf::layer_norm<Model, tf::added_to_root<>>, 2 * E, 8 * B * C * E>);
// row: layer norm over σ + ε
static_assert(is_norm<tf::layer_norm<Model, tf::added_to_deviation<>>, 2 * E, 8 * B * C * E>);
// row: layer norm over √(σ² + ε), without γ and β
static_assert(is_norm<plain_norm<tf::inside_root<>>, 0, 6 * B * C * E>);
// row: layer norm over √σ² + ε, without γ and β
static_assert(is_norm<plain_norm<tf::added_to_root<>>, 0, 6 * B * C * E>);
// row: layer norm over σ + ε, without γ and β
static_assert(is_norm<plain_norm<tf::added_to_deviation<>>, 0, 6 * B * C * E>);

// row: norm(XW + b)
static_assert(std::is_same_v<yields<norm_of_product>, inner_sequence>);
static_assert(tf::parameter_count<norm_of_product> == E * F + F);
static_assert(tf::operation_count<norm_of_product, sequence> == 2 * B * C * E * F + B * C * F + 6 * B * C * F);

// row: RMS norm
static_assert(std::is_same_v<yields<tf::rms_norm<Model>>, sequence>);
static_assert(tf::parameter_count<tf::rms_norm<Model>> == E);
// Squares, their mean, ε and the root of each row, two products.
static_assert(tf::operation_count<tf::rms_norm<Model>, sequence> == 4 * B * C * E + 2 * B * C);

// Both have the linear map of E·E + E, the sum and the norm.
constexpr std::size_t residual_parameters = E * E + E + 2 * E;
constexpr std::size_t residual_operations = 2 * B * C * E * E + B * C * E + B * C * E + 8 * B * C * E;
// row: LN(X + Sublayer(X))
static_assert(std::is_same_v<yields<residual_of<tf::norm_after>>, sequence>);
static_assert(tf::parameter_count<residual_of<tf::norm_after>> == residual_parameters);
static_assert(tf::operation_count<residual_of<tf::norm_after>, sequence> == residual_operations);
static_assert(std::is_same_v<tf::norm_after::last_norm<tf::layer_norm<Model>>, tf::no_norm>);
// row: X + Sublayer(N(X))
static_assert(std::is_same_v<yields<residual_of<tf::norm_before>>, sequence>);
static_assert(tf::parameter_count<residual_of<tf::norm_before>> == residual_parameters);
static_assert(tf::operation_count<residual_of<tf::norm_before>, sequence> == residual_operations);
static_assert(std::is_same_v<tf::norm_before::last_norm<tf::layer_norm<Model>>, tf::layer_norm<Model>>);

constexpr std::size_t positions = B * C, two_products = 2 * positions * E * F + 2 * positions * F * E;
// row: feed-forward f(XW₁ + b₁)W₂ + b₂
using inner_activated = tf::feed_forward<Model, Inner>;
static_assert(std::is_same_v<yields<inner_activated>, sequence>);
static_assert(tf::parameter_count<inner_activated> == 2 * E * F + F + E);
static_assert(tf::operation_count<inner_activated, sequence> == two_products + positions * (2 * F + E));
// row: feed-forward ReLU((XW₁ + b₁)W₂ + b₂)
using outer_activated = tf::output_activated_feed_forward<Model, Inner>;
static_assert(std::is_same_v<yields<outer_activated>, sequence>);
static_assert(tf::parameter_count<outer_activated> == 2 * E * F + F + E);
static_assert(tf::operation_count<outer_activated, sequence> == two_products + positions * (F + 2 * E));
static_assert(tf::workspace_bytes<outer_activated, sequence> == 4 * positions * (F + E));
struct with_outer_activation : tf::conventions<tf::output_activated> {
  using Model = ::Model;
};
static_assert(
    std::is_same_v<
        with_outer_activation::choices::feed_forward::feed_forward<Model, Inner, tf::relu_activation, tf::with_bias>,
        outer_activated>);
// row: feed-forward B×C×E → B×C×V
using to_vocabulary = tf::feed_forward<Model, Inner, Vocabulary>;
static_assert(std::is_same_v<yields<to_vocabulary>, logits>);
static_assert(tf::parameter_count<to_vocabulary> == E * F + F + F * V + V);
static_assert(tf::operation_count<to_vocabulary, sequence> == 2 * positions * F * (E + V) + positions * (2 * F + V));

/// Three maps, of which two are inner ones; f and the product of each pair.
template <class M>
inline constexpr bool is_gated =
    std::is_same_v<yields<M>, sequence> && tf::parameter_count<M> == 3 * E * F + 2 * F + E &&
    tf::operation_count<M, sequence> == two_products + 2 * positions * E * F + positions * (2 * F + E + 2 * F);
// row: GLU
static_assert(is_gated<tf::gated_feed_forward<Model, Inner, Model, tf::sigmoid_activation>>);
// row: SwiGLU
static_assert(is_gated<tf::gated_feed_forward<Model, Inner, Model, tf::swish_activation>>);
// row: GEGLU
static_assert(is_gated<tf::gated_feed_forward<Model, Inner, Model, tf::gelu_activation>>);

}  // namespace
