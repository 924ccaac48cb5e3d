#pragma once
#include <memory>

#include <typeformer/expressions/counted.hpp>
#include <typeformer/expressions/formula.hpp>
#include <typeformer/tensor/weights.hpp>

namespace typeformer {

/// Whether a session takes X where it wants an Argument.
template <class X, class Argument>
inline constexpr bool fits_input = std::is_convertible_v<const X&, Argument>;
template <std::size_t Arguments, class... Input>
inline constexpr bool is_number_of_inputs = Arguments == sizeof...(Input);

/// A model made ready to run on inputs of given types: its arena is there, so a call allocates nothing. Weights are
/// only read: many sessions can share them, each used by one thread at a time. A session can be moved, and the views
/// that it returned still hold. M may be another formula of a model, which it names as its model_type: it runs with the
/// model's weights. An objective that yields a sum per count returns views of both: `y.sum() / y.count()`.
///
///   session<my_encoder, float, shape<Batch, Query, Model>> encode{weights, threads};
///   auto y = encode(x);   // a view that holds until the next call
///
/// throws   when it, or the weights it is made with, were moved from
template <class M, class Numbers, class... Input>
class session {
  using T = element_t<Numbers>;

 public:
  /// `weights` and `threads` outlive the session.
  session(const packed_weights<model_of<M>, Numbers>& weights, kernels::threads& threads)
      : reading_{std::make_unique<running<Numbers>>(weights.block(), workspace_bytes, threads)} {}
  template <class... Others>
  session(packed_weights<model_of<M>, Numbers>&& gone_before_it_is_used, Others&&...) = delete;

  /// Bytes of its arena: the most that a call uses, whatever the run-time extents.
  static constexpr std::size_t workspace_bytes = detail::running_bytes<M, Numbers, Input...>;

  template <class... X>
  auto operator()(const X&... x) {
    static_assert(is_number_of_inputs<sizeof...(X), Input...>,
                  "session(x...): there must be one argument for each input");
    if constexpr (is_number_of_inputs<sizeof...(X), Input...>) {
      return run(as_argument<Input>(x)...);
    } else {
      return run(argument<Input>{}...);
    }
  }

  /// Bytes of the arena that calls have used so far.
  std::size_t used_bytes() { return reading().arena().highest(); }

 private:
  template <class I>
  using argument = detail::argument_t<I, T>;

  template <class I, class X>
  static argument<I> as_argument(const X& x) {
    static_assert(fits_input<X, argument<I>>,
                  "session(x...): each argument must have the type and the axes of its input");
    if constexpr (fits_input<X, argument<I>>) {
      return x;
    } else {
      return {};
    }
  }
  auto run(const argument<Input>&... given) {
    static_assert(has_parameters_of_model<M>,
                  "session<M, ...>: M must have the parameters of its model_type, and no others");
    reading().arena().clear();
    return viewed(let(model<M>(detail::input_of(*reading_, given)...)));
  }
  template <class Y>
  static auto viewed(const Y& y) {
    if constexpr (is_counted<Y>) {
      const auto sum = viewed(y.sum);
      return counted<std::remove_const_t<decltype(sum)>, std::remove_const_t<decltype(sum)>>{sum, viewed(y.count)};
    } else if constexpr (is_token_value<Y>) {
      return token_view<typename Y::vocabulary, typename Y::shape_type>{y.data, y.shape};
    } else {
      return view<const T, typename Y::shape_type>{y.data, y.shape};
    }
  }

  running<Numbers>& reading() {
    if (!reading_) throw error{"session: this one was moved from"};
    return *reading_;
  }

  std::unique_ptr<running<Numbers>> reading_;  // values hold its address
};

}  // namespace typeformer
