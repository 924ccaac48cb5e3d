#pragma once
#include <cstdint>
#include <utility>

#include <typeformer/tensor/tensor.hpp>

namespace typeformer {

/// Tokens, each the index of an entry of Vocabulary. Two vocabularies of equal size are two vocabularies.
template <class Vocabulary, class Shape>
struct token_view {
  using vocabulary = Vocabulary;
  using shape_type = Shape;
  const std::int32_t* data = nullptr;
  Shape shape{};
};

/// Whether a number is a token of Vocabulary: the condition of a rule, which names both.
template <class Vocabulary, std::int32_t Token>
inline constexpr bool is_in_vocabulary = Token >= 0 && std::cmp_less(Token, bound<Vocabulary>);

/// throws   for a token outside its vocabulary
template <class Vocabulary, class Shape>
void check_tokens(const token_view<Vocabulary, Shape>& x) {
  for (std::size_t i = 0; i < x.shape.size(); ++i)
    if (x.data[i] < 0 || static_cast<std::size_t>(x.data[i]) >= bound<Vocabulary>)
      throw error{"tokens: number " + std::to_string(x.data[i]) + " at index " + std::to_string(i) +
                  " is not in a vocabulary of " + std::to_string(bound<Vocabulary>)};
}

/// Tokens of which some are left out: a negative one stands for none. Losses take them; nothing is looked up by them.
template <class Vocabulary, class Shape>
struct label_view {
  using vocabulary = Vocabulary;
  using shape_type = Shape;
  const std::int32_t* data = nullptr;
  Shape shape{};
};

/// throws   for a label beyond its vocabulary
template <class Vocabulary, class Shape>
void check_tokens(const label_view<Vocabulary, Shape>& x) {
  for (std::size_t i = 0; i < x.shape.size(); ++i)
    if (x.data[i] >= 0 && static_cast<std::size_t>(x.data[i]) >= bound<Vocabulary>)
      throw error{"labels: number " + std::to_string(x.data[i]) + " at index " + std::to_string(i) +
                  " is not in a vocabulary of " + std::to_string(bound<Vocabulary>)};
}

/// Tokens that own their memory: `tokens<Letters, Batch, Source> x(3, 12);`, all 0 at first.
template <class Vocabulary, class... A>
  requires(must_be_axes<Vocabulary>() && (must_be_axes<A>() && ...))
class tokens : public tensor<std::int32_t, A...> {
 public:
  using vocabulary = Vocabulary;
  using tensor<std::int32_t, A...>::tensor;
  // As a template it is instantiated where the program has it: there a missing extent is reported.
  /// For axes that are all known to the compiler.
  template <class... None>
    requires(sizeof...(None) == 0)
  explicit tokens(None...) : tensor<std::int32_t, A...>() {}

  /// So that they are passed where tokens are read.
  operator token_view<Vocabulary, typename tensor<std::int32_t, A...>::shape_type>() const {
    return {this->view().data, this->shape()};
  }
};

/// Labels that own their memory: `labels<Letters, Batch, Source> y(3, 12);`, all 0 at first.
template <class Vocabulary, class... A>
  requires(must_be_axes<Vocabulary>() && (must_be_axes<A>() && ...))
class labels : public tensor<std::int32_t, A...> {
 public:
  using vocabulary = Vocabulary;
  using tensor<std::int32_t, A...>::tensor;
  /// For axes that are all known to the compiler.
  template <class... None>
    requires(sizeof...(None) == 0)
  explicit labels(None...) : tensor<std::int32_t, A...>() {}

  /// So that they are passed where labels are read.
  operator label_view<Vocabulary, typename tensor<std::int32_t, A...>::shape_type>() const {
    return {this->view().data, this->shape()};
  }
};

/// Whether an input is labels rather than tokens.
template <class Input>
inline constexpr bool are_labels = false;
template <class Vocabulary, class... A>
inline constexpr bool are_labels<labels<Vocabulary, A...>> = true;
template <class Vocabulary, class Shape>
inline constexpr bool are_labels<label_view<Vocabulary, Shape>> = true;

}  // namespace typeformer
