#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include <typeformer/decode/decoding_facts.hpp>
#include <typeformer/expressions/arguments.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/tensor/tokens.hpp>

/// The rules of decoding. What they find in a model's trace is reported by a name that compilers print.
namespace typeformer {

/// The operation because of which a model cannot be decoded.
enum class found_operation : unsigned char {
  none,
  attention,
  argmax,
  concatenate,
  contraction,
  layer_norm,
  linear,
  lsh_attention,
  mask,
  max,
  mean,
  mean_of_rows,
  rename,
  scan,
  slice,
  sliding_window,
  softmax,
  split_heads,
  sum,
  sum_of_rows,
  windows,
  another
};
namespace detail {
struct known_operation {
  std::string_view name;
  found_operation found;
};
constexpr found_operation found_by_name(std::string_view name) {
  using enum found_operation;
  constexpr known_operation names[]{{"", none},
                                    {"attention", attention},
                                    {"argmax", argmax},
                                    {"concatenate", concatenate},
                                    {"contraction", contraction},
                                    {"layer norm", layer_norm},
                                    {"linear", linear},
                                    {"LSH attention", lsh_attention},
                                    {"mask", mask},
                                    {"max", max},
                                    {"mean", mean},
                                    {"mean of rows", mean_of_rows},
                                    {"rename", rename},
                                    {"scan", scan},
                                    {"slice", slice},
                                    {"sliding window", sliding_window},
                                    {"softmax", softmax},
                                    {"split heads", split_heads},
                                    {"sum", sum},
                                    {"sum of rows", sum_of_rows},
                                    {"windows", windows}};
  for (const auto& [known, found] : names)
    if (known == name) return found;
  return another;
}
}  // namespace detail

/// Whether no operation of M looks at later positions of Sequence: the condition of a rule, which names the operation.
template <class M, class Sequence, found_operation Operation>
inline constexpr bool looks_back_alone = Operation == found_operation::none;
/// Whether all that is kept has Batch as its first axis: the condition of a rule, which names the operation.
template <class M, class Batch, found_operation Operation>
inline constexpr bool is_kept_by_rows = Operation == found_operation::none;
/// Whether an input is `tokens<…>`: the condition of a rule of decoders.
template <class Input>
inline constexpr bool is_of_tokens = requires { typename Input::vocabulary; };
/// Whether the sequence is the last axis of the tokens: the condition of a rule, which names both.
template <class Sequence, class Shape>
inline constexpr bool is_last_of_tokens = std::is_same_v<axis_from_last<Shape, 0>, Sequence>;
/// Whether a model yields logits of the next token for each position that it reads.
template <class Result, class Shape, class Vocabulary>
inline constexpr bool yields_logits = false;
template <class Name, class Logits, class Shape, class Vocabulary>
inline constexpr bool yields_logits<value<Name, Logits>, Shape, Vocabulary> =
    std::is_same_v<Logits, decltype(algebra::append(Shape{}, dimension<Vocabulary>{}))>;

namespace detail {
template <class M, class Sequence, class Batch, found_operation LooksAhead, found_operation WithoutBatch>
constexpr void check_found() {
  static_assert(looks_back_alone<M, Sequence, LooksAhead>,
                "decoding_of<M, Sequence, ...>: M cannot be decoded, since this operation looks at later positions of "
                "Sequence, or does not say that it looks at none");
  static_assert(is_kept_by_rows<M, Batch, WithoutBatch>,
                "decoding_of<M, Sequence, ...>: what this operation needs of earlier positions must have the batch as "
                "its first axis");
}

// Functions, since a class in whose body a rule is broken makes clang print more than the rule.
template <class D, class Numbers>
constexpr auto checked_decoding() {
  using sequence = typename D::sequence;
  constexpr std::size_t inputs = inputs_with_axis<sequence, typename D::inputs>;
  must_read_a_prompt<D>();
  if constexpr (inputs != 1) {
    static_assert(is_axis_of_one_input<sequence, inputs>,
                  "decoding_of<M, Sequence, Input...>: exactly one input must have the axis Sequence");
  } else if constexpr (has_static_extent<sequence>) {
    static_assert(known_at_run_time<sequence, extent<sequence>>,
                  "decoding_of<M, Sequence, Input...>: the extent of Sequence must be known at run time, up_to<...>");
  } else {
    constexpr auto found = longest_call<D, Numbers>.found;
    check_found<typename D::module, sequence, decoded_batch<D>, found_by_name(found.other_positions),
                found_by_name(found.without_batch)>();
  }
  return std::type_identity<D>{};
}

/// A member that should be a token; where it is none, one that no vocabulary has.
template <class T>
constexpr std::int32_t as_token(T member) {
  if constexpr (std::integral<T> && !std::is_same_v<T, bool>) {
    return std::in_range<std::int32_t>(member) ? static_cast<std::int32_t>(member) : -1;
  } else {
    return -1;
  }
}
template <class D>
constexpr std::int32_t start_token_or_0 = 0;
template <class D>
  requires requires { D::start_token; }
constexpr std::int32_t start_token_or_0<D> = [] {
  if constexpr (has_start_token<D>) return as_token(D::start_token);
  return std::int32_t{-1};
}();
template <class D>
constexpr std::int32_t end_token_or_0 = 0;
template <class D>
  requires requires { D::end_token; }
constexpr std::int32_t end_token_or_0<D> = [] {
  if constexpr (has_end_token<D>) return as_token(D::end_token);
  return std::int32_t{-1};
}();

template <class D, class Vocabulary, std::int32_t StartToken, std::int32_t EndToken>
constexpr void check_tokens() {
  static_assert(
      is_in_vocabulary<Vocabulary, StartToken>,
      "decoder: start_token must be a token of the vocabulary, a `static constexpr std::int32_t` from 0 and below its "
      "extent");
  static_assert(
      is_in_vocabulary<Vocabulary, EndToken>,
      "decoder: end_token must be a token of the vocabulary, a `static constexpr std::int32_t` from 0 and below its "
      "extent");
}

/// A decoded value as rules name it: by Numbers.
template <class Numbers, class Result>
struct value_of_numbers {
  using type = Result;
};
template <class Numbers, class Name, class Shape>
struct value_of_numbers<Numbers, value<Name, Shape>> {
  using type = value<Numbers, Shape>;
};

template <class D, class Numbers>
constexpr auto checked_token_decoding() {
  using sequence = typename D::sequence;
  using input = decltype(sequence_input_of<sequence>(typename D::inputs{}));
  static_assert(is_of_tokens<typename input::type>, "decoder: the input on Sequence must be tokens<Vocabulary, ...>");
  if constexpr (inputs_with_axis<sequence, typename D::inputs> == 1 && is_of_tokens<typename input::type>) {
    check_tokens<D, typename input::type::vocabulary, start_token_or_0<D>, end_token_or_0<D>>();
    static_assert(is_last_of_tokens<sequence, typename input::type::shape_type>,
                  "decoder: Sequence must be the last axis of the tokens, as in tokens<Vocabulary, Batch, Sequence>");
    using result = typename std::remove_const_t<decltype(longest_call<D, Numbers>)>::result;
    static_assert(
        yields_logits<typename value_of_numbers<Numbers, result>::type, typename input::type::shape_type,
                      typename input::type::vocabulary>,
        "decoder: the model must yield logits of the vocabulary of its tokens, [the tokens' axes, Vocabulary]");
  }
  return std::type_identity<D>{};
}

template <class D, class Numbers>
concept is_decoding_in = is_decoding<D> && are_numbers<Numbers> && !is_of_refused_module<D, Numbers>;

/// In the place of a decoder of what cannot be decoded: it takes what decoders take, so that nothing else is said.
template <class D, class Numbers>
class refused_decoder {
  using rules = decltype(must_be_decoding<D, Numbers>());

 public:
  template <class... X>
  refused_decoder(X&&...) {}
  // Where one of the arguments is written in braces.
  refused_decoder(any_argument, any_argument, any_argument, any_argument = {}, any_argument = {}, any_argument = {}) {}

  struct result : any_elements {
    any_elements row(std::size_t) const { return {}; }
    std::span<const double> log_probabilities{};
    std::span<const std::int32_t> tokens{};
    any_elements searches{};
    std::size_t steps = 0;
  };
  result operator()(any_argument = {}, any_argument = {}, any_argument = {}, any_argument = {}) { return {}; }
  result stream(any_argument = {}, any_argument = {}, any_argument = {}, any_argument = {}) { return {}; }
  result numbered(any_argument = {}, any_argument = {}, any_argument = {}, any_argument = {}) { return {}; }
  result prefill(any_argument = {}, any_argument = {}, any_argument = {}) { return {}; }
  result prefill_repeated(any_argument = {}, any_argument = {}, any_argument = {}) { return {}; }
  result decode_step(any_argument = {}) { return {}; }
  void repeat_rows(any_argument = {}) {}
  void copy_row(any_argument = {}, any_argument = {}) {}
  void remove_rows(any_argument = {}, any_argument = {}) {}
  void rewind(any_argument = {}) {}
  std::size_t position() const { return 0; }
  std::size_t rows() const { return 0; }
  std::size_t used_bytes() const { return 0; }
  static constexpr std::size_t state_bytes = 0, workspace_bytes = 0, most_width = 1;
};

template <class X, class Packed>
inline constexpr bool are_packed_weights_of = std::is_convertible_v<X, const Packed&>;
template <class Packed, class... X>
inline constexpr bool begin_decoder =
    are_packed_weights_of<given_t<0, X...>, Packed> && binds_threads<given_t<1, X...>>;

/// The rules of what each decoder is made with.
template <class Packed, class... X>
constexpr void must_begin_decoder() {
  if constexpr (is_refused<given_t<0, X...>>) {
  } else if constexpr (!are_packed_weights_of<given_t<0, X...>, Packed>) {
    static_assert(are_packed_weights_of<given_t<0, X...>, Packed>,
                  "decoder(weights, threads, ...): weights must be packed_weights of its model and numbers, which "
                  "outlive it: packed_weights<M> packed{weights}");
  } else {
    static_assert(binds_threads<given_t<1, X...>>,
                  "decoder(weights, threads, ...): threads must be a kernels::threads that outlives it");
  }
}
/// The same of what takes nothing else.
template <class Packed, class... X>
inline constexpr bool make_decoder = sizeof...(X) == 2 && begin_decoder<Packed, X...>;
template <class Packed, class... X>
constexpr void must_make_decoder() {
  must_begin_decoder<Packed, X...>();
  if constexpr (begin_decoder<Packed, X...>)
    static_assert(make_decoder<Packed, X...>, "decoder(weights, threads): it takes nothing else");
}

/// What a decoding_session and a scorer are instantiated with: the inputs, or nothing.
template <class D>
struct inputs_of_decoding {
  using type = void;
};
template <is_decoding D>
struct inputs_of_decoding<D> {
  using type = typename D::inputs;
};
template <class D>
inline constexpr bool is_called_directly = false;

template <class X>
inline constexpr bool is_count_if_given = fits_if_given<X, std::size_t>;
/// Whether X is how many tokens there are at most, and the last argument.
template <class X, class Behind>
inline constexpr bool are_most_tokens = is_count_if_given<X> && std::is_same_v<Behind, no_argument>;

template <class OnToken>
inline constexpr bool takes_row_and_token = std::is_invocable_v<const OnToken&, std::size_t, std::int32_t>;
/// Whether a decoder can be called so; the rules.
template <class Arguments, class OnToken, class... Given>
constexpr bool fit_stream() {
  static_assert(takes_row_and_token<OnToken>,
                "decoder.stream(on_token, x...): on_token must be callable as on_token(row, token)");
  if constexpr (takes_row_and_token<OnToken>) {
    return Arguments::template fit<Given...>();
  } else {
    return false;
  }
}
}  // namespace detail

}  // namespace typeformer
