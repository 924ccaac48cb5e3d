#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <typeformer/decode/decoding_facts.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/layers/config.hpp>

namespace typeformer {

/// Types of arguments.
template <class... X>
struct argument_list {};

namespace detail {
template <class Argument, class From, class To>
struct argument_on {  // what is no view is as it is
  using type = Argument;
};
template <class T, class Shape, class From, class To>
  requires has_axis<Shape, From>
struct argument_on<view<T, Shape>, From, To> {
  using type = view<T, decltype(algebra::replace<From>(Shape{}, dimension<To>{}))>;
};
template <class Vocabulary, class Shape, class From, class To>
  requires has_axis<Shape, From>
struct argument_on<token_view<Vocabulary, Shape>, From, To> {
  using type = token_view<Vocabulary, decltype(algebra::replace<From>(Shape{}, dimension<To>{}))>;
};
}  // namespace detail

/// Whether arguments can be those of a model; or could, were they on Batch in the place of First.
template <class Given, class Wanted, class First, class Batch>
inline constexpr bool fit_inputs = false;
template <class... X, class... A, class First, class Batch>
inline constexpr bool fit_inputs<argument_list<X...>, argument_list<A...>, First, Batch> =
    ((fits_input<X, A> || fits_input<X, typename detail::argument_on<A, Batch, First>::type>) && ...);

namespace detail {
template <class X, class Batch>
inline constexpr bool has_rows = false;
template <class X, class Batch>
  requires requires { typename X::shape_type; }
inline constexpr bool has_rows<X, Batch> = has_axis<typename X::shape_type, Batch>;

/// What decoders of D are called with, and what the model reads.
template <class D, class T, class Inputs = typename D::inputs>
class decoding_arguments;
template <class D, class T, class... Input>
class decoding_arguments<D, T, input_list<Input...>> {
  using batch = decoded_batch<D>;
  using first = first_batch<D, batch>;
  static constexpr std::size_t index = sequence_input<typename D::sequence, Input...>::index;

 public:
  using type = std::tuple<typename argument<Input, T>::type...>;
  using prompt = std::tuple_element_t<index, type>;

  /// Whether rows begin with a start token, and these are the arguments for all other inputs.
  template <class... X>
  static constexpr bool are_without_prompt = has_start_token<D> && sizeof...(X) + 1 == sizeof...(Input);

  /// Whether these are what the model reads; the rules.
  template <class... X>
  static constexpr bool fit() {
    constexpr bool is_number = are_without_prompt<X...> || is_number_of_inputs<sizeof...(X), Input...>;
    static_assert(is_number, "decoder(x...): there must be one argument for each input of the model");
    if constexpr (is_number) {
      using given = decltype(list_of<X...>(std::index_sequence_for<Input...>{}));
      using wanted = argument_list<typename argument<Input, T>::type...>;
      static_assert(fit_inputs<given, wanted, first, batch> || (is_refused<X> || ...),
                    "decoder(x...): each argument must have the type and the axes of the model's input");
      return fit_inputs<given, wanted, first, batch>;
    } else {
      return false;
    }
  }

  /// All of them; with the prompt, where it is left out.
  template <class... X>
  static type of(const prompt& of_start_tokens, const X&... x) {
    const auto given = std::tie(x...);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const auto one = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) -> const auto& {
        if constexpr (!are_without_prompt<X...>) {
          return std::get<J>(given);
        } else if constexpr (J == index) {
          return of_start_tokens;
        } else {
          return std::get<(J < index ? J : J - 1)>(given);
        }
      };
      return type{on_batch<std::tuple_element_t<I, type>>(one(std::integral_constant<std::size_t, I>{}))...};
    }(std::index_sequence_for<Input...>{});
  }

  /// How many rows there are in what is given beside the prompt: 1 where nothing has the batch.
  template <class... X>
  static std::size_t rows(const X&... given) {
    std::size_t rows = 1;
    [[maybe_unused]] const auto look = [&]<class Given>(const Given& x) {
      using axis = std::conditional_t<has_rows<Given, batch>, batch, first>;
      if constexpr (has_rows<Given, axis>) {
        if constexpr (requires { x.shape(); }) {
          rows = algebra::extent_of<axis>(x.shape());
        } else {
          rows = algebra::extent_of<axis>(x.shape);
        }
      }
    };
    (look(given), ...);
    return rows;
  }

 private:
  template <class... X, std::size_t... I>
  static constexpr auto list_of(std::index_sequence<I...>) {
    if constexpr (are_without_prompt<X...>) {
      return argument_list<typename std::conditional_t<I == index, std::type_identity<prompt>,
                                                       std::tuple_element<(I == index  ? 0
                                                                           : I < index ? I
                                                                                       : I - 1),
                                                                          std::tuple<X..., prompt>>>::type...>{};
    } else {
      return argument_list<X...>{};
    }
  }

  /// What is on the axis of the rows that are given is put on the batch of all rows.
  template <class A, class X>
  static A on_batch(const X& x) {
    if constexpr (fits_input<X, A>) {
      return x;
    } else {
      const typename argument_on<A, batch, first>::type given = x;
      const dimension<batch> rows{algebra::extent_of<first>(given.shape)};
      return {given.data, algebra::replace<first>(given.shape, rows)};
    }
  }
};
}  // namespace detail

/// The prompts of a decoder: those that it is given, or start tokens. Everything is allocated at construction.
template <class D, class T>
class prompts {
  using arguments = detail::decoding_arguments<D, T>;
  using batch = decoded_batch<D>;

 public:
  prompts() {
    if constexpr (has_start_token<D>) start_.assign(most_first_rows<D, batch>, D::start_token);
  }

  /// What the model reads, given all of it; or all but the prompt, where rows begin with a start token.
  ///
  /// throws   more rows than there is room for; what D::check throws
  template <class... Given>
  typename arguments::type operator()(std::string_view decoder, const Given&... given) const {
    typename arguments::prompt start{};
    if constexpr (arguments::template are_without_prompt<Given...>) {
      const std::size_t rows = arguments::rows(given...);
      if (rows > start_.size())
        throw error{std::string{decoder} + ": " + std::to_string(rows) + " rows are given, but there is room for " +
                    std::to_string(start_.size())};
      start = {start_.data(), detail::resized<typename D::sequence>(detail::resized<batch>(start.shape, rows), 1)};
    }
    const auto all = arguments::of(start, given...);
    std::apply(
        [&](const auto&... argument) {
          if constexpr (requires { D::check(decoder, argument...); }) D::check(decoder, argument...);
        },
        all);
    return all;
  }

 private:
  std::vector<std::int32_t> start_;
};

}  // namespace typeformer
