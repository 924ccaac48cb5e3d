#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/as_if.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/refused_calls.hpp>

namespace typeformer {

/// Embeddings are multiplied by √d_model on the way in. As the output projection the table is not scaled.
///
/// source   Vaswani et al. 2017, section 3.4
struct scaled_by_root {
  static constexpr auto kind = choice::embedding_scale;
  /// e [L…, A]   →   e·√A, lazy
  template <is_axis A, class E>
  static constexpr auto scale(const E& e) {
    return e * root<A>;
  }
};
/// Embeddings enter as they are in the table.
struct unscaled {
  static constexpr auto kind = choice::embedding_scale;
  /// e, as it is
  template <is_axis A, class E>
  static constexpr auto scale(const E& e) {
    return e;
  }
};

/// Whether S is a choice of the scale of embeddings.
template <class S>
inline constexpr bool is_embedding_scale = requires { requires S::kind == choice::embedding_scale; };
/// The gate of templates that take the scale of embeddings (must_be_axes).
template <class S>
consteval bool must_be_embedding_scale() {
  static_assert(is_embedding_scale<S>, "a scale of embeddings is expected here: tf::scaled_by_root or tf::unscaled");
  return true;
}

/// A table with a row for each entry of a vocabulary. The same table can be the output projection, which ties the
/// output to it.
///
/// shapes   tokens [L…] of Vocabulary   →   [L…, Model];   logits: x [L…, Model]   →   [L…, Vocabulary]
/// requires tokens of Vocabulary; of logits, x whose last axis is Model
/// source   Press and Wolf 2017 (tying)
template <class Vocabulary, class Model = left_out, class Scale = scaled_by_root>
  requires(must_be_axes<Vocabulary, Model>() && must_be_embedding_scale<Scale>())
struct embedding {
  using table_type = table<axis_or_any<Vocabulary>, axis_or_any<Model>>;
  BOOST_HANA_DEFINE_STRUCT(embedding, (table_type, weight));

  template <is_axis... Leading>
  using input = tokens<Vocabulary, Leading...>;

  TYPEFORMER_NO_OTHER_CALL_OF_ONE("embedding",
                                  "x must be tokens; a tensor is given to a session, which hands the model a value")

  /// The rows of the table that tokens name: tokens [L…] of Vocabulary   →   [L…, Model], scaled as Scale says. Lazy.
  template <sound_expression X>
  constexpr auto operator()(const X& x) const {
    static_assert(are_tokens_of<X, Vocabulary>, "embedding(x): x must be tokens of the layer's vocabulary");
    if constexpr (is_axis<Model>) {
      return Scale::template scale<Model>(gather(as_if_tokens<Vocabulary, shape_t<X>>(x), weight));
    } else {
      return any_formula{};
    }
  }
  /// The table as output projection, x Eᵀ: `x` [L…, Model]   →   [L…, Vocabulary]. Lazy, 2·L·Model·Vocabulary
  /// operations.
  template <sound_expression X>
  constexpr auto logits(const X& x) const {
    static_assert(same_axis<sized_last<X>, sized<Model>>,
                  "embedding.logits(x): the last axis of x must be the table's width");
    return as_if_last<Model>(x) * transpose(weight);
  }
  /// Of what was refused: the same.
  constexpr any_formula logits(const any_formula&) const { return {}; }
};

}  // namespace typeformer
