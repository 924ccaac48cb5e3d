#pragma once
#include <algorithm>
#include <span>
#include <string>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/tensor/layout.hpp>
#include <typeformer/tensor/tensor.hpp>

namespace typeformer {

namespace detail {
template <class P>
struct stored {
  using type = typename P::shape_type;
};
template <class In, class Out>
struct stored<weight<In, Out>> {
  using type = shape<Out, In>;
};

/// A matrix as kernels see it: it is stored [out, in] or [entry, width], and the panels' columns are outputs or
/// entries.
template <is_parameter P>
struct panels_of {
  static constexpr std::size_t columns = is_table<P> ? bound<axis_at<P, 0>> : bound<axis_at<P, 1>>;
  static constexpr std::size_t inner = is_table<P> ? bound<axis_at<P, 1>> : bound<axis_at<P, 0>>;
};

template <is_constant P, class T>
void fill(const P&, T* to) {
  constexpr std::size_t columns = bound<axis_from_last<P, 0>>;
  for (std::size_t i = 0; i < P::size; ++i) to[i] = static_cast<T>(P::rule::value(i / columns, i % columns));
}

[[noreturn]] inline void throw_parameter_of_another_module() {
  throw error{"a parameter is not one of these weights: run typeformer::model<M> with weights of M"};
}

/// Weights that were moved from have no numbers.
inline void check_not_moved_from(std::size_t size, std::size_t expected, const char* what) {
  if (size != expected) throw error{std::string{what} + ": these were moved from"};
}

/// That a parameter lies within a block of so many elements.
template <class P>
void check_place(const P& p, std::size_t size) {
  if (p.offset > size || P::size > size - p.offset) throw_parameter_of_another_module();
}
}  // namespace detail

/// The shape of a parameter in blocks and files: [out, in] for the weight of a linear map.
template <is_parameter P>
using stored_shape = typename detail::stored<P>::type;

namespace detail {
/// What stands in the place of weights that were refused: it can be handed on as any.
struct refused_weights {
  using refused = void;
  template <class Weights>
  operator Weights() const;
  template <class P>
  any_elements operator[](const P&) const {
    return {};
  }
  std::span<float> block() const { return {}; }
};
}  // namespace detail

/// Whether weights can have numbers of this type: float or double.
template <class T>
inline constexpr bool is_type_of_weights = std::is_same_v<T, float> || std::is_same_v<T, double>;
/// The gate of weights. It is always true, as must_be_axes is.
///
/// requires float or double
template <class T>
consteval bool must_be_type_of_weights() {
  static_assert(is_type_of_weights<T>, "weights<M, T>: T must be float or double");
  return true;
}

/// The weights of a model: one aligned block, its layout fixed by the model's type. Gradients and an
/// optimizer's moments are blocks of the same layout. Matrices are stored as in files: a linear map's as [out, in]. The
/// block of what was moved from is empty.
template <class M, class T = float>
  requires(sizeof(M) > 0 && must_be_module<M>() &&
           must_be_type_of_weights<std::conditional_t<is_module<M>, T, float>>())
class weights {
 public:
  using model_type = M;  ///< the module whose weights these are

  /// All 0: a training's first weights are `initial_weights<M>(seed)`, and `load<M>(path)` reads a file.
  weights() : block_{block_size<M>} {}
  weights(weights&&) = default;
  weights& operator=(weights&&) = default;
  weights(const weights&) = delete;  // hundreds of megabytes are not copied by the way: move them
  weights& operator=(const weights&) = delete;

  std::span<T> block() { return block_.span(); }              ///< all numbers; empty where they were moved from
  std::span<const T> block() const { return block_.span(); }  ///< all numbers; empty where they were moved from

  /// One parameter's numbers: `w[tf::model<M>.query.weight](o, i)`.
  ///
  /// throws   for a parameter of another model that lies outside the block, for one of a module that is not `model<M>`,
  ///          and when these weights were moved from
  template <is_parameter P>
  view<T, stored_shape<P>> operator[](const P& p) {
    return {begin_of(p), {}};
  }
  /// The same of weights that are not changed.
  template <is_parameter P>
  view<const T, stored_shape<P>> operator[](const P& p) const {
    return {begin_of(p), {}};
  }
  template <class X>
  detail::any_elements operator[](const X&) const {
    static_assert(is_parameter<X>, "weights[p]: p must be a parameter of the model, as tf::model<M>.query.weight is");
    return {};
  }

 private:
  template <class P>
  T* begin_of(const P& p) const {
    detail::check_not_moved_from(block_.size(), block_size<M>, "weights");
    detail::check_place(p, block_.size());
    return block_.data() + p.offset;
  }

  buffer<T> block_;
};

/// In the place of weights whose module is not named.
template <class T>
class weights<detail::any_module, T> : public detail::refused_weights {
 public:
  template <class... X>
  weights(const X&...) {}
};
namespace detail {
template <class X>
inline constexpr bool are_weights = false;
template <class M, class T>
inline constexpr bool are_weights<weights<M, T>> = true;
}  // namespace detail
// Without template arguments. Weights may be moved.
template <class... X>
  requires((!detail::are_weights<X> && ...) && detail::must_name_module<X...>())
weights(const X&...) -> weights<detail::any_module>;

/// What a model computes with, "Numbers" of templates: float, double, or a quantized format (quantized_weights.hpp).
template <class Numbers>
struct numbers {
  using element = Numbers;  ///< of values: the type that products compute in
  using stored = Numbers;   ///< of matrices, as they are packed
};
/// What values are computed in: float or double.
template <class Numbers>
using element_t = typename numbers<Numbers>::element;
/// What packed matrices are stored in.
template <class Numbers>
using stored_t = typename numbers<Numbers>::stored;

/// Whether a model computes with these Numbers.
template <class Numbers>
inline constexpr bool are_numbers =
    std::is_same_v<Numbers, float> || std::is_same_v<Numbers, double> || requires { typename Numbers::stored; };

namespace detail {
template <class Numbers>
using numbers_of = std::conditional_t<are_numbers<Numbers>, Numbers, float>;
}  // namespace detail

/// The gate of templates that take Numbers. It is always true, as must_be_axes is.
///
/// requires float, double, bf16_weights or int8_weights
template <class Numbers>
consteval bool must_be_numbers() {
  static_assert(are_numbers<Numbers>,
                "Numbers, what a model computes with, must be float, double, or one of quantized_weights.hpp, such as "
                "int8_weights");
  return true;
}
/// Whether packed weights are made from something else than weights of the same module and type: never. Of what was
/// refused nothing is said.
template <class PackedWeights, class... X>
inline constexpr bool are_packed_by = (is_refused<X> || ...);
template <class PackedWeights, class M, class T>
inline constexpr bool are_packed_by<PackedWeights, weights<M, T>> =
    !is_module<M> || std::is_same_v<M, detail::any_module> || !is_type_of_weights<T>;
namespace detail {
template <class PackedWeights, class Weights, class... X>
inline constexpr bool makes_packed_weights = false;
template <class PackedWeights, class Weights, class X>
inline constexpr bool makes_packed_weights<PackedWeights, Weights, X> =
    !is_refused<X> && (std::is_same_v<X, PackedWeights> || std::is_convertible_v<const X&, const Weights&>);
}  // namespace detail

/// Packed weights as a reading finds them by their handles.
template <class Numbers>
struct packed_block {
  const Numbers* data = nullptr;  ///< where the first parameter begins
  std::size_t size = 0;           ///< numbers, of parameters and constants

  /// A matrix for weights and tables; for others where their numbers begin.
  template <class P>
  auto operator[](const P& p) const {
    detail::check_place(p, size);
    if constexpr (is_weight<P> || is_table<P>) {
      return kernels::packed_matrix<Numbers>{data + p.offset};
    } else {
      return data + p.offset;
    }
  }
};

namespace detail {
/// The base of what has template arguments that were refused (is_refused).
template <bool AreRight>
struct unless_refused {};
template <>
struct unless_refused<false> {
  using refused = void;
  static constexpr std::size_t bytes = 0;  // as of quantized weights
};
}  // namespace detail

/// The same numbers as the kernels read them: matrices in panels (kernels/product.hpp), and behind the parameters the
/// constants. Made from weights and then only read, by any number of sessions at once. In huge pages, if they fill any.
///
/// throws   when they, or the weights they are made from, were moved from
template <class M, class Numbers = float>
class packed_weights : public detail::unless_refused<is_module<M> && are_numbers<Numbers>> {
  static_assert(sizeof(M) > 0 && must_be_module<M>() && must_be_numbers<Numbers>());
  using T = detail::numbers_of<Numbers>;

 public:
  using model_type = M;  ///< the module whose weights these are

  /// Packs all matrices, with one thread; the constants are computed.
  explicit packed_weights(const weights<M, T>& w) : block_{running_block_size<M>, contents::zero, pages::huge} {
    for_each_handle(model<M>, [&]<class P>(const P& p) {
      if constexpr (is_constant<P>) detail::fill(p, block_.data() + p.offset);
    });
    kernels::threads one{1};
    update(w, one);
  }

  template <class... X>
    requires(!detail::makes_packed_weights<packed_weights, weights<M, T>, X...>)
  explicit packed_weights(const X&...) {
    static_assert(!is_module<M> || are_packed_by<packed_weights, X...>,
                  "packed_weights(weights): it packs weights of the same module, of the same type of elements");
  }

  /// Takes over weights that have changed, as each step of training changes them. Allocates nothing.
  void update(const weights<M, T>& w, kernels::threads& threads) {
    detail::check_not_moved_from(block_.size(), running_block_size<M>, "packed_weights");
    detail::check_not_moved_from(w.block().size(), block_size<M>, "weights");
    for_each_parameter(model<M>, [&]<class P>(const P& p) {
      T* const to = block_.data() + p.offset;
      const T* const from = w.block().data() + p.offset;
      if constexpr (is_vector<P>) {
        std::copy_n(from, P::size, to);
      } else {
        using panels = detail::panels_of<P>;
        kernels::pack(from, 1, panels::inner, panels::inner, panels::columns, to, threads);
      }
    });
  }

  /// What a reading is made with; it holds as long as these packed weights do.
  ///
  /// throws   when they were moved from
  packed_block<T> block() const {
    detail::check_not_moved_from(block_.size(), running_block_size<M>, "packed_weights");
    return {block_.data(), block_.size()};
  }

 private:
  buffer<T> block_;
};

template <class M, class T>
packed_weights(const weights<M, T>&) -> packed_weights<M, T>;

}  // namespace typeformer
