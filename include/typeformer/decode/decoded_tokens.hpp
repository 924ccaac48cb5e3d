#pragma once
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <typeformer/decode/decoding_facts.hpp>

namespace typeformer {

namespace detail {
template <class Input>
struct vocabulary_of_input {
  using type = no_axis;
};
template <class Input>
  requires requires { typename Input::vocabulary; }
struct vocabulary_of_input<Input> {
  using type = typename Input::vocabulary;
};
}  // namespace detail

/// The tokens that a decoding reads and predicts: of a vocabulary, an input of the model among others.
template <class D>
struct decoded_tokens {
 private:
  using input = decltype(detail::sequence_input_of<typename D::sequence>(typename D::inputs{}));

 public:
  using sequence = typename D::sequence;  ///< the axis of positions
  using batch = typename input::batch;    ///< the first axis of the tokens, or one_sequence
  /// Which the model reads and predicts.
  using vocabulary = typename detail::vocabulary_of_input<typename input::type>::type;
  using shape_type = typename detail::shape_of_input<typename input::type>::type;  ///< the tokens' axes
  using view = token_view<vocabulary, shape_type>;                                 ///< tokens as the model reads them
  static constexpr std::size_t index = input::index;                               ///< among the model's inputs
  static constexpr std::size_t entries = bound<vocabulary>;                        ///< of the vocabulary

  /// How many rows such tokens have; of one_sequence 1.
  template <class Shape>
  static std::size_t rows(const Shape& shape) {
    if constexpr (std::is_same_v<batch, one_sequence>) {
      return 1;
    } else {
      return shape.template extent<0>();
    }
  }
  /// The shape of so many positions of so many rows.
  static shape_type shape_of(std::size_t rows, std::size_t positions) {
    return detail::resized<sequence>(detail::resized<batch>(shape_type{}, rows), positions);
  }
};

/// Of the logits of a prompt those of each row's last position. Everything is allocated at construction.
template <class D, class T>
class last_logits {
  using tokens = decoded_tokens<D>;

 public:
  last_logits() : logits_(most_prompt<D> > 1 ? most_first_rows<D, typename tokens::batch> * tokens::entries : 0) {}

  /// Of one position, the logits themselves; of several, a copy, which holds until the next call.
  ///
  /// shapes   logits [rows, positions, Vocabulary]   →   [rows, Vocabulary]
  const T* operator()(const T* logits, std::size_t rows, std::size_t positions) {
    if (positions <= 1) return logits;
    for (std::size_t b = 0; b < rows; ++b)
      std::copy_n(logits + ((b + 1) * positions - 1) * tokens::entries, tokens::entries,
                  logits_.data() + b * tokens::entries);
    return logits_.data();
  }

 private:
  std::vector<T> logits_;
};

}  // namespace typeformer
